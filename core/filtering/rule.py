"""What a filter rule is: a small named value with its reason and its own examples."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from core.filtering.view import View

Test = Callable[[View], bool]

EPHEMERAL_CLASSES = (
    "query_intent",
    "transient_status",
    "ephemeral_intent",
    "activity_log",
    "operational_log",
)
NOISE_CLASSES = (
    "boilerplate",
    "navigation",
    "legal_notice",
    "contact",
    "toc",
    "marketing",
    "bare_indicator",
)


@dataclass(frozen=True, slots=True)
class FilterRule:
    """One reason to drop a fact.

    ``scope`` is where the rule may speak: ``any``, ``transcript`` or ``document``. ``test`` sees
    the normalised view, in which the speaker is always ``user`` or 用户. ``hits`` and ``keeps`` are
    run by the tests, in the rule's scope.
    """

    id: str
    reason: str
    language: str  # en | zh | any
    scope: str
    test: Test
    why: str
    hits: tuple[str, ...]
    keeps: tuple[str, ...]


def found(pattern: str, unless: str | None = None, words: tuple[str, ...] = ()) -> Test:
    r"""Return a test: ``pattern`` is found in the normalised text and ``unless`` is not.

    Patterns are written in lower case. ``\b`` and ``\d`` are ASCII, so that a word beside Han
    characters is still a word. ``words``, one of which every hit holds, spare the search elsewhere.
    """
    hit = re.compile(pattern, re.ASCII)
    if words:
        return lambda view: any(word in view.lower for word in words) and hit.search(view.lower) is not None
    if unless is None:
        return lambda view: hit.search(view.lower) is not None
    keep = re.compile(unless, re.ASCII)
    return lambda view: hit.search(view.lower) is not None and keep.search(view.lower) is None

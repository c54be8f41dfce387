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


class Screened:
    """A test that holds only where ``pattern`` is found in the normalised text, so that it need not be run elsewhere.

    ``pattern`` is public so that the guard can search for the patterns of all rules in one pass.
    """

    __slots__ = ("_test", "pattern")

    def __init__(self, pattern: str, test: Test) -> None:
        self.pattern = pattern
        self._test = test

    def __call__(self, view: View) -> bool:
        """Return what the test says."""
        return self._test(view)


class Found:
    """A test that a pattern is found in the normalised text, and ``unless`` is not.

    ``pattern`` is public so that the guard can search for the patterns of all rules in one pass.
    """

    __slots__ = ("_hit", "_keep", "_words", "pattern")

    def __init__(self, pattern: str, unless: str | None, words: tuple[str, ...]) -> None:
        self.pattern = pattern
        self._hit = re.compile(pattern, re.ASCII)
        self._keep = None if unless is None else re.compile(unless, re.ASCII)
        self._words = words

    def __call__(self, view: View) -> bool:
        """Return whether the text has the pattern and nothing that keeps it."""
        text = view.lower
        if self._words and not any(word in text for word in self._words):
            return False
        return self._hit.search(text) is not None and (self._keep is None or self._keep.search(text) is None)


def found(pattern: str, unless: str | None = None, words: tuple[str, ...] = ()) -> Found:
    r"""Return a test: ``pattern`` is found in the normalised text and ``unless`` is not.

    Patterns are written in lower case. ``\b`` and ``\d`` are ASCII, so that a word beside Han
    characters is still a word. ``words``, one of which every hit holds, spare the search elsewhere.
    """
    return Found(pattern, unless, words)


def found_any(*patterns: str, unless: str | None = None) -> Found:
    """Return a test as ``found`` does, for a text that has any one of several patterns."""
    return found("|".join(patterns), unless)

"""The durable filter: which facts are worth keeping, and why each other one is not.

Two layers: the label that an extractor gave, then the guards of the rule tables. Nothing is
changed and nothing is lost: a drop names its class, its rule and its source.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.filtering.asked import ASKED_RULES
from core.filtering.chinese import CHINESE_RULES
from core.filtering.daily import DAILY_RULES
from core.filtering.furniture import FURNITURE_RULES
from core.filtering.indicators import INDICATOR_RULES
from core.filtering.logs import LOG_RULES
from core.filtering.machinery import MACHINERY_RULES
from core.filtering.moments import MOMENT_RULES
from core.filtering.moments_zh import MOMENT_RULES_ZH
from core.filtering.notices import NOTICE_RULES
from core.filtering.reports import REPORT_RULES
from core.filtering.reports_zh import REPORT_RULES_ZH
from core.filtering.requests import REQUEST_RULES
from core.filtering.rule import EPHEMERAL_CLASSES, NOISE_CLASSES, FilterRule, Found, Screened, Test
from core.filtering.view import View, view_of
from core.model import CandidateFact
from core.text.pattern_set import PatternSet, is_searchable, loosened

RULES: tuple[FilterRule, ...] = (
    *DAILY_RULES,
    *MACHINERY_RULES,
    *ASKED_RULES,
    *CHINESE_RULES,
    *REQUEST_RULES,
    *MOMENT_RULES,
    *MOMENT_RULES_ZH,
    *LOG_RULES,
    *FURNITURE_RULES,
    *REPORT_RULES,
    *INDICATOR_RULES,
    *REPORT_RULES_ZH,
    *NOTICE_RULES,
)

_ELIGIBLE = "user"
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_NUMBER_DIGITS = 3  # shorter ones may be spelled out or be part of a date written another way


@dataclass(frozen=True, slots=True)
class FilterContext:
    """What the filter may know besides the fact.

    ``kind`` is ``transcript`` or ``document``. ``roles`` maps each segment's number to its role.
    ``source_text`` is the text the fact was read from; without it nothing is called unsupported.
    """

    kind: str = "document"
    speakers: Sequence[str] = ()
    roles: Mapping[int, str] = field(default_factory=dict)
    include_assistant: bool = False
    min_importance: int = 1
    source_text: str | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """Why a fact is not kept: its class, the rule that said so, and the layer the rule belongs to.

    ``source`` is one of model_label, guard, importance, duplicate, role, unsupported.
    """

    reason: str
    rule_id: str
    source: str
    detail: str = ""  # what exactly was found wanting, where the rule alone does not say


class _Guard:
    """The rules of one scope and language, most of them passed over after one search for all their patterns."""

    def __init__(self, kind: str, skip: str | None) -> None:
        rules = [rule for rule in RULES if rule.scope in ("any", kind) and rule.language != skip]
        screens = {n: screen for n, rule in enumerate(rules) if (screen := _screen_of(rule.test)) is not None}
        self._patterns = PatternSet(list(screens.values()))
        self._searched = list(screens)
        self._always = [n for n in range(len(rules)) if n not in screens]
        self._rules = rules

    def first(self, view: View) -> FilterRule | None:
        """Return the first rule in the table's order that hits."""
        held = [self._searched[number] for number in self._patterns.found(view.lower)]
        return next((self._rules[n] for n in sorted([*held, *self._always]) if self._rules[n].test(view)), None)


def _screen_of(test: Test) -> str | None:
    """Return a pattern that the guard's one search can look for and that every hit of a test holds, if it has one."""
    if not isinstance(test, Found | Screened):
        return None
    screen = loosened(test.pattern)
    return screen if is_searchable(screen) else None


_GUARDS: Mapping[tuple[str, str | None], _Guard] = {
    (kind, skip): _Guard(kind, skip) for kind in ("transcript", "document") for skip in (None, "en", "zh")
}
_HAN = re.compile(r"[\u3400-\u9fff]")


def guard(view: View, kind: str, language: str | None = None) -> FilterRule | None:
    """Return the first rule of the scope that hits, or None. ``language`` skips the other one's rules."""
    return _GUARDS[kind, {"zh": "en", "en": "zh"}.get(language or "")].first(view)


def _role_drop(fact: CandidateFact, context: FilterContext) -> Drop | None:
    admitted = {_ELIGIBLE, "assistant"} if context.include_assistant else {_ELIGIBLE}
    roles = [context.roles[seq] for seq in fact.source_seqs if seq in context.roles]
    if roles and not admitted.intersection(roles):
        return Drop("source_role", "role-not-admitted", "role")
    return None


def _numbers(text: str) -> set[str]:
    folded = unicodedata.normalize("NFKC", text).replace(",", "")
    return {n.strip(".") for n in _NUMBER.findall(folded) if sum(c.isdecimal() for c in n) >= _NUMBER_DIGITS}


def _unsupported(fact: CandidateFact, context: FilterContext) -> Drop | None:
    """Return a drop when the fact brings a number of three digits or more that its source lacks."""
    if context.source_text is None or not (wanted := _numbers(fact.text)):
        return None
    if wanted <= _numbers(context.source_text):
        return None
    return Drop("unsupported", "number-not-in-source", "unsupported")


def judge(fact: CandidateFact, context: FilterContext) -> Drop | None:
    """Return why a fact is dropped, or None when it is kept.

    Order: the extractor's label, the role of its sources, the guards, numbers that the source
    lacks, importance below the minimum. The first that speaks wins.
    """
    if fact.fact_type in EPHEMERAL_CLASSES or fact.fact_type in NOISE_CLASSES:
        return Drop(fact.fact_type, f"label-{fact.fact_type}", "model_label")
    if (drop := _role_drop(fact, context)) is not None:
        return drop
    language = "zh" if _HAN.search(fact.text) else "en"
    hit = guard(view_of(fact.text, context.speakers), context.kind, None if language == "zh" else "en")
    if hit is not None:
        return Drop(hit.reason, hit.id, "guard")
    if (drop := _unsupported(fact, context)) is not None:
        return drop
    if fact.importance < context.min_importance:
        return Drop("importance", f"importance-below-{context.min_importance}", "importance")
    return None

"""English parts of a unit: early, mid, late, the first half of."""

import re

from core.temporal.calendar import floor, unit_end
from core.temporal.en_attach import Found, Made, Nodes
from core.temporal.rules import Join, join_pattern
from core.temporal.spans import half, part
from core.temporal.value import Interval, Reference, Value

_PARTS = {
    "early": 0,
    "earlier": 0,
    "beginning of": 0,
    "start of": 0,
    "the beginning of": 0,
    "the start of": 0,
    "early in": 0,
    "earlier in": 0,
    "mid": 1,
    "mid of": 1,
    "middle of": 1,
    "the middle of": 1,
    "late": 2,
    "later": 2,
    "end of": 2,
    "the end of": 2,
    "late in": 2,
    "later in": 2,
    "early part of": 0,
    "the early part of": 0,
    "the latter part of": 2,
    "turn of": 0,
}


_PART_WORDS = "|".join(sorted(_PARTS, key=lambda words: (-len(words), words)))


def _part(found: Found, nodes: Nodes) -> Made:
    base = nodes["b"].value
    word = re.sub(r"\s+", " ", found["p"].lower())
    if base.form in ("vague", "unresolved", "follow"):
        return "X", base
    if base.grain in ("day", *("hour", "minute", "second")) or base.form == "open":
        return "Q", None
    if word in ("earlier", "later") and base.needs is not None:
        return "L", _side_of_anchor(base, word)
    return "Q", part(base, _PARTS[word])


def _side_of_anchor(base: Value, word: str) -> Value:
    """Return the piece of the anchor's own unit before its day ("earlier this year") or after it."""

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.start is None or interval.end is None:
            return None
        today = floor(reference.at, "day")
        if not interval.start <= today < interval.end:
            return interval
        if word == "earlier":
            return Interval(interval.start, max(today, unit_end(interval.start, "day") or today), interval.grain)
        return Interval(today, interval.end, interval.grain)

    return Value(find, base.grain, "day", form="range")


def _half(found: Found, nodes: Nodes) -> Made:
    base = nodes["b"].value
    which = 1 if found["n"].lower() in ("second", "2nd", "latter", "last") else 0
    return "Q", half(base, which) if base.form == "point" and base.grain in (
        "week",
        "month",
        "quarter",
        "year",
        "decade",
    ) else None


PARTS: tuple[Join, ...] = (
    Join(
        "en.part",
        "early 2024, mid-May, the end of last year",
        join_pattern(
            rf"(?:the )?(?P<p>{_PART_WORDS})[ -](?:the )?(?:year |month of )?(?P<b>{{UNIT}}|{{X}})".replace(
                "[ -]", r"[\s-]{1,3}"
            )
        ),
        _part,
        ("early 2024", "mid-May", "the end of last year", "late July"),
    ),
    Join(
        "en.half",
        "the first half of the year 2024, latter half of May",
        join_pattern(r"(?:the )?(?P<n>first|second|1st|2nd|latter|last) half of (?P<b>{M}|{Y}|{L})"),
        _half,
        ("the first half of last year",),
    ),
)

"""English durations and runs of units: two weeks, the past 3 years, in four business days."""

import re
from datetime import timedelta
from fractions import Fraction

from core.temporal.calendar import floor, unit_end
from core.temporal.en_words import (
    CARDINAL,
    DIRECTIONS,
    MON,
    NUMBER_KEYS,
    UNIT,
    VAGUE_COUNTS,
    Found,
    Made,
    direction_of,
    unit_name,
)
from core.temporal.numerals import number_of
from core.temporal.rules import Atom, atom_pattern
from core.temporal.steps import rolling
from core.temporal.value import (
    Interval,
    Reference,
    Value,
    labelled,
)


def _rolling(found: Found) -> Made:
    unit, direction = unit_name(found["u"]), direction_of(found["r"])
    words = re.sub(r"\s+of$", "", found["c"].lower())
    count = number_of(words.removeprefix("a ")) if words not in ("a", "an") else None
    if "fortnight" in found["u"].lower():
        count = None if count is None else count * 2
    if direction == 0:
        return "L", None
    if count is None:
        return "X", labelled("vague", unit)
    ahead = direction > 0 and found.groupdict().get("within") is not None
    return "L", rolling(direction * count, unit, include=ahead)


_AT_HOUR = re.compile(r"\b(?:at|by|until|till|before|after)\s$", re.IGNORECASE)


_HALVES = {"day": "12 hour", "hour": "30 minute", "minute": "30 second", "year": "6 month"}


def _duration(found: Found) -> Made:
    unit = unit_name(found["u"])
    if found["u"] == "h" and _AT_HOUR.search(found.string, max(0, found.start() - 7), found.start()):
        return "U", None  # a clock time: "at 16h"
    words = found["c"].lower().removeprefix("the ").strip()
    words = re.sub(r"\s+of$", "", words)
    if unit == "second" and words in ("a", "an"):
        return "U", None  # the ordinal: "a second stage"
    if words.startswith("half"):
        return "U", labelled("duration", unit, _HALVES.get(unit))
    count = number_of(words.removeprefix("a ") if words != "a" else words)
    if count is None:
        return "U", labelled("duration", unit)
    if "fortnight" in found["u"].lower():
        count *= 2
    return "U", labelled("duration", unit, f"{count} {unit}")


_HALF_MORE = {"decade": (10, 5, "year"), "year": (12, 6, "month"), "day": (24, 12, "hour"), "hour": (60, 30, "minute")}
"""By unit: how many smaller ones it has, how many its half has, and what they are."""


def _and_a_half(found: Found) -> Made:
    unit = unit_name(found["u"] or found["u2"])
    count = number_of(found["c"] or found["c2"])
    if unit not in _HALF_MORE or count is None:
        return "U", labelled("duration", unit)
    whole, half, smaller = _HALF_MORE[unit]
    return "U", labelled("duration", unit, f"{count * whole + half} {smaller}")


def _fraction(found: Found) -> Made:
    """Read a fraction of a unit in the next smaller one, where it comes to whole ones."""
    unit = unit_name(found["u"])
    whole, _, smaller = _HALF_MORE[unit]
    share = Fraction(found["n"]) * whole
    if share.denominator != 1 or share == 0:
        return "U", labelled("duration", unit)
    return "U", labelled("duration", unit, f"{share.numerator} {smaller}")


def _rolling_half(found: Found) -> Made:
    whole, half, smaller = _HALF_MORE[found["u"].lower()]
    return "L", rolling(direction_of(found["r"]) * (whole + half), smaller)


def _business_days(found: Found) -> Made:
    count = number_of(found["c"])
    if count is None or not 1 <= count <= 400:
        return "U", None
    tail = (found["k"] or "").strip().lower()
    if not found["i"] and tail in ("", "later"):
        return "U", labelled("duration", "day")
    return "R", _weekdays_on(-count if tail == "ago" else count)


def _weekdays_on(count: int) -> Value:
    """Return the day that is ``count`` Mondays to Fridays after the anchor's; holidays are not known."""

    def find(reference: Reference) -> Interval | None:
        day = floor(reference.at, "day")
        one = timedelta(days=1 if count > 0 else -1)
        left = abs(count)
        while left and 1 < day.year < 9998:
            day += one
            left -= day.weekday() < 5
        return Interval(day, unit_end(day, "day"), "day")

    return Value(find, "day", "day")


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.rolling",
        "the past three weeks, last 2 quarters, next few days",
        ("last", "past", "previous", "prior", "preceding", "next", "coming", "following", "upcoming", "the", "within"),
        atom_pattern(
            rf"(?P<within>within\s)?(?P<r>{DIRECTIONS})\s(?P<c>{CARDINAL}|{VAGUE_COUNTS})(?:[\s-]|(?<=\d))(?P<u>{UNIT})"
            rf"(?!\s(?:of|in)\s(?:{MON}|\d{{4}}|the|this|last|next|q[1-4])(?![a-z]))"
        ),
        _rolling,
        ("the past three weeks", "last 2 quarters"),
        ("the final 3 days of it",),
    ),
    Atom(
        "en.rolling-after",
        "5 past years",
        NUMBER_KEYS,
        atom_pattern(
            rf"(?P<c>{CARDINAL})\s(?P<r>past|previous|last|next|upcoming|coming|following)\s" rf"(?P<u>{UNIT}(?<=s))"
        ),
        _rolling,
        ("5 past years",),
    ),
    Atom(
        "en.duration",
        "three weeks, a year, 2 days",
        (*NUMBER_KEYS, "few", "several", "half", "the"),
        atom_pattern(
            rf"(?<!\d[.,/])(?!0)(?P<c>{CARDINAL}|an?|{VAGUE_COUNTS}|half\san?)(?:\s?|[\s-](?:more\s)?)(?P<u>{UNIT})"
        ),
        _duration,
        ("three weeks", "2 days", "a year"),
        ("a second stage", "0.5/3 days"),
    ),
    Atom(
        "en.duration-fraction",
        "2.5 hours, 3/4 hour",
        ("#",),
        atom_pattern(r"(?<![\d.,/:])(?P<n>\d{1,2}\.\d|[1-9]/[2-9])\s?(?P<u>years?|days?|hours?|hrs?|h)"),
        _fraction,
        ("2.5 hours", "3/4 hour", "1/2h"),
        ("0.5/3 days", "version 2.5"),
    ),
    Atom(
        "en.duration-half",
        "a year and a half, two and a half hours",
        NUMBER_KEYS,
        atom_pattern(
            rf"(?:(?P<c>{CARDINAL}|an?)\s(?P<u>{UNIT})\sand\sa\shalf|(?P<c2>{CARDINAL})\sand\san?\shalf\s(?P<u2>{UNIT}))"
        ),
        _and_a_half,
        ("a year and a half", "two and a half hours"),
    ),
    Atom(
        "en.rolling-half",
        "the past year and a half",
        ("last", "past", "next", "previous", "the"),
        atom_pattern(r"(?:the\s)?(?P<r>last|past|next|previous)\s(?P<u>year|decade|day|hour)\sand\sa\shalf"),
        _rolling_half,
        ("the past year and a half",),
    ),
    Atom(
        "en.business-days",
        "in four business days, two working days ago",
        (*NUMBER_KEYS, "in", "within"),
        atom_pattern(
            rf"(?P<i>in\s)?(?P<c>{CARDINAL}|an?)\s(?:business|working)\sdays?(?P<k>\s(?:ago|from\snow|later|hence))?"
        ),
        _business_days,
        ("in four business days", "two working days ago", "3 business days"),
    ),
)

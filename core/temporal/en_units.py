"""English time counted from the anchor, and durations: one row each."""

import re
from dataclasses import replace
from datetime import timedelta

from core.temporal.calendar import date_or_none, floor, unit_end
from core.temporal.en_guards import is_verb
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
    month_number,
    unit_name,
    weekday_number,
)
from core.temporal.names import WEEKDAY_PATTERN, WEEKDAY_WORD
from core.temporal.numerals import number_of
from core.temporal.rules import Atom, atom_pattern
from core.temporal.spans import opened, part
from core.temporal.steps import following, rolling, step
from core.temporal.value import (
    Clock,
    Fields,
    Interval,
    Reference,
    Value,
    at_clock,
    labelled,
    of_fields,
    relative,
    weekday_near,
    weekend_near,
)


def _relative_unit(found: Found) -> Made:
    unit = unit_name(found["u"])
    count = direction_of(found["r"])
    word = found["r"].lower().split()[-1]
    if unit == "weekend" and word == "past":
        count = -1
    if unit in ("second", "minute") or found["u"].lower().endswith("s"):
        return "L", None
    if unit in ("decade", "century") and count == -1:
        return "L", rolling(-10 if unit == "decade" else -100, "year")
    if unit == "week" and "fortnight" in found["u"].lower():
        return "L", rolling(2 * (count or 1), "week")
    if word in _NARRATED:
        return "L", following(relative(count, unit), strict=False)
    return ("R" if unit == "day" else "L"), relative(count, unit)


_NARRATED = frozenset({"same", "that", "following", "subsequent", "preceding"})


def _relative_weekday(found: Found) -> Made:
    word = found["r"].lower().split()[-1]
    weekday = weekday_number(found["w"])
    if direction_of(found["r"]) == 0:
        return "R", weekday_near(weekday, 0)
    return "R", weekday_near(weekday, None, -1 if word in ("last", "past", "previous", "prior", "preceding") else 1)


def _relative_month(found: Found) -> Made:
    month, direction = month_number(found["mon"]), direction_of(found["r"])
    if is_verb(found) or (direction == 0 and found["mon"] in ("may", "march")):
        return "M", None
    if direction == 0:
        return "M", of_fields(Fields(month=month, year_shift=0))
    base = of_fields(Fields(month=month))
    return "M", _month_beside(base, month, direction)


def _month_beside(base: Value, month: int, direction: int) -> Value:
    def find(reference: Reference) -> Interval | None:
        at = reference.at
        year = at.year + direction if (month - at.month) * direction <= 0 else at.year
        start = date_or_none(year, month)
        return None if start is None else Interval(start, unit_end(start, "month"), "month")

    return replace(base, find=find, fields=None)


_DAYS = {
    "yesterday": -1,
    "today": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "tonight": 0,
    "overnight": 0,
    "the day before yesterday": -2,
    "day before yesterday": -2,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "yesterday's": -1,
    "today's": 0,
    "tomorrow's": 1,
}


def _near_day(found: Found) -> Made:
    word = re.sub(r"\s+", " ", found["n"].lower().replace("’", "'"))
    if word == "tonight":
        return "D", replace(at_clock(relative(0, "day"), _EVENING), clock=_EVENING)
    return "R", relative(_DAYS[word], "day")


_EVENING = Clock(timedelta(hours=18), timedelta(hours=24), "hour")


def _weekday_steps(found: Found) -> Made:
    """Read "two Thursdays ago" and "3 Fridays from now"."""
    count, weekday = number_of(found["c"]), weekday_number(found["w"])
    if count is None or not 1 <= count <= 60:
        return "R", None
    back = found["k"].lower() == "ago"
    first = weekday_near(weekday, None, -1 if back else 1)
    return "R", step(first, (-1 if back else 1) * (count - 1), "week")


def _part_of_this(found: Found) -> Made:
    unit = found["u"].lower()
    word = found["p"].split()[0].lower()
    base = relative(0, unit)
    if word == "throughout":
        return "L", base
    if word == "rest":
        return "L", rest_of(base)
    return "Q", part(base, {"end": 2, "late": 2, "later": 2, "middle": 1, "mid": 1}.get(word, 0))


def rest_of(base: Value) -> Value:
    """Return what is left of a unit from the anchor's day on."""

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.end is None:
            return None
        return Interval(floor(reference.at, "day"), interval.end, interval.grain)

    return Value(find, base.grain, "day", form="range")


_LETTERS = {"y": "year", "m": "month", "w": "week", "q": "quarter"}


def _end_short(found: Found) -> Made:
    if not found[0].removeprefix("the ").isupper() and found["e"] is None:
        return "Q", None  # "boy"
    return "Q", part(relative(0, _LETTERS[found["u"].lower()]), 2 if found["e"] else 0)


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


_HALVES = {"day": "12 hour", "hour": "30 minute", "minute": "30 second", "year": "6 month"}


def _duration(found: Found) -> Made:
    unit = unit_name(found["u"])
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


def _now(found: Found) -> Made:
    return "N", relative(0, "day")


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.unit",
        "last week, this year, the coming month",
        (
            "last",
            "past",
            "previous",
            "prior",
            "preceding",
            "this",
            "current",
            "same",
            "next",
            "coming",
            "following",
            "upcoming",
            "subsequent",
            "that",
            "the",
        ),
        atom_pattern(
            rf"(?!last\s[a-z]{{3,8}}\s(?:of|in)\s(?:{MON}|\d{{4}}|the|this|next|last)(?![a-z]))"
            rf"(?P<r>{DIRECTIONS})\s(?P<u>{UNIT})"
        ),
        _relative_unit,
        ("last week", "this year", "the coming month"),
        ("last second", "this time"),
    ),
    Atom(
        "en.unit-weekday",
        "last Friday, next Monday, this coming Tuesday",
        ("last", "past", "previous", "prior", "this", "next", "coming", "following", "upcoming", "the"),
        atom_pattern(rf"(?P<r>{DIRECTIONS})\s(?P<w>{WEEKDAY_WORD})(?!\s(?:of|in)\s(?:{MON}|\d{{4}}|the))"),
        _relative_weekday,
        ("last Friday", "this Monday"),
    ),
    Atom(
        "en.unit-month",
        "last May, this June",
        ("last", "past", "previous", "this", "next", "coming", "following", "upcoming"),
        atom_pattern(rf"(?P<r>{DIRECTIONS})\s(?P<mon>{MON})(?!\s?\d)"),
        _relative_month,
        ("last May", "next March"),
    ),
    Atom(
        "en.the-weekend",
        "over the weekend: the last one in a report",
        ("the",),
        atom_pattern(r"(?:(?<=\bover\s)|(?<=\bduring\s)|(?<=\bat\s))the\sweekend"),
        lambda found: ("L", weekend_near()),
        (),
        ("the weekend edition",),
    ),
    Atom(
        "en.weekday-steps",
        "two Thursdays ago, 3 Fridays from now",
        NUMBER_KEYS,
        atom_pattern(rf"(?P<c>{CARDINAL})\s(?P<w>{WEEKDAY_PATTERN})s?\s(?P<k>ago|from\snow|hence)"),
        _weekday_steps,
        ("two Thursdays ago", "3 Fridays from now"),
    ),
    Atom(
        "en.after-next",
        "the week after next",
        ("the", "week", "month", "year", "day", "weekend"),
        atom_pattern(r"(?:the\s)?(?P<u>week|month|year|weekend|day)\safter\s(?:the\s)?next"),
        lambda found: ("L", relative(2, unit_name(found["u"]))),
        ("the week after next",),
    ),
    Atom(
        "en.before-last",
        "the week before last",
        ("the", "week", "month", "year", "weekend"),
        atom_pattern(r"(?:the\s)?(?P<u>week|month|year|weekend)\sbefore\slast"),
        lambda found: ("L", relative(-2, unit_name(found["u"]))),
        ("the week before last",),
    ),
    Atom(
        "en.part-of-this",
        "the end of the year, earlier in the week, the rest of the month",
        (
            "the",
            "end",
            "start",
            "beginning",
            "middle",
            "early",
            "late",
            "later",
            "earlier",
            "mid",
            "rest",
            "throughout",
        ),
        atom_pattern(
            r"(?:the\s)?(?P<p>end\sof|start\sof|beginning\sof|middle\sof|early\sin|late\sin"
            r"|later\sin|earlier\sin|mid|rest\sof|throughout)\s(?:the\s)?(?P<u>year|month|week"
            r"|quarter)(?!\s(?:of|in|\d))"
        ),
        _part_of_this,
        ("the end of the year", "throughout the year"),
    ),
    Atom(
        "en.end-of-short",
        "EOY, EOM",
        ("eoy", "eom", "eow", "eoq", "boy", "bom", "the"),
        atom_pattern(r"(?:the\s)?(?:(?P<e>EO)|BO)(?P<u>[YMWQ])"),
        _end_short,
        ("EOY", "EOM"),
    ),
    Atom(
        "en.near-day",
        "yesterday and its neighbours",
        ("yesterday", "today", "tomorrow", "tmrw", "tmr", "tonight", "the", "day"),
        atom_pattern(
            r"(?P<n>(?:the\s)?day\s(?:before\syesterday|after\stomorrow)|yesterday|today|tomorrow" r"|tmrw|tmr|tonight)"
        ),
        _near_day,
        ("yesterday", "the day before yesterday"),
    ),
    Atom(
        "en.rolling",
        "the past three weeks, last 2 quarters, next few days",
        ("last", "past", "previous", "prior", "preceding", "next", "coming", "following", "upcoming", "the", "within"),
        atom_pattern(
            rf"(?P<within>within\s)?(?P<r>{DIRECTIONS})\s(?P<c>{CARDINAL}|{VAGUE_COUNTS})(?:[\s-]|(?<=\d))(?P<u>{UNIT})"
        ),
        _rolling,
        ("the past three weeks", "last 2 quarters"),
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
            rf"(?<!\d[.,/])(?P<c>{CARDINAL}|an?|{VAGUE_COUNTS}|half\san?)(?:\s?|[\s-](?:more\s)?)(?P<u>{UNIT})"
        ),
        _duration,
        ("three weeks", "2 days", "a year"),
        ("a second stage", "0.5/3 days"),
    ),
    Atom(
        "en.to-date",
        "to date, till date",
        ("to", "till"),
        atom_pattern(r"(?<!up\s)(?<!up-)(?:to|till)\sdate(?!\s\d)"),
        lambda found: ("O", opened(relative(0, "day"), "through")),
        ("to date",),
        ("up to date",),
    ),
    Atom(
        "en.now",
        "the anchor as a bound",
        ("now",),
        atom_pattern(r"now"),
        _now,
        ("now",),
    ),
)

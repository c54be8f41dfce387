"""English time counted from the anchor: one row each."""

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
    of_fields,
    relative,
    weekday_near,
    weekend_near,
)


def _relative_unit(found: Found) -> Made:
    unit = unit_name(found["u"])
    count = direction_of(found["r"])
    word = found["r"].lower().split()[-1]
    if unit == "weekend" and word in ("past", "coming", "upcoming"):
        count = -1 if word == "past" else 0
    if (
        unit in ("second", "minute")
        or found["u"].lower().endswith("s")
        or _TO_THIS.search(found.string, max(0, found.start() - 3), found.end())
    ):
        return "L", None
    if unit in ("decade", "century") and count == -1:
        return "L", rolling(-10 if unit == "decade" else -100, "year")
    if unit == "week" and "fortnight" in found["u"].lower():
        return "L", rolling(2 * (count or 1), "week")
    if word in _NARRATED:
        return "L", following(relative(count, unit), strict=False)
    if unit in _LONG and _runs(found, word):
        return "L", rolling(1 if count > 0 else -1, unit)
    if word in ("next", "previous") and found["r"][:3].lower() == "the" and unit in ("day", *_LONG):
        value = relative(count, unit)
        return ("R" if unit == "day" else "L"), following(value, strict=False, lenient=unit != "day")
    return ("R" if unit == "day" else "L"), relative(count, unit)


def _runs(found: Found, word: str) -> bool:
    """Tell whether a unit is counted day by day up to the anchor: "over the past year", but not "in last year's"."""
    lead = _OVER.search(found.string, max(0, found.start() - 9), found.start())
    if lead is None or found.string[found.end() : found.end() + 1] in ("'", "’"):
        return False
    if word in ("coming", "next"):
        return lead["p"].lower() == "over"
    return word == "past" or (word == "last" and found["r"][:3].lower() == "the")


_LONG = ("week", "month", "year")
_OVER = re.compile(r"\b(?P<p>over|during|in|within)\s$", re.IGNORECASE)
_TO_THIS = re.compile(r"\bto\sthis\sday$", re.IGNORECASE)
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
    "yesterdays": -1,
    "tomorrows": 1,
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
    back = found["k"].lower() in ("ago", "back")
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
    value = part(base, {"end": 2, "late": 2, "later": 2, "middle": 1, "mid": 1}.get(word, 0))
    return "Q", replace(value, label="end") if word == "end" else value


def rest_of(base: Value) -> Value:
    """Return what is left of a unit from the anchor's day on."""

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.end is None:
            return None
        return Interval(floor(reference.at, "day"), interval.end, interval.grain)

    return Value(find, base.grain, "day", form="range")


_LETTERS = {"y": "year", "m": "month", "w": "week", "q": "quarter", "d": "day"}


def _end_short(found: Found) -> Made:
    if found["u"].lower() == "d":
        return "R", relative(0, "day") if found["e"] else None
    if not found[0].removeprefix("the ").isupper() and found["e"] is None:
        return "Q", None  # "boy"
    return "Q", part(relative(0, _LETTERS[found["u"].lower()]), 2 if found["e"] else 0)


def _beside_day(found: Found) -> Made:
    """Read "the day before" where the clause ends with it: a step from the date before it."""
    return "X", following(relative(-1 if found["k"].lower() == "before" else 1, found["u"].lower()))


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
            rf"(?!(?:the\s)?last\s[a-z]{{3,8}}\s(?:of|in)\s(?:{MON}|\d{{4}}|the|this|next|last)(?![a-z]))"
            rf"(?P<r>{DIRECTIONS})\s(?P<u>{UNIT})(?!\sand\sa\shalf)"
        ),
        _relative_unit,
        ("last week", "this year", "the coming month"),
        ("last second", "this time"),
    ),
    Atom(
        "en.unit-weekday",
        "last Friday, next Monday, this coming Tuesday",
        ("last", "past", "previous", "prior", "this", "next", "coming", "following", "upcoming", "the"),
        atom_pattern(
            rf"(?P<r>{DIRECTIONS})\s(?P<w>{WEEKDAY_WORD})(?!\s(?:of|in)\s(?:{MON}|\d{{4}}|the|this|last|next)(?![a-z]))"
        ),
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
        atom_pattern(r"(?:(?<=\bover\s)|(?<=\bduring\s)|(?<=\bat\s)|(?<=\bon\s))the\sweekend"),
        lambda found: ("L", weekend_near()),
        (),
        ("the weekend edition",),
    ),
    Atom(
        "en.day-beside",
        "the day before, the week after: steps from the date before them in the sentence",
        ("the",),
        atom_pattern(
            r"the\s(?:very\s)?(?P<u>day|week|month|year)\s(?P<k>before|after)(?=\s?(?:[.,;:!?)]|$|\n)|\s(?:and|but)\b)"
        ),
        _beside_day,
        ("the day before", "the week after"),
        ("the day before the attack",),
    ),
    Atom(
        "en.weekday-steps",
        "two Thursdays ago, 3 Fridays from now",
        NUMBER_KEYS,
        atom_pattern(rf"(?P<c>{CARDINAL})\s(?P<w>{WEEKDAY_PATTERN})s?\s(?P<k>ago|back|from\snow|hence)"),
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
            r"|later\sin|earlier\sin|mid|rest\sof|throughout)\s(?:the\s|my\s|our\s)?(?P<u>year|month|week"
            r"|quarter)(?!\s(?:of|in|\d|ending|commencing|beginning|starting)|['’])"
        ),
        _part_of_this,
        ("the end of the year", "throughout the year"),
    ),
    Atom(
        "en.end-of-short",
        "EOY, EOM",
        ("eoy", "eom", "eow", "eoq", "eod", "boy", "bom", "the"),
        atom_pattern(r"(?:the\s)?(?:(?P<e>EO)|BO)(?P<u>[YMWQD])"),
        _end_short,
        ("EOY", "EOM"),
    ),
    Atom(
        "en.end-of-day",
        "by end of day, before close of business",
        ("end", "close", "the", "cob"),
        atom_pattern(
            r"(?:(?<=\bby\s)|(?<=\buntil\s)|(?<=\bbefore\s))(?:the\s)?(?:end\sof\s(?:the\s)?day|close\sof\sbusiness|cob)"
        ),
        lambda found: ("R", replace(relative(0, "day"), label="end")),
        (),
        ("at the end of the day",),
    ),
    Atom(
        "en.near-day",
        "yesterday and its neighbours",
        ("yesterday", "yesterdays", "today", "tomorrow", "tomorrows", "tmrw", "tmr", "tonight", "the", "day"),
        atom_pattern(
            r"(?P<n>(?:the\s)?day\s(?:before\syesterday|after\stomorrow)|yesterdays?|today|tomorrows?"
            r"|tmrw|tmr|tonight)"
        ),
        _near_day,
        ("yesterday", "the day before yesterday"),
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

"""English combinations that complete one date: its year, its weekday, its clock."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from core.temporal.en_words import ORDINAL, UNIT, unit_name
from core.temporal.numerals import number_of
from core.temporal.rules import Join, Node, join_pattern
from core.temporal.spans import within, within_unit
from core.temporal.value import Clock, Fields, Interval, Reference, Value, at_clock, of_clock, of_fields, relative

Made = tuple[str, Value | None]


Found = re.Match[str]


Nodes = Mapping[str, Node]


def _merged(first: Fields | None, second: Fields | None) -> Value | None:
    """Return the date whose parts two neighbours name together, None when they disagree or repeat."""
    if first is None or second is None:
        return None
    parts: dict[str, int] = {}
    for fields in (first, second):
        for name in ("year", "month", "day", "weekday", "year_shift", "month_shift"):
            value = getattr(fields, name)
            if value is not None and parts.setdefault(name, value) != value:
                return None
    if "year" in parts and "year_shift" in parts:
        return None
    return of_fields(Fields(**parts))


def _with_year(found: Found, nodes: Nodes) -> Made:
    code = "D" if nodes["a"].code == "D" else "M"
    first, second = nodes["a"].value.fields, nodes["b"].value.fields
    if first is None or first.year is not None or first.year_shift is not None:
        return code, None
    return code, _merged(first, second)


def _of_that_year(found: Found, nodes: Nodes) -> Made:
    year, fields = nodes["b"].value, nodes["a"].value.fields
    if (
        year.form != "follow"
        or year.grain != "year"
        or fields is None
        or fields.month is None
        or fields.year is not None
    ):
        return "M", None

    def find(reference: Reference) -> Interval | None:
        named = year.find(reference)
        if named is None or named.start is None:
            return None
        return of_fields(replace(fields, year=named.start.year)).find(reference)

    return "L", replace(year, find=find, grain=fields.grain, counted="year")


def _of_that_month(month: Value, day: int) -> Value:
    def find(reference: Reference) -> Interval | None:
        named = month.find(reference)
        if named is None or named.start is None:
            return None
        return of_fields(Fields(named.start.year, named.start.month, day)).find(reference)

    return replace(month, find=find, grain="day", counted="month")


def _day_of_month(found: Found, nodes: Nodes) -> Made:
    fields, day = nodes["b"].value.fields, number_of(found["n"])
    if nodes["b"].value.form == "follow" and nodes["b"].value.grain == "month" and day is not None:
        return "L", _of_that_month(nodes["b"].value, day)
    if fields is None or fields.month_shift is None or day is None or not 1 <= day <= 31:
        return "D", None
    return "D", of_fields(replace(fields, day=day))


def _weekday_of_week(found: Found, nodes: Nodes) -> Made:
    week, weekday = nodes["b"].value, nodes["a"].value.fields
    if week.grain != "week" or week.form != "point" or weekday is None or weekday.weekday is None:
        return "R", None
    return "R", within(week, 1, "day", weekday.weekday)


def _unit_in(found: Found, nodes: Nodes) -> Made:
    base, unit = nodes["b"].value, unit_name(found["u"])
    words = found["n"].lower()
    number = number_of(words.removesuffix(" last").removesuffix(" to")) if words != "last" else -1
    if words.endswith(" last") and number is not None:
        number = -number
    code = "R" if unit == "day" else "Q"
    if number is None or unit == base.grain or base.form != "point":
        return code, None
    return code, within(base, number, unit)


def _week_of(found: Found, nodes: Nodes) -> Made:
    base, unit = nodes["b"].value, unit_name(found["u"])
    if base.grain != "day":
        return "L", None
    if unit == "weekend":
        return "L", None
    return "L", within_unit(base, unit)


def _clock(found: Found, nodes: Nodes) -> Made:
    clock = nodes["c"].value.clock
    base = nodes["a"].value
    if clock is None or base.grain != "day" or base.form != "point":
        return "D", None
    return "D", replace(at_clock(base, clock), clock=clock)


def _at_hour(found: Found, nodes: Nodes) -> Made:
    """Read "tomorrow afternoon at 5" and "9 tomorrow morning": the part of the day settles the hour."""
    day = nodes["a"] if "a" in nodes else nodes["b"]
    day_part, hour = day.value.clock, number_of(found["h"] or found["k"])
    minute = int(found["m"]) if found["m"] else None
    if day_part is None or hour is None or not 1 <= hour <= 12 or day_part.high - day_part.low < timedelta(hours=4):
        return "D", None
    if day_part.low >= timedelta(hours=12) and hour < 12:
        hour += 12
    low = timedelta(hours=hour, minutes=minute or 0)
    grain = "hour" if minute is None else "minute"
    clock = Clock(low, low + timedelta(**{grain + "s": 1}), grain)
    return "D", replace(at_clock(day.value, clock), clock=clock)


def _clock_part(found: Found, nodes: Nodes) -> Made:
    """Settle the half of the day: "3 in the afternoon", "9 tomorrow morning"."""
    clock, day_part = nodes["c"].value.clock, nodes["p"].value.clock
    if clock is None or day_part is None:
        return "C", None
    if not clock.half_day and clock.low < timedelta(hours=12) <= day_part.low:
        clock = replace(clock, low=clock.low + timedelta(hours=12), high=clock.high + timedelta(hours=12))
    return "C", of_clock(replace(clock, half_day=True))


def _clock_span(found: Found, nodes: Nodes) -> Made:
    first, last = nodes["c"].value.clock, nodes["e"].value.clock
    if first is None or last is None:
        return "C", None
    half_a_day = timedelta(hours=12)
    if not first.half_day and last.half_day and first.low + half_a_day < last.low:
        first = replace(first, low=first.low + half_a_day)
    if last.low <= first.low:
        return "C", None
    return "C", of_clock(replace(last, low=first.low, high=last.low, zone=last.zone or first.zone))


def _hour_clock_span(found: Found, nodes: Nodes) -> Made:
    last, hour = nodes["e"].value.clock, int(found["h"])
    if last is None or not 1 <= hour <= 12 or not last.half_day:
        return "C", None
    low = timedelta(hours=hour % 12 + (12 if last.low >= timedelta(hours=12) else 0))
    return "C", of_clock(replace(last, low=low, high=last.low)) if low < last.low else None


def _hour_part(found: Found, nodes: Nodes) -> Made:
    hour, day_part = number_of(found["h"]), nodes["p"].value.clock
    minute = int(found["m"]) if found["m"] else 0
    if hour is None or day_part is None or not 1 <= hour <= 12:
        return "C", None
    low = timedelta(hours=hour + (12 if day_part.low >= timedelta(hours=12) and hour < 12 else 0), minutes=minute)
    grain = "minute" if found["m"] else "hour"
    return "C", of_clock(Clock(low, low + timedelta(**{grain + "s": 1}), grain))


def _first_units(found: Found, nodes: Nodes) -> Made:
    base, label = nodes["b"].value, nodes["u"].value.label
    if label is None or base.form != "point":
        return "G", None
    count, unit = label.split()
    if unit == base.grain or not 1 <= int(count) <= 60:
        return "G", None
    return "G", within(base, 1 if found["n"].lower() == "first" else -1, unit, count=int(count))


def _weekday_day(found: Found, nodes: Nodes) -> Made:
    fields, day = nodes["a"].value.fields, number_of(found["n"])
    if fields is None or fields.weekday is None or day is None or not 1 <= day <= 31:
        return "D", None
    return "D", of_fields(Fields(day=day, weekday=fields.weekday))


def _nth_weekday(found: Found, nodes: Nodes) -> Made:
    fields, number, base = nodes["a"].value.fields, number_of(found["n"]), nodes["b"].value
    if fields is None or fields.weekday is None or number is None or base.form != "point":
        return "R", None
    return "R", within(base, number, "day", fields.weekday)


def _last_night(found: Found, nodes: Nodes) -> Made:
    clock = nodes["n"].value.clock if "n" in nodes else None
    if clock is None or (found["r"].lower() == "last" and clock.low < timedelta(hours=18)):
        return "D", None
    base = relative(-1 if found["r"].lower() == "last" else 0, "day")
    return "D", replace(at_clock(base, clock), clock=clock)


ATTACH: tuple[Join, ...] = (
    Join(
        "en.month-of-year",
        "November last year, 14 June this year, June in the year 2020, last year's May",
        join_pattern(r"(?P<a>{D}|{M}),? (?:in |of )?(?P<b>{L}|{Y})"),
        _with_year,
        ("November last year", "14 June this year"),
    ),
    Join(
        "en.month-of-that-year",
        "October of that year: the year is that of the date before it in the sentence",
        join_pattern(r"(?P<a>{D}|{M}),? (?:in |of )?(?P<b>{L})"),
        _of_that_year,
        ("October of that year",),
    ),
    Join(
        "en.year-s-month",
        "last year's May",
        join_pattern(r"(?P<b>{L}|{Y})['’]s (?P<a>{D}|{M})"),
        _with_year,
        ("last year's May",),
    ),
    Join(
        "en.day-of-month",
        "the 20th of this month",
        join_pattern(rf"(?:the )?(?P<n>{ORDINAL}|\d{{1,2}}) of (?P<b>{{L}})"),
        _day_of_month,
        ("the 20th of this month",),
    ),
    Join(
        "en.weekday-of-week",
        "Monday of next week, next week on Tuesday",
        join_pattern(r"(?P<a>{W})(?:,? of|,? from|,?) (?P<b>{L})"),
        _weekday_of_week,
        ("Monday of next week", "Tuesday last week"),
    ),
    Join(
        "en.week-weekday",
        "next week Wednesday, last week's Sunday",
        join_pattern(r"(?P<b>{L})(?:['’]s|,? on|,| -)? (?P<a>{W})"),
        _weekday_of_week,
        ("next week on Tuesday",),
    ),
    Join(
        "en.nth-weekday",
        "first {W} of October",
        join_pattern(
            rf"(?:the )?(?P<n>{ORDINAL}|last) (?P<a>{{W}}) (?:of|in) (?:the month of )?" rf"(?P<b>{{M}}|{{L}}|{{Y}})"
        ),
        _nth_weekday,
        ("first Tuesday of October 2014",),
    ),
    Join(
        "en.unit-in",
        "second week of March, last day of 2015",
        join_pattern(
            rf"(?:the )?(?P<n>(?:{ORDINAL}(?: to)? )?last|{ORDINAL}) (?P<u>{UNIT})(?: of| in|,)? "
            rf"(?:the )?(?:year )?(?P<b>{{M}}|{{Y}}|{{L}}|{{Q}})"
        ),
        _unit_in,
        ("second week of March", "last week of 2015"),
    ),
    Join(
        "en.first-units",
        "the first two weeks of 2021, last 3 months of last year",
        join_pattern(r"(?:the )?(?P<n>first|last|final) (?P<u>{U}) (?:of|in) (?P<b>{M}|{Y}|{L}|{Q})"),
        _first_units,
        ("the first two weeks of 2021",),
    ),
    Join(
        "en.this-weekday-date",
        "this Friday-Jun-15",
        join_pattern(r"(?P<a>{R}|{W})(?:,|-|–)? ?(?P<b>{D})"),
        lambda found, nodes: (
            "D",
            nodes["b"].value if nodes["a"].rule_id in ("en.unit-weekday", "en.weekday") else None,
        ),
        (),
    ),
    Join(
        "en.week-number-of",
        "week 27 of last year",
        join_pattern(r"(?:the )?week (?P<n>\d{1,2}) of (?P<b>{L}|{Y})"),
        lambda found, nodes: (
            "L",
            within(nodes["b"].value, int(found["n"]), "week")
            if nodes["b"].value.grain == "year" and int(found["n"])
            else None,
        ),
        (),
    ),
    Join(
        "en.weekday-day",
        "Friday the 15th, Monday 21",
        join_pattern(rf"(?P<a>{{W}}),? (?:the )?(?P<n>{ORDINAL}|\d{{1,2}}(?![:.,/-]?\d| ?[ap]m| ?%))"),
        _weekday_day,
        ("Friday the 15th",),
    ),
    Join(
        "en.week-of",
        "the week of September 16th",
        join_pattern(r"(?:the )?(?P<u>week) (?:of|beginning|starting|commencing)(?: on)? (?:the )?" r"(?P<b>{D}|{R})"),
        _week_of,
        ("the week of September 16th",),
    ),
    Join(
        "en.clock-span",
        "9:30 to 11:00",
        join_pattern(r"(?:from |between )?(?P<c>{C})(?: ?[-–—~] ?| to | until | till | and )(?P<e>{C})"),
        _clock_span,
        ("9:30 to 11:00",),
    ),
    Join(
        "en.hour-clock-span",
        "3-4pm",
        join_pattern(r"(?:from |between )?(?P<h>\d{1,2})(?: ?[-–—~] ?| to | and )(?P<e>{C})"),
        _hour_clock_span,
        ("3-4pm",),
    ),
    Join(
        "en.hour-part",
        "3 in the morning",
        join_pattern(
            r"(?P<h>1[0-2]|\d|three|four|five|six|seven|eight|nine|ten):?(?P<m>[0-5]\d)?(?: o['’]clock)?"
            r" in the (?P<p>{P})"
        ),
        _hour_part,
        ("3 in the morning",),
    ),
    Join("en.clock-part", "3:15 in the afternoon", join_pattern(r"(?P<c>{C}) (?:in the )?(?P<p>{P})"), _clock_part, ()),
    Join(
        "en.last-night",
        "last night, this morning",
        join_pattern(r"(?:late |early |later )?(?P<r>last|this) (?P<n>night|morning|evening|afternoon|{P})"),
        _last_night,
        ("last night", "this morning"),
    ),
)


CLOCKS: tuple[Join, ...] = (
    Join(
        "en.day-clock",
        "14 June 2020 at 15:30, tomorrow morning",
        join_pattern(r"(?P<a>{DAY})(?:,? at|,? from|,| -| in the| early in the| early| on the|T)? ?" r"(?P<c>{C}|{P})"),
        _clock,
        ("14 June 2020 at 15:30",),
    ),
    Join(
        "en.clock-day",
        "3pm tomorrow, 15:30 on 14 June",
        join_pattern(r"(?:(?:the )(?={P} of ))?(?P<c>{C}|{P}),? (?:on |of )?(?:the )?(?P<a>{DAY})"),
        _clock,
        ("3pm on 14 June 2020",),
    ),
)


HOURS: tuple[Join, ...] = (
    Join(
        "en.at-hour",
        "tomorrow afternoon at 5, 9 tomorrow morning",
        join_pattern(
            r"(?P<a>{D}) at (?P<h>\d{1,2})(?::(?P<m>[0-5]\d))?(?: o['’]clock)?(?! ?[ap]m)(?![:.,]\d)"
            r"|(?:at )?(?P<k>\d{1,2}) (?P<b>{D})"
        ),
        _at_hour,
        ("tomorrow afternoon at 5",),
    ),
)
"""Hours that the part of the day before them settles; they need the pass after the clocks."""

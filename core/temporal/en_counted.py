"""English dates found from another date: the Friday after next, Labor Day weekend, the third Tuesday after Easter."""

from datetime import timedelta

from core.temporal.calendar import shift, unit_end
from core.temporal.en_attach import Found, Made, Nodes
from core.temporal.en_words import ORDINAL
from core.temporal.numerals import number_of
from core.temporal.rules import Join, join_pattern
from core.temporal.spans import within
from core.temporal.steps import step
from core.temporal.value import Fields, Interval, Reference, Value, of_fields, relative, weekday_near

_WEDNESDAY = 2


def _after_next(found: Found, nodes: Nodes) -> Made:
    fields = nodes["b"].value.fields
    if fields is None or fields.year is not None or fields.day is not None:
        return "R", None
    if fields.weekday is not None:
        return "R", step(weekday_near(fields.weekday, None, 1), 1, "week")
    return "M", of_fields(Fields(month=fields.month, year_shift=1)) if fields.month else None


def _before_last(found: Found, nodes: Nodes) -> Made:
    fields = nodes["b"].value.fields
    if fields is None or fields.weekday is None:
        return "R", None
    return "R", step(weekday_near(fields.weekday, None, -1), -1, "week")


def _weekend_of(found: Found, nodes: Nodes) -> Made:
    base = nodes["b"].value
    if base.grain != "day" or base.form != "point" or base.clock is not None:
        return "L", None
    lengthened = nodes["b"].code == "H" or "weekend of" not in found[0].lower()
    return "L", Value(
        lambda reference: _beside_weekend(base.find(reference), lengthened=lengthened),
        "weekend",
        base.needs,
        local=base.local,
    )


def _beside_weekend(day: Interval | None, *, lengthened: bool) -> Interval | None:
    """Return the weekend nearest to a day, with the day where it lengthens it: Thanksgiving's begins on Thursday."""
    if day is None or day.start is None:
        return None
    weekday = day.start.weekday()
    saturday = day.start + timedelta(days=5 - weekday if weekday >= _WEDNESDAY else -2 - weekday)
    monday = saturday + timedelta(days=2)
    if not lengthened or weekday == _WEDNESDAY:  # a Wednesday touches no weekend
        return Interval(saturday, monday, "weekend")
    return Interval(min(saturday, day.start), max(monday, day.start + timedelta(days=1)), "weekend")


def _nth_after(found: Found, nodes: Nodes) -> Made:
    fields, number, base = nodes["a"].value.fields, number_of(found["n"]), nodes["b"].value
    if fields is None or fields.weekday is None or number is None or number < 1 or base.form != "point":
        return "R", None
    return "R", _counted_from(base, fields.weekday, number if found["k"].lower() == "after" else -number)


def _counted_from(base: Value, weekday: int, number: int) -> Value:
    first = weekday_near(weekday, None, 1 if number > 0 else -1)

    def find(reference: Reference) -> Interval | None:
        day = base.find(reference)
        near = None if day is None or day.start is None else first.find(Reference(day.start))
        if near is None or near.start is None:
            return None
        start = shift(near.start, number - 1 if number > 0 else number + 1, "week")
        return None if start is None else Interval(start, unit_end(start, "day"), "day")

    return Value(find, "day", base.needs, local=base.local)


def _nth_weekday_alone(found: Found, nodes: Nodes) -> Made:
    """Read "the first Monday" as that of the anchor's month."""
    fields, number = nodes["a"].value.fields, number_of(found["n"])
    if fields is None or fields.weekday is None or number is None or not 1 <= number <= 5:
        return "R", None
    return "R", within(relative(0, "month"), number, "day", fields.weekday)


def _quarter_of(found: Found, nodes: Nodes) -> Made:
    fields, unit, year = nodes["a"].value.fields, nodes["a"].value.grain, nodes["b"].value
    if fields is None or fields.month is None or unit not in ("quarter", "half") or year.grain != "year":
        return "Q", None
    if year.form != "point":
        return "Q", None
    return "Q", within(year, (fields.month - 1) // (3 if unit == "quarter" else 6) + 1, unit)


def _period_ended(found: Found, nodes: Nodes) -> Made:
    base, label = nodes["b"].value, nodes["u"].value.label if "u" in nodes else f"1 {found['n']}"
    if base.grain != "day" or base.form != "point" or label is None:
        return "L", None
    count, unit = label.split()

    def find(reference: Reference) -> Interval | None:
        day = base.find(reference)
        if day is None or day.end is None:
            return None
        start = shift(day.end, -int(count), unit)
        return None if start is None else Interval(start, day.end, unit)

    return "L", Value(find, unit, base.needs, form="range")


def _week_ending(found: Found, nodes: Nodes) -> Made:
    base = nodes["b"].value
    if base.grain != "day" or base.form != "point":
        return "L", None

    def find(reference: Reference) -> Interval | None:
        day = base.find(reference)
        if day is None or day.end is None:
            return None
        start = shift(day.end, -1, "week")
        return None if start is None else Interval(start, day.end, "week")

    return "L", Value(find, "week", base.needs, form="range")


COUNTED: tuple[Join, ...] = (
    Join(
        "en.after-next-day",
        "the Friday after next, March after next",
        join_pattern(r"(?:the )?(?P<b>{W}|{M}) after next"),
        _after_next,
        ("the Friday after next", "March after next"),
    ),
    Join(
        "en.before-last-day",
        "the Sunday before last",
        join_pattern(r"(?:the )?(?P<b>{W}) before last"),
        _before_last,
        ("the Sunday before last",),
    ),
    Join(
        "en.weekend-of",
        "Labor Day weekend, the weekend of 5 May",
        join_pattern(r"(?:the )?weekend of (?:the )?(?P<b>{H}|{D})"),
        _weekend_of,
        ("the weekend of 5 May 2023",),
    ),
    Join(
        "en.holiday-weekend",
        "a holiday with the weekend that it lengthens",
        join_pattern(r"(?:the )?(?P<b>{H}|{D})['’]?s? weekend"),
        _weekend_of,
        ("Labor Day 2021 weekend", "July 4th weekend"),
    ),
    Join(
        "en.nth-after",
        "the third Tuesday after Christmas 2014",
        join_pattern(rf"(?:the )?(?P<n>{ORDINAL}) (?P<a>{{W}}) (?P<k>after|before) (?P<b>{{H}}|{{D}})"),
        _nth_after,
        ("the third Tuesday after Christmas 2014",),
    ),
    Join(
        "en.nth-weekday-alone",
        "the first Monday, of the month of the anchor",
        join_pattern(
            rf"(?:the )?(?P<n>{ORDINAL}) (?P<a>{{W}})(?: (?:of|in) (?:the|this) month)?(?! (?:of|in|after|before)\b)"
        ),
        _nth_weekday_alone,
        ("the first Monday", "the second Monday of the month"),
    ),
    Join(
        "en.quarter-of",
        "Q4 of last year, the second quarter of this year",
        join_pattern(r"(?P<a>{Q}),?(?: of| in)? (?P<b>{L}|{Y})"),
        _quarter_of,
        ("Q4 of last year", "Q4 last year"),
    ),
    Join(
        "en.year-s-quarter",
        "last year's fourth quarter",
        join_pattern(r"(?P<b>{L}|{Y})['’]s (?P<a>{Q})"),
        _quarter_of,
        ("last year's fourth quarter",),
    ),
    Join(
        "en.period-ended",
        "the three months ended 30 June 2023, the year ended 31 December 2023",
        join_pattern(
            r"(?:the )?(?:(?P<u>{U})|(?P<n>year|quarter|month|half)) (?:ended|ending)(?: on)? (?:the )?(?P<b>{D})"
        ),
        _period_ended,
        ("the three months ended 30 June 2023", "the year ended 31 December 2023"),
    ),
    Join(
        "en.week-ending",
        "the week ending 5 May 2023: the seven days up to it",
        join_pattern(r"(?:the )?week (?:ending|ended|ending on|ended on) (?:the )?(?P<b>{D}|{R}|{W})"),
        _week_ending,
        ("the week ending 5 May 2023",),
    ),
)
"""Joins of the first pass."""

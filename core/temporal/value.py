"""What a time expression means before it is anchored, and how an anchor turns it into an interval.

Everything here is local wall time; the anchor's offset is put on at the very end.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from core.temporal.calendar import CLOCK_GRAINS, add_months, date_or_none, floor, shift, unit_end


@dataclass(frozen=True, slots=True)
class Interval:
    """A half-open stretch of local time; None is an open side. ``grain`` is how exactly it is meant."""

    start: datetime | None
    end: datetime | None
    grain: str
    zone: tzinfo | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """The moment that relative time counts from.

    ``known`` is the granularity to which it is known; ``future`` tells that the words around an
    expression speak of what is to come; ``month_first`` how the text orders month and day in numbers.
    """

    at: datetime
    known: str = "day"
    future: bool = False
    month_first: bool | None = None


@dataclass(frozen=True, slots=True)
class Fields:
    """The parts of a calendar date that an expression names.

    ``year_shift`` and ``month_shift`` count from the anchor ("last year" is -1); ``weekday`` is 0 for Monday.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    year_shift: int | None = None
    month_shift: int | None = None

    @property
    def grain(self) -> str:
        """The unit that the named parts fill."""
        if self.day is not None or self.weekday is not None:
            return "day"
        return "month" if self.month is not None or self.month_shift is not None else "year"

    @property
    def absolute(self) -> bool:
        """Whether no anchor is needed."""
        return self.year is not None


@dataclass(frozen=True, slots=True)
class Clock:
    """A stretch of a day's clock: from ``low`` to ``high`` after midnight, half-open."""

    low: timedelta
    high: timedelta
    grain: str
    zone: tzinfo | None = None
    half_day: bool = True  # whether morning or afternoon is settled


Find = Callable[[Reference], Interval | None]


@dataclass(frozen=True, slots=True)
class Value:
    """The meaning of an expression.

    ``find`` gives the interval for an anchor; ``needs`` is the granularity to which the anchor must be
    known, None when the expression stands by itself. ``fields`` are kept where a neighbour may lend or
    borrow parts. ``form`` is point, range, open, duration, set, clock, vague, unresolved, or follow: counted
    from the date before it ("two weeks later"). ``local`` tells that it counts from a date inside the
    expression, ``strict`` that a following value may never count from the anchor. ``rebuild`` makes the
    value anew from fields to which a neighbour has lent a part.
    """

    find: Find
    grain: str
    needs: str | None = None
    fields: Fields | None = None
    form: str = "point"
    label: str | None = None  # shown instead of the bounds
    clock: "Clock | None" = None
    local: bool = False
    strict: bool = False
    rebuild: "Callable[[Fields], Value] | None" = None
    counted: str | None = None  # how exactly the date before a "follow" must be known, if not to ``grain``
    parts: tuple[tuple[int, str], ...] = ()  # of a duration or a run of several units: (count, unit), largest first
    included: bool = False  # whether a run of units ahead starts with the anchor's own day
    lenient: bool = False  # a "follow" that counts from the document's date where no date stands before it

    @property
    def absolute(self) -> bool:
        """Whether no anchor is needed."""
        return self.needs is None


def _nothing(_: Reference) -> Interval | None:
    return None


def of_fields(fields: Fields) -> Value:
    """Return the value of a calendar date of which some parts are named."""
    needs = None
    if not fields.absolute:
        named = fields.month is not None or fields.year_shift is not None
        needs = "month" if named or fields.month_shift is not None else "day"
        if fields.year_shift is not None:
            needs = "year"
    return Value(lambda reference: _from_fields(fields, reference), fields.grain, needs, fields)


def fixed(start: datetime | None, end: datetime | None, grain: str, *, label: str | None = None) -> Value:
    """Return the value of an interval that no anchor changes."""
    return Value(lambda _: Interval(start, end, grain), grain, label=label)


def unit_of(start: datetime | None, unit: str, *, label: str | None = None) -> Value | None:
    """Return the value of the unit that starts at ``start``, None when it lies outside the calendar."""
    if start is None:
        return None
    return fixed(start, unit_end(start, unit), unit, label=label)


def relative(count: int, unit: str) -> Value:
    """Return the value "the unit ``count`` units from the anchor's own" (last week: -1, week)."""

    def find(reference: Reference) -> Interval | None:
        start = shift(floor(reference.at, unit), count, unit)
        return None if start is None else Interval(start, unit_end(start, unit), unit)

    fields = None
    if unit == "year":
        fields = Fields(year_shift=count)
    elif unit == "month":
        fields = Fields(month_shift=count)
    return Value(find, unit, needs(unit), fields)


def needs(unit: str) -> str:
    """Return how exactly the anchor of a step by a unit must be known."""
    if unit in CLOCK_GRAINS:
        return unit
    if unit in ("day", "week", "weekend"):
        return "day"
    return "month" if unit in ("month", "quarter", "half") else "year"


def weekday_near(weekday: int, weeks: int | None, direction: int = 0) -> Value:
    """Return a weekday: of the week ``weeks`` from the anchor's, or the nearest in a direction.

    Args:
        weekday: 0 for Monday.
        weeks: 0 this week, -1 the previous one …; None to go by ``direction``.
        direction: -1 strictly before the anchor's day, 1 strictly after, 0 on it or before.
    """

    def find(reference: Reference) -> Interval | None:
        day = floor(reference.at, "day")
        if weeks is not None:
            start: datetime | None = shift(floor(day, "week"), weeks * 7 + weekday, "day")
        elif direction > 0 or (direction == 0 and reference.future):
            start = shift(
                day, (weekday - day.weekday() - 1) % 7 + 1 if direction else (weekday - day.weekday()) % 7, "day"
            )
        else:
            back = (day.weekday() - weekday) % 7
            start = shift(day, -(back or (7 if direction < 0 else 0)), "day")
        return None if start is None else Interval(start, unit_end(start, "day"), "day")

    bare = weeks is None and direction == 0
    return Value(find, "day", "day", Fields(weekday=weekday) if bare else None)


def weekend_near() -> Value:
    """Return the weekend whose Saturday is the nearest on the anchor's day or before it."""
    saturday = weekday_near(5, None)

    def find(reference: Reference) -> Interval | None:
        interval = saturday.find(reference)
        if interval is None or interval.start is None:
            return None
        return Interval(interval.start, unit_end(interval.start, "weekend"), "weekend")

    return Value(find, "weekend", "day")


def _from_fields(fields: Fields, reference: Reference) -> Interval | None:
    start = _start_of(fields, reference)
    return None if start is None else Interval(start, unit_end(start, fields.grain), fields.grain)


def _start_of(fields: Fields, reference: Reference) -> datetime | None:
    """Return the first moment that named parts mean: the nearest on or before the anchor where a part is open."""
    anchor = floor(reference.at, "day")
    year = fields.year
    if fields.year_shift is not None:
        year = anchor.year + fields.year_shift
    month = fields.month
    if fields.month_shift is not None:
        base = add_months(anchor.replace(day=1, year=year or anchor.year), fields.month_shift)
        if base is None:
            return None
        year, month = base.year, base.month
    if year is not None:
        return date_or_none(year, month or 1, fields.day or 1)
    if month is not None:
        # 29 February may be eight years away; any other day comes every year
        years = range(-8, 9) if (month, fields.day) == (2, 29) else range(-2, 3)
        return _nearest(
            [date_or_none(anchor.year + back, month, fields.day or 1) for back in years],
            anchor if fields.day else anchor.replace(day=1),
            fields.weekday,
            future=reference.future,
        )
    if fields.day is not None:
        reach = range(-3, 4) if fields.weekday is None else range(-13, 14)
        months = [add_months(anchor.replace(day=1), back) for back in reach]
        days = [date_or_none(m.year, m.month, fields.day) for m in months if m is not None]
        return _nearest(days, anchor, fields.weekday, future=reference.future)
    if fields.weekday is not None:
        found = weekday_near(fields.weekday, None).find(reference)
        return found.start if found else None
    return None


def _nearest(
    candidates: list[datetime | None], anchor: datetime, weekday: int | None, *, future: bool
) -> datetime | None:
    """Return the candidate nearest to the anchor on the asked side; a named weekday decides before the side."""
    dates = [date for date in candidates if date is not None]
    if weekday is not None:
        fitting = [date for date in dates if date.weekday() == weekday]
        return min(fitting, key=lambda date: (abs(date - anchor), date > anchor), default=None)
    side = [date for date in dates if (date >= anchor if future else date <= anchor)]
    return min(side, key=lambda date: abs(date - anchor)) if side else None


def of_clock(clock: Clock) -> Value:
    """Return the value of a clock time on the anchor's day."""
    return replace(at_clock(relative(0, "day"), clock), needs="minute", fields=None, form="clock", clock=clock)


def at_clock(base: Value, clock: Clock) -> Value:
    """Return a clock time of the day that ``base`` starts with."""

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.start is None:
            return None
        midnight = floor(interval.start, "day")
        return Interval(midnight + clock.low, midnight + clock.high, clock.grain, clock.zone)

    rebuild = None if base.fields is None else lambda fields: at_clock(of_fields(fields), clock)
    return Value(find, clock.grain, base.needs, base.fields, rebuild=rebuild)


def labelled(form: str, grain: str, label: str | None = None) -> Value:
    """Return a value that has no bounds by nature: a duration, a set, fiscal or vague wording."""
    return Value(_nothing, grain, None, form=form, label=label)

"""Values counted in steps from the anchor or from another value: ago, later, the past three weeks."""

from dataclasses import replace
from datetime import datetime, timedelta

from core.temporal.calendar import CLOCK_GRAINS, finer, floor, shift, unit_end
from core.temporal.value import Interval, Reference, Value, needs


def looking_ahead(base: Value) -> Value:
    """Return a value that prefers its next reading to its last one."""
    return replace(base, find=lambda reference: base.find(replace(reference, future=True)))


_GRAIN_OF_STEP = {"week": "day", "weekend": "day"}


def step(base: Value | None, count: int, unit: str) -> Value:
    """Return the value ``count`` units after ``base``, or after the anchor when ``base`` is None.

    Days and weeks give a day; months and years give the month or year that the step ends in, for
    "two years ago" names no day.
    """
    grain = _GRAIN_OF_STEP.get(unit, unit)

    def find(reference: Reference) -> Interval | None:
        start = reference.at
        own = grain
        if base is not None:
            interval = base.find(reference)
            if interval is None or interval.start is None:
                return None
            edge = interval.end if count > 0 and interval.end and unit == "day" else None
            start = edge - timedelta(days=1) if edge else interval.start
            own = finer(interval.grain, grain)
        moved = shift(start, count, unit)
        if moved is None:
            return None
        moved = floor(moved, own)
        return Interval(moved, unit_end(moved, own), own)

    if base is None:
        return Value(find, grain, needs(grain))
    dated = base.absolute or base.local or (base.fields is not None and base.fields.month is not None)
    return Value(find, grain, base.needs, local=dated)


def moved(moment: datetime, parts: tuple[tuple[int, str], ...], sign: int = 1) -> datetime | None:
    """Return a moment some units later, one kind of unit after another; None outside the calendar."""
    found: datetime | None = moment
    for count, unit in parts:
        found = None if found is None else shift(found, sign * count, unit)
    return found


def exactly(base: Value | None, parts: tuple[tuple[int, str], ...], sign: int) -> Value:
    """Return the day, or the moment, that lies several kinds of units from the start of ``base`` or the anchor."""
    clock = any(unit in CLOCK_GRAINS for _, unit in parts)
    grain = parts[-1][1] if clock else "day"

    def find(reference: Reference) -> Interval | None:
        interval = None if base is None else base.find(reference)
        start = reference.at if base is None else interval.start if interval else None
        start = None if start is None else moved(floor(start, grain), parts, sign)
        return None if start is None else Interval(start, unit_end(start, grain), grain)

    return Value(find, grain, needs(grain) if base is None else base.needs)


def stretch(parts: tuple[tuple[int, str], ...], *, include: bool) -> Value:
    """Return the run of several kinds of units up to the anchor's day, or after it, as ``rolling`` does for one."""
    ahead = parts[0][0] > 0

    def find(reference: Reference) -> Interval | None:
        base = floor(reference.at, "day")
        start = shift(base, 1, "day") if ahead and not include else base
        other = None if start is None else moved(start, parts)
        return None if start is None or other is None else Interval(min(start, other), max(start, other), "day")

    return Value(find, "day", "day", form="range")


def following(value: Value, *, strict: bool = True, lenient: bool = False) -> Value:
    """Return a value that counts from the date before it in its sentence.

    Args:
        value: what is counted.
        strict: whether it may never count from the anchor.
        lenient: whether it counts from a document's date as well where no other stands before it.
    """
    needed = value.needs if lenient else "day"
    return replace(value, form="follow", fields=None, strict=strict, lenient=lenient, needs=needed)


def chained(base: Value, beside: Value) -> Value:
    """Return a following value counted from the start of ``base``."""

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.start is None:
            return None
        return beside.find(Reference(interval.start))

    return Value(find, beside.grain, base.needs)


def rolling(count: int, unit: str, *, include: bool = False) -> Value:
    """Return the ``count`` units up to the anchor's day (negative) or after it (positive).

    Quarters count as calendar units; all others run day by day: "the past 3 weeks" of the 22nd are the
    1st to the 21st. "The next 3 days" start tomorrow; ``include`` starts them today ("within 3 days").
    """

    def find(reference: Reference) -> Interval | None:
        base = floor(reference.at, unit if unit in ("quarter", "half", *CLOCK_GRAINS) else "day")
        if include:
            other = shift(base, count, unit)
            return None if other is None else Interval(base, other, unit)
        if count > 0:
            moved = base if unit in CLOCK_GRAINS else shift(base, 1, "quarter" if unit == "quarter" else "day")
            if moved is None:
                return None
            base = moved
        other = shift(base, count, unit)
        if other is None:
            return None
        return Interval(min(base, other), max(base, other), unit)

    needed = needs(unit if unit in ("quarter", *CLOCK_GRAINS) else "day")
    return Value(find, unit, needed, form="range", parts=((count, unit),), included=include)

"""Values made of other values: ranges, open sides, parts, halves and the nth unit inside another."""

from dataclasses import replace
from datetime import datetime, timedelta

from core.temporal.calendar import CLOCK_GRAINS, GRAINS, add_months, finer, floor, shift, unit_end
from core.temporal.value import Fields, Interval, Reference, Value, of_fields


def span(left: Value, right: Value) -> Value:
    """Return everything from the start of one value to the end of the other.

    Parts that one side names and the other lacks are lent: "3 to 7 May", "June through August 2023".
    A right side that would come before the left one moves on (8月至2月 ends in the next year).
    """
    left, right = _lend(left, right)

    def find(reference: Reference) -> Interval | None:
        first, second = left.find(reference), right.find(reference)
        if first is None or second is None or first.start is None:
            return None
        if reference.future:
            first, second = _running(left, right, reference) or (first, second)
        if first.start is None:
            return None
        if second.end is not None and second.end <= first.start:
            second = _later(right, first.start, reference)
        if second is None or second.end is None or second.end <= first.start:
            return None
        end = _edge(second)
        if end is None or end <= first.start:
            return None
        return Interval(first.start, end, finer(first.grain, second.grain), second.zone or first.zone)

    return Value(find, finer(left.grain, right.grain), _stricter(left.needs, right.needs), form="range")


def _stricter(first: str | None, second: str | None) -> str | None:
    if first is None or second is None:
        return first or second
    return min(first, second, key=GRAINS.index)


def _running(left: Value, right: Value, reference: Reference) -> tuple[Interval, Interval] | None:
    """Return the stretch that has begun and is not over, where there is one: in September "August to October"."""
    if left.fields is None or left.fields.month is None or left.absolute or left.fields.year_shift is not None:
        return None
    first = left.find(replace(reference, future=False))
    second = None if first is None or first.start is None else _later(right, first.start, reference)
    if first is None or second is None or second.end is None or second.end <= reference.at:
        return None
    return first, second


def _later(value: Value, after: datetime, reference: Reference) -> Interval | None:
    """Return the reading of a value that lies after a moment, None when its year is fixed."""
    if value.fields is None or value.fields.absolute or value.fields.year_shift is not None:
        return None
    return value.find(Reference(after, reference.known, future=True))


def _anew(value: Value, fields: Fields) -> Value:
    """Return a value whose fields a neighbour has completed."""
    return of_fields(fields) if value.rebuild is None else value.rebuild(fields)


def _lend(left: Value, right: Value) -> tuple[Value, Value]:
    """Return both values with the parts that one of them lacks taken from the other."""
    one, two = left.fields, right.fields
    if one is None or two is None:
        return left, right
    if two.year is not None and one.year is None and one.year_shift is None and one.month is not None:
        year = two.year - (1 if two.month is not None and (one.month, one.day or 1) > (two.month, two.day or 31) else 0)
        return _anew(left, replace(one, year=year)), right
    if one.year is not None and two.year is None and two.year_shift is None and (two.month or two.day):
        month = two.month if two.month is not None else one.month
        late = one.month is not None and month is not None and month < one.month
        return left, _anew(right, replace(two, month=month, year=one.year + (1 if late else 0)))
    if one.month is not None and two.month is None and two.month_shift is None and two.day is not None:
        return left, _anew(right, replace(two, month=one.month, year=one.year, year_shift=one.year_shift))
    if one.year_shift is not None and two.month is not None and two.year_shift is None and two.year is None:
        return left, _anew(right, replace(two, year_shift=one.year_shift))
    if one.month_shift is not None and two.day is not None and two.month is None and two.month_shift is None:
        return left, _anew(right, replace(two, month_shift=one.month_shift, year_shift=one.year_shift))
    return left, right


def _edge(interval: Interval) -> datetime | None:
    """Return where an interval ends as a bound: a clock time is an instant there, not a minute long."""
    if interval.grain in CLOCK_GRAINS and interval.start is not None:
        instant = shift(interval.start, 1, interval.grain)
        return interval.start if interval.end == instant else interval.end
    return interval.end


def opened(base: Value, side: str) -> Value:
    """Return a value open on one side: "from" and "after" have no end, "before" and "through" no start.

    "from" starts with the unit, "after" after it; "before" ends ahead of the unit, "through" with it.
    """

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None:
            return None
        edge = interval.start if side in ("from", "before") else _edge(interval)
        if edge is None:
            return None
        start, end = (edge, None) if side in ("from", "after") else (None, edge)
        return Interval(start, end, interval.grain, interval.zone)

    if base.form == "follow":
        return replace(base, find=find, counted=base.counted or base.grain)
    return Value(find, base.grain, base.needs, form="open", local=base.local)


def bounded(after: Value, before: Value) -> Value:
    """Return the stretch between a value open at its end and one open at its start."""

    def find(reference: Reference) -> Interval | None:
        first, second = after.find(reference), before.find(reference)
        if first is None or second is None or first.start is None or second.end is None:
            return None
        if first.start >= second.end:
            return None
        return Interval(first.start, second.end, finer(first.grain, second.grain))

    return Value(find, finer(after.grain, before.grain), _stricter(after.needs, before.needs), form="range")


_THIRDS = {"month": ((0, 10), (10, 20), (20, None)), "week": ((0, 3), (2, 5), (4, None))}


def part(base: Value, which: int) -> Value:
    """Return the first (0), middle (1) or last (2) third of a value.

    Months are cut at the 10th and 20th as 上旬/中旬/下旬 are, weeks after Wednesday and before Friday,
    years, decades and other runs of months in equal thirds.
    """

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.start is None or interval.end is None:
            return None
        start, end = interval.start, interval.end
        if interval.grain in _THIRDS:
            first, last = _THIRDS[interval.grain][which]
            return Interval(start + timedelta(days=first), end if last is None else start + timedelta(days=last), "day")
        months = (end.year - start.year) * 12 + end.month - start.month
        if months < 3:
            return Interval(start, end, interval.grain)
        low, high = add_months(start, months * which // 3), add_months(start, months * (which + 1) // 3)
        return Interval(low, high, "month")

    rebuild = None if base.fields is None else lambda fields: part(_anew(base, fields), which)
    return Value(find, base.grain, base.needs, base.fields, form="range", rebuild=rebuild)


def half(base: Value, which: int) -> Value:
    """Return the first (0) or second (1) half of a value, by months, else by days."""

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.start is None or interval.end is None:
            return None
        months = (interval.end.year - interval.start.year) * 12 + interval.end.month - interval.start.month
        if months >= 2:
            middle = add_months(interval.start, months // 2)
        elif interval.grain == "month":
            middle = interval.start + timedelta(days=15)
        else:
            middle = interval.start + timedelta(days=(interval.end - interval.start).days // 2)
        if which:
            return Interval(middle, interval.end, "half" if months >= 12 else "day")
        return Interval(interval.start, middle, "half" if months >= 12 else "day")

    return Value(find, base.grain, base.needs, form="range")


def within(base: Value, nth: int, unit: str, weekday: int | None = None, count: int = 1) -> Value:
    """Return the nth unit, or the nth given weekday, of a value; counted from its end when negative.

    A week belongs to the month or year that holds its Thursday, as in ISO 8601.
    """

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.start is None or interval.end is None:
            return None
        starts = _starts_within(interval.start, interval.end, unit, weekday)
        index = nth - 1 if nth > 0 else len(starts) + nth + 1 - count
        if not index >= 0 or index + count > len(starts):
            return None
        return Interval(starts[index], unit_end(starts[index + count - 1], unit), unit)

    return Value(find, unit, base.needs)


def _starts_within(start: datetime, end: datetime, unit: str, weekday: int | None) -> list[datetime]:
    starts: list[datetime] = []
    moment: datetime | None = floor(start, unit)
    if weekday is not None:
        moment = start + timedelta(days=(weekday - start.weekday()) % 7)
    stride = "week" if weekday is not None or unit == "weekend" else unit
    while moment is not None and moment < end and len(starts) < 400:
        middle = moment + timedelta(days=3) if stride == "week" and unit == "week" else moment
        if start <= middle < end:
            starts.append(moment)
        moment = shift(moment, 1, stride)
    return starts


def within_unit(base: Value, unit: str) -> Value:
    """Return the unit that holds the first day of a value."""

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.start is None:
            return None
        start = floor(interval.start, unit)
        return Interval(start, unit_end(start, unit), unit)

    return Value(find, unit, base.needs)

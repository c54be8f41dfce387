"""Calendar arithmetic on local dates: units, steps that clamp, ISO weeks, Easter. No clock, no time zone."""

from datetime import datetime, timedelta

MONTHS_OF = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
"""How many months a calendar unit has."""

TIME_OF = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
}
"""How long a unit of fixed length is."""

GRAINS = (
    "second",
    "minute",
    "hour",
    "day",
    "weekend",
    "week",
    "month",
    "season",
    "quarter",
    "half",
    "year",
    "decade",
    "century",
)
"""Granularities, finest first."""

CLOCK_GRAINS = frozenset({"second", "minute", "hour"})


def finer(first: str, second: str) -> str:
    """Return the finer one of two granularities."""
    return min(first, second, key=GRAINS.index)


def date_or_none(year: int, month: int = 1, day: int = 1) -> datetime | None:
    """Return midnight of a date, None when the calendar has no such day."""
    try:
        return datetime(year, month, day)  # noqa: DTZ001 - local wall time, the anchor has the offset
    except ValueError:
        return None


def add_months(moment: datetime, months: int) -> datetime | None:
    """Return the moment some months later; the day is cut back to the month's last (31 Jan + 1 = 28 Feb).

    None when the result lies outside the years 1 to 9999.
    """
    total = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(total, 12)
    if not 1 <= year <= 9998:
        return None
    return moment.replace(year=year, month=month + 1, day=min(moment.day, month_days(year, month + 1)))


def month_days(year: int, month: int) -> int:
    """Return how many days a month of the years 1 to 9998 has."""
    if month == 12:
        return 31
    first, following = datetime(year, month, 1), datetime(year, month + 1, 1)  # noqa: DTZ001
    return (following - first).days


def shift(moment: datetime, count: int, unit: str) -> datetime | None:
    """Return the moment ``count`` units later (earlier when negative), None outside the calendar."""
    if unit == "weekend":
        unit = "week"
    try:
        if unit in TIME_OF:
            return moment + count * TIME_OF[unit]
        return add_months(moment, count * MONTHS_OF[unit])
    except OverflowError:
        return None


def floor(moment: datetime, unit: str) -> datetime:
    """Return the start of the unit that holds the moment; weeks start on Monday, a weekend on Saturday."""
    if unit == "second":
        return moment.replace(microsecond=0)
    if unit == "minute":
        return moment.replace(second=0, microsecond=0)
    if unit == "hour":
        return moment.replace(minute=0, second=0, microsecond=0)
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit == "day":
        return day
    if unit in ("week", "weekend"):
        monday = day - timedelta(days=day.weekday()) if day.toordinal() > day.weekday() else day
        return monday + timedelta(days=5) if unit == "weekend" else monday
    size = MONTHS_OF[unit]
    if size >= 12:
        years = size // 12
        return day.replace(year=max(1, day.year // years * years), month=1, day=1)
    return day.replace(month=(day.month - 1) // size * size + 1, day=1)


def unit_end(start: datetime, unit: str) -> datetime | None:
    """Return the first moment after the unit that starts at ``start``."""
    return start + timedelta(days=2) if unit == "weekend" else shift(start, 1, unit)


def easter(year: int) -> datetime:
    """Return Western Easter Sunday (the anonymous Gregorian computus)."""
    golden, century, rest = year % 19, year // 100, year % 100
    leap, correction = century // 4, (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leap - correction + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return datetime(year, month, day + 1)  # noqa: DTZ001


def orthodox_easter(year: int) -> datetime:
    """Return Orthodox Easter Sunday as a Gregorian date (Julian computus, shifted by the calendars' distance)."""
    lunar = (19 * (year % 19) + 15) % 30
    weekday = (2 * (year % 4) + 4 * (year % 7) - lunar + 34) % 7
    month, day = divmod(lunar + weekday + 114, 31)
    distance = year // 100 - year // 400 - 2
    return datetime(year, month, day + 1) + timedelta(days=distance)  # noqa: DTZ001


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> datetime | None:
    """Return the nth weekday (0 = Monday) of a month, counted from its end when ``nth`` is negative."""
    first = date_or_none(year, month)
    if first is None:
        return None
    if nth > 0:
        day = 1 + (weekday - first.weekday()) % 7 + 7 * (nth - 1)
    else:
        last = month_days(year, month)
        day = last - (first.replace(day=last).weekday() - weekday) % 7 + 7 * (nth + 1)
    return date_or_none(year, month, day) if day >= 1 else None

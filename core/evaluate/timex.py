"""Bounds of ISO 8601 and TIMEX3 values: the half-open interval that a value names."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

Bounds = tuple[str | None, str | None]

_QUARTER, _HALF = 3, 6
_SEASONS = {"SP": 3, "SU": 6, "FA": 9, "WI": 12}  # first month, northern and meteorological
_VAGUE = frozenset(("PRESENT_REF", "PAST_REF", "FUTURE_REF"))


def _month_span(year: int, month: int, months: int) -> Bounds:
    last = year * 12 + month - 1 + months
    return date(year, month, 1).isoformat(), date(last // 12, last % 12 + 1, 1).isoformat()


def _day(match: re.Match[str]) -> Bounds:
    start = date(int(match[1]), int(match[2]), int(match[3]))
    return start.isoformat(), (start + timedelta(days=1)).isoformat()


def _week(match: re.Match[str]) -> Bounds:
    start = date.fromisocalendar(int(match[1]), int(match[2]), 1)
    return start.isoformat(), (start + timedelta(days=7)).isoformat()


def _weekend(match: re.Match[str]) -> Bounds:
    start = date.fromisocalendar(int(match[1]), int(match[2]), 6)
    return start.isoformat(), (start + timedelta(days=2)).isoformat()


def _decade(match: re.Match[str]) -> Bounds:
    first = int(match[1]) * 10
    return date(first, 1, 1).isoformat(), date(first + 10, 1, 1).isoformat()


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Bounds]], ...] = (
    (re.compile(r"(\d{4})-(\d\d)-(\d\d)"), _day),
    (re.compile(r"(\d{4})-(\d\d)"), lambda m: _month_span(int(m[1]), int(m[2]), 1)),
    (re.compile(r"(\d{4})-W(\d\d)"), _week),
    (re.compile(r"(\d{4})-W(\d\d)-WE"), _weekend),
    (re.compile(r"(\d{4})-Q([1-4])"), lambda m: _month_span(int(m[1]), (int(m[2]) - 1) * _QUARTER + 1, _QUARTER)),
    (re.compile(r"(\d{4})-H([12])"), lambda m: _month_span(int(m[1]), (int(m[2]) - 1) * _HALF + 1, _HALF)),
    (re.compile(r"(\d{4})-(SP|SU|FA|WI)"), lambda m: _month_span(int(m[1]), _SEASONS[m[2]], 3)),
    (re.compile(r"(\d{4})"), lambda m: _month_span(int(m[1]), 1, 12)),
    (re.compile(r"(\d{3})X?"), _decade),
)


def bounds_of(value: str) -> Bounds | None:
    """Return the interval of a value: ISO bounds, half-open; (None, None) for a vague reference.

    None when the value names no interval of days (a duration, a set, a time of day, something unknown).
    """
    if value in _VAGUE:
        return None, None
    for pattern, make in _FORMS:
        match = pattern.fullmatch(value)
        if match is not None:
            try:
                return make(match)
            except ValueError:
                return None
    return None


def next_unit(start: str, grain: str) -> str:
    """Return the end (ISO) of the unit that begins at an ISO date or date-time; without a grain, its own precision."""
    at = datetime.fromisoformat(start)
    has_time = len(start) > len("2026-01-01")
    steps = {"second": timedelta(seconds=1), "minute": timedelta(minutes=1), "hour": timedelta(hours=1)}
    chosen = grain or ("second" if has_time else "day")
    if chosen in steps:
        return (at + steps[chosen]).isoformat()
    months = {"month": 1, "quarter": 3, "year": 12, "decade": 120}.get(chosen)
    if months is not None:
        last = at.year * 12 + at.month - 1 + months
        return at.replace(year=last // 12, month=last % 12 + 1).date().isoformat()
    return (at.date() + timedelta(days=7 if chosen == "week" else 1)).isoformat()

"""The ways one date or date-time is written out in full, as a table of patterns.

Each row names the groups it fills: ``y`` year, ``mo`` month number, ``mon`` month name, ``d`` day,
``a``/``b`` two numbers whose order is unknown, and of the clock ``h``, ``mi``, ``s``, ``ap``, ``zone``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from core.model import Precision
from core.temporal.names import MONTH_PATTERN, MONTHS, WEEKDAY_PATTERN
from core.temporal.zones import ZONE_PATTERN, zone_of

_YEAR = r"(?P<y>(?:19|20|21)\d\d)"
_MONTH_NAME = rf"(?P<mon>{MONTH_PATTERN})\b\.?"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_WEEKDAY = rf"(?:(?:{WEEKDAY_PATTERN})\b\.?,?\s{{1,3}})?"
_ZONE = rf"(?:\s?\(?(?P<zone>{ZONE_PATTERN})\)?)?"
_SECONDS = r"(?::(?P<s>\d\d)(?:[.,]\d{1,9})?)?"
_AMPM = r"(?:\s?(?P<ap>[ap])\.?m\.?(?![a-z]))?"
_CLOCK = (
    rf"(?:(?:[T_]|\s{{1,3}}|,\s{{0,2}}|\s?-\s|\s+at\s+)(?P<h>\d{{1,2}}):(?P<mi>\d\d){_SECONDS}{_AMPM}"
    rf"(?:\s?hrs)?{_ZONE})?"
).replace(r"\s+", r"\s{1,3}")
_ZH_CLOCK = (
    rf"(?:[\sT]{{0,3}}(?P<h>\d{{1,2}})(?::(?P<mi>\d\d){_SECONDS}|[时点](?:" rf"(?P<mi2>\d{{1,2}})分?)?){_ZONE})?"
)


@dataclass(frozen=True, slots=True)
class DateForm:
    """One way to write a date; ``hits`` maps a text to the ISO value that it means."""

    id: str
    why: str
    pattern: re.Pattern[str]
    hits: tuple[tuple[str, str], ...]
    keeps: tuple[str, ...] = ()


def _form(name: str, why: str, pattern: str, *hits: tuple[str, str], keeps: tuple[str, ...] = ()) -> DateForm:
    # Text taken out of HTML often glues the next heading to a full date ("June 1, 2020Summary").
    after = r"(?-i:[a-z])|T\d" if "?P<d>" in pattern else "[a-z]"
    bounded = rf"(?<![0-9A-Za-z.]){pattern}(?![0-9]|{after}|[.:/]\d|-\d(?!\d{{3}}))"
    return DateForm(name, why, re.compile(bounded, re.IGNORECASE), hits, keeps)


FORMS: tuple[DateForm, ...] = (
    _form(
        "iso",
        "ISO 8601 and its slashed and dotted cousins: the year first leaves no doubt",
        rf"{_WEEKDAY}{_YEAR}(?P<sep>[-/.])(?P<mo>\d{{1,2}})(?P=sep)(?P<d>\d{{1,2}}){_CLOCK}",
        ("2026-05-01", "2026-05-01T00:00:00+00:00"),
        ("2026/01/12", "2026-01-12T00:00:00+00:00"),
        ("2026-05-01T09:30:15.250+08:00", "2026-05-01T09:30:15+08:00"),
        ("2026-05-01 09:30 EST", "2026-05-01T09:30:00-05:00"),
        keeps=("2026-13-01", "2026-02-30", "192.2026-05-01"),
    ),
    _form(
        "exif",
        "the date-time of image metadata: colons throughout",
        rf"{_YEAR}:(?P<mo>\d\d):(?P<d>\d\d)\s(?P<h>\d\d):(?P<mi>\d\d){_SECONDS}",
        ("2016:01:09 19:01:47", "2016-01-09T19:01:47+00:00"),
        keeps=("2016:13:09 19:01:47",),
    ),
    _form(
        "year-month-name",
        "year, month name, day as in database exports",
        rf"{_YEAR}[-\s,]{{1,2}}{_MONTH_NAME}[-\s]{_DAY}{_CLOCK}",
        ("2026 January 12", "2026-01-12T00:00:00+00:00"),
        ("2026-Jan-12", "2026-01-12T00:00:00+00:00"),
    ),
    _form(
        "day-month-name",
        "British and military order, RFC 2822, e-mail headers",
        rf"{_WEEKDAY}(?:the\s)?{_DAY}(?:[-\s]|\sof\s){_MONTH_NAME}[-,\s]{{1,2}}{_YEAR}{_CLOCK}",
        ("12 January 2026", "2026-01-12T00:00:00+00:00"),
        ("12th of January 2026", "2026-01-12T00:00:00+00:00"),
        ("Mon, 12 Jan 2026 09:30:00 +0100", "2026-01-12T09:30:00+01:00"),
        ("16-August-2018", "2018-08-16T00:00:00+00:00"),
        keeps=("31 April 2026",),
    ),
    _form(
        "month-name-day",
        "American order",
        rf"{_WEEKDAY}{_MONTH_NAME}\s{{0,3}}{_DAY},?\s{{1,3}}{_YEAR}{_CLOCK}",
        ("January 12, 2026", "2026-01-12T00:00:00+00:00"),
        ("Jan. 12, 2026", "2026-01-12T00:00:00+00:00"),
        ("Monday, January 12th, 2026 9:30 PM EST", "2026-01-12T21:30:00-05:00"),
    ),
    _form(
        "bulletin",
        "weather and wire bulletins put the clock first and without a colon",
        rf"(?P<h>\d{{1,2}}):?(?P<mi>\d\d)\s(?P<ap>[ap])m\s"
        rf"(?P<zone>[a-z]{{2,4}})\s{_WEEKDAY}{_MONTH_NAME}\s{_DAY},?\s{_YEAR}",
        ("1109 PM EST FRI JAN 30 2015", "2015-01-30T23:09:00-05:00"),
        ("345 AM AKST Mon Feb 2 2015", "2015-02-02T03:45:00-09:00"),
    ),
    _form(
        "unix-date",
        "the output of the Unix date command",
        rf"(?:{WEEKDAY_PATTERN})\s{_MONTH_NAME}\s{{1,2}}{_DAY}\s(?P<h>\d\d):(?P<mi>\d\d):"
        rf"(?P<s>\d\d){_ZONE}\s{_YEAR}",
        ("Mon Jan 12 09:30:00 UTC 2026", "2026-01-12T09:30:00+00:00"),
    ),
    _form(
        "zh-full",
        "Chinese date, with or without a clock",
        rf"{_YEAR}\s?年\s?(?P<mo>\d{{1,2}})\s?月\s?(?P<d>\d{{1,2}})\s?[日号](?:\s?[(（]?(?:星期"
        rf"|周)[一二三四五六日天][)）]?)?{_ZH_CLOCK}",
        ("2026年1月12日 09:30", "2026-01-12T09:30:00+00:00"),
        ("2026年1月12日9时30分", "2026-01-12T09:30:00+00:00"),
        ("2026 年 1 月 12 日（星期一）", "2026-01-12T00:00:00+00:00"),
        keeps=("2026年2月30日",),
    ),
    _form(
        "numbers",
        "day and month in either order; a date only when one order is impossible or both agree",
        rf"(?P<a>\d{{1,2}})(?P<sep>[-/.])(?P<b>\d{{1,2}})(?P=sep){_YEAR}{_CLOCK}",
        ("25/04/2026", "2026-04-25T00:00:00+00:00"),
        ("04/25/2026 13:05", "2026-04-25T13:05:00+00:00"),
        ("04/04/2026", "2026-04-04T00:00:00+00:00"),
        keeps=("03/04/2026", "31/04/2026"),
    ),
    _form(
        "compact",
        "eight digits, as in file names and feeds",
        r"(?P<y>(?:19|20)\d\d)(?P<mo>[01]\d)(?P<d>[0-3]\d)(?:T(?P<h>\d\d)(?P<mi>\d\d)" r"(?P<s>\d\d)(?P<zone>z)?)?",
        ("20260112", "2026-01-12T00:00:00+00:00"),
        ("20260112T093000Z", "2026-01-12T09:30:00+00:00"),
        keeps=("20261312",),
    ),
    _form(
        "month",
        "a month of a year",
        rf"{_MONTH_NAME},?\s{{1,3}}{_YEAR}",
        ("May 2026", "2026-05-01T00:00:00+00:00"),
    ),
    _form(
        "iso-month",
        "a month of a year in ISO 8601",
        rf"{_YEAR}[-/](?P<mo>\d\d)",
        ("2026-05", "2026-05-01T00:00:00+00:00"),
    ),
    _form(
        "zh-month",
        "a month of a year in Chinese",
        rf"{_YEAR}\s?年\s?(?P<mo>\d{{1,2}})\s?月(?:份)?",
        ("2026年5月", "2026-05-01T00:00:00+00:00"),
    ),
    _form("year", "a year alone", rf"{_YEAR}\s?年?", ("2026", "2026-01-01T00:00:00+00:00")),
)
"""Tried in this order at one place; the longest reading that exists wins, then the first."""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date found in a text: half-open offsets, the start of its unit, and the unit."""

    char_start: int
    char_end: int
    at: datetime
    precision: Precision


def read_match(found: "re.Match[str]") -> WrittenDate | None:
    """Return the date that a match of one of the forms means, None when no such date exists."""
    fields = {name: value for name, value in found.groupdict().items() if value is not None}
    month_day = _month_day(fields)
    if month_day is None:
        return None
    month, day = month_day
    hour = _hour(fields)
    minute = int(fields.get("mi", fields.get("mi2", "0")))
    zone = zone_of(fields.get("zone")) or UTC
    try:
        at = datetime(int(fields["y"]), month or 1, day or 1, hour or 0, minute, int(fields.get("s", "0")), tzinfo=zone)
    except ValueError:
        return None
    return WrittenDate(found.start(), found.end(), at, _precision(fields, month, day))


def _month_day(fields: dict[str, str]) -> tuple[int, int] | None:
    """Return month and day, 0 for one that is not given; None when the order is unknown."""
    if "a" in fields:
        first, second = int(fields["a"]), int(fields["b"])
        if first == second or (first > 12) != (second > 12):
            return (second, first) if first > 12 else (first, second)
        return None
    month = MONTHS[fields["mon"].lower()] if "mon" in fields else int(fields.get("mo", "0"))
    if ("mo" in fields and month == 0) or fields.get("d") in ("0", "00"):
        return None
    return month, int(fields.get("d", "0"))


def _hour(fields: dict[str, str]) -> int | None:
    if "h" not in fields:
        return None
    hour = int(fields["h"])
    if "ap" in fields:
        return hour % 12 + (12 if fields["ap"].lower() == "p" else 0) if 1 <= hour <= 12 else 99
    return hour


def _precision(fields: dict[str, str], month: int, day: int) -> Precision:
    if "h" in fields:
        return Precision.SECOND if "s" in fields else Precision.MINUTE
    if day:
        return Precision.DAY
    return Precision.MONTH if month else Precision.YEAR


def date_at(text: str, start: int, end: int) -> WrittenDate | None:
    """Return the longest existing date written at ``start`` and ending by ``end`` (half-open)."""
    best: WrittenDate | None = None
    for form in FORMS:
        found = form.pattern.match(text, start, end)
        if found is None or (best is not None and found.end() <= best.char_end):
            continue
        best = read_match(found) or best
    return best


def dates_in(text: str, start: int, end: int) -> Iterator[WrittenDate]:
    """Yield every written date in ``text[start:end]``, in order and without overlap."""
    position = start
    for word in _WORD.finditer(text, start, end):
        if word.start() < position:
            continue
        found = date_at(text, word.start(), end)
        if found is not None:
            yield found
            position = found.char_end


_WORD = re.compile(r"[0-9]{1,8}|[A-Za-z]{3,9}")

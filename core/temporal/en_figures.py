"""English dates in figures: 8/25/2018, 2020-08, 20161016, 2020/23/Sep."""

import re
from datetime import datetime

from core.temporal.calendar import date_or_none, unit_end
from core.temporal.en_dates import existing
from core.temporal.en_guards import (
    COUNT_AFTER,
    is_identifier,
    stands_as_date,
)
from core.temporal.en_words import (
    DAY_NUMBER,
    MON,
    MONTH_KEYS,
    WEEKDAY_KEYS,
    YEAR,
    Found,
    Made,
    day_value,
    full_year,
    month_number,
    weekday_number,
)
from core.temporal.names import WEEKDAY_WORD
from core.temporal.rules import Atom, atom_pattern
from core.temporal.value import Fields, Interval, Reference, Value, labelled, of_fields

_SEASON_AFTER = re.compile(r"\s(?:season|campaign|school|academic|fiscal|financial|winter)\b")


def _iso_month(found: Found) -> Made:
    month = int(found["mo"])
    if is_identifier(found) or _SEASON_AFTER.match(found.string, found.end()):
        return "M", None
    return "M", of_fields(Fields(int(found["y"]), month)) if 1 <= month <= 12 else None


_NUMERIC_CUE = re.compile(
    r"(?:\b(?:on|from|by|since|until|till|between|through|to|and|before|after|back|due|dated|for|of|this)\s{1,4}|[-–—~(|]\s?|^\s*|[\u3400-\u9fff]\s?)$",
    re.IGNORECASE,
)


def _cued(found: Found) -> bool:
    """Tell whether the word before two figures and a slash makes them a day, not a fraction or "24/7"."""
    if found[0] == "24/7":
        return False
    return _NUMERIC_CUE.search(found.string, max(0, found.start() - 12), found.start()) is not None


def _numeric(found: Found) -> Made:
    """Read a/b or a/b/c; an order that could be either is taken as ambiguous."""
    before = found.string[max(0, found.start() - 6) : found.start()]
    if found["y"] is None and COUNT_AFTER.match(found.string, found.end()):
        return "D", None  # "5/10 hosts"
    if re.search(r"\d[-/.,]$", before) and not re.search(r"(?:\d{4}|/\d{1,2})[-–]$", before):
        return "D", None  # the tail of a longer number
    first, second = int(found["a"]), int(found["b"])
    year = full_year(found["y"]) if found["y"] else None
    if found["y"] is None and not found["w"] and (found["sep"] != "/" or not _cued(found)):
        return "D", None
    if found["sep"] == "." and found["y"] is not None and len(found["y"]) == 2:
        return "D", None  # a section or version number
    if not 1 <= first <= 31 or not 1 <= second <= 31 or (first > 12 and second > 12):
        return "D", None
    if found["sep"] == "-" and len(found["y"] or "") == len(found["a"]) == 2 and second <= 12 and int(found["y"]) <= 31:
        return "D", labelled("unresolved", "day")  # 22-12-31 may put the year first
    weekday = weekday_number(found["w"]) if found["w"] else None
    month_first = second > 12 or first == second
    if first <= 12 and not month_first and (found["sep"] != "." or (weekday is not None and year is None)):
        by_weekday = _order_by_weekday(year, first, second, weekday)
        if by_weekday is None:
            return "D", _either(year, first, second, weekday if year is None else None)
        month_first = by_weekday
    month, day = (first, second) if month_first else (second, first)
    return "D", day_value(year, month, day, weekday)


def _order_by_weekday(year: int | None, first: int, second: int, weekday: int | None) -> bool | None:
    """Return whether the month comes first when only that order falls on the named weekday, else None."""
    if weekday is None or year is None:
        return None
    american, other = date_or_none(year, first, second), date_or_none(year, second, first)
    fits = [date is not None and date.weekday() == weekday for date in (american, other)]
    return fits[0] if fits[0] != fits[1] else None


_NEAR = 183  # days on either side of the anchor in which a weekday tells the two readings apart


def _by_weekday(first: int, second: int, weekday: int, at: datetime) -> Interval | None:
    """Return the one reading within half a year of the anchor that falls on the weekday, None when both or none do."""
    days = [
        day
        for year in (at.year - 1, at.year, at.year + 1)
        for day in (date_or_none(year, first, second), date_or_none(year, second, first))
        if day is not None and day.weekday() == weekday and abs((day - at).days) <= _NEAR
    ]
    return Interval(days[0], unit_end(days[0], "day"), "day") if len(days) == 1 else None


def _either(year: int | None, first: int, second: int, weekday: int | None) -> Value:
    """Return a day whose two numbers could be read both ways: only a weekday or the text's own habit decides."""

    def find(reference: Reference) -> Interval | None:
        if weekday is not None and reference.month_first is None:
            return _by_weekday(first, second, weekday, reference.at)
        month, day = (first, second) if reference.month_first else (second, first)
        value = day_value(year, month, day)
        return None if value is None or reference.month_first is None else value.find(reference)

    return Value(find, "day", None if year else "month")


def _year_inside(found: Found) -> Made:
    month, year, day = (found[name] or found[name + "2"] for name in ("mon", "y", "d"))
    return existing(day_value(int(year), month_number(month), int(day)))


def _compact(found: Found) -> Made:
    if not stands_as_date(found):
        return "D", None
    return "D", day_value(int(found["y"]), int(found["mo"]), int(found["d"]))


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.iso-month",
        "2020-08, 2015.3, 08/2020",
        ("#",),
        atom_pattern(rf"(?:(?P<y>{YEAR})\s?[-/]\s?(?P<mo>1[0-2]|0?[1-9]))(?![-/.]?\d)"),
        _iso_month,
        ("2020-08", "2016 / 11"),
        ("2020-13",),
    ),
    Atom(
        "en.month-slash-year",
        "08/2020, 11 - 2016",
        ("#",),
        atom_pattern(rf"(?<![-/.])(?P<mo>1[0-2]|0?[1-9])\s?[-/]\s?(?P<y>{YEAR})(?![-/.]?\d)"),
        _iso_month,
        ("08/2020",),
    ),
    Atom(
        "en.compact",
        "20161016",
        ("#",),
        atom_pattern(
            r"(?<![-_/.\\=?&])(?P<y>20[0-3]\d)(?P<mo>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])" r"(?![-_/\\=?&]|\.\w)"
        ),
        _compact,
        ("20161016",),
        ("20161316", "id_20161016", "the hash begins with 20161016"),
    ),
    Atom(
        "en.year-inside",
        "September-2020-23, 2020/23/Sep: the day behind the year",
        ("#", *MONTH_KEYS),
        atom_pattern(
            rf"(?P<w>(?!))?(?:(?P<mon>{MON})[-/](?P<y>{YEAR})[-/](?P<d>{DAY_NUMBER})"
            rf"|(?P<y2>{YEAR})[-/](?P<d2>{DAY_NUMBER})[-/](?P<mon2>{MON}))"
        ),
        _year_inside,
        ("September-2020-23", "2020/23/Sep"),
    ),
    Atom(
        "en.numeric",
        "8/25/2018, 25.08.2018, 8/18",
        ("#", *WEEKDAY_KEYS),
        atom_pattern(
            rf"(?:(?P<w>{WEEKDAY_WORD}),?\s)?(?P<a>\d{{1,2}})"
            rf"(?P<sep>[-/.])(?P<b>\d{{1,2}})(?:[-/.,](?P<y>{YEAR}|\d\d))?(?![/.,:]?\d|\s?(?:of|h|hours?|inch|inches|miles?|cups?)\b)"
        ),
        _numeric,
        ("8/25/2018", "25.08.2018", "8/18"),
        ("0.8/15", "24/7x"),
    ),
)

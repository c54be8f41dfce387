"""English quarters, halves, weeks by number, decades and ends of years: one row each."""

import re
from collections.abc import Callable
from dataclasses import replace

from core.temporal.calendar import date_or_none, unit_end
from core.temporal.en_words import ORDINAL, YEAR, Found, Made, full_year
from core.temporal.numerals import ORDINALS, number_of
from core.temporal.rules import Atom, atom_pattern
from core.temporal.spans import part, within
from core.temporal.value import Fields, Interval, Reference, Value, of_fields, relative, unit_of


def _decade(found: Found) -> Made:
    text = found["y"]
    if text.isdigit():
        year = int(text) if len(text) == 4 else 1900 + int(text) + (100 if int(text) < 30 else 0)
    else:
        year = 1900 + (number_of(text.lower().replace("ies", "y")) or 0)
    if year % 10 or _OF_A_LIFE.search(found.string, max(0, found.start() - 12), found.start()):
        return "Q", None
    if len(text) == 2 and _is_temperature(found):
        return "Q", None
    if year % 100 == 0 and year < 2000:  # "the 1800s" are a century
        return "Q", unit_of(date_or_none(year), "century", label=f"{year}s")
    start = date_or_none(year)
    return "Q", unit_of(start, "decade", label=f"{year}s")


_OF_A_LIFE = re.compile(r"\b(?:his|her|their|my|your|our|its)\s(?:early\s|mid[\s-]|late\s)?$", re.IGNORECASE)


def _is_temperature(found: Found) -> bool:
    """Tell whether "the mid 50s" are degrees, as in a weather bulletin."""
    return (
        found[0].endswith("S") or _DEGREES.search(found.string, max(0, found.start() - 48), found.start()) is not None
    )


_DEGREES = re.compile(r"\b(?:temperatures?|highs?|lows?|degrees)\b", re.IGNORECASE)


def _decade_words(found: Found) -> Made:
    year = {"t": 2010, "w": 2020, "o": 2000}[
        "o" if found["y"].lower().startswith("two") else "w" if "twenties" in found["y"].lower() else "t"
    ]
    return "Q", unit_of(date_or_none(year), "decade", label=f"{year}s")


def _century(found: Found) -> Made:
    number = number_of(found["n"])
    if number is None or not 1 <= number <= 30:
        return "Q", None
    start = date_or_none(max(1, (number - 1) * 100))
    return "Q", unit_of(start, "century", label=f"{number}th century")


_SIZES = {"q": ("quarter", 3, 4), "h": ("half", 6, 2)}


def _quarter(found: Found) -> Made:
    groups = found.groupdict()
    if found[0][:1] == "h" and not groups.get("y") and found[0][1:2].isdigit():
        return "Q", None  # an HTML heading
    unit, size, most = _SIZES["q" if (groups.get("k") or "q").lower().startswith("q") else "h"]
    number = number_of(groups["n"])
    if number == -1:
        number = most
    if number is None or not 1 <= number <= most:
        return "Q", None
    month = (number - 1) * size + 1
    if groups.get("y"):
        year = full_year(groups["y"])
        start = None if year is None else date_or_none(year, month)
        value = unit_of(start, unit, label=f"{year}-{unit[0].upper()}{number}")
        return "Q", None if value is None else replace(value, fields=Fields(year, month), rebuild=_rebuilt(unit))
    return "Q", _open_quarter(month, unit)


def _open_quarter(month: int, unit: str) -> Value:
    """Return a quarter or half without a year: the nearest that began on the anchor's day or before."""

    def find(reference: Reference) -> Interval | None:
        start = date_or_none(reference.at.year, month)
        if start is not None and start > reference.at and not reference.future:
            start = date_or_none(reference.at.year - 1, month)
        return None if start is None else Interval(start, unit_end(start, unit), unit)

    return Value(find, unit, "month", Fields(month=month), rebuild=_rebuilt(unit))


def _rebuilt(unit: str) -> Callable[[Fields], Value]:
    """Return how a quarter or half is made of fields to which a neighbour has lent the year."""

    def rebuild(fields: Fields) -> Value:
        start = None if fields.year is None or fields.month is None else date_or_none(fields.year, fields.month)
        whole = unit_of(start, unit)
        return of_fields(fields) if whole is None else replace(whole, fields=fields, rebuild=rebuild)

    return rebuild


def _week_number(found: Found) -> Made:
    number = int(found["n"])
    if not 1 <= number <= 53:
        return "L", None
    base = of_fields(Fields(int(found["y"])) if found["y"] else Fields(year_shift=0))
    return "L", within(base, number, "week")


def _iso_week(found: Found) -> Made:
    """Read 2024-W12 and 2024-W12-3, whose last figure is the weekday with Monday as 1."""
    week = within(of_fields(Fields(int(found["y"]))), int(found["n"]), "week")
    if not 1 <= int(found["n"]) <= 53:
        return "L", None
    return ("R", within(week, int(found["d"]), "day")) if found["d"] else ("L", week)


def _so_far(found: Found) -> Made:
    """Read "year to date": from the start of the unit through the anchor's day."""
    unit = {"y": "year", "m": "month", "q": "quarter", "w": "week"}[found["u"][0].lower()]
    whole, today = relative(0, unit), relative(0, "day")

    def find(reference: Reference) -> Interval | None:
        first, last = whole.find(reference), today.find(reference)
        return None if first is None or last is None else Interval(first.start, last.end, "day")

    return "G", Value(find, "day", "day", form="range")


def _year_end(found: Found) -> Made:
    year = of_fields(Fields(int(found["y"]))) if found["y"] else relative(0, "year")
    return "Q", replace(part(year, 2), label="end")


def _short_year(found: Found) -> Made:
    year = full_year(found["y"])
    return "Y", None if year is None else of_fields(Fields(year))


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.decade",
        "the 1990s, the nineties",
        ("#", "the", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"),
        atom_pattern(
            rf"(?:the\s)?['’]?(?P<y>{YEAR}(?=\s?['’]?s\b)|(?<=\bthe\s)['’]?[2-9]0(?=\s?['’]?s\b)|(?<=['’])[2-9]0(?=s)"
            r"|(?:(?<=\blate\s)|(?<=\bearly\s)|(?<=\bmid[\s-]))['’]?[5-9]0(?=['’]?s\b)|(?<=\bin\s)[2-9]0(?=['’]s\b)|(?:twent|thirt|fort"
            r"|fift|sixt|sevent|eight|ninet)ies)(?:\s?['’]?s)?"
        ),
        _decade,
        ("the 1990s", "nineties"),
    ),
    Atom(
        "en.decade-words",
        "the twenty-tens, the two thousands",
        ("the", "twenty", "two"),
        atom_pattern(r"(?:the\s)?(?P<y>twenty[-\s]tens|twenty[-\s]twenties|two\sthousands)"),
        _decade_words,
        ("the twenty-tens", "the two thousands"),
    ),
    Atom(
        "en.century",
        "the 21st century",
        (*ORDINALS, "#", "the"),
        atom_pattern(rf"(?:the\s)?(?P<n>{ORDINAL})[\s-]{{1,2}}century"),
        _century,
        ("the 21st century",),
    ),
    Atom(
        "en.quarter",
        "Q3 2025, H1 of 2024, Q3",
        ("q", "h"),
        atom_pattern(
            rf"(?P<k>[QH])(?P<n>[1-4])(?:\s?[-/,]?\s?(?:of\s)?(?P<y>{YEAR}|['’]\d\d))?(?!\s(?:tag|tags|heading)\b)"
        ),
        _quarter,
        ("Q3 2025", "H1 of 2024"),
        ("h3 tag",),
    ),
    Atom(
        "en.quarter-year-first",
        "2018Q4, 2017-q1, 3Q25",
        ("#",),
        atom_pattern(rf"(?P<y>{YEAR}|\d\d(?![Hh]))\s?[-/]?\s?(?P<k>[QH])(?P<n>[1-4])"),
        _quarter,
        ("2018Q4", "2017-q1"),
        ("Windows 11 22H2",),
    ),
    Atom(
        "en.quarter-short",
        "3Q25, 1H 2024",
        ("#",),
        atom_pattern(rf"(?P<n>[1-4])(?P<k>[QH])\s?(?P<y>{YEAR}|['’]?\d\d)"),
        _quarter,
        ("3Q25", "1H 2024"),
    ),
    Atom(
        "en.quarter-words",
        "the third quarter of 2025, first half of 2024",
        (*ORDINALS, "#", "the", "last"),
        atom_pattern(
            rf"(?:the\s)?(?P<n>{ORDINAL}|last)[\s-](?P<k>quarter|qtr|half)"
            rf"(?:(?:,?\s|\sof\s|\sin\s)(?:the\syear\s)?(?P<y>{YEAR})|\sof\sthe\syear|(?!\sof\s))"
        ),
        _quarter,
        ("the third quarter of 2025", "first half of 2024", "4th qtr 2018"),
    ),
    Atom(
        "en.week-number",
        "week 31, calendar week 3 of 2024",
        ("week", "calendar", "cw", "the"),
        atom_pattern(
            rf"(?:the\s)?(?:calendar\s)?(?:week|cw)\s?(?:number\s)?(?P<n>\d{{1,2}})(?!\sof\s"
            rf"(?:last|this|next)\b)(?:,?\s(?:of\s)?(?P<y>{YEAR}))?"
        ),
        _week_number,
        ("week 31", "week 3 of 2024"),
    ),
    Atom(
        "en.iso-week",
        "2024-W12, 2024-W12-3",
        ("#",),
        atom_pattern(rf"(?P<y>{YEAR})-?W(?P<n>[0-5]\d)(?:-?(?P<d>[1-7]))?", case=True),
        _iso_week,
        ("2024-W12", "2024-W12-3"),
    ),
    Atom(
        "en.so-far",
        "year to date, the month so far, YTD",
        ("year", "month", "quarter", "week", "the", "this", "ytd", "mtd"),
        atom_pattern(
            r"(?:the\s|this\s)?(?P<u>(?:year|month|quarter|week)(?=[\s-](?:to[\s-]date|so\sfar))|[ym](?=td))"
            r"(?:[\s-]to[\s-]date|\sso\sfar|td)"
        ),
        _so_far,
        ("year to date", "this month so far", "YTD"),
    ),
    Atom(
        "en.year-end",
        "year-end 2024, by year end",
        ("year", "end", "the"),
        atom_pattern(
            rf"(?:the\s)?(?:year['’]?s?[\s-]end|end[\s-]of[\s-]year)(?:\s(?:of\s)?(?P<y>{YEAR})"
            r"|(?:(?<=by\syear.end)|(?<=at\syear.end)|(?<=before\syear.end)|(?<=until\syear.end)|(?<=since\syear.end)))"
        ),
        _year_end,
        ("year-end 2024", "end of year 2023"),
        ("the year-end report",),
    ),
    Atom(
        "en.year-short",
        "in '99",
        ("'", "’", "‘"),
        atom_pattern(r"(?:(?<=\bin\s)|(?<=\bof\s)|(?<=\bby\s)|(?<=\bsince\s))(?P<y>['’‘]\d\d)(?!\s?['’]?s\b|['’\d])"),
        _short_year,
        (),
        ("the '90s", "it said '12 hosts'"),
    ),
)

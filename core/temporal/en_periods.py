"""English quarters, halves, weeks by number, decades, seasons, sets and fiscal wording: one row each."""

import re

from core.temporal.calendar import date_or_none, unit_end
from core.temporal.en_words import CARDINAL, ORDINAL, UNIT, YEAR, Found, Made, full_year, unit_name
from core.temporal.names import WEEKDAY_PATTERN
from core.temporal.numerals import ORDINALS, number_of
from core.temporal.rules import Atom, atom_pattern
from core.temporal.spans import within
from core.temporal.value import Fields, Interval, Reference, Value, labelled, of_fields, unit_of


def _decade(found: Found) -> Made:
    text = found["y"]
    if text.isdigit():
        year = int(text) if len(text) == 4 else 1900 + int(text) + (100 if int(text) < 30 else 0)
    else:
        year = 1900 + (number_of(text.lower().replace("ies", "y")) or 0)
    if year % 10:
        return "Q", None
    start = date_or_none(year)
    return "Q", unit_of(start, "decade", label=f"{year}s")


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
        return "Q", unit_of(start, unit, label=f"{year}-{unit[0].upper()}{number}")
    return "Q", _open_quarter(month, unit)


def _open_quarter(month: int, unit: str) -> Value:
    """Return a quarter or half without a year: the nearest that began on the anchor's day or before."""

    def find(reference: Reference) -> Interval | None:
        start = date_or_none(reference.at.year, month)
        if start is not None and start > reference.at and not reference.future:
            start = date_or_none(reference.at.year - 1, month)
        return None if start is None else Interval(start, unit_end(start, unit), unit)

    return Value(find, unit, "month", Fields(month=month))


def _week_number(found: Found) -> Made:
    number = int(found["n"])
    if not 1 <= number <= 53:
        return "L", None
    base = of_fields(Fields(int(found["y"])) if found["y"] else Fields(year_shift=0))
    return "L", within(base, number, "week")


def _season(found: Found) -> Made:
    label = f"{found['s'].lower()} {found['y'] or ''}".strip()
    return "Q", labelled("vague", "season", label)


def _fiscal(found: Found) -> Made:
    return "X", labelled("unresolved", "year", re.sub(r"\s+", " ", found[0]))


def _vague(found: Found) -> Made:
    return "X", labelled("vague", "day")


_SET_UNITS = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annually": "year",
    "hourly": "hour",
    "biweekly": "week",
    "fortnightly": "week",
}


def _set(found: Found) -> Made:
    word = found["u"].lower()
    unit = _SET_UNITS.get(word)
    if unit is None and re.fullmatch(WEEKDAY_PATTERN + r"|" + "(?:" + WEEKDAY_PATTERN + ")s", word):
        unit = "week"
    return "S", labelled("set", unit or unit_name(word))


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.decade",
        "the 1990s, the nineties",
        ("#", "the", "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"),
        atom_pattern(
            rf"(?:the\s)?['’]?(?P<y>{YEAR}(?=\s?['’]?s\b)|(?<=\bthe\s)['’]?[2-9]0(?=\s?['’]?s\b)|(?<=['’])[2-9]0(?=s)|(?:twent|thirt|fort"
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
        atom_pattern(rf"(?P<k>[QH])(?P<n>[1-4])(?:\s?[-/,]?\s?(?:of\s)?(?P<y>{YEAR}|['’]\d\d))?"),
        _quarter,
        ("Q3 2025", "H1 of 2024"),
        ("h3 tag",),
    ),
    Atom(
        "en.quarter-year-first",
        "2018Q4, 2017-q1, 3Q25",
        ("#",),
        atom_pattern(rf"(?P<y>{YEAR}|\d\d)\s?[-/]?\s?(?P<k>[QH])(?P<n>[1-4])"),
        _quarter,
        ("2018Q4", "2017-q1"),
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
            rf"(?:the\s)?(?P<n>{ORDINAL}|last)\s(?P<k>quarter|qtr|half)"
            rf"(?:(?:,?\s|\sof\s|\sin\s)(?:the\syear\s)?(?P<y>{YEAR})|(?!\sof\s))"
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
        "en.season",
        "summer 2020, the spring of 2021",
        ("spring", "summer", "autumn", "fall", "winter", "the", "last", "next", "this"),
        atom_pattern(
            r"(?:(?:the|last|next|this)\s)?(?P<s>spring|summer|autumn|fall|winter)(?:\s(?:of\s"
            rf"|in\s)?(?P<y>{YEAR}))"
        ),
        _season,
        ("summer 2020", "the spring of 2021"),
        ("a fall in price",),
    ),
    Atom(
        "en.season-relative",
        "last summer",
        ("last", "next", "this"),
        atom_pattern(r"(?P<y>last|next|this)\s(?P<s>spring|summer|autumn|fall|winter)"),
        lambda found: ("Q", labelled("vague", "season", found[0].lower())),
        ("last summer",),
    ),
    Atom(
        "en.fiscal",
        "fiscal wording: the year's start is not known",
        (
            "fy",
            "fiscal",
            "q",
            "h",
            "last",
            "this",
            "next",
            "current",
            "previous",
            "first",
            "second",
            "third",
            "fourth",
            "sy",
            "school",
            "academic",
            "the",
        ),
        atom_pattern(
            r"(?:(?:the\s)?(?:last|this|next|current|previous|prior|first|second|third"
            r"|fourth)\s)?(?:[QH][1-4]\s(?:of\s)?)?"
            r"(?:(?:fiscal|financial|school|academic)\s(?:year|quarter|month)(?:\s(?:of\s)?"
            rf"(?:{YEAR}(?:[-/]\d{{2,4}})?|['’]?\d\d))?|fiscal\s{YEAR}|(?:FY|SY)\s?['’]?(?:{YEAR}"
            r"|\d\d)(?:[-/]\d\d)?|FY(?=\b))"
        ),
        _fiscal,
        ("FY24", "H1 FY24", "last fiscal year", "fiscal 2024"),
    ),
    Atom(
        "en.vague",
        "recently and its like",
        ("recent", "recently", "the"),
        atom_pattern(r"(?:the\s)?recent\s(?:days|weeks|months|years)"),
        _vague,
        ("recent months",),
    ),
    Atom(
        "en.every",
        "every day, each Monday",
        ("every", "each"),
        atom_pattern(
            rf"(?:every|each)\s(?:other\s|single\s|{CARDINAL}\s|{ORDINAL}\s)?(?P<u>{UNIT}|" rf"(?:{WEEKDAY_PATTERN})s?)"
        ),
        _set,
        ("every day", "each Monday", "every two weeks"),
    ),
    Atom(
        "en.periodic",
        "daily, weekly, monthly",
        tuple(_SET_UNITS),
        atom_pattern(r"(?P<u>daily|weekly|monthly|quarterly|yearly|annually|hourly|biweekly|fortnightly)"),
        _set,
        ("weekly",),
    ),
)

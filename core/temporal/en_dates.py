"""English calendar dates: one row each."""

import re

from core.temporal.calendar import date_or_none
from core.temporal.en_guards import is_verb, month_alone, weekday, year_alone
from core.temporal.en_words import (
    ALL_DAYS,
    DAY,
    DAY_NUMBER,
    MON,
    MONTH_KEYS,
    NUMBER_KEYS,
    TO,
    WEEKDAY_KEYS,
    YEAR,
    YEAR_TAIL,
    Found,
    Made,
    day_value,
    full_year,
    month_number,
    weekday_number,
)
from core.temporal.names import WEEKDAY_WORD
from core.temporal.numerals import YEAR_WORDS, number_of, year_in_words
from core.temporal.rules import Atom, atom_pattern
from core.temporal.spans import span
from core.temporal.value import Fields, Interval, Reference, Value, labelled, of_fields


def _day(found: Found) -> Made:
    groups = found.groupdict()
    weekday = weekday_number(groups["w"]) if groups.get("w") else None
    year = full_year(groups["y"]) if groups.get("y") else None
    day = number_of(groups["d"])
    month = int(groups["mo"]) if groups.get("mo") else month_number(groups["mon"])
    return existing(day_value(year, month, day, weekday))


def existing(value: Value | None) -> Made:
    """Return a day, or wording left unresolved for one that no calendar has: 31 April is not in April."""
    return ("D", value) if value is not None else ("X", labelled("unresolved", "day"))


def _day_range(found: Found) -> Made:
    year = full_year(found["y"]) if found["y"] else None
    month = month_number(found["mon"])
    first, second = number_of(found["d"]), number_of(found["e"])
    left, right = day_value(year, month, first), day_value(year, month, second)
    if left is None or right is None or first is None or second is None:
        return "G", None
    if first >= second:
        before = (month - 2) % 12 + 1
        left = day_value(None if year is None else year - (month == 1), before, first)
        return "G", None if left is None else span(left, right)
    return "G", span(left, right)


def _month_year(found: Found) -> Made:
    year = full_year(found["y"])
    if is_verb(found) and found.start("mon") > found.start("y"):
        return "M", None
    return "M", None if year is None else of_fields(Fields(year, month_number(found["mon"])))


def _iso_month(found: Found) -> Made:
    month = int(found["mo"])
    return "M", of_fields(Fields(int(found["y"]), month)) if 1 <= month <= 12 else None


def _year_words(found: Found) -> Made:
    year = year_in_words(found["y"])
    return "Y", None if year is None else of_fields(Fields(year))


_NUMERIC_CUE = re.compile(
    r"(?:\b(?:on|from|by|since|until|till|between|through|to|and|before|after|back|due|dated|for|of|this)\s|[-–—~(|]\s?|^\s*|[\u3400-\u9fff]\s?)$",
    re.IGNORECASE,
)


def _cued(found: Found) -> bool:
    """Tell whether the word before two figures and a slash makes them a day, not a fraction or "24/7"."""
    if found[0] == "24/7":
        return False
    return _NUMERIC_CUE.search(found.string, max(0, found.start() - 9), found.start()) is not None


def _numeric(found: Found) -> Made:
    """Read a/b or a/b/c; an order that could be either is taken as ambiguous."""
    before = found.string[max(0, found.start() - 6) : found.start()]
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
    weekday = weekday_number(found["w"]) if found["w"] else None
    month_first = second > 12 or first == second
    if first <= 12 and not month_first and found["sep"] != ".":
        by_weekday = _order_by_weekday(year, first, second, weekday)
        if by_weekday is None:
            return "D", _either(year, first, second)
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


def _either(year: int | None, first: int, second: int) -> Value:
    """Return a day whose two numbers could be read both ways: only the text's own habit decides."""

    def find(reference: Reference) -> Interval | None:
        month, day = (first, second) if reference.month_first else (second, first)
        value = day_value(year, month, day)
        return None if value is None or reference.month_first is None else value.find(reference)

    return Value(find, "day", None if year else "month")


def _day_month(found: Found) -> Made:
    year = full_year(found["y"] or found["y2"]) if found["y"] or found["y2"] else None
    weekday = weekday_number(found["w"]) if found["w"] else None
    return existing(day_value(year, month_number(found["mon"]), number_of(found["d"]), weekday))


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.day-month",
        "14 June, the 2nd of March, 5-Aug-21",
        (*NUMBER_KEYS, *WEEKDAY_KEYS, "the"),
        atom_pattern(
            rf"{ALL_DAYS}(?P<d>{DAY})(?:\s?[-/,.]?\s?|\sday\sof\s|\sof\s(?:the\s)?)(?P<mon>{MON})"
            rf"(?!\s{{0,3}}\d{{1,2}},?\s\d{{4}})(?:[-/](?P<y2>\d\d))?{YEAR_TAIL}"
        ),
        _day_month,
        ("14 June", "the 2nd of March", "twenty second of June", "14 June 2020"),
        ("42 June",),
    ),
    Atom(
        "en.month-day",
        "June 14, Jun. 14th, Oct/2, Mon, June 14, 2020",
        (*MONTH_KEYS, *WEEKDAY_KEYS),
        atom_pattern(rf"{ALL_DAYS}(?P<mon>{MON})\s{{0,3}}[-/]?\s?(?:the\s)?(?P<d>{DAY}){YEAR_TAIL}"),
        _day,
        ("June 14", "Jun. 14th", "Oct/2", "May twenty nine", "January first 2000"),
        ("May 42",),
    ),
    Atom(
        "en.on-the-day",
        "on the 24th: the nearest such day",
        ("the", "#"),
        atom_pattern(
            r"(?<=\bon\s)(?:the\s)?(?P<d>\d{1,2}(?:st|nd|rd|th))"
            r"(?=\s?$|[.,;:!?)\n]|\s(?:at|and|when|by|after|before|with|from|in\sthe)\b)"
        ),
        lambda found: ("D", day_value(None, None, number_of(found["d"]))),
        (),
        ("on the 24th floor",),
    ),
    Atom(
        "en.month-days",
        "May 3-7, May 3 through 7, 2026",
        MONTH_KEYS,
        atom_pattern(rf"(?P<mon>{MON})\s{{0,3}}(?P<d>{DAY}){TO}(?P<e>{DAY}){YEAR_TAIL}"),
        _day_range,
        ("May 3-7", "May 3 through 7, 2026", "April ninth through seventeenth"),
    ),
    Atom(
        "en.days-month",
        "3-7 May, 26 and 31 October, 3 to 7 May 2026",
        (*NUMBER_KEYS, "the"),
        atom_pattern(rf"(?:the\s)?(?P<d>{DAY}){TO}(?P<e>{DAY})\s(?:of\s)?(?P<mon>{MON}){YEAR_TAIL}"),
        _day_range,
        ("3-7 May", "3 to 7 May 2026", "the 12th to the 16th of May"),
    ),
    Atom(
        "en.month-year",
        "June 2020, Dec/2018, June of 1999, May '21",
        MONTH_KEYS,
        atom_pattern(
            rf"(?P<mon>{MON})(?:,?\s{{1,3}}(?:of\s|in\s)?|[-/._])(?P<y>{YEAR}|['’‘]\d\d|"
            rf"(?<=\bof\s)\d\d(?!\s?[a-z%])|{YEAR_WORDS})(?![-/.]\d)"
        ),
        _month_year,
        ("June 2020", "Dec/2018", "June of nineteen ninety nine", "May '21"),
    ),
    Atom(
        "en.year-month",
        "2017 April, 2016, Nov",
        ("#",),
        atom_pattern(rf"(?P<y>{YEAR})\s?[,-]?\s?(?P<mon>{MON})(?!\s?\d)"),
        _month_year,
        ("2017 April", "2016, Nov"),
    ),
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
        "en.month",
        "a month by its name",
        MONTH_KEYS,
        atom_pattern(rf"(?P<mon>{MON})"),
        month_alone,
        ("in June",),
        ("it may rain", "they march on", "March Madness"),
    ),
    Atom(
        "en.year",
        "a year by its number",
        ("#", "year"),
        atom_pattern(r"(?:(?:the\s)?year\s(?:of\s)?)?(?P<y>\d{4})(?!s\b)(?!['’]s\s\w+s\b(?<=x))"),
        year_alone,
        ("2020", "year 2020"),
        ("12 units 2000", "port 2049", "Windows Server 2019", "2000 users"),
    ),
    Atom(
        "en.year-words",
        "nineteen ninety nine",
        ("nineteen", "two", "eighteen", "twenty"),
        atom_pattern(rf"(?P<y>{YEAR_WORDS})"),
        _year_words,
        ("nineteen ninety nine", "two thousand and four"),
    ),
    Atom(
        "en.weekday",
        "a weekday by its name",
        WEEKDAY_KEYS,
        atom_pattern(rf"(?P<w>{WEEKDAY_WORD})"),
        weekday,
        ("Friday", "on Fri."),
        ("he sat down", "the sun"),
    ),
    Atom(
        "en.compact",
        "20161016",
        ("#",),
        atom_pattern(
            r"(?<![-_/.\\=?&])(?P<y>20[0-3]\d)(?P<mo>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])" r"(?![-_/\\=?&]|\.\w)"
        ),
        lambda found: ("D", day_value(int(found["y"]), int(found["mo"]), int(found["d"]))),
        ("20161016",),
        ("20161316", "id_20161016"),
    ),
    Atom(
        "en.iso-month-name",
        "2019/Sep/01",
        ("#",),
        atom_pattern(rf"(?P<w>(?!))?(?P<y>{YEAR})[-/](?P<mon>{MON})[-/](?P<d>{DAY_NUMBER})"),
        _day,
        ("2019/Sep/01",),
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

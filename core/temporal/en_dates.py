"""English calendar dates: one row each."""

import re

from core.temporal.en_guards import (
    is_verb,
    month_alone,
    weekday,
    year_alone,
)
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
from core.temporal.numerals import ORDINAL_WORD, ORDINALS, YEAR_WORDS, number_of, year_in_words
from core.temporal.rules import Atom, atom_pattern
from core.temporal.spans import span, within_unit
from core.temporal.value import Fields, Value, labelled, of_fields


def _day(found: Found) -> Made:
    groups = found.groupdict()
    if is_verb(found) or _is_noun_after(found):
        return "D", None
    weekday = weekday_number(groups["w"]) if groups.get("w") else None
    year = full_year(groups["y"]) if groups.get("y") else None
    day = number_of(groups["d"])
    month = int(groups["mo"]) if groups.get("mo") else month_number(groups["mon"])
    return existing(day_value(year, month, day, weekday))


_ORDINAL_NOUN = re.compile(r"\s(?!of|at|to|and|in|on|by|until|till|through|for|from|is|was)[a-z]")


def _is_noun_after(found: Found) -> bool:
    """Tell whether "May the first victims" goes on, in which "the first" is no day."""
    return (
        found[0][-1].isalpha()
        and _THE_ORDINAL.search(found[0]) is not None
        and _ORDINAL_NOUN.match(found.string, found.end()) is not None
    )


_THE_ORDINAL = re.compile(r"\sthe\s[a-z]+$", re.IGNORECASE)


def existing(value: Value | None) -> Made:
    """Return a day, or wording left unresolved for one that no calendar has: 31 April is not in April."""
    return ("D", value) if value is not None else ("X", labelled("unresolved", "day"))


_LISTING = re.compile(r"(?:\sand\s|&)", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|from)\s(?:the\s)?$", re.IGNORECASE)


def _is_listing(found: Found) -> bool:
    """Tell whether two days with "and" between them leave days between out; "9 and 10 March" leave none."""
    first, second = number_of(found["d"]), number_of(found["e"])
    return first is not None and second != first + 1 and _LISTING.search(found[0]) is not None


def _listed(found: Found) -> Made:
    if is_verb(found) or _BETWEEN.search(found.string, max(0, found.start() - 12), found.start()):
        return "D", None
    if _CARRIED.search(found.string, max(0, found.start() - 2), found.start()):
        return "D", None
    year = full_year(found["y"]) if found["y"] else None
    return "D", day_value(year, month_number(found["mon"]), number_of(found["d"]))


_CARRIED = re.compile(r"[\d.:/–-]\s?$")


def _day_range(found: Found) -> Made:
    if is_verb(found):
        return "G", None
    if _is_listing(found) and not _BETWEEN.search(found.string, max(0, found.start() - 12), found.start()):
        return "G", None  # several days, not all between them
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


def _year_words(found: Found) -> Made:
    year = year_in_words(found["y"])
    return "Y", None if year is None else of_fields(Fields(year))


def _day_month(found: Found) -> Made:
    if is_verb(found):
        return "D", None
    year = full_year(found["y"] or found["y2"]) if found["y"] or found["y2"] else None
    weekday = weekday_number(found["w"]) if found["w"] else None
    return existing(day_value(year, month_number(found["mon"]), number_of(found["d"]), weekday))


def _week_of_day(found: Found) -> Made:
    base = day_value(None, None, number_of(found["d"]))
    return "L", None if base is None else within_unit(base, "week")


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
        ("the", "#", *ORDINALS),
        atom_pattern(
            r"(?:(?<=\bon\s)(?:the\s)?|(?:(?<=\bby\s)|(?<=\bfor\s)|(?<=\buntil\s)|(?<=\bsince\s)|(?<=\bbefore\s)"
            rf"|(?<=\bafter\s)|(?<=\bfrom\s))the\s)(?P<d>\d{{1,2}}(?:st|nd|rd|th)|{ORDINAL_WORD}(?=\s?$))"
            r"(?=\s?$|[.,;:!?)\n]|\s(?:at|and|when|by|after|before|with|from|in\sthe|[-–—])(?:\s|$))"
        ),
        lambda found: ("D", day_value(None, None, number_of(found["d"]))),
        (),
        ("on the 24th floor", "for the 24th time"),
    ),
    Atom(
        "en.week-of-day",
        "the week of the 18th, of the last month that has had such a day",
        ("the", "week"),
        atom_pattern(r"(?:the\s)?week\sof\sthe\s(?P<d>\d{1,2}(?:st|nd|rd|th))(?!\sof\b)"),
        _week_of_day,
        ("the week of the 18th",),
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
        "en.day-listed",
        "the first of several days of one month: 18 and 19 June, 3, 5 and 7 May 2023",
        ("#", "the"),
        atom_pattern(
            rf"(?:the\s)?(?P<d>{DAY_NUMBER}(?:st|nd|rd|th)?)(?=(?:,\s?(?:the\s)?{DAY_NUMBER}(?:st|nd|rd|th)?){{0,5}}"
            rf"(?:,?\s(?:and|or)|,|\s?&)\s(?:the\s)?{DAY_NUMBER}(?:st|nd|rd|th)?\s(?:of\s)?(?P<mon>{MON}){YEAR_TAIL})"
        ),
        _listed,
        (),
        ("between 26 and 31", "CVE 18 and 19 hosts"),
    ),
    Atom(
        "en.days-month",
        "3-7 May, between 26 and 31 October, 3 to 7 May 2026",
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
            rf"(?P<mon>{MON})(?:,?\s{{1,3}}(?:of\s|in\s)?|[-/._]|(?=['’‘]))(?P<y>{YEAR}|['’‘]\d\d|"
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
        atom_pattern(r"(?:(?:the\s)?year\s(?:of\s)?)?(?P<y>\d{4})(?!s\b)"),
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
        "en.iso-month-name",
        "2019/Sep/01",
        ("#",),
        atom_pattern(rf"(?P<w>(?!))?(?P<y>{YEAR})[-/](?P<mon>{MON})[-/](?P<d>{DAY_NUMBER})"),
        _day,
        ("2019/Sep/01",),
    ),
)

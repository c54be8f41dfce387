"""The words and fragments that English rules are made of."""

import re

from core.temporal.calendar import date_or_none
from core.temporal.names import MONTH_WORD, MONTHS, WEEKDAY_WORD, WEEKDAYS
from core.temporal.numerals import CARDINAL_WORD, CARDINALS, ORDINAL_WORD, ORDINALS, YEAR_WORDS, year_in_words
from core.temporal.value import Fields, Value, of_fields

Made = tuple[str, Value | None]


Found = re.Match[str]


YEAR = r"(?:1[5-9]|20|21)\d\d"


MON = MONTH_WORD


DAY_NUMBER = r"(?:[12]\d|3[01]|0?[1-9])(?!\d)"


DAY = rf"(?:{DAY_NUMBER}(?:\s?(?:st|nd|rd|th))?|{ORDINAL_WORD}|{CARDINAL_WORD})"


ORDINAL = rf"(?:\d{{1,3}}(?:st|nd|rd|th)|{ORDINAL_WORD})"


CARDINAL = rf"(?:\d{{1,4}}|{CARDINAL_WORD})"


TO = r"\s?(?:[-–—~]|to|through|thru|until|till|and|&)\s?(?:the\s)?"


MONTH_KEYS = tuple(MONTHS)


WEEKDAY_KEYS = tuple(WEEKDAYS)


NUMBER_KEYS = ("#", *CARDINALS, *ORDINALS)


def month_number(name: str) -> int:
    """Return the month that a name or abbreviation with or without a full stop means."""
    return MONTHS[name.strip(" .").lower()]


def weekday_number(name: str) -> int:
    """Return the weekday that a name or abbreviation means, 0 for Monday."""
    return WEEKDAYS[name.strip(" .").lower()]


def full_year(text: str) -> int | None:
    """Return a year of two or four digits or in words; two digits mean 1970 to 2069."""
    text = text.strip(" '’‘")
    if not text[:1].isdigit():
        return year_in_words(text)
    year = int(text)
    if len(text) <= 2:
        return 1900 + year if year >= 70 else 2000 + year
    return year


def day_value(year: int | None, month: int | None, day: int | None, weekday: int | None = None) -> Value | None:
    """Return the value of a day whose parts exist together, else None."""
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and date_or_none(year or 2000, month or 1, day) is None:
        return None
    return of_fields(Fields(year, month, day, weekday))


_DIRECTION = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "prior": -1,
    "preceding": -1,
    "this": 0,
    "current": 0,
    "the current": 0,
    "same": 0,
    "present": 0,
    "that": 0,
    "next": 1,
    "coming": 1,
    "following": 1,
    "upcoming": 1,
    "subsequent": 1,
    "this coming": 1,
    "this past": -1,
    "this upcoming": 1,
    "the same": 0,
    "the past": -1,
    "the next": 1,
    "the coming": 1,
    "the following": 1,
    "the last": -1,
    "the previous": -1,
    "the upcoming": 1,
    "the prior": -1,
}


DIRECTIONS = "|".join(sorted((word.replace(" ", r"\s") for word in _DIRECTION), key=lambda word: (-len(word), word)))


_UNITS = {
    "sec": "second",
    "second": "second",
    "min": "minute",
    "minute": "minute",
    "hr": "hour",
    "hour": "hour",
    "h": "hour",
    "day": "day",
    "week": "week",
    "wk": "week",
    "fortnight": "week",
    "weekend": "weekend",
    "week-end": "weekend",
    "wkend": "weekend",
    "month": "month",
    "quarter": "quarter",
    "qtr": "quarter",
    "year": "year",
    "yr": "year",
    "calendar year": "year",
    "calendar month": "month",
    "decade": "decade",
    "century": "century",
    "centurie": "century",
    "semester": "half",
    "half-year": "half",
}


UNIT = (
    r"(?:"
    + "|".join(sorted((unit.replace(" ", r"\s") for unit in _UNITS), key=lambda unit: (-len(unit), unit)))
    + r")s?(?![a-z])"
)


def unit_name(text: str) -> str:
    """Return the granularity that a unit's English name means."""
    word = re.sub(r"\s+", " ", text.strip().lower())
    return _UNITS.get(word) or _UNITS[word.removesuffix("s")]


def direction_of(text: str) -> int:
    """Return -1, 0 or 1 for last, this, next and their like."""
    return _DIRECTION[re.sub(r"\s+", " ", text.lower())]


VAGUE_COUNTS = r"(?:a\s)?(?:few|several|many|some|couple(?:\sof)?|dozen)"


ALL_DAYS = rf"(?:(?P<w>{WEEKDAY_WORD})\s?,?[\s-]{{1,3}})?(?:the\s)?"


YEAR_TAIL = (
    rf"(?:(?:(?:\s?,)?\s{{0,3}}(?:of\s|in\s)?|[-/])(?P<y>{YEAR}|['’‘]\d\d|(?<=\bof\s)\d\d"
    rf"(?!\s?[a-z%])|{YEAR_WORDS})(?![A-Za-z0-9]))?"
)

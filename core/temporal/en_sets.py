"""English sets, seasons, fiscal and vague wording: found, but without bounds."""

import re

from core.temporal.en_words import CARDINAL, NUMBER_KEYS, ORDINAL, UNIT, YEAR, Found, Made, unit_name
from core.temporal.names import WEEKDAY_PATTERN, WEEKDAYS
from core.temporal.rules import Atom, atom_pattern
from core.temporal.value import labelled


def _season(found: Found) -> Made:
    label = f"{found['s'].lower()} {found['y']}"
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
    if unit is None and word.rstrip("s") in ("morning", "afternoon", "evening", "night", "weekday"):
        unit = "day"
    if unit is None and re.fullmatch(WEEKDAY_PATTERN + r"|" + "(?:" + WEEKDAY_PATTERN + ")s", word):
        unit = "week"
    return "S", labelled("set", unit or unit_name(word))


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.season",
        "summer 2020, the spring of 2021",
        ("spring", "summer", "autumn", "fall", "winter", "the", "last", "next", "this"),
        atom_pattern(
            r"(?:(?:the|last|next|this)\s)?(?P<s>spring|summer|autumn|fall|winter)(?:\s(?:of\s"
            rf"|in\s)?(?P<y>{YEAR}(?:[-/–](?:20)?\d\d(?!\d))?))"
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
        ("recent", "recently", "lately", "soon", "some", "near", "coming", "the"),
        atom_pattern(
            r"(?:the\s)?recent\s(?:days|weeks|months|years)|(?:the\s)?coming\s(?:days|weeks|months|years)|recently(?!\sas\b)|lately"
            r"|(?<!as\s)soon(?=\s?(?:[.,;:!?)]|$|\n))|some\stime\sago|(?:the\s)?near\sfuture"
        ),
        _vague,
        ("recent months", "the coming weeks", "some time ago", "soon"),
        ("as soon as it is out",),
    ),
    Atom(
        "en.every",
        "every day, each Monday",
        ("every", "each"),
        atom_pattern(
            rf"(?:every|each)\s(?:other\s|single\s|{CARDINAL}\s|{ORDINAL}\s)?(?P<u>{UNIT}|(?:{WEEKDAY_PATTERN})s?"
            r"|(?:morning|afternoon|evening|night|weekday)s?)"
        ),
        _set,
        ("every day", "each Monday", "every two weeks", "every night"),
    ),
    Atom(
        "en.times-per",
        "twice a year, three times per week",
        ("once", "twice", *NUMBER_KEYS),
        atom_pattern(rf"(?:once|twice|{CARDINAL}\stimes)\s(?:an?|per|every|each)\s(?P<u>{UNIT})"),
        _set,
        ("twice a year", "three times per week"),
    ),
    Atom(
        "en.weekdays",
        "on Mondays",
        tuple(name + "s" for name in WEEKDAYS if len(name) > 5),
        atom_pattern(r"(?P<u>(?:mon|tues|wednes|thurs|fri|satur|sun)days)"),
        _set,
        ("Mondays",),
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

"""English ranges and open sides, and the order of all English passes."""

import re
from dataclasses import replace

from core.temporal.en_attach import ATTACH, CLOCKS, HOURS, Found, Made, Nodes
from core.temporal.en_counted import COUNTED
from core.temporal.en_parts import PARTS
from core.temporal.en_steps import AWAY, COMPOUNDS, STEPS
from core.temporal.en_words import ORDINAL
from core.temporal.numerals import number_of
from core.temporal.rules import Join, join_pattern
from core.temporal.spans import opened, span
from core.temporal.steps import chained, step
from core.temporal.value import Value, of_fields, weekday_near


def _span(found: Found, nodes: Nodes) -> Made:
    left, right = nodes["a"].value, nodes["b"].value
    if found[0][:4].lower() == "from" and re.search(r"\sand\s", found[0]):
        return "G", None
    if "range" in (left.form, right.form) and "G" in (nodes["a"].code, nodes["b"].code):
        return "G", None
    if {"vague", "unresolved", "open", "follow"} & {left.form, right.form}:
        return "G", None
    if (
        nodes["a"].code == "Y"
        and nodes["b"].code in "MD"
        and nodes["b"].value.fields
        and nodes["b"].value.fields.year is None
    ):
        return "G", None
    if left.fields is not None and left.fields.weekday is not None and nodes["b"].rule_id in _OF_A_WEEK:
        left = _weekday_ahead_of(right, left.fields.weekday)
    return "G", span(left, right)


_OF_A_WEEK = frozenset({"en.weekday-of-week", "en.week-weekday"})


def _weekday_ahead_of(right: Value, weekday: int) -> Value:
    """Return the last such weekday before another day: the Tuesday of "Tuesday to Thursday of next week"."""
    return chained(right, weekday_near(weekday, None, -1))


def _day_to(found: Found, nodes: Nodes) -> Made:
    """Read "from 13 to the 15th of July", "4 to 23 next month"."""
    fields, day = nodes["b"].value.fields, number_of(found["n"] or found["m"])
    if fields is None or fields.day is None or day is None or not 1 <= day <= 31:
        return "G", None
    if found["m"] and day >= fields.day:
        return "G", None
    left = of_fields(replace(fields, day=day, weekday=None))
    return "G", span(left, nodes["b"].value)


def _to_day(found: Found, nodes: Nodes) -> Made:
    """Read "December 5, 2020 to 12", "August 27th - 29th"."""
    fields, day = nodes["a"].value.fields, number_of(found["n"])
    if fields is None or fields.day is None or day is None or not fields.day < day <= 31:
        return "G", None
    return "G", span(nodes["a"].value, of_fields(replace(fields, day=day, weekday=None)))


def _days_of(found: Found, nodes: Nodes) -> Made:
    fields, low, high = nodes["b"].value.fields, number_of(found["n"]), number_of(found["m"])
    if fields is None or fields.day is not None or low is None or high is None or not 1 <= low < high <= 31:
        return "G", None
    if fields.month is None and fields.month_shift is None:
        return "G", None
    return "G", span(of_fields(replace(fields, day=low)), of_fields(replace(fields, day=high)))


def _for_duration(found: Found, nodes: Nodes) -> Made:
    label, base = nodes["u"].value.label, nodes["a"].value
    if label is None or base.form != "point" or base.grain not in ("day", "week", "month", "year"):
        return "G", None
    count, unit = label.split()
    return "G", span(base, step(step(base, int(count), unit), -1, "day"))


_SIDES = {
    "since": "from",
    "ever since": "from",
    "starting": "from",
    "starting from": "from",
    "starting on": "from",
    "starting in": "from",
    "beginning": "from",
    "beginning on": "from",
    "beginning in": "from",
    "as of": "from",
    "effective": "from",
    "as early as": "from",
    "no earlier than": "from",
    "since at least": "from",
    "from at least": "from",
    "dating back to": "from",
    "since as early as": "from",
    "on or after": "from",
    "since about": "from",
    "since around": "from",
    "since before": "before",
    "since the": "from",
    "since approximately": "from",
    "effective from": "from",
    "effective as of": "from",
    "in or after": "from",
    "since as far back as": "from",
    "as far back as": "from",
    "after": "after",
    "later than": "after",
    "following": "after",
    "subsequent to": "after",
    "no sooner than": "from",
    "before": "before",
    "prior to": "before",
    "until": "before",
    "till": "before",
    "up until": "before",
    "up to": "through",
    "earlier than": "before",
    "ahead of": "before",
    "no later than": "through",
    "by": "through",
    "through": "through",
    "as late as": "through",
    "not later than": "through",
    "until the": "before",
    "before the": "before",
    "after the": "after",
    "as recently as": "from",
    "on or before": "through",
    "up through": "through",
    "until at least": "through",
    "through at least": "through",
    "sometime before": "before",
    "sometime after": "after",
    "any time after": "after",
    "any time before": "before",
}


_SIDE_WORDS = "|".join(sorted(_SIDES, key=lambda words: (-len(words), words)))


def _open(found: Found, nodes: Nodes) -> Made:
    base, word = nodes["b"].value, re.sub(r"\s+", " ", found["k"].lower())
    if base.form in ("vague", "unresolved"):
        return "X", base
    if base.form in ("open", "duration", "set"):
        return "O", None
    if (
        word in ("from", "following", "beginning", "starting", "effective")
        and base.grain in ("hour", "minute", "second")
        and base.clock
    ):
        return "O", None
    if nodes["b"].code == "G" and _SIDES[word] == "from":
        return "G", base
    side = _SIDES[word]
    if word in _INCLUSIVE and base.grain == "day":
        side = "through"  # what lasts until a day lasts through it
    if word == "as of" and base.grain == "day" and _counts(found):
        side = "through"
    if nodes["b"].code == "Y" and _EVENT_OF_YEAR.search(found[0]) and _NOUN_AFTER.match(found.string, found.end()):
        return "O", None  # "after the 2020 election"
    if found["e"] or base.label == "end":  # "before the end of 2016" holds until the year is over
        side = {"before": "through", "from": "after"}.get(side, side)
    return "O", opened(base, side)


_INCLUSIVE = frozenset({"until", "till", "up until", "until the"})
_EVENT_OF_YEAR = re.compile(r"\bthe .$")
_NOUN_AFTER = re.compile(r"\s[A-Za-z]{3}")
_WORDS_BEFORE = 64  # characters before a date in which a count or a verb may stand
_COUNT_NEXT = re.compile(r",?\s(?:[A-Za-z’'-]{1,14}\s){0,3}?\d")
_COUNT_BEFORE = re.compile(r"(?:^|\s)\d[\d,.]{0,12}\s(?:[A-Za-z-]{1,20}\s){1,6}$")


def _counts(found: Found) -> bool:
    """Tell whether "as of" a day gives a count: "as of 4 March, 310 hosts were open" ends with the day."""
    if _COUNT_NEXT.match(found.string, found.end()):
        return True
    return _COUNT_BEFORE.search(found.string, max(0, found.start() - _WORDS_BEFORE), found.start()) is not None


def _from(found: Found, nodes: Nodes) -> Made:
    """Read "valid from 1 May" and "from 1 May on" as open; a sample "from 1 May" is only of that day."""
    base = nodes["b"].value
    if base.form not in ("point", "range") or base.grain in ("hour", "minute", "second"):
        return "O", None
    held = _HOLDS_FROM.search(found.string, max(0, found.start() - _WORDS_BEFORE), found.start())
    if found["t"] is None and held is None:
        return "O", None
    return "O", opened(base, "from")


_HOLDS_FROM = re.compile(
    r"\b(?:valid|effective|applicable|appl(?:y|ies|ied)|available|force|effect|starting|begins?|beginning|runs?|ran|active|open"
    r"|closed|banned|prohibited|required|mandatory|supported|enforced|licensed|changes?|works?|holds?|counts?|due|eligible"
    r"|unavailable|offline|live)\s(?:again\s|only\s)?$",
    re.IGNORECASE,
)


def _compared(found: Found, nodes: Nodes) -> Made:
    """Read ">= 2019" and "< 3 May 2020"."""
    sign, equal = found["k"][0], "=" in found["k"]
    if sign in "≥≤":
        sign, equal = {"≥": ">", "≤": "<"}[sign], True
    side = {(">", True): "from", (">", False): "after", ("<", True): "through", ("<", False): "before"}[sign, equal]
    return "O", opened(nodes["b"].value, side) if nodes["b"].value.form == "point" else None


def _or_later(found: Found, nodes: Nodes) -> Made:
    return "O", opened(nodes["b"].value, "from" if found["k"].lower() not in ("earlier", "before") else "through")


RANGES: tuple[Join, ...] = (
    Join(
        "en.between",
        "between 3 May and 7 June",
        join_pattern(
            r"(?:(?:in )?between|from) (?:the |at least |around |about |approximately |early )?"
            r"(?P<a>{ANY}|{N}),?(?: ?[-–—~] ?| to | through | thru | until | till | up to | and )"
            r"(?:the |early )?(?P<b>{ANY}|{N})"
        ),
        _span,
        ("between 3 May and 7 June", "from March through June 2023"),
    ),
    Join(
        "en.to",
        "3 May to 7 June, May-Oct 2020",
        join_pattern(r"(?P<a>{ANY})(?: ?[-–—~] ?| to | through | thru | until | till )(?:the )?(?P<b>{ANY}" r"|{N})"),
        _span,
        ("3 May to 7 June", "2014-2018"),
    ),
    Join(
        "en.from-days",
        "from 3-7 May",
        join_pattern(r"(?:from|between) (?P<b>{G})"),
        lambda found, nodes: ("G", nodes["b"].value),
        (),
    ),
    Join(
        "en.day-to",
        "from 13 to the 15th of July",
        join_pattern(
            rf"(?:(?:from|between) (?:the )?(?P<n>{ORDINAL}|\d{{1,2}})(?: ?[-–—~] ?| to "
            rf"| through | until | till | and )|(?:the )?(?P<m>{ORDINAL}|\d{{1,2}}) (?:to|till"
            rf"|until|through) )(?:the )?(?P<b>{{D}})"
        ),
        _day_to,
        ("from the 13th to the 15th of July",),
    ),
    Join(
        "en.to-day",
        "September 6 to 12",
        join_pattern(
            rf"(?:(?:from|between) )?(?P<a>{{D}})(?: ?[-–—~] ?| to | through | until | till )"
            rf"(?:the )?(?P<n>{ORDINAL}|\d{{1,2}}(?![:.,]?\d| ?[ap]m))"
        ),
        _to_day,
        (),
    ),
    Join(
        "en.days-of",
        "4 to 23 next month",
        join_pattern(
            rf"(?:(?:from|between) )?(?:the )?(?P<n>{ORDINAL}|\d{{1,2}})(?: ?[-–—~] ?| to "
            rf"| through | until | till | and )(?:the )?(?P<m>{ORDINAL}|\d{{1,2}}) (?:of |in )?"
            rf"(?P<b>{{L}}|{{M}})"
        ),
        _days_of,
        ("4 to 23 next month",),
    ),
    Join(
        "en.month-days-between",
        "November between 19 and 20",
        join_pattern(
            r"(?P<b>{M}),? (?:from|between) (?:the )?(?P<n>\d{1,2})(?:st|nd|rd|th)?(?: ?[-–—~] ?| to | and | through )"
            r"(?:the )?(?P<m>\d{1,2})(?:st|nd|rd|th)?(?![:.,]?\d| ?[ap]m)"
        ),
        _days_of,
        ("November between 19 and 21",),
    ),
    Join(
        "en.for",
        "from 18th Dec for 10 days",
        join_pattern(r"(?:from )?(?P<a>{D}|{R}) for (?P<u>{U})"),
        _for_duration,
        (),
    ),
)


OPENS: tuple[Join, ...] = (
    Join(
        "en.open",
        "since March, until January 2024, as of 3 May",
        join_pattern(
            rf"(?:sometimes? )?(?P<k>{_SIDE_WORDS}) (?P<e>(?!))?(?:on |in |at |the |about "
            rf"|around |approximately |at least |early |year )?(?P<b>{{ANY}}|{{X}})"
        ),
        _open,
        ("since March 2020", "until January 2024"),
    ),
    Join(
        "en.from",
        "valid from 1 May, from 1 March 2026 on",
        join_pattern(r"from (?:the )?(?P<b>{D}|{M}|{Y}|{L}|{R}|{Q}|{H}|{W})(?P<t> on(?= ?[.,;:)]|$)| and after)?"),
        _from,
        ("from 1 March 2026 on",),
    ),
    Join(
        "en.compared",
        ">= 2019, < 3 May 2020",
        join_pattern(r"(?P<k>[<>≥≤](?: ?=)?) ?(?P<b>{Y}|{M}|{D})"),
        _compared,
        (">= 2019", "< 3 May 2020"),
    ),
    Join(
        "en.or-later",
        "2012 or later, 1/1/2016 and after",
        join_pattern(r"(?P<b>{DATE}) (?:or|and) (?P<k>later|after|onwards?|greater|earlier|before)" r"(?! ?{ANY})"),
        _or_later,
        ("2012 or later",),
    ),
    Join(
        "en.onwards",
        "from 2012 onwards",
        join_pattern(r"(?:from )?(?P<b>{DATE})(?: ?- ?present| to present| to date| onwards?| forward)"),
        lambda found, nodes: ("O", opened(nodes["b"].value, "from")),
        ("2012 onwards",),
    ),
)


ENDS: tuple[Join, ...] = (
    *HOURS,
    Join(
        "en.open-end",
        "before the end of 2016, by end of next month",
        join_pattern(
            r"(?P<k>before|by|until|till|no later than|through) (?P<e>(?:the )?end of) (?:the )?(?P<b>{UNIT})"
        ),
        _open,
        ("before the end of 2016", "by end of next month"),
    ),
)


PASSES: tuple[tuple[Join, ...], ...] = (
    (*ATTACH, *COUNTED, *COMPOUNDS),
    CLOCKS,
    ENDS,
    PARTS,
    STEPS,
    (*RANGES, *AWAY),
    OPENS,
)
"""The passes in order."""

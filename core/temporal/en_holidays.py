"""English names of days."""

import re

from core.temporal.calendar import add_months, floor, nth_weekday, unit_end
from core.temporal.en_words import MON, MONTH_KEYS, YEAR, month_number
from core.temporal.holidays import BY_NAME, MONTHLY, holiday_value
from core.temporal.rules import Atom, atom_pattern
from core.temporal.spans import within
from core.temporal.value import Fields, Interval, Reference, Value, of_fields, relative

Made = tuple[str, Value | None]
Found = re.Match[str]

_NAMES = sorted((name for name in BY_NAME if name[0] < "\u3400"), key=lambda name: (-len(name), name))
_PATTERN = "|".join(re.escape(name).replace(r"\ ", r"\s").replace("'", "['’]") for name in _NAMES)
_DIRECTIONS = {
    "last": -1,
    "previous": -1,
    "past": -1,
    "this past": -1,
    "next": 1,
    "upcoming": 1,
    "coming": 1,
    "this": 0,
    "this coming": 1,
}


def _key(text: str) -> str:
    return re.sub(r"\s+", " ", text.lower().replace("’", "'"))


_PLACE = re.compile(r"\b(?:in|near|from|to|at)\s$", re.IGNORECASE)
_NEW_YEAR = re.compile(r"\b(?:before|after|until|on|by)\s$", re.IGNORECASE)


def _holiday(found: Found) -> Made:
    name = _key(found["n"])
    if name == "corpus christi" and _PLACE.search(found.string, max(0, found.start() - 6), found.start()):
        return "H", None  # the city
    if name == "new year" and not _NEW_YEAR.search(found.string, max(0, found.start() - 8), found.start()):
        return "H", None  # "in the new year" is no day
    holiday = BY_NAME[name]
    if found["y"]:
        return "H", holiday_value(holiday, int(found["y"]))
    if found["of"]:
        shift = {"last": -1, "this": 0, "next": 1}[found["of"].lower()]
        return "H", holiday_value(holiday, shift=shift)
    return "H", holiday_value(holiday, direction=_DIRECTIONS[_key(found["r"])] if found["r"] else 0)


def _monthly(found: Found) -> Made:
    """Read "the May 2023 Patch Tuesday" and its like; alone it is the last one, or the next where that is meant."""
    nth = MONTHLY["patch tuesday"].nth
    if nth is None:
        return "H", None
    _, weekday, number = nth
    if found["d"]:
        base = relative({"last": -1, "this": 0, "next": 1}[found["d"].lower()], "month")
    elif found["mon"] or found["mon2"]:
        year = found["y"] or found["y2"]
        base = of_fields(Fields(int(year) if year else None, month_number(found["mon"] or found["mon2"])))
    else:
        side = _DIRECTIONS[_key(found["r"])] if found["r"] else 0
        return "H", Value(lambda reference: _nearest_monthly(reference, (weekday, number), side), "day", "day")
    return "H", within(base, number, "day", weekday)


def _nearest_monthly(reference: Reference, nth: tuple[int, int], side: int) -> Interval | None:
    """Return the nth weekday of a month that is nearest on the asked side; 0 goes by what the words speak of."""
    today = floor(reference.at, "day")
    ahead = side > 0 or (side == 0 and reference.future)
    for count in (0, 1) if ahead else (0, -1):
        month = add_months(today.replace(day=1), count)
        day = None if month is None else nth_weekday(month.year, month.month, *nth)
        if day is not None and ((day > today if ahead else day < today) or (day == today and side == 0)):
            return Interval(day, unit_end(day, "day"), "day")
    return None


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.holiday",
        "Christmas, Thanksgiving 2023, last Easter, Independence Day of this year",
        (
            *sorted({re.split(r"[ '.-]", name)[0] for name in _NAMES}),
            "last",
            "previous",
            "past",
            "next",
            "upcoming",
            "this",
            "coming",
        ),
        atom_pattern(
            r"(?:(?P<r>last|previous|this\spast|this\scoming|past|next|upcoming|coming|this)\s)?"
            rf"(?P<n>{_PATTERN})(?:,?\s(?:of\s|in\s)?(?P<y>(?:19|20)\d\d)|\s(?:of\s|in\s)?"
            r"(?P<of>this|last|next)\syear)?"
        ),
        _holiday,
        ("Christmas", "Thanksgiving 2023", "last Easter", "Independence Day of this year"),
    ),
    Atom(
        "en.patch-tuesday",
        "Patch Tuesday, May 2023 Patch Tuesday, Patch Tuesday of June",
        ("patch", "the", "last", "this", "next", "upcoming", "previous", *MONTH_KEYS),
        atom_pattern(
            rf"(?:the\s)?(?:(?P<mon>{MON})(?:,?\s(?P<y>{YEAR}))?(?:['’]s)?\s|(?P<d>last|this|next)\smonth['’]s\s|(?P<r>last|next|upcoming|previous)\s)?patch[\s-]tuesday"
            rf"(?:[\s-](?:(?:of|in|for)\s)?(?P<mon2>{MON})(?:,?[\s-](?P<y2>{YEAR}))?)?"
        ),
        _monthly,
        ("Patch Tuesday", "the May 2023 Patch Tuesday", "last month's Patch Tuesday", "Patch Tuesday of June 2024"),
    ),
)

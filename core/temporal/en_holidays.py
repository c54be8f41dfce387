"""English names of days."""

import re

from core.temporal.holidays import BY_NAME, MONTHLY, holiday_value
from core.temporal.rules import Atom, atom_pattern
from core.temporal.spans import within
from core.temporal.value import Fields, Value, of_fields, relative

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


def _holiday(found: Found) -> Made:
    holiday = BY_NAME[_key(found["n"])]
    if found["y"]:
        return "H", holiday_value(holiday, int(found["y"]))
    if found["of"]:
        shift = {"last": -1, "this": 0, "next": 1}[found["of"].lower()]
        return "H", holiday_value(holiday, shift=shift)
    return "H", holiday_value(holiday, direction=_DIRECTIONS[_key(found["r"])] if found["r"] else 0)


def _monthly(found: Found) -> Made:
    holiday = MONTHLY[_key(found["n"])]
    if holiday.nth is None:
        return "H", None
    base = relative(0, "month")
    if found["y"] and found["m"]:
        base = of_fields(Fields(int(found["y"]), int(found["m"])))
    return "H", within(base, holiday.nth[2], "day", holiday.nth[1])


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
)
_LATER = (_monthly,)

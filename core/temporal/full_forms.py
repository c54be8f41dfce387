"""Full dates and date-times as time expressions: the forms that document dates have too."""

import re
from datetime import timedelta

from core.model import Precision
from core.temporal.calendar import unit_end
from core.temporal.date_forms import FORMS, DateForm, read_match
from core.temporal.en_guards import is_identifier, is_release
from core.temporal.names import MONTHS, WEEKDAYS
from core.temporal.rules import Atom
from core.temporal.value import Fields, Interval, Reference, Value, of_fields

_USED = ("iso", "exif", "year-month-name", "day-month-name", "month-name-day", "bulletin", "unix-date", "zh-full")


def _make(found: "re.Match[str]") -> tuple[str, Value | None]:
    date = read_match(found)
    if date is None or _is_none(found):
        return "D", None
    local = date.at.replace(tzinfo=None)
    if date.precision == Precision.DAY:
        return "D", of_fields(Fields(local.year, local.month, local.day))
    grain = str(date.precision)
    zone = date.at.tzinfo if found.groupdict().get("zone") else None
    end = unit_end(local, grain) or local + timedelta(days=1)

    def find(_: Reference) -> Interval | None:
        return Interval(local, end, grain, zone)

    return "D", Value(find, grain, fields=Fields(local.year, local.month, local.day))


def _is_none(found: "re.Match[str]") -> bool:
    """Tell whether a year and two more figures are a release or the tail of an identifier."""
    separator = found.groupdict().get("sep")
    if separator is None:
        return False
    return is_identifier(found) or (separator == "." and is_release(found))


def _atom(form: DateForm) -> Atom:
    return Atom(
        f"date.{form.id}",
        form.why,
        ("#", *MONTHS, *WEEKDAYS),
        form.pattern,
        _make,
        tuple(text for text, _ in form.hits),
        (),
    )


ATOMS: tuple[Atom, ...] = tuple(_atom(form) for form in FORMS if form.id in _USED)
"""One atom for each full form with a day."""

"""Dates of the Hebrew calendar, by its arithmetic rules."""

from datetime import datetime, timedelta

_EPOCH = -1373427  # the ordinal of 1 Tishri of the year 1, counted as datetime.toordinal counts
_PARTS_A_DAY = 25920  # halakim: 24 hours of 1080
_MONTH_REST = 13753  # parts by which a mean month is longer than 29 days
_FIRST_MOLAD = 12084  # parts into the day of the first new moon

MONTHS = ("tishri", "heshvan", "kislev", "tevet", "shevat", "adar", "nisan", "iyar", "sivan", "tammuz", "av", "elul")
"""The months in order; in a leap year "adar" is the second one, in which Purim lies."""


def _elapsed(year: int) -> int:
    """Return the days from the epoch to the mean new year, put off where it would fall on a forbidden weekday."""
    months = (235 * year - 234) // 19
    days = 29 * months + (_FIRST_MOLAD + _MONTH_REST * months) // _PARTS_A_DAY
    return days + 1 if 3 * (days + 1) % 7 < 3 else days


def _new_year(year: int) -> int:
    """Return the ordinal of 1 Tishri; no year may be of a length that the rules forbid."""
    before, own, after = _elapsed(year - 1), _elapsed(year), _elapsed(year + 1)
    if after - own == 356:
        own += 2
    elif own - before == 382:
        own += 1
    return _EPOCH + own


def gregorian(year: int, month: str, day: int) -> datetime:
    """Return the Gregorian day whose greater part a Hebrew date covers; it begins at sunset of the day before.

    Args:
        year: the Hebrew year; 5786 began in 2025.
        month: one of ``MONTHS``.
        day: 1 to 30.
    """
    start, end = _new_year(year), _new_year(year + 1)
    days = end - start
    lengths = [30, 30 if days % 10 == 5 else 29, 29 if days % 10 == 3 else 30, 29, 30]
    if days > 380:
        lengths.append(30)
    place = MONTHS.index(month)
    if place < 5:
        first = start + sum(lengths[:place])
    else:
        first = start + sum(lengths) + sum((29, 30, 29, 30, 29, 30)[: place - 5])
    return datetime.fromordinal(first) + timedelta(days=day - 1)


def in_gregorian_year(year: int, month: str, day: int) -> datetime:
    """Return the day of a Gregorian year that is the given day of a Hebrew one."""
    found = gregorian(year + 3761, month, day)
    return found if found.year == year else gregorian(year + 3760, month, day)

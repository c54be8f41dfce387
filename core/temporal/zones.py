"""UTC offsets of the zone names that reports use; a name outside the table is no zone."""

import re
from datetime import timedelta, timezone

_HOUR = 60
OFFSETS = {
    "z": 0,
    "utc": 0,
    "gmt": 0,
    "wet": 0,
    "west": _HOUR,
    "bst": _HOUR,
    "cet": _HOUR,
    "cest": 2 * _HOUR,
    "eet": 2 * _HOUR,
    "eest": 3 * _HOUR,
    "msk": 3 * _HOUR,
    "sgt": 8 * _HOUR,
    "hkt": 8 * _HOUR,
    "awst": 8 * _HOUR,
    "jst": 9 * _HOUR,
    "kst": 9 * _HOUR,
    "aest": 10 * _HOUR,
    "aedt": 11 * _HOUR,
    "nzst": 12 * _HOUR,
    "nzdt": 13 * _HOUR,
    "ndt": -2 * _HOUR - 30,
    "nst": -3 * _HOUR - 30,
    "adt": -3 * _HOUR,
    "edt": -4 * _HOUR,
    "est": -5 * _HOUR,
    "cdt": -5 * _HOUR,
    "mdt": -6 * _HOUR,
    "mst": -7 * _HOUR,
    "pdt": -7 * _HOUR,
    "pst": -8 * _HOUR,
    "akdt": -8 * _HOUR,
    "akst": -9 * _HOUR,
    "hst": -10 * _HOUR,
    "北京时间": 8 * _HOUR,
    "东八区": 8 * _HOUR,
    "香港时间": 8 * _HOUR,
    "台北时间": 8 * _HOUR,
    "新加坡时间": 8 * _HOUR,
    "东京时间": 9 * _HOUR,
    "首尔时间": 9 * _HOUR,
    "莫斯科时间": 3 * _HOUR,
    "格林尼治时间": 0,
    "格林威治时间": 0,
    "协调世界时": 0,
    "世界协调时": 0,
}
"""Zone name, lower case, to minutes east of UTC.

Left out on purpose: names that mean several zones and that dated reports use in more than one way
(IST, CST, AST). A date with such a name keeps its written clock time at UTC.
"""

ZH_ZONES = tuple(name for name in OFFSETS if not name.isascii())
"""The zone names that stand before a Chinese clock time."""

ZONE_PATTERN = (
    r"(?:(?:utc|gmt)\s?[+-]\d{1,2}(?::?\d\d)?|[+-]\d\d:?\d\d|[+-]\d\d(?![\d:])|"
    + "|".join(sorted(OFFSETS, key=lambda name: (-len(name), name)))
    + r")(?![a-z0-9])"
)
"""A zone as a regular-expression fragment; compile it ignoring case."""

_NUMERIC = re.compile(r"(?:utc|gmt)?\s?([+-])(\d{1,2}):?(\d\d)?", re.IGNORECASE)
_MOST_EAST_MINUTES = 14 * _HOUR


def zone_of(name: str | None) -> timezone | None:
    """Return the fixed offset that a zone name or numeric offset stands for, None when unknown.

    Args:
        name: "Z", "+0800", "UTC+8", "EST" …; None counts as unknown.
    """
    if name is None:
        return None
    minutes = OFFSETS.get(name.strip().lower())
    if minutes is None:
        found = _NUMERIC.fullmatch(name.strip())
        if found is None:
            return None
        minutes = int(found[2]) * _HOUR + int(found[3] or 0)
        minutes = -minutes if found[1] == "-" else minutes
    if abs(minutes) > _MOST_EAST_MINUTES:
        return None
    return timezone(timedelta(minutes=minutes))

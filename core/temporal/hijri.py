"""Dates of the Islamic calendar in the years 1390 to 1500, which begin in 1970 to 2076."""

from datetime import datetime, timedelta

FIRST_YEAR = 1390
_FIRST_DAY = datetime(1970, 3, 9)  # noqa: DTZ001 - 1 Muharram 1390, a local day
_YEARS = (
    "2d5 d55 d54 d45 655 52d a5d 55a ad5 6aa d4b 52a a57 4ae 976 56c b55 aaa a55 4ad 95d 2da 5d9 db2 ba4 b4a "
    "a55 2b5 575 b6a bd2 bc4 b89 a95 52d 5ad b6a 6d4 dc9 d92 aa6 956 2ae 56d 36a b55 aaa 94d 49d 95d 2ba 5b5 "
    "5aa d55 a9a 92e 26e 55d ada 6d4 6a5 54b a97 54e aae 5ac ba9 d92 b25 64b cab 55a b55 6d2 ea5 e4a a95 52d "
    "aad 36c 759 6d2 695 52d a5b 4ba 9ba 3b4 b69 b52 aa6 4b6 96d 2ec 6d9 eb2 d54 d2a a56 4ae 96d d6a b54 b29 "
    "a93 52b a57 536 ab5 6aa e93"
)
"""One hexadecimal number for each year: a bit for each month in order that is set when it has 30 days.

They are those of the Umm al-Qura calendar, which is published beforehand. Where a month begins when its moon is
seen, the day may be one earlier or later.
"""

_TABLE = tuple(int(number, 16) for number in _YEARS.split())


def _lengths(year: int) -> list[int]:
    return [29 + (_TABLE[year - FIRST_YEAR] >> month & 1) for month in range(12)]


_STARTS = [_FIRST_DAY]
for _year in range(FIRST_YEAR, FIRST_YEAR + len(_TABLE)):
    _STARTS.append(_STARTS[-1] + timedelta(days=sum(_lengths(_year))))


def gregorian(year: int, month: int, day: int) -> datetime | None:
    """Return the Gregorian day of an Islamic date, None when it does not exist or the year is not covered.

    Args:
        year: the Islamic year.
        month: 1 to 12; Ramadan is 9.
        day: 1 to 30.
    """
    if not 0 <= year - FIRST_YEAR < len(_TABLE) or not 1 <= month <= 12:
        return None
    lengths = _lengths(year)
    if not 1 <= day <= lengths[month - 1]:
        return None
    return _STARTS[year - FIRST_YEAR] + timedelta(days=sum(lengths[: month - 1]) + day - 1)


def in_gregorian_year(year: int, month: int, day: int) -> datetime | None:
    """Return the first day of a Gregorian year that is the given day of an Islamic year, None when none is."""
    around = (year - 622) * 33 // 32  # 33 Islamic years are about 32 others
    days = [gregorian(islamic, month, day) for islamic in range(around - 1, around + 3)]
    return next((found for found in days if found is not None and found.year == year), None)

"""Dates of the traditional Chinese calendar (农历) in the years 1900 to 2100."""

from datetime import datetime, timedelta

FIRST_YEAR = 1900
_YEARS = (
    "3d16d2 620752 4c0ea5 38b64a 5c064b 440a9b 309556 56056a 400b59 2a5752 500752 3adb25 "
    "600b25 480a4b 32b4ab 5802ad 42056b 2c4b69 520da9 3efd92 640e92 4c0d25 36ba4d 5c0a56 "
    "4602b6 2e95b5 5606d4 400ea9 2c5e92 500e92 3acd26 5e052b 480a57 32b2b6 580b5a 4406d4 "
    "2e6ec9 520749 3cf693 620a93 4c052b 34ca5b 5a0aad 46056a 309b55 560ba4 400b49 2a5a93 "
    "500a95 38f52d 5e0536 480aad 34b5aa 5805b2 420da5 2e7d4a 540d4a 3d0a95 600a97 4c0556 "
    "36cab5 5a0ad5 4606d2 308ea5 560ea5 40064a 286c97 4e0a9b 3af55a 5e056a 480b69 34b752 "
    "5a0b52 420b25 2c964b 520a4b 3d14ab 6002ad 4a056d 36cb69 5c0da9 460d92 309d25 560d25 "
    "415a4d 640a56 4e02b6 38c5b5 5e06d5 480ea9 34be92 5a0e92 440d26 2c6a56 500a57 3d14d6 "
    "62035a 4a06d5 36b6c9 5c0749 460693 2e952b 54052b 3e0a5b 2a555a 4e056a 38fb55 600ba4 "
    "4a0b49 32ba93 580a95 42052d 2c8aad 500ab5 3d35aa 6205d2 4c0da5 36dd4a 5c0d4a 460c95 "
    "30952e 540556 3e0ab5 2a55b2 5006d2 38cea5 5e0725 48064b 32ac97 560cab 42055a 2c6ad6 "
    "520b69 3d7752 620b52 4c0b25 36da4b 5a0a4b 4404ab 2ea55b 5405ad 3e0b6a 2a5b52 500d92 "
    "3afd25 5e0d25 480a55 32b4ad 5804b6 4005b5 2c6daa 520ec9 3f1e92 620e92 4c0d26 36ca56 "
    "5a0a57 4404d6 2e86d5 540755 400749 286e93 4e0693 38f52b 5e052b 460a5b 32b55a 58056a "
    "420b65 2c974a 520b4a 3d1a95 620a95 4a052d 34caad 5a0ab5 4605aa 2e8ba5 540da5 400d4a "
    "2a7c95 4e0c96 38f94e 5e0556 480ab5 32b5b2 5806d2 420ea5 2e8e4a 50068b 3b0c97 6004ab "
    "4a055b 34cad6 5a0b6a 460752 309725 540b45 3e0a8b 28549b 4e04ab "
)
"""One hexadecimal number for each lunar year: days from 1 January to the new year (from bit 17), the leap
month (bits 13 to 16, 0 for none), and for each month in order one bit that is set when it has 30 days."""

_TABLE = tuple(int(number, 16) for number in _YEARS.split())


def solar(year: int, month: int, day: int, *, leap: bool = False) -> datetime | None:
    """Return the Gregorian date of a lunar one, None when it does not exist or the year is not covered.

    Args:
        year: the lunar year, named by the Gregorian year in which it begins.
        month: 1 to 12; 腊月 is 12.
        day: 1 to 30; 30 in a month of 29 days means its last day, as 大年三十 is said of every last day.
        leap: whether the leap month of that number is meant.
    """
    index = year - FIRST_YEAR
    if not 0 <= index < len(_TABLE) or not 1 <= month <= 12 or not 1 <= day <= 30:
        return None
    number = _TABLE[index]
    leap_month = number >> 13 & 15
    if leap and leap_month != month:
        return None
    place = month - 1 + (1 if leap_month and (month > leap_month or leap) else 0)
    days = number >> 17
    for earlier in range(place):
        days += 29 + (number >> earlier & 1)
    length = 29 + (number >> place & 1)
    return datetime(year, 1, 1) + timedelta(days=days + min(day, length) - 1)  # noqa: DTZ001

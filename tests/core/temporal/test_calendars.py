"""The calendars behind named days, against dates that are known."""

import itertools
from datetime import datetime, timedelta

import pytest

from core.temporal import hebrew, hijri
from core.temporal.holidays import BY_NAME
from core.temporal.lunar import solar
from core.temporal.solar_terms import TERMS, on_term


def day(year, month, number):
    """A local day."""
    return datetime(year, month, number)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("year", "month", "number", "expected"),
    [
        (2013, "tishri", 10, day(2013, 9, 14)),
        (2025, "tishri", 1, day(2025, 9, 23)),
        (2018, "kislev", 25, day(2018, 12, 3)),
        (2025, "kislev", 25, day(2025, 12, 15)),
        (2024, "adar", 14, day(2024, 3, 24)),
        (2026, "adar", 14, day(2026, 3, 3)),
        (2024, "nisan", 15, day(2024, 4, 23)),
        (2026, "nisan", 15, day(2026, 4, 2)),
        (2018, "sivan", 6, day(2018, 5, 20)),
    ],
)
def test_hebrew_days(year, month, number, expected):
    """Feasts fall where the printed calendars have them, in common and in leap years."""
    assert hebrew.in_gregorian_year(year, month, number) == expected


def test_hebrew_years_have_only_the_six_lengths():
    """The rules of postponement allow no other length, and the new year no Sunday, Wednesday or Friday."""
    starts = [hebrew.gregorian(year, "tishri", 1) for year in range(5700, 5900)]
    assert {(after - start).days for start, after in itertools.pairwise(starts)} == {
        353,
        354,
        355,
        383,
        384,
        385,
    }
    assert {start.weekday() for start in starts} == {0, 1, 3, 5}


@pytest.mark.parametrize(
    ("year", "month", "number", "expected"),
    [
        (2013, 10, 1, day(2013, 8, 8)),
        (2013, 12, 10, day(2013, 10, 15)),
        (2024, 12, 10, day(2024, 6, 16)),
        (2025, 9, 1, day(2025, 3, 1)),
        (2034, 9, 1, day(2034, 11, 12)),
        (1900, 9, 1, None),
    ],
)
def test_islamic_days(year, month, number, expected):
    """Days of the published calendar; outside its table nothing is said."""
    assert hijri.in_gregorian_year(year, month, number) == expected


def test_islamic_months_follow_each_other():
    """Each day of the table comes right after the one before it."""
    days = [
        found
        for year in range(1440, 1450)
        for month in range(1, 13)
        for number in range(1, 31)
        if (found := hijri.gregorian(year, month, number)) is not None
    ]
    assert {(after - before).days for before, after in itertools.pairwise(days)} == {1}
    assert hijri.gregorian(1446, 13, 1) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("立春", [day(2024, 2, 4), day(2025, 2, 3), day(2026, 2, 4)]),
        ("春分", [day(2024, 3, 20), day(2025, 3, 20), day(2026, 3, 20)]),
        ("夏至", [day(2024, 6, 21), day(2025, 6, 21), day(2026, 6, 21)]),
        ("冬至", [day(2024, 12, 21), day(2025, 12, 21), day(2026, 12, 22)]),
    ],
)
def test_solar_terms(name, expected):
    """The terms fall on the days of the official calendar."""
    assert [on_term(TERMS[name])(year) for year in (2024, 2025, 2026)] == expected
    assert on_term(TERMS[name])(1899) is None


@pytest.mark.parametrize("year", range(1901, 2100, 11))
def test_the_winter_solstice_lies_in_the_eleventh_lunar_month(year):
    """Two calendars made in different ways agree: that is how the lunar months are numbered."""
    solstice = on_term(TERMS["冬至"])(year)
    first, after = solar(year, 11, 1), solar(year, 12, 1)
    assert first <= solstice < after + timedelta(days=1)


@pytest.mark.parametrize(
    ("name", "year", "expected"),
    [
        ("赎罪日", 2013, day(2013, 9, 13)),
        ("篝火节", 2013, day(2013, 4, 27)),
        ("以色列独立日", 2025, day(2025, 4, 30)),
        ("胡里节", 2025, day(2025, 3, 13)),
        ("排灯节", 2000, None),
        ("地球一小时", 2016, day(2016, 3, 19)),
        ("地球一小时", 2025, day(2025, 3, 29)),
        ("圣周六", 2025, day(2025, 4, 19)),
        ("卫塞节", 2013, day(2013, 5, 24)),
    ],
)
def test_feasts(name, year, expected):
    """A feast that begins at sunset starts on its eve; one without a table for the year has no day."""
    assert BY_NAME[name].in_year(year) == expected

"""Calendar arithmetic, numerals and the lunar table."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.temporal.calendar import add_months, easter, floor, month_days, nth_weekday, orthodox_easter, shift, unit_end
from core.temporal.fold import folded
from core.temporal.lunar import solar
from core.temporal.numerals import number_of, year_in_words, zh_number
from core.temporal.zones import zone_of


def local(day):
    """Return midnight of an ISO day as local wall time."""
    return datetime.fromisoformat(day)


@pytest.mark.parametrize(
    ("start", "months", "expected"),
    [
        ("2023-01-31", 1, "2023-02-28"),
        ("2024-01-31", 1, "2024-02-29"),
        ("2024-03-31", -1, "2024-02-29"),
        ("2023-11-05", 3, "2024-02-05"),
    ],
)
def test_months_clamp(start, months, expected):
    """A month step keeps the day where it can and cuts it back where it cannot."""
    assert add_months(datetime.fromisoformat(start), months) == datetime.fromisoformat(expected)


def test_calendar_has_ends():
    """Steps out of the calendar give None, not an error."""
    assert add_months(local("9998-12-01"), 12) is None
    assert shift(local("0001-01-02"), -5, "day") is None


@given(
    st.datetimes(min_value=local("1900-01-01"), max_value=local("2100-01-01")),
    st.sampled_from(["day", "week", "month", "quarter", "half", "year", "decade"]),
)
def test_a_unit_holds_its_moments(moment, unit):
    """The unit of a moment starts on or before it and ends after it."""
    start = floor(moment, unit)
    end = unit_end(start, unit)
    assert start <= moment < end
    assert floor(start, unit) == start


@pytest.mark.parametrize(("year", "day"), [(2024, "03-31"), (2023, "04-09"), (2016, "03-27"), (2000, "04-23")])
def test_easter(year, day):
    """Easter Sundays that everyone can look up."""
    assert easter(year).strftime("%m-%d") == day


@pytest.mark.parametrize(("year", "day"), [(2024, "05-05"), (2023, "04-16"), (2022, "04-24")])
def test_orthodox_easter(year, day):
    """Orthodox Easter Sundays that everyone can look up."""
    assert orthodox_easter(year).strftime("%m-%d") == day


def test_nth_weekday():
    """The fourth Thursday and the last Monday of a month."""
    assert nth_weekday(2024, 11, 3, 4) == local("2024-11-28")
    assert nth_weekday(2024, 5, 0, -1) == local("2024-05-27")
    assert nth_weekday(2024, 2, 0, 5) is None
    assert month_days(2023, 2) == 28


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ((2024, 1, 1), "2024-02-10"),
        ((2023, 8, 15), "2023-09-29"),
        ((2023, 1, 1), "2023-01-22"),
        ((2020, 5, 5), "2020-06-25"),
        ((2000, 1, 1), "2000-02-05"),
    ],
)
def test_lunar_dates(date, expected):
    """Festivals of years with and without a leap month before them."""
    assert solar(*date) == datetime.fromisoformat(expected)


def test_lunar_limits():
    """Years and months outside the table give None."""
    assert solar(1899, 1, 1) is None
    assert solar(2024, 13, 1) is None
    assert solar(2024, 4, 1, leap=True) is None
    assert solar(2023, 2, 1, leap=True) == local("2023-03-22")


@pytest.mark.parametrize(
    ("text", "value"),
    [("twenty-second", 22), ("nine", 9), ("3rd", 3), ("word", None)],
)
def test_english_numbers(text, value):
    """Cardinals and ordinals in words and digits."""
    assert number_of(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("nineteen ninety nine", 1999), ("two thousand and four", 2004), ("twenty ten", 2010)]
)
def test_english_years(text, value):
    """Years in words."""
    assert year_in_words(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("二零二三", 2023), ("十二", 12), ("廿三", 23), ("两千", 2000), ("三十一", 31), ("初八", 8), ("甲", None)],
)
def test_chinese_numbers(text, value):
    """Numerals by place and by unit."""
    assert zh_number(text) == value


@pytest.mark.parametrize(
    ("name", "minutes"), [("EST", -300), ("+0530", 330), ("UTC+8", 480), ("Z", 0), ("IST", None), ("+2500", None)]
)
def test_zones(name, minutes):
    """Named and numeric offsets; names of several zones are none."""
    zone = zone_of(name)
    assert (None if zone is None else zone.utcoffset(None).total_seconds() / 60) == minutes


@given(st.text(max_size=80))
def test_folding_keeps_the_length(text):
    """Folding changes characters one for one."""
    assert len(folded(text)) == len(text)

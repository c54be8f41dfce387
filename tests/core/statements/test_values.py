"""Canonical values, dates, numbers and keys."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statements.dates import covers, find_dates
from core.statements.keys import slot_key, subject_key
from core.statements.numbers import chinese_number, plain_number
from core.statements.values import canonical_value


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("7.50", "number", ("7.5", "number")),
        ("9.8/10", "number", ("9.8", "number")),
        ("$1.5 million", "number", ("1500000 usd", "number")),
        ("120万元", "number", ("1200000 cny", "number")),
        ("4.25％", "number", ("4.25 %", "number")),
        ("9.8 (CVSS:3.1/AV:N)", "number", ("9.8 (cvss:3.1/av:n)", "text")),
        ("v2.10", "version", ("2.10", "version")),
        ("2.1 版本", "version", ("2.1", "version")),
        ("2.1 or later", "version", ("2.1 or later", "text")),
        ("May 2nd, 2026", "date", ("2026-05-02", "date")),
        ("高危", "level", ("high", "level")),
        ("Unaffected", "level", ("not affected", "level")),
        ("Ana Silva.", "name", ("ana silva", "name")),
        ("Fancy Bear", "name", ("apt28", "name")),
        ("≤ 1.2", "range", ("<=1.2", "text")),
        ("1.000", "range", ("1.000", "text")),
    ],
)
def test_canonical_values(text, kind, expected):
    """A value is read as its slot wants it, else kept whole."""
    assert canonical_value(text, kind) == expected


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2026-05-02", "2026-05-02"),
        ("2026/5/2", "2026-05-02"),
        ("2 May 2026", "2026-05-02"),
        ("May 2, 2026", "2026-05-02"),
        ("2nd of May 2026", "2026-05-02"),
        ("May 2026", "2026-05"),
        ("2 May", "--05-02"),
        ("2026年5月2日", "2026-05-02"),
        ("2026 年 5 月", "2026-05"),
        ("5月2日", "--05-02"),
        ("2026年", "2026"),
        ("Q3 2026", "2026-Q3"),
        ("2026-05", "2026-05"),
    ],
)
def test_written_dates(text, iso):
    """Each way to write a date has one ISO form."""
    assert [date for _, _, date in find_dates(f"x {text} y")] == [iso]


@pytest.mark.parametrize("text", ["1.2026-05.3", "may be", "20 mayors", "2026-13-01", "version 1.2.3"])
def test_no_dates(text):
    """Look-alikes are no dates."""
    assert list(find_dates(text)) == []


@given(st.dates(dt.date(1900, 1, 1), dt.date(2099, 12, 31)))
def test_every_day_reads_back(day):
    """Any day written in any full form reads back as itself."""
    forms = (
        day.isoformat(),
        f"{day.day} {day:%B} {day.year}",
        f"{day:%b} {day.day}, {day.year}",
        f"{day.year}年{day.month}月{day.day}日",
    )
    assert {date for form in forms for _, _, date in find_dates(form)} == {day.isoformat()}


def test_a_coarse_date_covers_a_fine_one():
    """A year covers its days, a day covers itself, and nothing covers what is coarser."""
    assert covers("2026", "2026-05-02")
    assert covers("2026-05-02", "2026-05-02")
    assert not covers("2026-05-02", "2026-05")
    assert not covers("2026-05", "2026-06-01")


@given(st.integers(0, 10**12))
def test_thousands_separators_vanish(number):
    """A number with separators is the number without."""
    assert plain_number(f"{number:,}") == plain_number(str(number)) == str(number)


@pytest.mark.parametrize(
    ("numeral", "digits"), [("三", "3"), ("十", "10"), ("二十三", "23"), ("一百零五", "105"), ("两千", "2000")]
)
def test_chinese_numerals(numeral, digits):
    """Chinese numerals read as digits."""
    assert chinese_number(numeral) == digits


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("The Kelp Service", "kelp service"),
        ("Kelp's", "kelp"),
        ("海带的", "海带"),
        ("ＫＥＬＰ", "kelp"),
        ("evil[.]example", "evil.example"),
        ("the domain evil.example", "evil.example"),
        ("APT-28", "apt28"),
        ("the vulnerability", ""),
        ("it", ""),
        ("该组织", ""),
        ("我", "user"),
        ("Mercury", "mercury"),
    ],
)
def test_subject_keys(text, key):
    """Spellings of one subject share a key; what names nothing has none."""
    assert subject_key(text) == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Fixed version", "fixed_version"),
        ("修复版本", "fixed_version"),
        ("CVSS评分", "cvss_score"),
        ("The Colour", "colour"),
    ],
)
def test_slot_keys(text, key):
    """Synonyms share a key; an unknown slot is its own."""
    assert slot_key(text)[0] == key

"""Document dates: metadata values, date lines near the top, file names."""

import os
import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model import Precision, PublishedSource
from core.temporal import find_published, parse_published, published_from_name

FRONT = PublishedSource.FRONT_MATTER


@pytest.mark.parametrize(
    ("value", "expected", "precision"),
    [
        ("2026-05-01", "2026-05-01T00:00:00+00:00", Precision.DAY),
        ("2026-05-01T09:30:00Z", "2026-05-01T09:30:00+00:00", Precision.SECOND),
        ("2026-05-01 09:30:00 +0800", "2026-05-01T09:30:00+08:00", Precision.SECOND),
        ("2026-05-01 00:30 +08:00", "2026-05-01T00:30:00+08:00", Precision.MINUTE),
        ("Tue, 12 May 2026 10:00:00 -0500", "2026-05-12T10:00:00-05:00", Precision.SECOND),
        ("12 January 2026", "2026-01-12T00:00:00+00:00", Precision.DAY),
        ("January 12, 2026", "2026-01-12T00:00:00+00:00", Precision.DAY),
        ("Jan. 12, 2026", "2026-01-12T00:00:00+00:00", Precision.DAY),
        ("2026年1月12日 09:30", "2026-01-12T09:30:00+00:00", Precision.MINUTE),
        ("2026/01/12", "2026-01-12T00:00:00+00:00", Precision.DAY),
        ("25/04/2026", "2026-04-25T00:00:00+00:00", Precision.DAY),
        ("May 2026", "2026-05-01T00:00:00+00:00", Precision.MONTH),
        ("2026-05", "2026-05-01T00:00:00+00:00", Precision.MONTH),
        ("2026", "2026-01-01T00:00:00+00:00", Precision.YEAR),
        ("9:30 PM", None, None),
        ("03/04/2026", None, None),
        ("2026-02-30", None, None),
        ("2025-02-29", None, None),
        ("2026-13-01", None, None),
        ("yesterday", None, None),
        ("12 January 2026 in the evening", None, None),
        ("", None, None),
    ],
)
def test_metadata_values(value, expected, precision):
    """A value is one date with its own precision and offset, or nothing."""
    date = parse_published(value, FRONT)
    if expected is None:
        assert date is None
    else:
        assert date is not None
        assert (date.at.isoformat(), date.precision, date.source) == (expected, precision, FRONT)


@pytest.mark.parametrize(
    ("text", "day", "quote"),
    [
        ("# A title\n\nOriginally published: 3 May 2026\n\nText", "2026-05-03", "3 May 2026"),
        ("Release Date\nMay 15, 2023\nAlert Code\nAA23-1", "2023-05-15", "May 15, 2023"),
        ("Original release date: March 15, 2018 | Last revised: March 16, 2018\n", "2018-03-16", "March 16, 2018"),
        ("**Release date:** 2026-04-02\n**Original release:** 2026-03-01\n", "2026-04-02", "2026-04-02"),
        ("Original release date: December 1, 2020Summary of it", "2020-12-01", "December 1, 2020"),
        ("标题\n发布时间：2026年3月5日 10:00 来源：某社\n正文", "2026-03-05", "2026年3月5日 10:00"),
        ("发布日期：2026-03-05\n更新时间：2026-03-09", "2026-03-09", "2026-03-09"),
        ("BULLETIN\n1109 PM EST FRI JAN 30 2015\n", "2015-01-30", "1109 PM EST FRI JAN 30 2015"),
        ("# August releases\n\n_(Update 16-August-2018)_ Releases available\n", "2018-08-16", "16-August-2018"),
        ("A title\nJan 30, 2015\nBy A. Writer\n", "2015-01-30", "Jan 30, 2015"),
        ("A title\nBy A. Writer | June 3, 2015 | 5 min read\n", "2015-06-03", "June 3, 2015"),
        ("Date: Mon, 12 Jan 2026 09:30:00 +0100\nFrom: a@b.example\n", "2026-01-12", "Mon, 12 Jan 2026 09:30:00 +0100"),
    ],
)
def test_date_lines(text, day, quote):
    """A document's date line gives the date of this revision and its place."""
    date = find_published(text)
    assert date is not None
    assert (date.at.date().isoformat(), text[date.char_start : date.char_end]) == (day, quote)
    assert date.source is PublishedSource.DOCUMENT


@pytest.mark.parametrize(
    "text",
    [
        "[2026-01-06 09:30] Li Lei: hello\n[2026-01-06 09:31] Han: hi\n",
        "The attack of 3 May 2026 was large.\n",
        "Release date: 31 April 2026\n",
        "\n" * 50,
        "",
        "text\n" * 40 + "Last updated: 3 May 2026\n",
    ],
)
def test_texts_without_a_date(text):
    """Message headers, prose, impossible dates and far lines give no document date."""
    assert find_published(text) is None


@pytest.mark.parametrize(
    ("name", "day", "precision"),
    [
        ("2026-05-01_x.md", "2026-05-01", Precision.DAY),
        ("in/2026/20231012003-x.md", "2023-10-12", Precision.DAY),
        ("x_2026-05.md", "2026-05-01", Precision.MONTH),
        ("报告2026年5月1日.txt", "2026-05-01", Precision.DAY),
        ("CVE-2024-1234.md", None, None),
        ("x_2026-13.md", None, None),
        ("2026-01-01_to_2026-02-01.md", None, None),
        ("notes.md", None, None),
    ],
)
def test_file_names(name, day, precision):
    """A file's name gives a marked date, or nothing when it has none or several."""
    date = published_from_name(name)
    if day is None:
        assert date is None
    else:
        assert date is not None
        assert (date.at.date().isoformat(), date.precision, date.source) == (day, precision, PublishedSource.FILE_NAME)


@given(st.dates(min_value=date(1970, 1, 1), max_value=date(2100, 1, 1)))
def test_any_iso_day_is_read(moment):
    """Every ISO day of the usual years is read back."""
    found = parse_published(moment.isoformat(), FRONT)
    assert found is not None
    assert found.at.date() == moment


@given(st.text(max_size=200))
def test_any_text_is_survived(text):
    """No text makes the readers fail, and offsets stay inside it."""
    date = find_published(text)
    assert date is None or 0 <= date.char_start < date.char_end <= len(text)
    parse_published(text, FRONT)
    published_from_name(text)


def test_process_time_zone_does_not_matter(monkeypatch):
    """The process's own time zone changes nothing."""
    seen = set()
    for zone in ("Asia/Shanghai", "America/Lima"):
        monkeypatch.setitem(os.environ, "TZ", zone)
        time.tzset()
        date = parse_published("2026-05-01 00:30 +08:00", FRONT)
        assert date is not None
        seen.add((date.at.isoformat(), date.at.utcoffset()))
    monkeypatch.undo()
    time.tzset()
    assert len(seen) == 1

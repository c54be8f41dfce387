"""Time expressions in English and Chinese against the date of their document or message."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.model import Anchor, Precision
from core.temporal import resolve

# Sunday 10 March 2024, nine in the morning at +08:00.
DOCUMENT = Anchor(datetime(2024, 3, 10, 9, tzinfo=timezone(timedelta(hours=8))), Precision.DAY, "document")


def bounds(text, anchor=DOCUMENT):
    """Return (expression, start, end) of every resolved expression."""
    return [(t.expression, t.resolved_start, t.resolved_end) for t in resolve(text, anchor) if t.status == "resolved"]


@pytest.mark.parametrize(
    ("text", "expression", "start", "end"),
    [
        ("last week the group moved to Lagos", "last week", "2024-02-26", "2024-03-04"),
        ("it ran yesterday", "yesterday", "2024-03-09", "2024-03-10"),
        ("met on Friday", "Friday", "2024-03-08", "2024-03-09"),
        ("met on Sunday", "Sunday", "2024-03-10", "2024-03-11"),
        ("last Sunday it rained", "last Sunday", "2024-03-03", "2024-03-04"),
        ("since March the tool", "since March", "2024-03-01", None),
        ("in June it began", "June", "2023-06-01", "2023-07-01"),
        ("until January 2024", "until January 2024", None, "2024-01-01"),
        ("Q3 2025", "Q3 2025", "2025-07-01", "2025-10-01"),
        ("early 2024", "early 2024", "2024-01-01", "2024-05-01"),
        ("mid-May 2023", "mid-May 2023", "2023-05-11", "2023-05-21"),
        ("the 1990s", "the 1990s", "1990-01-01", "2000-01-01"),
        ("between 3 and 7 May", "between 3 and 7 May", "2023-05-03", "2023-05-08"),
        ("from March through June 2023", "from March through June 2023", "2023-03-01", "2023-07-01"),
        ("November 2023 to February", "November 2023 to February", "2023-11-01", "2024-03-01"),
        ("two weeks ago", "two weeks ago", "2024-02-25", "2024-02-26"),
        ("three months ago", "three months ago", "2023-12-01", "2024-01-01"),
        ("the past 3 days", "the past 3 days", "2024-03-07", "2024-03-10"),
        ("the second week of March 2023", "the second week of March 2023", "2023-03-06", "2023-03-13"),
        ("the first Tuesday of October 2014", "the first Tuesday of October 2014", "2014-10-07", "2014-10-08"),
        ("the day before 6 March", "the day before 6 March", "2024-03-05", "2024-03-06"),
        ("the week of January 16th", "the week of January 16th", "2024-01-15", "2024-01-22"),
        ("14 June '21", "14 June '21", "2021-06-14", "2021-06-15"),
        ("8/25/2018", "8/25/2018", "2018-08-25", "2018-08-26"),
        ("Easter 2024", "Easter 2024", "2024-03-31", "2024-04-01"),
        ("before the end of 2016", "before the end of 2016", None, "2017-01-01"),
        ("hit over the weekend", "the weekend", "2024-03-09", "2024-03-11"),
        (
            "from 14:30 to 16:00 UTC on 3 May 2026",
            "from 14:30 to 16:00 UTC on 3 May 2026",
            "2026-05-03T14:30:00+00:00",
            "2026-05-03T16:00:00+00:00",
        ),
        ("from 8/18-8/30 it ran", "from 8/18-8/30", "2023-08-18", "2023-08-31"),
        ("From mid-June through mid-July 2022", "From mid-June through mid-July 2022", "2022-06-11", "2022-07-21"),
        ("since late 2018 may also", "since late 2018", "2018-09-01", None),
        ("2012 or later", "2012 or later", "2012-01-01", None),
        ("as of 3 May 2023", "as of 3 May 2023", "2023-05-03", None),
        ("2023年3月至6月", "2023年3月至6月", "2023-03-01", "2023-07-01"),
        ("自2018年以来", "自2018年以来", "2018-01-01", None),
        ("截至2024年2月5日", "截至2024年2月5日", None, "2024-02-06"),
        ("大前天收到", "大前天", "2024-03-07", "2024-03-08"),
        ("上上周开始", "上上周开始", "2024-02-19", None),
        ("上周三", "上周三", "2024-02-28", "2024-02-29"),
        ("下周末", "下周末", "2024-03-16", "2024-03-18"),
        ("3天前", "3天前", "2024-03-07", "2024-03-08"),
        ("5月上旬", "5月上旬", "2023-05-01", "2023-05-11"),
        ("2023年第三季度", "2023年第三季度", "2023-07-01", "2023-10-01"),
        ("去年12月", "去年12月", "2023-12-01", "2024-01-01"),
        ("月底", "月底", "2024-03-21", "2024-04-01"),
        ("农历2024年正月初一", "农历2024年正月初一", "2024-02-10", "2024-02-11"),
        ("除夕", "除夕", "2024-02-09", "2024-02-10"),
        ("3月1日前一天", "3月1日前一天", "2024-02-29", "2024-03-01"),
        ("２０２３年５月３日", "２０２３年５月３日", "2023-05-03", "2023-05-04"),
        ("民國113年", "民國113年", "2024-01-01", "2025-01-01"),
        ("用户tomorrow出差", "tomorrow", "2024-03-11", "2024-03-12"),
    ],
)
def test_one_expression(text, expression, start, end):
    """One expression is found whole and resolved to half-open local days."""
    assert bounds(text) == [(expression, start, end)]


@pytest.mark.parametrize(
    "text",
    [
        "version 2020.1.3 is out",
        "CVE-2021-44228 and CVE-2019-0708",
        "port 2049 from the host",
        "12 units 2000",
        "Windows Server 2019 and Office 2016",
        "at 192.168.10.12 and 10.1.2.3",
        "it may be that they march on",
        "a second stage was seen",
        "This may be desirable, and this may require work",
        "a login, may indicate suspicious use",
        "see section 2.3.11 or 7.19.16",
        "a 24/7 watch and 3/4 of hosts",
        "_CVE_-2020-0549",
        "The 40 second timeout",
        "within 30 days of the query",
        "现在一切正常",
        "he was in his 20s",
        "有一点问题",
        "本周期内，今后天天如此",
        "目前天气不好",
        "part ABC-12345-2020X",
        "call +86 138-2010-2015",
        "The tool is written in Go.",
        "sha256 20200101abcdef20200101abcdef20200101abcdef",
    ],
)
def test_not_dates(text):
    """Identifiers, quantities, verbs and impossible days resolve to nothing."""
    assert bounds(text) == []


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("revenue grew in fiscal 2024", "unresolved"),
        ("H1 FY24", "unresolved"),
        ("03/04/2023", "unresolved"),
        ("2019年2月29日", "unresolved"),
        ("31 April 2023", "unresolved"),
        ("一月三十二日", "unresolved"),
        ("in recent months", "vague"),
        ("summer 2023", "vague"),
        ("近日", "vague"),
    ],
)
def test_what_cannot_be_known_stays_open(text, status):
    """Fiscal, ambiguous and vague wording is found but never given bounds."""
    found = resolve(text, DOCUMENT)
    assert [(t.status, t.resolved_start, t.resolved_end) for t in found] == [(status, None, None)]


def test_order_of_figures_follows_the_text():
    """Another date of the same text tells month and day apart."""
    assert bounds("first 03/04/2023, then 03/25/2023")[0] == ("03/04/2023", "2023-03-04", "2023-03-05")
    assert bounds("first 03/04/2023, then 25/03/2023")[0] == ("03/04/2023", "2023-04-03", "2023-04-04")


@pytest.mark.parametrize("text", ["yesterday", "last week", "in June", "昨天", "周三", "本月十日"])
def test_no_anchor_no_guess(text):
    """Without an anchor nothing relative is resolved, and it says so."""
    found = resolve(text, None)
    assert [t.status for t in found] == ["unresolved"]
    assert found[0].anchor_source is None
    assert found[0].resolved_start is None


def test_explicit_needs_no_anchor():
    """A full date stands by itself."""
    (found,) = resolve("on 3 May 2023", None)
    assert (found.kind, found.anchor_source, found.resolved_start) == ("explicit_absolute", "local", "2023-05-03")


def test_live_clock_only_when_given():
    """The clock is an anchor only for input that declares itself live, and never beats a document's date."""
    now = Anchor(datetime(2026, 4, 11, tzinfo=UTC), Precision.MINUTE, "message")
    (live,) = resolve("yesterday", None, live_now=now)
    assert (live.kind, live.anchor_source, live.resolved_start) == ("deictic_relative", "now", "2026-04-10")
    (dated,) = resolve("yesterday", DOCUMENT, live_now=now)
    assert (dated.kind, dated.anchor_source, dated.resolved_start) == ("header_anchor_relative", "header", "2024-03-09")


@pytest.mark.parametrize(
    ("precision", "text", "status"),
    [
        (Precision.MONTH, "yesterday", "unresolved"),
        (Precision.MONTH, "last month", "resolved"),
        (Precision.YEAR, "last month", "unresolved"),
        (Precision.YEAR, "last year", "resolved"),
    ],
)
def test_coarse_anchor(precision, text, status):
    """An anchor known only to the month cannot resolve a day."""
    anchor = Anchor(datetime(2024, 3, 1, tzinfo=UTC), precision, "document")
    assert [t.status for t in resolve(text, anchor)] == [status]


def test_local_anchor_in_the_sentence():
    """A later step counts from the date in its own sentence, and from nothing when there is none."""
    first, second = resolve("On 3 March 2020 it was found; two weeks later it was fixed.", DOCUMENT)
    assert (second.kind, second.anchor_source) == ("local_anchor_relative", "local")
    assert (first.resolved_start, second.resolved_start) == ("2020-03-03", "2020-03-17")
    assert [t.status for t in resolve("Later that year it returned.", DOCUMENT)] == ["unresolved"]
    assert [t.status for t in resolve("Two weeks later it was fixed.", DOCUMENT)] == ["unresolved"]
    assert [t.resolved_start for t in resolve("2020年3月3日宕机，次日恢复。", DOCUMENT)] == ["2020-03-03", "2020-03-04"]


def test_future_wording_looks_ahead():
    """A day that is to come is the next one, a day that was is the last one."""
    assert bounds("They will move on 1 June")[0][1] == "2024-06-01"
    assert bounds("They moved on 1 June")[0][1] == "2023-06-01"
    assert bounds("公司将于6月1日搬迁")[0][1] == "2024-06-01"


def test_offsets_and_clock():
    """A clock keeps the offset it is written with, and the local day of the anchor's offset counts."""
    (moment,) = resolve("2026-05-01T00:30:00+08:00", None)
    assert (moment.resolved_start, moment.granularity) == ("2026-05-01T00:30:00+08:00", "second")
    late = Anchor(datetime(2024, 3, 10, 0, 30, tzinfo=timezone(timedelta(hours=8))), Precision.MINUTE, "message")
    assert bounds("today", late) == [("today", "2024-03-10", "2024-03-11")]
    (clock,) = resolve("yesterday at 3pm", DOCUMENT)
    assert clock.resolved_start == "2024-03-09T15:00:00+08:00"


def test_month_arithmetic_clamps():
    """A month later than the last of January is the last of February."""
    anchor = Anchor(datetime(2023, 1, 31, tzinfo=UTC), Precision.DAY, "document")
    assert bounds("next month", anchor) == [("next month", "2023-02-01", "2023-03-01")]
    assert bounds("下个月", anchor) == [("下个月", "2023-02-01", "2023-03-01")]


def test_several_expressions_each_have_their_own():
    """All expressions of a sentence are resolved, in order."""
    found = bounds("昨天李雷说明年结婚，last Friday he left")
    assert [start for _, start, _ in found] == ["2024-03-09", "2025-01-01", "2024-03-08"]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "3 May",
                " ",
                "to ",
                "2024",
                "年",
                "last ",
                "week",
                "since ",
                "五月",
                "三",
                "日",
                "前",
                "从",
                "至",
                "12:30",
                " at ",
                "the ",
                "end of ",
                "\n",
                "，",
                "Q3",
                "\U0001f600",
                "e\u0301",
                "\u200b",
                "１２月",
                "-",
                "/",
                "31",
            ]
        ),
        max_size=14,
    )
)
def test_any_mixture_is_survived(parts):
    """Whatever stands together: slices are exact, ordered, apart, and bounds run forward."""
    text = "".join(parts)
    end = 0
    for found in resolve(text, DOCUMENT):
        assert text[found.char_start : found.char_end] == found.expression
        assert end <= found.char_start < found.char_end
        end = found.char_end
        if found.resolved_start and found.resolved_end and len(found.resolved_start) == len(found.resolved_end) == 10:
            assert found.resolved_start < found.resolved_end

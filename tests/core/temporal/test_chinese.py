"""Chinese time: what is found, what it means, and what only looks like a date."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from core.model import Anchor, Precision
from core.temporal import resolve

# Thursday 5 March 2026.
DOCUMENT = Anchor(datetime(2026, 3, 5, tzinfo=timezone(timedelta(hours=8))), Precision.DAY, "document")
MESSAGE = Anchor(datetime(2026, 3, 5, 9, 30, tzinfo=timezone(timedelta(hours=8))), Precision.MINUTE, "message")


def bounds(text, anchor=DOCUMENT):
    """Return (expression, start, end) of every resolved expression."""
    return [(t.expression, t.resolved_start, t.resolved_end) for t in resolve(text, anchor) if t.status == "resolved"]


WHOLE = {
    "numerals": [
        ("二〇二三年五月三日", "2023-05-03", "2023-05-04"),
        ("二千零二十三年", "2023-01-01", "2024-01-01"),
        ("卅一日", "2026-01-31", "2026-02-01"),
        ("三月廿一", "2025-03-21", "2025-03-22"),
        ("元月3日", "2026-01-03", "2026-01-04"),
        ("'25年", "2025-01-01", "2026-01-01"),
    ],
    "quarters and halves": [
        ("上个季度", "2025-10-01", "2026-01-01"),
        ("本季度", "2026-01-01", "2026-04-01"),
        ("2025年Q3", "2025-07-01", "2025-10-01"),
        ("第一季度末", "2026-03-01", "2026-04-01"),
        ("2025上半年", "2025-01-01", "2025-07-01"),
        ("3月上半月", "2026-03-01", "2026-03-16"),
    ],
    "the end of a unit as a bound": [
        ("本月底前", None, "2026-04-01"),
        ("年底前", None, "2027-01-01"),
        ("2025年年底之前", None, "2026-01-01"),
        ("5月之前", None, "2025-05-01"),
    ],
    "inside another unit": [
        ("2025年第12周", "2025-03-17", "2025-03-24"),
        ("2025年的最后一天", "2025-12-31", "2026-01-01"),
        ("5月1-3日", "2025-05-01", "2025-05-04"),
        ("5月1、2日", "2025-05-01", "2025-05-03"),
        ("去年的今天", "2025-03-05", "2025-03-06"),
        ("今明两天", "2026-03-05", "2026-03-07"),
        ("年内", "2026-01-01", "2027-01-01"),
        ("三年来", "2023-03-05", "2026-03-05"),
        ("即日起", "2026-03-05", None),
        ("1950 年代", "1950-01-01", "1960-01-01"),
        ("20 世纪 70 年代", "1970-01-01", "1980-01-01"),
    ],
    "the lunar calendar": [
        ("2025年农历八月十五", "2025-10-06", "2025-10-07"),
        ("2025年闰六月初一", "2025-07-25", "2025-07-26"),
        ("大年初二", "2026-02-18", "2026-02-19"),
        ("乙巳年正月初一", "2025-01-29", "2025-01-30"),
    ],
    "eras": [
        ("康熙二十年", "1681-01-01", "1682-01-01"),
        ("昭和50年3月5日", "1975-03-05", "1975-03-06"),
        ("令和7年", "2025-01-01", "2026-01-01"),
    ],
    "named days": [
        ("去年春节", "2025-01-29", "2025-01-30"),
        ("今年国庆", "2026-10-01", "2026-10-02"),
        ("2026年清明", "2026-04-05", "2026-04-06"),
        ("2025年冬至", "2025-12-21", "2025-12-22"),
        ("2025年开斋节", "2025-03-30", "2025-03-31"),
        ("2025年赎罪日", "2025-10-01", "2025-10-03"),
        ("2024年排灯节", "2024-10-31", "2024-11-01"),
        ("2025年東正教復活節", "2025-04-20", "2025-04-21"),
    ],
    "zones": [
        ("北京时间2026年3月2日17时05分", "2026-03-02T17:05:00+08:00", "2026-03-02T17:06:00+08:00"),
        ("格林尼治时间2026年3月2日9时", "2026-03-02T09:00:00+00:00", "2026-03-02T09:01:00+00:00"),
        ("3月2日北京时间17时", "2026-03-02T17:00:00+08:00", "2026-03-02T18:00:00+08:00"),
    ],
    "clock times": [
        ("今晚8点半", "2026-03-05T20:30:00+08:00", "2026-03-05T20:31:00+08:00"),
        ("昨晚12点", "2026-03-05T00:00:00+08:00", "2026-03-05T01:00:00+08:00"),
        ("昨天凌晨12点", "2026-03-04T00:00:00+08:00", "2026-03-04T01:00:00+08:00"),
        ("今晚八点到九点", "2026-03-05T20:00:00+08:00", "2026-03-05T21:00:00+08:00"),
        ("昨天下午5点到凌晨3点", "2026-03-04T17:00:00+08:00", "2026-03-05T03:00:00+08:00"),
        ("2025年3月5日9时至3月6日18时", "2025-03-05T09:00:00+08:00", "2025-03-06T18:00:00+08:00"),
    ],
}


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [row for rows in WHOLE.values() for row in rows],
    ids=[f"{kind}: {row[0]}" for kind, rows in WHOLE.items() for row in rows],
)
def test_one_expression_is_the_whole_text(text, start, end):
    """An expression that fills its text is found whole, with half-open bounds."""
    assert bounds(text) == [(text, start, end)]


INSIDE = [
    ("下周一起草新的规范。", "下周一", "2026-03-09", "2026-03-10"),
    ("下周一起施行。", "下周一起", "2026-03-09", None),
    ("复测在2月20日至24日进行。", "2月20日至24日", "2026-02-20", "2026-02-25"),
    ("清单保留至2026年4月30日。", "至2026年4月30日", None, "2026-05-01"),
    ("他们于1839年8月一起抵达。", "1839年8月", "1839-08-01", "1839-09-01"),
    ("在2018年之后改名。", "2018年之后", "2019-01-01", None),
    ("今天一点消息也没有。", "今天", "2026-03-05", "2026-03-06"),
]


@pytest.mark.parametrize(("text", "expression", "start", "end"), INSIDE, ids=[row[0] for row in INSIDE])
def test_one_expression_inside_a_sentence(text, expression, start, end):
    """A word that only places a date stays outside; one that bounds it belongs to it."""
    assert bounds(text) == [(expression, start, end)]


FUTURE = [
    ("六月底之前须完成复查。", None, "2026-07-01"),
    ("二季度将推出新版。", "2026-04-01", "2026-07-01"),
    ("9月15日前各单位须提交报告。", None, "2026-09-15"),
    ("9月公司将于上海召开大会。", "2026-09-01", "2026-10-01"),
    ("三个月后将停止支持。", "2026-06-01", "2026-07-01"),
]


@pytest.mark.parametrize(("text", "start", "end"), FUTURE, ids=[row[0] for row in FUTURE])
def test_a_verb_after_it_places_an_expression_in_the_future(text, start, end):
    """将, 须 and their like behind an expression make it the next one."""
    assert [found[1:] for found in bounds(text)] == [(start, end)]


@pytest.mark.parametrize("text", ["9月黑客将数据上传。", "9月发现的漏洞需要身份验证。", "9月，须知已发布。"])
def test_other_words_leave_it_in_the_past(text):
    """将 before a noun, a verb about something else, and 须知 say nothing of the future."""
    assert [found[1] for found in bounds(text)] == ["2025-09-01"]


FOLLOWING = [
    ("嫌疑人于2025年7月8日被捕，三天后获释。", ["2025-07-08", "2025-07-11"]),
    ("试运行自2026年1月5日开始，两周后正式启用。", ["2026-01-05", "2026-01-19"]),
    ("公司于2020年3月成立，次年5月上市。", ["2020-03-01", "2021-05-01"]),
    ("2025年3月3日宕机，同月15日恢复。", ["2025-03-03", "2025-03-15"]),
    ("2025年3月3日宕机，次日凌晨恢复。", ["2025-03-03", "2025-03-04T00:00:00+08:00"]),
    ("2025年3月3日宕机，当晚恢复。", ["2025-03-03", "2025-03-03T18:00:00+08:00"]),
    ("2025年3月3日宕机，三天后上午9点恢复。", ["2025-03-03", "2025-03-06T09:00:00+08:00"]),
    ("2026年2月9日当周没有告警。", ["2026-02-09"]),
]


@pytest.mark.parametrize(("text", "starts"), FOLLOWING, ids=[row[0] for row in FOLLOWING])
def test_later_dates_count_from_the_date_before_them(text, starts):
    """What follows a date of its own sentence counts from that date, not from the report's."""
    assert [found[1] for found in bounds(text)] == starts


@pytest.mark.parametrize("text", ["公司于2020年成立，三天后搬迁。", "公司于2020年3月成立，次日搬迁。"])
def test_a_date_too_coarse_gives_no_day(text):
    """Three days after a year are no known day."""
    assert [found.status for found in resolve(text, DOCUMENT)] == ["resolved", "unresolved"]


def test_days_later_without_a_date_count_from_a_message_only():
    """In a report the story goes on from something unsaid; in a message the speaker counts from now."""
    assert [t.status for t in resolve("两周后，同一地址再次出现。", DOCUMENT)] == ["unresolved"]
    assert bounds("两周后再联系。", MESSAGE) == [("两周后", "2026-03-19", "2026-03-20")]


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("每周一至周五值班。", "每周一至周五"),
        ("每月15日备份。", "每月15日"),
        ("每年6月校验。", "每年6月"),
        ("每天凌晨生成。", "每天凌晨"),
        ("每月第二个星期二发布补丁。", "每月第二个星期二"),
        ("每天的习惯。", "每天"),
    ],
)
def test_sets_are_no_dates(text, expression):
    """What happens again and again is one expression and has no bounds."""
    assert [(t.expression, t.kind, t.resolved_start) for t in resolve(text, DOCUMENT)] == [(expression, "set", None)]


@pytest.mark.parametrize(
    "text",
    ["两年半前", "一年多前", "七八年前", "三五天后", "二十几年前", "近年来", "前段时间", "这几天", "2025年春", "今夏"],
)
def test_vague_wording_gets_no_bounds(text):
    """About so many years ago is no year."""
    assert [(t.expression, t.status) for t in resolve(text, DOCUMENT)] == [(text, "vague")]


@pytest.mark.parametrize("text", ["康熙三年五月", "FY24上半年", "2024财年第三季度"])
def test_calendars_that_are_not_covered_stay_open(text):
    """A lunar month before 1900 and a fiscal period are found and left unresolved."""
    assert [(t.expression, t.status) for t in resolve(text, DOCUMENT)] == [(text, "unresolved")]


@pytest.mark.parametrize(
    "text",
    [
        "共采购2025个传感器",
        "服务监听 2049 端口",
        "12台2000型设备",
        "会议室2025留给代表团",
        "分机号为1945",
        "零件编号为AB-2024-07",
        "散列值以20240305开头",
        "苇渡VPN 2020.1.3版本",
        "比赛以3:12结束",
        "前天线的增益不足",
        "第二天线架设在楼顶",
        "会议纪要由周一鸣整理",
        "这家店叫“明天书屋”",
        "三月花店的老板姓周，店员叫五月",
        "一日三餐按标准供应",
        "从3号出口离开",
        "2008-09 赛季",
        "公元前221年",
        "第12周期",
        "两周年庆典",
    ],
)
def test_what_only_looks_like_a_date(text):
    """Counts, identifiers, names and words inside words are no time."""
    assert resolve(text, DOCUMENT) == []


@pytest.mark.parametrize("text", ["次日", "三天后", "上个季度", "年底前", "即日起", "二季度", "乙巳年"])
def test_nothing_is_guessed_without_an_anchor(text):
    """Without a date to count from the expression stays unresolved."""
    assert [(t.expression, t.status, t.resolved_start, t.resolved_end) for t in resolve(text, None)] == [
        (text, "unresolved", None, None)
    ]


def test_a_coarse_anchor_resolves_no_quarter_of_a_day():
    """A report known to the month has last quarter and no day before yesterday."""
    anchor = Anchor(datetime(2026, 3, 1, tzinfo=UTC), Precision.MONTH, "document")
    assert bounds("上个季度", anchor) == [("上个季度", "2025-10-01", "2026-01-01")]
    assert bounds("大前天", anchor) == []


@pytest.mark.parametrize("year", [1, 9998])
@pytest.mark.parametrize(
    "text", ["十年前", "三年后", "大后年", "截至去年", "上上个季度", "2月29日", "春节", "前天以前"]
)
def test_the_ends_of_the_calendar_are_survived(year, text):
    """An anchor in the first or the last year of the calendar resolves what lies inside it and nothing else."""
    anchor = Anchor(datetime(year, 1, 2, tzinfo=UTC), Precision.DAY, "message")
    for found in resolve(text, anchor):
        assert found.status in ("resolved", "unresolved")
        assert ((found.resolved_start, found.resolved_end) != (None, None)) == (found.status == "resolved")

"""Chinese units named by their place: 今天, 上周, 去年, 次日, and vague wording; one row each."""

from dataclasses import replace
from datetime import timedelta

from core.temporal.rules import Atom
from core.temporal.spans import span
from core.temporal.steps import following, step
from core.temporal.value import Clock, at_clock, labelled, relative, weekday_near
from core.temporal.zh_words import (
    SHIFT,
    SHIFTS,
    UNITS,
    WEEKDAY,
    YEARS,
    Found,
    Made,
    pattern,
)

_DAYS = {
    "即日": 0,
    "今天": 0,
    "今日": 0,
    "今晨": 0,
    "今早": 0,
    "今晚": 0,
    "今夜": 0,
    "昨天": -1,
    "昨日": -1,
    "昨晚": -1,
    "昨夜": -1,
    "昨早": -1,
    "昨晨": -1,
    "前天": -2,
    "前日": -2,
    "前晚": -2,
    "大前天": -3,
    "大前日": -3,
    "明天": 1,
    "明日": 1,
    "明晚": 1,
    "明早": 1,
    "明晨": 1,
    "听日": 1,
    "后天": 2,
    "后日": 2,
    "后晚": 2,
    "大后天": 3,
    "大后日": 3,
    "寻日": -1,
    "现在": 0,
}


_PART_OF = {"晨": (0, 9), "早": (0, 12), "晚": (18, 24), "夜": (18, 24)}


def _near_day(found: Found) -> Made:
    word = found["n"]
    base = relative(_DAYS[word], "day")
    if word == "现在":
        return "N", base
    hours = _PART_OF.get(word[-1])
    if hours is None:
        return "R", base
    clock = Clock(timedelta(hours=hours[0]), timedelta(hours=hours[1]), "hour")
    return "B", replace(at_clock(base, clock), clock=clock)


def _week(found: Found) -> Made:
    shift = SHIFTS[found["r"]]
    which = found["w"]
    if which is None:
        return "L", relative(shift, "week")
    if which in ("末", "尾"):
        return "L", relative(shift, "weekend")
    return "R", weekday_near(min(WEEKDAY.index(which), 6), shift)


def _month_relative(found: Found) -> Made:
    return "L", relative(SHIFTS[found["r"]], "hour" if found["u"] == "小时" else "month")


def _quarter_relative(found: Found) -> Made:
    return "L", relative(SHIFTS[found["r"]], "quarter")


_TWO = {"今明": (0, 1), "昨今": (-1, 0), "明后": (1, 2), "去今": (-1, 0)}


def _two(found: Found) -> Made:
    first, last = _TWO[found["k"]]
    unit = UNITS[found["u"]]
    return "G", span(relative(first, unit), relative(last, unit))


def _same_day_of_year(found: Found) -> Made:
    return "R", step(relative(0, "day"), 12 * YEARS[found["n"]], "month")


def _year_relative(found: Found) -> Made:
    return "L", relative(YEARS[found["n"]], "year")


_FOLLOWING = {
    "前一天": (-1, "day"),
    "前一日": (-1, "day"),
    "后一天": (1, "day"),
    "后一日": (1, "day"),
    "第二天": (1, "day"),
    "隔天": (1, "day"),
    "当日": (0, "day"),
    "当天": (0, "day"),
    "当周": (0, "week"),
    "同周": (0, "week"),
    "次周": (1, "week"),
    "当季": (0, "quarter"),
    "同日": (0, "day"),
    "次日": (1, "day"),
    "翌日": (1, "day"),
    "当月": (0, "month"),
    "同月": (0, "month"),
    "次月": (1, "month"),
    "当年": (0, "year"),
    "同年": (0, "year"),
    "次年": (1, "year"),
    "翌年": (1, "year"),
    "第二年": (1, "year"),
}


def _same_day(found: Found) -> Made:
    if found["k"] == "当晚":
        evening = Clock(timedelta(hours=18), timedelta(hours=24), "hour")
        return "X", replace(following(at_clock(relative(0, "day"), evening)), counted="day")
    count, unit = _FOLLOWING[found["k"]]
    return "X", following(relative(count, unit))


def _vague(found: Found) -> Made:
    return "X", replace(labelled("vague", "day", found[0]), needs="day")


ATOMS: tuple[Atom, ...] = (
    Atom(
        "zh.near-day",
        "今天, 昨日, 大前天, 今晚",
        ("今", "昨", "前", "大", "明", "后", "听", "寻", "现", "即"),
        pattern(
            rf"(?<![以之目然随此先空])(?!(?<=从)前)(?P<n>{'|'.join(sorted(_DAYS, key=len, reverse=True))})"
            r"(?![天气])(?!头条|之后》)"
        ),
        _near_day,
        ("今天", "大前天", "昨晚"),
        ("目前天气", "今后天气", "以前天天"),
    ),
    Atom(
        "zh.week",
        "上周, 下下周三, 本周末",
        ("上", "这", "本", "今", "下"),
        pattern(
            rf"(?<![以之向往马])(?:{SHIFT})\s?个?\s?(?:星期|礼拜|周)(?P<w>[{WEEKDAY}末尾](?![级流致次期]))?(?![期边围刊年转折])"
        ),
        _week,
        ("上周", "下下周三", "本周末", "这个星期天"),
        ("本周期", "上周期"),
    ),
    Atom(
        "zh.month-relative",
        "上个月, 本月, 下下个月",
        ("上", "这", "本", "今", "下"),
        pattern(rf"(?<![以之马]){SHIFT}\s?个?\s?(?:(?P<u>小时)|月(?:份)?(?![亮球]))"),
        _month_relative,
        ("上个月", "本月", "下下个月", "上个小时"),
    ),
    Atom(
        "zh.quarter-relative",
        "上个季度, 本季度",
        ("上", "这", "本", "下"),
        pattern(rf"{SHIFT}\s?个?\s?季度?(?![节候风报军赛前后])"),
        _quarter_relative,
        ("上个季度", "本季度", "下季度"),
        ("本季节",),
    ),
    Atom(
        "zh.two-units",
        "今明两天, 今明两年",
        ("今", "昨", "明", "去"),
        pattern(r"(?P<k>今明|昨今|明后|去今)(?:两|二)(?P<u>天|日|年)"),
        _two,
        ("今明两天", "去今两年"),
    ),
    Atom(
        "zh.same-day-of-year",
        "去年的今天",
        ("去", "前", "上", "明"),
        pattern(r"(?P<n>去年|前年|上年|明年)的?(?:今天|今日|这一天|这天)"),
        _same_day_of_year,
        ("去年的今天",),
    ),
    Atom(
        "zh.year-relative",
        "去年, 前年, 明年",
        ("去", "前", "大", "今", "本", "明", "后", "上", "下", "来", "这", "旧"),
        pattern(rf"(?<![以之马])(?P<n>{'|'.join(sorted(YEARS, key=len, reverse=True))})(?![轻级代会])"),
        _year_relative,
        ("去年", "大前年"),
    ),
    Atom(
        "zh.day-beside",
        "前一天, 后一天: counted from the date before it",
        ("前", "后", "第", "隔"),
        pattern(r"(?<![以之最])(?P<k>前一天|前一日|后一天|后一日|第二天|隔天|第二年)"),
        _same_day,
        ("前一天",),
    ),
    Atom(
        "zh.same-day",
        "当天, 次日: counted from a date that the expression lacks",
        ("当", "次", "同", "翌"),
        pattern(r"(?P<k>当日|当天|当晚|当周|当季|次日|次周|次年|次月|翌日|翌年|同日|同周|同月|同年|当月|当年)"),
        _same_day,
        ("当天",),
    ),
    Atom(
        "zh.vague",
        "近日, 日前, 近期",
        ("近", "日", "最", "不", "稍", "前", "这", "过", "多"),
        pattern(
            r"(?:近日|近年来?|近些年|多年来|前段时间|前一阵子?|前不久|这(?:两|几)天|过(?:两|几)天|不久(?=将|后|的将来)|近期|近来|日前(?!景)|最近(?![\d一二三四五六七八九十两半几的])|不久前|稍早)"
        ),
        _vague,
        ("近日",),
    ),
)

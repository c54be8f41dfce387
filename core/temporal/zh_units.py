"""Chinese time counted from the anchor, durations and sets: one row each."""

from dataclasses import replace
from datetime import timedelta

from core.temporal.rules import Atom
from core.temporal.steps import following, rolling, step
from core.temporal.value import Clock, at_clock, labelled, relative, weekday_near
from core.temporal.zh_clock import PART
from core.temporal.zh_words import (
    COUNT,
    HAN,
    NUMERALS,
    SHIFT,
    SHIFTS,
    UNIT,
    UNITS,
    WEEKDAY,
    YEARS,
    Found,
    Made,
    S,
    count_of,
    pattern,
    unit_of_word,
)

_DAYS = {
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
    return "L", relative(SHIFTS[found["r"]], "month")


def _year_relative(found: Found) -> Made:
    return "L", relative(YEARS[found["n"]], "year")


def _ago(found: Found) -> Made:
    unit = unit_of_word(found["u"])
    sign = -1 if found["k"].endswith("前") or found["k"] == "前" else 1
    if found["c"] == "半" and unit in ("year", "month"):
        return "R", step(None, sign * (6 if unit == "year" else 15), "month" if unit == "year" else "day")
    count = count_of(found["c"])
    if count is None:
        return "X", labelled("vague", unit)
    value = step(None, sign * count, unit)
    return ("R" if value.grain == "day" else "L"), value


_BACK = ("近", "过去", "最近", "前", "上", "之前", "此前", "以往")


def _rolling(found: Found) -> Made:
    unit, word = unit_of_word(found["u"]), found["k"]
    back = word.removesuffix("的") in _BACK
    if found["c"] == "半" and unit in ("year", "month"):
        return "L", rolling(-6 if back else 6, "month") if unit == "year" else rolling(-15 if back else 15, "day")
    count = count_of(found["c"])
    if count is None:
        return "X", labelled("vague", unit)
    return "L", rolling(-count if back else count, unit)


def _within_next(found: Found) -> Made:
    count = count_of(found["c"])
    return "L", None if count is None else rolling(count, unit_of_word(found["u"]), include=True)


def _duration(found: Found) -> Made:
    unit, count = unit_of_word(found["u"]), count_of(found["c"])
    label = None if count is None else f"{count} {unit}"
    return "U", labelled("duration", unit, label)


def _set(found: Found) -> Made:
    return "S", labelled("set", UNITS[found["u"]])


_FOLLOWING = {
    "前一天": (-1, "day"),
    "前一日": (-1, "day"),
    "后一天": (1, "day"),
    "后一日": (1, "day"),
    "第二天": (1, "day"),
    "隔天": (1, "day"),
    "当日": (0, "day"),
    "当天": (0, "day"),
    "当晚": (0, "day"),
    "同日": (0, "day"),
    "次日": (1, "day"),
    "翌日": (1, "day"),
    "当月": (0, "month"),
    "同月": (0, "month"),
    "次月": (1, "month"),
    "当年": (0, "year"),
    "同年": (0, "year"),
    "次年": (1, "year"),
}


def _same_day(found: Found) -> Made:
    count, unit = _FOLLOWING[found["k"]]
    return "X", following(relative(count, unit))


def _vague(found: Found) -> Made:
    return "X", labelled("vague", "day", found[0])


ATOMS: tuple[Atom, ...] = (
    Atom(
        "zh.near-day",
        "今天, 昨日, 大前天, 今晚",
        ("今", "昨", "前", "大", "明", "后", "听", "寻", "现"),
        pattern(
            rf"(?<![以之目从然随此先空])(?P<n>{'|'.join(sorted(_DAYS, key=len, reverse=True))})"
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
            rf"(?<![以之向往])(?:{SHIFT})\s?个?\s?(?:星期|礼拜|周)(?P<w>[{WEEKDAY}末尾](?![级流致次期]))?(?![期边围刊年转折])"
        ),
        _week,
        ("上周", "下下周三", "本周末", "这个星期天"),
        ("本周期", "上周期"),
    ),
    Atom(
        "zh.month-relative",
        "上个月, 本月, 下下个月",
        ("上", "这", "本", "今", "下"),
        pattern(rf"{SHIFT}\s?个?\s?月(?:份)?(?![亮球])"),
        _month_relative,
        ("上个月", "本月", "下下个月"),
    ),
    Atom(
        "zh.year-relative",
        "去年, 前年, 明年",
        ("去", "前", "大", "今", "本", "明", "后", "上", "下", "来", "这", "旧"),
        pattern(rf"(?<![以之])(?P<n>{'|'.join(sorted(YEARS, key=len, reverse=True))})(?![轻级代会])"),
        _year_relative,
        ("去年", "大前年"),
    ),
    Atom(
        "zh.ago",
        "3天前, 两周后, 半年之前, 三个月以后",
        (*NUMERALS, "半", "数", "几"),
        pattern(rf"(?P<c>{COUNT}){S}{UNIT}{S}(?:多|左右)?(?P<k>以前|之前|前|以后|之后|后)(?![天日一续期者端])"),
        _ago,
        ("3天前", "两周后", "半年之前"),
    ),
    Atom(
        "zh.rolling",
        "近三年, 过去十年, 前1周, 未来两个月",
        ("近", "过", "最", "前", "上", "下", "未", "后", "之", "接", "此", "今", "往"),
        pattern(
            rf"(?P<k>最近的?|近|过去的?|未来的?|接下来的?|今后|之后|之前|此前|往后|(?<![年月的最日号天])(?:前|后|上|下)(?!一[天日])){S}"
            rf"(?P<c>{COUNT}){S}{UNIT}(?:内|间|里)?(?![的]?(?:以前|之前|前|后|会))"
        ),
        _rolling,
        ("近三年", "过去十年", "前1周", "未来两个月"),
    ),
    Atom(
        "zh.within",
        "3天内",
        (*NUMERALS,),
        pattern(rf"(?P<c>{COUNT}){S}{UNIT}(?:之内|以内|内)"),
        _within_next,
        ("3天内",),
    ),
    Atom(
        "zh.left",
        "还剩5分钟",
        ("还", "剩"),
        pattern(rf"(?:还剩|剩下|剩余){S}(?P<c>{COUNT}){S}{UNIT}(?!{S}\d|{S}[{HAN}])"),
        _within_next,
        ("还剩5分钟",),
    ),
    Atom(
        "zh.duration",
        "三个月, 5天, 半年",
        (*NUMERALS, "半", "数", "几"),
        pattern(rf"(?P<c>{COUNT}){S}(?:多{S})?{UNIT}(?:半)?"),
        _duration,
        ("三个月", "半年"),
    ),
    Atom(
        "zh.every",
        "每天, 每周一, 每个月",
        ("每",),
        pattern(
            rf"每(?:隔)?(?:{COUNT})?{S}{UNIT}(?:[{WEEKDAY}])?(?:{S}(?:{PART}){S}(?:\d{{1,2}}" rf"|[{HAN}]{{1,3}})点)?"
        ),
        _set,
        ("每天", "每周一", "每个月"),
    ),
    Atom(
        "zh.day-beside",
        "前一天, 后一天: counted from the date before it",
        ("前", "后", "第", "隔"),
        pattern(r"(?<![以之])(?P<k>前一天|前一日|后一天|后一日|第二天|隔天)"),
        _same_day,
        ("前一天",),
    ),
    Atom(
        "zh.same-day",
        "当天, 次日: counted from a date that the expression lacks",
        ("当", "次", "同", "翌"),
        pattern(r"(?P<k>当日|当天|当晚|次日|次年|次月|翌日|同日|同月|同年|当月|当年)"),
        _same_day,
        ("当天",),
    ),
    Atom(
        "zh.vague",
        "近日, 日前, 近期",
        ("近", "日", "最", "不", "稍"),
        pattern(r"(?:近日|近期|近来|日前(?!景)|最近(?![\d一二三四五六七八九十两半几的])|不久前|稍早)"),
        _vague,
        ("近日",),
    ),
)

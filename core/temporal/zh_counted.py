"""Chinese time in so many units: ago, later, the past ones, durations and sets; one row each."""

from dataclasses import replace

from core.temporal.rules import Atom
from core.temporal.steps import rolling, step
from core.temporal.value import Fields, Value, labelled, needs
from core.temporal.zh_clock import PART
from core.temporal.zh_words import (
    COUNT,
    DAY,
    HAN,
    MONTH,
    NUMERALS,
    UNIT,
    UNIT_ANY,
    UNITS,
    WEEKDAY,
    Found,
    Made,
    S,
    count_of,
    pattern,
    unit_of_word,
)

# After another word 前 and 后 count from what it says (发布后48小时, 国庆节前一周), not from the anchor.
_OWN = r"(?:(?<![\u3400-\u9fff0-9])|(?<=[在于从过去到我你他她们这了]))"


_HALVES = {"year": (6, "month"), "month": (15, "day"), "hour": (30, "minute")}


def _steps_of(found: Found) -> tuple[int | None, str]:
    """Return how many of which unit a count means, None for a vague one; half a year is six months."""
    unit = unit_of_word(found["u"])
    return _HALVES.get(unit, (None, unit)) if found["c"] == "半" else (count_of(found["c"]), unit)


def _vague(unit: str) -> Value:
    return replace(labelled("vague", unit), needs=needs(unit))


def _ago(found: Found) -> Made:
    count, unit = _steps_of(found)
    if count is None or found["m"] or found["m2"]:
        return "X", _vague(unit)
    if found["k"].endswith("前"):
        value = step(None, -count, unit)
    else:  # after a date "three days later" counts from it, alone from the anchor
        value = replace(step(None, count, unit), form="follow", fields=None)
    return ("R" if value.grain == "day" else "L"), value


_BACK = ("近", "过去", "最近", "前", "上", "之前", "此前", "以往")


def _rolling(found: Found) -> Made:
    count, unit = _steps_of(found)
    if count is None:
        return "X", _vague(unit)
    return "L", rolling(-count if found["k"].removesuffix("的") in _BACK else count, unit)


def _within_next(found: Found) -> Made:
    count, unit = count_of(found["c"]), unit_of_word(found["u"])
    if count is None:
        return "L", None
    if found.groupdict().get("k") == "来":  # 三年来: the three years up to the anchor
        return "L", rolling(-count, unit)
    return "L", rolling(count, unit, include=True)


def _duration(found: Found) -> Made:
    unit, count = unit_of_word(found["u"]), count_of(found["c"])
    label = None if count is None else f"{count} {unit}"
    value = labelled("duration", unit, label)
    # 七日 is seven days, but after a date it may be the end of a range: 十月1日到七日
    return "U", replace(value, fields=Fields(day=count)) if found["u"] == "日" and count and count <= 31 else value


def _set(found: Found) -> Made:
    return "S", labelled("set", UNITS[found["u"]])


ATOMS: tuple[Atom, ...] = (
    Atom(
        "zh.ago",
        "3天前, 两周后, 半年之前, 三个月以后",
        (*NUMERALS, "半", "数", "几"),
        pattern(
            rf"(?P<c>{COUNT}){S}(?P<m>(?:个?多{S}|个半{S})?){UNIT}{S}(?P<m2>半|多|余|左右)?(?P<k>以前|之前|前|以后|之后|后)(?![天日一续期者端])"
        ),
        _ago,
        ("3天前", "两周后", "半年之前"),
    ),
    Atom(
        "zh.rolling",
        "近三年, 过去十年, 前1周, 未来两个月",
        ("近", "过", "最", "前", "上", "下", "未", "后", "之", "接", "此", "今", "往"),
        pattern(
            r"(?P<k>最近的?|近|过去的?|未来的?|接下来的?|今后|此前|往后|"
            rf"{_OWN}(?:之后|之前|(?:前|后|上|下)(?!一[天日]))){S}"
            rf"(?P<c>{COUNT}){S}{UNIT_ANY}(?:内|间|里|来)?(?![的]?(?:以前|之前|前|后|会))"
        ),
        _rolling,
        ("近三年", "过去十年", "前1周", "未来两个月"),
    ),
    Atom(
        "zh.within",
        "3天内, 三年来",
        (*NUMERALS,),
        pattern(rf"(?<![后起])(?P<c>{COUNT}){S}{UNIT}(?:之内|以内|内|(?P<k>来)(?!自|源|到|说|临|看|的|往|访))"),
        _within_next,
        ("3天内", "三年来"),
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
        pattern(rf"(?<!第)(?P<c>{COUNT}){S}(?:个?多{S}|个半)?{UNIT_ANY}(?:半)?(?:多|余)?"),
        _duration,
        ("三个月", "半年"),
    ),
    Atom(
        "zh.every",
        "每天, 每周一, 每个月",
        ("每",),
        pattern(
            rf"每(?:隔|逢)?(?:{COUNT})?{S}{UNIT}"
            rf"(?:的?(?:第{S}(?:\d{{1,2}}|[{HAN}]{{1,2}})|最后一)个?(?:周|星期|礼拜|天|日|工作日)|(?:{MONTH}月)?(?:{DAY}[日号])|{MONTH}月份?)?"
            rf"(?:(?<=[周期拜])[{WEEKDAY}末](?:[至到、和及](?:周|星期|礼拜)?[{WEEKDAY}]){{0,5}})?"
            rf"(?:的?{S}(?:(?:{PART})?{S}(?:\d{{1,2}}(?::\d\d|[点时]半?(?:\d{{1,2}}分)?)|[{HAN}]{{1,3}}[点时]半?)|(?:{PART})))?"
        ),
        _set,
        (
            "每天",
            "每周一",
            "每个月",
            "每周一至周五",
            "每月15日",
            "每年6月1日",
            "每天凌晨",
            "每周二下午3点",
            "每月第二个星期二",
        ),
    ),
)

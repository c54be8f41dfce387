"""Chinese combinations of time expressions, in passes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from core.temporal.numerals import zh_number
from core.temporal.rules import Join, Node, coded
from core.temporal.spans import bounded, half, opened, part, span, within
from core.temporal.steps import chained, step
from core.temporal.value import Fields, Value, at_clock, labelled, of_fields

Made = tuple[str, Value | None]
Found = re.Match[str]
Nodes = Mapping[str, Node]


def pattern(text: str) -> re.Pattern[str]:
    """Compile a Chinese join; a blank stands for up to two."""
    return re.compile(coded(text.replace(" ", r"\s{0,2}")))


def _with_year(found: Found, nodes: Nodes) -> Made:
    outer, inner = nodes["b"].value.fields, nodes["a"].value.fields
    code = nodes["a"].code
    if outer is None or inner is None or inner.year is not None or inner.year_shift is not None:
        return code, None
    if outer.month_shift is not None and (inner.month is not None or inner.day is None):
        return code, None
    merged = replace(inner, year=outer.year, year_shift=outer.year_shift, month_shift=outer.month_shift)
    if merged.day is not None and merged.month is None and merged.month_shift is None:
        return code, None
    return code, of_fields(merged)


def _same_month(found: Found, nodes: Nodes) -> Made:
    """Read 去年本月: the anchor's month of another year."""
    year, month = nodes["b"].value.fields, nodes["a"].value.fields
    if year is None or month is None or year.year_shift is None or month.month_shift is None:
        return "L", None
    return "L", of_fields(Fields(year_shift=year.year_shift, month_shift=month.month_shift))


def _quarter_of(found: Found, nodes: Nodes) -> Made:
    base, inner = nodes["b"].value, nodes["a"].value
    if base.grain != "year" or base.form != "point" or inner.fields is None or inner.fields.month is None:
        return "Q", None
    if inner.grain == "quarter":
        return "Q", within(base, (inner.fields.month + 2) // 3, "quarter")
    return "Q", None


_THIRDS = {
    "上旬": 0,
    "中旬": 1,
    "下旬": 2,
    "初": 0,
    "底": 2,
    "末": 2,
    "中": 1,
    "初期": 0,
    "中期": 1,
    "末期": 2,
    "晚期": 2,
    "早期": 0,
    "年初": 0,
    "年底": 2,
    "年末": 2,
    "年中": 1,
    "头": 0,
    "尾": 2,
}


def _third(found: Found, nodes: Nodes) -> Made:
    base, word = nodes["b"].value, found["k"]
    if base.form != "point" or base.grain not in ("month", "year", "decade", "century", "week"):
        return "Q", None
    if word.endswith("旬") and base.grain != "month":
        return "Q", None
    return "Q", part(base, _THIRDS[word])


def _units_of(found: Found, nodes: Nodes) -> Made:
    base, label = nodes["b"].value, nodes["u"].value.label
    if label is None or base.form != "point":
        return "G", None
    count, unit = label.split()
    if unit == base.grain or not 1 <= int(count) <= 60:
        return "G", None
    return "G", within(base, -1 if found["n"].startswith("最") else 1, unit, count=int(count))


def _clock(found: Found, nodes: Nodes) -> Made:
    base, clock = nodes["a"].value, nodes["c"].value.clock
    if clock is None or base.form != "point":
        return "D", None
    own = nodes["a"].value.clock
    if own is not None and own.low >= timedelta(hours=12) > clock.low and not clock.half_day:
        clock = replace(clock, low=clock.low + timedelta(hours=12), high=clock.high + timedelta(hours=12))
    if own is None and base.grain != "day":
        return "D", None
    return "D", replace(at_clock(base, clock), clock=clock)


def _weekday_beside(found: Found, nodes: Nodes) -> Made:
    first, second = nodes["a"].value.fields, nodes["b"].value.fields
    if first is None or second is None or first.weekday is None or second.day is None:
        return "D", None
    return "D", of_fields(replace(second, weekday=first.weekday))


def _day_step(found: Found, nodes: Nodes) -> Made:
    base, beside = nodes["b"].value, nodes["x"].value
    if base.grain != "day" or base.form != "point" or beside.form != "follow" or beside.grain != "day":
        return "D", None
    return "D", replace(chained(base, beside), local=True)


def _steps(found: Found, nodes: Nodes) -> Made:
    base, label = nodes["b"].value, nodes["u"].value.label
    if label is None or base.form != "point" or base.grain != "day":
        return "D", None
    count, unit = label.split()
    return "D", step(base, (-1 if found["k"] == "前" else 1) * int(count), unit)


def _span(found: Found, nodes: Nodes) -> Made:
    left, right = nodes["a"].value, nodes["b"].value
    if {"vague", "unresolved", "open", "duration", "set", "follow"} & {left.form, right.form}:
        return "G", None
    if left.clock is not None and right.clock is not None and left.form != "clock" and right.form == "clock":
        return "G", None
    return "G", span(left, right)


def _digits_span(found: Found, nodes: Nodes) -> Made:
    """Read 1995-1997年 and 12-15日: the left number borrows its unit from the right one."""
    right, number = nodes["b"].value, zh_number(found["n"])
    fields = right.fields
    if fields is None or number is None:
        return "G", None
    if nodes["b"].code == "Y" and number >= 1000:
        return "G", span(of_fields(Fields(number)), right)
    if fields.day is not None and fields.month is None and 1 <= number < fields.day:
        return "G", span(of_fields(replace(fields, day=number)), right)
    if fields.day is None and fields.month is not None and 1 <= number <= 12 and number < fields.month:
        return "G", span(of_fields(replace(fields, month=number)), right)
    return "G", None


def _open(side: str) -> Callable[[Found, Nodes], Made]:
    def make(found: Found, nodes: Nodes) -> Made:
        base = nodes["b"].value
        if base.form in ("vague", "unresolved"):
            return "X", base
        if base.form in ("open", "duration", "set"):
            return "O", None
        return "O", opened(base, side)

    return make


def _duration_join(found: Found, nodes: Nodes) -> Made:
    return "U", labelled("duration", nodes["u"].value.grain)


def _half_node(found: Found, nodes: Nodes) -> Made:
    base, inner = nodes["b"].value, nodes["a"]
    if inner.rule_id != "zh.half-year" or base.grain != "year" or base.form != "point":
        return "Q", None
    return "Q", half(base, 1 if inner.value.label == "2" else 0)


_END = r"(?:期间|之间|这段时间)?"


def _between(found: Found, nodes: Nodes) -> Made:
    left, right = nodes["a"].value, nodes["b"].value
    if "point" not in (left.form, right.form) or {"vague", "unresolved"} & {left.form, right.form}:
        return "G", None
    return "G", bounded(opened(left, "after"), opened(right, "before"))


ATTACH: tuple[Join, ...] = (
    Join("zh.same-month", "去年本月", pattern(r"(?P<b>{L})(?P<a>{L})"), _same_month, ("去年本月",)),
    Join(
        "zh.month-of-year",
        "去年12月, 今年3月5日, 本月十日",
        pattern(r"(?P<b>{L}|{Y})的? (?P<a>{M}|{D})"),
        _with_year,
        ("去年12月", "本月十日"),
    ),
    Join("zh.quarter-of-year", "今年第一季度", pattern(r"(?P<b>{L})的?(?P<a>{Q})"), _quarter_of, ("今年第一季度",)),
    Join(
        "zh.units-of",
        "2021年的前2周, 今年的最后3周",
        pattern(r"(?P<b>{L}|{Y}|{M})的? (?P<n>前|最后) (?P<u>{U})"),
        _units_of,
        ("2021年的最后3周",),
    ),
    Join("zh.weekday-date", "周日,二月十号", pattern(r"(?P<a>{W})[,，、 ] (?P<b>{D})"), _weekday_beside, ()),
    Join(
        "zh.long-duration",
        "8天20小时, 两天又一个月",
        pattern(r"(?P<u>{U})(?:又|零|加|) (?P<v>{U})"),
        _duration_join,
        (),
    ),
)


SECOND: tuple[Join, ...] = (
    Join("zh.day-of-month", "去年本月十日", pattern(r"(?P<b>{L})的? (?P<a>{D})"), _with_year, ("去年本月十日",)),
    Join(
        "zh.half-year-of",
        "今年下半年",
        pattern(r"(?P<b>{L})的?(?P<a>{Q})"),
        _half_node,
        ("今年下半年",),
    ),
    Join(
        "zh.third",
        "5月上旬, 去年年底, 2024年初, 月底",
        pattern(
            r"(?P<b>{M}|{Y}|{L}|{Q})的? (?P<k>上旬|中旬|下旬|初期|中期|末期|早期|晚期"
            r"|年初|年底|年末|年中|初|底|末|中(?![旬期间午心国]))"
        ),
        _third,
        ("5月上旬", "去年年底", "2024年初"),
    ),
)


CLOCKS: tuple[Join, ...] = (
    Join(
        "zh.day-clock",
        "2026年1月12日上午9时, 今晚八点, 周一早上",
        pattern(r"(?P<a>{D}|{R}|{H}|{W}|{B}) ?的? (?P<c>{C}|{K}|{P})"),
        _clock,
        ("2026年1月12日上午9时", "今晚八点"),
    ),
)


STEPS: tuple[Join, ...] = (
    Join(
        "zh.day-step",
        "3月1日前一天, 5月2日的次日",
        pattern(r"(?P<b>{D}|{R}|{H})的? (?P<x>{X})"),
        _day_step,
        ("3月1日前一天", "5月2日的次日"),
    ),
    Join(
        "zh.eve",
        "春节前夕",
        pattern(r"(?P<b>{D}|{H})的? (?:前夕|前夜)"),
        lambda found, nodes: ("D", step(nodes["b"].value, -1, "day") if nodes["b"].value.grain == "day" else None),
        ("春节前夕",),
    ),
    Join(
        "zh.steps",
        "3月1日前两天, 五月二日后三周",
        pattern(r"(?P<b>{D}|{R}|{H})的? (?P<k>前|后)(?P<u>{U})"),
        _steps,
        ("3月1日前两天",),
    ),
)


RANGES: tuple[Join, ...] = (
    Join(
        "zh.span",
        "2023年3月至6月, 从昨天下午两点到明天四点",
        pattern(
            rf"(?:从|自|由|在|介于)? (?P<a>{{ANY}}|{{K}}|{{B}}) ?(?:到|至|-|—|–|~|～|——) (?P<b>{{ANY}}"
            rf"|{{K}}|{{B}}|{{N}}){_END}"
        ),
        _span,
        ("2023年3月至6月",),
    ),
    Join(
        "zh.and",
        "三月和九月之间",
        pattern(r"(?:在|介于)? ?(?P<a>{ANY}) ?(?:和|与|及|跟) (?P<b>{ANY})之?间"),
        _span,
        ("三月和九月之间",),
    ),
    Join(
        "zh.number-span",
        "1995-1997年, 12-15日",
        pattern(r"(?<![0-9])(?P<n>[0-9]{1,4}) ?(?:-|—|–|~|到|至) (?P<b>{Y}|{D}|{M})"),
        _digits_span,
        ("1995-1997年",),
    ),
)


OPENS: tuple[Join, ...] = (
    Join(
        "zh.after-before",
        "2010年之后2018年之前",
        pattern(r"(?P<a>{DATE}) ?(?:之后|以后)[,，、]? ?(?P<b>{DATE}) ?(?:之前|以前)"),
        _between,
        ("2010年之后2018年之前",),
    ),
    Join(
        "zh.since",
        "自2018年以来, 从5月起, 2018年开始, 5月1日至今",
        pattern(r"(?:自从?|从|打|由)? ?(?P<b>{DATE}|{X}) ?(?:以来|至今|迄今|起|开始|开启|到现在|到目前)"),
        _open("from"),
        ("自2018年以来", "2018年开始"),
    ),
    Join("zh.since-bare", "自2018年, 自从去年", pattern(r"自从? ?(?P<b>{DATE})"), _open("from"), ("自从2018年",)),
    Join(
        "zh.on-or-after",
        "2018年及以后",
        pattern(r"(?P<b>{DATE}) ?(?:或|及|和|或者)(?:其|之|以)?后"),
        _open("from"),
        ("2018年及以后",),
    ),
    Join(
        "zh.after",
        "2018年以后, 5月1日之后",
        pattern(r"(?:在)? ?(?P<b>{DATE}|{C}) ?(?:之后|以后|过后|后(?![一二三四五六七八九十两续台期半]))"),
        _open("after"),
        ("2018年以后",),
    ),
    Join(
        "zh.on-or-before",
        "5月1日或之前",
        pattern(r"(?P<b>{DATE}) ?(?:或|及|和|或者)(?:其|之|以)?前"),
        _open("through"),
        ("5月1日或之前",),
    ),
    Join(
        "zh.before",
        "2018年以前, 6月1日之前",
        pattern(r"(?:在)? ?(?P<b>{DATE}|{C}) ?(?:之前|以前|前(?![一二三四五六七八九十两端期半往述后夜夕]))"),
        _open("before"),
        ("2018年以前",),
    ),
    Join(
        "zh.until",
        "截至5月3日, 截止到2018年, 直到去年底, 到5月底为止",
        pattern(r"(?:截至|截止至|截止到|截止|截至到|直到|直至) ?(?P<b>{DATE}|{X})(?:为止|止|当天|当日|时)?"),
        _open("through"),
        ("截至5月3日", "直到去年"),
    ),
    Join(
        "zh.until-end",
        "到5月底为止",
        pattern(r"(?:到|至)? ?(?P<b>{DATE}) ?(?:为止|止)"),
        _open("through"),
        ("到5月为止",),
    ),
)


PASSES: tuple[tuple[Join, ...], ...] = (ATTACH, CLOCKS, (), SECOND, STEPS, RANGES, OPENS)
"""The passes in order."""

"""Chinese combinations that complete one expression: its year, its part, its clock, a step from it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from core.temporal.calendar import GRAINS, shift
from core.temporal.rules import Join, Node, coded
from core.temporal.spans import half, part, within
from core.temporal.steps import chained, step
from core.temporal.value import Clock, Fields, Interval, Reference, Value, at_clock, labelled, of_fields

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
    "早些时候": 0,
    "晚些时候": 2,
}


_HAVE_THIRDS = ("week", "month", "quarter", "year", "decade", "century")


def _third(found: Found, nodes: Nodes) -> Made:
    base, word = nodes["b"].value, found["k"]
    if base.form not in ("point", "follow") or base.grain not in _HAVE_THIRDS:
        return "Q", None
    if word.endswith("旬") and base.grain != "month":
        return "Q", None
    value = part(base, _THIRDS[word])
    if base.form == "follow":
        counted = base.counted or base.grain
        return "X", replace(value, form="follow", fields=None, strict=base.strict, counted=counted)
    return "Q", value


def _units_of(found: Found, nodes: Nodes) -> Made:
    base, label = nodes["b"].value, nodes["u"].value.label
    if label is None or base.form != "point":
        return "G", None
    count, unit = label.split()
    if unit == base.grain or not 1 <= int(count) <= 60:
        return "G", None
    return "G", within(base, -1 if found["n"].startswith("最") else 1, unit, count=int(count))


def day_clock(found: Found, nodes: Nodes) -> Made:
    """Read a clock time, or a part of the day, of the day before it."""
    base, clock = nodes["a"].value, nodes["c"].value.clock
    if clock is None or base.form not in ("point", "follow"):
        return "D", None
    own = nodes["a"].value.clock
    if own is None and base.grain != "day":
        return "D", None
    if own is not None and not clock.half_day and _later_half(own, clock):
        clock = replace(clock, low=clock.low + NOON, high=clock.high + NOON)
    value = at_clock(base, clock)
    if base.form == "follow":
        return "R", replace(value, form="follow", fields=None, strict=base.strict, counted="day")
    return "D", replace(value, clock=clock)


NOON, _EVENING = timedelta(hours=12), timedelta(hours=18)


def _later_half(own: Clock, clock: Clock) -> bool:
    """Tell whether a part of the day (今晚) puts an hour (八点, 十二点) twelve hours later."""
    if clock.low < NOON:
        return own.low >= NOON
    return own.low >= _EVENING and clock.low < NOON + timedelta(hours=1)


def _weekday_beside(found: Found, nodes: Nodes) -> Made:
    first, second = nodes["a"].value.fields, nodes["b"].value.fields
    if first is None or second is None or first.weekday is None or second.day is None:
        return "D", None
    return "D", of_fields(replace(second, weekday=first.weekday))


def _weekday_after(found: Found, nodes: Nodes) -> Made:
    fields = nodes["b"].value.fields
    if fields is None or fields.month is None or fields.year is not None:
        return "D", None  # beside a whole date a weekday may be another day: 2026年3月5日，周五
    return _weekday_beside(found, nodes)


def _day_step(found: Found, nodes: Nodes) -> Made:
    base, beside = nodes["b"].value, nodes["x"].value
    if base.form != "point" or beside.form != "follow" or GRAINS.index(beside.grain) < GRAINS.index(base.grain):
        return "D", None
    value = chained(base, beside)
    if base.grain == "day" and beside.grain == "day":
        return "D", replace(value, local=True)
    return "L", value


def _steps(found: Found, nodes: Nodes) -> Made:
    base, label = nodes["b"].value, nodes["u"].value.label
    if label is None or base.form != "point" or base.grain != "day":
        return "D", None
    count, unit = label.split()
    steps = (-1 if found["k"] == "前" else 1) * int(count)
    return ("G", _run_beside(base, steps, unit)) if found["run"] else ("D", step(base, steps, unit))


def _run_beside(base: Value, steps: int, unit: str) -> Value:
    """Return the units right before a day (negative) or right after it."""

    def find(reference: Reference) -> Interval | None:
        day = base.find(reference)
        edge = None if day is None else day.start if steps < 0 else day.end
        other = None if edge is None else shift(edge, steps, unit)
        return None if edge is None or other is None else Interval(min(edge, other), max(edge, other), unit)

    return Value(find, unit, base.needs, form="range")


def _duration_join(found: Found, nodes: Nodes) -> Made:
    return "U", labelled("duration", nodes["u"].value.grain)


def _half_node(found: Found, nodes: Nodes) -> Made:
    base, inner = nodes["b"].value, nodes["a"]
    if inner.rule_id != "zh.half-year" or base.grain != "year" or base.form != "point":
        return "Q", None
    return "Q", half(base, 1 if inner.value.label == "2" else 0)


ATTACH: tuple[Join, ...] = (
    Join("zh.same-month", "去年本月", pattern(r"(?P<b>{L})(?P<a>{L})"), _same_month, ("去年本月",)),
    Join(
        "zh.month-of-year",
        "去年12月, 今年3月5日, 本月十日",
        pattern(r"(?P<b>{L}|{Y})的? (?P<a>{M}|{D})"),
        _with_year,
        ("去年12月", "本月十日"),
    ),
    Join(
        "zh.quarter-of-year",
        "今年第一季度",
        pattern(r"(?P<b>{L}|{Y})的?(?P<a>{Q})"),
        _quarter_of,
        ("今年第一季度", "2025年Q3"),
    ),
    Join(
        "zh.units-of",
        "2021年的前2周, 今年的最后3周",
        pattern(r"(?P<b>{L}|{Y}|{M})的? (?P<n>前|最后) (?P<u>{U})"),
        _units_of,
        ("2021年的最后3周",),
        signs="前最",
    ),
    Join(
        "zh.date-weekday",
        "10月12号，星期一",
        pattern(r"(?P<b>{D})[,，、(（] ?(?P<a>{W})[)）]?"),
        _weekday_after,
        ("10月12号，星期一",),
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
            r"(?P<b>{M}|{Y}|{L}|{Q}|{X})的? (?P<k>上旬|中旬|下旬|初期(?!间)|中期|末期|早期|晚期"
            r"|早些时候|晚些时候|年初|年底|年末|年中|初|底|末|中(?![旬期间午心国]))"
        ),
        _third,
        ("5月上旬", "去年年底", "2024年初"),
        signs="旬期候初底末中",
    ),
)


CLOCKS: tuple[Join, ...] = (
    Join(
        "zh.day-clock",
        "2026年1月12日上午9时, 今晚八点, 周一早上",
        pattern(r"(?P<a>{D}|{R}|{H}|{W}|{B}) ?的? (?P<c>{C}|{K}|{P})"),
        day_clock,
        ("2026年1月12日上午9时", "今晚八点"),
    ),
)


STEPS: tuple[Join, ...] = (
    Join(
        "zh.day-step",
        "3月1日前一天, 5月2日的次日, 2026年2月9日当周",
        pattern(r"(?P<b>{D}|{R}|{H}|{M}|{Y}|{L})的? (?P<x>{X})"),
        _day_step,
        ("3月1日前一天", "5月2日的次日", "2026年2月9日当周", "2023年次年"),
    ),
    Join(
        "zh.eve",
        "春节前夕",
        pattern(r"(?P<b>{D}|{H})的? (?:前夕|前夜)"),
        lambda found, nodes: ("D", step(nodes["b"].value, -1, "day") if nodes["b"].value.grain == "day" else None),
        ("春节前夕",),
        signs="夕夜",
    ),
    Join(
        "zh.steps",
        "3月1日前两天, 五月二日之后三周, 10月1日之前的两天",
        pattern(r"(?P<b>{D}|{R}|{H}|{W})的? (?:之|以)?(?P<k>前|后) ?(?P<run>的)? ?(?P<u>{U})"),
        _steps,
        ("3月1日前两天", "9月4日之后三天", "10月1日之前的两天"),
        signs="前后",
    ),
)

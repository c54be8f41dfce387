"""Chinese ranges, and bounds on one side: 至, 自, 以来, 之前."""

from collections.abc import Callable
from dataclasses import replace

from core.temporal.calendar import TIME_OF
from core.temporal.numerals import zh_number
from core.temporal.rules import Join
from core.temporal.spans import bounded, opened, span
from core.temporal.value import Clock, Fields, Interval, Reference, Value, of_fields
from core.temporal.zh_joins import NOON, Found, Made, Nodes, pattern


def _span(found: Found, nodes: Nodes) -> Made:
    left, right = nodes["a"].value, nodes["b"].value
    if {"vague", "unresolved", "open", "duration", "set", "follow"} & {left.form, right.form}:
        return "G", None
    if found.groupdict().get("x"):  # 3月到5月之前 ends ahead of May; 3月1日起到5月1日之前 are two bounds
        whole = found["f"] is None and right.form == "point"
        return "G", bounded(opened(left, "from"), opened(right, "before")) if whole else None
    if right.form == "clock" and left.clock is not None:
        return "G", _until_clock(left, right.clock)
    return "G", span(left, right)


def _until_clock(left: Value, last: Clock | None) -> Value | None:
    """Return the stretch from a clock time to a later one: 今晚八点到九点, 下午5点到凌晨3点."""
    first = left.clock
    if first is None or last is None:
        return None
    if not last.half_day and first.low >= NOON > last.low and last.low + NOON > first.low:
        last = replace(last, low=last.low + NOON, high=last.high + NOON)
    if last.low <= first.low:
        last = replace(last, low=last.low + 2 * NOON, high=last.high + 2 * NOON)
    # A clock time is an instant where it ends a stretch; a part of the day is not.
    end = last.low if last.high - last.low == TIME_OF[last.grain] else last.high

    def find(reference: Reference) -> Interval | None:
        start = left.find(reference)
        if start is None or start.start is None:
            return None
        return Interval(start.start, start.start - first.low + end, last.grain, last.zone or start.zone)

    form = "clock" if left.form == "clock" else "range"
    return Value(find, last.grain, left.needs, form=form)


def _to_day(found: Found, nodes: Nodes) -> Made:
    left, days = nodes["a"].value, nodes["u"].value.fields
    if days is None or days.day is None or left.fields is None or left.fields.day is None or left.form != "point":
        return "G", None
    return "G", span(left, of_fields(days))


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
            return "X", None if found[0].endswith("开始") else base
        if base.form in ("open", "duration", "set"):
            return "O", None
        return "O", opened(base, side)

    return make


_END = r"(?:期间|之间|这段时间)?"


def _between(found: Found, nodes: Nodes) -> Made:
    left, right = nodes["a"].value, nodes["b"].value
    if "point" not in (left.form, right.form) or {"vague", "unresolved"} & {left.form, right.form}:
        return "G", None
    return "G", bounded(opened(left, "after"), opened(right, "before"))


RANGES: tuple[Join, ...] = (
    Join(
        "zh.span",
        "2023年3月至6月, 从昨天下午两点到明天四点",
        pattern(
            rf"(?:从|自|由|介于)? (?P<a>{{ANY}}|{{K}}|{{B}}) ?"
            r"(?:(?P<f>起)?(?:一直)?(?:持续|延续)?(?:到|至)|-|—|–|~|～|——) "
            rf"(?P<b>{{ANY}}|{{K}}|{{B}}|{{N}})(?:止|为止|(?P<x>之前|以前)|{_END})"
        ),
        _span,
        ("2023年3月至6月", "3月5日起至3月20日止", "从上周五持续到本周一"),
        signs="到至-—–~～",
    ),
    Join(
        "zh.and",
        "三月和九月之间",
        pattern(r"(?:介于)? ?(?P<a>{ANY}) ?(?:和|与|及|跟) (?P<b>{ANY})之?间"),
        _span,
        ("三月和九月之间",),
        signs="间",
    ),
    Join(
        "zh.to-day",
        "十月1日到七日",
        pattern(r"(?:从|自)? (?P<a>{D}) ?(?:到|至|-|—|–|~) (?P<u>{U})"),
        _to_day,
        ("十月1日到七日", "三月三日至七日"),
        signs="到至-—–~",
    ),
    Join(
        "zh.number-span",
        "1995-1997年, 12-15日",
        pattern(r"(?<![0-9])(?P<n>[0-9]{1,4}) ?(?:-|—|–|~|到|至) (?P<b>{Y}|{D}|{M})"),
        _digits_span,
        ("1995-1997年",),
        signs="-—–~到至、",
    ),
)


OPENS: tuple[Join, ...] = (
    Join(
        "zh.after-before",
        "2010年之后2018年之前",
        pattern(r"(?P<a>{DATE}) ?(?:之后|以后)[,，、]? ?(?P<b>{DATE}) ?(?:之前|以前)"),
        _between,
        ("2010年之后2018年之前",),
        signs="后",
    ),
    Join(
        "zh.since",
        "自2018年以来, 从5月起, 2018年开始, 5月1日至今",
        pattern(
            r"(?:自从?|从|打|由)? ?(?P<b>{DATE}|{X}) ?(?:以来|至今|迄今|开始|开启|到现在|到目前"
            r"|起(?![草诉飞火床码源步初来到因义名薪价跳伏落立舞哄身航降吊亮用订]))"
        ),
        _open("from"),
        ("自2018年以来", "2018年开始"),
        signs="来今起始启到",
    ),
    Join(
        "zh.since-bare",
        "自2018年, 自从去年",
        pattern(r"自从? ?(?P<b>{DATE})"),
        _open("from"),
        ("自从2018年",),
        signs="自",
    ),
    Join(
        "zh.on-or-after",
        "2018年及以后",
        pattern(r"(?P<b>{DATE}) ?(?:或|及|和|或者)(?:(?:其|之|以)?后|更晚)"),
        _open("from"),
        ("2018年及以后", "2018年或更晚"),
        signs="后晚",
    ),
    Join(
        "zh.after",
        "2018年以后, 5月1日之后",
        pattern(r"(?P<b>{DATE}|{C}) ?(?:之后|以后|过后|后(?![一二三四五六七八九十两续台期半]))"),
        _open("after"),
        ("2018年以后",),
        signs="后",
    ),
    Join(
        "zh.on-or-before",
        "5月1日或之前",
        pattern(r"(?P<b>{DATE}) ?(?:或|及|和|或者)(?:(?:其|之|以)?前|更早)"),
        _open("through"),
        ("5月1日或之前", "2018年或更早"),
        signs="前早",
    ),
    Join(
        "zh.before",
        "2018年以前, 6月1日之前",
        pattern(r"(?P<b>{DATE}|{C}) ?(?:之前|以前|前(?![一二三四五六七八九十两端期半往述后夜夕]))"),
        _open("before"),
        ("2018年以前",),
        signs="前",
    ),
    Join(
        "zh.until",
        "截至5月3日, 截止到2018年, 直到去年底, 到5月底为止",
        pattern(r"(?:截至|截止至|截止到|截止|截至到|直到|直至) ?(?P<b>{DATE}|{X})(?:为止|止|当天|当日|时)?"),
        _open("through"),
        ("截至5月3日", "直到去年"),
        signs="截直",
    ),
    Join(
        "zh.until-end",
        "到5月底为止",
        pattern(r"(?:到|至)? ?(?P<b>{DATE}) ?(?:为止|止)"),
        _open("through"),
        ("到5月为止",),
        signs="止",
    ),
)

"""Chinese combinations that lean on a date beside them: zones, following dates, last days, deadlines."""

from dataclasses import replace
from datetime import timedelta

from core.temporal import zh_bounds, zh_joins
from core.temporal.calendar import CLOCK_GRAINS, GRAINS, floor
from core.temporal.numerals import zh_number
from core.temporal.rules import Join
from core.temporal.spans import half, opened, part, span, within
from core.temporal.value import Interval, Reference, Value, at_clock, of_fields
from core.temporal.zh_joins import Found, Made, Nodes, day_clock, pattern
from core.temporal.zones import ZH_ZONES, zone_of

_ZONE = "|".join(sorted(ZH_ZONES, key=lambda name: (-len(name), name)))
_OTHER_ZONE = (
    "当地时间|本地时间|(?:美国|美)?东部(?:夏令)?时间|美东(?:夏令)?时间|(?:美国)?太平洋(?:夏令)?时间|(?:美国)?中部(?:夏令)?时间"
    "|(?:美国|北美)?山区时间|伦敦时间|欧洲中部时间|纽约时间|巴黎时间|柏林时间|悉尼时间|美国时间|英国时间"
)


def _its_day(base: Value) -> Value:
    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.start is None:
            return None
        day = floor(interval.start, "day")
        return Interval(day, day + timedelta(days=1), "day")

    return Value(find, "day", base.needs)


def _in_zone(found: Found, nodes: Nodes) -> Made:
    """Read a clock time in the zone that is named before it; a day keeps no zone.

    Of a zone whose distance from UTC changes with the season, or is not said, only the day is known.
    """
    base, zone = nodes["b"].value, zone_of(found["u"] or found["z"])
    if zone is None:
        return "D", _its_day(base) if base.form == "point" else None

    def find(reference: Reference) -> Interval | None:
        interval = base.find(reference)
        if interval is None or interval.grain not in CLOCK_GRAINS or interval.zone is not None:
            return interval
        return replace(interval, zone=zone)

    clock = None if base.clock is None else replace(base.clock, zone=zone)
    return nodes["b"].code, None if base.form in ("duration", "set") else replace(base, find=find, clock=clock)


def _zoned_clock(found: Found, nodes: Nodes) -> Made:
    base, clock = nodes["a"].value, nodes["c"].value.clock
    if clock is None or base.form != "point" or base.grain != "day":
        return "D", None
    clock = replace(clock, zone=zone_of(found["z"]))
    return "D", replace(at_clock(base, clock), clock=clock)


def _part_of_following(found: Found, nodes: Nodes) -> Made:
    """Read 次年3月 and 同月15日: a part of a unit that counts from the date before it."""
    outer, inner = nodes["b"].value, nodes["a"].value.fields
    if outer.form != "follow" or inner is None or inner.year is not None or inner.year_shift is not None:
        return "X", None
    wanted = "year" if inner.month is not None else "month"
    if outer.grain != wanted or inner.month_shift is not None:
        return "X", None

    def find(reference: Reference) -> Interval | None:
        unit = outer.find(reference)
        if unit is None or unit.start is None:
            return None
        month = inner.month if inner.month is not None else unit.start.month
        return of_fields(replace(inner, year=unit.start.year, month=month)).find(reference)

    # The unit, not the day in it, says how exactly the date before must be known.
    return "X", Value(find, inner.grain, outer.needs, form="follow", strict=outer.strict, counted=outer.grain)


def _week_of_year(found: Found, nodes: Nodes) -> Made:
    base, number = nodes["b"].value, zh_number(found["n"])
    if base.grain != "year" or base.form != "point" or number is None or not 1 <= number <= 53:
        return "L", None
    return "L", within(base, number, "week")


def _nth_day_of(found: Found, nodes: Nodes) -> Made:
    base, number = nodes["b"].value, zh_number(found["n"])

    def find(reference: Reference) -> Interval | None:
        first = base.find(reference)
        if first is None or first.start is None or number is None:
            return None
        day = first.start + timedelta(days=number - 1)
        return Interval(day, day + timedelta(days=1), "day")

    return "D", Value(find, "day", base.needs)


def _edge_day(found: Found, nodes: Nodes) -> Made:
    base = nodes["b"].value
    if base.form != "point" or GRAINS.index(base.grain) <= GRAINS.index("day"):
        return "R", None
    return "R", within(base, -1 if found["k"].startswith("最") else 1, "day")


def _half_month(found: Found, nodes: Nodes) -> Made:
    base, inner = nodes["b"].value, nodes["a"]
    if inner.rule_id != "zh.half-unit" or base.grain != "month" or base.form != "point":
        return "Q", None
    return "Q", half(base, 1 if inner.value.label == "2" else 0)


def _month_days(found: Found, nodes: Nodes) -> Made:
    """Read 5月1-3日 and 5月1、2日: the first day borrows its sign from the last one."""
    month, last, day = nodes["b"].value.fields, nodes["a"].value.fields, zh_number(found["n"])
    if month is None or last is None or day is None or last.day is None or last.month is not None:
        return "G", None
    if month.day is not None or not 1 <= day < last.day or (found["k"] in "、和及" and day + 1 != last.day):
        return "G", None
    return "G", span(of_fields(replace(month, day=day)), of_fields(replace(month, day=last.day)))


def _year_months(found: Found, nodes: Nodes) -> Made:
    """Read 2026年1-2月: the first month borrows its sign from the last one."""
    year, last, month = nodes["b"].value.fields, nodes["a"].value.fields, zh_number(found["n"])
    if year is None or last is None or month is None or last.month is None or last.day is not None:
        return "G", None
    if year.month is not None or year.month_shift is not None or last.year is not None or not 1 <= month < last.month:
        return "G", None
    return "G", span(of_fields(replace(year, month=month)), of_fields(replace(year, month=last.month)))


def _by_its_end(found: Found, nodes: Nodes) -> Made:
    base = nodes["b"].value
    return "O", opened(part(base, 2), "through") if base.form == "point" else None


def _until(found: Found, nodes: Nodes) -> Made:
    base = nodes["b"].value
    return "O", None if base.form in ("vague", "unresolved", "open", "duration", "set") else opened(base, "through")


_LASTING = (
    "保留|保存|有效|持续|延续|保持|维持|运行|服务|支持|开放|使用|执行|"
    "留任|任职|展出|营业|封闭|停用|暂停|冻结|延长|质保|保修"
)

ATTACH: tuple[Join, ...] = (
    Join(
        "zh.part-of-following",
        "次年3月, 同年5月3日, 同月15日",
        pattern(r"(?P<b>{X})的? (?P<a>{M}|{D})"),
        _part_of_following,
        ("次年3月", "同月15日"),
    ),
    Join(
        "zh.week-of-year",
        "2025年第12周: ISO weeks",
        pattern(
            r"(?P<b>{Y}|{L})的? 第 (?P<n>[0-9]{1,2}|[一二三四五六七八九十]{1,3}) 个?(?:周|星期)(?![一二三四五六日天期])"
        ),
        _week_of_year,
        ("2025年第12周", "今年第三周"),
        signs="第",
    ),
    Join(
        "zh.year-months",
        "2026年1-2月, 今年1至2月",
        pattern(r"(?P<b>{Y}|{L})的? (?P<n>[0-9]{1,2}) (?:-|—|–|~|至|到|、|和|及) (?P<a>{M})"),
        _year_months,
        ("2026年1—2月", "今年1至2月"),
        signs="-—–~至到、和及",
    ),
    Join(
        "zh.month-days",
        "5月1-3日, 5月1、2日",
        pattern(r"(?P<b>{M}) (?P<n>[0-9]{1,2}) (?P<k>-|—|–|~|至|到|、|和|及) (?P<a>{D})"),
        _month_days,
        ("5月1-3日", "5月1、2日", "2025年5月1至3日"),
        signs="-—–~至到、和及",
    ),
)

CLOCKS: tuple[Join, ...] = (
    Join(
        "zh.following-clock",
        "当日下午3时, 次日凌晨",
        pattern(r"(?P<a>{X})的? (?P<c>{C}|{K}|{P})"),
        day_clock,
        ("当日下午3时", "次日凌晨"),
    ),
    Join(
        "zh.zoned-clock",
        "3月2日北京时间17时",
        pattern(rf"(?P<a>{{D}}|{{R}}|{{H}}) (?P<z>{_ZONE}) (?P<c>{{C}}|{{K}})"),
        _zoned_clock,
        ("3月2日北京时间17时",),
        signs="时区",
    ),
)

SECOND: tuple[Join, ...] = (
    Join(
        "zh.edge-day",
        "2025年的最后一天, 上个月第一天",
        pattern(r"(?P<b>{Y}|{M}|{L}|{Q})的? (?P<k>最后一天|最后一日|第一天|第一日|首日|头一天)"),
        _edge_day,
        ("2025年的最后一天", "上个月第一天"),
        signs="天日",
    ),
    Join("zh.half-month", "3月上半月", pattern(r"(?P<b>{M})的? (?P<a>{Q})"), _half_month, ("3月上半月",)),
    Join(
        "zh.by-its-end",
        "六月底之前: the end of June is the bound, not the beginning of that end",
        pattern(
            r"(?P<b>{M}|{Y}|{L}|{Q})的? (?:年|月)?[底末] ?(?:之前|以前|前(?![一二三四五六七八九十两端期半往述后夜夕]))"
        ),
        _by_its_end,
        ("六月底之前", "本月底前", "2025年年底前"),
        signs="前",
    ),
)

STEPS: tuple[Join, ...] = (
    Join(
        "zh.nth-day-of",
        "春节假期第三天",
        pattern(r"(?P<b>{H})的? (?:假期)?第(?P<n>[三四五六七八九十]|[3-9])[天日]"),
        _nth_day_of,
        ("春节假期第三天", "庞格尔节第4天"),
        signs="第",
    ),
    Join(
        "zh.zone",
        "北京时间2026年3月2日17时05分",
        pattern(
            rf"(?:(?P<z>{_ZONE}|{_OTHER_ZONE})|(?P<u>(?:UTC|GMT)(?:[+-][0-9]{{1,2}})?) ?时间)"
            rf" (?P<b>{{D}}|{{R}}|{{H}}|{{C}}|{{W}}|{{B}})"
        ),
        _in_zone,
        ("北京时间2026年3月2日17时05分", "格林尼治时间3月2日9时", "当地时间3月1日晚间", "UTC时间3月1日9时"),
        signs="时区",
    ),
)

OPENS: tuple[Join, ...] = (
    Join(
        "zh.lasting-until",
        "保留至2026年4月30日, 有效期至5月: what lasts until a date",
        pattern(rf"(?:(?<={_LASTING})|(?<=有效期)|(?<=期限))(?:至|到) ?(?P<b>{{DATE}})"),
        _until,
        (),
        signs="至到",
    ),
)

PASSES: tuple[tuple[Join, ...], ...] = (
    (*zh_joins.ATTACH, *ATTACH),
    (*zh_joins.CLOCKS, *CLOCKS),
    (),
    (*zh_joins.SECOND, *SECOND),
    (*zh_joins.STEPS, *STEPS),
    zh_bounds.RANGES,
    (*zh_bounds.OPENS, *OPENS),
)
"""All Chinese combinations, in passes: each can use what the one before it has built."""

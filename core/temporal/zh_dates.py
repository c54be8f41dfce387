"""Chinese calendar dates, lunar dates and named days: one row each."""

from datetime import timedelta

from core.temporal.calendar import date_or_none, floor
from core.temporal.holidays import BY_NAME, holiday_value
from core.temporal.lunar import solar
from core.temporal.numerals import zh_number
from core.temporal.rules import Atom
from core.temporal.spans import within
from core.temporal.value import (
    Fields,
    Interval,
    Reference,
    Value,
    labelled,
    of_fields,
    weekday_near,
    weekend_near,
)
from core.temporal.zh_words import (
    DAY,
    DIGIT,
    HAN,
    LUNAR,
    MONTH,
    NUMERALS,
    WEEKDAY,
    YEAR2,
    YEAR4,
    YEARS,
    Found,
    Made,
    S,
    month_of,
    one_of,
    pattern,
    year_of,
)


def _calendar(found: Found) -> Made:
    groups = found.groupdict()
    year = year_of(groups["y"]) if groups.get("y") else None
    month = month_of(groups["mo"]) if groups.get("mo") else None
    day = zh_number(groups["d"]) if groups.get("d") else None
    if (
        groups.get("lunar")
        or groups.get("lunar2")
        or groups.get("leap")
        or ((groups.get("mo") or "") in "正腊冬" and groups.get("mo"))
        or (groups.get("d") or "").startswith("初")
    ):
        return ("D" if day else "M"), _lunar(year, month or 1, day, leap=bool(groups.get("leap")))
    if month is not None and not 1 <= month <= 12:
        return "D", None
    if day is not None and date_or_none(year or 2000, month or 1, day) is None:
        return "X", labelled("unresolved", "day")
    weekday = "一二三四五六日天".index(groups["w"]) if groups.get("w") else None
    code = "D" if day is not None else "M" if month is not None else "Y"
    return code, of_fields(Fields(year, month, day, None if weekday is None else min(weekday, 6)))


def _lunar(year: int | None, month: int, day: int | None, *, leap: bool = False) -> Value | None:
    """Return the value of a lunar date, or month; without a year the nearest on the asked side of the anchor."""
    unit = "day" if day else "month"

    def start_in(which: int) -> Interval | None:
        start = solar(which, month, day or 1, leap=leap)
        if start is None:
            return None
        end = start + timedelta(days=1)
        if not day:
            last = solar(which, month, 30, leap=leap)
            end = (last or start) + timedelta(days=1)
        return Interval(start, end, unit)

    def find(reference: Reference) -> Interval | None:
        if year is not None:
            return start_in(year)
        today = floor(reference.at, "day" if day else "month")
        reach = range(-20, 21) if leap else range(-2, 3)  # a leap month of one number comes back after years
        found = [(one.start, one) for back in reach if (one := start_in(reference.at.year + back)) and one.start]
        if reference.future:
            return next((one for start, one in found if start >= today), None)
        return next((one for start, one in reversed(found) if start <= reference.at), None)

    if year is not None and start_in(year) is None:
        return None
    return Value(find, unit, None if year is not None else "day")


def _minguo(found: Found) -> Made:
    number = zh_number(found["n"])
    if number is None or not 1 <= number <= 300:
        return "Y", None
    month = month_of(found["mo"]) if found["mo"] else None
    day = zh_number(found["d"]) if found["d"] else None
    if date_or_none(1911 + number, month or 1, day or 1) is None:
        return "Y", None
    return ("D" if day else "M" if month else "Y"), of_fields(Fields(1911 + number, month, day))


def _bare_day(found: Found) -> Made:
    day = zh_number(found["d"])
    if day is None or not 1 <= day <= 31:
        return "D", None
    return "D", of_fields(Fields(day=day))


def _weekday(found: Found) -> Made:
    if found["w"] in ("末", None):
        return "L", weekend_near()
    return "W", weekday_near(min(WEEKDAY.index(found["w"]), 6), None)


def _holiday(found: Found) -> Made:
    holiday = BY_NAME[found["n"]]
    year = year_of(found["y"]) if found["y"] else None
    return "H", holiday_value(holiday, year, YEARS[found["r"]] if found["r"] else None)


def _nth_month(found: Found) -> Made:
    number = zh_number(found["n"])
    if number is None or not 1 <= number <= 12:
        return "M", None
    shift = YEARS[found["r"]]
    return "M", of_fields(Fields(month=number, year_shift=shift))


def _nth_in_month(found: Found) -> Made:
    year = year_of(found["y"]) if found["y"] else None
    month = month_of(found["mo"])
    number = -1 if found["n"].startswith(("最后", "末")) else zh_number(found["n"].removeprefix("第"))
    if month is None or number is None:
        return "R", None
    base = of_fields(Fields(year, month))
    if found["w"]:
        return "R", within(base, number, "day", min(WEEKDAY.index(found["w"]), 6))
    return "L", within(base, number, "week")


_HOLIDAY_NAMES = sorted((name for name in BY_NAME if name[0] > "\u3400"), key=lambda name: (-len(name), name))


# 8月一 before another word is no day: 8月一起
_NOT_ALONE = r"(?:(?<![月\s的][一二三四五六七八九])|(?![\u3400-\u9fff]))"


_YEAR_WORDS = "|".join(sorted(YEARS, key=lambda name: (-len(name), name)))


_YEAR_STARTS = tuple(sorted({name[0] for name in YEARS}))


_NOT_NUMBER_SUFFIX = (
    r"(?![楼线机店院馆厅门厂井令文房车出电公码站台区坑洞桥国省县位选球种病染高舰船艇导火卫探航实弹库仓桌床柜箱组漏端字通议决提标牌键仪"
    r"炉塔路段柱槽节点孔管阀泵卡盘])"
)


ATOMS: tuple[Atom, ...] = (
    Atom(
        "zh.date",
        "2026年1月12日, 二零二六年一月十二号, 农历2015年十月初一",
        (*NUMERALS, "'", "农", "旧", "阴", "夏", "两"),
        pattern(
            rf"(?P<lunar>{LUNAR})?(?P<y>{YEAR4}|{YEAR2}){S}年的?{S}(?P<lunar2>{LUNAR})?(?P<leap>闰)?"
            rf"(?P<mo>{MONTH}){S}月的?{S}"
            rf"(?:(?P<d>{DAY}){S}(?:[日号]|(?![0-9个{HAN}月年周天时点%]){_NOT_ALONE}))(?:{S}[(（]?(?:星期|周|礼拜)"
            rf"(?P<w>[{WEEKDAY}])[)）]?)?"
        ),
        _calendar,
        ("2026年1月12日", "二零二六年一月十二号", "18年10月1日", "2026年1月12日(星期一)", "2026年农历八月十五"),
        ("2026年13月1日",),
    ),
    Atom(
        "zh.month-day",
        "1月12日, 一月二十三, 腊月初八",
        (*NUMERALS, "正", "元", "腊", "冬", "农", "旧", "阴", "夏", "闰"),
        pattern(
            rf"(?P<lunar>{LUNAR})?(?P<leap>闰)?(?P<mo>{MONTH}){S}月的?{S}(?P<d>{DAY}){S}(?:[日号]"
            rf"(?:{S}[(（]?(?:星期|周|礼拜)(?P<w>[{WEEKDAY}])[)）]?)?|(?<=[一二三四五六七八九十])"
            rf"(?![0-9个{HAN}月年周天时点%]){_NOT_ALONE})"
        ),
        _calendar,
        ("1月12日", "一月二十三", "腊月初八", "元月3日", "闰六月初一"),
    ),
    Atom(
        "zh.year-month",
        "2026年5月",
        (*NUMERALS, "两", "'"),
        pattern(rf"(?P<y>{YEAR4}|{YEAR2}){S}年的?{S}(?P<lunar>{LUNAR})?(?P<leap>闰)?(?P<mo>{MONTH}){S}月(?:份)?"),
        _calendar,
        ("2026年5月", "二零二六年五月份", "2025年闰六月"),
    ),
    Atom(
        "zh.year",
        "2026年, 零八年",
        (*NUMERALS, "两", "'"),
        pattern(
            rf"(?P<y>{YEAR4}(?={S}年(?!代))|['’]\d\d(?=年)|(?:0\d|[零〇○][{DIGIT}]|九[{DIGIT}]|八[零〇一二三四五六七八]|七[零〇一二三四五六七]"
            rf"|(?<=[在于从自至到])[12789]\d)(?={S}年"
            rf"(?![代来多内间前后级会龄以]))){S}年度?"
        ),
        _calendar,
        ("2026年", "零八年", "九八年"),
        ("七八年",),
    ),
    Atom(
        "zh.minguo",
        "民国114年: years counted from 1912",
        ("民",),
        pattern(
            rf"民国(?P<n>\d{{1,3}}|[{HAN}百零元]{{1,5}}){S}年(?:{S}(?P<mo>{MONTH}){S}月(?:{S}(?P<d>{DAY}){S}[日号])?)?"
        ),
        _minguo,
        ("民国114年", "民国三年五月"),
    ),
    Atom(
        "zh.month",
        "5月, 三月份",
        (*NUMERALS, "正", "元", "腊", "冬", "农", "闰"),
        pattern(rf"(?P<lunar>{LUNAR})?(?P<leap>闰)?(?P<mo>{MONTH}){S}月(?:份)?(?![个球亮饼])"),
        _calendar,
        ("5月", "三月份"),
        ("3个月",),
    ),
    Atom(
        "zh.day",
        "29日, 12号",
        (*NUMERALS,),
        pattern(
            rf"(?P<d>[12]\d|3[01]|0?[1-9]|[二三]?十[一二三四五六七八九]?|[廿卅][一二三四五六七八九]?){S}(?:日"
            rf"(?![后内前间本报元志常均活益游程])|号{_NOT_NUMBER_SUFFIX})"
        ),
        _bare_day,
        ("29日", "12号"),
        ("3号楼", "7日内"),
    ),
    Atom(
        "zh.weekday",
        "周三, 星期日, 周末",
        ("周", "星", "礼", "双"),
        pattern(rf"(?:星期|礼拜|周)(?P<w>[{WEEKDAY}末])(?![级流致个次期周月年天])|双休日"),
        _weekday,
        ("周三", "星期日", "双休日"),
        ("一周三次",),
    ),
    Atom(
        "zh.holiday",
        "春节, 2024年国庆节",
        (*sorted({name[0] for name in _HOLIDAY_NAMES}), *NUMERALS, *_YEAR_STARTS),
        pattern(
            rf"(?:(?:(?P<y>{YEAR4}){S}年|(?P<r>{_YEAR_WORDS}))的?{S})?(?<![教列度一二三四五六七八九十])"
            rf"(?P<n>{one_of(_HOLIDAY_NAMES)})"
        ),
        _holiday,
        ("春节", "2024年国庆节", "去年春节"),
    ),
    Atom(
        "zh.nth-month",
        "明年第九个月",
        ("去", "今", "明", "前", "后"),
        pattern(rf"(?P<r>去年|今年|明年|前年|后年)的?第(?P<n>\d{{1,2}}|[{HAN}]{{1,2}})个月"),
        _nth_month,
        ("明年第九个月",),
    ),
    Atom(
        "zh.nth-in-month",
        "十月的第一个星期一, 五月第二周",
        NUMERALS,
        pattern(
            rf"(?:(?P<y>{YEAR4})年)?(?P<mo>{MONTH})月(?:份)?的?(?P<n>第[1-5一二三四五]|最后一|末)个?(?:星期|礼拜|周)"
            rf"(?P<w>[{WEEKDAY}])?"
        ),
        _nth_in_month,
        ("十月的第一个星期一",),
    ),
)

"""Chinese calendar dates, lunar dates and named days: one row each."""

from datetime import timedelta

from core.temporal.calendar import date_or_none
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
        or ((groups.get("mo") or "") in "正腊冬" and groups.get("mo"))
        or (groups.get("d") or "").startswith("初")
    ):
        return ("D" if day else "M"), _lunar(year, month or 1, day)
    if month is not None and not 1 <= month <= 12:
        return "D", None
    if day is not None and date_or_none(year or 2000, month or 1, day) is None:
        return "X", labelled("unresolved", "day")
    weekday = "一二三四五六日天".index(groups["w"]) if groups.get("w") else None
    code = "D" if day is not None else "M" if month is not None else "Y"
    return code, of_fields(Fields(year, month, day, None if weekday is None else min(weekday, 6)))


def _lunar(year: int | None, month: int, day: int | None) -> Value | None:
    """Return the value of a lunar date, or month; without a year the nearest before the anchor."""
    unit = "day" if day else "month"

    def start_in(which: int) -> Interval | None:
        start = solar(which, month, day or 1)
        if start is None:
            return None
        end = start + timedelta(days=1)
        if not day:
            last = solar(which, month, 30)
            end = (last or start) + timedelta(days=1)
        return Interval(start, end, unit)

    def find(reference: Reference) -> Interval | None:
        if year is not None:
            return start_in(year)
        found = [interval for back in (1, 0, -1) if (interval := start_in(reference.at.year + back)) is not None]
        past = [interval for interval in found if interval.start is not None and interval.start <= reference.at]
        return past[0] if past else None

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
    if found["w"] in ("末", "尾"):
        return "L", weekend_near()
    return "W", weekday_near(min(WEEKDAY.index(found["w"]), 6), None)


def _holiday(found: Found) -> Made:
    holiday = BY_NAME[found["n"]]
    year = year_of(found["y"]) if found["y"] else None
    return "H", holiday_value(holiday, year)


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


_NOT_NUMBER_SUFFIX = r"(?![楼线机店院馆厅门厂井令文房车])"


ATOMS: tuple[Atom, ...] = (
    Atom(
        "zh.date",
        "2026年1月12日, 二零二六年一月十二号, 农历2015年十月初一",
        (*NUMERALS, "'", "农", "旧", "阴", "两"),
        pattern(
            rf"(?P<lunar>(?:农历|旧历|阴历)\s?)?(?P<y>{YEAR4}|{YEAR2}){S}年的?{S}(?P<mo>{MONTH}){S}月的?{S}"
            rf"(?:(?P<d>{DAY}){S}(?:[日号]|(?![0-9个{HAN}月年周天时点%])))(?:{S}[(（]?(?:星期|周|礼拜)"
            rf"(?P<w>[{WEEKDAY}])[)）]?)?"
        ),
        _calendar,
        ("2026年1月12日", "二零二六年一月十二号", "18年10月1日", "2026年1月12日(星期一)"),
        ("2026年13月1日",),
    ),
    Atom(
        "zh.month-day",
        "1月12日, 一月二十三, 腊月初八",
        (*NUMERALS, "正", "腊", "冬", "农", "大"),
        pattern(
            rf"(?P<lunar>(?:农历|旧历|阴历)\s?)?(?P<mo>{MONTH}){S}月的?{S}(?P<d>{DAY}){S}(?:[日号]"
            rf"(?:{S}[(（]?(?:星期|周|礼拜)(?P<w>[{WEEKDAY}])[)）]?)?|(?<=[一二三四五六七八九十])"
            rf"(?![0-9个{HAN}月年周天时点%]))"
        ),
        _calendar,
        ("1月12日", "一月二十三", "腊月初八"),
    ),
    Atom(
        "zh.year-month",
        "2026年5月",
        (*NUMERALS, "两", "'"),
        pattern(rf"(?P<y>{YEAR4}|{YEAR2}){S}年的?{S}(?P<mo>{MONTH}){S}月(?:份)?"),
        _calendar,
        ("2026年5月", "二零二六年五月份"),
    ),
    Atom(
        "zh.year",
        "2026年, 零八年",
        (*NUMERALS, "两"),
        pattern(
            rf"(?P<y>{YEAR4}(?={S}年(?!代))|(?:0\d|[零〇○][{DIGIT}]|(?<=[在于从自至到])[12]\d)(?={S}年"
            rf"(?![代来多内间前后级会龄以]))){S}年度?"
        ),
        _calendar,
        ("2026年", "零八年"),
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
        (*NUMERALS, "正", "腊"),
        pattern(rf"(?P<mo>{MONTH}){S}月(?:份)?(?![个球亮饼])"),
        _calendar,
        ("5月", "三月份"),
        ("3个月",),
    ),
    Atom(
        "zh.day",
        "29日, 12号",
        (*NUMERALS,),
        pattern(
            rf"(?P<d>[12]\d|3[01]|0?[1-9]|[二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?){S}(?:日"
            rf"(?![后内前间本报元志常均活益游程])|号{_NOT_NUMBER_SUFFIX})"
        ),
        _bare_day,
        ("29日", "12号"),
        ("3号楼", "7日内"),
    ),
    Atom(
        "zh.weekday",
        "周三, 星期日, 周末",
        ("周", "星", "礼"),
        pattern(rf"(?:星期|礼拜|周)(?P<w>[{WEEKDAY}末])(?![级流致个次期周月年天])"),
        _weekday,
        ("周三", "星期日"),
        ("一周三次",),
    ),
    Atom(
        "zh.holiday",
        "春节, 2024年国庆节",
        (*sorted({name[0] for name in _HOLIDAY_NAMES}), *NUMERALS),
        pattern(rf"(?:(?P<y>{YEAR4}){S}年{S})?(?<![教列度一二三四五六七八九十])(?P<n>{'|'.join(_HOLIDAY_NAMES)})"),
        _holiday,
        ("春节", "2024年国庆节"),
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

"""The words and fragments that Chinese rules are made of. The text is folded before they see it."""

import re

from core.temporal.numerals import zh_number
from core.temporal.value import Value

Made = tuple[str, Value | None]


Found = re.Match[str]


HAN = "一二三四五六七八九十两廿卅"


DIGIT = "零〇○一二三四五六七八九"


YEAR4 = rf"(?:(?:1[0-9]|20|21)\d\d|[一二][{DIGIT}]{{3}}|两千零?[一二三四五六七八九十]{{0,3}})"


YEAR2 = rf"(?:['’]?\d\d|[零〇○九八七][{DIGIT}])"


MONTH = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]|正|腊|冬)"


DAY = (
    r"(?:[12]\d|3[01]|0?[1-9]|初[一二三四五六七八九十]|[二三]?十[一二三四五六七八九]?"
    r"|[廿卅][一二三四五六七八九]?|[一二三四五六七八九])"
)


COUNT = rf"(?:\d{{1,3}}(?!\d)|[{HAN}百]{{1,5}}|半|数|几)"


S = r"\s{0,2}"


UNITS = {
    "秒钟": "second",
    "秒": "second",
    "分钟": "minute",
    "分": "minute",
    "小时": "hour",
    "钟头": "hour",
    "时": "hour",
    "钟": "hour",
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "季度": "quarter",
    "季": "quarter",
    "年": "year",
    "年代": "decade",
    "世纪": "century",
}


UNIT = r"(?:个\s?)?(?P<u>秒钟|秒|分钟|小时|钟头|钟|天|日|周|星期|礼拜|月|季度|年)"


def pattern(text: str) -> re.Pattern[str]:
    """Compile a Chinese atom: no digit may touch a digit of it."""
    return re.compile(rf"(?<![0-9.]){text}", re.IGNORECASE)


def year_of(text: str) -> int | None:
    """Return the year that a numeral of two or four places names; two places mean 1970 to 2069."""
    number = zh_number(text.strip("'’"))
    if number is None:
        return None
    if len(text.strip("'’")) <= 2 and number < 100:
        return 1900 + number if number >= 70 else 2000 + number
    return number


def month_of(text: str) -> int | None:
    """Return the month that a numeral or an old name (正, 冬, 腊) means."""
    return {"正": 1, "腊": 12, "冬": 11}.get(text) or zh_number(text)


SHIFTS = {
    "上": -1,
    "上一": -1,
    "这": 0,
    "本": 0,
    "今": 0,
    "这一": 0,
    "下": 1,
    "下一": 1,
    "上上": -2,
    "下下": 2,
    "上上上": -3,
    "下下下": 3,
    "当前": 0,
    "次": 1,
    "后": 1,
}


SHIFT = r"(?P<r>上上上|上上|上一|上|这一|这|本|今|下下下|下下|下一|下)"


WEEKDAY = "一二三四五六日天"


YEARS = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "上年": -1,
    "上一年": -1,
    "旧年": -1,
    "今年": 0,
    "本年度": 0,
    "本年": 0,
    "这一年": 0,
    "这年": 0,
    "明年": 1,
    "下年": 1,
    "下一年": 1,
    "来年": 1,
    "后年": 2,
    "大后年": 3,
}


def count_of(text: str) -> int | None:
    """Return the number that a numeral means, None for a vague one."""
    return None if text in ("数", "几", "半") else zh_number(text)


def unit_of_word(text: str) -> str:
    """Return the granularity that a unit word means."""
    return UNITS[text]


NUMERALS = ("#", *HAN, "零", "〇", "○")

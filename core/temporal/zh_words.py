"""The words and fragments that Chinese rules are made of. The text is folded before they see it."""

import re
from collections.abc import Iterable

from core.temporal.numerals import zh_number
from core.temporal.value import Value

Made = tuple[str, Value | None]


Found = re.Match[str]


HAN = "一二三四五六七八九十两廿卅"


DIGIT = "零〇○一二三四五六七八九"


YEAR4 = rf"(?:(?:1[0-9]|20|21)\d\d|[一二][{DIGIT}]{{3}}|[两二]千零?[一二三四五六七八九十]{{0,3}})"


YEAR2 = rf"(?:['’]?\d\d|[零〇○九八七][{DIGIT}])"


MONTH = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]|正|腊|冬|元(?=月)(?<![百千万亿十几]元))"


DAY = (
    r"(?:[12]\d|3[01]|0?[1-9]|初[一二三四五六七八九十]|[二三]?十[一二三四五六七八九]?"
    r"|[廿卅][一二三四五六七八九]?|[一二三四五六七八九])"
)


LUNAR = r"(?:农历|旧历|阴历|夏历)\s?"


COUNT = rf"(?:\d{{1,3}}(?!\d)|[{HAN}百]{{1,4}}几|[几数]十|[{HAN}百]{{1,5}}|半|数|几)"


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


UNIT_ANY = r"(?:个\s?)?(?P<u>秒钟|秒|分钟|小时|钟头|钟|天|日|周(?![年岁期边围长密转折])|星期|礼拜|月|季度|年(?!代))"
"""A unit after a number; 两周年 is no two weeks."""


UNIT = UNIT_ANY.replace("|月|", r"|月(?<=[个半数每多 ]月)|")
"""A unit after a number where 3月, without 个, is the month of March."""


def one_of(words: Iterable[str]) -> str:
    """Return a fragment that matches the longest of the words, sorted by their first sign so that most fail at once."""
    groups: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda word: (-len(word), word)):
        groups.setdefault(word[0], []).append(word[1:])
    branches = (f"{first}(?:{'|'.join(rest)})" for first, rest in groups.items())
    return f"(?=[{''.join(groups)}])(?:{'|'.join(branches)})"


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
    return {"正": 1, "元": 1, "腊": 12, "冬": 11}.get(text) or zh_number(text)


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
    about = len(text) == 2 and all(char in "一二三四五六七八九两" for char in text)  # 三五天, 七八年
    return None if about or text[0] in "数几半" or text[-1] == "几" else zh_number(text)


def unit_of_word(text: str) -> str:
    """Return the granularity that a unit word means."""
    return UNITS[text]


NUMERALS = ("#", *HAN, "零", "〇", "○")

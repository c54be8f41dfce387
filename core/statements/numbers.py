"""Numbers as written in English and Chinese, and their one canonical spelling."""

import re
from decimal import Decimal, InvalidOperation

NUMBER = r"[0-9]{1,3}(?:,[0-9]{3}){1,6}(?:\.[0-9]{1,12})?|[0-9]{1,20}(?:\.[0-9]{1,12})?"
_SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "千": 10**3,
    "万": 10**4,
    "百万": 10**6,
    "千万": 10**7,
    "亿": 10**8,
    "万亿": 10**12,
}
SCALE = "thousand|million|billion|trillion|百万|千万|万亿|千|万|亿"
WORDS = {
    "zero": "0",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
    "eleven": "11",
    "twelve": "12",
    "fifteen": "15",
    "twenty": "20",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "hundred": "100",
    "first": "1st",
    "second": "2nd",
    "third": "3rd",
    "fourth": "4th",
    "fifth": "5th",
    "sixth": "6th",
    "seventh": "7th",
    "eighth": "8th",
    "ninth": "9th",
    "tenth": "10th",
    "dozen": "12",
}
_UNITS = {
    "%": "%",
    "percent": "%",
    "per cent": "%",
    "％": "%",
    "个百分点": "pp",
    "percentage points": "pp",
    "gb": "gb",
    "mb": "mb",
    "tb": "tb",
    "kb": "kb",
    "ms": "ms",
    "seconds": "s",
    "second": "s",
    "秒": "s",
    "minutes": "min",
    "minute": "min",
    "分钟": "min",
    "hours": "h",
    "hour": "h",
    "小时": "h",
    "days": "d",
    "day": "d",
    "天": "d",
    "weeks": "wk",
    "week": "wk",
    "周": "wk",
    "months": "mo",
    "month": "mo",
    "个月": "mo",
    "km": "km",
    "kilometers": "km",
    "kilometres": "km",
    "公里": "km",
    "miles": "mi",
    "mile": "mi",
    "usd": "usd",
    "dollars": "usd",
    "美元": "usd",
    "euros": "eur",
    "eur": "eur",
    "欧元": "eur",
    "元": "cny",
    "yuan": "cny",
    "人民币": "cny",
}
_MONEY = {"$": "usd", "us$": "usd", "€": "eur", "¥": "cny", "￥": "cny", "£": "gbp"}
QUANTITY = re.compile(
    rf"(?P<money>US\$|[$€¥￥£])? ?(?P<sign>[-+])?(?P<number>{NUMBER})(?: ?(?P<scale>{SCALE}))?"
    rf"(?: ?(?P<unit>%|％|(?:percentage points|percent|per cent|gb|mb|tb|kb|ms|seconds?|minutes?|hours?|days?|weeks?"
    rf"|months?|km|kilomet(?:er|re)s|miles?|usd|dollars|euros?|yuan)(?![A-Za-z])|个百分点|秒|分钟|小时|个月|周|天|公里|美元|欧元|人民币|元"
    rf"|[家名台个人次位件起款份条辆间])(?![\u3400-\u9fff]))?",
    re.IGNORECASE,
)


_ZH_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_ZH_TENS = {"十": 10, "百": 100, "千": 1000}


def chinese_number(numeral: str) -> str:
    """Return a Chinese numeral below ten thousand in digits ("二十三" → "23")."""
    total, digit = 0, 0
    for char in numeral:
        if char in _ZH_TENS:
            total += (digit or 1) * _ZH_TENS[char]
            digit = 0
        else:
            digit = digit * 10 + _ZH_DIGITS.get(char, 0)
    return str(total + digit)


_ZH_AMOUNT = re.compile(
    "(?P<yi>[零〇一二三四五六七八九十百千两]{1,9}亿)?(?P<wan>[零〇一二三四五六七八九十百千两]{1,9}万)?"
    "(?P<ones>[零〇一二三四五六七八九十百千两]{1,9})?"
)


def in_digits(text: str) -> str:
    """Return a text whose leading Chinese numeral is written in digits ("三百二十万元" → "3200000元")."""
    match = _ZH_AMOUNT.match(text)
    if match is None or not match[0] or not any(char in _ZH_TENS or char in "万亿" for char in match[0]):
        return text
    parts = ((match["yi"], 10**8), (match["wan"], 10**4), (match["ones"], 1))
    total = sum(int(chinese_number(part.rstrip("亿万"))) * scale for part, scale in parts if part)
    return f"{total}{text[match.end() :]}"


def plain_number(digits: str, scale: str | None = None) -> str:
    """Return a number without thousands separators, trailing zeros or scale word ("1.20 million" → "1200000")."""
    try:
        value = Decimal(digits.replace(",", "")) * _SCALES.get((scale or "").lower(), 1)
    except InvalidOperation:
        return digits
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def plain_quantity(match: re.Match[str]) -> str:
    """Return a match of ``QUANTITY`` as its number and canonical unit ("$1.5 million" → "1500000 usd")."""
    number = plain_number(match["number"], match["scale"])
    unit = _UNITS.get((match["unit"] or "").lower(), "") or _MONEY.get((match["money"] or "").lower(), "")
    sign = "-" if match["sign"] == "-" else ""
    return f"{sign}{number} {unit}".rstrip()

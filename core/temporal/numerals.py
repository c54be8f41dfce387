"""Numbers written in words: English cardinals and ordinals, Chinese numerals."""

import re

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
CARDINALS = (
    {word: number for number, word in enumerate(_ONES)}
    | {word: 20 + 10 * number for number, word in enumerate(_TENS)}
    | {"a": 1, "an": 1, "couple": 2, "dozen": 12}
)
ORDINALS = {word: number for number, word in enumerate(_ORDINALS, 1)} | {"thirtieth": 30, "last": -1}

_SMALL = "|".join(sorted((*_ONES[1:], *_TENS), key=lambda word: (-len(word), word)))
_ORDINAL_WORDS = "|".join(sorted((*_ORDINALS, "thirtieth"), key=lambda word: (-len(word), word)))
ORDINAL_WORD = rf"(?:(?:twenty|thirty)[-\s](?:{_ORDINAL_WORDS})|{_ORDINAL_WORDS})"
"""An ordinal in words, as a fragment."""

CARDINAL_WORD = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[-\s](?:one|two|three"
    rf"|four|five|six|seven|eight|nine)|{_SMALL})"
)
"""A cardinal below a hundred in words, as a fragment."""

YEAR_WORDS = (
    rf"(?:(?:nineteen|eighteen)\s(?:hundred\s(?:and\s)?{CARDINAL_WORD}|(?:zero|oh)[-\s]"
    rf"(?:{'|'.join(_ONES[1:10])}))"
    rf"|(?:nineteen|eighteen|twenty)\s(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_ONES[1:10])}))?"
    rf"|(?:nineteen|twenty)\s(?:{'|'.join(_ONES[10:])})"
    rf"|two\sthousand(?:\s(?:and\s)?{CARDINAL_WORD})?)"
)
"""A year in words, as a fragment."""


def number_of(words: str) -> int | None:
    """Return the value of a number in digits or English words, cardinal or ordinal, None when it is none."""
    text = words.strip().lower()
    digits = re.match(r"\d{1,6}", text)
    if digits:
        return int(digits[0])
    total = 0
    for word in re.split(r"[-\s]+", text):
        if word in ("and", "of", "the"):
            continue
        value = CARDINALS.get(word, ORDINALS.get(word))
        if value is None:
            return None
        total += value
    return total


def year_in_words(words: str) -> int | None:
    """Return the year that English words name ("nineteen ninety nine", "two thousand and four")."""
    parts = [word for word in re.split(r"[-\s]+", words.lower()) if word not in ("and", "hundred", "zero", "oh")]
    if parts[:2] == ["two", "thousand"]:
        rest = number_of(" ".join(parts[2:])) if parts[2:] else 0
        return None if rest is None else 2000 + rest
    century, rest = CARDINALS.get(parts[0]), number_of(" ".join(parts[1:]))
    return None if century is None or rest is None else century * 100 + rest


_ZH_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "○": 0,
    "两": 2,
    "兩": 2,
    "廿": 20,
    "卅": 30,
    "初": 0,
    "元": 1,
    "正": 1,
    "半": 0,
}
_ZH_UNITS = {"十": 10, "百": 100, "千": 1000}
ZH_DIGIT_CHARS = "零〇○一二三四五六七八九"
ZH_NUMBER_CHARS = "一二三四五六七八九十两兩廿卅"


def zh_number(text: str) -> int | None:
    """Return the value of a Chinese or digit numeral (十二, 二零二三, 两千, 12), None when it is none."""
    text = "".join(text.split())
    if text.isdigit() and text.isdecimal():
        return int(text)
    if not text or any(char not in _ZH_DIGITS and char not in _ZH_UNITS for char in text):
        return None
    if not any(char in _ZH_UNITS for char in text) and len(text) > 1 and text[0] not in "廿卅初":
        return int("".join(str(_ZH_DIGITS[char]) for char in text))
    total, pending = 0, None
    for char in text:
        if char in _ZH_UNITS:
            total += (1 if pending is None else pending) * _ZH_UNITS[char]
            pending = None
        elif _ZH_DIGITS[char] >= 20:
            total += _ZH_DIGITS[char]
        else:
            pending = _ZH_DIGITS[char]
    return total + (pending or 0)

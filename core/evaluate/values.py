"""The hard values of a text: numbers, dates, identifiers and names, in one canonical form each."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import files

from core.entities.defang import refang

WORDS = tomllib.loads(files("core.evaluate").joinpath("words.toml").read_text("utf-8"))

_MONTH_NAMES = (
    ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
    ("july", "jul"), ("august", "aug"), ("september", "sep", "sept"), ("october", "oct"), ("november", "nov"),
    ("december", "dec"),
)  # fmt: skip
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, start=1) for name in names}
_MONTH = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY, _YEAR = r"(\d{1,2})(?:st|nd|rd|th)?", r"(\d{4})"
# Groups by name would repeat; each form says which group is what instead: (pattern, year, month, day).
_DATE_FORMS: tuple[tuple[re.Pattern[str], int, int, int], ...] = (
    (re.compile(r"(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])"), 1, 2, 3),
    (re.compile(r"(?<![\d/])(\d{4})/(\d{1,2})/(\d{1,2})(?![\d/])"), 1, 2, 3),
    (re.compile(r"(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]"), 1, 2, 3),
    (re.compile(rf"\b{_DAY} (?:of )?{_MONTH},? {_YEAR}\b"), 3, 2, 1),
    (re.compile(rf"\b{_MONTH} {_DAY},? {_YEAR}\b"), 3, 1, 2),
    (re.compile(r"(\d{4})\s?年\s?(\d{1,2})\s?月"), 1, 2, 0),
    (re.compile(rf"\b{_MONTH},? (?:of )?{_YEAR}\b"), 2, 1, 0),
    (re.compile(r"(?<!\d)(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]"), 0, 1, 2),
    (re.compile(rf"\b{_DAY} (?:of )?{_MONTH}\b"), 0, 2, 1),
    (re.compile(rf"\b{_MONTH} {_DAY}\b(?![.:]\d)"), 0, 1, 2),
    (re.compile(r"(?<!\d)(\d{4})\s?年"), 1, 0, 0),
)
_TOKEN = re.compile(r"[a-z0-9_]+(?:[-./:@\\][a-z0-9_]+)*")
_PLAIN_TOKEN = re.compile(r"\d+(?:st|nd|rd|th|s|k|m|bn)?|\d+(?:\.\d+)?|(?:mid|early|late|pre|post)-\d{4}s?")
_COUNTED = re.compile(r"(\d+)-([a-z]+(?:-[a-z]+)*)")  # 18-year-old
_HOST_END = re.compile(r"[a-z]{2,24}")
_NUMBER = re.compile(r"(?<![a-z0-9_.])(\d+(?:\.\d+)?)(?:\s?(hundred|thousand|million|billion|trillion|[百千万亿]))?")
_GROUPING = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_SCALES |= {"百": 1e2, "千": 1e3, "万": 1e4, "亿": 1e8}
_ZH_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_ZH_UNITS = {"十": 10, "百": 100, "千": 1000}
_ZH_NUMBER = re.compile(r"[零〇一二三四五六七八九两十百千]{1,12}(?=[个名家次项年月日号天周人台款种万亿位处份起枚点季])")
_NUMBER_WORD = re.compile(r"\b(" + "|".join(WORDS["numbers_en"]) + r")\b")


@dataclass(frozen=True, slots=True)
class Values:
    """Hard values of one text; dates as ``2026-03-01``, ``2026-03``, ``2026`` or ``--03-01``."""

    numbers: frozenset[str]
    dates: frozenset[str]
    identifiers: frozenset[str]
    rest: str  # the folded text with every hard value blanked

    @property
    def date_parts(self) -> frozenset[str]:
        """The dates and every coarser form of them: a day has a month, a year, and a day of any year."""
        parts = set(self.dates)
        for date in self.dates:
            if date.startswith("--"):
                continue
            year, *others = date.split("-")
            parts.add(year)
            if others:
                parts.add(f"{year}-{others[0]}")
            if len(others) == 2:
                parts.add(f"--{others[0]}-{others[1]}")
        return frozenset(parts)


@lru_cache(maxsize=20_000)
def values_of(text: str) -> Values:
    """Return the hard values of a text. What belongs to a date or an identifier is no number as well."""
    folded = _GROUPING.sub("", plain(refang(text)).casefold())
    dates, folded = _dates(folded)
    identifiers = frozenset(word for match in _TOKEN.finditer(folded) if is_identifier(word := match.group()))
    folded = _TOKEN.sub(lambda match: _without_identifier(match.group()), folded)
    folded = _NUMBER_WORD.sub(lambda match: WORDS["numbers_en"][match.group()], folded)
    folded = _ZH_NUMBER.sub(lambda match: str(_zh_value(match.group())), folded)
    numbers = frozenset(_plain(match) for match in _NUMBER.finditer(folded))
    years = frozenset(number for number in numbers if re.fullmatch(r"(?:1[5-9]|20)\d\d", number))
    rest = _NUMBER.sub(" ", folded)
    return Values(numbers - years, dates | years, identifiers, rest)


def plain(text: str) -> str:
    """Return a text in compatibility form without accents: José and Jose are one name."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(char for char in apart if not unicodedata.combining(char))


def is_identifier(word: str) -> bool:
    """Whether a folded word is a name that is right or wrong letter by letter: an id, host, version, hash."""
    if _PLAIN_TOKEN.fullmatch(word) or _COUNTED.fullmatch(word):
        return False
    if any(char.isdigit() for char in word):
        return any(char.isalpha() for char in word) or word.count(".") >= 2
    head, dot, end = word.split("/")[0].rpartition(".")
    return bool(dot) and len(head) > 1 and _HOST_END.fullmatch(end) is not None


def _without_identifier(word: str) -> str:
    if is_identifier(word):
        return " "
    counted = _COUNTED.fullmatch(word)
    return f"{counted[1]} {counted[2]}" if counted else re.sub(r"(?<=\d)(?:st|nd|rd|th|s)\b", " ", word)


def _dates(folded: str) -> tuple[frozenset[str], str]:
    """Return the dates of a folded text, and the text without them."""
    found: set[str] = set()
    for pattern, *places in _DATE_FORMS:
        folded = pattern.sub(partial(_taken, places=places, found=found), folded)
    return frozenset(found), folded


def _taken(match: re.Match[str], places: list[int], found: set[str]) -> str:
    date = _date(match, places)
    if date is None:
        return match.group()
    found.add(date)
    return " " * len(match.group())


def _date(match: re.Match[str], places: list[int]) -> str | None:
    year, month, day = (match.group(place) if place else "" for place in places)
    number = _MONTHS.get(month) or (int(month) if month.isdecimal() else 0)
    if (month and not 1 <= number <= 12) or (day and not 1 <= int(day) <= 31):
        return None
    tail = (f"-{number:02}" if month else "") + (f"-{int(day):02}" if day else "")
    return f"{year}{tail}" if year else f"-{tail}"


def _plain(match: re.Match[str]) -> str:
    amount = float(match.group(1)) * _SCALES.get(match.group(2) or "", 1)
    return f"{amount:.10g}"


def _zh_value(word: str) -> int:
    """Return the value of a Chinese numeral below ten thousand; bare digits are read one by one."""
    if not any(char in _ZH_UNITS for char in word):
        return int("".join(str(_ZH_DIGITS[char]) for char in word))
    total, digit = 0, 0
    for char in word:
        if char in _ZH_UNITS:
            total += (digit or 1) * _ZH_UNITS[char]
            digit = 0
        else:
            digit = _ZH_DIGITS[char]
    return total + digit

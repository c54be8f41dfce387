"""Chinese quarters, halves, thirds, decades, seasons and fiscal wording: one row each."""

from dataclasses import replace

from core.temporal.calendar import date_or_none, unit_end
from core.temporal.numerals import zh_number
from core.temporal.rules import Atom
from core.temporal.spans import half, opened, part
from core.temporal.value import Fields, Interval, Reference, Value, labelled, relative, unit_of
from core.temporal.zh_words import HAN, NUMERALS, YEAR2, YEAR4, Found, Made, S, pattern, year_of


def _quarter(found: Found) -> Made:
    word = found["n"] or found["n2"]
    number = 1 if word == "首" else zh_number(word)
    if number is None or not 1 <= number <= 4:
        return "Q", None
    year = year_of(found["y"]) if found["y"] else None
    if year is not None:
        return "Q", unit_of(date_or_none(year, number * 3 - 2), "quarter", label=f"{year}-Q{number}")
    return "Q", _open_month_unit(number * 3 - 2, "quarter")


def _open_month_unit(month: int, unit: str) -> Value:
    def find(reference: Reference) -> Interval | None:
        start = date_or_none(reference.at.year, month)
        if start is not None and start > reference.at and not reference.future:
            start = date_or_none(reference.at.year - 1, month)
        return None if start is None else Interval(start, unit_end(start, unit), unit)

    return Value(find, unit, "month", Fields(month=month))


def _half_year(found: Found) -> Made:
    which = 1 if found["h"] in "下后" else 0
    year = year_of(found["y"]) if found["y"] else None
    if year is not None:
        return "Q", unit_of(date_or_none(year, 7 if which else 1), "half", label=f"{year}-H{which + 1}")
    return "Q", replace(half(relative(0, "year"), which), label=str(which + 1))


def _half_unit(found: Found) -> Made:
    unit = {"月": "month", "周": "week"}[found["u"]]
    which = 1 if found["h"] in "下后" else 0
    return "Q", replace(half(relative(0, unit), which), label=str(which + 1))


_THIRD = {
    "上旬": 0,
    "中旬": 1,
    "下旬": 2,
    "初": 0,
    "底": 2,
    "末": 2,
    "中": 1,
    "月初": 0,
    "月底": 2,
    "月末": 2,
    "月中": 1,
    "年初": 0,
    "年底": 2,
    "年末": 2,
    "年中": 1,
    "岁末": 2,
    "开年": 0,
}


def _own_part(found: Found) -> Made:
    word = found["n"] or found["n2"]
    if found["k"]:  # 月底前 is before the month's end, not before the last third of it
        return "O", opened(part(relative(0, "month" if word[0] == "月" else "year"), 2), "through")
    if word[-1] == "内":
        return "L", relative(0, {"月": "month", "周": "week", "年": "year"}[word[0]])
    unit = "month" if word.startswith("月") or word.endswith("旬") else "year"
    return "Q", part(relative(0, unit), _THIRD[word])


def _decade(found: Found) -> Made:
    decade = zh_number(found["d"])
    if decade is not None and decade >= 1000 and not found["c"]:
        return "Q", unit_of(date_or_none(decade), "decade", label=f"{decade}s")
    if decade is None or decade % 10 or not 0 <= decade <= 90:
        return "Q", None
    century = found["c"]
    if century and century in ("本世纪", "这世纪"):
        start = 2000
    elif century and century.startswith("上"):
        start = 1900
    elif century:
        start = ((zh_number(century.removesuffix("世纪").strip()) or 20) - 1) * 100
    else:
        start = 2000 if decade in (0, 10, 20) else 1900
    return "Q", unit_of(date_or_none(start + decade), "decade", label=f"{start + decade}s")


def _century(found: Found) -> Made:
    number = {"本": 21, "上": 20}.get(found["c"]) or zh_number(found["c"])
    if number is None or not 1 < number <= 30:
        return "Q", None
    return "Q", unit_of(date_or_none((number - 1) * 100), "century", label=f"{number}世纪")


def _season(found: Found) -> Made:
    return "Q", labelled("vague", "season", found[0])


def _fiscal(found: Found) -> Made:
    return "X", labelled("unresolved", "year", found[0])


ATOMS: tuple[Atom, ...] = (
    Atom(
        "zh.quarter",
        "2025年第三季度, 一季度, 四季度",
        (*NUMERALS, "第", "首"),
        pattern(
            rf"(?:(?P<y>{YEAR4}|{YEAR2}){S}年度?的?{S})?(?:第?(?P<n>[1-4一二三四首])个?季度|(?<=[年度的\s])第(?P<n2>[1-4一二三四])季(?!度))"
        ),
        _quarter,
        ("2025年第三季度", "一季度", "2003年的第二季"),
    ),
    Atom(
        "zh.half-year",
        "2017年上半年, 下半年",
        (*NUMERALS, "上", "下", "前", "后"),
        pattern(rf"(?:(?P<y>{YEAR4}){S}(?:年的?)?{S})?(?P<h>[上下前后])半年"),
        _half_year,
        ("2017年上半年", "下半年"),
    ),
    Atom(
        "zh.half-unit",
        "上半月, 下半周",
        ("上", "下", "前", "后"),
        pattern(r"(?P<h>[上下前后])半(?:个)?(?P<u>月|周)"),
        _half_unit,
        ("上半月",),
    ),
    Atom(
        "zh.own-part",
        "月底, 年初",
        ("月", "年", "岁", "上", "中", "下", "周"),
        pattern(
            rf"(?<![0-9{HAN}年月本当这上下个今去明前后近数几每往大])(?:(?P<n>月底|月末|年底|年末|岁末)(?P<k>之前|以前|前)"
            r"|(?P<n2>月初|月底|月末|月中|年初|年底|年末|年中|岁末|上旬|中旬|下旬|年内|月内|周内)(?!部|容|蒙|阁))"
        ),
        _own_part,
        ("月底", "年初", "年底前", "年内"),
    ),
    Atom(
        "zh.decade",
        "20世纪80年代, 九十年代",
        (*NUMERALS, "本", "上"),
        pattern(
            rf"(?P<c>(?:\d{{1,2}}|[{HAN}]{{1,3}}|本|上个?){S}世纪{S})?(?P<d>\d0|1[5-9]\d0|20\d0|[{HAN}]{{1,2}}){S}年代"
        ),
        _decade,
        ("20世纪80年代", "九十年代", "1950 年代", "20 世纪 70 年代"),
    ),
    Atom(
        "zh.century",
        "21世纪",
        (*NUMERALS, "本", "上"),
        pattern(rf"(?P<c>\d{{1,2}}|[{HAN}]{{1,3}}|本|上)个?{S}世纪(?!\d|[{HAN}])"),
        _century,
        ("21世纪", "上个世纪"),
    ),
    Atom(
        "zh.season",
        "2020年夏天, 今年春季",
        (*NUMERALS, "去", "今", "明", "前"),
        pattern(rf"(?:(?:{YEAR4})年的?|[去今明前]年的?|[去今明])[春夏秋冬](?:天|季|(?![节招运晚游耕播奥眠令装泳]))"),
        _season,
        ("2020年夏天", "今年夏天", "今春", "2025年秋"),
        ("去冬眠",),
    ),
    Atom(
        "zh.fiscal",
        "财年: the year's start is not known",
        (*NUMERALS, "上", "本", "今", "去", "财", "fy"),
        pattern(
            rf"(?:(?:(?:{YEAR4}|{YEAR2})年?|上个?|本|今|去)?财(?:政)?年度?|fy\s?'?\d{{2,4}}(?=[上下第一二三四]))"
            r"(?:的?(?:[上下]半年|第?[一二三四]季度))?"
        ),
        _fiscal,
        ("2024财年", "2024财年第三季度", "FY24上半年"),
    ),
)

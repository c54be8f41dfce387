"""Years counted in eras: reigns of China and Japan, and the cycle of sixty years."""

from core.temporal.calendar import date_or_none, unit_end
from core.temporal.lunar import solar
from core.temporal.numerals import zh_number
from core.temporal.rules import Atom
from core.temporal.value import Fields, Interval, Reference, Value, labelled, of_fields
from core.temporal.zh_words import DAY, HAN, LUNAR, MONTH, Found, Made, S, month_of, pattern

_REIGNS = {
    "贞观": (627, 649),
    "开元": (713, 741),
    "天宝": (742, 756),
    "洪武": (1368, 1398),
    "永乐": (1403, 1424),
    "宣德": (1426, 1435),
    "成化": (1465, 1487),
    "弘治": (1488, 1505),
    "嘉靖": (1522, 1566),
    "隆庆": (1567, 1572),
    "万历": (1573, 1620),
    "天启": (1621, 1627),
    "崇祯": (1628, 1644),
    "顺治": (1644, 1661),
    "康熙": (1662, 1722),
    "雍正": (1723, 1735),
    "乾隆": (1736, 1795),
    "嘉庆": (1796, 1820),
    "道光": (1821, 1850),
    "咸丰": (1851, 1861),
    "同治": (1862, 1874),
    "光绪": (1875, 1908),
    "宣统": (1909, 1911),
}
"""First and last Gregorian year of a Chinese reign; its months are lunar ones."""

_JAPAN = {
    "明治": (1868, 1912),
    "大正": (1912, 1926),
    "昭和": (1926, 1989),
    "平成": (1989, 2019),
    "令和": (2019, 2100),
}
"""First and last Gregorian year of a Japanese era; its months are Gregorian since 1873."""

_ERAS = _REIGNS | _JAPAN
_STEMS, _BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
_REACH = 5  # years from the anchor in which a year of the cycle is looked for; farther off it is left open

_DATE = rf"(?:{S}(?P<leap>闰)?(?P<mo>{MONTH}){S}月(?:{S}(?P<d>{DAY}){S}[日号]?)?)?"


def _era(found: Found) -> Made:
    first, last = _ERAS[found["e"]]
    number = zh_number(found["n"])
    if number is None or not first <= first + number - 1 <= last:
        return "Y", None
    year = first + number - 1
    month = month_of(found["mo"]) if found["mo"] else None
    day = zh_number(found["d"]) if found["d"] else None
    code = "D" if day else "M" if month else "Y"
    if month and (found["e"] in _REIGNS or year < 1873):
        return "X", labelled("unresolved", "day" if day else "month", found[0])  # before the lunar table begins
    if date_or_none(year, month or 1, day or 1) is None:
        return code, None
    return code, of_fields(Fields(year, month, day))


def _cycle(found: Found) -> Made:
    place = next((n for n in range(60) if _STEMS[n % 10] + _BRANCHES[n % 12] == found["c"]), None)
    if place is None:
        return "Y", None
    month = month_of(found["mo"]) if found["mo"] else None
    day = zh_number(found["d"]) if found["d"] else None
    unit = "day" if day else "month" if month else "year"

    def find(reference: Reference) -> Interval | None:
        near = range(reference.at.year - _REACH, reference.at.year + _REACH + 1)
        year = next((year for year in near if (year - 4) % 60 == place), None)
        if year is None:
            return None
        if month is None:
            start = date_or_none(year)
        elif day is None:
            return None
        else:
            start = solar(year, month, day, leap=bool(found["leap"]))
        return None if start is None else Interval(start, unit_end(start, unit), unit)

    return ("D" if day else "M" if month else "Y"), Value(find, unit, "year")


ATOMS: tuple[Atom, ...] = (
    Atom(
        "zh.era",
        "光绪三十年, 昭和50年3月: years of a reign",
        tuple(sorted({name[0] for name in _ERAS})),
        pattern(rf"(?P<e>{'|'.join(_ERAS)})(?P<n>元|\d{{1,2}}|[{HAN}]{{1,3}}){S}年{_DATE}"),
        _era,
        ("光绪三十年", "康熙20年", "令和7年", "昭和50年3月5日"),
        ("大正年间",),
    ),
    Atom(
        "zh.cycle-year",
        "乙巳年正月初一: a year of the cycle of sixty, near the anchor",
        tuple(_STEMS),
        pattern(rf"(?P<c>[{_STEMS}][{_BRANCHES}])年(?:{LUNAR})?{_DATE}"),
        _cycle,
        ("甲辰年", "乙巳年正月初一"),
        ("丁丑",),
    ),
)

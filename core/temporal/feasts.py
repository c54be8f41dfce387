"""Feasts of the Jewish, Islamic, Hindu and Buddhist calendars.

A Jewish day begins at sunset, and so does Holi: such a feast covers the day of its eve too.
"""

from datetime import datetime, timedelta

from core.temporal import hebrew, hijri
from core.temporal.calendar import date_or_none, easter, nth_weekday
from core.temporal.named_day import Holiday, YearRule

_FIRST_LISTED = 2001

_DIWALI = (
    "1114 1104 1025 1112 1101 1021 1109 1028 1017 1105 1026 1113 1103 1023 1111 1030 1019 1107 1027 1114 1104 "
    "1024 1112 1031 1020 1108 1029 1017 1105 1026 1114 1102 1022 1110 1030"
)
_HOLI = (
    "0310 0329 0318 0307 0326 0315 0304 0322 0311 0301 0320 0308 0327 0317 0306 0324 0313 0302 0321 0310 0329 "
    "0318 0308 0325 0314 0304 0322 0311 0301 0320 0309 0327 0316 0305 0324"
)
_DUSSEHRA = (
    "1026 1015 1005 1022 1012 1002 1021 1009 0928 1017 1006 1024 1013 1003 1022 1011 0930 1019 1008 1025 1015 "
    "1005 1024 1012 1002 1020 1009 0927 1016 1006 1025 1014 1003 1022 1011"
)
_RAKSHA = (
    "0804 0822 0812 0829 0819 0809 0828 0816 0805 0824 0813 0802 0820 0810 0829 0818 0807 0826 0815 0803 0822 "
    "0811 0830 0819 0809 0828 0817 0805 0823 0813 0802 0820 0810 0829 0818"
)
_PONGAL = (
    "0114 0114 0115 0115 0114 0114 0115 0115 0114 0114 0115 0115 0114 0114 0115 0115 0114 0114 0115 0115 0114 "
    "0114 0115 0115 0114 0114 0115 0115 0114 0114 0115 0115 0114 0114 0115"
)
"""Month and day of each year from 2001 to 2035 as Indian calendars publish them."""


def _listed(days: str) -> YearRule:
    table = days.split()

    def rule(year: int) -> datetime | None:
        if not 0 <= year - _FIRST_LISTED < len(table):
            return None
        found = table[year - _FIRST_LISTED]
        return date_or_none(year, int(found[:2]), int(found[2:]))

    return rule


def _hijri(month: int, day: int) -> YearRule:
    return lambda year: hijri.in_gregorian_year(year, month, day)


def _hebrew(month: str, day: int, moved: dict[int, int] | None = None) -> YearRule:
    """Return the rule of a Hebrew day; ``moved`` maps a weekday (0 = Monday) to the days it is put off by."""

    def rule(year: int) -> datetime:
        found = hebrew.in_gregorian_year(year, month, day)
        return found + timedelta(days=(moved or {}).get(found.weekday(), 0))

    return rule


def _jewish(names: tuple[str, ...], rule: YearRule, days: int = 1) -> Holiday:
    return Holiday(names, rule=rule, plus=-1, days=days + 1)


def _earth_hour(year: int) -> datetime | None:
    """Return the last Saturday of March, or the one before where that is the eve of Easter."""
    day = nth_weekday(year, 3, 5, -1)
    if day is None or year < 2007:
        return None
    return day - timedelta(days=7) if day + timedelta(days=1) == easter(year) else day


FEASTS: tuple[Holiday, ...] = (
    _jewish(("rosh hashanah", "犹太新年", "犹太教新年", "岁首节", "吹角节"), _hebrew("tishri", 1), 2),
    _jewish(("yom kippur", "赎罪日"), _hebrew("tishri", 10)),
    _jewish(("sukkot", "住棚节", "帐棚节", "结茅节"), _hebrew("tishri", 15), 7),
    _jewish(("shemini atzeret", "圣会节"), _hebrew("tishri", 22)),
    _jewish(
        ("simchat torah", "西赫托拉节", "西赫妥拉节", "转经节", "律法节", "欢庆圣法节", "妥拉节"), _hebrew("tishri", 23)
    ),
    _jewish(
        ("hanukkah", "chanukah", "光明节", "献殿节", "烛光节", "哈努卡节", "马加比节", "修殿节"),
        _hebrew("kislev", 25),
        8,
    ),
    _jewish(("tu bishvat", "犹太植树节", "图比舍巴特节"), _hebrew("shevat", 15)),
    _jewish(("purim", "普林节", "普珥节", "普珥日"), _hebrew("adar", 14)),
    _jewish(("passover", "pesach", "逾越节", "无酵节"), _hebrew("nisan", 15), 8),
    _jewish(("yom hashoah", "犹太大屠杀纪念日"), _hebrew("nisan", 27, {4: -1, 6: 1})),
    _jewish(
        ("yom haatzmaut", "yom ha'atzmaut", "以色列独立日", "以色列国庆节", "以色列国庆"),
        _hebrew("iyar", 5, {4: -1, 5: -2, 0: 1}),
    ),
    _jewish(("lag baomer", "lag b'omer", "篝火节", "犹太教篝火节"), _hebrew("iyar", 18)),
    _jewish(("shavuot", "七七节", "收获节", "新果实节", "犹太五旬节"), _hebrew("sivan", 6), 2),
    _jewish(("tisha b'av", "圣殿被毁日", "圣殿被毁纪念日", "犹太禁食日"), _hebrew("av", 9, {5: 1})),
    Holiday(("islamic new year", "伊斯兰新年", "伊斯兰教新年", "回历新年"), rule=_hijri(1, 1)),
    Holiday(("ashura", "阿舒拉节"), rule=_hijri(1, 10)),
    Holiday(("mawlid", "圣纪节", "圣忌节", "圣纪"), rule=_hijri(3, 12)),
    Holiday(("isra and mi'raj", "登霄节", "夜行登霄节", "登宵节"), rule=_hijri(7, 27)),
    Holiday(("ramadan", "斋月", "穆斯林斋月", "伊斯兰斋月"), rule=_hijri(9, 1), days=30),
    Holiday(("laylat al-qadr", "法令之夜", "权力之夜", "盖德尔夜", "尊贵之夜"), rule=_hijri(9, 27)),
    Holiday(("eid al-fitr", "开斋节", "肉孜节", "尔代节"), rule=_hijri(10, 1)),
    Holiday(("eid al-adha", "古尔邦节", "宰牲节", "忠孝节"), rule=_hijri(12, 10)),
    Holiday(("diwali", "deepavali", "排灯节", "万灯节", "印度灯节", "屠妖节"), rule=_listed(_DIWALI)),
    Holiday(
        ("holi", "胡里节", "侯丽节", "荷丽节", "霍利节", "洒红节", "好利节", "五彩节", "欢悦节"),
        rule=_listed(_HOLI),
        plus=-1,
        days=2,
    ),
    Holiday(("dussehra", "vijayadashami", "十胜节"), rule=_listed(_DUSSEHRA)),
    Holiday(("navaratri", "九夜节", "难近母节"), rule=_listed(_DUSSEHRA), plus=-9, days=9),
    Holiday(("raksha bandhan", "印度兄妹节", "护身绳节"), rule=_listed(_RAKSHA)),
    Holiday(("pongal", "庞格尔节", "印度丰收节"), rule=_listed(_PONGAL), plus=-1, days=4),
    Holiday(("vaisakhi", "拜萨哈节"), fixed=(4, 14)),
    Holiday(("浴佛节", "佛诞", "佛诞节"), lunar=(4, 8)),
    Holiday(("vesak", "卫塞节", "威瑟节", "比萨宝蕉节"), lunar=(4, 15)),
    Holiday(("earth hour", "地球一小时"), rule=_earth_hour),
)
"""Feasts by their usual names; a row more is a feast more."""

"""Days with a name, and what one means beside a year or alone; feasts has those of the religions."""

from datetime import timedelta

from core.temporal.feasts import FEASTS
from core.temporal.named_day import Holiday
from core.temporal.solar_terms import TERMS, on_term
from core.temporal.value import Interval, Reference, Value

HOLIDAYS: tuple[Holiday, ...] = (
    Holiday(
        (
            "new year's day",
            "new year day",
            "new years day",
            "yuandan",
            "元旦节",
            "阳历新年",
            "元旦",
        ),
        fixed=(1, 1),
    ),
    Holiday(("new year's eve", "new years eve", "new year eve"), fixed=(12, 31)),
    Holiday(("new year",), fixed=(1, 1)),
    Holiday(("data privacy day", "data protection day"), fixed=(1, 28)),
    Holiday(("groundhog day",), fixed=(2, 2)),
    Holiday(("safer internet day",), nth=(2, 1, 2)),
    Holiday(("pi day",), fixed=(3, 14)),
    Holiday(("world backup day",), fixed=(3, 31)),
    Holiday(("world health day",), fixed=(4, 7)),
    Holiday(("tax day",), fixed=(4, 15)),
    Holiday(("anzac day",), fixed=(4, 25)),
    Holiday(("world password day",), nth=(5, 3, 1)),
    Holiday(("victory in europe day",), fixed=(5, 8)),
    Holiday(("world environment day",), fixed=(6, 5)),
    Holiday(("canada day",), fixed=(7, 1)),
    Holiday(("australia day",), fixed=(1, 26)),
    Holiday(("sysadmin day", "system administrator appreciation day"), nth=(7, 4, -1)),
    Holiday(("world mental health day",), fixed=(10, 10)),
    Holiday(("united nations day",), fixed=(10, 24)),
    Holiday(("world vegan day",), fixed=(11, 1)),
    Holiday(("all souls' day", "all souls day"), fixed=(11, 2)),
    Holiday(("guy fawkes night", "guy fawkes day", "bonfire night"), fixed=(11, 5)),
    Holiday(("world aids day",), fixed=(12, 1)),
    Holiday(("human rights day", "international human rights day"), fixed=(12, 10)),
    Holiday(("valentine's day", "valentines day", "valentine day", "情人节", "圣瓦伦丁节"), fixed=(2, 14)),
    Holiday(("women's day", "international women's day", "妇女节", "三八妇女节", "国际妇女节", "三八节"), fixed=(3, 8)),
    Holiday(
        (
            "st patrick's day",
            "saint patrick's day",
            "st. patrick's day",
            "saint patricks day",
            "st patricks day",
            "st paddy's day",
            "saint paddy's day",
        ),
        fixed=(3, 17),
    ),
    Holiday(("april fool's day", "april fools day", "april fools' day", "april fools", "愚人节"), fixed=(4, 1)),
    Holiday(("tomb-sweeping day", "qingming", "清明节", "清明"), rule=on_term(15)),
    Holiday(("earth day", "世界地球日", "地球日"), fixed=(4, 22)),
    Holiday(
        (
            "may day",
            "international workers' day",
            "international workers day",
            "int'l workers day",
            "劳动节",
            "五一劳动节",
            "国际劳动节",
            "五一节",
            "五一",
        ),
        fixed=(5, 1),
    ),
    Holiday(("青年节", "五四青年节"), fixed=(5, 4)),
    Holiday(("cinco de mayo",), fixed=(5, 5)),
    Holiday(("children's day", "儿童节", "国际儿童节", "六一儿童节"), fixed=(6, 1)),
    Holiday(("juneteenth",), fixed=(6, 19)),
    Holiday(("independence day", "fourth of july", "the fourth of july"), fixed=(7, 4)),
    Holiday(("建党节", "七一建党节"), fixed=(7, 1)),
    Holiday(("bastille day",), fixed=(7, 14)),
    Holiday(("建军节", "八一建军节"), fixed=(8, 1)),
    Holiday(("香港回归纪念日",), fixed=(7, 1)),
    Holiday(("澳门回归纪念日",), fixed=(12, 20)),
    Holiday(("植树节",), fixed=(3, 12)),
    Holiday(("护士节", "国际护士节"), fixed=(5, 12)),
    Holiday(("记者节",), fixed=(11, 8)),
    Holiday(("世界环境日",), fixed=(6, 5)),
    Holiday(("人权日", "国际人权日"), fixed=(12, 10)),
    Holiday(("国家公祭日",), fixed=(12, 13)),
    Holiday(("消费者权益日", "国际消费者权益日"), fixed=(3, 15)),
    Holiday(("网络安全宣传日",), fixed=(9, 19)),
    Holiday(("老板节", "boss's day"), fixed=(10, 16)),
    Holiday(("双十二",), fixed=(12, 12)),
    Holiday(("寒食节",), rule=on_term(15), plus=-1),
    Holiday(("中元节", "盂兰盆节"), lunar=(7, 15)),
    Holiday(("龙抬头",), lunar=(2, 2)),
    Holiday(("下元节",), lunar=(10, 15)),
    Holiday(("teachers' day", "teacher's day", "教师节"), fixed=(9, 10)),
    Holiday(("国庆节", "十一国庆", "国庆", "十一黄金周", "十一长假", "十一假期"), fixed=(10, 1)),
    Holiday(("halloween", "all hallows eve", "万圣节前夜"), fixed=(10, 31)),
    Holiday(("万圣节", "all saints' day", "all saints day"), fixed=(11, 1)),
    Holiday(("veterans day", "veteran's day", "remembrance day", "armistice day"), fixed=(11, 11)),
    Holiday(("singles' day", "singles day", "双十一", "双11", "光棍节"), fixed=(11, 11)),
    Holiday(("christmas eve", "xmas eve", "平安夜", "圣诞前夜", "圣诞夜"), fixed=(12, 24)),
    Holiday(("christmas day", "christmas", "xmas day", "xmas", "圣诞节", "圣诞"), fixed=(12, 25)),
    Holiday(("boxing day",), fixed=(12, 26)),
    Holiday(
        (
            "mlk day",
            "martin luther king day",
            "martin luther king jr. day",
            "martin luther king jr day",
            "mlk jr. day",
            "mlk jr day",
        ),
        nth=(1, 0, 3),
    ),
    Holiday(("presidents' day", "presidents day", "president's day", "washington's birthday"), nth=(2, 0, 3)),
    Holiday(("mother's day", "mothers day", "mothers' day", "母亲节"), nth=(5, 6, 2)),
    Holiday(("memorial day",), nth=(5, 0, -1)),
    Holiday(("father's day", "fathers day", "fathers' day", "父亲节"), nth=(6, 6, 3)),
    Holiday(("labor day", "labour day"), nth=(9, 0, 1)),
    Holiday(("columbus day", "indigenous peoples' day"), nth=(10, 0, 2)),
    Holiday(("thanksgiving day", "thanksgiving", "thanks giving day", "感恩节"), nth=(11, 3, 4)),
    Holiday(("black friday", "黑色星期五"), nth=(11, 3, 4), plus=1),
    Holiday(("cyber monday", "网络星期一"), nth=(11, 3, 4), plus=4),
    Holiday(("patch tuesday", "微软补丁日", "补丁星期二"), nth=(0, 1, 2)),
    Holiday(("easter sunday", "easter", "复活节", "主复活日", "耶稣复活日"), easter=0),
    Holiday(("holy saturday", "圣周六", "神圣周六", "复活节前夜"), easter=-1),
    Holiday(("东正教圣周六", "东正教复活节前夜"), orthodox=-1),
    Holiday(("大斋期", "大斋节", "四旬期"), easter=-46, days=46),
    Holiday(("东正教大斋期", "四旬节"), orthodox=-48, days=40),
    Holiday(("easter monday", "复活节星期一"), easter=1),
    Holiday(("good friday", "耶稣受难日", "耶稣受难节", "主受难日", "主受难节", "圣周五"), easter=-2),
    Holiday(("maundy thursday", "濯足节", "神圣星期四", "圣周星期四", "圣周四", "设立圣餐日"), easter=-3),
    Holiday(("palm sunday", "棕枝主日", "圣枝主日", "圣树主日", "基督苦难主日", "棕榈主日"), easter=-7),
    Holiday(("ash wednesday", "圣灰星期三", "圣灰礼仪日", "圣灰日", "圣灰节", "大斋首日", "灰日"), easter=-46),
    Holiday(
        ("mardi gras", "shrove tuesday", "fat tuesday", "忏悔火曜日", "煎饼星期二", "薄饼日", "肥美星期二"), easter=-47
    ),
    Holiday(("orthodox easter sunday", "orthodox easter", "东正教复活节", "东正教主复活日"), orthodox=0),
    Holiday(("orthodox easter monday", "东正教复活节星期一"), orthodox=1),
    Holiday(
        (
            "orthodox good friday",
            "东正教耶稣受难日",
            "东正教耶稣受难节",
            "东正教主受难日",
            "东正教主受难节",
            "东正教圣周五",
        ),
        orthodox=-2,
    ),
    Holiday(
        ("orthodox palm sunday", "东正教棕枝主日", "东正教圣枝主日", "东正教圣树主日", "东正教基督苦难主日"),
        orthodox=-7,
    ),
    Holiday(("clean monday", "洁净星期一", "清洁星期一"), orthodox=-48),
    Holiday(("ascension day", "耶稣升天节", "主升天节", "升天节", "耶稣升天日", "主升天日"), easter=39),
    Holiday(("pentecost", "whit sunday", "whitsunday", "圣灵降临日", "圣灵降临节", "五旬节"), easter=49),
    Holiday(("whit monday", "pentecost monday", "圣灵节庆日", "圣灵降临节星期一"), easter=50),
    Holiday(("trinity sunday", "圣三主日", "天主圣三一节", "三一主日", "三一节", "圣三一节", "圣三节"), easter=56),
    Holiday(("corpus christi", "基督圣体圣血节", "基督圣体节", "圣体节"), easter=60),
    Holiday(
        (
            "chinese new year",
            "lunar new year",
            "chinese lunar new year's day",
            "spring festival",
            "春节",
            "新春",
            "大年初一",
            "唐人新年",
            "正月朔日",
            "农历新年",
        ),
        lunar=(1, 1),
    ),
    Holiday(("chinese new year's eve", "除夕", "大年三十", "除夕夜"), lunar=(1, 1), plus=-1),
    Holiday(("lantern festival", "元宵节", "元宵"), lunar=(1, 15)),
    Holiday(("dragon boat festival", "端午节", "端午"), lunar=(5, 5)),
    Holiday(("qixi", "七夕节", "七夕"), lunar=(7, 7)),
    Holiday(("mid-autumn festival", "moon festival", "中秋节", "中秋"), lunar=(8, 15)),
    Holiday(("double ninth festival", "重阳节", "重阳"), lunar=(9, 9)),
    Holiday(("laba festival", "腊八节", "腊八"), lunar=(12, 8)),
)
"""Named days that reports speak of; a row more is a name more."""

_NEW_YEAR_DAYS = (Holiday((f"大年初{'一二三四五六七八九十'[day - 1]}",), lunar=(1, day)) for day in range(2, 11))
_SOLAR_TERMS = (Holiday((name,), rule=on_term(degrees)) for name, degrees in TERMS.items())
_ALL = (*HOLIDAYS, *_NEW_YEAR_DAYS, *_SOLAR_TERMS, *FEASTS)

BY_NAME = {name: holiday for holiday in _ALL for name in holiday.names if holiday.nth is None or holiday.nth[0]}
MONTHLY = {name: holiday for holiday in _ALL for name in holiday.names if holiday.nth and not holiday.nth[0]}
"""Days that come every month, such as Patch Tuesday."""


def holiday_value(holiday: Holiday, year: int | None = None, shift: int | None = None, direction: int = 0) -> Value:
    """Return the value of a named day.

    Args:
        holiday: the row of the table.
        year: the Gregorian year, when named.
        shift: years from the anchor's, when named ("of last year": -1).
        direction: -1 the last one strictly before the anchor, 1 the next one strictly after, 0 nearest before or on.
    """

    def find(reference: Reference) -> Interval | None:
        if year is not None or shift is not None:
            day = holiday.in_year(year if year is not None else reference.at.year + (shift or 0))
            return None if day is None else Interval(day, day + timedelta(days=holiday.days), "day")
        near = reference.at.replace(hour=0, minute=0, second=0, microsecond=0)
        days = [day for back in (-2, -1, 0, 1, 2) if (day := holiday.in_year(near.year + back)) is not None]
        if direction > 0 or (direction == 0 and reference.future):
            later = [day for day in days if (day > near if direction else day >= near)]
            chosen = min(later, default=None)
        else:
            chosen = max((day for day in days if (day < near if direction else day <= near)), default=None)
        return None if chosen is None else Interval(chosen, chosen + timedelta(days=holiday.days), "day")

    return Value(find, "day", None if year is not None else "year" if shift is not None else "day")

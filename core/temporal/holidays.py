"""Days with a name: fixed dates, nth weekdays, days counted from Easter, and days of the lunar calendar."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from core.temporal.calendar import date_or_none, easter, nth_weekday, orthodox_easter
from core.temporal.lunar import solar
from core.temporal.value import Interval, Reference, Value


@dataclass(frozen=True, slots=True)
class Holiday:
    """One named day. Exactly one of the ways to date it is given.

    ``fixed`` is (month, day); ``nth`` (month, weekday with 0 = Monday, which one); ``easter`` and
    ``orthodox`` days after Easter Sunday; ``lunar`` (month, day); ``plus`` adds days to any of them.
    """

    names: tuple[str, ...]
    fixed: tuple[int, int] | None = None
    nth: tuple[int, int, int] | None = None
    easter: int | None = None
    orthodox: int | None = None
    lunar: tuple[int, int] | None = None
    plus: int = 0

    def in_year(self, year: int) -> datetime | None:
        """Return the day in a Gregorian year, None where the calendars do not reach."""
        day: datetime | None = None
        if self.fixed is not None:
            day = date_or_none(year, *self.fixed)
        elif self.nth is not None:
            day = nth_weekday(year, *self.nth)
        elif self.easter is not None and year >= 1583:
            day = easter(year) + timedelta(days=self.easter)
        elif self.orthodox is not None and year >= 1583:
            day = orthodox_easter(year) + timedelta(days=self.orthodox)
        elif self.lunar is not None:
            day = solar(year, *self.lunar)
        return None if day is None else day + timedelta(days=self.plus)


HOLIDAYS: tuple[Holiday, ...] = (
    Holiday(
        (
            "new year's day",
            "new year day",
            "new years day",
            "yuandan",
            "元旦节",
            "元旦",
        ),
        fixed=(1, 1),
    ),
    Holiday(("new year's eve", "new years eve"), fixed=(12, 31)),
    Holiday(("valentine's day", "valentines day", "valentine day", "情人节", "圣瓦伦丁节"), fixed=(2, 14)),
    Holiday(("women's day", "international women's day", "妇女节", "三八妇女节"), fixed=(3, 8)),
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
    Holiday(("tomb-sweeping day", "qingming", "清明节", "清明"), fixed=(4, 4)),
    Holiday(("earth day", "世界地球日", "地球日"), fixed=(4, 22)),
    Holiday(("may day", "international workers' day", "劳动节", "五一劳动节", "五一"), fixed=(5, 1)),
    Holiday(("青年节", "五四青年节"), fixed=(5, 4)),
    Holiday(("cinco de mayo",), fixed=(5, 5)),
    Holiday(("children's day", "儿童节", "国际儿童节", "六一儿童节"), fixed=(6, 1)),
    Holiday(("juneteenth",), fixed=(6, 19)),
    Holiday(("independence day", "fourth of july", "the fourth of july"), fixed=(7, 4)),
    Holiday(("建党节",), fixed=(7, 1)),
    Holiday(("bastille day",), fixed=(7, 14)),
    Holiday(("建军节", "八一建军节"), fixed=(8, 1)),
    Holiday(("teachers' day", "teacher's day", "教师节"), fixed=(9, 10)),
    Holiday(("国庆节", "十一国庆", "国庆"), fixed=(10, 1)),
    Holiday(("halloween", "all hallows eve", "万圣节前夜"), fixed=(10, 31)),
    Holiday(("万圣节", "all saints' day", "all saints day"), fixed=(11, 1)),
    Holiday(("veterans day", "veteran's day", "remembrance day", "armistice day"), fixed=(11, 11)),
    Holiday(("singles' day", "singles day", "双十一", "光棍节"), fixed=(11, 11)),
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
    Holiday(("easter sunday", "easter", "复活节"), easter=0),
    Holiday(("easter monday",), easter=1),
    Holiday(("good friday", "耶稣受难日", "圣周五"), easter=-2),
    Holiday(("maundy thursday", "濯足节"), easter=-3),
    Holiday(("palm sunday", "棕枝主日", "圣枝主日"), easter=-7),
    Holiday(("ash wednesday", "圣灰星期三", "圣灰日"), easter=-46),
    Holiday(("mardi gras", "shrove tuesday", "fat tuesday", "忏悔火曜日", "煎饼星期二"), easter=-47),
    Holiday(("orthodox easter sunday", "orthodox easter", "东正教复活节"), orthodox=0),
    Holiday(("orthodox easter monday", "东正教复活节星期一"), orthodox=1),
    Holiday(("orthodox good friday", "东正教耶稣受难日"), orthodox=-2),
    Holiday(("orthodox palm sunday", "东正教棕枝主日", "东正教圣枝主日"), orthodox=-7),
    Holiday(("clean monday",), orthodox=-48),
    Holiday(("ascension day",), easter=39),
    Holiday(("pentecost", "whit sunday", "whitsunday", "圣灵降临日"), easter=49),
    Holiday(("whit monday", "pentecost monday"), easter=50),
    Holiday(("trinity sunday", "圣三主日", "天主圣三一节"), easter=56),
    Holiday(("corpus christi", "基督圣体圣血节"), easter=60),
    Holiday(
        (
            "chinese new year",
            "lunar new year",
            "chinese lunar new year's day",
            "spring festival",
            "春节",
            "新春",
            "大年初一",
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

BY_NAME = {name: holiday for holiday in HOLIDAYS for name in holiday.names if holiday.nth is None or holiday.nth[0]}
MONTHLY = {name: holiday for holiday in HOLIDAYS for name in holiday.names if holiday.nth and not holiday.nth[0]}
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
            return None if day is None else Interval(day, day + timedelta(days=1), "day")
        near = reference.at.replace(hour=0, minute=0, second=0, microsecond=0)
        days = [day for back in (-2, -1, 0, 1, 2) if (day := holiday.in_year(near.year + back)) is not None]
        if direction > 0 or (direction == 0 and reference.future):
            later = [day for day in days if (day > near if direction else day >= near)]
            chosen = min(later, default=None)
        else:
            chosen = max((day for day in days if (day < near if direction else day <= near)), default=None)
        return None if chosen is None else Interval(chosen, chosen + timedelta(days=1), "day")

    return Value(find, "day", None if year is not None else "year" if shift is not None else "day")

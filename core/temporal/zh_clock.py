"""Chinese clock times and parts of the day: one row each."""

import re
from datetime import timedelta

from core.temporal.numerals import zh_number
from core.temporal.rules import Atom
from core.temporal.value import Clock, of_clock
from core.temporal.zh_words import HAN, NUMERALS, Found, Made, S

_DAY_PARTS = {
    "凌晨": (0, 6),
    "清晨": (4, 9),
    "早上": (0, 12),
    "早晨": (0, 12),
    "早间": (0, 12),
    "上午": (0, 12),
    "中午": (11, 14),
    "正午": (12, 13),
    "下午": (12, 18),
    "午后": (12, 18),
    "傍晚": (16, 19),
    "晚上": (18, 24),
    "晚间": (18, 24),
    "夜间": (18, 24),
    "夜里": (18, 24),
    "深夜": (22, 24),
    "晏昼": (12, 18),
    "半夜": (0, 2),
    "午夜": (0, 2),
    "早": (0, 12),
    "晚": (18, 24),
}


PART = "|".join(sorted(_DAY_PARTS, key=len, reverse=True))


_MIDNIGHTS = ("半夜", "午夜")


def _clock(found: Found) -> Made:
    groups = found.groupdict()
    hour = zh_number(groups["h"])
    if hour is None or hour > 24:
        return "C", None
    minute: int | None = None
    if groups.get("q"):
        minute = {"半": 30, "一刻": 15, "三刻": 45, "整": 0, "正": 0}[groups["q"]]
    elif groups.get("mi"):
        minute = zh_number(groups["mi"])
    second = zh_number(groups["s"]) if groups.get("s") else None
    if (minute or 0) > 59 or (second or 0) > 59:
        return "C", None
    name = groups.get("p")
    if hour == 12 and name is not None and (_DAY_PARTS[name][0] >= 18 or name in _MIDNIGHTS):
        hour = 24
    elif hour == 12 and name == "凌晨":
        hour = 0
    elif (name and hour < 12 and _DAY_PARTS[name][0] >= 12) or (name in ("中午", "正午") and hour < 3):
        hour += 12
    grain = "second" if second is not None else "minute" if minute is not None else "hour"
    low = timedelta(hours=hour, minutes=minute or 0, seconds=second or 0)
    settled = bool(name) or hour > 12 or hour == 0
    weak = not name and not groups.get("q") and not groups.get("mi") and not found[0].startswith("零点")
    value = of_clock(Clock(low, low + timedelta(**{grain + "s": 1}), grain, None, settled))
    return ("K" if weak else "C"), value


def _part_of_day(found: Found) -> Made:
    low, high = _DAY_PARTS[found["p"]]
    return "P", of_clock(Clock(timedelta(hours=low), timedelta(hours=high), "hour"))


ATOMS: tuple[Atom, ...] = (
    Atom(
        "zh.clock",
        "下午三点十五分, 15时20分, 凌晨2点半",
        (*NUMERALS, *sorted({name[0] for name in _DAY_PARTS}), "零"),
        re.compile(
            rf"(?:(?P<p>{PART})|(?<![0-9.]))(?P<h>\d{{1,2}}|零|[{HAN}]{{1,3}}){S}(?:点钟?|时)(?![0-9]{{3}}|儿|点|也|都"
            rf"|[零一二三四五六七八九十]?(?:线|代|空|期|间|刻起))(?:(?P<q>半|一刻|三刻|整|正)|(?P<mi>\d{{1,2}}"
            rf"|[零〇]?[{HAN}]{{1,3}}){S}(?:分(?!之)(?:(?P<s>\d{{1,2}}|[{HAN}]{{1,3}})秒)?)?(?!个|点))?"
        ),
        _clock,
        ("下午三点十五分", "15时20分", "凌晨2点半"),
    ),
    Atom(
        "zh.clock-colon",
        "下午5:00",
        tuple(sorted({name[0] for name in _DAY_PARTS})),
        re.compile(rf"(?P<p>{PART})\s?(?P<h>\d{{1,2}}):(?P<mi>\d\d)(?::(?P<s>\d\d))?"),
        _clock,
        ("下午5:00",),
    ),
    Atom(
        "zh.part-of-day",
        "上午, 凌晨, 晚间",
        tuple(sorted({name[0] for name in _DAY_PARTS})),
        re.compile(rf"(?<![更最])(?![早晚](?:[些期已就于先辈婚报餐饭点会]|在|年))(?P<p>{PART})"),
        _part_of_day,
        ("上午",),
        ("今天早些时候",),
    ),
)

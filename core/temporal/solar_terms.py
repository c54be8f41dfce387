"""The 24 solar terms (节气): the days on which the sun reaches a multiple of 15 degrees, as of Beijing."""

import math
from collections.abc import Callable
from datetime import datetime, timedelta

TERMS = {
    "立春": 315,
    "惊蛰": 345,
    "春分": 0,
    "谷雨": 30,
    "立夏": 45,
    "芒种": 75,
    "夏至": 90,
    "小暑": 105,
    "大暑": 120,
    "立秋": 135,
    "处暑": 150,
    "秋分": 180,
    "寒露": 195,
    "霜降": 210,
    "立冬": 225,
    "冬至": 270,
}
"""Name to degrees. Left out on purpose: names that are common words too (雨水, 小满, 白露, 大雪, 小雪, 大寒, 小寒)."""

_EPOCH = datetime(2000, 1, 1, 12)  # noqa: DTZ001 - J2000.0
_BEIJING = timedelta(hours=8)
_DEGREES_A_DAY = 360 / 365.2422


def _longitude(moment: datetime) -> float:
    """Return the sun's apparent longitude in degrees, right to about 0.01 (a quarter of an hour).

    The low-accuracy series of Meeus, "Astronomical Algorithms", chapter 25.
    """
    t = (moment - _EPOCH) / timedelta(days=36525)
    mean = 280.46646 + t * (36000.76983 + t * 0.0003032)
    anomaly = math.radians(357.52911 + t * (35999.05029 - t * 0.0001537))
    centre = (
        (1.914602 - t * (0.004817 + t * 0.000014)) * math.sin(anomaly)
        + (0.019993 - t * 0.000101) * math.sin(2 * anomaly)
        + 0.000289 * math.sin(3 * anomaly)
    )
    return mean + centre - 0.00569 - 0.00478 * math.sin(math.radians(125.04 - 1934.136 * t))


def on_term(degrees: int) -> Callable[[int], datetime | None]:
    """Return the rule that finds the day of a solar term in a year from 1900 to 2100."""

    def in_year(year: int) -> datetime | None:
        if not 1900 <= year <= 2100:
            return None
        moment = datetime(year, 1, 1) + timedelta(days=(degrees - 280) % 360 / _DEGREES_A_DAY)  # noqa: DTZ001
        for _ in range(4):
            ahead = (degrees - _longitude(moment) + 180) % 360 - 180
            moment += timedelta(days=ahead / _DEGREES_A_DAY)
        local = moment + _BEIJING
        return local.replace(hour=0, minute=0, second=0, microsecond=0)

    return in_year

"""English clock times and parts of the day."""

import re
from datetime import timedelta

from core.temporal.numerals import CARDINAL_WORD, CARDINALS, number_of
from core.temporal.rules import Atom, atom_pattern
from core.temporal.value import Clock, Value, of_clock
from core.temporal.zones import ZONE_PATTERN, zone_of

Made = tuple[str, Value | None]
Found = re.Match[str]

_HOUR = rf"(?P<h>\d{{1,2}}|{CARDINAL_WORD})"
_AMPM = r"\s?(?:in\sthe\s)?(?P<ap>[ap])(?:\.?\s?m\.?)?(?![a-z])"
_AM_PM = r"\s?(?:in\sthe\s)?(?P<ap>[ap])\.?\s?m\.?(?![a-z])"
_ZONE = rf"(?:\s?\(?(?P<zone>{ZONE_PATTERN})\)?)?"

_HOUR_WORD = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_MINUTE_WORD = r"(?:ten|fifteen|twenty|thirty|forty|fifty)(?:[\s-](?:one|two|three|four|five|six|seven|eight|nine))?"
_UNIT_AFTER = (
    r"(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|percent|of|third|half|quarter|fifth"
    r"|hosts|users|times)\b"
)

PARTS = {
    "morning": (0, 12),
    "afternoon": (12, 18),
    "evening": (18, 24),
    "night": (18, 24),
    "noon": (12, 13),
    "midday": (12, 13),
    "lunch": (12, 14),
    "lunchtime": (12, 14),
}
"""Hours that a part of the day spans, half-open; by convention, not by sunrise."""


def clock_at(
    hour: int, minute: int | None = None, second: int | None = None, zone: str | None = None, *, settled: bool = True
) -> Clock | None:
    """Return a clock time, None when the clock has no such time (24:00 is the end of the day)."""
    if not 0 <= hour <= 24 or not 0 <= (minute or 0) <= 59 or not 0 <= (second or 0) <= 60:
        return None
    grain = "second" if second is not None else "minute" if minute is not None else "hour"
    low = timedelta(hours=hour, minutes=minute or 0, seconds=second or 0)
    return Clock(low, low + timedelta(**{grain + "s": 1}), grain, zone_of(zone), settled)


def half_day(hour: int, half: str | None) -> int:
    """Return the hour of the day for an hour of a half ("a" or "p"); as it is without one, -1 when wrong."""
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        return hour if half == "p" and 12 < hour < 24 else -1
    return hour % 12 + (12 if half == "p" else 0)


def _colon(found: Found) -> Made:
    half = found["ap"].lower() if found["ap"] else None
    hour = half_day(int(found["h"]), half)
    second = int(found["s"]) if found["s"] else None
    clock = clock_at(
        hour, int(found["mi"]), second, found["zone"], settled=half is not None or hour > 12 or len(found["h"]) == 2
    )
    return "C", None if clock is None else of_clock(clock)


def _ampm(found: Found) -> Made:
    hour = number_of(found["h"])
    if hour is None or found.string[max(0, found.start() - 1) : found.start()] == "%":
        return "C", None  # "%20PM" of a link
    minute = number_of(found["m"] or found["d"]) if found["m"] or found["d"] else None
    if hour > 100:
        hour, minute = divmod(hour, 100)
    clock = clock_at(half_day(hour, found["ap"].lower()), minute, None, found["zone"])
    return "C", None if clock is None else of_clock(clock)


def _h(found: Found) -> Made:
    clock = clock_at(int(found["h"]), int(found["mi"]) if found["mi"] else None, None, found["zone"])
    return "C", None if clock is None else of_clock(clock)


def _beside_hour(found: Found) -> Made:
    """Read "quarter past three", "10 minutes to noon"."""
    named = {"noon": 12, "midnight": 24}.get(found["h"].lower())
    hour, amount = named or number_of(found["h"]), number_of(found["n"]) if found["n"] else 15
    if found["q"]:
        amount = 30
    if hour is None or amount is None or not 1 <= hour <= 24 or not 1 <= amount <= 59:
        return "C", None
    half = found["ap"].lower() if found["ap"] else None
    minutes = half_day(hour, half) * 60 + (-amount if found["k"].lower() in ("to", "before") else amount)
    clock = clock_at(minutes // 60, minutes % 60, settled=half is not None or named is not None or hour > 12)
    return "C", None if clock is None or minutes < 0 else of_clock(clock)


def _oclock(found: Found) -> Made:
    hour = number_of(found["h"])
    clock = None if hour is None or not 1 <= hour <= 12 else clock_at(hour, settled=False)
    return "C", None if clock is None else of_clock(clock)


def _military(found: Found) -> Made:
    clock = clock_at(int(found["h"]), int(found["mi"]), None, found["zone"])
    return "C", None if clock is None else of_clock(clock)


def _named(found: Found) -> Made:
    clock = clock_at(0 if found["n"].lower() == "midnight" else 12)
    return "C", None if clock is None else of_clock(clock)


def part_of_day(name: str) -> Value:
    """Return the value of a part of the anchor's day."""
    low, high = PARTS[name.lower()]
    return of_clock(Clock(timedelta(hours=low), timedelta(hours=high), "hour"))


def _part(found: Found) -> Made:
    return "P", part_of_day(found["n"])


ATOMS: tuple[Atom, ...] = (
    Atom(
        "en.clock",
        "14:30, 3:15 pm, 14:30:15 UTC",
        ("#",),
        atom_pattern(
            rf"(?<![:.])(?P<h>\d{{1,2}}):(?P<mi>[0-5]\d)(?::(?P<s>[0-5]\d)(?:[.,]\d{{1,9}})?)?"
            rf"(?:{_AMPM})?(?:\s?hrs|\s?hours)?{_ZONE}(?!:\d)"
        ),
        _colon,
        ("14:30", "3:15 pm", "14:30:15 UTC"),
        ("14:75", "00:11:22:33:44:55"),
    ),
    Atom(
        "en.clock-ampm",
        "3pm, 11 a.m., 330 p.m., seven thirty p.m., 3 o'clock pm",
        ("#", *CARDINALS),
        atom_pattern(
            rf"(?P<h>\d{{1,2}}(?:[0-5]\d)?|{_HOUR_WORD})(?:[\s-](?P<m>{_MINUTE_WORD})|\.(?P<d>[0-5]\d))?(?:ish)?(?:\so['’]?clock)?"
            rf"{_AM_PM}{_ZONE}"
        ),
        _ampm,
        ("3pm", "11 a.m. EST", "seven thirty p.m.", "3 o'clock pm"),
        ("33pm",),
    ),
    Atom(
        "en.clock-h",
        "15h30",
        ("#",),
        atom_pattern(rf"(?P<h>\d{{1,2}})h(?P<mi>[0-5]\d)?{_ZONE}"),
        _h,
        ("15h30",),
    ),
    Atom(
        "en.clock-zone",
        "1430 UTC",
        ("#",),
        atom_pattern(r"(?P<h>[01]\d|2[0-3])(?P<mi>[0-5]\d)\s?(?:hrs\s|hours\s)?(?P<zone>" rf"(?=[a-z]){ZONE_PATTERN})"),
        _military,
        ("1430 UTC",),
    ),
    Atom(
        "en.clock-beside",
        "quarter past three, 10 minutes to noon",
        ("half", "quarter", "a", "#", *CARDINALS),
        atom_pattern(
            rf"(?:(?P<q>half)(?=\spast)|(?<!one\s)(?:a\s)?quarter(?=\s(?:past|to|after))|(?P<n>\d{{1,2}}|{CARDINAL_WORD})"
            r"(?:\sminutes?|(?=\s(?:to|past)\s(?:noon|midnight))))"
            rf"\s(?P<k>past|to|after|before)\s(?P<h>\d{{1,2}}|{_HOUR_WORD}|noon|midnight)(?:\s?h|\so['’]?clock)?"
            rf"(?:{_AM_PM})?(?!\s?(?:{_UNIT_AFTER}|\d|%))"
        ),
        _beside_hour,
        ("quarter past three", "10 minutes to noon", "15 to noon", "half past three pm"),
        ("from 5 minutes to 10 minutes", "a quarter to 5 percent", "one quarter to one third"),
    ),
    Atom(
        "en.clock-oclock",
        "five o'clock",
        ("#", *CARDINALS),
        atom_pattern(rf"(?P<h>\d{{1,2}}|{_HOUR_WORD})\so['’]?clock"),
        _oclock,
        ("five o'clock",),
    ),
    Atom(
        "en.clock-named",
        "noon, midnight",
        ("noon", "midnight", "midday", "mid"),
        atom_pattern(r"(?P<n>noon|midnight|mid[\s-]?day)"),
        _named,
        ("noon", "mid-day"),
    ),
    Atom(
        "en.part-of-day",
        "morning, evening",
        tuple(PARTS),
        atom_pattern(r"(?P<n>morning|afternoon|evening|night|lunch(?:time)?)"),
        _part,
        ("morning",),
    ),
)

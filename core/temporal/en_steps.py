"""English steps from a date: ago, before, later, within."""

import re
from dataclasses import replace

from core.temporal.calendar import GRAINS
from core.temporal.en_attach import Found, Made, Nodes
from core.temporal.en_words import unit_name
from core.temporal.rules import Join, join_pattern
from core.temporal.spans import opened, span, within, within_unit
from core.temporal.steps import exactly, following, looking_ahead, rolling, step, stretch
from core.temporal.value import labelled, relative


def _step_from(found: Found, nodes: Nodes, sign: int) -> Made:
    label = nodes["u"].value.label
    base = nodes["b"].value if "b" in nodes else None
    if base is not None and base.form not in ("point", "clock"):
        return "D", None
    if base is not None and base.grain in ("month", "year") and nodes["u"].value.grain != base.grain:
        return "D", None  # which day of the month two weeks before May count from is not said
    if nodes["u"].value.parts:
        return "R", exactly(base, nodes["u"].value.parts, sign)
    if label is None:
        return "X", labelled("vague", nodes["u"].value.grain)
    count, unit = label.split()
    if base is not None and found.groupdict().get("k", "") == "from":
        base = looking_ahead(base)
    value = (
        relative(sign * int(count), unit) if base is None and unit == "weekend" else step(base, sign * int(count), unit)
    )
    code = "R" if value.grain == "day" else "L" if base is None else "Q"
    return code, value


def _compound(found: Found, nodes: Nodes) -> Made:
    """Join durations of falling units to one: "5 years, 1 month and 12 days"."""
    parts: list[tuple[int, str]] = []
    for name in ("u", "v", "w"):
        label = nodes[name].value.label if name in nodes else None
        if name in nodes and label is None:
            return "U", None
        if label is not None:
            count, unit = label.split()
            if parts and GRAINS.index(unit) >= GRAINS.index(parts[-1][1]):
                return "U", None
            parts.append((int(count), unit))
    return "U", replace(labelled("duration", parts[-1][1]), parts=tuple(parts))


def _more(found: Found, nodes: Nodes) -> Made:
    """Lengthen "the last 3 months" by "and 2 weeks"."""
    base, more = nodes["a"].value, nodes["u"].value
    if base.form != "range" or len(base.parts) != 1:
        return "L", None
    rest = more.parts
    if more.label is not None:
        count, unit = more.label.split()
        rest = ((int(count), unit),)
    first, largest = base.parts[0]
    if not rest or any(GRAINS.index(unit) >= GRAINS.index(largest) for _, unit in rest):
        return "L", None
    sign = 1 if first > 0 else -1
    parts = ((first, largest), *((sign * count, unit) for count, unit in rest))
    return "L", stretch(parts, include=base.included)


def _to_the_day(found: Found, nodes: Nodes) -> Made:
    label = nodes["u"].value.label
    if label is None or nodes["b"].rule_id != "en.near-day" or nodes["b"].value.form != "point":
        return "R", None
    count, unit = label.split()
    return "R", exactly(nodes["b"].value, ((int(count), unit),), -1)


def _anchor_words(found: Found, nodes: Nodes) -> Made:
    """Resolve "two weeks later" only where the text itself gives the date to count from."""
    label = nodes["u"].value.label
    if label is None:
        return "X", labelled("vague", nodes["u"].value.grain)
    count, unit = label.split()
    word = found["k"].lower()
    if _COMPARED.match(found.string, found.end()):
        return "X", None  # "three days later than planned"
    if word in ("prior", "before", "after") and not _CLAUSE_END.match(found.string, found.end()):
        return "X", None  # "two weeks before the launch"
    back = word in ("earlier", "beforehand", "prior", "before")
    return "X", following(step(None, (-1 if back else 1) * int(count), unit))


def _day_beside(found: Found, nodes: Nodes) -> Made:
    base = nodes["b"].value
    if base.form != "point" or base.grain != "day":
        return "D", None
    sign = -1 if found["k"].lower() in ("before", "prior to", "preceding") else 1
    unit = unit_name(found["u"])
    return "D", step(base, sign, unit)


def _within_duration(found: Found, nodes: Nodes) -> Made:
    label = nodes["u"].value.label
    if nodes["u"].value.parts:
        return "G", stretch(nodes["u"].value.parts, include=True)
    if label is None:
        return "X", labelled("vague", nodes["u"].value.grain)
    count, unit = label.split()
    return "G", rolling(int(count), unit, include=True)


def _starting(found: Found, nodes: Nodes) -> Made:
    label, base = nodes["u"].value.label, nodes["a"].value
    if label is None or base.form != "point" or base.grain != "day":
        return "G", None
    count, unit = label.split()
    return "G", span(base, step(step(base, int(count), unit), -1, "day"))


def _more_than(found: Found, nodes: Nodes) -> Made:
    early = (found["d"] or found["ago"]).lower() in ("before", "prior to", "ago")
    code, value = _step_from(found, nodes, -1 if early else 1)
    if value is None or value.form == "vague":
        return code, value
    return "O", opened(value, "before" if early else "from")


def _since_ago(found: Found, nodes: Nodes) -> Made:
    label = nodes["u"].value.label
    if label is None:
        return "X", labelled("vague", nodes["u"].value.grain)
    count, unit = label.split()
    return "G", rolling(-int(count), unit)


def _less_than(found: Found, nodes: Nodes) -> Made:
    code, value = _step_from(found, nodes, 1)
    if value is None or value.form != "point" or "b" not in nodes:
        return code, None
    return "G", span(nodes["b"].value, step(value, -1, "day"))


def _future(found: Found, nodes: Nodes) -> Made:
    before = found.string[max(0, found.start() - 48) : found.start()]
    if _PAST_VERB.search(before) and not _WILL.search(before):
        return "U", nodes["u"].value
    return _step_from(found, nodes, 1)


def _weekday_away(found: Found, nodes: Nodes) -> Made:
    """Read a weekday of the week some days or weeks away; months and years away it is not known which one."""
    fields, base = nodes["a"].value.fields, nodes["b"].value
    if nodes["b"].rule_id not in ("en.ago", "en.from-now", "en.in-future") or fields is None or fields.weekday is None:
        return "R", None
    if base.grain != "day":
        return "X", labelled("unresolved", "day")
    return "R", within(within_unit(base, "week"), 1, "day", fields.weekday)


_PAST_VERB = re.compile(
    r"\b(?:was|were|had|did|[a-z]{3,14}ed|first|once|time|times|worst|largest|biggest|highest|lowest|made|took|hit|fell"
    r"|rose|grew|sold|lost|ran|sent|saw|found|spread|wrote)\s(?:[\w-]{1,14}\s){0,6}$",
    re.IGNORECASE,
)
_WILL = re.compile(r"\b(?:will|shall|going to|is due|are due|expects?|plans?)\b|['’]ll\b", re.IGNORECASE)


_COMPARED = re.compile(r"\sthan\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"\s?(?:[.,;:!?)]|$|\n|\s(?:and|but|when|while)\b)")


COMPOUNDS: tuple[Join, ...] = (
    Join(
        "en.compound",
        "5 years, 1 month and 12 days",
        join_pattern(r"(?P<u>{U})(?:,? and|,)? (?P<v>{U})(?:(?:,? and|,)? (?P<w>{U}))?"),
        _compound,
        ("1 month and 21 days ago", "5 years 1 month 12 days"),
    ),
)
"""Durations of several units; they need a pass before the steps."""


STEPS: tuple[Join, ...] = (
    Join(
        "en.more-than",
        "more than 2 weeks before today",
        join_pattern(
            r"(?:more|earlier|later) than (?P<u>{U}) "
            r"(?:(?P<d>before|prior to|after|from) (?P<b>{DAY})|(?P<ago>ago|from now))"
        ),
        _more_than,
        ("more than 2 weeks before today", "more than 3 weeks ago"),
    ),
    Join(
        "en.less-than-ago",
        "less than 3 weeks ago: since then",
        join_pattern(r"(?:less than|within|not|no more than)(?: more than)? (?P<u>{U}) ago"),
        _since_ago,
        ("less than 3 weeks ago",),
    ),
    Join(
        "en.less-than",
        "less than 2 weeks from today",
        join_pattern(r"less than (?P<u>{U}) (?P<k>after|from) (?P<b>{DAY})"),
        _less_than,
        ("less than 2 weeks from today",),
    ),
    Join(
        "en.starting",
        "3 days starting from next Monday",
        join_pattern(r"(?P<u>{U}),? (?:starting|beginning)(?: from| on)? (?P<a>{DAY})"),
        _starting,
        ("3 days starting from next Monday",),
    ),
    Join(
        "en.for-from",
        "for 3 days from today",
        join_pattern(r"for (?P<u>{U}),? (?:from|starting|beginning)(?: from| on)? (?:the )?(?P<a>{DAY}|{N})"),
        _starting,
        ("for 3 days from today",),
    ),
    Join(
        "en.ago",
        "two weeks ago, 3 years ago",
        join_pattern(r"(?P<u>{U}) (?:ago|back)"),
        lambda found, nodes: _step_from(found, nodes, -1),
        ("two weeks ago",),
    ),
    Join(
        "en.ago-today",
        "a year ago today",
        join_pattern(r"(?P<u>{U}) ago (?P<b>{R})"),
        _to_the_day,
        ("a year ago today",),
    ),
    Join(
        "en.in-future",
        "in 3 weeks, in two years",
        join_pattern(r"in (?P<u>{U})(?: time|['’]s? time)?(?! of| after| before)"),
        _future,
        ("in 3 weeks",),
    ),
    Join(
        "en.from-now",
        "three weeks from now, 7 days hence",
        join_pattern(r"(?P<u>{U}) (?:from (?:now|{N})|hence|in the future)"),
        lambda found, nodes: _step_from(found, nodes, 1),
        ("three weeks from now",),
    ),
    Join(
        "en.before-date",
        "two days before 6 March, 2 weeks from tomorrow",
        join_pattern(r"(?P<u>{U}) (?P<k>before|prior to|after|following|from) (?P<b>{DAY}|{Y}|{M})"),
        lambda found, nodes: _step_from(found, nodes, -1 if found["k"].lower() in ("before", "prior to") else 1),
        ("two days before 6 March 2020", "three weeks from tomorrow"),
    ),
    Join(
        "en.day-before",
        "the day before 6 March",
        join_pattern(
            r"(?:the )?(?:very )?(?:next )?(?P<u>day|week|month|year) (?P<k>before|prior to"
            r"|preceding|after|following) (?P<b>{DAY})"
        ),
        _day_beside,
        ("the day before 6 March 2020",),
    ),
    Join(
        "en.later",
        "two weeks later: what it counts from is not in the expression",
        join_pattern(r"(?P<u>{U}) (?P<k>later|earlier|afterwards|beforehand|prior|before|after)"),
        _anchor_words,
        ("two weeks later",),
    ),
    Join(
        "en.within",
        "within the next 9 months",
        join_pattern(r"(?:within|in less than|in under) (?P<u>{U})(?! (?:of|after|before|from|following))"),
        _within_duration,
        ("within 9 months",),
    ),
    Join(
        "en.rolling-more",
        "the last 3 months and 2 weeks",
        join_pattern(r"(?P<a>{L})(?:,? and|,)? (?P<u>{U})(?! ?(?:ago|later|before|after|from))"),
        _more,
        ("the last 3 months and 2 weeks", "within the next 5 years 1 month 12 days"),
    ),
    Join(
        "en.within-next",
        "within the next 9 months",
        join_pattern(r"within (?P<b>{L}|{G})"),
        lambda found, nodes: ("G", nodes["b"].value if nodes["b"].value.form == "range" else None),
        (),
    ),
)


AWAY: tuple[Join, ...] = (
    Join(
        "en.weekday-steps-away",
        "the Sunday two weeks ago: the one of that week",
        join_pattern(r"(?:the )?(?P<a>{W}),? (?P<b>{R}|{L})"),
        _weekday_away,
        ("the Sunday two weeks ago",),
    ),
)
"""Joins with a finished step; they need the pass after it."""

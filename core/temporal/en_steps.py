"""English steps from a date: ago, before, later, within."""

import re

from core.temporal.calendar import floor, shift, unit_end
from core.temporal.en_attach import Found, Made, Nodes
from core.temporal.en_words import unit_name
from core.temporal.rules import Join, join_pattern
from core.temporal.spans import opened, span
from core.temporal.steps import following, looking_ahead, rolling, step
from core.temporal.value import Interval, Reference, Value, labelled


def _step_from(found: Found, nodes: Nodes, sign: int) -> Made:
    label = nodes["u"].value.label
    base = nodes["b"].value if "b" in nodes else None
    if base is not None and base.form not in ("point", "clock"):
        return "D", None
    if label is None:
        return "X", labelled("vague", nodes["u"].value.grain)
    count, unit = label.split()
    if base is not None and found.groupdict().get("k", "") == "from":
        base = looking_ahead(base)
    value = step(base, sign * int(count), unit)
    code = "R" if value.grain == "day" else "L" if base is None else "Q"
    return code, value


def _two_steps(found: Found, nodes: Nodes, sign: int) -> Made:
    first, second = nodes["u"].value.label, nodes["v"].value.label
    if first is None or second is None:
        return "X", None
    (one, big), (two, small) = first.split(), second.split()
    value = step(step(None, sign * int(one), big), sign * int(two), small)
    return "R", value if big == small else _exact(((sign * int(one), big), (sign * int(two), small)))


def _exact(steps: tuple[tuple[int, str], ...]) -> Value:
    def find(reference: Reference) -> Interval | None:
        moment = floor(reference.at, "day")
        for count, unit in steps:
            moved = shift(moment, count, unit)
            if moved is None:
                return None
            moment = moved
        return Interval(moment, unit_end(moment, "day"), "day")

    return Value(find, "day", "day")


def _anchor_words(found: Found, nodes: Nodes) -> Made:
    """Resolve "two weeks later" only where the text itself gives the date to count from."""
    label = nodes["u"].value.label
    if label is None:
        return "X", labelled("vague", nodes["u"].value.grain)
    count, unit = label.split()
    back = found["k"].lower() in ("earlier", "beforehand", "prior", "before")
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
    code, value = _step_from(found, nodes, -1 if found["d"].lower() in ("before", "prior to", "ago") else 1)
    if value is None or value.form == "vague":
        return code, value
    early = found["d"].lower() in ("before", "prior to", "ago")
    return "O", opened(value, "before" if early else "from")


def _less_than(found: Found, nodes: Nodes) -> Made:
    code, value = _step_from(found, nodes, 1)
    if value is None or value.form != "point" or "b" not in nodes:
        return code, None
    return "G", span(nodes["b"].value, step(value, -1, "day"))


def _future(found: Found, nodes: Nodes) -> Made:
    before = found.string[max(0, found.start() - 40) : found.start()]
    if _PAST_VERB.search(before):
        return "U", nodes["u"].value
    return _step_from(found, nodes, 1)


_PAST_VERB = re.compile(
    r"\b(?:was|were|had|did|[a-z]{3,14}ed|first|once|time|times|worst|largest|biggest"
    r"|highest|lowest)\s(?:[a-z]{1,12}\s){0,3}$",
    re.IGNORECASE,
)


STEPS: tuple[Join, ...] = (
    Join(
        "en.more-than",
        "more than 2 weeks before today",
        join_pattern(
            r"(?:more|earlier|later) than (?P<u>{U}) (?:(?P<d>before|prior to|after|from) "
            r"(?P<b>{DAY})|(?P<d2>ago)\b)".replace("|(?P<d2>ago)\\b", "")
        ),
        _more_than,
        ("more than 2 weeks before today",),
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
        "en.ago-two",
        "1 month and 21 days ago",
        join_pattern(r"(?P<u>{U})(?: and|,)? (?P<v>{U}) ago"),
        lambda found, nodes: _two_steps(found, nodes, -1),
        ("1 month and 21 days ago",),
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
        join_pattern(r"(?P<u>{U}) (?:from (?:now|{N})|hence)"),
        lambda found, nodes: _step_from(found, nodes, 1),
        ("three weeks from now",),
    ),
    Join(
        "en.before-date",
        "two days before 6 March, 2 weeks from tomorrow",
        join_pattern(r"(?P<u>{U}) (?P<k>before|prior to|after|following|from) (?P<b>{DAY})"),
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
        join_pattern(r"(?P<u>{U}) (?P<k>later|earlier|afterwards|beforehand|prior|before)"),
        _anchor_words,
        ("two weeks later",),
    ),
    Join(
        "en.within",
        "within the next 9 months",
        join_pattern(r"within (?P<u>{U})(?! (?:of|after|before|from|following))"),
        _within_duration,
        ("within 9 months",),
    ),
    Join(
        "en.within-next",
        "within the next 9 months",
        join_pattern(r"within (?P<b>{L}|{G})"),
        lambda found, nodes: ("G", nodes["b"].value if nodes["b"].value.form == "range" else None),
        (),
    ),
)

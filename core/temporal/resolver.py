"""Resolves the time expressions of a text, English and Chinese mixed, against the date that it has."""

import re
from datetime import datetime, timedelta, tzinfo

from core.model import Anchor, Precision, Temporal
from core.temporal import (
    en_clock,
    en_dates,
    en_holidays,
    en_joins,
    en_periods,
    en_units,
    full_forms,
    zh_clock,
    zh_dates,
    zh_joins,
    zh_periods,
    zh_units,
)
from core.temporal.calendar import CLOCK_GRAINS, GRAINS, floor
from core.temporal.fold import folded
from core.temporal.rules import Atom, Join, Node
from core.temporal.scan import apply_joins, find_atoms, index
from core.temporal.value import Interval, Reference, Value

ATOMS: tuple[Atom, ...] = (
    *full_forms.ATOMS,
    *en_dates.ATOMS,
    *en_units.ATOMS,
    *en_periods.ATOMS,
    *en_clock.ATOMS,
    *en_holidays.ATOMS,
    *zh_dates.ATOMS,
    *zh_periods.ATOMS,
    *zh_units.ATOMS,
    *zh_clock.ATOMS,
)
"""Every rule on the text itself; of two that match equally far the earlier one wins."""


PASSES: tuple[tuple[Join, ...], ...] = tuple(
    (*english, *chinese) for english, chinese in zip(en_joins.PASSES, zh_joins.PASSES, strict=True)
)
"""Every combining rule, in passes."""

_TABLE = index(ATOMS)


_DROPPED = frozenset("NPK")  # a bound, a part of the day, an hour: nothing by themselves


_KNOWN = {
    Precision.SECOND: "second",
    Precision.MINUTE: "minute",
    Precision.DAY: "day",
    Precision.MONTH: "month",
    Precision.YEAR: "year",
}


_ANY_DAY = datetime(2000, 1, 1)  # noqa: DTZ001 - stands in where no anchor is needed


_LOOK_BACK = 120  # characters before an expression in which its tense or its date is looked for


def resolve(text: str, anchor: Anchor | None, *, live_now: Anchor | None = None) -> list[Temporal]:
    """Return the time expressions of a text in order, without overlap, resolved as far as is known.

    A date written in full needs no anchor. "The day before 6 March" and "two weeks later" count from the
    date in their own sentence. Everything else counts from ``anchor``, or from ``live_now`` where the
    caller declares the text to be live; with neither its status is "unresolved". Month and day in figures
    (03/04/2026) are told apart only by a weekday or by another date of the same text.

    Args:
        text: the text; the offsets returned are code points into it, half-open.
        anchor: the date of the message or document that holds the text, in its own offset.
        live_now: the moment of live input; never that of a run over documents.
    """
    plain = folded(text)
    nodes = find_nodes(plain)
    chosen, source = (anchor, "header") if anchor else (live_now, "now" if live_now else None)
    month_first = _month_first(plain) if nodes else None
    found: list[Temporal] = []
    local: tuple[int, Interval] | None = None
    for node in nodes:
        if node.code in _DROPPED:
            continue
        reference = _reference(plain, node, chosen, month_first=month_first)
        kind, interval = _meaning(plain, node, reference, chosen, local)
        if interval is not None and interval.grain == "day" and node.value.form == "point":
            local = (node.end, interval)
        found.append(_temporal(text, node, kind, interval, chosen, source))
    return found


def find_nodes(plain: str) -> list[Node]:
    """Return every time expression of a folded text, not yet resolved."""
    nodes = find_atoms(plain, _TABLE)
    for joins in PASSES:
        if nodes:
            nodes = apply_joins(plain, nodes, joins)
    return nodes


def _reference(plain: str, node: Node, anchor: Anchor | None, *, month_first: bool | None) -> Reference | None:
    """Return what an expression counts from, None when the anchor is missing or too coarse."""
    if node.value.needs is None:
        return Reference(_ANY_DAY, month_first=month_first)
    if anchor is None:
        return None
    known = _KNOWN[anchor.precision]
    needed = node.value.needs
    if node.value.form == "clock" and anchor.source == "document":
        return None  # the hour of an unnamed day is not the hour of the publication day
    if GRAINS.index(known) > GRAINS.index(needed):
        return None
    future = node.value.needs != "year" and _speaks_of_future(plain, node.start)
    return Reference(anchor.at.replace(tzinfo=None), known, future, month_first)


def _meaning(
    plain: str,
    node: Node,
    reference: Reference | None,
    anchor: Anchor | None,
    local: tuple[int, Interval] | None,
) -> tuple[str, Interval | None]:
    """Return the kind of an expression and the interval it means, None when it cannot be known."""
    value = node.value
    if value.form in ("duration", "set"):
        return value.form, None
    if value.form == "follow":
        if local is not None and local[1].start is not None and _same_sentence(plain, local[0], node.start):
            return "local_anchor_relative", value.find(Reference(local[1].start))
        if value.clock is None and (anchor is None or anchor.source == "document" or value.strict):
            return "local_anchor_relative", None
    kind = "header_anchor_relative"
    if value.local:
        kind = "local_anchor_relative"
    elif value.needs is None:
        kind = "explicit_absolute"
    return kind, None if reference is None else value.find(reference)


def _temporal(
    text: str, node: Node, kind: str, interval: Interval | None, anchor: Anchor | None, source: str | None
) -> Temporal:
    """Return the record of one expression."""
    value = node.value
    if kind == "header_anchor_relative" and source == "now":
        kind = "deictic_relative"
    status = "resolved"
    if interval is None:
        status = "vague" if value.form in ("vague", "duration", "set") else "unresolved"
    anchor_source: str | None = None
    if interval is not None:
        anchor_source = "local" if kind in ("explicit_absolute", "local_anchor_relative") else source
    zone = (interval.zone if interval else None) or (anchor.at.tzinfo if anchor else None)
    start = _iso(interval.start, interval.grain, zone) if interval else None
    end = _iso(interval.end, interval.grain, zone) if interval else None
    return Temporal(
        expression=text[node.start : node.end],
        char_start=node.start,
        char_end=node.end,
        kind=kind,
        anchor_source=anchor_source,
        granularity=interval.grain if interval else value.grain,
        resolved_start=start,
        resolved_end=end,
        display=_display(interval, value, zone) if interval else value.label,
        status=status,
        rule_id=node.rule_id,
    )


def _iso(moment: datetime | None, grain: str, zone: tzinfo | None) -> str | None:
    if moment is None:
        return None
    if grain in CLOCK_GRAINS or moment != floor(moment, "day"):
        return moment.replace(tzinfo=zone).isoformat()
    return moment.date().isoformat()


def _display(interval: Interval, value: Value, zone: tzinfo | None) -> str:
    """Return an interval as people write it: the unit itself, or its first and last day joined by "~"."""
    start, end, grain = interval.start, interval.end, interval.grain
    if value.label is not None and value.form == "point":
        return value.label
    if grain in CLOCK_GRAINS:
        first, last = (_iso(moment, grain, zone) or "" for moment in (start, end))
        return first if value.form == "point" else f"{first}~{last}"
    if start is None or end is None:
        return f"{_unit_text(start, grain)}~{_unit_text(end - timedelta(days=1) if end else None, grain)}"
    last_day = end - timedelta(days=1)
    one, two = _unit_text(start, grain), _unit_text(last_day, grain)
    return one if one == two else f"{one}~{two}"


def _unit_text(moment: datetime | None, grain: str) -> str:
    if moment is None:
        return ""
    length = {"month": 7, "year": 4}.get(grain, 10)
    return moment.date().isoformat()[:length]


_FUTURE = re.compile(
    r"\b(?:will|shall|going to|scheduled|planned|plans? to|planning to|expected to"
    r"|expects? to|is due|are due|due (?:on|by|in)"
    r"|upcoming|intends? to|is to|are to|deadline|must|no later than|expires?)\b|['’]ll\b"
    r"|将于|将在|将从|将会|计划[于在]|预计|定于|拟于|即将|届时|应[于在]|须[于在]|需[于在]",
    re.IGNORECASE,
)


_PAST = re.compile(r"\b(?:was|were|had|did|has been|have been)\b|已于|曾于|曾在", re.IGNORECASE)


_SENTENCE_END = re.compile(r"[.!?](?:\s|$)|[。！？!?]|\n\s*\n")


def _speaks_of_future(plain: str, start: int) -> bool:
    """Tell whether the words before an expression, in its own sentence, speak of what is to come."""
    before = plain[max(0, start - _LOOK_BACK) : start]
    for end in _SENTENCE_END.finditer(before):
        if not _ABBREVIATION.search(before, 0, end.start() + 1):
            before = " " * end.end() + before[end.end() :]
    cues = list(_FUTURE.finditer(before))
    return bool(cues) and _PAST.search(before, cues[-1].end()) is None


_ABBREVIATION = re.compile(
    r"\b(?:Mr|Ms|Dr|St|No|vs|e\.g|i\.e|U\.S|Inc|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$"
)


def _same_sentence(plain: str, first: int, second: int) -> bool:
    return second - first <= 2 * _LOOK_BACK and _SENTENCE_END.search(plain[first:second]) is None


_NUMBERS = re.compile(r"(?<![\d/.-])(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?![\d/-])")


def _month_first(plain: str) -> bool | None:
    """Return how a text orders month and day where its numbers leave no doubt, None when never or variously."""
    orders: set[bool] = set()
    for found in _NUMBERS.finditer(plain):
        first, second = int(found[1]), int(found[2])
        if 1 <= first <= 31 and 1 <= second <= 31 and (first > 12) != (second > 12):
            orders.add(second > 12)
    return orders.pop() if len(orders) == 1 else None

"""Resolves the time expressions of a text, English and Chinese mixed, against the date that it has."""

import re
from datetime import datetime, timedelta, tzinfo

from core.model import Anchor, Precision, Temporal
from core.temporal import (
    en_clock,
    en_dates,
    en_durations,
    en_figures,
    en_holidays,
    en_joins,
    en_periods,
    en_sets,
    en_tense,
    en_units,
    full_forms,
    zh_clock,
    zh_counted,
    zh_dates,
    zh_eras,
    zh_links,
    zh_periods,
    zh_tense,
    zh_units,
)
from core.temporal.calendar import CLOCK_GRAINS, GRAINS, floor
from core.temporal.fold import folded
from core.temporal.listing import shared_years
from core.temporal.rules import Atom, Join, Node
from core.temporal.scan import apply_joins, find_atoms, index
from core.temporal.value import Interval, Reference, Value

_ENGLISH: tuple[Atom, ...] = (
    *full_forms.ATOMS,
    *en_dates.ATOMS,
    *en_figures.ATOMS,
    *en_units.ATOMS,
    *en_durations.ATOMS,
    *en_periods.ATOMS,
    *en_sets.ATOMS,
    *en_clock.ATOMS,
    *en_holidays.ATOMS,
)

ATOMS: tuple[Atom, ...] = (
    *_ENGLISH,
    *zh_dates.ATOMS,
    *zh_eras.ATOMS,
    *zh_periods.ATOMS,
    *zh_units.ATOMS,
    *zh_counted.ATOMS,
    *zh_clock.ATOMS,
)
"""Every rule on the text itself; of two that match equally far the earlier one wins."""


PASSES: tuple[tuple[Join, ...], ...] = tuple(
    (*english, *chinese) for english, chinese in zip(en_joins.PASSES, zh_links.PASSES, strict=True)
)
"""Every combining rule, in passes."""

_TABLE, _ENGLISH_TABLE = index(ATOMS), index(_ENGLISH)


_DROPPED = frozenset("NPK")  # a bound, a part of the day, an hour: nothing by themselves


_KNOWN = {
    Precision.SECOND: "second",
    Precision.MINUTE: "minute",
    Precision.DAY: "day",
    Precision.MONTH: "month",
    Precision.YEAR: "year",
}


_ANY_DAY = datetime(2000, 1, 1)  # noqa: DTZ001 - stands in where no anchor is needed


_LOCAL_DATES = 4  # dates of a sentence that a later expression may count from


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
    local: list[tuple[int, Interval]] = []
    for node in nodes:
        if node.code in _DROPPED:
            continue
        reference = _reference(plain, node, chosen, month_first=month_first)
        before = [date for end, date in local if _same_sentence(plain, end, node.start)]
        kind, interval = _meaning(node, reference, chosen, before)
        if interval is not None and node.value.form in ("point", "open") and interval.start is not None:
            local = [*local[-_LOCAL_DATES:], (node.end, interval)]
        found.append(_temporal(text, node, kind, interval, chosen, source))
    return found


_HAN = re.compile("[\u3000-\u9fff]")
"""A text without any needs no Chinese rule."""


def find_nodes(plain: str) -> list[Node]:
    """Return every time expression of a folded text, not yet resolved."""
    english = plain.isascii() or _HAN.search(plain) is None
    nodes = find_atoms(plain, _ENGLISH_TABLE if english else _TABLE)
    for joins in en_joins.PASSES if english else PASSES:
        if nodes:
            nodes = apply_joins(plain, nodes, joins)
    return shared_years(plain, nodes)


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
    future = node.value.needs != "year" and (
        _speaks_of_future(plain, node.start)
        or zh_tense.goes_ahead(plain, node.end)
        or en_tense.goes_ahead(plain, node.start, node.end)
    )
    return Reference(anchor.at.replace(tzinfo=None), known, future, month_first)


def _meaning(
    node: Node, reference: Reference | None, anchor: Anchor | None, before: list[Interval]
) -> tuple[str, Interval | None]:
    """Return the kind of an expression and the interval it means, None when it cannot be known.

    ``before`` are the dates that stand before it in its sentence. "Three days later" counts from the last of
    them that is known to the day, never from the anchor when there is any.
    """
    value = node.value
    if value.form in ("duration", "set"):
        return value.form, None
    if value.form == "follow":
        if before:
            counted = GRAINS.index(value.counted or value.grain)
            exact = [date for date in before if GRAINS.index(date.grain) <= counted]
            start = exact[-1].start if exact else None
            return "local_anchor_relative", None if start is None else _found(value, Reference(start))
        ahead = reference is not None and reference.future and not value.strict
        free = value.clock is not None or value.lenient or ahead
        if not free and (anchor is None or anchor.source == "document" or value.strict):
            return "local_anchor_relative", None
    kind = "header_anchor_relative"
    if value.local:
        kind = "local_anchor_relative"
    elif value.needs is None:
        kind = "explicit_absolute"
    return kind, None if reference is None else _found(value, reference)


def _found(value: Value, reference: Reference) -> Interval | None:
    """Return what a value means for an anchor, None where it leaves the years of the calendar, 1 to 9999."""
    try:
        return value.find(reference)
    except (OverflowError, ValueError):
        return None


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
        return f"{_unit_text(start, grain)}~{_unit_text(_day_before(end) if end else None, grain)}"
    one, two = _unit_text(start, grain), _unit_text(_day_before(end), grain)
    return one if one == two else f"{one}~{two}"


def _day_before(end: datetime) -> datetime:
    return end - timedelta(days=1) if end.toordinal() > 1 else end


def _unit_text(moment: datetime | None, grain: str) -> str:
    if moment is None:
        return ""
    length = {"month": 7, "year": 4}.get(grain, 10)
    return moment.date().isoformat()[:length]


_FUTURE = re.compile(
    rf"{en_tense.CUES}"
    rf"|{zh_tense.CUES}",
    re.IGNORECASE,
)


_CLAUSE = re.compile(r"[;；—]")  # what is said before these is said of something else


_PAST = re.compile(r"\b(?:was|were|had|did|has been|have been)\b|已于|曾于|曾在", re.IGNORECASE)


_SENTENCE_END = re.compile(r"[.!?](?:\s|$)|[。！？!?]|\n\s*\n")


def _speaks_of_future(plain: str, start: int) -> bool:
    """Tell whether the words before an expression, in its own sentence, speak of what is to come."""
    before = plain[max(0, start - _LOOK_BACK) : start]
    for end in _SENTENCE_END.finditer(before):
        if not _ABBREVIATION.search(before, 0, end.start() + 1):
            before = " " * end.end() + before[end.end() :]
    before = _CLAUSE.split(before)[-1]
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

"""Runner of kind ``time``: which expressions are found, and whether their dates are right."""

from collections.abc import Sequence
from datetime import UTC, datetime

from core.evaluate.gold_items import GoldExpression, Item, TimeItem
from core.evaluate.metrics import Metric, f1, ratio
from core.evaluate.results import Cost, ItemResult
from core.evaluate.systems import Systems
from core.model import Anchor, Precision, Temporal
from core.temporal.resolver import resolve

METRICS: Sequence[Metric] = (
    Metric("span_f1", "expressions found, overlapping", f1("hit_ours", "ours", "hit", "gold"), "gold"),
    Metric("span_exact_f1", "expressions found to the character", f1("exact", "ours", "exact", "gold"), "gold"),
    Metric("value", "found ones with the right status and bounds", ratio("value_right", "hit"), "hit"),
    Metric("found_and_right", "all of them found with right bounds", ratio("value_right", "gold"), "gold"),
    Metric("wrong_date", "gold expressions given a wrong date", ratio("wrong", "gold"), "gold", worse_low=False),
    Metric("negatives", "texts without a date in which none is found", ratio("silent", "negative"), "negative"),
)


def run(items: Sequence[Item], systems: Systems) -> tuple[list[ItemResult], Cost]:
    """Return a result per item; time costs no model calls."""
    del systems  # time is code alone
    return [_score(item) for item in items if isinstance(item, TimeItem)], Cost()


def anchor_of(item: TimeItem) -> Anchor | None:
    """Return what the item's relative time counts from."""
    if item.anchor is None:
        return None
    at = datetime.fromisoformat(item.anchor.at)
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return Anchor(aware, Precision(item.anchor.precision), item.anchor.source)


def _score(item: TimeItem) -> ItemResult:
    found = resolve(item.text, anchor_of(item))
    pairs = pair(item.expressions, found)
    matched = {id(ours) for ours in pairs if ours is not None}
    # "for three days" and "every week" are no dates: found where the gold set lists none, they claim nothing.
    extra = [one for one in found if id(one) not in matched and one.kind not in ("duration", "set")]
    hits = [(gold, ours) for gold, ours in zip(item.expressions, pairs, strict=True) if ours is not None]
    right = [same_value(gold, ours) for gold, ours in hits]
    wrong = sum(not good and ours.status == "resolved" for (_, ours), good in zip(hits, right, strict=True))
    counts = {
        "gold": float(len(item.expressions)),
        "ours": float(len(matched) + len(extra)),
        "hit": float(len(hits)),
        "hit_ours": float(len(matched)),
        "exact": float(sum((g.char_start, g.char_end) == (o.char_start, o.char_end) for g, o in hits)),
        "value_right": float(sum(right)),
        "wrong": float(wrong),
        "negative": float(not item.expressions),
        "silent": float(not item.expressions and not extra),
    }
    missed = len(item.expressions) - sum(right)
    return ItemResult(
        id=item.id,
        slices={**item.slices, "type": _type(item)},
        counts=counts,
        text=item.text,
        expected="\n".join(f"{g.expression} = {_bounds(g.status, g.start, g.end)}" for g in item.expressions),
        found="\n".join(_ours(one) for one in found),
        badness=missed + wrong + len(extra),
        units=tuple(_ours(one) for one in found),
        detail="no anchor" if item.anchor is None else f"{item.anchor.source} {item.anchor.at}",
    )


def pair(gold: Sequence[GoldExpression], ours: Sequence[Temporal]) -> list[Temporal | None]:
    """Return for each gold expression the one of ours that overlaps it most; each of ours is used once."""
    free = list(ours)
    found: list[Temporal | None] = []
    for one in gold:
        best = max(free, key=lambda other: (_overlap(one, other), -other.char_start), default=None)
        if best is None or _overlap(one, best) <= 0:
            found.append(None)
            continue
        free.remove(best)
        found.append(best)
    return found


def _overlap(gold: GoldExpression, ours: Temporal) -> int:
    return min(gold.char_end, ours.char_end) - max(gold.char_start, ours.char_start)


def same_value(gold: GoldExpression, ours: Temporal) -> bool:
    """Return whether ours is resolved exactly when gold is, to the same half-open bounds.

    A day and its midnight are the same bound; an offset that gold does not name is not compared.
    """
    if gold.status != "resolved":
        return ours.status != "resolved"
    if ours.status != "resolved":
        return False
    return _same_instant(gold.start, ours.resolved_start) and _same_instant(gold.end, ours.resolved_end)


def _same_instant(gold: str | None, ours: str | None) -> bool:
    if gold is None or ours is None:
        return gold is ours
    one, two = datetime.fromisoformat(gold), datetime.fromisoformat(ours)
    if one.tzinfo is not None and two.tzinfo is not None:
        return one == two
    return one.replace(tzinfo=None) == two.replace(tzinfo=None)


def _type(item: TimeItem) -> str:
    kinds = {one.kind for one in item.expressions}
    return "negative" if not kinds else kinds.pop() if len(kinds) == 1 else "mixed"


def _bounds(status: str, start: str | None, end: str | None) -> str:
    return f"{start or '…'} to {end or '…'}" if status == "resolved" else status


def _ours(one: Temporal) -> str:
    return f"{one.expression} = {_bounds(one.status, one.resolved_start, one.resolved_end)} ({one.rule_id})"

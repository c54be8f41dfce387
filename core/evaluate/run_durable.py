"""Runner of kind ``durable``: which statements are kept, and as what the others are dropped."""

from collections.abc import Sequence

from core.evaluate.gold_items import DurableItem, Item
from core.evaluate.metrics import Metric, f1, ratio
from core.evaluate.proposing import Passage, propose
from core.evaluate.results import Cost, ItemResult, total
from core.evaluate.systems import Systems
from core.filtering.judge import FilterContext, judge
from core.filtering.rule import NOISE_CLASSES
from core.model import CandidateFact

KEEP, UNPROPOSED = "keep", "not_proposed"
METRICS: Sequence[Metric] = (
    Metric("keep_recall", "durable statements that become a kept fact", ratio("kept", "keep"), "keep"),
    Metric("drop_recall", "short-lived ones dropped or never proposed", ratio("dropped", "short"), "short"),
    Metric("drop_f1", "of dropping", f1("dropped", "all_dropped", "dropped", "short"), "short"),
    Metric("filter_keeps", "durable statements that the filter lets through", ratio("passed", "keep"), "keep"),
    Metric("filter_drops", "short-lived ones that the filter alone drops", ratio("caught", "short"), "short"),
    Metric("class", "dropped by the filter under the right class", ratio("classed", "classable"), "classable"),
)


def run(items: Sequence[Item], systems: Systems) -> tuple[list[ItemResult], Cost]:
    """Return a result per item and the cost."""
    gold = [item for item in items if isinstance(item, DurableItem)]
    proposed = propose([_passage(item) for item in gold], systems)
    results = [
        _score(item, _verdict(item, systems), [str(row["text"]) for row in one.kept])
        for item, one in zip(gold, proposed, strict=True)
    ]
    return results, total(one.cost for one in proposed)


def _passage(item: DurableItem) -> Passage:
    if item.kind == "transcript":
        return Passage(item.id, item.text, item.lang, speaker=item.speaker, role="user")
    return Passage(item.id, item.text, item.lang)


def _verdict(item: DurableItem, systems: Systems) -> tuple[str, str]:
    """What the filter alone says of the statement: keep or the class, and the rule."""
    context = FilterContext(
        kind=item.kind,
        speakers=[item.speaker] if item.speaker else [],
        min_importance=systems.settings.filter.min_importance,
    )
    drop = judge(CandidateFact(item.text, 5, language=item.lang), context)
    if drop is None:
        return KEEP, ""
    return "noise" if drop.reason in NOISE_CLASSES else drop.reason, drop.rule_id


def _score(item: DurableItem, verdict: tuple[str, str], kept: Sequence[str]) -> ItemResult:
    filtered, rule = verdict
    is_kept, durable = bool(kept), item.label == KEEP
    found = KEEP if is_kept else filtered if filtered != KEEP else UNPROPOSED
    return ItemResult(
        id=item.id,
        slices={**item.slices, "form": item.kind},
        counts={
            "keep": float(durable),
            "kept": float(durable and is_kept),
            "short": float(not durable),
            "dropped": float(not durable and not is_kept),
            "all_dropped": float(not is_kept),
            "passed": float(durable and filtered == KEEP),
            "caught": float(not durable and filtered != KEEP),
            "classable": float(not durable and filtered != KEEP and item.label != "ephemeral"),
            "classed": float(not durable and filtered == item.label),
        },
        text=item.text,
        expected=item.label,
        found=found,
        badness=1.0
        if durable != is_kept
        else 0.5
        if not durable and filtered not in (item.label, KEEP) and item.label != "ephemeral"
        else 0.0,
        units=tuple(kept),
        labels=(item.label, found),
        detail=rule,
    )

"""Runner of kind ``facts``: what extraction and filter make of a passage, against its atomic facts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from core.evaluate.gold_items import FactsItem, GoldFact, Item
from core.evaluate.matching import covers, is_faithful
from core.evaluate.metrics import Metric, correlation, f1, ranks, ratio
from core.evaluate.proposing import Passage, Proposed, propose
from core.evaluate.results import Cost, ItemResult, total
from core.evaluate.systems import Systems
from core.statements.analyse import analyse

METRICS: Sequence[Metric] = (
    Metric("recall", "gold facts covered by one of ours", ratio("covered", "gold"), "gold"),
    Metric("precision", "our facts that say a gold fact or a part of them", ratio("right", "ours"), "ours"),
    Metric("f1", "harmonic mean of precision and recall", f1("right", "ours", "covered", "gold"), "gold"),
    Metric("atomicity", "gold facts held by one of ours", ratio("held", "holders"), "holders", worse_low=False),
    Metric("self_contained", "ours that open with no pronoun", ratio("alone", "ours"), "ours"),
    Metric("faithful", "ours whose content is in the source", ratio("faithful", "ours"), "ours"),
    Metric("empty_kept_empty", "passages without facts that give none", ratio("stayed_empty", "empty"), "empty"),
    Metric("importance_rank", "rank correlation of importance", correlation("rank"), "rank_n", gated=False),
    Metric("polarity", "covered facts read with the right polarity", ratio("polarity_right", "polarity"), "polarity"),
    Metric("modality", "covered facts read with the right modality", ratio("modality_right", "modality"), "modality"),
    Metric("lost_unproposed", "gold facts never proposed", ratio("unproposed", "gold"), "gold", False, gated=False),
    Metric("lost_filtered", "gold facts dropped by the filter", ratio("filtered", "gold"), "gold", worse_low=False),
    Metric("lost_merged", "gold facts dropped as duplicates", ratio("merged", "gold"), "gold", False, gated=False),
    Metric("lost_rejected", "gold facts rejected", ratio("rejected", "gold"), "gold", False, gated=False),
)
_OPENS_BARE = re.compile(
    r"^(?:he|she|it|they|this|that|these|those|his|her|hers|its|their|we|our|i|my|i['’]m|there it|"
    r"the (?:latter|former|same))\b|^(?:他|她|它|该|此|这|那|其|我|本文|上述|前者|后者)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Importance pairs (ours, gold) of one item, to be ranked over the whole set."""

    result: ItemResult
    pairs: tuple[tuple[float, float], ...]


def run(items: Sequence[Item], systems: Systems) -> tuple[list[ItemResult], Cost]:
    """Return a result per item, importance ranked over the set, and the cost."""
    gold = [item for item in items if isinstance(item, FactsItem)]
    proposed = propose([passage_of(item) for item in gold], systems)
    ranked = [score(item, one) for item, one in zip(gold, proposed, strict=True)]
    return _with_ranks(ranked), total(one.cost for one in proposed)


def passage_of(item: FactsItem) -> Passage:
    """Return an item as an extractor is shown it."""
    published = datetime.fromisoformat(item.published) if item.published else None
    if published is not None and published.tzinfo is None:
        published = published.replace(tzinfo=UTC)
    return Passage(
        item.id, item.text, item.lang, item.title, item.heading, published, item.speaker, item.role
    )  # fmt: skip


def score(item: FactsItem, proposed: Proposed) -> _Ranked:
    """Return the counts of one item from what was proposed for it."""
    context = " . ".join(part for part in (item.title, item.heading, item.speaker) if part)
    ours = [str(row["text"]) for row in proposed.kept]
    held = [[covers(text, gold.text, context) for gold in item.facts] for text in ours]
    covered = [next((at for at, row in enumerate(held) if row[index]), None) for index in range(len(item.facts))]
    union = " ; ".join(gold.text for gold in item.facts)
    right = [any(row) or (bool(union) and covers(union, text, context)) for text, row in zip(ours, held, strict=True)]
    source = f"{item.text} . {context}"
    lost = [_bucket(gold, proposed, context) for gold, at in zip(item.facts, covered, strict=True) if at is None]
    holders = [sum(row) for row in held if any(row)]
    counts: dict[str, float] = {
        "gold": len(item.facts),
        "ours": len(ours),
        "covered": len(item.facts) - len(lost),
        "right": sum(right),
        "held": sum(holders),
        "holders": len(holders),
        "alone": sum(_OPENS_BARE.match(text) is None for text in ours),
        "faithful": sum(is_faithful(text, source) for text in ours),
        "empty": float(not item.facts),
        "stayed_empty": float(not item.facts and not ours),
        **{bucket: float(lost.count(bucket)) for bucket in ("unproposed", "filtered", "merged", "rejected")},
        **_read(item, ours, covered),
    }
    pairs = tuple(
        (float(proposed.kept[at]["importance"]), float(gold.importance))
        for gold, at in zip(item.facts, covered, strict=True)
        if at is not None and gold.importance is not None
    )
    return _Ranked(_shown(item, ours, right, covered, counts), pairs)


def _bucket(gold: GoldFact, proposed: Proposed, context: str) -> str:
    """Where a gold fact that nothing kept covers was lost."""
    for bucket, texts in (
        ("filtered", proposed.filtered),
        ("merged", proposed.merged),
        ("rejected", proposed.rejected),
    ):
        if any(covers(text, gold.text, context) for text in texts):
            return bucket
    return "unproposed"


def _read(item: FactsItem, ours: Sequence[str], covered: Sequence[int | None]) -> dict[str, float]:
    """How often the statement of a covering fact has the gold fact's polarity and modality."""
    counts = dict.fromkeys(("polarity", "polarity_right", "modality", "modality_right"), 0.0)
    for gold, at in zip(item.facts, covered, strict=True):
        if at is None or (gold.polarity is None and gold.modality is None):
            continue
        statement = analyse(ours[at], item.lang)
        for name in ("polarity", "modality"):
            wanted = getattr(gold, name)
            if wanted is not None:
                counts[name] += 1
                counts[f"{name}_right"] += getattr(statement, name) == wanted
    return counts


def _shown(
    item: FactsItem, ours: Sequence[str], right: Sequence[bool], covered: Sequence[int | None], counts: dict[str, float]
) -> ItemResult:
    types = {gold.fact_type for gold in item.facts if gold.fact_type}
    kind = types.pop() if len(types) == 1 else "mixed" if types else "none"
    expected = "\n".join(
        ("✓ " if at is not None else "✗ ") + gold.text for gold, at in zip(item.facts, covered, strict=True)
    )
    found = "\n".join(("✓ " if good else "✗ ") + text for text, good in zip(ours, right, strict=True))
    missed, wrong = counts["gold"] - counts["covered"], counts["ours"] - counts["right"]
    return ItemResult(
        id=item.id,
        slices={**item.slices, "type": kind, "form": "message" if item.speaker or item.role else "document"},
        counts=counts,
        text=item.text,
        expected=expected,
        found=found,
        badness=missed + wrong,
        units=tuple(ours),
        detail=item.note or "",
    )


def _with_ranks(ranked: Sequence[_Ranked]) -> list[ItemResult]:
    """Add the sums of a rank correlation over all pairs of the set."""
    pairs = [pair for one in ranked for pair in one.pairs]
    rows = list(zip(ranks([ours for ours, _ in pairs]), ranks([gold for _, gold in pairs]), strict=True))
    results, start = [], 0
    for one in ranked:
        own = rows[start : start + len(one.pairs)]
        start += len(one.pairs)
        sums = {
            "rank_n": float(len(own)),
            "rank_x": sum(x for x, _ in own),
            "rank_y": sum(y for _, y in own),
            "rank_xx": sum(x * x for x, _ in own),
            "rank_yy": sum(y * y for _, y in own),
            "rank_xy": sum(x * y for x, y in own),
        }
        results.append(replace(one.result, counts={**one.result.counts, **sums}))
    return results

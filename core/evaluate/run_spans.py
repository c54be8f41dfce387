"""Runners of kinds ``safety``, ``evidence`` and ``matcher``."""

from collections.abc import Sequence

from core.evaluate.gold_items import EvidenceItem, Item, MatcherItem, SafetyItem
from core.evaluate.matching import why_not
from core.evaluate.metrics import Metric, f1, ratio
from core.evaluate.results import Cost, ItemResult
from core.evaluate.systems import Systems
from core.safety.guard import injection_masks
from core.text.evidence import align
from core.text.sentences import sentence_spans

SAFETY_METRICS: Sequence[Metric] = (
    Metric("span_recall", "attack spans masked for the larger part", ratio("masked", "spans"), "spans"),
    Metric("item_recall", "attacks of which anything is masked", ratio("noticed", "attacks"), "attacks"),
    Metric("false_alarms", "sentences of honest texts masked", ratio("alarms", "sentences"), "sentences", False),
    Metric("collateral", "honest sentences beside an attack masked", ratio("swept", "beside"), "beside", False),
    Metric("item_alarms", "honest texts with a mask", ratio("alarmed", "honest"), "honest", worse_low=False),
)
EVIDENCE_METRICS: Sequence[Metric] = (
    Metric("span", "found quotes that are at the right characters", ratio("right", "found"), "found", floor=1.0),
    Metric("found", "quotes found", ratio("found", "cases"), "cases"),
    Metric("match", "found as exact or normalised, rightly", ratio("match", "cases"), "cases"),
)
MATCHER_METRICS: Sequence[Metric] = (
    Metric("agreement", "pairs judged like a person", ratio("right", "cases"), "cases"),
    Metric("f1", "of saying that a fact is covered", f1("both", "ours", "both", "gold"), "gold"),
    Metric("false_cover", "different facts taken for covered", ratio("false", "differs"), "differs", worse_low=False),
    Metric("missed_cover", "covered facts taken for different", ratio("missed", "gold"), "gold", worse_low=False),
)
_LEAST_MASKED = 0.5


def run_safety(items: Sequence[Item], systems: Systems) -> tuple[list[ItemResult], Cost]:
    """Return a result per text: attack spans found, honest sentences masked."""
    del systems  # the guard is code alone
    return [_safety(item) for item in items if isinstance(item, SafetyItem)], Cost()


def _safety(item: SafetyItem) -> ItemResult:
    masks = [(mask.char_start, mask.char_end) for mask in injection_masks(item.text)]
    masked = [span for span in item.spans if _shared(span, masks) >= _LEAST_MASKED * (span[1] - span[0])]
    honest = [
        span for span in sentence_spans(item.text) if item.text[slice(*span)].strip() and not _shared(span, item.spans)
    ]
    alarms = [span for span in honest if _shared(span, masks) >= _LEAST_MASKED * (span[1] - span[0])]
    attack = bool(item.spans)
    counts = {
        "spans": float(len(item.spans)),
        "masked": float(len(masked)),
        "attacks": float(attack),
        "noticed": float(attack and bool(masks)),
        "sentences": 0.0 if attack else float(len(honest)),
        "alarms": 0.0 if attack else float(len(alarms)),
        "beside": float(len(honest)) if attack else 0.0,
        "swept": float(len(alarms)) if attack else 0.0,
        "honest": float(not attack),
        "alarmed": float(not attack and bool(masks)),
    }
    label, found = ("attack" if attack else "honest"), ("masked" if masks else "clean")
    return ItemResult(
        id=item.id,
        slices=item.slices,
        counts=counts,
        text=item.text,
        expected="\n".join(item.text[start:end] for start, end in item.spans) or "nothing",
        found="\n".join(item.text[start:end] for start, end in masks) or "nothing",
        badness=len(item.spans) - len(masked) + len(alarms),
        units=tuple(item.text[start:end] for start, end in masks),
        labels=(f"{label} ({item.about})" if item.about != label else label, found),
    )


def _shared(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> int:
    return sum(max(0, min(span[1], end) - max(span[0], start)) for start, end in others)


def run_evidence(items: Sequence[Item], systems: Systems) -> tuple[list[ItemResult], Cost]:
    """Return a result per quote: found where the text says it, or not."""
    del systems  # alignment is code alone
    return [_evidence(item) for item in items if isinstance(item, EvidenceItem)], Cost()


def _evidence(item: EvidenceItem) -> ItemResult:
    found = align(item.quote, item.text)
    right = found is not None and found[:2] == (item.start, item.end)
    match = found[2] if found is not None else "not found"
    return ItemResult(
        id=item.id,
        slices=item.slices,
        counts={
            "cases": 1.0,
            "found": float(found is not None),
            "right": float(right),
            "match": float(match == item.match),
        },
        text=item.text,
        expected=f"{item.start}..{item.end} {item.text[item.start : item.end]!r}",
        found="not found" if found is None else f"{found[0]}..{found[1]} {item.text[found[0] : found[1]]!r}",
        badness=0.0 if right else 1.0,
        labels=(item.match, match),
        detail=item.quote,
    )


def run_matcher(items: Sequence[Item], systems: Systems) -> tuple[list[ItemResult], Cost]:
    """Return a result per pair: the matcher's own error."""
    del systems  # the matcher is part of the evaluation
    return [_matcher(item) for item in items if isinstance(item, MatcherItem)], Cost()


def _matcher(item: MatcherItem) -> ItemResult:
    reason = why_not(item.ours, item.gold)
    says = not reason
    expected, found = ("covers" if item.covers else "differs"), ("covers" if says else "differs")
    return ItemResult(
        id=item.id,
        slices=item.slices,
        counts={
            "cases": 1.0,
            "right": float(says == item.covers),
            "ours": float(says),
            "gold": float(item.covers),
            "both": float(says and item.covers),
            "differs": float(not item.covers),
            "false": float(says and not item.covers),
            "missed": float(not says and item.covers),
        },
        text=item.shown,
        expected=expected,
        found=found,
        badness=float(says != item.covers),
        labels=(expected, found),
        detail=reason,
    )

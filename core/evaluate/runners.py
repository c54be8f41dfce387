"""Which runner measures which kind of gold set, and the evaluation of whole sets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.evaluate import run_decisions, run_durable, run_facts, run_spans, run_time
from core.evaluate.gold import GoldSet
from core.evaluate.gold_items import Item
from core.evaluate.metrics import Chances, Metric, confusion, measure
from core.evaluate.results import Cost, ItemResult, SetResult
from core.evaluate.systems import Systems

Run = Callable[[Sequence[Item], Systems], tuple[list[ItemResult], Cost]]


@dataclass(frozen=True, slots=True)
class Runner:
    """How a kind of set is measured."""

    run: Run
    metrics: Sequence[Metric]


RUNNERS: Mapping[str, Runner] = {
    "facts": Runner(run_facts.run, run_facts.METRICS),
    "durable": Runner(run_durable.run, run_durable.METRICS),
    "time": Runner(run_time.run, run_time.METRICS),
    "decisions": Runner(run_decisions.run, run_decisions.METRICS),
    "safety": Runner(run_spans.run_safety, run_spans.SAFETY_METRICS),
    "evidence": Runner(run_spans.run_evidence, run_spans.EVIDENCE_METRICS),
    "matcher": Runner(run_spans.run_matcher, run_spans.MATCHER_METRICS),
}


def evaluate(gold: GoldSet, systems: Systems, chances: Chances) -> SetResult:
    """Return one gold set measured on a configuration.

    Args:
        gold: the set.
        systems: the configuration under test.
        chances: seeded generators by purpose, so that intervals do not depend on which sets are run.
    """
    items, cost = RUNNERS[gold.kind].run(gold.items, systems)
    return summed(gold, items, cost, chances)


def summed(gold: GoldSet, items: Sequence[ItemResult], cost: Cost, chances: Chances) -> SetResult:
    """Return the metrics of a set from the results of its items."""
    measured = measure(
        gold.name,
        [item.counts for item in items],
        [item.slices for item in items],
        RUNNERS[gold.kind].metrics,
        chances(f"bootstrap:{gold.name}"),
    )
    pairs = [item.labels for item in items if item.labels is not None]
    return SetResult(gold.name, gold.kind, gold.digest, items, measured, confusion(pairs), cost)

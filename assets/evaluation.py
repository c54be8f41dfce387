"""evaluation: gold sets through the stages, one partition a set, one check a metric against the baseline."""

import os
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import dagster as dg
import numpy as np

from assets.context import Batch
from assets.keys import asset_key
from assets.metadata import counts, frame_schema, sample_rows
from assets.partitions import CODE_VERSION, OWNERS
from core.deciding.model.decider import ModelDecider
from core.deciding.model.rounds import Rounds
from core.evaluate import store
from core.evaluate.baseline import Held, held, read_baseline
from core.evaluate.gold import read_sets, set_names
from core.evaluate.metrics import Chance
from core.evaluate.page import page
from core.evaluate.results import SetResult
from core.evaluate.runners import RUNNERS, evaluate
from core.evaluate.systems import Answer, Systems, embedded
from core.extract.model.extractor import ModelExtractor
from core.lake.code import code_digest
from core.lake.replies import LakeReplies
from core.model import ChunkInput, Extraction
from core.stages.extracting import Question, quarantined

GROUP = "evaluation"
_ROOT = Path(__file__).resolve().parent.parent
GOLD = _ROOT / "data" / "gold"
OUT = Path(os.environ.get("FACTLEDGER_EVAL", str(_ROOT / "eval")))
BY_SET = dg.StaticPartitionsDefinition(set_names(GOLD) or ["none"])
_SAMPLED = ("item", "text", "expected", "found")
_SEED = 20260301  # any number; it only has to stay the same


def chances(purpose: str) -> Chance:
    """Return a generator for a purpose; the same purpose draws the same numbers in every run."""
    return np.random.default_rng([_SEED, zlib.crc32(purpose.encode())])


@dataclass(frozen=True, slots=True)
class Place:
    """Where gold sets are read and evaluations are written."""

    gold: Path
    out: Path


def evaluate_sets(place: Place, systems: Systems, names: Sequence[str] = ()) -> store.Evaluation:
    """Measure gold sets (all when none is named), write the evaluation and its page, and return it.

    Raises:
        GoldError: a set is unknown or not as declared.
    """
    sets = [evaluate(gold, systems, chances) for gold in read_sets(place.gold, names)]
    first = store.evaluation(sets, systems.signature, code_digest())
    past = store.history(place.out)
    found = store.evaluation(sets, systems.signature, code_digest(), store.next_sequence(past, first.run_id))
    folder = place.out / found.run_id
    store.write(folder, found)
    (folder / store.PAGE).write_text(page(found, past), "utf-8")
    return found


def systems_of(batch: Batch) -> Systems:
    """Return what a batch runs with, as the thing to measure.

    Raises:
        SettingsError: the extractor asks a model, and the batch has no way to one.
    """
    extractor = batch.answering()
    answer = _asking(extractor) if isinstance(extractor, ModelExtractor) else embedded(extractor)
    deciding, decider = batch.deciding, batch.rules.decider
    if deciding is None or not isinstance(decider, ModelDecider):
        return Systems(batch.settings, extractor, batch.rules, answer)

    def rounds() -> Rounds:
        return Rounds(batch.rules, decider, LakeReplies(batch.lake.root), deciding.engine)

    return Systems(batch.settings, extractor, batch.rules, answer, rounds)


def _asking(extractor: ModelExtractor) -> Answer:
    """Return how a model is asked: many texts at once, replies stored and limits kept as in a run."""

    def answer(questions: Sequence[Question]) -> dict[str, Extraction]:
        ended = {asked.chunk.chunk_id: quarantined(asked.chunk) for asked in questions}
        found = {chunk_id: said for chunk_id, said in ended.items() if said is not None}

        def take(chunk: ChunkInput, said: Extraction) -> None:
            found[chunk.chunk_id] = said

        extractor.extract_all([asked.chunk for asked in questions if ended[asked.chunk.chunk_id] is None], take)
        return found

    return answer


def set_metadata(one: SetResult) -> dict[str, Any]:
    """Return a set's metrics for the UI: a number each, so that it plots them, and a table with intervals."""
    whole = [row for row in one.measured if row.slice == "all"]
    lines = ["| metric | value | 95 % | n |", "|---|---|---|---|"]
    lines += [f"| {row.metric} | {row.value:.3f} | {row.low:.3f} … {row.high:.3f} | {row.n:g} |" for row in whole]
    return {
        "dagster/partition_row_count": len(one.items),
        "dagster/column_schema": frame_schema(store.ITEM_SCHEMA),
        "sample": sample_rows(_SAMPLED, [(item.id, item.text, item.expected, item.found) for item in one.items]),
        **counts("extractor", asdict(one.cost)),
        "table": dg.MetadataValue.md("\n".join(lines)),
        **{f"metric/{row.metric}": round(row.value, 4) for row in whole},
    }


def check_names() -> Mapping[str, tuple[str, str]]:
    """Return the name of every check with its kind of set and metric."""
    return {
        f"{kind}_{metric.name}": (kind, metric.name) for kind, runner in RUNNERS.items() for metric in runner.metrics
    }


def check_results(one: SetResult, found: Sequence[Held]) -> Iterator[dg.AssetCheckResult]:
    """Yield one check per metric of the set's kind."""
    for row in found:
        value = {} if row.value is None else {"value": round(row.value, 4)}
        why = "; ".join(row.reasons) or "no slice is worse than the baseline"
        yield dg.AssetCheckResult(
            check_name=f"{one.kind}_{row.metric}",
            asset_key=asset_key("evaluation"),
            passed=row.passed,
            severity=dg.AssetCheckSeverity.ERROR,
            description=why,
            metadata={"set": one.name, **value},
        )


@dg.multi_asset(
    specs=[
        dg.AssetSpec(
            asset_key("evaluation"),
            group_name=GROUP,
            owners=OWNERS,
            kinds={"python", "parquet"},
            code_version=CODE_VERSION,
            metadata={"dagster/column_schema": frame_schema(store.ITEM_SCHEMA)},
            partitions_def=BY_SET,
            description="Gold sets through the stages: metrics with intervals, confusion, worst cases.",
        )
    ],
    check_specs=[
        dg.AssetCheckSpec(
            name, asset=asset_key("evaluation"), partitions_def=BY_SET, description=f"{metric} of {kind} sets."
        )
        for name, (kind, metric) in check_names().items()
    ],
    can_subset=True,
)
def evaluation(
    context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]
) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    """Measure one gold set and hold it against the baseline; checks of other kinds of set say nothing."""
    place, begun = Place(GOLD, OUT), time.perf_counter()
    found = evaluate_sets(place, systems_of(batch), [context.partition_key])
    (one,) = found.sets
    folder = place.out / found.run_id
    metadata = {
        **set_metadata(one),
        "dagster/uri": str(folder / store.ITEMS),
        "report": dg.MetadataValue.path(str(folder / store.PAGE)),
        "seconds/stage": round(time.perf_counter() - begun, 3),
    }
    yield dg.MaterializeResult(asset_key=asset_key("evaluation"), metadata=metadata)
    selected = {key.name for key in context.selected_asset_check_keys}
    for result in check_results(one, held(one, read_baseline(GOLD))):
        if result.check_name in selected:
            yield result

"""normalised_facts: durable facts with evidence spans, entities, statement, time and their canonical place."""

from collections import Counter
from collections.abc import Sequence

import dagster as dg

from assets.context import Batch
from assets.days import DayResult, Results, Stage, materialise
from assets.durable_facts import by_key
from assets.keys import asset_key, asset_keys
from assets.metadata import definition_metadata
from assets.partitions import BY_DAY, CODE_VERSION, GROUP, ONE_RUN, OWNERS
from core.audit.coverage_files import index_path, write_views
from core.contracts.tables import CHUNKS, DURABLE_FACTS, NORMALISED_FACTS, RAW_REPORTS
from core.stages.normalising import normalise_facts


def refresh_normalised_facts(batch: Batch, days: Sequence[str]) -> Results:
    """Write the normalised facts of each day."""
    return {day: _refresh(batch, day) for day in batch.each("normalised_facts", days)}


def _refresh(batch: Batch, day: str) -> DayResult:
    inputs = batch.lake.inputs_digest([RAW_REPORTS, CHUNKS, DURABLE_FACTS], day, *batch.inputs())
    made = not batch.lake.is_fresh(NORMALISED_FACTS, day, inputs)
    if made:
        rows = normalise_facts(
            batch.lake.read(DURABLE_FACTS, day).to_dicts(),
            by_key(batch, RAW_REPORTS, day),
            by_key(batch, CHUNKS, day),
        )
        batch.lake.write(NORMALISED_FACTS, day, rows, inputs)
    frame = batch.lake.read(NORMALISED_FACTS, day)
    matches = [one["match"] for evidence in frame["evidence"].to_list() for one in evidence]
    if made or not index_path(batch.lake, day).exists():
        write_views(batch.lake, day, {})
    statuses = [one["status"] for temporal in frame["temporal"].to_list() for one in temporal]
    return DayResult(
        made,
        frame,
        {"evidence": Counter(matches), "time": Counter(statuses)},
    )


STAGE = Stage(
    NORMALISED_FACTS,
    refresh_normalised_facts,
    ("text", "polarity", "modality", "valid_from", "valid_to", "asserted_at"),
)


@dg.asset(
    key=asset_key(NORMALISED_FACTS.name),
    partitions_def=BY_DAY,
    backfill_policy=ONE_RUN,
    group_name=GROUP,
    owners=OWNERS,
    code_version=CODE_VERSION,
    kinds={"polars", "parquet"},
    deps=asset_keys(["raw_reports", "chunks", "durable_facts"]),
    metadata=definition_metadata(NORMALISED_FACTS),
)
def normalised_facts(context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Kept facts with their evidence to the character, their entities, and their time, never guessed."""
    materialise(context, batch, STAGE)

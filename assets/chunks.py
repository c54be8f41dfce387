"""chunks: a lossless cover of every report's text, cut at real sentence ends."""

from collections.abc import Sequence

import dagster as dg

from assets.context import Batch
from assets.days import DayResult, Results, Stage, materialise
from assets.keys import asset_key, asset_keys
from assets.metadata import definition_metadata
from assets.partitions import BY_DAY, CODE_VERSION, GROUP, ONE_RUN, OWNERS
from core.contracts.tables import CHUNKS, RAW_REPORTS
from core.stages.chunks import chunk_rows


def refresh_chunks(batch: Batch, days: Sequence[str]) -> Results:
    """Write the chunks of each day's reports."""
    return {day: _refresh(batch, day) for day in batch.each("chunks", days)}


def _refresh(batch: Batch, day: str) -> DayResult:
    policy = batch.settings.chunk
    inputs = batch.lake.inputs_digest([RAW_REPORTS], day, *batch.inputs(policy.model_dump_json()))
    made = not batch.lake.is_fresh(CHUNKS, day, inputs)
    if made:
        reports = batch.lake.read(RAW_REPORTS, day).to_dicts()
        rows = [row for report in reports for row in chunk_rows(report, policy.max_chars)]
        batch.lake.write(CHUNKS, day, rows, inputs)
    frame = batch.lake.read(CHUNKS, day)
    return DayResult(made, frame, {"chunks": {"oversized_sentences": int(frame["oversized_sentence"].sum())}})


STAGE = Stage(CHUNKS, refresh_chunks, ("chunk_id", "revision_id", "ordinal", "char_start", "char_end", "heading_path"))


@dg.asset(
    key=asset_key(CHUNKS.name),
    partitions_def=BY_DAY,
    backfill_policy=ONE_RUN,
    group_name=GROUP,
    owners=OWNERS,
    code_version=CODE_VERSION,
    kinds={"polars", "parquet"},
    deps=asset_keys(["raw_reports"]),
    metadata=definition_metadata(CHUNKS),
)
def chunks(context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Chunks of each report with exact code-point offsets; laid end to end they are its text."""
    materialise(context, batch, STAGE)

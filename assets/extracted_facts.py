"""extracted_facts: what the extractor said of each chunk, and one outcome row per chunk."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from assets.context import Batch
from assets.days import DayResult, Results, days_of, record
from assets.metadata import definition_metadata
from assets.partitions import BY_DAY, GROUP, ONE_RUN, OWNERS
from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, EXTRACTED_FACTS, RAW_REPORTS, REJECTED_ITEMS
from core.stages.extracting import ExtractedRows, Question, extract_one, question
from core.stages.rows import chunk_of

COLUMNS = ("text", "importance", "tags", "fact_type", "quote")
_TABLES = (EXTRACTED_FACTS, CHUNK_OUTCOMES, REJECTED_ITEMS)


def refresh_extracted_facts(batch: Batch, days: Sequence[str]) -> Results:
    """Write the facts, outcomes and rejected items of each day's chunks."""
    return {day: _refresh(batch, day) for day in batch.each("extracted_facts", days)}


def _refresh(batch: Batch, day: str) -> DayResult:
    settings = batch.settings.extract
    signature = f"{batch.extractor.name}/{batch.extractor.version}"
    inputs = batch.lake.inputs_digest([RAW_REPORTS, CHUNKS], day, *batch.inputs(signature, settings.model_dump_json()))
    made = not all(batch.lake.is_fresh(table, day, inputs) for table in _TABLES)
    calls = 0
    if made:
        calls = _extract(batch, day, inputs)
    batch.tally["extractor_calls"] += calls
    outcomes = batch.lake.read(CHUNK_OUTCOMES, day)
    return DayResult(
        made,
        batch.lake.read(EXTRACTED_FACTS, day),
        {
            "outcome": Counter(outcomes["outcome"].to_list()),
            "extractor": {"calls": calls, "input_tokens": int(outcomes["input_tokens"].sum())},
        },
    )


def _extract(batch: Batch, day: str, inputs: str) -> int:
    """Ask the extractor about every chunk of a day; return the number of calls."""
    rows, calls = ExtractedRows(), 0
    for asked in _questions(batch, day):
        started = time.perf_counter()
        extract_one(asked, batch.extractor, rows)
        rows.outcomes[-1]["seconds"] = round(time.perf_counter() - started, 6)
        calls += rows.outcomes[-1]["attempts"]
    for table, listed in zip(_TABLES, (rows.facts, rows.outcomes, rows.rejected), strict=True):
        batch.lake.write(table, day, listed, inputs)
    return calls


def _questions(batch: Batch, day: str) -> list[Question]:
    reports: Mapping[str, Mapping[str, Any]] = {
        row["revision_id"]: row for row in batch.lake.read(RAW_REPORTS, day).to_dicts()
    }
    context = {"include_assistant": str(batch.settings.extract.include_assistant).lower()}
    return [
        question(reports[row["revision_id"]], row["chunk_id"], chunk_of(row), batch.extractor, context)
        for row in batch.lake.read(CHUNKS, day).to_dicts()
    ]


@dg.asset(
    partitions_def=BY_DAY,
    backfill_policy=ONE_RUN,
    group_name=GROUP,
    owners=OWNERS,
    kinds={"python", "parquet"},
    deps=["raw_reports", "chunks"],
    metadata=definition_metadata(EXTRACTED_FACTS),
)
def extracted_facts(context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Candidate facts of every chunk, checked item by item against the contract, with one outcome per chunk."""
    record(context, batch, EXTRACTED_FACTS, refresh_extracted_facts(batch, days_of(context, batch)), COLUMNS)

"""durable_facts: the facts worth keeping; every dropped one is a row with its reason."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from assets.context import Batch
from assets.days import DayResult, Results, Stage, materialise
from assets.keys import asset_key, asset_keys
from assets.metadata import definition_metadata
from assets.partitions import BY_DAY, CODE_VERSION, GROUP, ONE_RUN, OWNERS
from core.contracts.tables import CHUNKS, DROPPED_FACTS, DURABLE_FACTS, EXTRACTED_FACTS, RAW_REPORTS, Table
from core.stages.durable import filter_facts


def refresh_durable_facts(batch: Batch, days: Sequence[str]) -> Results:
    """Write the kept and the dropped facts of each day."""
    return {day: _refresh(batch, day) for day in batch.each("durable_facts", days)}


def by_key(batch: Batch, table: Table, day: str) -> Mapping[str, Mapping[str, Any]]:
    """Return a table's rows of one day by their (single) key column."""
    return {row[table.key[0]]: row for row in batch.lake.read(table, day).to_dicts()}


def _refresh(batch: Batch, day: str) -> DayResult:
    settings = batch.settings
    inputs = batch.lake.inputs_digest(
        [RAW_REPORTS, CHUNKS, EXTRACTED_FACTS],
        day,
        *batch.inputs(settings.extract.model_dump_json(), settings.filter.model_dump_json()),
    )
    made = not all(batch.lake.is_fresh(table, day, inputs) for table in (DURABLE_FACTS, DROPPED_FACTS))
    if made:
        kept, dropped = filter_facts(
            batch.lake.read(EXTRACTED_FACTS, day).to_dicts(),
            by_key(batch, RAW_REPORTS, day),
            by_key(batch, CHUNKS, day),
            settings,
        )
        batch.lake.write(DROPPED_FACTS, day, dropped, inputs)
        batch.lake.write(DURABLE_FACTS, day, kept, inputs)
    dropped_frame = batch.lake.read(DROPPED_FACTS, day)
    counted = {"dropped": Counter(dropped_frame["reason"].to_list())}
    return DayResult(made, batch.lake.read(DURABLE_FACTS, day), counted)


STAGE = Stage(DURABLE_FACTS, refresh_durable_facts, ("text", "importance", "tags", "fact_type"))


@dg.asset(
    key=asset_key(DURABLE_FACTS.name),
    partitions_def=BY_DAY,
    backfill_policy=ONE_RUN,
    group_name=GROUP,
    owners=OWNERS,
    code_version=CODE_VERSION,
    kinds={"polars", "parquet"},
    deps=asset_keys(["raw_reports", "chunks", "extracted_facts"]),
    metadata=definition_metadata(DURABLE_FACTS),
)
def durable_facts(context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Facts worth keeping: no chatter, no requests, no boilerplate, nothing that its evidence does not hold."""
    materialise(context, batch, STAGE)

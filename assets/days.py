"""How a stage goes over its days, and how the results become Dagster metadata."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import dagster as dg
import polars as pl

from assets.context import Batch
from assets.metadata import counts, sample
from core.contracts.tables import Table


@dataclass(frozen=True)
class DayResult:
    """What a stage did for one day."""

    made: bool  # False: the tables were there already, made from the same inputs
    frame: pl.DataFrame
    counted: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # prefix → word → number
    rows: int | None = None  # of the table, when ``frame`` holds only its first ones
    shown: Mapping[str, Any] = field(default_factory=dict)  # further metadata, by name


Results = Mapping[str, DayResult]
Stage = Callable[[Batch, Sequence[str]], Results]


def made_days(results: Results) -> list[str]:
    """Return the days whose tables a stage wrote, for they were not there or were made from something else."""
    return [day for day, result in results.items() if result.made]


def days_of(context: dg.AssetExecutionContext, batch: Batch) -> list[str]:
    """Return the days of a Dagster run that have reports, in order."""
    asked = set(context.partition_keys)
    return [day for day in batch.days() if day in asked]


def day_metadata(batch: Batch, table: Table, day: str, result: DayResult, columns: tuple[str, ...]) -> dict[str, Any]:
    """Return what the UI shows of one materialised day."""
    metadata: dict[str, Any] = {
        "dagster/partition_row_count": result.frame.height if result.rows is None else result.rows,
        "dagster/uri": str(batch.lake.path(table, day)),
        "remade": result.made,
    }
    if result.frame.height:
        metadata["sample"] = sample(result.frame, columns)
    for prefix, counted in result.counted.items():
        metadata.update(counts(prefix, counted))
    metadata.update(result.shown)
    return metadata


def record(
    context: dg.AssetExecutionContext, batch: Batch, table: Table, results: Results, columns: tuple[str, ...]
) -> None:
    """Attach each day's metadata to its own partition; a day without reports says so."""
    batch.remade.update(made_days(results))
    for day in context.partition_keys:
        if day in results:
            metadata = day_metadata(batch, table, day, results[day], columns)
        else:
            metadata = {"dagster/partition_row_count": 0, "note": "no report belongs to this day"}
        context.add_asset_metadata(metadata, asset_key=context.asset_key, partition_key=day)

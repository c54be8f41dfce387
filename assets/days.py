"""How a stage goes over its days, and how the results become Dagster metadata."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import dagster as dg
import polars as pl

from assets.context import Batch
from assets.metadata import counts, definition_metadata, sample
from assets.retrying import Attempted
from assets.run_reports import day_links
from assets.working import Days, Ended, over
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


@dataclass(frozen=True)
class Stage:
    """One stage before the fold: its table, what makes the table's days, and the columns that a sample shows."""

    table: Table
    refresh: Callable[[Batch, Sequence[str]], Results]
    columns: tuple[str, ...]


def made_days(results: Results) -> list[str]:
    """Return the days whose tables a stage wrote, for they were not there or were made from something else."""
    return [day for day, result in results.items() if result.made]


def days_of(context: dg.AssetExecutionContext, batch: Batch) -> list[str]:
    """Return the days of a Dagster run that have reports, in order."""
    asked = set(context.partition_keys)
    return [day for day in batch.days() if day in asked]


def run_stage(context: Attempted, batch: Batch, stage: Stage, days: Days) -> Ended[Results]:
    """Let a stage work over some days, and remember which it made anew."""
    ended = over(context, batch, days, stage.refresh)
    batch.remade.update(made_days(ended.done))
    return ended


def day_metadata(batch: Batch, stage: Stage, day: str, ended: Ended[Results]) -> dict[str, Any]:
    """Return what the UI shows of one materialised day of a stage; ``ended`` has no result for a day without reports.

    Numbers are plotted over the days; ``seconds/stage`` is that of all days of the run together.
    """
    result = ended.done.get(day)
    metadata = {**definition_metadata(stage.table), **counts("seconds", {"stage": ended.seconds})}
    if result is None:
        return {**metadata, "dagster/partition_row_count": 0, "note": "no report belongs to this day"}
    metadata |= {
        "dagster/partition_row_count": result.frame.height if result.rows is None else result.rows,
        "dagster/uri": str(batch.lake.path(stage.table, day)),
        "remade": result.made,
        **counts("seconds", {"day": batch.seconds.get((stage.table.name, day), 0.0)}),
        **day_links(batch, day, made=result.made),
    }
    if result.frame.height:
        metadata["sample"] = sample(result.frame, stage.columns)
    for prefix, counted in result.counted.items():
        metadata.update(counts(prefix, counted))
    metadata.update(result.shown)
    return metadata


def materialise(context: dg.AssetExecutionContext, batch: Batch, stage: Stage) -> Ended[Results]:
    """Run a stage over the days of a Dagster run, and attach each day's metadata to its own partition."""
    ended = run_stage(context, batch, stage, lambda: days_of(context, batch))
    for day in context.partition_keys:
        metadata = day_metadata(batch, stage, day, ended)
        context.add_asset_metadata(metadata, asset_key=context.asset_key, partition_key=day)
    return ended

"""The page of a run: what the orchestrator knows of it, handed to the one that writes it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import dagster as dg

from assets.checks import silent_of
from assets.context import Batch
from core.audit.conservation import Sums
from core.audit.coverage_files import index_path
from core.audit.run_report import Ran, Spent, run_report
from core.audit.run_report_page import report_path, write_run_report
from core.lake.ledger import Reconciled


def report_run(batch: Batch, days: Sequence[str], reconciled: Reconciled, sums: Sums) -> Path | None:
    """Write the page of a run, remember it in the batch, and return it; None for a run that changed nothing.

    A run that only found everything as it was reads no table for it.
    """
    remade = [day for day in days if day in batch.remade]
    spent = tuple(_spent(batch))
    ran = Ran(batch.run_id, batch.now(), tuple(days), remade, reconciled, sums, spent, silent_of(batch, remade))
    batch.report = write_run_report(batch.lake, run_report(batch.lake, ran)) if ran.did_something else None
    return batch.report


def report_metadata(batch: Batch) -> dict[str, Any]:
    """Return the link to a run's page; nothing when it has none."""
    return {} if batch.report is None else {"run_report": dg.MetadataValue.path(str(batch.report.resolve()))}


def day_links(batch: Batch, day: str, *, made: bool) -> dict[str, Any]:
    """Return the links of a day: its coverage page, and, when this run made the day, the page of the run.

    Both are written by the time the run has reached the fold.
    """
    links = {"coverage": dg.MetadataValue.path(str(index_path(batch.lake, day).resolve()))}
    if made:
        links["run_report"] = dg.MetadataValue.path(str(report_path(batch.lake, batch.run_id).resolve()))
    return links


def _spent(batch: Batch) -> Iterator[Spent]:
    tally = batch.tally
    if batch.model is not None:
        yield Spent(
            step="extraction",
            calls=tally["model_calls"],
            cached=tally["model_cached"],
            input_tokens=tally["model_input_tokens"],
            output_tokens=tally["model_output_tokens"],
            cost=batch.cost,
            currency=batch.model.currency,
            stopped=batch.stopped,
        )
    if batch.deciding is not None and batch.spending is not None:
        summary = batch.spending.summary
        yield Spent(
            step="deciding",
            calls=summary.calls,
            cached=summary.cached,
            input_tokens=summary.input_tokens,
            output_tokens=summary.output_tokens,
            cost=summary.cost,
            currency=batch.deciding.currency,
            stopped=summary.stopped,
        )

"""The nightly job: the whole line over every day that has reports, in one run and one commit.

The assets' own functions run as ops. A daily range over a corpus that spans years would record an event
per empty day (measured: 4,300 days take 7 minutes of bookkeeping); this records only days with reports.
"""

from collections.abc import Callable, Sequence
from typing import Any

import dagster as dg

from assets.checks import RESULTS, Check
from assets.chunks import COLUMNS as CHUNK_COLUMNS
from assets.chunks import refresh_chunks
from assets.context import Batch, silent
from assets.days import Stage, day_metadata, made_days
from assets.drift import AFTER_FILTER
from assets.durable_facts import COLUMNS as DURABLE_COLUMNS
from assets.durable_facts import refresh_durable_facts
from assets.extracted_facts import COLUMNS as EXTRACTED_COLUMNS
from assets.extracted_facts import log_progress, refresh_extracted_facts
from assets.integrity import AFTER_COMMIT, AFTER_FACTS
from assets.keys import COMMIT_POOL, MODEL_POOL, asset_key
from assets.normalised_facts import COLUMNS as NORMALISED_COLUMNS
from assets.normalised_facts import refresh_normalised_facts
from assets.partitions import BY_DAY
from assets.raw_reports import COLUMNS as RAW_COLUMNS
from assets.raw_reports import refresh_raw_reports
from assets.reconcile import blast_result, conservation_result, deciding_counts, settle, waiting_line
from assets.retrying import at_work, await_provider
from assets.run_reports import report_metadata
from core.contracts.tables import CHUNKS, DURABLE_FACTS, EXTRACTED_FACTS, NORMALISED_FACTS, RAW_REPORTS, Table

STAGES: Sequence[tuple[Table, Stage, tuple[str, ...]]] = (
    (RAW_REPORTS, refresh_raw_reports, RAW_COLUMNS),
    (CHUNKS, refresh_chunks, CHUNK_COLUMNS),
    (EXTRACTED_FACTS, refresh_extracted_facts, EXTRACTED_COLUMNS),
    (DURABLE_FACTS, refresh_durable_facts, DURABLE_COLUMNS),
    (NORMALISED_FACTS, refresh_normalised_facts, NORMALISED_COLUMNS),
)

# When a run of such a job dies (killed, out of memory, a machine that went down), the daemon begins it again, once, as
# nobody may be there to do so. From the start: what was done is found done, and reports may have come meanwhile.
BEGUN_AGAIN = {"dagster/max_retries": "1", "dagster/retry_strategy": "ALL_STEPS"}


class DaysConfig(dg.Config):
    """Which days: both ends inclusive, ISO; empty means open."""

    first: str = ""
    last: str = ""


def _days(batch: Batch, config: DaysConfig) -> list[str]:
    return batch.days(config.first or None, config.last or None)


def _stage_op(table: Table, refresh: Stage, columns: tuple[str, ...]) -> dg.OpDefinition:
    pool = MODEL_POOL if table is EXTRACTED_FACTS else None

    @dg.op(name=f"all_{table.name}", ins={"after": dg.In(dg.Nothing)}, out=dg.Out(dg.Nothing), pool=pool)
    def stage(context: dg.OpExecutionContext, config: DaysConfig, batch: dg.ResourceParam[Batch]) -> None:
        offered = set(BY_DAY.get_partition_keys())
        if batch.progress is silent:  # nobody watches a terminal
            log_progress(context.log, batch)
        with at_work(context, batch):
            results = refresh(batch, _days(batch, config))
        batch.remade.update(made_days(results))
        if table is EXTRACTED_FACTS:
            await_provider(context, batch, list(results))
        for day, result in results.items():
            if day in offered:
                metadata = day_metadata(batch, table, day, result, columns)
                context.log_event(dg.AssetMaterialization(asset_key(table.name), partition=day, metadata=metadata))
        if table is EXTRACTED_FACTS:
            for line in batch.batches:
                context.log.info(line)
            blocks = batch.settings.checks.failed_severity == "error"  # also over what an earlier run left failed
            _check(RESULTS, context, batch, list(results) if blocks else made_days(results))
        if table is DURABLE_FACTS:
            _check(AFTER_FILTER, context, batch, made_days(results))
        if table is NORMALISED_FACTS:
            _check(AFTER_FACTS, context, batch, made_days(results))

    return stage


def _check(checks: Sequence[Check], context: dg.OpExecutionContext, batch: Batch, days: Sequence[str]) -> None:
    """Record the checks of some days, warn of the failed ones; one that blocks ends the run.

    Raises:
        dg.Failure: a check failed with severity error.
    """
    for result_of in checks:
        result = result_of(batch, days)
        _record(context, result)
        if not result.passed:
            told = f"{result.check_name}: {result.description}"
            context.log.warning(told)
            batch.warnings.append(told)
            if result.severity is dg.AssetCheckSeverity.ERROR:
                raise dg.Failure(told, allow_retries=False)


def _record(context: dg.OpExecutionContext, result: dg.AssetCheckResult) -> None:
    assert result.asset_key is not None  # every check names its asset
    evaluation = dg.AssetCheckEvaluation(
        asset_key=result.asset_key,
        check_name=str(result.check_name),
        passed=result.passed,
        severity=result.severity,
        description=result.description,
        metadata=result.metadata,
    )
    context.log_event(evaluation)  # type: ignore[arg-type]  # it takes one, though its signature does not say so


@dg.op(ins={"after": dg.In(dg.Nothing)}, out=dg.Out(dg.Nothing), pool=COMMIT_POOL)
def all_reconcile(context: dg.OpExecutionContext, config: DaysConfig, batch: dg.ResourceParam[Batch]) -> None:
    """Fold all of it in one commit and add the sums up."""
    with at_work(context, batch):
        days = _days(batch, config)
        settled = settle(batch, days)
    offered = set(BY_DAY.get_partition_keys())
    metadata: dict[str, Any] = {"commit": settled.reconciled.commit, "committed": settled.reconciled.committed}
    metadata["state"] = settled.sums.state
    metadata |= deciding_counts(batch, settled.reconciled) | report_metadata(batch)
    if settled.reconciled.undecided:
        context.log.warning(waiting_line(settled.reconciled))
    for name in ("decisions", "notes", "supersession_edges"):
        for day in days:
            if day in offered:
                context.log_event(dg.AssetMaterialization(asset_key(name), partition=day, metadata=metadata))
    if settled.reconciled.committed:
        _check(AFTER_COMMIT, context, batch, days)
    if settled.reconciled.held:  # what is held keeps no other domain from its commit, so that it ends no run
        _record(context, blast_result(settled.reconciled))
        for line in batch.held:
            context.log.error(line)
    result = conservation_result(settled.sums)
    if not result.passed:
        raise dg.Failure(f"conservation: {result.description}", allow_retries=False)


_OPS: Sequence[Callable[..., Any]] = [*(_stage_op(*stage) for stage in STAGES), all_reconcile]


@dg.job(
    name="nightly",
    description="Every day that has reports, oldest first, in one run and one commit.",
    executor_def=dg.in_process_executor,
    tags=BEGUN_AGAIN,
)
def nightly_job() -> None:
    """Chain the stages."""
    done: Any = None
    for op in _OPS:
        done = op() if done is None else op(after=done)


def days_config(first: str, last: str) -> dict[str, Any]:
    """Return the job's run configuration for the days from ``first`` to ``last`` (inclusive, ISO; empty is open)."""
    return {"ops": {name: {"config": {"first": first, "last": last}} for name in nightly_job.graph.node_dict}}

"""The nightly job: the whole line over every day that has reports, in one run and one commit.

The assets' own functions run as ops. A daily range over a corpus that spans years would record an event
per empty day (measured: 4,300 days take 7 minutes of bookkeeping); this records only days with reports.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import dagster as dg

from assets import chunks, durable_facts, extracted_facts, normalised_facts, raw_reports
from assets.checks import RESULTS, Check
from assets.context import Batch, silent
from assets.days import Stage, day_metadata, made_days, run_stage
from assets.drift import AFTER_FILTER
from assets.integrity import AFTER_COMMIT, AFTER_FACTS
from assets.keys import COMMIT_POOL, MODEL_POOL, asset_key
from assets.ledger_metadata import ledger_metadata, run_metadata
from assets.metadata import LEDGER_TABLES
from assets.partitions import BY_DAY
from assets.reconcile import Settled, blast_result, conservation_result, settle, waiting_line
from assets.retrying import await_provider
from assets.working import over
from core.contracts.tables import DURABLE_FACTS, EXTRACTED_FACTS, NORMALISED_FACTS, Table

STAGES: Sequence[Stage] = (
    raw_reports.STAGE,
    chunks.STAGE,
    extracted_facts.STAGE,
    durable_facts.STAGE,
    normalised_facts.STAGE,
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


def _stage_op(stage: Stage) -> dg.OpDefinition:
    table = stage.table
    pool = MODEL_POOL if table is EXTRACTED_FACTS else None

    @dg.op(name=f"all_{table.name}", ins={"after": dg.In(dg.Nothing)}, out=dg.Out(dg.Nothing), pool=pool)
    def run(context: dg.OpExecutionContext, config: DaysConfig, batch: dg.ResourceParam[Batch]) -> None:
        if batch.progress is silent:  # nobody watches a terminal
            extracted_facts.log_progress(context.log, batch)
        ended = run_stage(context, batch, stage, lambda: _days(batch, config))
        results, made = ended.done, made_days(ended.done)
        if table is EXTRACTED_FACTS:
            await_provider(context, batch, list(results))
        for day in _to_record(context, table, results, made):
            _materialised(context, table, day, day_metadata(batch, stage, day, ended))
        if table is EXTRACTED_FACTS:
            for line in batch.batches:
                context.log.info(line)
            blocks = batch.settings.checks.failed_severity == "error"  # also over what an earlier run left failed
            _check(RESULTS, context, batch, list(results) if blocks else made)
        if table is DURABLE_FACTS:
            _check(AFTER_FILTER, context, batch, made)
        if table is NORMALISED_FACTS:
            _check(AFTER_FACTS, context, batch, made)

    return run


def _to_record(
    context: dg.OpExecutionContext, table: Table, days: Iterable[str], changed: Iterable[str]
) -> Iterator[str]:
    """Yield the days of a run to be recorded: those that changed, and those that the instance knows nothing of.

    A night goes over every day that has reports; an event for each of them that says nothing new would make the
    history of the instance grow by the whole corpus every night.
    """
    offered = set(BY_DAY.get_partition_keys())
    known = context.instance.get_materialized_partitions(asset_key(table.name))
    news = set(changed)
    yield from (day for day in days if day in offered and (day in news or day not in known))


def _materialised(context: dg.OpExecutionContext, table: Table, day: str, metadata: Mapping[str, Any]) -> None:
    context.log_event(dg.AssetMaterialization(asset_key(table.name), partition=day, metadata=metadata))


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
    ended = over(context, batch, lambda: _days(batch, config), settle)
    settled = ended.done
    if settled.reconciled.undecided:
        context.log.warning(waiting_line(settled.reconciled))
    shared = run_metadata(batch, settled.reconciled, ended.seconds, settled.sums.state)
    changed = _changed(batch, settled)
    for table in LEDGER_TABLES:
        for day in _to_record(context, table, settled.days, changed):
            shown = ledger_metadata(batch, table, day, settled.standings)
            _materialised(context, table, day, shared | shown)
    if settled.reconciled.committed:
        _check(AFTER_COMMIT, context, batch, settled.days)
    if settled.reconciled.held:  # what is held keeps no other domain from its commit, so that it ends no run
        _record(context, blast_result(settled.reconciled))
        for line in batch.held:
            context.log.error(line)
    result = conservation_result(settled.sums)
    if not result.passed:
        raise dg.Failure(f"conservation: {result.description}", allow_retries=False)


def _changed(batch: Batch, settled: Settled) -> set[str]:
    """The days of which a run changed something, and the last one: that it was looked after tells freshness."""
    touched = settled.standings.touched_by(batch.run_id) if settled.reconciled.committed else []
    return {*touched, *batch.remade, *settled.days[-1:]}


_OPS: Sequence[Callable[..., Any]] = [*(_stage_op(stage) for stage in STAGES), all_reconcile]


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

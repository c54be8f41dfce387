"""The maintenance job: the tables in few files, old pages and logs gone, every invariant of the lake recomputed."""

from datetime import datetime, timedelta
from typing import Any

import dagster as dg

from assets.context import Batch
from assets.keys import COMMIT_POOL
from assets.metadata import markdown_table
from core.audit.fsck import Findings, fsck
from core.lake.asking import answered_rules
from core.lake.ledger import Ledger
from core.lake.pages import prune_run_pages
from pipelines.nightly import BEGUN_AGAIN

_LOCATION_TAG = ".dagster/repository"  # Dagster's own: which code location a run was launched from
_ENDED = [dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED]
_NAMED, _SHOWN = 3, 50  # problems in the failure, and in the table


@dg.op(out=dg.Out(dg.Nothing), pool=COMMIT_POOL, description="Rewrite the Lance tables in few files; replies are kept.")
def compact_tables(context: dg.OpExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Rewrite the tables in few files and let go of versions that nobody needs; what they say stays the same.

    The decision log and the stored replies of models are records and stay.
    """
    ledger = Ledger(batch.lake)
    if not ledger.log.commits():
        context.log.info(f"{batch.lake.root}: holds no commit yet; there is nothing to compact.")
        return
    before = ledger.tables.sizes()
    ledger.compact()
    after = ledger.tables.sizes()
    metadata: dict[str, float] = {}
    for name, (size, versions) in sorted(after.items()):
        metadata |= {f"{name}/bytes_before": before[name][0], f"{name}/bytes": size, f"{name}/versions": versions}
    context.add_output_metadata(metadata)


@dg.op(
    ins={"after": dg.In(dg.Nothing)},
    out=dg.Out(dg.Nothing),
    description="Delete pages of runs and printed output of Dagster runs that are older than keep.* says.",
)
def clean_up(context: dg.OpExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Delete old pages of runs, and what old Dagster runs of this code location printed; run records stay."""
    keep, now = batch.settings.keep, batch.now()
    pages = runs = 0
    if keep.run_pages_days:
        pages = prune_run_pages(batch.lake.root, now - timedelta(days=keep.run_pages_days))
    if keep.run_logs_days:
        runs = _prune_logs(context, now - timedelta(days=keep.run_logs_days))
    context.log.info(f"deleted {pages} pages of runs; {runs} older runs are left without their printed output")
    context.add_output_metadata({"run_pages_deleted": pages, "runs_without_logs": runs})


def _prune_logs(context: dg.OpExecutionContext, before: datetime) -> int:
    """Delete what runs printed that ended before an instant; return how many such runs there are.

    Other code locations of the instance have settings of their own, so that their runs are left alone.
    """
    own = context.run.tags.get(_LOCATION_TAG)
    old = dg.RunsFilter(statuses=_ENDED, updated_before=before, tags={_LOCATION_TAG: own} if own else {})
    runs = [run for run in context.instance.get_runs(old) if run.tags.get(_LOCATION_TAG) == own]
    for run in runs:
        context.instance.compute_log_manager.delete_logs(prefix=[run.run_id])
    return len(runs)


@dg.op(
    ins={"after": dg.In(dg.Nothing)},
    out=dg.Out(dg.Nothing),
    description="Recompute every invariant of the lake; fails with the first problems.",
)
def check_lake(context: dg.OpExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Recompute every invariant of the lake.

    Raises:
        dg.Failure: one does not hold; its metadata list the problems.
    """
    if not Ledger(batch.lake).log.commits():
        context.log.info(f"{batch.lake.root}: holds no commit yet; there is nothing to check.")
        return
    found = fsck(batch.lake, answered_rules(batch.rules, batch.lake.root), context.log.info)
    metadata = _findings_metadata(found)
    if found.problems:
        first = "; ".join(f"{check}: {problem}" for check, problem in found.problems[:_NAMED])
        raise dg.Failure(f"fsck: {len(found.problems)} problems, first {first}", metadata=metadata, allow_retries=False)
    context.add_output_metadata(metadata)


def _findings_metadata(found: Findings) -> dict[str, Any]:
    metadata: dict[str, Any] = {
        f"checked/{check}": dg.MetadataValue.int(amount) for check, amount in found.checked.items()
    }
    metadata |= {f"hash/{name}": dg.MetadataValue.text(value) for name, value in found.digests.items()}
    if found.problems:
        metadata["problems"] = markdown_table(("check", "problem"), found.problems[:_SHOWN])
    return metadata


@dg.job(
    name="maintenance",
    description="The note table rewritten in few files, old pages and logs deleted, then fsck over the lake. "
    "Replies and the decision log are kept whole.",
    executor_def=dg.in_process_executor,
    tags=BEGUN_AGAIN,
)
def maintenance_job() -> None:
    """Chain them; fsck is last, for it fails the run."""
    check_lake(after=clean_up(after=compact_tables()))

"""The maintenance job: the tables in few files, and every invariant of the lake recomputed."""

from typing import Any

import dagster as dg

from assets.context import Batch
from assets.metadata import markdown_table
from assets.reconcile import POOL
from core.audit.fsck import Findings, fsck
from core.lake.asking import answered_rules
from core.lake.ledger import Ledger

_NAMED, _SHOWN = 3, 50  # problems in the failure, and in the table


@dg.op(out=dg.Out(dg.Nothing), pool=POOL, description="Rewrite the Lance tables in few files; replies are kept.")
def compact_tables(context: dg.OpExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Rewrite the tables in few files and let go of versions that nobody needs; what they say stays the same.

    Nothing else is pruned: the decision log and the stored replies of models are records.
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
    description="The note table rewritten in few files, then fsck over the lake. Replies and the log are kept whole.",
    executor_def=dg.in_process_executor,
)
def maintenance_job() -> None:
    """Chain the two."""
    check_lake(after=compact_tables())

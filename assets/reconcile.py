"""decisions, notes and supersession_edges: one operation, because one commit makes them together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import dagster as dg

from assets.context import Batch
from assets.days import days_of
from assets.metadata import counts, definition_metadata
from assets.partitions import BY_DAY, CODE_VERSION, GROUP, ONE_RUN, OWNERS
from core.audit.conservation import Sums, conservation
from core.contracts.tables import DECISIONS, NOTES, SUPERSESSION_EDGES, Table
from core.lake.ledger import Ledger, Reconciled

POOL = "ledger_commit"
CONSERVATION = "conservation"


@dataclass(frozen=True)
class Settled:
    """What a reconciliation did and whether its days add up."""

    reconciled: Reconciled
    sums: Sums


def settle(batch: Batch, days: Sequence[str]) -> Settled:
    """Hand the facts of some days to the fold, commit, and add the days up."""
    ledger = Ledger(batch.lake)
    reconciled = ledger.reconcile(days, batch.rules, batch.run_id, batch.now, batch.progress)
    batch.tally.update({"commits": int(reconciled.committed), "decider_calls": reconciled.questions})
    batch.tally.update({f"new_{word.lower()}": number for word, number in reconciled.operations.items()})
    batch.tally.update({"redecided": reconciled.redecided, "withdrawn": reconciled.withdrawn})
    known, _, _ = ledger.log.known()
    return Settled(reconciled, conservation(batch.lake, days, known))


def _spec(table: Table, maker: str, store: str, description: str) -> dg.AssetSpec:
    """The part of the operation that one of its tables is."""
    return dg.AssetSpec(
        table.name,
        deps=["normalised_facts"],
        group_name=GROUP,
        owners=OWNERS,
        code_version=CODE_VERSION,
        kinds={maker, store},
        description=description,
        metadata=definition_metadata(table),
    )


@dg.multi_asset(
    name="reconcile",
    specs=[
        _spec(DECISIONS, "python", "parquet", "The append-only log of what the fold decided about each fact, and why."),
        _spec(NOTES, "table", "lance", "The note table: every note, current or superseded, with support and validity."),
        _spec(SUPERSESSION_EDGES, "table", "lance", "Which note replaced which, by what operation, and why."),
    ],
    partitions_def=BY_DAY,
    backfill_policy=ONE_RUN,
    pool=POOL,
    check_specs=[
        dg.AssetCheckSpec(
            CONSERVATION,
            asset="notes",
            blocking=True,
            description="Every character is in one chunk, every chunk has one outcome, every candidate one bucket.",
        )
    ],
)
def reconcile(
    context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]
) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    """Fold the days' facts into the ledger, whatever days were there before: the order of runs does not matter."""
    settled = settle(batch, days_of(context, batch))
    done = settled.reconciled
    shared = {
        "commit": done.commit,
        "committed": done.committed,
        "questions": done.questions,
        "redecided": done.redecided,
        "withdrawn": done.withdrawn,
        **counts("operation", done.operations),
    }
    for name in ("decisions", "notes", "supersession_edges"):
        yield dg.MaterializeResult(asset_key=name, metadata={**shared, "dagster/uri": str(batch.lake.root)})
    yield conservation_result(settled.sums)


def conservation_result(sums: Sums) -> dg.AssetCheckResult:
    """Return the sums as an asset check: what was compared, and every difference."""
    return dg.AssetCheckResult(
        check_name=CONSERVATION,
        asset_key="notes",
        passed=not sums.problems,
        severity=dg.AssetCheckSeverity.ERROR,
        description="; ".join(sums.problems[:5]) or "; ".join(sums.lines()),
        metadata={"sums": dg.MetadataValue.md("\n".join(f"- {line}" for line in sums.lines() + sums.problems))},
    )

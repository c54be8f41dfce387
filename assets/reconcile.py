"""decisions, notes and supersession_edges: one operation, because one commit makes them together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

import dagster as dg

from assets.context import Batch
from assets.days import days_of
from assets.keys import COMMIT_POOL, asset_key
from assets.ledger_metadata import ledger_metadata, run_metadata
from assets.metadata import LEDGER_TABLES, definition_metadata, markdown_table
from assets.partitions import BY_DAY, CODE_VERSION, GROUP, ONE_RUN, OWNERS
from assets.run_reports import report_run
from assets.working import over
from core.audit.conservation import Sums, conservation
from core.audit.coverage_files import write_all_views
from core.audit.standing import Standings, standings
from core.contracts.tables import DECISIONS, NOTES, SUPERSESSION_EDGES, Table
from core.deciding.model.decider import ModelDecider
from core.deciding.model.rounds import Rounds
from core.lake.asking import reconcile_asking
from core.lake.ledger import Ledger, Reconciled
from core.lake.replies import LakeReplies
from core.registry import limits_of

BLAST_RADIUS = "blast_radius"
_RETIRED = ("domain", "plan", "would be retired", "by", "reason")
_SHOWN = 50  # rows of a table
CONSERVATION = "conservation"
# A night's run materialises them even when nothing changed: two hours late is a warning, a missed night a failure.
FRESH = dg.FreshnessPolicy.time_window(warn_window=timedelta(hours=26), fail_window=timedelta(hours=48))


@dataclass(frozen=True)
class Settled:
    """What a reconciliation did, whether its days add up, and what the ledger holds of them now."""

    days: Sequence[str]
    reconciled: Reconciled
    sums: Sums
    standings: Standings


def settle(batch: Batch, days: Sequence[str]) -> Settled:
    """Hand the facts of some days to the fold, commit, add the days up, and write the page of the run."""
    ledger = Ledger(batch.lake, limits_of(batch.settings))
    if isinstance(batch.rules.decider, ModelDecider):
        reconciled = _asking(batch, batch.rules.decider, ledger, days)
    else:
        reconciled = ledger.reconcile(days, batch.rules, batch.run_id, batch.now, batch.progress)
    batch.tally.update({"commits": int(reconciled.committed), "decider_calls": reconciled.questions})
    batch.tally.update({f"new_{word.lower()}": number for word, number in reconciled.operations.items()})
    batch.tally.update({"redecided": reconciled.redecided, "withdrawn": reconciled.withdrawn})
    batch.tally["undecided"] = reconciled.undecided
    batch.held.extend(plan.told() for plan in reconciled.held)
    known, _, _ = ledger.log.known()
    write_all_views(batch.lake, days, known)
    sums = conservation(batch.lake, days, known)
    report_run(batch, days, reconciled, sums)
    return Settled(days, reconciled, sums, standings(known.values()))


def _asking(batch: Batch, decider: ModelDecider, ledger: Ledger, days: Sequence[str]) -> Reconciled:
    """Reconcile with a decider that asks a model; without a way to it, by stored replies alone."""
    model = batch.deciding
    limit = None if model is None or model.max_cost is None else model.max_cost - batch.cost
    engine = None if model is None else model.engine
    rounds = Rounds(batch.rules, decider, LakeReplies(batch.lake.root), engine, limit)

    def told(done: int, total: int, cost: float) -> None:
        batch.progress("decisions", done, total, f"{cost:.2f} {model.currency}" if model is not None else "")

    rounds.told, batch.spending = told, rounds.spending
    return reconcile_asking(ledger, days, rounds, batch.run_id, batch.now, batch.progress)


def waiting_line(reconciled: Reconciled) -> str:
    """Return how many facts wait for an answer, as a sentence."""
    return f"{reconciled.undecided} facts wait for a model's answer and are added until the next run has it"


def _spec(table: Table, maker: str, store: str, description: str) -> dg.AssetSpec:
    """The part of the operation that one of its tables is."""
    return dg.AssetSpec(
        asset_key(table.name),
        deps=[asset_key("normalised_facts")],
        group_name=GROUP,
        owners=OWNERS,
        code_version=CODE_VERSION,
        kinds={maker, store},
        description=description,
        metadata=definition_metadata(table),
        freshness_policy=FRESH,
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
    pool=COMMIT_POOL,
    check_specs=[
        dg.AssetCheckSpec(
            CONSERVATION,
            asset=asset_key("notes"),
            blocking=True,
            description="Every character is in one chunk, every chunk has one outcome, every candidate one bucket.",
        ),
        dg.AssetCheckSpec(
            BLAST_RADIUS,
            asset=asset_key("notes"),
            description="No domain is held: no run would retire too many of its notes.",
        ),
    ],
)
def reconcile(
    context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]
) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
    """Fold the days' facts into the ledger, whatever days were there before: the order of runs does not matter."""
    ended = over(context, batch, lambda: days_of(context, batch), settle)
    settled = ended.done
    if settled.reconciled.undecided:
        context.log.warning(waiting_line(settled.reconciled))
    shared = run_metadata(batch, settled.reconciled, ended.seconds, settled.sums.state)
    for table in LEDGER_TABLES:
        key = asset_key(table.name)
        for day in context.partition_keys:
            shown = ledger_metadata(batch, table, day, settled.standings)
            context.add_asset_metadata(shared | shown, asset_key=key, partition_key=day)
        yield dg.MaterializeResult(asset_key=key)
    yield conservation_result(settled.sums)
    yield blast_result(settled.reconciled)


def blast_result(reconciled: Reconciled) -> dg.AssetCheckResult:
    """Return whether a run held a domain, as an asset check: how many notes of which, and what to do."""
    retired = [(plan, one) for plan in reconciled.held for one in plan.retirements]
    rows = [(plan.domain, plan.plan_id, one.text, one.new_text or one.how, one.reason) for plan, one in retired]
    shown = {"retirements": markdown_table(_RETIRED, rows[:_SHOWN])} if rows else {}
    return dg.AssetCheckResult(
        check_name=BLAST_RADIUS,
        asset_key=asset_key("notes"),
        passed=not reconciled.held,
        severity=dg.AssetCheckSeverity.ERROR,
        description="; ".join(plan.told() for plan in reconciled.held) or "no domain is held",
        metadata={"held_domains": len(reconciled.held), "held_retirements": len(rows), **shown},
    )


def conservation_result(sums: Sums) -> dg.AssetCheckResult:
    """Return the sums as an asset check: what was compared, and every difference."""
    return dg.AssetCheckResult(
        check_name=CONSERVATION,
        asset_key=asset_key("notes"),
        passed=not sums.problems,
        severity=dg.AssetCheckSeverity.ERROR,
        description="; ".join(sums.problems[:5]) or "; ".join(sums.lines()),
        metadata={"sums": dg.MetadataValue.md("\n".join(f"- {line}" for line in sums.lines() + sums.problems))},
    )

"""``factledger undo`` and ``redo``: take a report or a day out of the ledger, and let it back in."""

import uuid
from pathlib import Path
from typing import Annotated

import typer

from core.contracts.tables import RAW_REPORTS
from core.errors import FactledgerError
from core.lake.asking import answered_rules
from core.lake.lake import Lake
from core.lake.ledger import Ledger, Reconciled
from core.ledger.fold import Rules
from core.registry import rules_of
from pipelines.lakes import existing

ReportOption = Annotated[str | None, typer.Option(help="Report id, source URL, or path inside the corpus.")]
PartitionOption = Annotated[str | None, typer.Option(help="Day (YYYY-MM-DD).")]
ProfileOption = Annotated[str, typer.Option(help="default, two-phase or conversation; as the lake was made.")]
SettingsOption = Annotated[Path | None, typer.Option("--settings", help="TOML file of settings, as for run.")]
LakeOption = Annotated[Path | None, typer.Option(help="Folder of the lake (default: FACTLEDGER_LAKE or data/lake).")]


def register_undo(app: typer.Typer) -> None:
    """Add the two commands."""
    app.command()(undo)
    app.command()(redo)


def undo(
    report: ReportOption = None,
    partition: PartitionOption = None,
    reason: Annotated[str, typer.Option(help="Kept with the exclusion, for whoever asks later.")] = "",
    lake: LakeOption = None,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
) -> None:
    """Take a report's or a day's facts out of the ledger; notes that they had retired come back."""
    from pipelines.resources import now

    ledger, kind, value = _target(lake, report, partition)
    done = ledger.undo(kind, value, reason, _rules(ledger, settings, profile), str(uuid.uuid4()), now)
    _say(f"undone: {kind} {value}", done)


def redo(
    report: ReportOption = None,
    partition: PartitionOption = None,
    lake: LakeOption = None,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
) -> None:
    """Let the facts of an undone report or day back in."""
    from pipelines.resources import now

    ledger, kind, value = _target(lake, report, partition)
    done = ledger.redo(kind, value, _rules(ledger, settings, profile), str(uuid.uuid4()), now)
    _say(f"redone: {kind} {value}", done)


def _rules(ledger: Ledger, settings: Path | None, profile: str) -> Rules:
    """The rules of the settings; a decider that asks a model finds its stored answers, and asks nobody."""
    from pipelines.resources import settings_from

    return answered_rules(rules_of(settings_from(str(settings or ""), profile)), ledger.lake.root)


def _target(lake: Path | None, report: str | None, partition: str | None) -> tuple[Ledger, str, str]:
    root = existing(lake)
    if (report is None) == (partition is None):
        raise FactledgerError("undo and redo take either --report or --partition.")
    found = Lake(root)
    if partition is not None:
        if partition not in found.days(RAW_REPORTS):
            raise FactledgerError(f"{partition}: no report of the lake belongs to this day. See {root}/raw_reports.")
        return Ledger(found), "partition", partition
    rows = found.read_all(RAW_REPORTS).select("report_id", "source_key", "path").unique().to_dicts()
    ids = {row["report_id"] for row in rows if report in (row["report_id"], row["source_key"], row["path"])}
    if len(ids) != 1:
        raise FactledgerError(f"{report}: names {len(ids)} reports. Give its report_id, source URL or path.")
    return Ledger(found), "report", ids.pop()


def _say(what: str, done: Reconciled) -> None:
    new = sum(done.operations.values())
    typer.echo(
        f"{what}\n{done.withdrawn} facts withdrawn, {new} facts decided, {done.redecided} decided again; "
        + (f"commit {done.commit}." if done.committed else "nothing changed.")
    )
    for plan in done.held:
        typer.echo(plan.told())
    if done.undecided:
        typer.echo(f"{done.undecided} facts wait for a model's answer and are added for now; the next run asks.")

"""The ``factledger`` command. Exit codes: 0 done; 1 done with quarantined or failed items; 2 cannot run."""

import logging
import os
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from assets.context import Progress as Watcher
from core.audit.conservation import conservation
from core.audit.fsck import fsck as check_lake
from core.contracts.tables import RAW_REPORTS
from core.errors import FactledgerError
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.points import instant_of
from core.registry import rules_of
from core.safety.injected import OWN_EXPORT_MARKER
from pipelines import render
from pipelines.commands_batch import register_batch
from pipelines.commands_diff import register_diff
from pipelines.commands_erase import register_erase
from pipelines.commands_eval import register_eval
from pipelines.commands_held import register_held
from pipelines.commands_model import register_model
from pipelines.commands_repair import register_repair
from pipelines.commands_reports import register_reports
from pipelines.commands_review import register_review
from pipelines.commands_show import register_show
from pipelines.commands_trial import register_trial
from pipelines.commands_undo import register_undo
from pipelines.lakes import existing
from pipelines.ledger_view import LedgerView, as_frame

os.environ.setdefault("LANCEDB_LOG", "error")
os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "1")

OK, WITH_ISSUES, CANNOT_RUN = 0, 1, 2

app = typer.Typer(help=__doc__, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
console = Console(soft_wrap=True, highlight=False)

ReportsOption = Annotated[
    Path | None, typer.Option(help="Folder of reports (default: FACTLEDGER_REPORTS or data/reports).")
]
LakeOption = Annotated[Path | None, typer.Option(help="Folder of the lake (default: FACTLEDGER_LAKE or data/lake).")]
ProfileOption = Annotated[str, typer.Option(help="default, two-phase or conversation.")]
SettingsOption = Annotated[Path | None, typer.Option("--settings", help="TOML file of settings.")]
NoteArgument = Annotated[str, typer.Argument(help="A note's id, or its first digits.")]


@app.command()
def run(
    reports: ReportsOption = None,
    lake: LakeOption = None,
    first: Annotated[str | None, typer.Option("--from", help="First day, inclusive (YYYY-MM-DD).")] = None,
    last: Annotated[str | None, typer.Option("--to", help="Last day, inclusive (YYYY-MM-DD).")] = None,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="Stop asking the model at this cost.")] = None,
) -> None:
    """Read the reports and bring the ledger up to date."""
    from pipelines.resources import settings_from
    from pipelines.running import DEFAULT_LAKE, DEFAULT_REPORTS, run_corpus

    _check_days(first, last)
    chosen = settings_from(str(settings or ""), profile)
    with _progress() as show:
        batch = run_corpus(
            reports or DEFAULT_REPORTS, lake or DEFAULT_LAKE, chosen, (first or "", last or ""), show, max_cost
        )
    view = LedgerView(batch.lake)
    known, _, _ = Ledger(batch.lake).log.known()
    sums = conservation(batch.lake, batch.lake.days(RAW_REPORTS), known)
    render.summary(console, view, sums, batch)
    render.model(console, batch)
    render.deciding(console, batch)
    _show_a_chain(view)
    lake_option = "" if lake is None else f" --lake {lake}"
    if batch.report is not None:
        console.print(f"\nWhat this run did, as a page: {render.marked(str(batch.report))}")
    console.print(f"\nThe lake is in [bold]{batch.lake.root}[/bold]. Try next:")
    example = view.longest_chain()[-1]["note_id"] if view.longest_chain() else next(iter(view.notes), "NOTE")
    for command in (f"notes --search CVE{lake_option}", f"history {example}{lake_option}", f"fsck{lake_option}"):
        console.print(f"  factledger {command}")
    issues = sum(sums.quarantined_reports.values()) + sums.failed_chunks + len(sums.problems)
    if issues:
        console.print(
            f"\n{sum(sums.quarantined_reports.values())} files are quarantined and {sums.failed_chunks} chunks failed; "
            f"see {batch.lake.root / 'quarantined_reports'} and chunk_outcomes. (exit code 1)"
        )
    raise typer.Exit(WITH_ISSUES if issues or batch.tally["undecided"] or batch.held else OK)


@app.command()
def notes(
    search: Annotated[str | None, typer.Option(help="Only notes that hold all these words.")] = None,
    domain: Annotated[str | None, typer.Option(help="Only notes of this domain.")] = None,
    retired: Annotated[bool, typer.Option("--all", help="Superseded notes too.")] = False,
    limit: Annotated[int, typer.Option(help="How many to print; the newest are kept.")] = 40,
    json_lines: Annotated[bool, typer.Option("--json", help="One JSON object a line, all columns.")] = False,
    belief: Annotated[
        str | None, typer.Option("--as-of-belief", help="What the ledger held at this time (a day: at its end).")
    ] = None,
    world: Annotated[
        str | None, typer.Option("--as-of-world", help="Only what was so at this time (a day: at its end).")
    ] = None,
    lake: LakeOption = None,
) -> None:
    """List the current notes."""
    view = LedgerView(Lake(existing(lake)), None if belief is None else instant_of(belief))
    found = view.current(domain, search, retired=retired or world is not None)
    if world is not None:
        found = view.held_on(instant_of(world), found)
    if json_lines:
        import polars as pl

        marked = as_frame(found).select(pl.lit(OWN_EXPORT_MARKER).alias("exported_by"), pl.all())
        typer.echo(marked.write_ndjson(), nl=False)
        return
    if not console.is_terminal:
        typer.echo(OWN_EXPORT_MARKER)  # into a file or a pipe: should it come back as a report, it is recognised
    for note in found[-limit:]:
        mark = "" if note["status"] == "current" else f" [{note['status']}]"
        line = f"{note['note_id']}  {render.day(note['asserted_at'])}  {note['domain']}  {note['text']}{mark}"
        console.print(render.plain(line), markup=False)
    console.print(f"{len(found)} notes" + (f", the last {limit} shown" if len(found) > limit else ""))


@app.command()
def history(note: NoteArgument, lake: LakeOption = None) -> None:
    """Show what a note replaced and what replaced it, oldest first, and why."""
    view = _view(lake)
    render.chain(console, view, view.chain(view.note(note)))


@app.command()
def fsck(
    lake: LakeOption = None,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
    quick: Annotated[bool, typer.Option(help="Leave out folding all facts again from nothing.")] = False,
) -> None:
    """Recompute every invariant of a lake and print the content hash of notes and edges."""
    from pipelines.resources import settings_from

    root = existing(lake)
    chosen = settings_from(str(settings or ""), profile)
    found = check_lake(Lake(root), None if quick else rules_of(chosen))
    render.findings(console, found)
    console.print("[red]fsck: problems found[/red]" if found.problems else "fsck: whole")
    raise typer.Exit(WITH_ISSUES if found.problems else OK)


register_show(app)
register_diff(app)
register_undo(app)
register_held(app)
register_erase(app)
register_repair(app)
register_eval(app)
register_model(app)
register_batch(app)
register_reports(app)
register_review(app)
register_trial(app)


def main() -> None:
    """Run the command; known errors are one line and exit code 2, unknown ones a traceback and exit code 2."""
    warnings.filterwarnings("ignore")
    try:
        app()
    except FactledgerError as error:
        Console(stderr=True, soft_wrap=True, highlight=False).print(render.plain(f"factledger: {error}"), markup=False)
        sys.exit(CANNOT_RUN)
    except Exception:  # noqa: BLE001 - an error that nobody foresaw must not end in Python's own exit code 1, "done"
        traceback.print_exc()
        sys.exit(CANNOT_RUN)


def _view(lake: Path | None) -> LedgerView:
    return LedgerView(Lake(existing(lake)))


def _check_days(*days: str | None) -> None:
    from datetime import date

    for day in days:
        try:
            if day is not None and date.fromisoformat(day).isoformat() != day:  # 20260131 is ISO too
                raise ValueError(day)
        except ValueError as error:
            raise FactledgerError(f"{day}: is no day. Write it as YYYY-MM-DD.") from error


def _show_a_chain(view: LedgerView) -> None:
    longest = view.longest_chain()
    if longest:
        console.print("\n[bold]One chain of supersession, with its evidence[/bold]")
        render.chain(console, view, longest)


@contextmanager
def _progress() -> Iterator[Watcher]:
    """Show one bar a stage on a terminal, one line a stage elsewhere."""
    logging.disable(logging.WARNING)
    columns = (
        TextColumn("{task.description:<18}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[detail]}"),
    )
    with Progress(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, TaskID] = {}

        def show(stage: str, done: int, total: int, detail: str = "") -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total, detail="")
            bars.update(tasks[stage], completed=done, total=total, detail=detail)

        yield show
    logging.disable(logging.NOTSET)


if __name__ == "__main__":
    main()

"""``factledger show``: one note with its evidence, or one report with what became of its text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from core.audit.coverage import Coverage
from core.audit.coverage_files import coverages
from core.audit.coverage_page import coverage_page, shares
from core.contracts.tables import RAW_REPORTS
from core.errors import FactledgerError
from core.lake.files import write_atomically
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from pipelines import render
from pipelines.lakes import existing
from pipelines.ledger_view import LedgerView

Row = Mapping[str, Any]
LakeOption = Annotated[Path | None, typer.Option(help="Folder of the lake (default: FACTLEDGER_LAKE or data/lake).")]

_console = Console(soft_wrap=True, highlight=False)


def register_show(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(show)


def show(
    wanted: Annotated[
        str, typer.Argument(metavar="NOTE|REPORT", help="A note's id, or a report's id, source URL or path.")
    ],
    html: Annotated[Path | None, typer.Option(help="Write a report's page to this file instead.")] = None,
    lake: LakeOption = None,
) -> None:
    """Show one note with its evidence in its sentence, or what became of a report's text (its newest revision)."""
    found = Lake(existing(lake))
    report = _report(found, wanted)
    if report is not None:
        coverage = _coverage(found, report)
        if html is None:
            render.coverage(_console, coverage)
            return
        write_atomically(html, coverage_page(coverage).encode())
        typer.echo(f"{html}: {len(coverage.facts)} facts; {shares(coverage)}")
        return
    if html is not None:
        raise FactledgerError(f"{wanted}: is no report of this lake. Give --html a report's id, source URL or path.")
    view = LedgerView(found)
    render.note_card(_console, view, view.note(wanted))


def _report(lake: Lake, wanted: str) -> Row | None:
    """The newest revision of the report that is named so; a revision's own id names that one."""
    names = ("report_id", "revision_id", "source_key", "path")
    rows = lake.read_all(RAW_REPORTS).select(*names, "revision_key", "received_on").to_dicts()
    named = [row for row in rows if wanted in [row[name] for name in names]]
    return max(named, key=lambda row: str(row["revision_key"]), default=None)


def _coverage(lake: Lake, report: Row) -> Coverage:
    known, _, _ = Ledger(lake).log.known()
    found = coverages(lake, report["received_on"], known)
    return next(one for one in found if one.report["revision_id"] == report["revision_id"])

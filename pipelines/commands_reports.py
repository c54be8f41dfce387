"""``factledger reports``: what each report came to, and what it cost."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from core.audit.reports import INCOMPLETE, ReportAccount, accounts_of, failed_chunks, model_rates
from core.contracts.tables import RAW_REPORTS
from core.lake.lake import Lake
from pipelines.lakes import existing

_LEAST_WIDTH = 240  # a path is never folded, not in a log either; the table takes what it needs
_COLUMNS = (
    "day",
    "report",
    "state",
    "chunks by outcome",
    "facts",
    "calls",
    "tokens in",
    "out",
    "cost",
    "cached",
    "rep.",
)
_NUMBERS = _COLUMNS[4:]

LakeOption = Annotated[Path | None, typer.Option(help="Folder of the lake (default: FACTLEDGER_LAKE or data/lake).")]
FirstOption = Annotated[str, typer.Option("--from", help="First day, inclusive (YYYY-MM-DD).")]
LastOption = Annotated[str, typer.Option("--to", help="Last day, inclusive (YYYY-MM-DD).")]


def register_reports(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(reports)


def reports(
    lake: LakeOption = None,
    first: FirstOption = "",
    last: LastOption = "",
    incomplete: Annotated[
        bool, typer.Option("--incomplete", help="Only reports with failed chunks, and why each failed.")
    ] = False,
    json_lines: Annotated[bool, typer.Option("--json", help="One JSON object a line, all columns.")] = False,
) -> None:
    """List the reports: chunks by outcome, complete or not, facts, calls, tokens, cost, stored replies, repairs."""
    from pipelines.render import plain

    found = Lake(existing(lake))
    days = [day for day in found.days(RAW_REPORTS) if first <= day <= (last or "9999-12-31")]
    accounts = [one for one in accounts_of(found, days) if not incomplete or one.state == INCOMPLETE]
    if json_lines:
        for one in accounts:
            typer.echo(json.dumps(one.as_row(), ensure_ascii=False))
        return
    console = Console(width=max(_LEAST_WIDTH, Console().width), highlight=False)
    console.print(_table(accounts))
    for line in totals(accounts):
        console.print(line, markup=False)
    for failed in failed_chunks(found, days) if incomplete else ():
        span = f"characters {failed.char_start} to {failed.char_end}"
        told = f"{failed.path}, {failed.chunk_id}, {span}: {failed.outcome}: {failed.reason}"
        console.print(plain(told), markup=False)
    for rate in model_rates(found, days):
        console.print(
            f"{rate.model}: {rate.failure_rate:.1%} of {rate.chunks} answered chunks broke the contract, "
            f"{rate.mended_rate:.1%} were mended",
            markup=False,
        )


def _table(accounts: Sequence[ReportAccount]) -> Table:
    table = Table(box=box.SIMPLE)
    for name in _COLUMNS:
        table.add_column(name, justify="right" if name in _NUMBERS else "left", overflow="fold")
    for one in accounts:
        table.add_row(*_cells(one))
    return table


def _cells(one: ReportAccount) -> tuple[str, ...]:
    from pipelines.render import marked

    path = one.path if one.revision == 1 else f"{one.path} (revision {one.revision})"
    numbers = (one.facts, one.calls, one.input_tokens, one.output_tokens)
    return (
        one.day,
        marked(path),
        one.state,
        _terms(one.outcomes) or "none yet",
        *(f"{number:,}" for number in numbers),
        f"{one.cost:.4f}",
        str(one.cached),
        str(one.repaired),
    )


def totals(accounts: Sequence[ReportAccount]) -> list[str]:
    """Return the sums over some reports as sentences."""
    outcomes: Counter[str] = sum((one.outcomes for one in accounts), Counter())
    states = Counter(one.state for one in accounts)

    def over(name: str) -> Any:  # noqa: ANN401 - int or float
        return sum(getattr(one, name) for one in accounts)

    return [
        f"{len(accounts)} reports: {_terms(states) or 'none'}; {over('chunks')} chunks: {_terms(outcomes) or 'none'}; "
        f"{over('facts'):,} facts",
        f"{over('calls'):,} calls, {over('cached'):,} chunks from stored replies, {over('repaired'):,} repaired, "
        f"{over('input_tokens'):,} tokens in, {over('output_tokens'):,} out, cost {over('cost'):.4f}",
    ]


def _terms(counts: Counter[str]) -> str:
    return ", ".join(
        f"{number} {name}" for name, number in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    )

"""``factledger shadow`` and ``reextract``: other settings tried out beside the lake before they are used on it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipelines.lakes import existing
from pipelines.model_options import LakeOption, ProfileOption, ReportsOption, places_of, settings_of, shown

if TYPE_CHECKING:
    from core.audit.differences import Differences

CandidateOption = Annotated[Path, typer.Option("--settings", help="TOML file of the settings to try out.")]
LimitOption = Annotated[int, typer.Option(help="How many of each kind to print.")]
CostOption = Annotated[float | None, typer.Option(min=0, help="Stop asking the model at this cost.")]


def register_trial(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(shadow)
    app.command()(reextract)


def shadow(  # noqa: PLR0913 - options of a command
    settings: CandidateOption,
    day: Annotated[str, typer.Option("--day", help="YYYY-MM-DD; empty: the newest day that has reports.")] = "",
    reports: ReportsOption = None,
    lake: LakeOption = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the copy (default: beside the lake).")] = None,
    profile: ProfileOption = "",
    limit: LimitOption = 10,
    max_cost: CostOption = None,
) -> None:
    """Run a day under other settings in a copy of the lake, and say how its notes would differ."""
    from pipelines.shadowing import shadow as run_shadow

    root = existing(lake)
    folder, copy = places_of(reports, root)[0], out or root.with_name(f"{root.name}-shadow")
    batch, found = run_shadow((folder, root, copy), settings_of(settings, profile), day, max_cost=max_cost)
    print_differences(found, limit)
    typer.echo(
        f"{batch.tally['model_calls']} model calls, cost {batch.cost:.4f}. The shadow is in {copy}; "
        f"look around with --lake {copy}."
    )


def print_differences(found: "Differences", limit: int) -> None:
    """Print how two lakes differ: counts, then the first of each kind."""
    typer.echo(
        f"notes: {found.same} the same, {len(found.vanished)} vanished, {len(found.appeared)} appeared, "
        f"{len(found.reworded)} worded otherwise, {len(found.changed)} changed"
    )
    _lines("-", found.vanished, limit)
    _lines("+", found.appeared, limit)
    for old, new in found.reworded[:limit]:
        typer.echo(f"  ~ {shown(old['text'])}\n    {shown(new['text'])}")
    for old, new in found.changed[:limit]:
        parts = [f"{name} {old[name]} → {new[name]}" for name in found.columns[old["note_id"]]]
        typer.echo(f"  ! {old['note_id']} {shown(old['text'])}: {shown('; '.join(parts))}")


def _lines(sign: str, rows: Sequence[Any], limit: int) -> None:
    for row in rows[:limit]:
        typer.echo(f"  {sign} {shown(row['text'])}")
    if len(rows) > limit:
        typer.echo(f"  {sign} and {len(rows) - limit} more")


def reextract(  # noqa: PLR0913 - options of a command
    settings: CandidateOption,
    sample: Annotated[int, typer.Option(min=0, help="Chunks to ask about now; 0: only the price.")] = 0,
    reports: ReportsOption = None,
    lake: LakeOption = None,
    profile: ProfileOption = "",
    limit: LimitOption = 10,
    max_cost: CostOption = None,
) -> None:
    """Price a change of prompt or model over the corpus, and try it on a sample; exit code 1: some gave no answer."""
    from pipelines.commands_model import plan_lines
    from pipelines.models import prices_of
    from pipelines.planning import plan_of
    from pipelines.reextracting import probe

    places, chosen = places_of(reports, lake), settings_of(settings, profile)
    if not sample:
        for line in plan_lines(plan_of(*places, chosen), prices_of(chosen)):
            typer.echo(line)
        return
    found = probe(places, chosen, sample, max_cost)
    for line in plan_lines(found.plan, prices_of(chosen)):
        typer.echo(line)
    gone = sum(len(one.vanished) for _, one in found.changes)
    new = sum(len(one.appeared) for _, one in found.changes)
    reworded = sum(len(one.reworded) for _, one in found.changes)
    typer.echo(
        f"sample of {len(found.sample)} chunks: {found.calls} calls, cost {found.spent:.4f}, {found.failed} without an "
        f"answer; facts: {found.kept} the same, {gone} vanished, {new} appeared, {reworded} worded otherwise"
    )
    for asked, one in found.changes[:limit]:
        typer.echo(f"{asked.day} {shown(asked.path)}")
        for sign, texts in (("-", one.vanished), ("+", one.appeared)):
            for text in texts:
                typer.echo(f"  {sign} {shown(text)}")
        for old, text in one.reworded:
            typer.echo(f"  ~ {shown(old)}\n    {shown(text)}")
    typer.echo(
        f"At this rate all {len(found.plan.asked)} chunks cost {found.expected:.4f}. The replies are kept: "
        f"`factledger run --settings {settings}` asks about the rest."
    )
    raise typer.Exit(1 if found.failed else 0)

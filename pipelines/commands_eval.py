"""``factledger eval``: measure, compare and import gold sets."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from core.evaluate.changes import Change
    from core.evaluate.compare import Comparison, Difference
    from core.evaluate.results import SetResult
    from core.evaluate.systems import Systems

OK, REFUSED = 0, 1

SetOption = Annotated[list[str] | None, typer.Option("--set", help="Only this gold set; may be given again.")]
GoldOption = Annotated[Path | None, typer.Option(help="Folder of gold sets (default: data/gold).")]
OutOption = Annotated[Path, typer.Option(help="Folder that evaluations are written to.")]
Chosen = Annotated[str, typer.Option(help="Name of a registered one; empty: as the settings say.")]
SettingsOption = Annotated[Path | None, typer.Option("--settings", help="TOML file of settings.")]

evaluation_app = typer.Typer(
    help="Measure extraction, filter, time, decisions, safety and evidence on gold sets.", invoke_without_command=True
)
_LEAST_WIDTH = 132  # the table is never folded, not in a log either
console = Console(width=max(_LEAST_WIDTH, Console().width), soft_wrap=True, highlight=False)


def register_eval(app: typer.Typer) -> None:
    """Add ``eval`` with its own commands."""
    app.add_typer(evaluation_app, name="eval")


@evaluation_app.callback()
def evaluate(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    sets: SetOption = None,
    extractor: Chosen = "",
    decider: Chosen = "",
    gold: GoldOption = None,
    out: OutOption = Path("eval"),
    settings: SettingsOption = None,
    baseline: Annotated[bool, typer.Option("--baseline", help="Write what is measured as the new baseline.")] = False,
) -> None:
    """Measure extraction, filter, time, decisions, safety and evidence on gold sets."""
    if context.invoked_subcommand is not None:
        return
    from assets.evaluation import GOLD, Place, evaluate_sets
    from core.evaluate.baseline import held, read_baseline, write_baseline
    from core.evaluate.store import PAGE

    place = Place(gold or GOLD, out)
    started = time.perf_counter()
    found = evaluate_sets(place, _systems(settings, extractor, decider, out), sets or ())
    _print(found.sets)
    if baseline:
        write_baseline(place.gold, found.sets)
        console.print(f"The baseline is written to {place.gold / 'baseline.json'}.")
    known = read_baseline(place.gold)
    misses = [one for result in found.sets for one in held(result, known) if not one.passed]
    for miss in misses:
        more = f" and {len(miss.reasons) - 1} more slices" if len(miss.reasons) > 1 else ""
        console.print(f"worse: {miss.set}/{miss.metric} {miss.reasons[0]}{more}", markup=False)
    total = found.cost
    console.print(
        f"{sum(len(one.items) for one in found.sets)} items in {time.perf_counter() - started:.0f} s, "
        f"{total.calls} model calls, cost {total.cost:.4f}. Report: {out / found.run_id / PAGE}"
    )
    raise typer.Exit(REFUSED if misses else OK)


@evaluation_app.command()
def compare(
    a: Annotated[str, typer.Argument(help="Folder or id of the evaluation that is in use.")],
    b: Annotated[str, typer.Argument(help="Folder or id of the candidate.")],
    out: OutOption = Path("eval"),
    limit: Annotated[int, typer.Option(help="How many changed items to print.")] = 20,
    margin: Annotated[float, typer.Option(help="How much worse B may still turn out to be (see its interval).")] = 0.05,
    judge: Annotated[Path | None, typer.Option(help="TOML file of settings of a model to ask its opinion.")] = None,
) -> None:
    """Compare two evaluations item by item; exit code 0 promotes B, 1 does not."""
    from assets.evaluation import chances
    from core.evaluate.compare import compare as compared
    from core.evaluate.store import read

    found = compared(read(_folder(out, a)), read(_folder(out, b)), chances, margin)
    _print_differences(found.differences)
    for item in found.changes[:limit]:
        mark = {True: "better", False: "worse", None: "changed"}[item.better]
        console.print(f"\n{item.id} ({mark}): {_short(item.text)}", markup=False)
        for sign, units in (("-", item.vanished), ("+", item.appeared)):
            for unit in units:
                console.print(f"  {sign} {_short(unit)}", markup=False)
        for old, new in item.reworded:
            console.print(f"  ~ {_short(old)} → {_short(new)}", markup=False)
    before, after = found.cost
    console.print(
        f"\n{len(found.changes)} items changed; cost {before.cost:.4f} → {after.cost:.4f}, "
        f"calls {before.calls} → {after.calls}."
    )
    for name in found.missing:
        console.print(f"{name}: not evaluated in {found.b}", markup=False)
    if judge is not None:
        _print_opinions(judge, out, found.changes[:limit])
    console.print(_judgement(found))
    raise typer.Exit(REFUSED if found.refusals or found.doubts else OK)


def _print_opinions(settings: Path, out: Path, changes: "Sequence[Change]") -> None:
    """Ask a model which side of each changed item is better, and say how far it agrees with the gold items."""
    from core.evaluate.judging import A_BETTER, B_BETTER, NO_ANSWER, TIE, UNSETTLED
    from core.evaluate.judging import judge as judged
    from pipelines.judges import judge_engine

    said = judged(judge_engine(settings, out), changes)
    counts = said.counts
    console.print(
        f"judge, {len(changes)} changed items in both orders: B better {counts[B_BETTER]}, A better "
        f"{counts[A_BETTER]}, "
        f"tie {counts[TIE]}, not the same in both orders {counts[UNSETTLED]}, no answer {counts[NO_ANSWER]}; "
        f"{said.calls} calls, cost {said.cost:.4f}"
    )
    if said.agreement is None:
        console.print("Its agreement with the gold items cannot be told here.")
    else:
        share, low, high = said.agreement
        console.print(f"It agrees with the gold items on {share:.3f} [{low:.3f}, {high:.3f}] of {said.known}.")
    console.print("The judge decides nothing; the gate is:")


def _judgement(found: "Comparison") -> str:
    if found.refusals:
        return f"refused: {len(found.refusals)} times worse or not evaluated"
    if found.doubts:
        return "\n".join(["not promoted: not shown to be no worse", *(f"  {doubt}" for doubt in found.doubts)])
    return "promoted: no gated metric is worse on any slice"


@evaluation_app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A file of rows or of a tool, or a folder of a tool's files.")],
    format_name: Annotated[
        str,
        typer.Option(
            "--format",
            help="pairs, expressions, timex, facts, injection or labelled (JSON Lines); or a tool's: "
            "brat, webanno, labelstudio-spans, labelstudio-choices, dialogues or timeml.",
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder of the new gold set; its name is the set's.")],
    lang: Annotated[str, typer.Option(help="zh or en, for rows without a lang of their own.")] = "",
    licence: Annotated[str, typer.Option(help="Licence of the rows, for the card.")] = "not stated",
) -> None:
    """Turn rows that you already have into a gold set; bad ones are set aside with a reason (exit code 1)."""
    from core.evaluate.annotated import TOOLS
    from core.evaluate.gold import Card, write_set
    from core.evaluate.importers import FORMATS, import_rows
    from pipelines.imports import rows_in, write_aside

    rows, aside = rows_in(file, format_name)
    name = TOOLS[format_name].format if format_name in TOOLS else format_name
    found = import_rows(name, rows, lang, out.name)
    card = Card(
        name=out.name, kind=FORMATS[name].kind, description=f"Imported as {format_name}.", author="not stated",
        source=file.name, licence=licence, made_on=datetime.now(UTC).date(), counts={},
    )  # fmt: skip
    write_set(out, card, found.items)
    console.print(f"{len(found.items)} items of kind {card.kind} in {out}. Complete its card.toml.")
    aside += found.quarantined
    if path := write_aside(out, aside):
        console.print(f"{len(aside)} rows are quarantined with their reasons in {path}. (exit code 1)")
    raise typer.Exit(REFUSED if aside else OK)


def _systems(settings: Path | None, extractor: str, decider: str, out: Path) -> "Systems":
    """What the options name; replies of a model are kept below the folder of evaluations."""
    from assets.evaluation import systems_of
    from core.settings import changed
    from pipelines.resources import DEFAULT_REPORTS, batch_of, settings_from

    names = {"extract.extractor": extractor, "reconcile.decider": decider}
    chosen = changed(settings_from(str(settings or ""), ""), names)
    return systems_of(batch_of(DEFAULT_REPORTS, out, chosen))


def _print(sets: "Sequence[SetResult]") -> None:
    table = _table("set", "metric", "all (95 %)", "en", "zh", "n")
    for one in sets:
        rows = {(row.metric, row.slice): row for row in one.measured}
        for (metric, slice_name), row in rows.items():
            if slice_name == "all":
                by_language = [rows.get((metric, f"lang={lang}")) for lang in ("en", "zh")]
                cells = [f"{part.value:.3f}" if part else "" for part in by_language]
                whole = f"{row.value:.3f} [{row.low:.3f}, {row.high:.3f}]"
                table.add_row(one.name, metric, whole, *cells, f"{row.n:g}")
        table.add_section()
    console.print(table)


def _print_differences(differences: "Sequence[Difference]") -> None:
    """Every metric that differs over all items, and every slice on which one is worse."""
    table = _table("set", "metric", "slice", "A", "B", "B - A (95 %)", "p", "verdict")
    for one in differences:
        if one.verdict == "worse" or (one.slice == "all" and one.a != one.b):
            change = f"{one.b - one.a:+.3f} [{one.low:+.3f}, {one.high:+.3f}]"
            verdict = one.verdict if one.gated else f"({one.verdict})"
            cells = (one.set, one.metric, one.slice, f"{one.a:.3f}", f"{one.b:.3f}", change, f"{one.p:.4f}", verdict)
            table.add_row(*cells)
    console.print(table if table.row_count else "No metric differs.")


def _table(*names: str) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for name in names:
        table.add_column(name, no_wrap=True)
    return table


def _folder(out: Path, name: str) -> Path:
    return Path(name) if Path(name).is_dir() else out / name


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= 160 else folded[:159] + "…"

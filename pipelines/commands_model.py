"""``factledger plan``, ``batch`` and ``replies``: what a model would be asked, asking it by file, what it has said."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from core.errors import FactledgerError
from core.lake.replies import Held, LakeReplies
from core.planning.batch_files import Imported, batch_line, import_replies, open_pieces
from core.planning.plan import REASONS, Plan, open_questions
from core.planning.prices import Price, Prices
from core.settings import Settings
from core.stages.model_extractor import ModelExtraction
from pipelines.lakes import existing

_WITH_ISSUES = 1
_DAY_SECONDS = 86_400
_SHOWN_BAD = 20

ReportsOption = Annotated[
    Path | None, typer.Option(help="Folder of reports (default: FACTLEDGER_REPORTS or data/reports).")
]
LakeOption = Annotated[Path | None, typer.Option(help="Folder of the lake (default: FACTLEDGER_LAKE or data/lake).")]
ProfileOption = Annotated[str, typer.Option(help="default, two-phase or conversation.")]
SettingsOption = Annotated[Path | None, typer.Option("--settings", help="TOML file of settings.")]
FirstOption = Annotated[str, typer.Option("--from", help="First day, inclusive (YYYY-MM-DD).")]
LastOption = Annotated[str, typer.Option("--to", help="Last day, inclusive (YYYY-MM-DD).")]
FileArgument = Annotated[Path, typer.Argument(help="A file of JSON Lines.")]


def register_model(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(plan)
    app.command()(replies)
    batch = typer.Typer(help="Have the open questions answered by a batch runner, and read its replies.")
    batch.command("export")(export_batch)
    batch.command("import")(import_batch)
    app.add_typer(batch, name="batch")


def plan(  # noqa: PLR0913 - options of a command
    reports: ReportsOption = None,
    lake: LakeOption = None,
    first: FirstOption = "",
    last: LastOption = "",
    profile: ProfileOption = "",
    settings: SettingsOption = None,
    listed: Annotated[bool, typer.Option("--list", help="Name every chunk that would be asked about.")] = False,
) -> None:
    """Say what a run would ask a model, why, and what it would cost; nothing is asked or written."""
    from pipelines.models import prices_of
    from pipelines.planning import plan_of

    chosen = _settings(settings, profile)
    found = plan_of(*_places(reports, lake), chosen, (first, last))
    for line in plan_lines(found, prices_of(chosen)):
        typer.echo(line)
    if listed:
        for one in found.asked:
            typer.echo(f"{one.day}  {one.chunk_id}  {one.why:<15}  {one.input_tokens:>7} tokens  {_plain(one.path)}")


def plan_lines(found: Plan, prices: Prices) -> list[str]:
    """Return a plan as sentences."""
    if found.model is None:
        return [
            f"extractor {found.extractor}: {found.read} chunks to read, {found.answered} up to date",
            "0 model calls, cost 0",
        ]
    price = prices.of(found.model)
    tokens = found.tokens
    reasons = ", ".join(f"{found.reasons[why]} {why}" for why in REASONS if found.reasons[why])
    return [
        f"extractor {found.extractor}, model {found.model}",
        f"{len(found.asked)} chunks to ask about ({reasons or 'none'}), {found.answered} answered already",
        f"{found.calls} calls, about {tokens[0]:,} tokens in and {tokens[1]:,} out "
        "(estimated: 3.6 ASCII characters or 0.7 others a token)",
        *_money(found, price, prices),
    ]


def _money(found: Plan, price: Price | None, prices: Prices) -> list[str]:
    cost, batch, most = found.cost(price), found.batch_cost(price), found.most(price)
    if cost is None or batch is None or most is None:
        return [f"cost unknown: {prices.source} has no price of {found.model}; name one in a file as calls.prices"]
    checked = f", checked {prices.checked_on}" if prices.checked_on else ""
    return [
        f"cost about {cost:.4f} {prices.currency}, about {batch:.4f} by a provider's batch interface, at most "
        f"{most:.4f} if every chunk takes all its {found.max_calls} calls ({prices.source}{checked})"
    ]


def export_batch(  # noqa: PLR0913 - options of a command
    file: FileArgument,
    reports: ReportsOption = None,
    lake: LakeOption = None,
    first: FirstOption = "",
    last: LastOption = "",
    profile: ProfileOption = "",
    settings: SettingsOption = None,
) -> None:
    """Write every open question to a file in the form of OpenAI's batch interface."""
    from core.adapters.providers import provider_row
    from pipelines.planning import outlook

    chosen = _settings(settings, profile)
    row, own = provider_row(_model(chosen))
    with outlook(*_places(reports, lake), chosen, (first, last)) as found:
        extractor, engine = found.batch.extractor, found.engine
        if engine is None or not isinstance(extractor, ModelExtraction):
            raise FactledgerError(f"extract.extractor: {chosen.extract.extractor} asks no model; nothing to export.")
        asked, _ = asyncio.run(open_questions(engine, extractor, found.questions(), found.before))
    lines = {one.key: batch_line(one, own, row.output_limit) for question in asked for one in question.requests}
    try:
        file.write_text("".join(line + "\n" for line in lines.values()), "utf-8")
    except OSError as error:
        raise FactledgerError(f"{file}: cannot be written ({error.strerror}). Choose another file.") from error
    typer.echo(f"{len(lines)} questions about {len(asked)} chunks are in {file}. Have them answered, then:")
    typer.echo("  factledger batch import REPLIES.jsonl")


def import_batch(
    file: FileArgument,
    reports: ReportsOption = None,
    lake: LakeOption = None,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
) -> None:
    """Keep the good replies of a batch runner's output for the next run, and name the bad ones."""
    from pipelines.planning import outlook

    chosen = _settings(settings, profile)
    _model(chosen)
    with outlook(*_places(reports, lake), chosen) as found:
        if found.engine is None:
            raise FactledgerError(f"extract.extractor: {chosen.extract.extractor} asks no model; nothing to import.")
        pieces = dict(open_pieces(found.engine, (question for _, _, question in found.questions())))
        try:
            with file.open(encoding="utf-8", errors="replace") as lines:
                done = asyncio.run(import_replies(found.engine, lines, pieces))
        except OSError as error:
            raise FactledgerError(
                f"{file}: cannot be read ({error.strerror}). Name the batch runner's output."
            ) from error
    _say(file, done)
    raise typer.Exit(_WITH_ISSUES if done.bad else 0)


def _say(file: Path, done: Imported) -> None:
    for line, reason in done.bad[:_SHOWN_BAD]:
        typer.echo(f"{file}, line {line}: {_plain(reason)}")
    if len(done.bad) > _SHOWN_BAD:
        typer.echo(f"and {len(done.bad) - _SHOWN_BAD} more bad lines")
    typer.echo(
        f"{done.kept} replies kept ({done.input_tokens:,} tokens in, {done.output_tokens:,} out), "
        f"{done.known} known already, {len(done.bad)} bad"
    )


def replies(
    lake: LakeOption = None,
    older: Annotated[
        int | None, typer.Option("--prune-older-than", help="Delete replies last written so many days ago or more.")
    ] = None,
) -> None:
    """Count the stored replies of models; with an age, delete the older ones, which would be paid for again."""
    from pipelines.resources import now

    store = LakeReplies(existing(lake))
    if older is not None:
        oldest = now().timestamp() - older * _DAY_SECONDS

        def is_kept(one: Held) -> bool:
            return one.written > oldest

        count, size = store.prune(is_kept)
        typer.echo(f"{count} replies deleted, {size:,} bytes")
    count, size = store.size()
    typer.echo(f"{count} replies in {store.folder}, {size:,} bytes")
    for path in store.damaged():
        typer.echo(f"{path}: is damaged; its question will be asked again")


def _settings(file: Path | None, profile: str) -> Settings:
    from pipelines.resources import settings_from

    return settings_from(str(file or ""), profile)


def _places(reports: Path | None, lake: Path | None) -> tuple[Path, Path]:
    from pipelines.running import DEFAULT_LAKE, DEFAULT_REPORTS

    return reports or DEFAULT_REPORTS, lake or DEFAULT_LAKE


def _model(chosen: Settings) -> str:
    if not chosen.extract.model:
        raise FactledgerError(
            "extract.model: no model is named. Name extractor and model in a file and the file with --settings."
        )
    return chosen.extract.model


def _plain(text: str) -> str:
    from pipelines.render import plain

    return plain(text)

"""``factledger batch``: having the open questions answered by a provider's batches, or by way of files."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from core.errors import FactledgerError
from core.extract.model.calling import Engine
from core.model import ChunkInput
from core.planning.batch_files import Imported, Judge, import_replies, open_pieces
from core.planning.batching import Batching
from core.planning.plan import Asked, open_questions
from core.settings import Settings
from core.stages.model_extractor import ModelExtraction
from pipelines.lakes import existing
from pipelines.model_options import (
    FirstOption,
    LakeOption,
    LastOption,
    ProfileOption,
    ReportsOption,
    SettingsOption,
    named_model,
    places_of,
    settings_of,
    shown,
)

_WITH_ISSUES = 1
_SHOWN_BAD = 20
FileArgument = Annotated[Path, typer.Argument(help="A file of JSON Lines.")]
MaxCostOption = Annotated[
    float | None, typer.Option(min=0, help="Hand in no more questions than may cost this, every reply at full length.")
]


def register_batch(app: typer.Typer) -> None:
    """Add the commands."""
    batch = typer.Typer(help="Have the open questions answered in batches: by a provider, or by way of files.")
    for name, command in (
        ("submit", submit_batch),
        ("status", batch_status),
        ("collect", collect_batches),
        ("cancel", cancel_batches),
        ("export", export_batch),
        ("import", import_batch),
    ):
        batch.command(name)(command)
    app.add_typer(batch, name="batch")


def submit_batch(  # noqa: PLR0913 - options of a command
    reports: ReportsOption = None,
    lake: LakeOption = None,
    first: FirstOption = "",
    last: LastOption = "",
    profile: ProfileOption = "",
    settings: SettingsOption = None,
    max_cost: MaxCostOption = None,
) -> None:
    """Hand every open question in at the provider, at half price; what waits there already is left alone."""
    from assets.batches import requests_of
    from pipelines.models import model_of
    from pipelines.planning import outlook

    chosen = settings_of(settings, profile)
    named_model(chosen)
    where = places_of(reports, lake)
    with outlook(*where, chosen, (first, last)) as found:
        extractor = found.batch.extractor
        if not isinstance(extractor, ModelExtraction):
            raise FactledgerError(_asks_nobody(chosen))
        model = model_of(chosen, where[1], extractor, max_cost)
        if model.batching is None:
            raise FactledgerError(_asks_nobody(chosen))
        questions = requests_of(extractor, ((day, question) for day, _, question in found.questions()))
        done = model.batching.hand_in(model.engine(), questions, max_cost)
    for one in done.batches:
        typer.echo(f"batch {one.name} ({one.batch_id}): {len(one.keys)} questions handed in at {one.where}")
    if not done.batches and done.problem is None:
        typer.echo("no question is open that does not wait for a batch already")
    if done.problem is not None:
        typer.echo(f"not everything was handed in: {shown(done.problem)}")
    raise typer.Exit(_WITH_ISSUES if done.problem is not None else 0)


def batch_status(lake: LakeOption = None, profile: ProfileOption = "", settings: SettingsOption = None) -> None:
    """Say of every batch that is not collected yet how far the provider is."""
    from assets.batches import state_line

    batching, _ = _batching(lake, profile, settings)
    found = batching.states()
    for record, state, problem in found:
        typer.echo(shown(state_line(record, state, problem)))
    if not found:
        typer.echo("no batch is waited for")


def collect_batches(lake: LakeOption = None, profile: ProfileOption = "", settings: SettingsOption = None) -> None:
    """Keep the replies of batches that are over for the next run, and name the bad ones."""
    from assets.batches import ended_line

    batching, engine = _batching(lake, profile, settings)
    done = batching.collect(engine)
    for one in done.batches:
        typer.echo(shown(ended_line(one)))
    for name, problem in done.problems.items():
        typer.echo(shown(f"batch {name}: cannot be asked about ({problem})"))
    waiting = len(batching.records.live())
    typer.echo(f"{len(done.batches)} batches collected, {waiting} waited for")
    raise typer.Exit(_WITH_ISSUES if done.problems or any(one.bad for one in done.batches) else 0)


def cancel_batches(lake: LakeOption = None, profile: ProfileOption = "", settings: SettingsOption = None) -> None:
    """Ask the provider to stop every batch that is not collected yet; what it has answered can be collected."""
    batching, _ = _batching(lake, profile, settings)
    done = batching.cancel()
    for record, problem in done:
        typer.echo(shown(f"batch {record.name} ({record.batch_id}): {problem or 'told to stop'}"))
    typer.echo(f"{sum(1 for _, problem in done if not problem)} batches told to stop; collect what they have answered")
    raise typer.Exit(_WITH_ISSUES if any(problem for _, problem in done) else 0)


def _batching(lake: Path | None, profile: str, settings: Path | None) -> tuple[Batching, Engine]:
    from core.registry import any_extractor_of
    from pipelines.models import model_of

    chosen = settings_of(settings, profile)
    named_model(chosen)
    extractor = any_extractor_of(chosen)
    root = existing(lake)
    model = model_of(chosen, root, extractor) if isinstance(extractor, ModelExtraction) else None
    if model is None or model.batching is None:
        raise FactledgerError(_asks_nobody(chosen))
    return model.batching, model.engine()


def _asks_nobody(chosen: Settings) -> str:
    return f"extract.extractor: {chosen.extract.extractor} asks no model; name the extractor instructor."


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
    from core.adapters.batches import batch_line  # loads the SDKs
    from core.adapters.providers import provider_row
    from pipelines.deciding import decisions_of
    from pipelines.planning import outlook

    chosen, where = settings_of(settings, profile), places_of(reports, lake)
    decisions = decisions_of(where[1], chosen)
    asked: list[Asked] = []
    with outlook(*where, chosen, (first, last)) as found:
        extractor, engine = found.batch.extractor, found.engine
        if engine is not None and isinstance(extractor, ModelExtraction):
            asked, _ = asyncio.run(open_questions(engine, extractor, found.questions(), found.before))
        elif decisions is None:
            raise FactledgerError(f"extract.extractor: {chosen.extract.extractor} asks no model; nothing to export.")
    requests = [request for question in asked for request in question.requests]
    requests += decisions.requests if decisions is not None else []
    lines = {}
    for request in requests:
        row, own = provider_row(request.model)
        lines[request.key] = batch_line(request, own, row, chosen.extract.mode)
    try:
        file.write_text("".join(line + "\n" for line in lines.values()), "utf-8")
    except OSError as error:
        raise FactledgerError(f"{file}: cannot be written ({error.strerror}). Choose another file.") from error
    also = f" and {decisions.questions} decisions" if decisions is not None else ""
    typer.echo(f"{len(lines)} questions about {len(asked)} chunks{also} are in {file}. Have them answered, then:")
    typer.echo("  factledger batch import REPLIES.jsonl")


def import_batch(
    file: FileArgument,
    reports: ReportsOption = None,
    lake: LakeOption = None,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
) -> None:
    """Keep the good replies of a batch runner's output for the next run, and name the bad ones."""
    from pipelines.deciding import decisions_of, judges_of
    from pipelines.models import deciding_model_of
    from pipelines.planning import outlook

    chosen, where = settings_of(settings, profile), places_of(reports, lake)
    decisions, pieces = decisions_of(where[1], chosen), dict[str, ChunkInput | Judge]()
    with outlook(*where, chosen) as found:
        engine = found.engine
        if engine is not None:
            pieces.update(open_pieces(engine, (question for _, _, question in found.questions())))
        if decisions is not None:
            engine = engine or deciding_model_of(chosen, where[1], decisions.decider).engine()
            pieces.update(judges_of(decisions, where[1]))
        if engine is None:
            raise FactledgerError(f"extract.extractor: {chosen.extract.extractor} asks no model; nothing to import.")
        try:
            with file.open(encoding="utf-8", errors="replace") as lines:
                done = asyncio.run(import_replies(engine, lines, pieces))
        except OSError as error:
            raise FactledgerError(
                f"{file}: cannot be read ({error.strerror}). Name the batch runner's output."
            ) from error
    _say(file, done)
    raise typer.Exit(_WITH_ISSUES if done.bad else 0)


def _say(file: Path, done: Imported) -> None:
    for line, reason in done.bad[:_SHOWN_BAD]:
        typer.echo(f"{file}, line {line}: {shown(reason)}")
    if len(done.bad) > _SHOWN_BAD:
        typer.echo(f"and {len(done.bad) - _SHOWN_BAD} more bad lines")
    typer.echo(
        f"{done.kept} replies kept ({done.input_tokens:,} tokens in, {done.output_tokens:,} out), "
        f"{done.known} known already, {len(done.bad)} bad"
    )

"""``factledger rebuild``, ``compact`` and ``explain``: the tables from their log, their size, the road of a fact."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import polars as pl
import typer

from core.contracts.tables import CHUNKS, DROPPED_FACTS, EXTRACTED_FACTS, NORMALISED_FACTS, RAW_REPORTS
from core.errors import FactledgerError
from core.lake.exclusions import read_exclusions
from core.lake.lake import Lake
from core.lake.ledger import KEPT_SECONDS, KEPT_TAGS, Ledger
from pipelines.lakes import existing

_HOUR = 3_600
LakeOption = Annotated[Path | None, typer.Option(help="Folder of the lake (default: FACTLEDGER_LAKE or data/lake).")]


def register_repair(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(rebuild)
    app.command()(compact)
    app.command()(explain)


def rebuild(lake: LakeOption = None) -> None:
    """Make notes and edges again from the decision log alone, and compare."""
    before, after = Ledger(Lake(existing(lake))).rebuild()
    for name, was in before.items():
        typer.echo(f"{name}: {after[name]} " + ("(the same as before)" if after[name] == was else f"(was {was})"))
    if before != after:
        raise typer.Exit(1)


def compact(
    lake: LakeOption = None,
    keep: Annotated[int, typer.Option(min=1, help="How many of the newest commits keep their tag.")] = KEPT_TAGS,
    keep_hours: Annotated[
        float, typer.Option(min=0, help="How long a reader of an older version is left in peace.")
    ] = KEPT_SECONDS / _HOUR,
) -> None:
    """Rewrite the Lance tables in few files and let go of old versions; what they say stays the same.

    A run does so by itself every few dozen commits. As-of questions are answered by the log, not by versions.
    """
    ledger = Ledger(Lake(existing(lake)))
    before = ledger.tables.sizes()
    ledger.compact(keep, keep_hours * _HOUR)
    for name, (size, versions) in ledger.tables.sizes().items():
        was, held = before[name]
        typer.echo(f"{name}: {was:,} → {size:,} bytes, {held} → {versions} versions")


def explain(
    fact: Annotated[str, typer.Argument(help="A fact's id, or words of its text.")], lake: LakeOption = None
) -> None:
    """Print the road that a fact took: report, chunk, extractor, filter, time, decision."""
    found = Lake(existing(lake))
    rows = _matching(found, fact)
    if not rows:
        raise FactledgerError(f"{fact}: no extracted fact has this id or these words.")
    ledger = Ledger(found)
    known, _, _ = ledger.log.known()
    for row in rows[:20]:
        for line in _road(found, row, known.get((row["revision_id"], row["fact_id"]))):
            typer.echo(line)
        typer.echo("")
    if len(rows) > 20:
        typer.echo(f"{len(rows)} facts, the first 20 shown; give an id or more words.")


def _matching(lake: Lake, wanted: str) -> list[dict[str, Any]]:
    facts = lake.read_all(EXTRACTED_FACTS)
    if wanted.startswith("fct_"):
        return facts.filter(pl.col("fact_id").str.starts_with(wanted)).to_dicts()
    words = wanted.casefold().split()
    return [row for row in facts.to_dicts() if all(word in row["text"].casefold() for word in words)]


def _road(lake: Lake, fact: Mapping[str, Any], decided: Any) -> Iterator[str]:  # noqa: ANN401 - a Decided or None
    report = _one(lake.read_all(RAW_REPORTS), "revision_id", fact["revision_id"])
    chunk = _one(lake.read_all(CHUNKS), "chunk_id", fact["chunk_id"])
    yield f"{fact['fact_id']}  {fact['text']}"
    yield f"  report     {report['path']}, revision {report['revision']}, day {report['received_on']}"
    yield f"  chunk      {chunk['ordinal']}, characters {chunk['char_start']} to before {chunk['char_end']}"
    yield f"  extracted  by {fact['extractor']}, importance {fact['importance']}, type {fact['fact_type']}"
    dropped = lake.read_all(DROPPED_FACTS).filter(
        (pl.col("chunk_id") == fact["chunk_id"]) & (pl.col("ordinal") == fact["ordinal"])
    )
    if dropped.height:
        drop = dropped.row(0, named=True)
        yield f"  dropped    {drop['reason']}, rule {drop['rule_id']}, by {drop['source']}"
        return
    key = (pl.col("revision_id") == fact["revision_id"]) & (pl.col("fact_id") == fact["fact_id"])
    kept = lake.read_all(NORMALISED_FACTS).filter(key).row(0, named=True)
    span = kept["evidence"][0]
    yield f"  evidence   characters {span['char_start']} to before {span['char_end']} ({span['match']})"
    yield f"  says       {kept['modality']}, {kept['polarity']}"
    yield f"  asserted   {kept['asserted_at']:%Y-%m-%d}, the {kept['asserted_at_source']}'s date"
    if decided is None:
        out = read_exclusions(lake.root).leaves_out(kept)
        yield "  undone     by a person" if out else "  decision   none yet; run its day"
        return
    verdict = decided.verdict
    yield f"  decision   {verdict.operation}: {verdict.reason}"
    yield f"  note       {decided.note_id or verdict.target_note_id}"


def _one(frame: pl.DataFrame, column: str, value: str) -> dict[str, Any]:
    return frame.filter(pl.col(column) == value).row(0, named=True)

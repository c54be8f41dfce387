"""``factledger erase``: take the text of reports out of a lake, for good, with a certificate."""

import secrets
import uuid
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from core.contracts.tables import RAW_REPORTS
from core.errors import FactledgerError
from core.lake.asking import answered_rules
from core.lake.denied import FOLDER
from core.lake.erasing import Wanted, erase
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.named import revisions_of
from core.registry import rules_of
from pipelines.lakes import existing
from pipelines.model_options import LakeOption, ProfileOption, SettingsOption

_SALT_BYTES = 32


def register_erase(app: typer.Typer) -> None:
    """Add the command."""
    app.command("erase")(erase_command)


def erase_command(  # noqa: PLR0913 - options of a command
    report: Annotated[str | None, typer.Option(help="Report id, source URL, or path inside the corpus.")] = None,
    source: Annotated[str | None, typer.Option(help="Address, host or folder that the reports lie under.")] = None,
    entity: Annotated[str | None, typer.Option(help="A name: every report that holds it goes.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    lake: LakeOption = None,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
) -> None:
    """Erase reports, all that was ever made from them, and every older version of it; nothing brings them back."""
    from pipelines.resources import now, settings_from

    found = Lake(existing(lake))
    ledger = Ledger(found)
    for line in ledger.recover():
        typer.echo(line)
    named = {kind: name for kind, name in (("report", report), ("source", source), ("entity", entity)) if name}
    if len(named) != 1:
        raise FactledgerError("erase takes one of --report, --source and --entity.")
    ((kind, name),) = named.items()
    revisions = revisions_of(found, kind, name)
    if not revisions:
        raise FactledgerError(f"{name}: the lake holds no report of this {kind}; there is nothing to erase.")
    if not yes:
        for path in _paths(found, revisions):
            typer.echo(f"  {path}")
        typer.confirm(f"Erase these {len(revisions)} revisions for ever?", abort=True)
    rules = answered_rules(rules_of(settings_from(str(settings or ""), profile)), found.root)
    wanted = Wanted(kind, name, revisions)
    certificate = erase(ledger, wanted, rules, str(uuid.uuid4()), now, secrets.token_hex(_SALT_BYTES))
    for line in _lines(certificate):
        typer.echo(line)
    typer.echo(f"certificate: {found.root / FOLDER / certificate['erasure']}.json")


def _paths(lake: Lake, revisions: frozenset[str]) -> list[str]:
    rows = lake.read_all(RAW_REPORTS).select("revision_id", "path").rows()
    return sorted({path for revision, path in rows if revision in revisions})


def _lines(certificate: Mapping[str, Any]) -> list[str]:
    counts = certificate["counts"]
    words = ("revisions", "chunks", "facts", "notes", "log_rows", "replies", "batches")
    lines = ["erased: " + ", ".join(f"{counts[word]} {word.replace('_', ' ')}" for word in words)]
    lines.append(f"{counts['decided_again']} decisions about facts of other reports were made again")
    if certificate["providers"]:
        lines.append("these batches at a provider asked about the text; delete them there:")
        lines += [f"  {one}" for one in certificate["providers"]]
    if certificate["runs"]:
        lines.append("Dagster may hold samples of the text in the events of its runs; where it does, delete them:")
        lines += [f"  dagster run delete {one}" for one in certificate["runs"]]
    return lines

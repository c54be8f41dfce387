"""``factledger diff``: two states of the note table side by side, with what made the difference."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from core.lake.asking import answered_rules
from core.lake.lake import Lake
from core.lake.points import NOW, Point, point_of
from core.registry import rules_of
from core.safety.injected import OWN_EXPORT_MARKER
from pipelines.lakes import existing, report_paths
from pipelines.model_options import LakeOption, ProfileOption, SettingsOption, settings_of, shown

if TYPE_CHECKING:
    from core.audit.ledger_diff import Entry, LedgerDiff, Why

_SIGNS = {"added": "+", "changed": "~", "retired": "-", "revived": "↑"}
_SIDE = "A commit (3), a day (2026-03-01), a time (2026-03-01T12:00Z), now, or the folder of another lake."
Paths = Mapping[str, str]  # of reports, by id


def register_diff(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(diff)


def diff(  # noqa: PLR0913 - options of a command
    a: Annotated[str, typer.Argument(metavar="A", help=_SIDE)],
    b: Annotated[str, typer.Argument(metavar="B", help="The same; now when left out.")] = NOW,
    lake: LakeOption = None,
    domain: Annotated[str | None, typer.Option(help="Only notes of this domain.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="How many of each kind to print; 0: counts alone.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    profile: ProfileOption = "",
    settings: SettingsOption = None,
) -> None:
    """Show which notes were added, changed, retired and revived between two states of the table, and why."""
    from core.audit.ledger_diff import ledger_diff

    found = Lake(existing(lake))

    def rules() -> Any:  # noqa: ANN401 - Rules; a day is folded by them, nothing else needs them
        return answered_rules(rules_of(settings_of(settings, profile)), found.root)

    told = ledger_diff(point_of(found, a, rules), point_of(found, b, rules), domain)
    paths = {**report_paths(told.a.lake), **report_paths(told.b.lake)}
    if as_json:
        typer.echo(json.dumps(_document(told, limit, paths), ensure_ascii=False, default=_plain_value))
        return
    typer.echo(OWN_EXPORT_MARKER)  # should it come back as a report, it is recognised
    for line in _lines(told, limit, paths):
        typer.echo(shown(line))


def _lines(told: "LedgerDiff", limit: int, paths: Paths) -> list[str]:
    lines = [f"{name}: {point.name}" for name, point in (("A", told.a), ("B", told.b))]
    lines += [f"note: {warning}" for point in (told.a, told.b) for warning in point.warnings]
    before, after = told.current
    counts = ", ".join(f"{count} {kind}" for kind, count in told.counts.items())
    lines.append(f"notes: {before} → {after} current; {counts}, {told.same} the same")
    for kind, sign in _SIGNS.items():
        entries = [entry for entry in told.entries if entry.kind == kind]
        for entry in entries[:limit]:
            lines += _entry_lines(entry, sign, paths)
        if len(entries) > limit:
            lines.append(f"  {sign} and {len(entries) - limit} more {kind}")
    return lines


def _entry_lines(entry: "Entry", sign: str, paths: Paths) -> list[str]:
    note, (was, now) = entry.note, entry.status
    lines = [
        f"  {sign} {note['note_id']}  {note['domain']}  {note['text']}" + ("" if was == now else f" [{was} → {now}]")
    ]
    if entry.successor is not None:
        lines.append(f"      superseded by: {entry.successor}")
    for name, (old, new) in entry.columns.items():
        if name != "superseded_by" or entry.kind == "changed":
            lines.append(f"      {name}: {_cell(old)} → {_cell(new)}")
    return [*lines, *(f"      {why.told()} ({_source(why, paths)})" for why in entry.why)]


def _source(why: "Why", paths: Paths) -> str:
    return f"{paths.get(why.report_id, why.report_id)}, day {why.partition}"


def _document(told: "LedgerDiff", limit: int, paths: Paths) -> dict[str, Any]:
    kept = [[entry for entry in told.entries if entry.kind == kind][:limit] for kind in _SIGNS]
    return {
        "exported_by": OWN_EXPORT_MARKER,
        "a": _side(told.a, told.current[0]),
        "b": _side(told.b, told.current[1]),
        "counts": {**told.counts, "same": told.same},
        "left_out": len(told.entries) - sum(map(len, kept)),
        "entries": [_entry_object(entry, paths) for entries in kept for entry in entries],
    }


def _side(point: Point, current: int) -> dict[str, Any]:
    return {
        "name": point.name,
        "lake": str(point.lake.root),
        "commit": point.commit,
        "day": point.day,
        "current": current,
        "warnings": list(point.warnings),
    }


def _entry_object(entry: "Entry", paths: Paths) -> dict[str, Any]:
    return {
        "kind": entry.kind,
        "note_id": entry.note["note_id"],
        "domain": entry.note["domain"],
        "text": entry.note["text"],
        "status": {"a": entry.status[0], "b": entry.status[1]},
        "successor": entry.successor,
        "columns": {name: {"a": old, "b": new} for name, (old, new) in entry.columns.items()},
        "why": [
            {
                "what": why.what,
                "reason": why.reason,
                "report_id": why.report_id,
                "path": paths.get(why.report_id),
                "day": why.partition,
            }
            for why in entry.why
        ],
    }


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return value.date().isoformat() if isinstance(value, datetime) else str(value)


def _plain_value(value: object) -> str:
    assert isinstance(value, datetime)  # nothing else in these columns is strange to JSON
    return value.isoformat()

"""What the UI shows of a day of the three tables that one commit makes."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from assets.context import Batch
from assets.metadata import LEDGER_TABLES, counts, definition_metadata, sample_rows
from assets.run_reports import day_links, report_metadata
from core.audit.standing import Standing, Standings
from core.contracts.tables import DECISIONS, Table
from core.lake.ledger import Reconciled


def run_metadata(batch: Batch, done: Reconciled, seconds: float, state: str) -> dict[str, Any]:
    """Return what a commit did, the same for all of its tables and days."""
    return {
        "state": state,
        "commit": done.commit,
        "committed": done.committed,
        "questions": done.questions,
        "redecided": done.redecided,
        "withdrawn": done.withdrawn,
        "held_domains": len(done.held),
        **counts("new", done.operations),
        **counts("seconds", {"stage": seconds}),
        **deciding_counts(batch, done),
        **report_metadata(batch),
    }


def deciding_counts(batch: Batch, reconciled: Reconciled) -> dict[str, float]:
    """Return what deciding asked of a model, for a run's metadata: nothing when the decider asks none."""
    if batch.spending is None:
        return {}
    spent = batch.spending
    counted = {
        "model_calls": spent.summary.calls,
        "cached": spent.summary.cached,
        "questions": spent.questions,
        "wasted": spent.wasted,
        "rounds": spent.rounds,
        "input_tokens": spent.summary.input_tokens,
        "output_tokens": spent.summary.output_tokens,
        "cost": round(spent.summary.cost, 6),
        "undecided": reconciled.undecided,
    }
    return counts("decider", counted)


def ledger_metadata(batch: Batch, table: Table, day: str, found: Standings) -> dict[str, Any]:
    """Return what one of the three tables holds of a day."""
    one = found.of(day)
    shown = _SHOWN[table.name](one, found)
    folder = batch.lake.root / (table.name if table is DECISIONS else f"{table.name}.lance")
    return {**definition_metadata(table), "dagster/uri": str(folder), **day_links(batch, day, made=False), **shown}


def _decisions(day: Standing, whole: Standings) -> dict[str, Any]:
    return {
        **_rows(len(day.decisions), whole.decisions),
        **counts("operation", day.operations),
        **counts("mark", day.marks),
        **counts("decided_by", day.deciders),
        **_sample(("domain", "operation", "text", "reason"), day.decisions),
    }


def _notes(day: Standing, whole: Standings) -> dict[str, Any]:
    rows = [(one.domain, one.status, one.text, one.note_id) for one in day.founded]
    return {
        **_rows(len(rows), whole.notes),
        "current_notes": whole.current,
        **counts("status", Counter(one.status for one in day.founded)),
        **counts("operation", day.operations),
        **_sample(("domain", "status", "text", "note"), rows),
    }


def _edges(day: Standing, whole: Standings) -> dict[str, Any]:
    rows = [(one.domain, one.operation, one.old_text, one.new_text, one.reason) for one in day.retired]
    return {
        **_rows(len(rows), whole.edges),
        **counts("operation", Counter(one.operation for one in day.retired)),
        **_sample(("domain", "operation", "replaced", "by", "reason"), rows),
    }


_SHOWN = dict(zip((table.name for table in LEDGER_TABLES), (_decisions, _notes, _edges), strict=True))


def _rows(of_day: int, of_all: int) -> Mapping[str, int]:
    return {"dagster/partition_row_count": of_day, "dagster/row_count": of_all}


def _sample(columns: tuple[str, ...], rows: list[Any]) -> dict[str, Any]:
    return {"sample": sample_rows(columns, rows)} if rows else {}

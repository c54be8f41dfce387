"""durable_facts → normalised_facts: evidence, entities, statement, time, and the place in the canonical order."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from core.entities.finder import cached_entities
from core.ledger.assertions import order_key
from core.model import Anchor
from core.stages.evidence import Grounds, evidence_of, evidence_rows
from core.stages.ground import Ground
from core.stages.rows import Row, anchor_of
from core.stages.sources import source_seqs, source_turns
from core.statements.analyse import analyse
from core.temporal.resolver import resolve
from core.temporal.validity import validity


def normalise_facts(
    facts: Iterable[Row], reports: Mapping[str, Row], chunks: Mapping[str, Row]
) -> list[dict[str, Any]]:
    """Return the normalised_facts rows of durable_facts rows.

    Args:
        facts: durable_facts rows.
        reports: raw_reports rows by revision_id.
        chunks: chunks rows by chunk_id.
    """
    grounds = Grounds(reports, chunks)
    rows = [_normalised(fact, grounds.of(fact)) for fact in facts]
    several = _multi_valued(rows)
    for row in rows:
        row["multi_valued"] = _slot_of(row) in several
    return rows


def _normalised(fact: Row, ground: Ground) -> dict[str, Any]:
    report, chunk = ground.report, ground.chunk
    located = evidence_of(fact, ground)
    seqs = source_seqs(fact, located, ground)
    inside = ground.messages.touched(ground.low, ground.high)
    segments = located.segments if located is not None else [one for one in inside if one.seq in seqs]
    anchor = anchor_of(report, segments)
    statement = analyse(fact["text"], fact["language"])
    temporals = resolve(fact["text"], anchor)
    valid = validity(fact["text"], temporals, anchor)
    asserted_at, asserted_source = _asserted(report, anchor)
    return {
        **fact,
        "source_seqs": seqs,
        "source_turns": source_turns(seqs, located, ground),
        "domain": report["domain"],
        "partition": report["received_on"],
        "evidence": evidence_rows(fact, located, report),
        "entities": [asdict(entity) for entity in cached_entities(fact["text"])],
        "statement": asdict(statement),
        "polarity": statement.polarity,
        "modality": statement.modality,
        "holder": statement.holder,
        "temporal": [asdict(temporal) for temporal in temporals],
        "valid_from": valid.valid_from,
        "valid_to": valid.valid_to,
        "valid_precision": valid.valid_precision,
        "asserted_at": asserted_at,
        "asserted_at_source": asserted_source,
        "multi_valued": False,
        "order_key": order_key(
            asserted_at, report["report_id"], report["revision_key"], chunk["ordinal"], fact["ordinal"]
        ),
    }


def _asserted(report: Row, anchor: Anchor | None) -> tuple[datetime, str]:
    if anchor is not None:
        return anchor.at.astimezone(UTC), anchor.source
    return datetime.fromisoformat(report["received_on"]).replace(tzinfo=UTC), "partition"


def _slot_of(row: Row) -> tuple[str, str, str]:
    statement: Mapping[str, str] = row["statement"]
    return row["revision_id"], statement["subject"], statement["slot"]


def _multi_valued(rows: Iterable[Row]) -> set[tuple[str, str, str]]:
    """Subjects and slots to which one revision gives several values: none of them may retire another."""
    values: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in rows:
        statement: Mapping[str, str] = row["statement"]
        if statement["slot"] and not statement["ends"]:  # an ending is no second value
            values[_slot_of(row)].add(statement["value"])
    return {slot for slot, found in values.items() if len(found) > 1}

"""durable_facts → normalised_facts: evidence, entities, statement, time, and the place in the canonical order."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from core.entities.finder import cached_entities
from core.errors import ContractError
from core.ledger.assertions import order_key
from core.model import Anchor, Precision, Segment
from core.stages.evidence import locate
from core.stages.rows import Row, evidence_segments, published_of, segments_of
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
    rows = [_normalised(fact, reports[fact["revision_id"]], chunks[fact["chunk_id"]]) for fact in facts]
    several = _multi_valued(rows)
    for row in rows:
        row["multi_valued"] = _slot_of(row) in several
    return rows


def _normalised(fact: Row, report: Row, chunk: Row) -> dict[str, Any]:
    found = locate(fact, report, chunk)
    if found is None:
        raise ContractError(
            f"durable_facts: {fact['fact_id']} has no evidence in {fact['chunk_id']}, though the filter let it "
            "through. The tables come from different runs; run the day again from durable_facts."
        )
    start, end, match = found
    segments = evidence_segments(segments_of(report), start, end)
    anchor = anchor_of(report, segments)
    statement = analyse(fact["text"], fact["language"])
    temporals = resolve(fact["text"], anchor)
    valid = validity(fact["text"], temporals, anchor)
    asserted_at, asserted_source = _asserted(report, anchor)
    return {
        **fact,
        "source_seqs": list(fact["source_seqs"]) or [segment.seq for segment in segments][:6],
        "domain": report["domain"],
        "partition": report["received_on"],
        "evidence": [_evidence(report, start, end, match)],
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


def _evidence(report: Row, start: int, end: int, match: str) -> dict[str, Any]:
    quote = report["text"][start:end]
    return {
        "revision_id": report["revision_id"],
        "char_start": start,
        "char_end": end,
        "quote": quote,
        "match": match,
    }


def anchor_of(report: Row, segments: Sequence[Segment]) -> Anchor | None:
    """Return what relative time in a report may be resolved against: the message's own date, else the document's.

    An undated report has none: the day it was dropped or seen is never one.
    """
    for segment in segments:
        if segment.sent_at is not None:
            return Anchor(segment.sent_at, Precision.SECOND, "message")
    published = published_of(report)
    if published is None:
        return None
    return Anchor(published, Precision(report["published_precision"]), "document")


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

"""One gold text through extraction and filter, as a run would take it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from core import ids
from core.evaluate.results import Cost
from core.evaluate.systems import Systems
from core.model import Segment
from core.safety.guard import injection_masks
from core.stages.durable import filter_facts
from core.stages.extracting import ExtractedRows, extract_one, question
from core.stages.rows import chunk_of, offset_minutes, segment_row

_MERGED, _REJECTED = frozenset(("duplicate",)), frozenset(("unsupported", "role"))


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and what is known around it. With a role or speaker it is one message of a transcript."""

    key: str  # a source key of its own
    text: str
    language: str
    title: str | None = None
    heading: str | None = None
    published: datetime | None = None
    speaker: str | None = None
    role: str | None = None


@dataclass
class Proposed:
    """What came of a passage: kept facts, and the lost ones by where they were lost."""

    kept: list[dict[str, Any]] = field(default_factory=list)
    filtered: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    cost: Cost = field(default_factory=Cost)


def propose(passage: Passage, systems: Systems) -> Proposed:
    """Return the facts of a passage as extraction and filter leave them."""
    report = report_row(passage)
    chunk = chunk_row(report, passage.heading)
    context = {"include_assistant": str(systems.settings.extract.include_assistant).lower()}
    rows = ExtractedRows()
    asked = question(report, chunk["chunk_id"], chunk_of(chunk), systems.extractor, context)
    extract_one(asked, systems.extractor, rows)
    revision, chunk_id = report["revision_id"], chunk["chunk_id"]
    kept, dropped = filter_facts(rows.facts, {revision: report}, {chunk_id: chunk}, systems.settings)
    found = Proposed(kept=kept, rejected=[row["raw"] for row in rows.rejected])
    for row in dropped:
        bucket = found.filtered
        if row["source"] in _MERGED:
            bucket = found.merged
        elif row["source"] in _REJECTED:
            bucket = found.rejected
        bucket.append(row["text"])
    (outcome,) = rows.outcomes
    asked_model = outcome["model"] is not None and not outcome["cached"]
    found.cost = Cost(
        outcome["attempts"] if asked_model else 0, outcome["input_tokens"], outcome["output_tokens"], outcome["cost"]
    )
    return found


def report_row(passage: Passage) -> dict[str, Any]:
    """Return a passage as a raw_reports row, masked as intake would."""
    text, published = passage.text, passage.published
    is_message = passage.role is not None or passage.speaker is not None
    segment = Segment(1, 1, passage.role or "user", passage.speaker, published, 0, len(text))
    report = ids.report_id(passage.key)
    masks = injection_masks(text, transcript=is_message)
    return {
        "report_id": report,
        "revision_id": ids.revision_id(report, text),
        "revision_key": "1",
        "domain": "default",
        "title": passage.title,
        "language": passage.language,
        "text": text,
        "published_at": published,
        "published_offset_minutes": offset_minutes(published),
        "published_precision": "day" if published else None,
        "received_on": published.date().isoformat() if published else "2000-01-01",
        "segments": [segment_row(segment)] if is_message else [],
        "masks": [{"char_start": m.char_start, "char_end": m.char_end, "reason": m.reason} for m in masks],
    }


def chunk_row(report: dict[str, Any], heading: str | None = None) -> dict[str, Any]:
    """Return the one chunk of such a report."""
    size = len(report["text"])
    return {
        "chunk_id": ids.chunk_id(report["revision_id"], 0, size),
        "revision_id": report["revision_id"],
        "ordinal": 0,
        "char_start": 0,
        "char_end": size,
        "heading_path": [heading] if heading else [],
        "segment_seqs": [row["seq"] for row in report["segments"]],
        "oversized_sentence": False,
    }

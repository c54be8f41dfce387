"""Gold texts through extraction and filter, as a run would take it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from core import ids
from core.evaluate.results import Cost
from core.evaluate.systems import Systems
from core.model import Extraction, Segment
from core.safety.guard import injection_masks
from core.stages.durable import filter_facts
from core.stages.extracting import ExtractedRows, Question, add_rows, question
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


def propose(passages: Sequence[Passage], systems: Systems) -> list[Proposed]:
    """Return what each passage gives, as extraction and filter leave it; the extractor is asked about all at once."""
    context = {"include_assistant": str(systems.settings.extract.include_assistant).lower()}
    shown = []
    for passage in passages:
        report = report_row(passage)
        chunk = chunk_row(report, passage.heading)
        asked = question(report, chunk["chunk_id"], chunk_of(chunk), systems.extractor, context)
        shown.append((report, chunk, asked))
    answers = systems.answer([asked for _, _, asked in shown])
    return [_filtered(report, chunk, asked, answers, systems) for report, chunk, asked in shown]


def _filtered(
    report: dict[str, Any],
    chunk: dict[str, Any],
    asked: Question,
    answers: Mapping[str, Extraction],
    systems: Systems,
) -> Proposed:
    rows, chunk_id = ExtractedRows(), chunk["chunk_id"]
    answer = answers.get(chunk_id) or Extraction("failed_provider", reason="not asked", attempts=0)
    add_rows(rows, asked, answer, systems.extractor)
    kept, dropped = filter_facts(rows.facts, {report["revision_id"]: report}, {chunk_id: chunk}, systems.settings)
    found = Proposed(kept=kept, rejected=[row["raw"] for row in rows.rejected])
    for row in dropped:
        bucket = found.filtered
        if row["source"] in _MERGED:
            bucket = found.merged
        elif row["source"] in _REJECTED:
            bucket = found.rejected
        bucket.append(row["text"])
    (outcome,) = rows.outcomes
    calls = outcome["attempts"] if outcome["model"] is not None and not outcome["cached"] else 0
    found.cost = Cost(calls, outcome["input_tokens"], outcome["output_tokens"], outcome["cost"])
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

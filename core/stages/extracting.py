"""chunks → extracted_facts: ask the extractor once per chunk, account for every chunk and item."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from core import ids
from core.extract.contract import Extractor
from core.model import Chunk, ChunkInput, Extraction
from core.stages.model_extractor import ModelExtraction
from core.stages.rows import Row, masks_of, published_of, segments_of

_MASKED_SHARE = 0.5  # a chunk of which the larger part is attack or injected context is quarantined


# Outcomes that the next run asks about again. A refusal and a reply that is too long would be the same again.
ASKED_AGAIN = ("failed_provider", "failed_contract")
WAITING = "batch: waiting for "  # how the reason of a chunk begins whose question is at the provider


class Named(Protocol):
    """What a row says of its extractor."""

    @property
    def name(self) -> str:
        """The name that settings know it by."""

    @property
    def version(self) -> str:
        """Changes whenever its answers may."""


@dataclass(frozen=True, slots=True)
class Question:
    """One chunk as it is put to an extractor, and the key of the answer: everything it may depend on.

    The key is None when a model is to be asked and nothing of the chunk may give a fact.
    """

    chunk: ChunkInput
    report_id: str
    revision_id: str
    reply_key: str | None


@dataclass
class ExtractedRows:
    """Rows of the three tables that extraction writes."""

    facts: list[dict[str, Any]] = field(default_factory=list)
    outcomes: list[dict[str, Any]] = field(default_factory=list)
    rejected: list[dict[str, Any]] = field(default_factory=list)


def question(
    report: Row, chunk_id: str, chunk: Chunk, extractor: Extractor | ModelExtraction, context: Mapping[str, str]
) -> Question:
    """Return the question that a chunk of a raw_reports row puts to an extractor."""
    asked = ChunkInput(
        chunk_id=chunk_id,
        report_text=report["text"],
        chunk=chunk,
        masks=masks_of(report),
        segments=segments_of(report),
        title=report["title"],
        language=report["language"],
        published=published_of(report),
        context=context,
    )
    if isinstance(extractor, ModelExtraction):
        key = None if quarantine_reason(asked) else extractor.reply_key(extractor.requests(asked))
    else:
        key = _reply_key(asked, extractor)
    return Question(asked, report["report_id"], report["revision_id"], key)


def _reply_key(asked: ChunkInput, extractor: Named) -> str:
    """Content of the question: extractor, version, and what it is shown of the chunk and its report."""
    shown = {
        "masks": [[m.char_start, m.char_end, m.reason] for m in asked.masks],
        "segments": [[s.seq, s.role, s.speaker, s.char_start, s.char_end] for s in asked.segments],
        "headings": asked.chunk.heading_path,
        "span": [asked.chunk.char_start, asked.chunk.char_end],
        "title": asked.title,
        "language": asked.language,
        "published": asked.published.isoformat() if asked.published else None,
        "context": dict(asked.context),
    }
    return ids.content_id(
        "rpl_", extractor.name, extractor.version, asked.report_text, json.dumps(shown, sort_keys=True)
    )


def quarantine_reason(asked: ChunkInput) -> str | None:
    """Return why a chunk is not shown to any extractor: most of it is attack or injected context."""
    start, end = asked.chunk.char_start, asked.chunk.char_end
    hidden, reached = 0, start
    for mask in sorted(asked.masks, key=lambda mask: mask.char_start):
        low, high = max(mask.char_start, reached), min(mask.char_end, end)
        hidden += max(0, high - low)
        reached = max(reached, high)
    visible_text = end - start
    if visible_text and hidden / visible_text > _MASKED_SHARE:
        reasons = {mask.reason for mask in asked.masks if mask.char_start < end and mask.char_end > start}
        return ", ".join(sorted(reasons))
    return None


def extract_one(asked: Question, extractor: Extractor, rows: ExtractedRows, seconds: float = 0.0) -> None:
    """Put one question to the extractor (or quarantine it) and add its rows."""
    add_rows(rows, asked, quarantined(asked.chunk) or extractor.extract(asked.chunk), extractor, seconds)


def quarantined(asked: ChunkInput) -> Extraction | None:
    """Return how a chunk ends that no extractor is shown; None when it may be shown."""
    reason = quarantine_reason(asked)
    return Extraction("quarantined", reason=reason, attempts=0) if reason else None


def add_rows(rows: ExtractedRows, asked: Question, found: Extraction, extractor: Named, seconds: float = 0.0) -> None:
    """Add the rows of one extraction: its facts, its outcome, its rejected items."""
    signature = f"{extractor.name}/{extractor.version}"
    usage = found.usage
    shared = {"chunk_id": asked.chunk.chunk_id, "revision_id": asked.revision_id}
    for ordinal, fact in enumerate(found.facts):
        rows.facts.append(
            {
                **shared,
                "fact_id": ids.fact_id(asked.report_id, fact.text),
                "report_id": asked.report_id,
                "ordinal": ordinal,
                "text": fact.text,
                "importance": fact.importance,
                "tags": list(fact.tags),
                "fact_type": fact.fact_type,
                "source_seqs": list(fact.source_seqs),
                "quote": fact.quote,
                "quote_start": fact.quote_start,
                "language": fact.language,
                "extractor": signature,
                "reply_key": asked.reply_key,
            }
        )
    for item, (reason, raw) in enumerate(found.invalid_items):
        rows.rejected.append({**shared, "item": item, "reason": reason, "raw": raw})
    rows.outcomes.append(
        {
            **shared,
            "outcome": found.outcome,
            "reason": found.reason,
            "attempts": found.attempts,
            "n_candidates": len(found.facts) + len(found.invalid_items),
            "n_invalid_items": len(found.invalid_items),
            "model": usage.model if usage else None,
            "extractor": extractor.name,
            "extractor_version": extractor.version,
            "prompt_version": usage.prompt_version if usage else None,
            "reply_key": asked.reply_key,
            "input_tokens": usage.input_tokens if usage else 0,
            "output_tokens": usage.output_tokens if usage else 0,
            "cached": usage.cached if usage else False,
            "cost": usage.cost if usage else 0.0,
            "seconds": seconds,
        }
    )

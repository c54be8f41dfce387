"""Rows of the stage tables, small and whole, for tests of one stage alone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from core import ids
from core.model import CandidateFact, ChunkInput, Extraction

Row = dict[str, Any]


def segment(seq: int, role: str, char_start: int, char_end: int, sent_at: datetime | None = None) -> Row:
    """A message of a transcript, as a struct of raw_reports."""
    offset = sent_at.utcoffset() if sent_at else None
    return {
        "seq": seq,
        "raw_index": seq,
        "role": role,
        "speaker": role.title(),
        "sent_at": sent_at,
        "utc_offset_minutes": int(offset.total_seconds() // 60) if offset is not None else None,
        "char_start": char_start,
        "char_end": char_end,
    }


def transcript(*messages: tuple[str, str, datetime | None]) -> tuple[str, list[Row]]:
    """The text of a transcript and its segments, out of (role, words, time)."""
    text, segments = "", []
    for seq, (role, words, sent_at) in enumerate(messages, start=1):
        text += f"{role}: "
        segments.append(segment(seq, role, len(text), len(text) + len(words), sent_at))
        text += words + "\n"
    return text, segments


def report_row(text: str, *, published: datetime | None = None, name: str = "d/a.md", **columns: Any) -> Row:
    """A raw_reports row."""
    report = ids.report_id(name)
    offset = published.utcoffset() if published else None
    row: Row = {
        "report_id": report, "revision_id": ids.revision_id(report, text), "revision": 1, "source_key": name,
        "path": name, "domain": "d", "title": None, "language": "en", "media_type": "text/markdown",
        "published_at": published,
        "published_offset_minutes": int(offset.total_seconds() // 60) if offset is not None else None,
        "published_precision": "day" if published else None,
        "published_source": "metadata" if published else "none", "published_start": None, "published_end": None,
        "received_on": "2026-05-06", "received_source": "folder", "revision_key": "2026-05-06.0000.rev",
        "source_url": None, "author": None, "tlp": None, "content_sha256": "0" * 64, "n_chars": len(text),
        "text": text, "segments": [], "masks": [],
    }  # fmt: skip
    return row | columns


def chunk_row(report: Row, start: int = 0, end: int | None = None, ordinal: int = 0) -> Row:
    """A chunks row that covers a span of a report, all of it by default."""
    stop = len(report["text"]) if end is None else end
    return {
        "chunk_id": ids.chunk_id(report["revision_id"], start, stop),
        "revision_id": report["revision_id"],
        "ordinal": ordinal,
        "char_start": start,
        "char_end": stop,
        "heading_path": [],
        "segment_seqs": [one["seq"] for one in report["segments"]],
        "n_chars": stop - start,
        "oversized_sentence": False,
    }


def fact_row(report: Row, chunk: Row, text: str, ordinal: int = 0, **columns: Any) -> Row:
    """An extracted_facts row whose quote is its text."""
    row: Row = {
        "fact_id": ids.fact_id(report["report_id"], text), "chunk_id": chunk["chunk_id"],
        "report_id": report["report_id"], "revision_id": report["revision_id"], "ordinal": ordinal, "text": text,
        "importance": 5, "tags": [], "fact_type": "fact", "source_seqs": [], "quote": text, "quote_start": None,
        "language": report["language"], "extractor": "scripted/1", "reply_key": "rpl_0",
    }  # fmt: skip
    return row | columns


class ScriptedExtractor:
    """Gives the same answer to every chunk, and keeps what it was shown."""

    def __init__(self, answer: Extraction, name: str = "scripted", version: str = "1") -> None:
        self.answer, self.name, self.version = answer, name, version
        self.shown: list[ChunkInput] = []

    def extract(self, chunk: ChunkInput) -> Extraction:
        """Return the answer."""
        self.shown.append(chunk)
        return self.answer


def extraction(*texts: str, rejected: Sequence[tuple[str, str]] = (), **columns: Any) -> Extraction:
    """An extraction of some facts, each quoting itself."""
    facts = [CandidateFact(text, 5, quote=text, language="en") for text in texts]
    return Extraction("extracted", facts, invalid_items=rejected, **columns)

"""Between rows of tables and the values of ``core.model``."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from core.model import Anchor, Chunk, Mask, Precision, Segment

Row = Mapping[str, Any]


def offset_minutes(instant: datetime | None) -> int | None:
    """Return the UTC offset of an aware instant in minutes; None for None."""
    offset = instant.utcoffset() if instant is not None else None
    return int(offset.total_seconds() // 60) if offset is not None else None


def at_offset(instant: datetime | None, minutes: int | None) -> datetime | None:
    """Return an instant in its source's own offset (minutes; UTC when unknown)."""
    return None if instant is None else instant.astimezone(timezone(timedelta(minutes=minutes or 0)))


def segment_row(segment: Segment) -> dict[str, Any]:
    """Return a segment as a struct of raw_reports."""
    return {
        "seq": segment.seq,
        "raw_index": segment.raw_index,
        "role": segment.role,
        "speaker": segment.speaker,
        "sent_at": segment.sent_at,
        "utc_offset_minutes": offset_minutes(segment.sent_at),
        "char_start": segment.char_start,
        "char_end": segment.char_end,
    }


def segments_of(report: Row) -> tuple[Segment, ...]:
    """Return the segments of a raw_reports row, each time in its source's own offset."""
    return tuple(
        Segment(
            seq=row["seq"],
            raw_index=row["raw_index"],
            role=row["role"],
            speaker=row["speaker"],
            sent_at=at_offset(row["sent_at"], row["utc_offset_minutes"]),
            char_start=row["char_start"],
            char_end=row["char_end"],
        )
        for row in report["segments"]
    )


def masks_of(report: Row) -> tuple[Mask, ...]:
    """Return the masks of a raw_reports row."""
    return tuple(Mask(row["char_start"], row["char_end"], row["reason"]) for row in report["masks"])


def published_of(report: Row) -> datetime | None:
    """Return the publication instant of a raw_reports row, in the source's own offset."""
    return at_offset(report["published_at"], report["published_offset_minutes"])


def chunk_of(row: Row) -> Chunk:
    """Return the chunk of a chunks row."""
    return Chunk(
        ordinal=row["ordinal"],
        char_start=row["char_start"],
        char_end=row["char_end"],
        heading_path=tuple(row["heading_path"]),
        segment_seqs=tuple(row["segment_seqs"]),
        oversized_sentence=row["oversized_sentence"],
    )


def evidence_segments(segments: Sequence[Segment], start: int, end: int) -> list[Segment]:
    """Return the segments that a span (half-open) touches, in order."""
    return [segment for segment in segments if segment.char_start < end and segment.char_end > start]


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

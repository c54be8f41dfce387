"""raw_reports → chunks."""

from typing import Any

from core import ids
from core.stages.rows import Row, segments_of
from core.text.chunking import chunk


def chunk_rows(report: Row, max_chars: int) -> list[dict[str, Any]]:
    """Return the chunks rows of one raw_reports row; laid end to end they are its text."""
    revision = report["revision_id"]
    return [
        {
            "chunk_id": ids.chunk_id(revision, piece.char_start, piece.char_end),
            "revision_id": revision,
            "ordinal": piece.ordinal,
            "char_start": piece.char_start,
            "char_end": piece.char_end,
            "heading_path": list(piece.heading_path),
            "segment_seqs": list(piece.segment_seqs),
            "n_chars": piece.char_end - piece.char_start,
            "oversized_sentence": piece.oversized_sentence,
        }
        for piece in chunk(report["text"], segments_of(report), max_chars)
    ]

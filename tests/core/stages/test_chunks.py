"""Chunks rows: ids, spans and numbers that fit the report."""

import pytest
from stage_builders import report_row, transcript

from core import ids
from core.contracts.frames import to_arrow
from core.contracts.tables import CHUNKS
from core.stages.chunks import chunk_rows
from core.stages.rows import chunk_of

LONG = "# Ports\n\n" + "The port is 22. 港口开放。\U0001f600 " * 60


@pytest.mark.parametrize("most", [200, 333, 3_000])
def test_rows_laid_end_to_end_are_the_text(most):
    """In order, without gap or overlap, each with the id of its span."""
    report = report_row(LONG)
    rows = chunk_rows(report, most)
    to_arrow(CHUNKS, rows)
    assert "".join(LONG[row["char_start"] : row["char_end"]] for row in rows) == LONG
    assert [row["ordinal"] for row in rows] == list(range(len(rows)))
    assert max(row["n_chars"] for row in rows) <= most
    for row in rows:
        assert row["chunk_id"] == ids.chunk_id(report["revision_id"], row["char_start"], row["char_end"])


def test_a_report_without_text_has_no_gap():
    """Nothing to cover is covered."""
    assert sum(row["n_chars"] for row in chunk_rows(report_row(""), 200)) == 0


def test_a_row_becomes_the_chunk_that_it_was():
    """Messages and headings survive the table."""
    text, segments = transcript(("user", "One.", None), ("user", "Two.", None))
    (row,) = chunk_rows(report_row(text, segments=segments), 200)
    chunk = chunk_of(row)
    assert (chunk.char_start, chunk.char_end, chunk.segment_seqs) == (0, len(text), (1, 2))

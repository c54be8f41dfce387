"""Chunks of a report: a lossless cover of its text, cut where a reader would cut."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.model import Chunk, Segment
from core.text.blocks import Block, blocks, heading_title
from core.text.graphemes import is_safe_cut, safe_cut
from core.text.sentences import block_sentence_ends

DEFAULT_MAX_CHARS = 3000
LEAST_MAX_CHARS = 16  # below this no cut can respect a line end or an emoji
_LEAST_FILL = 0.5  # a better cut is preferred to a fuller chunk down to this share
_KEPT_WHOLE = frozenset({"list_item", "table_row", "message", "key_value"})
_CLAUSE = re.compile(r"[;；,，、:：|][\"'”’)\]）]?\s*")
_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class _Cuts:
    """Offsets at which a text may be cut, best kind first; each list ascends."""

    sections: list[int]  # before a heading
    edges: list[int]  # between blocks, or messages
    sentences: list[int]  # in running prose
    inner: list[int]  # sentence ends in a row, an item or a message


def chunk(text: str, segments: Sequence[Segment] = (), max_chars: int = DEFAULT_MAX_CHARS) -> list[Chunk]:
    """Return chunks of at most ``max_chars`` code points that laid end to end are the text.

    A chunk ends at the end of a section, block or sentence; inside a table row, list item or
    message only where nothing else is in reach. Headings stay with what follows. A sentence
    longer than ``max_chars`` is split at a comma or a blank, and its pieces are marked
    ``oversized_sentence``. An empty text has no chunks.

    Raises:
        ValueError: ``max_chars`` is below 16.
    """
    if max_chars < LEAST_MAX_CHARS:
        message = f"max_chars is {max_chars}; expected at least {LEAST_MAX_CHARS}: raise the chunk size"
        raise ValueError(message)
    found = blocks(text)
    cuts = _message_cuts(text, found, segments) if segments else _document_cuts(text, found)
    spans = list(_pack(text, cuts, max_chars))
    paths: list[tuple[str, ...]] = [()] * len(spans) if segments else _paths(text, found, spans)
    return [
        Chunk(
            ordinal=ordinal,
            char_start=start,
            char_end=end,
            heading_path=paths[ordinal],
            segment_seqs=_seqs(segments, start, end),
            oversized_sentence=oversized,
        )
        for ordinal, (start, end, oversized) in enumerate(spans)
    ]


def _document_cuts(text: str, found: Sequence[Block]) -> _Cuts:
    cuts = _Cuts([], [], [], [])
    previous: Block | None = None
    for block in found:
        if block.kind == "blank":
            continue
        at = block.char_start
        if previous is not None:
            _place_edge(cuts, previous, block, at)
        inside = cuts.inner if block.kind in _KEPT_WHOLE else cuts.sentences
        inside.extend(block_sentence_ends(text, block)[:-1])
        previous = block
    return _Cuts(*([at for at in row if is_safe_cut(text, at)] for row in _rows(cuts)))


def _place_edge(cuts: _Cuts, previous: Block, block: Block, at: int) -> None:
    if previous.kind == "heading" or "table_separator" in {previous.kind, block.kind}:
        cuts.inner.append(at)
    elif block.kind == "heading":
        cuts.sections.append(at)
    else:
        cuts.edges.append(at)


def _message_cuts(text: str, found: Sequence[Block], segments: Sequence[Segment]) -> _Cuts:
    """Edges are message starts, headers included; everything inside a message is an inner cut."""
    edges = []
    for before in segments[:-1]:
        at = before.char_end
        while at < len(text) and text[at].isspace():
            at += 1
        edges.append(at)
    ends = (end for block in found for end in block_sentence_ends(text, block))
    inner = sorted(set(ends) - set(edges))
    safe = ([at for at in row if is_safe_cut(text, at)] for row in ([], edges, [], inner))
    return _Cuts(*safe)


def _rows(cuts: _Cuts) -> tuple[list[int], ...]:
    return (cuts.sections, cuts.edges, cuts.sentences, cuts.inner)


def _pack(text: str, cuts: _Cuts, max_chars: int) -> Iterator[tuple[int, int, bool]]:
    start, split = 0, False
    while start < len(text):
        if len(text) - start <= max_chars:
            yield start, len(text), split
            return
        end = _best_cut(cuts, start, start + max_chars)
        forced = end is None
        stop = _split(text, start, start + max_chars) if end is None else end
        yield start, stop, split or forced
        start, split = stop, forced


def _best_cut(cuts: _Cuts, start: int, limit: int) -> int | None:
    """The last cut of the best kind that fills half the chunk, else the last of any kind, else None."""
    full = start + int((limit - start) * _LEAST_FILL)
    whole = [_last(row, start, limit) for row in (cuts.sections, cuts.edges, cuts.sentences)]
    for at in whole:
        if at is not None and at >= full:
            return at
    reached = [at for at in whole if at is not None]
    return max(reached) if reached else _last(cuts.inner, start, limit)


def _last(offsets: list[int], start: int, limit: int) -> int | None:
    index = bisect_right(offsets, limit)
    return offsets[index - 1] if index and offsets[index - 1] > start else None


def _split(text: str, start: int, limit: int) -> int:
    """The best place inside an over-long sentence: after a clause, else after a blank, else anywhere safe."""
    least = start + (limit - start) // 2
    for pattern in (_CLAUSE, _BLANK):
        ends = [found.end() for found in pattern.finditer(text, least, limit) if is_safe_cut(text, found.end())]
        if ends and ends[-1] > start:
            return ends[-1]
    return safe_cut(text, limit, start)


def _paths(text: str, found: Sequence[Block], spans: Sequence[tuple[int, int, bool]]) -> list[tuple[str, ...]]:
    """For each chunk the headings in force at its first content; at its end when it holds none."""
    stack: list[tuple[int, str]] = []
    path: tuple[str, ...] = ()
    content: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]  # start, end, path of content blocks
    changes: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    for block in found:
        if block.kind == "heading":
            stack = [(level, title) for level, title in stack if level < block.level]
            stack.append((block.level, heading_title(text, block)))
            path = tuple(title for _, title in stack)
            changes.append((block.char_start, path))
        elif block.kind != "blank":
            content.append((block.char_start, block.char_end, path))
    ends = [end for _, end, _ in content]
    heads = [at for at, _ in changes]
    paths = []
    for start, end, _ in spans:
        index = bisect_right(ends, start)
        inside = index < len(content) and content[index][0] < end
        paths.append(content[index][2] if inside else changes[bisect_left(heads, end) - 1][1])
    return paths


def _seqs(segments: Sequence[Segment], start: int, end: int) -> tuple[int, ...]:
    first = bisect_right(segments, start, key=lambda segment: segment.char_end)
    last = bisect_left(segments, end, key=lambda segment: segment.char_start)
    return tuple(segment.seq for segment in segments[first:last])

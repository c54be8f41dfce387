"""A chunk read as passages: sentences, items, keyed values and table cells, each with its heading and intro."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.extract.keyed import is_clause, split_key_value
from core.extract.markup import item_mark_length, plain
from core.extract.tables import TableReader, table_header_before
from core.filtering.sections import section_noise
from core.model import ChunkInput
from core.text.blocks import Block, blocks, heading_title
from core.text.sentences import block_sentence_ends

_LEAD_IN_MOST_CHARS = 400
_PROSE_KINDS = frozenset({"paragraph", "message"})
_ANCHOR_LINK = re.compile(r"\]\(#")
_LINK = re.compile(r"!?\[[^\[\]]{0,400}\]\([^()\s]{0,1000}(?:\s[^()]{0,300})?\)|<?(?:https?|ftp)://\S+")
_LINK_REST = 8  # an item with fewer letters outside its links is a link, not a statement
_LABEL_END = re.compile(r"[:：][*_]{0,3}")
_DOTTED = re.compile(r"^([A-Z][A-Z /&-]{2,30})\.\.\.(?=\S)")


class Passage(NamedTuple):
    """A piece of a chunk that may state something.

    ``char_start``/``char_end`` are offsets in the report's text, without outer blanks. ``text`` is
    what a reader sees there. ``kind`` is sentence, item, key_value or cell; a cell already has its
    ``subject`` and ``key``. ``intro`` is the line ending in a colon that a list hangs on.
    """

    kind: str
    char_start: int
    char_end: int
    text: str
    headings: tuple[str, ...] = ()
    intro: str = ""
    subject: str = ""
    key: str = ""
    alone: bool = False  # the only sentence of its paragraph
    lone: bool = False  # of a paragraph that is all its heading holds


@dataclass(slots=True)
class _State:
    headings: list[str]
    intro: str = ""
    intro_from_item: bool = False
    lone: bool = False

    def enter(self, title: str, level: int) -> None:
        depth = max(level, 1) - 1
        self.headings = [*self.headings[:depth], title]
        self.intro, self.intro_from_item = "", False

    @property
    def noisy(self) -> bool:
        return any(section_noise(title) is not None for title in self.headings)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without blanks at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def passages(chunk: ChunkInput) -> Iterator[Passage]:
    """Yield the passages of a document's chunk in the order of the text."""
    text, base = chunk.text, chunk.chunk.char_start
    state = _State([plain(title) for title in chunk.chunk.heading_path])
    all_blocks = blocks(text)
    at = 0
    while at < len(all_blocks):
        block = all_blocks[at]
        if block.kind == "heading":
            state.enter(plain(heading_title(text, block)), block.level)
        elif block.kind in ("table_row", "table_separator"):
            stop = _run_of_rows(all_blocks, at)
            if not state.noisy:
                yield from _table_passages(chunk, all_blocks[at:stop], base, state)
            at = stop
            continue
        elif block.kind not in ("code", "rule", "blank") and not state.noisy:
            state.lone = _is_lone(all_blocks, at)
            yield from _block_passages(text, base, block, state)
        at += 1


def _is_lone(all_blocks: Sequence[Block], at: int) -> bool:
    """Return whether a block is all that stands between two headings."""
    before, after = at - 1, at + 1
    while before >= 0 and all_blocks[before].kind == "blank":
        before -= 1
    if before < 0 or all_blocks[before].kind != "heading":
        return False
    while after < len(all_blocks) and all_blocks[after].kind == "blank":
        after += 1
    return after == len(all_blocks) or all_blocks[after].kind == "heading"


def _is_link(raw: str) -> bool:
    """Return whether a line is a link or a list of links."""
    if "](" not in raw and "://" not in raw:
        return False
    return sum(map(str.isalpha, _LINK.sub("", raw))) < _LINK_REST


def _run_of_rows(all_blocks: Sequence[Block], at: int) -> int:
    while at < len(all_blocks) and all_blocks[at].kind in ("table_row", "table_separator"):
        at += 1
    return at


def _table_passages(chunk: ChunkInput, rows: Sequence[Block], base: int, state: _State) -> Iterator[Passage]:
    text = chunk.text
    header = table_header_before(chunk.report_text, base + rows[0].char_start) if rows[0].char_start == 0 else ()
    reader = TableReader(header)
    has_separator = any(row.kind == "table_separator" for row in rows)
    for number, row in enumerate(rows):
        if row.kind == "table_separator":
            continue
        raw = text[row.char_start : row.char_end]
        if not header and number == 0 and has_separator:
            reader.read_header(raw)
            continue
        start, end = trimmed(text, row.char_start, row.char_end)
        for subject, key, value in reader.cells(raw):
            yield Passage("cell", base + start, base + end, value, tuple(state.headings), state.intro, subject, key)


def _block_passages(text: str, base: int, block: Block, state: _State) -> Iterator[Passage]:
    raw = text[block.char_start : block.char_end]
    if block.kind == "list_item" and (_ANCHOR_LINK.search(raw) or _is_link(raw)):
        return
    if block.kind == "list_item":
        yield from _item(text, base, block, state)
    elif block.kind == "key_value":
        start, end = trimmed(text, block.char_start, block.char_end)
        value = plain(text[start:end])
        if value.endswith((":", "：")):
            state.intro, state.intro_from_item = value, False
        elif len(sentences := _spans(text, block.char_start, block_sentence_ends(text, block))) > 1:
            yield from _labelled(text, base, sentences, state)
        else:
            state.intro = ""
            yield Passage("key_value", base + start, base + end, value, tuple(state.headings))
    else:
        yield from _sentences(text, base, block, state)


def _labelled(text: str, base: int, spans: Sequence[tuple[int, int]], state: _State) -> Iterator[Passage]:
    """Yield the sentences of a line with a colon: keyed values when each has its label, else prose.

    A label that opens prose ("Impact: A does this. B does that.") is left out, a clause stays.
    """
    keys = [split_key_value(plain(text[start:end])) for start, end in spans]
    labels = [pair is not None and not is_clause(pair[0]) for pair in keys]
    kind = "key_value" if all(labels) else "sentence"
    for number, (start, end) in enumerate(spans):
        colon = _LABEL_END.search(text, start, end) if kind == "sentence" and number == 0 and labels[0] else None
        first, stop = trimmed(text, colon.end() if colon else start, end)
        if first < stop:
            yield Passage(kind, base + first, base + stop, plain(text[first:stop]), tuple(state.headings))


def _item(text: str, base: int, block: Block, state: _State) -> Iterator[Passage]:
    start = block.char_start + item_mark_length(text[block.char_start : block.char_end])
    start, end = trimmed(text, start, block.char_end)
    if start >= end:
        return
    value = plain(text[start:end])
    if value.endswith((":", "：")):
        if len(value) <= _LEAD_IN_MOST_CHARS:
            state.intro, state.intro_from_item = value, True
        return
    ends = [e for e in block_sentence_ends(text, block) if e > start]
    if len(ends) > 1:
        spans = _spans(text, start, ends)
        if len(spans) > 1:
            for first, stop in spans:
                yield Passage(
                    "item", base + first, base + stop, plain(text[first:stop]), tuple(state.headings), state.intro
                )
            return
    yield Passage("item", base + start, base + end, value, tuple(state.headings), state.intro, alone=True)


def _spans(text: str, start: int, ends: Sequence[int]) -> list[tuple[int, int]]:
    spans = []
    for end in ends:
        first, stop = trimmed(text, start, end)
        if first < stop:
            spans.append((first, stop))
        start = end
    return spans


def _sentences(text: str, base: int, block: Block, state: _State) -> Iterator[Passage]:
    spans = _spans(text, block.char_start, block_sentence_ends(text, block))
    for number, (start, end) in enumerate(spans):
        value = plain(text[start:end])
        if value.endswith((":", "：")):
            if number == len(spans) - 1 and len(value) <= _LEAD_IN_MOST_CHARS:
                state.intro, state.intro_from_item = value, False
            continue
        if len(value) >= 40 and not state.intro_from_item:
            state.intro = ""
        yield Passage(
            "sentence",
            base + start,
            base + end,
            value,
            tuple(state.headings),
            state.intro,
            alone=len(spans) == 1,
            lone=state.lone,
        )

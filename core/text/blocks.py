"""The blocks of a Markdown or plain text: headings, paragraphs, items, rows, each with exact offsets."""

import re
import string
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.text.line_kinds import LineKind, kind_of
from core.text.lines import line_spans

_CAPITALS_SHARE = 0.6  # a text with more capitals than this writes everything so (weather bulletins)
_WRAP_CHARS = 60  # a line at least this long may have been wrapped
_MOST_TITLE_CHARS = 120
_OTHER_CHARS = re.compile(r"[^\x00-\x7f]")
_ASCII_UPPER, _ASCII_LOWER = string.ascii_uppercase.encode(), string.ascii_lowercase.encode()
_UNDERLINES = frozenset("=-~")
_FENCES = frozenset(("```", "~~~"))
_FOLDING_KINDS = frozenset({"list_item", "message", "key_value"})  # plain lines after them belong to them


class Block(NamedTuple):
    """One block; the blocks of a text laid end to end are the text.

    ``kind`` is heading, paragraph, list_item, table_row, table_separator, key_value, code,
    message, rule or blank; ``level`` is a heading's depth, from 1, and 0 for the others. A block
    ends after its last line end; blank lines are blocks of their own.
    """

    kind: str
    char_start: int
    char_end: int
    level: int = 0


def heading_title(text: str, block: Block) -> str:
    """Return what a heading says without its marks, blanks folded, at most 120 characters."""
    line = next((s for s in text[block.char_start : block.char_end].splitlines() if s.strip()), "")
    bare = line.strip().lstrip("#").strip().rstrip("#").strip()
    for mark in ("**", "__"):
        if bare.startswith(mark) and bare.endswith(mark) and len(bare) > 4:
            bare = bare[2:-2]
    if bare.startswith("【") and bare.endswith("】"):
        bare = bare[1:-1]
    return " ".join(bare.split())[:_MOST_TITLE_CHARS]


def blocks(text: str) -> list[Block]:
    """Return the blocks of a text in order; laid end to end they are the text."""
    return list(_Scanner(text).run())


def first_block(text: str) -> Block | None:
    """Return the first block of a text, None for an empty one."""
    return next(_Scanner(text).run(), None)


class _Scanner:
    """One pass over the lines; ``done`` is what has been closed."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = line_spans(text)
        self._bodies = [text[start:end] for start, end in self._spans]
        self._bare = [body.strip() for body in self._bodies]
        self._capitals = _stands_out(text)
        self._fences = _last_fences(text, self._spans)
        self._done: list[Block] = []
        self._at = 0

    def run(self) -> Iterator[Block]:
        told = 0
        while self._at < len(self._spans):
            if not (self._blank() or self._fence() or self._table_head() or self._underlined()):
                self._line()
            yield from self._done[told:]
            told = len(self._done)

    def _close(self, kind: str, stop: int, level: int = 0) -> bool:
        self._done.append(Block(kind, self._spans[self._at][0], self._spans[stop - 1][1], level))
        self._at = stop
        return True

    def _blank(self) -> bool:
        stop = self._at
        while stop < len(self._bare) and not self._bare[stop]:
            stop += 1
        return stop > self._at and self._close("blank", stop)

    def _fence(self) -> bool:
        mark = _fence_mark(self._bare[self._at])
        if not mark or self._fences[mark[0]][self._at + 1] < len(mark):
            return False
        stop = self._at + 1
        while not _closes(self._bodies[stop], mark):
            stop += 1
        return self._close("code", stop + 1)

    def _table_head(self) -> bool:
        """A line with a bar above a separator is a table's head even without outer bars."""
        if self._at + 1 >= len(self._spans) or "|" not in self._bodies[self._at]:
            return False
        below = self._kind(self._at + 1, alone=False)
        here = self._kind(self._at, alone=False)
        if below is None or below.kind != "table_separator" or here is not None:
            return False
        self._close("table_row", self._at + 1)
        self._close("table_separator", self._at + 1)
        while self._at < len(self._spans) and "|" in self._bodies[self._at]:
            self._close("table_row", self._at + 1)
        return True

    def _underlined(self) -> bool:
        mark = self._underline(self._at)
        return bool(mark) and self._close("heading", self._at + 2, 1 if mark == "=" else 2)

    def _underline(self, index: int) -> str:
        """The mark that the line below ``index`` underlines it with, else ''."""
        if index + 1 >= len(self._spans):
            return ""
        below = self._bare[index + 1]
        if below[:1] not in _UNDERLINES or len(self._bare[index]) > _MOST_TITLE_CHARS:
            return ""
        under = "".join(below.split())
        if len(under) < 3 or under.strip(under[0]):
            return ""
        return "" if self._kind(index, alone=False) is not None else under[0]

    def _kind(self, index: int, *, alone: bool) -> LineKind | None:
        row = kind_of(self._bodies[index], alone=alone, capitals=self._capitals)
        if row is not None and row.id in {"numbered", "caps"} and self._runs_on(index):
            return None
        if row is not None and row.kind == "key_value" and self._wraps(index):
            return None
        return row

    def _next_plain(self, index: int) -> str:
        """The next line's body when it is prose that could carry this one on, else ''."""
        if index + 1 >= len(self._spans):
            return ""
        body = self._bodies[index + 1]
        return "" if kind_of(body, alone=True, capitals=False) is not None else self._bare[index + 1]

    def _runs_on(self, index: int) -> bool:
        return self._next_plain(index)[:1].islower()

    def _wraps(self, index: int) -> bool:
        body = self._bare[index]
        following = self._next_plain(index)
        if not following or body.endswith(tuple(".!?。！？")):
            return False
        return following[0].islower() or len(body) >= _WRAP_CHARS

    def _line(self) -> None:
        row = self._kind(self._at, alone=True)
        kind, level = ("paragraph", 0) if row is None else (row.kind, row.level(self._bodies[self._at]))
        stop = self._at + 1
        if kind == "paragraph" or kind in _FOLDING_KINDS:
            stop = self._carry_on(stop, kind)
        self._close(kind, stop, level)

    def _carry_on(self, stop: int, kind: str) -> int:
        while stop < len(self._spans):
            body, bare = self._bodies[stop], self._bare[stop]
            if not bare or _fence_mark(bare) or self._heads_table(stop) or self._underline(stop):
                break
            alone = kind == "key_value"
            if kind == "key_value" and not body[:1].isspace():
                break
            if self._kind(stop, alone=alone) is not None:
                break
            stop += 1
        return stop

    def _heads_table(self, index: int) -> bool:
        if "|" not in self._bodies[index] or index + 1 >= len(self._spans):
            return False
        below = kind_of(self._bodies[index + 1], alone=False, capitals=False)
        return below is not None and below.kind == "table_separator"


def _stands_out(text: str) -> bool:
    ascii_only = text.encode("ascii", "ignore")
    others = _OTHER_CHARS.findall(text)
    upper = len(ascii_only) - len(ascii_only.translate(None, _ASCII_UPPER)) + sum(map(str.isupper, others))
    lower = len(ascii_only) - len(ascii_only.translate(None, _ASCII_LOWER)) + sum(map(str.islower, others))
    return upper <= _CAPITALS_SHARE * (upper + lower)


def _fence_mark(body: str) -> str:
    """Return the run of marks that a line without outer blanks opens a fence with, or ''."""
    if body[:3] not in _FENCES:
        return ""
    for mark in ("`", "~"):
        length = len(body) - len(body.lstrip(mark))
        if length >= 3 and mark not in body[length:]:
            return mark * length
    return ""


def _closes(line: str, mark: str) -> bool:
    body = line.strip()
    return len(body) >= len(mark) and not body.strip(mark[0])


def _last_fences(text: str, spans: Sequence[tuple[int, int]]) -> dict[str, list[int]]:
    """For each mark and line, the longest closing fence from that line on; an unclosed fence is no code."""
    longest: dict[str, list[int]] = {}
    for mark in ("`", "~"):
        if mark * 3 not in text:
            continue
        row = [0] * (len(spans) + 1)
        for index in range(len(spans) - 1, -1, -1):
            body = text[spans[index][0] : spans[index][1]].strip()
            closing = len(body) if body and not body.strip(mark) else 0
            row[index] = max(row[index + 1], closing)
        longest[mark] = row
    return longest

"""The text around a quote that may say what the quote takes for granted: headings, heads of tables, who speaks."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from core.model import Segment
from core.stages.rows import Row, evidence_segments, segments_of
from core.stages.support_terms import word_at
from core.text.blocks import Block, blocks
from core.text.graphemes import is_safe_cut
from core.text.sentences import sentence_spans

Span = tuple[int, int]
_WINDOW = 600  # characters before and after a quote in which its sentence is looked for
_FAR = 20_000  # characters in which a name is looked for: before the quote, and from the report's start
_HEADINGS = 8  # nearest headings that are asked
_SENTENCES_BEFORE = 3
_ROWS = frozenset({"table_row", "table_separator"})


class Messages:
    """The messages of a report, to be asked for those that a span touches; made once for all of its chunks."""

    def __init__(self, report: Row) -> None:
        self.all = segments_of(report)
        self._starts = [segment.char_start for segment in self.all]
        self._ends = list(accumulate((segment.char_end for segment in self.all), max))
        # What the report's metadata says and its text may not: the title, and who the speakers are.
        self.known = [report["title"] or "", *dict.fromkeys(one.speaker or "" for one in self.all)]

    def touched(self, start: int, end: int) -> list[Segment]:
        """Return the messages that a span touches, in order."""
        near = self.all[bisect_right(self._ends, start) : bisect_left(self._starts, end)]
        return evidence_segments(near, start, end)

    def before(self, start: int) -> int:
        """Return where the message before an offset ends; 0 when there is none."""
        at = bisect_left(self._starts, start)
        return self.all[at - 1].char_end if at else 0


class Ground:
    """A chunk in its report; finds the places near a quote, and names further away.

    All spans are half-open offsets in the report's text. Every look-up costs time bounded by the
    chunk and by fixed windows, never by the report.
    """

    def __init__(self, report: Row, chunk: Row, messages: Messages | None = None) -> None:
        """Set out a chunk; ``messages`` are the report's, when they are at hand."""
        self.report, self.chunk = report, chunk
        self.text: str = report["text"]
        self.low, self.high = chunk["char_start"], chunk["char_end"]
        self.messages = Messages(report) if messages is None else messages
        self._titles: list[str] = chunk["heading_path"]
        self._masks = [
            (mask["char_start"], mask["char_end"])
            for mask in report["masks"]
            if mask["char_end"] > self.low - _FAR or mask["char_start"] < _FAR
        ]

    @property
    def known(self) -> list[str]:
        """What is known of the chunk that its report's text may not say: title, speakers, headings over it."""
        return [*self.messages.known, *self._titles]

    @property
    def of_transcript(self) -> bool:
        """Whether the report is made of messages."""
        return bool(self.messages.all)

    @cached_property
    def _blocks(self) -> list[Block]:
        """The blocks of the chunk, at offsets within it."""
        return blocks(self.text[self.low : self.high])

    def near(self, start: int, end: int) -> Iterator[Span]:
        """Yield the places that a quote may lean on for anything: its own sentence first, then what stands over it."""
        found = list(self._sentences(start, end))
        found += [*self._speaker(start), *self._table_head(start), *self._lead_in(start), *self._headings(start)]
        for low, high in dict.fromkeys(trimmed(self.text, *span) for span in found):
            if low < high:
                yield low, high

    def name(self, surface: str, start: int, end: int) -> Span | None:
        """Return the place of a name: near the quote, else the last one before it, else the first one after it."""
        for low, high in self.near(start, end):
            if (span := self._place(surface, low, high)) is not None:
                return span
        windows = ((max(0, start - _FAR), start, True), (0, min(_FAR, len(self.text)), False), (end, end + _FAR, False))
        for low, high, last in windows:
            if (span := self._place(surface, low, min(high, len(self.text)), last=last)) is not None:
                return span
        return None

    def unmasked(self, start: int, end: int) -> str:
        """Return the characters of a span without those that are masked."""
        kept, at = [], start
        for low, high in sorted(self._masks):
            if low < end and high > at:
                kept.append(self.text[at : max(at, low)])
                at = min(end, high)
        return "".join([*kept, self.text[at:end]])

    def may_say(self, start: int, end: int) -> bool:
        """Return whether a place may be evidence: nothing of it is masked, and no machine or assistant says it."""
        if any(low < end and high > start for low, high in self._masks):
            return False
        return all(one.role == "user" for one in self.messages.touched(start, end))

    def _place(self, surface: str, low: int, high: int, *, last: bool = False) -> Span | None:
        for ignoring_case in (False, True):
            text, wanted = self.text[low:high], surface
            if ignoring_case:
                text, wanted = text.lower(), surface.lower()
                if len(text) != high - low:  # a letter whose small form is longer: offsets would lie
                    return None
            at = text.rfind(wanted) if last else text.find(wanted)
            while at >= 0:
                span = low + at, low + at + len(wanted)
                if word_at(text, at, at + len(wanted)) and self._whole(*span) and self.may_say(*span):
                    return span
                at = text.rfind(wanted, 0, at + len(wanted) - 1) if last else text.find(wanted, at + 1)
        return None

    def _whole(self, start: int, end: int) -> bool:
        return is_safe_cut(self.text, start) and is_safe_cut(self.text, end)

    def _sentences(self, start: int, end: int) -> Iterator[Span]:
        """Its own sentences, then the ones before them, nearest first."""
        low, high = max(self.low, start - _WINDOW), min(self.high, end + _WINDOW)
        spans = [(low + first, low + stop) for first, stop in sentence_spans(self.text[low:high])]
        touched = [span for span in spans if span[0] < end and span[1] > start]
        if touched:
            yield min(touched[0][0], start), max(touched[-1][1], end)
        yield from [span for span in reversed(spans) if span[1] <= start][:_SENTENCES_BEFORE]

    def _speaker(self, start: int) -> Iterator[Span]:
        """The label before the message that the quote stands in."""
        for segment in self.messages.touched(start, start + 1):
            first = segment.char_start
            yield max(self.messages.before(first), first - _WINDOW), first

    def _table_head(self, start: int) -> Iterator[Span]:
        """The first row of the table that the quote stands in, also when the table began in an earlier chunk."""
        index = self._block_at(start)
        if index is None or self._blocks[index].kind not in _ROWS:
            return
        while index > 0 and self._blocks[index - 1].kind in _ROWS:
            index -= 1
        first = self.low + self._blocks[index].char_start
        if index == 0 and self.low > 0:
            for line in reversed(list(re.finditer(r"[^\r\n]+", self.text[max(0, first - _FAR) : first]))):
                if "|" not in line[0]:
                    break
                head = max(0, first - _FAR) + line.start()
                yield head, head + len(line[0])
        yield first, self.low + self._blocks[index].char_end

    def _lead_in(self, start: int) -> Iterator[Span]:
        """The line that the quote's list hangs on."""
        index = self._block_at(start)
        if index is None:
            return
        while index > 0 and self._blocks[index].kind in ("list_item", "blank", *_ROWS):
            index -= 1
            if self._blocks[index].kind == "list_item" and self._body(index).endswith((":", "：")):
                yield self._span(index)
        if self._body(index).endswith((":", "：")):
            yield self._span(index)

    def _headings(self, start: int) -> Iterator[Span]:
        above = [
            index
            for index, block in enumerate(self._blocks)
            if block.kind == "heading" and self.low + block.char_end <= start
        ]
        yield from (self._span(index) for index in reversed(above[-_HEADINGS:]))
        for title in reversed(self._titles):
            at = self.text.rfind(title, max(0, self.low - _FAR), self.low) if title else -1
            if at >= 0:
                yield at, at + len(title)

    def _block_at(self, at: int) -> int | None:
        within = at - self.low
        return next((i for i, block in enumerate(self._blocks) if block.char_start <= within < block.char_end), None)

    def _body(self, index: int) -> str:
        block = self._blocks[index]
        return self.text[self.low + block.char_start : self.low + block.char_end].strip(" \t\r\n*_")

    def _span(self, index: int) -> Span:
        return self.low + self._blocks[index].char_start, self.low + self._blocks[index].char_end


def trimmed(text: str, start: int, end: int) -> Span:
    """Return a span without blanks at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end

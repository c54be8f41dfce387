"""Where a fact stands in its report: found by us, whatever the extractor claims."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from core.extract.extractive import ExtractiveExtractor
from core.model import Segment
from core.stages.ground import Ground, Messages, Span, trimmed
from core.stages.rows import Row, anchor_of
from core.stages.support import Support, support_of
from core.text.attribution import fullest
from core.text.evidence import EXACT, NORMALISED, align
from core.text.graphemes import whole_characters
from core.text.sentences import sentence_spans

UNRESOLVED = "unresolved"
_ELLIPSIS = re.compile(r"\s{0,5}(?:\.{3}|…{1,2}|\[(?:\.{3}|…)\])\s{0,5}")
_EMBEDDED = ExtractiveExtractor().name + "/"


@dataclass(frozen=True, slots=True)
class Located:
    """The characters that say a fact: its quote, what supports the rest of it, and what nothing does."""

    parts: tuple[tuple[int, int, str], ...]  # (start, end, exact | normalised) of the quote, the longest first
    segments: tuple[Segment, ...]  # that the quote touches
    support: Support


class Grounds:
    """The ground of each chunk of some reports, made once."""

    def __init__(self, reports: Mapping[str, Row], chunks: Mapping[str, Row]) -> None:
        self._reports, self._chunks = reports, chunks
        self._messages: dict[str, Messages] = {}
        self._made: dict[str, Ground] = {}

    def of(self, fact: Row) -> Ground:
        """Return the ground that a fact stands on."""
        made = self._made.get(fact["chunk_id"])
        if made is None:
            report = self._reports[fact["revision_id"]]
            if fact["revision_id"] not in self._messages:
                self._messages = {fact["revision_id"]: Messages(report)}
            made = Ground(report, self._chunks[fact["chunk_id"]], self._messages[fact["revision_id"]])
            self._made = {fact["chunk_id"]: made}  # facts come chunk by chunk
        return made


def is_embedded(fact: Row) -> bool:
    """Return whether the embedded extractor said a fact: its quotes and words are the report's own."""
    return str(fact["extractor"]).startswith(_EMBEDDED)


def locate(fact: Row, report: Row, chunk: Row) -> tuple[int, int, str] | None:
    """Return (start, end, match) of a fact's quote in its report, inside its chunk; None when it is not there.

    An offset that came with the quote only says where to look first: it counts when the text at
    that place is the quote. A fact without a quote is looked for by its own text, then by a
    sentence that holds every word of it.
    """
    quote, text, start = fact["quote"] or fact["text"], report["text"], fact["quote_start"]
    inside = (chunk["char_start"], chunk["char_end"])
    if start is not None and inside[0] <= start <= inside[1] - len(quote) and text[start : start + len(quote)] == quote:
        return *whole_characters(text, start, start + len(quote)), EXACT
    found = align(quote, text, inside)
    if found is None and not fact["quote"]:
        speakers = [segment["speaker"] or "" for segment in report["segments"]]
        return _fullest_sentence(fact["text"], text, inside, dict.fromkeys(speakers))
    return found


def _fullest_sentence(told: str, text: str, inside: Span, known: Iterable[str]) -> tuple[int, int, str] | None:
    """The first sentence of a chunk that holds every word of a fact."""
    spans = _sentences(text[slice(*inside)])
    index = fullest(told, [text[inside[0] + start : inside[0] + end] for start, end in spans], known)
    if index is None:
        return None
    start, end = trimmed(text, inside[0] + spans[index][0], inside[0] + spans[index][1])
    return *whole_characters(text, start, end), NORMALISED


@lru_cache(maxsize=16)  # every fact of a chunk asks the same
def _sentences(text: str) -> list[Span]:
    return sentence_spans(text)


def _parts(fact: Row, ground: Ground) -> list[tuple[int, int, str]]:
    """The places of a quote that leaves words out ("A … B"), in the order of the text; none when a part is missing."""
    parts = [part for part in _ELLIPSIS.split(fact["quote"] or "") if part.strip()]
    found: list[tuple[int, int, str]] = []
    low = ground.low
    for part in parts if len(parts) > 1 else []:
        place = align(part, ground.text, (low, ground.high))
        if place is None:
            return []
        found.append(place)
        low = place[1]
    return found


def evidence_of(fact: Row, ground: Ground) -> Located | None:
    """Return where a fact stands and what supports it; None when its quote is nowhere in its chunk."""
    found = locate(fact, ground.report, ground.chunk)
    parts = [found] if found is not None else sorted(_parts(fact, ground), key=lambda part: part[0] - part[1])
    if not parts:
        return None
    spans = [(start, end) for start, end, _ in parts]
    touched = tuple(segment for span in spans for segment in ground.messages.touched(*span))
    support = support_of(fact["text"], spans, ground, anchor_of(ground.report, touched))
    return Located(tuple(parts), touched, support)


def evidence_rows(fact: Row, located: Located | None, report: Row) -> list[dict[str, Any]]:
    """Return the evidence column of a fact, the best span first; what has no span says so as ``unresolved``."""
    if located is None:
        return [_row(report, None, fact["quote"] or fact["text"], UNRESOLVED)]
    text, support = report["text"], located.support
    rows = [_row(report, (start, end), text[start:end], match) for start, end, match in located.parts]
    rows += [_row(report, span, text[slice(*span)], EXACT) for span in support.spans]
    return rows + [_row(report, None, term.surface, UNRESOLVED) for term in (*support.outside, *support.missing)]


def _row(report: Row, span: Span | None, quote: str, match: str) -> dict[str, Any]:
    start, end = span if span is not None else (None, None)
    return {
        "revision_id": report["revision_id"],
        "char_start": start,
        "char_end": end,
        "quote": quote,
        "match": match,
    }

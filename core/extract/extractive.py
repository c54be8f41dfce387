"""The embedded extractor: deterministic, without a model, for English and Chinese."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.extract.document import document_facts
from core.extract.english.clauses import Split, statements
from core.extract.foreign import UNREAD
from core.extract.transcript import eligible_segments, transcript_facts, unread_said
from core.ids import normalised_fact_text
from core.model import CandidateFact, ChunkInput, Extraction, Mask


@dataclass(frozen=True, slots=True)
class ExtractiveExtractor:
    """Reads atomic, self-contained facts off sentences, keyed values and tables.

    Each fact's ``quote`` is the sentence, line or row that says it, letter by letter, and
    ``quote_start`` its place in the report. Text under a mask is never read. The same chunk gives
    the same facts. ``split`` parts English sentences; ``version`` names what it depends on.
    """

    name: str = "extractive"
    version: str = "2"
    split: Split = statements

    def extract(self, chunk: ChunkInput) -> Extraction:
        """Return the facts of a chunk; without any, ``no_facts`` and the reason.

        The reason is ``unread_language`` also beside facts, when a part is neither English nor Chinese.
        """
        if chunk.segments:
            admitted = eligible_segments(chunk)
            if not admitted:
                return Extraction("no_facts", reason="no_eligible_source")
            found, unread = transcript_facts(chunk, admitted, self.split), unread_said(chunk, admitted)
        else:
            found, unread = document_facts(chunk, self.split)
        facts = list(_distinct(_unmasked(found, chunk.masks)))
        if not facts:
            return Extraction("no_facts", reason=UNREAD if unread else "nothing_durable")
        return Extraction("extracted", tuple(facts), reason=UNREAD if unread else None)


def _unmasked(facts: Iterator[CandidateFact], masks: Sequence[Mask]) -> Iterator[CandidateFact]:
    """Leave out the facts whose quote touches a mask."""
    if not masks:
        yield from facts
        return
    spans = sorted((mask.char_start, mask.char_end) for mask in masks)
    for fact in facts:
        start = fact.quote_start or 0
        end = start + len(fact.quote or "")
        if not any(first < end and start < stop for first, stop in spans):
            yield fact


def _distinct(facts: Iterator[CandidateFact]) -> Iterator[CandidateFact]:
    """Leave out every later fact that says the same as an earlier one."""
    seen: set[str] = set()
    for fact in facts:
        key = normalised_fact_text(fact.text)
        if key not in seen:
            seen.add(key)
            yield fact

"""The embedded extractor: deterministic, without a model, for English and Chinese."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.extract.document import document_facts
from core.extract.rating import calibrated
from core.extract.transcript import eligible_segments, transcript_facts
from core.ids import normalised_fact_text
from core.model import CandidateFact, ChunkInput, Extraction, Mask


@dataclass(frozen=True, slots=True)
class ExtractiveExtractor:
    """Reads atomic, self-contained facts off sentences, keyed values and tables.

    Each fact's ``quote`` is the sentence, line or row that says it, letter by letter, and
    ``quote_start`` its place in the report. Text under a mask is never read. The same chunk gives
    the same facts.
    """

    name: str = "extractive"
    version: str = "2"

    def extract(self, chunk: ChunkInput) -> Extraction:
        """Return the facts of a chunk; without any, ``no_facts`` and the reason."""
        if chunk.segments:
            admitted = eligible_segments(chunk)
            if not admitted:
                return Extraction("no_facts", reason="no_eligible_source")
            found = transcript_facts(chunk, admitted)
        else:
            found = document_facts(chunk)
        facts = list(_distinct(_unmasked(found, chunk.masks)))
        if not facts:
            return Extraction("no_facts", reason="nothing_durable")
        rated = calibrated(facts)
        return Extraction("extracted", tuple(replace(f, importance=n) for f, n in zip(facts, rated, strict=True)))


def _unmasked(facts: Iterator[CandidateFact], masks: Sequence[Mask]) -> Iterator[CandidateFact]:
    """Leave out the facts whose quote touches a mask."""
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

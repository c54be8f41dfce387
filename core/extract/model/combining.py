"""Putting the outcomes of pieces together, and the two ways to keep text when extraction failed."""

from collections.abc import Sequence
from dataclasses import replace

from core.extract.contract import DEFAULT_IMPORTANCE
from core.extract.model.checks import REPEATED
from core.extract.model.shown import REMOVED, visible
from core.ids import normalised_fact_text
from core.model import CandidateFact, ChunkInput, Extraction, Usage

FAILED = ("failed_provider", "failed_contract", "output_too_long", "refused", "quarantined")
_GOOD = ("salvaged", "repaired", "extracted", "no_facts")
FALLBACK_TYPE = "raw_fallback"
_HEAD_CHARS = 500  # what the pipeline that the `two-phase` profile follows keeps of a failed chunk


def combined(parts: Sequence[Extraction]) -> Extraction:
    """Return one extraction for the pieces of a chunk: all facts, the worst outcome, every reason.

    A fact that an earlier piece gave counts as repeated, so the sum of facts and invalid items is
    that of the pieces.
    """
    if len(parts) == 1:
        return parts[0]
    facts: list[CandidateFact] = []
    invalid: list[tuple[str, str]] = []
    seen: set[str] = set()
    for part in parts:
        invalid.extend(part.invalid_items)
        for fact in part.facts:
            key = normalised_fact_text(fact.text)
            if key in seen:
                invalid.append((f"{REPEATED}: said before in this chunk", fact.text))
                continue
            seen.add(key)
            facts.append(fact)
    outcome = next(name for name in (*FAILED, *_GOOD) if any(part.outcome == name for part in parts))
    reasons = dict.fromkeys(part.reason for part in parts if part.reason and part.outcome == outcome)
    return Extraction(
        outcome=outcome,
        facts=tuple(facts),
        reason="; ".join(reasons) or None,
        attempts=sum(part.attempts for part in parts),
        invalid_items=tuple(invalid),
        usage=_summed([part.usage for part in parts if part.usage is not None]),
    )


def _summed(usages: Sequence[Usage]) -> Usage | None:
    if not usages:
        return None
    return replace(
        usages[0],
        input_tokens=sum(usage.input_tokens for usage in usages),
        output_tokens=sum(usage.output_tokens for usage in usages),
        cost=sum(usage.cost for usage in usages),
        cached=all(usage.cached for usage in usages),
    )


def with_fallback(found: Extraction, chunk: ChunkInput, fallback: str) -> Extraction:
    """Return the extraction with the chunk's text as its one fact when it failed and that is wanted.

    ``head500`` keeps the first 500 characters, ``raw`` all of them; masked text is left out. The
    outcome stays a failure, so that the next run asks again.
    """
    if fallback == "none" or found.facts or found.outcome not in ("failed_provider", "failed_contract"):
        return found
    shown = visible(chunk.report_text, tuple(chunk.masks), chunk.chunk.char_start, chunk.chunk.char_end)
    text = shown.replace(REMOVED, " ").strip()
    if fallback == "head500":
        text = text[:_HEAD_CHARS].strip()
    if not text:
        return found
    fact = CandidateFact(text, DEFAULT_IMPORTANCE, fact_type=FALLBACK_TYPE, language=chunk.language)
    return replace(found, facts=(fact,), reason=f"{found.reason}; kept as {FALLBACK_TYPE} ({fallback})")

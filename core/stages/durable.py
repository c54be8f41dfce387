"""extracted_facts → durable_facts: keep what is worth keeping; every dropped fact keeps its reason."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.extract.rating import calibrated
from core.filtering.judge import Drop, FilterContext, judge
from core.model import CandidateFact, Segment
from core.safety.guard import injection_code
from core.settings import Settings
from core.stages.evidence import Grounds, Located, evidence_of, is_embedded
from core.stages.ground import Ground
from core.stages.rows import Row, segments_of

STAGE = "durable_facts"
UNSUPPORTED = "unsupported"
_MOST_QUOTED = 200  # characters of a quote in the detail of a drop


def filter_facts(
    facts: Iterable[Row], reports: Mapping[str, Row], chunks: Mapping[str, Row], settings: Settings
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return (durable_facts rows, dropped_facts rows) of extracted_facts rows.

    Args:
        facts: extracted_facts rows; they are judged in order of revision, chunk and ordinal.
        reports: raw_reports rows by revision_id.
        chunks: chunks rows by chunk_id.
        settings: minimum importance, cap per chunk, role admission, what becomes of what nothing supports.
    """
    ordered = _rated(sorted(facts, key=lambda f: (f["revision_id"], chunks[f["chunk_id"]]["ordinal"], f["ordinal"])))
    contexts: dict[str, FilterContext] = {}
    grounds = Grounds(reports, chunks)
    keeps = settings.extract.unsupported == "keep"
    seen: set[tuple[str, str]] = set()
    passed: list[Row] = []
    dropped: list[dict[str, Any]] = []
    for fact in ordered:
        if fact["revision_id"] not in contexts:
            contexts[fact["revision_id"]] = _context(reports[fact["revision_id"]], settings)
        drop = _judge(fact, grounds.of(fact), contexts[fact["revision_id"]], keeps=keeps)
        if drop is None and (fact["revision_id"], fact["fact_id"]) in seen:
            drop = Drop("duplicate", "same-report-same-text", "duplicate")
        if drop is None:
            seen.add((fact["revision_id"], fact["fact_id"]))
            passed.append(fact)
        else:
            dropped.append(_dropped_row(fact, drop))
    # Last, so that a fact that is not kept anyway takes nobody's place.
    most = settings.extract.max_facts_per_chunk
    over = _over_cap(passed, most)
    cap = Drop("cap", f"over-{most}-per-chunk", "cap")
    kept = [dict(fact) for fact in passed if (fact["chunk_id"], fact["ordinal"]) not in over]
    dropped += [_dropped_row(fact, cap) for fact in passed if (fact["chunk_id"], fact["ordinal"]) in over]
    return kept, dropped


def _rated(facts: Sequence[Row]) -> list[Row]:
    """Return the facts with the importance of the embedded extractor's set over their report, not over their chunk."""
    embedded: dict[str, list[int]] = {}
    for place, fact in enumerate(facts):
        if is_embedded(fact):
            embedded.setdefault(fact["revision_id"], []).append(place)
    rated = list(facts)
    for places in embedded.values():
        weights = calibrated([facts[place]["importance"] for place in places])
        for place, weight in zip(places, weights, strict=True):
            rated[place] = {**facts[place], "importance": weight}
    return rated


def _over_cap(facts: Sequence[Row], most: int) -> set[tuple[str, int]]:
    """Facts beyond the cap of their chunk: least important first, later before earlier."""
    counts = Counter(fact["chunk_id"] for fact in facts)
    over: set[tuple[str, int]] = set()
    for chunk_id, count in counts.items():
        if count > most:
            ranked = sorted(
                (fact for fact in facts if fact["chunk_id"] == chunk_id),
                key=lambda fact: (-fact["importance"], fact["ordinal"]),
            )
            over |= {(fact["chunk_id"], fact["ordinal"]) for fact in ranked[most:]}
    return over


def _context(report: Row, settings: Settings) -> FilterContext:
    segments = segments_of(report)
    return FilterContext(
        kind="transcript" if segments else "document",
        speakers=sorted({segment.speaker for segment in segments if segment.speaker}),
        roles={segment.seq: segment.role for segment in segments},
        include_assistant=settings.extract.include_assistant,
        min_importance=settings.filter.min_importance,
    )


def _judge(fact: Row, ground: Ground, context: FilterContext, *, keeps: bool) -> Drop | None:
    located = evidence_of(fact, ground)
    if located is None and not keeps:
        return Drop(UNSUPPORTED, "quote-not-in-chunk", UNSUPPORTED, _quoted(fact))
    if ground.of_transcript and not _is_admitted(_sources(fact, located, ground), context):
        return Drop("source_role", "evidence-role-not-admitted", "role")
    attack = injection_code(fact["text"], transcript=ground.of_transcript)
    if attack is not None:
        return Drop("prompt_injection", f"prompt_injection:{attack}", "guard")
    missing = located.support.missing if located is not None else ()
    if missing and not keeps and not is_embedded(fact):
        told = ", ".join(f"{term.kind} {term.surface!r}" for term in missing)
        return Drop(UNSUPPORTED, f"{missing[0].kind}-not-in-evidence", UNSUPPORTED, f"{told}: in no evidence span")
    return judge(_candidate(fact), context)


def _quoted(fact: Row) -> str:
    quote = " ".join((fact["quote"] or fact["text"]).split())
    return f"{quote[:_MOST_QUOTED]!r} is not in its chunk"


def _sources(fact: Row, located: Located | None, ground: Ground) -> Sequence[Segment]:
    if located is not None:
        return located.segments
    return [
        segment for segment in ground.messages.touched(ground.low, ground.high) if segment.seq in fact["source_seqs"]
    ]


def _is_admitted(touched: Sequence[Segment], context: FilterContext) -> bool:
    admitted = {"user", "assistant"} if context.include_assistant else {"user"}
    return bool(touched) and all(segment.role in admitted for segment in touched)


def _candidate(fact: Row) -> CandidateFact:
    return CandidateFact(
        text=fact["text"],
        importance=fact["importance"],
        tags=tuple(fact["tags"]),
        fact_type=fact["fact_type"],
        source_seqs=tuple(fact["source_seqs"]),
        quote=fact["quote"],
        quote_start=fact["quote_start"],
        language=fact["language"],
    )


def _dropped_row(fact: Row, drop: Drop) -> dict[str, Any]:
    names = ("fact_id", "chunk_id", "revision_id", "ordinal", "text")
    return {
        **{name: fact[name] for name in names},
        "stage": STAGE,
        "reason": drop.reason,
        "rule_id": drop.rule_id,
        "source": drop.source,
        "detail": drop.detail or None,
    }

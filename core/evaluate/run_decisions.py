"""Runner of kind ``decisions``: what a decider does to a fact among the current notes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from core import ids
from core.evaluate.gold_items import DecisionItem, GoldClaim, Item
from core.evaluate.metrics import Metric, f1, ratio
from core.evaluate.proposing import Passage, chunk_row, report_row
from core.evaluate.results import Cost, ItemResult
from core.evaluate.systems import Systems
from core.ledger.assertions import from_fact
from core.ledger.candidates import CandidateIndex
from core.ledger.fold import Rules
from core.ledger.notes import RETIRING
from core.model import Candidate, Claim, Verdict
from core.stages.normalising import normalise_facts

_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_DAY_CHARS = len("2026-01-01")
METRICS: Sequence[Metric] = (
    Metric("operation", "decisions with the right operation", ratio("right_operation", "cases"), "cases"),
    Metric("decision", "right operation and right target", ratio("right", "cases"), "cases"),
    Metric("target", "cases with a target that name it", ratio("right_target", "targeted"), "targeted"),
    Metric("dedupe_f1", "duplicates merged", f1("noop_right", "noop_ours", "noop_right", "noop_gold"), "noop_gold"),
    Metric("noop_precision", "NOOPs that are right", ratio("noop_right", "noop_ours"), "noop_ours"),
    Metric("change_recall", "changes and endings that retire their target", ratio("retired", "changes"), "changes"),
    Metric("false_merge", "cases wrongly merged", ratio("false_merge", "not_noop"), "not_noop", worse_low=False),
    Metric("stale_in_current", "changed notes left current", ratio("stale", "changes"), "changes", worse_low=False),
    Metric("wrongly_retired", "cases that retire a wrong note", ratio("wrong_retired", "cases"), "cases", False),
)


def run(items: Sequence[Item], systems: Systems) -> tuple[list[ItemResult], Cost]:
    """Return a result per item, and what a decider that asks a model came to."""
    listed = [item for item in items if isinstance(item, DecisionItem)]
    if systems.rounds is None:
        return [_score(item, decide(item, systems.rules)) for item in listed], Cost()
    rounds = systems.rounds()
    rounds.resolve({"items": lambda rules: [decide(item, rules) for item in listed]})
    spent = rounds.spending.summary
    cost = Cost(spent.calls, spent.input_tokens, spent.output_tokens, spent.cost)
    return [_score(item, decide(item, rounds.rules)) for item in listed], cost


def decide(item: DecisionItem, rules: Rules) -> Verdict:
    """Return the verdict on the item's fact, its notes being current: search, screen, decider and guards."""
    *notes, fact = claims_of(item)
    index = CandidateIndex()
    for note in notes:
        index.add(note)
    index.ask([fact.text])
    by_id = {note.id: note for note in notes}
    candidates = [
        Candidate(by_id[note_id], score, rules.screen(by_id[note_id].text))
        for note_id, score in index.search(0, fact, rules.nearest)
    ]
    if all(candidate.excluded is not None for candidate in candidates):
        return Verdict("ADD", None, "No candidate was offered.")
    return rules.enforce(fact, candidates, rules.decider.decide(fact, candidates))


def claims_of(item: DecisionItem) -> list[Claim]:
    """Return the claims of the notes in order, then the fact's, normalised as a run would do it."""
    stated = [*item.notes, item.fact]
    rows = _normalised(item, stated)
    return [replace(from_fact(row).claim, id=gold.id or row["fact_id"]) for gold, row in zip(stated, rows, strict=True)]


def _normalised(item: DecisionItem, stated: Sequence[GoldClaim]) -> list[dict[str, Any]]:
    """One report row per report and date, holding the texts it states; one fact row per text.

    An undated report is received on the day after everything that is dated.
    """
    texts: dict[tuple[str, str | None], list[str]] = {}
    for claim in stated:
        texts.setdefault((claim.report, claim.asserted_at), []).append(claim.text)
    dates = [_instant(claim.asserted_at) for claim in stated if claim.asserted_at is not None]
    received = (max(dates, default=_NO_DATE) + timedelta(days=1)).date().isoformat()
    made = {}
    for (report, at), lines in texts.items():
        row = report_row(Passage(report, "\n".join(lines), item.lang, published=_instant(at) if at else None))
        if at is None:
            row["received_on"] = received
        elif len(at) > _DAY_CHARS:
            row["published_precision"] = "second"
        made[report, at] = (row, chunk_row(row))
    facts = []
    for ordinal, claim in enumerate(stated):
        row, chunk = made[claim.report, claim.asserted_at]
        facts.append(_fact_row(claim.text, item.lang, row, chunk, ordinal))
    reports = {row["revision_id"]: row for row, _ in made.values()}
    chunks = {chunk["chunk_id"]: chunk for _, chunk in made.values()}
    return normalise_facts(facts, reports, chunks)


def _instant(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _fact_row(text: str, lang: str, report: dict[str, Any], chunk: dict[str, Any], ordinal: int) -> dict[str, Any]:
    return {
        "fact_id": ids.fact_id(report["report_id"], text),
        "chunk_id": chunk["chunk_id"],
        "report_id": report["report_id"],
        "revision_id": report["revision_id"],
        "ordinal": ordinal,
        "text": text,
        "importance": 5,
        "tags": [],
        "fact_type": "fact",
        "source_seqs": [],
        "quote": text,
        "quote_start": None,
        "language": lang,
    }


def _score(item: DecisionItem, verdict: Verdict) -> ItemResult:
    operation, target = verdict.operation, verdict.target_note_id
    right_target = item.target is not None and target == item.target
    changes, noop = item.operation in RETIRING, item.operation == "NOOP"
    retires, merges = operation in RETIRING, operation == "NOOP"
    right = operation == item.operation and (right_target or item.target is None)
    flags = {
        "cases": True,
        "right_operation": operation == item.operation,
        "right": right,
        "targeted": item.target is not None,
        "right_target": right_target,
        "noop_gold": noop,
        "noop_ours": merges,
        "noop_right": noop and merges and right_target,
        "not_noop": not noop,
        "false_merge": merges and not noop,
        "changes": changes,
        "retired": changes and retires and right_target,
        "stale": changes and not (retires and right_target),
        "wrong_retired": retires and not (changes and right_target),
    }
    return ItemResult(
        id=item.id,
        slices=item.slices,
        counts={name: float(value) for name, value in flags.items()},
        text=item.shown,
        expected=f"{item.operation} {item.target or ''}".strip(),
        found=f"{operation} {target or ''}".strip(),
        badness=0.0 if right else 2.0 if flags["wrong_retired"] or flags["false_merge"] else 1.0,
        labels=(item.operation, operation if right_target or target is None else f"{operation} (wrong target)"),
        detail=verdict.reason,
    )

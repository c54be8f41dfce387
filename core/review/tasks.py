"""Which decisions a person should look at first, each as one row to fill in."""

from collections.abc import Iterable, Mapping
from typing import Any

from core.ledger.answers import PERSON
from core.ledger.notes import Decided, Notes

# The most telling reason first. ``unsure`` are all others, the least sure of them first.
CONFLICT, REFUSED, DEFAULTED, UNSURE = "conflict", "refused by a guard", "no usable answer", "unsure"
_RANK = {CONFLICT: 0, REFUSED: 1, DEFAULTED: 2, UNSURE: 3}


def tasks_of(
    decisions: Iterable[Decided], domains: Mapping[str, Notes], limit: int | None = None
) -> list[dict[str, Any]]:
    """Return the decisions in force that are worth a look, most first, as rows of plain values.

    A fact that met no note, and one that a person decided, need none. ``verdict`` is for the reviewer: an
    operation, the id of its target (one of ``candidates``; none for an ADD), and a reason.

    Args:
        decisions: those in force.
        domains: the notes of each domain.
        limit: at most so many; None is all.
    """
    found: dict[tuple[str, str], tuple[tuple[int, float, str], dict[str, Any]]] = {}
    for decided in decisions:
        if decided.decider.startswith(f"{PERSON}/") or not decided.candidates:
            continue
        columns = decided.assertion.columns
        why, sure = _why(decided), confidence(decided)
        place = (_RANK[why], sure, decided.assertion.order_key)
        key = (columns["domain"], columns["fact_id"])
        if key not in found or place < found[key][0]:
            found[key] = (place, _task(decided, domains[columns["domain"]], why, sure))
    ranked = [task for _, task in sorted(found.values(), key=lambda pair: pair[0])]
    return ranked if limit is None else ranked[:limit]


def confidence(decided: Decided) -> float:
    """Return from 0 to 1 how clear a decision is by the likeness of what it met.

    To add is clear when nothing near was offered; to merge or retire when its target is near.
    """
    scores = {note_id: score for note_id, score, _ in decided.candidates}
    if decided.verdict.operation == "ADD":
        return max(0.0, 1.0 - max(scores.values(), default=0.0))
    return min(1.0, scores.get(decided.verdict.target_note_id or "", 0.0))


def _why(decided: Decided) -> str:
    verdict = decided.verdict
    if verdict.conflicts_with:
        return CONFLICT
    if verdict.overridden:
        return REFUSED
    return DEFAULTED if verdict.defaulted else UNSURE


def _task(decided: Decided, notes: Notes, why: str, sure: float) -> dict[str, Any]:
    columns, verdict = decided.assertion.columns, decided.verdict
    return {
        "why": why,
        "confidence": round(sure, 4),
        "domain": columns["domain"],
        "fact_id": columns["fact_id"],
        "language": columns["language"],
        "fact": _said(columns, columns["fact_text"]),
        "evidence": [span["quote"] for span in columns["evidence"]],
        "decided": {"operation": verdict.operation, "target_note_id": verdict.target_note_id, "reason": verdict.reason},
        "candidates": _candidates(decided, notes),
        "verdict": {"operation": "", "target_note_id": None, "reason": ""},
    }


def _candidates(decided: Decided, notes: Notes) -> list[dict[str, Any]]:
    shown = []
    for note_id, score, excluded in decided.candidates:
        if excluded is None:
            note = notes.by_id[note_id]
            said = _said(note.founding.assertion.columns, note.claim.text)
            shown.append({"note_id": note_id, "score": round(score, 4), **said})
    return shown


def _said(columns: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A text, and who said it when; an undated report has no date."""
    dated = columns["asserted_at_source"] != "partition"
    asserted_at = columns["asserted_at"].isoformat() if dated else None
    return {"text": text, "asserted_at": asserted_at, "report": columns["report_id"]}

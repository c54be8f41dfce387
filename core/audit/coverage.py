"""What became of every character of one report: said by a fact, dropped with its fact, masked, or untouched."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from core.ledger.fold import Key
from core.ledger.notes import Decided
from core.stages.evidence import locate

Row = Mapping[str, Any]
COVERED, DROPPED, MASKED, UNTOUCHED = "covered", "dropped", "masked", "untouched"
STATES = (COVERED, DROPPED, MASKED, UNTOUCHED)


@dataclass(frozen=True, slots=True)
class ToldFact:
    """A kept fact and what the ledger did with it; ``operation`` and ``note_id`` are None when it is in no ledger."""

    fact_id: str
    text: str
    importance: int
    spans: tuple[tuple[int, int], ...]
    unresolved: tuple[str, ...]  # what no span says
    operation: str | None = None
    note_id: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DroppedFact:
    """A fact that was not kept, and why; without a span when its quote is nowhere in its chunk."""

    fact_id: str
    text: str
    reason: str
    rule_id: str
    detail: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of characters (half-open) of one state; ``facts`` and ``drops`` are indices, ``why`` is a mask's reason."""

    char_start: int
    char_end: int
    state: str
    facts: tuple[int, ...] = ()
    drops: tuple[int, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Coverage:
    """One report revision from its first character to its last."""

    report: Row
    facts: tuple[ToldFact, ...]
    drops: tuple[DroppedFact, ...]
    stretches: tuple[Stretch, ...]  # laid end to end they are the text
    chunks: tuple[tuple[int, int, str], ...]  # start, end, how the chunk ended

    @property
    def characters(self) -> Counter[str]:
        """Characters by state; they sum to the report's."""
        counted: Counter[str] = Counter(dict.fromkeys(STATES, 0))
        for stretch in self.stretches:
            counted[stretch.state] += stretch.char_end - stretch.char_start
        return counted


@dataclass(frozen=True)
class DayRows:
    """The rows of one or more days that coverage is read from."""

    chunks: Sequence[Row]
    outcomes: Sequence[Row]
    extracted: Sequence[Row]
    dropped: Sequence[Row]
    facts: Sequence[Row]  # normalised


def coverage_of(report: Row, rows: DayRows, decided: Mapping[Key, Decided]) -> Coverage:
    """Return the coverage of a report.

    A masked character is masked whatever else is said of it; one that a kept fact points at is covered,
    also where a dropped fact points at it too.

    Args:
        report: its raw_reports row.
        rows: rows of its day; those of other reports are left out.
        decided: decisions in force, by assertion key.
    """
    revision = report["revision_id"]
    chunks = {row["chunk_id"]: row for row in rows.chunks if row["revision_id"] == revision}
    facts = [
        _told(row, decided.get((revision, row["fact_id"]))) for row in rows.facts if row["revision_id"] == revision
    ]
    extracted = {(row["chunk_id"], row["ordinal"]): row for row in rows.extracted if row["revision_id"] == revision}
    drops = [
        _dropped(row, extracted.get((row["chunk_id"], row["ordinal"])), report, chunks)
        for row in rows.dropped
        if row["revision_id"] == revision
    ]
    outcomes = {row["chunk_id"]: row for row in rows.outcomes}
    cut = [(row["char_start"], row["char_end"], _ended(outcomes.get(chunk_id))) for chunk_id, row in chunks.items()]
    stretches = _stretches(report, facts, drops)
    return Coverage(report, tuple(facts), tuple(drops), tuple(stretches), tuple(sorted(cut)))


def _told(row: Row, decided: Decided | None) -> ToldFact:
    spans = [(one["char_start"], one["char_end"]) for one in row["evidence"] if one["char_start"] is not None]
    verdict = decided.verdict if decided is not None else None
    return ToldFact(
        row["fact_id"],
        row["text"],
        row["importance"],
        tuple(spans),
        tuple(one["quote"] for one in row["evidence"] if one["char_start"] is None),
        verdict.operation if verdict is not None else None,
        (decided.note_id or decided.verdict.target_note_id) if decided is not None else None,
        verdict.reason if verdict is not None else "",
    )


def _dropped(row: Row, extracted: Row | None, report: Row, chunks: Mapping[str, Row]) -> DroppedFact:
    chunk = chunks.get(row["chunk_id"])
    found = locate(extracted, report, chunk) if extracted is not None and chunk is not None else None
    spans = (found[:2],) if found is not None else ()
    return DroppedFact(row["fact_id"], row["text"], row["reason"], row["rule_id"], row["detail"] or "", spans)


def _ended(outcome: Row | None) -> str:
    if outcome is None:
        return ""
    return f"{outcome['outcome']}: {outcome['reason']}" if outcome["reason"] else str(outcome["outcome"])


_Mark = tuple[str, int, str]  # state, index, why


def _stretches(report: Row, facts: Sequence[ToldFact], drops: Sequence[DroppedFact]) -> list[Stretch]:
    """Sweep over the ends of all spans; time goes with the spans, not with the text."""
    marks: list[tuple[int, int, _Mark]] = [
        (mask["char_start"], mask["char_end"], (MASKED, at, mask["reason"])) for at, mask in enumerate(report["masks"])
    ]
    marks += [(*span, (COVERED, at, "")) for at, fact in enumerate(facts) for span in fact.spans]
    marks += [(*span, (DROPPED, at, "")) for at, fact in enumerate(drops) for span in fact.spans]
    opening: dict[int, list[_Mark]] = {}
    closing: dict[int, list[_Mark]] = {}
    for start, end, mark in marks:
        if start < end:
            opening.setdefault(start, []).append(mark)
            closing.setdefault(end, []).append(mark)
    ends = sorted({0, report["n_chars"], *opening, *closing})
    active: Counter[_Mark] = Counter()
    found = []
    for start, end in pairwise(ends):
        active.subtract(closing.get(start, ()))
        active.update(opening.get(start, ()))
        active = +active
        found.append(_stretch(start, end, active))
    return found


def _stretch(start: int, end: int, active: Iterable[_Mark]) -> Stretch:
    ordered = sorted(active)
    why = next((why for state, _, why in ordered if state == MASKED), None)
    facts = tuple(at for state, at, _ in ordered if state == COVERED)
    drops = tuple(at for state, at, _ in ordered if state == DROPPED)
    state = MASKED if why is not None else COVERED if facts else DROPPED if drops else UNTOUCHED
    return Stretch(start, end, state, facts, drops, why or "")

"""Notes as the fold builds them, and the one place that applies a decision to them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from core.contracts.tables import STATUS_OF
from core.errors import ContractError
from core.ids import content_id
from core.ledger.assertions import Assertion
from core.model import Claim, Verdict
from core.text.attribution import sources_of


@dataclass(frozen=True, slots=True)
class Decided:
    """One assertion with what was decided about it, and the question that was asked."""

    assertion: Assertion
    verdict: Verdict
    decision_id: str
    note_id: str | None  # the note it founded; None for a NOOP
    candidates: tuple[tuple[str, float, str | None], ...]  # (note id, score, why excluded)
    decider: str
    recorded_at: datetime | None = None  # None until a commit has recorded it
    run_id: str = ""

    @property
    def is_open(self) -> bool:
        """Whether nobody has answered its question yet, so that it holds only until somebody does."""
        return self.verdict.attempts == 0


RETIRING = ("UPDATE", "DELETE")  # operations that supersede their target


@dataclass(slots=True)
class Note:
    """A note and its place in history. Its text is never changed."""

    founding: Decided
    claim: Claim
    supports: list[Assertion] = field(default_factory=list)
    supersedes: list[str] = field(default_factory=list)
    closing: Decided | None = None  # the decision that superseded it

    @property
    def note_id(self) -> str:
        """Its id."""
        return self.claim.id


class Notes:
    """All notes of one domain at one point of the canonical order."""

    def __init__(self) -> None:
        self.by_id: dict[str, Note] = {}

    def apply(self, decided: Decided) -> tuple[Note | None, Note | None]:
        """Apply one decision; return (the note it founded, the note it superseded), None where there is none.

        Raises:
            ContractError: the target does not exist or is already superseded, or the note id is taken.
        """
        verdict = decided.verdict
        if verdict.operation == "NOOP":
            self._support(self._current(decided), decided.assertion)
            return None, None
        retired = self._current(decided) if verdict.operation in RETIRING else None
        founded = self._found(decided)
        if retired is not None:
            retired.closing = decided
            founded.supersedes.append(retired.note_id)
            if verdict.text is not None:
                self._attribute(founded, retired)
        return founded, retired

    def new_id(self, assertion: Assertion) -> str:
        """Return the id of the note that this assertion would found.

        A report that says again what has been superseded since founds another note: its id counts on.
        """
        domain, fact = assertion.columns["domain"], assertion.columns["fact_id"]
        note_id, again = content_id("note_", domain, fact), 1
        while note_id in self.by_id:
            again += 1
            note_id = content_id("note_", domain, fact, str(again))
        return note_id

    def _current(self, decided: Decided) -> Note:
        target = self.by_id.get(decided.verdict.target_note_id or "")
        if target is None or target.closing is not None:
            state = "does not exist" if target is None else "is already superseded"
            raise ContractError(
                f"decisions: {decided.decision_id} ({decided.verdict.operation}) names note "
                f"{decided.verdict.target_note_id}, which {state}. The decision log does not belong to these notes."
            )
        return target

    def _found(self, decided: Decided) -> Note:
        note_id = decided.note_id
        if note_id is None or note_id in self.by_id:
            raise ContractError(f"decisions: {decided.decision_id} founds note {note_id}, which is taken or missing.")
        claim = decided.assertion.claim
        text = decided.verdict.text or claim.text
        note = Note(decided, replace(claim, id=note_id, text=text), supports=[decided.assertion])
        self.by_id[note_id] = note
        return note

    def _attribute(self, note: Note, retired: Note) -> None:
        """Let a rewritten text rest on the earlier facts that it still says, besides the one that founded it."""
        offered = [note.founding.assertion, *retired.supports]
        chosen = sources_of(note.claim.text, [(at, one.claim.text) for at, one in enumerate(offered)], best_stays=True)
        for at in chosen:
            if at:
                self._support(note, offered[at])

    @staticmethod
    def _support(note: Note, assertion: Assertion) -> None:
        note.supports.append(assertion)
        claim = assertion.claim
        note.claim = replace(
            note.claim,
            last_confirmed_at=max(note.claim.last_confirmed_at, claim.asserted_at),
            report_ids=note.claim.report_ids | claim.report_ids,
            revision_ids=note.claim.revision_ids | claim.revision_ids,
        )


def note_row(note: Note) -> dict[str, Any]:
    """Return a note as a row of the notes table."""
    founding, closing = note.founding, note.closing
    columns = founding.assertion.columns
    copied = (
        "domain", "language", "fact_type", "importance", "tags", "entities", "statement", "polarity", "modality",
        "holder", "temporal", "valid_from", "valid_to", "valid_precision", "multi_valued", "asserted_at",
        "asserted_at_source", "order_key",
    )  # fmt: skip
    return {
        **{name: columns[name] for name in copied},
        "note_id": note.note_id,
        "text": note.claim.text,
        "status": "current" if closing is None else "superseded",
        "source_type": "correction" if founding.verdict.operation == "DELETE" else "extraction",
        "supports": [_support_row(assertion) for assertion in note.supports],
        "n_reports": len(note.claim.report_ids),
        "last_confirmed_at": note.claim.last_confirmed_at,
        "superseded_by": closing.note_id if closing else None,
        "superseded_at": closing.assertion.claim.asserted_at if closing else None,
        "closed_order_key": closing.assertion.order_key if closing else None,
        "supersedes": list(note.supersedes),
        "conflicts_with": sorted(founding.verdict.conflicts_with),
        "decision_id": founding.decision_id,
        "recorded_at": founding.recorded_at,
        "closed_at": closing.recorded_at if closing else None,
    }


def edge_rows(notes: Iterable[Note]) -> list[dict[str, Any]]:
    """Return the supersession edges of notes: one row per retired note, derived from the notes alone."""
    return [
        {
            "edge_id": content_id("edge_", note.note_id, closing.note_id or ""),
            "old_note_id": note.note_id,
            "new_note_id": closing.note_id,
            "domain": closing.assertion.columns["domain"],
            "operation": closing.verdict.operation,
            "reason": closing.verdict.reason,
            "fact_id": closing.assertion.columns["fact_id"],
            "decision_id": closing.decision_id,
            "asserted_at": closing.assertion.claim.asserted_at,
            "recorded_at": closing.recorded_at,
        }
        for note in notes
        if (closing := note.closing) is not None
    ]


def decision_row(decided: Decided, action: str) -> dict[str, Any]:
    """Return a decision as a row of the decision log."""
    verdict, columns = decided.verdict, decided.assertion.columns
    return {
        **columns,
        "action": action,
        "decision_id": decided.decision_id,
        "operation": verdict.operation,
        "status": STATUS_OF[verdict.operation],
        "target_note_id": verdict.target_note_id,
        "note_id": decided.note_id,
        "text": verdict.text or columns["fact_text"],
        "reason": verdict.reason,
        "candidates": [
            {"note_id": note_id, "score": score, "excluded": excluded}
            for note_id, score, excluded in decided.candidates
        ],
        "conflicts_with": sorted(verdict.conflicts_with),
        "decider": decided.decider,
        "reply_key": verdict.reply_key,
        "attempts": verdict.attempts,
        "defaulted": verdict.defaulted,
        "overridden": verdict.overridden,
        "run_id": decided.run_id,
        "recorded_at": decided.recorded_at,
    }


def decided_from_row(row: Mapping[str, Any], assertion: Assertion) -> Decided:
    """Return the decision that a row of the decision log records."""
    text = row["text"] if row["text"] != row["fact_text"] else None
    return Decided(
        assertion=assertion,
        verdict=Verdict(
            operation=row["operation"],
            target_note_id=row["target_note_id"],
            reason=row["reason"],
            text=text,
            conflicts_with=tuple(row["conflicts_with"]),
            defaulted=row["defaulted"],
            overridden=row["overridden"],
            reply_key=row["reply_key"],
            attempts=row["attempts"],
        ),
        decision_id=row["decision_id"],
        note_id=row["note_id"],
        candidates=tuple((c["note_id"], c["score"], c["excluded"]) for c in row["candidates"]),
        decider=row["decider"],
        recorded_at=row["recorded_at"],
        run_id=row["run_id"],
    )


def _support_row(assertion: Assertion) -> dict[str, Any]:
    names = (
        "fact_id", "report_id", "revision_id", "order_key", "asserted_at", "evidence", "source_seqs", "source_turns",
    )  # fmt: skip
    return {name: assertion.columns[name] for name in names}

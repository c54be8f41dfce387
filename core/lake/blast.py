"""How far a fold reaches: which notes that were current before it would be current no more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.ledger.fold import Folded, replay

SUPERSEDED, GONE = "superseded", "gone"


@dataclass(frozen=True, slots=True)
class Limits:
    """How many current notes of a domain one run may retire without asking a person."""

    least: int  # so many always
    share: float  # of the notes that were current before the run

    def allows(self, current: int) -> int:
        """Return how many of ``current`` notes may be retired."""
        return max(self.least, int(self.share * current))


@dataclass(frozen=True, slots=True)
class Retirement:
    """A note that was current before a fold and is not after it."""

    note_id: str
    text: str
    how: str  # superseded, or gone: its facts left, or are told otherwise now
    new_note_id: str | None
    new_text: str | None
    reason: str

    def row(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Retirement":
        """Return what ``row`` made plain."""
        return cls(**row)


@dataclass(frozen=True)
class Reach:
    """What a fold would retire, against what was there."""

    current: int  # notes current before
    retirements: tuple[Retirement, ...]  # ordered by note id


def reach(folded: Folded) -> Reach:
    """Return the reach of a fold.

    Only notes that were current before it count: a fold that builds a domain from nothing retires none,
    however many of its own new notes replace one another.
    """
    if not folded.changed and not folded.withdrawn:
        return Reach(0, ())
    before = {note.note_id: note for note in replay(folded.before).by_id.values() if note.closing is None}
    retired = []
    for note_id, was in sorted(before.items()):
        now = folded.notes.by_id.get(note_id)
        if now is None:
            why = "the facts that it rested on are withdrawn, or are decided otherwise"
            retired.append(Retirement(note_id, was.claim.text, GONE, None, None, why))
        elif now.closing is not None:
            heir = folded.notes.by_id[now.closing.note_id or ""]
            reason = now.closing.verdict.reason
            retired.append(Retirement(note_id, was.claim.text, SUPERSEDED, heir.note_id, heir.claim.text, reason))
    return Reach(len(before), tuple(retired))

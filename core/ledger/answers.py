"""What a person has decided about facts: answers that the fold takes before it asks any decider."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from core.ids import content_id
from core.model import Verdict

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Answer:
    """A reviewer's word on what one fact does to the notes. ``target_note_id`` is None for an ADD alone."""

    domain: str
    fact_id: str
    operation: str  # ADD | UPDATE | DELETE | NOOP
    target_note_id: str | None
    reviewer: str
    reason: str
    answered_at: datetime

    @property
    def key(self) -> tuple[str, str]:
        """(domain, fact_id): a fact has one answer, whichever revisions say it."""
        return self.domain, self.fact_id

    @property
    def decider(self) -> str:
        """How decisions name it: another answer is another decider, so that it is decided again."""
        parts = (self.operation, self.target_note_id or "", self.reviewer, self.reason)
        return f"{PERSON}/{content_id('ans_', *self.key, *parts)}"

    @property
    def verdict(self) -> Verdict:
        """The answer as a verdict."""
        reason = f"{self.reviewer} decided: {self.reason or self.operation}"
        return Verdict(self.operation, self.target_note_id, reason)


Answers = Mapping[tuple[str, str], Answer]

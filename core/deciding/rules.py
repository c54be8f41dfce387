"""The decider without a model: conservative comparison of subject, slot, value, content and time."""

from collections.abc import Sequence

from core.deciding.relations import NOTHING, Kind, Relation, relate
from core.model import Candidate, Claim, Verdict

_OPERATIONS = {
    Kind.SAME: "NOOP",
    Kind.CONTAINED: "NOOP",
    Kind.ENDS: "DELETE",
    Kind.CHANGED: "UPDATE",
    Kind.MORE_SPECIFIC: "UPDATE",
}


class RulesDecider:
    """Decides by rules alone; pure, deterministic, and in doubt it adds.

    ``version`` is part of a decision's identity: raise it when a decision may come out otherwise.
    """

    name = "rules"
    version = "5"

    def decide(self, fact: Claim, candidates: Sequence[Candidate]) -> Verdict:
        """Return what becomes of a fact against the candidates that may be touched.

        The strongest relation wins (same, contained, ends, changed, more specific, conflict); of
        equals the candidate that was offered first.
        """
        related = [(relate(fact, c.note), c.note) for c in candidates if c.excluded is None]
        if not related:
            return Verdict("ADD", None, "No candidate was offered.")
        relation, note = min(related, key=lambda pair: pair[0].kind)
        operation = _OPERATIONS.get(relation.kind)
        if operation is not None:
            return Verdict(operation, note.id, _sentence(relation))
        conflicts = tuple(note.id for relation, note in related if relation.kind == Kind.CONFLICT)
        return Verdict("ADD", None, _sentence(relation if relation.kind != Kind.NONE else NOTHING), None, conflicts)


def _sentence(relation: Relation) -> str:
    return relation.reason[0].upper() + relation.reason[1:] + "."

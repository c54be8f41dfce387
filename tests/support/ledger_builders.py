"""Small assertions and a transparent decider, for tests of the fold."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from core import ids
from core.ledger.assertions import Assertion, from_decision, order_key
from core.ledger.fold import Rules
from core.model import Candidate, Claim, Verdict

START = datetime(2026, 1, 1, tzinfo=UTC)


def make_assertion(
    subject: str, value: str, day: int = 0, report: str = "a", ordinal: int = 0, importance: int = 5
) -> Assertion:
    """An assertion that says "<subject> has <value>" on a day, in a report."""
    text = f"{subject} has {value}"
    report_id = ids.report_id(report)
    revision = ids.revision_id(report_id, f"{report}@{day}")
    asserted_at = START + timedelta(days=day)
    statement = {
        "subject": subject, "slot": "has", "value": value, "value_kind": "text", "polarity": "positive",
        "modality": "asserted", "holder": None, "ends": "",
    }  # fmt: skip
    columns: dict[str, Any] = {
        "fact_id": ids.fact_id(report_id, text),
        "revision_id": revision,
        "report_id": report_id,
        "domain": "d",
        "order_key": order_key(asserted_at, report_id, revision, 0, ordinal),
        "partition": asserted_at.date().isoformat(),
        "fact_text": text,
        "language": "en",
        "importance": importance,
        "tags": [],
        "fact_type": "fact",
        "evidence": [
            {"revision_id": revision, "char_start": 0, "char_end": len(text), "quote": text, "match": "exact"}
        ],
        "source_seqs": [],
        "source_turns": [],
        "entities": [],
        "statement": statement,
        "polarity": "positive",
        "modality": "asserted",
        "holder": None,
        "temporal": [],
        "valid_from": None,
        "valid_to": None,
        "valid_precision": None,
        "asserted_at": asserted_at,
        "asserted_at_source": "document",
        "multi_valued": False,
    }
    return from_decision(columns)


class NearestDecider:
    """Does something with whatever is nearest, so that every change of candidates changes the result."""

    name = "nearest"
    version = "1"

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, fact: Claim, candidates: Sequence[Candidate]) -> Verdict:
        """Same value: no-op. Same subject, other value: update. Else the nearest decides by its score."""
        self.asked += 1
        for candidate in candidates:
            statement = candidate.note.statement
            if (statement.subject, statement.value) == (fact.statement.subject, fact.statement.value):
                return Verdict("NOOP", candidate.note.id, "same value")
            if statement.subject == fact.statement.subject:
                return Verdict("UPDATE", candidate.note.id, f"{statement.value} is {fact.statement.value}")
        nearest = candidates[0]
        if nearest.score > 0.8 and len(nearest.note.report_ids) % 2 == 1:
            return Verdict("DELETE", nearest.note.id, "near and said by an odd number of reports")
        return Verdict("ADD", None, "nothing near")


def rules(decider: Any = None, nearest: int = 3) -> Rules:
    """Rules without guards, so that the decider's word stands."""
    return Rules(decider or NearestDecider(), lambda fact, candidates, verdict: verdict, lambda text: None, nearest)


def fact_row(assertion: Assertion) -> dict[str, Any]:
    """The normalised_facts row that an assertion comes from."""
    columns = dict(assertion.columns)
    text = columns.pop("fact_text")
    return columns | {
        "chunk_id": ids.chunk_id(columns["revision_id"], 0, len(text)),
        "ordinal": 0,
        "text": text,
        "source_seqs": [],
        "quote": text,
        "quote_start": 0,
        "extractor": "test/1",
        "reply_key": None,
    }

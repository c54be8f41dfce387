"""One question: a fact and the notes offered with it, as a model is shown them, and the key of its answer."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.deciding.guards import can_matter
from core.deciding.model.contract import SCHEMA_VERSION
from core.extract.model.policy import AskPolicy
from core.ids import content_id
from core.model import Candidate, Claim

NUMBERS_PER_FACT = 100  # more than the notes that can be offered with one fact (27 by the widest setting)
_DAYS = (("year", 365), ("month", 30), ("week", 7), ("day", 1))


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about one fact. Two questions that show the same are the same question."""

    key: str
    shown: dict[str, Any]  # {"fact": {...}, "notes": [{...}, ...]}
    language: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The fact's text and those of the notes."""
        return self.shown["fact"]["text"], *(note["text"] for note in self.shown["notes"])

    @property
    def n_notes(self) -> int:
        """How many notes it offers."""
        return len(self.shown["notes"])


def offered(fact: Claim, candidates: Sequence[Candidate], least_score: float = 0.0) -> list[Claim]:
    """Return the notes that a decision may be about, in the order of the offer.

    Those with which the guards forbid whatever could be said are left out: it would change nothing. So are
    those of a lower score than ``least_score``, unless they are on the same subject.
    """
    subject = fact.statement.subject

    def is_near(one: Candidate) -> bool:
        return one.score >= least_score or (bool(subject) and one.note.statement.subject == subject)

    return [one.note for one in candidates if one.excluded is None and is_near(one) and can_matter(fact, one.note)]


def question_of(fact: Claim, notes: Sequence[Claim], policy: AskPolicy, prompt_version: str) -> Question:
    """Return the question about a fact and the notes offered with it.

    Its key rests on what is shown, of whom it is asked and how; ids, scores and the other questions of
    the same call have no part in it.
    """
    shown = {"fact": _shown(fact), "notes": [_note(note, fact) for note in notes]}
    parameters = json.dumps(policy.parameters, sort_keys=True)
    content = json.dumps(shown, sort_keys=True, ensure_ascii=False)
    key = content_id("ans_", policy.model, parameters, prompt_version, SCHEMA_VERSION, content)
    return Question(key, shown, fact.language)


def call_key(questions: Sequence[Question]) -> str:
    """Return the key of the reply to some questions asked in one call."""
    return content_id("rpl_", "decisions", *(question.key for question in questions))


def _shown(claim: Claim) -> dict[str, Any]:
    """What a model sees of a claim. A date that only orders it (``partition``) is no date of it."""
    dated = claim.asserted_at_source != "partition"
    entries = {
        "text": claim.text,
        "language": claim.language,
        "said_on": claim.asserted_at.date().isoformat() if dated else "unknown",
        "valid_from": _day(claim.valid_from),
        "valid_until": _day(claim.valid_to),
    }
    return {name: value for name, value in entries.items() if value is not None}


def _note(note: Claim, fact: Claim) -> dict[str, Any]:
    known = "partition" not in (note.asserted_at_source, fact.asserted_at_source)
    return {**_shown(note), **({"age": age(note.asserted_at, fact.asserted_at)} if known else {})}


def age(earlier: datetime, later: datetime) -> str:
    """Return how long before ``later`` something was said, in whole units: "3 days", "2 years".

    Months count 30 days and years 365; under a day is "same day", and what lies after is "later".
    """
    days = (later - earlier).days
    if days < 0:
        return "later than the fact"
    for unit, length in _DAYS:
        count = days // length
        if count:
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "same day"


def _day(instant: datetime | None) -> str | None:
    return None if instant is None else instant.date().isoformat()

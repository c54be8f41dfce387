"""What the ledger holds of each day: the decisions about its facts, the notes that these founded and retired."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.ledger.notes import RETIRING, Decided


@dataclass(frozen=True, slots=True)
class Founded:
    """A note that a fact of the day founded, and what has become of it."""

    note_id: str
    domain: str
    text: str
    status: str  # current | superseded


@dataclass(frozen=True, slots=True)
class Retired:
    """A note that a fact of the day retired, and the note that took its place."""

    domain: str
    operation: str
    old_text: str
    new_text: str
    reason: str


@dataclass
class Standing:
    """The decisions in force about the facts of one day, and what they did to the notes."""

    operations: Counter[str] = field(default_factory=Counter)
    deciders: Counter[str] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)  # open, defaulted, overridden, contradicting
    decisions: list[tuple[str, str, str, str]] = field(default_factory=list)  # domain, operation, text, reason
    founded: list[Founded] = field(default_factory=list)
    retired: list[Retired] = field(default_factory=list)
    run_ids: set[str] = field(default_factory=set)  # of the runs that decided


@dataclass(frozen=True)
class Standings:
    """The days of a ledger, and its tables as a whole."""

    days: Mapping[str, Standing]
    notes: int  # current and superseded
    current: int
    decisions: int  # in force
    edges: int

    def of(self, day: str) -> Standing:
        """Return a day; one of which nothing is in force is empty."""
        return self.days.get(day) or Standing()

    def touched_by(self, run_id: str) -> list[str]:
        """Return the days of which a run decided something that is in force."""
        return sorted(day for day, one in self.days.items() if run_id in one.run_ids)


def standings(decided: Iterable[Decided]) -> Standings:
    """Return what the decisions in force (any order) come to, by the day of their facts.

    Within a day decisions come in the canonical order, those that retire a note first.
    """
    ordered = sorted(decided, key=lambda one: (one.verdict.operation not in RETIRING, one.assertion.sort_key))
    texts = {one.note_id: said(one) for one in ordered if one.note_id is not None}
    closed = {one.verdict.target_note_id for one in ordered if one.verdict.operation in RETIRING}
    days: dict[str, Standing] = {}
    for one in ordered:
        _add(days.setdefault(one.assertion.columns["partition"], Standing()), one, texts, closed)
    return Standings(days, len(texts), len(texts) - len(closed), len(ordered), len(closed))


def said(decided: Decided) -> str:
    """Return the text of a decision: what the decider wrote, else the fact as it was reported."""
    return str(decided.verdict.text or decided.assertion.columns["fact_text"])


def _add(day: Standing, one: Decided, texts: Mapping[str, str], closed: Iterable[str | None]) -> None:
    verdict, domain = one.verdict, one.assertion.columns["domain"]
    day.operations[verdict.operation] += 1
    day.deciders[one.decider] += 1
    day.marks.update(_marks(one))
    day.run_ids.add(one.run_id)
    day.decisions.append((domain, verdict.operation, said(one), verdict.reason))
    if one.note_id is not None:
        status = "superseded" if one.note_id in closed else "current"
        day.founded.append(Founded(one.note_id, domain, texts[one.note_id], status))
    if verdict.operation in RETIRING:
        old = texts.get(verdict.target_note_id or "", "")
        day.retired.append(Retired(domain, verdict.operation, old, said(one), verdict.reason))


def _marks(one: Decided) -> Sequence[str]:
    verdict = one.verdict
    found = {
        "open": one.is_open,
        "defaulted": verdict.defaulted and not one.is_open,
        "overridden": verdict.overridden,
        "contradicting": bool(verdict.conflicts_with),
    }
    return [word for word, holds in found.items() if holds]

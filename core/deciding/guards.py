"""Hard guards over every decider: what may never be merged or retired, whoever says so.

A guard is one small rule in ``GUARDS``; it names what it found, and what is left of the verdict.
"""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.deciding import times
from core.deciding.identity import may_meet
from core.deciding.terms import Terms, claim_terms, comparable_terms, more_often
from core.model import Candidate, Claim, Verdict

_OPERATIONS = frozenset(("ADD", "UPDATE", "DELETE", "NOOP"))
_RETIRING = frozenset(("UPDATE", "DELETE"))


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition under which a verdict on a target may not stand; ``finds`` says what it found, or ""."""

    id: str
    operations: frozenset[str]
    finds: Callable[[Claim, Claim], str]
    conflict: bool = False  # the two claims contradict one another: say so


def enforce(fact: Claim, candidates: Sequence[Candidate], verdict: Verdict) -> Verdict:
    """Return the verdict, or the ADD that is left of it when a hard guard forbids it.

    A verdict that names no usable target is ``defaulted``; one that a guard over two claims forbids
    is ``overridden``; the reason names the guard. An UPDATE whose text is no honest sum of both
    keeps its target and loses its text.
    """
    if verdict.operation not in _OPERATIONS:
        return _defaulted("known_operation", f"the operation {verdict.operation!r} is unknown")
    if verdict.operation == "ADD":
        offered = {c.note.id for c in candidates}
        conflicts = tuple(note for note in verdict.conflicts_with if note in offered)
        return dataclasses.replace(verdict, target_note_id=None, conflicts_with=conflicts)
    if verdict.target_note_id is None:
        return _defaulted("target_named", f"{verdict.operation} names no target")
    target = next((c.note for c in candidates if c.note.id == verdict.target_note_id and c.excluded is None), None)
    if target is None:
        return _defaulted("target_offered", f"{verdict.target_note_id} is not among the candidates offered")
    refusal = _refusal(fact, target, verdict.operation)
    if refusal is not None:
        guard, found = refusal
        conflicts = (target.id,) if guard.conflict else ()
        reason = f"Guard {guard.id}: {verdict.operation} refused because {found}."
        return Verdict("ADD", None, reason, None, conflicts, overridden=True)
    return _checked_text(fact, target, verdict)


def is_allowed(fact: Claim, note: Claim, operation: str) -> bool:
    """Return whether no guard over two claims forbids an operation on a note."""
    return _refusal(fact, note, operation) is None


def can_matter(fact: Claim, note: Claim) -> bool:
    """Return whether any operation on a note is allowed, or at least leaves a conflict to record."""
    refusals = [_refusal(fact, note, operation) for operation in ("NOOP", "UPDATE", "DELETE")]
    return any(refusal is None or refusal[0].conflict for refusal in refusals)


def _refusal(fact: Claim, note: Claim, operation: str) -> tuple[Guard, str] | None:
    """Return the first guard that forbids an operation on a note, and what it found."""
    for guard in GUARDS:
        found = guard.finds(fact, note) if operation in guard.operations else ""
        if found:
            return guard, found
    return None


def _defaulted(guard: str, found: str) -> Verdict:
    return Verdict("ADD", None, f"Guard {guard}: {found}, so the fact is added.", defaulted=True)


def _subjects(fact: Claim, note: Claim) -> str:
    mine, noted = fact.statement.subject, note.statement.subject
    if not mine or not noted or mine == noted:
        return ""
    ends_value = bool(fact.statement.ends) and note.statement.value == mine
    return "" if ends_value else f"the subjects differ ({mine}; {noted})"


def _hard_facts(fact: Claim, note: Claim) -> str:
    one, two = claim_terms(fact), claim_terms(note)
    for name in ("numbers", "versions", "dates", "identifiers"):
        new = getattr(one, name) - getattr(two, name) - two.hard
        if new and not _coarser(name, new, two):
            return f"{name} differ ({', '.join(sorted(new))} is not in the note)"
    again = more_often(one, two)
    return f"{', '.join(again)} stands in the note less often" if again else ""


def _coarser(name: str, new: frozenset[str], two: Terms) -> bool:
    written = two.dates
    return name in ("dates", "numbers") and all(any(date.startswith(part + "-") for date in written) for part in new)


def _polarity(fact: Claim, note: Claim) -> str:
    mine, noted = claim_terms(fact).polarity, claim_terms(note).polarity
    same = mine == noted and fact.statement.polarity == note.statement.polarity
    return "" if same else f"one is {mine}, the other {noted}"


def _modality(fact: Claim, note: Claim) -> str:
    mine, noted = fact.statement, note.statement
    if mine.modality != noted.modality:
        return f"one is {mine.modality}, the other {noted.modality}"
    return "" if mine.holder == noted.holder else f"{mine.holder} says one, {noted.holder} the other"


def _ends(fact: Claim, note: Claim) -> str:
    mine, noted = fact.statement.ends, note.statement.ends
    return "" if mine == noted else f"one has {mine or 'not ended'}, the other {noted or 'not ended'}"


def _hedged(fact: Claim, note: Claim) -> str:
    mine, noted = fact.statement, note.statement
    unsure = mine.modality == "hedged" or (mine.modality == "reported" and mine.holder is None)
    return f"the fact is {mine.modality} and the note is plain" if unsure and noted.modality == "asserted" else ""


def _time(fact: Claim, note: Claim) -> str:
    return times.may_retire(fact, note)


def _intervals(fact: Claim, note: Claim) -> str:
    return "they hold for intervals that do not overlap" if times.apart(fact, note) else ""


def _strangers(fact: Claim, note: Claim) -> str:
    return "" if may_meet(fact, note) else "their subjects name nothing beyond their own reports"


def _event_times(fact: Claim, note: Claim) -> str:
    return "" if times.same_times(fact, note) else "they speak of different times"


_NOOP = frozenset(("NOOP",))
_ANY = _RETIRING | _NOOP
GUARDS: tuple[Guard, ...] = (
    Guard("same_subject", _ANY, _subjects),
    Guard("hard_facts_never_merge", _NOOP, _hard_facts),
    Guard("polarity_never_merges", _NOOP, _polarity),
    Guard("modality_never_merges", _NOOP, _modality),
    Guard("endings_never_merge", _NOOP, _ends),
    Guard("different_times_never_merge", _NOOP, _event_times),
    Guard("strangers_never_merge", _NOOP, _strangers),
    Guard("intervals_overlap", _ANY, _intervals),
    Guard("later_retires_earlier", _RETIRING, _time, conflict=True),
    Guard("hedged_never_retires_plain", _RETIRING, _hedged, conflict=True),
)


def _checked_text(fact: Claim, target: Claim, verdict: Verdict) -> Verdict:
    """Return the verdict without a merged text that is no honest sum of the fact and the target.

    It may hold nothing that neither has, has to hold all that the fact says, and to say it in its tone.
    """
    if verdict.text is None:
        return verdict
    text, one, two = comparable_terms(verdict.text, fact.language), claim_terms(fact), claim_terms(target)
    words = set(text.words)
    known = one.hard | two.hard | one.names | two.names | set(one.words) | set(two.words)
    new = sorted((text.hard | text.names) - known)
    lost = sorted((one.hard | one.names | set(one.words)) - text.hard - text.names - words)
    if new:
        why = f"Guard text_brings_nothing_new: the text given was dropped because neither side has {', '.join(new)}."
    elif lost:
        why = f"Guard text_says_the_fact: the text given was dropped because it lacks {', '.join(lost)}."
    elif (text.polarity, text.modality) != (one.polarity, one.modality):
        why = (
            f"Guard text_keeps_the_tone: the text given was dropped because it is {text.polarity} and {text.modality}."
        )
    else:
        return verdict
    return dataclasses.replace(verdict, text=None, overridden=True, reason=f"{verdict.reason} {why}")

"""How one fact stands to one note: the small named comparisons that the rules decider ranks."""

import dataclasses
from dataclasses import dataclass
from enum import IntEnum

from core.deciding import times
from core.deciding.content import contains, is_deictic, names_the_subject, same_content
from core.deciding.frames import changed_frame, one_subject, revised_statement
from core.deciding.personal import changed_figure
from core.deciding.terms import Terms, claim_terms, comparable_terms
from core.model import Claim
from core.statements import replacement, without_ending


class Kind(IntEnum):
    """What a comparison found, strongest first."""

    SAME = 0
    CONTAINED = 1
    ENDS = 2
    CHANGED = 3
    MORE_SPECIFIC = 4
    CONFLICT = 5
    HISTORY = 6
    NONE = 7


@dataclass(frozen=True, slots=True)
class Relation:
    """How the fact stands to a note, and the sentence that says what was compared."""

    kind: Kind
    reason: str


NOTHING = Relation(Kind.NONE, "no candidate has the same subject and slot or the same content")


def relate(fact: Claim, note: Claim) -> Relation:
    """Return how a fact stands to a note; the first comparison that tells wins."""
    one, two = claim_terms(fact), claim_terms(note)
    for compare in (_ending, _slot, _content, _frame):
        relation = compare(fact, note, one, two)
        if relation is not None:
            return relation
    return NOTHING


def _ending(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Compare a fact that ends, denies or retracts something with the note that states it."""
    ends = fact.statement.ends
    if not ends or note.statement.ends:
        return None
    what = _ended(fact, note)
    if not what:
        return None
    return _timed(Relation(Kind.ENDS, f"the fact says that {what} has been {ends}"), fact, note)


def _ended(fact: Claim, note: Claim) -> str:
    """Return what of the note the fact ends, or ""."""
    mine, noted = fact.statement, note.statement
    same_subject = bool(mine.subject) and mine.subject == noted.subject
    if same_subject and mine.slot and mine.slot == noted.slot:
        kv_ended = mine.value_kind == "text" and not note.multi_valued
        return f"{mine.subject} / {mine.slot}" if kv_ended or mine.value == noted.value else ""
    if not mine.slot and mine.subject:
        if same_subject and noted.slot == "status":
            return f"the status of {mine.subject}"
        if noted.value == mine.subject:
            return f"{noted.slot} {noted.value} of {noted.subject or 'the note'}"
    rest = comparable_terms(without_ending(fact.text), fact.language)
    stated = claim_terms(note)
    if rest.words and (rest.words == stated.words or contains_all(rest, stated)):
        return "what the note states"
    return ""


def contains_all(rest: Terms, stated: Terms) -> bool:
    """Return whether the ended claim's words are the note's, or run through it from its first word."""
    return rest.hard <= stated.hard and contains(stated, _toned(rest, stated))


def _toned(rest: Terms, like: Terms) -> Terms:
    return dataclasses.replace(rest, polarity=like.polarity, modality=like.modality, holder=like.holder)


def _slot(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Compare the values of one slot of one subject."""
    mine, noted = fact.statement, note.statement
    if not (mine.subject and mine.slot and mine.subject == noted.subject):
        return None
    if mine.slot != noted.slot or mine.ends != noted.ends:
        return None
    where = f"{mine.slot} of {mine.subject}"
    if mine.value == noted.value:
        return _same_value(fact, note, one, two, where)
    if times.apart(fact, note):
        return Relation(Kind.HISTORY, f"{where} has other values for intervals that do not overlap")
    if fact.multi_valued or note.multi_valued:
        return None
    if mine.modality == "asserted" and noted.modality == "asserted" and mine.value_kind == "text" == noted.value_kind:
        refined = _refined(fact, note, one, two, where)
        if refined is not None:
            return refined
    return _timed(Relation(Kind.CHANGED, f"{where} was {noted.value} and is {mine.value}"), fact, note)


def _refined(fact: Claim, note: Claim, one: Terms, two: Terms, where: str) -> Relation | None:
    """Compare two texts of one slot of which one may hold the other."""
    if same_content(one, two):
        return Relation(Kind.SAME, f"{where} is the same in other words")
    if not times.later_revision(fact, note) and contains(two, one):
        return Relation(Kind.CONTAINED, f"{where} as the fact gives it is part of the note")
    return None


def _same_value(fact: Claim, note: Claim, one: Terms, two: Terms, where: str) -> Relation | None:
    """Return the relation of two claims with one value: the same, unless something hard differs."""
    mine, noted = fact.statement, note.statement
    if mine.polarity != noted.polarity and not mine.ends:
        return _timed(Relation(Kind.ENDS, f"the fact denies that {where} is {mine.value}"), fact, note)
    tone = (mine.modality, mine.holder) == (noted.modality, noted.holder)
    if not tone or times.apart(fact, note):
        return Relation(Kind.NONE, f"{where} is the same but said with other certainty or for another time")
    if one.hard <= two.hard or one.hard - two.hard <= frozenset((mine.value,)):
        return Relation(Kind.SAME, f"{where} is {mine.value} in both")
    if two.hard < one.hard:
        return _timed(Relation(Kind.MORE_SPECIFIC, f"{where} is {mine.value} in both, the fact says more"), fact, note)
    return None


def _content(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Compare whole texts: the same in other words, part of the note, or more than the note."""
    if fact.statement.ends != note.statement.ends:
        return None
    if same_content(one, two):
        if times.same_times(fact, note) and not times.apart(fact, note):
            return Relation(Kind.SAME, "the same words, numbers, dates, names, polarity and certainty in both")
        return Relation(Kind.HISTORY, "the same words about different times")
    if not times.same_times(fact, note) and (fact.temporals or note.temporals or is_deictic(fact.text)):
        return None
    if contains(two, one) or names_the_subject(two, one):
        return Relation(Kind.CONTAINED, "the note says all that the fact says")
    apart = _differ(fact.statement.subject, note.statement.subject) or _differ(fact.statement.slot, note.statement.slot)
    if names_the_subject(one, two):
        return _timed(Relation(Kind.MORE_SPECIFIC, "the fact names the subject that the note leaves out"), fact, note)
    if not apart and contains(one, two) and (fact.report_ids & note.report_ids or one_subject(one, two)):
        return _timed(Relation(Kind.MORE_SPECIFIC, "the fact says all that the note says, and more"), fact, note)
    return None


def _frame(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Compare sentences that differ in one value, or a statement with its revision."""
    mine, noted = fact.statement, note.statement
    if fact.multi_valued or note.multi_valued or times.apart(fact, note):
        return None
    if _differ(mine.subject, noted.subject) or _differ(mine.slot, noted.slot):
        return None
    moved = replacement(fact.text)
    if moved and moved.subject and moved.subject == noted.subject and moved.old == noted.value:
        return _timed(Relation(Kind.CHANGED, f"{moved.subject} went from {moved.old} to {moved.new}"), fact, note)
    changed = changed_frame(one, two)
    if changed is not None:
        kind = Kind.ENDS if changed.denies else Kind.CHANGED
        return _timed(Relation(kind, f"the same statement, {changed.what}"), fact, note)
    figure = changed_figure(fact.text, note.text, one, two)
    if figure:
        return _timed(Relation(Kind.CHANGED, f"the same person's figure changed, {figure}"), fact, note)
    if revised_statement(one, two, same_report=times.later_revision(fact, note)):
        return _timed(
            Relation(Kind.CHANGED, "the same statement about the same subject, reworded by a later source"), fact, note
        )
    return None


def _differ(first: str, second: str) -> bool:
    """Return whether two keys are both known and not the same."""
    return bool(first) and bool(second) and first != second


def _timed(relation: Relation, fact: Claim, note: Claim) -> Relation:
    """Return the relation, or what is left of it when time forbids that the fact retires the note."""
    hindrance = times.may_retire(fact, note)
    if not hindrance:
        return relation
    if relation.kind == Kind.MORE_SPECIFIC or times.same_revision(fact, note):
        return Relation(Kind.NONE, f"{relation.reason}, but {hindrance}")
    if "before" in hindrance:
        return Relation(Kind.HISTORY, f"{relation.reason}, but {hindrance}")
    return Relation(Kind.CONFLICT, f"{relation.reason}, but {hindrance}")

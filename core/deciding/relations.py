"""How one fact stands to one note: the small named comparisons that the rules decider ranks."""

import dataclasses
from dataclasses import dataclass
from enum import IntEnum

from core.deciding import paraphrase, retold, times
from core.deciding.content import binds, contains, is_deictic, lists_less, names_the_subject, same_content
from core.deciding.frames import Change, changed_frame, one_subject, revised_statement, same_opening
from core.deciding.identity import may_meet, share_report
from core.deciding.lasting import counts_events, may_change, names_something_only, tells_a_change, tells_an_event
from core.deciding.oneslot import changed_value
from core.deciding.personal import changed_figure
from core.deciding.terms import Terms, claim_terms, comparable_terms, more_often, without_asides
from core.deciding.wording import as_written, attribute, became, rest_of, value
from core.model import Claim
from core.statements import OPEN_SLOTS, left_behind, replacement, without_ending


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


_STRANGERS = "a subject that no name tells apart may be another one in another report"


def relate(fact: Claim, note: Claim) -> Relation:
    """Return how a fact stands to a note; the first comparison that tells wins."""
    one, two = claim_terms(fact), claim_terms(note)
    for compare in (_ending, _slot, _content, _frame):
        relation = compare(fact, note, one, two)
        if relation is None:
            continue
        told = relation.kind == Kind.CHANGED and tells_a_change(fact)
        if relation.kind <= Kind.CONFLICT and not told and not may_meet(fact, note):
            return Relation(Kind.NONE, f"{relation.reason}, but {_STRANGERS}")
        if relation.kind <= Kind.CONTAINED and not share_report(fact, note) and counts_events(fact):
            return Relation(Kind.NONE, f"{relation.reason}, but each report counts its own")
        return relation
    return _retold(fact, note) or _restated(fact, note) or NOTHING


def _restated(fact: Claim, note: Claim) -> Relation | None:
    """Compare two texts that may say one thing in another order or construction."""
    if _differ(fact.statement.subject, note.statement.subject) or not paraphrase.restated(fact, note):
        return None
    if not times.same_times(fact, note) or times.apart(fact, note) or not may_meet(fact, note):
        return None
    if not share_report(fact, note) and counts_events(fact):
        return None
    return Relation(Kind.SAME, "the same names, numbers, dates and content words in another order")


_TELLINGS = (
    (retold.changed, Kind.CHANGED, "tells another value"),
    (retold.ended, Kind.ENDS, "ends or denies it"),
    (retold.corrected, Kind.CHANGED, "corrects its value"),
)


def _retold(fact: Claim, note: Claim) -> Relation | None:
    """Compare a fact that says by itself that something ended or changed with a note about the same named thing."""
    mine, noted = fact.statement, note.statement
    if _differ(mine.subject, noted.subject) or _differ(mine.slot, noted.slot) or times.apart(fact, note):
        return None
    for tell, kind, said in _TELLINGS:
        cue = tell(fact, note)
        if cue:
            return _timed(Relation(kind, f"the fact is about what the note states and {said} (“{cue}”)"), fact, note)
    negated = retold.contradicted(fact, note)
    if negated == "fact":
        return _timed(Relation(Kind.ENDS, "the fact denies what the note says in the same words"), fact, note)
    if negated == "note":
        return _timed(Relation(Kind.CHANGED, "the fact no longer denies what the note denies"), fact, note)
    return None


def _ending(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Compare a fact that ends, denies or retracts something with the note that states it."""
    ends = fact.statement.ends
    if not ends or note.statement.ends:
        return None
    what = _ended(fact, note)
    if not what:
        return None
    said = f"the fact says that {what} has been {ends}"
    claimed = note.statement.holder
    if ends == "denied" and claimed and claimed != fact.statement.holder:
        return Relation(Kind.CONFLICT, f"{said}, but {claimed} has claimed it and only its claimant takes a claim back")
    return _timed(Relation(Kind.ENDS, said), fact, note)


def _ended(fact: Claim, note: Claim) -> str:
    """Return what of the note the fact ends, or ""."""
    mine, noted = fact.statement, note.statement
    same_subject = bool(mine.subject) and mine.subject == noted.subject
    if same_subject and mine.slot and mine.slot == noted.slot:
        kv_ended = mine.value_kind == "text" and not note.multi_valued
        return attribute(note, fact) if kv_ended or mine.value == noted.value else ""
    if not mine.slot and mine.subject:
        if same_subject and noted.slot == "status":
            return attribute(note)
        if noted.value == mine.subject and not names_something_only(noted.slot):
            return f"{value(note)}, {attribute(note)},"
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
    if mine.slot != noted.slot or mine.ends != noted.ends or _other_flaws(fact, note):
        return None
    if mine.value == noted.value:
        return _same_value(fact, note, one, two)
    where = attribute(fact, note)
    if times.apart(fact, note):
        return Relation(Kind.HISTORY, f"{where} has other values for intervals that do not overlap")
    if fact.multi_valued or note.multi_valued or mine.slot in OPEN_SLOTS:
        return None
    if mine.modality == "asserted" and noted.modality == "asserted" and mine.value_kind == "text" == noted.value_kind:
        refined = _refined(fact, note, one, two)
        if refined is not None:
            return refined
    if not may_change(fact, note, one, two):
        return Relation(Kind.NONE, f"{where} may differ from report to report")
    return _timed(Relation(Kind.CHANGED, became(where, value(note), value(fact))), fact, note)


def _other_flaws(fact: Claim, note: Claim) -> bool:
    """Return whether both claims name vulnerabilities and none of them is the same."""
    mine, noted = ({e.canonical for e in claim.entities if e.type == "cve"} for claim in (fact, note))
    return bool(mine) and bool(noted) and mine.isdisjoint(noted)


def _refined(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Compare two texts of one slot of which one may hold the other."""
    where = attribute(fact, note)
    if same_content(one, two):
        return Relation(Kind.SAME, f"{where} is the same in other words")
    if not times.later_revision(fact, note) and contains(two, one) and _only_asides(fact, note):
        return Relation(Kind.CONTAINED, f"{where} as the fact gives it is part of the note")
    return None


def _only_asides(fact: Claim, note: Claim) -> bool:
    """Return whether the note's value is the fact's with something added in brackets."""
    return comparable_terms(without_asides(value(note)), note.language).words == (
        comparable_terms(without_asides(value(fact)), fact.language).words
    )


def _same_value(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Return the relation of two claims with one value: the same, unless something hard or a condition differs."""
    mine, noted = fact.statement, note.statement
    where, what = attribute(fact, note), value(fact)
    if mine.polarity != noted.polarity and not mine.ends:
        return _timed(Relation(Kind.ENDS, f"the fact denies that {where} is {what}"), fact, note)
    tone = (mine.modality, mine.holder) == (noted.modality, noted.holder)
    if not tone or times.apart(fact, note):
        return Relation(Kind.NONE, f"{where} is the same but said with other certainty or for another time")
    more = _says_more(fact, one, two)
    if not more:
        return Relation(Kind.SAME, f"{where} is {what} in both")
    if mine.slot in OPEN_SLOTS:
        return None
    if times.later_revision(fact, note) or may_meet(fact, note):
        reason = f"{where} is {what} in both, and the fact says more: {more}"
        return _timed(Relation(Kind.MORE_SPECIFIC, reason), fact, note)
    return Relation(Kind.NONE, f"{where} is {what} in both, but the fact says more: {more}")


def _says_more(fact: Claim, one: Terms, two: Terms) -> str:
    """Return what a fact with the note's value says that the note lacks: a time, a condition, a number."""
    rest = rest_of(fact)
    beyond = comparable_terms(rest, fact.language)
    if rest and (set(beyond.words) | beyond.hard) - set(two.words) - two.hard:
        return rest
    of_value = comparable_terms(value(fact), fact.language).hard | frozenset((fact.statement.value,))
    return ", ".join([*sorted(one.hard - two.hard - of_value), *more_often(one, two)])


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
    same_slot = bool(fact.statement.slot) and fact.statement.slot == note.statement.slot
    loses = same_slot or binds(fact.text) or lists_less(note.text, fact.text)
    if (not loses and contains(two, one)) or names_the_subject(two, one):
        return Relation(Kind.CONTAINED, "the note says all that the fact says")
    if names_the_subject(one, two) and share_report(fact, note):
        return _timed(Relation(Kind.MORE_SPECIFIC, "the fact names the subject that the note leaves out"), fact, note)
    return _more_specific(fact, note, one, two)


def _more_specific(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Return that the fact says all that the note says and more; of two reports, only what they say a thing is."""
    mine, noted = fact.statement, note.statement
    if _differ(mine.subject, noted.subject) or _differ(mine.slot, noted.slot) or not contains(one, two):
        return None
    defines = one.defines and two.defines and one_subject(one, two)
    if share_report(fact, note) or defines:
        return _timed(Relation(Kind.MORE_SPECIFIC, "the fact says all that the note says, and more"), fact, note)
    return None


def _frame(fact: Claim, note: Claim, one: Terms, two: Terms) -> Relation | None:
    """Compare sentences that differ in one value, or a statement with its revision."""
    mine, noted = fact.statement, note.statement
    if fact.multi_valued or note.multi_valued or times.apart(fact, note):
        return None
    moved = replacement(fact.text)
    if moved and moved.subject and moved.subject == noted.subject and moved.old == noted.value:
        return _timed(Relation(Kind.CHANGED, f"the fact says that {value(note)} was replaced"), fact, note)
    if _differ(mine.subject, noted.subject) or _differ(mine.slot, noted.slot) or mine.slot in OPEN_SLOTS:
        return None
    left = left_behind(fact.text)
    if left and left in note.text and not noted.ends and same_opening(one, two):
        return _timed(
            Relation(Kind.CHANGED, f"the fact says where it is now and that it is no longer {left}"), fact, note
        )
    changed = changed_frame(one, two, same_report=share_report(fact, note))
    if changed is not None:
        return _timed(_reworded(changed, fact, note), fact, note)
    values = _changed_value(fact, note, one, two)
    if values is not None:
        new, old = values
        said = f"the same statement says “{new}” now and said “{old}” before"
        return _timed(Relation(Kind.CHANGED, said), fact, note)
    figure = changed_figure(fact.text, note.text, one, two)
    if figure:
        return _timed(Relation(Kind.CHANGED, f"the same person's figure changed, {figure}"), fact, note)
    if revised_statement(one, two, same_report=times.later_revision(fact, note)):
        return _timed(
            Relation(Kind.CHANGED, "the same statement about the same subject, reworded by a later source"), fact, note
        )
    return None


def _changed_value(fact: Claim, note: Claim, one: Terms, two: Terms) -> tuple[str, str] | None:
    """Return (new, old) value of a place that has one value, unless it is what each report counts for itself."""
    if (one.polarity, one.modality, one.holder) != (two.polarity, two.modality, two.holder):
        return None
    told_once = tells_an_event(one, two) and not share_report(fact, note)
    return None if told_once else changed_value(fact.text, note.text)


def _reworded(changed: Change, fact: Claim, note: Claim) -> Relation:
    """Return the relation of two sentences with one difference, named in their own words."""
    old, new = as_written(changed.old, note.text), as_written(changed.new, fact.text)
    if changed.denies:
        return Relation(Kind.ENDS, "the fact denies what the note says in the same words")
    if not new:
        return Relation(Kind.CHANGED, "the fact no longer denies what the note denies in the same words")
    return Relation(Kind.CHANGED, f"the same statement says “{new}” now and said “{old}” before")


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

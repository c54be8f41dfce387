"""Whether two claims of different reports can be about one thing.

Inside one report "the group" and "updates" are told by their context. Between two reports only a subject
that is named can be the same.
"""

from functools import lru_cache

from core.deciding.naming import is_name, sentence_names
from core.entities.wordset import word_set
from core.model import Claim
from core.statements import TEAM, Reading, read

_STRONG = word_set("cve advisory_id ipv4 ipv6 domain url email md5 sha1 sha256")  # one thing in the whole world


def share_report(fact: Claim, note: Claim) -> bool:
    """Return whether one report, in whatever revision, stands behind both."""
    return bool(fact.report_ids & note.report_ids)


def may_meet(fact: Claim, note: Claim) -> bool:
    """Return whether two claims can be about one thing: one report, two named subjects, or one identifier."""
    if share_report(fact, note) or (is_identified(fact) and is_identified(note)):
        return True
    mine, noted = strong_identifiers(fact), strong_identifiers(note)
    return bool(mine) and mine == noted


def strong_identifiers(claim: Claim) -> frozenset[str]:
    """Return the identifiers in a claim that name one thing in the whole world."""
    return frozenset(e.canonical.casefold() for e in claim.entities if e.type in _STRONG)


def is_identified(claim: Claim) -> bool:
    """Return whether a claim's subject is a name, an identifier, or something that the domain has once."""
    return _identified(claim.text, claim.language, claim.statement.subject, claim.statement.slot)


@lru_cache(maxsize=65_536)
def _identified(text: str, language: str, subject: str, slot: str) -> bool:
    if subject == "user":
        return True
    if subject == TEAM or (subject and subject == slot):
        return False  # "we" and "the lead" are told by their report, though a change of them is told to all
    reading = read(text, language)
    if reading.subject:
        return is_name(reading.subject_words, text)
    if reading.keyed:
        return False
    return sentence_names(text)


def reading_of(claim: Claim) -> Reading:
    """Return what a claim's text says, as it is written."""
    return read(claim.text, claim.language)

"""Whether two claims of different reports can be about one thing.

Inside one report "the group" and "updates" are told by their context. Between two reports only a subject
that is named can be the same.
"""

from functools import lru_cache

from core.deciding.naming import is_name, sentence_names
from core.entities.wordset import word_set
from core.ids import normalised_fact_text
from core.model import Claim
from core.statements import TEAM, Reading, read

# First words of advice: an order needs no subject, so the same words are the same advice wherever they stand.
_ADVICE = word_set("""
    activate apply audit avoid back backup be block change check close configure consider consult create delete deny
    deploy develop disable disconnect do enable encrypt enforce ensure establish evaluate exercise follow harden
    identify implement inspect install investigate isolate keep limit locate log maintain manage minimise minimize
    mitigate monitor never patch perform place plan prevent prioritise prioritize protect provide reduce refer regularly
    remove replace report require reset restrict review revoke rotate run scan secure segment separate set test train
    turn uninstall update upgrade use validate verify
""")
_STRONG = word_set("cve advisory_id ipv4 ipv6 domain url email md5 sha1 sha256")  # one thing in the whole world


def share_report(fact: Claim, note: Claim) -> bool:
    """Return whether one report, in whatever revision, stands behind both."""
    return bool(fact.report_ids & note.report_ids)


def may_meet(fact: Claim, note: Claim) -> bool:
    """Return whether two claims can be about one thing: one report, two named subjects, or one identifier.

    Word for word the same advice ("Minimize network exposure …") is one thing too, wherever it stands.
    """
    if share_report(fact, note) or (is_identified(fact) and is_identified(note)):
        return True
    if is_standing_advice(fact) and normalised_fact_text(fact.text) == normalised_fact_text(note.text):
        return True
    mine, noted = strong_identifiers(fact), strong_identifiers(note)
    return bool(mine) and mine == noted


def is_standing_advice(claim: Claim) -> bool:
    """Return whether a claim's text is complete without its report: advice that points at nothing around it.

    English only: a Chinese sentence without a subject is as often a statement whose subject is left out.
    """
    words = claim.text.split(maxsplit=1)
    if claim.language != "en" or not words or words[0].strip("*_-•").casefold() not in _ADVICE:
        return False
    reading = read(claim.text, claim.language)
    return not reading.keyed and not reading.subject


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

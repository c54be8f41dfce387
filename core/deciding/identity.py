"""Whether two claims of different reports are about one thing, and whether what they say of it lasts.

Inside one report "the group" and "updates" are told by their context. Between two reports only a subject
that is named can be the same, and only an attribute that lasts can have changed.
"""

import re
from functools import lru_cache

from core.deciding.terms import Terms, opens_with_name
from core.deciding.words import stems
from core.entities.wordset import word_set
from core.model import Claim
from core.statements import SELF_SUBJECTS, TEAM, Reading, is_generic, is_series, opens_bare, read, replacement

_STRONG = word_set("cve advisory_id ipv4 ipv6 domain url email md5 sha1 sha256")  # one thing in the whole world
_NUMBERED = frozenset(("cve", "advisory_id"))
_OF_A_FLAW = frozenset(("cvss_score", "cvss_v4_score", "cvss_v2_score", "severity", "cwe", "vector string"))
_FLAW = re.compile(r"\b(?:vulnerability|flaw|bug)\b|漏洞|缺陷", re.IGNORECASE)
_NAMES_ONLY = re.compile(r"^(?:name|title|product|type|kind|id|alias(?:es)?|名称|产品|标题|类型|编号|别名|项目名称|事件名称)$")
_HAN = re.compile("[\u3400-\u9fff]")
_FIRST_PERSON = re.compile(r"^(?:I|I['’][a-z]+|[Mm]y|[Tt]he user|User)\b|^(?:我(?!们)|用户(?=[^，。]{0,3}(?:住|在|喜欢|对)))")
_PLURAL_BARE = re.compile(r"^[A-Z][a-z]+s (?:are|were|have|will|can|may)\b")
_LEAD_IN = re.compile(
    r"^(?:(?:in|on|at|since|by|from|during|until|as of|after|before) [^,]{2,40}|meanwhile|also|however|currently|now), "
    r"|^(?:in|on|since|during) (?:early |late |mid-)?(?:[A-Z][a-z]{2,8} )?(?:[0-9]{1,2}(?:st|nd|rd|th)?,? )?"
    r"(?:[A-Z][a-z]{2,8} )?(?:19|20)[0-9]{2},? (?=[A-Z])"
    r"|^(?:[0-9]{4}年)?(?:[0-9]{1,2}月)?(?:[0-9]{1,2}[日号])?(?=[\u3400-\u9fffA-Z])[，,]?"
    r"|^(?:截至|据|根据)[^，]{1,30}，",
    re.IGNORECASE,
)
# What is counted or told once a report: the next report counts others.
_EVENTS = stems(
    """
    issue vulnerability flaw bug fix patch advisory release update upgrade attack incident outage victim ransom
    breach alert intrusion infection sighting detection vote meeting vulnerable impact fixes announcement
    漏洞 补丁 攻击 事件 受害 更新 次 起
    """
)
_MIN_LONG_VALUE = 8  # content words of a value that is a text of its own
_MIN_LONG_SHARE = 0.6  # of its words that a reworded text keeps


def share_report(fact: Claim, note: Claim) -> bool:
    """Return whether one report, in whatever revision, stands behind both."""
    return bool(fact.report_ids & note.report_ids)


def may_meet(fact: Claim, note: Claim) -> bool:
    """Return whether two claims can be about one thing: one report, two named subjects, or one identifier."""
    if share_report(fact, note) or (is_identified(fact) and is_identified(note)):
        return True
    mine, noted = _strong(fact), _strong(note)
    return bool(mine) and mine == noted


def _strong(claim: Claim) -> frozenset[str]:
    return frozenset(e.canonical.casefold() for e in claim.entities if e.type in _STRONG)


def is_identified(claim: Claim) -> bool:
    """Return whether a claim's subject is a name, an identifier, or something that the domain has once."""
    return _identified(claim.text, claim.language, claim.statement.subject, claim.statement.slot)


@lru_cache(maxsize=65_536)
def _identified(text: str, language: str, subject: str, slot: str) -> bool:
    if subject in ("user", TEAM) or (subject and subject == slot and slot in SELF_SUBJECTS):
        return True
    reading = read(text, language)
    if reading.subject:
        return is_name(reading.subject_words, text)
    if reading.keyed:
        return False
    bare = _LEAD_IN.sub("", text, count=1)
    if _FIRST_PERSON.match(bare):
        return True
    if _HAN.match(bare):
        return not opens_bare(bare) and opens_with_name(bare)
    return opens_with_name(bare) and not is_generic(bare.split(" is ")[0].split(" was ")[0])


def is_name(words: str, text: str = "") -> bool:
    """Return whether a subject as written is a name and not a noun or a series of documents.

    ``text`` is the sentence it stands in: a lone plural at its start has a capital for that reason alone.
    """
    if not words or is_generic(words) or (is_series(words) and not re.search("[0-9]", words)):
        return False
    if is_series(words) and _HAN.search(words):
        return False
    if _HAN.search(words):
        return not opens_bare(words)
    if text.startswith(words) and " " not in words and _PLURAL_BARE.match(text):
        return False
    return any(char.isupper() or char.isdigit() for char in words)


def names_something_only(slot: str) -> bool:
    """Return whether a slot says what its subject is called, which nothing ends."""
    return _NAMES_ONLY.match(slot) is not None


def may_change(fact: Claim, note: Claim, one: Terms, two: Terms) -> bool:
    """Return whether a later report's value of a slot can be the new value of a lasting attribute.

    A score or severity belongs to a flaw, a date of publication to a numbered notice; the fixed
    version of a product is one version; a long text is the same text reworded; what is counted once
    a report is another count; "we" must say that we changed.
    """
    mine, noted = fact.statement, note.statement
    if share_report(fact, note):
        return True
    numbered = any(e.type in _NUMBERED and e.canonical.casefold() == mine.subject for e in fact.entities)
    if mine.subject == TEAM:
        return replacement(fact.text) is not None
    if mine.slot in _OF_A_FLAW:
        return numbered or any(_FLAW.search(read(c.text, c.language).subject_words) for c in (fact, note))
    if mine.slot == "release_date":
        return numbered or any(char.isdigit() for char in mine.subject)
    if mine.slot == "fixed_version" and not numbered:
        return mine.value_kind == noted.value_kind == "version"
    if mine.slot.startswith("count ") and _EVENTS.intersection(stems(mine.slot)):
        return False
    return _one_text(fact, note, one, two)


def _one_text(fact: Claim, note: Claim, one: Terms, two: Terms) -> bool:
    """Return whether two long values are wordings of one text; short values always are."""
    if not fact.statement.value_kind == note.statement.value_kind == "text":
        return True
    mine, noted = (set(terms.words) - stems(fact.statement.subject) for terms in (one, two))
    if min(len(mine), len(noted)) < _MIN_LONG_VALUE:
        return True
    return len(mine & noted) >= _MIN_LONG_SHARE * len(mine | noted)


def tells_an_event(one: Terms, two: Terms) -> bool:
    """Return whether two sentences tell what is counted or happens once a report."""
    return not _EVENTS.isdisjoint(one.words) or not _EVENTS.isdisjoint(two.words)


def reading_of(claim: Claim) -> Reading:
    """Return what a claim's text says, as it is written."""
    return read(claim.text, claim.language)

"""What of a thing lasts from report to report, so that a later report's value of it is its new value."""

import re

from core.deciding.identity import share_report, strong_identifiers
from core.deciding.terms import Terms
from core.deciding.words import stems
from core.entities.wordset import word_set
from core.model import Claim
from core.statements import TEAM, read, replacement
from core.statements.numbers import WORDS

_NUMBERED = frozenset(("cve", "advisory_id"))
_OF_A_FLAW = frozenset(("cvss_score", "cvss_v4_score", "cvss_v2_score", "severity", "cwe", "vector string"))
_OF_A_NOTICE = word_set(
    "release_date revision last_modified last_updated updated original_release originally_published"
)
_FLAW = re.compile(r"\b(?:vulnerability|flaw|bug)\b|漏洞|缺陷", re.IGNORECASE)
_NAMES_ONLY = re.compile(
    r"^(?:name|title|product|type|kind|id|alias(?:es)?|名称|产品|标题|类型|编号|别名|项目名称|事件名称)$"
)
_CHANGES = re.compile(
    r"\b(?:now|new|instead|changed?|raised?|lowered?|cuts?|increased|reduced|moved|postponed|delayed"
    r"|brought forward|revised|replaced|succeeded|took over|switched|from [^,;]{1,30} to)\b"
    r"|现[在为由是]|改[为由成到]|上调|下调|提高|降至|降低|升至|调整|变更|更换|推迟|提前|接任|由.{1,20}[变换升降]",
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


def names_something_only(slot: str) -> bool:
    """Return whether a slot says what its subject is called, which nothing ends."""
    return _NAMES_ONLY.match(slot) is not None


def tells_a_change(fact: Claim) -> bool:
    """Return whether a fact says itself that the one thing of its kind in the domain has changed.

    "Lead is now Bo" and "we switched to Linear" speak of what the reader knows already; "the lead is Bo"
    may speak of any other team.
    """
    subject, slot = fact.statement.subject, fact.statement.slot
    if subject == TEAM:
        return replacement(fact.text) is not None
    return bool(subject) and subject == slot and _CHANGES.search(fact.text) is not None


def _of_one_flaw(fact: Claim, note: Claim) -> bool:
    """Return whether two scores or severities of one subject belong to one flaw: a product has many flaws."""
    subject = fact.statement.subject
    numbered = any(e.type in _NUMBERED and e.canonical.casefold() == subject for e in fact.entities)
    return numbered or any(_FLAW.search(read(c.text, c.language).subject_words) for c in (fact, note))


def may_change(fact: Claim, note: Claim, one: Terms, two: Terms) -> bool:
    """Return whether a later report's value of a slot can be the new value of a lasting attribute.

    A score or severity belongs to a flaw, a date of publication to a numbered notice; the fixed
    version of a product is one version; a long text is the same text reworded; what is counted once
    a report is another count.
    """
    mine, noted = fact.statement, note.statement
    if share_report(fact, note):
        return True
    numbered = any(e.type in _NUMBERED and e.canonical.casefold() == mine.subject for e in fact.entities)
    if mine.slot in _OF_A_FLAW:
        return _of_one_flaw(fact, note)
    if mine.slot.replace(" ", "_") in _OF_A_NOTICE:
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


_NUMBER = "[0-9]{1,6}|" + "|".join(word for word, digits in WORDS.items() if digits.isdigit())
_COUNTS = re.compile(
    rf"\b(?:{_NUMBER}|several|multiple) (?:[a-z-]{{2,20}} ){{0,3}}"
    r"(?:issues?|vulnerabilit(?:y|ies)|flaws?|bugs?|fix(?:es)?|patch(?:es)?"
    r"|advisor(?:y|ies)|updates?|incidents?|attacks?|alerts?)\b"
    r"|[0-9一二三四五六七八九十两]{1,4}[个项次起处](?:高危|中危|低危|严重)?(?:漏洞|补丁|事件|攻击|更新)",
    re.IGNORECASE,
)


def counts_events(claim: Claim) -> bool:
    """Return whether a claim says how many flaws, fixes or incidents there are: another report counts its own."""
    return _COUNTS.search(claim.text) is not None and not strong_identifiers(claim)


def tells_an_event(one: Terms, two: Terms) -> bool:
    """Return whether two sentences tell what is counted or happens once a report."""
    return not _EVENTS.isdisjoint(one.words) or not _EVENTS.isdisjoint(two.words)

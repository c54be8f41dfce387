"""Whether two claims of different reports are about one thing, and whether what they say of it lasts.

Inside one report "the group" and "updates" are told by their context. Between two reports only a subject
that is named can be the same, and only an attribute that lasts can have changed.
"""

import re
from functools import lru_cache

from core.deciding.terms import Terms, opens_with_name, plain_text, without_asides
from core.deciding.words import stems
from core.entities.wordset import word_set
from core.model import Claim
from core.statements import SELF_SUBJECTS, TEAM, Reading, is_generic, is_series, opens_bare, read, replacement
from core.statements.numbers import WORDS

_STRONG = word_set("cve advisory_id ipv4 ipv6 domain url email md5 sha1 sha256")  # one thing in the whole world
_NUMBERED = frozenset(("cve", "advisory_id"))
_OF_A_FLAW = frozenset(("cvss_score", "cvss_v4_score", "cvss_v2_score", "severity", "cwe", "vector string"))
_OF_A_NOTICE = word_set("release_date revision last_modified last_updated updated original_release originally_published")
_FLAW = re.compile(r"\b(?:vulnerability|flaw|bug)\b|漏洞|缺陷", re.IGNORECASE)
_NAMES_ONLY = re.compile(
    r"^(?:name|title|product|type|kind|id|alias(?:es)?|名称|产品|标题|类型|编号|别名|项目名称|事件名称)$"
)
_HAN = re.compile("[\u3400-\u9fff]")
_FIRST_PERSON = re.compile(
    r"^(?:I|I['’][a-z]+|[Mm]y|[Tt]he user|User)\b|^(?:我(?!们)|用户(?=[^，。]{0,3}(?:住|在|喜欢|对)))"
)
# The noun phrase that opens a sentence: a name, maybe after an article or after "the hosts of".
_OPENING = re.compile(
    r"^(?P<article>(?:[Tt]he|[Aa]n?|[Ii]ts|[Aa]ll) )?(?P<head>(?:[A-Za-z][a-z'-]{0,30} ){1,3}(?:of|for|behind|from) (?:the |an? )?)?"
    r"(?P<name>[A-Z0-9\u00c0-\u024f\u3400-\u9fff][\w.&'/-]{0,60}(?: (?:and |of |the |de |for )?[A-Z0-9][\w.&'/-]{0,60}){0,7})"
)
# A noun without article before a singular verb is a name ("Tool is a film", "Bones was cancelled").
_DEFINED = re.compile(
    r"^(?!(?:It|This|That|He|She|There|Who|What|Which|Here)\b)[A-Za-z0-9][\w.&'/-]{1,60}(?: ?\([^()]{1,80}\))?"
    r"(?: (?:is|was) (?:an?|the) |(?<=[^s]s) (?:is|was|has) )"
)
# A lone word with a capital that opens a sentence is a common noun when it is a plural or ends like one.
_COMMON = re.compile(r"^[A-Z][a-z]+(?:[^s]s|tion|sion|ment|ness|ity|ing|ance|ence|ship|age|ism|ware|cy)$")
_LEAD_IN = re.compile(
    r"^(?:(?:in|on|at|since|by|from|during|until|as of|after|before|following|according to) [^,]{2,40}|meanwhile|also"
    r"|however|currently|now|reportedly), "
    r"|^(?:in|on|since|during) (?:[0-9]{1,2} )?(?:early |late |mid-)?(?:[A-Z][a-z]{2,8} )?(?:[0-9]{1,2}(?:st|nd|rd|th)?,? )?"
    r"(?:[0-9-]{4,10}|[0-9]{4})?,? (?=[A-Z\u3400-\u9fff]|the )"
    r"|^(?:截至|据|根据)[^，]{1,30}，"
    r"|^(?=[0-9今昨去上本])(?:[0-9]{4}年)?(?:[0-9]{1,2}月)?(?:[0-9]{1,2}[日号])?(?:[今昨]天|[去今]年|上[周月]|本[周月])?[，,]?(?=[\u3400-\u9fffA-Z])",
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
_QUOTES = " \"“'`《「"
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
    bare = _LEAD_IN.sub("", without_asides(plain_text(text)).lstrip(_QUOTES), count=1).lstrip(_QUOTES)
    if _FIRST_PERSON.match(bare):
        return True
    if _HAN.match(bare):
        return not opens_bare(bare) and opens_with_name(bare)
    return _names(bare)


def _names(text: str) -> bool:
    """Return whether the noun phrase that opens an English sentence holds a name."""
    if _DEFINED.match(text):
        return True
    match = _OPENING.match(text)
    if match is None or is_generic(match["name"]):
        return False
    alone = not match["article"] and not match["head"] and " " not in match["name"]
    return not (alone and _COMMON.match(match["name"]))


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
    if text.startswith(words) and " " not in words and _COMMON.match(words):
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
    rf"\b(?:{_NUMBER}|several|multiple) (?:[a-z-]{{2,20}} ){{0,3}}(?:issues?|vulnerabilit(?:y|ies)|flaws?|bugs?|fix(?:es)?|patch(?:es)?"
    r"|advisor(?:y|ies)|updates?|incidents?|attacks?|alerts?)\b|[0-9一二三四五六七八九十两]{1,4}[个项次起处](?:高危|中危|低危|严重)?(?:漏洞|补丁|事件|攻击|更新)",
    re.IGNORECASE,
)


def counts_events(claim: Claim) -> bool:
    """Return whether a claim says how many flaws, fixes or incidents there are: another report counts its own."""
    return _COUNTS.search(claim.text) is not None and not _strong(claim)


def tells_an_event(one: Terms, two: Terms) -> bool:
    """Return whether two sentences tell what is counted or happens once a report."""
    return not _EVENTS.isdisjoint(one.words) or not _EVENTS.isdisjoint(two.words)


def reading_of(claim: Claim) -> Reading:
    """Return what a claim's text says, as it is written."""
    return read(claim.text, claim.language)

"""Facts that say in their own words that what a note states has ended, was denied, or has another value now."""

import re

from core.deciding.identity import may_meet
from core.deciding.naming import sentence_names
from core.deciding.topics import Topic, added_after, covered, lost_names, missing, topic_of
from core.model import Claim

_ENDED = re.compile(
    r"\b(?:retract(?:ed|s)?|withdr(?:awn|ew)|revoked?|rescind(?:ed|s)?|cancell?ed|lifted|terminated|discontinued|repealed"
    r"|abolished|annulled|overturned|expired|ended|resumed|reopened|dissolved|decommissioned|den(?:ies|ied)|gave up"
    r"|given up|quit|resigned|left|stopped|ceased|abandoned|no longer|not any ?more|by mistake|in error"
    r"|(?:was|is|were|are) (?:wrong|over|offline)|not renewed)\b"
    r"|撤回|撤销|收回|吊销|废止|终止|结束|解除|停止|否认|不再|下线|恢复|找到|不用再|取消|失效|作废|注销",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:now|instead of|rather than|replac(?:ed|es|ing)|took over|taken over|succeed(?:ed|s)|superseded"
    r"|(?:raised?|lowered?|cut|increased?|reduced|shortened|extended|changed|moved|postponed|delayed|slipped|fallen"
    r"|risen|brought forward|(?<!last )revised|upgraded|downgraded|switched|relocated|reissued|renamed|grown|expanded)"
    r"|started a new)\b"
    r"|^(?:From|As of|Effective|With effect from) (?:[0-9]|[A-Z][a-z]+ [0-9])"
    r"|改[为用由成收到在]|[上下]调|[调增升降减缩扩延][至到]|[大长短]为|[大长短]到|[大长短]至|迁[至到]|搬到|搬家|推迟|提前|接[替任]|取代"
    r"|更新[到至统]|追加至|换了|弃用|卸任|已达|新版|改[选聘]",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"\b(?:correct(?:ion|ed)|recount|after all|turn(?:s|ed) out|(?-i:not(?= [A-Z0-9])))\b|更正|经核对|复测",
    re.IGNORECASE,
)
_FILLERS = re.compile("[了的对于其该向再]")
_CLAUSE_END = re.compile("[，。；,.;!！]")
_CANNOT = re.compile(r"\b(?:cannot|can ?not|must not|should not|may not|will not)\b[^.;]{0,80}$", re.IGNORECASE)
_MIN_COVER = 0.7  # of a note's content that a fact about the same thing says again
_MIN_COVER_CHANGED = 0.6  # the same when the value is another one
_MIN_DENIED = 3  # content words of a denial that all stand in the note
_MAX_LONGER = 4  # times the content of the note; a longer fact is about more than the note
_SMALL = 40  # content tokens; a longer note is no single statement


def ended(fact: Claim, note: Claim) -> str:
    """Return by which words a fact says that what a note states has ended or never was, or ""."""
    cue = _ENDED.search(fact.text)
    if cue is None or not _may_tell(cue[0], fact, note):
        return ""
    one, two = topic_of(fact, without=cue[0]), topic_of(note)
    if not _comparable(one, two) or lost_names(two, one) != [] or not _holds_values(one, two):
        return ""
    if two.lead and not _ends_what_is_noted(fact.text[cue.end() :], note.text):
        return ""
    return cue[0] if _is_about(one, two) else ""


def _ends_what_is_noted(rest: str, noted: str) -> bool:
    """Return whether a Chinese ending stands last in its clause or before something that the note speaks of too."""
    object_ = _FILLERS.sub("", rest)[:2]
    return not object_ or _CLAUSE_END.match(object_) is not None or any(char in noted for char in object_)


def tells_news(fact: Claim, note: Claim) -> bool:
    """Return whether a fact has words of an end, a change or a correction that the note lacks."""
    cues = (cue.search(fact.text) for cue in (_ENDED, _CHANGED, _CORRECTED))
    return any(cue is not None and cue[0].casefold() not in note.text.casefold() for cue in cues)


def changed(fact: Claim, note: Claim) -> str:
    """Return by which words a fact tells that what a note states has another value now, or ""."""
    return _other_value(_CHANGED, fact, note)


def corrected(fact: Claim, note: Claim) -> str:
    """Return by which words a fact corrects the value of what a note states, or ""."""
    return _other_value(_CORRECTED, fact, note)


def _other_value(cues: re.Pattern[str], fact: Claim, note: Claim) -> str:
    cue = cues.search(fact.text)
    if cue is None or not _may_tell(cue[0], fact, note):
        return ""
    one, two = topic_of(fact), topic_of(note)
    if _CANNOT.search(fact.text[: cue.start()]):
        return ""
    if (
        not _comparable(one, two)
        or covered(two, one) < _MIN_COVER_CHANGED
        or len(one.tokens) > _MAX_LONGER * len(two.tokens)
    ):
        return ""
    lost = lost_names(two, one)
    if lost is None or len(lost) > 1 or (lost and lost[0] == two.phrases[0]):
        return ""
    news = one.terms.hard - two.terms.hard
    brings = bool(news) or bool(frozenset().union(*one.phrases) - frozenset().union(*two.phrases)) or bool(two.lead)
    gone = two.terms.hard - one.terms.hard
    return cue[0] if brings and missing(one, two) and (not gone or news) else ""


def contradicted(fact: Claim, note: Claim) -> str:
    """Return which of two texts with the same content is negated ("fact" or "note"), or ""."""
    one, two = topic_of(fact), topic_of(note)
    mine, noted = one.terms.polarity, two.terms.polarity
    if mine == noted or fact.statement.modality != "asserted" or fact.statement.ends or note.statement.ends:
        return ""
    if not may_meet(fact, note) and not _share_a_name(one, two, note.text):
        return ""
    if not _comparable(one, two) or lost_names(two, one) != [] or one.terms.hard != two.terms.hard:
        return ""
    if covered(two, one) < _MIN_COVER or added_after(one, two):
        return ""
    return "fact" if mine == "negative" else "note"


def _may_tell(cue: str, fact: Claim, note: Claim) -> bool:
    """Return whether words tell something new of a note: it lacks them, and both are about one named thing."""
    shouted = len(cue) > len("now") and cue.isupper()  # a headline in capitals tells a state, not a change
    if shouted or cue.casefold() in note.text.casefold() or fact.statement.modality == "hedged":
        return False
    return may_meet(fact, note) or _share_a_name(topic_of(fact), topic_of(note), note.text)


def _share_a_name(one: Topic, two: Topic, noted: str) -> bool:
    """Return whether two texts have a full name (of two words or more) or the name that opens the note in common."""
    if two.lead:
        return sentence_names(noted)
    words = frozenset().union(*one.phrases) | set(one.tokens)
    if two.terms.named and two.phrases and two.phrases[0] <= words:
        return True
    return any(len(phrase) > 1 and phrase <= words for phrase in two.phrases)


def _comparable(one: Topic, two: Topic) -> bool:
    """Return whether two topics are of one language, each about something named, and of one identifier if any."""
    if bool(one.lead) != bool(two.lead) or not (two.lead or two.phrases or two.terms.identifiers):
        return False
    ours, theirs = one.terms.identifiers, two.terms.identifiers
    return len(two.tokens) <= _SMALL and (theirs <= ours or bool(ours - theirs) != bool(ours & theirs))


def _holds_values(one: Topic, two: Topic) -> bool:
    return two.terms.identifiers <= one.terms.identifiers and two.terms.versions <= one.terms.versions


def _is_about(one: Topic, two: Topic) -> bool:
    if covered(two, one) >= _MIN_COVER:
        return True
    shared = len(one.tokens) - len(missing(one, two))
    return shared >= _MIN_DENIED and covered(one, two) >= _MIN_COVER

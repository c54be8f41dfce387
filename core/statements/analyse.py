"""From a fact's text to its statement."""

import re
from functools import lru_cache

from core.entities.aliases import DEFAULT, AliasTable
from core.model import Statement
from core.statements.chinese import CHINESE
from core.statements.english import ENGLISH
from core.statements.keys import known_slot, slot_key, subject_key
from core.statements.sentences import SlotRule
from core.statements.tone import ending_of, modality_of, polarity_of
from core.statements.values import canonical_value, fold, level_kinds

_MAX_STATE_CHARS = 24
_MAX_CLAUSE_CHARS = 300  # a slot's sentence form is short; longer texts are compared by their content
_KEY_VALUE = re.compile(
    r"^(?P<s>[^\n]{1,300}?) ?(?: [—–] |——|—) ?(?P<k>[^\n:：—–]{1,80}?) ?[:：] ?(?P<v>[^\n].*)$", re.DOTALL
)
_BARE_KEY_VALUE = re.compile(r"^(?P<k>[^\n:：.!?，。]{1,40}?) ?[:：] ?(?P<v>[^\n/].*)$", re.DOTALL)
_NESTED = re.compile(
    r"^(?P<part>[^\n:：]{2,200}): (?P<rest>.+)$|^(?P<part2>[^\n:：]{2,200})：(?P<rest2>.+)$", re.DOTALL
)
_NESTED_NOUNS = re.compile(r"\b(?:firmware|software|versions?|products?)\b|固件|软件", re.IGNORECASE)
_SEVERAL_SENTENCES = re.compile(r"[.!?] +[A-Z\u3400-\u9fff]|[。！？].")
_LEAD_IN = re.compile(
    r"^(?:(?:as of|in|on|since|by|from) [^,]{3,30}|currently|now|update|today|according to [^,]{2,60}"
    r"|reportedly|meanwhile|also|however), "
    r"|^(?:截至[^，]{2,20}|目前|现在|据[^，]{1,30}|根据[^，]{1,30}|更新)[，,：]",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"^[^,;:.!?]{2,60}? (?:has |had )?(?:said|says?|stated|states|claimed|claims|reported|reports|announced"
    r"|confirmed|warned|noted|"
    r"denied|denies|retracted the claim|withdrew the claim|rejected the claim|disputes|disputed) (?:the claim )?that "
    r"|^[^，。；：]{1,20}?(?:表示|声称|宣称|指出|透露|宣布|否认|撤回)[，：:,]?",
)
_FILLERS = re.compile(
    r"\b(?:now|currently|presently|already|still|officially|exclusively|no longer) |目前|现已|现在|不再", re.IGNORECASE
)
# A subject that holds a verb of its own is no name: the form was matched across two clauses.
_CLAUSE_WORD = re.compile(r"\b(?:is|was|are|were|has|have|had|that|which|who|not|never|said)\b")
_ENDED_SUBJECT = re.compile(
    r"^(?:The |the |An? )?(?P<s>[^,;:!?]{1,120}?) (?:has been|have been|was|were|is|are|has|have) (?:now "
    r"|officially |permanently |also )?"
    r"(?:discontinued|retired|seized|taken down|shut down|decommissioned|terminated|disbanded|dismantled"
    r"|removed|cancelled|canceled|"
    r"abolished|dissolved|sunset|ended|expired|ceased|closed down|revoked|rescinded|repealed|annulled|voided"
    r"|retracted|withdrawn)\b"
    r"|^(?:[^，。]{0,20}?(?:撤销|撤回|吊销|废止)了)(?P<s2>[^，。；]{1,40})"
    r"|^(?P<s3>[^，。；：]{1,40}?)(?:已停止|已经停止|停止|已下线|已经下线|已终止|已取消|已关停|被查封|被关闭|被取缔|已解散|已停用|已被撤销|被撤销|已撤销|已被撤回|被撤回|已撤回|已被吊销|被吊销)"
)
# Values that say a key-value entry no longer holds.
_ENDING_VALUES = {
    "withdrawn": "retracted",
    "retracted": "retracted",
    "revoked": "revoked",
    "rescinded": "revoked",
    "removed": "ended",
    "discontinued": "ended",
    "retired": "ended",
    "no longer listed": "ended",
    "no longer affected": "ended",
    "deleted": "ended",
    "已撤回": "retracted",
    "已撤销": "revoked",
    "已移除": "ended",
    "已删除": "ended",
    "已停止": "ended",
    "已下线": "ended",
}
_PLAIN_KINDS = frozenset(["number", "version", "date", "level"])


@lru_cache(maxsize=65_536)
def analyse(text: str, language: str, aliases: AliasTable = DEFAULT) -> Statement:
    """Return what a text claims as far as the tables tell; empty strings where they do not.

    Key-value texts (``Subject — Key: Value``) are read first, then sentence forms; polarity,
    modality and endings are read from every text. ``language`` is zh, en or und; subjects
    and named values take the canonical names of ``aliases``.
    """
    plain = text.strip()
    key_value = _key_value(plain, aliases)
    if key_value is not None:
        return key_value
    modality, holder = modality_of(plain)
    ends = ending_of(plain)
    subject, slot, value, kind = _slot(plain, language, aliases)
    if ends and not subject and not slot:
        subject = _ended_subject(_clause(plain), aliases)
    return Statement(subject, slot, value, kind, polarity_of(plain), modality, holder, ends)


def _key_value(text: str, aliases: AliasTable) -> Statement | None:
    match = _KEY_VALUE.match(text)
    if match is None:
        return _bare_key_value(text, aliases)
    slot, kind = slot_key(match["k"])
    raw = match["v"]
    nested = _NESTED.match(raw.strip()) if kind == "text" else None
    if nested:
        part, rest = nested["part"] or nested["part2"], nested["rest"] or nested["rest2"]
        slot, raw = f"{slot} / {fold(_NESTED_NOUNS.sub(' ', part))}", rest
    value, kind = canonical_value(raw, kind, aliases)
    ends = _ENDING_VALUES.get(value, "")
    modality, holder = modality_of(raw) if kind == "text" and len(raw) > 40 else _short_modality(raw)
    polarity = polarity_of(raw) if kind == "text" else "positive"
    return Statement(subject_key(match["s"], aliases), slot, value, kind, polarity, modality, holder, ends)


def _short_modality(value: str) -> tuple[str, str | None]:
    modality, holder = modality_of(value)
    return (modality, holder) if modality == "hedged" else ("asserted", None)


def _bare_key_value(text: str, aliases: AliasTable) -> Statement | None:
    match = _BARE_KEY_VALUE.match(text)
    if match is None:
        return None
    known = known_slot(match["k"])
    if known is None:
        return None
    value, kind = canonical_value(match["v"], known[1], aliases)
    modality, holder = _short_modality(match["v"])
    return Statement(
        "", known[0], value, kind, polarity_of(match["v"]), modality, holder, _ENDING_VALUES.get(value, "")
    )


def _clause(text: str) -> str:
    """Return the claim itself: without lead-in, reporting words and fillers."""
    clause = text
    for pattern in (_LEAD_IN, _SAID, _LEAD_IN):
        clause = pattern.sub("", clause, count=1)
    return " ".join(_FILLERS.sub("", clause).split()).strip()


def without_ending(text: str) -> str:
    """Return what a text ends or denies, without the words that end it ("Acme denied that X" → "X")."""
    return _clause(text.strip())


def _slot(text: str, language: str, aliases: AliasTable) -> tuple[str, str, str, str]:
    """Return (subject, slot, value, value kind) of the first sentence form that reads the text."""
    empty = ("", "", "", "")
    if len(text) > _MAX_CLAUSE_CHARS or _SEVERAL_SENTENCES.search(text):
        return empty
    clause = _clause(text)
    folded = clause.casefold()
    chinese = language == "zh" or any("\u3400" <= char <= "\u9fff" for char in clause)
    for rule in CHINESE if chinese else ENGLISH:
        if not rule.may_match(folded):
            continue
        match = rule.pattern.match(clause)
        found = _read(rule, match, aliases) if match else None
        if found is not None:
            return found
    return empty


def _read(rule: SlotRule, match: re.Match[str], aliases: AliasTable) -> tuple[str, str, str, str] | None:
    """Return the slot that a match gives, or None when its value is not of the kind the slot wants."""
    parts = match.groupdict()
    known = known_slot(parts["k"]) if parts.get("k") else None
    if rule.kind == "known" and known is None:
        return None
    slot = rule.slot or (known[0] if known else "")
    kind = (known[1] if known else "") if rule.kind in ("", "known", "count") else rule.kind
    value, found_kind = canonical_value(parts["v"], kind or "text", aliases)
    if rule.kind == "level" and not rule.slot:
        slot = level_kinds().get(value, "")
    if not slot and parts.get("k") and found_kind in _PLAIN_KINDS:
        slot = ("count " if rule.kind == "count" else "") + slot_key(parts["k"])[0]
    if not slot or not _fits(rule.kind, kind, (value, found_kind)):
        return None
    subject = _subject(parts, slot, aliases)
    return None if _CLAUSE_WORD.search(subject) else (subject, slot, value, found_kind)


def _fits(rule_kind: str, kind: str, value: tuple[str, str]) -> bool:
    """Return whether a value has a shape that the row and the slot can take.

    A named state need not be in the table of levels, as long as it is short enough to be one.
    """
    text, found_kind = value
    if rule_kind in ("", "known") and kind == "level" and len(text) <= _MAX_STATE_CHARS:
        return True
    if rule_kind in ("level", "date"):
        return found_kind in (rule_kind, "number") if rule_kind == "level" else found_kind == "date"
    if kind in ("number", "version", "date", "level"):
        return found_kind in _PLAIN_KINDS
    return found_kind in _PLAIN_KINDS or found_kind == "name"


def _subject(parts: dict[str, str | None], slot: str, aliases: AliasTable) -> str:
    """Return the subject's key; a slot named alone is its own subject ("The policy rate is 4 %")."""
    named = parts.get("s") or parts.get("me")
    if named:
        key = subject_key(named, aliases)
        return key or (slot if slot in _SELF_SUBJECTS else "")
    return slot if slot in _SELF_SUBJECTS else ""


# Slots that a domain has once, so that the noun alone says whose they are.
_SELF_SUBJECTS = frozenset(
    ["policy_rate", "lead", "owner", "launch_date", "deadline", "budget", "ceo", "database", "headcount"]
)


def _ended_subject(clause: str, aliases: AliasTable) -> str:
    match = _ENDED_SUBJECT.match(clause)
    if match is None:
        return ""
    return subject_key(match["s"] or match["s2"] or match["s3"] or "", aliases)

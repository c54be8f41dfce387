"""From a fact's text to its statement."""

import re
from functools import lru_cache

from core.entities.aliases import DEFAULT, AliasTable
from core.model import Statement
from core.statements.clauses import clause_of
from core.statements.keys import subject_key
from core.statements.reading import Reading, read
from core.statements.tone import ending_of, modality_of, polarity_of
from core.statements.values import NO_VALUE

_ENDED_SUBJECT = re.compile(
    r"^(?:The |the |An? )?(?P<s>[^,;:!?]{1,120}?) (?:(?:has been|have been|was|were|is|are) (?:now "
    r"|officially |permanently |also )?"
    r"(?:discontinued|retired|seized|taken down|shut down|decommissioned|terminated|disbanded|dismantled"
    r"|removed|cancelled|canceled|"
    r"abolished|dissolved|sunset|ended|expired|closed down|revoked|rescinded|repealed|annulled|voided"
    r"|retracted|withdrawn)|(?:has|have) (?:now )?(?:ended|expired|ceased|closed down|disbanded|dissolved|shut down))\b"
    r"|^(?:[^，。]{0,20}?(?:撤销|撤回|吊销|废止)了)(?P<s2>[^，。；]{1,40})"
    r"|^(?P<s3>[^，。；：]{1,40}?)(?:已停止|已经停止|停止|已下线|已经下线|已终止|已取消|已关停|被查封|被关闭|被取缔|已解散|已停用|已被撤销|被撤销|已撤销|已被撤回|被撤回|已撤回|已被吊销|被吊销)"
)
_RETRACTS = re.compile(
    r"^(?P<who>[^,;:.!?]{2,60}?) (?:has |have |had )?(?:retracted|withdrawn|withdrew|retracts|withdraws|revoked) "
    r"(?:its|his|her|their|the|an?) (?=\S)"
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
_LONG_VALUE_CHARS = 40  # a longer value is a sentence with a tone of its own


@lru_cache(maxsize=65_536)
def analyse(text: str, language: str, aliases: AliasTable = DEFAULT) -> Statement:
    """Return what a text claims as far as the tables tell; empty strings where they do not.

    Key-value texts (``Subject — Key: Value``) are read first, then sentence forms; polarity,
    modality and endings are read from every text. ``language`` is zh, en or und; subjects
    and named values take the canonical names of ``aliases``.
    """
    plain = text.strip()
    found = read(text, language, aliases)
    if found.keyed:
        return _keyed(found)
    modality, holder = modality_of(plain)
    ends = ending_of(plain)
    subject = found.subject
    if ends and not subject and not found.slot:
        subject = _ended_subject(clause_of(plain), aliases)
    polarity = "positive" if found.value == NO_VALUE else polarity_of(plain)
    return Statement(subject, found.slot, found.value, found.kind, polarity, modality, holder, ends)


def _keyed(found: Reading) -> Statement:
    raw = found.value_words
    modality, holder = modality_of(raw)
    if modality != "hedged" and not (found.kind == "text" and len(raw) > _LONG_VALUE_CHARS):
        modality, holder = "asserted", None
    polarity = polarity_of(raw) if found.kind == "text" else "positive"
    ends = _ENDING_VALUES.get(found.value, "")
    return Statement(found.subject, found.slot, found.value, found.kind, polarity, modality, holder, ends)


def without_ending(text: str) -> str:
    """Return what a text ends or denies, without the words that end it ("Acme denied that X" → "X")."""
    plain = text.strip()
    retracts = _RETRACTS.match(plain)
    return f"{retracts['who']} {plain[retracts.end() :]}" if retracts else clause_of(plain)


def _ended_subject(clause: str, aliases: AliasTable) -> str:
    match = _ENDED_SUBJECT.match(clause)
    if match is None:
        return ""
    return subject_key(match["s"] or match["s2"] or match["s3"] or "", aliases)

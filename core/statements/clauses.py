"""The clause of a sentence that makes its claim: without lead-in, reporting words, fillers and what follows."""

import re
from collections.abc import Iterator

_MAX_CLAUSE_CHARS = 300  # a slot's sentence form is short; longer texts are compared by their content
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
    r"\b(?:now|currently|presently|already|still|officially|exclusively|no longer) "
    r"|目前|现已|现在|不再|暂时|仍然|当前(?!版本)|[仍还](?=是|为|处于|由|在)|现(?=为|是|由)",
    re.IGNORECASE,
)
# A clause that gives the reason or the occasion; the claim follows it.
_REASON = re.compile(
    r"^(?:because|since|as|after|following|due to|given|with) |^(?:因为|由于|鉴于|经|随着|为了?|结论|在).{1,40}$"
    r"|^.{1,12}方面$",
    re.IGNORECASE,
)
# What follows a comma and takes something of the claim back.
_RESTRICTS = re.compile(
    r"^(?:but|although|though|unless|if|except|only|provided|when|while|until|and|or|nor|yet|not)\b"
    r"|^(?:但|不过|然而|如果|若|除非|除|只有|仅|和|及|或|而|并非|当)",
    re.IGNORECASE,
)
_CONDITION = re.compile("^(?:如果|若|假如|一旦|除非|要是|当|只要|据说|据称)")
_COMMA = re.compile(r", (?!(?:19|20)[0-9]{2}\b)|，")
_AFTER_REASON = re.compile(r"[，：]|, ")


def clause_of(text: str) -> str:
    """Return the claim itself: without lead-in, reporting words and fillers."""
    clause = text
    for pattern in (_LEAD_IN, _SAID, _LEAD_IN):
        clause = pattern.sub("", clause, count=1)
    return " ".join(_FILLERS.sub("", clause).split()).strip()


def clauses(clause: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the clauses that may make a text's claim, likeliest first, each with what follows it.

    The whole first; then what stands before its first comma, unless the rest takes something back; then
    the last clause of a Chinese sentence, which has a subject of its own. A reason that stands first
    is passed over.
    """
    if len(text) > _MAX_CLAUSE_CHARS or _SEVERAL_SENTENCES.search(text):
        return
    yield clause, ""
    first = _AFTER_REASON.search(clause)
    if first and _REASON.match(clause[: first.start()]):
        clause = clause[first.end() :]
        yield clause, ""
    comma = _COMMA.search(clause)
    if comma is None:
        return
    if not _RESTRICTS.match(clause[comma.end() :]):
        yield clause[: comma.start()], clause[comma.end() :]
    last = clause.rfind("，") + 1
    if last and not _CONDITION.match(clause):
        yield clause[last:], clause[: last - 1]

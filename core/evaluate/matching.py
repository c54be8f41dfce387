"""The stated fact matcher: when does one fact cover another?

*Ours covers gold* when every number, date, identifier and name of the gold fact is in ours, neither denies
what the other claims, and at least ``LEAST_SHARE`` of the gold fact's content tokens are among ours. A
token is a stemmed word without function words, or a pair of Han characters. The matcher's own error is
measured on a set of kind ``matcher``, labelled by hand.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.evaluate.stems import STOP, content_words, han_pairs
from core.evaluate.values import WORDS, Values, values_of

# Chosen on the hand-labelled pairs of the matcher set: the best F1 on a plateau from 0.62 to 0.70.
LEAST_SHARE = 0.66
# A faithful fact may rephrase a little; its hard values may not.
LEAST_FAITHFUL = 0.85

_CLAUSE_END = re.compile(r"[,;:.!?，；。！？：()（）]|\b(?:" + "|".join(WORDS["clause_end_en"].split()) + r")\b|而|但")
_NEG_EN = re.compile(r"\b(?:" + "|".join(WORDS["negation_en"].split()) + r"|\w{2,12}n['’]t)\b")
_NEG_ZH = re.compile("|".join(sorted(WORDS["negation_zh"], key=len, reverse=True)))
_NO_NEG_ZH = re.compile("|".join(WORDS["negation_zh_not"]))
_NAME = re.compile(r"[A-Z][\w'’.-]*(?: (?:of |de |van |von |the )?[A-Z][\w'’.-]*)*")
_SENTENCE_START = re.compile(r"(?:^|[.!?:] )[\"'“‘(]?")


@dataclass(frozen=True, slots=True)
class Terms:
    """What the matcher compares of one text."""

    values: Values
    names: frozenset[str]  # last words of capitalised names, stemmed
    content: frozenset[str]
    negated: frozenset[str]  # content in the reach of a negation


@lru_cache(maxsize=20_000)
def terms_of(text: str) -> Terms:
    """Return what the matcher compares of a text."""
    values = values_of(text)
    content = frozenset(content_words(values.rest)) | frozenset(han_pairs(values.rest))
    return Terms(values, _names(text) & content, content, _negated(values.rest))


def covers(ours: str, gold: str, context: str = "") -> bool:
    """Return whether our fact says all that the gold fact says.

    Args:
        ours: the fact that was extracted.
        gold: the fact that a person wrote.
        context: title, heading or speaker; what a gold fact takes from it (a subject) is not missed in ours.
    """
    return not why_not(ours, gold, context)


def why_not(ours: str, gold: str, context: str = "") -> str:
    """Return why our fact does not cover the gold one: the first rule that fails, or "" when it covers it."""
    mine, theirs = terms_of(ours), terms_of(gold)
    around = terms_of(context) if context else None
    if lacking := _missing_values(mine, theirs, around):
        return f"value {sorted(lacking)[0]}"
    named = mine.names | mine.content | (around.names | around.content if around else frozenset())
    if lacking := theirs.names - named:
        return f"name {sorted(lacking)[0]}"
    if contradicts(mine, theirs):
        return "polarity"
    wanted = theirs.content - (around.content - mine.content if around else frozenset())
    if not wanted:
        return "" if theirs.values.numbers | theirs.values.dates | theirs.values.identifiers else "nothing in common"
    share = len(wanted & mine.content) / len(wanted)
    return "" if share >= LEAST_SHARE else f"wording {share:.2f}"


def is_faithful(ours: str, source: str) -> bool:
    """Return whether our fact brings nothing that its source (text, title, heading, speaker) does not hold."""
    mine, said = terms_of(ours), terms_of(source)
    if _missing_values(said, mine, None) or mine.names - said.names - said.content:
        return False
    if not mine.content:
        return True
    return len(mine.content & said.content) / len(mine.content) >= LEAST_FAITHFUL


def contradicts(mine: Terms, theirs: Terms) -> bool:
    """Return whether one text denies what the other claims, on the content that both have."""
    shared = mine.content & theirs.content
    if theirs.negated & shared:
        return not mine.negated & shared
    return len(mine.negated & shared) > len(shared) / 2


def _missing_values(mine: Terms, theirs: Terms, around: Terms | None) -> frozenset[str]:
    has, wants = mine.values, theirs.values
    known = has.numbers | has.identifiers | has.date_parts
    if around is not None:
        known |= around.values.identifiers | around.values.numbers | around.values.date_parts
    return (wants.numbers | wants.identifiers | wants.dates) - known


def _names(text: str) -> frozenset[str]:
    """Last words of the capitalised names; a lone word at a sentence's start is only a name with a second capital."""
    plain = unicodedata.normalize("NFKC", text)
    starts = {match.end() for match in _SENTENCE_START.finditer(plain)}
    found = set()
    for match in _NAME.finditer(plain):
        words = match.group().split()
        is_plain_start = match.start() in starts and len(words) == 1 and words[0][1:].islower()
        if not is_plain_start and words[-1].casefold() not in STOP:
            found.update(list(content_words(values_of(words[-1]).rest))[-1:])
    return frozenset(found)


def _negated(folded: str) -> frozenset[str]:
    """Content in the reach of a negation: up to the end of its clause."""
    kept = _NO_NEG_ZH.sub(lambda match: "乙" * len(match.group()), folded)
    found: set[str] = set()
    for pattern in (_NEG_EN, _NEG_ZH):
        for cue in pattern.finditer(kept):
            end = _CLAUSE_END.search(kept, cue.end())
            reach = folded[cue.end() : end.start() if end else len(folded)]
            found |= set(content_words(reach)) | set(han_pairs(reach))
    return frozenset(found)

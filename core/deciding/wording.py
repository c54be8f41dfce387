"""The words of a reason: what was compared, named as the reports name it."""

import re

from core.deciding.identity import reading_of
from core.deciding.words import stem
from core.model import Claim
from core.statements import TEAM

_ARTICLE = re.compile(r"^(?:the|an?|our|my) ", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_MAX_VALUE_CHARS = 80
_NO_VALUE = "none"
_LABELS = {
    "uses": "tool in use",
    "cvss_score": "CVSS score",
    "cvss_v4_score": "CVSS v4 score",
    "cvss_v2_score": "CVSS v2 score",
    "c2_domain": "C2 domain",
    "ceo": "CEO",
    "cwe": "CWE",
}


def attribute(*claims: Claim) -> str:
    """Return what claims of one slot are about ("the launch date of Project Kestrel"), by the first that says it."""
    readings = [reading_of(claim) for claim in claims]
    slot = next((r.slot_words for r in readings if r.slot_words), "") or _label(claims[0].statement.slot)
    subject = next((r.subject_words for r in readings if r.subject_words), "")
    if claims[0].statement.subject == TEAM:
        subject = "the team"
    named = f"the {_lower(_ARTICLE.sub('', slot))}"
    return f"{named} of {_ARTICLE.sub('', subject) if subject != 'the team' else subject}" if subject else named


def became(where: str, old: str, new: str) -> str:
    """Return the sentence that an attribute went from one value to another, without its full stop."""
    many = re.search(r"(?<![sui])s(?: of |$)", where) is not None
    return f"{where} {'were' if many else 'was'} {old} and {'are' if many else 'is'} now {new}"


def value(claim: Claim) -> str:
    """Return a claim's value as its report writes it, cut when it is a text of its own."""
    words = reading_of(claim).value_words or claim.statement.value
    words = _NO_VALUE if not words else words.strip(" .。")
    return words if len(words) <= _MAX_VALUE_CHARS else f"{words[:_MAX_VALUE_CHARS].rstrip()}…"


def as_written(tokens: tuple[str, ...], text: str) -> str:
    """Return compared tokens in the words of the text that they come from."""
    written = {stem(match[0].casefold()): match[0] for match in reversed(list(_WORD.finditer(text)))}
    words = [written.get(token, token) for token in tokens]
    return ("" if any("\u3400" <= char <= "\u9fff" for char in "".join(words)) else " ").join(words)


def rest_of(claim: Claim) -> str:
    """Return what a claim's clause says beyond subject, slot and value."""
    return reading_of(claim).rest


def _label(slot: str) -> str:
    if slot.startswith("count "):
        return f"number of {slot.removeprefix('count ')}"
    return _LABELS.get(slot, slot.replace("_", " "))


def _lower(words: str) -> str:
    """Return words with a small first letter unless they hold an abbreviation or a name."""
    return words[:1].lower() + words[1:] if words[1:].islower() else words

"""The normalised view that filter rules read: one case, one width, one name for the speaker."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from core.text.pattern_set import PatternSet

_FILLERS = re.compile(
    r"^(?:(?:and|so|but|well|also|oh|ok|okay|hey|hi|hello|yeah|um|uh|actually|anyway|by the way)[,!. ]+)+"
)
_FIRST_PERSON = (
    (re.compile(r"\bi['’]?m\b|\bi am\b"), "user is"),
    (re.compile(r"\bi['’]ve\b|\bi have\b"), "user has"),
    (re.compile(r"\bi['’]d (?=like|love|rather|prefer)"), "user would "),
    (re.compile(r"\bi['’]d\b"), "user would"),
    (re.compile(r"\bi['’]ll\b"), "user will"),
    (re.compile(r"(?<![a-z0-9.'’/-])i(?![a-z0-9.'’/-])"), "user"),
    (re.compile(r"\b(?:my|the user['’]s)\b"), "user's"),
    (re.compile(r"\bthe user\b"), "user"),
)
# Nothing of the first person is found without one of these.
_SPEAKS = PatternSet([r"(?:^|[^a-z0-9])i(?:[^a-z0-9]|$)|im\b|my\b|user"])
_ZH_SELF = re.compile(r"^(?:我们?|本人|咱们?|用户)")


@dataclass(frozen=True, slots=True)
class View:
    """A fact's text as rules see it.

    ``text`` is NFKC with folded blanks, ``lower`` also case-folded with the speaker called
    ``user`` (English) or 用户 (Chinese, at the start). Neither is ever stored.
    """

    text: str
    lower: str


def _name_pattern(name: str) -> str:
    edge_start = r"\b" if name[:1].isascii() else ""
    edge_end = r"\b" if name[-1:].isascii() else ""
    return f"{edge_start}{re.escape(name)}{edge_end}"


def view_of(text: str, speakers: Sequence[str] = ()) -> View:
    """Return the view of a text; the names in ``speakers`` count as the first person."""
    folded = " ".join((text if text.isascii() else unicodedata.normalize("NFKC", text)).split())
    lower = _FILLERS.sub("", folded.casefold())
    for name in sorted((s.casefold() for s in speakers if s.strip()), key=lambda s: (-len(s), s)):
        if lower.startswith(name) or name in lower:
            stand_in = "user" if name[:1].isascii() else "用户"
            lower = re.sub(_name_pattern(name), stand_in, lower)
    if "我" in lower[:1] or "本人" in lower[:2] or "咱" in lower[:1]:
        lower = _ZH_SELF.sub("用户", lower)
    if _SPEAKS.holds(lower):
        for pattern, stand_in in _FIRST_PERSON:
            lower = pattern.sub(stand_in, lower)
    return View(folded, lower)

"""Replacements: sentences that name both the old and the new value, whatever the slot is."""

import re
from typing import NamedTuple

from core.entities.aliases import DEFAULT, AliasTable
from core.statements.keys import subject_key
from core.statements.values import canonical_value

_S = r"(?P<s>[^,;:!?，；：！？。]{1,80}?)"
_U = r"(?P<u>[^,;:!?，；：！？。]{1,60}?)"
_V = r"(?P<v>[^,;:!?，；：！？。]{1,60}?)"
_TAIL = r"(?: (?:in|on|since|as of|by|from) [^,;]{1,40})?[.!。]?$"
_PATTERNS = tuple(
    re.compile("^(?:The )?" + pattern, re.IGNORECASE)
    for pattern in (
        rf"{_S} (?:has |have |was |is |were |has been )?(?:moved|migrated|switched|changed|upgraded"
        rf"|downgraded|transitioned|shifted|renamed) from {_U} to {_V}{_TAIL}",
        rf"{_S} (?:has |have )?replaced {_U} (?:with|by) {_V}{_TAIL}",
        rf"{_S} (?:now )?uses? {_V} (?:instead of|rather than) {_U}{_TAIL}",
        rf"{_S}(?:已经|已|将)?从{_U}(?:迁移|切换|升级|更换|改)(?:到|至|为|成)了?{_V}[。.]?$",
    )
)


class Replacement(NamedTuple):
    """A subject that went from one value to another; all are canonical keys."""

    subject: str
    old: str
    new: str


def replacement(text: str, aliases: AliasTable = DEFAULT) -> Replacement | None:
    """Return what a sentence says was replaced by what ("Kelp moved from MySQL to SQLite"), or None."""
    if len(text) > _MAX_CHARS:
        return None
    for pattern in _PATTERNS:
        match = pattern.match(text.strip())
        if match:
            old, new = (canonical_value(match[part], "name", aliases)[0] for part in "uv")
            return Replacement(subject_key(match["s"], aliases), old, new)
    return None


_MAX_CHARS = 300  # replacements are stated in short sentences; longer texts are left to content comparison

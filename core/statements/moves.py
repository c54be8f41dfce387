"""Replacements: sentences that name both the old and the new value, whatever the slot is."""

import re
from typing import NamedTuple

from core.entities.aliases import DEFAULT, AliasTable
from core.statements.keys import actor_key
from core.statements.wares import thing_key, ware_pattern

_S = r"(?P<s>[^,;:!?，；：！？。]{1,80}?)"
_U = r"(?P<u>[^,;:!?，；：！？。]{1,60}?)"
_V = r"(?P<v>[^,;:!?，；：！？。]{1,60}?)"
_TAIL = r"(?:,? (?:in|on|since|as of|by|from|with|for|after|before) [^,;]{1,60})?[.!。]?$"
_MOVED = r"(?:moved|migrated|switched|changed|upgraded|downgraded|transitioned|shifted|renamed)(?: over)?"
_WENT = "迁移|切换|升级|更换|替换|改|换|迁|转"
_PATTERNS = tuple(
    re.compile("^(?:The )?" + pattern, re.IGNORECASE)
    for pattern in (
        rf"{_S} (?:has |have |was |is |were |has been )?{_MOVED} from {_U} to {_V}{_TAIL}",
        rf"{_S} (?:has |have )?replaced {_U} (?:with|by) {_V}{_TAIL}",
        rf"{_S} (?:now )?uses? {_V} (?:instead of|rather than) {_U}{_TAIL}",
        rf"{_S} (?:has |have )?(?:now )?(?:moved|migrated|switched|changed)(?: over)?"
        rf" to (?P<v>{ware_pattern()}){_TAIL}",
        rf"{_S}(?:已经|已|将)?(?:从|由){_U}(?:{_WENT})(?:到|至|为|成|用)了?{_V}[。.]?$",
        rf"{_S}(?:已经|已)?(?:用{_V}(?:取代|替换|代替)了?{_U})[。.]?$",
        rf"{_S}(?:已经|已)?(?:将|把){_U}(?:{_WENT})(?:到|至|为|成)了?{_V}[。.]?$",
        rf"{_S}(?:已经|已)?(?:改用|换用|转用)了?{_V}[。.]?$",
    )
)


class Replacement(NamedTuple):
    """A subject that went from one value to another; all are canonical keys, ``old`` is "" when it is not named."""

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
            old, new = (thing_key(match.groupdict().get(part) or "", aliases) for part in "uv")
            return Replacement(actor_key(match["s"], aliases), old, new)
    return None


_NO_LONGER = re.compile(
    r"\b(?:and|but),? (?:is |are |does |do )?(?:no longer|not any ?more) (?P<at>(?:in|at|from|with|on|to|by|for) "
    r"[A-Z][\w-]{0,40}(?: [A-Z][\w-]{0,40}){0,3})[.!]?$"
    r"|(?:，|而)(?:已)?不再(?P<zh>在[\u3400-\u9fff]{2,10}?)[。.]?$"
)


def left_behind(text: str) -> str:
    """Return where or with what a sentence says that its claim no longer holds ("in Lund"), or ""."""
    match = _NO_LONGER.search(text) if len(text) <= _MAX_CHARS else None
    return (match["at"] or match["zh"]) if match else ""


_MAX_CHARS = 300  # replacements are stated in short sentences; longer texts are left to content comparison

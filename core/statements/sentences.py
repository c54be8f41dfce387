"""A sentence form that gives a subject's slot a value; the forms stand in one table a language.

A form names its parts: ``s`` the subject (may be missing), ``v`` the value, ``k`` the slot's noun
when the row fixes none. Forms are matched against a whole clause of at most a few hundred
characters, with bounded quantifiers only. To teach a form, add one row to a table.
"""

import re
from dataclasses import dataclass, field

_TAIL = (
    r"(?P<tail>(?:,? (?:as (?:published|reported|stated|announced|assessed|calculated|set|decided) by|by|under"
    r"|according to) [^,;]{1,60})?"
    r"(?:,? (?:since|from|effective|starting|beginning|as of|until|with effect|"
    r"(?:in|on|by) (?=[0-9]|(?:early |late |mid-)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Q[1-4]"
    r"|next|last|this))) ?[^,;]{1,60})?"
    r"(?:,? (?:recently|yesterday|today|(?:last|this|next) (?:week|month|quarter|year|spring|summer|autumn"
    r"|fall|winter)))?(?: any ?more| any longer)?) ?[.!。]?$"
)


@dataclass(frozen=True, slots=True)
class SlotRule:
    """One sentence form; ``slot`` is "" when the row reads it from the group ``k``.

    ``kind`` is the kind of the value (a kind of ``canonical_value``), or how it is read: ``known`` wants
    a slot of the table, ``count`` counts the noun ``k``, ``thing`` names a tool and ``ware`` one of the
    known wares. ``triggers`` are substrings of which the case-folded clause must hold one; ``form`` is the pattern
    without the article before it and the time after it.
    """

    id: str
    triggers: str  # separated by "|"
    form: str
    slot: str
    kind: str
    hits: tuple[tuple[str, str, str, str], ...]  # (text, subject key, slot, value)
    keeps: tuple[str, ...] = ()
    value: str = ""  # of a form that names none ("No fixed version of Kelp is available")
    pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        compiled = re.compile(f"^(?:The |the |An? |an? )?{self.form}{_TAIL}")
        object.__setattr__(self, "pattern", compiled)

    def may_match(self, folded: str) -> bool:
        """Return whether a case-folded clause holds one of the triggers."""
        return any(trigger in folded for trigger in self.triggers.split("|"))

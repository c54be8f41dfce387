"""Finding the named things of a text, once each character."""

from functools import lru_cache

from core.entities.aliases import DEFAULT, AliasTable
from core.entities.names import NAMES
from core.entities.rules import INDICATORS, EntityRule, Found
from core.model import Entity


class _Sheet:
    """The entities of one text so far, and which characters they hold."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Entity] = []
        self._taken = bytearray(len(text))

    def add(self, kind: str, canonical: str, start: int, end: int) -> None:
        """Keep an entity unless an earlier one holds one of its characters."""
        if self._taken.find(1, start, end) >= 0:
            return
        self._taken[start:end] = b"\x01" * (end - start)
        self.found.append(Entity(kind, self.text[start:end], canonical, start, end))


def find_entities(text: str, aliases: AliasTable = DEFAULT) -> list[Entity]:
    """Return the entities of a text by position, never overlapping.

    Offsets are code points, half-open. Indicators win over aliases, aliases over guessed names; a
    numbered actor takes the canonical name of its alias entry when there is one.
    """
    sheet = _Sheet(text)
    for rule in INDICATORS:
        _apply(rule, sheet, aliases)
    _apply(NAMES[0], sheet, aliases)  # "Windows 10.0" before the alias "Windows"
    for start, end, alias in aliases.find(text):
        sheet.add(alias.type, alias.canonical, start, end)
    for rule in NAMES[1:]:
        _apply(rule, sheet, aliases)
    return sorted(sheet.found, key=lambda entity: entity.char_start)


def _apply(rule: EntityRule, sheet: _Sheet, aliases: AliasTable) -> None:
    if not rule.trigger(sheet.text):
        return
    for match in rule.pattern.finditer(sheet.text):
        reading = rule.read(Found(sheet.text, match.start(), match.end()))
        if reading is None:
            continue
        canonical, end = reading
        if rule.type == "actor":
            alias = aliases.canonical(canonical)
            canonical = alias.canonical if alias and alias.type == "actor" else canonical
        sheet.add(rule.type, canonical, match.start(), end)


@lru_cache(maxsize=65_536)
def cached_entities(text: str, aliases: AliasTable = DEFAULT) -> tuple[Entity, ...]:
    """Return the entities of a text; the same text under the same table is searched once."""
    return tuple(find_entities(text, aliases))

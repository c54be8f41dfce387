"""Named things in a text: indicators, identifiers, versions, actors, organisations, people."""

from core.entities.aliases import DEFAULT, Alias, AliasTable
from core.entities.finder import find_entities

__all__ = ["DEFAULT", "Alias", "AliasTable", "find_entities"]

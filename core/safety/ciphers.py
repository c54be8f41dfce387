"""Orders written in a shifted alphabet: each letter moved by the same number of places."""

import re
from string import ascii_lowercase

_TELLTALES = (
    "ignore",
    "previous",
    "instructions",
    "instruction",
    "disregard",
    "forget",
    "system",
    "prompt",
    "reveal",
    "password",
    "everything",
)
_LEAST_TELLTALES = 2
_WORD = re.compile(r"(?<![a-z])[a-z]{6,12}(?![a-z])")


def _shifted(word: str, places: int) -> str:
    return "".join(ascii_lowercase[(ord(char) - 97 + places) % 26] for char in word)


_SHIFT_OF: dict[str, int] = {_shifted(word, places): places for word in _TELLTALES for places in range(1, 26)}


def is_shifted_order(folded: str) -> bool:
    """Return whether two telltale words of an order stand in a folded sentence under one alphabet shift."""
    if _SHIFT_OF.keys().isdisjoint(_WORD.findall(folded)):
        return False
    seen: dict[int, set[str]] = {}
    for found in _WORD.finditer(folded):
        places = _SHIFT_OF.get(found[0])
        if places is not None:
            seen.setdefault(places, set()).add(found[0])
    return any(len(words) >= _LEAST_TELLTALES for words in seen.values())

"""Orders in words that were tampered with: shifted by the alphabet, run together, or with their letters mixed up."""

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
    "please",
    "answer",
    "secret",
    "record",
    "assistant",
    "following",
    "message",
    "delete",
    "output",
    "respond",
)
_LEAST_TELLTALES = 2
_WORD = re.compile(r"[a-z]{6,400}")
_LEAST_ORDER = 18  # letters of an order written as one word
_ONE_WORD_ORDER = re.compile(
    r"(?:ignore|disregard|forget|override|bypass)(?:all|any|the|every|each|your|my|of|these|those){0,3}"
    r"(?:(?:previous|prior|above|earlier|preceding|your|system|safety|initial|original)"
    r"(?:instructions?|rules|prompts?|orders|commands|guidelines|directives|messages?)|"
    r"(?:instructions?|rules|prompts?|orders|commands|guidelines|directives|messages?|text)(?:above|before))"
)


def _shifted(word: str, places: int) -> str:
    return "".join(ascii_lowercase[(ord(char) - 97 + places) % 26] for char in word)


_SHIFT_OF: dict[str, int] = {_shifted(word, places): places for word in _TELLTALES for places in range(1, 26)}


def is_tampered_order(folded: str) -> bool:
    """Return whether an order stands in a folded sentence whose words were shifted or run together.

    Two telltale words under one alphabet shift make one; so does a word that is a whole order,
    which no prose has.
    """
    words = _WORD.findall(folded)
    if max(map(len, words), default=0) >= _LEAST_ORDER and any(_ONE_WORD_ORDER.search(word) for word in words):
        return True
    if _SHIFT_OF.keys().isdisjoint(words):
        return False
    seen: dict[int, set[str]] = {}
    for word in words:
        if word in _SHIFT_OF:
            seen.setdefault(_SHIFT_OF[word], set()).add(word)
    return any(len(found) >= _LEAST_TELLTALES for found in seen.values())


def unmixed(folded: str) -> str | None:
    """Return a folded sentence with its telltale words put right, None when fewer than two were mixed up.

    A reader does not see that inner letters changed places; one such word is a slip, two are a method.
    """
    mixed = {word for word in _MIXED.findall(folded) if word not in _TELLTALES and _key(word) in _RIGHT}
    if len(mixed) < _LEAST_TELLTALES:
        return None
    return _MIXED.sub(lambda found: _RIGHT[_key(found[0])] if found[0] in mixed else found[0], folded)


def _key(word: str) -> str:
    return word[0] + "".join(sorted(word[1:-1])) + word[-1]


_MIXABLE = (*_TELLTALES[:11], "earlier", "respond", "instead", "guidelines")
_RIGHT = {_key(word): word for word in _MIXABLE}
_MIXED = re.compile(
    "(?<![a-z])(?:"
    + "|".join(sorted({f"{word[0]}[a-z]{{{len(word) - 2}}}{word[-1]}" for word in _MIXABLE}))
    + ")(?![a-z])"
)

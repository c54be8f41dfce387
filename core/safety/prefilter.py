"""Which rules of the guard may hit a sentence at all: one pass for the words that all of them need."""

import re
from collections.abc import Iterator, Sequence

from core.safety.rules import GuardRule

_Trie = dict[str, "_Trie"]
_END = ""  # the key that marks the end of a word in the trie


class Prefilter:
    """The words that rules need, looked for all at once; never leaves out a rule whose word is there."""

    def __init__(self, rules: Sequence[GuardRule]) -> None:
        """Build two patterns over the needed words of all rules.

        One holds the words that begin in ASCII: a plain set of first letters is searched for several
        times faster than a mixed one, and most sentences have nothing else.
        """
        words = sorted({word for rule in rules for word in rule.needs})
        self._ascii = re.compile(_as_pattern(_trie_of([word for word in words if word[0].isascii()])))
        self._other = re.compile(_as_pattern(_trie_of([word for word in words if not word[0].isascii()])))
        # The longest word at a place is found, so it stands for every shorter one that it starts with.
        self._rules_of = {
            word: sum(
                1 << index for index, rule in enumerate(rules) if any(word.startswith(need) for need in rule.needs)
            )
            for word in words
        }

    def candidates(self, folded: str) -> Iterator[int]:
        """Yield, in order, the index of each rule of which a needed word stands in a folded sentence."""
        bits = self._bits(self._ascii, folded)
        if not folded.isascii():
            bits |= self._bits(self._other, folded)
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest

    def _bits(self, pattern: re.Pattern[str], folded: str) -> int:
        bits = 0
        found = pattern.search(folded)
        while found is not None:
            bits |= self._rules_of[found[0]]
            found = pattern.search(folded, found.start() + 1)
        return bits


def _trie_of(words: Sequence[str]) -> _Trie:
    root: _Trie = {}
    for word in words:
        node = root
        for char in word:
            node = node.setdefault(char, {})
        node[_END] = {}
    return root


def _as_pattern(node: _Trie) -> str:
    """Return a pattern that finds the longest word at a place; one that finds nothing for an empty trie."""
    if not node:
        return "(?!)"
    return _branches(node)


def _branches(node: _Trie) -> str:
    branches = [re.escape(char) + _branches(below) for char, below in sorted(node.items()) if char != _END]
    if not branches:
        return ""
    body = branches[0] if len(branches) == 1 and _END not in node else f"(?:{'|'.join(branches)})"
    return f"{body}?" if _END in node else body

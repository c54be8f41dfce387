"""Which rules of the guard may hit a sentence at all: one pass for the words that all of them need."""

import re
from collections.abc import Iterator, Sequence

from core.safety.rules import GuardRule

_Trie = dict[str, "_Trie"]
_END = ""  # the key that marks the end of a word in the trie


class Prefilter:
    """The words that rules need, looked for all at once; never leaves out a rule whose word is there."""

    def __init__(self, rules: Sequence[GuardRule]) -> None:
        """Build one pattern over the needed words of all rules."""
        words = sorted({word for rule in rules for word in rule.needs})
        self._pattern = re.compile(_as_pattern(_trie_of(words)))
        # The longest word at a place is found, so it stands for every shorter one that it starts with.
        self._rules_of = {
            word: sum(
                1 << index for index, rule in enumerate(rules) if any(word.startswith(need) for need in rule.needs)
            )
            for word in words
        }

    def candidates(self, folded: str) -> Iterator[int]:
        """Yield, in order, the index of each rule of which a needed word stands in a folded sentence."""
        bits = 0
        found = self._pattern.search(folded)
        while found is not None:
            bits |= self._rules_of[found[0]]
            found = self._pattern.search(folded, found.start() + 1)
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest


def _trie_of(words: Sequence[str]) -> _Trie:
    root: _Trie = {}
    for word in words:
        node = root
        for char in word:
            node = node.setdefault(char, {})
        node[_END] = {}
    return root


def _as_pattern(node: _Trie) -> str:
    """The longest way through the trie is tried first."""
    branches = [re.escape(char) + _as_pattern(below) for char, below in sorted(node.items()) if char != _END]
    if not branches:
        return ""
    body = branches[0] if len(branches) == 1 and _END not in node else f"(?:{'|'.join(branches)})"
    return f"{body}?" if _END in node else body

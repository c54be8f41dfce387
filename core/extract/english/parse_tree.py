"""A dependency parse of one sentence as plain words, and what can be asked of it.

Relations and tags are those of spaCy's English models (ClearNLP relations, Penn Treebank tags).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from core.extract.english.sentence import COMPOUND

_BEFORE_STOP = re.compile(r"\s+([,.;:)])")
_DOUBLE_STOP = re.compile(r"([,;:])(?:\s?[,;:])+")
_QUOTES = {'"': '"', "“": "”", "‘": "’", "(": ")", "[": "]"}


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a sentence: its place in the text, and the word that governs it (the root governs itself)."""

    text: str
    char_start: int
    char_end: int
    head: int
    relation: str
    tag: str
    lemma: str


Parse = Callable[[str], Sequence[Word]]


class Tree:
    """The words of one sentence and what hangs on each; a set of words is given by their numbers."""

    def __init__(self, text: str, words: Sequence[Word]) -> None:
        self.text = text
        self.words = words
        self._children: list[list[int]] = [[] for _ in words]
        self.roots = []
        for number, word in enumerate(words):
            if word.head == number:
                self.roots.append(number)
            else:
                self._children[word.head].append(number)
        self._below: dict[int, frozenset[int]] = {}
        # Words inside quotation marks, brackets and names of one thing: never taken apart.
        self.closed = _quoted(words) | _compound(text, words)

    def of(self, number: int, *relations: str) -> list[int]:
        """Return the words that hang on one by one of these relations, in order."""
        return [child for child in self._children[number] if self.words[child].relation in relations]

    def below(self, number: int) -> frozenset[int]:
        """Return a word with everything that hangs on it."""
        if number not in self._below:
            found, todo = {number}, [number]
            while todo:
                children = self._children[todo.pop()]
                found.update(children)
                todo.extend(children)
            self._below[number] = frozenset(found)
        return self._below[number]

    def members(self, number: int) -> list[int]:
        """Return the words coordinated with one, itself first, in the order of the text."""
        found, todo = [number], [number]
        while todo:
            joined = self.of(todo.pop(), "conj")
            found += joined
            todo += joined
        return sorted(found)

    def own(self, number: int, members: Iterable[int]) -> set[int]:
        """Return what hangs on a member of a coordination, without the other members and what hangs on them."""
        left = set(self.below(number))
        for other in members:
            if other != number and other in self.below(number):
                left -= self.below(other)
        return left

    def trimmed(self, span: Iterable[int]) -> frozenset[int]:
        """Return a span without stops and conjunctions at its ends."""
        left = sorted(span)
        while left and self._is_edge(left[0]):
            del left[0]
        while left and self._is_edge(left[-1]):
            del left[-1]
        return frozenset(left)

    def _is_edge(self, number: int) -> bool:
        word = self.words[number]
        return word.relation == "cc" or (word.relation == "punct" and word.text in ",;:–-.!?")

    def written(self, spans: Sequence[Iterable[int]]) -> str:
        """Return the words of some spans, one span after the other, as the sentence writes them."""
        pieces: list[str] = []
        for span in spans:
            run: list[int] = []
            for number in [*sorted(span), -1]:
                if run and number != run[-1] + 1:
                    pieces.append(self.text[self.words[run[0]].char_start : self.words[run[-1]].char_end])
                    run = []
                run.append(number)
        joined = " ".join(piece.strip() for piece in pieces if piece.strip())
        return _DOUBLE_STOP.sub(r"\1", _BEFORE_STOP.sub(r"\1", joined)).strip(" ,;:")


def is_balanced(text: str) -> bool:
    """Return whether every bracket and quotation mark of a text has its partner."""
    return all(text.count(one) == text.count(other) for one, other in _QUOTES.items() if one != other) and (
        text.count('"') % 2 == 0
    )


def _compound(text: str, words: Sequence[Word]) -> frozenset[int]:
    spans = [found.span() for found in COMPOUND.finditer(text)]
    return frozenset(number for number, word in enumerate(words) if any(a <= word.char_start < b for a, b in spans))


def _quoted(words: Sequence[Word]) -> frozenset[int]:
    inside: set[int] = set()
    waiting: list[tuple[str, int]] = []
    for number, word in enumerate(words):
        if waiting and word.text == waiting[-1][0]:
            _, opened = waiting.pop()
            inside.update(range(opened, number + 1))
        elif word.text in _QUOTES:
            waiting.append((_QUOTES[word.text], number))
    return frozenset(inside)

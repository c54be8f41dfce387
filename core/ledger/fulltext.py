"""Full text for candidates: words and pairs of Chinese characters, scored in whole numbers, in memory.

A score depends on the two texts alone. Weights that count how many notes hold a word would change with every note
that arrives, and so would the candidates of facts decided long ago: a fold could never resume.
Whole numbers make every sum exact, in whatever order and in whatever batches it is made.
"""

import re
import unicodedata
import zlib
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_WORD = re.compile(r"[^\W_㐀-鿿]+")
_HAN_RUN = re.compile(r"[㐀-鿿]+")
_DIGIT = re.compile(r"[0-9]")
# The shorter a word, the more texts hold it (Zipf's law of abbreviation): its length stands in for its rarity.
_NO_WEIGHT, _MOST_WEIGHT, _NUMBER_WEIGHT, _HAN_WEIGHT = 2, 6, 4, 2
# BM25's saturation and length normalisation with their usual constants (Robertson and Zaragoza 2009, 3.2), against a
# fixed length: that of a fact of some 24 words, not the mean of the notes that happen to be there.
_K1, _B, _USUAL_LENGTH = 1.2, 0.75, 24
_SCALE = 64
_SATURATED = round(_SCALE * (_K1 + 1))  # what no word's impact reaches for a weight of 1
# Halves: a convex sum of both scores, each on its own scale from 0 to 1, finds more than fused ranks do (Bruch, Gai and
# Ingber 2023), and is a function of the two texts, too.
_VECTOR_SHARE = 0.5

Ints = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Profile:
    """What full text knows of one text: its words by 32-bit hash, as it weighs when asked for and when found."""

    weights: Mapping[int, int]
    impacts: Mapping[int, int]

    @property
    def most(self) -> int:
        """What no note reaches when this text is asked for; at least 1."""
        return max(1, _SATURATED * sum(self.weights.values()))


def profile(text: str) -> Profile:
    """Return the profile of a text. Width and case of letters do not matter."""
    counts = Counter(_words(unicodedata.normalize("NFKC", text).casefold()))
    usual = 1 - _B + _B * counts.total() / _USUAL_LENGTH
    weights: dict[int, int] = {}
    impacts: dict[int, int] = {}
    for word, count in counts.items():
        weight = _weight(word)
        if weight:
            key = zlib.crc32(word.encode("utf-8", "surrogatepass"))
            weights[key] = weight
            impacts[key] = round(weight * _SCALE * count * (_K1 + 1) / (count + _K1 * usual))
    return Profile(weights, impacts)


def shared(asked: Profile, found: Profile) -> int:
    """Return the full-text score of one note for one question: the sum of the impacts of the words of both."""
    return sum(impact for word, impact in found.impacts.items() if word in asked.weights)


def fused(cosines: Scores, full_text: Ints, most: int | Ints) -> Scores:
    """Return the scores by which candidates are ranked, from 0 to 1.

    Args:
        cosines: of the vectors, from 0 to 1.
        full_text: of the same pairs, as ``shared`` says it.
        most: ``Profile.most`` of the question, or of each question.
    """
    return _VECTOR_SHARE * cosines + (1 - _VECTOR_SHARE) * (full_text / most)


class Postings:
    """Texts by row, found by the words that they share with another."""

    def __init__(self) -> None:
        self.size = 0
        self._rows: dict[int, array[int]] = {}
        self._impacts: dict[int, array[int]] = {}

    def add(self, found: Profile) -> int:
        """Add a text and return its row: 0 for the first, and so on."""
        row = self.size
        self.size += 1
        for word, impact in found.impacts.items():
            if word not in self._rows:
                self._rows[word], self._impacts[word] = array("I"), array("H")
            self._rows[word].append(row)
            self._impacts[word].append(impact)
        return row

    def as_notes(self, asked: Profile) -> Ints:
        """Return what each row scores, as a note, for a question: ``shared(asked, row)``."""
        return self._sums((word, self._impacts.get(word)) for word in asked.weights)

    def as_questions(self, note: Profile) -> Ints:
        """Return what a note scores for each row, as a question: ``shared(row, note)``."""
        return self._sums((word, impact) for word, impact in note.impacts.items())

    def _sums(self, words: Iterator[tuple[int, "array[int] | int | None"]]) -> Ints:
        sums: Ints = np.zeros(self.size, dtype=np.int64)
        for word, impacts in words:
            if word in self._rows and impacts is not None:
                # A row stands once under a word, so that adding by index adds all.
                rows = np.frombuffer(self._rows[word], dtype=np.uint32)
                sums[rows] += impacts if isinstance(impacts, int) else np.frombuffer(impacts, dtype=np.uint16)
        return sums


def _words(folded: str) -> Iterator[str]:
    yield from _WORD.findall(folded)
    for run in _HAN_RUN.findall(folded):
        yield from (run[start : start + 2] for start in range(max(1, len(run) - 1)))


def _weight(word: str) -> int:
    if _HAN_RUN.match(word):
        return _HAN_WEIGHT
    if _DIGIT.search(word):
        return _NUMBER_WEIGHT
    return min(_MOST_WEIGHT, max(0, len(word) - _NO_WEIGHT))

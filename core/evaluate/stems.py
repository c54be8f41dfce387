"""Content tokens: English words cut to a stem, Chinese as pairs of characters."""

import re
from collections.abc import Iterator, Set

from core.evaluate.values import WORDS

STOP = frozenset(WORDS["stop_en"].split()) | frozenset(WORDS["light_en"].split())
_NEGATIONS = frozenset(WORDS["negation_en"].split())
_ZH_STOP = frozenset(WORDS["stop_zh"])
_ALIKE = {word: line.split()[0] for line in WORDS["alike_en"] for word in line.split()}
_ZH_ALIKE = [(word, line.split()[0]) for line in WORDS["alike_zh"] for word in line.split()[1:]]
_WORD = re.compile(r"[^\W\d_㐀-鿿]+(?:-[^\W\d_㐀-鿿]+)*")
_HAN = re.compile(r"[㐀-鿿]+")
# (ending, what stands in for it), longest first; a stem keeps at least three letters.
_ENDINGS = (
    ("isations", "ise"), ("izations", "ise"), ("isation", "ise"), ("ization", "ise"), ("ments", ""), ("ment", ""),
    ("ingly", ""), ("edly", ""), ("ised", "ise"), ("ized", "ise"), ("izes", "ise"), ("ize", "ise"), ("ies", "y"),
    ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ing", ""), ("ed", ""), ("es", "e"),
    ("ly", ""), ("'s", ""), ("s", ""),
)  # fmt: skip
_LEAST_STEM = 3


def content_words(folded: str) -> Iterator[str]:
    """Yield the stems of the English content words of a folded text, hyphened words part by part."""
    for match in _WORD.finditer(folded):
        for word in match.group().split("-"):
            if word not in STOP and word not in _NEGATIONS:
                yield stem(word)


def han_pairs(folded: str) -> Iterator[str]:
    """Yield the pairs of neighbouring Han characters without those of grammar."""
    for run in _runs(folded):
        for start in range(len(run) - 1):
            pair = run[start : start + 2]
            if not _ZH_STOP.intersection(pair):
                yield pair


def han_characters(folded: str) -> frozenset[str]:
    """Return the Han characters of a folded text without those of grammar."""
    return frozenset(char for run in _runs(folded) for char in run) - _ZH_STOP


def han_uncovered(folded: str, pairs: Set[str], characters: Set[str]) -> list[bool]:
    """Return for every Han content character whether nothing of another text covers it, in order.

    A character is covered by a pair that both texts have; one that stands alone between characters of
    grammar by itself.
    """
    found = []
    for run in _runs(folded):
        for at, char in enumerate(run):
            if char in _ZH_STOP:
                continue
            near = [run[start : start + 2] for start in (at - 1, at) if start >= 0 and len(run) - start >= 2]
            near = [pair for pair in near if not _ZH_STOP.intersection(pair)]
            found.append(not any(pair in pairs for pair in near) if near else char not in characters)
    return found


def _runs(folded: str) -> list[str]:
    for word, first in _ZH_ALIKE:
        folded = folded.replace(word, first)
    return _HAN.findall(folded)


def stem(word: str) -> str:
    """Return the stem of a folded English word; irregular forms and listed synonyms share one."""
    if word in _ALIKE:
        return _cut(_ALIKE[word])
    return _cut(word)


def _cut(word: str) -> str:
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM and not word.endswith(("ss", "us", "is")):
            word = word[: len(word) - len(ending)] + instead
            break
    if len(word) > _LEAST_STEM and word[-1] == word[-2] and word[-1] not in "slz":
        word = word[:-1]
    return word[:-1] if len(word) > _LEAST_STEM and word.endswith("e") else word

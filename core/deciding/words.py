"""Words as deciders compare them: function words dropped, inflections and synonyms folded."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

_MIN_STEM = 4  # letters that must be left of a word before an ending is taken off
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tables of one package file, ready for look-up."""

    drop: frozenset[str]
    drop_zh: frozenset[str]
    fold: Mapping[str, str]  # English word or stem → representative
    fold_zh: Mapping[str, tuple[tuple[str, str], ...]]  # first character → (word, representative), longest first


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Return the vocabulary of the package."""
    table = tomllib.loads(resources.files("core.deciding").joinpath("words.toml").read_text(encoding="utf-8"))
    english, chinese = table["en"], table["zh"]
    fold = dict(pair.split() for pair in english["irregular"])
    fold |= {noun: _ending_off(verb) for noun, verb in (pair.split() for pair in english["nouns"])}
    fold |= {key: group[0] for group in english["groups"] for word in group for key in (word, _ending_off(word))}
    by_first: dict[str, list[tuple[str, str]]] = {}
    for group in chinese["groups"]:
        for word in group:
            by_first.setdefault(word[0], []).append((word, group[0]))
    longest = {first: tuple(sorted(words, key=lambda pair: -len(pair[0]))) for first, words in by_first.items()}
    return Vocabulary(frozenset(english["drop"].split()), frozenset(chinese["drop"].split()), fold, longest)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the comparable form of a case-folded English word."""
    fold = vocabulary().fold
    known = fold.get(word)
    if known is not None:
        return fold.get(known, known)
    bare = _ending_off(word)
    return fold.get(bare, bare)


def stems(words: str) -> frozenset[str]:
    """Return the comparable forms of words parted by blanks, for tables of words that are written out."""
    return frozenset(stem(word) for word in words.split())


def _ending_off(word: str) -> str:
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM - 1 and not word.endswith(("ss", "us", "is")):
            bare = word[: -len(ending)] + instead
            if len(bare) > _MIN_STEM and bare[-1] == bare[-2] and bare[-1] not in "sl":
                bare = bare[:-1]  # stopped → stop
            return bare.removesuffix("e")
    return word.removesuffix("e") if len(word) >= _MIN_STEM else word


def chinese_tokens(run: str) -> Iterator[str]:
    """Yield the comparable tokens of a run of Chinese: known words as their representative, else characters."""
    words = vocabulary()
    position = 0
    while position < len(run):
        options = words.fold_zh.get(run[position], ())
        found = next((pair for pair in options if run.startswith(pair[0], position)), None)
        if found is None:
            if run[position] not in words.drop_zh:
                yield run[position]
            position += 1
            continue
        position += len(found[0])
        if found[1] not in words.drop_zh:
            yield found[1]


def common_start(one: Sequence[str], two: Sequence[str]) -> int:
    """Return how many words (of strings: characters) two sequences have in common at their start."""
    size = 0
    for first, second in zip(one, two, strict=False):
        if first != second:
            break
        size += 1
    return size

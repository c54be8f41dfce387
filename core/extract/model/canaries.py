"""Reports with planted facts: whether a model finds what is certainly there, asked before a corpus is spent."""

import tomllib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from core.model import CandidateFact, Chunk, ChunkInput, Extraction


@dataclass(frozen=True, slots=True)
class Canary:
    """A report and its planted facts, each as the words that a fact must hold to count."""

    name: str
    language: str
    title: str
    text: str
    planted: tuple[tuple[str, ...], ...]

    @property
    def chunk(self) -> ChunkInput:
        """The report as one chunk."""
        whole = Chunk(ordinal=0, char_start=0, char_end=len(self.text))
        return ChunkInput(f"canary:{self.name}", self.text, whole, (), (), self.title, self.language, None)


@lru_cache(maxsize=1)
def own_canaries() -> tuple[Canary, ...]:
    """Return the canaries that the package carries, one English and one Chinese."""
    table = tomllib.loads(resources.files(__package__).joinpath("canaries.toml").read_text("utf-8"))
    return tuple(
        Canary(row["name"], row["language"], row["title"], row["text"].strip(), tuple(map(tuple, row["planted"])))
        for row in table["canaries"]
    )


def found_share(canary: Canary, facts: Sequence[CandidateFact]) -> float:
    """Return which share of the planted facts some fact states, 0 to 1."""
    told = [_folded(fact.text) for fact in facts]
    hits = sum(any(all(_folded(word) in text for word in words) for text in told) for words in canary.planted)
    return hits / len(canary.planted)


def verdict(canary: Canary, found: Extraction, least: float) -> str | None:
    """Return why a run must not start, or None when enough of the planted facts were found."""
    share = found_share(canary, found.facts)
    if share >= least:
        return None
    why = f" ({found.outcome}: {found.reason})" if found.reason else ""
    return (
        f"canary {canary.name}: {round(share * len(canary.planted))} of {len(canary.planted)} planted facts found, "
        f"{least:.0%} expected{why}; check model, endpoint and prompt, or switch extract.canaries off"
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()

"""Names that mean the same thing: a table that a user extends with a TOML file of their own."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from itertools import accumulate

from core.errors import SettingsError

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_WORDS_AND_GAPS = re.compile(rf"({_WORD.pattern})")
_CJK = re.compile(r"[\u3400-\u9fff]")
_KEY_CJK_CHARS = 2  # the shortest Chinese alias, and the length of its look-up key


@dataclass(frozen=True, slots=True)
class Alias:
    """One spelling of a named thing."""

    surface: str
    type: str
    canonical: str


@dataclass(frozen=True, slots=True)
class _Entry:
    words: tuple[str, ...]
    alias: Alias
    any_case: bool


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@dataclass(frozen=True, eq=False)
class AliasTable:
    """Look-up from the spellings of named things to their canonical name; longest spelling first.

    Tables compare by identity, so that what was found with one can be kept under it.
    """

    aliases: tuple[Alias, ...] = ()
    _by_word: Mapping[str, tuple[_Entry, ...]] = field(init=False, repr=False, compare=False)
    _by_cjk: Mapping[str, tuple[Alias, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_word: dict[str, list[_Entry]] = {}
        by_cjk: dict[str, list[Alias]] = {}
        for alias in self.aliases:
            if _CJK.match(alias.surface):
                by_cjk.setdefault(alias.surface[:_KEY_CJK_CHARS], []).append(alias)
                continue
            words = tuple(_fold(word) for word in _WORD.findall(alias.surface))
            if words:
                entry = _Entry(words, alias, any_case=not alias.surface[0].isupper())
                by_word.setdefault(words[0], []).append(entry)
        longest_first = {word: tuple(sorted(e, key=lambda x: -len(x.words))) for word, e in by_word.items()}
        longest_cjk = {key: tuple(sorted(a, key=lambda x: -len(x.surface))) for key, a in by_cjk.items()}
        object.__setattr__(self, "_by_word", longest_first)
        object.__setattr__(self, "_by_cjk", longest_cjk)

    @classmethod
    def from_toml(cls, text: str) -> "AliasTable":
        """Return the table that a TOML text declares, one array of tables a type.

        Each entry reads ``[[actor]]``, ``canonical = "APT28"``, ``aliases = ["Fancy Bear"]``; the
        canonical name is itself a spelling.

        Raises:
            SettingsError: the text is no TOML, or an entry has not that shape.
        """
        try:
            return cls(tuple(_entries(tomllib.loads(text))))
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(f"alias table: not valid TOML ({error}); correct the file") from error

    def extended(self, other: "AliasTable") -> "AliasTable":
        """Return both tables as one; where they disagree on a spelling, ``other`` wins."""
        merged = {_fold(alias.surface): alias for alias in (*self.aliases, *other.aliases)}
        return AliasTable(tuple(merged.values()))

    def canonical(self, surface: str) -> Alias | None:
        """Return the entry that spells its name exactly so (case and width folded), if any."""
        wanted = _fold(surface)
        words = tuple(_WORD.findall(wanted))
        for entry in self._by_word.get(words[0], ()) if words else ():
            if entry.words == words:
                return entry.alias
        return next((a for a in self._by_cjk.get(surface[:_KEY_CJK_CHARS], ()) if a.surface == surface), None)

    def find(self, text: str) -> Iterator[tuple[int, int, Alias]]:
        """Yield (start, end, alias) for each spelling in the text, left to right, never overlapping."""
        yield from self._find_words(text)
        if self._by_cjk:
            yield from self._find_cjk(text)

    def _find_words(self, text: str) -> Iterator[tuple[int, int, Alias]]:
        pieces = _WORDS_AND_GAPS.split(text)  # a gap, a word, a gap, ... a gap
        words = [word.casefold() for word in pieces[1::2]]
        known = [index for index, word in enumerate(words) if word in self._by_word]
        edges = list(accumulate(map(len, pieces), initial=0)) if known else []
        free = 0  # the first word that no name holds yet
        for index in known:
            entry = self._entry_at(text, words, edges, index) if index >= free else None
            if entry is not None:
                free = index + len(entry.words)
                yield edges[2 * index + 1], edges[2 * free], entry.alias

    def _entry_at(self, text: str, words: list[str], edges: list[int], index: int) -> _Entry | None:
        """The longest name that begins with a word; word ``i`` lies between the edges ``2i + 1`` and ``2i + 2``."""
        for entry in self._by_word[words[index]]:
            size = len(entry.words)
            if tuple(words[index : index + size]) != entry.words:
                continue
            capital = entry.any_case or text[edges[2 * index + 1]].isupper()
            close = all(edges[2 * i + 3] - edges[2 * i + 2] <= 1 for i in range(index, index + size - 1))
            if capital and close:
                return entry
        return None

    def _find_cjk(self, text: str) -> Iterator[tuple[int, int, Alias]]:
        position = 0
        while (match := _CJK.search(text, position)) is not None:
            start = match.start()
            options = self._by_cjk.get(text[start : start + _KEY_CJK_CHARS], ())
            alias = next((a for a in options if text.startswith(a.surface, start)), None)
            position = start + (len(alias.surface) if alias else 1)
            if alias:
                yield start, position, alias


def _entries(table: Mapping[str, object]) -> Iterator[Alias]:
    for kind, rows in table.items():
        if not isinstance(rows, list):
            raise SettingsError(f"alias table, {kind}: found {rows!r}; write [[{kind}]] entries")
        for row in rows:
            canonical, spellings = row.get("canonical"), row.get("aliases", [])
            if not isinstance(canonical, str) or not isinstance(spellings, list):
                raise SettingsError(f"alias table, {kind}: found {row!r}; give canonical and aliases")
            for spelling in (canonical, *spellings):
                yield Alias(str(spelling), kind, canonical)


def _load_default() -> AliasTable:
    text = resources.files("core.entities").joinpath("aliases.toml").read_text(encoding="utf-8")
    return AliasTable.from_toml(text)


DEFAULT = _load_default()

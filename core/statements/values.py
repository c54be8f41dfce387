"""Canonical values of slots: numbers with units, versions, dates, levels, names and plain text."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from core.entities.aliases import DEFAULT, AliasTable
from core.entities.finder import cached_entities
from core.statements.dates import DATE, iso_date
from core.statements.numbers import QUANTITY, in_digits, plain_quantity

_BLANKS = re.compile(r"\s+")
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "‐": "-", "‑": "-", "–": "-", "，": ",", "；": ";"})
_EDGE = " \t\"'`*_.,;:。!！「」『』“”‘’"
# A slot that says so has no number, version or date (yet).
_NONE = frozenset(
    ("none", "n/a", "not available", "not yet available", "none yet", "unavailable", "无", "暂无", "尚无", "没有")
)
NO_VALUE = "none"
_COMPARATOR = re.compile(r" ?(<=|>=|<|>|=) ?")
_VERSION = re.compile(
    r"(?:versions?|ver\.?|版本|v)? ?(?=[0-9])((?:[0-9]{1,6})(?:\.[0-9a-z]{1,10}){0,5}(?:-[0-9a-z.]{1,12})?)"
    r" ?(?:版本?)?$"
)
_FILLER = re.compile(r"^(?:about|around|exactly|approximately|the|a|an|on|at|now|约|大约|为)\s*")
_OUT_OF_TEN = re.compile(r" ?(?:/ ?10(?:\.0)?|out of 10|分)$")


@lru_cache(maxsize=1)
def levels() -> Mapping[str, str]:
    """Return the canonical level of each spelling (severities and states, English and Chinese)."""
    table = tomllib.loads(resources.files("core.statements").joinpath("levels.toml").read_text(encoding="utf-8"))
    return {spelling: level for kind in table.values() for level, names in kind.items() for spelling in (level, *names)}


@lru_cache(maxsize=1)
def level_kinds() -> Mapping[str, str]:
    """Return the kind (severity or status) of each canonical level."""
    table = tomllib.loads(resources.files("core.statements").joinpath("levels.toml").read_text(encoding="utf-8"))
    return {level: kind for kind, rows in table.items() for level in rows}


def fold(text: str) -> str:
    """Return the text NFKC-normalised, case-folded, with plain quotes and single blanks."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES)
    return _BLANKS.sub(" ", folded).strip()


def canonical_value(text: str, kind: str, aliases: AliasTable = DEFAULT) -> tuple[str, str]:
    """Return the canonical form of a value and its kind.

    ``kind`` is what the slot expects; a value of another shape falls back to what it looks like,
    at last to its folded text, so that nothing of it is lost.
    """
    value = fold(text).strip(_EDGE)
    if kind in _COUNTABLE and value in _NONE:
        return NO_VALUE, kind
    for reader in _READERS.get(kind, _ANY):
        read = reader(value)
        if read is not None:
            return read
    if kind == "name":
        return _name(text.strip(_EDGE), aliases), "name"
    return _COMPARATOR.sub(r"\1", value.replace("≤", "<=").replace("≥", ">=")), "text"


def _name(text: str, aliases: AliasTable) -> str:
    whole = [e for e in cached_entities(text, aliases) if e.char_start == 0 and e.char_end == len(text)]
    return fold(whole[0].canonical if whole else text)


def _level(value: str) -> tuple[str, str] | None:
    level = levels().get(value)
    return (level, "level") if level else None


def _date(value: str) -> tuple[str, str] | None:
    match = DATE.fullmatch(_FILLER.sub("", value))
    return (iso_date(match), "date") if match else None


def _number(value: str) -> tuple[str, str] | None:
    match = QUANTITY.fullmatch(in_digits(_OUT_OF_TEN.sub("", _FILLER.sub("", value))))
    return (plain_quantity(match), "number") if match else None


def _version(value: str) -> tuple[str, str] | None:
    match = _VERSION.fullmatch(value)
    return (match[1], "version") if match else None


_READERS = {
    "number": (_number, _level),
    "version": (_version,),
    "date": (_date,),
    "level": (_level, _number),
    "name": (),
    "range": (),
    "text": (_level, _date, _number),
}
_ANY = (_level, _date, _number)
_COUNTABLE = frozenset(("number", "version", "date"))

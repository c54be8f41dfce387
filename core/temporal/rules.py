"""The two kinds of rules that read time expressions, and the codes that let them be combined.

An *atom* is matched on the text itself, at a token that can start it. Every atom found is then written as
one private character, its code, into an otherwise unchanged copy of its surroundings, and *joins* are
patterns over that copy: ``(?P<a>{D}) to (?P<b>{D})``. Joins run in passes, so that what one pass
builds the next can use.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.temporal.value import Value

CODES = {
    name: chr(0xE100 + number)
    for number, name in enumerate(
        (
            "D",  # a calendar day, with or without its year
            "M",  # a month, with or without its year
            "Y",  # a year
            "W",  # a weekday by its name alone
            "Q",  # another calendar stretch: quarter, half, decade, season, part of a month
            "R",  # counted from the anchor by day: yesterday, last Friday
            "L",  # counted from the anchor by a longer unit: last week, this year
            "U",  # a duration: three weeks
            "C",  # a clock time
            "P",  # a part of the day: morning
            "H",  # a holiday
            "G",  # a range
            "O",  # a range open on one side
            "S",  # a set: every day
            "X",  # wording left unresolved: fiscal and vague
            "K",  # a clock time that needs a day beside it to be one: 三点
            "B",  # a day with a part of the day: 今晚
            "N",  # the anchor itself: now, today as a bound
        )
    )
}
"""Code characters by name; a pattern writes ``{D}`` for one, ``{DAY}`` for a group of them."""

GROUPS = {
    "DAY": "DRHW",
    "DATE": "DMYQRLHWB",
    "UNIT": "MYQL",
    "ANY": "DMYQRLHWCGB",
}
"""Groups of codes that a pattern may name."""


def coded(pattern: str) -> str:
    """Return a pattern in which every ``{D}`` or ``{DAY}`` is replaced by its class of code characters."""
    table = {name: f"[{code}]" for name, code in CODES.items()}
    table |= {name: "[" + "".join(CODES[code] for code in codes) + "]" for name, codes in GROUPS.items()}
    return re.sub(r"\{([A-Z]+)\}", lambda found: table[found[1]], pattern)


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of text with a meaning; half-open offsets into the text searched."""

    start: int
    end: int
    code: str
    value: Value
    rule_id: str


@dataclass(frozen=True, slots=True)
class Atom:
    """A rule on the text itself.

    ``first`` lists the tokens that can start it: lower-case words, single Han characters, "#" for
    digits, or "'" and other single signs. ``make`` returns the code name and value, or None to refuse.
    ``hits`` are whole texts that must match; ``keeps`` are texts in which nothing may be found.
    """

    id: str
    why: str
    first: tuple[str, ...]
    pattern: re.Pattern[str]
    make: Callable[["re.Match[str]"], tuple[str, Value | None]]
    hits: tuple[str, ...]
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Join:
    """A rule that combines nodes; its pattern is written with codes and matched on the coded text.

    ``make`` gets the match and the nodes by group name. ``hits`` are whole texts that must match.
    """

    id: str
    why: str
    pattern: re.Pattern[str]
    make: Callable[["re.Match[str]", Mapping[str, Node]], tuple[str, Value | None]]
    hits: tuple[str, ...]
    keeps: tuple[str, ...] = ()
    signs: str = ""  # of which one stands in every match; empty when none is sure
    needed: tuple[int, ...] = field(init=False, default=())  # per node that every match has: its codes as bits

    def __post_init__(self) -> None:
        object.__setattr__(self, "needed", _needed_nodes(self.pattern.pattern))

    def may_match(self, present: int, count: int) -> bool:
        """Tell whether ``count`` nodes with the codes ``present``, as bits, can hold a match; most can not."""
        if len(self.needed) > count:
            return False
        for codes in self.needed:  # noqa: SIM110 - several times as fast as all(), in the innermost loop
            if not codes & present:
                return False
        return True


def code_bit(code: str) -> int:
    """Return the bit that stands for a code character."""
    return 1 << (ord(code) - _FIRST)


def _needed_nodes(pattern: str) -> tuple[int, ...]:
    """Return the codes of the nodes every match of a pattern has: its named groups that nothing makes optional."""
    depth = 0
    needed: list[int] = []
    for part in _PART.finditer(pattern):
        if part["node"]:
            if depth == 0:
                needed.append(sum({code_bit(char) for char in part["node"] if _FIRST <= ord(char) <= _LAST}))
        elif part[0] == "(":
            depth += 1
        elif part[0] == ")":
            depth -= 1
        elif part[0] == "|" and depth == 0:
            return ()
    return tuple(needed)


_FIRST, _LAST = 0xE100, 0xE1FF
_CLASS = f"\\[[{chr(_FIRST)}-{chr(_LAST)}]+\\]"
_PART = re.compile(
    rf"(?P<node>\(\?P<\w+>{_CLASS}(?:\|{_CLASS})*\)(?![?*{{]))|\\.|\[(?:\\.|[^\]\\])+\]|[()|]",
)
"""A named group of codes, and what a pattern must be cut into to know how deep it stands."""


def atom_pattern(pattern: str, *, case: bool = False) -> re.Pattern[str]:
    """Compile an English atom: no letter or digit may touch it."""
    return re.compile(rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])", 0 if case else re.IGNORECASE)


def join_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a join: no Latin letter or digit may touch it; a blank stands for up to three."""
    spaced = pattern.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}")
    return re.compile(rf"(?<![A-Za-z0-9]){coded(spaced)}(?![A-Za-z0-9])", re.IGNORECASE)

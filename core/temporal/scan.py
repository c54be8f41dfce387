"""Finds time expressions: one walk over the tokens for the atoms, then a few passes of joins around them.

Each token is looked up once and each pattern is bounded, so the time taken grows with the text's length.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.temporal import zh_guards
from core.temporal.rules import CODES, Atom, Join, Node, code_bit

_TOKEN = re.compile(r"[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]")
_LONGEST_NUMBER = 8  # digits; a longer run is no date
_BEFORE, _AFTER = 48, 32  # characters of plain text around nodes that a join may use
_FAR = _BEFORE + _AFTER


_NOT_DATES = re.compile(
    r"(?:https?|hxxps?|ftp)://[^\s<>|\"'，。]{1,4000}"  # a link's date is not the sentence's
    r"|(?<![a-z0-9])(?:[*_]{0,2}cve[*_]{0,2}|cwe|ghsa|kb|rfc|iso|iec|ms|bid|vu|ta|icsa|icsma|aa|va)[-# ]?\d{1,5}"
    r"(?:-\d{1,3}[a-z]?)?-?\d{0,8}[a-z]?\b"
    r"|\b(?:cnvd|cnnvd|jvndb|zdi|edb|apsb|dsa|usn|rhsa|glsa)-[\w-]{1,30}"
    r"|\b\d{1,3}(?:\[?\.\]?\d{1,3}){3}(?::\d{1,5})?\b"  # IPv4
    r"|\b(?:v|ver|version|versions|release|build|firmware|patch level|port|ports"
    r"|sha-?)[ .:]{0,2}\d[\w.]{0,20}(?:-\d[\w.]{0,12})?"
    r"|\b\d{1,4}(?:\.\d{1,6}){3,}\b"
    r"|\b[0-9a-f]{24,128}\b"
    r"|(?:\btel\b[.:]?|\+)\s?\+?\d[\d -]{6,18}\d"
    r"|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}"
    r"|[$€£¥#]\s?\d[\d,.]{0,12}",
    re.IGNORECASE | re.ASCII,
)
"""Numbers that look like dates and are none."""


_BITS = {name: code_bit(code) for name, code in CODES.items()}


def index(atoms: Iterable[Atom]) -> dict[str, tuple[Atom, ...]]:
    """Return the atoms by the tokens that can start them, in the order of the table."""
    table: dict[str, list[Atom]] = {}
    for atom in atoms:
        for token in atom.first:
            table.setdefault(token, []).append(atom)
    return {token: tuple(rules) for token, rules in table.items()}


def find_atoms(text: str, table: Mapping[str, Sequence[Atom]]) -> list[Node]:
    """Return the atoms of a text, leftmost first, the longest at each place, without overlap."""
    nodes: list[Node] = []
    identifiers, look_alikes = _Places(_NOT_DATES, text), _Places(zh_guards.ANY, text)
    position = 0
    for token in _TOKEN.finditer(text):
        start = token.start()
        if start < position:
            continue
        word = token[0]
        key = ("#" if len(word) <= _LONGEST_NUMBER else "") if word[0] in "0123456789" else word.lower()
        rules = table.get(key)
        if rules is None or identifiers.hold(start):
            continue
        node = _longest(text, start, rules)
        if node is not None and not look_alikes.hold(start):
            nodes.append(node)
            position = node.end
    return nodes


class _Places:
    """The places that a pattern matches in a text, found as far as they are asked for."""

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._found = pattern.finditer(text)
        self._start, self._end = -1, -1

    def hold(self, position: int) -> bool:
        """Tell whether a position lies in one of the places; positions must be asked for in order."""
        while self._end <= position:
            place = next(self._found, None)
            self._start, self._end = place.span() if place else (sys.maxsize, sys.maxsize)
        return self._start <= position


def _longest(text: str, start: int, rules: Sequence[Atom]) -> Node | None:
    best: Node | None = None
    for rule in rules:
        found = rule.pattern.match(text, start)
        if found is None or found.end() <= (best.end if best else start):
            continue
        code, value = rule.make(found)
        if value is not None:
            best = Node(start, found.end(), code, value, rule.id)
    return best


def apply_joins(text: str, nodes: list[Node], joins: Sequence[Join]) -> list[Node]:
    """Return the nodes after one pass of joins: longest first at each place, without overlap."""
    result: list[Node] = []
    for first, last in _clusters(nodes):
        result.extend(_join_cluster(text, nodes, first, last, joins))
    return result


def _clusters(nodes: Sequence[Node]) -> Iterator[tuple[int, int]]:
    """Yield index ranges (half-open) of nodes that stand near each other."""
    first = 0
    for number in range(1, len(nodes) + 1):
        if number == len(nodes) or nodes[number].start - nodes[number - 1].end > _FAR:
            yield first, number
            first = number


def _join_cluster(text: str, nodes: Sequence[Node], first: int, last: int, joins: Sequence[Join]) -> list[Node]:
    coded, offsets, by_position = _coded(text, nodes, first, last)
    found: list[Node] = []
    present = 0
    for node in nodes[first:last]:
        present |= _BITS[node.code]
    signs = frozenset(coded)
    for join in joins:
        if (join.signs and signs.isdisjoint(join.signs)) or not join.may_match(present, last - first):
            continue
        for match in join.pattern.finditer(coded):
            named = {
                name: by_position[match.start(name)] for name in match.re.groupindex if match.start(name) in by_position
            }
            code, value = join.make(match, named)
            if value is not None:
                found.append(Node(*_joined(coded, match.span(), offsets, by_position), code, value, join.id))
    return _longest_cover(list(nodes[first:last]), found)


def _joined(coded: str, place: tuple[int, int], offsets: Sequence[int], nodes: Mapping[int, Node]) -> tuple[int, int]:
    """Return the raw offsets of a stretch of coded text, without the blanks around it."""
    first, last = place
    while coded[first].isspace():
        first += 1
    while coded[last - 1].isspace():
        last -= 1
    end = nodes[last - 1].end if last - 1 in nodes else offsets[last - 1] + 1
    return offsets[first], end


def _coded(text: str, nodes: Sequence[Node], first: int, last: int) -> tuple[str, list[int], dict[int, Node]]:
    """Return the coded text of a cluster, the raw offset of each of its characters, and its nodes by place."""
    low = max(nodes[first].start - _BEFORE, nodes[first - 1].end if first else 0)
    high = min(nodes[last - 1].end + _AFTER, nodes[last].start if last < len(nodes) else len(text))
    pieces: list[str] = []
    offsets: list[int] = []
    by_position: dict[int, Node] = {}
    position = low
    for node in nodes[first:last]:
        pieces.append(_plain(text[position : node.start]))
        offsets.extend(range(position, node.start))
        by_position[len(offsets)] = node
        pieces.append(CODES[node.code])
        offsets.append(node.start)
        position = node.end
    pieces.append(_plain(text[position:high]))
    offsets.extend(range(position, high))
    return "".join(pieces), offsets, by_position


def _plain(text: str) -> str:
    """Return a text without private characters that could be taken for codes."""
    return _PRIVATE.sub("?", text)


_PRIVATE = re.compile("[\ue100-\ue1ff]")


def _longest_cover(nodes: list[Node], found: list[Node]) -> list[Node]:
    """Return nodes and joined nodes without overlap: of those that overlap the longest, then the leftmost."""
    if not found:
        return nodes
    taken: list[Node] = []
    chosen: dict[int, Node] = {}
    for node in sorted(found, key=lambda node: (node.start - node.end, node.start)):
        if not any(place in chosen for place in range(node.start, node.end)):
            chosen.update(dict.fromkeys(range(node.start, node.end), node))
            taken.append(node)
    taken.extend(node for node in nodes if node.start not in chosen and node.end - 1 not in chosen)
    return sorted(taken, key=lambda node: node.start)

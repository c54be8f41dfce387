r"""Which of many patterns a text holds, in one pass over it.

RE2 runs all patterns as one automaton: the time is linear in the text, whatever the patterns and however many
there are. It knows no look-around; ``\b``, ``\d`` and ``\w`` are ASCII, so that a word beside Han characters is
still a word.
"""

import re
from collections.abc import Sequence

import re2

_MOST_PATTERNS = 30  # of one automaton: each pattern multiplies its states, which are made as texts ask for them
_MOST_BYTES = 1 << 28  # of the automaton's states; it takes what it needs, some megabytes


class PatternSet:
    """Patterns that are searched for together."""

    def __init__(self, patterns: Sequence[str]) -> None:
        """Compile the patterns.

        Raises:
            ValueError: a pattern that RE2 does not know; the message names it.
        """
        self._step = -(-len(patterns) // _MOST_PATTERNS) or 1
        self._sets = [_automaton(patterns[first :: self._step]) for first in range(self._step)]

    def found(self, text: str) -> list[int]:
        """Return the numbers of the patterns that the text holds, in their order."""
        step, data = self._step, text.encode("utf-8", "surrogatepass")
        if step == 1:
            return sorted(self._sets[0].Match(data) or ())
        return sorted(number * step + first for first, one in enumerate(self._sets) for number in one.Match(data) or ())

    def holds(self, text: str) -> bool:
        """Return whether the text holds one of the patterns at least."""
        data = text.encode("utf-8", "surrogatepass")
        return any(one.Match(data) for one in self._sets)


def _automaton(patterns: Sequence[str]) -> re2.Set:
    options = re2.Options()
    options.max_mem = _MOST_BYTES
    options.log_errors = False  # a refused pattern is told by the exception
    automaton = re2.Set.SearchSet(options)
    for pattern in patterns:
        try:
            automaton.Add(pattern)
        except re2.error as error:
            raise ValueError(f"{pattern!r} is no pattern for RE2 ({error}); write it without look-around") from error
    automaton.Compile()
    return automaton


def is_searchable(pattern: str) -> bool:
    """Return whether a set can hold a pattern: it looks neither ahead nor behind."""
    try:
        PatternSet([pattern])
    except ValueError:
        return False
    return True


def loosened(pattern: str) -> str:
    """Return a pattern that is found wherever another is, and elsewhere, and that a set searches for fast.

    It looks neither ahead nor behind, and where the other counts repetitions it allows any number: an
    automaton has states for each count.
    """
    kept, at = [], 0
    while at < len(pattern):
        piece = _next_piece(pattern, at)
        at += len(piece)
        if piece in _LOOKS:
            at = _group_end(pattern, at)
        elif (counted := _COUNT.fullmatch(piece)) is not None:
            few = counted[1] and int(counted[2] or counted[1]) < _MANY
            kept.append(piece if few else "+" if int(counted[1] or 0) else "*")
        else:
            kept.append(piece)
    return "".join(kept)


_LOOKS = frozenset({"(?=", "(?!", "(?<=", "(?<!"})
_COUNT = re.compile(r"\{(\d*)(?:,(\d*))?\}")
_MANY = 4
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\{(?:\d+(?:,\d*)?|,\d+)\}|.", re.DOTALL)


def _next_piece(pattern: str, at: int) -> str:
    found = _PIECE.match(pattern, at)
    return found.group() if found else pattern[at]


def _group_end(pattern: str, at: int) -> int:
    """Return where the group ends that is open at ``at``."""
    depth = 1
    while depth:
        piece = _next_piece(pattern, at)
        depth += 1 if piece[0] == "(" else -1 if piece == ")" else 0
        at += len(piece)
    return at

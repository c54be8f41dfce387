r"""Which of many patterns a text holds, in one pass over it.

RE2 runs all patterns as one automaton: the time is linear in the text, whatever the patterns and however many
there are. It knows no look-around; ``\b``, ``\d`` and ``\w`` are ASCII, so that a word beside Han characters is
still a word.
"""

from collections.abc import Sequence

import re2

_MOST_BYTES = 1 << 28  # of the automaton's states; it takes what it needs, some megabytes


class PatternSet:
    """Patterns that are searched for together."""

    def __init__(self, patterns: Sequence[str]) -> None:
        """Compile the patterns.

        Raises:
            ValueError: a pattern that RE2 does not know; the message names it.
        """
        options = re2.Options()
        options.max_mem = _MOST_BYTES
        options.log_errors = False  # a refused pattern is told by the exception
        self._set = re2.Set.SearchSet(options)
        for pattern in patterns:
            try:
                self._set.Add(pattern)
            except re2.error as error:
                raise ValueError(
                    f"{pattern!r} is no pattern for RE2 ({error}); write it without look-around"
                ) from error
        self._set.Compile()

    def found(self, text: str) -> list[int]:
        """Return the numbers of the patterns that the text holds, in their order."""
        return sorted(self._set.Match(text) or ())


def is_searchable(pattern: str) -> bool:
    """Return whether a set can hold a pattern: it looks neither ahead nor behind."""
    try:
        PatternSet([pattern])
    except ValueError:
        return False
    return True

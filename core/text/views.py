"""A normalised view of a text that can always say which raw characters it stands for."""

import re
import unicodedata
from array import array
from collections.abc import Iterator
from functools import lru_cache

# Removed: soft hyphen, zero-width blanks and joiners, direction marks, variation selectors, byte-order mark.
_INVISIBLE = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufeff\ufff9\ufffa\ufffb"
) | frozenset(chr(code) for code in [*range(0xFE00, 0xFE10), *range(0xE0000, 0xE01F0)])
_SAME = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′‵`´ʼ＇", "'"),
        **dict.fromkeys("“”„‟″‶«»＂「」『』", '"'),
        **dict.fromkeys("‐‑‒–—―−﹘﹣－⁃", "-"),
        "…": "...",
        "。": ".",
        "、": ",",
        "⁄": "/",
        "∕": "/",
    }
)
_LONGEST_CLUSTER = 32  # composing longer runs of marks would cost quadratic time
# Texts of these characters alone hold no cluster: each is folded by itself, many times faster.
_ONE_BY_ONE = re.compile(
    "[\0-\x7f\u00a0\u00a7\u00a9\u00ae\u00b0\u00b7\u00c0-\u00ff\u2010-\u2026\u3000-\u3029\u4e00-\u9fff\uff01-\uff5e]*"
)
_LINE_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010](\s{1,31})(?=[^\W\d_])")
_LINE_ENDS = frozenset("\r\n\f\u2028\u2029\u0085\v")


class NormalisedView:
    """A text under NFKC, case folding, one kind of quote and dash, folded blanks and no invisible characters.

    ``text`` is the view. A word hyphenated at a line end is joined; with ``keep_hyphens`` only its
    line break is removed. Leading and trailing blanks are folded, not stripped. Building takes
    time linear in the text.
    """

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, raw: str, *, keep_hyphens: bool = False) -> None:
        """Build the view of ``raw``."""
        out: list[str] = []
        self._starts = array("q")
        self._ends = array("q")
        for start, end, piece in _pieces(raw, keep_hyphens=keep_hyphens):
            if piece == " " and out and out[-1] == " ":
                self._ends[-1] = end
                continue
            for char in piece:
                out.append(char)
                self._starts.append(start)
                self._ends.append(end)
        self.text = "".join(out)

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the half-open raw span of the view's characters ``start``..``end``.

        A character that several view characters stand for is covered whole.

        Raises:
            ValueError: the span is empty or outside the view.
        """
        if not 0 <= start < end <= len(self.text):
            message = f"view span {start}..{end} is empty or outside 0..{len(self.text)}; pass one of view.text"
            raise ValueError(message)
        return self._starts[start], self._ends[end - 1]

    def is_edge(self, at: int) -> bool:
        """Return whether a raw character starts at view offset ``at``: a match may begin or end there."""
        return at in {0, len(self.text)} or self._starts[at] != self._starts[at - 1]


def normalised(text: str, *, keep_hyphens: bool = False) -> str:
    """Return the normalised form of a text without leading and trailing blanks."""
    if keep_hyphens or not _ONE_BY_ONE.fullmatch(text):
        return NormalisedView(text, keep_hyphens=keep_hyphens).text.strip()
    if "-" in text or "\u2010" in text:
        text = _LINE_HYPHEN.sub(_joined, text)
    return " ".join(text.translate(_FORMS).split())


def _joined(hyphen: re.Match[str]) -> str:
    parted = hyphen.string[hyphen.start() - 1].isalpha() and hyphen.string[hyphen.end()].islower()
    return "" if parted and not _LINE_ENDS.isdisjoint(hyphen[1]) else hyphen[0]


class _Forms(dict[int, str]):
    """The form of each character that stands alone, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        form = _form(chr(code))
        self[code] = form
        return form


_FORMS = _Forms()


def _pieces(raw: str, *, keep_hyphens: bool) -> Iterator[tuple[int, int, str]]:
    """Yield raw start, raw end and normalised form of each character with its combining marks."""
    at = 0
    while at < len(raw):
        end = 0 if keep_hyphens and raw[at] == "\u00ad" else _line_hyphen_end(raw, at)
        if end:
            if keep_hyphens:
                yield at, at + 1, "-"
            at = end
            continue
        end = _cluster_end(raw, at)
        form = _form(raw[at:end])
        if form:
            yield at, end, form
        at = end


def _line_hyphen_end(raw: str, at: int) -> int:
    """Where a hyphen at a line end stops, blanks included, when it parts a word; else 0."""
    if raw[at] not in "-\u2010\u00ad" or at == 0 or not raw[at - 1].isalpha():
        return 0
    end = at + 1
    while end < len(raw) and end - at < _LONGEST_CLUSTER and raw[end].isspace():
        end += 1
    broken = any(char in _LINE_ENDS for char in raw[at + 1 : end])
    return end if broken and end < len(raw) and raw[end].islower() else 0


def _cluster_end(raw: str, at: int) -> int:
    """Where the character at ``at`` ends with its marks, invisible characters between them included."""
    end = at + 1
    if raw[at] in _INVISIBLE or raw[at].isspace() or (end < len(raw) and raw[end] < "\u0300" and raw[end] != "\u00ad"):
        return end
    ahead = end
    while ahead < len(raw) and ahead - at < _LONGEST_CLUSTER:
        if raw[ahead] not in _INVISIBLE:
            if not _composes(raw[end - 1], raw[ahead]):
                break
            end = ahead + 1
        ahead += 1
    return end


def _composes(before: str, char: str) -> bool:
    if unicodedata.combining(char) or char in "\u3099\u309a\uff9e\uff9f":
        return True
    return "\u1161" <= char <= "\u11ff" and "\u1100" <= before <= "\u11ff"


@lru_cache(maxsize=20_000)
def _form(cluster: str) -> str:
    if cluster.isspace():
        return " "
    seen = "".join(char for char in cluster if char not in _INVISIBLE)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return " " if folded.isspace() else folded.translate(_SAME)

"""A normalised view of a text that can always say which raw characters it stands for."""

import re
import unicodedata
from array import array
from collections.abc import Iterator
from functools import lru_cache

from core.text.graphemes import is_safe_cut

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
# What a line may begin with that is layout, not words: quote marks, a table's bar, list marks, heading marks.
_LINE_MARK = re.compile(
    r"(?:(?:[>|]|[*+\-\u2022\u00b7\u25aa\u25e6\u2013]|#{1,6}|\d{1,3}[.)])[ \t\u3000]{1,8}|>|\|){1,8}"
)
# Signs that wrap words without being any; two words are never joined by leaving them out.
_WRAPS = frozenset("*`|")
# No blank is written beside these, so a line break or a typesetter's blank beside them says nothing.
_UNSPACED = re.compile(
    "[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff0f\uff1a-\uff20\u2014\u2026/\U00020000-\U0003134f]"
)


class NormalisedView:
    """A text under NFKC, case folding, one kind of quote and dash, folded blanks and no invisible characters.

    ``text`` is the view. A word hyphenated at a line end is joined; with ``keep_hyphens`` only its
    line break is removed. With ``loose`` layout goes too: marks at the beginning of lines (``> ``,
    list marks, table bars), emphasis marks, and blanks beside a Chinese character or a slash, where
    none is written. Leading and trailing blanks are folded, not stripped. Building takes time linear
    in the text.
    """

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, raw: str, *, keep_hyphens: bool = False, loose: bool = False) -> None:
        """Build the view of ``raw``."""
        out: list[str] = []
        self._starts = array("q")
        self._ends = array("q")
        pieces = _pieces(raw, keep_hyphens=keep_hyphens, loose=loose)
        for start, end, piece in _without_layout(raw, pieces) if loose else pieces:
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


def widened(raw: str, start: int, end: int) -> tuple[int, int] | None:
    """Return a raw span grown over what is not seen until both its cuts are safe; None when letters stand there."""
    while start > 0 and not is_safe_cut(raw, start):
        if raw[start - 1] not in _INVISIBLE and not raw[start - 1].isspace():
            return None
        start -= 1
    while end < len(raw) and not is_safe_cut(raw, end):
        if raw[end] not in _INVISIBLE:
            return None
        end += 1
    return start, end


def normalised(text: str, *, keep_hyphens: bool = False, loose: bool = False) -> str:
    """Return the normalised form of a text without leading and trailing blanks (see ``NormalisedView``)."""
    if keep_hyphens or loose or not _ONE_BY_ONE.fullmatch(text):
        return NormalisedView(text, keep_hyphens=keep_hyphens, loose=loose).text.strip()
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


_Piece = tuple[int, int, str]


def _pieces(raw: str, *, keep_hyphens: bool, loose: bool) -> Iterator[_Piece]:
    """Yield raw start, raw end and normalised form of each character with its combining marks."""
    at = 0
    while at < len(raw):
        end = 0 if keep_hyphens and raw[at] == "\u00ad" else _line_hyphen_end(raw, at, loose=loose)
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


def _without_layout(raw: str, pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """Leave out marks at the beginning of lines, wrapping signs, and blanks where none is written."""
    blank: _Piece | None = None
    before, skip_to, fresh = "", 0, True
    for start, end, form in pieces:
        if start < skip_to:
            continue
        if form == " ":
            blank = (blank[0] if blank else start, end, " ")
            fresh = fresh or not _LINE_ENDS.isdisjoint(raw[start:end])
            continue
        mark = _LINE_MARK.match(raw, start) if fresh else None
        if mark is not None:
            blank, skip_to = (blank[0] if blank else start, mark.end(), " "), mark.end()
            continue
        fresh = False
        if raw[start] in _WRAPS and not _joins(raw, start, end):
            if raw[start] == "|":
                blank = (blank[0] if blank else start, end, " ")
            continue
        if blank is not None and not (_UNSPACED.match(before) or _UNSPACED.match(raw, start)):
            yield blank
        blank, before = None, raw[end - 1]
        yield start, end, form
    if blank is not None and not _UNSPACED.match(before):
        yield blank


def _joins(raw: str, start: int, end: int) -> bool:
    """Whether a sign stands between two characters of words, as in ``2*3``: it may be one of them."""
    return raw[start - 1 : start].isalnum() and raw[end : end + 1].isalnum() and raw[start].isascii()


def _line_hyphen_end(raw: str, at: int, *, loose: bool) -> int:
    """Where a hyphen at a line end stops, blanks (``loose``: and marks) included; 0 when it parts no word."""
    if raw[at] not in "-\u2010\u00ad" or at == 0 or not raw[at - 1].isalpha():
        return 0
    end = _blanks_end(raw, at + 1, at + _LONGEST_CLUSTER)
    broken = any(char in _LINE_ENDS for char in raw[at + 1 : end])
    if broken and loose and (mark := _LINE_MARK.match(raw, end)):
        end = _blanks_end(raw, mark.end(), mark.end() + _LONGEST_CLUSTER)
    if not broken or end >= len(raw):
        return 0
    return end if raw[end].islower() or (loose and raw[end].isalnum()) else 0


def _blanks_end(raw: str, at: int, most: int) -> int:
    while at < min(len(raw), most) and raw[at].isspace():
        at += 1
    return at


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

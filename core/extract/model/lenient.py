"""Reading JSON that is nearly JSON: mends what can only mean one thing, keeps what is whole.

One pass, linear in the text. Mended: trailing and missing commas, single and typographic quotes,
raw control characters, escapes that JSON does not know, Python's literals, bare keys. A text that
ends too early gives the values that were complete.
"""

import re
from dataclasses import dataclass, field

_BLANK = " \t\r\n\v\f\u00a0\ufeff\u3000"
_MOST_DEPTH = 40
_ITEM_LISTS = 1  # a bare array (0) or the list of an envelope (1); deeper lists belong to one item
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_ESCAPES = {'"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LITERALS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None, "NaN": None}
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,80}")
_NUMBER = re.compile(r"-?[0-9]{1,300}(?:\.[0-9]{1,300})?(?:[eE][+-]?[0-9]{1,3})?")
_HEX4 = re.compile(r"[0-9A-Fa-f]{4}")
_ILLEGAL_ESCAPE = re.compile(r"\\(?:u(?![0-9A-Fa-f]{4})|[^\"'\\/bfnrtu])")
_RUN = re.compile(r"\S+")
_NEXT_ITEM = re.compile(r"[}\]\"]\s{0,100},\s{0,100}(?=[{\"])|(?<=[}\s])(?=\{)")


@dataclass(slots=True)
class Lenient:
    """What a lenient reading found.

    ``value`` is None when not even a beginning could be read. ``broken`` holds the raw text of list
    elements that could not be read, each cut to 2,000 characters.
    """

    value: object = None
    end: int = 0
    mended: set[str] = field(default_factory=set)
    cut: bool = False
    broken: list[str] = field(default_factory=list)


class _Unreadable(Exception):  # noqa: N818 - never leaves this module
    pass


_SHOWN_BROKEN = 2_000
_UNFINISHED = object()


def read_lenient(text: str, start: int = 0) -> Lenient:
    """Return what can be read of the JSON value that begins at ``start``."""
    reader = _Reader(text, start)
    try:
        value = reader.value(0)
    except _Unreadable:
        value = None
    reader.found.value = None if value is _UNFINISHED else value
    reader.found.end = reader.at
    return reader.found


class _Reader:
    """A recursive reader; ``_UNFINISHED`` stands for a scalar that the end of the text cut."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.found = Lenient()

    def value(self, depth: int) -> object:
        """Read one value of any kind."""
        if depth > _MOST_DEPTH:
            raise _Unreadable
        self._blanks()
        first = self._peek()
        if not first:
            return self._cut()
        if first == "{":
            return self._object(depth)
        if first == "[":
            return self._list(depth)
        if first in _QUOTES:
            return self._string()
        return self._scalar()

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in _BLANK:
            self.at += 1

    def _cut(self) -> object:
        self.found.cut = True
        return _UNFINISHED

    def _object(self, depth: int) -> dict[str, object]:
        self.at += 1
        result: dict[str, object] = {}
        while True:
            self._blanks()
            first = self._peek()
            if not first:
                self._cut()
                return result
            if first == "}":
                self.at += 1
                return result
            if first == ",":
                self._comma()
                continue
            key = self._key()
            if key is None:
                return result
            value = self.value(depth + 1)
            if value is not _UNFINISHED:
                self._put(result, key, value)
            if self.found.cut:
                return result

    def _put(self, result: dict[str, object], key: str, value: object) -> None:
        """Keep the lists of a key given twice; of anything else the last wins, as in plain JSON."""
        before = result.get(key)
        if isinstance(before, list) and isinstance(value, list):
            self.found.mended.add("key given twice")
            before.extend(value)
        else:
            result[key] = value

    def _key(self) -> str | None:
        """Read a key and its colon; None when the text ends before the value begins."""
        if self._peek() in _QUOTES:
            key = self._string()
        else:
            word = _WORD.match(self.text, self.at)
            if word is None:
                raise _Unreadable
            self.found.mended.add("bare key")
            key, self.at = word.group(), word.end()
        self._blanks()
        if not self._peek() or key is _UNFINISHED:
            self._cut()
            return None
        if self._peek() not in ":：":
            raise _Unreadable
        self.at += 1
        return str(key)

    def _comma(self) -> None:
        self.at += 1
        self._blanks()
        if self._peek() in ("}", "]", ","):
            self.found.mended.add("trailing comma")

    def _list(self, depth: int) -> list[object]:
        self.at += 1
        result: list[object] = []
        while True:
            self._blanks()
            first = self._peek()
            if not first:
                self._cut()
                return result
            if first == "]":
                self.at += 1
                return result
            if first == ",":
                self._comma()
                continue
            if not self._element(result, depth):
                return result
            self._blanks()
            if self._peek() not in ("", ",", "]"):
                self.found.mended.add("missing comma")

    def _element(self, result: list[object], depth: int) -> bool:
        """Read one element; return whether the list goes on. A cut element is no element."""
        start = self.at
        try:
            value = self.value(depth + 1)
        except _Unreadable:
            if depth > _ITEM_LISTS:
                raise
            return self._skip_broken(start)
        if not self.found.cut:
            result.append(value)
            return True
        if isinstance(value, dict) and any(_holds_items(part) for part in value.values()):
            result.append(value)
        return False

    def _skip_broken(self, start: int) -> bool:
        """Pass over an element that cannot be read, to where the next one begins."""
        following = _NEXT_ITEM.search(self.text, max(self.at, start + 1))
        stop = following.end() if following else len(self.text)
        self.found.broken.append(self.text[start:stop].strip().rstrip(",")[:_SHOWN_BROKEN])
        self.at = stop
        return following is not None

    def _scalar(self) -> object:
        word = _WORD.match(self.text, self.at)
        if word is not None:
            if word.end() == len(self.text):
                return self._cut()
            if word.group() not in _LITERALS:
                raise _Unreadable
            if word.group() not in ("true", "false", "null"):
                self.found.mended.add("literal")
            self.at = word.end()
            return _LITERALS[word.group()]
        number = _NUMBER.match(self.text, self.at)
        if number is None:
            raise _Unreadable
        if number.end() == len(self.text):
            return self._cut()
        self.at = number.end()
        shown = number.group()
        return float(shown) if any(mark in shown for mark in ".eE") else int(shown)

    def _string(self) -> object:
        opener = self._peek()
        start = self.at + 1
        stop = self._string_end(start, opener)
        if stop is None:
            self.at = len(self.text)
            return self._cut()
        if opener != '"':
            self.found.mended.add("quotes")
        self.at = stop + 1
        return self._unescaped(self.text[start:stop])

    def _string_end(self, at: int, opener: str) -> int | None:
        """Return where the string closes: at a quote that something of JSON follows."""
        closer = _QUOTES[opener]
        while True:
            at = self._next_mark(at, closer)
            if at < 0:
                return None
            if self.text[at] == "\\":
                at += 2
                continue
            if self._closes(at):
                return at
            self.found.mended.add("quote inside a string")
            at += 1

    def _next_mark(self, at: int, closer: str) -> int:
        found = re.compile(rf"[\\{closer}]").search(self.text, at)
        return found.start() if found else -1

    def _closes(self, at: int) -> bool:
        after = at + 1
        broken_line = False
        while after < len(self.text) and self.text[after] in _BLANK:
            broken_line = broken_line or self.text[after] == "\n"
            after += 1
        following = self.text[after : after + 1]
        return following in ("", ",", ":", "：", "}", "]") or (broken_line and following in ('"', "{"))

    def _unescaped(self, raw: str) -> str:
        if any(ord(char) < 32 for char in raw):
            self.found.mended.add("control character")
        if "\\" not in raw:
            return raw
        if _ILLEGAL_ESCAPE.search(raw):
            self.found.mended.add("illegal escape")
            raw = _RUN.sub(_literal_run, raw)
        return _decoded(raw)


def _holds_items(part: object) -> bool:
    return isinstance(part, list) and any(isinstance(element, dict) for element in part)


def _literal_run(run: re.Match[str]) -> str:
    r"""Double the backslashes of a blank-free run that holds an illegal escape, as C:\users does.

    Whoever wrote one of them unescaped wrote them all so; quotes and doubled ones stay.
    """
    piece = run.group()
    if not _ILLEGAL_ESCAPE.search(piece):
        return piece
    return re.sub(r"\\\\|\\[\"']|\\", lambda mark: mark.group() if len(mark.group()) > 1 else "\\\\", piece)


def _decoded(raw: str) -> str:
    out: list[str] = []
    at = 0
    while at < len(raw):
        stop = raw.find("\\", at)
        if stop < 0 or stop + 1 >= len(raw):
            out.append(raw[at:])
            break
        out.append(raw[at:stop])
        mark = raw[stop + 1]
        if mark == "u" and _HEX4.match(raw, stop + 2):
            out.append(chr(int(raw[stop + 2 : stop + 6], 16)))
            at = stop + 6
        else:
            out.append(_ESCAPES.get(mark, "\\" + mark))
            at = stop + 2
    return _paired("".join(out))


def _paired(text: str) -> str:
    """Join surrogate halves into the characters they mean; a lone half becomes U+FFFD."""
    if not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

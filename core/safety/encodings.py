"""Encoded runs in a raw sentence, and what they spell out: one row for each way to write bytes or characters."""

import base64
import binascii
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

_LEAST_PRINTABLE = 0.97
_LEAST_HAN = 4  # Chinese has no blanks; decoded noise hardly ever holds four Han characters and nothing else odd
_MOST_DECODED = 20_000
_DEEPEST = 2  # an encoding inside an encoding is looked into, a third one is not
_HAN = re.compile("[\u4e00-\u9fff]")
_ESCAPE = re.compile(r"\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})")


@dataclass(frozen=True, slots=True)
class Encoding:
    """A way to write text so that only a machine reads it.

    ``hints`` are strings of which one stands in every run that ``pattern`` finds (none: no hint).
    ``decode`` yields what a run may say. A run of ``one_word`` has no blanks in it.
    """

    id: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    decode: Callable[[str], Iterator[str]]
    one_word: bool = False


def _printable(data: bytes, codec: str = "utf-8") -> Iterator[str]:
    text = data.decode(codec, "replace")
    if not text or text.count("\ufffd") > (1 - _LEAST_PRINTABLE) * len(text):
        return
    if " " not in text and len(_HAN.findall(text)) < _LEAST_HAN:
        return
    if sum(char.isprintable() for char in text) >= _LEAST_PRINTABLE * len(text):
        yield text


def _bytes_of(data: bytes) -> Iterator[str]:
    wide = data[1:24:2].count(0)
    yield from _printable(data, "utf-16-le" if wide > len(data[1:24:2]) // 2 else "utf-8")


def _from_base64(run: str) -> Iterator[str]:
    if run.islower() or run.isupper():
        return  # a word; words in base 64 mix cases
    body = run.rstrip("=").replace("-", "+").replace("_", "/")[:_MOST_DECODED]
    body = body[: len(body) - 1] if len(body) % 4 == 1 else body
    try:
        data = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
    except (binascii.Error, ValueError):
        return
    if data.isascii() and _BASE64.fullmatch(inner := data.decode()):
        yield inner
    yield from _bytes_of(data)


def _from_base32(run: str) -> Iterator[str]:
    body = run.rstrip("=")[: _MOST_DECODED // 8 * 8]
    try:
        data = base64.b32decode(body + "=" * (-len(body) % 8))
    except (binascii.Error, ValueError):
        return
    yield from _printable(data)


def _from_hex(run: str) -> Iterator[str]:
    digits = re.sub("0x|[^0-9a-fA-F]", "", run)
    yield from _bytes_of(bytes.fromhex(digits[: len(digits) // 2 * 2][:_MOST_DECODED]))


def _from_numbers(base: int) -> Callable[[str], Iterator[str]]:
    def decode(run: str) -> Iterator[str]:
        numbers = [int(word, base) for word in re.findall(r"\d{1,8}", run[:_MOST_DECODED])]
        if max(numbers) < 256:
            yield from _printable(bytes(numbers))

    return decode


def _from_percent(run: str) -> Iterator[str]:
    yield unquote(run[:_MOST_DECODED], errors="replace")


def _from_entities(run: str) -> Iterator[str]:
    yield html.unescape(run[:_MOST_DECODED])


def _from_escapes(run: str) -> Iterator[str]:
    codes = [int(wide or narrow, 16) for wide, narrow in _ESCAPE.findall(run[:_MOST_DECODED])]
    if max(codes) < 256:
        yield from _printable(bytes(codes))
    else:
        yield "".join(chr(code) for code in codes if code < 0x110000 and not 0xD800 <= code < 0xE000)


def _from_tags(run: str) -> Iterator[str]:
    yield "".join(chr(ord(char) - 0xE0000) for char in run)


def _from_selectors(run: str) -> Iterator[str]:
    """Variation selectors, of which there are 256, each of which can stand for a byte."""
    yield from _printable(bytes(ord(char) - (0xFE00 if char < "\U000e0100" else 0xE00F0) for char in run))


def _from_override(run: str) -> Iterator[str]:
    """What a right-to-left override shows is its text from end to start."""
    yield run[::-1].strip("\u202e\u202c")


_BLANK_TAG = ("\U000e0020",)
_VARIED = ("\U000e0110", "\U000e01d5", "\U000e01d6", "\U000e01d8")  # bytes 20, E5, E6 and E8 as selectors
_BYTE = "(?:0x)?[0-9a-fA-F]{2}"
_PLAIN = r"[\w.,;:!?'()+-]{0,40}"
_PERCENT = rf"(?:{_PLAIN}%[0-9a-fA-F]{{2}}){{4,2000}}{_PLAIN}"
_ENTITY = r"&#(?:\d{2,6}|[xX][0-9a-fA-F]{2,5});"
_ESCAPED = r"(?:\\u\{?[0-9a-fA-F]{4,6}\}?|\\x[0-9a-fA-F]{2})"
_BASE64 = re.compile(r"[A-Za-z0-9+/\-_]{16,20000}={0,2}")
_HAN_BYTES = ("e5", "e6", "e8", "E5", "E6", "E8")  # what much of Chinese begins with
_BLANK_OR_HAN = ("20", *_HAN_BYTES)
_SPACED_HEX = tuple(f"{sign}{byte}" for sign in " :,x" for byte in _BLANK_OR_HAN)
_BLANK_AS_ESCAPE = ("%20", "%E", "%e")  # English has blanks, and Chinese bytes from E4 on
ENCODINGS: tuple[Encoding, ...] = (
    Encoding("tags", _BLANK_TAG, re.compile("[\U000e0020-\U000e007e]{4,}"), _from_tags),
    Encoding("selectors", _VARIED, re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{8,}"), _from_selectors),
    Encoding("override", ("\u202e",), re.compile("\u202e[^\u202c\n]{8,2000}"), _from_override),
    Encoding("hex", _BLANK_OR_HAN, re.compile(r"[0-9a-fA-F]{24,20000}"), _from_hex, True),
    Encoding("spaced hex", _SPACED_HEX, re.compile(rf"(?:{_BYTE}[ :,]{{1,2}}){{11,10000}}{_BYTE}"), _from_hex),
    Encoding("binary", ("00100000", "1110"), re.compile(r"(?:[01]{8}[ ,]{0,2}){12,2000}"), _from_numbers(2)),
    Encoding("decimal", (" 32", ",32", " 22"), re.compile(r"(?:\d{2,3}[ ,]{1,2}){12,2000}\d{2,3}"), _from_numbers(10)),
    Encoding("percent", _BLANK_AS_ESCAPE, re.compile(_PERCENT), _from_percent, True),
    Encoding("entities", ("&#",), re.compile(rf"(?:[^&]{{0,12}}{_ENTITY}){{4,2000}}[^&]{{0,40}}"), _from_entities),
    Encoding("escapes", ("\\u", "\\x"), re.compile(rf"{_ESCAPED}{{4,4000}}"), _from_escapes, True),
    Encoding("base64", ("",), _BASE64, _from_base64, True),
    Encoding("base32", ("",), re.compile(r"[A-Z2-7]{24,8000}={0,6}"), _from_base32, True),
)  # fmt: skip
_BYTES_IN_A_ROW = re.compile(r"(?:[0-9a-fA-F]{2,3}[ :,]{1,2}(?:0x)?){6}")
_LEAST_WORD = 16


def spelled_out(raw: str, depth: int = 1) -> Iterator[str]:
    """Yield what the encoded runs of a raw sentence say, in the order of the table; most sentences have none."""
    words = [word for word in raw.split() if len(word) >= _LEAST_WORD]
    is_spaced = not raw.isascii() or "&#" in raw or "1110" in raw or "00100000" in raw or _BYTES_IN_A_ROW.search(raw)
    if not words and not is_spaced:
        return
    for encoding in ENCODINGS:
        places = words if encoding.one_word else (raw,) if is_spaced else ()
        for place in places:
            if any(hint in place for hint in encoding.hints):
                for found in encoding.pattern.finditer(place):
                    for text in encoding.decode(found[0]):
                        yield text
                        if depth < _DEEPEST:
                            yield from spelled_out(text, depth + 1)

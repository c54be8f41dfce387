"""Bytes to text: UTF-8, UTF-16 by its mark, GB18030 only where it is plainly Chinese."""

import codecs
import re

from core.errors import UnreadableReportError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "utf-8-bom"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32"),  # before UTF-16: its mark starts with the same bytes
    (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
)
_MAGIC = (
    b"%PDF",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"MZ\x90",
    b"\x7fELF",
    b"\xd0\xcf\x11\xe0",
    b"{\\rtf",
)
_MOST_CONTROLS = 0.02  # share of control characters above which a file is no text
_CONTROLS = bytes([*range(0x09), 0x0E, 0x0F, *range(0x10, 0x1B), 0x7F])
_HAN = re.compile("[\u4e00-\u9fff]")
_LEAST_HAN = 0.2  # share of Han among the letters
_LEAST_COMMON = 0.9  # share of the non-ASCII characters that plain GB2312 has


def decode(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of a file, its byte-order mark removed, and the name of the encoding found.

    Line ends and every other character are kept. The encoding is ``utf-8``, ``utf-8-bom``,
    ``utf-16``, ``utf-32`` or ``gb18030``.

    Raises:
        UnreadableReportError: ``empty_file`` (no character but blanks), ``binary_content``, ``not_utf8``.
    """
    if not data.strip():
        raise UnreadableReportError("empty_file", f"{name}: holds {len(data)} bytes and no text; deliver it again")
    text, encoding = _decoded(data, name)
    if not text.strip("\ufeff \t\r\n"):
        raise UnreadableReportError("empty_file", f"{name}: holds blanks only; deliver it again")
    return text, encoding


def _decoded(data: bytes, name: str) -> tuple[str, str]:
    for mark, codec, encoding in _MARKS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], codec, name), encoding
    if _is_binary(data):
        raise UnreadableReportError("binary_content", f"{name}: found binary data; convert it to text first")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        chinese = _as_chinese(data)
        if chinese is None:
            raise _not_utf8(name, error) from error
        return chinese, "gb18030"


def _strict(data: bytes, codec: str, name: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        raise _not_utf8(name, error) from error


def _not_utf8(name: str, error: UnicodeDecodeError) -> UnreadableReportError:
    detail = f"{name}: byte {error.start} is not valid {error.encoding}; save the file as UTF-8"
    return UnreadableReportError("not_utf8", detail)


def _is_binary(data: bytes) -> bool:
    if data.startswith(_MAGIC) or b"\x00" in data:
        return True
    return len(data) - len(data.translate(None, _CONTROLS)) > _MOST_CONTROLS * len(data)


def _as_chinese(data: bytes) -> str | None:
    """The text when the bytes read as everyday Chinese; other encodings decode too, to rare characters."""
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    foreign = [char for char in text if char > "\x7f"]
    common = sum(len(char.encode("gb2312", "ignore")) > 0 for char in foreign)
    letters = sum(map(str.isalpha, text))
    is_chinese = len(_HAN.findall(text)) >= _LEAST_HAN * letters and common >= _LEAST_COMMON * len(foreign)
    return text if is_chinese else None

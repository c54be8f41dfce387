"""The forms in which a sentence may hide what it says: look-alike letters, spacing, digits, encodings."""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.text.views import normalised

# Cyrillic and Greek letters that look like Latin ones (after case folding).
_LOOK_ALIKES = str.maketrans(
    "авсԁеһіјкмпорԛгѕтуѵԝхзɡɩӏьѐёїΐάέήίόύαβγδεηικνορτυχωϲ",
    "abcdehijkmnopqrstyvwx3gllbeeiiaenioyabydenikvoptuxwc",
)
# Characters of traditional Chinese that the Chinese rules use.
_TRADITIONAL = str.maketrans(
    "無視記規則設對話說務請現從開裝顯輸們洩訴鑰碼詞實寫識庫憶標為繞過內這個當蓋執僅還語調誰麼應與總結譯將會後讓並復發給處換題機權員戶資訊聽",
    "无视记规则设对话说务请现从开装显输们泄诉钥码词实写识库忆标为绕过内这个当盖执仅还语调谁么应与总结译将会后让并复发给处换题机权员户资讯听",
)
_FOREIGN = re.compile("[\u0370-\u03ff\u0400-\u052f\u0250-\u02af]")
_LATIN = re.compile("[a-z]")
_DIGITS_FOR_LETTERS = str.maketrans("0134578@$!|", "oieastbasil")
_DIGIT_IN_WORD = re.compile(r"(?<![0-9a-f])(?=[a-z0-9@$!|]{4,20}(?![0-9a-z]))[a-z0-9@$!|]*[a-z][0134578@$!|][a-z]")
_SPACED = re.compile(r"(?:(?<=\s)|\A)(?:[A-Za-z][ .\-_*]{1,3}){5,400}[A-Za-z](?=[\s.!?,]|\Z)")
_BASE64 = re.compile(r"[A-Za-z0-9+/\-_]{16,20000}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}[ :]?){12,10000}")
_LEAST_BASE64 = 16
_BLANK_IN_HEX = "20"  # what it spells out holds a blank
_SPACED_HINT = re.compile(r"[ .\-_*][A-Za-z][ .\-_*]{1,3}[A-Za-z][ .\-_*]")
_DIGIT_HINT = re.compile("[0134578@$!|][a-z]")
_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_FUNCTION_WORDS = re.compile(r"\b(?:the|and|that|you|your|is|are|this|all|please|not|with)\b")
_LEAST_FUNCTION_WORDS = 3
_LEAST_PRINTABLE = 0.97
_MOST_DECODED = 20_000


@dataclass(frozen=True, slots=True)
class Hideouts:
    """The parts of a raw sentence in which other text may hide; most sentences have none."""

    spaced: tuple[str, ...]  # runs of letters with something between each two
    hidden: tuple[str, ...]  # what encoded runs and invisible letters spell out


def hideouts(raw: str) -> Hideouts:
    """Return where a raw sentence may hide text; cheap necessary conditions come first."""
    spaced = tuple(found[0] for found in _SPACED.finditer(raw)) if _SPACED_HINT.search(raw) else ()
    return Hideouts(spaced, tuple(_hidden(raw)))


def disguises(folded: str, found: Hideouts) -> Iterator[str]:
    """Yield the folded sentence and every other form that it may hide, each folded too.

    Args:
        folded: the normalised view of the sentence.
        found: what its raw form hides.
    """
    yield folded
    plain = folded if folded.isascii() else _without_look_alikes(folded.translate(_TRADITIONAL))
    if plain != folded:
        yield plain
    if _DIGIT_HINT.search(plain) and _DIGIT_IN_WORD.search(plain):
        yield plain.translate(_DIGITS_FOR_LETTERS)
    for run in found.spaced:
        yield _unspaced(run)
    for hidden in found.hidden:
        yield normalised(hidden)


def compact(found: Hideouts) -> Iterator[str]:
    """Yield each run of spaced-out letters as one word without blanks, lower case."""
    for run in found.spaced:
        yield "".join(char for char in run if char.isalpha()).casefold()


def hides_prose(found: Hideouts) -> bool:
    """Return whether an encoded run or invisible letters of a sentence spell out running words.

    Encoded commands and configurations are evidence; encoded English that nobody would read is not.
    """
    return any(len(_FUNCTION_WORDS.findall(hidden.casefold())) >= _LEAST_FUNCTION_WORDS for hidden in found.hidden)


def _without_look_alikes(folded: str) -> str:
    """Look-alikes are replaced in a mostly Latin sentence, and in words that mix scripts."""
    if not _FOREIGN.search(folded):
        return folded
    if len(_LATIN.findall(folded)) * 2 >= len(_FOREIGN.findall(folded)):
        return folded.translate(_LOOK_ALIKES)
    words = folded.split(" ")
    return " ".join(word.translate(_LOOK_ALIKES) if _LATIN.search(word) else word for word in words)


def _unspaced(run: str) -> str:
    """Letters with one separator between them make a word; more separators part words."""
    words = re.split(r"[ ]{2,3}|[ ][.\-_*][ ]", run)
    return " ".join("".join(char for char in word if char.isalpha()) for word in words).casefold()


def _hidden(raw: str) -> Iterator[str]:
    if not raw.isascii():
        for found in _TAGS.finditer(raw):
            yield "".join(chr(ord(char) - 0xE0000) for char in found[0])
    if _BLANK_IN_HEX in raw:
        for found in _HEX.finditer(raw):
            digits = re.sub("[ :]", "", found[0])
            yield from _printable(bytes.fromhex(digits[: len(digits) // 2 * 2][:_MOST_DECODED]))
    if max(map(len, raw.split()), default=0) >= _LEAST_BASE64:
        for found in _BASE64.finditer(raw):
            yield from _from_base64(found[0])


def _from_base64(run: str) -> Iterator[str]:
    body = run.rstrip("=").replace("-", "+").replace("_", "/")[:_MOST_DECODED]
    body = body[: len(body) - 1] if len(body) % 4 == 1 else body
    try:
        data = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
    except (binascii.Error, ValueError):
        return
    yield from _printable(data)


def _printable(data: bytes) -> Iterator[str]:
    text = data.decode("utf-8", "replace")
    good = sum(char.isprintable() and char != "\ufffd" for char in text)
    if text and good >= _LEAST_PRINTABLE * len(text) and " " in text:
        yield text

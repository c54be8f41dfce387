"""The forms in which a sentence may hide what it says: look-alike letters, spacing, digits, markup, encodings."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase

from core.safety.encodings import spelled_out
from core.text.views import normalised

# Cyrillic and Greek letters that look like Latin ones (after case folding).
_LOOK_ALIKES = str.maketrans(
    "авсԁеһіјкмпорԛгѕтуѵԝхзɡɩӏьѐёїΐάέήίόύαβγδεηικνορτυχωϲ",
    "abcdehijkmnopqrstyvwx3gllbeeiiaenioyabydenikvoptuxwc",
)
# Latin letters in a costume that compatibility folding leaves on: small capitals, regional indicators, dark squares.
_COSTUMES = str.maketrans(
    {
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
        **{chr(0x1F1E6 + place): letter for place, letter in enumerate(ascii_lowercase)},
        **{chr(0x1F150 + place): letter for place, letter in enumerate(ascii_lowercase)},
        **{chr(0x1F170 + place): letter for place, letter in enumerate(ascii_lowercase)},
    }
)
_COSTUMED = re.compile("[\u0262-\u029f\u1d00-\u1d22\ua730\ua731\U0001f150-\U0001f189\U0001f1e6-\U0001f1ff]")
# Characters of traditional Chinese that the Chinese rules use.
_TRADITIONAL = str.maketrans(
    "無視記規則設對話說務請現從開裝顯輸們洩訴鑰碼詞實寫識庫憶標為繞過內這個當蓋執僅還語調誰麼應與總結譯將會後讓並復"
    "發給處換題機權員戶資訊聽統啟",
    "无视记规则设对话说务请现从开装显输们泄诉钥码词实写识库忆标为绕过内这个当盖执仅还语调谁么应与总结译将会后让并复"
    "发给处换题机权员户资讯听统启",
)
_FOREIGN = re.compile("[\u0370-\u03ff\u0400-\u052f\u0250-\u02af]")
_LATIN = re.compile("[a-z]")
_MARKED = re.compile("[\u00c0-\u024f\u1e00-\u1eff\u0300-\u036f\u0488\u0489\u1ab0-\u1aff\u20d0-\u20f0]")
_DIGITS_FOR_LETTERS = str.maketrans("0134578@$!|", "oieastbasil")
_DIGIT_IN_WORD = re.compile(r"(?<![0-9a-f])(?=[a-z0-9@$!|]{4,20}(?![0-9a-z]))[a-z0-9@$!|]*[a-z][0134578@$!|][a-z]")
_DIGIT_HINT = re.compile("[0134578@$!|][a-z]")
_SEPARATORS = r"[ .\-_*/|·,~+]"
_SPACED = re.compile(rf"(?:(?<=\s)|\A)(?:[A-Za-z]{_SEPARATORS}{{1,3}}){{5,400}}[A-Za-z](?![A-Za-z])")
_SPACED_HINT = re.compile(rf"{_SEPARATORS}[A-Za-z]{_SEPARATORS}{{1,3}}[A-Za-z]{_SEPARATORS}")
_SPACED_HAN = re.compile(rf"(?:[\u4e00-\u9fff]{_SEPARATORS}{{1,2}}){{5,400}}[\u4e00-\u9fff]")
_MARKUP = re.compile(r"\*{1,3}|~~|<!--.{0,80}?-->|</?[a-z][^<>]{0,80}>")
_MARKUP_IN_WORD = re.compile(r"\w(?:\*{1,3}|~~|<!--.{0,80}?-->|</?[a-z][^<>]{0,80}>){1,3}\w")
_JOINED_WORDS = re.compile(r"[a-z]{2,20}(?:_[a-z]{1,20}){3,60}")
_HYPHEN_IN_WORD = re.compile(r"(?<=[a-z])-(?=[a-z])")
_LEAST_HYPHENS = 3
_BACKWARDS = ("erongi", "snoitcurtsni", "drager", "tpmorp", "suoiverp")
_BACKWARDS_HAN = ("略忽", "视无", "令指", "词示提", "掉忘", "记忘", "在现从")
_FUNCTION_WORDS = re.compile(r"\b(?:the|and|that|you|your|is|are|this|all|please|not|with)\b")
_LEAST_FUNCTION_WORDS = 3


@dataclass(frozen=True, slots=True)
class Hideouts:
    """The parts of a raw sentence in which other text may hide; most sentences have none."""

    spaced: tuple[str, ...]  # runs of letters with something between each two
    hidden: tuple[str, ...]  # what encoded runs and invisible letters spell out


_NONE = Hideouts((), ())


def hideouts(raw: str) -> Hideouts:
    """Return where a raw sentence may hide text; cheap necessary conditions come first."""
    spaced = tuple(found[0] for found in _SPACED.finditer(raw)) if _SPACED_HINT.search(raw) else ()
    hidden = tuple(spelled_out(raw))
    return Hideouts(spaced, hidden) if spaced or hidden else _NONE


def disguises(folded: str, found: Hideouts) -> Iterator[str]:
    """Yield the folded sentence and every other form that it may hide, each folded too.

    Args:
        folded: the normalised view of the sentence.
        found: what its raw form hides.
    """
    yield folded
    plain = folded if folded.isascii() else _plain_letters(folded)
    if plain != folded:
        yield plain
    if _DIGIT_HINT.search(plain) and _DIGIT_IN_WORD.search(plain):
        yield plain.translate(_DIGITS_FOR_LETTERS)
    yield from _unjoined(plain)
    if _is_backwards(plain):
        yield plain[::-1]
        yield " ".join(word[::-1] for word in plain.split(" "))
    for run in found.spaced:
        yield _unspaced(run)
    for hidden in found.hidden:
        yield normalised(hidden)


def _is_backwards(plain: str) -> bool:
    return any(map(plain.__contains__, _BACKWARDS if plain.isascii() else _BACKWARDS + _BACKWARDS_HAN))


def compact(found: Hideouts) -> Iterator[str]:
    """Yield each run of spaced-out letters as one word without blanks, lower case."""
    for run in found.spaced:
        yield "".join(char for char in run if char.isalpha()).casefold()


def hides_prose(found: Hideouts) -> bool:
    """Return whether an encoded run or invisible letters of a sentence spell out running words.

    Encoded commands and configurations are evidence; encoded English that nobody would read is not.
    """
    return any(len(_FUNCTION_WORDS.findall(hidden.casefold())) >= _LEAST_FUNCTION_WORDS for hidden in found.hidden)


def _unjoined(plain: str) -> Iterator[str]:
    """Words cut by markup or hyphens are joined; words joined by signs and characters cut by them are parted."""
    if ("*" in plain or "<" in plain or "~" in plain) and _MARKUP_IN_WORD.search(plain):
        yield _MARKUP.sub("", plain)
    if plain.count("-") >= _LEAST_HYPHENS and len(_HYPHEN_IN_WORD.findall(plain)) >= _LEAST_HYPHENS:
        yield _HYPHEN_IN_WORD.sub("", plain)
    if "_" in plain and _JOINED_WORDS.search(plain):
        yield plain.replace("_", " ")
    if not plain.isascii() and _SPACED_HAN.search(plain):
        yield _SPACED_HAN.sub(lambda run: re.sub(_SEPARATORS, "", run[0]), plain)


def _plain_letters(folded: str) -> str:
    """Return a folded sentence in simplified characters and plain Latin letters, so far as it imitates them."""
    plain = _without_look_alikes(folded.translate(_TRADITIONAL))
    if _COSTUMED.search(plain):
        plain = plain.translate(_COSTUMES)
    return plain.translate(_BARE) if _MARKED.search(plain) else plain


def _without_look_alikes(folded: str) -> str:
    """Look-alikes are replaced in a mostly Latin sentence, and in words that mix scripts."""
    if not _FOREIGN.search(folded):
        return folded
    if len(_LATIN.findall(folded)) * 2 >= len(_FOREIGN.findall(folded)):
        return folded.translate(_LOOK_ALIKES)
    words = folded.split(" ")
    return " ".join(word.translate(_LOOK_ALIKES) if _LATIN.search(word) else word for word in words)


class _Bare(dict[int, str]):
    """A Latin letter without its marks, and nothing for a mark; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFD", chr(code))
        bare = "" if unicodedata.combining(parts[0]) or unicodedata.category(parts[0]) == "Me" else parts[0]
        self[code] = bare if bare.isascii() else chr(code)
        return self[code]


_BARE = _Bare()


def _unspaced(run: str) -> str:
    """Letters with one separator between them make a word; more separators part words."""
    words = re.split(rf"{_SEPARATORS}{{2,3}}", run)
    return " ".join("".join(char for char in word if char.isalpha()) for word in words).casefold()

"""What a fact may not say unless its evidence does: numbers, dates, names, and that something is not so."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from core.deciding.naming import is_name
from core.deciding.terms import opens_with_name
from core.entities.finder import cached_entities
from core.statements.dates import find_dates
from core.statements.numbers import NUMBER, SCALE, in_digits, plain_number
from core.statements.tone import NEGATIONS, NOT_NEGATIONS
from core.temporal.numerals import CARDINALS, number_of, zh_number
from core.text.views import normalised
from core.text.words import word_set

NUMBER_TERM, DATE_TERM, NAME_TERM, NEGATION_TERM = "number", "date", "name", "negation"
_INDICATORS = word_set("cve cwe advisory_id attack_technique ipv4 ipv6 domain url email md5 sha1 sha256 sha512")
_NAMED = word_set("actor malware organisation person product location")
_HAN = re.compile("[\u3400-\u9fff]")
_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z]{0,20}[-_]?[0-9][A-Za-z0-9]{0,20}(?:[.-][0-9A-Za-z]{1,20}){0,6}")
_FIGURE = re.compile(
    rf"(?<![A-Za-z0-9.])(?:{NUMBER})(?:\.[0-9]{{1,12}}){{0,5}}(?![0-9])(?: ?(?:{SCALE})(?![a-z]))?", re.IGNORECASE
)
_CARDINAL = "|".join(sorted((word for word, value in CARDINALS.items() if value > 1), key=len, reverse=True))
_WORD_NUMBER = re.compile(
    rf"(?<![\w-])(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ])?(?:{_CARDINAL})(?![\w-])",
    re.IGNORECASE,
)
_ZH_DIGITS = "一二三四五六七八九十两百千万亿零〇"
# A numeral before a measure word; a lone 一 is an article as often as a number, a lone 百 or 万 part of a name.
_ZH_NUMERAL = re.compile(
    f"(?<![{_ZH_DIGITS}])(?![一百千万亿][^{_ZH_DIGITS}])[{_ZH_DIGITS}]{{1,12}}"
    "(?=[个名位次年月日天种款家人台条项成倍届级号代部场座只支元份起件艘架辆吨米])"
)
_ZH_RUN = re.compile(f"[{_ZH_DIGITS}]{{1,12}}")
_AMOUNT = re.compile(rf"({NUMBER})(?: ?({SCALE})(?![a-z]))?", re.IGNORECASE)
_DOTTED = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){2,6}")  # a version or an address, which no arithmetic touches
# A word with a capital: letters, digits, and what joins them inside a name.
_CAPITAL = re.compile(r"(?<![\w])[A-Z\u00c0-\u00de][\w\u00c0-\u024f]{0,40}(?:[-&'’.][A-Za-z0-9]{1,40}){0,4}")
_LATIN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]{1,40}(?:[-.][A-Za-z0-9]{1,40}){0,4}")
_BRACKETED = re.compile("《([^《》]{2,30})》|「([^「」]{2,30})」")
_OPENS_AFTER = re.compile(r"(?:^|[.!?:：;—–\n]|[.!?:：][\"”’'])[\s\"“‘'(\[*_-]{0,6}$")
_CALENDAR = word_set(
    """
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec
    """
)
# Words that have a capital only because they open a sentence, or that every text may use of itself.
_NO_NAMES = word_set(
    """
    a an the this that these those it its he she they their his her we our you your i in on at by for from to of with
    and or but if when while where who which what why how after before since until during because although though as
    all any both each every few many more most much no none not other others some several such then there here once
    only one also however according between under over user users assistant speaker team yes ok mr mrs ms dr prof
    """
)
_ADJECTIVE = re.compile(r"(?:ians?|ans?|ese|ish|i|es|s|['’]s|['’])$")
# What may be told as "not", "no" or "without" in other words.
_SAYS_NO = re.compile(
    r"\b(?:un|non|dis)[a-z]{4,}|\b(?:inactive|invalid|impossible|ineffective|insufficient|incorrect|inaccurate"
    r"|incomplete|ineligible|inaccessible|illegal|irregular)\b|[a-z]{3,}less\b"
    r"|\b(?:zero|0|free|only|except|apart from|instead|rather|declin|refus|reject|prevent|avoid|block|stop|halt"
    r"|exclud|rule[sd]? out|miss|lack|fail|drop|end|cancel|abandon|ceas|remov|withdr|den[iy]|disput|former|outside"
    r"|beyond|little|few|rare|hard)"
    r"|拒绝|停止|终止|避免|防止|禁止|免|缺|空|零|失败|除外|以外|仅|只|取消|放弃|驳|撤|停",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Term:
    """A piece of a text that needs evidence; ``char_start``..``char_end`` is its place in the text."""

    kind: str  # number | date | name | negation
    surface: str
    char_start: int
    char_end: int


@lru_cache(maxsize=65_536)
def terms_of(text: str) -> tuple[Term, ...]:
    """Return what of a text needs evidence, by position; no two share a character, a negation aside."""
    taken = bytearray(len(text))
    found: list[Term] = []
    for kind, start, end in _candidates(text):
        if start < end and taken.find(1, start, end) < 0:
            taken[start:end] = b"\x01" * (end - start)
            found.append(Term(kind, text[start:end], start, end))
    found += _negation(text)
    return tuple(sorted(found, key=lambda term: (term.char_start, term.kind)))


def _candidates(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (kind, start, end), the surest reading of a character first."""
    entities = cached_entities(text)
    for entity in entities:
        if entity.type in _INDICATORS:
            yield NAME_TERM, entity.char_start, entity.char_end
    for start, end, _ in find_dates(text):
        yield DATE_TERM, start, end
    for match in _CODE.finditer(text):
        yield NAME_TERM, match.start(), match.end()
    for pattern in (_FIGURE, _WORD_NUMBER, _ZH_NUMERAL):
        for match in pattern.finditer(text):
            yield NUMBER_TERM, match.start(), match.end()
    chinese = _HAN.search(text) is not None
    for entity in entities:
        if entity.type in _NAMED and (chinese or not _opens(text, entity.char_start) or " " in entity.surface):
            yield NAME_TERM, entity.char_start, entity.char_end
    for match in _BRACKETED.finditer(text):
        yield NAME_TERM, *match.span(1 if match[1] else 2)
    yield from _latin_names(text) if chinese else _capital_names(text)


def _latin_names(text: str) -> Iterator[tuple[str, int, int]]:
    for match in _LATIN.finditer(text):
        yield NAME_TERM, match.start(), match.end()


def _capital_names(text: str) -> Iterator[tuple[str, int, int]]:
    previous, named = -2, opens_with_name(text)
    for match in _CAPITAL.finditer(text):
        start, word = match.start(), match[0].rstrip(".'’")
        bare = re.sub(r"['’]s$", "", word)
        inside_run = start == previous + 1
        previous = start + len(word)
        if bare.lower() in _CALENDAR:
            if not (bare == "May" and _opens(text, start)):
                yield DATE_TERM, start, start + len(bare)
        elif bare.lower() in _NO_NAMES or len(bare) < 2:
            previous = -2
        elif (
            inside_run
            or not _opens(text, start)
            or _is_marked(bare)
            or _runs_on(text, start + len(word))
            or (named and start == 0 and is_name(bare, text))
        ):
            yield NAME_TERM, start, start + len(bare)


def _opens(text: str, start: int) -> bool:
    """Whether a word has a capital for standing at the beginning of a sentence, a key or a value."""
    return _OPENS_AFTER.search(text[max(0, start - 12) : start]) is not None


def _is_marked(word: str) -> bool:
    return any(char.isupper() or char.isdigit() for char in word[1:])


def _runs_on(text: str, end: int) -> bool:
    """Whether the next word has a capital too, so that the two are one name."""
    following = _CAPITAL.match(text, end + 1)
    return text[end : end + 1] == " " and following is not None and following[0].lower() not in _CALENDAR


def _negation(text: str) -> list[Term]:
    plain = NOT_NEGATIONS.sub(lambda match: " " * len(match[0]), text)
    matches = [match for rule in NEGATIONS if (match := rule.pattern.search(plain)) is not None]
    first = min(matches, key=lambda match: match.start(), default=None)
    return [] if first is None else [Term(NEGATION_TERM, first[0], first.start(), first.end())]


class Said:
    """What some passages say, ready to be asked for terms in any spelling."""

    def __init__(self, passages: Iterable[str]) -> None:
        self.raw = "\n".join(passages)
        self._plain: str | None = None

    @property
    def plain(self) -> str:
        """The passages under the loose normalised view."""
        if self._plain is None:
            self._plain = normalised(self.raw, loose=True)
        return self._plain

    def says(self, term: Term) -> bool:
        """Return whether the passages hold a term, in this spelling or in one that means the same."""
        if term.kind == NEGATION_TERM:
            return term.surface in self.raw or bool(_negation(self.raw)) or _SAYS_NO.search(self.raw) is not None
        if term.kind == NUMBER_TERM:
            return _holds_number(normalised(term.surface, loose=True), self.plain)
        return stands_in(term.surface, self.raw) or _HELD[term.kind](normalised(term.surface, loose=True), self.plain)


def stands_in(surface: str, text: str) -> bool:
    """Return whether a text holds a surface as a whole word or number."""
    at = text.find(surface)
    while at >= 0:
        if word_at(text, at, at + len(surface)):
            return True
        at = text.find(surface, at + 1)
    return False


def word_at(text: str, start: int, end: int) -> bool:
    """Return whether a span cuts neither a word of ASCII letters nor a number in two."""
    if not 0 <= start < end <= len(text):
        return False
    before, first, last, after = text[start - 1 : start], text[start], text[end - 1], text[end : end + 1]
    if last.isdigit() and after in (".", ",") and text[end + 1 : end + 2].isdigit():
        return False
    return not _same_run(before, first) and not _same_run(last, after)


def _same_run(left: str, right: str) -> bool:
    if not (left and right and left.isascii() and right.isascii() and left.isalnum() and right.isalnum()):
        return False
    return left.isdigit() == right.isdigit()


def values_of(text: str) -> set[str]:
    """Return the numbers of a text in their one spelling, whether in figures or in words ("1.2 million" is 1200000)."""
    found = {_plain(plain_number(match[1], match[2])) for match in _AMOUNT.finditer(text)}
    found |= {match[0] for match in _DOTTED.finditer(text)}
    found |= {str(number_of(match[0])) for match in _WORD_NUMBER.finditer(text)}
    for match in _ZH_RUN.finditer(text):
        value = zh_number(match[0])
        found.add(str(value) if value is not None else in_digits(match[0]))
    return {value for value in found if value[:1].isdigit()}


def _plain(number: str) -> str:
    return number if "." in number else number.lstrip("0") or "0"


def _holds_number(surface: str, text: str) -> bool:
    dotted = _DOTTED.fullmatch(surface) is not None
    return stands_in(surface, text) if dotted else values_of(surface) <= values_of(text)


def _holds_date(surface: str, text: str) -> bool:
    """Whether a text gives the same day, or a day of the same month or year, in whatever form."""
    dates = [iso for _, _, iso in find_dates(text)]
    for _, _, wanted in find_dates(surface):
        undated = wanted.removeprefix("--") if wanted.startswith("--") else None
        if any(iso == wanted or iso.startswith(wanted + "-") for iso in dates):
            return True
        if undated is not None and any(f"-{undated}-" in f"-{iso}-" for iso in dates):
            return True
    figures = values_of(surface)
    words = {word for word in re.findall("[a-z]{3,9}", surface.lower()) if word in _CALENDAR}
    return bool(figures or words) and figures <= values_of(text) and all(word[:3] in text for word in words)


def _holds_name(surface: str, text: str) -> bool:
    if _HAN.search(surface):
        return surface in text
    tokens = set(_tokens(text))
    joined = re.sub(r"[^\w]", "", text) if any(char in surface for char in ".-") else ""
    return all(_token_in(token, tokens) or (joined and token in joined) for token in _tokens(surface)) or (
        bool(joined) and re.sub(r"[^\w]", "", surface) in joined
    )


def _tokens(text: str) -> list[str]:
    return re.findall(r"[a-z0-9\u00df-\u024f]{1,60}", text)


def _token_in(token: str, tokens: set[str]) -> bool:
    if token in tokens or token + "s" in tokens:
        return True
    stem = _ADJECTIVE.sub("", token)
    return len(stem) >= 4 and stem != token and any(one.startswith(stem) for one in tokens)


_HELD = {DATE_TERM: _holds_date, NAME_TERM: _holds_name}

"""What of a text can be compared: its numbers, dates, versions, identifiers, names and content words."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.deciding.words import chinese_tokens, stem, vocabulary
from core.entities.finder import cached_entities
from core.entities.wordset import word_set
from core.model import Claim, Entity
from core.statements.dates import DATE, iso_date
from core.statements.numbers import WORDS, chinese_number, plain_number
from core.statements.tone import modality_of, polarity_of

_IDENTIFIERS = word_set("cve cwe advisory_id attack_technique attack_tactic ipv4 ipv6 domain url email md5 sha1 sha256")
_NAMES = frozenset(["actor", "malware", "organisation", "location", "product", "person"])
_SCANNER = re.compile(
    rf"(?P<date>{DATE.pattern})"
    r"|(?P<code>[A-Za-z][A-Za-z_]{0,40}[-]?[0-9][A-Za-z0-9_./-]{0,60}|[0-9]{1,12}(?:\.[0-9]{1,6})?-?[A-Za-z_][A-Za-z0-9_./-]{0,60}|[0-9]{1,9}(?:\.[0-9A-Za-z]{1,9}){2,6}(?:-[A-Za-z0-9.]{1,12})?|[0-9]{1,5}\.[Xx*](?![A-Za-z]))"
    r"|(?P<number>(?<![0-9.])[0-9]{1,3}(?:,[0-9]{3}){1,6}(?:\.[0-9]{1,12})?|[0-9]{1,20}(?:\.[0-9]{1,12})?)"
    r"(?: ?(?P<scale>thousand|million|billion|trillion|百万|千万|万亿|千|万|亿))?"
    r"|(?P<cjk>[\u3400-\u9fff]+)"
    r"|(?P<word>[^\W\d_]+(?:['’][a-z]{1,2}(?![a-z]))?)"
    r"|(?P<break>[,;:()\[\]|—，；：（）、。.!?！？]|(?<= )-{1,2}(?= ))"
    r"|(?P<symbol>[%$€£¥<>=≤≥+#&])",
    re.IGNORECASE,
)
# A numeral before a measure word; a lone 一 is an article as often as a number.
_ZH_NUMBER = re.compile(
    "(?!一[^一二三四五六七八九十百千])[一二三四五六七八九十两百千零]{1,7}(?=[个名位次年月日天种款家人台条项度成倍届级号代分部场座只支])"
)
_ORDINAL = re.compile(r"[0-9]{1,4}(?:st|nd|rd|th)", re.IGNORECASE)
_VERSION_LIKE = re.compile(r"v?[0-9]{1,6}(?:\.[0-9a-z]{1,9}){2,6}(?:-[a-z0-9.]{1,12})?", re.IGNORECASE)
_BRACKETS = (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("``", '"'), ("''", '"'))
BREAK, ASIDE, ASIDE_END = "|", "(", ")"  # tokens that stand for a clause's punctuation
BREAKS = frozenset((BREAK, ASIDE, ASIDE_END))
LIGHT = frozenset(["in", "of", "on", "at", "for", "as"])  # prepositions that hold a place in a clause but no content
_MARKS = {"(": ASIDE, "（": ASIDE, "[": ASIDE, ")": ASIDE_END, "）": ASIDE_END, "]": ASIDE_END}
_POSSESSIVE = "'s"
_NEGATED = re.compile(r"n['’]t$")


@dataclass(frozen=True, slots=True)
class Terms:
    """A text as sets and sequences that compare by equality.

    ``sequence`` holds the content tokens in their order, with ``BREAKS`` for clause punctuation and the
    ``LIGHT`` prepositions; ``words`` is the same as a sorted multiset without either.
    """

    numbers: frozenset[str]
    versions: frozenset[str]
    dates: frozenset[str]
    identifiers: frozenset[str]
    names: frozenset[str]
    polarity: str
    modality: str
    holder: str | None
    sequence: tuple[str, ...]
    words: tuple[str, ...]
    named: bool  # the text opens with a subject that is a name, not a description
    defines: bool  # "Name is a …": says what its subject is
    stative: bool  # tells how things stand (has, is, contains), not what once happened

    @property
    def content(self) -> tuple[str, ...]:
        """The content tokens in their order."""
        return tuple(token for token in self.sequence if token not in BREAKS and token not in LIGHT)

    @property
    def hard(self) -> frozenset[str]:
        """Everything that may never differ between two texts that say the same."""
        return self.numbers | self.versions | self.dates | self.identifiers


def plain_text(text: str) -> str:
    """Return a text NFKC-normalised, with the brackets and quotes of tokenised text in their plain form."""
    plain = unicodedata.normalize("NFKC", text)
    for written, meant in _BRACKETS:
        plain = plain.replace(written, meant)
    return plain


@lru_cache(maxsize=65_536)
def comparable_terms(text: str, language: str, entities: tuple[Entity, ...] | None = None) -> Terms:
    """Return the comparable terms of a text; ``language`` (zh, en, und) is a hint and may be wrong.

    Spelling variants fold together: defanged and plain indicators, aliases of one actor, thousands
    separators, written and ISO dates, inflections, and the synonyms of the package's table.
    ``entities`` are those of the text when they are known already (found with a user's aliases,
    say); they are searched for when they are not, or when normalising the text moved them.
    """
    plain = plain_text(text)
    sheet = _Sheet()
    position = 0
    for entity in _usable(plain, entities):
        if entity.type not in _IDENTIFIERS and entity.type not in _NAMES and entity.type != "version":
            continue
        sheet.scan(plain[position : entity.char_start], opens=position == 0)
        sheet.entity(entity.type, entity.canonical)
        position = entity.char_end
    sheet.scan(plain[position:], opens=position == 0)
    modality, holder = modality_of(plain)
    bare = without_asides(plain)
    named = opens_with_name(bare)
    opening = (named, named and _DEFINES.match(bare) is not None, _STATIVE.search(bare) is not None)
    return sheet.terms(polarity_of(plain), (modality, holder), opening)


# A singular verb after a subject without an article marks a name; Chinese has no such mark, so there
# the subject must only be no pronoun or description.
_NAME_OPENS = re.compile(
    r"^(?:The )?(?!(?:It|This|That|He|She|They|There|These|Those|We|Who|What|Which|Its|Snow|Rain|Malware"
    r"|Ransomware|Data|Access|Software)\b)"
    r"(?:[A-Z0-9][\w.&'/-]{0,40}(?: ?[,(][^,()]{1,60}[,)])? (?:and |of |the |de |von |van |& |in"
    r" )?){1,8}(?:[a-z]{3,15}ly )?"
    r"(?:is|was|has|does|[a-z]{2,15}s|(?<!s )(?:had|will|did|can|could|may|might|[a-z]{3,15}ed))\b"
)
_DEFINES = re.compile(r"^[^.;:!?]{1,120}? (?:is|was) (?:an?|the) ")
_STATIVE = re.compile(
    r"\b(?:is|are|has|have|had"
    r" an?|contains?|costs?|keeps?|supports?|employs?|serves?|requires?|consists?|weighs?|totals?|"
    r"produces?|exceeds?|holds?|remains?|stands?)\b|[有为是共含占达]"
)
_CJK_OPENS = re.compile(r"^(?![他她它我你该此这那其本在当从据有])[\u3400-\u9fff]{2}")


def _as_written(digits: str, scale: str | None) -> str:
    """Return a number that keeps its zeros, since 2.1 and 2.10 may be versions; scale words are applied."""
    return plain_number(digits, scale) if scale else digits.replace(",", "")


_ASIDE = re.compile(r" ?\((?:[^()]{0,300})\)| ?\[[^\[\]]{0,300}\]|[\"“”]")


def without_asides(text: str) -> str:
    """Return the text without bracketed asides (two levels) and quotation marks."""
    return _ASIDE.sub("", _ASIDE.sub("", text)).lstrip()


def opens_with_name(text: str) -> bool:
    """Return whether a text without asides opens with a subject that is a name, not a description."""
    return (_NAME_OPENS.match(text) or _CJK_OPENS.match(text)) is not None


def claim_terms(claim: Claim) -> Terms:
    """Return the comparable terms of a claim, by the entities that it carries."""
    return comparable_terms(claim.text, claim.language, claim.entities or None)


def _usable(plain: str, entities: tuple[Entity, ...] | None) -> tuple[Entity, ...]:
    if entities is None or any(plain[e.char_start : e.char_end] != e.surface for e in entities):
        return cached_entities(plain)
    return entities


class _Sheet:
    """Tokens of one text as they are read."""

    def __init__(self) -> None:
        self.numbers: set[str] = set()
        self.versions: set[str] = set()
        self.dates: set[str] = set()
        self.identifiers: set[str] = set()
        self.names: set[str] = set()
        self.sequence: list[str] = []

    def _put(self, token: str) -> None:
        if not self.sequence or self.sequence[-1] != token:  # "the the": a word said twice is said once
            self.sequence.append(token)

    def entity(self, kind: str, canonical: str) -> None:
        """Take an entity's canonical value as one token."""
        key = canonical.casefold()
        target = self.versions if kind == "version" else self.names if kind in _NAMES else self.identifiers
        target.add(key)
        self._put(key)

    def scan(self, piece: str, *, opens: bool) -> None:
        """Take the tokens of a stretch between entities; ``opens`` says that it begins the text."""
        for match in _SCANNER.finditer(piece):
            kind = match.lastgroup or ""
            if match["date"]:
                self._date(match)
            elif match["code"]:
                self._code(match["code"])
            elif match["number"]:
                self._number(_as_written(match["number"], match["scale"]))
            elif match["cjk"]:
                self._cjk(match["cjk"])
            elif match["word"]:
                self._word(match["word"], first=opens and match.start() == 0)
            elif match["break"]:
                self.sequence.append(_MARKS.get(match["break"], BREAK))
            elif kind == "symbol":
                self._put({"≤": "<=", "≥": ">="}.get(match[0], match[0]))

    def _cjk(self, run: str) -> None:
        position = 0
        for match in _ZH_NUMBER.finditer(run):
            for token in chinese_tokens(run[position : match.start()]):
                self._put(token)
            self._number(chinese_number(match[0]))
            position = match.end()
        for token in chinese_tokens(run[position:]):
            self._put(token)

    def _date(self, match: re.Match[str]) -> None:
        iso = iso_date(match)
        self.dates.add(iso)
        self._put(iso)

    def _number(self, plain: str) -> None:
        self.numbers.add(plain)
        self._put(plain)

    def _code(self, surface: str) -> None:
        key = surface.casefold().rstrip("./-_")
        if _ORDINAL.fullmatch(key):
            self.numbers.add(key)
        elif _VERSION_LIKE.fullmatch(key):
            key = key.removeprefix("v")
            self.versions.add(key)
        else:
            self.identifiers.add(key)
        self._put(key)

    def _word(self, surface: str, *, first: bool) -> None:
        folded = surface.casefold().replace("’", "'")
        if _NEGATED.search(folded):
            self._put("not")
            folded = folded[:-3]
        possessive = folded.endswith(_POSSESSIVE)
        folded = folded.removesuffix(_POSSESSIVE).rstrip("'")
        number = WORDS.get(folded)
        if number is not None:
            self._number(number)
        elif folded and (folded not in vocabulary().drop or (surface == "A" and not first)):  # "Series A" is no article
            if surface[0].isupper() and not first:
                self.names.add(folded)
            self._put(stem(folded))
        if possessive:
            self._put(_POSSESSIVE)

    def terms(self, polarity: str, modality: tuple[str, str | None], opening: tuple[bool, bool, bool]) -> Terms:
        """Return what was read as frozen terms."""
        sequence = tuple(self.sequence)
        while sequence and sequence[-1] in BREAKS:
            sequence = sequence[:-1]
        words = tuple(sorted(token for token in sequence if token not in BREAKS and token not in LIGHT))
        return Terms(
            frozenset(self.numbers),
            frozenset(self.versions),
            frozenset(self.dates),
            frozenset(self.identifiers),
            frozenset(self.names),
            polarity,
            *modality,
            sequence,
            words,
            *opening,
        )


def more_often(first: Terms, second: Terms) -> list[str]:
    """Return the numbers that both texts have and the first has more often ("from 7 to 7", "from 8 to 7")."""
    both = first.numbers & second.numbers
    return [number for number in sorted(both) if first.sequence.count(number) > second.sequence.count(number)]


def shared_share(first: Terms, second: Terms) -> float:
    """Return the Jaccard similarity of the content words of two texts, 0 to 1 (0 when either is empty)."""
    one, two = set(first.words), set(second.words)
    return len(one & two) / len(one | two) if one and two else 0.0

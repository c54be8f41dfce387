"""The stated fact matcher: when does one fact cover another?

*Ours covers gold* when every number, date, identifier and name of the gold fact is in ours, neither denies
what the other claims or says its opposite, and all but a few of the gold fact's content words are among
ours: one of ``WORDS_A_MISS`` English stems, one of ``CHARACTERS_A_MISS`` Han characters may be missing. A
Chinese fact opens with its subject, whose first two characters may not. The matcher's own error is measured
on a set of kind ``matcher``, labelled by hand.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from core.evaluate.stems import STOP, content_words, han_characters, han_pairs, han_uncovered, stem
from core.evaluate.values import WORDS, Values, plain, values_of

# Chosen on the hand-labelled pairs of the matcher set: stricter loses paraphrases, laxer takes another verb.
WORDS_A_MISS = 6
CHARACTERS_A_MISS = 7
# A faithful fact may rephrase a little; its hard values may not.
LEAST_FAITHFUL = 0.85

_CLAUSE_END = re.compile(r"[,;:.!?，；。！？：()（）]|\b(?:" + "|".join(WORDS["clause_end_en"].split()) + r")\b|而|但")
_NEG_EN = re.compile(r"\b(?:" + "|".join(WORDS["negation_en"].split()) + r"|\w{2,12}n['’]t)\b")
_NEG_ZH = re.compile("|".join(sorted(WORDS["negation_zh"], key=len, reverse=True)))
_NO_NEG_ZH = re.compile("|".join(WORDS["negation_zh_not"]))
_NAME = re.compile(r"[A-Z][\w'’.-]*(?: (?:of |de |van |von |the )?[A-Z][\w'’.-]*)*")
_SUBJECT = 2  # characters: the shortest name
_OPPOSITES = tuple(
    pair
    for language, cut in (("opposites_en", stem), ("opposites_zh", str))
    for line in WORDS[language]
    for one, two in [tuple(map(cut, line.split()))]
    for pair in ((one, two), (two, one))
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:] )[\"'“‘(]?")


@dataclass(frozen=True, slots=True)
class Terms:
    """What the matcher compares of one text."""

    values: Values
    names: frozenset[str]  # last words of capitalised names, stemmed
    first_names: frozenset[str]  # their other words: a person is then known by the last
    words: frozenset[str]  # stems of English content words
    pairs: frozenset[str]  # of neighbouring Han characters
    characters: frozenset[str]
    negated: frozenset[str]  # words and pairs in the reach of a negation

    @property
    def content(self) -> frozenset[str]:
        """Words and pairs together."""
        return self.words | self.pairs


@lru_cache(maxsize=20_000)
def terms_of(text: str) -> Terms:
    """Return what the matcher compares of a text."""
    values = values_of(text)
    words = frozenset(content_words(values.rest))
    last, first = _names(text)
    return Terms(
        values,
        last & words,
        first & words,
        words,
        frozenset(han_pairs(values.rest)),
        han_characters(values.rest),
        _negated(values.rest),
    )


def covers(ours: str, gold: str, context: str = "") -> bool:
    """Return whether our fact says all that the gold fact says.

    Args:
        ours: the fact that was extracted.
        gold: the fact that a person wrote.
        context: title, heading or speaker; what a gold fact takes from it (a subject) is not missed in ours.
    """
    return not why_not(ours, gold, context)


def why_not(ours: str, gold: str, context: str = "") -> str:
    """Return why our fact does not cover the gold one: the first rule that fails, or "" when it covers it."""
    mine, theirs = terms_of(ours), terms_of(gold)
    around = terms_of(context) if context else None
    if lacking := _missing_values(mine, theirs, around):
        return f"value {sorted(lacking)[0]}"
    named = mine.names | mine.content | (around.names | around.content if around else frozenset())
    if lacking := theirs.names - named:
        return f"name {sorted(lacking)[0]}"
    if contradicts(mine, theirs):
        return "polarity"
    if opposed := _opposed(mine, theirs):
        return f"opposite of {opposed}"
    return _wording(mine, theirs, around)


def _wording(mine: Terms, theirs: Terms, around: Terms | None) -> str:
    """Why the wording of ours does not cover the gold fact's, or ""."""
    words = theirs.words - (around.words if around else frozenset())
    missing = words - mine.words - theirs.first_names
    if len(missing) > len(words) // WORDS_A_MISS:
        return f"wording: {', '.join(sorted(missing))}"
    pairs, characters = mine.pairs, mine.characters
    if around is not None:
        pairs, characters = pairs | around.pairs, characters | around.characters
    uncovered = han_uncovered(theirs.values.rest, pairs, characters)
    if sum(uncovered) > len(uncovered) // CHARACTERS_A_MISS or any(uncovered[:_SUBJECT]):
        return f"wording: {sum(uncovered)} of {len(uncovered)} characters"
    hard = theirs.values.numbers | theirs.values.dates | theirs.values.identifiers
    return "" if theirs.words or uncovered or hard else "nothing to compare"


def is_faithful(ours: str, source: str) -> bool:
    """Return whether our fact brings nothing that its source (text, title, heading, speaker) does not hold."""
    mine, said = terms_of(ours), terms_of(source)
    if _missing_values(said, mine, None) or mine.names - said.names - said.content:
        return False
    uncovered = han_uncovered(mine.values.rest, said.pairs, said.characters)
    total = len(mine.words) + len(uncovered)
    missing = len(mine.words - said.words) + sum(uncovered)
    return missing <= total * (1 - LEAST_FAITHFUL)


def contradicts(mine: Terms, theirs: Terms) -> bool:
    """Return whether one text denies what the other claims, on the content that both have."""
    shared = mine.content & theirs.content
    if theirs.negated & shared:
        return not mine.negated & shared
    return bool(mine.negated & shared)


def _missing_values(mine: Terms, theirs: Terms, around: Terms | None) -> frozenset[str]:
    has, wants = mine.values, theirs.values
    known = has.numbers | has.identifiers | has.date_parts
    if around is not None:
        known |= around.values.identifiers | around.values.numbers | around.values.date_parts
    return (wants.numbers | wants.identifiers | wants.dates) - known


def _opposed(mine: Terms, theirs: Terms) -> str:
    """The first word of the gold fact that ours lacks while it has the word's opposite, or ""."""
    for one, two in _OPPOSITES:
        if one in theirs.content and one not in mine.content and two in mine.content and two not in theirs.content:
            return one
    return ""


def _names(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Last and other words of the capitalised names; a lone word at a sentence's start is no sure name."""
    raw = plain(text)
    starts = {match.end() for match in _SENTENCE_START.finditer(raw)}
    last: set[str] = set()
    first: set[str] = set()
    for match in _NAME.finditer(raw):
        words = match.group().split()
        is_plain_start = match.start() in starts and len(words) == 1 and words[0][1:].islower()
        if not is_plain_start and words[-1].casefold() not in STOP:
            stems = list(content_words(values_of(match.group()).rest))
            last.update(stems[-1:])
            first.update(stems[:-1])
    return frozenset(last), frozenset(first)


def _negated(folded: str) -> frozenset[str]:
    """Content in the reach of a negation: up to the end of its clause."""
    kept = _NO_NEG_ZH.sub(lambda match: "乙" * len(match.group()), folded)
    found: set[str] = set()
    for pattern in (_NEG_EN, _NEG_ZH):
        reached = 0
        for cue in pattern.finditer(kept):
            if cue.end() <= reached:
                continue  # an earlier cue reaches past it
            end = _CLAUSE_END.search(kept, cue.end())
            reached = end.start() if end else len(folded)
            reach = folded[cue.end() : reached]
            found |= set(content_words(reach)) | set(han_pairs(reach))
    return frozenset(found)

"""What two texts are about: which names, identifiers and content words of one are in the other, in any order."""

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache

from core.deciding.terms import Terms, claim_terms, comparable_terms, plain_text, without_asides
from core.deciding.words import stems
from core.entities.wordset import word_set
from core.model import Claim

_HAN = re.compile("[\u3400-\u9fff]")
_PHRASE = re.compile(
    r"[A-Z][\w-]*(?:\.(?=[A-Z ]))?(?:['’]s)?"
    r"(?: (?:(?:of|the|de|van|von|and|&) (?:the )?)?[A-Z][\w-]*(?:\.(?=[A-Z ]))?(?:['’]s)?){0,7}"
)
# A capital that stands only because it opens the sentence: one word, or a word and "of".
_COMMON_OPENING = re.compile(r"[A-Z][a-z-]+(?:$| (?:of|and|the) )")
# Words that say what kind of thing a name is; they come and go with it.
_CLASS_WORDS = word_set(
    """
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday
    the a an project projects judge mr mrs ms dr president minister chief group campaign operation team company crew
    advisory guideline version from by in on at since after before with of and user correction he she it they
    """
)
# What carries no topic: verbs that hold any statement together, and words of the telling.
_WEAK = stems(
    """
    not can may will would should make get take put go come do say tell report announce accord state new old first now
    already still again far about also there currently today
    """
)
_TAILS = word_set(
    """
    s es ed d ing er ers or ors ion ions ation ations ition ment ments al als ure ures ity ies y ic ics ical ance ence
    ive able ible ly t ts e ee ees ies ied ian n ne re r sion sions ded
    """
)
_MIN_ROOT = 4  # letters that two forms of one word have in common
_ROOT_SHARE = 0.6  # of the longer form
_LEAD_ZH = re.compile(r"^(?:截至|自|从)?(?:[0-9]{4}年)?(?:[0-9]{1,2}月)?(?:[0-9]{1,2}[日号])?(?:起|，|,|以来)+")
_LEAD_TOKENS = 3  # Chinese tokens at the start of a note, by which its subject is told


@dataclass(frozen=True, slots=True)
class Topic:
    """A text as what it is about: its name phrases (English), its content tokens, and the terms behind them."""

    phrases: tuple[frozenset[str], ...]
    tokens: tuple[str, ...]
    lead: str  # the tokens that open a Chinese text, run together; "" in English
    run: str  # all tokens of a Chinese text, run together
    terms: Terms


def topic_of(claim: Claim, without: str = "") -> Topic:
    """Return the topic of a claim, or of its text without some words of it."""
    if not without:
        return _topic(claim.text, claim_terms(claim))
    text = " ".join(claim.text.replace(without, " ", 1).split())
    return _topic(text, comparable_terms(text, claim.language))


@lru_cache(maxsize=65_536)
def _topic(text: str, terms: Terms) -> Topic:
    bare = without_asides(plain_text(text))
    tokens = tuple(dict.fromkeys(token for token in terms.content if token not in _WEAK))
    if _HAN.search(bare) and tokens:
        opening = _LEAD_ZH.match(bare)
        skipped = len(terms.dates) if opening and opening.end() < len(bare) else 0
        content = [token for token in terms.content if not (skipped and token in terms.dates)] or [*tokens]
        lead = itertools.takewhile(lambda token: token not in terms.hard, content[:_LEAD_TOKENS])
        return Topic((), tokens, "".join(lead) or content[0], "".join(content), terms)
    return Topic(tuple(_phrases(bare, terms)), tokens, "", "", terms)


def _phrases(text: str, terms: Terms) -> list[frozenset[str]]:
    found = []
    for match in _PHRASE.finditer(text):
        words = frozenset(re.sub("['’]s$", "", word.casefold().rstrip(".")) for word in match[0].split())
        if match.start() == 0 and not terms.named and _COMMON_OPENING.match(match[0]):
            words -= {match[0].split()[0].casefold()}
        if words - _CLASS_WORDS:
            found.append(words - _CLASS_WORDS)
    return found


def is_same_word(one: str, two: str) -> bool:
    """Return whether two tokens are one word or two forms of one ("calibrate", "calibration")."""
    if one == two:
        return True
    if not (one.isalpha() and two.isalpha() and one.isascii() and two.isascii()):
        return False
    root = len(_common(one, two))
    if root < _MIN_ROOT or root < _ROOT_SHARE * max(len(one), len(two)):
        return False
    return all(not tail or tail in _TAILS for tail in (one[root:], two[root:]))


def _common(one: str, two: str) -> list[str]:
    pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))
    return [first for first, _ in pairs]


def missing(of: Topic, within: Topic) -> list[str]:
    """Return the content tokens of one topic that the other lacks, in any form."""
    there = set(within.tokens)
    lacking = [token for token in of.tokens if token not in there]
    return [token for token in lacking if not any(is_same_word(token, other) for other in within.tokens)]


def covered(of: Topic, within: Topic) -> float:
    """Return the share of the content tokens of one topic that the other has, 0 to 1 (0 without tokens)."""
    return 1 - len(missing(of, within)) / len(of.tokens) if of.tokens else 0.0


def added_after(fact: Topic, note: Topic) -> list[str]:
    """Return the content tokens of the fact that the note lacks, from the first one on that both have."""
    lacking = set(missing(fact, note))
    start = next((at for at, token in enumerate(fact.tokens) if token not in lacking), len(fact.tokens))
    return [token for token in fact.tokens[start:] if token in lacking]


def lost_names(note: Topic, fact: Topic) -> list[frozenset[str]] | None:
    """Return the name phrases of the note that the fact lacks; None when the fact names something else.

    "Meridian Gateway Lite" is something else than "Meridian Gateway". A Chinese text must run, somewhere,
    through the words that open the note.
    """
    if note.lead:
        return [] if note.lead in fact.run else None
    words = frozenset().union(*fact.phrases) | set(fact.tokens)
    known = frozenset().union(*note.phrases)
    lost = []
    for phrase in note.phrases:
        if not all(word in words or any(is_same_word(word, other) for other in fact.tokens) for word in phrase):
            lost.append(phrase)
            continue
        if any(phrase <= other and other - known for other in fact.phrases):
            return None
    return lost

"""Facts that say again what a note says, in another order or construction, and nothing beyond it."""

import re
from collections import Counter
from difflib import SequenceMatcher

from core.deciding.content import lists_less, same_tone
from core.deciding.frames import is_exclusive
from core.deciding.retold import tells_news
from core.deciding.topics import Topic, lost_names, missing, topic_of
from core.deciding.words import stems
from core.entities.wordset import word_set
from core.model import Claim
from core.statements.dates import covers

_MIN_TOKENS = 3
_MAX_TOKENS = 14  # content tokens of an English statement whose words may stand in another order
_MAX_TURNED = 30  # Chinese tokens of a statement whose passive is known by its words alone
_MAX_BLOCKS = 2  # runs of tokens that a passive moves past one another
_PASSIVE_EN = re.compile(r"\bby\b", re.IGNORECASE)
_TURNED_ZH = re.compile("[被由受]")
_COMPARES = re.compile(r"\b(?:than|compared)\b", re.IGNORECASE)
_LIGHT_ZH = word_set(
    "了 已 共 有 为 是 名叫 的 将 把 被 由 受 所 都 又 则 也 一 中 当中 于 而 且 其 该 处 位于 名 个 位 座 种 家 条"
    " 台 和 到 至 出生于"
)
_FILLERS = stems(
    """
    by via to from up of use take become remain date have stay keep who which that there one about with
    """
)


def restated(fact: Claim, note: Claim) -> bool:
    """Return whether a fact repeats a note: the same names, numbers, dates and tone, and no other content."""
    one, two = topic_of(fact), topic_of(note)
    if not same_tone(one.terms, two.terms) or not _same_values(one, two) or tells_news(fact, note):
        return False
    if fact.statement.ends or note.statement.ends or bool(one.lead) != bool(two.lead):
        return False
    return _chinese(one, two, fact.text, note.text) if two.lead else _english(one, two, fact.text, note.text)


def _same_values(one: Topic, two: Topic) -> bool:
    """Return whether both hold the same numbers, versions and identifiers, and no date that the other lacks."""
    mine, noted = one.terms, two.terms
    if (mine.versions, mine.identifiers, mine.numbers) != (noted.versions, noted.identifiers, noted.numbers):
        return False
    return mine.dates == noted.dates or (
        len(mine.dates) == len(noted.dates) == 1
        and all(any(covers(wide, narrow) for narrow in noted.dates) for wide in mine.dates)
    )


def _english(one: Topic, two: Topic, said: str, noted: str) -> bool:
    if not _MIN_TOKENS <= len(two.tokens) <= _MAX_TOKENS or not two.phrases:
        return False
    if lost_names(two, one) != [] or lost_names(one, two) != [] or set(missing(one, two)) - _FILLERS:
        return False
    if set(missing(two, one)) - _FILLERS:
        return False
    if lists_less(noted, said) or _COMPARES.search(noted):
        return False
    turned = bool(_PASSIVE_EN.search(said)) != bool(_PASSIVE_EN.search(noted))
    return all(_in_order(kind, one, two) for kind in _values_of(one, two)) and (
        turned or _in_order(_names_of(two), one, two)
    )


def _values_of(one: Topic, two: Topic) -> tuple[frozenset[str], ...]:
    """Return the kinds of tokens of which two may not change places."""
    both = frozenset(one.tokens) & frozenset(two.tokens)
    graded = frozenset(token for token in both if is_exclusive(token))
    return two.terms.numbers, two.terms.dates, two.terms.versions, two.terms.identifiers, graded


def _names_of(topic: Topic) -> frozenset[str]:
    return frozenset().union(*topic.phrases) | topic.terms.names


def _in_order(kind: frozenset[str], one: Topic, two: Topic) -> bool:
    mine = [token for token in one.tokens if token in kind]
    noted = [token for token in two.tokens if token in kind]
    return mine == noted or not set(mine) & set(noted)


def _chinese(one: Topic, two: Topic, said: str, noted: str) -> bool:
    """Return whether two Chinese texts differ in light words and the place of a date alone, or one is the passive."""
    mine, other = _weighty(one), _weighty(two)
    if len(mine) < _MIN_TOKENS or _dates_in_order(one) != _dates_in_order(two):
        return False
    if mine == other:
        return True
    turned = bool(_TURNED_ZH.search(said)) != bool(_TURNED_ZH.search(noted))
    if not turned or len(mine) > _MAX_TURNED or Counter(mine) != Counter(other):
        return False
    blocks = SequenceMatcher(None, other, mine, autojunk=False).get_matching_blocks()
    return sum(block.size > 0 for block in blocks) <= _MAX_BLOCKS


def _dates_in_order(topic: Topic) -> list[str]:
    return [token for token in topic.terms.content if token in topic.terms.dates]


def _weighty(topic: Topic) -> list[str]:
    return [token for token in topic.terms.content if token not in _LIGHT_ZH and token not in topic.terms.dates]

"""Which messages, or which earlier facts, a text rests on: by the words that they share."""

import math
import re
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from core.text.words import word_set

_Key = TypeVar("_Key", bound=Hashable)

MOST_SOURCES = 6
_SHARE_OF_BEST = 0.6  # a source that shares much less than the best one is there by chance
_LEAST_SHARED = ((2, 1), (7, 2))  # (texts of up to so many words, must share so many)
_LEAST_SHARED_LONG = 3
_LEAST_PAIRS = 0.7
_SHORT = 4  # letters of a word that has no endings to lose
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]+(?:['’][^\W\d_]{1,3})?|[0-9]+|[\u3400-\u9fff]+")
_HAN = re.compile("[\u3400-\u9fff]")
# Words that any two texts share, and words for whoever speaks.
_EMPTY = word_set(
    """
    a about all also am an and any are as at be been being but by can could did do does for from had has have he her
    hers him his how i if in into is it its just me more most my no not now of off on once or our out over she should
    so some such than that the their them then there these they this those to too up us user was we were what when
    where which while who whom why will with would you your speaker assistant
    用户 我们 他们 她们 你们 它们 自己 这个 那个 这些 那些 一个 一些 就是 因为 所以 但是 如果 已经 可以 今天 昨天 明天
    """
)


def shared_words(text: str) -> frozenset[str]:
    """Return what of a text can be found again: Latin words, runs of digits, and pairs of Han characters.

    Case is folded; a Latin word keeps its marks and is one word. Single letters and empty words are left out.
    """
    found: set[str] = set()
    for match in _WORD.finditer(text.casefold()):
        run = match[0]
        if _HAN.match(run):
            found.update(run[at : at + 2] for at in range(len(run) - 1))
        elif len(run) > 1 or run.isdigit():
            found.add(run)
    return frozenset(found - _EMPTY)


def sources_of(text: str, offered: Iterable[tuple[_Key, str]], *, best_stays: bool = False) -> list[_Key]:
    """Return which of the texts offered a text rests on: those that share most words with it, in their own order.

    A source counts when it shares at least 60 % of what the best one shares, and at least one, two or three
    words as the text has up to two, up to seven, or more. At most six are returned; among equals the earlier stays.

    Args:
        text: what rests on something.
        offered: (key, text) of the possible sources.
        best_stays: whether the best sources count however little they share, for where one of them must be it.
    """
    mine = shared_words(text)
    hits = [(key, len(mine & shared_words(body))) for key, body in offered]
    best = max((count for _, count in hits), default=0)
    if not best:
        return []
    least = next((few for words, few in _LEAST_SHARED if len(mine) <= words), _LEAST_SHARED_LONG)
    wanted = max(math.ceil(_SHARE_OF_BEST * best), min(least, best) if best_stays else least)
    chosen = sorted((-count, at) for at, (_, count) in enumerate(hits) if count >= wanted)[:MOST_SOURCES]
    return [hits[at][0] for _, at in sorted(chosen, key=lambda pair: pair[1])]


def fullest(text: str, passages: Sequence[str], known: Iterable[str] = ()) -> int | None:
    """Return the index of the first passage that holds every word of a text; None when none does.

    Inflected endings are no difference. Of the pairs of Han characters 70 % are enough, for Chinese has
    no words to part them by; words of ``known`` (who is speaking) need not be there.

    Args:
        text: what a passage should say.
        passages: the passages.
        known: what the text may say besides.
    """
    mine = shared_words(text) - shared_words("\n".join(known))
    words = {word for word in mine if not _HAN.match(word)}
    pairs = mine - words
    for index, passage in enumerate(passages):
        theirs = shared_words(passage)
        if len(mine) > 1 and len(pairs & theirs) >= _LEAST_PAIRS * len(pairs) and _all_held(words, theirs):
            return index
    return None


def _all_held(words: Iterable[str], theirs: frozenset[str]) -> bool:
    return all(
        word in theirs or (len(word) > _SHORT and any(one.startswith(word[: max(4, len(word) - 3)]) for one in theirs))
        for word in words
    )

"""Whether a passage is a sentence: what says something, in either language, from what only names it."""

import re
from functools import lru_cache

from core.extract.chinese.predicates import has_predicate
from core.extract.chinese.words import TIME_ONLY
from core.extract.english.sentence import Sentence, finite_verb, is_plural, read_sentence
from core.extract.english.words import AUXILIARIES, DETERMINERS, PREPOSITIONS
from core.extract.verbs import BASES, Form

_HAN = re.compile(r"[\u3400-\u9fff]")
_LEAST_HAN = 6  # of a sentence whose predicate is not known
# A noun with a relative clause and no verb of its own: "Appliances that were rebuilt."
_NOUN_ONLY = re.compile(
    r"^(?:The |All |Any )?[\w-]+(?: [\w-]+){0,2} (?:that|which|who) (?:is|are|was|were|has been"
    r"|have been)(?: \w+ly| not| already)? [a-z]+\.?$"
)


@lru_cache(maxsize=8_192)  # the revisions of a report say most sentences again
def states(text: str) -> bool:
    """Return whether an English passage is a sentence: a subject with its verb, or advice in the imperative.

    A text with a full stop, a capital and five words is one even when its verb is not in the tables, as
    long as some word may be a verb.
    """
    if text.isupper():
        return len(text.split()) >= 5 and text.endswith(".")
    s = read_sentence(text)
    if len(s.words) < 3:
        return False
    if s.lower[0] == "to" and "," not in s.words and not AUXILIARIES.intersection(s.lower):
        return False
    if _NOUN_ONLY.match(text):
        return False
    if finite_verb(s, 0, len(s.words)) is not None:
        return True
    if s.lower[0] in BASES and len(s.words) >= 4 and s.words[0][0].isupper() and not s.words[1][0].isupper():
        return True
    closed = text.endswith((".", "!")) and text[0].isupper() and len(s.words) >= 6 and s.lower[0] not in PREPOSITIONS
    return closed and any(_maybe_verb(s, at) for at in range(1, len(s.words) - 2))


@lru_cache(maxsize=8_192)
def tells(text: str) -> bool:
    """Return whether a Chinese passage is a sentence: it has a stop or a predicate, and more than a time or a name."""
    bare = text.rstrip("。！!；;")
    if TIME_ONLY.match(bare) or len(bare) < 4:
        return False
    return has_predicate(bare) or (text != bare and "、" not in bare and len(_HAN.findall(bare)) >= _LEAST_HAN)


def _maybe_verb(s: Sentence, at: int) -> bool:
    """Return whether a word inside a sentence has a shape that a finite verb may have: *rates*, *bricks*."""
    word, before = s.lower[at], s.lower[at - 1]
    if s.words[at][0].isupper() or before in DETERMINERS or before in PREPOSITIONS:
        return False
    third = bool(s.forms[at] & Form.THIRD) or (word.endswith("s") and not word.endswith(("ss", "us", "is")))
    third = third or bool(s.forms[at] & Form.BASE and is_plural(s.lower[0 if s.lower[0] not in DETERMINERS else 1]))
    opens = s.lower[at + 1] in DETERMINERS or s.words[at + 1][0].isupper() or s.lower[at + 1] in ("to", "that")
    return third and opens and not s.depth[at]

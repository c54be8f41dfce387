"""One English sentence as words with their places, and where its verbs are."""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from core.extract.english.words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PLURAL_PRONOUNS,
    PREPOSITIONS,
    PRONOUN_SUBJECTS,
    RELATIVES,
    SUBORDINATORS,
)
from core.extract.verbs import Form, forms_of

_TOKEN = re.compile(
    r"[A-Za-z]{1,2}\.(?:[A-Za-z]\.)+|(?:https?|hxxps?)[:\[]\S+|\d[\d,.]*\d%?"
    r"|[^\W_](?:[\w'’.\-/&@:+#\\]*[\w+#])?(?:['’](?![\w]))?|[^\w\s]|_"
)
_OPEN = frozenset("([“‘")
_CLOSE = frozenset(")]”’")
_NESTING = _OPEN | _CLOSE | {'"'}
_NOT_PLURAL = ("ss", "us", "is", "'s", "’s")
_ADJECTIVE_ENDS = ("al", "ive", "ous", "ic", "ful", "less", "able", "ible", "ary", "ish", "ual", "ant", "ent")
# Pairs that name one thing: what stands in them is never parted.
COMPOUND = re.compile(
    r"\b(?:command and control|tactics, techniques,? and procedures|terms and conditions"
    r"|research and development|search and rescue"
    r"|trial and error|health and safety|law and order|supply and demand|back and forth|pros and cons"
    r"|black and white|rock and roll"
    r"|rhythm and blues|arts and crafts|food and drink|profit and loss|science and technology|mergers and acquisitions"
    r"|public and private|hardware and firmware|national and international|men and women|track and field)\b",
    re.IGNORECASE,
)
MOST_WORDS = 90  # a longer sentence is a list or a table in disguise: it is not taken apart


@dataclass(slots=True)
class Sentence:
    """The words of a sentence; ``depth`` is above 0 inside brackets and quotation marks.

    ``verbs`` keeps which finite verb was found between two places: every splitter asks.
    """

    text: str
    words: list[str]
    lower: list[str]
    spans: list[tuple[int, int]]
    depth: list[int]
    forms: list[int]
    verbs: dict[tuple[int, int], int | None] = field(default_factory=dict)

    def slice(self, first: int, stop: int) -> str:
        """Return the text of the words from ``first`` up to, not including, ``stop``."""
        return self.text[self.spans[first][0] : self.spans[stop - 1][1]] if stop > first else ""

    def rest(self, first: int) -> str:
        """Return the text from the word ``first`` to the end."""
        return self.text[self.spans[first][0] :]


@lru_cache(maxsize=2_048)  # a sentence is read again by each splitter; nobody changes what is read
def read_sentence(text: str) -> Sentence:
    """Return the words of a sentence with their places."""
    spans = [match.span() for match in _TOKEN.finditer(text)]
    words = [text[first:stop] for first, stop in spans]
    depths = [0] * len(words) if _NESTING.isdisjoint(text) else _depths(words)
    if " and " in text.lower():
        for match in COMPOUND.finditer(text):
            first, stop = match.span()
            for at, (start, _) in enumerate(spans):
                if first <= start < stop:
                    depths[at] = max(depths[at], 1)
    lower = [word.lower() for word in words]
    if "’" in text:
        lower = [word.replace("’", "'") for word in lower]
    return Sentence(text, words, lower, spans, depths, [*map(forms_of, lower)])


def _depths(words: list[str]) -> list[int]:
    """Return how deep in brackets and quotation marks each word stands; unclosed ones protect nothing."""
    depths = []
    level, straight = 0, False
    for word in words:
        if word == '"':
            straight = not straight
            depths.append(1)
        elif word in _OPEN:
            level += 1
            depths.append(level)
        elif word in _CLOSE:
            depths.append(max(level, 0))
            level = max(level - 1, 0)
        else:
            depths.append(level + straight)
    return [0] * len(words) if level or straight else depths


def is_plural(word: str) -> bool:
    """Return whether a noun looks plural."""
    return (word.endswith("s") and not word.endswith(_NOT_PLURAL)) or word in (
        "people",
        "men",
        "women",
        "children",
        "police",
        "data",
        "personnel",
    )


def _opens_object(s: Sentence, at: int, stop: int) -> bool:
    """Return whether the word at ``at`` can begin what a verb governs."""
    if at >= stop:
        return True
    word, low = s.words[at], s.lower[at]
    return (
        low in DETERMINERS
        or low in PREPOSITIONS
        or low in ADVERBS
        or low in SUBORDINATORS
        or low.endswith("ly")
        or word[:1].isupper()
        or word[:1].isdigit()
        or s.depth[at] > 0
        or word in "\"“'‘("
    )


def _blocked(s: Sentence, at: int, first: int) -> bool:
    """Return whether the word before makes a verb reading impossible."""
    if at == first:
        return True
    before = s.lower[at - 1]
    return (
        (
            before in DETERMINERS
            and before
            not in ("this", "that", "these", "those", "all", "both", "most", "some", "many", "few", "several")
        )
        or (before in PREPOSITIONS and before != "like")
        or before.endswith(("'s", "s'"))
    )


def _strong(s: Sentence, at: int, first: int) -> bool:
    """Return whether the word can only be a finite verb where it stands."""
    low = s.lower[at]
    if low in AUXILIARIES:
        return (
            at > first
            and s.lower[at - 1] not in PREPOSITIONS
            and not (low in ("can", "will", "may") and s.words[at][0].isupper())
        )
    form = s.forms[at]
    return bool(form & Form.PAST) and not form & (Form.PARTICIPLE | Form.BASE) and not _blocked(s, at, first)


def _weak(s: Sentence, at: int, first: int, stop: int) -> bool:
    """Return whether the word may be a finite verb, judged by its neighbours."""
    form = s.forms[at]
    if not form or _blocked(s, at, first) or s.words[at][0].isupper():
        return False
    before = s.lower[at - 1]
    if form & Form.PAST:
        return s.lower[at + 1 : at + 2] != ["by"]  # "files stolen by X": a participle without its verb
    if form & Form.THIRD:
        named = at - 1 > first and s.words[at - 1][0].isupper() and _opens_object(s, at + 1, stop)
        if (
            (is_plural(before) and not named)  # "Northwind Labs attributes the intrusion": a name may end in s
            or before in PLURAL_PRONOUNS
            or (before.endswith(_ADJECTIVE_ENDS) and not s.words[at - 1][0].isupper())
        ):
            return False
        ends = at + 1 >= stop or s.lower[at + 1] in (",", ";", "and")
        if ends and before not in PRONOUN_SUBJECTS and before.islower() and s.words[at - 1].isupper():
            return False  # "films and TV shows, …"
        if at + 1 >= stop and before not in PRONOUN_SUBJECTS:
            return False  # "two severity issues" and "Hindi films" end in a noun
        after_verb = at + 1 < stop and (s.lower[at + 1] in AUXILIARIES or _bare_verb(s, at + 1))
        return not after_verb and (
            _opens_object(s, at + 1, stop)
            or bool(s.words[at - 1][0].isupper())
            or before in PRONOUN_SUBJECTS
            or s.forms[at + 1] == Form.NONE
        )
    if form & Form.BASE:
        named_list = at >= 3 and "and" in s.lower[max(first, at - 4) : at]
        return (
            is_plural(before)
            or before in PLURAL_PRONOUNS
            or before == "who"
            or named_list
            or (
                (before in ADVERBS or before.endswith("ly"))
                and at - 2 >= first
                and (is_plural(s.lower[at - 2]) or s.lower[at - 2] in PLURAL_PRONOUNS)
            )
        )
    return False


def _bare_verb(s: Sentence, at: int) -> bool:
    return bool(s.forms[at] & Form.BASE) and not s.forms[at] & Form.THIRD and not s.words[at][0].isupper()


def finite_verb(s: Sentence, first: int, stop: int) -> int | None:
    """Return the place of the main finite verb of the words ``first``..``stop``, or None.

    The first certain verb wins over an earlier uncertain one when nothing but a noun phrase lies
    between; a relative clause inside the subject takes its own verb with it.
    """
    span = (first, stop)
    if span not in s.verbs:
        s.verbs[span] = _find_verb(s, first, stop)
    return s.verbs[span]


def _find_verb(s: Sentence, first: int, stop: int) -> int | None:
    pending = 0
    candidate: int | None = None
    for at in range(first, min(stop, len(s.words))):
        if s.depth[at]:
            continue
        low = s.lower[at]
        if candidate is not None and (
            low in SUBORDINATORS or low in RELATIVES or low in ("and", "or", "but", ",", ";", ":", "to")
        ):
            return candidate
        if low in ("who", "which", "whose") or (low == "that" and at > first and s.lower[at - 1] not in PREPOSITIONS):
            pending += 1
            continue
        if at == first or not (s.forms[at] or low in AUXILIARIES):
            continue
        if _strong(s, at, first):
            if pending:
                pending -= 1
                continue
            return at
        if candidate is None and _weak(s, at, first, stop):
            if pending:
                pending -= 1
                continue
            candidate = at
    return candidate

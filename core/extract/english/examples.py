"""Part examples from what they are examples of: *many tools, including A and B*."""

import re

from core.extract.english.enumerations import group_end
from core.extract.english.sentence import Sentence, finite_verb, is_plural, read_sentence
from core.extract.english.words import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUN_SUBJECTS,
    RELATIVES,
    SUBORDINATORS,
)
from core.extract.verbs import Form
from core.extract.wordlists import word_set

_MOST_ITEMS = 12
_ITEM_MOST_WORDS = 12
_QUANTIFIERS = word_set(
    """
    numerous various several many multiple some other two three four five six seven eight nine ten different
    certain such notable prominent major both dozens hundreds countless
    """
)
_NO_GROUP = PREPOSITIONS | DETERMINERS | _QUANTIFIERS | {"and", "or", ","}
_OPENERS = ("including", "such", "namely", "notably")
_QUOTED = re.compile(r"[\"“](?P<title>[^\"“”]{1,80}?)[,.]?[\"”](?P<year>\s*\([^()]{1,30}\))?")
_BETWEEN = re.compile(r"^(?:[\s,.;&]|and|or|among others|etc)*$")


def _quoted_items(text: str) -> list[str]:
    """Return the quoted titles of a list in which the commas stand inside the quotation marks."""
    matches = list(_QUOTED.finditer(text))
    rest = _QUOTED.sub("", text)
    if len(matches) < 2 or not _BETWEEN.match(rest):
        return []
    return [f'"{m["title"]}"{m["year"] or ""}' for m in matches]


def _listed_items(text: str, *, open_end: bool = False) -> list[str]:
    """Return the members of ``A, B, and C``, or [] when one of them is more than a noun phrase.

    With ``open_end`` ("…, among others") the last member needs no *and* before it.
    """
    s = read_sentence(text)
    commas = [k for k, word in enumerate(s.words) if word == "," and not s.depth[k]]
    ands = [k for k, word in enumerate(s.lower) if word == "and" and not s.depth[k] and (not commas or k >= commas[-1])]
    cuts = sorted({*commas, *(ands[:1] if ands else [])})
    if not ands and not (open_end and commas):
        return []
    items: list[str] = []
    start = 0
    for cut in [*cuts, len(s.words)]:
        if cut > start:
            if (
                cut - start > _ITEM_MOST_WORDS
                or _has_clause(s, start, cut)
                or s.lower[start].endswith("ing")
                or s.lower[start] in PREPOSITIONS | {"others", "more"}
            ):
                return []
            if items and s.forms[start] & Form.BASE and not s.words[start][0].isupper() and cut - start > 1:
                return []
            start += s.lower[start] in ("especially", "particularly", "and")
            items.append(s.slice(start, cut))
        start = cut + 1
    return items


def _lone_item(text: str) -> list[str]:
    """Return the one example when it is a name or a title, [] for anything longer."""
    s = read_sentence(text)
    named = bool(s.words) and (s.words[-1][0].isupper() or s.words[-1] in ')"”')
    plain = "and" not in s.lower and "," not in s.words and not _has_clause(s, 0, len(s.words))
    return [text.strip(" .")] if named and plain and len(s.words) <= _ITEM_MOST_WORDS else []


def _has_clause(s: Sentence, start: int, stop: int) -> bool:
    """Return whether a member holds a verb or a relative that is no part of a title."""
    plain = {s.lower[k] for k in range(start, stop) if not s.words[k][0].isupper() and not s.depth[k]}
    return bool(plain & (AUXILIARIES | RELATIVES | SUBORDINATORS | PRONOUN_SUBJECTS))


def _opening(s: Sentence) -> tuple[int, int] | None:
    """Return where the word that opens the examples stands and where they begin."""
    for at in range(3, len(s.words) - 1):
        if s.depth[at] or s.lower[at] not in _OPENERS:
            continue
        if s.lower[at] != "such":
            return at, at + 1
        if s.lower[at + 1] == "as" and at + 2 < len(s.words):
            return at, at + 2
    return None


def split_examples(s: Sentence) -> list[str]:
    """Part a clause from the examples at its end, and give each example a statement.

    Where the examples stand for a counted group ("several books on trade"), each takes the
    group's place ("wrote X"); otherwise the clause is repeated with one example each.
    """
    opening = _opening(s)
    if opening is None:
        return _included(s)
    at, first = opening
    verb = finite_verb(s, 0, at)
    if verb is None or verb == 0:
        return []
    text = re.sub(
        r",? (?:among (?:many )?others|(?:and|&) (?:many |several )?(?:more|others)|etc\.?)$",
        "",
        s.rest(first),
    )
    items = _quoted_items(text) or _listed_items(text, open_end=len(text) < len(s.text) - s.spans[first][0])
    main_stop = at - 1 if s.lower[at - 1] == "," else at
    items = items or _lone_item(text)
    if not 1 <= len(items) <= _MOST_ITEMS or main_stop - verb < 2:
        return []
    group = _bare_group(s, verb, main_stop) or next(
        (k for k in range(main_stop - 1, verb, -1) if s.lower[k] in _QUANTIFIERS and not s.depth[k]), None
    )
    if group is not None and group - 1 > verb and s.lower[group - 1] in ("the", "a", "his", "her", "their", "its"):
        group -= 1
    if {"not", "no", "never"} & set(s.lower[:at]) or (len(items) == 1 and group is None):
        return []
    head = (
        s.slice(0, group)
        if group is not None and "and" not in s.lower[verb:group]
        else f"{s.slice(0, main_stop)}, {s.slice(at, first)}"
    )
    return [s.slice(0, main_stop), *(f"{head} {item}" for item in items)]


def _bare_group(s: Sentence, verb: int, stop: int) -> int | None:
    """Return where a bare plural group begins ("roles in films", "uses tools"), or None."""
    if not is_plural(s.lower[stop - 1]) or s.words[stop - 1][0].isupper():
        return None
    end = group_end(s, verb)
    at = stop - 1
    while at > end and stop - at <= 3 and s.words[at][0].islower() and s.lower[at] not in _NO_GROUP:
        at -= 1
    governed = (at == end and s.lower[end] not in AUXILIARIES) or (at > end and s.lower[at] in PREPOSITIONS - {"of"})
    if governed and s.lower[at] == "to" and s.forms[at + 1] & Form.BASE:
        at += 1  # "to accept connections, such as …": the verb stays
    return at + 1 if governed else None


def _included(s: Sentence) -> list[str]:
    """Part ``Its tools include A, B, and C`` and a list of quoted titles at the end of a clause."""
    verb = finite_verb(s, 0, len(s.words))
    if verb is None or verb == 0:
        return []
    first = verb + 1
    if s.lower[verb] not in ("include", "includes", "included"):
        quotes = [k for k in range(first, len(s.words)) if s.words[k] in '"“']
        if not quotes:
            return []
        first = quotes[0]
    text = s.rest(first) if first < len(s.words) else ""
    items = _quoted_items(text) or (_listed_items(text) if first == verb + 1 else [])
    if not 2 <= len(items) <= _MOST_ITEMS:
        return []
    return [f"{s.slice(0, first)} {item}" for item in items]

"""Split an English sentence into atomic statements, each with its own subject.

Each splitter is one way in which two statements share a sentence; it returns the parts, or an
empty list when it does not apply. What a splitter cannot read with confidence stays whole: a long
true statement is better than a short wrong one. Cause, condition and order are never taken apart.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from core.extract.english.appositions import split_apposition, split_named_kin, split_trailing_apposition
from core.extract.english.enumerations import (
    split_enumeration,
    split_same_preposition,
    split_twin_objects,
)
from core.extract.english.examples import split_examples
from core.extract.english.frames import LABEL, expanded, leading_adjunct, strip_connective, trailing_order
from core.extract.english.predicates import split_predicates
from core.extract.english.sentence import MOST_WORDS, Sentence, finite_verb, read_sentence
from core.extract.english.subclauses import (
    split_adverbial_relative,
    split_life,
    split_participle_tail,
    split_reduced,
    split_relative,
)
from core.extract.english.words import (
    AUXILIARIES,
    BE,
    BINDING,
    DETERMINERS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUN_SUBJECTS,
    SUBORDINATORS,
)
from core.extract.verbs import BASES, Form
from core.extract.wordlists import word_set
from core.text.pattern_set import PatternSet, loosened

MOST_PARTS = 14
# Subjects that mean nothing without the clause before: "…, and the severity is low".
_HANGING = word_set(
    """
    severity score string vector impact rest result latter former issue reason same one others note
    """
)
_ROUNDS = 6
_BINDING = re.compile(BINDING, re.IGNORECASE)
_MAY_BIND = PatternSet([f"(?i){loosened(BINDING)}"])
_REPORTS = (
    r"\b(?:says?|said|believes?|believed|claims?|claimed|warns?|warned|assess(?:es|ed)?|alleges?"
    r"|alleged|estimates?|estimated|thinks?|thought|suggests?|suggested|according to|suspects?"
    r"|suspected|states?|stated) (?:that\b|the\b|it\b|this\b|[A-Z])"
)
_REPORTING = re.compile(_REPORTS)
_MAY_REPORT = PatternSet([_REPORTS])

Splitter = Callable[[Sentence], list[str]]
Split = Callable[[str], list[str]]  # a sentence → its statements


def split_independent(s: Sentence) -> list[str]:
    """Part ``A did this, and B did that`` and ``A did this; B did that``."""
    total = len(s.words)
    for at in range(2, total - 2):
        if s.depth[at] or s.lower[at] not in (";", "and", "but", "while", "yet"):
            continue
        first = at + 1
        if s.lower[at] == ";" and s.lower[first] in ("and", "but", "however", "also"):
            first += 1 + (s.lower[first + 1] == ",")
        if s.lower[at] == "while" and s.lower[at - 1] != ",":
            continue
        verb = finite_verb(s, first, total)
        if verb is not None and _reduced(s, verb):
            continue
        if verb is None or not 1 <= verb - first <= 9 or _broken(s, first, verb):
            continue
        left_stop = at - 1 if s.lower[at - 1] == "," else at
        left_verb = finite_verb(s, 0, left_stop)
        if left_verb is None or _open_relative(
            s, left_verb, left_stop, comma=s.lower[at - 1] in (",", ";") or s.lower[at] == ";"
        ):
            continue
        right = _right_clause(s, left_verb, first)
        if right and "between" not in s.lower[left_verb:left_stop]:
            return [s.slice(0, left_stop), right]
    return []


_OBJECTS = frozenset(["it", "them", "him"])  # "her" owns as often
_THEY = frozenset(["it", "they", "this", "these", "that", "those"])


def _right_clause(s: Sentence, left_verb: int, first: int) -> str:
    """Return the second clause with its subject named, or '' when only the first one says what *it* is."""
    low = s.lower[first]
    rest = s.rest(first)
    if low in ("its", "their"):
        return _owned(s, left_verb, rest[len(low) :])
    if low not in _THEY and low not in ("he", "she"):
        return rest
    if low == s.lower[0]:
        return rest
    subject = s.slice(0, left_verb)
    if low in ("he", "she") and _meets_somebody(s, left_verb, first):
        return ""
    if low in ("he", "she") and left_verb <= 4 and all(word[0].isupper() for word in s.words[:left_verb]):
        return subject + rest[len(low) :] if s.lower[0] not in ("he", "she") else rest
    return ""


def _meets_somebody(s: Sentence, verb: int, stop: int) -> bool:
    """Return whether a clause names another person whom *he* or *she* may mean: *married Jo Bean in 1954; he died*."""
    return any(
        s.words[at][0].isupper() and (at == verb + 1 or s.lower[at - 1] in _WITH_PEOPLE or s.forms[at - 1])
        for at in range(verb + 1, stop)
    )


_WITH_PEOPLE = frozenset(("by", "with", "to", "from", "for", "and", "than"))


def _owned(s: Sentence, left_verb: int, rest: str) -> str:
    """Return "X's …" for "its …" after a clause that only says what X is, '' where another noun may be meant."""
    if s.lower[left_verb] not in BE or s.lower[0] in PRONOUN_SUBJECTS or s.lower[0] in POSSESSIVES:
        return ""
    owner = s.slice(0, left_verb)
    return owner + ("'" if owner.endswith("s") else "'s") + rest


def _reduced(s: Sentence, verb: int) -> bool:
    """Return whether the verb may be a bare participle (*the fixes made available on*), or its subject hangs back."""
    form = s.forms[verb]
    if s.lower[verb - 1] in PRONOUN_SUBJECTS:
        return False
    if form & Form.PARTICIPLE and s.lower[verb] not in AUXILIARIES:
        after = s.lower[verb + 1] if verb + 1 < len(s.words) else ""
        if not (after in DETERMINERS or after.isdigit() or s.words[min(verb + 1, len(s.words) - 1)][0].isupper()):
            return True
    if (
        form & Form.THIRD
        and s.lower[verb] not in AUXILIARIES
        and s.lower[verb + 1 : verb + 2]
        and s.lower[verb + 1] in PREPOSITIONS
    ):
        return s.words[verb - 1][0].islower()  # "several user accounts with …" has no verb
    return s.lower[verb - 1] in _HANGING


def _broken(s: Sentence, first: int, verb: int) -> bool:
    """Return whether the words before the verb are no plain subject."""
    between = s.lower[first:verb]
    head = s.words[first]
    if {",", ";", ":", "to", "and"} & set(between):
        return True
    if first == verb:
        return True
    starts_well = head[0].isupper() or s.lower[first] in (
        "the",
        "a",
        "an",
        "it",
        "he",
        "she",
        "they",
        "we",
        "i",
        "this",
        "these",
        "those",
        "his",
        "her",
        "its",
        "their",
        "there",
        "some",
        "many",
        "most",
        "all",
        "both",
        "several",
        "no",
        "other",
        "another",
        "each",
    )
    return not starts_well


def _open_relative(s: Sentence, first: int, stop: int, *, comma: bool) -> bool:
    """Return whether a relative clause or an infinitive is still open, so that *and* may belong to it."""
    words = s.lower[first:stop]
    return not comma and bool((SUBORDINATORS | {"which", "who"}) & set(words))


# Each splitter, and the words without one of which it has nothing to part.
SPLITTERS: tuple[tuple[Splitter, frozenset[str]], ...] = tuple(
    (splitter, word_set(words))
    for splitter, words in (
        (split_independent, "; and but while yet"),
        (split_adverbial_relative, "where which whom"),
        (split_relative, "who which"),
        (split_reduced, "born known based located headquartered nicknamed educated raised founded established"
        " released discovered formed"),
        (split_apposition, ","),
        (split_named_kin, ","),
        (split_trailing_apposition, ","),
        (split_participle_tail, ","),
        (split_predicates, "and but"),
        (split_examples, 'including such namely notably include includes included " “'),
        (split_same_preposition, "and"),
        (split_twin_objects, "and"),
        (split_enumeration, "and"),
        (split_life, "born died passed founded established married killed buried"),
    )
)  # fmt: skip


def finished(part: str, stop: str) -> str:
    """Return a part as a sentence: a capital at the start where it is a plain word, the sentence's own stop."""
    part = part.strip(" ,;:")
    if part.endswith(("and", " but")) and part.rsplit(" ", 1)[-1] in ("and", "but"):
        part = part.rsplit(" ", 1)[0].rstrip(" ,")
    word = re.match(r"[a-z]+(?=[ ,'’])", part)
    if word:
        part = part[0].upper() + part[1:]
    return part if part.endswith((".", "!", "?", "…", '."', ".”")) else part + stop


def statements(text: str) -> list[str]:
    """Return the atomic statements of one sentence, in order; the sentence itself when it is one."""
    return list(_statements(text))


@lru_cache(maxsize=8_192)  # the revisions of a report say most sentences again
def _statements(text: str) -> Sequence[str]:
    text = strip_connective(expanded(text.strip()))
    stop = text[-1:] if text[-1:] in ".!" else ""
    body = text[: -len(stop)] if stop else text
    if body.isupper():
        return [body.strip(". ") + (stop or ".")]
    if is_one_statement(body):
        return [finished(body, stop)]
    lead, rest = leading_adjunct(body)
    rest, tail = trailing_order(rest)
    if (_MAY_BIND.holds(rest) and _BINDING.search(rest)) or rest.partition(" ")[0].lower() in SUBORDINATORS:
        return [finished(body, stop)]
    parts = _take_apart(rest)
    parts[-1] += tail
    if not 1 < len(parts) <= MOST_PARTS:
        return [finished(body, stop)]
    if not all(_has_verb(part) for part in parts) or any(map(_leaves_object, parts[1:])):
        return [finished(body, stop)]
    shared = not lead.startswith("In addition")
    return [finished(lead + part if lead and (shared or not n) else part, stop) for n, part in enumerate(parts)]


def is_one_statement(body: str) -> bool:
    """Return whether a sentence is never taken apart: a report of what somebody says, advice, a label, a long list."""
    return (
        "—" in body
        or bool(LABEL.match(body))
        or len(body) > 900
        or (_MAY_REPORT.holds(body) and bool(_REPORTING.search(body)))
        or _imperative(body)
    )


def _has_verb(part: str) -> bool:
    s = read_sentence(part)
    return len(s.words) >= 3 and finite_verb(s, 0, len(s.words)) is not None


def _leaves_object(part: str) -> bool:
    """Return whether a part speaks of *it* or *them* as its object, which only the part before names."""
    s = read_sentence(part)
    places = [at for at in range(1, len(s.words)) if s.lower[at] in _OBJECTS and not s.depth[at]]
    return any(s.forms[at - 1] != Form.NONE and s.lower[at - 1] not in AUXILIARIES for at in places)


def _imperative(text: str) -> bool:
    """Return whether a sentence opens with a bare verb: advice is one fact, its parts hang together."""
    first, _, rest = text.partition(" ")
    if first.endswith("ly"):
        first, _, rest = rest.partition(" ")
        first = first.capitalize()
    return first.lower() in BASES and first[:1].isupper() and rest.partition(" ")[0].lower() not in AUXILIARIES


def _take_apart(text: str) -> list[str]:
    """Apply the splitters until none applies; parts keep the order of the text."""
    todo: list[tuple[str, int]] = [(text, 0)]
    done: list[str] = []
    while todo:
        part, rounds = todo.pop(0)
        split: list[str] = []
        if rounds < _ROUNDS and len(done) + len(todo) < MOST_PARTS:
            s = read_sentence(part)
            if 5 <= len(s.words) <= MOST_WORDS:
                words = frozenset(s.lower)
                for splitter, needed in SPLITTERS:
                    split = splitter(s) if not needed.isdisjoint(words) else []
                    if len(split) > 1:
                        break
        if len(split) > 1:
            # an example is a member of one list already: it is not taken apart again
            deeper = _ROUNDS if splitter is split_examples else rounds + 1
            todo[:0] = [(piece, deeper if n else rounds + 1) for n, piece in enumerate(split)]
        else:
            done.append(part)
    return done

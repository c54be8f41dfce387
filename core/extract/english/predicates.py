"""Part what one subject does in several verbs: *X uses A and targets B*."""

from core.extract.english.sentence import Sentence, finite_verb, is_plural
from core.extract.english.words import (
    ADVERBS,
    AUXILIARIES,
    BE,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    PREPOSITIONS,
)
from core.extract.verbs import Form
from core.extract.wordlists import word_set

_OPEN_WORDS = word_set(
    """
    including such that which who whose whether how why where to after before when while until once as than
    """
)
_SUBJECT_MOST_WORDS = 14
_PARTICLES = frozenset(("up", "out", "off", "down", "away", "back", "over", "on"))
# Verbs without a passive: after "was found and" they stand alone.
_NEVER_PASSIVE = word_set(
    """
    served worked lived died stayed remained returned retired resigned travelled traveled competed debuted appeared
    arrived emerged continued began became went came disappeared vanished collapsed persisted belonged existed
    """
)


def _skip_adverbs(s: Sentence, at: int) -> int:
    while at < len(s.words) and (s.lower[at] in ADVERBS or (s.lower[at].endswith("ly") and not s.forms[at])):
        at += 1
    return at


def _takes_object(s: Sentence, at: int) -> bool:
    """Return whether what follows the verb at ``at`` is an object rather than the end or a preposition."""
    if at + 1 >= len(s.words):
        return False
    if s.lower[at + 1] in _PARTICLES and at + 2 < len(s.words):
        at += 1  # "brought up in", "carried out attacks"
    low = s.lower[at + 1]
    if s.forms[at + 1] == Form.ING:
        return False  # "file copying" is a thing
    if low in ADVERBS:
        return False
    return (low not in PREPOSITIONS and low not in (",", ";", "and", "or", "but", ".")) or low in DETERMINERS


def _plain_agrees(s: Sentence, verb: int, at: int) -> bool:
    """Return whether the verb at ``at`` has the tense and number of the plain verb before."""
    form, main = s.forms[at], s.forms[verb]
    if form & Form.THIRD and main & Form.THIRD:
        return _takes_object(s, at) or s.words[at - 2][0].isupper() or s.lower[at - 1] == ","
    if form & Form.PAST and main & Form.PAST:
        return True
    if form & Form.PAST and not form & Form.PARTICIPLE and main & (Form.THIRD | Form.BASE):
        return True
    if form & Form.BASE and main & Form.BASE and not form & Form.THIRD:
        return (
            _takes_object(s, at)
            and not s.words[at][0].isupper()
            and (s.lower[at + 1] in DETERMINERS or not is_plural(s.lower[at - 2]))
        )
    return False


def _after_auxiliary(s: Sentence, verb: int, at: int) -> str | None:
    """Return the auxiliary to repeat before the verb at ``at``, '' for none, None when it does not fit."""
    aux, form = s.lower[verb], s.forms[at]
    group = (
        s.slice(verb, verb + 2) if verb + 1 < len(s.words) and s.lower[verb + 1] in ("not", "been") else s.words[verb]
    )
    if aux in MODALS | DO:
        return group if form & Form.BASE and _takes_object(s, at) else None
    if aux in HAVE and s.lower[verb + 1 : verb + 2] == ["been"] and s.forms[min(verb + 2, len(s.words) - 1)] & Form.ING:
        group = s.words[verb]  # "has been testing and found" is "has found"
    if aux in HAVE and s.forms[_skip_adverbs(s, verb + 1) if verb + 1 < len(s.words) else verb] & Form.PARTICIPLE:
        if form & Form.PARTICIPLE and not (form & Form.PAST and not form & Form.PARTICIPLE):
            return group
        return "" if form & Form.THIRD and aux == "has" and _takes_object(s, at) else None
    if aux in BE:
        passive = verb + 1 < len(s.words) and bool(
            s.forms[min(_skip_adverbs(s, verb + 1), len(s.words) - 1)] & Form.PARTICIPLE
        )
        if form & Form.PAST and (not form & Form.PARTICIPLE or (aux in ("was", "were") and _takes_object(s, at))):
            return ""
        if form & Form.PARTICIPLE and passive and s.lower[at] in _NEVER_PASSIVE:
            return ""
        if form & Form.PARTICIPLE and passive:
            return None if _other_participle(s, verb, at) else group
        if form & Form.PAST and (aux in ("was", "were") or not passive):
            return ""
        if form & Form.THIRD and aux == "is":
            return "" if _takes_object(s, at) or not is_plural(s.lower[at - 2]) else None
    return None


def _other_participle(s: Sentence, verb: int, at: int) -> bool:
    """Return whether a participle stands between: *was seen using tools sent by mail and hidden*."""
    group = True
    for k in range(verb + 1, at):
        if s.forms[k] & Form.PARTICIPLE and not s.words[k][0].isupper() and not s.depth[k]:
            if not group and s.lower[k - 1] not in ADVERBS | {",", "and"} and not s.lower[k - 1].endswith("ly"):
                return True
        elif s.lower[k] not in ADVERBS and not s.lower[k].endswith("ly") and s.lower[k] != "been":
            group = False
    return False


def _joins(s: Sentence, verb: int, at: int) -> str | None:
    """Return what to put between subject and the verb at ``at``; None when it is no further predicate."""
    if s.depth[at] or s.words[at][0].isupper():
        return None
    if s.lower[at] in AUXILIARIES:
        return ""
    if not s.forms[at] or s.forms[at] == Form.ING:
        return None
    if s.lower[verb] in AUXILIARIES:
        joined = _after_auxiliary(s, verb, at)
        if joined is None and s.lower[verb] in HAVE and not s.forms[min(verb + 1, len(s.words) - 1)] & Form.PARTICIPLE:
            return "" if _plain_agrees(s, verb, at) else None
        return joined
    return "" if _plain_agrees(s, verb, at) else None


def _opens(s: Sentence, at: int, *, aided: bool) -> str:
    """Return what begins at a word after the verb: clause, infinitive, nothing ("as a midfielder"), or ''."""
    low = s.lower[at]
    if low == "as" and s.lower[at + 1] in ("a", "an", "the") and not aided:
        return "nothing"
    if low == "to":
        return "" if not s.forms[at + 1] & Form.BASE else "clause" if aided else "infinitive"
    return "clause" if low in _OPEN_WORDS else ""


def _next_conjunction(s: Sentence, at: int) -> int | None:
    """Return the next ", and" or ", but", behind which the main clause goes on; None when it may not."""
    if s.lower[at] in ("to", "including", "such"):
        return None
    places = range(at, len(s.words) - 1)
    return next((k for k in places if s.lower[k] == "," and s.lower[k + 1] in ("and", "but") and not s.depth[k]), None)


def _joined_at(s: Sentence, verb: int, at: int, *, infinitive: bool) -> tuple[int, int, str] | None:
    """Return (where the predicate after a conjunction begins, its verb, what is repeated), or None."""
    first = at + 1 if s.lower[at] != "," or s.lower[at + 1] not in ("and", "but") else at + 2
    target = _skip_adverbs(s, first)
    if target >= len(s.words) or (infinitive and s.forms[target] & Form.BASE):
        return None
    repeated = _joins(s, verb, target)
    return None if repeated is None else (first, target, repeated)


def split_predicates(s: Sentence) -> list[str]:
    """Part coordinated predicates and repeat the subject before each.

    A comma parts predicates only when the last of them follows *and* or *but*; a relative clause
    or an infinitive that is still open may own the second verb, so nothing is parted after it.
    """
    total = len(s.words)
    verb = finite_verb(s, 0, total)
    if verb is None or not 1 <= verb <= _SUBJECT_MOST_WORDS or {",", ":"} & set(s.lower[:verb]):
        return []
    if (s.lower[0] == "it" and "that" in s.lower) or ";" in s.lower:
        return []  # "it is possible, but was not seen, that …"
    subject_stop = verb
    while subject_stop > 1 and s.lower[subject_stop - 1] in ADVERBS:
        subject_stop -= 1
    cuts: list[tuple[int, int, str]] = []  # where the left ends, where the verb group begins, what is repeated
    verbs = [verb]
    aided = s.lower[verb] in AUXILIARIES
    infinitive = False  # one is open: a bare verb after it may belong to it, a past or third-person form cannot
    at = verb + 1
    while at < total - 1:
        low, opens = s.lower[at], _opens(s, at, aided=aided)
        if s.depth[at] or opens == "nothing":
            at += 1
            continue
        if opens == "infinitive":
            infinitive = True
            at += 2
            continue
        if opens == "clause":
            nearest = _next_conjunction(s, at)
            if nearest is None:
                break
            at = nearest
            continue
        joined = _joined_at(s, verb, at, infinitive=infinitive) if low in ("and", "but", ",") else None
        if joined is not None:
            first, target, repeated = joined
            cuts.append((at, first, repeated))
            verbs.append(target)
            if s.lower[target] in AUXILIARIES:
                verb = target  # what follows agrees with the nearer verb
            at = target
        at += 1
    cuts = [cut for n, cut in enumerate(cuts) if _complete(s, verbs[n], cut[0])]
    return _assemble(s, subject_stop, cuts)


def _complete(s: Sentence, verb: int, stop: int) -> bool:
    """Return whether the predicate from ``verb`` to ``stop`` says something without what follows the next verb."""
    last = s.lower[stop - 1]
    if (
        last in PREPOSITIONS
        or (last in AUXILIARIES and s.words[stop - 1].islower())
        or s.lower[stop - 1] in ("to", "not")
    ):
        return False
    passive = s.lower[verb] in BE | HAVE | MODALS
    return passive or stop - 1 > verb


def _assemble(s: Sentence, subject_stop: int, cuts: list[tuple[int, int, str]]) -> list[str]:
    if not cuts or s.lower[cuts[-1][1] - 1] not in ("and", "but"):
        return []
    subject = s.slice(0, subject_stop)
    parts, left = [s.slice(0, cuts[0][0])], None
    for n, (_, first, joined) in enumerate(cuts):
        left = cuts[n + 1][0] if n + 1 < len(cuts) else len(s.words)
        rest = s.slice(first, left)
        parts.append(" ".join(word for word in (subject, joined, rest) if word))
    return parts

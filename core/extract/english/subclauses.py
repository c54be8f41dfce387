"""Take out clauses that hang on a noun: relative clauses and participles."""

import re

from core.extract.english.sentence import Sentence, finite_verb, is_plural, read_sentence
from core.extract.english.words import ADVERBS, BE, DETERMINERS, POSSESSIVES, PREPOSITIONS
from core.extract.verbs import BASE_OF_ING, PAST_OF, Form, third_person
from core.extract.wordlists import word_set

NOUN_MOST_WORDS = 8
_PERSON_WORDS = frozenset(["who", "whom"])


def noun_phrase_start(s: Sentence, stop: int) -> int | None:
    """Return where the noun phrase that ends before ``stop`` begins: after a preposition, a verb or a comma."""
    at = stop - 1
    while at > 0 and s.depth[at]:  # a bracket at the end belongs to the noun before it
        at -= 1
    stop = at + 1
    while at >= 0 and stop - at <= NOUN_MOST_WORDS:
        low = s.lower[at]
        if low in DETERMINERS:
            return at
        if low in PREPOSITIONS or low in BE or low in (",", ";", ":", "and", "or", "as", "but"):
            return at + 1 if at + 1 < stop else None
        if s.forms[at] and not s.words[at][0].isupper() and at < stop - 1:
            return at + 1
        at -= 1
    return 0 if at < 0 else None


def _governed(s: Sentence, start: int) -> bool:
    """Return whether the phrase at ``start`` hangs on a verb, not on another noun ("a gift for her birthday")."""
    before = start - 1
    if before >= 0 and s.lower[before] in PREPOSITIONS:
        before -= 1
    return before >= 0 and (bool(s.forms[before]) or s.lower[before] in BE)


def _antecedent(s: Sentence, comma: int, relative: str) -> str | None:
    """Return what a relative clause after the comma speaks of, or None when two readings are open."""
    verb = finite_verb(s, 0, comma)
    if verb is None:
        return s.slice(0, comma)
    start = noun_phrase_start(s, comma)
    if start is None:
        return None
    if relative == "which" and start and s.lower[start - 1] == "and":
        return None
    if (
        relative == "which"
        and not s.words[start][0].isupper()
        and (not _governed(s, start) or {"that", "who", "which"} & set(s.lower[verb:start]))
    ):
        return None
    phrase = s.slice(start, comma)
    of = s.lower[start - 1] if start else ""
    if relative == "which" and of in ("of", "in", "from"):
        return None  # "the founder of the mission, which …": the founder's or the mission's?
    if relative == "who" and not (s.words[start][0].isupper() or s.lower[start] in POSSESSIVES):
        if s.lower[verb] in BE and start == verb + 1 and verb >= 1:
            return s.slice(0, verb)  # "X is a singer, who …" speaks of X
        return None
    return phrase


def split_relative(s: Sentence) -> list[str]:
    """Part ``…, who did this`` and ``X is a singer who did this``."""
    for at in range(2, len(s.words) - 2):
        low = s.lower[at]
        if s.depth[at] or low not in ("who", "which") or not _first_is_verb(s, at):
            continue
        found = _comma_relative(s, at) if s.lower[at - 1] == "," else _copular_relative(s, at) if low == "who" else []
        if found:
            return found
    return []


def _relative_stop(s: Sentence, at: int) -> int:
    """Return where the clause opened at ``at`` ends: the next comma that no list follows, or the end."""
    commas = [k for k in range(at + 1, len(s.words)) if s.lower[k] == "," and not s.depth[k]]
    return (
        commas[0]
        if len(commas) == 1 and s.lower[commas[0] + 1 : commas[0] + 2] not in (["and"], ["or"], ["but"])
        else len(s.words)
    )


def _first_is_verb(s: Sentence, at: int) -> bool:
    probe = at + 1
    while probe < len(s.words) and (
        s.lower[probe].endswith("ly") or s.lower[probe] in ("also", "then", "later", "now", "currently", "often")
    ):
        probe += 1
    return (probe < len(s.words) and bool(s.forms[probe])) or (
        probe < len(s.words)
        and s.lower[probe]
        in (
            "is",
            "are",
            "was",
            "were",
            "has",
            "have",
            "had",
            "can",
            "could",
            "will",
            "would",
            "may",
            "might",
            "did",
            "does",
            "do",
        )
    )


def _comma_relative(s: Sentence, at: int) -> list[str]:
    noun = _antecedent(s, at - 1, s.lower[at])
    if noun is None or not _agrees(s, at, noun):
        return []
    if s.lower[at] == "which" and s.lower[at - 2].startswith("al"):
        return []  # "by Roe et al., which …": the work is meant
    stop, main = _relative_stop(s, at), s.slice(0, at - 1)
    if finite_verb(s, 0, at - 1) is not None:
        stop = len(s.words)  # the clause before is whole: what follows a comma belongs to the relative one
    elif stop < len(s.words):
        main = f"{main} {s.slice(stop + 1, len(s.words))}"
    else:
        return []
    return [main, f"{noun} {s.slice(at + 1, stop)}"]


def _agrees(s: Sentence, at: int, noun: str) -> bool:
    """Return whether the verb after the relative has the number of the noun it would speak of."""
    verb = next(
        (k for k in range(at + 1, min(at + 4, len(s.words))) if s.forms[k] or s.lower[k] in ("has", "have")), None
    )
    if verb is None:
        return True
    plural = is_plural(noun.split()[-1].lower()) or " and " in noun
    singular_verb = s.lower[verb] in ("is", "was", "has", "does") or bool(s.forms[verb] & Form.THIRD)
    plural_verb = s.lower[verb] in ("are", "were", "have", "do") or s.forms[verb] == Form.BASE
    return not (plural and singular_verb) and not (not plural and plural_verb)


def _copular_relative(s: Sentence, at: int) -> list[str]:
    """Part ``X is a singer who was born in Y`` when no other noun stands between the two."""
    verb = finite_verb(s, 0, at)
    if verb is None or s.lower[verb] not in BE:
        return []
    between = [word for word in s.lower[verb + 1 : at] if word not in ADVERBS]
    if not between or between[0] not in ("a", "an", "the"):
        return []
    for k in range(verb + 2, at):
        if s.lower[k] in PREPOSITIONS and s.lower[k] != "of" and not s.words[k + 1][0].isupper():
            return []  # "a singer with a friend who …"
    return [s.slice(0, at), f"{s.slice(0, verb)} {s.slice(at + 1, len(s.words))}"]


_PARTICIPLES = r"born|known|best known|widely known|also known|based|located|headquartered|nicknamed|educated|raised"
_REDUCED = re.compile(
    rf"^(?P<subject>[^,()]{{2,60}}?(?: \([^()]{{1,60}}\))?) (?P<be>is|was) (?P<what>(?:an?|the"
    rf"|one of the) [^()]{{3,140}}?),? (?:who (?:is|was) )?(?P<verb>{_PARTICIPLES}) (?P<rest>(?:on|in"
    rf"|at|for|as) .+)$"
)
_LEADING = re.compile(
    r"^(?P<verb>Born|Raised|Founded|Established|Located|Known|Educated|Headquartered|Nicknamed"
    r"|Released|Discovered|Formed) (?P<rest>(?:on|in|at|for|as|by) [^,]{2,60}(?:, (?:\d{4}"
    r"|[A-Z][\w .]{2,30}))*), (?P<subject>(?:[A-Z][\w.'’-]*|he|she|it|they"
    r"|the [\w -]{2,30}?)(?: [A-Z][\w.'’-]*){0,4}) (?P<main>[a-z].+)$"
)
_BRACKET = re.compile(
    r"^(?P<subject>[A-Z][^()]{2,60}?) \((?P<what>(?:born|also known as|formerly known as"
    r"|known as) [^()]{3,60})\),? (?P<main>(?:is|was|are|were|has|had) .+)$"
)
_LIFE = re.compile(
    r"^(?P<head>[^,()]{2,60}?(?: was| is)? (?:born|died|passed away|founded|established|married|killed"
    r"|buried))(?P<rest>(?:,? (?:on|in|at|of) [^()]{2,60}?){2,4})$"
)
_ADJUNCT = re.compile(r",? (?=(?:on|in|at) )")


def split_reduced(s: Sentence) -> list[str]:
    """Part ``X is a singer born in P``, ``X is a city known for Y`` and ``Born in P, X did this``."""
    match = _REDUCED.match(s.text)
    if match and s.lower[0] not in ("there", "it", "this", "that"):
        subject, what = match["subject"], match["what"].rstrip(", ")
        if finite_verb(s, 0, len(s.words)) is not None and not re.search(r"\b(?:who|which|that|,? and was)\b", what):
            return [
                f"{subject} {match['be']} {what}",
                f"{subject} {'was' if match['verb'] == 'born' else match['be']} {match['verb']} {match['rest']}",
            ]
    match = _BRACKET.match(s.text)
    if match:
        plural = is_plural(match["subject"].split()[-1].lower()) and match["main"].startswith(("are ", "were "))
        be = "was" if match["what"].startswith("born") else "are" if plural else "is"
        return [f"{match['subject']} {be} {match['what']}", f"{match['subject']} {match['main']}"]
    match = _LEADING.match(s.text)
    if match:
        be = (
            "were"
            if match["subject"] == "they"
            else "is"
            if match["verb"] in ("Located", "Known", "Headquartered")
            else "was"
        )
        return [
            f"{match['subject']} {be} {match['verb'].lower()} {match['rest']}",
            f"{match['subject']} {match['main']}",
        ]
    return []


def split_life(s: Sentence) -> list[str]:
    """Part the date from the place (and the age) of a birth, a death or a founding."""
    match = _LIFE.match(s.text)
    if match is None or finite_verb(read_sentence(match["rest"]), 0, len(s.words)) is not None:
        return []  # "died in 1923, but his work lives on in …": a clause of its own follows
    adjuncts = [part.strip(" ,") for part in _ADJUNCT.split(match["rest"]) if part.strip(" ,")]
    if len(adjuncts) < 2 or any(len(part.split()) < 2 for part in adjuncts):
        return []
    return [f"{match['head']} {part}" for part in adjuncts]


_WHERE = re.compile(
    r"^(?P<main>.{12,}?), (?:where|during which|in which|at which) (?P<rest>(?:he|she|it|they"
    r"|the [a-z]+|[A-Z][\w-]*(?: [A-Z][\w-]*)?) .{6,})$"
)
_WITH_WHOM = re.compile(
    r"^(?P<main>.{8,}?), (?P<prep>with|for|by|from|to|in|through|of) (?P<who>whom"
    r"|which) (?P<rest>(?:he|she|it|they|the [a-z]+|[A-Z][\w-]*) .{4,}?)$"
)


def split_adverbial_relative(s: Sentence) -> list[str]:
    """Part ``…, where he did this`` and ``…, with whom she has a son``."""
    match = _WHERE.match(s.text)
    if match and finite_verb(read_sentence(match["rest"]), 0, 40) is not None:
        return [match["main"], match["rest"]]
    match = _WITH_WHOM.match(s.text)
    if match is None:
        return []
    main = read_sentence(match["main"])
    start = noun_phrase_start(main, len(main.words))
    if start is None or start == 0 or not main.words[start][0].isupper():
        return []
    return [match["main"], f"{match['rest']} {match['prep']} {main.slice(start, len(main.words))}"]


_TAIL_VERBS = word_set(
    """
    serving working appearing playing becoming winning earning receiving releasing publishing writing directing
    holding founding starring joining teaching studying representing producing scoring finishing
    reaching
    """
)


def split_participle_tail(s: Sentence) -> list[str]:
    """Part ``…, serving as chair of Y``: what the subject did besides, in the tense of the main verb."""
    total = len(s.words)
    verb = finite_verb(s, 0, total)
    if verb is None or not 1 <= verb <= 12:
        return []
    for at in range(verb + 2, total - 2):
        if s.depth[at] or s.lower[at] != "," or s.lower[at + 1] not in _TAIL_VERBS:
            continue
        base = BASE_OF_ING[s.lower[at + 1]]
        past = bool(s.forms[verb] & Form.PAST) or s.lower[verb] in ("was", "were", "had", "has", "have")
        plural = is_plural(s.lower[verb - 1]) or s.lower[verb - 1] in ("they", "we")
        finite = PAST_OF[base] if past else base if plural else third_person(base)
        return [s.slice(0, at), f"{s.slice(0, verb)} {finite} {s.slice(at + 2, total)}"]
    return []

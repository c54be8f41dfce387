"""Take out names beside nouns: *X, a loader, …*, *… founded X, a small firm* and *His father, X, …*."""

from core.extract.english.sentence import Sentence, finite_verb
from core.extract.english.subclauses import NOUN_MOST_WORDS, noun_phrase_start
from core.extract.english.words import POSSESSIVES
from core.extract.verbs import Form

_PAST_CUES = frozenset(["was", "were", "had", "did"])


def split_apposition(s: Sentence) -> list[str]:
    """Part ``X, a loader, does this`` into what X is and what X does."""
    total = len(s.words)
    commas = [k for k in range(1, min(total - 2, 24)) if s.lower[k] == "," and not s.depth[k]]
    if len(commas) < 2 or commas[0] > NOUN_MOST_WORDS or not s.words[0][0].isupper():
        return []
    first, second = commas[0], commas[1]
    if s.lower[first + 1] not in (
        "a",
        "an",
        "the",
        "also",
        "known",
        "better",
        "formerly",
        "previously",
        "commonly",
    ) or ("and" in s.lower[first:second] and len(commas) > 2):
        return []
    verb = finite_verb(s, second, total)
    if (
        verb is None
        or verb > second + 4
        or finite_verb(s, 0, first) is not None
        or finite_verb(s, first + 1, second) is not None
    ):
        return []
    subject = s.slice(0, first)
    be = "was" if s.lower[verb] in _PAST_CUES else "is"
    return [f"{subject} {be} {s.slice(first + 1, second)}", f"{subject} {s.slice(second + 1, total)}"]


def split_trailing_apposition(s: Sentence) -> list[str]:
    """Part ``… founded X, a small firm in Y`` into the clause and what X is."""
    total = len(s.words)
    at = next((k for k in range(total - 3, 3, -1) if s.lower[k] == "," and not s.depth[k]), None)
    if at is None or s.lower[at + 1] not in ("a", "an") or not s.words[at - 1][0].isupper():
        return []
    verb = finite_verb(s, 0, at)
    start = noun_phrase_start(s, at)
    if (
        verb is None
        or start is None
        or start <= verb
        or "," in s.lower[verb:at]
        or not s.words[start + (s.lower[start] == "the")][0].isupper()
    ):
        return []
    if "and" in s.lower[at + 1 : at + 4] or s.words[start - 1] in ('"', "“"):
        return []
    be = "was" if s.forms[verb] & Form.PAST and s.lower[verb] == "was" else "is"
    return [s.slice(0, at), f"{s.slice(start, at)} {be} {s.slice(at + 1, total)}"]


def split_named_kin(s: Sentence) -> list[str]:
    """Part ``His father, John Roe, was a clerk`` into who the father is and what he was."""
    commas = [k for k in range(1, min(len(s.words) - 2, 16)) if s.lower[k] == "," and not s.depth[k]]
    if (
        len(commas) != 2
        or not (s.lower[0] in POSSESSIVES or s.lower[0].endswith("'s"))
        or commas[0] > 4
        or commas[1] - commas[0] > 6
    ):
        return []
    first, second = commas
    verb = finite_verb(s, second, len(s.words))
    if verb != second + 1 or not all(
        w[0].isupper() or w in ("of", "de", "von", "(", ")") for w in s.words[first + 1 : second]
    ):
        return []
    be = "was" if s.lower[verb] in _PAST_CUES or s.forms[verb] & Form.PAST else "is"
    name = s.slice(first + 1, second)
    return [f"{s.slice(0, first)} {be} {name}", f"{name} {s.slice(second + 1, len(s.words))}"]

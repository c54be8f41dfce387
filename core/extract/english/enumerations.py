"""Part lists whose members stand alone: *X uses A, B and C*."""

from core.extract.english.sentence import Sentence, finite_verb, is_plural
from core.extract.english.words import AUXILIARIES, BE, DETERMINERS, NEVER_PAIRS, POSSESSIVES, PREPOSITIONS, RELATIVES
from core.extract.verbs import Form
from core.extract.wordlists import word_set

_ITEM_MOST_WORDS = 6
_NAME_MOST_WORDS = 12  # a title with its year
_LIST_MOST_ITEMS = 12
_BLOCKING = word_set(
    """
    not no never between neither nor without or either both than from respectively
    """
)
_TAILS = word_set(
    """
    at in on for from to by with as during since via through
    """
)
_NO_MEMBERS = word_set(
    """
    higher lower later earlier above below newer older others more beyond so forth only
    """
)
_INTRODUCERS = frozenset(["including", "include", "includes", "such"])


def _bounds(s: Sentence, verb: int) -> list[tuple[int, int]]:
    """Return the member spans of the last list after the verb, the first one opened as far left as it goes."""
    total = len(s.words)
    final = next((k for k in range(total - 2, verb, -1) if s.lower[k] == "and" and not s.depth[k]), None)
    if final is None:
        return []
    stop = _member_stop(s, final + 1)
    spans = [(final + 1, stop)]
    edge = final - 1 if s.lower[final - 1] == "," else final
    while edge > verb:
        comma = next(
            (
                k
                for k in range(edge - 1, max(verb, edge - _NAME_MOST_WORDS), -1)
                if s.lower[k] == "," and not s.depth[k]
            ),
            None,
        )
        if comma is None or len(spans) >= _LIST_MOST_ITEMS:
            break
        spans.insert(0, (comma + 1, edge))
        edge = comma
    first = _member_start(s, edge, verb)
    if first is None:
        return []
    inner = [k for k in range(first, edge - 1) if s.lower[k] == "of" and not s.depth[k]]
    if inner and not s.words[first][0].isupper() and "of" not in s.lower[spans[0][0] : spans[-1][1]]:
        first = inner[-1] + 1  # "users of A and B": the list is inside
    spans.insert(0, (first, edge))
    return spans


def _member_stop(s: Sentence, at: int) -> int:
    """Return where the last member ends: at a preposition, a relative or a comma, else at the end."""
    for k in range(at + 1, len(s.words)):
        if s.depth[k]:
            continue
        if (
            s.lower[k] in (",", ";")
            or s.lower[k] in RELATIVES
            or (s.lower[k] in PREPOSITIONS and s.lower[k] not in ("of",))
        ):
            return k
    return len(s.words)


def _member_start(s: Sentence, stop: int, verb: int) -> int | None:
    """Return where the first member begins: just after the verb, a preposition or *as*."""
    for k in range(stop - 1, verb - 1, -1):
        if s.depth[k]:
            continue
        low = s.lower[k]
        if s.words[k][0].isupper() and k > verb and stop - k <= _NAME_MOST_WORDS:
            continue
        if k == verb or (low in PREPOSITIONS and low != "of") or low in AUXILIARIES or low in _INTRODUCERS:
            return k + 1 if k + 1 < stop else None
        if (
            s.forms[k]
            and not s.words[k][0].isupper()
            and k > verb
            and (s.forms[k] & (Form.ING | Form.PAST | Form.PARTICIPLE))
            and s.lower[k - 1] in BE | {"to", "by"}
        ):
            return k + 1 if k + 1 < stop else None
        if stop - k > _ITEM_MOST_WORDS + 2:
            return None
    return None


def group_end(s: Sentence, verb: int) -> int:
    """Return the place of the last word of the verb group: *will protect*, *has been used*."""
    at = verb
    if s.lower[verb] in AUXILIARIES:
        while at + 1 < len(s.words) and (
            s.lower[at + 1] in ("not", "been", "also", "be", "have") or s.lower[at + 1].endswith("ly")
        ):
            at += 1
        if at + 1 < len(s.words) and s.forms[at + 1] & (Form.BASE | Form.PARTICIPLE | Form.ING):
            at += 1
    return at


def _fit(s: Sentence, spans: list[tuple[int, int]]) -> bool:
    """Return whether all members are short noun phrases or names, with no verb of their own."""
    for first, stop in spans:
        words = [s.lower[k] for k in range(first, stop) if not (s.depth[k] or (s.words[k][0].isupper() and k > first))]
        words = words or [s.lower[first]]
        most = _NAME_MOST_WORDS if s.words[first][0].isupper() else _ITEM_MOST_WORDS
        if not 1 <= stop - first <= most or set(words) & (AUXILIARIES | RELATIVES | {",", ";", ":"}):
            return False
        if any(s.forms[k] == Form.ING and s.words[k][0].islower() for k in range(first + 1, stop - 1)):
            return False  # "encoding files and strings": the list hangs on the participle
        if words[0] in ("and", "it", "they", "then", "others", "more", "so", "etc", "to", "also", "other"):
            return False
        if any(w in PREPOSITIONS and w != "of" for w in words) or set(words) & _NO_MEMBERS:
            return False
    if any(
        s.forms[a] & (Form.PAST | Form.PARTICIPLE) and not s.words[a][0].isupper() and not s.depth[a] for a, _ in spans
    ):
        return False
    last = spans[-1][0]
    if (
        s.forms[last] & Form.BASE
        and not s.words[last][0].isupper()
        and spans[-1][1] - last > 1
        and (s.lower[last + 1] in DETERMINERS or is_plural(s.lower[spans[-1][1] - 1]))
    ):
        return False  # "resources, policies, and record calls": the last member is a predicate
    # "versions 6 and 8": the second number needs the first one's noun
    bare_number = all(w.lstrip("v")[:1].isdigit() for w in s.lower[last : spans[-1][1]])
    return not (bare_number and spans[0][1] - spans[0][0] > 1)


def _adjectives(s: Sentence, spans: list[tuple[int, int]]) -> bool:
    """Return whether the members before the last are adjectives of its noun: *clear, short and safe rules*."""
    last = spans[-1]
    words = [s.lower[a] for a, b in spans[:-1] if b - a == 1]
    return (
        last[1] - last[0] > 1
        and len(words) == len(spans) - 1
        and not any(is_plural(word) or word.endswith("ing") for word in words)
        and not any(s.words[a][0].isupper() for a, _ in spans)
    )


def _is_name(s: Sentence, span: tuple[int, int]) -> bool:
    first, stop = span
    head = first + (s.lower[first] in ("the", "a", "an"))
    return head < stop and (
        (s.words[head][0].isupper() and not (s.words[stop - 1][0].islower() and not s.depth[stop - 1]))
        or s.words[head][0].isdigit()
        or s.depth[head] > 0
    )


def _pair_fits(s: Sentence, spans: list[tuple[int, int]]) -> bool:
    """Return whether two members are equal in kind, so that each can stand without the other."""
    (a, a_stop), (b, b_stop) = spans
    if f"{s.lower[a_stop - 1]} {s.lower[b_stop - 1]}" in NEVER_PAIRS:
        return False
    if _is_name(s, spans[0]) or _is_name(s, spans[1]):
        if s.words[b_stop - 1][0].islower() and s.words[a_stop - 1][0].isupper() and not s.depth[b_stop - 1]:
            return False  # "Data Center and Server solutions": the noun at the end belongs to both
        return _is_name(s, spans[0]) and _is_name(s, spans[1])
    if s.lower[b] in DETERMINERS:
        return s.lower[a] in DETERMINERS
    plain = a_stop - a - (s.lower[a] in DETERMINERS)
    if b_stop - b > plain:
        return False  # "a security information and event service": the first member is not complete
    return is_plural(s.lower[a_stop - 1]) == is_plural(s.lower[b_stop - 1]) and (b_stop - b == plain or plain > 1)


def _with_article(head: str, member: str) -> str:
    """Return head and member, *a* and *an* made to agree."""
    if head.endswith((" a", " an")):
        head = head.rsplit(" ", 1)[0] + (" an" if member[:1].lower() in "aeiou" else " a")
    return f"{head} {member}"


def _parts(s: Sentence, spans: list[tuple[int, int]]) -> list[str]:
    first, stop = spans[0][0], spans[-1][1]
    head_stop = first
    opener = s.lower[first]
    others_bare = all(s.lower[a] not in DETERMINERS for a, _ in spans[1:])
    if (
        (opener in POSSESSIVES or opener in ("a", "an", "the", "various", "several", "multiple"))
        and others_bare
        and spans[0][1] - first > 1
    ):
        head_stop, spans = first + 1, [(first + 1, spans[0][1]), *spans[1:]]
    head, tail = s.slice(0, head_stop), s.slice(stop, len(s.words))
    if tail and tail[0] not in ",;":
        tail = " " + tail
    return [_with_article(head, s.slice(a, b)) + tail for a, b in spans]


def _own_tails(s: Sentence, spans: list[tuple[int, int]]) -> bool:
    """Return whether what follows the list belongs to its last member: *A in B and C in D*."""
    after, before = spans[-1][1], spans[0][0] - 1
    if after >= len(s.words):
        return False
    if s.lower[after] in PREPOSITIONS and s.lower[after] not in _TAILS:
        return True
    if s.lower[after] == "as" and s.forms[after - 1] & Form.THIRD:
        return True  # "one acts as the victim and the other acts as …"
    return (s.lower[after] in PREPOSITIONS and s.lower[before] in PREPOSITIONS - {"as"}) or bool(
        s.forms[after] & Form.PARTICIPLE
    )


def _plain_words(s: Sentence, first: int) -> set[str]:
    """Return the words from ``first`` on that are no part of a name or a quotation."""
    return {s.lower[k] for k in range(first, len(s.words)) if s.words[k][0].islower() and not s.depth[k]}


def split_enumeration(s: Sentence) -> list[str]:
    """Part the last list of a clause: the words before and after it are said of each member."""
    total = len(s.words)
    verb = finite_verb(s, 0, total)
    if verb is None or verb == 0 or set(s.lower[:verb]) & {"neither", "no"} or _plain_words(s, verb) & _BLOCKING:
        return []
    verb = group_end(s, verb)
    spans = _bounds(s, verb)
    if spans and s.lower[spans[0][0] - 1] == "to" and s.forms[spans[0][0]] & Form.BASE:
        return []
    if spans and spans[-1][1] < total and any(s.forms[a] == Form.ING for a, _ in spans):
        return []  # "identifying and keeping at hand …": who knows which verb the rest belongs to
    if spans and _own_tails(s, spans):
        return []
    if len(spans) < 2 or not _fit(s, spans) or spans[0][0] <= verb or _adjectives(s, spans):
        return []
    if len(spans) == 2 and not _pair_fits(s, spans):
        return []
    return _parts(s, spans)


def split_twin_objects(s: Sentence) -> list[str]:
    """Part ``earned a degree in A from B and a doctorate from C``: two objects with the same opening."""
    total = len(s.words)
    verb = finite_verb(s, 0, total)
    if verb is None or verb == 0:
        return []
    first = group_end(s, verb) + 1
    openers = (
        frozenset({"a", "an"})
        if s.lower[first : first + 1] in (["a"], ["an"])
        else frozenset(s.lower[first : first + 1])
    )
    if not openers & (POSSESSIVES | {"a", "an"}) or set(s.lower[verb:]) & _BLOCKING - {"from"}:
        return []
    ands = [k for k in range(first + 2, total - 2) if s.lower[k] == "and" and not s.depth[k]]
    if (
        len(ands) != 1
        or s.lower[ands[0] + 1] not in openers
        or set(s.lower[first : ands[0]]) & (RELATIVES | {"with", ","})
    ):
        return []
    stop = ands[0] - 1 if s.lower[ands[0] - 1] == "," else ands[0]
    return [s.slice(0, stop), f"{s.slice(0, first)} {s.slice(ands[0] + 1, total)}"]


def split_same_preposition(s: Sentence) -> list[str]:
    """Part ``served as A from 2019 to 2020 and as B``: the preposition is said again for the second."""
    total = len(s.words)
    verb = finite_verb(s, 0, total)
    if verb is None or verb == 0 or set(s.lower) & {"both", "not", "no", "between", "either"}:
        return []
    for k in range(verb + 3, total - 1):
        again = s.lower[k + 1]
        if s.depth[k] or s.lower[k] != "and" or again not in PREPOSITIONS or again in ("to", "like"):
            continue
        places = [j for j in range(verb + 1, k) if s.lower[j] == again and not s.depth[j]]
        if not places or "," in s.lower[verb : k - 1] or set(s.lower[verb:k]) & RELATIVES:
            continue
        first = places[0] if again == "as" else places[-1]
        stop = k - 1 if s.lower[k - 1] == "," else k
        return [s.slice(0, stop), f"{s.slice(0, first)} {s.slice(k + 1, total)}"]
    return []

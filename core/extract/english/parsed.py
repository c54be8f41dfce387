"""Split an English sentence by its dependency parse, where the patterns see too little.

Clauses are parted first, then the patterns take each apart, then coordinated objects are parted that
the patterns left. Every word of a statement stands in the sentence; a shared subject, auxiliary or
date is said again.
"""

import re
from collections.abc import Callable, Iterator

from core.extract.english.clauses import MOST_PARTS, finished, is_one_statement, statements
from core.extract.english.parse_tree import Parse, Tree, is_balanced

Span = frozenset[int]
Statement = list[Span]  # spans of words, said one after the other

_SUBJECTS = ("nsubj", "nsubjpass")
_AUXILIARIES = ("aux", "auxpass")
_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_OPENING = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "RB"))  # how a clause without subject begins
_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS", "CD"))
_UNNAMED = frozenset(("PRP", "WP", "WDT", "DT", "EX"))  # subjects that lean on the clause before
_RELATIVES = frozenset(("who", "which"))
_DEFINITE = frozenset(("the", "this", "these", "those"))
_DATED = re.compile(r"(?:in|on|at|since|from|during|by|as of)\b.*\d", re.IGNORECASE)
# What is said of several things together cannot be said of each.
_TOGETHER = frozenset(
    ("between", "among", "amongst", "both", "either", "neither", "nor", "respectively", "together", "combination",
     "mix", "mixture", "merger", "pair", "versus", "vs")
)  # fmt: skip
_MOST_CHARS = 600
_LEAST_WORDS = 3


def parsed_statements(parse: Parse) -> Callable[[str], list[str]]:
    """Return the function that splits a sentence with the help of a parser; it keeps the order of the text."""

    def split(text: str) -> list[str]:
        if len(text) > _MOST_CHARS or is_one_statement(text):
            return statements(text)
        parts = [part for clause in _said(text, parse, clauses) for part in statements(clause)]
        found = [one for part in parts for one in _said(part, parse, objects)]
        return found if len(found) <= MOST_PARTS else parts

    return split


def _said(text: str, parse: Parse, take_apart: Callable[[Tree], list[Statement]]) -> list[str]:
    """Return the statements that one way of taking apart makes of a text; the text itself when it is one."""
    stop = text[-1:] if text[-1:] in ".!?" else ""
    body = text[: -len(stop)] if stop else text
    tree = Tree(body, parse(body))
    if len(tree.roots) != 1 or is_one_statement(text):
        return [text]
    found = [tree.written(statement) for statement in take_apart(tree)]
    if len(found) < 2 or any(len(one.split()) < _LEAST_WORDS or not is_balanced(one) for one in found):
        return [text]
    return [finished(one, stop) for one in found]


def clauses(tree: Tree) -> list[Statement]:
    """Part coordinated clauses (*A did this and did that*) and relative clauses about what is named."""
    asides = list(_relative_clauses(tree))
    main = frozenset(range(len(tree.words))).difference(*(dropped for dropped, _ in asides))
    return [*_coordinated(tree, tree.roots[0], main), *(said for _, said in asides)]


def _coordinated(tree: Tree, verb: int, span: Span) -> list[Statement]:
    members = [m for m in tree.members(verb) if m == verb or (m in span and _is_verb(tree, m))]
    subjects = tree.of(verb, *_SUBJECTS)
    joined = [tree.words[cc].lemma for m in members for cc in tree.of(m, "cc")]
    if (
        len(members) < 2
        or len(subjects) != 1
        or not joined
        or set(joined) - {"and", "but"}
        or tree.closed & set(members)
    ):
        return [[span]]
    subject = (tree.below(subjects[0]) & span) - _asides(tree, subjects[0])
    spans = {m: tree.trimmed(tree.own(m, members) & span) for m in members}
    lead = _dated_lead(tree, frozenset(n for n in spans[verb] if n < min(subject)))
    said: list[Statement] = [[spans[verb]]]
    for member in members[1:]:
        begun = _begun(tree, verb, member, subject, lead)
        if begun is None or (begun and tree.words[min(spans[member])].tag not in _OPENING):
            return [[span]]
        said.append([*begun, spans[member]])
    return said


def _begun(tree: Tree, verb: int, member: int, subject: Span, lead: Span) -> Statement | None:
    """Return what a coordinated clause needs said before it; None when it cannot stand alone."""
    own_subjects = tree.of(member, *_SUBJECTS)
    if own_subjects:
        return None if tree.words[own_subjects[0]].tag in _UNNAMED else []
    if tree.of(verb, "neg"):
        return None
    tag, own = tree.words[member].tag, tree.of(member, *_AUXILIARIES)
    if own:
        return [lead, subject] if any(tree.words[a].tag in _FINITE for a in own) else None
    if tag in _FINITE:
        # "was captured and tortured": a parser may take the second participle for a past tense
        passive = tag == "VBD" and tree.words[member].text.endswith("ed") and tree.of(verb, "auxpass")
        return None if passive else [lead, subject]
    carried = tree.of(verb, *_AUXILIARIES)
    return [lead, subject, frozenset(carried)] if carried and tag == tree.words[verb].tag else None


def _is_verb(tree: Tree, number: int) -> bool:
    return tree.words[number].tag.startswith("VB") or tree.words[number].tag == "MD"


def _asides(tree: Tree, noun: int) -> Span:
    """Return what is said of a subject between commas: it is not said again."""
    spans = [tree.below(one) for one in tree.of(noun, "relcl", "appos")]
    return frozenset().union(*(span for span in spans if min(span) and tree.words[min(span) - 1].text == ","))


def _dated_lead(tree: Tree, lead: Span) -> Span:
    """Return an opening that says when: what follows is said of the same time."""
    return lead if _DATED.match(tree.written([lead])) else frozenset()


def _relative_clauses(tree: Tree) -> Iterator[tuple[Span, Statement]]:
    """Yield (words to leave out, statement) of each ", who …" or ", which …" about a named or definite thing."""
    for number, word in enumerate(tree.words):
        if word.relation != "relcl" or number in tree.closed:
            continue
        clause = tree.below(number)
        first, before = min(clause), min(clause) - 1
        opens = tree.words[first].text.lower() in _RELATIVES and tree.words[first].relation in _SUBJECTS
        if not opens or tree.words[first].head != number or before < 0 or tree.words[before].text != ",":
            continue
        noun = frozenset(n for n in tree.below(word.head) if n < first)
        noun = tree.trimmed(noun.difference(*(tree.below(n) for n in tree.of(word.head, "appos", "conj", "acl"))))
        named = tree.words[word.head].tag in ("NNP", "NNPS")
        if not noun or not (named or tree.words[min(noun)].text.lower() in _DEFINITE):
            continue
        after = max(clause) + 1
        closing = {after} if after < len(tree.words) and tree.words[after].text == "," else set()
        yield clause | {before} | closing, [noun, tree.trimmed(clause - {first})]


def objects(tree: Tree) -> list[Statement]:
    """Part the members of one coordinated object (*X uses A and B*); nothing that holds of them only together."""
    whole = frozenset(range(len(tree.words)))
    if any(word.lemma in _TOGETHER for word in tree.words):
        return [[whole]]
    for number, word in enumerate(tree.words):
        if word.relation not in ("dobj", "pobj", "attr") or number in tree.closed:
            continue
        members = tree.members(number)
        if len(members) > 1 and _are_objects(tree, members):
            return _apart(tree, members, whole)
    return [[whole]]


def _are_objects(tree: Tree, members: list[int]) -> bool:
    words = [tree.words[m] for m in members]
    joined = {tree.words[cc].lemma for m in members for cc in tree.of(m, "cc")}
    if joined != {"and"} or tree.closed & set(members) or any(word.tag not in _NOUNS for word in words):
        return False
    if _is_inside_name(tree, members[0]):
        return False
    inner = {tree.words[n].relation for m in members for n in tree.below(m)}
    return not inner & {"relcl", "advcl", "ccomp"}


def _is_inside_name(tree: Tree, member: int) -> bool:
    """Return whether a coordination is part of a name: *Institute for the Study of Societies and Cultures*."""
    preposition = tree.words[member].head
    over = tree.words[tree.words[preposition].head]
    return tree.words[member].relation == "pobj" and over.tag in ("NNP", "NNPS") and tree.words[member].tag[:3] == "NNP"


def _apart(tree: Tree, members: list[int], whole: Span) -> list[Statement]:
    joints = {n for m in members for n in tree.of(m, "cc", "punct")} - tree.closed
    owned = [tree.own(m, members) - joints for m in members]
    # "the founder and director of the centre": what follows the last member belongs to each.
    shared = {n for n in owned[0] if n > members[-1]}
    spans = [tree.trimmed(span | shared) for span in owned]
    loose = any(tree.words[n].relation == "cc" for span in spans for n in span)
    examples = bool(shared) and tree.words[min(shared)].lemma in ("such", "include", "including", "like")
    if loose or examples or (len(spans[0]) == 1 and len(spans[-1]) > 1):
        return [[whole]]  # "reggae and dancehall artist": the first is only half a name
    area = frozenset(range(min(map(min, spans)), max(map(max, spans)) + 1))
    return [[(whole - area) | span] for span in spans]

"""How far an attack reaches: the sentences that stand in one breath with an order to the reader.

"Record as a fact that X is harmless" says nothing on its own that a report could not say; after
"ignore all previous instructions" in the same paragraph it is the order that the attack is about.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from core.safety.rules import BOUNDARY, CONTINUED, OVERRIDE, ROLE, TASK
from core.safety.speech import goes_along
from core.text.blocks import Block, blocks

_STARTS = frozenset({OVERRIDE, ROLE, BOUNDARY})
_STARTS_IN_TRANSCRIPT = frozenset({OVERRIDE, BOUNDARY})  # giving an assistant a part is ordinary there
_RUNS = frozenset({"list_item", "key_value"})  # blocks of one of these kinds that touch are one unit
_INTRODUCED = frozenset({"list_item", "code"})
_PAIRS = {"“": "”", "「": "」", "『": "』", "«": "»", '"': '"'}
_QUOTED = re.compile(r"^[ \t]{0,3}>", re.MULTILINE)
_TELLS = re.compile(
    r"prompt.injection|jailbreak|\b(?:LLMs?|language models?|chatbots?|AI (?:agents?|assistants?|systems?|models?)|"
    r"the (?:model|assistant|agent|prompt))\b|注入|越狱|大模型|语言模型|智能体",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(
    r"(?:such as|like|e\.g\.|for example|for instance|including|例如|比如|诸如)[,:，：]? ?$", re.IGNORECASE
)
_LEAST_FOR_MOSTLY = 4  # sentences; of fewer, one order would already be most
_AFTER_CLOSER = '”」』»".!?。！？*_ \t'  # what may stand between a closing mark and its sentence's end
_MARKS = re.compile('[“”「」『』«»"]')

Span = tuple[int, int]


def spread(
    text: str,
    spans: Sequence[Span],
    folded: Sequence[str],
    codes: Sequence[str | None],
    code_of: Callable[[str], str | None],
    *,
    transcript: bool = False,
) -> list[str | None]:
    """Return the codes with those added that belong to an attack which its neighbours give away.

    A unit is a paragraph, a quoted block, a list with the line that introduces it, or a message.
    From the first sentence of a unit that overrides orders, gives the reader a part or forges the
    edge of a prompt, what goes along with it is an attack: a further order, words to the reader, a
    verdict (see ``core.safety.speech``); a plain statement stays, unless the order ends in a colon
    that announces it, the block is quoted, or most of the unit is an attack by then. The same holds
    between two masked sentences of a unit. An attack inside quotation marks or an HTML comment is
    all that stands between the marks, for a comment across paragraphs, and nothing else. A sentence
    that reports an attack stays clean, not the sentences in which the quotation goes on. Prose that
    has told about attacks on models before it cites one goes on telling: there a masked sentence
    takes nothing along.

    Args:
        text: the whole text.
        spans: its sentences without the blanks around them, ascending and disjoint.
        folded: the normalised view of each sentence.
        codes: the code of each sentence, None for a clean one.
        code_of: the code of a piece of a sentence.
        transcript: whether people speak to an assistant in the text.
    """
    starts = _STARTS_IN_TRANSCRIPT if transcript else _STARTS
    out = list(codes)
    reported = {index for index, span in enumerate(spans) if _opens_an_attack(text[slice(*span)], code_of, starts)}
    if len(spans) < 2 or not (reported or any(codes)):
        return out
    edges = [start for start, _ in spans]
    for unit in _units(text):
        first, last = bisect_left(edges, unit[0]), bisect_left(edges, unit[1])
        begins = [index for index in range(first, last) if codes[index] in starts]
        quotations = _quotations(text, unit) if begins or reported.intersection(range(first, last)) else []
        told = _told_at(text, unit)
        taken = [i for i in _between(codes, first, bisect_left(edges, told)) if goes_along(folded[i])]
        reached = 0
        for index in begins:
            if spans[index][0] >= reached:
                end = unit[1] if spans[index][0] < told else spans[index][1]
                start, reached = _reach(text, end, spans[index], quotations, code_of)
                within = range(bisect_left(edges, start), bisect_left(edges, reached))
                whole = reached != end or folded[index].endswith(":") or _QUOTED.search(text, *unit)
                taken += within if whole else _along(codes, folded, within)
        for opener, closer in quotations:
            index = bisect_right(edges, opener) - 1
            if index in reported:
                taken += range(index + 1, bisect_left(edges, closer))
        for index in taken:
            out[index] = out[index] or CONTINUED
    return out


def _along(codes: Sequence[str | None], folded: Sequence[str], within: Sequence[int]) -> Sequence[int]:
    """Return the sentences that go along with the attack that begins a range; all of them when most do."""
    along = [index for index in within if codes[index] or goes_along(folded[index])]
    mostly = len(within) >= _LEAST_FOR_MOSTLY and len(along) * 2 > len(within)
    return within if mostly else along


def _opens_an_attack(body: str, code_of: Callable[[str], str | None], starts: frozenset[str]) -> bool:
    """Return whether a quotation opens in a sentence and runs on past it, and begins with an attack.

    One that is given as an example is none. The sentence that reports it is true; what follows inside
    the quotation is the attack's.
    """
    if not _MARKS.search(body) or (opener := max(body.rfind(mark) for mark in _PAIRS)) < 0:
        return False
    mark = body[opener]
    if _EXAMPLES.search(body[:opener]):
        return False
    runs_on = body.count(mark) % 2 == 1 if mark == _PAIRS[mark] else _PAIRS[mark] not in body[opener:]
    return runs_on and code_of(body[opener + 1 :]) in starts


def _between(codes: Sequence[str | None], first: int, last: int) -> Sequence[int]:
    """Return the sentences between the first and the last masked one; a mere task is no attack's edge."""
    masked = [index for index in range(first, last) if codes[index] not in {None, TASK}]
    return range(masked[0], masked[-1]) if masked else ()


def _told_at(text: str, unit: Span) -> int:
    """Return where a unit begins to tell about attacks on models, its end when it does not.

    Such prose quotes an order here and there and goes on with the story. A quoted block is no such prose.
    """
    found = None if _QUOTED.search(text, *unit) else _TELLS.search(text, *unit)
    return unit[1] if found is None else found.end()


def _reach(
    text: str, end: int, sentence: Span, quotations: Sequence[Span], code_of: Callable[[str], str | None]
) -> Span:
    """Return the span of the attack that a sentence gives away; it ends at ``end`` when no mark closes it."""
    comment = text.rfind("<!--", 0, sentence[1])
    if comment >= 0:
        closed = text.find("-->", comment)
        if not 0 <= closed < sentence[0]:
            return comment, closed if closed >= 0 else len(text)
    # The quotations are disjoint: only the last that opens before the sentence ends can hold its end.
    last = bisect_left(quotations, (sentence[1], 0)) - 1
    if last < 0 or text[quotations[last][1] : sentence[1]].strip(_AFTER_CLOSER):
        return sentence[0], end
    opener, closer = quotations[last]
    words_before = text[sentence[0] : opener].strip("> \t*_-")
    if closer >= sentence[0] and (not words_before or (closer >= sentence[1] and not code_of(words_before))):
        return opener, closer
    return sentence[0], end


def _quotations(text: str, unit: Span) -> list[Span]:
    """Return the offsets of the two marks of each outermost quotation that opens and closes in a unit."""
    found: list[Span] = []
    opened: list[tuple[str, int]] = []
    for mark in _MARKS.finditer(text, *unit):
        if opened and _PAIRS[opened[-1][0]] == mark[0]:
            start = opened.pop()[1]
            if not opened:
                found.append((start, mark.start()))
        elif mark[0] in _PAIRS:
            opened.append((mark[0], mark.start()))
    return found


def _units(text: str) -> list[Span]:
    """Return the spans of the units of a text, in order; blank blocks lie between them."""
    units: list[list[Block]] = []
    for block in blocks(text):
        if block.kind == "blank":
            continue
        if units and _goes_on(text, units[-1][-1], block):
            units[-1].append(block)
        else:
            units.append([block])
    return [(unit[0].char_start, unit[-1].char_end) for unit in units]


def _goes_on(text: str, before: Block, block: Block) -> bool:
    """Return whether a block carries on the one before: the same quote, the same list, or what it introduces."""
    touches = before.char_end == block.char_start
    quoted = _is_quoted(text, block)
    if touches and quoted and _is_quoted(text, before):
        return True
    if touches and block.kind == before.kind and block.kind in _RUNS:
        return True
    announces = text[before.char_start : before.char_end].rstrip().endswith((":", "："))
    return announces and before.kind == "paragraph" and (quoted or block.kind in _INTRODUCED)


def _is_quoted(text: str, block: Block) -> bool:
    return text[block.char_start : block.char_end].lstrip().startswith(">")

"""How far an attack reaches: the sentences that stand in one breath with an order to the reader.

"Record as a fact that X is harmless" says nothing on its own that a report could not say; after
"ignore all previous instructions" in the same paragraph it is the order that the attack is about.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from core.safety.rules import BOUNDARY, CONTINUED, OVERRIDE, ROLE, TASK
from core.text.blocks import Block, blocks

_STARTS = frozenset({OVERRIDE, ROLE, BOUNDARY})
_STARTS_IN_TRANSCRIPT = frozenset({OVERRIDE, BOUNDARY})  # giving an assistant a part is ordinary there
_RUNS = frozenset({"list_item", "key_value"})  # blocks of one of these kinds that touch are one unit
_INTRODUCED = frozenset({"list_item", "code"})
_PAIRS = {"“": "”", "「": "」", "『": "』", "«": "»", '"': '"'}
_MARKS = re.compile('[“”「」『』«»"]')

Span = tuple[int, int]


def spread(
    text: str,
    spans: Sequence[Span],
    codes: Sequence[str | None],
    code_of: Callable[[str], str | None],
    *,
    transcript: bool = False,
) -> list[str | None]:
    """Return the codes with those added that belong to an attack which its neighbours give away.

    A unit is a paragraph, a quoted block, a list with the line that introduces it, or a message.
    From the first sentence of a unit that overrides orders, gives the reader a part or forges the
    edge of a prompt, everything to the unit's end is an attack; so is what lies between two masked
    sentences of one unit. An attack inside quotation marks or an HTML comment is all that stands
    between the marks, for a comment across paragraphs, and nothing else.

    Args:
        text: the whole text.
        spans: its sentences without the blanks around them, ascending and disjoint.
        codes: the code of each sentence, None for a clean one.
        code_of: the code of a piece of a sentence.
        transcript: whether people speak to an assistant in the text.
    """
    starts = _STARTS_IN_TRANSCRIPT if transcript else _STARTS
    out = list(codes)
    if len(spans) < 2 or all(code is None for code in codes):
        return out
    edges = [start for start, _ in spans]
    for unit in _units(text):
        first, last = bisect_left(edges, unit[0]), bisect_left(edges, unit[1])
        taken = _between(codes, first, last)
        begins = next((index for index in range(first, last) if codes[index] in starts), None)
        if begins is not None:
            start, end = _reach(text, unit, spans[begins], code_of)
            taken = [*taken, *range(bisect_left(edges, start), bisect_left(edges, end))]
        for index in taken:
            out[index] = out[index] or CONTINUED
    return out


def _between(codes: Sequence[str | None], first: int, last: int) -> Sequence[int]:
    """Return the sentences between the first and the last masked one; a mere task is no attack's edge."""
    masked = [index for index in range(first, last) if codes[index] not in {None, TASK}]
    return range(masked[0], masked[-1]) if masked else ()


def _reach(text: str, unit: Span, sentence: Span, code_of: Callable[[str], str | None]) -> Span:
    """Return the span of the attack that a sentence of a unit gives away."""
    comment = text.rfind("<!--", 0, sentence[1])
    if comment >= 0:
        closed = text.find("-->", comment)
        if not 0 <= closed < sentence[0]:
            return comment, closed if closed >= 0 else len(text)
    for opener, closer in _quotations(text, unit):
        words_before = text[sentence[0] : opener].strip("> \t*_-")
        runs_on = opener < sentence[1] and not text[closer : sentence[1]].strip('”」』»".!?。！？*_ \t')
        if (
            runs_on
            and closer >= sentence[0]
            and (not words_before or (closer >= sentence[1] and not code_of(words_before)))
        ):
            return opener, closer
    return sentence[0], unit[1]


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

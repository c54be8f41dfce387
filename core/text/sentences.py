"""Sentence spans with exact offsets, for English and Chinese.

Our own splitter rather than a general one: it has to respect the blocks of a report (rows, items,
headings, hard-wrapped lines), keep a Chinese quotation with the verb that attributes it, and leave
the dots of weather bulletins alone; the general one tried does none of the three.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.text.abbreviations import BEFORE_NUMBER, MAYBE_LAST, NEVER_LAST, OPENERS
from core.text.blocks import Block, blocks

_LINE_END = re.compile(r"\r\n|[\r\n\f\u2028\u2029]")
_CLOSERS = "\"'”’»)]）】』」》〉*_`"
_STOP = re.compile(rf"[.!?。！？｡…]{{1,400}}[{re.escape(_CLOSERS)}]{{0,8}}")
_CJK_STOPS = frozenset("。！？｡")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")
_WORD_BEFORE = re.compile(r"(?:[^\W\d_]|['.\u2019](?=[^\W\d_])){1,24}\Z")
_NUMBER_BEFORE = re.compile(r"(?:\A|[\s(（])\(?\d{1,3}\Z")
_CAPTION_BEFORE = re.compile(
    r"\A[\s*_>#]{0,8}(?:figure|fig|table|step|listing|appendix|exhibit) \d{1,3}\Z", re.IGNORECASE
)
_ACRONYM = re.compile(r"(?:[A-Za-z]\.){1,8}[A-Za-z]\Z")
_SPEECH = re.compile('[^。！？!?\n“”"]{0,10}?(?:说|表示|称|指出|告诉|写道|问道|认为|警告|强调|道[，。])')
_TAIL = "，、；：,;:)）"
_LOOK_BACK = 26
_LOOK_AHEAD = 40
_LEAST_SLACK = 10  # a break is deliberate when the next word would have fitted with this many blanks to spare
_LONGEST_WRAP = 200  # nobody wraps lines at more than this
_ONE_PER_LINE = frozenset({"code"})
_WHOLE = frozenset({"heading", "table_row", "table_separator", "rule", "blank"})


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the half-open spans of the sentences of a text; laid end to end they are the text.

    Blanks after a sentence belong to it, blanks before the first one to the first. A heading, a
    table row and a line of code are each one sentence; a newline inside a hard-wrapped paragraph
    ends nothing. A text of blanks is one span, an empty text none.
    """
    return merge_blanks(text, [end for block in blocks(text) for end in block_sentence_ends(text, block)])


def merge_blanks(text: str, ends: list[int]) -> list[tuple[int, int]]:
    """Return spans that end at ``ends``, which ascend to the text's end; blank ones join the one before."""
    spans: list[tuple[int, int]] = []
    start = 0
    for end in ends:
        if text[start:end].isspace() and (spans or end < len(text)):
            if spans:
                spans[-1] = (spans[-1][0], end)
                start = end
            continue
        spans.append((start, end))
        start = end
    return spans


def block_sentence_ends(text: str, block: Block) -> list[int]:
    """Return the offsets at which sentences of a block end, the block's own end last."""
    start, end = block.char_start, block.char_end
    if block.kind in _WHOLE:
        return [end]
    return [start + at for at in _ends(text[start:end], one_per_line=block.kind in _ONE_PER_LINE)]


@lru_cache(maxsize=4_096)  # the revisions of a report hold most blocks again
def _ends(body: str, *, one_per_line: bool) -> Sequence[int]:
    """Return the offsets in the body of a block at which its sentences end."""
    ends = set(_deliberate_breaks(body, one_per_line=one_per_line))
    if not one_per_line:
        for found in _STOP.finditer(body):
            if _ends_sentence(body, found):
                ends.add(_after_blanks(body, found.end()))
    ends.add(len(body))
    return sorted(ends)


def _after_blanks(body: str, at: int) -> int:
    while at < len(body) and body[at].isspace():
        at += 1
    return at


def _deliberate_breaks(body: str, *, one_per_line: bool) -> list[int]:
    """Line ends of a block that were meant, not made by wrapping.

    A wrapped line breaks because the next word did not fit; a break before a word that would have
    fitted, and that starts no lower-case continuation, was meant.
    """
    if len(body.splitlines()) < 2:
        return []
    found = list(_LINE_END.finditer(body))
    starts = [0, *(each.end() for each in found)]
    lines = [(at, found[i].start() if i < len(found) else len(body)) for i, at in enumerate(starts)]
    width = max(end - start for start, end in lines)
    breaks = []
    for index, (start, end) in enumerate(lines[:-1]):
        follower = body[slice(*lines[index + 1])][: 2 * _LOOK_AHEAD].strip()
        if follower and (one_per_line or _meant(body[start:end], follower, width)):
            breaks.append(lines[index + 1][0])
    return breaks


def _meant(line: str, follower: str, width: int) -> bool:
    if line.endswith(("  ", "\\")):
        return True
    if follower[0].islower() or line.rstrip().endswith((",", "，", "、", "-", "(", "（")):
        return False
    if len(line) > _LONGEST_WRAP:
        return True
    word = 1 if _CJK.match(follower) else len(follower.split()[0])
    return len(line.rstrip()) + 1 + word + _LEAST_SLACK <= width


def _ends_sentence(body: str, found: re.Match[str]) -> bool:
    marks = found[0].rstrip(_CLOSERS)
    ahead = body[found.end() : found.end() + _LOOK_AHEAD]
    if not ahead.strip() and found.end() + len(ahead) >= len(body):
        return True
    if any(mark in _CJK_STOPS for mark in marks):
        return _cjk_stop_ends(found[0], ahead)
    spaced = ahead[:1].isspace()
    following = ahead.lstrip()[:_LOOK_AHEAD].lstrip("\"'“‘«([（【*_`")
    if not spaced:
        before = body[found.start() - 1 : found.start()]
        return marks[0] in ".!?" and bool(_CJK.match(ahead) and _CJK.match(before)) and len(marks) == 1
    if following[:1].islower() or not following:
        return not following and marks in {"!", "?", "."}
    if "…" in marks or (len(marks) > 1 and not set(marks) & set("!?")):
        return _CJK.match(following) is None and following[:1].isupper() and not following[:2].isupper()
    if marks != ".":
        return True
    return _full_stop_ends(body[max(0, found.start() - _LOOK_BACK) : found.start()], following)


def _cjk_stop_ends(stop: str, ahead: str) -> bool:
    """A stop inside a quotation that goes on with who said it is no end."""
    following = ahead.lstrip(" \t\u3000")
    if following[:1] and following[0] in _TAIL:
        return False
    quoted = stop[-1] in '”」』"'
    return not (quoted and _SPEECH.match(following))


def _full_stop_ends(before: str, following: str) -> bool:
    opener = re.split(r"[^\w'’]", following, maxsplit=1)[0] in OPENERS
    if before[-1:].isdigit():
        if _NUMBER_BEFORE.search(before) and not before.strip(" \t(（\r\n0123456789"):
            return False  # an enumerator at the start of its sentence
        if _CAPTION_BEFORE.match(before):
            return False
    acronym = _ACRONYM.search(before) if before[-2:-1] == "." else None
    word = _WORD_BEFORE.search(before)
    key = (acronym or word)[0].casefold() if (acronym or word) else ""  # type: ignore[index]
    if key in NEVER_LAST:
        return False
    if key in BEFORE_NUMBER and following[:1].isdigit():
        return False
    if acronym is not None or key in MAYBE_LAST:
        return opener or _CJK.match(following) is not None
    if len(key) == 1 and before[-1:].isupper():
        return opener or not following[:1].isupper()
    return True

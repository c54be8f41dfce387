"""Which messages of a transcript a fact is from, and what they say, in short."""

from collections.abc import Sequence
from typing import Any

from core.extract.contract import MAX_SOURCE_SEQS
from core.model import Segment
from core.stages.evidence import Located
from core.stages.ground import Ground, Span
from core.stages.rows import Row
from core.text.attribution import sources_of
from core.text.graphemes import safe_cut
from core.text.sentences import sentence_spans

SUMMARY_CHARS = 280  # most code points of a message that are kept beside a fact
_MOST_READ = 4_000  # of a message, from the evidence on, to write its summary
_CUT = "…"


def source_seqs(fact: Row, located: Located | None, ground: Ground) -> list[int]:
    """Return the numbers of the messages that a fact is from, ascending, at most six.

    What the extractor named stands. Else they are the messages that its evidence touches and those
    of its chunk, by people, that share enough of its words. Without numbered messages there are none.
    """
    if fact["source_seqs"]:
        return sorted(set(fact["source_seqs"]))[:MAX_SOURCE_SEQS]
    touched = [segment.seq for segment in located.segments] if located is not None else []
    people = [
        (one.seq, _body(one, ground)) for one in ground.messages.touched(ground.low, ground.high) if one.role == "user"
    ]
    shared = sources_of(fact["text"], people) if people else []
    return sorted(dict.fromkeys([*touched, *shared][:MAX_SOURCE_SEQS]))


def source_turns(seqs: Sequence[int], located: Located | None, ground: Ground) -> list[dict[str, Any]]:
    """Return the messages of some numbers with a summary of each: its sentences from the evidence on.

    A summary has at most 280 code points, one kind of blank, and nothing that is masked.
    """
    named = set(seqs)
    parts = located.parts if located is not None else ()
    return [
        {"seq": one.seq, "role": one.role, "speaker": one.speaker, "text": summary}
        for one in ground.messages.touched(ground.low, ground.high)
        if one.seq in named and (summary := _summary(one, [(start, end) for start, end, _ in parts], ground))
    ][:MAX_SOURCE_SEQS]


def _body(segment: Segment, ground: Ground) -> str:
    return ground.text[max(segment.char_start, ground.low) : min(segment.char_end, ground.high)]


def _summary(segment: Segment, spans: Sequence[Span], ground: Ground) -> str:
    inside = [start for start, end in spans if start < segment.char_end and end > segment.char_start]
    start = segment.char_start
    if segment.char_end - start > SUMMARY_CHARS and inside:
        start = _sentence_start(ground.text, max(start, min(inside)), start)
    body = " ".join(ground.unmasked(start, min(segment.char_end, start + _MOST_READ)).split())
    head = f"{_CUT} " if start > segment.char_start and body else ""
    whole = head + body
    cut = len(whole) > SUMMARY_CHARS or segment.char_end > start + _MOST_READ
    return whole[: safe_cut(whole, SUMMARY_CHARS - 1, 0)].rstrip() + _CUT if cut and whole else whole


def _sentence_start(text: str, at: int, least: int) -> int:
    """Where the sentence begins that an offset lies in."""
    low = max(least, at - SUMMARY_CHARS)
    return next((low + start for start, end in sentence_spans(text[low : at + 1]) if low + end > at), at)

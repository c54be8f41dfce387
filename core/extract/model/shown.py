"""What a model is shown of a chunk: its text without masks, its messages, and the context it hangs on."""

from collections.abc import Iterator
from functools import lru_cache

from core.entities.finder import find_entities
from core.extract.transcript import eligible_segments
from core.model import ChunkInput, Mask, Segment
from core.text.graphemes import safe_cut

REMOVED = "[…]"
_SHOWN_ROLES = frozenset({"user", "assistant"})
_JUST_BEFORE_CHARS = 400  # the end of the chunk before: enough for the sentence a pronoun points at
_SEEN_NAMES = 30
_LOOK_BACK_CHARS = 20_000  # names are looked for this far back, so that a report costs linear time
_BLOCK_CHARS = 4_000  # what is searched at once and remembered for the next chunk
_NAMED_TYPES = frozenset(
    {"actor", "malware", "organisation", "person", "product", "tool", "campaign", "project", "cve", "country"}
)


def visible(text: str, masks: tuple[Mask, ...], start: int, end: int) -> str:
    """Return ``text[start:end]`` with each masked stretch replaced by a sign of removal."""
    parts: list[str] = []
    at = start
    for mask in sorted(masks, key=lambda mask: (mask.char_start, mask.char_end)):
        low, high = max(mask.char_start, at), min(mask.char_end, end)
        if low >= high:
            continue
        parts.extend((text[at:low], REMOVED))
        at = high
    return "".join([*parts, text[at:end]])


def shown_of(chunk: ChunkInput) -> dict[str, object]:
    """Return everything a model is shown of a chunk, as plain JSON values in a fixed order.

    This is what the reply key rests on. A transcript gives ``messages``, a document ``text``.
    """
    start, end = chunk.chunk.char_start, chunk.chunk.char_end
    context = {
        "title": chunk.title,
        "published": chunk.published.isoformat() if chunk.published else None,
        "language": chunk.language,
        "headings": list(chunk.chunk.heading_path),
        "speakers": _speakers(chunk),
        "names_so_far": _names_before(chunk),
        "just_before": _just_before(chunk),
    }
    shown: dict[str, object] = {
        "context": {key: value for key, value in context.items() if value},
        "include_assistant": chunk.context.get("include_assistant") == "true",
    }
    if chunk.segments:
        shown["messages"] = list(_messages(chunk))
    else:
        shown["text"] = visible(chunk.report_text, tuple(chunk.masks), start, end)
    return shown


def has_source(chunk: ChunkInput) -> bool:
    """Return whether anything of the chunk may give a fact."""
    if chunk.segments:
        return bool(eligible_segments(chunk))
    masks, (start, end) = tuple(chunk.masks), (chunk.chunk.char_start, chunk.chunk.char_end)
    return bool(visible(chunk.report_text, masks, start, end).replace(REMOVED, "").strip())


def shown_segments(chunk: ChunkInput) -> list[Segment]:
    """Return the messages of the chunk that a model sees, sources and the talk around them."""
    start, end = chunk.chunk.char_start, chunk.chunk.char_end
    return [s for s in chunk.segments if s.role in _SHOWN_ROLES and s.char_start < end and s.char_end > start]


def _messages(chunk: ChunkInput) -> Iterator[dict[str, object]]:
    sources = {segment.seq for segment in eligible_segments(chunk)}
    start, end = chunk.chunk.char_start, chunk.chunk.char_end
    masks = tuple(chunk.masks)
    for segment in shown_segments(chunk):
        low, high = max(segment.char_start, start), min(segment.char_end, end)
        yield {
            "seq": segment.seq,
            "role": segment.role,
            "speaker": segment.speaker,
            "sent_at": segment.sent_at.isoformat() if segment.sent_at else None,
            "source": segment.seq in sources,
            "text": visible(chunk.report_text, masks, low, high),
        }


def _speakers(chunk: ChunkInput) -> list[str]:
    return sorted({s.speaker for s in chunk.segments if s.speaker and s.role in _SHOWN_ROLES})


def _just_before(chunk: ChunkInput) -> str:
    """The end of what comes before the chunk, cut at a whole character and a whole word."""
    end = chunk.chunk.char_start
    if chunk.segments:
        before = [s for s in chunk.segments if s.char_start < end and s.role in _SHOWN_ROLES]
        if not before:
            return ""
        low, high = before[-1].char_start, min(before[-1].char_end, end)
    else:
        low, high = 0, end
    start = max(low, high - _JUST_BEFORE_CHARS)
    if start > low:
        start = safe_cut(chunk.report_text, start, low)
        blank = chunk.report_text.find(" ", start, start + 40)
        start = blank + 1 if blank >= 0 else start
    return visible(chunk.report_text, tuple(chunk.masks), start, high).strip()


def _names_before(chunk: ChunkInput) -> list[str]:
    """The names of things that the report spoke of before the chunk: the latest, by first mention."""
    end = chunk.chunk.char_start
    masks = tuple(chunk.masks)
    latest: dict[str, int] = {}
    first_block = max(0, end - _LOOK_BACK_CHARS) // _BLOCK_CHARS
    for block in range(first_block, (end + _BLOCK_CHARS - 1) // _BLOCK_CHARS):
        low, high = block * _BLOCK_CHARS, min((block + 1) * _BLOCK_CHARS, end)
        for name in _names_of(visible(chunk.report_text, masks, low, high)):
            latest.pop(name, None)
            latest[name] = high
    return list(latest)[-_SEEN_NAMES:]


@lru_cache(maxsize=4_096)
def _names_of(text: str) -> tuple[str, ...]:
    found = (entity for entity in find_entities(text) if entity.type in _NAMED_TYPES)
    return tuple(dict.fromkeys(entity.surface for entity in found))

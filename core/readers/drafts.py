"""What a reader of one kind of file hands over, and how it becomes a document.

Precedence, the same for every kind: sidecar, then what the file declares, then a date line (or the
first dated message), then the file name, then nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.model import Document, Precision, PublishedDate, PublishedSource, Segment
from core.readers.metadata import canonical
from core.temporal.documents import find_published, parse_published, published_from_name
from core.text.blocks import blocks, heading_title

_MOST_TITLE_CHARS = 120
_TITLE_SEARCH_CHARS = 20_000


@dataclass(frozen=True, slots=True)
class Source:
    """One decoded file: its name (for the suffix, messages and a date of last resort) and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What one reader found; ``metadata`` has our key names, ``declared`` where it stands."""

    text: str
    media_type: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    declared: PublishedSource = PublishedSource.METADATA
    segments: Sequence[Segment] = ()


def finished(draft: Draft, name: str, encoding: str, sidecar: Mapping[str, str]) -> Document:
    """Return the document of a draft; the sidecar's entries win over the file's own."""
    beside = canonical(sidecar.items())
    metadata = {**draft.metadata, **beside, "encoding": encoding}
    return Document(
        text=draft.text,
        media_type=draft.media_type,
        title=metadata.get("title") or (None if draft.segments else first_title(draft.text)),
        segments=tuple(draft.segments),
        published=_published(draft, name, beside),
        metadata=dict(sorted(metadata.items())),
    )


def first_title(text: str) -> str | None:
    """Return the first heading of a text, else its first line when that has at most 120 characters."""
    found = [block for block in blocks(text[:_TITLE_SEARCH_CHARS]) if block.kind != "blank"]
    headed = next((block for block in found if block.kind == "heading"), None)
    if headed is not None:
        return heading_title(text, headed) or None
    lines = (line for line in text[:_TITLE_SEARCH_CHARS].splitlines() if line.strip())
    first = " ".join(next(lines, "").split())
    return first if 0 < len(first) <= _MOST_TITLE_CHARS else None


def _published(draft: Draft, name: str, beside: Mapping[str, str]) -> PublishedDate | None:
    declared = (
        (beside.get("published"), PublishedSource.METADATA),
        (draft.metadata.get("published"), draft.declared),
    )
    for value, source in declared:
        found = parse_published(value, source) if value else None
        if found is not None:
            return found
    preface = draft.text[: draft.segments[0].char_start] if draft.segments else draft.text
    return (
        _first_message_day(draft.segments)
        or find_published(preface)
        or published_from_name(name.replace("\\", "/").rpartition("/")[2])
    )


def _first_message_day(segments: Sequence[Segment]) -> PublishedDate | None:
    sent = next((segment.sent_at for segment in segments if segment.sent_at is not None), None)
    if sent is None:
        return None
    day = datetime(sent.year, sent.month, sent.day, tzinfo=sent.tzinfo)
    return PublishedDate(day, Precision.DAY, PublishedSource.DOCUMENT)

"""The words of factledger as plain values: what one report, chunk, fact and note is made of.

All offsets are code points, half-open, into the report's text unless a field says otherwise.
All instants are timezone-aware. Values are frozen; functions elsewhere make new ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Precision(StrEnum):
    """How exactly an instant is known; the instant is the start of the unit."""

    SECOND = "second"
    MINUTE = "minute"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"


class PublishedSource(StrEnum):
    """Where a report's date comes from, most trusted first."""

    METADATA = "metadata"  # sidecar, manifest entry, HTML or transcript metadata
    FRONT_MATTER = "front_matter"
    DOCUMENT = "document"  # a date line in the text
    FILE_NAME = "file_name"  # last resort, marked as such
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PublishedDate:
    """When a report was published.

    ``at`` keeps the source's own UTC offset (UTC when it names none); its local calendar day is
    the anchor of relative time. ``char_start``/``char_end`` point at the date in the report's
    text when it stands there.
    """

    at: datetime
    precision: Precision
    source: PublishedSource
    char_start: int | None = None
    char_end: int | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """One message of a transcript; ``char_start``..``char_end`` is its content without the header."""

    seq: int
    raw_index: int
    role: str  # user | assistant | system | tool, lower case; named human speakers are "user"
    speaker: str | None
    sent_at: datetime | None
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Mask:
    """A span that no extractor may see: the text stays, and offsets stay true."""

    char_start: int
    char_end: int
    reason: str  # injected_context | prompt_injection:<code> | own_export | boilerplate:<rule>


@dataclass(frozen=True, slots=True)
class Document:
    """What a reader got out of one file. ``metadata`` holds only what the file itself declares."""

    text: str
    media_type: str
    title: str | None = None
    segments: Sequence[Segment] = ()
    published: PublishedDate | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)  # url, author, tlp, domain, language …


@dataclass(frozen=True, slots=True)
class Chunk:
    """One piece of a report; the chunks of a revision laid end to end are its text."""

    ordinal: int
    char_start: int
    char_end: int
    heading_path: tuple[str, ...] = ()
    segment_seqs: tuple[int, ...] = ()
    oversized_sentence: bool = False  # a sentence longer than the target was split


@dataclass(frozen=True, slots=True)
class ChunkInput:
    """Everything an extractor may know about one chunk."""

    chunk_id: str
    report_text: str
    chunk: Chunk
    masks: Sequence[Mask]
    segments: Sequence[Segment]  # all of the report
    title: str | None
    language: str  # zh | en | und
    published: datetime | None
    context: Mapping[str, str] = field(default_factory=dict)  # e.g. leading subject of the report

    @property
    def text(self) -> str:
        """The chunk's own characters."""
        return self.report_text[self.chunk.char_start : self.chunk.char_end]


@dataclass(frozen=True, slots=True)
class CandidateFact:
    """One fact as an extractor states it; checked against the contract before it is stored.

    ``quote_start`` is the offset of ``quote`` in the report's text when the extractor knows it
    (the embedded one does, a model never does).
    """

    text: str
    importance: int  # 1..10
    tags: tuple[str, ...] = ()
    fact_type: str = "fact"
    source_seqs: tuple[int, ...] = ()
    quote: str | None = None
    quote_start: int | None = None
    language: str = "und"


@dataclass(frozen=True, slots=True)
class Extraction:
    """How one chunk ended. An empty ``facts`` always has a ``reason``."""

    outcome: str  # see core.contracts.vocabulary OUTCOMES
    facts: Sequence[CandidateFact] = ()
    reason: str | None = None
    attempts: int = 1
    invalid_items: Sequence[tuple[str, str]] = ()  # (reason, raw item), kept aside
    usage: "Usage | None" = None  # what a model was asked and what it cost; None when none was


@dataclass(frozen=True, slots=True)
class Usage:
    """What the calls for one chunk came to, the failed ones included."""

    model: str
    prompt_version: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0  # in the currency of the price table
    cached: bool = False  # answered from stored replies: no call was made now


@dataclass(frozen=True, slots=True)
class Anchor:
    """What relative time may be resolved against: a message's or a document's own date.

    ``at`` is aware and in the source's own offset: its local calendar day counts.
    """

    at: datetime
    precision: Precision
    source: str  # message | document


@dataclass(frozen=True, slots=True)
class Temporal:
    """One time expression of a text, resolved or honestly not.

    Offsets are into the text that was searched. ``resolved_start``/``resolved_end`` are ISO 8601
    (date, or date-time with offset), half-open: the end is the first day or instant after.
    Either is None when open or unresolved.
    """

    expression: str
    char_start: int
    char_end: int
    kind: str  # explicit_absolute | local_anchor_relative | header_anchor_relative | deictic_relative | duration | set
    anchor_source: str | None  # local | header | now
    granularity: str | None  # second minute hour day week month quarter season year decade …
    resolved_start: str | None
    resolved_end: str | None
    display: str | None
    status: str  # resolved | unresolved | vague
    rule_id: str


@dataclass(frozen=True, slots=True)
class Entity:
    """A named thing in a text. Type is part of identity; offsets are into the text searched."""

    type: (
        str  # cve | attack_technique | ipv4 | domain | url | email | sha256 | product | organisation | person | actor …
    )
    surface: str
    canonical: str
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Statement:
    """What a fact's text claims, as far as rules can tell; empty strings where they cannot.

    ``subject`` and ``slot`` are canonical keys for equality, never shown as text. ``value`` is
    the canonical value of the slot.
    """

    subject: str = ""
    slot: str = ""
    value: str = ""
    value_kind: str = ""  # number | version | date | level | name | text
    polarity: str = "positive"  # positive | negative
    modality: str = "asserted"  # asserted | hedged | reported
    holder: str | None = None  # who says so, when reported
    ends: str = ""  # "", or how the statement ends something: ended | denied | retracted | revoked


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact, or a note's present content, as deciders compare them."""

    id: str  # fact_id or note_id
    text: str
    language: str
    statement: Statement
    entities: tuple[Entity, ...]
    temporals: tuple[Temporal, ...]
    valid_from: datetime | None
    valid_to: datetime | None
    asserted_at: datetime
    asserted_at_source: str  # message | document | partition
    last_confirmed_at: datetime
    report_ids: frozenset[str]
    revision_ids: frozenset[str]
    multi_valued: bool = False  # its own revision gives this subject's slot several values


@dataclass(frozen=True, slots=True)
class Candidate:
    """A current note offered to a decider; ``excluded`` is the reason it may not be touched."""

    note: Claim
    score: float
    excluded: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a decider says about one fact; ``reason`` is one sentence naming what was compared."""

    operation: str  # ADD | UPDATE | DELETE | NOOP
    target_note_id: str | None
    reason: str
    text: str | None = None  # a merged text, when the decider rewrites; None = the fact's own
    conflicts_with: tuple[str, ...] = ()
    defaulted: bool = False
    overridden: bool = False
    reply_key: str | None = None  # the stored model reply that it was read from
    attempts: int = 1  # replies that it took; 0: nobody has answered yet, and the next run asks again

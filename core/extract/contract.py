"""The JSON fact contract: what an extractor may say, checked item by item.

A bad item is kept aside with its reason and never takes its neighbours with it.
"""

import json
import math
from collections.abc import Sequence
from typing import Annotated, Protocol

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from core.model import CandidateFact, ChunkInput, Extraction

DEFAULT_IMPORTANCE = 5
MIN_IMPORTANCE, MAX_IMPORTANCE = 1, 10
MAX_TAGS = 3
MAX_SOURCE_SEQS = 6
_SHOWN_ITEM_CHARS = 2_000  # a rejected item is kept for a person to read, not to replay

OUTCOMES = (
    "extracted",
    "repaired",
    "salvaged",
    "no_facts",
    "failed_contract",
    "failed_provider",
    "refused",
    "output_too_long",
    "quarantined",
)
NO_FACTS_REASONS = ("no_eligible_source", "nothing_durable", "empty_reply")


def _importance(value: object) -> int:
    """Return a whole number from 1 to 10: truncated, clamped, and 5 for what is no finite number."""
    if isinstance(value, str):
        try:
            value = float(value.strip())
        except ValueError:
            return DEFAULT_IMPORTANCE
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return DEFAULT_IMPORTANCE
    return min(MAX_IMPORTANCE, max(MIN_IMPORTANCE, int(value)))


def _tags(value: object) -> list[str]:
    """Return at most three tags, trimmed, lower-cased, each once, in their first order."""
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list | tuple):
        return []
    cleaned = (" ".join(tag.split()).lower() for tag in value if isinstance(tag, str))
    return list(dict.fromkeys(tag for tag in cleaned if tag))[:MAX_TAGS]


def _fact_type(value: object) -> str:
    """Return the label trimmed and lower-cased; an empty or wordless one is ``fact``."""
    return (value.strip().lower() if isinstance(value, str) else "") or "fact"


def _whole_numbers(value: object) -> list[int]:
    """Return the whole numbers of a list, also those written as strings; anything else is left out."""
    if not isinstance(value, list | tuple):
        value = [value]
    found = []
    for item in value:
        if isinstance(item, str) and item.strip().isdecimal():
            found.append(int(item.strip()))
        elif isinstance(item, int) and not isinstance(item, bool):
            found.append(item)
    return found


def _text(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


def _quote(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


class FactItem(BaseModel):
    """One fact of a reply: self-contained, separately searchable, in the source's own language."""

    model_config = ConfigDict(extra="ignore")

    text: Annotated[str, BeforeValidator(_text), Field(min_length=1)] = Field(
        description="One statement that can be understood alone; names instead of pronouns."
    )
    importance: Annotated[int, BeforeValidator(_importance)] = Field(
        default=DEFAULT_IMPORTANCE, description="1 (background) to 10 (must not be missed)."
    )
    tags: Annotated[list[str], BeforeValidator(_tags)] = Field(
        default_factory=list, description="At most three short lower-case topics."
    )
    fact_type: Annotated[str, BeforeValidator(_fact_type)] = Field(
        default="fact", description="fact, or the short-lived class it belongs to."
    )
    source_seqs: Annotated[list[int], BeforeValidator(_whole_numbers)] = Field(
        default_factory=list, description="Numbers of the messages that say it, as shown."
    )
    quote: Annotated[str | None, BeforeValidator(_quote)] = Field(
        default=None, description="The shortest passage that says it, copied letter by letter."
    )


class FactReply(BaseModel):
    """A whole reply in the contract's shape; used to show a provider the schema."""

    facts: list[FactItem]


class Extractor(Protocol):
    """Turns one chunk into candidate facts; never raises for what the text says."""

    @property
    def name(self) -> str:
        """The name that settings know it by."""

    @property
    def version(self) -> str:
        """Changes whenever its answers may."""

    def extract(self, chunk: ChunkInput) -> Extraction:
        """Return the facts of the chunk, or an outcome that says why there are none."""


def _raw(item: object) -> str:
    return json.dumps(item, ensure_ascii=False, sort_keys=True, default=str)[:_SHOWN_ITEM_CHARS]


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "item"
    return f"{where}: {first['msg']}"


def _known_seqs(seqs: Sequence[int], chunk: ChunkInput) -> tuple[int, ...]:
    """Return the numbers that name segments of the chunk, each once, ascending, at most six."""
    start, end = chunk.chunk.char_start, chunk.chunk.char_end
    known = set(chunk.chunk.segment_seqs) or {
        segment.seq for segment in chunk.segments if segment.char_start < end and segment.char_end > start
    }
    return tuple(sorted(known.intersection(seqs))[:MAX_SOURCE_SEQS])


def check_items(items: Sequence[object], chunk: ChunkInput) -> tuple[list[CandidateFact], list[tuple[str, str]]]:
    """Return the facts that keep the contract, and (reason, raw JSON) of the items that do not.

    Order is kept. Only a missing, empty or non-string ``text`` makes an item bad; every other
    field is brought into range. ``source_seqs`` that name no segment of the chunk are left out.
    """
    good: list[CandidateFact] = []
    bad: list[tuple[str, str]] = []
    for item in items:
        if not isinstance(item, dict):
            bad.append((f"item: expected an object, found {type(item).__name__}", _raw(item)))
            continue
        try:
            fact = FactItem.model_validate(item)
        except ValidationError as error:
            bad.append((_reason(error), _raw(item)))
            continue
        good.append(
            CandidateFact(
                text=fact.text,
                importance=fact.importance,
                tags=tuple(fact.tags),
                fact_type=fact.fact_type,
                source_seqs=_known_seqs(fact.source_seqs, chunk),
                quote=fact.quote,
                language=chunk.language,
            )
        )
    return good, bad

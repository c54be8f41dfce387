"""Chunks that a person looks at: dense in names, numbers and dates without a fact, or in a language nobody reads."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, EXTRACTED_FACTS, RAW_REPORTS
from core.entities.finder import find_entities
from core.extract.foreign import UNREAD
from core.extract.passages import passages
from core.lake.lake import Lake
from core.model import ChunkInput
from core.stages.rows import chunk_of, masks_of, segments_of
from core.temporal import resolve

Row = Mapping[str, Any]

# Chunks that ended so, without a fact, were read to their end: nothing but the text says whether that is right.
# A failed or quarantined chunk is counted as such elsewhere; what nobody may quote has no facts to lose.
_READ = frozenset({"extracted", "repaired", "salvaged", "no_facts"})
_NO_SOURCE = "no_eligible_source"
_EXCERPT_CHARS = 80

# A word with a capital inside an English sentence, and what follows it: "the crew Silent Heron moved".
_CAPITALS = re.compile(r"(?<=[a-z0-9,;:(] )[A-Z][\w'’&-]{1,30}(?: [A-Z][\w'’&-]{1,30}){0,4}")
# What Chinese text names: in quotation marks, or in Latin letters, or by the word for its kind.
_QUOTED = re.compile(r"[“「『《]([^“”「」『』《》\s]{2,16})[”」』》]")
_LATIN = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Za-z0-9._-]{1,40}")
_KIND = re.compile(r"[\u3400-\u9fff]{2,4}(?:组织|团伙|木马|项目|系统|平台|软件|网关|漏洞|公司|集团|银行|工厂|港口)")
_HAN = re.compile(r"[\u3400-\u9fff]")
_DATED = re.compile(
    r"\d|[一二三四五六七八九十]月|\b(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december)\b"
)
_NUMBER = re.compile(r"\d[\d.,:/-]{0,30}")


@dataclass(frozen=True, slots=True)
class Density:
    """How many different names, numbers and dates a text holds."""

    names: int = 0
    numbers: int = 0
    dates: int = 0

    @property
    def marks(self) -> int:
        """All of them."""
        return self.names + self.numbers + self.dates


LEAST_NAMES = 2  # one name is the title's or the speaker's: "Thanks, Ana, until Monday 9 March"


@dataclass(frozen=True, slots=True)
class Silent:
    """A chunk that gave no fact though it names much, or a part of which is in a language that is not read."""

    path: str
    chunk_id: str
    char_start: int
    char_end: int
    density: Density
    outcome: str
    reason: str
    excerpt: str


def density_of(text: str) -> Density:
    """Return how many different names, numbers and dates a text holds; each is counted once.

    A date is a time expression with a number or a month in it ("3 May", 2026年2月; not "last week"), a name is an
    entity or a word written like one; no character counts twice. What is the same in another case is one.
    """
    used = bytearray(len(text))
    dates = _different(text, used, ((one.char_start, one.char_end) for one in resolve(text, None)))
    dates = {date for date in dates if _DATED.search(date)}
    entities = ((one.char_start, one.char_end) for one in find_entities(text))
    names = _different(text, used, entities)
    patterns = (_QUOTED, _LATIN, _KIND) if _HAN.search(text) else (_CAPITALS,)
    for pattern in patterns:
        names |= _different(text, used, (match.span() for match in pattern.finditer(text)))
    numbers = _different(text, used, (match.span() for match in _NUMBER.finditer(text)))
    return Density(len(names), len(numbers), len(dates))


def _different(text: str, used: bytearray, spans: Iterable[tuple[int, int]]) -> set[str]:
    """Return the different texts of the spans that no character was used for before, and use them."""
    found = set()
    for start, end in spans:
        if used.find(1, start, end) < 0:
            used[start:end] = b"\x01" * (end - start)
            found.add(" ".join(text[start:end].casefold().split()).strip(".,:;/-"))
    return found


def silent_chunks(lake: Lake, days: Iterable[str], least: int, roles: Sequence[str] = ("user",)) -> list[Silent]:
    """Return the chunks that gave no fact and are dense, or were not wholly read; densest first, then by place.

    Args:
        lake: the lake.
        days: partitions.
        least: names, numbers and dates, each counted once, from which a chunk is dense, ``LEAST_NAMES`` names
            and a date or a number among them. The default of ``checks.dense_marks`` says where it is from.
        roles: whose messages of a transcript may give facts; the others' words do not count.
    """
    found = [silent for day in sorted(days) for silent in _silent_of(lake, day, least, frozenset(roles))]
    return sorted(found, key=lambda one: (-one.density.marks, one.path, one.char_start))


def _silent_of(lake: Lake, day: str, least: int, roles: frozenset[str]) -> Iterator[Silent]:
    outcomes = lake.read(CHUNK_OUTCOMES, day).filter(
        pl.col("outcome").is_in(list(_READ)) & pl.col("reason").ne_missing(_NO_SOURCE)
    )
    spoken = lake.read(EXTRACTED_FACTS, day)["chunk_id"]
    quiet = {row["chunk_id"]: row for row in outcomes.to_dicts()}
    for chunk_id in set(spoken):
        if chunk_id in quiet and quiet[chunk_id]["reason"] != UNREAD:
            del quiet[chunk_id]
    if not quiet:
        return
    reports = {row["revision_id"]: row for row in lake.read(RAW_REPORTS, day).to_dicts()}
    for chunk in lake.read(CHUNKS, day).to_dicts():
        if chunk["chunk_id"] not in quiet:
            continue
        report, outcome = reports[chunk["revision_id"]], quiet[chunk["chunk_id"]]
        text = _readable(report, chunk, roles)
        density = density_of(text)
        dense = density.marks >= least and density.names >= LEAST_NAMES and density.marks > density.names
        if dense or outcome["reason"] == UNREAD:
            yield Silent(
                path=report["path"],
                chunk_id=chunk["chunk_id"],
                char_start=chunk["char_start"],
                char_end=chunk["char_end"],
                density=density,
                outcome=outcome["outcome"],
                reason=outcome["reason"] or "every item was rejected",
                excerpt=" ".join(text[: 2 * _EXCERPT_CHARS].split())[:_EXCERPT_CHARS],
            )


def _readable(report: Row, chunk: Row, roles: frozenset[str]) -> str:
    """What of a chunk may state something: no masked text, no link, no section of references, no other's message."""
    asked = ChunkInput(
        chunk_id=chunk["chunk_id"],
        report_text=report["text"],
        chunk=chunk_of(chunk),
        masks=masks_of(report),
        segments=segments_of(report),
        title=report["title"],
        language=report["language"],
        published=None,
    )
    if asked.segments:
        low, high = asked.chunk.char_start, asked.chunk.char_end
        said = [(max(low, s.char_start), min(high, s.char_end)) for s in asked.segments if s.role in roles]
    else:
        said = [(one.char_start, one.char_end) for one in passages(asked)]
    spans = [span for span in dict.fromkeys(said) if span[0] < span[1] and not _is_masked(asked, *span)]
    return "\n".join(report["text"][start:end] for start, end in spans)


def _is_masked(asked: ChunkInput, start: int, end: int) -> bool:
    return any(mask.char_start < end and mask.char_end > start for mask in asked.masks)

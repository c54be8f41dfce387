"""What each report came to: its chunks by outcome, whether it is complete, its facts, and what they cost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, EXTRACTED_FACTS, FAILED_OUTCOMES, RAW_REPORTS
from core.lake.lake import Lake
from core.stages.extracting import WAITING

COMPLETE, INCOMPLETE = "complete", "incomplete"
_SUMMED = ("attempts", "input_tokens", "output_tokens", "cost")


@dataclass(frozen=True, slots=True)
class ReportAccount:
    """One revision of a report, as its extraction left it.

    ``calls`` are those of the last extraction of each chunk, retries and repairs among them; ``cost`` is in
    the currency of the price table; ``cached`` and ``repaired`` count chunks.
    """

    day: str
    path: str
    revision: int
    revision_id: str
    outcomes: Counter[str] = field(default_factory=Counter)
    chunks: int = 0
    facts: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    cached: int = 0
    repaired: int = 0
    waiting: int = 0  # of the chunks that failed: those whose question a provider's batch still holds

    @property
    def failed(self) -> int:
        """Chunks whose facts could not be had, or that have no outcome yet."""
        missing = self.chunks - self.outcomes.total()
        return missing + sum(self.outcomes[outcome] for outcome in FAILED_OUTCOMES)

    @property
    def state(self) -> str:
        """``complete`` when every chunk was read to its end, else ``incomplete``."""
        return INCOMPLETE if self.failed else COMPLETE

    def as_row(self) -> dict[str, Any]:
        """The account as plain values, for JSON and tables."""
        return {
            "day": self.day,
            "path": self.path,
            "revision": self.revision,
            "revision_id": self.revision_id,
            "state": self.state,
            "chunks": self.chunks,
            "failed": self.failed,
            "waiting": self.waiting,
            "outcomes": dict(sorted(self.outcomes.items())),
            "facts": self.facts,
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "cost": self.cost,
            "cached": self.cached,
            "repaired": self.repaired,
        }


def accounts_of(lake: Lake, days: Iterable[str]) -> Iterator[ReportAccount]:
    """Yield the account of every report revision of some days, by day, then path, then revision."""
    for day in sorted(days):
        yield from _of_day(lake, day)


def _of_day(lake: Lake, day: str) -> list[ReportAccount]:
    reports = lake.read(RAW_REPORTS, day).select("revision_id", "path", "revision").sort("path", "revision")
    chunks, facts = (_counted(lake.read(table, day)) for table in (CHUNKS, EXTRACTED_FACTS))
    outcomes = lake.read(CHUNK_OUTCOMES, day)
    ends: dict[str, Counter[str]] = {}
    for revision_id, outcome, number in outcomes.group_by("revision_id", "outcome").len().rows():
        ends.setdefault(revision_id, Counter())[outcome] = number
    sums = {
        row["revision_id"]: row
        for row in outcomes.group_by("revision_id")
        .agg(*(pl.col(name).sum() for name in _SUMMED), pl.col("cached").sum().alias("n_cached"))
        .to_dicts()
    }
    waiting = _counted(outcomes.filter(pl.col("reason").str.starts_with(WAITING)))
    nothing = dict.fromkeys((*_SUMMED, "n_cached"), 0)
    return [
        ReportAccount(
            day=day,
            path=path,
            revision=revision,
            revision_id=revision_id,
            outcomes=ends.get(revision_id, Counter()),
            chunks=chunks.get(revision_id, 0),
            facts=facts.get(revision_id, 0),
            calls=(row := sums.get(revision_id, nothing))["attempts"],
            input_tokens=row["input_tokens"],
            output_tokens=row["output_tokens"],
            cost=float(row["cost"]),
            cached=row["n_cached"],
            repaired=ends.get(revision_id, Counter())["repaired"],
            waiting=waiting.get(revision_id, 0),
        )
        for revision_id, path, revision in reports.rows()
    ]


def _counted(frame: pl.DataFrame) -> dict[str, int]:
    return dict(frame.group_by("revision_id").len().rows())


def weightiest(accounts: Iterable[ReportAccount], most: int) -> list[ReportAccount]:
    """Return the accounts that a person looks at first: most failed chunks, then dearest, then most calls."""
    return sorted(accounts, key=lambda one: (-one.failed, -one.cost, -one.calls, one.path, one.revision))[:most]


@dataclass(frozen=True, slots=True)
class FailedChunk:
    """A chunk whose facts could not be had: where it is, and why."""

    path: str
    chunk_id: str
    char_start: int
    char_end: int
    outcome: str
    reason: str


def failed_chunks(lake: Lake, days: Iterable[str]) -> list[FailedChunk]:
    """Return the failed chunks of some days, by day, path and place."""
    found = []
    for day in sorted(days):
        outcomes = lake.read(CHUNK_OUTCOMES, day).filter(pl.col("outcome").is_in(list(FAILED_OUTCOMES)))
        if outcomes.height:
            places = lake.read(CHUNKS, day).select("chunk_id", "char_start", "char_end")
            paths = lake.read(RAW_REPORTS, day).select("revision_id", "path")
            rows = outcomes.join(places, on="chunk_id").join(paths, on="revision_id")
            for row in rows.sort("path", "char_start", "chunk_id").to_dicts():
                span = row["char_start"], row["char_end"]
                found.append(FailedChunk(row["path"], row["chunk_id"], *span, row["outcome"], row["reason"] or ""))
    return found


@dataclass(frozen=True, slots=True)
class ModelRate:
    """How often the replies of one model (or extractor) kept the contract, by chunk."""

    model: str
    chunks: int
    mended: int  # repaired or salvaged: usable, though not as asked
    failed_contract: int

    @property
    def failure_rate(self) -> float:
        """Share of chunks whose reply nobody could use, 0 to 1."""
        return self.failed_contract / self.chunks if self.chunks else 0.0

    @property
    def mended_rate(self) -> float:
        """Share of chunks whose reply was mended, 0 to 1."""
        return self.mended / self.chunks if self.chunks else 0.0


def model_rates(lake: Lake, days: Sequence[str]) -> list[ModelRate]:
    """Return the rates of every model that was asked about a chunk of some days, by name.

    A chunk that no model was asked about (no source, quarantined, provider down) does not count.
    """
    frames = [lake.read(CHUNK_OUTCOMES, day) for day in sorted(days)]
    answered = ["extracted", "repaired", "salvaged", "no_facts", "failed_contract", "output_too_long"]
    counted: dict[str, Counter[str]] = {}
    for frame in frames:
        rows = frame.filter(pl.col("model").is_not_null() & pl.col("outcome").is_in(answered))
        for model, outcome, number in rows.group_by("model", "outcome").len().rows():
            counted.setdefault(model, Counter())[outcome] += number
    return [
        ModelRate(model, ends.total(), ends["repaired"] + ends["salvaged"], ends["failed_contract"])
        for model, ends in sorted(counted.items())
    ]

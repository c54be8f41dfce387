"""The first invariant as sums: nothing is lost between a report's characters and the ledger's buckets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from core.contracts.tables import (
    CHUNK_OUTCOMES,
    CHUNKS,
    DROPPED_FACTS,
    DURABLE_FACTS,
    EXTRACTED_FACTS,
    FAILED_OUTCOMES,
    NORMALISED_FACTS,
    QUARANTINED_REPORTS,
    RAW_REPORTS,
    REJECTED_ITEMS,
    STATUS_OF,
)
from core.lake.exclusions import read_exclusions
from core.lake.held import HeldPlans
from core.lake.lake import Lake
from core.ledger.fold import Key
from core.ledger.notes import Decided


@dataclass
class Sums:
    """Counts of one or more days, and every way in which they do not add up."""

    reports: int = 0
    quarantined_reports: Counter[str] = field(default_factory=Counter)
    characters: int = 0
    chunks: int = 0
    chunk_characters: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    no_facts_reasons: Counter[str] = field(default_factory=Counter)
    candidates: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    dropped_sources: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    held: int = 0  # facts whose decision waits for a person's approval
    undone: int = 0  # kept facts that a person has taken out
    waiting: int = 0  # of the decided ones, those that no model has answered about yet
    incomplete_reports: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def kept(self) -> int:
        """Facts that reached the ledger."""
        return sum(self.decided.values())

    @property
    def failed_chunks(self) -> int:
        """Chunks whose facts could not be had."""
        return sum(self.outcomes[outcome] for outcome in FAILED_OUTCOMES)

    @property
    def state(self) -> str:
        """How the days ended: ``completed``, ``completed_with_errors`` or ``does_not_add_up``."""
        if self.problems:
            return "does_not_add_up"
        errors = self.failed_chunks or self.quarantined_reports or self.waiting or self.held
        return "completed_with_errors" if errors else "completed"

    def lines(self) -> list[str]:
        """The sums as sentences, each with both sides."""
        buckets = " + ".join(f"{name} {self.decided[name]}" for name in STATUS_OF.values())
        return [
            f"characters: {self.characters:,} in {self.reports} reports = {self.chunk_characters:,} in "
            f"{self.chunks} chunks",
            f"chunks: {self.chunks} = " + (_terms(self.outcomes) or "0"),
            f"candidates: {self.candidates} = {buckets} + dropped {sum(self.dropped.values())} + "
            f"rejected {sum(self.rejected.values())}"
            + (f" + undone {self.undone}" if self.undone else "")
            + (f" + held {self.held}" if self.held else "")
            + (f"; {self.waiting} of the added wait for a model's answer" if self.waiting else ""),
        ]


def conservation(lake: Lake, days: Iterable[str], known: Mapping[Key, Decided] | None) -> Sums:
    """Return the sums of some days.

    Args:
        lake: the lake.
        days: partitions.
        known: decisions in force by assertion key; None leaves the last step (facts → decisions) out,
            for a check before reconciliation.
    """
    sums = Sums()
    for day in sorted(days):
        _add_day(sums, lake, day, known)
    ends = sums.kept + sums.undone + sums.held + sum(sums.dropped.values()) + sum(sums.rejected.values())
    if known is not None and ends != sums.candidates:
        sums.problems.append(f"{sums.candidates} candidates end in {ends} buckets")
    return sums


def _add_day(sums: Sums, lake: Lake, day: str, known: Mapping[Key, Decided] | None) -> None:
    reports, chunks, outcomes = (lake.read(table, day) for table in (RAW_REPORTS, CHUNKS, CHUNK_OUTCOMES))
    sums.reports += reports.height
    sums.quarantined_reports.update(lake.read(QUARANTINED_REPORTS, day)["reason"].to_list())
    sums.characters += int(reports["n_chars"].sum())
    sums.chunks += chunks.height
    sums.chunk_characters += int(chunks["n_chars"].sum())
    sums.outcomes.update(outcomes["outcome"].to_list())
    sums.no_facts_reasons.update(outcomes.filter(pl.col("outcome") == "no_facts")["reason"].to_list())
    failed = outcomes.filter(pl.col("outcome").is_in(list(FAILED_OUTCOMES)))
    sums.incomplete_reports += failed["revision_id"].n_unique()
    sums.problems += _cover(day, reports, chunks)
    if sorted(outcomes["chunk_id"]) != sorted(chunks["chunk_id"]):
        sums.problems.append(f"{day}: {chunks.height} chunks have {outcomes.height} outcomes; each needs exactly one")
    _add_facts(sums, lake, day, int(outcomes["n_candidates"].sum()), known)


def _add_facts(sums: Sums, lake: Lake, day: str, candidates: int, known: Mapping[Key, Decided] | None) -> None:
    tables = (EXTRACTED_FACTS, REJECTED_ITEMS, DROPPED_FACTS, DURABLE_FACTS, NORMALISED_FACTS)
    extracted, rejected, dropped, durable, normalised = (lake.read(table, day) for table in tables)
    sums.candidates += candidates
    sums.rejected.update(rejected["reason"].to_list())
    sums.dropped.update(dropped["reason"].to_list())
    sums.dropped_sources.update(dropped["source"].to_list())
    if extracted.height + rejected.height != candidates:
        sums.problems.append(
            f"{day}: {candidates} candidates, but {extracted.height} extracted and {rejected.height} rejected"
        )
    key = ["chunk_id", "ordinal"]
    ends = pl.concat([dropped.select(key), durable.select(key)])
    if sorted(ends.rows()) != sorted(extracted.select(key).rows()):
        sums.problems.append(
            f"{day}: {extracted.height} extracted facts end in {durable.height} kept and {dropped.height} dropped rows"
        )
    if sorted(durable["fact_id"]) != sorted(normalised["fact_id"]):
        sums.problems.append(f"{day}: {durable.height} durable facts became {normalised.height} normalised ones")
    if known is not None:
        exclusions = read_exclusions(lake.root)
        facts = normalised.select("revision_id", "fact_id", "report_id", "partition").to_dicts()
        keys = [(fact["revision_id"], fact["fact_id"]) for fact in facts if not exclusions.leaves_out(fact)]
        sums.undone += len(facts) - len(keys)
        _add_decisions(sums, day, keys, known, HeldPlans(lake.root))


def _add_decisions(sums: Sums, day: str, keys: Sequence[Key], known: Mapping[Key, Decided], plans: HeldPlans) -> None:
    undecided = [key for key in keys if key not in known]
    if undecided:
        held = frozenset[Key]().union(*(plan.keys for plan in plans.all()))
        sums.held += sum(key in held for key in undecided)
        undecided = [key for key in undecided if key not in held]
    sums.decided.update(STATUS_OF[known[key].verdict.operation] for key in keys if key in known)
    sums.waiting += sum(known[key].is_open for key in keys if key in known)
    if undecided:
        sums.problems.append(f"{day}: {len(undecided)} facts have no decision, first {undecided[0]}; run the day again")


def _cover(day: str, reports: pl.DataFrame, chunks: pl.DataFrame) -> list[str]:
    """Every report's chunks, laid end to end, are its text: no gap, no overlap."""
    problems = []
    spans: dict[str, list[tuple[int, int]]] = {revision: [] for revision in reports["revision_id"]}
    for revision, start, end in chunks.sort("ordinal").select("revision_id", "char_start", "char_end").rows():
        spans.setdefault(revision, []).append((start, end))
    for revision, length in reports.select("revision_id", "n_chars").rows():
        at = 0
        for start, end in spans.pop(revision):
            if start != at:
                break
            at = end
        if at != length:
            problems.append(f"{day}: chunks of {revision} cover {at} of {length} characters without gap or overlap")
    problems += [f"{day}: chunks of {revision}, which is no report of the day" for revision in spans]
    return problems


def _terms(counts: Mapping[str, int]) -> str:
    return " + ".join(f"{name} {count}" for name, count in sorted(counts.items()))

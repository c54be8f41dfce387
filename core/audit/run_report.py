"""What one run did to a lake: learned, changed, confirmed, dropped, failed, paid, and left to a person."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import polars as pl

from core.audit.conservation import Sums
from core.audit.coverage_files import page_path
from core.audit.density import Silent
from core.audit.reports import FailedChunk, failed_chunks
from core.contracts.tables import DROPPED_FACTS, OPERATIONS, QUARANTINED_REPORTS, REJECTED_ITEMS
from core.lake.lake import Lake
from core.lake.ledger import Ledger, Reconciled
from core.lake.log import DecisionLog
from core.lake.sightings import Sightings
from core.ledger.fold import Key

Row = Mapping[str, Any]
_BRIEF = (
    "action", "revision_id", "fact_id", "domain", "operation", "target_note_id", "note_id", "text", "conflicts_with",
    "attempts",
)  # fmt: skip
Outcome = tuple[str, str | None, str, tuple[str, ...], bool]  # operation, target, text, conflicts, whether open


@dataclass(frozen=True, slots=True)
class Spent:
    """What one step of a run asked of a model; ``cost`` is in ``currency``."""

    step: str
    calls: int
    cached: int  # answered from stored replies
    input_tokens: int
    output_tokens: int
    cost: float
    currency: str
    stopped: str | None = None  # why it did not ask about everything


@dataclass(frozen=True, slots=True)
class Ran:
    """What whoever ran it knows of a run, and no table says."""

    run_id: str
    ended: datetime
    days: Sequence[str]
    remade: Sequence[str]  # of the days, those of which it wrote a table of a stage before the fold
    reconciled: Reconciled
    sums: Sums  # of the days
    spent: Sequence[Spent] = ()
    silent: Sequence[Silent] = ()

    @property
    def did_something(self) -> bool:
        """Whether it changed a table or asked a model anything."""
        asked = any(one.calls or one.stopped for one in self.spent)
        return self.reconciled.committed or bool(self.remade) or bool(self.reconciled.held) or asked


@dataclass(frozen=True, slots=True)
class Told:
    """One decision, with what it replaced and the words that it rests on."""

    fact_id: str
    domain: str
    operation: str
    text: str
    old_text: str | None  # of the note that it replaced or confirmed
    earlier: str | None  # the operation that had been decided about the same fact before
    reason: str
    quote: str
    path: str
    page: str  # the coverage page of its report, relative to the lake
    note_id: str
    conflicts: tuple[str, ...]  # the texts of the notes that it contradicts
    defaulted: bool
    overridden: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class Ruled:
    """How many facts one rule took out, and one of them."""

    rule: tuple[str, ...]
    count: int
    example: str


@dataclass(frozen=True)
class RunReport:
    """A run, ready to be shown. Lists are whole; a page may cut them."""

    ran: Ran
    decided: Mapping[str, Sequence[Told]] = field(default_factory=dict)  # operation → new decisions, in ledger order
    again: Sequence[Told] = ()  # decided otherwise than before
    same: int = 0  # how many were decided again and came out as before
    withdrawn: Sequence[Told] = ()
    drops: Sequence[Ruled] = ()  # of the days made anew; rule: (source, reason, rule id)
    rejected: Sequence[Ruled] = ()  # of the days made anew; rule: (reason,)
    failed: Sequence[FailedChunk] = ()
    quarantined: Sequence[Row] = ()
    pages: Mapping[str, str] = field(default_factory=dict)  # path of a report → its coverage page
    growth: Sequence[int] = ()  # current notes after each commit

    @property
    def all_told(self) -> list[Told]:
        """Every decision of the run that is in force after it."""
        return [one for told in self.decided.values() for one in told] + list(self.again)

    @property
    def operations(self) -> dict[str, Counter[str]]:
        """Domain → operation → number of new decisions, domains in order."""
        counted: dict[str, Counter[str]] = {}
        for operation, told in self.decided.items():
            for one in told:
                counted.setdefault(one.domain, Counter())[operation] += 1
        return dict(sorted(counted.items()))


def run_report(lake: Lake, ran: Ran) -> RunReport:
    """Return what a run did, from the log's last commit (when it made one) and the tables of its days."""
    sightings = [row for row in Sightings(lake).rows() if row["revision_id"]]
    pages = {row["revision_id"]: (row["path"], _page(lake, row)) for row in sightings}
    ledger, done = Ledger(lake), ran.reconciled
    commits = [number for number in ledger.log.commits() if number <= done.commit]
    earlier, texts, growth = _history(ledger.log, commits, done.commit if done.committed else None)
    rows = ledger.log.commit_rows(done.commit) if done.committed else []
    kept = [row for row in rows if row["action"] != "redecided" or earlier.get(_key(row)) != _outcome(row)]
    told = [(row["action"], _told(row, texts, earlier, pages)) for row in kept]
    new = [one for action, one in told if action == "decided"]
    return RunReport(
        ran,
        decided={word: [one for one in new if one.operation == word] for word in OPERATIONS},
        again=[one for action, one in told if action == "redecided"],
        same=len(rows) - len(kept),
        withdrawn=[one for action, one in told if action == "withdrawn"],
        drops=_drops(lake, ran.remade),
        rejected=_rejected(lake, ran.remade),
        failed=failed_chunks(lake, ran.days) if ran.sums.failed_chunks else (),
        quarantined=_quarantined(lake, ran.days) if ran.sums.quarantined_reports else (),
        pages=dict(pages.values()),
        growth=growth,
    )


def _page(lake: Lake, sighting: Row) -> str:
    return page_path(lake, sighting).relative_to(lake.root).as_posix()


def _key(row: Row) -> Key:
    return row["revision_id"], row["fact_id"]


def _outcome(row: Row) -> Outcome:
    conflicts = tuple(row["conflicts_with"])
    return row["operation"], row["target_note_id"], row["text"], conflicts, row["attempts"] == 0


def _history(
    log: DecisionLog, commits: Sequence[int], ours: int | None
) -> tuple[dict[Key, Outcome], dict[str, str], tuple[int, ...]]:
    """Return (outcomes in force by key before our own commit; note texts by id; current notes after each commit)."""
    in_force: dict[Key, Row] = {}
    before: dict[Key, Outcome] = {}
    texts: dict[str, str] = {}
    growth: list[int] = []
    current = 0
    for number in commits:
        if number == ours:
            before = {key: _outcome(row) for key, row in in_force.items()}
        for row in _brief(log, number):
            present = in_force.get(_key(row))
            if row["action"] == "withdrawn":
                if present is not None and present["domain"] == row["domain"]:
                    current -= _adds(in_force.pop(_key(row)))
                continue
            current += _adds(row) - (0 if present is None else _adds(present))
            in_force[_key(row)] = row
            if row["note_id"]:
                texts[row["note_id"]] = row["text"]
        growth.append(current)
    return before, texts, tuple(growth)


def _brief(log: DecisionLog, commit: int) -> Iterator[Row]:
    """Yield the columns of a commit that the history needs; the wide ones are left where they are."""
    return pl.read_parquet(log.path(commit), columns=list(_BRIEF)).iter_rows(named=True)


def _adds(decision: Row) -> int:
    """By how many a decision in force raises the number of current notes: the others found none, or retire one too."""
    return int(decision["operation"] == "ADD")


def _told(
    row: Row, texts: Mapping[str, str], earlier: Mapping[Key, Outcome], pages: Mapping[str, tuple[str, str]]
) -> Told:
    quotes = [one["quote"] for one in row["evidence"] if one["char_start"] is not None]
    path, page = pages.get(row["revision_id"], ("", ""))
    before = earlier.get(_key(row))
    return Told(
        fact_id=row["fact_id"],
        domain=row["domain"],
        operation=row["operation"],
        text=row["text"],
        old_text=texts.get(row["target_note_id"] or ""),
        earlier=before[0] if before is not None else None,
        reason=row["reason"],
        quote=quotes[0] if quotes else "",
        path=path,
        page=page,
        note_id=row["note_id"] or row["target_note_id"] or "",
        conflicts=tuple(texts.get(other, other) for other in row["conflicts_with"]),
        defaulted=row["defaulted"],
        overridden=row["overridden"],
        is_open=row["attempts"] == 0,
    )


def _drops(lake: Lake, days: Sequence[str]) -> list[Ruled]:
    found = (row for day in days for row in lake.read(DROPPED_FACTS, day).to_dicts())
    return _ruled(((row["source"], row["reason"], row["rule_id"]), row["text"]) for row in found)


def _rejected(lake: Lake, days: Sequence[str]) -> list[Ruled]:
    found = (row for day in days for row in lake.read(REJECTED_ITEMS, day).to_dicts())
    return _ruled(((row["reason"],), row["raw"]) for row in found)


def _ruled(found: Iterable[tuple[tuple[str, ...], str]]) -> list[Ruled]:
    """Count by rule, most first, each with its first example."""
    counted: Counter[tuple[str, ...]] = Counter()
    examples: dict[tuple[str, ...], str] = {}
    for rule, text in found:
        counted[rule] += 1
        examples.setdefault(rule, text)
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return [Ruled(rule, count, examples[rule]) for rule, count in ordered]


def _quarantined(lake: Lake, days: Sequence[str]) -> list[Row]:
    return [row for day in days for row in lake.read(QUARANTINED_REPORTS, day).to_dicts()]


def needs(report: RunReport) -> Iterator[tuple[str, Sequence[Told]]]:
    """Yield what a person should look at among a run's decisions: a heading each, and the decisions, never none."""
    told = report.all_told
    groups = (
        ("Decisions that wait for a model's answer", [one for one in told if one.is_open]),
        ("Contradictions that the ledger keeps side by side", [one for one in told if one.conflicts]),
        ("Decided by default, for no answer could be used", [one for one in told if one.defaulted and not one.is_open]),
        ("Decisions that a guard overruled", [one for one in told if one.overridden]),
    )
    for heading, listed in groups:
        if listed:
            yield heading, listed

"""The decision log: sealed, append-only Parquet files, one a commit, numbered in commit order.

It is the record of what the fold did. Notes, edges and exports can all be rebuilt from it alone.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.contracts.frames import to_arrow, to_frame
from core.contracts.tables import DECISIONS
from core.errors import LakeError
from core.lake.files import write_atomically
from core.lake.lake import parquet_bytes, read_parquet
from core.ledger.assertions import from_decision
from core.ledger.fold import Key
from core.ledger.notes import Decided, decided_from_row
from core.model import Verdict

_MEND = "Restore it from a backup: the decision log is the record, and nothing else can rebuild it."


class DecisionLog:
    """The sealed files of a lake's decision log."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def commits(self) -> list[int]:
        """The numbers of the sealed commits, in order, from 1."""
        numbers = sorted(int(path.stem) for path in self.folder.glob("[0-9]*.parquet"))
        if numbers != list(range(1, len(numbers) + 1)):
            raise LakeError(
                f"{self.folder}: commits {numbers} are not numbered without a gap from 1. "
                "A sealed file is missing: restore it from a backup before running again."
            )
        return numbers

    def path(self, commit: int) -> Path:
        """The sealed file of a commit."""
        return self.folder / f"{commit:08d}.parquet"

    def seal(self, commit: int, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write a commit's decisions once and for ever.

        Raises:
            LakeError: the commit is sealed already, or the folder cannot be written.
        """
        if self.path(commit).exists():
            raise LakeError(f"{self.path(commit)}: is sealed already; another run holds the lake. Run again.")
        write_atomically(self.path(commit), parquet_bytes(to_arrow(DECISIONS, rows)))

    def rows(self, upto: int | None = None) -> list[dict[str, Any]]:
        """All rows in the order in which they were recorded, those of commits up to ``upto`` (inclusive)."""
        listed: list[dict[str, Any]] = []
        for commit in self.commits():
            if upto is None or commit <= upto:
                listed += self.commit_rows(commit)
        return listed

    def commit_rows(self, commit: int) -> list[dict[str, Any]]:
        """The rows of one sealed commit, in their order."""
        return to_frame(read_parquet(DECISIONS, self.path(commit), _MEND)).to_dicts()

    def known(
        self, upto: int | None = None, at: datetime | None = None
    ) -> tuple[dict[Key, Decided], dict[str, Verdict], datetime]:
        """Return (decisions in force by assertion key, verdicts by decision id, time of the last commit).

        Only commits up to ``upto`` (inclusive) count, and only what was recorded by ``at`` (inclusive).
        """
        in_force: dict[Key, Decided] = {}
        memory: dict[str, Verdict] = {}
        last = datetime(1970, 1, 1, tzinfo=UTC)
        for row in self.rows(upto):
            if at is not None and row["recorded_at"] > at:
                break
            last = max(last, row["recorded_at"])
            decided = enact(in_force, row)
            if decided is not None and not decided.is_open:
                memory[decided.decision_id] = decided.verdict
        return in_force, memory, last


def enact(in_force: dict[Key, Decided], row: Mapping[str, Any]) -> Decided | None:
    """Let one row of the log take effect on the decisions in force; return its decision, None for a withdrawal."""
    key = row["revision_id"], row["fact_id"]
    if row["action"] == "withdrawn":
        present = in_force.get(key)
        if present is not None and present.assertion.columns["domain"] == row["domain"]:
            del in_force[key]
        return None
    decided = in_force[key] = decided_from_row(row, from_decision(row))
    return decided

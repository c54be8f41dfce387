"""What a person has taken out of the ledger: reports and days whose facts the fold leaves out until they are redone."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from core.contracts.frames import to_arrow, to_frame
from core.contracts.tables import EXCLUSIONS
from core.lake.files import write_atomically
from core.lake.lake import parquet_bytes, read_parquet

_MEND = "Restore it from a backup: it records what was undone. Without it, undone facts come back with the next run."


@dataclass(frozen=True)
class Exclusions:
    """Which reports (by id) and partitions (by day) are out, and which have been."""

    rows: tuple[Mapping[str, Any], ...]  # in force
    ended: tuple[Mapping[str, Any], ...] = ()

    def leaves_out(self, columns: Mapping[str, Any]) -> bool:
        """Whether a fact with these columns (``report_id``, ``partition``) is left out of the fold."""
        return any(_covers(row, columns) for row in self.rows)

    def having(self, kind: str, value: str, reason: str, since: datetime, commit: int) -> "Exclusions":
        """These and one more, from a commit on; one that is there already stays as it is."""
        if any((row["kind"], row["value"]) == (kind, value) for row in self.rows):
            return self
        new = {"kind": kind, "value": value, "reason": reason, "since": since, "from_commit": commit, "to_commit": None}
        return replace(self, rows=(*self.rows, new))

    def without(self, kind: str, value: str, commit: int) -> "Exclusions":
        """These but one, which ends with a commit; what no commit was made under leaves no trace."""
        ended = [row for row in self.rows if (row["kind"], row["value"]) == (kind, value)]
        kept = tuple(row for row in self.rows if row not in ended)
        told = [{**row, "to_commit": commit} for row in ended if row["from_commit"] != commit]
        return Exclusions(kept, (*self.ended, *told))

    def of(self, columns: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Return all, ended or in force, that leave or left out a fact with these columns, the latest first."""
        found = [row for row in (*self.rows, *self.ended) if _covers(row, columns)]
        return sorted(found, key=lambda row: (row["from_commit"], row["since"]), reverse=True)


def _covers(row: Mapping[str, Any], columns: Mapping[str, Any]) -> bool:
    return bool(row["value"] == columns["report_id" if row["kind"] == "report" else "partition"])


def read_exclusions(root: Path) -> Exclusions:
    """Return the exclusions of a lake."""
    path = _path(root)
    if not path.exists():
        return Exclusions(())
    rows = to_frame(read_parquet(EXCLUSIONS, path, _MEND)).to_dicts()
    ended = tuple(row for row in rows if row["to_commit"] is not None)
    return Exclusions(tuple(row for row in rows if row["to_commit"] is None), ended)


def write_exclusions(root: Path, exclusions: Exclusions) -> None:
    """Replace the exclusions of a lake."""
    listed = (*exclusions.rows, *exclusions.ended)
    rows = sorted(listed, key=lambda row: (row["kind"], row["value"], row["from_commit"]))
    write_atomically(_path(root), parquet_bytes(to_arrow(EXCLUSIONS, rows)))


def _path(root: Path) -> Path:
    return root / f"{EXCLUSIONS.name}.parquet"

"""What a person has taken out of the ledger: reports and days whose facts the fold leaves out until they are redone."""

from collections.abc import Mapping
from dataclasses import dataclass
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
    """Which reports (by id) and partitions (by day) are out."""

    rows: tuple[Mapping[str, Any], ...]

    def leaves_out(self, columns: Mapping[str, Any]) -> bool:
        """Whether a fact with these columns (``report_id``, ``partition``) is left out of the fold."""
        return any(
            row["value"] == columns["report_id" if row["kind"] == "report" else "partition"] for row in self.rows
        )

    def having(self, kind: str, value: str, reason: str, since: datetime) -> "Exclusions":
        """These and one more; one that is there already stays as it is."""
        if any((row["kind"], row["value"]) == (kind, value) for row in self.rows):
            return self
        return Exclusions((*self.rows, {"kind": kind, "value": value, "reason": reason, "since": since}))

    def without(self, kind: str, value: str) -> "Exclusions":
        """These but one."""
        return Exclusions(tuple(row for row in self.rows if (row["kind"], row["value"]) != (kind, value)))


def read_exclusions(root: Path) -> Exclusions:
    """Return the exclusions of a lake."""
    path = _path(root)
    if not path.exists():
        return Exclusions(())
    return Exclusions(tuple(to_frame(read_parquet(EXCLUSIONS, path, _MEND)).to_dicts()))


def write_exclusions(root: Path, exclusions: Exclusions) -> None:
    """Replace the exclusions of a lake."""
    rows = sorted(exclusions.rows, key=lambda row: (row["kind"], row["value"]))
    write_atomically(_path(root), parquet_bytes(to_arrow(EXCLUSIONS, rows)))


def _path(root: Path) -> Path:
    return root / f"{EXCLUSIONS.name}.parquet"

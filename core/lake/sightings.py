"""Which files have been seen, under which report and day: recorded once, so that a re-run agrees with the first."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.contracts.frames import to_arrow, to_frame
from core.contracts.tables import SIGHTINGS
from core.errors import UnreadableReportError
from core.lake.corpus import CorpusFile, corpus_files
from core.lake.denied import read_denied
from core.lake.files import locked, write_atomically
from core.lake.lake import Lake, parquet_bytes, read_parquet
from core.model import Document
from core.readers.registry import read
from core.stages.reports import sighting

_MEND = "Restore it from a backup: it records on which day an undated report was first seen."


@dataclass(frozen=True)
class Intake:
    """What a scan of the corpus found."""

    sightings: Sequence[Mapping[str, Any]]  # all that the lake knows
    files: Mapping[tuple[str, str], CorpusFile]  # those present now, by path and SHA-256
    added: int  # seen for the first time
    denied: int = 0  # files that are there and have been erased: they are not read


class Sightings:
    """The sightings table of a lake."""

    def __init__(self, lake: Lake) -> None:
        self.root = lake.root
        self.path = lake.root / f"{SIGHTINGS.name}.parquet"
        self.lock = lake.root / ".sightings.lock"

    def rows(self) -> list[dict[str, Any]]:
        """All sightings so far."""
        if not self.path.exists():
            return []
        return to_frame(read_parquet(SIGHTINGS, self.path, _MEND)).to_dicts()

    def scan(self, reports: Path, today: str, max_bytes: int) -> Intake:
        """Record what is new in a corpus folder.

        Args:
            reports: the corpus root.
            today: ISO day; recorded as the day of a report that no folder, manifest or date places.
            max_bytes: larger files are quarantined.

        Raises:
            LakeError: the folder does not exist, its manifest is broken, or the lake cannot be written.
        """
        with locked(self.lock):
            known = {(row["path"], row["content_sha256"]): row for row in self.rows()}
            generations: dict[str, int] = {}
            for path, _ in known:
                generations[path] = generations.get(path, 0) + 1
            files: dict[tuple[str, str], CorpusFile] = {}
            added = erased = 0
            denied = read_denied(self.root)
            for file in corpus_files(reports):
                data = load(file)
                key = file.path, hashlib.sha256(data).hexdigest()
                if denied.holds(key[1]):
                    erased += 1
                    continue
                files[key] = file
                earlier = known.get(key)
                if earlier is not None and earlier["quarantine_reason"] is None:
                    continue
                document, reason = _try_to_read(file, data, max_bytes)
                first_seen = today if earlier is None else earlier["received_on"]
                row = sighting(file.path, data, document, file.extra, first_seen, reason)
                if earlier is None:
                    known[key] = row | {"generation": generations.get(file.path, 0)}
                elif earlier["quarantine_reason"] != reason:  # a reader or the limit has changed since
                    known[key] = row | {"generation": earlier["generation"]}
                else:
                    continue
                added += 1
            rows = sorted(known.values(), key=lambda row: (row["path"], row["generation"]))
            if added:
                write_atomically(self.path, parquet_bytes(to_arrow(SIGHTINGS, rows)))
        return Intake(rows, files, added, erased)

    def drop(self, revisions: frozenset[str]) -> None:
        """Forget that some revisions were ever seen."""
        with locked(self.lock):
            rows = self.rows()
            kept = [row for row in rows if row["revision_id"] not in revisions]
            if len(kept) != len(rows):
                write_atomically(self.path, parquet_bytes(to_arrow(SIGHTINGS, kept)))


def load(file: CorpusFile) -> bytes:
    """Return the bytes of a corpus file; an unreadable one is empty and will be quarantined as such."""
    try:
        return file.location.read_bytes()
    except OSError:
        return b""


def read_document(file: CorpusFile, data: bytes, max_bytes: int) -> Document:
    """Return the document of a corpus file.

    Raises:
        UnreadableReportError: with a reason and what to do.
    """
    if file.problem is not None:
        raise UnreadableReportError("broken_sidecar", f"{file.path}: {file.problem}")
    return read(file.path, data, file.extra, max_bytes)


def _try_to_read(file: CorpusFile, data: bytes, max_bytes: int) -> tuple[Document | None, str | None]:
    try:
        return read_document(file, data, max_bytes), None
    except UnreadableReportError as error:
        return None, error.reason

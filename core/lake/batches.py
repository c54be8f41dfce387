"""What a lake knows of batches at providers: one file a batch, ``<lake>/batches/<name>.json``.

A batch is written down before it is handed in and again when the provider has named it, so that a
kill at any moment leaves either nothing at the provider or a name by which to find it.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from core.errors import LakeError
from core.lake.files import locked, write_atomically

INTENDED, WAITING, ENDED = "intended", "waiting", "ended"
STATES = (INTENDED, WAITING, ENDED)


@dataclass(frozen=True, slots=True)
class BatchRecord:
    """One batch. Times are ISO 8601 in UTC; ``keys`` gives each question the chunk that it was asked for.

    ``prompt_version`` and ``prompt_hash`` are those of the questions, which a later run may have
    changed. After the end every key has a reply in the store, or is in ``bad`` (its answer was of no
    use), or in ``unanswered`` (it is open again).
    """

    name: str
    state: str
    where: str  # provider and address
    model: str
    prompt_version: str
    prompt_hash: str
    intended_at: str
    keys: Mapping[str, str]
    days: tuple[str, ...]
    batch_id: str = ""  # the provider's
    ended_at: str = ""
    word: str = ""  # how it ended: the provider's word, or lost
    kept: int = 0
    known: int = 0
    bad: Mapping[str, str] = field(default_factory=dict)
    unanswered: tuple[str, ...] = ()
    named: tuple[str, ...] = ()  # the first bad lines, as told to a person
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def is_live(self) -> bool:
        """Whether replies may still come."""
        return self.state != ENDED

    def answered(self) -> dict[str, str]:
        """Return the questions whose replies went into the store, each with its chunk; none before the end."""
        left = {*self.bad, *self.unanswered}
        return {} if self.is_live else {key: chunk for key, chunk in self.keys.items() if key not in left}


class LakeBatches:
    """The batches of a lake."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "batches"

    @property
    def spool(self) -> Path:
        """Where the lines of a batch are put together; for whoever holds the lock."""
        return self.folder / ".lines.jsonl"

    def locked(self) -> AbstractContextManager[None]:
        """Hold the right to hand in and to collect; the kernel takes it back from whoever dies."""
        return locked(self.folder / ".lock")

    def records(self) -> Iterator[BatchRecord]:
        """Yield every batch, the first handed in first.

        Raises:
            LakeError: a file is no record of a batch; the message says what to do.
        """
        found = [_read(path) for path in sorted(self.folder.glob("*.json"))]
        yield from sorted(found, key=lambda one: (one.intended_at, one.name))

    def live(self) -> list[BatchRecord]:
        """Return the batches of which replies may still come."""
        return [one for one in self.records() if one.is_live]

    def write(self, record: BatchRecord) -> None:
        """Keep a record; when the call returns it is on the disk.

        Raises:
            LakeError: the folder cannot be written.
        """
        data = json.dumps(asdict(record), ensure_ascii=True, indent=1, sort_keys=True) + "\n"
        write_atomically(self._path(record), data.encode())

    def forget(self, record: BatchRecord) -> None:
        """Delete the record of a batch that was never handed in."""
        self._path(record).unlink(missing_ok=True)

    def _path(self, record: BatchRecord) -> Path:
        return self.folder / f"{record.name}.json"


def instant(text: str) -> datetime:
    """Return a time of a record."""
    return datetime.fromisoformat(text)


def _read(path: Path) -> BatchRecord:
    try:
        content: Any = json.loads(path.read_bytes())
        known = {one.name for one in fields(BatchRecord)}
        if not isinstance(content, dict) or set(content) != known or content["state"] not in STATES:
            raise ValueError("other fields than those of a batch")
        for name in ("days", "named", "unanswered"):
            content[name] = tuple(content[name])
        record = BatchRecord(**content)
        instant(record.intended_at)
    except (ValueError, TypeError, OSError) as error:
        raise LakeError(
            f"{path}: is no record of a batch ({error}). Look for a batch with this name in the provider's console; "
            "move the file away to have its questions asked again."
        ) from error
    return record

"""Where every table of a lake lies, and how its Parquet files are read and written."""

import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from core.contracts.added import completed
from core.contracts.frames import check, to_arrow, to_frame
from core.contracts.tables import Table
from core.errors import ContractError, LakeError
from core.lake.files import write_atomically

_INPUTS = b"factledger.inputs"
_REBUILD = "Delete it and run its day again; it is rebuilt from upstream."


class Lake:
    """A lake folder. Stage tables lie in ``<root>/<table>/<day>.parquet``, one file a partition."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._checked: dict[Path, tuple[int, int]] = {}  # files that this process has found to keep their contract

    def path(self, table: Table, day: str) -> Path:
        """The file of one partition of a stage table."""
        return self.root / table.name / f"{day}.parquet"

    def days(self, table: Table) -> list[str]:
        """The partitions that a stage table has, in order."""
        return sorted(path.stem for path in (self.root / table.name).glob("*.parquet") if not path.name.startswith("."))

    def is_fresh(self, table: Table, day: str, inputs: str) -> bool:
        """Whether a partition was made from these inputs (see ``inputs_digest``)."""
        path = self.path(table, day)
        if not path.exists():
            return False
        try:
            metadata = pq.read_schema(path).metadata or {}
        except (pa.ArrowInvalid, OSError):  # truncated: not fresh, so it is made again
            return False
        return bool(metadata.get(_INPUTS) == inputs.encode())

    def inputs_digest(self, upstream: Iterable[Table], day: str, *parts: str) -> str:
        """Return a hash of all that a partition is made from: upstream files of the day, and ``parts``."""
        total = hashlib.blake2b(digest_size=16)
        for table in upstream:
            path = self.path(table, day)
            total.update(hashlib.blake2b(path.read_bytes()).digest() if path.exists() else b"absent")
        for part in parts:
            total.update(hashlib.blake2b(part.encode()).digest())
        return total.hexdigest()

    def write(self, table: Table, day: str, rows: Iterable[Mapping[str, Any]], inputs: str = "") -> bool:
        """Replace one partition by rows of the declared schema; return whether its bytes changed.

        ``inputs`` is kept in the file, for ``is_fresh``.

        Raises:
            ContractError: the rows break the contract; nothing was written.
            LakeError: the folder cannot be written; the old partition is intact.
        """
        data = parquet_bytes(to_arrow(table, rows), {_INPUTS: inputs.encode()} if inputs else None)
        path = self.path(table, day)
        if path.exists() and path.read_bytes() == data:
            return False
        write_atomically(path, data)
        self._checked[path] = _state(path)
        return True

    def read(self, table: Table, day: str) -> pl.DataFrame:
        """Return one partition, checked; an absent one is an empty frame of the declared schema."""
        path = self.path(table, day)
        if not path.exists():
            return to_frame(table.schema.empty_table())
        state = _state(path)
        if self._checked.get(path) == state:
            return to_frame(_read_once(table, path))
        arrow = read_parquet(table, path)
        self._checked[path] = state
        return to_frame(arrow)

    def read_all(self, table: Table, days: Sequence[str] | None = None) -> pl.DataFrame:
        """Return several partitions of a table (all when ``days`` is None), in order of day, one frame."""
        chosen = self.days(table) if days is None else sorted(days)
        frames = [self.read(table, day) for day in chosen]
        return pl.concat([to_frame(table.schema.empty_table()), *frames])


def _read_once(table: Table, path: Path) -> pa.Table:
    """Read a table's file by opening it once: of a path that is replaced meanwhile, two openings are two files."""
    return completed(table, pq.read_table(pa.BufferReader(path.read_bytes())).replace_schema_metadata(None))


def _state(path: Path) -> tuple[int, int]:
    """What changes when a file is replaced."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def parquet_bytes(arrow: pa.Table, metadata: Mapping[bytes, bytes] | None = None) -> bytes:
    """Return a table as a Parquet file; equal tables give equal bytes."""
    buffer = io.BytesIO()
    pq.write_table(
        arrow.replace_schema_metadata(metadata), buffer, compression="zstd", compression_level=3, row_group_size=32_768
    )
    return buffer.getvalue()


def read_parquet(table: Table, path: Path, mend: str = _REBUILD) -> pa.Table:
    """Return one file of a table, checked against the contract.

    Args:
        table: its contract.
        path: the file.
        mend: what the error message tells a person to do about a damaged file.

    Raises:
        LakeError: the file is truncated or is no Parquet file.
        ContractError: the file has other columns, types or broken rules.
    """
    try:
        arrow = _read_once(table, path)
    except (pa.ArrowInvalid, OSError) as error:
        raise LakeError(f"{path}: is no readable Parquet file ({error}). {mend}") from error
    try:
        check(table, arrow)
    except ContractError as error:
        raise ContractError(f"{path}: {error}") from error
    return arrow

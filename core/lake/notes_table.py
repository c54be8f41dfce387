"""The Lance tables of notes and supersession edges: one commit a run, derived from the decision log.

Protocol (all under the lake's lock): seal the decisions; one full-row merge of notes; the same for the
edges; Parquet export of both; fsync; tags last. A commit without its tags is finished by whoever comes
next, from the log alone.
"""

import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa

from core.contracts.frames import check, to_arrow
from core.contracts.tables import NOTES, SUPERSESSION_EDGES, Table
from core.errors import LakeError
from core.lake.files import fsync_tree, write_atomically
from core.lake.lake import parquet_bytes

_NEVER = timedelta(days=36_500)  # the default lets go of versions behind our back, and fails on an old tag
_MARGIN = 1.0  # seconds that may pass until Lance looks at its own clock
Rows = Mapping[str, Mapping[str, Any]]  # by key
Change = tuple[Table, Rows, Sequence[str]]  # new and changed rows of a table, and the keys that are no more


class LedgerTables:
    """notes.lance and supersession_edges.lance of one lake."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._connection: Any = None

    def committed(self) -> int:
        """The number of the last commit that is complete and durable; 0 before the first."""
        return min(self._tagged(table) for table in (NOTES, SUPERSESSION_EDGES))

    def is_clean(self) -> bool:
        """Whether no table has moved past its last tag (as after a crash in the middle of a commit)."""
        return all(self._is_at_its_tag(table) for table in (NOTES, SUPERSESSION_EDGES))

    def version(self) -> tuple[int, int]:
        """The versions of (notes, supersession_edges); 0 for a table that does not exist."""
        handles = [self._open(table) for table in (NOTES, SUPERSESSION_EDGES)]
        notes, edges = (handle.version if handle is not None else 0 for handle in handles)
        return notes, edges

    def read(self, table: Table) -> pa.Table:
        """Return a whole table as declared; empty when it does not exist yet."""
        handle = self._open(table)
        if handle is None:
            return table.schema.empty_table()
        arrow = handle.to_arrow().cast(table.schema).replace_schema_metadata(None)
        check(table, arrow)
        return arrow

    def commit(self, number: int, changes: Sequence[Change]) -> None:
        """Bring both tables to commit ``number`` of the decision log.

        Raises:
            LakeError: a table took other rows than planned; it is back at its version, nothing is tagged.
        """
        started = time.time_ns() - 2_000_000_000  # file times may be coarser than the clock
        for table, rows, gone in changes:
            self._merge(table, rows, gone)
        for table in (NOTES, SUPERSESSION_EDGES):
            path = self.root / "exports" / f"{table.name}.parquet"
            write_atomically(path, parquet_bytes(self.read(table).sort_by(table.key[0])))
        for table in (NOTES, SUPERSESSION_EDGES):
            fsync_tree(self._folder(table), started)
        for table in (NOTES, SUPERSESSION_EDGES):
            handle = self._require(table)
            if self._tagged(table) < number:
                handle.tags.create(_tag(number), handle.version)
            else:
                handle.tags.update(_tag(number), handle.version)
            fsync_tree(self._folder(table) / "_refs", 0)

    def compact(self, keep: int, keep_seconds: float) -> None:
        """Rewrite both tables in few files and let go of old versions, the newest tag at the head again.

        What the tables say does not change. A run that dies in between is healed by the next: the head is only
        tagged anew. A reader that opened a version less than ``keep_seconds`` ago can read on.

        Args:
            keep: how many of the newest commits keep their tag, and with it their version; at least 1.
            keep_seconds: how old an untagged version must be to go.
        """
        started = time.time_ns() - 2_000_000_000
        for table in (NOTES, SUPERSESSION_EDGES):
            handle = self._open(table)
            if handle is None or (newest := self._tagged(table)) == 0:
                continue
            handle.optimize(cleanup_older_than=_NEVER)
            handle.tags.update(_tag(newest), handle.version)
            tags = sorted(tag for tag in handle.tags.list() if tag.startswith("commit-"))
            for tag in tags[: -max(1, keep)]:
                handle.tags.delete(tag)
            handle.optimize(cleanup_older_than=_oldest_needed(handle, keep_seconds))
            fsync_tree(self._folder(table), started)

    def sizes(self) -> dict[str, tuple[int, int]]:
        """Return (bytes on disk, versions held) by table name."""
        found = {}
        for table in (NOTES, SUPERSESSION_EDGES):
            files = [path.stat().st_size for path in self._folder(table).rglob("*") if path.is_file()]
            handle = self._open(table)
            found[table.name] = sum(files), len(handle.list_versions()) if handle is not None else 0
        return found

    def discard_if_broken(self) -> list[str]:
        """Repair or set aside tables that cannot be read, and return what was done; the log rebuilds them."""
        done: list[str] = []
        for table in (NOTES, SUPERSESSION_EDGES):
            done += _drop_empty_manifests(self._folder(table))
            try:
                self.read(table)
            except (ValueError, RuntimeError, OSError, pa.ArrowInvalid) as error:
                aside = _aside(self._folder(table))
                done.append(f"{table.name}.lance could not be read ({error}) and was set aside as {aside.name}")
        return done

    def set_aside(self) -> list[Path]:
        """Move both tables out of the way and return where they are now."""
        return [_aside(self._folder(table)) for table in (NOTES, SUPERSESSION_EDGES) if self._folder(table).exists()]

    def _merge(self, table: Table, rows: Rows, gone: Sequence[str]) -> None:
        handle = self._require(table)
        if not rows and not gone:
            return
        key = table.key[0]
        arrow = to_arrow(table, [rows[one] for one in sorted(rows)])
        before = handle.version
        merge = handle.merge_insert(key).when_matched_update_all().when_not_matched_insert_all()
        if gone:
            listed = ", ".join(f"'{one}'" for one in sorted(gone))
            merge = merge.when_not_matched_by_source_delete(f"{key} IN ({listed})")
        result = merge.execute(arrow)
        written, deleted = result.num_inserted_rows + result.num_updated_rows, result.num_deleted_rows
        if (written, deleted) != (len(rows), len(gone)):
            handle.restore(before)
            raise LakeError(
                f"{table.name}: a commit wrote {written} and deleted {deleted} rows where {len(rows)} and {len(gone)} "
                "were planned; the table was put back. Run `factledger fsck` and run again."
            )

    def _connect(self) -> Any:  # noqa: ANN401 - lancedb ships no type stubs
        if self._connection is None:
            import lancedb  # slow to import; only what touches the tables pays for it

            try:
                self.root.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise LakeError(f"{self.root}: cannot be created ({error.strerror}). Choose another lake.") from error
            self._connection = lancedb.connect(str(self.root))
        return self._connection

    def _folder(self, table: Table) -> Path:
        return self.root / f"{table.name}.lance"

    def _open(self, table: Table) -> Any | None:  # noqa: ANN401
        if not any((self._folder(table) / "_versions").glob("*.manifest")):
            return None
        return self._connect().open_table(table.name)

    def _require(self, table: Table) -> Any:  # noqa: ANN401
        handle = self._open(table)
        if handle is None:
            handle = self._connect().create_table(table.name, schema=table.schema, mode="overwrite")
        if not any(b"primary-key" in name for name in handle.schema.field(table.key[0]).metadata or {}):
            # Without a declared key, two writers that insert the same new row would both succeed.
            handle.set_unenforced_primary_key(table.key[0])
        return handle

    def _tagged(self, table: Table) -> int:
        handle = self._open(table)
        if handle is None:
            return 0
        return max(
            (int(tag.removeprefix("commit-")) for tag in handle.tags.list() if tag.startswith("commit-")), default=0
        )

    def _is_at_its_tag(self, table: Table) -> bool:
        handle = self._open(table)
        if handle is None:
            return True
        tagged = self._tagged(table)
        return tagged > 0 and handle.tags.get_version(_tag(tagged)) == handle.version


def _oldest_needed(handle: Any, keep_seconds: float) -> timedelta:  # noqa: ANN401
    """Return the age beyond which versions may go: past every tag, for Lance refuses to let go of a tagged one."""
    written = {version["version"]: version["timestamp"].timestamp() for version in handle.list_versions()}
    tagged = [written[held["version"]] for held in handle.tags.list().values() if held["version"] != handle.version]
    now = time.time_ns() / 1e9
    return timedelta(seconds=max([keep_seconds, *(now - one + _MARGIN for one in tagged)]))


def _aside(folder: Path) -> Path:
    """Rename a table's folder so that no reader takes it for the table; return its new place."""
    return folder.rename(folder.with_name(f"{folder.name}.aside-{time.time_ns()}"))


def _tag(number: int) -> str:
    return f"commit-{number:08d}"


def _drop_empty_manifests(folder: Path) -> list[str]:
    """A power cut can leave an empty head manifest, with which a table does not open; the one before it does."""
    done = []
    for manifest in folder.glob("_versions/*.manifest"):
        if manifest.stat().st_size == 0:
            manifest.unlink()
            done.append(f"{folder.name}: removed the empty manifest {manifest.name}")
    return done

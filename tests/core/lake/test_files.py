"""Files of a lake are the old ones or the new ones; damage is named, and stale tables are known as stale."""

import fcntl
import os
import resource
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.contracts.tables import CHUNKS, REJECTED_ITEMS
from core.errors import LakeError
from core.lake import code, files
from core.lake.files import locked, remove_leftovers, write_atomically
from core.lake.lake import Lake, read_parquet

DAY = "2026-01-02"
ITEM = {"chunk_id": "chk_1", "revision_id": "rev_1", "item": 0, "reason": "text: missing", "raw": "{}"}


@contextmanager
def disk_of(limit: int):
    """Let no file of this process grow past ``limit`` bytes, as a full disk would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def names(folder: Path) -> list[str]:
    """What a folder holds."""
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_with_the_folders_it_needs(tmp_path):
    """The folders of a path are made, and nothing but the file is left in them."""
    write_atomically(tmp_path / "a" / "b" / "file", b"new")
    assert (tmp_path / "a" / "b" / "file").read_bytes() == b"new"
    assert names(tmp_path / "a" / "b") == ["file"]


def test_a_full_disk_leaves_the_old_file_and_no_half_one(tmp_path):
    """The write fails in the middle of the new content; the old one stands, and the message says so."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with (
        disk_of(1000),
        pytest.raises(LakeError, match=r"file: cannot be written \(File too large\).*old content is intact"),
    ):
        write_atomically(path, b"x" * 5000)
    assert (path.read_bytes(), names(tmp_path)) == (b"old", ["file"])


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_at_any_step_leaves_the_old_file(tmp_path, monkeypatch, step):
    """A disk that refuses to sync, or a folder that refuses the rename, costs nothing."""

    def refuse(*_args):
        raise OSError(30, "Read-only file system")

    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), refuse)
    with pytest.raises(LakeError, match=r"cannot be written \(Read-only file system\).*fix the permissions"):
        write_atomically(path, b"new")
    assert (path.read_bytes(), names(tmp_path)) == (b"old", ["file"])


def test_content_is_durable_before_it_takes_the_name(tmp_path, monkeypatch):
    """The order is write, sync the file, rename, sync the folder; any other can lose both contents in a power cut."""
    steps = []
    replace = Path.replace
    monkeypatch.setattr(os, "fsync", lambda descriptor: steps.append(os.fstat(descriptor).st_ino))
    monkeypatch.setattr(Path, "replace", lambda one, other: (steps.append("rename"), replace(one, other))[1])
    write_atomically(tmp_path / "file", b"new")
    assert steps == [(tmp_path / "file").stat().st_ino, "rename", tmp_path.stat().st_ino]


def test_leftovers_of_the_dead_go_and_those_of_the_living_stay(tmp_path):
    """A killed writer's half file is removed; that of a writer at work, and files of other kinds, are not."""
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    mine, other = tmp_path / f".a.parquet.{os.getpid()}.tmp", tmp_path / "deep" / f".b.parquet.{dead.pid}.tmp"
    strangers = [tmp_path / ".notes.tmp", tmp_path / f"c.{dead.pid}.tmp", tmp_path / ".d.parquet"]
    other.parent.mkdir()
    for path in (mine, other, *strangers):
        path.write_bytes(b"half")
    assert remove_leftovers(tmp_path) == 1
    assert not other.exists()
    assert all(path.exists() for path in (mine, *strangers))


def test_half_files_are_no_partitions(tmp_path):
    """A leftover beside a table is not taken for a day."""
    lake = Lake(tmp_path)
    lake.write(REJECTED_ITEMS, DAY, [ITEM])
    (tmp_path / "rejected_items" / f".{DAY}.parquet.1.tmp").write_bytes(b"half")
    (tmp_path / "rejected_items" / ".2026-01-03.parquet").write_bytes(b"half")
    assert lake.days(REJECTED_ITEMS) == [DAY]


def test_a_lock_is_held_against_other_processes_and_freed_by_death(tmp_path):
    """A second process waits; when the holder is killed, the lock is free at once."""
    source = (
        "import sys, time; from pathlib import Path; from core.lake.files import locked\n"
        "with locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", source, tmp_path / ".lock"], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline() == "held\n"
        with (tmp_path / ".lock").open("rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        holder.kill()
        holder.wait()
    with locked(tmp_path / ".lock"):
        pass


def test_a_lock_that_cannot_be_opened_is_a_clear_error(tmp_path):
    """The message says to choose another folder."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(LakeError, match="Choose a lake folder that you may write to"), locked(tmp_path / "file" / "x"):
        pass


def test_an_absent_partition_is_an_empty_frame(tmp_path):
    """Reading what was never written gives the declared columns and no row."""
    frame = Lake(tmp_path).read(CHUNKS, DAY)
    assert (frame.height, frame.schema) == (0, CHUNKS.polars_schema)


def test_writing_the_same_rows_again_changes_nothing(tmp_path):
    """The file is not touched, and the caller is told."""
    lake = Lake(tmp_path)
    assert lake.write(REJECTED_ITEMS, DAY, [ITEM]) is True
    before = lake.path(REJECTED_ITEMS, DAY).stat()
    assert lake.write(REJECTED_ITEMS, DAY, [dict(ITEM)]) is False
    assert lake.path(REJECTED_ITEMS, DAY).stat() == before
    assert lake.write(REJECTED_ITEMS, DAY, [ITEM | {"raw": "[]"}]) is True


@pytest.mark.parametrize("left", [0, 3, -1, -200])
def test_a_truncated_file_is_named_with_what_to_do_and_is_not_fresh(tmp_path, left):
    """Cut to nothing, to a few bytes, or by its end: an error that names the file, and a day that is made again."""
    lake = Lake(tmp_path)
    lake.write(REJECTED_ITEMS, DAY, [ITEM], "inputs")
    assert lake.is_fresh(REJECTED_ITEMS, DAY, "inputs")
    path = lake.path(REJECTED_ITEMS, DAY)
    path.write_bytes(path.read_bytes()[:left])
    assert not lake.is_fresh(REJECTED_ITEMS, DAY, "inputs")
    expected = rf"rejected_items/{DAY}\.parquet: is no readable Parquet file .*Delete it and run its day again"
    with pytest.raises(LakeError, match=expected):
        lake.read(REJECTED_ITEMS, DAY)


def test_what_to_do_about_a_damaged_file_depends_on_the_table(tmp_path):
    """Files that nothing can rebuild are not to be deleted, and the message does not say so."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(LakeError, match=r"Restore it from a backup\.$"):
        read_parquet(REJECTED_ITEMS, tmp_path / "file", "Restore it from a backup.")


def test_a_partition_is_fresh_only_for_what_it_was_made_from(tmp_path):
    """Absent, made without saying from what, or made from something else: made again."""
    lake = Lake(tmp_path)
    assert not lake.is_fresh(REJECTED_ITEMS, DAY, "inputs")
    lake.write(REJECTED_ITEMS, DAY, [ITEM])
    assert not lake.is_fresh(REJECTED_ITEMS, DAY, "inputs")
    lake.write(REJECTED_ITEMS, DAY, [ITEM], "inputs")
    assert lake.is_fresh(REJECTED_ITEMS, DAY, "inputs")
    assert not lake.is_fresh(REJECTED_ITEMS, DAY, "other inputs")
    assert not lake.is_fresh(REJECTED_ITEMS, "2026-01-03", "inputs")


def test_inputs_are_the_bytes_upstream_and_every_part(tmp_path):
    """Other bytes, an upstream file that comes or goes, another part, parts cut elsewhere: other inputs."""
    lake = Lake(tmp_path)

    def of(*parts: str, day: str = DAY) -> str:
        return lake.inputs_digest([CHUNKS, REJECTED_ITEMS], day, *parts)

    absent = of("settings")
    lake.write(REJECTED_ITEMS, DAY, [ITEM])
    present = of("settings")
    lake.write(REJECTED_ITEMS, DAY, [ITEM | {"raw": "[]"}])
    seen = [absent, present, of("settings"), of("other"), of("set", "tings"), of(), of("settings", "")]
    assert len(set(seen)) == len(seen)
    lake.write(REJECTED_ITEMS, DAY, [ITEM])
    assert of("settings") == present
    assert of("settings", day="2026-01-03") == absent


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        ({"a.py": b"x = 2"}, True),
        ({"rules/words.tsv": b"b"}, True),
        ({"moved.py": b"x = 1", "a.py": None}, True),
        ({"new.toml": b""}, True),
        ({"notes.md": b"words"}, False),
        ({"a.py": b"x = 1"}, False),
    ],
)
def test_code_is_known_by_content_and_place(tmp_path, monkeypatch, change, differs):
    """A changed, moved or new rule changes the digest of the code; a text beside it does not."""
    monkeypatch.setattr(code, "_CORE", tmp_path)

    def digest() -> str:
        code.code_digest.cache_clear()
        return code.code_digest()

    for name, content in {"a.py": b"x = 1", "rules/words.tsv": b"a"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    before = digest()
    for name, content in change.items():
        (tmp_path / name).unlink(missing_ok=True) if content is None else (tmp_path / name).write_bytes(content)
    try:
        assert (digest() != before) is differs
    finally:
        code.code_digest.cache_clear()


def test_the_folder_tree_is_synced_from_the_given_time_on(tmp_path, monkeypatch):
    """Old files are left alone, new ones are synced, and so is every folder."""
    old, new = tmp_path / "sub" / "old", tmp_path / "sub" / "new"
    old.parent.mkdir()
    for path, at in ((old, 10), (new, 20)):
        path.write_bytes(b"")
        os.utime(path, ns=(at, at))
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    files.fsync_tree(tmp_path, 20)
    assert sorted(synced) == sorted(path.stat().st_ino for path in (tmp_path, tmp_path / "sub", new))

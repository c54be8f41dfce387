"""Files that are either the old ones or the new ones, never half: write aside, fsync, rename, fsync the folder."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from core.errors import LakeError


def write_atomically(path: Path, data: bytes) -> None:
    """Replace ``path`` with ``data``; a crash leaves the old content or the new, and at worst one ``.tmp`` beside it.

    Raises:
        LakeError: the folder cannot be written (read-only, full); the old file is intact.
    """
    aside: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside, file = _open_aside(path)
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
        aside = None  # whatever bears its name from now on is somebody else's
        fsync_folder(path.parent)
    except OSError as error:
        if aside is not None:
            with contextlib.suppress(OSError):
                aside.unlink(missing_ok=True)
        raise LakeError(
            f"{path}: cannot be written ({error.strerror or error}). The old content is intact; "
            "free space or fix the permissions, then run again."
        ) from error


def _open_aside(path: Path) -> tuple[Path, BinaryIO]:
    """Make a file beside ``path`` that nobody else writes to; its name tells whose leftover it would be.

    The process id alone is not enough of a name: threads share it, and so may containers.
    """
    number = 0
    while True:
        aside = path.with_name(f".{path.name}.{number}.{os.getpid()}.tmp")
        with contextlib.suppress(FileExistsError):
            return aside, aside.open("xb")
        number += 1


def fsync_folder(folder: Path) -> None:
    """Make the entries of a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def fsync_tree(root: Path, since_ns: int) -> None:
    """Make every file below ``root`` that changed at or after ``since_ns`` durable, then every folder.

    Lance never calls fsync itself: a commit survives a killed process, but not a power cut, without this.
    """
    for folder, _, names in os.walk(root):
        for name in names:
            path = Path(folder) / name
            with contextlib.suppress(FileNotFoundError):  # a concurrent reader's temporary file
                if path.stat().st_mtime_ns >= since_ns:
                    descriptor = os.open(path, os.O_RDONLY)
                    try:
                        os.fsync(descriptor)
                    finally:
                        os.close(descriptor)
        fsync_folder(Path(folder))


def remove_leftovers(root: Path) -> int:
    """Delete our own ``.tmp`` files of dead processes below ``root`` and return how many there were."""
    count = 0
    for path in root.rglob(".*.tmp"):
        writer = path.name.rsplit(".", 2)[-2]
        if writer.isdigit() and not _is_alive(int(writer)):
            path.unlink(missing_ok=True)
            count += 1
    return count


def _is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def locked(path: Path) -> contextlib.AbstractContextManager[None]:
    """Hold an exclusive lock on ``path``; the kernel frees it when the holder dies, however it dies."""
    return _flocked(path, fcntl.LOCK_EX)


def shared(path: Path) -> contextlib.AbstractContextManager[None]:
    """Hold a lock on ``path`` together with others who hold it so; while any of them does, nobody has it alone."""
    return _flocked(path, fcntl.LOCK_SH)


def locked_at_once(path: Path) -> contextlib.AbstractContextManager[None]:
    """Hold an exclusive lock on ``path`` if it is free.

    Raises:
        BlockingIOError: it is held.
    """
    return _flocked(path, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def _flocked(path: Path, how: int) -> Iterator[None]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise LakeError(
            f"{path}: cannot be opened for writing ({error.strerror}). Choose a lake folder that you may write to."
        ) from error
    try:
        fcntl.flock(descriptor, how)
        yield
    finally:
        os.close(descriptor)

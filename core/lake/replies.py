"""Raw replies of model calls on disk: one file a question, so that a call is paid for once.

``<lake>/replies/<2 hex>/<key>.json``. Files are replaced whole and made durable before ``put``
returns: runs side by side and a kill at any moment cost at most the call in flight.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from core.errors import LakeError
from core.extract.model.store import StoredReply
from core.lake.files import write_atomically

_KEY = re.compile(r"[a-z]{2,8}_([0-9a-f]{2})[0-9a-f]{18}")
_SHORTEST_SECRET = 6  # a shorter value, such as the "none" of a local server, stands in too many texts
REDACTED = "[redacted]"


@dataclass(frozen=True, slots=True)
class Held:
    """One stored file: its key, its size in bytes, and when it was last written (seconds since 1970)."""

    key: str
    size: int
    written: float


class LakeReplies:
    """The reply store of a lake.

    ``secrets`` are values, such as an API key, that are never written: where a reply repeats one,
    ``[redacted]`` stands instead.
    """

    def __init__(self, root: Path, secrets: Sequence[str] = ()) -> None:
        self.folder = root / "replies"
        self._secrets = sorted((one for one in secrets if len(one) >= _SHORTEST_SECRET), key=len, reverse=True)

    def path(self, key: str) -> Path:
        """The file of a key.

        Raises:
            LakeError: the key is none of ours; it could lead out of the folder.
        """
        match = _KEY.fullmatch(key)
        if match is None:
            raise LakeError(f"{self.folder}: {key[:80]!r} is no reply key. Take it from chunk_outcomes.reply_key.")
        return self.folder / match.group(1) / f"{key}.json"

    def get(self, key: str) -> StoredReply | None:
        """Return the latest reply put under a key; None without one, or when its file is damaged.

        A damaged reply is asked for again and then overwritten; ``damaged`` lists them.
        """
        return _read(self.path(key), key)

    def put(self, key: str, reply: StoredReply) -> None:
        """Keep a reply for ever; when the call returns it is on the disk. The latest put of a key wins.

        Raises:
            LakeError: the folder cannot be written.
        """
        content: dict[str, Any] = {"key": key}
        for name, value in asdict(reply).items():
            content[name] = self._clean(value) if isinstance(value, str) else value
        data = json.dumps(content, ensure_ascii=True, indent=1, sort_keys=True) + "\n"
        write_atomically(self.path(key), data.encode())

    def held(self) -> Iterator[Held]:
        """Yield what is stored, in order of key's place in the folder."""
        for path in sorted(self.folder.glob("??/*.json")):
            if _KEY.fullmatch(path.stem):
                found = path.stat()
                yield Held(path.stem, found.st_size, found.st_mtime)

    def size(self) -> tuple[int, int]:
        """Return the number of replies and their bytes."""
        sizes = [one.size for one in self.held()]
        return len(sizes), sum(sizes)

    def damaged(self) -> list[Path]:
        """Return the files that hold no whole reply, as after a disk fault."""
        return [self.path(one.key) for one in self.held() if self.get(one.key) is None]

    def prune(self, is_kept: Callable[[Held], bool]) -> tuple[int, int]:
        """Delete every reply that is not to be kept; return how many there were and their bytes.

        What is deleted would be paid for again. No run may be at work on the lake.
        """
        gone = [one for one in self.held() if not is_kept(one)]
        for one in gone:
            self.path(one.key).unlink(missing_ok=True)
        return len(gone), sum(one.size for one in gone)

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        return text


def _read(path: Path, key: str) -> StoredReply | None:
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (ValueError, OSError):
        return None
    if not isinstance(content, dict) or content.pop("key", None) != key:
        return None
    known = {field.name: field.type for field in fields(StoredReply)}
    if set(content) != set(known) or not all(_is(content[name], kind) for name, kind in known.items()):
        return None
    return StoredReply(**content)


def _is(value: object, kind: object) -> bool:
    wanted = {"str": str, "int": int, str: str, int: int}.get(kind)
    return wanted is not None and isinstance(value, wanted)

"""Which contents may not come back: salted hashes of erased files, ``<lake>/erasures/denied.json``.

The salt is the lake's own and lies beside the hashes: they tell nobody which file was erased who does not
have that very file.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import LakeError
from core.lake.files import write_atomically

FOLDER = "erasures"


@dataclass(frozen=True)
class Denied:
    """The deny list of a lake."""

    salt: str = ""  # hexadecimal; empty: nothing was ever erased
    contents: Mapping[str, str] = field(default_factory=dict)  # salted hash → id of the erasure

    def holds(self, content_sha256: str) -> bool:
        """Whether a file with these bytes has been erased."""
        return bool(self.contents) and self.salted(content_sha256) in self.contents

    def salted(self, word: str) -> str:
        """Return a word's salted hash (BLAKE2b, 40 hex digits)."""
        return hashlib.blake2b(word.encode(), key=bytes.fromhex(self.salt), digest_size=20).hexdigest()

    def having(self, hashes: Iterable[str], erasure: str) -> "Denied":
        """This list and some more salted hashes; one that is there already stays as it is."""
        return Denied(self.salt, {**dict.fromkeys(hashes, erasure), **self.contents})


def read_denied(root: Path) -> Denied:
    """Return the deny list of a lake.

    Raises:
        LakeError: it is damaged; without it, what was erased would come back.
    """
    path = _path(root)
    try:
        found = json.loads(path.read_bytes())
        return Denied(found["salt"], dict(found["contents"]))
    except FileNotFoundError:
        return Denied()
    except (ValueError, TypeError, KeyError, OSError) as error:
        raise LakeError(
            f"{path}: is no deny list ({error}). Restore it from a backup: without it, what was erased comes back."
        ) from error


def write_denied(root: Path, denied: Denied) -> None:
    """Replace the deny list of a lake."""
    content = {"salt": denied.salt, "contents": dict(sorted(denied.contents.items()))}
    write_atomically(_path(root), (json.dumps(content, indent=1) + "\n").encode())


def _path(root: Path) -> Path:
    return root / FOLDER / "denied.json"

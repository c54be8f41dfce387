"""A hash of the code that makes the tables, so that a changed rule makes its tables again."""

import hashlib
from functools import lru_cache
from pathlib import Path

_CORE = Path(__file__).resolve().parent.parent


@lru_cache(maxsize=16)
def code_digest(*packages: str) -> str:
    """Return a hash over the source and data files of some packages of ``core`` (all when none is named)."""
    total = hashlib.blake2b(digest_size=16)
    for root in [_CORE / package for package in packages] or [_CORE]:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in (".py", ".toml", ".tsv"):
                total.update(path.relative_to(_CORE).as_posix().encode())
                total.update(hashlib.blake2b(path.read_bytes()).digest())
    return total.hexdigest()

"""A content hash of notes and edges that depends on nothing but the facts.

Left out: when something was recorded (``recorded_at``, ``closed_at``), storage order, versions, run ids.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

_RUN_DEPENDENT = frozenset({"recorded_at", "closed_at"})


def digest(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the BLAKE2b-128 hash (hex) of rows, in whatever order they come."""
    lines = sorted(canonical(row) for row in rows)
    total = hashlib.blake2b(digest_size=16)
    for line in lines:
        total.update(line.encode())
        total.update(b"\n")
    return total.hexdigest()


def canonical(row: Mapping[str, Any]) -> str:
    """Return a row as JSON with sorted keys, instants in UTC, without the run-dependent columns."""
    kept = {name: value for name, value in row.items() if name not in _RUN_DEPENDENT}
    return json.dumps(kept, sort_keys=True, ensure_ascii=True, default=_plain)


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"digest: a {type(value).__name__} has no canonical form; use plain values in rows.")

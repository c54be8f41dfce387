"""Which revisions of a lake a person means by a report, a source or a name."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from core.contracts.tables import (
    DROPPED_FACTS,
    EXTRACTED_FACTS,
    NORMALISED_FACTS,
    QUARANTINED_REPORTS,
    RAW_REPORTS,
    REJECTED_ITEMS,
)
from core.lake.erasures import revision_of
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.sightings import Sightings

Row = Mapping[str, Any]
_TABLES = (RAW_REPORTS, QUARANTINED_REPORTS, EXTRACTED_FACTS, REJECTED_ITEMS, DROPPED_FACTS, NORMALISED_FACTS)


def revisions_of(lake: Lake, kind: str, name: str) -> frozenset[str]:
    """Return the ids of all revisions that a person means; none when the lake knows nothing of that name.

    Args:
        lake: the lake.
        kind: ``report``: its id, source address or path. ``source``: an address or folder that reports lie under,
            or the host of their addresses. ``entity``: a name, also by its other names, that a report or what was
            read off it holds; in Latin letters as whole words, whatever the case.
        name: what they said.

    A report is meant with all of its revisions, and with every other report that has the same bytes.
    """
    sightings = Sightings(lake).rows()
    meant = _named(lake, name) if kind == "entity" else frozenset[str]()
    is_meant = {"report": _is_report, "source": _is_under}.get(kind)
    reports = {
        row["report_id"]
        for row in sightings
        if (is_meant is not None and is_meant(row, name)) or row["revision_id"] in meant
    }
    readable = [row for row in sightings if row["quarantine_reason"] is None]
    contents = {row["content_sha256"] for row in readable if row["report_id"] in reports}
    same = {row["revision_id"] for row in readable if row["content_sha256"] in contents}
    return frozenset(same | {row["revision_id"] for row in sightings if row["report_id"] in reports})


def _is_report(row: Row, name: str) -> bool:
    return name in (row["report_id"], row["source_key"], row["path"])


def _is_under(row: Row, name: str) -> bool:
    root = name.rstrip("/")
    under = any(one == root or one.startswith(f"{root}/") for one in (row["source_key"], row["path"]))
    return under or urlsplit(row["source_key"]).hostname == name.casefold()


def _named(lake: Lake, name: str) -> frozenset[str]:
    """The revisions whose text, or what was read off it, holds a name or another name of the same."""
    names = {_folded(name)}
    entities = [one for facts in lake.read_all(NORMALISED_FACTS)["entities"].to_list() for one in facts]
    canonical = {one["canonical"] for one in entities if names & {_folded(one["surface"]), _folded(one["canonical"])}}
    same = [one for one in entities if one["canonical"] in canonical]
    names |= {_folded(one[part]) for one in same for part in ("surface", "canonical")}
    holds = _holder(names)
    found = {revision_of(row) for table in _TABLES for row in lake.read_all(table).to_dicts() if _any(row, holds)}
    found |= {row["revision_id"] for row in Sightings(lake).rows() if _any(row, holds)}
    return frozenset(found | {row["revision_id"] for row in Ledger(lake).log.rows() if _any(_own(row), holds)})


def _own(row: Row) -> Row:
    """What a decision says of its own fact; its reason and its wording speak of other reports too."""
    return {name: value for name, value in row.items() if name not in ("reason", "text", "candidates")}


def _holder(names: set[str]) -> Callable[[str], bool]:
    parts = [
        (r"(?<![a-z0-9])" if one[0].isascii() else "") + re.escape(one) + (r"(?![a-z0-9])" if one[-1].isascii() else "")
        for one in sorted(names)
        if one
    ]
    pattern = re.compile("|".join(parts))
    return lambda text: bool(parts) and pattern.search(_folded(text)) is not None


def _any(row: Row, holds: Callable[[str], bool]) -> bool:
    return any(holds(text) for text in _strings(row))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _strings(one)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())

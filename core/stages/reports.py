"""Files → raw_reports: which report, which revision, which day, and what of its text is masked."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from typing import Any
from unicodedata import normalize

from core import ids
from core.model import Document, Mask
from core.readers.metadata import canonical
from core.safety.guard import injection_masks
from core.safety.injected import injected_context_masks
from core.stages.rows import offset_minutes, segment_row
from core.text.language import language_of

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
DEFAULT_DOMAIN = "default"


@dataclass(frozen=True, slots=True)
class Place:
    """What a file's path inside the corpus says: its domain and the day it was dropped."""

    domain: str
    day: str | None
    key: str  # the path without the dated folder


def place(path: str) -> Place:
    """Return what a ``/``-separated path relative to the corpus root says."""
    *folders, name = normalize("NFC", path).split("/")
    day = next((folder for folder in folders if _is_day(folder)), None)
    rest = [folder for folder in folders if folder != day]
    return Place(rest[0] if rest else DEFAULT_DOMAIN, day, "/".join([*rest, name]))


def sighting(
    path: str, data: bytes, document: Document | None, extra: Mapping[str, str], first_seen: str, reason: str | None
) -> dict[str, Any]:
    """Return the sightings row (without its generation) of one file.

    Args:
        path: relative to the corpus root, ``/``-separated.
        data: its bytes.
        document: what the reader got; None when it cannot be read, for ``reason``.
        extra: the manifest's or sidecar's entries (``url``, ``domain``, ``received_on`` …).
        first_seen: the day of this run; used, and recorded, only when nothing else names a day.
        reason: why the file is quarantined.
    """
    where = place(path)
    metadata = document.metadata if document is not None else canonical(extra.items())
    source_key = _url(metadata) or where.key
    day, day_source = _received_on(where, metadata, document, first_seen)
    report = ids.report_id(source_key)
    sha256 = hashlib.sha256(data).hexdigest()
    return {
        "path": normalize("NFC", path),
        "content_sha256": sha256,
        "source_key": source_key,
        "report_id": report,
        "revision_id": ids.revision_id(report, sha256),
        "domain": metadata.get("domain") or where.domain,
        "received_on": day,
        "received_source": day_source,
        "quarantine_reason": reason,
    }


def _url(metadata: Mapping[str, str]) -> str | None:
    url = metadata.get("source_url", "")
    return url if url.startswith(("http://", "https://")) else None


def _received_on(
    where: Place, metadata: Mapping[str, str], document: Document | None, first_seen: str
) -> tuple[str, str]:
    if where.day is not None:
        return where.day, "folder"
    if _is_day(metadata.get("received_on", "")):
        return metadata["received_on"], "manifest"
    if document is not None and document.published is not None:
        return document.published.at.date().isoformat(), "document"
    return first_seen, "first_seen"


def _is_day(word: str) -> bool:
    if not _DAY.fullmatch(word):
        return False
    try:
        date.fromisoformat(word)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Delivery:
    """One revision as it was first delivered, and its place among the revisions of its report."""

    sighting: Mapping[str, Any]
    revision: int  # from 1, in order of delivery
    revision_key: str  # sorts a report's revisions in order of delivery, whatever was seen first


def deliveries(sightings: Sequence[Mapping[str, Any]]) -> list[Delivery]:
    """Return the first delivery of every readable revision, by day, path.

    A revision that was seen several times belongs to the earliest day; later sightings are
    re-deliveries and make no work.
    """
    first: dict[str, Mapping[str, Any]] = {}
    for row in sorted(sightings, key=lambda row: (row["received_on"], row["path"])):
        if row["quarantine_reason"] is None:
            first.setdefault(row["revision_id"], row)
    by_report: defaultdict[str, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
    for row in first.values():
        by_report[row["report_id"]].append((_revision_key(row), row))
    found = [
        Delivery(row, number, key)
        for keyed in by_report.values()
        for number, (key, row) in enumerate(sorted(keyed, key=lambda pair: pair[0]), start=1)
    ]
    return sorted(found, key=lambda one: (one.sighting["received_on"], one.sighting["path"]))


def _revision_key(row: Mapping[str, Any]) -> str:
    return f"{row['received_on']}.{row['generation']:04d}.{row['revision_id']}"


def raw_report_row(delivery: Delivery, document: Document, context_tags: Sequence[str]) -> dict[str, Any]:
    """Return the raw_reports row of a document."""
    seen, published, metadata = delivery.sighting, document.published, document.metadata
    return {
        **{name: seen[name] for name in _FROM_SIGHTING},
        "revision": delivery.revision,
        "revision_key": delivery.revision_key,
        "title": document.title,
        "language": _language(metadata.get("language", ""), document.text),
        "media_type": document.media_type,
        "published_at": published.at if published else None,
        "published_offset_minutes": offset_minutes(published.at) if published else None,
        "published_precision": published.precision.value if published else None,
        "published_source": published.source.value if published else "none",
        "published_start": published.char_start if published else None,
        "published_end": published.char_end if published else None,
        "source_url": _url(metadata),
        "author": metadata.get("author"),
        "tlp": metadata.get("tlp"),
        "n_chars": len(document.text),
        "text": document.text,
        "segments": [segment_row(segment) for segment in document.segments],
        "masks": [
            {"char_start": mask.char_start, "char_end": mask.char_end, "reason": mask.reason}
            for mask in masks(document, context_tags)
        ],
    }


def _language(declared: str, text: str) -> str:
    """The declared language when it is one that we know (``zh-CN`` is zh), else that of the script."""
    return found if (found := declared[:2].casefold()) in ("zh", "en") else language_of(text)


_FROM_SIGHTING = (
    "report_id", "revision_id", "source_key", "path", "domain", "received_on", "received_source", "content_sha256",
)  # fmt: skip


def masks(document: Document, context_tags: Sequence[str]) -> list[Mask]:
    """Return every span that no extractor may see: injected context, our own exports, injection attempts."""
    attacks = injection_masks(document.text, transcript=bool(document.segments))
    found = [*injected_context_masks(document.text, context_tags), *attacks]
    return sorted(found, key=lambda mask: (mask.char_start, mask.char_end, mask.reason))


def file_kind(path: str) -> str:
    """Return what a corpus file is: ``report``, ``sidecar``, ``manifest`` or ``ignored`` (hidden, half-written)."""
    name = PurePosixPath(path).name
    if any(part.startswith(".") for part in PurePosixPath(path).parts) or name.endswith((".part", ".tmp", "~")):
        return "ignored"
    if name.endswith((".meta.yaml", ".meta.yml")):
        return "sidecar"
    return "manifest" if path in ("index.jsonl", "manifest.jsonl") else "report"

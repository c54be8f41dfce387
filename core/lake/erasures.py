"""Erasures of a lake: what is about to be erased, the steps that erase it, and the certificates of what was.

``<lake>/erasures/<id>/intent.json`` is written when all that needs thought is done: the rewritten log lies
beside it. From then on the erasure is only carried out, by whoever opens the ledger next if need be. Every
step may be done again. The certificate, ``<lake>/erasures/<id>.json``, is written when nothing is left;
then the intent goes. A folder without an intent is a plan that never came about.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from core import ids
from core.contracts.tables import (
    DECISIONS,
    NOTES,
    QUARANTINED_REPORTS,
    RAW_REPORTS,
    STAGE_TABLES,
    SUPERSESSION_EDGES,
    Table,
)
from core.errors import LakeError
from core.lake.answers import read_answers, write_answers
from core.lake.batches import LakeBatches
from core.lake.denied import FOLDER, Denied, read_denied, write_denied
from core.lake.exclusions import Exclusions, read_exclusions, write_exclusions
from core.lake.files import write_atomically
from core.lake.held import HeldPlans
from core.lake.lake import Lake
from core.lake.pages import remove_pages
from core.lake.replies import LakeReplies
from core.lake.sightings import Sightings


@dataclass(frozen=True)
class Intent:
    """What is to be erased; ids and hashes, no text."""

    erasure: str
    kind: str  # report | source | entity
    target: str  # salted hash of what was named
    asked_at: str  # ISO 8601
    salt: str
    contents: tuple[str, ...]  # salted hashes of the files' bytes
    revisions: tuple[str, ...]
    reports: tuple[str, ...]  # those of which no revision stays
    chunks: tuple[str, ...]
    replies: tuple[str, ...]  # keys
    answers: tuple[str, ...]  # reviewers' words that go, by the fact they are about: see ``named``
    counts: Mapping[str, int] = field(default_factory=dict)
    runs: tuple[str, ...] = ()  # that decided on the facts; their orchestrator may hold samples
    providers: tuple[str, ...] = ()  # batches with questions about the text, as "provider address: batch id"


class Erasures:
    """The erasures of a lake. Whoever changes something holds the lake's lock."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / FOLDER

    def staging(self, erasure: str) -> Path:
        """Where the rewritten files of the log lie until the intent is carried out."""
        return self.folder / erasure / DECISIONS.name

    def begin(self, intent: Intent) -> None:
        """Write the intent; from now on it will be carried out."""
        data = json.dumps(asdict(intent), indent=1, sort_keys=True) + "\n"
        write_atomically(self._intent(intent.erasure), data.encode())

    def pending(self) -> Intent | None:
        """Return the erasure that was begun and not ended.

        Raises:
            LakeError: its intent is damaged.
        """
        for path in sorted(self.folder.glob("*/intent.json")):
            try:
                content: Any = json.loads(path.read_bytes())
                listed = {one.name: content[one.name] for one in fields(Intent)}
            except (ValueError, KeyError, TypeError) as error:
                raise LakeError(f"{path}: is no intent of an erasure ({error}). Delete it and erase again.") from error
            values: dict[str, Any] = {}
            for name, value in listed.items():
                values[name] = tuple(value) if isinstance(value, list) else value
            return Intent(**values)
        return None

    def end(self, intent: Intent) -> Path:
        """Write the certificate, then forget the intent; return where the certificate lies."""
        told = ("erasure", "kind", "target", "asked_at", "contents", "counts", "runs", "providers")
        certificate = {name: value for name, value in asdict(intent).items() if name in told}
        path = self.folder / f"{intent.erasure}.json"
        write_atomically(path, (json.dumps(certificate, indent=1, sort_keys=True) + "\n").encode())
        self._intent(intent.erasure).unlink()
        self.sweep()
        return path

    def certificates(self) -> list[dict[str, Any]]:
        """Return the certificates, oldest first."""
        found = [json.loads(path.read_bytes()) for path in self.folder.glob("era_*.json")]
        return sorted(found, key=lambda one: (one["asked_at"], one["erasure"]))

    def sweep(self) -> None:
        """Remove the plans that never came about, and those that were carried out."""
        for folder in self.folder.glob("era_*/"):
            if not self._intent(folder.name).exists():
                shutil.rmtree(folder)

    def _intent(self, erasure: str) -> Path:
        return self.folder / erasure / "intent.json"


def carry_out(lake: Lake, intent: Intent) -> None:
    """Remove everything that an intent names, and all that is made from the log; every step may be done again.

    Afterwards the log is the rewritten one, and the tables are gone: they are to be made again from it.
    """
    for step in STEPS:
        step(lake, intent)


def _deny(lake: Lake, intent: Intent) -> None:
    present = read_denied(lake.root)
    if present.salt not in ("", intent.salt):
        raise LakeError(f"{lake.root / FOLDER}: the intent of {intent.erasure} has another salt than the deny list.")
    write_denied(lake.root, Denied(intent.salt, present.contents).having(intent.contents, intent.erasure))


def _sightings(lake: Lake, intent: Intent) -> None:
    Sightings(lake).drop(frozenset(intent.revisions))


def _exclusions(lake: Lake, intent: Intent) -> None:
    present = read_exclusions(lake.root)
    kept, ended = (
        tuple(row for row in rows if row["kind"] != "report" or row["value"] not in intent.reports)
        for rows in (present.rows, present.ended)
    )
    if (kept, ended) != (present.rows, present.ended):
        write_exclusions(lake.root, Exclusions(kept, ended))


def _log(lake: Lake, intent: Intent) -> None:
    for staged in sorted(Erasures(lake.root).staging(intent.erasure).glob("*.parquet")):
        write_atomically(lake.root / DECISIONS.name / staged.name, staged.read_bytes())


def _stages(lake: Lake, intent: Intent) -> None:
    gone = frozenset(intent.revisions)
    for table in STAGE_TABLES:
        for day in lake.days(table):
            _drop_rows(lake, table, day, gone)
    for day in lake.days(RAW_REPORTS):
        if not any(lake.read(table, day).height for table in (RAW_REPORTS, QUARANTINED_REPORTS)):
            for table in STAGE_TABLES:  # the day of a lake that no report of the day ever reached
                lake.path(table, day).unlink(missing_ok=True)


def _drop_rows(lake: Lake, table: Table, day: str, gone: frozenset[str]) -> None:
    rows = lake.read(table, day).to_dicts()
    kept = [row for row in rows if revision_of(row) not in gone]
    if len(kept) != len(rows):
        lake.write(table, day, kept)


def revision_of(row: Mapping[str, Any]) -> str:
    """Return the revision that a row of a stage table belongs to; a quarantined file's is never shown otherwise."""
    if "revision_id" in row:
        return str(row["revision_id"])
    return ids.revision_id(ids.report_id(row["source_key"]), row["content_sha256"])


def _held(lake: Lake, intent: Intent) -> None:
    """Held plans hold decisions, and build on a log that reads otherwise now; the next run of their days makes them."""
    HeldPlans(lake.root).drop_all()


def named(key: tuple[str, str]) -> str:
    """Return the name that an intent gives the reviewer's word on a (domain, fact_id)."""
    return " ".join(key)


def _answers(lake: Lake, intent: Intent) -> None:
    present, gone = read_answers(lake.root), frozenset(intent.answers)
    kept = [answer for key, answer in present.items() if named(key) not in gone]
    if len(kept) != len(present):
        write_answers(lake.root, kept)


def _replies(lake: Lake, intent: Intent) -> None:
    gone = frozenset(intent.replies)
    LakeReplies(lake.root).prune(lambda held: held.key not in gone)


def _batches(lake: Lake, intent: Intent) -> None:
    """A batch that asked about the text forgets these questions: what it answers to them is kept by nobody."""
    batches, gone = LakeBatches(lake.root), frozenset(intent.chunks)
    if not batches.folder.exists():
        return
    with batches.locked():
        batches.spool.unlink(missing_ok=True)
        for record in list(batches.records()):
            keys = {key: chunk for key, chunk in record.keys.items() if chunk not in gone}
            if len(keys) == len(record.keys):
                continue
            bad = {key: why for key, why in record.bad.items() if key in keys}
            unanswered = tuple(key for key in record.unanswered if key in keys)
            batches.write(replace(record, keys=keys, bad=bad, unanswered=unanswered, named=()))


def _tables(lake: Lake, intent: Intent) -> None:
    """The Lance tables go with all their versions, and so do those that were ever set aside, and the exports."""
    for table in (NOTES, SUPERSESSION_EDGES):
        for folder in lake.root.glob(f"{table.name}.lance*"):
            shutil.rmtree(folder)
        (lake.root / "exports" / f"{table.name}.parquet").unlink(missing_ok=True)


def _pages(lake: Lake, intent: Intent) -> None:
    remove_pages(lake.root)


def _leftovers(lake: Lake, intent: Intent) -> None:
    """Whatever a killed process left half written; nobody writes now."""
    for path in lake.root.rglob(".*.tmp"):
        path.unlink(missing_ok=True)


STEPS = (
    _deny,
    _sightings,
    _exclusions,
    _log,
    _stages,
    _held,
    _answers,
    _replies,
    _batches,
    _tables,
    _pages,
    _leftovers,
)

"""Planning an erasure: which revisions it is about, how the log reads without them, and what else knows of them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from core.contracts.frames import to_arrow
from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, DECISIONS, EXTRACTED_FACTS, RAW_REPORTS
from core.errors import LakeError
from core.extract.model.keys import follow_up_key
from core.ids import content_id
from core.lake.answers import read_answers
from core.lake.batches import LakeBatches
from core.lake.denied import Denied, read_denied
from core.lake.erasures import Erasures, Intent, named
from core.lake.files import locked, write_atomically
from core.lake.forgetting import Forgotten, forget, rows_between
from core.lake.lake import parquet_bytes
from core.lake.ledger import Ledger
from core.lake.replies import LakeReplies
from core.lake.sightings import Sightings
from core.lake.work import alone
from core.ledger.fold import Rules, Stamp
from core.ledger.notes import Decided

_EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # SHA-256 of no bytes: it says nothing
_FOLLOW_UPS = ("repair", "continue")


@dataclass(frozen=True)
class Wanted:
    """What a person wants erased."""

    kind: str  # report | source | entity
    name: str
    revisions: frozenset[str]


def erase(
    ledger: Ledger, wanted: Wanted, rules: Rules, run_id: str, now: Callable[[], datetime], salt: str
) -> dict[str, Any]:
    """Erase the text of some revisions from everywhere in a lake, and return the certificate.

    The facts that stay are folded as if the erased reports had never arrived. A kill at any moment leaves the
    lake as it was, or an erasure that whoever opens the ledger next carries out.

    Args:
        ledger: of the lake.
        wanted: the revisions, and how a person named them.
        rules: of the fold; a decider that asks a model must answer from stored replies.
        run_id: what the log calls the commit that decides again, if there is anything to decide.
        now: the present instant.
        salt: random, hexadecimal; used when the lake has none yet.

    Raises:
        LakeError: a run is at work on the lake, or there is nothing to erase.
    """
    lake = ledger.lake
    with alone(lake.root), locked(lake.root / ".lock"):
        ledger.recover_locked()
        erasures = Erasures(lake.root)
        erasures.sweep()
        plan = _Plan(ledger, wanted.revisions)
        if not plan.sightings:
            raise LakeError(f"{wanted.name}: the lake holds no report of it; there is nothing to erase.")
        instant = now()
        erasure = content_id("era_", instant.isoformat(), run_id)
        staged = plan.log(rules, run_id, instant)
        for number, rows in staged.items():
            path = erasures.staging(erasure) / f"{number:08d}.parquet"
            write_atomically(path, parquet_bytes(to_arrow(DECISIONS, rows)))
        erasures.begin(plan.intent(erasure, wanted, instant, read_denied(lake.root).salt or salt))
        ledger.recover_locked()
        return next(one for one in erasures.certificates() if one["erasure"] == erasure)


class _Plan:
    """What an erasure will do, from the lake as it stands."""

    def __init__(self, ledger: Ledger, revisions: frozenset[str]) -> None:
        self.ledger, self.lake, self.revisions = ledger, ledger.lake, revisions
        rows = Sightings(self.lake).rows()
        self.sightings = [row for row in rows if row["revision_id"] in revisions]
        others = {row["report_id"] for row in rows if row["revision_id"] not in revisions}
        self.reports = sorted({row["report_id"] for row in self.sightings} - others)
        commits = [ledger.log.commit_rows(number) for number in ledger.log.commits()]
        self.sealed: Sequence[Sequence[Mapping[str, Any]]] = commits
        self.forgotten: Forgotten = forget(commits, revisions)
        self.redecided = 0
        self.said = frozenset[str]()  # ids of the facts that stay

    def log(self, rules: Rules, run_id: str, instant: datetime) -> dict[int, Sequence[Mapping[str, Any]]]:
        """Return the files of the log that read otherwise, by number, with the one that decides again, if any."""
        agenda = self.ledger.agenda((), without=self.revisions)  # no partition is read again
        stamp = Stamp(max(instant, agenda.last + timedelta(microseconds=1)), run_id)
        wanted: dict[tuple[str, str], Decided] = {}
        stays = (one for assertions, _ in agenda.domains.values() for one in assertions)
        self.said = frozenset(one.columns["fact_id"] for one in stays)
        for domain in agenda.domains:
            wanted |= {one.assertion.key: one for one in agenda.fold(domain, rules, stamp).decisions}
        pairs = enumerate(zip(self.sealed, self.forgotten.commits, strict=True), start=1)
        changed = {number: rows for number, (was, rows) in pairs if list(was) != rows}
        again = rows_between(self.forgotten.in_force, wanted, stamp)
        self.redecided = len(again)
        return changed | ({len(self.sealed) + 1: again} if again else {})

    def intent(self, erasure: str, wanted: Wanted, instant: datetime, salt: str) -> Intent:
        """Return the intent of it all."""
        salted = Denied(salt).salted
        chunks = self._column(CHUNKS, "chunk_id")
        replies = self._replies(chunks)
        records = [one for one in LakeBatches(self.lake.root).records() if chunks & set(one.keys.values())]
        contents = {row["content_sha256"] for row in self.sightings} - {_EMPTY}
        return Intent(
            erasure=erasure,
            kind=wanted.kind,
            target=salted(wanted.name),
            asked_at=instant.isoformat(),
            salt=salt,
            contents=tuple(sorted(map(salted, contents))),
            revisions=tuple(sorted(self.revisions)),
            reports=tuple(self.reports),
            chunks=tuple(sorted(chunks)),
            replies=tuple(sorted(replies)),
            answers=tuple(sorted(self._answers())),
            counts={
                "files": len(self.sightings),
                "revisions": len(self._column(RAW_REPORTS, "revision_id")),
                "chunks": len(chunks),
                "facts": len(self._column(EXTRACTED_FACTS, "fact_id") | self.forgotten.facts),
                "notes": len(self.forgotten.notes),
                "log_rows": self.forgotten.rows,
                "decided_again": self.redecided,
                "replies": len(replies),
                "batches": len(records),
            },
            runs=tuple(sorted(self.forgotten.run_ids)),
            providers=tuple(f"{one.where}: {one.batch_id or one.name}" for one in records),
        )

    def _answers(self) -> set[str]:
        """The facts, as "domain fact_id", on which a reviewer's word goes: the fact, or the note it names, is gone."""
        gone = self.forgotten.facts - self.said
        answers = read_answers(self.lake.root).values()
        found = (one for one in answers if one.fact_id in gone or one.target_note_id in self.forgotten.notes)
        return {named(one.key) for one in found}

    def _column(self, table: Any, name: str) -> set[str]:  # noqa: ANN401 - a Table
        frame = self.lake.read_all(table)
        return set(frame.filter(frame["revision_id"].is_in(list(self.revisions)))[name])

    def _replies(self, chunks: set[str]) -> set[str]:
        """Every stored reply that nothing ties to the text that stays: what was asked by other settings goes too."""
        store, kept = LakeReplies(self.lake.root), set[str]()
        for table in (CHUNK_OUTCOMES, EXTRACTED_FACTS):
            frame = self.lake.read_all(table)
            stays = frame.filter(~frame["revision_id"].is_in(list(self.revisions)))
            kept |= set(stays["reply_key"].drop_nulls())
        rows = (row for rows in self.forgotten.commits for row in rows)
        kept |= {row["reply_key"] for row in rows if row["reply_key"]} - self.forgotten.reply_keys
        for record in LakeBatches(self.lake.root).records():
            kept |= {key for key, chunk in record.keys.items() if chunk not in chunks}
        kept |= _followed(store, kept)
        return {held.key for held in store.held() if not _is_kept(store, held.key, kept)}


def _followed(store: LakeReplies, keys: set[str]) -> set[str]:
    """The replies that repair or go on from some replies."""
    found, ahead = set[str](), list(keys)
    while ahead:
        key = ahead.pop()
        reply = store.get(key)
        for kind in _FOLLOW_UPS if reply is not None else ():
            after = follow_up_key(key, kind, reply.text if reply is not None else "")
            if after not in found and store.path(after).exists():
                found.add(after)
                ahead.append(after)
    return found


def _is_kept(store: LakeReplies, key: str, kept: set[str]) -> bool:
    """Whether a stored reply stays; the answer to one question of a decider stays with the reply it was read from."""
    if not key.startswith("ans_"):
        return key in kept
    reply = store.get(key)
    try:
        return reply is not None and json.loads(reply.text)["reply_key"] in kept
    except (ValueError, TypeError, KeyError):
        return False

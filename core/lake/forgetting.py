"""The decision log as it would read had some revisions never been in it. Pure: rows in, rows out.

Rows of an erased revision go. A row of another report that rested on a note which is gone (it confirmed or
replaced it, or was shown it) stays with its fact, but not with the words that came of the comparison: a
confirmation founds the note in the stead of the one that is gone, later ones confirm that, and what
replaced it replaces its stand-in, or else is added. Such a stopgap is marked as open, so the next
fold decides it again. After every commit the log replays without an error, as before.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.ids import content_id
from core.lake.log import enact
from core.ledger.fold import Key, Stamp
from core.ledger.notes import Decided, Notes, decision_row
from core.model import Verdict

Row = Mapping[str, Any]
STOPGAP = "What it was compared with has been erased."


@dataclass(frozen=True)
class Forgotten:
    """A log without some revisions."""

    commits: list[list[Row]]  # the rows of each commit, from the first; those without a change are the same objects
    in_force: dict[Key, Decided]  # what the last commit leaves in force
    facts: frozenset[str]  # ids of the facts that are gone
    notes: frozenset[str]  # ids of the notes that they had founded
    reply_keys: frozenset[str]  # of model replies that spoke of them
    run_ids: frozenset[str]  # of the runs that recorded them
    rows: int  # how many rows of them there were


def forget(commits: Sequence[Sequence[Row]], revisions: frozenset[str]) -> Forgotten:
    """Return the log without the rows of some revisions, and without the words that other rows had from them."""
    rows = [row for listed in commits for row in listed]
    gone = [row for row in rows if row["revision_id"] in revisions]
    notes = frozenset(row["note_id"] for row in gone if row["note_id"])
    tainted = _tainted(rows, notes)
    touched = [row for row in rows if row["revision_id"] in revisions or _mentions(row) & tainted]
    history = _History(revisions, notes, tainted)
    return Forgotten(
        commits=[history.commit(listed) for listed in commits],
        in_force=history.told,
        facts=frozenset(row["fact_id"] for row in gone),
        notes=notes,
        reply_keys=frozenset(row["reply_key"] for row in touched if row["reply_key"]),
        run_ids=frozenset(row["run_id"] for row in touched),
        rows=len(gone),
    )


def rows_between(told: Mapping[Key, Decided], wanted: Mapping[Key, Decided], stamp: Stamp) -> list[dict[str, Any]]:
    """Return the rows that a commit must add for the decisions in force to be those wanted."""
    rows = []
    for key, decided in wanted.items():
        earlier = told.get(key)
        if earlier is None or _content(earlier) != _content(decided):
            action = "decided" if earlier is None else "redecided"
            rows.append(decision_row(_stamped(decided, stamp), action))
    rows += [decision_row(_stamped(told[key], stamp), "withdrawn") for key in told if key not in wanted]
    return sorted(rows, key=_place)


class _History:
    """Walks the commits in order, once as they were and once as they shall read."""

    def __init__(self, revisions: frozenset[str], erased: frozenset[str], tainted: frozenset[str]) -> None:
        self.revisions, self.erased, self.tainted = revisions, erased, tainted
        self.was: dict[Key, Decided] = {}  # in force, the erased too
        self.told: dict[Key, Decided] = {}
        self.dirty: set[str] = set()  # domains that do not read as they did

    def commit(self, rows: Sequence[Row]) -> list[Row]:
        for row in rows:
            enact(self.was, row)
            if row["revision_id"] in self.revisions or _mentions(row) & self.tainted:
                self.dirty.add(row["domain"])
        here = {row["domain"] for row in rows}
        if not here & self.dirty:
            for row in rows:
                enact(self.told, row)
            return list(rows)
        return self._rewritten(rows, here)

    def _rewritten(self, rows: Sequence[Row], here: set[str]) -> list[Row]:
        kept = [row for row in rows if row["revision_id"] not in self.revisions]
        as_written = {_key(row): row for row in kept if row["action"] != "withdrawn"}
        stamp = Stamp(max(row["recorded_at"] for row in rows), rows[0]["run_id"])
        wanted = self._wanted(here)
        listed = [self._withdrawn(row) for row in kept if row["action"] == "withdrawn"]
        for key, decided in wanted.items():
            row = as_written.get(key)
            if row is not None and decided is self.was[key]:
                listed.append(row)
            elif row is not None or _differs(self.told.get(key), decided):
                action = row["action"] if row is not None else "redecided" if key in self.told else "decided"
                listed.append(decision_row(_stamped(decided, stamp), action))
        listed.sort(key=_place)
        for row in listed:
            enact(self.told, row)
        return listed

    def _wanted(self, here: set[str]) -> dict[Key, Decided]:
        """What shall be in force now in the domains that this commit is about."""
        domains: dict[str, list[Decided]] = {}
        for decided in self.was.values():
            domain = decided.assertion.columns["domain"]
            if domain in here:
                domains.setdefault(domain, []).append(decided)
        wanted = {}
        for domain, listed in domains.items():
            ordered = sorted(listed, key=lambda one: one.assertion.sort_key)
            kept = _Mending(self.revisions, self.erased, self.tainted).run(ordered) if domain in self.dirty else ordered
            wanted.update({one.assertion.key: one for one in kept})
        return wanted

    def _withdrawn(self, row: Row) -> Row:
        if not _mentions(row) & self.tainted:
            return row
        told = self.told.get(_key(row))
        if told is None:
            return {**row, "reason": STOPGAP, "text": row["fact_text"], "candidates": [], "reply_key": None}
        return decision_row(_stamped(told, Stamp(row["recorded_at"], row["run_id"])), "withdrawn")


class _Mending:
    """Replays decisions of one domain in canonical order without the erased ones, mending those that rested on them."""

    def __init__(self, revisions: frozenset[str], erased: frozenset[str], tainted: frozenset[str]) -> None:
        self.revisions, self.erased, self.tainted = revisions, erased, tainted
        self.notes = Notes()
        self.stead: dict[str, str] = {}  # a note that is gone → the one that says the same in its stead
        self.before: dict[str, str] = {}  # a note that is gone → the one that it had replaced

    def run(self, ordered: Iterable[Decided]) -> list[Decided]:
        kept = []
        for decided in ordered:
            if decided.assertion.columns["revision_id"] in self.revisions:
                if decided.note_id and decided.verdict.target_note_id:
                    self.before[decided.note_id] = decided.verdict.target_note_id
                continue
            mended = self._mended(decided)
            self.notes.apply(mended)
            kept.append(mended)
        return kept

    def _mended(self, decided: Decided) -> Decided:
        verdict = decided.verdict
        shown = {verdict.target_note_id, *verdict.conflicts_with, *(one for one, _, _ in decided.candidates)}
        target = self._target(verdict)
        is_free = decided.note_id is None or decided.note_id not in self.notes.by_id
        if target == verdict.target_note_id and is_free and not shown & self.tainted:
            return decided
        operation = verdict.operation if target is not None else "ADD"
        note_id = decided.note_id if is_free else None
        if operation != "NOOP" and note_id is None:
            note_id = self.notes.new_id(decided.assertion)
        if verdict.operation == "NOOP" and operation == "ADD" and verdict.target_note_id and note_id:
            self.stead[verdict.target_note_id] = note_id
        if decided.note_id and note_id and decided.note_id != note_id:
            self.stead[decided.note_id] = note_id
        return replace(
            decided,
            verdict=Verdict(
                operation=operation,
                target_note_id=target,
                reason=STOPGAP,
                conflicts_with=tuple(one for one in verdict.conflicts_with if one in self.notes.by_id),
                defaulted=True,
                overridden=verdict.overridden,
                attempts=0,
            ),
            decision_id=content_id("dec_", "stopgap", decided.decision_id),
            note_id=note_id,
            candidates=tuple(one for one in decided.candidates if one[0] not in self.erased),
        )

    def _target(self, verdict: Verdict) -> str | None:
        """The note that a decision is about, or its stand-in; None when there is none."""
        target, seen = verdict.target_note_id, set[str]()
        while target is not None and target not in seen:
            note = self.notes.by_id.get(target)
            if note is not None and note.closing is None:
                return target
            seen.add(target)
            earlier = self.before.get(target) if verdict.operation != "NOOP" else None
            target = self.stead.get(target, earlier)
        return None


def _tainted(rows: Sequence[Row], erased: frozenset[str]) -> frozenset[str]:
    """The notes that are erased, and those whose wording may come from one that is."""
    rewritten = [row for row in rows if row["note_id"] and row["text"] != row["fact_text"]]
    tainted, grown = set(erased), True
    while grown:
        found = {row["note_id"] for row in rewritten if _mentions(row) & tainted} - tainted
        tainted |= found
        grown = bool(found)
    return frozenset(tainted)


def _mentions(row: Row) -> set[str]:
    return {row["target_note_id"], *row["conflicts_with"], *(one["note_id"] for one in row["candidates"])}


def _differs(told: Decided | None, wanted: Decided) -> bool:
    return told is None or (told is not wanted and _content(told) != _content(wanted))


def _content(decided: Decided) -> tuple[object, ...]:
    assertion = decided.assertion
    return decided.decision_id, decided.verdict, decided.note_id, decided.candidates, assertion.key, assertion.columns


def _stamped(decided: Decided, stamp: Stamp) -> Decided:
    return replace(decided, recorded_at=stamp.recorded_at, run_id=stamp.run_id)


def _key(row: Row) -> Key:
    return row["revision_id"], row["fact_id"]


def _place(row: Row) -> tuple[str, str, str]:
    return row["domain"], row["order_key"], row["fact_id"]

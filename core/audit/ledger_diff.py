"""One state of a note table against another: what was added, changed, retired and revived, and why."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.audit.differences import SEEN, differences
from core.lake.exclusions import Exclusions, read_exclusions
from core.lake.ledger import Ledger
from core.lake.points import Point, Row, current, founded_by
from core.ledger.fold import Key
from core.ledger.notes import RETIRING, Decided

KINDS = ("added", "changed", "retired", "revived")
GONE = "gone"  # what stands for the status of a note that a state does not have


@dataclass(frozen=True)
class Why:
    """What made a difference."""

    what: str  # an operation, "decided again: " and one, or what happened to the fact
    reason: str
    report_id: str  # of the fact that it is about
    partition: str

    def told(self) -> str:
        """Return it as words."""
        return f"{self.what}: {self.reason}" if self.reason else self.what


@dataclass(frozen=True)
class Entry:
    """A note that two states tell differently."""

    kind: str
    note: Row  # as in B; as in A when B does not have it
    status: tuple[str, str]  # in A and in B
    columns: Mapping[str, tuple[Any, Any]]  # what else differs, by column
    successor: str | None  # the text of the note that supersedes it in B
    why: Sequence[Why]


@dataclass(frozen=True)
class LedgerDiff:
    """B against A."""

    a: Point
    b: Point
    entries: Sequence[Entry]  # by kind, then in canonical order
    same: int

    @property
    def counts(self) -> dict[str, int]:
        """How many entries there are of each kind."""
        found = Counter(entry.kind for entry in self.entries)
        return {kind: found[kind] for kind in KINDS}

    @property
    def current(self) -> tuple[int, int]:
        """How many notes are current in A and in B."""
        return current(self.a.notes.values()), current(self.b.notes.values())


def ledger_diff(a: Point, b: Point, domain: str | None = None) -> LedgerDiff:
    """Return how the notes of B differ from those of A.

    A note is *added* when only B has it; *retired* when it is current in A and superseded or gone in B; *revived* when
    it is current in B and was not in A, though the ledger had held it before; *changed* when it is told otherwise,
    or when another one stands on the same characters.

    Args:
        a: the state before.
        b: the state after; of the same lake or of another.
        domain: only notes of this one; None: of all.
    """
    before, after = (
        [row for row in point.notes.values() if domain is None or row["domain"] == domain] for point in (a, b)
    )
    found, teller = differences(before, after), _Teller(a, b)
    earlier = _earlier(a, b)
    entries = [teller.gone(row) for row in found.vanished]
    entries += [teller.new(row, earlier) for row in found.appeared]
    for old, new in found.reworded:
        entries += teller.reworded(old, new, earlier)
    entries += [teller.both(old, new) for old, new in found.changed]
    entries.sort(key=lambda entry: (KINDS.index(entry.kind), entry.note["order_key"], entry.note["note_id"]))
    return LedgerDiff(a, b, entries, found.same)


def _earlier(a: Point, b: Point) -> Collection[str]:
    """The notes that a lake had held by A; nothing is known of the past of another lake, or of a day."""
    is_one_history = a.lake.root.resolve() == b.lake.root.resolve() and a.day is None and b.day is None
    return founded_by(Ledger(a.lake).log, a.commit) if is_one_history else ()


class _Teller:
    """Makes entries: looks up which decisions lie behind them."""

    def __init__(self, a: Point, b: Point) -> None:
        self.a, self.b = a, b
        self.exclusions: tuple[Exclusions, Exclusions] = (read_exclusions(a.lake.root), read_exclusions(b.lake.root))
        self.founded = [_founders(point.in_force.values()) for point in (a, b)]
        self.closed = [_closers(point.in_force.values()) for point in (a, b)]

    def new(self, row: Row, earlier: Collection[str]) -> Entry:
        """A note that only B has."""
        is_back = row["note_id"] in earlier and row["status"] == "current"
        return self._entry("revived" if is_back else "added", row, (GONE, row["status"]), {}, self._arrival(row))

    def gone(self, row: Row) -> Entry:
        """A note that only A has."""
        kind = "retired" if row["status"] == "current" else "changed"
        return self._entry(kind, row, (row["status"], GONE), {}, [self._fate(self.founded[0][row["note_id"]])])

    def reworded(self, old: Row, new: Row, earlier: Collection[str]) -> list[Entry]:
        """Two notes on the same characters; told as one when both are current."""
        if old["status"] != "current" or new["status"] != "current":
            return [self.gone(old), self.new(new, earlier)]
        columns = {name: (old[name], new[name]) for name in ("note_id", *SEEN) if old[name] != new[name]}
        why = [*self._arrival(new), self._fate(self.founded[0][old["note_id"]])]
        return [self._entry("changed", new, ("current", "current"), columns, why)]

    def both(self, old: Row, new: Row) -> Entry:
        """A note that both have and tell differently."""
        status = old["status"], new["status"]
        columns = {name: (old[name], new[name]) for name in SEEN if name != "status" and old[name] != new[name]}
        kinds = {("current", "superseded"): "retired", ("superseded", "current"): "revived"}
        kind = kinds.get(status, "changed")
        if kind == "revived":
            why = [self._fate(self.closed[0][old["note_id"]])]
        elif old["superseded_by"] != new["superseded_by"]:
            why = [_decision(self.closed[1][new["note_id"]], self.a)]
        else:
            why = self._supports(old, new) or [_decision(self.founded[1][new["note_id"]], self.a)]
        return self._entry(kind, new, status, columns, why)

    def _entry(
        self, kind: str, row: Row, status: tuple[str, str], columns: Mapping[str, tuple[Any, Any]], why: Sequence[Why]
    ) -> Entry:
        successor = self.b.notes.get(row["superseded_by"] or "") if status[1] == "superseded" else None
        return Entry(kind, row, status, columns, successor["text"] if successor else None, why)

    def _arrival(self, row: Row) -> list[Why]:
        """Why B has a note that A does not have."""
        founding = self.founded[1][row["note_id"]]
        why = [_decision(founding, self.a)]
        if founding.assertion.key in self.a.in_force:
            return why
        if (redone := _exclusion(self.exclusions[0], founding, self.a)) is not None:
            told = f"undone before: {redone['reason']}" if redone["reason"] else ""
            why.append(_why(f"redone {redone['kind']} {redone['value']}", told, founding))
        return why

    def _fate(self, decided: Decided) -> Why:
        """What became in B of a decision that is in force in A."""
        now = self.b.in_force.get(decided.assertion.key)
        if now is not None:
            return _decision(now, self.a)
        if self.b.day is not None and decided.assertion.columns["partition"] > self.b.day:
            return _why("its report is of a later day", "", decided)
        if (undone := _exclusion(self.exclusions[1], decided, self.b)) is not None:
            return _why(f"undone {undone['kind']} {undone['value']}", undone["reason"], decided)
        if self.a.lake.root.resolve() != self.b.lake.root.resolve():
            return _why("the other lake has no such fact", "", decided)
        return _why("its fact is gone", "the day was read again and no longer says it", decided)

    def _supports(self, old: Row, new: Row) -> list[Why]:
        """The decisions by which a note rests on other facts than it did."""
        rested, rests = _supporting(old), _supporting(new)
        came = [self.b.in_force[key] for key in rests if key not in rested]
        went = [self.a.in_force[key] for key in rested if key not in rests]
        return [_decision(one, self.a) for one in came] + [self._fate(one) for one in went]


def _founders(decisions: Iterable[Decided]) -> dict[str, Decided]:
    return {one.note_id: one for one in decisions if one.note_id is not None}


def _closers(decisions: Iterable[Decided]) -> dict[str, Decided]:
    return {
        one.verdict.target_note_id: one
        for one in decisions
        if one.verdict.operation in RETIRING and one.verdict.target_note_id is not None
    }


def _supporting(row: Row) -> list[Key]:
    return [(support["revision_id"], support["fact_id"]) for support in row["supports"]]


def _exclusion(exclusions: Exclusions, decided: Decided, point: Point) -> Row | None:
    """The exclusion that kept a fact out at a point."""
    for row in exclusions.of(decided.assertion.columns):
        if row["from_commit"] <= point.commit and (row["to_commit"] is None or point.commit < row["to_commit"]):
            return row
    return None


def _decision(decided: Decided, a: Point) -> Why:
    """A decision of B, as one that A has not, or has otherwise."""
    again = "decided again: " if decided.assertion.key in a.in_force else ""
    return _why(f"{again}{decided.verdict.operation}", decided.verdict.reason, decided)


def _why(what: str, reason: str, decided: Decided) -> Why:
    columns = decided.assertion.columns
    return Why(what, reason, columns["report_id"], columns["partition"])

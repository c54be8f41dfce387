"""Reconciling a lake: the fold's input, its lock, its commit and its recovery in one place."""

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from core.contracts.frames import to_frame
from core.contracts.tables import DECISIONS, NORMALISED_FACTS, NOTES, SUPERSESSION_EDGES, Table
from core.errors import LakeError
from core.lake.answers import read_answers, write_answers
from core.lake.blast import Limits, reach
from core.lake.erasures import Erasures, carry_out
from core.lake.exclusions import read_exclusions, write_exclusions
from core.lake.files import locked, remove_leftovers
from core.lake.held import HeldPlan, HeldPlans, base_of, plan_of
from core.lake.lake import Lake
from core.lake.log import DecisionLog
from core.lake.notes_table import Change, LedgerTables
from core.ledger.answers import Answer, Answers
from core.ledger.assertions import Assertion, from_fact
from core.ledger.digest import digest
from core.ledger.fold import UNSTAMPED, Folded, Key, Rules, Stamp, fold, replay
from core.ledger.notes import Decided, Notes, decision_row, edge_rows, note_row
from core.model import Verdict

Progress = Callable[[str, int, int], None]  # stage, done, total
# Every commit adds files and a version, and a commit gets slower with them: measured on lancedb 0.40, the work of one
# has doubled after some 100. A night is one commit.
COMPACT_EVERY = 32
KEPT_TAGS = 4
KEPT_SECONDS = 86_400.0  # longer than any run reads one version


def silent(stage: str, done: int, total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class Reconciled:
    """What one reconciliation did."""

    commit: int  # the last commit of the lake, after it
    committed: bool  # whether this one added a commit
    operations: Mapping[str, int]  # new decisions by operation
    redecided: int
    withdrawn: int
    questions: int
    undecided: int = 0  # facts in the ledger whose question nobody has answered yet
    repairs: Sequence[str] = field(default_factory=tuple)
    held: Sequence[HeldPlan] = ()  # what it did not commit, for a person to approve


@dataclass(frozen=True)
class Agenda:
    """What a reconciliation would fold, as the lake stands."""

    domains: Mapping[str, tuple[list[Assertion], dict[Key, Decided]]]
    memory: Mapping[str, Verdict]
    last: datetime  # of the last commit
    answers: Answers = field(default_factory=dict)  # what people decided

    def fold(self, domain: str, rules: Rules, stamp: Stamp = UNSTAMPED) -> Folded:
        """Fold one domain; nothing is written."""
        assertions, known = self.domains[domain]
        return fold(assertions, known, replace(rules, answers=self.answers), self.memory, stamp)


class Ledger:
    """The decision log and the tables derived from it, of one lake."""

    def __init__(self, lake: Lake, limits: Limits | None = None, only: frozenset[str] | None = None) -> None:
        """Open a lake's ledger; a run beyond ``limits`` is held in the domains of ``only`` (None: in all)."""
        self.only = only
        self.lake = lake
        self.limits = limits
        self.held = HeldPlans(lake.root)
        self.log = DecisionLog(lake.root / DECISIONS.name)
        self.tables = LedgerTables(lake.root)

    def reconcile(
        self,
        days: Iterable[str],
        rules: Rules,
        run_id: str,
        now: Callable[[], datetime],
        progress: Progress = silent,
    ) -> Reconciled:
        """Bring the notes to what the log and the normalised facts of these days together say.

        The facts of a day replace what the log knows of that day. Runs one at a time on a lake; a
        commit that a crash left unfinished is finished first. No difference, no commit.
        """
        with locked(self.lake.root / ".lock"):
            return self._reconcile(set(days), rules, run_id, now, progress)

    def reconcile_if(
        self,
        days: Iterable[str],
        rules: Rules,
        run_id: str,
        now: Callable[[], datetime],
        is_final: Callable[[], bool],
        progress: Progress = silent,
    ) -> Reconciled | None:
        """Like ``reconcile``, but None, and nothing is committed, when ``is_final`` says no once all is folded."""
        with locked(self.lake.root / ".lock"):
            return self._reconcile_if(set(days), rules, run_id, now, is_final, progress)

    def agenda(self, days: Iterable[str], without: frozenset[str] = frozenset()) -> Agenda:
        """Return what a reconciliation of these days would fold now, as if some revisions were not there.

        Takes no lock: it may be out of date soon.
        """
        known, memory, last = self.log.known()
        assertions = self._assertions(known, set(days))
        stays = {key: one for key, one in assertions.items() if one.columns["revision_id"] not in without}
        return Agenda(_by_domain(stays, known), memory, last, read_answers(self.lake.root))

    def undo(
        self, kind: str, value: str, reason: str, rules: Rules, run_id: str, now: Callable[[], datetime]
    ) -> Reconciled:
        """Take a report's (``kind`` report, by id) or a day's (``partition``) facts out, until they are redone.

        The result is the table in which they had never arrived: notes that they had retired are current
        again. The log keeps what was believed meanwhile. A run that reads the report again leaves it out.
        What a person asks for is not held, but in a domain that is held already: there it joins the plan.
        """
        with locked(self.lake.root / ".lock"):
            present, commit = read_exclusions(self.lake.root), len(self.log.commits()) + 1
            write_exclusions(self.lake.root, present.having(kind, value, reason, now(), commit))
            return self._by_hand()._reconcile(set(self.lake.days(NORMALISED_FACTS)), rules, run_id, now)

    def redo(self, kind: str, value: str, rules: Rules, run_id: str, now: Callable[[], datetime]) -> Reconciled:
        """Let the facts of a report or day back in; the opposite of ``undo``."""
        with locked(self.lake.root / ".lock"):
            present, commit = read_exclusions(self.lake.root), len(self.log.commits()) + 1
            write_exclusions(self.lake.root, present.without(kind, value, commit))
            return self._by_hand()._reconcile(set(self.lake.days(NORMALISED_FACTS)), rules, run_id, now)

    def answer(self, answers: Iterable[Answer], rules: Rules, run_id: str, now: Callable[[], datetime]) -> Reconciled:
        """Keep what people decided about facts, and decide accordingly. A later answer replaces an earlier one."""
        with locked(self.lake.root / ".lock"):
            kept = {**read_answers(self.lake.root), **{answer.key: answer for answer in answers}}
            write_answers(self.lake.root, kept.values())
            return self._by_hand()._reconcile(set(self.lake.days(NORMALISED_FACTS)), rules, run_id, now)

    def _reconcile(
        self,
        days: set[str],
        rules: Rules,
        run_id: str,
        now: Callable[[], datetime],
        progress: Progress = silent,
    ) -> Reconciled:
        done = self._reconcile_if(days, rules, run_id, now, lambda: True, progress)
        assert done is not None  # it was final
        return done

    def _reconcile_if(
        self,
        days: set[str],
        rules: Rules,
        run_id: str,
        now: Callable[[], datetime],
        is_final: Callable[[], bool],
        progress: Progress,
    ) -> Reconciled | None:
        repairs = self._recover()
        agenda = self.agenda(days)
        stamp = Stamp(max(now(), agenda.last + timedelta(microseconds=1)), run_id)
        folds = _fold_domains(agenda, rules, stamp, progress)
        if not is_final():
            return None
        number = len(self.log.commits())
        held = self._holds(agenda, folds, days, stamp, number)
        folds = {domain: one for domain, one in folds.items() if domain not in {plan.domain for plan in held}}
        self.held.replace(days, held)
        rows = [row for one in folds.values() for row in _log_rows(one, stamp)]
        if rows:
            number += 1
            rows.sort(key=_log_order)
            self.log.seal(number, rows)
            self.tables.commit(number, _differences(one for one in folds.values() if one.changed or one.withdrawn))
            if number % COMPACT_EVERY == 0:
                self.tables.compact(KEPT_TAGS, KEPT_SECONDS)
        return Reconciled(
            commit=number,
            committed=bool(rows),
            operations=_count(row["operation"] for row in rows if row["action"] == "decided"),
            redecided=sum(row["action"] == "redecided" for row in rows),
            withdrawn=sum(row["action"] == "withdrawn" for row in rows),
            questions=sum(one.questions for one in folds.values()),
            undecided=sum(decided.is_open for one in folds.values() for decided in one.decisions),
            repairs=repairs,
            held=held,
        )

    def _holds(
        self, agenda: Agenda, folds: Mapping[str, Folded], days: set[str], stamp: Stamp, commit: int
    ) -> list[HeldPlan]:
        """Return a plan for each domain of which a fold would retire more than the limits allow."""
        plans: list[HeldPlan] = []
        for domain, folded in folds.items():
            if self.limits is None or (self.only is not None and domain not in self.only):
                continue
            found = reach(folded)
            if len(found.retirements) > self.limits.allows(found.current):
                base = base_of(agenda.domains[domain][1].values())
                rows = sorted(_log_rows(folded, stamp), key=_log_order)
                plans.append(plan_of(rows, found, self.limits, base, commit, days))
        return plans

    def approve(self, wanted: str, run_id: str, now: Callable[[], datetime]) -> tuple[HeldPlan, int]:
        """Commit a held plan as it was shown; return it and the number of its commit.

        A crash after the decisions are sealed is healed like that of any commit; the plan is then applied.

        Raises:
            LakeError: there is no such plan, or its domain has moved since; nothing was written.
        """
        with locked(self.lake.root / ".lock"):
            self._recover()
            plan = self.held.one(wanted)
            known, _, last = self.log.known()
            here = [one for one in known.values() if one.assertion.columns["domain"] == plan.domain]
            commits = self.log.commits()
            if base_of(here) != plan.base:
                raise LakeError(self._moved(plan, commits))
            stamped = {"run_id": run_id, "recorded_at": max(now(), last + timedelta(microseconds=1))}
            number = len(commits) + 1
            self.log.seal(number, [{**row, **stamped} for row in plan.rows])
            self._finish(number)
            self.held.drop(plan.plan_id)
        return plan, number

    def _by_hand(self) -> "Ledger":
        """This ledger for a person's own act, which is held only where something is held already."""
        plans = self.held.all()
        limits = Limits(min((plan.allowed for plan in plans), default=0), 0.0)
        return Ledger(self.lake, limits, frozenset(plan.domain for plan in plans))

    def _moved(self, plan: HeldPlan, commits: Sequence[int]) -> str:
        since = {
            f"commit {number} (run {row['run_id']})"
            for number in commits
            if number > plan.base_commit
            for row in self.log.commit_rows(number)
            if row["domain"] == plan.domain
        }
        return (
            f"{plan.plan_id}: {plan.domain} has changed since the plan was made, by {', '.join(sorted(since))}. "
            "Nothing was written; run again, and the plan is made anew."
        )

    def recover(self) -> list[str]:
        """Finish or repair what a crash left; return what was done. Safe to call at any time."""
        with locked(self.lake.root / ".lock"):
            return self._recover()

    def recover_locked(self) -> list[str]:
        """Like ``recover``, for whoever holds the lake's lock already."""
        return self._recover()

    def rebuild(self) -> tuple[dict[str, str], dict[str, str]]:
        """Make both tables again from the decision log alone; return their content hashes (before, after).

        The old tables are set aside and removed once the new ones are whole; a crash in between heals
        with the next run. Their earlier versions and tags are gone afterwards; the log keeps the history.
        """
        with locked(self.lake.root / ".lock"):
            self._recover()
            before = self.digests()
            aside = self.tables.set_aside()
            self._finish(len(self.log.commits()))
            after = self.digests()
            for folder in aside:
                shutil.rmtree(folder)
        return before, after

    def compact(self, keep: int = KEPT_TAGS, keep_seconds: float = KEPT_SECONDS) -> None:
        """Rewrite the tables in few files and let go of versions that nobody needs; what they say stays the same.

        Args:
            keep: how many of the newest commits can still be read bit for bit by their tag.
            keep_seconds: how long a reader of an older version is left in peace.
        """
        with locked(self.lake.root / ".lock"):
            self._recover()
            self.tables.compact(keep, keep_seconds)

    def _recover(self) -> list[str]:
        erasures = Erasures(self.lake.root)
        intent = erasures.pending()
        if intent is None:
            return self._repaired()
        carry_out(self.lake, intent)
        done = self._repaired()
        erasures.end(intent)
        return [*done, f"erasure {intent.erasure} was carried out"]

    def _repaired(self) -> list[str]:
        remove_leftovers(self.lake.root)
        commits = self.log.commits()
        sealed = commits[-1] if commits else 0
        if self._is_whole(sealed):
            return []
        done = self.tables.discard_if_broken()
        if self.tables.committed() > sealed:
            raise LakeError(
                f"{self.log.folder}: the tables are at commit {self.tables.committed()}, but the log ends at {sealed}. "
                "A sealed file is missing: restore it from a backup before running again."
            )
        if not self._is_whole(sealed):
            self._finish(sealed)
            done.append(f"commit {sealed} was finished from the decision log")
        return done

    def _is_whole(self, sealed: int) -> bool:
        try:
            return self.tables.committed() == sealed and self.tables.is_clean()
        except (ValueError, RuntimeError, OSError):  # a table that does not open is not whole
            return False

    def _finish(self, number: int) -> None:
        """Bring the tables, whatever they hold, to what the log says at a commit."""
        known, _, _ = self.log.known(number)
        target, present = table_rows(known.values()), self._stored_rows()
        self.tables.commit(number, [_difference(table, target, present) for table in (NOTES, SUPERSESSION_EDGES)])

    def _stored_rows(self) -> dict[str, dict[str, dict[str, Any]]]:
        return {
            table.name: _keyed(table, to_frame(self.tables.read(table)).to_dicts())
            for table in (NOTES, SUPERSESSION_EDGES)
        }

    def _assertions(self, known: Mapping[Key, Decided], days: set[str]) -> dict[Key, Assertion]:
        """What is known of other days, and what the normalised facts of these days say; what is undone is out."""
        exclusions = read_exclusions(self.lake.root)
        assertions = {
            key: decided.assertion
            for key, decided in known.items()
            if decided.assertion.columns["partition"] not in days
        }
        for row in self.lake.read_all(NORMALISED_FACTS, sorted(days)).to_dicts():
            assertion = from_fact(row)
            earlier = assertions.get(assertion.key)
            # A revision that was seen on two days belongs to the first of them.
            if earlier is None or assertion.columns["partition"] <= earlier.columns["partition"]:
                assertions[assertion.key] = assertion
        return {key: one for key, one in assertions.items() if not exclusions.leaves_out(one.columns)}

    def digests(self) -> dict[str, str]:
        """Return the content hash of each stored table."""
        return {name: digest(rows.values()) for name, rows in self._stored_rows().items()}


TableRows = dict[str, dict[str, dict[str, Any]]]  # by table name and key


def table_rows(decisions: Iterable[Decided]) -> TableRows:
    """Return the rows of notes and edges, by table name and key, that decisions in force lead to."""
    return _rows_of(replay_by_domain(decisions).values())


def _rows_of(domains: Iterable[Notes]) -> TableRows:
    rows: TableRows = {NOTES.name: {}, SUPERSESSION_EDGES.name: {}}
    for notes in domains:
        rows[NOTES.name].update(_keyed(NOTES, map(note_row, notes.by_id.values())))
        rows[SUPERSESSION_EDGES.name].update(_keyed(SUPERSESSION_EDGES, edge_rows(notes.by_id.values())))
    return rows


def _differences(folds: Iterable[Folded]) -> list[Change]:
    """What the folds of changed domains do to the tables."""
    listed = list(folds)
    target, present = _rows_of(one.notes for one in listed), _rows_of(replay(one.before) for one in listed)
    return [_difference(table, target, present) for table in (NOTES, SUPERSESSION_EDGES)]


def _difference(table: Table, target: TableRows, present: TableRows) -> Change:
    new, old = target[table.name], present[table.name]
    changed = {key: row for key, row in new.items() if old.get(key) != row}
    return table, changed, [key for key in old if key not in new]


def replay_by_domain(decisions: Iterable[Decided]) -> dict[str, Notes]:
    """Return the notes of every domain that decisions in force (any order) lead to."""
    domains: defaultdict[str, list[Decided]] = defaultdict(list)
    for decided in decisions:
        domains[decided.assertion.columns["domain"]].append(decided)
    return {
        domain: replay(sorted(listed, key=lambda decided: decided.assertion.sort_key))
        for domain, listed in sorted(domains.items())
    }


def _by_domain(
    assertions: Mapping[Key, Assertion], known: Mapping[Key, Decided]
) -> dict[str, tuple[list[Assertion], dict[Key, Decided]]]:
    domains: defaultdict[str, tuple[list[Assertion], dict[Key, Decided]]] = defaultdict(lambda: ([], {}))
    for assertion in assertions.values():
        domains[assertion.columns["domain"]][0].append(assertion)
    for key, decided in known.items():
        domains[decided.assertion.columns["domain"]][1][key] = decided
    return dict(sorted(domains.items()))


def _fold_domains(agenda: Agenda, rules: Rules, stamp: Stamp, progress: Progress) -> dict[str, Folded]:
    folds: dict[str, Folded] = {}
    for domain in agenda.domains:
        progress("reconcile", len(folds), len(agenda.domains))
        folds[domain] = agenda.fold(domain, rules, stamp)
    progress("reconcile", len(agenda.domains), len(agenda.domains))
    return folds


def _log_rows(folded: Folded, stamp: Stamp) -> list[dict[str, Any]]:
    rows = [decision_row(decided, action) for decided, action in folded.changed]
    gone = {"run_id": stamp.run_id, "recorded_at": stamp.recorded_at}
    rows += [decision_row(decided, "withdrawn") | gone for decided in folded.withdrawn]
    return rows


def _log_order(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return row["domain"], row["order_key"], row["fact_id"]


def _keyed(table: Table, rows: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row[table.key[0]]: row for row in rows}


def _count(words: Iterable[str]) -> dict[str, int]:
    counted: dict[str, int] = defaultdict(int)
    for word in words:
        counted[word] += 1
    return dict(sorted(counted.items()))

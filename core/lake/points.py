"""The notes of a lake at a point: after a commit, at a time of belief, or without the reports of later days."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from core.contracts.tables import NOTES
from core.errors import LakeError
from core.lake.answers import read_answers
from core.lake.lake import Lake
from core.lake.ledger import Ledger, table_rows
from core.lake.log import DecisionLog
from core.ledger.assertions import Assertion
from core.ledger.fold import Key, Rules, fold
from core.ledger.notes import Decided

Row = Mapping[str, Any]
NOW = "now"
_ACCEPTED = (
    "Give a commit (3 or commit-00000003; 0 is before the first), a day (2026-03-01: the reports of it and of the days "
    f"before), a time (2026-03-01T12:00Z: what was believed then), {NOW}, or the folder of a lake."
)
_COMMIT = re.compile(r"(?:commit-)?(\d+)")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Point:
    """A state of a lake's note table."""

    name: str  # for people
    lake: Lake
    commit: int  # the last commit that counts
    day: str | None  # the last day whose reports count; None: all that the log knows
    in_force: Mapping[Key, Decided]
    notes: Mapping[str, Row]  # rows of ``notes`` by id
    warnings: Sequence[str] = ()


def instant_of(text: str) -> datetime:
    """Return a day or date-time (ISO 8601; UTC when it names no offset) as an instant; a day is its last one.

    Raises:
        LakeError: it is none.
    """
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise LakeError(f"{text}: is no time. Write a day (2026-03-01) or a time (2026-03-01T12:00Z).") from error
    if _DAY.fullmatch(text):
        found += timedelta(days=1) - timedelta(microseconds=1)  # what came about on it counts
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def point_of(lake: Lake, wanted: str, rules: Callable[[], Rules]) -> Point:
    """Return the state that a word names.

    Args:
        lake: whose states commits, days and times are.
        wanted: a commit, a day, a time, ``now``, or the folder of another lake (its newest state).
        rules: by which facts are decided again when those of later days are left out; asked for then alone.

    Raises:
        LakeError: it names none; the message says what does.
    """
    log, commit = Ledger(lake).log, _COMMIT.fullmatch(wanted)
    if wanted == NOW:
        return _after(lake, log, len(log.commits()))
    if commit is not None:
        return _after(lake, log, _existing(wanted, int(commit[1]), log))
    if _DAY.fullmatch(wanted):
        return _up_to(lake, log, _valid(wanted), rules())
    if (then := _time(wanted)) is not None:
        at = _after(lake, log, _believed(log, then))
        return replace(at, name=f"{then.isoformat()} ({at.name})")
    if Path(wanted).is_dir():
        other = Lake(Path(wanted))
        theirs = Ledger(other).log
        if not theirs.commits():
            raise LakeError(f"{wanted}: is a folder, but no lake with a commit. {_ACCEPTED}")
        at = _after(other, theirs, len(theirs.commits()))
        return replace(at, name=f"{wanted} ({at.name})")
    raise LakeError(f"{wanted}: names no state of a lake. {_ACCEPTED}")


def _after(lake: Lake, log: DecisionLog, commit: int) -> Point:
    known, _, _ = log.known(commit)
    return Point(f"commit {commit}", lake, commit, None, known, table_rows(known.values())[NOTES.name])


def _existing(wanted: str, commit: int, log: DecisionLog) -> int:
    newest = len(log.commits())
    if commit > newest:
        raise LakeError(f"{wanted}: there is no such commit; the log of {log.folder.parent} ends at {newest}.")
    return commit


def _valid(day: str) -> str:
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError as error:
        raise LakeError(f"{day}: is no day ({error}). {_ACCEPTED}") from error


def _time(wanted: str) -> datetime | None:
    if not wanted[:4].isdigit():
        return None
    try:
        return instant_of(wanted)
    except LakeError:
        return None


def _believed(log: DecisionLog, then: datetime) -> int:
    """The last commit that was recorded by a time; an erasure may have emptied one, which then says nothing."""
    for commit in reversed(log.commits()):
        rows = log.commit_rows(commit)
        if rows and rows[0]["recorded_at"] <= then:
            return commit
    return 0


def _up_to(lake: Lake, log: DecisionLog, day: str, rules: Rules) -> Point:
    """The table in which no report of a later day had arrived: their facts left out, the others folded again."""
    known, memory, _ = log.known()
    domains: defaultdict[str, dict[Key, Decided]] = defaultdict(dict)
    for key, decided in known.items():
        domains[decided.assertion.columns["domain"]][key] = decided
    answered = replace(rules, answers=read_answers(lake.root))
    in_force: dict[Key, Decided] = {}
    for _, here in sorted(domains.items()):
        left = [one.assertion for one in here.values() if _is_by(one.assertion, day)]
        for decided in fold(left, here, answered, memory).decisions:
            in_force[decided.assertion.key] = decided
    foreign = sorted({one.decider for one in known.values() if not answered.made(one)})
    told = [f"decisions of the log by {', '.join(foreign)} are made again by {rules.signature}"] if foreign else []
    notes = table_rows(in_force.values())[NOTES.name]
    return Point(f"{day} (reports up to this day)", lake, len(log.commits()), day, in_force, notes, told)


def _is_by(assertion: Assertion, day: str) -> bool:
    return bool(assertion.columns["partition"] <= day)


def founded_by(log: DecisionLog, commit: int) -> set[str]:
    """Return the ids of all notes that the log has ever founded up to a commit, whatever became of them."""
    return {str(row["note_id"]) for row in log.rows(commit) if row["note_id"] is not None}


def current(notes: Iterable[Row]) -> int:
    """Return how many of some notes are current."""
    return sum(note["status"] == "current" for note in notes)

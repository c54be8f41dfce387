"""The ledger of a lake: one commit a run, resumable after a crash at any step, rebuilt from its log alone."""

import shutil
from collections import defaultdict
from datetime import UTC, datetime, timedelta

import pytest
from ledger_builders import fact_row, make_assertion, rules

from core.audit.fsck import chain_problems
from core.contracts.frames import to_frame
from core.contracts.tables import NORMALISED_FACTS, NOTES, SUPERSESSION_EDGES
from core.errors import LakeError
from core.lake import notes_table
from core.lake.lake import Lake
from core.lake.ledger import Ledger

NOW = datetime(2026, 6, 1, tzinfo=UTC)
FACTS = [make_assertion(f"subject {n % 4}", f"value {n % 3}", day=n, report="abc"[n % 3]) for n in range(18)]


def stored(lake: Lake, assertions=FACTS) -> list[str]:
    """Write assertions as normalised facts of their days; return the days."""
    days = defaultdict(list)
    for assertion in assertions:
        days[assertion.columns["partition"]].append(fact_row(assertion))
    for day, rows in days.items():
        lake.write(NORMALISED_FACTS, day, rows)
    return sorted(days)


def reconciled(ledger: Ledger, days, at=NOW):
    """Reconcile some days."""
    return ledger.reconcile(days, rules(), "test-run", lambda: at)


@pytest.fixture
def lake(tmp_path) -> Lake:
    """An empty lake."""
    return Lake(tmp_path / "lake")


@pytest.fixture(scope="module")
def expected(tmp_path_factory) -> dict[str, str]:
    """The content hashes of a run over all facts at once that nothing disturbed."""
    lake = Lake(tmp_path_factory.mktemp("reference"))
    ledger = Ledger(lake)
    reconciled(ledger, stored(lake))
    return ledger.digests()


@pytest.mark.parametrize("order", ["forward", "backward", "odd days first"])
def test_days_in_any_order_give_one_hash(lake, expected, order):
    """A backfill of days one at a time, in any order, equals one run over all of them."""
    days = stored(lake)
    days = {"forward": days, "backward": days[::-1], "odd days first": days[1::2] + days[::2]}[order]
    ledger = Ledger(lake)
    for day in days:
        reconciled(ledger, [day])
    assert ledger.digests() == expected


def test_a_second_run_keeps_the_versions(lake):
    """Nothing new: no commit, no new table version, no question."""
    days, ledger = stored(lake), Ledger(lake)
    reconciled(ledger, days)
    before = ledger.tables.version()
    again = reconciled(ledger, days)
    assert (again.committed, again.questions, ledger.tables.version()) == (False, 0, before)


def test_a_run_is_one_commit_of_each_table(lake):
    """However many facts, the note table gains one version of data."""
    days, ledger = stored(lake), Ledger(lake)
    reconciled(ledger, days[:9])
    notes, edges = ledger.tables.version()
    reconciled(ledger, days)
    assert ledger.tables.version() == (notes + 1, edges + 1)


STEPS = ["seal", "notes", "edges", "export", "fsync", "between the tags"]


class Killed(BaseException):
    """What a killed process does to the code that it was in."""


def crash_at(monkeypatch, step: str) -> None:
    """Make the next commit die at a step, as a killed process would: nothing after it happens."""

    def die(*_args, **_kwargs):
        raise Killed

    if step == "seal":
        monkeypatch.setattr(notes_table.LedgerTables, "commit", die)
    elif step == "export":
        monkeypatch.setattr(notes_table, "write_atomically", die)
    elif step in ("fsync", "between the tags"):
        fsync, calls = notes_table.fsync_tree, []

        def fsync_until(*args):
            calls.append(args)
            if len(calls) == (1 if step == "fsync" else 3):
                raise Killed
            fsync(*args)

        monkeypatch.setattr(notes_table, "fsync_tree", fsync_until)
    else:
        merge = notes_table.LedgerTables._merge

        def merge_until(self, table, rows, gone):
            if table is (NOTES if step == "notes" else SUPERSESSION_EDGES):
                raise Killed
            merge(self, table, rows, gone)

        monkeypatch.setattr(notes_table.LedgerTables, "_merge", merge_until)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("first_commit", [True, False], ids=["first commit", "later commit"])
def test_a_crash_at_any_step_of_a_commit_heals(lake, expected, monkeypatch, step, first_commit):
    """After a crash, the next run finishes the sealed commit and comes to the same hash without a trace."""
    days = stored(lake)
    if not first_commit:
        reconciled(Ledger(lake), days[:7])
    with monkeypatch.context() as patched:
        crash_at(patched, step)
        with pytest.raises(Killed):
            reconciled(Ledger(lake), days)
    ledger = Ledger(lake)
    again = reconciled(ledger, days)
    assert again.repairs
    assert not again.committed
    assert ledger.digests() == expected
    rows = [to_frame(ledger.tables.read(table)).to_dicts() for table in (NOTES, SUPERSESSION_EDGES)]
    assert chain_problems(*rows) == []
    assert reconciled(ledger, days).repairs == []


def test_tables_are_rebuilt_from_the_log_alone(lake, expected):
    """With both Lance tables and the facts gone, the log brings back the same content."""
    days, ledger = stored(lake), Ledger(lake)
    reconciled(ledger, days)
    for name in ("notes.lance", "supersession_edges.lance", "normalised_facts"):
        shutil.rmtree(lake.root / name)
    fresh = Ledger(lake)
    assert fresh.recover() == [f"commit {ledger.log.commits()[-1]} was finished from the decision log"]
    assert fresh.digests() == expected


def test_an_empty_head_manifest_is_repaired(lake, expected):
    """A power cut that leaves a zero-byte manifest costs nothing but a repair line."""
    days, ledger = stored(lake), Ledger(lake)
    reconciled(ledger, days)
    newest = max((lake.root / "notes.lance" / "_versions").glob("*.manifest"), key=lambda p: p.stat().st_mtime_ns)
    newest.write_bytes(b"")
    fresh = Ledger(lake)
    assert "empty manifest" in " ".join(fresh.recover())
    assert fresh.digests() == expected


def test_truncated_data_of_an_unfinished_commit_is_set_aside(lake, expected, monkeypatch):
    """Data files that a power cut emptied make the table unreadable; it is set aside and rebuilt."""
    days = stored(lake)
    with monkeypatch.context() as patched:
        crash_at(patched, "fsync")
        with pytest.raises(Killed):
            reconciled(Ledger(lake), days)
    for file in (lake.root / "notes.lance" / "data").glob("*.lance"):
        file.write_bytes(b"")
    ledger = Ledger(lake)
    assert "set aside" in " ".join(ledger.recover())
    assert ledger.digests() == expected


def test_a_missing_sealed_file_stops_the_run(lake):
    """A gap in the log is an error that says which commits there are, not a silent loss."""
    days, ledger = stored(lake), Ledger(lake)
    for day in days[:3]:
        reconciled(ledger, [day])
    ledger.log.path(2).unlink()
    with pytest.raises(LakeError, match=r"commits \[1, 3\] are not numbered without a gap"):
        reconciled(ledger, days)


def test_facts_that_a_day_no_longer_has_are_withdrawn(lake):
    """A day extracted anew without one of its facts takes that fact out of the ledger, and says so in the log."""
    days, ledger = stored(lake), Ledger(lake)
    reconciled(ledger, days)
    lake.write(NORMALISED_FACTS, days[0], [])
    done = reconciled(ledger, [days[0]])
    assert (done.committed, done.withdrawn) == (True, 1)
    other = Lake(lake.root.with_name("without"))
    reconciled(Ledger(other), stored(other, FACTS[1:]))
    assert ledger.digests() == Ledger(other).digests()


def test_recorded_time_rises_with_every_commit(lake):
    """A clock that stands still or goes back does not: recorded_at still orders the commits."""
    days, ledger = stored(lake), Ledger(lake)
    for n, day in enumerate(days[:4]):
        reconciled(ledger, [day], at=NOW - timedelta(days=n))
    times = [row["recorded_at"] for row in ledger.log.rows()]
    assert sorted(set(times)) == list(dict.fromkeys(times))


def test_a_read_only_lake_is_a_clear_error(tmp_path):
    """A lake below a file, where no folder can be made, is named with what to do."""
    (tmp_path / "file").write_text("x")
    lake = Lake(tmp_path / "file" / "lake")
    with pytest.raises(LakeError, match="cannot be"):
        reconciled(Ledger(lake), ["2026-01-01"])


@pytest.mark.parametrize("report", ["a", "b", "c"])
def test_undo_equals_never_having_had_the_report_and_redo_is_identity(lake, expected, report):
    """Every report: all without it = the table in which it never arrived; redo brings the first table back."""
    days, ledger = stored(lake), Ledger(lake)
    reconciled(ledger, days)
    report_id = FACTS["abc".index(report)].columns["report_id"]
    undone = ledger.undo("report", report_id, "a test", rules(), "undo", lambda: NOW)
    other = Lake(lake.root.with_name("without"))
    left = [fact for fact in FACTS if fact.columns["report_id"] != report_id]
    reconciled(Ledger(other), stored(other, left))
    assert undone.withdrawn == len(FACTS) - len(left)
    assert ledger.digests() == Ledger(other).digests()
    assert not reconciled(ledger, days).committed
    ledger.redo("report", report_id, rules(), "redo", lambda: NOW)
    assert ledger.digests() == expected


def test_undoing_a_day_takes_its_facts_out(lake, expected):
    """A day is undone and redone like a report; what was undone asks no question again."""
    days, ledger = stored(lake), Ledger(lake)
    reconciled(ledger, days)
    assert ledger.undo("partition", days[3], "", rules(), "undo", lambda: NOW).withdrawn == 1
    redone = ledger.redo("partition", days[3], rules(), "redo", lambda: NOW)
    assert (redone.questions, ledger.digests()) == (0, expected)


def test_what_was_believed_at_a_time_is_still_known_after_an_undo(lake):
    """The log keeps what was believed: as of before the undo, the undone note is there."""
    days, ledger = stored(lake), Ledger(lake)
    reconciled(ledger, days, at=NOW)
    ledger.undo("partition", days[0], "", rules(), "undo", lambda: NOW + timedelta(days=1))
    before, after = (ledger.log.known(at=NOW + timedelta(hours=hours))[0] for hours in (1, 48))
    assert len(before) == len(FACTS)
    assert len(after) == len(FACTS) - 1


def test_rebuild_from_the_log_gives_the_same_hash_and_leaves_nothing_behind(lake, expected):
    """The drill: both tables anew from the log; the old ones are gone."""
    days, ledger = stored(lake), Ledger(lake)
    for day in days:
        reconciled(ledger, [day])
    assert ledger.rebuild() == (expected, expected)
    assert sorted(path.name for path in lake.root.glob("*.lance*")) == ["notes.lance", "supersession_edges.lance"]
    assert not reconciled(ledger, days).committed

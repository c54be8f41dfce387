"""Compaction: fewer files and versions, the same content, safe to kill, safe beside readers."""

from datetime import UTC, datetime, timedelta

import lancedb
import pytest
from ledger_builders import fact_row, make_assertion, rules

from core.audit.fsck import chain_problems
from core.contracts.frames import to_frame
from core.contracts.tables import NORMALISED_FACTS, NOTES, SUPERSESSION_EDGES
from core.lake import ledger as ledger_module
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.notes_table import LedgerTables

pytestmark = pytest.mark.filterwarnings("ignore:optimize.cleanup_older_than=0")
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def night(ledger: Ledger, number: int):
    """Run one night: three new facts, one of which changes what an earlier night said."""
    facts = [make_assertion(f"subject {number}", f"value {n}", day=number % 90, report="abc"[n]) for n in range(2)]
    facts.append(make_assertion("steady subject", f"value {number}", day=number % 90, report=f"d{number}"))
    day = facts[0].columns["partition"]
    ledger.lake.write(NORMALISED_FACTS, day, [fact_row(one) for one in facts])
    return ledger.reconcile([day], rules(), "test-run", lambda: NOW + timedelta(days=number))


def nights(lake: Lake, count: int) -> Ledger:
    """Run so many nights, one commit each."""
    ledger = Ledger(lake)
    for number in range(count):
        night(ledger, number)
    return ledger


@pytest.fixture
def lake(tmp_path) -> Lake:
    """An empty lake."""
    return Lake(tmp_path / "lake")


def test_what_the_tables_say_does_not_change(lake):
    """The content hashes, the last commit and every support are those of before; an unchanged night does nothing."""
    ledger = nights(lake, 4)
    before, rows = ledger.digests(), ledger.tables.read(NOTES)
    ledger.compact(keep=1, keep_seconds=0)
    assert ledger.digests() == before
    assert sorted(ledger.tables.read(NOTES).to_pylist(), key=str) == sorted(rows.to_pylist(), key=str)
    assert ledger.tables.committed() == 4
    assert ledger.tables.is_clean()
    version = ledger.tables.version()
    assert not night(ledger, 3).committed
    assert ledger.tables.version() == version
    assert (
        chain_problems(*(to_frame(ledger.tables.read(table)).to_dicts() for table in (NOTES, SUPERSESSION_EDGES))) == []
    )


def test_versions_and_files_go(lake):
    """One version is left where only the newest commit is kept; its size is about that of the rows."""
    ledger = nights(lake, 7)
    many = ledger.tables.sizes()["notes"]
    ledger.compact(keep=1, keep_seconds=0)
    size, versions = ledger.tables.sizes()["notes"]
    assert many[1] > 7
    assert versions == 1
    assert size < many[0] / 2


def test_kept_commits_can_still_be_read_bit_for_bit(lake):
    """The tags that are kept show the table as it was."""
    ledger = nights(lake, 5)
    table = lancedb.connect(str(lake.root)).open_table("notes")
    then = lancedb.connect(str(lake.root)).open_table("notes")
    then.checkout("commit-00000004")
    expected = then.to_arrow()
    ledger.compact(keep=2, keep_seconds=0)
    then = lancedb.connect(str(lake.root)).open_table("notes")
    assert sorted(then.tags.list()) == ["commit-00000004", "commit-00000005"]
    then.checkout("commit-00000004")
    assert then.to_arrow().equals(expected)
    assert table.count_rows() == then.count_rows() + 3


def test_a_reader_of_an_older_version_reads_on(lake):
    """Versions younger than the time that is asked for stay."""
    ledger = nights(lake, 3)
    reader = lancedb.connect(str(lake.root)).open_table("notes", version=2)
    count = reader.count_rows()
    ledger.compact(keep=1, keep_seconds=3_600)
    assert reader.to_arrow().num_rows == count


@pytest.mark.parametrize("step", ["before the head is tagged", "before anything"])
def test_a_run_that_dies_in_compaction_is_healed(lake, monkeypatch, step):
    """The next run finds the tables unchanged, tags the head again, and goes on."""
    ledger = nights(lake, 4)
    before = ledger.digests()
    tables = type(ledger.tables)
    name = "_tagged" if step == "before anything" else "_folder"
    calls = []

    def dies(self, table):
        calls.append(table)
        if step == "before anything" or len(calls) > 3:
            raise KeyboardInterrupt
        return original(self, table)

    original = getattr(tables, name)
    with monkeypatch.context() as patched:
        patched.setattr(tables, name, dies)
        with pytest.raises(KeyboardInterrupt):
            ledger.tables.compact(1, 0)
    healed = Ledger(lake)
    healed.recover()
    assert healed.digests() == before
    assert healed.tables.is_clean()
    assert night(healed, 4).commit == 5


def test_a_run_compacts_by_itself(lake, monkeypatch):
    """Every so many commits the tables are rewritten, so that nobody has to think of it; nothing else changes."""
    done, original = [], LedgerTables.compact

    def compact(tables, keep, keep_seconds):
        done.append((tables.committed(), keep, keep_seconds))
        original(tables, keep, keep_seconds)

    monkeypatch.setattr(LedgerTables, "compact", compact)
    monkeypatch.setattr(ledger_module, "COMPACT_EVERY", 3)
    ledger = nights(lake, 7)
    kept = ledger_module.KEPT_TAGS, ledger_module.KEPT_SECONDS
    assert done == [(3, *kept), (6, *kept)]
    other = Ledger(Lake(lake.root.with_name("other")))
    monkeypatch.setattr(ledger_module, "COMPACT_EVERY", 1_000)
    for number in range(7):
        night(other, number)
    assert ledger.digests() == other.digests()


def test_an_empty_lake_is_nothing_to_compact(lake):
    """No table, no error, nothing made."""
    Ledger(lake).compact()
    assert Ledger(lake).tables.version() == (0, 0)

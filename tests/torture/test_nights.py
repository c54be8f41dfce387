"""A year of nights: the tables stay small, in few files, and whole."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from ledger_builders import fact_row, make_assertion, rules

from core.audit.fsck import chain_problems
from core.contracts.frames import to_frame
from core.contracts.tables import NORMALISED_FACTS, NOTES, SUPERSESSION_EDGES
from core.lake import ledger as ledger_module
from core.lake.lake import Lake
from core.lake.ledger import Ledger

NIGHTS = 365
_A_NIGHT = 120_000  # bytes that one small commit adds until the next compaction: files, manifest, transaction
START = datetime(2026, 1, 1, tzinfo=UTC)
pytestmark = [pytest.mark.torture, pytest.mark.filterwarnings("ignore:optimize.cleanup_older_than=0")]


def test_a_year_of_nights(tmp_path, monkeypatch, capsys):
    """365 small commits: few bytes beside the live rows, bounded versions, chains whole, log and tables equal.

    In the test a night lasts a moment, so no version is kept for its age.
    """
    monkeypatch.setattr(ledger_module, "KEPT_SECONDS", 0.0)
    ledger = Ledger(Lake(tmp_path / "lake"))
    took, most_versions = [], 0
    for number in range(NIGHTS):
        facts = [make_assertion(f"subject {number}", f"value {n} {'long ' * 40}", number, "abc"[n]) for n in range(3)]
        facts.append(make_assertion("steady subject", f"value {number}", day=number, report=f"d{number}"))
        day = facts[0].columns["partition"]
        ledger.lake.write(NORMALISED_FACTS, day, [fact_row(one) for one in facts])
        begun = time.perf_counter()
        ledger.reconcile([day], rules(), "night", lambda number=number: START + timedelta(days=number, hours=2))
        took.append(time.perf_counter() - begun)
        most_versions = max(most_versions, ledger.tables.sizes()["notes"][1])
    digests = ledger.digests()
    size = sum(size for size, _ in ledger.tables.sizes().values())
    ledger.compact(keep=1, keep_seconds=0)
    live = sum(size for size, _ in ledger.tables.sizes().values())
    with capsys.disabled():
        first, last = sum(took[:30]) / 30, sum(took[-30:]) / 30
        print(f"\n{NIGHTS} nights: {size:,} bytes, live {live:,}, at most {most_versions} versions; ", end="")  # noqa: T201
        print(f"a commit took {first:.3f} s at first and {last:.3f} s at last")  # noqa: T201
    assert size <= live + _A_NIGHT * (ledger_module.COMPACT_EVERY + ledger_module.KEPT_TAGS)
    assert most_versions <= 2 * (ledger_module.COMPACT_EVERY + ledger_module.KEPT_TAGS) + 2
    assert ledger.digests() == digests
    notes, edges = (to_frame(ledger.tables.read(table)).to_dicts() for table in (NOTES, SUPERSESSION_EDGES))
    assert chain_problems(notes, edges) == []
    before, after = ledger.rebuild()
    assert before == after == digests

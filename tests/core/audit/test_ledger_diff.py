"""What changed between two states of a note table, and why; every expectation is worked out by hand."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from ledger_builders import fact_row, make_assertion, rules

from core.audit.ledger_diff import LedgerDiff, ledger_diff
from core.contracts.tables import NORMALISED_FACTS
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.points import point_of

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SEVEN = make_assertion("gate", "seven", day=0, report="a")
EIGHT = make_assertion("gate", "eight", day=2, report="c")
NINE = make_assertion("gate", "nine", day=5, report="b")
AGAIN = make_assertion("gate", "seven", day=1, report="d")
ASIDE = make_assertion("北辰网关", "补丁", day=3, report="e")


def on_day(assertion, day):
    """The same fact in a report that was dropped on another day."""
    return replace(assertion, columns={**assertion.columns, "partition": day})


def commit(lake: Lake, *assertions) -> Ledger:
    """Let some facts arrive in one commit, besides those that their days hold already."""
    ledger = Ledger(lake)
    for day in {one.columns["partition"] for one in assertions}:
        here = [fact_row(one) for one in assertions if one.columns["partition"] == day]
        lake.write(NORMALISED_FACTS, day, lake.read(NORMALISED_FACTS, day).to_dicts() + here)
    ledger.reconcile({one.columns["partition"] for one in assertions}, rules(), "run", lambda: NOON)
    return ledger


@pytest.fixture
def lake(tmp_path) -> Lake:
    """An empty lake."""
    return Lake(tmp_path / "lake")


def diff(lake: Lake, a: str, b: str = "now") -> LedgerDiff:
    """The difference of two states that words name."""
    return ledger_diff(point_of(lake, a, rules), point_of(lake, b, rules))


def told(found: LedgerDiff) -> list[tuple[str, str, list[str]]]:
    """Kind, text and reasons of every entry."""
    return [(entry.kind, entry.note["text"], [why.told() for why in entry.why]) for entry in found.entries]


def test_a_state_does_not_differ_from_itself(lake):
    """No entry, every note the same."""
    commit(lake, SEVEN, ASIDE)
    found = diff(lake, "1", "now")
    assert (found.entries, found.same, found.current) == ([], 2, (2, 2))


def test_a_change_retires_a_note_and_adds_one(lake):
    """Both say by which decision; what neither commit touched is the same."""
    commit(lake, SEVEN, ASIDE)
    commit(lake, NINE)
    found = diff(lake, "1", "2")
    why = ["UPDATE: seven is nine"]
    assert told(found) == [("added", "gate has nine", why), ("retired", "gate has seven", why)]
    assert found.entries[1].successor == "gate has nine"
    assert [entry.status for entry in found.entries] == [("gone", "current"), ("current", "superseded")]
    assert (found.counts, found.same) == ({"added": 1, "changed": 0, "retired": 1, "revived": 0}, 1)


def test_a_confirmation_changes_a_note(lake):
    """It rests on two reports then."""
    commit(lake, SEVEN)
    commit(lake, AGAIN)
    found = diff(lake, "1")
    assert told(found) == [("changed", "gate has seven", ["NOOP: same value"])]
    assert found.entries[0].columns == {"n_reports": (1, 2)}


def test_an_undo_revives_what_it_gives_back(lake):
    """The reason is the one that the person gave, also after the redo; and the redo names it again."""
    commit(lake, SEVEN)
    ledger = commit(lake, NINE)
    report = NINE.columns["report_id"]
    ledger.undo("report", report, "withdrawn by the vendor", rules(), "undo", lambda: NOON)
    undone = [f"undone report {report}: withdrawn by the vendor"]
    expected = [("retired", "gate has nine", undone), ("revived", "gate has seven", undone)]
    assert told(diff(lake, "2", "3")) == expected
    ledger.redo("report", report, rules(), "redo", lambda: NOON)
    assert told(diff(lake, "2", "3")) == expected
    change = "UPDATE: seven is nine"
    assert told(diff(lake, "3", "4")) == [
        ("retired", "gate has seven", [change]),
        ("revived", "gate has nine", [change, f"redone report {report}: undone before: withdrawn by the vendor"]),
    ]
    assert told(diff(lake, "2", "4")) == []


def test_a_day_that_is_undone_takes_a_confirmation_away(lake):
    """The note stays, with one report less, because of the day."""
    commit(lake, SEVEN)
    ledger = commit(lake, AGAIN)
    ledger.undo("partition", "2026-01-02", "", rules(), "undo", lambda: NOON)
    found = diff(lake, "2", "3")
    assert told(found) == [("changed", "gate has seven", ["undone partition 2026-01-02"])]
    assert found.entries[0].columns == {"n_reports": (2, 1)}


def test_a_late_report_steps_in_between(lake):
    """Its note is superseded at once; the one before has another successor; the one after is as it was."""
    commit(lake, SEVEN)
    commit(lake, NINE)
    commit(lake, EIGHT)
    found = diff(lake, "2", "3")
    assert told(found) == [
        ("added", "gate has eight", ["UPDATE: seven is eight"]),
        ("changed", "gate has seven", ["UPDATE: seven is eight"]),
    ]
    assert found.entries[0].status == ("gone", "superseded")
    assert (found.same, found.current) == (1, (1, 1))


def test_a_late_report_that_says_it_first_takes_the_place_of_a_note(lake):
    """What had been news is a repetition of it then: one entry, for both stand on the same characters."""
    commit(lake, SEVEN)
    commit(lake, NINE)
    commit(lake, make_assertion("gate", "nine", day=2, report="f"))
    found = diff(lake, "2", "3")
    assert told(found) == [
        ("changed", "gate has seven", ["UPDATE: seven is nine"]),
        ("changed", "gate has nine", ["UPDATE: seven is nine", "decided again: NOOP: same value"]),
    ]
    assert sorted(found.entries[1].columns) == ["n_reports", "note_id"]


def test_a_fact_that_its_day_no_longer_says(lake):
    """Read again without it: nobody undid anything."""
    ledger = commit(lake, SEVEN, ASIDE)
    lake.write(NORMALISED_FACTS, "2026-01-04", [])
    ledger.reconcile(["2026-01-04"], rules(), "run", lambda: NOON)
    why = ["its fact is gone: the day was read again and no longer says it"]
    assert told(diff(lake, "1")) == [("retired", "北辰网关 has 补丁", why)]


def test_days_are_compared_though_one_commit_wrote_them(lake):
    """The table with the reports up to a day, whatever the order and the commits in which they came."""
    commit(lake, SEVEN, EIGHT, NINE)
    why = ["UPDATE: eight is nine"]
    assert told(diff(lake, "2026-01-05", "2026-01-06")) == [
        ("added", "gate has nine", why),
        ("retired", "gate has eight", why),
    ]
    later = ["its report is of a later day"]
    assert told(diff(lake, "2026-01-06", "2026-01-01")) == [
        ("changed", "gate has eight", later),
        ("retired", "gate has nine", later),
        ("revived", "gate has seven", later),
    ]
    assert diff(lake, "2025-12-31", "now").counts["added"] == 3


def test_a_report_that_was_dropped_later_than_it_was_written_belongs_to_the_later_day(lake):
    """Up to the day before, the facts of the others are decided as if it had never come."""
    commit(lake, SEVEN, NINE, on_day(EIGHT, "2026-01-09"))
    found = diff(lake, "2026-01-08", "2026-01-09")
    assert told(found) == [
        ("added", "gate has eight", ["UPDATE: seven is eight"]),
        ("changed", "gate has seven", ["UPDATE: seven is eight"]),
    ]


def test_another_lake(lake):
    """What only the other one knows is added; what it does not know is retired, and it says so."""
    commit(lake, SEVEN, ASIDE)
    other = Lake(lake.root.with_name("other"))
    commit(other, SEVEN, NINE)
    found = diff(lake, "now", str(other.root))
    assert told(found) == [
        ("added", "gate has nine", ["UPDATE: seven is nine"]),
        ("retired", "gate has seven", ["UPDATE: seven is nine"]),
        ("retired", "北辰网关 has 补丁", ["the other lake has no such fact"]),
    ]


def test_another_wording_of_the_same_characters_is_a_change(lake):
    """A report that was read again by another reader: one entry, with both texts."""
    ledger = commit(lake, SEVEN)
    reworded = make_assertion("gate", "the value seven", day=0, report="a")
    span = {**SEVEN.columns["evidence"][0], "revision_id": SEVEN.columns["revision_id"]}
    reworded = replace(
        reworded, columns={**reworded.columns, "revision_id": SEVEN.columns["revision_id"], "evidence": [span]}
    )
    lake.write(NORMALISED_FACTS, "2026-01-01", [fact_row(reworded)])
    ledger.reconcile(["2026-01-01"], rules(), "run", lambda: NOON)
    found = diff(lake, "1")
    assert [(entry.kind, entry.columns["text"]) for entry in found.entries] == [
        ("changed", ("gate has seven", "gate has the value seven"))
    ]


def test_a_domain_alone(lake):
    """Notes of other domains do not count."""
    commit(lake, SEVEN)
    assert ledger_diff(point_of(lake, "0", rules), point_of(lake, "1", rules), "elsewhere").counts["added"] == 0

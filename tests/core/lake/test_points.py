"""Words that name a state of a lake."""

from datetime import UTC, datetime, timedelta

import pytest
from ledger_builders import fact_row, make_assertion, rules

from core.contracts.tables import NORMALISED_FACTS
from core.errors import LakeError
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.points import instant_of, point_of

FIRST = datetime(2026, 6, 1, 2, tzinfo=UTC)
FACTS = [make_assertion("gate", value, day, report=value) for day, value in enumerate(["seven", "eight", "nine"])]


@pytest.fixture(scope="module")
def lake(tmp_path_factory) -> Lake:
    """One fact a night, three nights of June, a commit each."""
    lake = Lake(tmp_path_factory.mktemp("points") / "lake")
    for night, fact in enumerate(FACTS):
        day = fact.columns["partition"]
        lake.write(NORMALISED_FACTS, day, [fact_row(fact)])
        Ledger(lake).reconcile([day], rules(), "run", lambda night=night: FIRST + timedelta(days=night))
    return lake


@pytest.mark.parametrize(
    ("wanted", "commit", "texts"),
    [
        ("0", 0, []),
        ("1", 1, ["gate has seven"]),
        ("commit-2", 2, ["gate has seven", "gate has eight"]),
        ("commit-00000003", 3, ["gate has seven", "gate has eight", "gate has nine"]),
        ("now", 3, ["gate has seven", "gate has eight", "gate has nine"]),
        ("2026-06-01T01:59Z", 0, []),
        ("2026-06-01T02:00Z", 1, ["gate has seven"]),
        ("2026-06-02T10:00+08:00", 2, ["gate has seven", "gate has eight"]),
        ("2026-06-02 01:59:59", 1, ["gate has seven"]),
        ("2026-01-02", 3, ["gate has seven", "gate has eight"]),
        ("2025-12-31", 3, []),
    ],
)
def test_a_word_names_a_state(lake, wanted, commit, texts):
    """Commits by number or tag, times inclusive, days with what came before."""
    found = point_of(lake, wanted, rules)
    listed = sorted(found.notes.values(), key=lambda row: row["order_key"])
    assert (found.commit, [row["text"] for row in listed]) == (commit, texts)


def test_a_folder_names_the_newest_state_of_its_lake(lake, tmp_path):
    """Seen from another lake."""
    assert point_of(Lake(tmp_path), str(lake.root), rules).commit == 3


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("4", "4: there is no such commit; the log of .* ends at 3"),
        ("commit-9", "commit-9: there is no such commit"),
        ("2026-02-30", "2026-02-30: is no day .* Give a commit"),
        ("yesterday", "yesterday: names no state of a lake. Give a commit .* a day .* a time .* now, or the folder"),
        ("2026-06-01T25:00Z", "names no state of a lake"),
        ("/nowhere/at/all", "names no state of a lake"),
    ],
)
def test_a_word_that_names_none_is_told_what_does(lake, wanted, message):
    """Where, what and what to do."""
    with pytest.raises(LakeError, match=message):
        point_of(lake, wanted, rules)


def test_a_folder_that_is_no_lake(lake, tmp_path):
    """It is not an empty lake: somebody mistyped a path."""
    with pytest.raises(LakeError, match="is a folder, but no lake with a commit"):
        point_of(lake, str(tmp_path), rules)


def test_other_rules_decide_a_day_again_and_say_so(lake):
    """The log's decisions are by three nearest notes, these by two."""
    found = point_of(lake, "2026-01-02", lambda: rules(nearest=2))
    assert found.warnings == ["decisions of the log by nearest/1.3 are made again by nearest/1.2"]
    assert point_of(lake, "2026-01-02", rules).warnings == []


def test_a_time_is_utc_where_it_does_not_say():
    """And a day is its last instant: what came about on it counts."""
    assert instant_of("2026-03-01") == datetime(2026, 3, 1, 23, 59, 59, 999_999, tzinfo=UTC)
    assert instant_of("2026-03-01T08:00+08:00") == datetime(2026, 3, 1, tzinfo=UTC)
    with pytest.raises(LakeError, match="soon: is no time"):
        instant_of("soon")

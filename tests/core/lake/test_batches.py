"""Records of batches: what is written is read again, and what is no record stops a run."""

import json
from dataclasses import replace

import pytest

from core.errors import LakeError
from core.lake.batches import ENDED, INTENDED, WAITING, BatchRecord, LakeBatches

FIRST = BatchRecord(
    name="bat_b",
    state=WAITING,
    where="openai at https://api.example/v1",
    model="openai/m",
    prompt_version="1.0.0",
    prompt_hash="prm_1",
    intended_at="2026-02-01T02:00:00+00:00",
    keys={"rpl_1": "chk_1", "rpl_2": "chk_1"},
    days=("2026-01-31", "2026-02-01"),
    batch_id="batch_1",
    bad={"rpl_2": "line 2: 空"},
    named=("line 2: 空",),
    input_tokens=7,
)
LATER = replace(FIRST, name="bat_a", state=INTENDED, intended_at="2026-02-02T02:00:00+00:00", batch_id="")


@pytest.fixture
def batches(tmp_path) -> LakeBatches:
    """An empty lake."""
    return LakeBatches(tmp_path / "lake")


def test_records_are_read_as_written_the_first_handed_in_first(batches):
    """By time, not by name; a record that is written again is replaced."""
    assert list(batches.records()) == []
    for record in (LATER, FIRST):
        batches.write(record)
    assert list(batches.records()) == [FIRST, LATER]
    ended = replace(FIRST, state=ENDED, word="completed")
    batches.write(ended)
    assert (list(batches.records()), batches.live()) == ([ended, LATER], [LATER])
    batches.forget(LATER)
    batches.forget(LATER)
    assert list(batches.records()) == [ended]


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row | {"state": "done"},
        lambda row: row | {"more": 1},
        lambda row: {name: value for name, value in row.items() if name != "keys"},
        lambda row: row | {"intended_at": "yesterday"},
        lambda row: [row],
    ],
    ids=["state", "more", "less", "time", "list"],
)
def test_a_file_that_is_no_record_is_an_error_that_says_what_to_do(batches, change):
    """Questions of a batch that nobody can read might be handed in a second time."""
    batches.write(FIRST)
    path = batches.folder / "bat_b.json"
    path.write_text(json.dumps(change(json.loads(path.read_bytes()))), "utf-8")
    with pytest.raises(LakeError, match=r"bat_b\.json: is no record of a batch .*move the file away"):
        list(batches.records())


def test_only_one_at_a_time_has_the_right_to_hand_in(batches):
    """The lock is a file beside the records, and none of them."""
    with batches.locked():
        batches.write(FIRST)
    assert list(batches.records()) == [FIRST]
    assert sorted(path.name for path in batches.folder.iterdir()) == [".lock", "bat_b.json"]

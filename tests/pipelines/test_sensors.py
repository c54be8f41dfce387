"""The sensor of the folder: what is new and whole starts one run, what may still grow waits."""

import os

import dagster as dg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_lake import batch_on, put

from pipelines.nightly import days_config
from pipelines.sensors import Cursor, drop_folder, look

NOW = 1_780_315_200.0  # the instant at which the batch's clock stands, 2026-06-01T12:00Z
OLD, YOUNG = NOW - 31, NOW - 29  # on either side of the 30 seconds


def drop(root, name, text="x", at=OLD):
    """Put a file into the folder, last changed at an instant."""
    put(root, {name: text})
    os.utime(root / name, (at, at))


class Ticks:
    """A sensor that remembers its cursor, as the daemon does."""

    def __init__(self, tmp_path):
        self.root, self.cursor = put(tmp_path / "reports", {}), None
        self.root.mkdir(exist_ok=True)
        self.batch = batch_on(self.root, tmp_path / "lake")

    def __call__(self) -> dg.RunRequest | str:
        """One tick: its only run request, or why there is none."""
        context = dg.build_sensor_context(cursor=self.cursor, resources={"batch": self.batch})
        result = drop_folder(context)
        self.cursor = result.cursor or self.cursor
        if result.run_requests:
            (request,) = result.run_requests
            return request
        return result.skip_reason.skip_message


@pytest.fixture
def ticks(tmp_path):
    """A sensor on an empty folder."""
    return Ticks(tmp_path)


def test_the_clock_of_the_tests_is_the_batchs(ticks):
    """``NOW`` is written down by hand."""
    assert ticks.batch.now().timestamp() == NOW


def test_a_new_report_starts_one_run_from_its_day_on(ticks):
    """The second tick finds nothing new, and says among how many."""
    drop(ticks.root, "cti/2026-02-03/b.md")
    drop(ticks.root, "cti/2026-02-02/a.md")
    request = ticks()
    assert request.run_config == days_config("2026-02-02", "")
    assert request.tags["factledger/new_files"] == "2"
    assert ticks() == f"nothing new among 2 files in {ticks.root}"


def test_a_run_that_was_asked_for_twice_is_one_run(ticks):
    """When the daemon dies before it keeps the cursor, the same files give the same key; others give another."""
    drop(ticks.root, "cti/2026-02-03/b.md")
    first = ticks()
    ticks.cursor = None
    assert ticks().run_key == first.run_key
    drop(ticks.root, "cti/2026-02-03/c.md")
    assert ticks().run_key != first.run_key


@pytest.mark.parametrize(("text", "at"), [("y", OLD + 1), ("longer", OLD)], ids=["time", "size"])
def test_a_changed_report_starts_a_run(ticks, text, at):
    """Another size or another time is a change; the content is not read."""
    drop(ticks.root, "cti/2026-02-03/b.md")
    first = ticks()
    drop(ticks.root, "cti/2026-02-03/b.md", text, at)
    second = ticks()
    assert second.run_key != first.run_key
    assert second.tags["factledger/new_files"] == "1"


def test_a_file_that_is_being_written_waits_until_two_ticks_see_the_same(ticks):
    """It grows between the first ticks, and is as it was at the third."""
    drop(ticks.root, "cti/2026-02-03/b.md", "ha", YOUNG)
    waits = "1 files may still be written, so the run waits: cti/2026-02-03/b.md"
    assert ticks() == waits
    drop(ticks.root, "cti/2026-02-03/b.md", "half", YOUNG + 5)
    assert ticks() == waits
    assert ticks().tags["factledger/new_files"] == "1"


def test_one_file_that_grows_holds_back_the_others(ticks):
    """A run reads the whole folder, so that it would take the half file too."""
    drop(ticks.root, "cti/2026-02-02/a.md")
    drop(ticks.root, "cti/2026-02-03/b.md", at=YOUNG)
    assert ticks().endswith("so the run waits: cti/2026-02-03/b.md")
    request = ticks()
    assert (request.run_config, request.tags["factledger/new_files"]) == (days_config("2026-02-02", ""), "2")


def test_a_clock_that_is_ahead_delays_by_one_tick(ticks):
    """A file from the future is no older than thirty seconds, but it does not grow."""
    drop(ticks.root, "cti/2026-02-03/b.md", at=NOW + 3_600)
    assert isinstance(ticks(), str)
    assert isinstance(ticks(), dg.RunRequest)


@pytest.mark.parametrize("name", [".hidden.md", "cti/2026-02-03/b.md.part", "cti/.git/b.md", "cti/b.tmp"])
def test_what_a_run_leaves_alone_starts_none(ticks, name):
    """Hidden and half-written names."""
    drop(ticks.root, name)
    assert ticks() == f"nothing new among 0 files in {ticks.root}"


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("cti/2026-02-03/b.md.meta.yaml", "2026-02-03"),  # a sidecar says something of a report of that day
        ("manifest.jsonl", ""),  # may say something of any report
        ("cti/b.md", ""),  # its own date, or today: nobody has read it yet
        ("通告/2026-02-04/公告.md", "2026-02-04"),
    ],
)
def test_the_days_concerned(ticks, name, first):
    """From the dated folder on; from the beginning when no folder names a day."""
    drop(ticks.root, name)
    assert ticks().run_config == days_config(first, "")


def test_a_report_that_goes_starts_nothing_and_comes_back_as_new(ticks):
    """The ledger keeps what it read; what is not there any more is not remembered for ever."""
    drop(ticks.root, "cti/2026-02-03/b.md")
    ticks()
    (ticks.root / "cti/2026-02-03/b.md").unlink()
    assert ticks() == f"nothing new among 0 files in {ticks.root}"
    assert Cursor.parse(ticks.cursor) == Cursor()


def test_a_folder_that_is_not_there_is_said_and_forgets_nothing(ticks):
    """A share that is not mounted must not make every report new again."""
    drop(ticks.root, "cti/2026-02-03/b.md")
    ticks()
    ticks.root.rename(ticks.root.with_name("away"))
    assert ticks() == f"{ticks.root}: is no folder. FACTLEDGER_REPORTS names it."
    ticks.root.with_name("away").rename(ticks.root)
    assert ticks() == f"nothing new among 1 files in {ticks.root}"


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"done":1}', "null", '{"done":[],"waiting":null}'])
def test_a_broken_cursor_knows_nothing(broken):
    """Everything is new again, which costs a run that finds nothing to do."""
    assert Cursor.parse(broken) == Cursor()


def test_nothing_starts_by_itself():
    """Somebody switches the sensor on."""
    assert drop_folder.default_status is dg.DefaultSensorStatus.STOPPED
    assert drop_folder.job_name == "nightly"


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=3), max_size=6))
def test_every_file_is_asked_for_exactly_once(tmp_path_factory, arrivals):
    """Whatever arrives when, in whole files: each is in one run, and no run is for nothing."""
    root, cursor = tmp_path_factory.mktemp("drops"), Cursor()
    asked: list[str] = []
    for names in [*arrivals, []]:
        for name in names:
            drop(root, f"{name}.md")
        found = look(root, cursor, NOW)
        assert bool(found.ready) == bool(found.run_key)
        asked += found.ready
        cursor = Cursor.parse(str(found.cursor))
    assert sorted(asked) == sorted({f"{name}.md" for names in arrivals for name in names})

"""The maintenance job: fewer files that say the same, and a lake whose damage fails the run by name."""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import dagster as dg
import pytest
from tiny_lake import TINY, batch_on, put, rewrite, run_line

from core.contracts.tables import NORMALISED_FACTS
from core.lake.ledger import Ledger
from core.settings import load_settings
from pipelines.definitions import defs
from pipelines.resources import now


@pytest.fixture
def batch(tmp_path):
    """A lake with the tiny corpus in it."""
    found = batch_on(put(tmp_path / "reports", TINY), tmp_path / "lake")
    run_line(found)
    return found


def maintain(batch, **options) -> dg.ExecuteInProcessResult:
    """Run the job."""
    config = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    job = defs.resolve_job_def("maintenance")
    return job.execute_in_process(resources={"batch": batch}, run_config=config, **options)


def test_what_the_tables_say_stays_the_same(batch):
    """Hashes, log and stored replies are as they were, and the run shows what was checked."""
    (batch.lake.root / "replies").mkdir(exist_ok=True)
    kept = batch.lake.root / "replies" / "one.json"
    kept.write_text("{}")
    before, commits = Ledger(batch.lake).digests(), Ledger(batch.lake).log.commits()
    result = maintain(batch)
    assert result.success
    assert (Ledger(batch.lake).digests(), Ledger(batch.lake).log.commits()) == (before, commits)
    assert kept.read_text() == "{}"
    metadata = {
        name: value.value
        for event in result.all_events
        if event.event_type_value == "STEP_OUTPUT"
        for name, value in event.event_specific_data.metadata.items()
    }
    assert metadata["hash/notes"] == before["notes"]
    assert metadata["checked/evidence"] > 0
    assert {"notes/bytes_before", "notes/bytes", "notes/versions"} <= metadata.keys()


def test_a_damaged_lake_fails_the_run_and_names_the_damage(batch):
    """The failure holds the first problems, which name the check and the fact."""
    fact_id = ""

    def moved(listed):
        nonlocal fact_id
        fact_id = listed[0]["fact_id"]
        span = listed[0]["evidence"][0]
        span |= {"char_start": span["char_start"] + 1, "char_end": span["char_end"] + 1}
        return listed

    rewrite(batch.lake, NORMALISED_FACTS, "2026-02-02", moved)
    result = maintain(batch, raise_on_error=False)
    assert not result.success
    (failed,) = [event for event in result.all_events if event.is_step_failure]
    described = failed.step_failure_data.user_failure_data
    assert described.description.startswith("fsck: ")
    assert f"evidence: {fact_id}: " in described.description
    assert fact_id in described.metadata["problems"].value


def test_a_lake_without_a_commit_has_nothing_to_maintain(tmp_path):
    """The first Sunday may come before the first report."""
    assert maintain(batch_on(put(tmp_path / "reports", {}), tmp_path / "lake")).success


def written_ago(path, now, days):
    """Make a file that was last written so many days before an instant."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("<html>")
    at = (now - timedelta(days=days)).timestamp()
    os.utime(path, (at, at))


@pytest.mark.parametrize(
    ("days", "left"),
    [(7, {"day6.html", "day365.csv"}), (8, {"day6.html", "day7.html", "day365.csv"}),
     (0, {"day6.html", "day7.html", "day400.html", "day365.csv"})],
)  # fmt: skip
def test_pages_of_runs_are_kept_as_long_as_the_settings_say(batch, days, left):
    """A page goes when it is older than so many days, none when the number is 0; no other file and no coverage page."""
    runs, views = batch.lake.root / "runs", batch.lake.root / "views"
    for page in runs.glob("*.html"):
        page.unlink()
    for name, age in (("day6.html", 6.9), ("day7.html", 7.1), ("day400.html", 400), ("day365.csv", 365)):
        written_ago(runs / name, batch.now(), age)
    written_ago(views / "2026-02-01.html", batch.now(), 400)
    batch.settings = load_settings("default", {"keep": {"run_pages_days": days}})
    assert maintain(batch).success
    assert {path.name for path in runs.iterdir()} == left
    assert (views / "2026-02-01.html").exists()


class TestLogs:
    """What Dagster runs printed."""

    @pytest.fixture
    def instance(self):
        """An instance on disk."""
        with dg.instance_for_test() as found:
            yield found

    def ended_run(self, instance, status=dg.DagsterRunStatus.SUCCESS, **tags):
        """Record a run of another job that printed a line, and return where its output lies."""

        @dg.job(name="other")
        def other():
            pass

        tags = {f".dagster/{name}": value for name, value in tags.items()}
        run = instance.create_run_for_job(other, tags=tags, status=status)
        folder = Path(instance.compute_log_manager.get_captured_local_path([run.run_id, "compute_logs", "a"], "out"))
        folder.parent.mkdir(parents=True)
        folder.write_text("printed")
        return folder

    @pytest.mark.parametrize(("days", "age", "is_left"), [(30, 31, False), (30, 29, True), (0, 3_650, True)])
    def test_they_are_kept_as_long_as_the_settings_say(self, batch, instance, days, age, is_left):
        """Seen from a day so long after the run; its record stays."""
        printed = self.ended_run(instance)
        late = replace(batch, settings=load_settings("default", {"keep": {"run_logs_days": days}}))
        late.now = lambda: now() + timedelta(days=age)
        assert maintain(late, instance=instance).success
        assert printed.exists() == is_left
        assert instance.get_runs_count() == 2

    def test_a_run_at_work_and_runs_of_other_locations_keep_theirs(self, batch, instance):
        """Only what has ended, and only what this code location launched."""
        at_work = self.ended_run(instance, dg.DagsterRunStatus.STARTED)
        elsewhere = self.ended_run(instance, repository="__repository__@elsewhere")
        batch.now = lambda: now() + timedelta(days=400)
        assert maintain(batch, instance=instance).success
        assert (at_work.exists(), elsewhere.exists()) == (True, True)

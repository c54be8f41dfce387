"""The maintenance job: fewer files that say the same, and a lake whose damage fails the run by name."""

import dagster as dg
import pytest
from tiny_lake import TINY, batch_on, put, rewrite, run_line

from core.contracts.tables import NORMALISED_FACTS
from core.lake.ledger import Ledger
from pipelines.definitions import defs


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

"""Which runs leave a page, where it is linked, and that a night in which nothing changed leaves none."""

from pathlib import Path

import dagster as dg
import pytest
from model_lake import good_provider, many, model_batch, model_settings
from tiny_lake import TINY, TINY_DAYS, batch_on, put
from typer.testing import CliRunner

from assets import reconcile
from core.errors import FactledgerError
from core.settings import Settings
from pipelines import cli, running
from pipelines.definitions import defs
from pipelines.running import run_corpus

RUN = "11111111-1111-4111-8111-111111111111"


@pytest.fixture
def reports(tmp_path) -> Path:
    """The tiny corpus."""
    return put(tmp_path / "reports", TINY)


def backfill(batch, *days, job="backfill") -> dg.ExecuteInProcessResult:
    """Run an asset job over a range of days."""
    tags = {"dagster/asset_partition_range_start": days[0], "dagster/asset_partition_range_end": days[-1]}
    config = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    return defs.resolve_job_def(job).execute_in_process(resources={"batch": batch}, run_config=config, tags=tags)


def pages(lake) -> list[str]:
    """The names of a lake's pages."""
    return sorted(path.name for path in (lake / "runs").glob("*"))


def test_the_nightly_run_leaves_a_page_named_after_it(reports, tmp_path):
    """It says which days were made anew and which file waits for a person, and links to the coverage pages."""
    batch = run_corpus(reports, tmp_path / "lake", Settings())
    assert batch.report == tmp_path / "lake" / "runs" / f"{batch.run_id}.html"
    assert pages(tmp_path / "lake") == [batch.report.name]
    page = batch.report.read_text("utf-8")
    assert "3 of them made anew" in page
    assert "scan.pdf" in page
    for day in TINY_DAYS:
        assert f'href="../views/{day}.html"' in page
        assert (tmp_path / "lake" / "views" / f"{day}.html").exists()


def test_a_night_in_which_nothing_changed_leaves_none_and_reads_no_log_for_it(reports, tmp_path, monkeypatch):
    """No file of the lake is written."""
    run_corpus(reports, tmp_path / "lake", Settings())
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "lake").rglob("*.*")}

    def read(*_args):
        raise AssertionError("the tables were read")

    monkeypatch.setattr("assets.run_reports.run_report", read)
    batch = run_corpus(reports, tmp_path / "lake", Settings())
    assert batch.report is None
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "lake").rglob("*.*")} == before


def test_a_new_report_makes_a_page_of_its_own_day_alone(reports, tmp_path):
    """The other days are as they were; the first page stays."""
    run_corpus(reports, tmp_path / "lake", Settings())
    put(reports, {"cti/2026-02-05/new.md": "Grey Heron targets water companies in Sweden.\n"})
    batch = run_corpus(reports, tmp_path / "lake", Settings())
    page = batch.report.read_text("utf-8")
    assert "4 days from 2026-02-01 to 2026-02-05" in page
    assert "1 of them made anew" in page
    assert "water companies in Sweden" in page
    assert "Norway" not in page
    assert len(pages(tmp_path / "lake")) == 2


def test_a_file_that_cannot_be_read_makes_a_page_though_no_note_changes(reports, tmp_path):
    """Somebody has to deliver it again."""
    run_corpus(reports, tmp_path / "lake", Settings())
    put(reports, {"cti/2026-02-05/broken.pdf": "%PDF-1.7\n"})
    page = run_corpus(reports, tmp_path / "lake", Settings()).report.read_text("utf-8")
    assert "no commit: the notes did not change" in page
    assert "broken.pdf" in page


def test_a_backfill_links_its_page_from_notes_and_decisions(reports, tmp_path):
    """The path is in the metadata of every table of the commit, and the days that the run made are counted."""
    batch = batch_on(reports, tmp_path / "lake")
    result = backfill(batch, *TINY_DAYS)
    assert "3 of them made anew" in batch.report.read_text("utf-8")
    for name in ("decisions", "notes", "supersession_edges"):
        found = [
            event.materialization.metadata["run_report"]
            for event in result.get_asset_materialization_events()
            if event.asset_key.to_user_string() == name
        ]
        assert set(found) == {dg.MetadataValue.path(str(batch.report.resolve()))}
    again = backfill(batch_on(reports, tmp_path / "lake"), *TINY_DAYS)
    assert not any("run_report" in event.materialization.metadata for event in again.get_asset_materialization_events())


def test_the_command_says_where_the_page_is(reports, tmp_path):
    """Once: the second run has nothing to tell."""
    words = ["run", "--reports", str(reports), "--lake", str(tmp_path / "lake")]
    first, second = (CliRunner().invoke(cli.app, words) for _ in range(2))
    (name,) = pages(tmp_path / "lake")
    assert f"What this run did, as a page: {tmp_path / 'lake' / 'runs' / name}" in first.output
    assert "as a page" not in second.output


def test_what_the_model_cost_is_in_the_page(tmp_path, monkeypatch):
    """Calls and tokens of the run, in its own row."""
    reports = put(tmp_path / "reports", many(2))
    batch = model_batch(reports, tmp_path / "lake", good_provider(), model_settings())
    batch.run_id = RUN
    monkeypatch.setattr(running, "batch_of", lambda *_args, **_options: batch)
    run_corpus(reports, tmp_path / "lake", batch.settings)
    page = batch.report.read_text("utf-8")
    tally = batch.tally
    cells = [tally["model_calls"], tally["model_cached"], tally["model_input_tokens"], tally["model_output_tokens"]]
    row = "".join(f"<td>{cell:,}</td>" for cell in cells)
    assert tally["model_calls"] == 2
    assert f"<td>extraction</td>{row}<td>{batch.cost:.4f} USD</td>" in page


def test_a_page_that_was_deleted_is_missed_by_nobody(reports, tmp_path):
    """The next run that has something to tell writes its own."""
    run_corpus(reports, tmp_path / "lake", Settings()).report.unlink()
    put(reports, {"cti/2026-02-05/new.md": "Grey Heron targets water companies in Sweden.\n"})
    assert len(pages(tmp_path / "lake")) == 0
    assert run_corpus(reports, tmp_path / "lake", Settings()).report.exists()
    assert len(pages(tmp_path / "lake")) == 1


def test_a_night_that_does_not_add_up_leaves_its_page(reports, tmp_path, monkeypatch):
    """The run fails, and the page says which sum."""
    whole = reconcile.conservation

    def wrong(*args):
        sums = whole(*args)
        sums.problems.append("one fact is missing")
        return sums

    monkeypatch.setattr(reconcile, "conservation", wrong)
    with pytest.raises(FactledgerError, match="one fact is missing"):
        run_corpus(reports, tmp_path / "lake", Settings())
    (name,) = pages(tmp_path / "lake")
    assert "Sums that do not add up: 1" in (tmp_path / "lake" / "runs" / name).read_text("utf-8")

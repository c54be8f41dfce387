"""The jobs on a tiny corpus: one result whichever job, order or range; failures fail."""

import shutil

import dagster as dg
import pytest
from tiny_lake import TINY, TINY_DAYS, batch_on, put

import assets.chunks
from core.audit.fsck import fsck
from core.contracts.tables import CHUNKS, RAW_REPORTS
from core.errors import ContractError, FactledgerError
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.settings import Settings
from pipelines.definitions import ASSETS, defs
from pipelines.running import run_corpus

LINE = ["raw_reports", "chunks", "extracted_facts", "durable_facts", "normalised_facts"]
LEDGER = ["decisions", "notes", "supersession_edges"]


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The tiny corpus."""
    return put(tmp_path_factory.mktemp("tiny"), TINY)


@pytest.fixture(scope="module")
def expected(reports, tmp_path_factory) -> dict[str, str]:
    """The content hashes after the nightly job over everything."""
    lake = tmp_path_factory.mktemp("whole") / "lake"
    run_corpus(reports, lake, Settings())
    return Ledger(Lake(lake)).digests()


def backfill(reports, lake, *days: str, job: str = "backfill", **options) -> dg.ExecuteInProcessResult:
    """Run an asset job for one day, or for a range of days as a backfill does."""
    chosen = (
        {"partition_key": days[0]}
        if len(days) == 1
        else {
            "tags": {
                "dagster/asset_partition_range_start": days[0],
                "dagster/asset_partition_range_end": days[-1],
            }
        }
    )
    batch = batch_on(reports, lake)
    return defs.resolve_job_def(job).execute_in_process(
        resources={"batch": batch},
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        **chosen,
        **options,
    )


def digests(lake) -> dict[str, str]:
    """The content hashes of a lake that fsck finds whole."""
    found = fsck(Lake(lake), batch_on(lake, lake).rules)
    assert found.problems == []
    return found.digests


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2, 0]], ids=str)
def test_nights_in_any_order_equal_the_whole_corpus(reports, tmp_path, expected, order):
    """Days run one at a time, also backwards, give the hash of one run over all."""
    for index in order:
        assert backfill(reports, tmp_path / "lake", TINY_DAYS[index]).success
    assert digests(tmp_path / "lake") == expected


def test_a_range_of_days_is_one_run_and_equals_the_whole_corpus(reports, tmp_path, expected):
    """A backfill is one run with one commit, and each day's partition is recorded."""
    result = backfill(reports, tmp_path / "lake", "2026-01-30", "2026-02-04")
    assert digests(tmp_path / "lake") == expected
    assert Ledger(Lake(tmp_path / "lake")).log.commits() == [1]
    for name in LINE:
        found = {event.partition: event.materialization for event in materialised(result, name)}
        assert sorted(found) == [f"2026-01-{day}" for day in (30, 31)] + [f"2026-02-0{day}" for day in range(1, 5)]
        counted = {day: int(one.metadata["dagster/partition_row_count"].value) for day, one in found.items()}
        assert {day for day, count in counted.items() if count} == set(TINY_DAYS)


def materialised(result, name):
    """The materialisation events of an asset."""
    events = result.get_asset_materialization_events()
    return [event for event in events if event.asset_key.to_user_string() == name]


def test_a_day_without_reports_succeeds_and_says_so(reports, tmp_path):
    """Every asset is materialised, empty, with a note; no commit is made."""
    result = backfill(reports, tmp_path / "lake", "2026-01-15")
    assert result.success
    for name in LINE:
        (event,) = materialised(result, name)
        metadata = event.materialization.metadata
        assert metadata["dagster/partition_row_count"].value == 0
        assert metadata["note"].value == "no report belongs to this day"
    assert Ledger(Lake(tmp_path / "lake")).log.commits() == []


def test_a_second_night_on_the_same_day_makes_nothing_anew(reports, tmp_path):
    """No table is written, no question asked, no commit made."""
    backfill(reports, tmp_path / "lake", TINY_DAYS[0])
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "lake").rglob("*.parquet")}
    result = backfill(reports, tmp_path / "lake", TINY_DAYS[0])
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "lake").rglob("*.parquet")} == before
    for name in LINE:
        assert materialised(result, name)[0].materialization.metadata["remade"].value is False
    metadata = materialised(result, "notes")[0].materialization.metadata
    assert (metadata["committed"].value, metadata["questions"].value) == (False, 0)


def test_the_fold_alone_reads_no_report(reports, tmp_path, expected):
    """After the normalised facts are there, the fold needs neither the reports nor the stages."""
    run_corpus(reports, tmp_path / "lake", Settings())
    for name in ("decisions", "notes.lance", "supersession_edges.lance", "exports"):
        shutil.rmtree(tmp_path / "lake" / name)
    shutil.copytree(reports, tmp_path / "reports")
    result = backfill(tmp_path / "reports", tmp_path / "lake", *TINY_DAYS, job="reconcile_only")
    assert digests(tmp_path / "lake") == expected
    assert {event.asset_key.to_user_string() for event in result.get_asset_materialization_events()} == set(LEDGER)


def test_every_check_passes_on_the_tiny_corpus_with_its_sums(reports, tmp_path):
    """The check shows both sides of every sum."""
    result = backfill(reports, tmp_path / "lake", *TINY_DAYS)
    evaluations = {one.check_name: one for one in result.get_asset_check_evaluations()}
    of_facts = {"failed_chunks", "silent_chunks", "drop_drift", "evidence"}
    assert set(evaluations) == of_facts | {"conservation", "chain", "blast_radius"}
    assert all(one.passed for one in evaluations.values())
    evaluation = evaluations["conservation"]
    sums = evaluation.metadata["sums"].value
    for word in ("characters:", "chunks:", "candidates:"):
        assert word in sums


def lose_a_chunk(monkeypatch, table=CHUNKS):
    """Let the lake lose the last row of every chunks partition that is written."""
    write = Lake.write

    def lossy(self, table_, day, listed, inputs=""):
        listed = list(listed)
        return write(self, table_, day, listed[:-1] if table_ is table else listed, inputs)

    monkeypatch.setattr(Lake, "write", lossy)


def test_what_does_not_add_up_fails_the_night(reports, tmp_path, monkeypatch):
    """The blocking check fails, and with it the run; the check says which sum and by how much."""
    lose_a_chunk(monkeypatch)
    result = backfill(reports, tmp_path / "lake", TINY_DAYS[0], raise_on_error=False)
    assert not result.success
    (evaluation,) = [one for one in result.get_asset_check_evaluations() if one.check_name == "conservation"]
    assert not evaluation.passed
    assert evaluation.severity is dg.AssetCheckSeverity.ERROR
    assert "cover 0 of" in evaluation.description


def test_what_does_not_add_up_fails_the_nightly_job(reports, tmp_path, monkeypatch):
    """The same sum, as an error that the command line shows on one line."""
    lose_a_chunk(monkeypatch)
    with pytest.raises(FactledgerError, match=r"conservation: .*cover 0 of"):
        run_corpus(reports, tmp_path / "lake", Settings())


@pytest.mark.parametrize("error", [TypeError("a bug"), ContractError("chunks: a bug"), KeyError("bug")], ids=repr)
def test_a_bug_fails_the_run_at_once(reports, tmp_path, monkeypatch, error):
    """A programming error is not tried again, not swallowed, and nothing after it runs."""
    calls = []

    def broken(*_args):
        calls.append(1)
        raise error

    monkeypatch.setattr(assets.chunks, "chunk_rows", broken)
    result = backfill(reports, tmp_path / "lake", TINY_DAYS[0], raise_on_error=False)
    assert not result.success
    assert calls == [1]
    assert Lake(tmp_path / "lake").days(RAW_REPORTS) == [TINY_DAYS[0]]
    assert not (tmp_path / "lake" / "extracted_facts").exists()
    with pytest.raises(type(error)):
        run_corpus(reports, tmp_path / "other", Settings())
    assert calls == [1, 1]


def test_no_asset_is_tried_again_in_silence():
    """A retry would make a flaky bug look like a slow night; providers have their own limits."""
    assert [asset.op.name for asset in ASSETS if asset.op.retry_policy is not None] == []


def test_a_failed_night_is_mended_by_the_next(reports, tmp_path, monkeypatch, expected):
    """What a failed run left does not show in the end."""
    with monkeypatch.context() as patched:
        lose_a_chunk(patched)
        backfill(reports, tmp_path / "lake", *TINY_DAYS, raise_on_error=False)
    for day in TINY_DAYS:  # the day's chunks claim inputs that they were made from, so somebody deletes them
        Lake(tmp_path / "lake").path(CHUNKS, day).unlink()
    backfill(reports, tmp_path / "lake", *TINY_DAYS)
    assert digests(tmp_path / "lake") == expected


def test_a_truncated_partition_is_made_again(reports, tmp_path, expected):
    """A file that a power cut shortened is no reason to call anybody."""
    run_corpus(reports, tmp_path / "lake", Settings())
    path = Lake(tmp_path / "lake").path(CHUNKS, TINY_DAYS[1])
    path.write_bytes(path.read_bytes()[:50])
    run_corpus(reports, tmp_path / "lake", Settings())
    assert digests(tmp_path / "lake") == expected


def test_the_nightly_job_takes_the_days_that_it_is_given(reports, tmp_path):
    """First and last are inclusive; an open end is open."""
    batch = run_corpus(reports, tmp_path / "lake", Settings(), ("2026-02-02", "2026-02-02"))
    assert batch.lake.days(CHUNKS) == ["2026-02-02"]
    batch = run_corpus(reports, tmp_path / "lake", Settings(), ("2026-02-03", ""))
    assert batch.lake.days(CHUNKS) == ["2026-02-02", "2026-02-03"]


def test_reports_older_than_the_ui_offers_are_run_all_the_same(tmp_path):
    """The nightly job knows no first day."""
    put(tmp_path / "reports", {"d/1999-12-31/a.md": "The CVSS score of CVE-1999-1111 is 7.5.\n"})
    batch = run_corpus(tmp_path / "reports", tmp_path / "lake", Settings())
    assert batch.lake.days(CHUNKS) == ["1999-12-31"]
    assert batch.tally["commits"] == 1


def test_a_run_on_another_lake_leaves_the_instance_alone(reports, tmp_path, monkeypatch):
    """Only the instance's own lake is recorded in it."""
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    run_corpus(reports, tmp_path / "lake", Settings())
    assert [path.name for path in tmp_path.iterdir()] == ["lake"]


def test_stale_days_are_not_left_behind(tmp_path):
    """A report that moves to an earlier day leaves no fact, chunk or row on the later one."""
    text = "The CVSS score of CVE-2026-1111 is 7.5.\n"
    put(tmp_path / "reports", {"d/2026-02-05/a.md": text})
    run_corpus(tmp_path / "reports", tmp_path / "lake", Settings())
    put(tmp_path / "reports", {"d/2026-02-02/a.md": text})
    run_corpus(tmp_path / "reports", tmp_path / "lake", Settings())
    run_corpus(tmp_path / "reports", tmp_path / "other", Settings())
    assert digests(tmp_path / "lake") == digests(tmp_path / "other")
    assert {day: Lake(tmp_path / "lake").read(CHUNKS, day).height for day in ("2026-02-02", "2026-02-05")} == {
        "2026-02-02": 1,
        "2026-02-05": 0,
    }

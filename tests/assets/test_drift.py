"""The check of the filter: which days are out of line with those before, and what it says of them."""

import dagster as dg
import pytest
from stage_builders import chunk_row, fact_row, report_row
from tiny_lake import batch_on, put

from assets.drift import DROP_DRIFT, drop_drift_result
from core.contracts.tables import DROPPED_FACTS, DURABLE_FACTS
from core.settings import load_settings
from pipelines.definitions import defs
from pipelines.nightly import nightly_job

TEXTS = [f"Host h{number} runs PostgreSQL 16." for number in range(40)]
REPORT = report_row(" ".join(TEXTS))
CHUNK = chunk_row(REPORT)
FACTS = [fact_row(REPORT, CHUNK, text, number) for number, text in enumerate(TEXTS)]
QUIET = {"2026-02-01": (18, 2), "2026-02-02": (19, 1), "2026-02-03": (17, 3)}  # shares .10, .05, .15


def dropped_row(fact: dict) -> dict:
    """The row of a fact that is a request."""
    kept = {name: fact[name] for name in ("fact_id", "chunk_id", "revision_id", "ordinal", "text")}
    return kept | {"stage": "durable", "reason": "request", "rule_id": "r", "source": "guard", "detail": None}


def filled(tmp_path, days: dict[str, tuple[int, int]], **checks):
    """A batch on a lake whose days have so many kept and so many dropped facts."""
    batch = batch_on(put(tmp_path / "reports", {}), tmp_path / "lake", load_settings("default", {"checks": checks}))
    for day, (kept, dropped) in days.items():
        batch.lake.write(DURABLE_FACTS, day, FACTS[:kept])
        batch.lake.write(DROPPED_FACTS, day, [dropped_row(fact) for fact in FACTS[kept : kept + dropped]])
    return batch


def test_a_day_out_of_line_is_named_with_its_share_and_the_usual_one(tmp_path):
    """Half of the facts instead of a tenth: how many, which day, why, and what to do."""
    batch = filled(tmp_path, QUIET | {"2026-02-04": (10, 10)})
    result = drop_drift_result(batch, ["2026-02-04"])
    assert (result.passed, result.severity) == (False, dg.AssetCheckSeverity.WARN)
    assert "of 1 of 1 days" in result.description
    assert "2026-02-04: 10 of 20 (50%, usually 10%)" in result.description
    assert "Read some of those days' dropped_facts" in result.description
    row = result.metadata["drifted_days"].value.splitlines()[2]
    assert row == "| 2026-02-04 | 20 | 10 | 50% | 10% | 3 | request 10 |"


@pytest.mark.parametrize(
    ("day", "passed"),
    [
        ((13, 7), True),  # .35 lies .25 away: as far as it may
        ((12, 8), False),
        ((0, 19), True),  # too few facts to tell
        ((0, 20), False),
        ((20, 0), True),
    ],
)
def test_how_far_a_day_may_lie_away(tmp_path, day, passed):
    """The setting is the most that is in order."""
    batch = filled(tmp_path, QUIET | {"2026-02-04": day}, drift_share=0.251)
    assert drop_drift_result(batch, ["2026-02-04"]).passed is passed


def test_a_filter_that_drops_nothing_any_more_is_out_of_line_too(tmp_path):
    """Either way."""
    days = dict.fromkeys(QUIET, (10, 10)) | {"2026-02-04": (20, 0)}
    assert "0 of 20 (0%, usually 50%)" in drop_drift_result(filled(tmp_path, days), ["2026-02-04"]).description


@pytest.mark.parametrize(("share", "passed"), [(0.5, True), (0.3, False)])
def test_drift_share(tmp_path, share, passed):
    """Another limit, another verdict."""
    batch = filled(tmp_path, QUIET | {"2026-02-04": (10, 10)}, drift_share=share)
    assert drop_drift_result(batch, ["2026-02-04"]).passed is passed


@pytest.mark.parametrize(("window", "passed"), [(3, True), (8, False)])
def test_drift_days(tmp_path, window, passed):
    """Three days that drop half make half usual; five older ones that drop a tenth outvote them."""
    old = {f"2026-01-0{number}": (18, 2) for number in range(1, 6)}
    new = dict.fromkeys(QUIET, (10, 10)) | {"2026-02-04": (10, 10)}
    batch = filled(tmp_path, old | new, drift_days=window)
    assert drop_drift_result(batch, ["2026-02-04"]).passed is passed


def test_days_with_few_facts_are_not_what_is_usual(tmp_path):
    """Two days that can be counted and one of four facts are too few to judge by."""
    days = QUIET | {"2026-02-02": (2, 2), "2026-02-04": (0, 20)}
    assert drop_drift_result(filled(tmp_path, days), ["2026-02-04"]).passed


def test_an_old_day_is_held_against_those_before_it_alone(tmp_path):
    """What came later says nothing about it, so that a backfill in any order judges it alike."""
    days = QUIET | {"2026-01-31": (0, 20), "2026-02-04": (18, 2)}
    assert drop_drift_result(filled(tmp_path, days), list(days)).passed


def test_the_check_is_registered_and_blocks_nothing():
    """A person decides whether the reports or the filter changed."""
    graph = defs.resolve_asset_graph()
    (key,) = [key for key in graph.asset_check_keys if key.name == DROP_DRIFT]
    assert not graph.get_check_spec(key).blocking


def test_the_night_runs_it(tmp_path):
    """One evaluation a run that made days."""
    line = "\n".join(TEXTS[:3])
    reports = put(tmp_path / "reports", {"cti/2026-02-01/a.txt": line})
    result = nightly_job.execute_in_process(
        resources={"batch": batch_on(reports, tmp_path / "lake")},
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
    )
    assert DROP_DRIFT in [one.check_name for one in result.get_asset_check_evaluations()]

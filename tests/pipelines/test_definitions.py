"""What Dagster loads: it is whole, its keys are the promised ones, and a tick starts the right day."""

from datetime import UTC, datetime
from graphlib import TopologicalSorter

import dagster as dg
import pytest

from assets.keys import COMMIT_POOL
from assets.partitions import BY_DAY, FIRST_DAY
from core.contracts.tables import TABLES
from pipelines.definitions import ASSETS, defs
from pipelines.jobs import nightly_schedule
from pipelines.nightly import days_config
from pipelines.resources import BatchResource

# Asset → what it is made from. A new asset is a new row; a key that goes is a break for whoever watches it.
LINE = {
    "raw_reports": set(),
    "chunks": {"raw_reports"},
    "extracted_facts": {"raw_reports", "chunks"},
    "durable_facts": {"raw_reports", "chunks", "extracted_facts"},
    "normalised_facts": {"raw_reports", "chunks", "durable_facts"},
    "decisions": {"normalised_facts"},
    "notes": {"normalised_facts"},
    "supersession_edges": {"normalised_facts"},
}


def dependencies() -> dict[str, set[str]]:
    """Every asset of the ledger with what it is made from, as Dagster sees it."""
    graph = defs.resolve_asset_graph()
    return {
        key.to_user_string(): {parent.to_user_string() for parent in graph.get(key).parent_keys}
        for key in ledger_keys()
    }


def ledger_keys() -> list[dg.AssetKey]:
    """The assets of the line, without those that measure it."""
    graph = defs.resolve_asset_graph()
    return [key for key in graph.get_all_asset_keys() if graph.get(key).group_name == "ledger"]


def test_the_definitions_load_and_are_valid():
    """Every resource, job, schedule and check resolves."""
    dg.Definitions.validate_loadable(defs)


def test_the_assets_are_the_line():
    """Names and dependencies, by hand."""
    assert dependencies() == LINE


def test_no_asset_depends_on_itself_by_any_way():
    """The stages have an order."""
    ordered = list(TopologicalSorter(dependencies()).static_order())
    assert ordered[0] == "raw_reports"
    assert set(ordered) == set(LINE)


def test_every_asset_is_a_declared_table():
    """One word per thing: an asset bears its table's name."""
    assert set(LINE) <= set(TABLES)


def test_every_asset_shows_its_declared_columns():
    """Names, types and which may be null, in the order of the contract."""
    graph = defs.resolve_asset_graph()
    for key in ledger_keys():
        table = TABLES[key.to_user_string()]
        shown = graph.get(key).metadata["dagster/column_schema"].columns
        assert [(c.name, c.constraints.nullable) for c in shown] == [(c.name, c.nullable) for c in table.schema]


def test_every_asset_is_partitioned_by_day_and_backfilled_in_one_run():
    """30 days are one run, one commit, and one blocking check."""
    graph = defs.resolve_asset_graph()
    for key in ledger_keys():
        node = graph.get(key)
        assert node.partitions_def == BY_DAY
        assert node.backfill_policy == dg.BackfillPolicy.single_run()
        assert node.owners
        assert node.description


def test_two_runs_never_commit_at_once():
    """The step that commits holds the pool."""
    assert {asset.op.name: asset.op.pool for asset in ASSETS}["reconcile"] == COMMIT_POOL
    assert {node.name: node.definition.pool for node in defs.resolve_job_def("nightly").graph.nodes}[
        "all_reconcile"
    ] == COMMIT_POOL


def test_conservation_blocks():
    """What does not add up does not count as done."""
    (spec,) = [spec for asset in ASSETS for spec in asset.check_specs if spec.name == "conservation"]
    assert (spec.name, spec.asset_key.to_user_string(), spec.blocking) == ("conservation", "notes", True)


def test_the_jobs():
    """Single days, the fold alone, the gold sets; and, of ops, all days that changed in one run, and upkeep."""
    chosen = {
        job: {key.to_user_string() for key in defs.resolve_job_def(job).asset_layer.executable_asset_keys}
        for job in ("backfill", "reconcile_only", "evaluate", "nightly", "maintenance")
    }
    assert chosen == {
        "backfill": set(LINE),
        "reconcile_only": {"decisions", "notes", "supersession_edges"},
        "evaluate": {"evaluation"},
        "nightly": set(),
        "maintenance": set(),
    }


@pytest.mark.parametrize(
    ("tick", "day"),
    [
        (datetime(2026, 3, 5, 2, 0, tzinfo=UTC), "2026-03-04"),
        (datetime(2026, 3, 1, 2, 0, tzinfo=UTC), "2026-02-28"),
        (datetime(2027, 1, 1, 2, 0, tzinfo=UTC), "2026-12-31"),
    ],
)
def test_the_tick_of_a_morning_closes_the_day_before(tick, day):
    """One run, up to the day that is over, keyed so that a second tick of the same hour starts none."""
    repository = defs.get_repository_def()
    context = dg.build_schedule_context(scheduled_execution_time=tick, repository_def=repository)
    result = defs.resolve_schedule_def("nightly").evaluate_tick(context)
    (request,) = result.run_requests
    assert (request.run_config, request.run_key) == (days_config("", day), day)


def test_the_schedule_ticks_once_a_night():
    """At two, and nobody has to switch anything else on."""
    assert nightly_schedule.name == "nightly"
    assert defs.resolve_schedule_def("nightly").cron_schedule == "0 2 * * *"


def test_maintenance_ticks_on_sundays_when_somebody_has_switched_it_on():
    """At noon, one run a Sunday; nothing starts by itself."""
    schedule = defs.resolve_schedule_def("weekly_maintenance")
    assert (schedule.cron_schedule, schedule.job_name) == ("0 12 * * 0", "maintenance")
    assert schedule.default_status is dg.DefaultScheduleStatus.STOPPED
    sunday = datetime(2026, 3, 1, 12, tzinfo=UTC)
    context = dg.build_schedule_context(scheduled_execution_time=sunday, repository_def=defs.get_repository_def())
    (request,) = schedule.evaluate_tick(context).run_requests
    assert request.run_key == "2026-03-01"


@pytest.mark.parametrize("name", ["nightly", "backfill", "reconcile_only", "evaluate", "maintenance"])
def test_every_job_says_what_it_does(name):
    """The UI shows a sentence beside each."""
    assert defs.resolve_job_def(name).description.endswith(".")


def test_todays_reports_have_a_partition_today():
    """The day of today can be run before it is over."""
    at = datetime(2026, 3, 4, 9, tzinfo=UTC)
    keys = BY_DAY.get_partition_keys(current_time=at)
    assert (keys[0], keys[-1]) == (FIRST_DAY, "2026-03-04")


def test_the_resource_reads_the_environment(monkeypatch, tmp_path):
    """Folders and settings come from the environment when the run does not name them."""
    settings = tmp_path / "s.toml"
    settings.write_text("[chunk]\nmax_chars = 400\n")
    for name, value in {"REPORTS": tmp_path / "r", "LAKE": tmp_path / "l", "SETTINGS": settings}.items():
        monkeypatch.setenv(f"FACTLEDGER_{name}", str(value))
    context = dg.build_init_resource_context()
    batch = BatchResource().create_resource(context)
    assert (batch.reports, batch.lake.root, batch.settings.chunk.max_chars) == (tmp_path / "r", tmp_path / "l", 400)
    named = BatchResource(reports="x", lake="y", settings_file="", profile="two-phase").create_resource(context)
    assert (str(named.reports), str(named.lake.root), named.settings.filter.min_importance) == ("x", "y", 3)


def test_the_tables_of_the_ledger_say_when_they_are_too_old():
    """A missed night shows on them; the stages before follow the day of their reports."""
    graph = defs.resolve_asset_graph()
    fresh = {key.to_user_string() for key in ledger_keys() if graph.get(key).freshness_policy is not None}
    assert fresh == {"decisions", "notes", "supersession_edges"}

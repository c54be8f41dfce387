"""What the catalogue says of every asset, and what every materialisation bears, whichever job makes it."""

from pathlib import Path

import dagster as dg
import pytest
from model_lake import good_provider, many, model_batch, model_settings
from tiny_lake import TINY, TINY_DAYS, batch_on, put

from assets.metadata import ASSET_TABLES, column_lineage
from core.contracts.lineage import LINEAGE
from core.contracts.tables import TABLES
from pipelines.definitions import defs
from pipelines.nightly import nightly_job

QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
QUIET_DAY = "2026-02-04"
ALL_KEYS = sorted(defs.resolve_asset_graph().get_all_asset_keys())
STAGES = [table.name for table in ASSET_TABLES[:5]]
LEDGER = [table.name for table in ASSET_TABLES[5:]]


def backfill(batch, first, last) -> dg.ExecuteInProcessResult:
    """The asset job over a range of days."""
    tags = {"dagster/asset_partition_range_start": first, "dagster/asset_partition_range_end": last}
    return defs.resolve_job_def("backfill").execute_in_process(
        resources={"batch": batch}, run_config=QUIET, tags=tags, raise_on_error=False
    )


def night(batch, **options) -> dg.ExecuteInProcessResult:
    """The nightly job."""
    return nightly_job.execute_in_process(resources={"batch": batch}, run_config=QUIET, **options)


def made(result) -> dict[tuple[str, str], dict]:
    """(asset, day) → metadata of its materialisation."""
    return {
        (event.asset_key.path[-1], event.partition): dict(event.materialization.metadata)
        for event in result.get_asset_materialization_events()
    }


@pytest.fixture(scope="module", params=["backfill", "nightly"])
def metadata(request, tmp_path_factory):
    """What a first run over the tiny corpus shows of each asset and day."""
    root = tmp_path_factory.mktemp("catalogue")
    batch = batch_on(put(root / "reports", TINY), root / "lake")
    return made(backfill(batch, TINY_DAYS[0], QUIET_DAY) if request.param == "backfill" else night(batch))


@pytest.mark.parametrize("key", ALL_KEYS, ids=lambda key: key.to_user_string())
def test_every_asset_says_what_it_is(key):
    """Group, kinds, owner, sentence, code version, columns and days or sets; a new asset without them fails."""
    node = defs.resolve_asset_graph().get(key)
    assert node.group_name not in (None, "default")
    assert node.kinds
    assert all(owner.startswith("team:") or "@" in owner for owner in node.owners)
    assert node.owners
    assert node.description
    assert node.description.rstrip().endswith(".")
    assert node.code_version
    assert node.metadata["dagster/column_schema"].columns
    assert node.partitions_def is not None


def test_every_check_says_what_it_is():
    """One sentence beside each."""
    graph = defs.resolve_asset_graph()
    assert all(graph.get_check_spec(key).description.endswith(".") for key in graph.asset_check_keys)


def test_every_table_of_the_ledger_group_is_a_shown_one():
    """A new asset of the line is a table whose lineage is declared."""
    graph = defs.resolve_asset_graph()
    names = {key.path[-1] for key in ALL_KEYS if graph.get(key).group_name == "ledger"}
    assert names == {table.name for table in ASSET_TABLES} <= set(LINEAGE)


@pytest.mark.parametrize("name", STAGES + LEDGER)
def test_the_lineage_that_is_shown_names_columns_of_assets(name):
    """Each column of the table, each made from declared columns of assets alone."""
    shown = column_lineage(TABLES[name]).deps_by_column
    assert set(shown) == set(TABLES[name].schema.names)
    for column, deps in shown.items():
        named = {f"{dep.asset_key.path[-1]}.{dep.column_name}" for dep in deps}
        assert named == {source for source in LINEAGE[name][column] if not source.startswith("sightings.")}


def test_every_materialisation_shows_table_rows_columns_and_time(metadata):
    """Of every asset and every day that has reports."""
    assert {(name, day) for name in STAGES + LEDGER for day in TINY_DAYS} <= set(metadata)
    for (name, day), shown in metadata.items():
        assert shown["dagster/column_schema"].value.columns[0].name == TABLES[name].schema.names[0]
        assert shown["dagster/column_lineage"].value == column_lineage(TABLES[name])
        assert shown["dagster/table_name"].value == name
        assert shown["seconds/stage"].value >= 0
        rows = shown["dagster/partition_row_count"].value
        assert ("sample" in shown) is (rows > 0)
        if day in TINY_DAYS:
            assert Path(shown["coverage"].value).is_file()
            assert Path(shown["run_report"].value).is_file()
            assert shown["dagster/uri"].value


def test_the_stages_count_by_language_outcome_reason_and_match(metadata):
    """Of the second day, by hand: an English and a Chinese report; the third has a file that nobody can read."""
    assert metadata["raw_reports", "2026-02-02"]["language/en"].value == 1
    assert metadata["raw_reports", "2026-02-02"]["language/zh"].value == 1
    assert metadata["raw_reports", "2026-02-03"]["quarantined/unsupported_type"].value == 1
    extracted = metadata["extracted_facts", "2026-02-02"]
    assert extracted["outcome/extracted"].value == 2
    assert [extracted[f"day/{name}"].value for name in ("cost", "input_tokens", "cached")] == [0, 0, 0]
    kept = metadata["durable_facts", "2026-02-02"]
    assert kept["dagster/partition_row_count"].value <= extracted["dagster/partition_row_count"].value
    assert all(metadata[name, day]["seconds/day"].value >= 0 for name in STAGES for day in TINY_DAYS)


def test_the_ledger_counts_operations_of_each_day(metadata):
    """The third day changes two values of the first: two notes are replaced, and two edges say so."""
    decisions, edges = metadata["decisions", "2026-02-03"], metadata["supersession_edges", "2026-02-03"]
    assert decisions["operation/UPDATE"].value == 2
    assert decisions["operation/ADD"].value > 0
    assert (edges["dagster/partition_row_count"].value, edges["operation/UPDATE"].value) == (2, 2)
    assert "7.5" in edges["sample"].value
    assert "9.8" in edges["sample"].value
    first = metadata["notes", "2026-02-01"]
    assert (first["status/superseded"].value, first["status/current"].value) == (2, 1)
    whole = sum(metadata["notes", day]["dagster/partition_row_count"].value for day in TINY_DAYS)
    assert first["dagster/row_count"].value == whole == first["current_notes"].value + 2
    assert decisions["new/UPDATE"].value == 2


def test_a_quiet_day_shows_its_tables_empty(tmp_path):
    """Every asset of a day without reports is there, with no rows, and says so."""
    batch = batch_on(put(tmp_path / "reports", TINY), tmp_path / "lake")
    shown = made(backfill(batch, QUIET_DAY, QUIET_DAY))
    assert {name for name, _ in shown} == set(STAGES + LEDGER)
    assert {one["dagster/partition_row_count"].value for one in shown.values()} == {0}
    assert all(one["dagster/column_lineage"] for one in shown.values())


def test_what_a_model_cost_is_plotted_and_stays_when_nothing_is_asked(tmp_path):
    """Calls, tokens and cost of the day are those of its rows; this run's own are nothing the second time."""
    reports = put(tmp_path / "reports", many(3))
    first = made(night(model_batch(reports, tmp_path / "lake", good_provider(), model_settings())))
    again = made(backfill(model_batch(reports, tmp_path / "lake", good_provider(), model_settings()), *ONE_DAY))
    names = ("calls", "input_tokens", "output_tokens")
    paid, stored = (one["extracted_facts", ONE_DAY[0]] for one in (first, again))
    assert [paid[f"extractor/{name}"].value for name in names] == [paid[f"day/{name}"].value for name in names]
    assert paid["extractor/calls"].value == 3
    assert [stored[f"day/{name}"].value for name in names] == [paid[f"day/{name}"].value for name in names]
    assert [stored[f"extractor/{name}"].value for name in names] == [0, 0, 0]
    assert paid["day/cost"].value == stored["day/cost"].value


ONE_DAY = ("2026-02-01", "2026-02-01")


def test_a_night_records_what_is_new_and_what_nobody_recorded(tmp_path):
    """A second night of the same instance records the new day alone, and that the ledger was looked after."""
    reports = put(tmp_path / "reports", TINY)
    with dg.DagsterInstance.ephemeral() as instance:
        first = made(night(batch_on(reports, tmp_path / "lake"), instance=instance))
        assert {day for _, day in first} == set(TINY_DAYS)
        idle = made(night(batch_on(reports, tmp_path / "lake"), instance=instance))
        assert set(idle) == {(name, TINY_DAYS[-1]) for name in LEDGER}
        put(reports, {"cti/2026-02-05/new.md": "Silent Heron targets water companies in Sweden.\n"})
        again = batch_on(reports, tmp_path / "lake")
        again.run_id = "the-third"
        assert {day for _, day in made(night(again, instance=instance))} == {"2026-02-05"}
    with dg.DagsterInstance.ephemeral() as other:
        anew = made(night(batch_on(reports, tmp_path / "lake"), instance=other))
    assert {day for _, day in anew} == {*TINY_DAYS, "2026-02-05"}

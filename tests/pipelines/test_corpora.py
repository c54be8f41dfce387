"""Several corpora on one Dagster instance: whatever the instance keeps by name bears the corpus's name."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tiny_lake import TINY, put

from assets.keys import named_corpus
from core.errors import SettingsError

ROOT = Path(__file__).resolve().parents[2]
TABLES = {
    "raw_reports",
    "chunks",
    "extracted_facts",
    "durable_facts",
    "normalised_facts",
    "decisions",
    "notes",
    "supersession_edges",
}
# What a code location of its own prints of itself: a corpus is chosen before anything is loaded.
TOLD = """
import json, sys
import dagster as dg
from pipelines.definitions import ASSETS, defs

dg.Definitions.validate_loadable(defs)
graph = defs.resolve_asset_graph()
found = {
    "keys": [key.path for key in graph.get_all_asset_keys()],
    "parents": [key.path for one in graph.get_all_asset_keys() for key in graph.get(one).parent_keys],
    "checks": [key.asset_key.path for key in graph.asset_check_keys],
    "pools": [asset.op.pool for asset in ASSETS if asset.op.pool],
    "jobs": [],
}
quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
for job, options in {"nightly": {}, "backfill": {"partition_key": "2026-02-01"}, "maintenance": {}}.items():
    defined = defs.resolve_job_def(job)
    found["pools"] += [node.definition.pool for node in defined.graph.nodes if getattr(node.definition, "pool", None)]
    with dg.DagsterInstance.ephemeral() as instance:
        result = defined.execute_in_process(run_config=quiet, instance=instance, **options)
        found["jobs"].append([job, result.success])
        found.setdefault("events", []).extend(
            event.asset_key.path for event in result.all_events if event.is_step_materialization
        )
        found.setdefault("evaluated", []).extend(
            event.event_specific_data.asset_key.path
            for event in result.all_events
            if event.event_type_value == "ASSET_CHECK_EVALUATION"
        )
json.dump(found, sys.stdout)
"""


def told(tmp_path, corpus):
    """What a code location says of itself, and what its jobs leave as events."""
    reports = put(tmp_path / "reports", TINY)
    own = {"FACTLEDGER_CORPUS": corpus, "FACTLEDGER_REPORTS": str(reports), "FACTLEDGER_LAKE": str(tmp_path / "lake")}
    run = subprocess.run(
        [sys.executable, "-c", TOLD],
        cwd=tmp_path,
        env={**os.environ, **own, "PYTHONPATH": str(ROOT), "DAGSTER_DISABLE_TELEMETRY": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout.splitlines()[-1])


def test_a_named_corpus_bears_its_name_wherever_the_instance_looks(tmp_path):
    """Keys, what they are made from, checks, the events of every job, and the pool of the lake; the model is shared."""
    found = told(tmp_path, "security")
    assert sorted(found["keys"]) == sorted(["security", name] for name in TABLES | {"evaluation"})
    for kind in ("parents", "checks", "events", "evaluated"):
        assert found[kind]
        assert {path[0] for path in found[kind]} == {"security"}, kind
    assert {path[1] for path in found["events"]} == TABLES
    assert set(found["pools"]) == {"model", "security/ledger_commit"}
    assert found["jobs"] == [["nightly", True], ["backfill", True], ["maintenance", True]]


def test_a_corpus_without_a_name_has_plain_keys(tmp_path):
    """As ever for whoever has one corpus."""
    found = told(tmp_path, "")
    assert sorted(found["keys"]) == sorted([name] for name in TABLES | {"evaluation"})
    assert set(found["pools"]) == {"model", "ledger_commit"}


@pytest.mark.parametrize("name", ["Sec", "a-b", "9a", "a/b", "公告", "_a", " "])
def test_a_name_that_no_key_may_begin_with_is_refused(name):
    """The message says what may stand there."""
    with pytest.raises(SettingsError, match=r"FACTLEDGER_CORPUS: .* Use small letters"):
        named_corpus(name)


@pytest.mark.parametrize("name", ["", "a", "cti_2", "projects"])
def test_other_names_are_taken_as_they_are(name):
    """None, or a word."""
    assert named_corpus(name) == name

"""What `make ui` runs on: settings that Dagster takes, a limit for every pool, and who is begun again after a death."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest
import yaml
from dagster._core.instance.config import dagster_instance_config

from pipelines.definitions import defs

ROOT = Path(__file__).resolve().parents[2]
SET_LIMIT = re.compile(r"dagster instance concurrency set (\S+) (\d+)")


def pools() -> set[str]:
    """The pools of every step of every job, of the one that materialises single assets too."""
    jobs = defs.get_repository_def().get_all_jobs()
    return {pool for job in jobs for node in job.graph.nodes if (pool := getattr(node.definition, "pool", None))}


def recipe(target: str) -> list[str]:
    """The commands of a target of the Makefile."""
    text = (ROOT / "Makefile").read_text("utf-8")
    return re.search(rf"^{target}:.*\n((?:\t.*\n)+)", text, re.MULTILINE).group(1).replace("\t", "").splitlines()


def test_dagster_takes_the_settings():
    """Its own loader reads the file and finds nothing unknown in it."""
    found, _ = dagster_instance_config(str(ROOT))
    assert found["concurrency"] == {
        "runs": {"max_concurrent_runs": 4},
        "pools": {"default_limit": 1, "granularity": "run"},
    }
    assert found["run_retries"] == {"enabled": True, "max_retries": 0, "retry_on_asset_or_op_failure": False}
    assert found["run_monitoring"]["enabled"] is True


def test_every_pool_has_a_limit_by_name():
    """A pool that the code names and the start does not would have the default's, whatever that comes to be."""
    named = {name: int(limit) for line in recipe("ui") for name, limit in SET_LIMIT.findall(line)}
    assert named == {"model": 2, "ledger_commit": 1}
    assert set(named) == pools()
    assert yaml.safe_load((ROOT / "dagster.yaml").read_text("utf-8"))["concurrency"]["pools"]["default_limit"] == 1


def test_the_start_sets_the_limits(tmp_path):
    """The commands before the server, carried out in a copy: the instance then knows them."""
    shutil.copy(ROOT / "dagster.yaml", tmp_path)
    before = [line for line in recipe("ui") if SET_LIMIT.search(line)]
    for line in before:
        command = line.replace("$(CURDIR)", str(tmp_path)).replace("$(BIN)/dagster", f"{sys.executable} -m dagster")
        variables = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, shell=True, cwd=tmp_path, env=variables, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        with dg.DagsterInstance.from_config(str(tmp_path)) as instance:
            storage = instance.event_log_storage
            slots = {name: storage.get_concurrency_info(name).slot_count for name in pools()}
    assert slots == {"model": 2, "ledger_commit": 1}
    assert {path.name for path in tmp_path.iterdir()} == {"dagster.yaml", "data"}


def test_what_runs_by_itself_is_begun_again_after_a_death_and_what_a_person_starts_is_not():
    """Once, and from its start: finished days are found finished."""
    tags = {name: defs.resolve_job_def(name).tags for name in ("nightly", "maintenance", "backfill", "evaluate")}
    again = {name: found.get("dagster/max_retries") for name, found in tags.items()}
    assert again == {"nightly": "1", "maintenance": "1", "backfill": None, "evaluate": None}
    assert tags["nightly"]["dagster/retry_strategy"] == "ALL_STEPS"

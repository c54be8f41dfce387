"""A run that hands in a batch is killed before it has the receipt, or while it collects: nothing is asked twice."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from batch_server import BatchServer
from model_lake import many
from tiny_lake import put, rows

from core.contracts.tables import CHUNK_OUTCOMES
from core.lake.batches import LakeBatches
from core.lake.lake import Lake

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-batch-abcdef123456"

pytestmark = pytest.mark.torture


def started(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "pipelines.cli", *words, "--reports", str(folder / "reports")]
    command += ["--lake", str(folder / "lake"), "--settings", str(folder / "settings.toml")]
    environment = {**os.environ, "BATCH_KEY": KEY}
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)


def placed(folder: Path, server: BatchServer) -> Path:
    """Reports and settings; the value is the lake."""
    put(folder / "reports", many(20))
    (folder / "settings.toml").write_text(
        f'[extract]\nextractor = "instructor"\nmodel = "openai/gpt-4.1-mini"\nbase_url = "{server.base_url}"\n'
        '[calls]\nbatch = "provider"\napi_key_env = "BATCH_KEY"\n'
    )
    return folder / "lake"


def kill_when(run: subprocess.Popen[bytes], is_time) -> None:
    """Wait for the moment, then kill -9."""
    deadline = time.monotonic() + 120
    while not is_time() and time.monotonic() < deadline and run.poll() is None:
        time.sleep(0.005)
    assert run.poll() is None, "the run was over before it could be killed"
    run.send_signal(signal.SIGKILL)
    run.wait()


@pytest.mark.parametrize("path", ["/files", "/batches"])
def test_a_kill_while_a_batch_is_handed_in_costs_no_second_one(tmp_path, path):
    """During the upload nothing is there yet; when the batch was asked for, it is found by its name."""
    with BatchServer(seconds=4.0) as server:
        lake = placed(tmp_path, server)
        kill_when(started(tmp_path, "run"), lambda: ("POST", path) in server.seen)
        time.sleep(4.5)  # the provider goes on with what it was asked
        made = len(server.batches)
        assert made == (path == "/batches")
        assert started(tmp_path, "run").wait(timeout=300) == 1
        assert len(server.batches) == 1
        assert [(one.state, len(one.keys)) for one in LakeBatches(lake).records()] == [("waiting", 20)]
        server.finish()
        assert started(tmp_path, "run").wait(timeout=300) == 0
        table = rows(Lake(lake), CHUNK_OUTCOMES)
        assert {row["outcome"] for row in table} == {"extracted"}
        assert (len(server.batches), server.calls) == (1, [])
        assert len({round(row["cost"], 12) for row in table}) == 1
        assert not [one for one in lake.rglob("*") if one.is_file() and KEY.encode() in one.read_bytes()]


def test_a_kill_while_replies_are_collected_loses_none(tmp_path):
    """Those that had been kept are known the next time; every reply is counted once."""
    with BatchServer() as server:
        lake = placed(tmp_path, server)
        assert started(tmp_path, "run").wait(timeout=300) == 1
        server.finish()
        run = started(tmp_path, "run")
        kill_when(run, lambda: len(list((lake / "replies").glob("??/*.json"))) >= 5)
        assert started(tmp_path, "run").wait(timeout=300) == 0
        table = rows(Lake(lake), CHUNK_OUTCOMES)
        assert (len(table), sum(row["input_tokens"] for row in table), server.calls) == (20, 20 * 900, [])


def test_processes_side_by_side_hand_in_once(tmp_path):
    """Three submit at once; one has the lock, the others find that all of it waits."""
    with BatchServer(seconds=0.5) as server:
        lake = placed(tmp_path, server)
        assert started(tmp_path, "batch", "submit").wait(timeout=300) == 0
        LakeBatches(lake).forget(next(LakeBatches(lake).records()))
        server.batches.clear()
        runs = [started(tmp_path, "batch", "submit") for _ in range(3)]
        assert [run.wait(timeout=300) for run in runs] == [0, 0, 0]
        assert len(server.batches) == 1

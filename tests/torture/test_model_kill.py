"""A run that asks a model is killed in the middle: the next run asks only what was not answered."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from model_lake import many
from model_server import model_server
from tiny_lake import put, rows

from core.audit.fsck import fsck
from core.contracts.tables import CHUNK_OUTCOMES
from core.lake.lake import Lake
from core.lake.replies import LakeReplies
from core.registry import rules_of
from core.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
CHUNKS, AT_ONCE = 120, 8

pytestmark = pytest.mark.torture


def settings_file(folder: Path, base_url: str) -> Path:
    """Settings that ask the server."""
    path = folder / "settings.toml"
    path.write_text(
        f'[extract]\nextractor = "instructor"\nmodel = "openai/gpt-4.1-mini"\nbase_url = "{base_url}"\n'
        f"[calls]\nconcurrency = {AT_ONCE}\n"
    )
    return path


def started(folder: Path, settings: Path) -> subprocess.Popen[bytes]:
    """A run of the command in a process of its own."""
    command = [sys.executable, "-m", "pipelines.cli", "run", "--reports", str(folder / "reports")]
    command += ["--lake", str(folder / "lake"), "--settings", str(settings)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def asked(log: Path) -> list[str]:
    """What the server was asked so far, one line a call."""
    return log.read_text().splitlines() if log.exists() else []


def kill_after(run: subprocess.Popen[bytes], log: Path, calls: int) -> None:
    """Wait until so many calls have arrived, then kill -9."""
    deadline = time.monotonic() + 120
    while len(asked(log)) < calls and time.monotonic() < deadline and run.poll() is None:
        time.sleep(0.01)
    assert run.poll() is None, "the run was over before it could be killed"
    run.send_signal(signal.SIGKILL)
    run.wait()


@pytest.mark.parametrize("kills", [[40], [1, 25, 26, 70, 100]])
def test_calls_in_total_are_the_chunks_and_those_in_flight_at_the_kills(tmp_path, kills):
    """Every reply that had come is on the disk: the next runs make only the other calls, and nothing is left out."""
    put(tmp_path / "reports", many(CHUNKS))
    log = tmp_path / "log"
    with model_server(0.1, log) as base_url:
        settings = settings_file(tmp_path, base_url)
        in_flight = 0
        for calls in kills:
            kill_after(started(tmp_path, settings), log, calls + in_flight)
            in_flight = len(asked(log)) - LakeReplies(tmp_path / "lake").size()[0]
            assert in_flight <= AT_ONCE * (1 + kills.index(calls))
        assert started(tmp_path, settings).wait(timeout=300) == 0
        lost = len(asked(log)) - CHUNKS
        assert lost == in_flight
        assert len(set(asked(log))) <= CHUNKS
        lake = Lake(tmp_path / "lake")
        table = rows(lake, CHUNK_OUTCOMES)
        assert (len(table), {row["outcome"] for row in table}) == (CHUNKS, {"extracted"})
        assert sum(row["attempts"] for row in table) + sum(row["cached"] for row in table) == CHUNKS
        assert LakeReplies(lake.root).damaged() == []
        assert fsck(lake, rules_of(Settings())).problems == []
        before = len(asked(log))
        assert started(tmp_path, settings).wait(timeout=300) == 0
        assert len(asked(log)) == before


def test_two_runs_at_once_pay_at_most_twice_and_agree(tmp_path):
    """Two processes on one new lake: both end well, and a third has nothing to ask."""
    put(tmp_path / "reports", many(40))
    log = tmp_path / "log"
    with model_server(0.05, log) as base_url:
        settings = settings_file(tmp_path, base_url)
        both = [started(tmp_path, settings) for _ in range(2)]
        assert [run.wait(timeout=300) for run in both] == [0, 0]
        assert 40 <= len(asked(log)) <= 80
        assert LakeReplies(tmp_path / "lake").size()[0] == 40
        before = len(asked(log))
        assert started(tmp_path, settings).wait(timeout=300) == 0
        assert len(asked(log)) == before

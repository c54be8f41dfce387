"""A run whose decisions ask a model is killed in the middle: the next run asks only what was not answered."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from deciding_model import MODEL, deciding_settings
from model_server import model_server
from tiny_lake import markdown, put

from core.audit.fsck import fsck
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.replies import LakeReplies
from core.registry import rules_of

ROOT = Path(__file__).resolve().parents[2]
SCORES, AT_ONCE = 60, 4

pytestmark = pytest.mark.torture


def corpus() -> dict[str, str]:
    """Two scores of each vulnerability, a day apart: one question each."""
    return {
        f"cti/{day}/v{number}.md": markdown(day, "# Score", "", f"The CVSS score of CVE-2026-{number} is {score}.")
        for number in range(1000, 1000 + SCORES)
        for day, score in (("2026-02-01", "7.5"), ("2026-02-02", "9.8"))
    }


def started(folder: Path, base_url: str) -> subprocess.Popen[bytes]:
    """A run of the command in a process of its own."""
    settings = folder / "settings.toml"
    settings.write_text(
        f'[extract]\nbase_url = "{base_url}"\n[reconcile]\ndecider = "instructor"\nmodel = "{MODEL}"\n'
        f"questions_per_call = 1\n[calls]\nconcurrency = {AT_ONCE}\n"
    )
    command = [sys.executable, "-m", "pipelines.cli", "run", "--reports", str(folder / "reports")]
    command += ["--lake", str(folder / "lake"), "--settings", str(settings)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def asked(log: Path) -> int:
    """How many calls have arrived."""
    return len(log.read_text().splitlines()) if log.exists() else 0


def kill_after(run: subprocess.Popen[bytes], log: Path, calls: int) -> None:
    """Wait until so many calls have arrived, then kill -9."""
    deadline = time.monotonic() + 120
    while asked(log) < calls and time.monotonic() < deadline and run.poll() is None:
        time.sleep(0.01)
    assert run.poll() is None, "the run was over before it could be killed"
    run.send_signal(signal.SIGKILL)
    run.wait()


def stored(lake: Path, kind: str) -> int:
    """How many replies (``rpl_``) or decisions read from them (``ans_``) are stored."""
    return sum(one.key.startswith(kind) for one in LakeReplies(lake).held())


@pytest.mark.parametrize("kills", [[30], [1, 12, 13, 40]])
def test_calls_in_total_are_the_questions_and_those_in_flight_at_the_kills(tmp_path, kills):
    """Every reply that had come is on the disk, nothing is committed by halves, and a last run asks nobody."""
    put(tmp_path / "reports", corpus())
    log, lake = tmp_path / "log", tmp_path / "lake"
    with model_server(0.1, log) as base_url:
        lost = 0
        for number, calls in enumerate(kills, start=1):
            kill_after(started(tmp_path, base_url), log, calls + lost)
            lost = asked(log) - stored(lake, "rpl_")
            assert lost <= AT_ONCE * number
            assert Ledger(Lake(lake)).log.commits() == []
        assert started(tmp_path, base_url).wait(timeout=300) == 0
        assert (stored(lake, "ans_"), stored(lake, "rpl_"), asked(log)) == (SCORES, SCORES, SCORES + lost)
        found = fsck(Lake(lake), rules_of(deciding_settings()))
        assert found.problems == []
        assert found.sums.decided == {"added": SCORES, "updated": SCORES}
        assert started(tmp_path, base_url).wait(timeout=300) == 0
        assert asked(log) == SCORES + lost
    assert LakeReplies(lake).damaged() == []

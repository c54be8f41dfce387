"""kill -9 at random points of whole runs: every later run heals, and the end is as if nothing had happened."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.audit.fsck import fsck
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.registry import rules_of
from core.settings import load_settings

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "data" / "reports"
KILLS = int(os.environ.get("FACTLEDGER_TORTURE_KILLS", "40"))

pytestmark = pytest.mark.torture


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    """Two domains of the sample corpus: enough for several commits' worth of work, quick to run."""
    root = tmp_path_factory.mktemp("corpus")
    for domain in ("advisories", "finance"):
        shutil.copytree(SAMPLE / domain, root / domain)
    return root


def started(corpus: Path, lake: Path, *days: str) -> subprocess.Popen[bytes]:
    """A run of the command in a process of its own."""
    command = [sys.executable, "-m", "pipelines.cli", "run", "--reports", str(corpus), "--lake", str(lake), *days]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def finished(corpus: Path, lake: Path) -> None:
    """Run to the end."""
    assert started(corpus, lake).wait(timeout=300) in (0, 1)


@pytest.fixture(scope="module")
def reference(corpus, tmp_path_factory) -> tuple[dict[str, str], float]:
    """Hashes of a run that nobody killed, and how long it took."""
    lake = tmp_path_factory.mktemp("reference") / "lake"
    begun = time.monotonic()
    finished(corpus, lake)
    return Ledger(Lake(lake)).digests(), time.monotonic() - begun


def problems_of(lake: Path) -> list[tuple[str, str]]:
    """What fsck finds, folding again from nothing."""
    return fsck(Lake(lake), rules_of(load_settings())).problems


@pytest.mark.parametrize("writers", [1, 2])
def test_killed_runs_heal(corpus, reference, tmp_path, writers):
    """Runs are killed at random moments, one or two at a time; the chains are whole after each, the hash at the end."""
    expected, seconds = reference
    rng = random.Random(20260301 + writers)
    lake = tmp_path / "lake"
    days = sorted({path.parent.name for path in corpus.glob("*/*/*")})
    for attempt in range(KILLS // writers):
        upto = days[: 1 + attempt * len(days) // (KILLS // writers)]
        runs = [started(corpus, lake, "--to", upto[-1]) for _ in range(writers)]
        deadline = time.monotonic() + rng.uniform(0.3, 1.3) * seconds
        while time.monotonic() < deadline and any(run.poll() is None for run in runs):
            time.sleep(0.02)
        for run in runs:
            run.send_signal(signal.SIGKILL)
            run.wait()
        Ledger(Lake(lake)).recover()
        chains = [problem for problem in problems_of(lake) if problem[0] in ("chains", "log", "evidence")]
        assert chains == []
    finished(corpus, lake)
    assert Ledger(Lake(lake)).digests() == expected
    assert problems_of(lake) == []
    assert [path for path in lake.rglob("*.tmp") if path.parent.name != "_versions"] == []
    version = Ledger(Lake(lake)).tables.version()
    finished(corpus, lake)
    assert Ledger(Lake(lake)).tables.version() == version

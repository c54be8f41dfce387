"""A real ``dagster dev`` on loopback, and a headless browser in front of it, for the tests of the UI."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("FACTLEDGER_CHROMIUM") or shutil.which("chromium") or ""
# Without these a headless browser of a build machine looks for a GPU and for hosts outside.
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LONGEST_RUN_SECONDS = 300
PID_OF_A_RUN = re.compile(r"Executing steps in process \(pid: (\d+)\)")


@dataclass(frozen=True)
class Instance:
    """A running ``dagster dev``: its address, its lake, and the instance settings of ``make ui``."""

    address: str
    reports: Path
    lake: Path

    def ask(self, query: str, **variables: Any) -> dict[str, Any]:
        """Return the data of a GraphQL answer; AssertionError when the server reports errors."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(f"{self.address}/graphql", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            told = json.load(answer)
        assert "errors" not in told, told["errors"]
        return dict(told["data"])

    def runs(self) -> list[dict[str, Any]]:
        """Return all runs, the newest first: runId, status and tags."""
        found = self.ask("{ runsOrError { ... on Runs { results { runId status tags { key value } } } } }")
        return list(found["runsOrError"]["results"])

    def wait_for_runs(self, count: int) -> list[dict[str, Any]]:
        """Return the runs once there are ``count`` of them and all have ended."""
        ended = {"SUCCESS", "FAILURE", "CANCELED"}
        return wait_for(lambda: [one for one in self.runs() if one["status"] in ended], lambda ones: len(ones) >= count)

    def pid_of(self, run_id: str) -> int:
        """Return the process that executes a run, once the run has said so."""
        query = """query($id: ID!) { logsForRun(runId: $id) { ... on EventConnection { events {
            ... on MessageEvent { message } } } } }"""

        def pids() -> list[int]:
            events = self.ask(query, id=run_id)["logsForRun"].get("events", [])
            found = (PID_OF_A_RUN.search(event.get("message") or "") for event in events)
            return [int(one[1]) for one in found if one]

        return wait_for(pids, bool)[0]


def wait_for(look: Any, until: Any, *, seconds: int = LONGEST_RUN_SECONDS) -> Any:
    """Return what ``look`` sees as soon as ``until`` holds of it; AssertionError with the last sight after the time."""
    deadline = time.monotonic() + seconds
    while not until(seen := look()):
        assert time.monotonic() < deadline, f"waited {seconds} s; last seen: {seen}"
        time.sleep(0.5)
    return seen


@contextmanager
def dagster_dev(root: Path, reports: Path, **environment: str) -> Iterator[Instance]:
    """Serve the UI from an instance folder under ``root``; stop all its processes at the end.

    The instance is the repository's ``dagster.yaml`` with its folders moved, and with a monitor that looks every few
    seconds, where a deployment looks every two minutes.
    """
    home = root / "instance"
    home.mkdir(parents=True)
    settings = (ROOT / "dagster.yaml").read_text(encoding="utf-8").replace("data/dagster", str(home))
    quick = settings.replace("free_slots_after_run_end_seconds: 60", "free_slots_after_run_end_seconds: 5").replace(
        "run_monitoring: {enabled: true,", "run_monitoring: {enabled: true, poll_interval_seconds: 5,"
    )
    assert quick.count("poll_interval_seconds") == 1
    (home / "dagster.yaml").write_text(quick, encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    lake = root / "lake"
    variables = {
        **os.environ,
        "DAGSTER_HOME": str(home),
        "DAGSTER_DISABLE_TELEMETRY": "1",
        "FACTLEDGER_REPORTS": str(reports),
        "FACTLEDGER_LAKE": str(lake),
        "FACTLEDGER_FIRST_DAY": "2026-01-05",
        "PYTHONPATH": str(ROOT),
        **environment,
    }
    command = [sys.executable, "-m", "dagster", "dev", "--workspace", str(ROOT / "workspace.yaml")]
    with (root / "dagster.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            cwd=ROOT,
            env=variables,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            instance = Instance(f"http://127.0.0.1:{port}", reports, lake)
            wait_for(lambda: _answers(instance), bool, seconds=120)
            yield instance
        finally:
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _answers(instance: Instance) -> bool:
    query = "{ repositoriesOrError { ... on RepositoryConnection { nodes { name } } } }"
    try:
        return bool(instance.ask(query)["repositoriesOrError"].get("nodes"))
    except (OSError, urllib.error.URLError):
        return False


@contextmanager
def browser_page() -> Iterator[Page]:
    """Yield a page of a headless Chromium."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=BROWSER_ARGUMENTS)
        page = browser.new_page(viewport={"width": 1500, "height": 950})
        page.set_default_timeout(60_000)
        yield page
        browser.close()

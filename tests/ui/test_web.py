"""What a data team does by hand in the web UI, done by a browser against a real ``dagster dev``."""

import os
import re
import shutil
import signal
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need the extra `ui`: make ui-test installs it")

from web import CHROMIUM, ROOT, browser_page, dagster_dev, wait_for

from core.audit.fsck import fsck
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.registry import rules_of
from core.settings import load_settings
from pipelines.running import run_corpus

pytestmark = [pytest.mark.ui, pytest.mark.skipif(not CHROMIUM, reason="no chromium: name one in FACTLEDGER_CHROMIUM")]

ASSETS = ["raw_reports", "chunks", "extracted_facts", "durable_facts", "normalised_facts", "decisions", "notes"]
LATE_DAY, WEEK = "2026-01-15", "[2026-01-06...2026-01-12]"
RUNS_OF_A_WEEK = 1  # the whole range is one run: BackfillPolicy.single_run of the assets


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    root = tmp_path_factory.mktemp("reports")
    for domain in ("advisories", "projects", "通告"):
        shutil.copytree(ROOT / "data" / "reports" / domain, root / domain)
    return root


@pytest.fixture(scope="module")
def instance(tmp_path_factory, reports):
    with dagster_dev(tmp_path_factory.mktemp("web"), reports) as running:
        yield running


@pytest.fixture(scope="module")
def page():
    with browser_page() as one:
        yield one


@pytest.fixture
def photograph(page, tmp_path):
    """Save a picture of the page where FACTLEDGER_SCREENSHOTS says, or among the test's own files."""
    folder = Path(os.environ.get("FACTLEDGER_SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)

    def take(name):
        page.wait_for_timeout(1500)  # the graph fades in
        page.screenshot(path=folder / f"{name}.png")

    return take


def launch(page, instance, partitions):
    """Choose days in the dialog of the job ``backfill`` and launch them."""
    page.goto(f"{instance.address}/locations/factledger/jobs/backfill")
    page.get_by_role("button", name="Materialize all").first.click()
    dialog = page.get_by_role("dialog")
    shown = dialog.get_by_text("Show all partitions")
    shown.click()
    box = dialog.locator("input[placeholder]").first
    box.fill(partitions)
    box.press("Enter")
    button = dialog.get_by_role("button", name=re.compile("^Launch"))
    page.wait_for_function(
        "() => [...document.querySelectorAll('button')].some(b => /^Launch/.test(b.innerText) && !b.disabled)"
    )
    button.click()
    dialog.wait_for(state="detached")


def problems(lake):
    return fsck(Lake(lake), rules_of(load_settings())).problems


def hashes_of(reports, lake, to):
    run_corpus(reports, lake, load_settings("default"), ("", to))
    return Ledger(Lake(lake)).digests()


def test_the_asset_graph_shows_the_line(page, instance, photograph):
    """The group of the ledger holds every table of the line, drawn as a graph."""
    page.goto(f"{instance.address}/locations/factledger/asset-groups/ledger")
    names = [*ASSETS, "supersession_edges"]
    for name in names:
        page.get_by_text(name, exact=True).first.wait_for()
    assert all(page.get_by_text(name, exact=True).first.is_visible() for name in names)
    photograph("graph")


def test_a_new_day_then_the_week_before_it(page, instance, photograph, tmp_path, reports):
    """A day, then a backfill of the seven older days with quiet ones among them: the table of a run in order."""
    launch(page, instance, LATE_DAY)
    assert [one["status"] for one in instance.wait_for_runs(1)] == ["SUCCESS"]
    launch(page, instance, WEEK)
    assert {one["status"] for one in instance.wait_for_runs(1 + RUNS_OF_A_WEEK)} == {"SUCCESS"}
    page.goto(f"{instance.address}/runs")
    page.get_by_text("7 partitions").first.wait_for()
    photograph("runs")
    assert problems(instance.lake) == []
    days = {"2026-01-13", "2026-01-14"}  # not asked for
    in_order = tmp_path / "reports"
    shutil.copytree(reports, in_order, ignore=lambda _, names: days.intersection(names))
    assert Ledger(Lake(instance.lake)).digests() == hashes_of(in_order, tmp_path / "lake", LATE_DAY)


def test_checks_are_seen_and_have_passed(page, instance, photograph):
    """The page of the note table lists its checks, the blocking ones marked, and says what they found."""
    page.goto(f"{instance.address}/assets/notes?view=checks")
    page.get_by_text("This is a blocking asset check").wait_for()
    page.get_by_text("link one another as they should").wait_for()
    assert page.get_by_text("Succeeded", exact=True).count() >= 2
    photograph("checks")


def test_the_run_report_opens_without_the_network(page, instance, photograph):
    """A materialisation names its run report; the file shows what was learned and asks nobody for anything."""
    page.goto(f"{instance.address}/assets/notes?view=events")
    path = Path(page.get_by_text(re.compile(r"/runs/[0-9a-f-]+\.html$")).first.inner_text())
    photograph("materialisation")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.get_by_role("heading", name=re.compile("^Run of 20")).wait_for()
    assert page.locator("svg").count() > 0
    photograph("run_report")
    assert asked == [path.as_uri()]


def test_one_day_twice_at_once(page, instance, photograph):
    """Two runs of the same day overlap: both end well, and the table does not change."""
    before, count = Ledger(Lake(instance.lake)).digests(), len(instance.runs())
    launch(page, instance, LATE_DAY)
    launch(page, instance, LATE_DAY)
    ended = instance.wait_for_runs(count + 2)
    assert [one["status"] for one in ended[:2]] == ["SUCCESS", "SUCCESS"]
    assert Ledger(Lake(instance.lake)).digests() == before
    assert problems(instance.lake) == []
    photograph("twice")


def test_a_killed_run_frees_its_place_and_the_next_one_heals(page, instance, photograph, tmp_path, reports):
    """Kill -9 on a run's process: the UI says that it failed, the same days run again, the table is that of no kill."""
    count = len(instance.runs())
    launch(page, instance, "[2026-01-05...2026-02-28]")
    started = wait_for(instance.runs, lambda runs: len(runs) > count and runs[0]["status"] == "STARTED")
    os.kill(instance.pid_of(started[0]["runId"]), signal.SIGKILL)
    ended = instance.wait_for_runs(count + 1)
    assert ended[0]["status"] == "FAILURE"
    page.goto(f"{instance.address}/runs/{started[0]['runId']}")
    photograph("killed")
    launch(page, instance, "[2026-01-05...2026-02-28]")
    ended = instance.wait_for_runs(count + 2)
    assert ended[0]["status"] == "SUCCESS"
    assert problems(instance.lake) == []
    assert Ledger(Lake(instance.lake)).digests() == hashes_of(reports, tmp_path / "lake", "2026-02-28")

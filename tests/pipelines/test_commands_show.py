"""``factledger show`` takes a note or a report."""

import pytest
from tiny_lake import TINY, batch_on, put, run_line
from typer.testing import CliRunner

from core.audit.coverage_files import page_path
from core.contracts.tables import RAW_REPORTS
from core.lake.ledger import Ledger
from pipelines import cli

PATH = "advisories/2026-02-03/gateway.md"


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """A lake of the tiny corpus; nobody changes it."""
    root = tmp_path_factory.mktemp("show")
    batch = batch_on(put(root / "reports", TINY), root / "lake")
    run_line(batch)
    return batch.lake


def show(lake, *words):
    """Exit code and output of the command."""
    done = CliRunner().invoke(cli.app, ["show", *map(str, words), "--lake", str(lake.root)])
    return done.exit_code, done.output + (str(done.exception) if done.exit_code and done.exception else "")


def newest(lake):
    """The newest revision of the advisory."""
    return next(row for row in lake.read_all(RAW_REPORTS).to_dicts() if row["path"] == PATH)


def test_a_report_is_named_by_id_revision_source_or_path(lake):
    """All show the newest revision; characters by state, and each fact with its note."""
    report = newest(lake)
    shown = [show(lake, report[name]) for name in ("report_id", "revision_id", "source_key", "path")]
    assert {code for code, _ in shown} == {0}
    assert len({output for _, output in shown}) == 1
    output = shown[0][1]
    assert f"{report['report_id']} {report['revision_id']} (revision 2)" in output
    assert "% covered" in output
    assert "UPDATE note_" in output


def test_a_note_is_shown_as_ever(lake):
    """With its evidence."""
    known, _, _ = Ledger(lake).log.known()
    note_id = next(one.note_id for one in known.values() if one.note_id)
    code, output = show(lake, note_id)
    assert code == 0
    assert "Evidence: " in output


def test_the_page_is_the_one_that_the_run_wrote(lake, tmp_path):
    """``--html`` writes it where one likes."""
    code, output = show(lake, PATH, "--html", tmp_path / "page.html")
    assert code == 0
    assert "% covered" in output
    assert (tmp_path / "page.html").read_bytes() == page_path(lake, newest(lake)).read_bytes()


def test_a_note_has_no_page(lake, tmp_path):
    """The message says what has one; no file is written."""
    code, output = show(lake, "note_1", "--html", tmp_path / "page.html")
    assert code != 0
    assert "note_1: is no report of this lake. Give --html a report's id, source URL or path." in output
    assert not (tmp_path / "page.html").exists()

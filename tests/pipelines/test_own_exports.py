"""What the ledger writes for people is recognised when it comes back as a report: it says nothing new."""

import pytest
from tiny_lake import batch_on, markdown, put, rows, run_line
from typer.testing import CliRunner

from core.contracts.tables import CHUNK_OUTCOMES, EXTRACTED_FACTS
from pipelines.cli import app


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A lake with a few notes."""
    folder = tmp_path_factory.mktemp("told")
    reports = {
        "d/2026-01-02/a.md": markdown("2026-01-02", "# Kelp", "", "Kelp 3.1 fixes CVE-2031-10001.", "", "Bo leads it.")
    }
    batch = batch_on(put(folder / "reports", reports), folder / "lake")
    run_line(batch)
    return batch


def exports(batch) -> dict[str, str]:
    """Every text that a person can get out of a lake, by the name of a file it might be saved as."""
    lake, run = str(batch.lake.root), CliRunner()
    [page] = batch.lake.root.glob("views/rep_*/*.html")
    return {
        "notes.jsonl": run.invoke(app, ["notes", "--json", "--lake", lake]).output,
        "notes.json": run.invoke(app, ["notes", "--json", "--lake", lake]).output,
        "notes.txt": run.invoke(app, ["notes", "--lake", lake]).output,
        "coverage.html": page.read_text("utf-8"),
    }


@pytest.mark.parametrize("name", ["notes.jsonl", "notes.json", "notes.txt", "coverage.html"])
def test_an_export_that_comes_back_gives_no_fact(told, tmp_path, name):
    """The file is a report like any other, all of it masked; its chunks end as quarantined."""
    text = exports(told)[name]
    assert "CVE-2031-10001" in text
    batch = batch_on(put(tmp_path / "reports", {f"d/2026-01-03/{name}": text}), tmp_path / "lake")
    run_line(batch)
    assert rows(batch.lake, EXTRACTED_FACTS) == []
    assert {(row["outcome"], row["reason"]) for row in rows(batch.lake, CHUNK_OUTCOMES)} == {
        ("quarantined", "own_export")
    }

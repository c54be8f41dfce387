"""``factledger diff`` on a lake of real reports."""

import json

import pytest
from tiny_lake import TINY, batch_on, put, run_line
from typer.testing import CliRunner

from core.contracts.tables import RAW_REPORTS
from core.lake.ledger import Ledger
from core.registry import rules_of
from core.safety.injected import OWN_EXPORT_MARKER
from core.settings import Settings
from pipelines import cli

SECOND = "advisories/2026-02-03/gateway-again.md"  # another report than the first, not its next revision
FILES = {SECOND if name == "advisories/2026-02-03/gateway.md" else name: text for name, text in TINY.items()}


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """The tiny corpus in one commit, and in a second one without its second advisory."""
    root = tmp_path_factory.mktemp("diff")
    batch = batch_on(put(root / "reports", FILES), root / "lake")
    run_line(batch)
    report = next(row for row in batch.lake.read_all(RAW_REPORTS).to_dicts() if row["path"] == SECOND)["report_id"]
    Ledger(batch.lake).undo("report", report, "a false alarm", rules_of(Settings()), "undo", batch.now)
    return batch.lake


def diff(lake, *words):
    """Exit code and output of the command."""
    done = CliRunner().invoke(cli.app, ["diff", *map(str, words), "--lake", str(lake.root)])
    return done.exit_code, done.output + (str(done.exception) if done.exit_code and done.exception else "")


def test_text_gives_counts_entries_and_reasons(lake):
    """Signs by kind, the statuses, the reason, the report."""
    code, output = diff(lake, 1)
    assert code == 0
    assert output.startswith(f"{OWN_EXPORT_MARKER}\nA: commit 1\nB: commit 2\nnotes: ")
    lines = output.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("  ↑ ") and "CVSS score of CVE-2026-1111" in line)
    assert lines[at].endswith("7.5. [superseded → current]")
    assert lines[at + 1].startswith("      undone report rep_")
    assert lines[at + 1].endswith(f": a false alarm ({SECOND}, day 2026-02-03)")


def test_json_holds_the_same_and_its_sums_agree(lake):
    """Current notes of B = those of A + added + revived - retired, as no added note is superseded here."""
    code, output = diff(lake, "1", "2", "--json", "--limit", "1000")
    document = json.loads(output)
    counts = document["counts"]
    assert code == 0
    assert document["exported_by"] == OWN_EXPORT_MARKER
    assert document["b"]["current"] == document["a"]["current"] + counts["revived"] - counts["retired"]
    assert counts["added"] == document["left_out"] == 0
    assert counts["retired"] >= counts["revived"] >= 1
    revived = [entry for entry in document["entries"] if entry["kind"] == "revived"]
    assert {one["what"].split()[0] for entry in revived for one in entry["why"]} == {"undone"}
    assert {one["path"] for entry in revived for one in entry["why"]} == {SECOND}


def test_output_is_bounded(lake):
    """What is left out is counted, in both forms; with 0 only the counts are left."""
    _, output = diff(lake, 0, 1, "--limit", 1)
    shown = [line for line in output.splitlines() if line.startswith("  + ")]
    assert len(shown) == 2
    added = json.loads(diff(lake, 0, 1, "--json", "--limit", 1)[1])
    assert shown[1] == f"  + and {added['counts']['added'] - 1} more added"
    assert (len(added["entries"]), added["left_out"]) == (1, added["counts"]["added"] - 1)
    assert len(diff(lake, 0, 1, "--limit", 0)[1].splitlines()) == 5


def test_days_are_sides(lake):
    """Up to the second day neither of the third day's reports is there; the undone report stays out."""
    document = json.loads(diff(lake, "2026-02-02", "2026-02-03", "--json")[1])
    assert {entry["kind"] for entry in document["entries"]} == {"added"}
    assert {one["path"] for entry in document["entries"] for one in entry["why"]} == {
        "projects/2026-02-03/standup.jsonl"
    }


def test_a_side_that_does_not_exist(lake):
    """One line that names what is accepted."""
    code, output = diff(lake, "last week")
    assert code != 0
    assert "last week: names no state of a lake. Give a commit (3 or commit-00000003" in output

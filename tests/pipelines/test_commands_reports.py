"""``factledger reports``: each report's chunks, facts and cost, as a table and as JSON."""

import json

import pytest
from model_lake import answer, many, model_batch
from scripted_server import ScriptedProvider
from tiny_lake import markdown, put, run_line
from typer.testing import CliRunner

from core.extract.model.protocol import RefusalError
from pipelines import cli

DAYS = ["2026-02-01", "2026-02-02"]


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """Five reports of two days; the third one is refused, and the table's marks stand in a file name."""
    root = tmp_path_factory.mktemp("reports")

    def answered(request):
        return RefusalError("against\nthe policy") if "h0002" in request.messages[1].content else answer(request)

    files = many(3, DAYS[0]) | {
        f"hosts/{DAYS[1]}/[bold]{number}.md": text for number, text in enumerate(many(2).values())
    }
    batch = model_batch(put(root / "r", files), root / "lake", ScriptedProvider(answer=answered))
    run_line(batch)
    return root / "lake"


def reports(lake, *words: str) -> str:
    """What the command prints, blanks folded."""
    result = CliRunner().invoke(cli.app, ["reports", "--lake", str(lake), *words])
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_each_report_has_a_row_and_the_sums_are_below(lake):
    """State, chunks by outcome, facts, calls, tokens, cost, stored replies, repairs."""
    output = reports(lake)
    assert f"{DAYS[0]} hosts/{DAYS[0]}/h0000.md complete 1 extracted 1 1 100 10 0.0001 0 0" in output
    assert f"{DAYS[0]} hosts/{DAYS[0]}/h0002.md incomplete 1 refused 0 1 0 0 0.0000 0 0" in output
    assert f"hosts/{DAYS[1]}/[bold]1.md" in output
    assert "5 reports: 4 complete, 1 incomplete; 5 chunks: 4 extracted, 1 refused; 4 facts" in output
    assert "tokens in, " in output
    assert "openai/gpt-4.1-mini: 0.0% of 4 answered chunks broke the contract, 0.0% were mended" in output


def test_the_incomplete_ones_say_why(lake):
    """Report, chunk, characters, outcome and reason on one line."""
    output = reports(lake, "--incomplete")
    assert "1 reports: 1 incomplete" in output
    assert "h0000" not in output
    assert f"hosts/{DAYS[0]}/h0002.md, chk_" in output
    assert "refused: against the policy" in output


def test_days_are_inclusive(lake):
    """From the second day on, two reports."""
    assert "2 reports: 2 complete" in reports(lake, "--from", DAYS[1])
    assert "3 reports:" in reports(lake, "--to", DAYS[0])
    assert "0 reports: none" in reports(lake, "--from", "2030-01-01")


def test_json_is_one_object_a_report(lake):
    """All columns, numbers as numbers."""
    result = CliRunner().invoke(cli.app, ["reports", "--lake", str(lake), "--json"])
    rows = [json.loads(line) for line in result.output.splitlines()]
    assert [row["path"] for row in rows if row["state"] == "incomplete"] == [f"hosts/{DAYS[0]}/h0002.md"]
    assert (len(rows), rows[0]["outcomes"], rows[0]["cached"]) == (5, {"extracted": 1}, 0)


def test_a_run_says_what_it_could_not_read_and_how_it_ended(tmp_path):
    """Text in a language that nobody reads: no failure, a warning that names the report."""
    files = {f"cti/{DAYS[0]}/ja.md": markdown(DAYS[0], "# Notes", "", "銀鷺グループは3月に海藻ツールを使用した。")}
    words = ["run", "--reports", str(put(tmp_path / "r", files)), "--lake", str(tmp_path / "lake")]
    result = CliRunner().invoke(cli.app, words)
    assert result.exit_code == 0
    assert "state          completed\n" in result.output
    assert "warning silent_chunks: 1 chunks" in result.output
    assert f"cti/{DAYS[0]}/ja.md, characters 0 to" in result.output

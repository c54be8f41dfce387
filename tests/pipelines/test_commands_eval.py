"""``factledger eval`` from the command line: what it prints, writes and returns."""

import json

import pytest
import typer
from evaluation_builders import put_set
from typer.testing import CliRunner

from core.errors import FactledgerError
from core.evaluate.gold import read_set
from pipelines.commands_eval import register_eval

app = typer.Typer()
register_eval(app)


@app.callback()
def root() -> None:
    """Hold the command."""


def run(*words):
    """Run the command; return exit code and output."""
    result = CliRunner().invoke(app, ["eval", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def gold_of(tmp_path, last="query_intent"):
    """A small set; the last label can be made wrong."""
    rows = [{"kind": "transcript", "text": "What is the price?", "label": "query_intent"}] * 9
    put_set(tmp_path / "gold", "questions", "durable", [*rows, {**rows[0], "label": last}])
    return tmp_path / "gold"


def test_it_prints_a_table_writes_a_baseline_and_compares(tmp_path):
    """Measure, keep as the baseline, measure again: nothing is worse; and the candidate is promoted."""
    gold, out = gold_of(tmp_path), tmp_path / "eval"
    code, printed = run("--gold", gold, "--out", out, "--set", "questions", "--baseline")
    assert (code, "drop_recall" in printed, "0 model calls" in printed) == (0, True, True)
    assert json.loads((gold / "baseline.json").read_text("utf-8"))["questions"]["items"] == 10
    assert run("--gold", gold, "--out", out)[0] == 0
    (folder,) = out.glob("eval_*")
    code, printed = run("compare", folder.name, folder, "--out", out)
    assert (code, "promoted" in printed, "No metric differs" in printed) == (0, True, True)


def test_other_gold_items_fail_against_the_baseline(tmp_path):
    """A changed label is another measure: exit code 1 and the reason."""
    out = tmp_path / "eval"
    run("--gold", gold_of(tmp_path), "--out", out, "--baseline")
    code, printed = run("--gold", gold_of(tmp_path, "keep"), "--out", out)
    assert (code, "not those of the baseline" in printed) == (1, True)


def test_rows_are_imported_as_a_set_that_can_be_measured(tmp_path):
    """JSON Lines in, gold set out."""
    file = tmp_path / "rows.jsonl"
    file.write_text('{"text": "book a table", "label": "ephemeral"}\n', "utf-8")
    code, _ = run("import", file, "--format", "labelled", "--out", tmp_path / "gold" / "mine", "--lang", "en")
    assert code == 0
    assert [item.label for item in read_set(tmp_path / "gold" / "mine").items] == ["ephemeral"]
    assert run("--gold", tmp_path / "gold", "--out", tmp_path / "eval")[0] == 0


def test_a_tools_folder_is_imported_and_what_cannot_be_used_is_set_aside(tmp_path):
    """Two BRAT documents and one without its text: exit code 1, a set of two, and the reason beside it."""
    for name, text, ann in (("a", "Obey me.", "T1\tAttack 0 8\tObey me.\n"), ("b", "Hello.", ""), ("c", None, "")):
        (tmp_path / f"{name}.ann").write_text(ann, "utf-8")
        if text:
            (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    out = tmp_path / "gold" / "spans"
    code, printed = run("import", tmp_path, "--format", "brat", "--out", out, "--lang", "en")
    assert (code, "2 items of kind safety" in printed) == (1, True)
    assert [item.spans for item in read_set(out).items] == [((0, 8),), ()]
    (aside,) = [json.loads(line) for line in (out / "quarantine.jsonl").read_text("utf-8").splitlines()]
    assert "c.txt: cannot be read" in aside["reason"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--gold", "nowhere"), "no gold set is here"),
        (("compare", "a", "b"), "is no evaluation"),
        (("import", "nowhere", "--format", "pairs", "--out", "x"), "cannot be read"),
        (("--extractor", "none"), "no 'none' is registered"),
    ],
)
def test_what_cannot_run_is_told(tmp_path, monkeypatch, words, says):
    """Known errors, for the command to print in one line."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FactledgerError, match=says):
        run(*words)

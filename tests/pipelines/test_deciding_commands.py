"""Decisions by a model on the command line: a run, what it says, looking ahead, asking by file, undoing."""

import json

import pytest
from deciding_model import MODEL
from good_decisions import reply, shown_in
from scripted_server import ScriptedServer, Step, failing
from tiny_lake import markdown, put
from typer.testing import CliRunner

from core.errors import FactledgerError
from pipelines import cli

REPORTS = {
    f"cti/{day}/score.md": markdown(day, "# Gateway", "", f"The CVSS score of CVE-2026-1111 is {score}.")
    for day, score in (("2026-02-01", "7.5"), ("2026-02-03", "9.8"))
}
DOWN = "http://127.0.0.1:9/v1"


class Place:
    """Reports, a lake, and settings that extract by rules and decide with a model."""

    def __init__(self, root):
        self.reports, self.lake, self.settings = put(root / "reports", REPORTS), root / "lake", root / "settings.toml"
        self.base_url = DOWN

    def __call__(self, command, *words, on_reports=True):
        """Run a command; return its exit code and output."""
        self.settings.write_text(
            f'[extract]\nbase_url = "{self.base_url}"\nmax_calls = 2\n'
            f'[reconcile]\ndecider = "instructor"\nmodel = "{MODEL}"\n[calls]\nbudget_seconds = 0.5\n'
        )
        options = ["--lake", self.lake, "--settings", self.settings]
        options += ["--reports", self.reports] if on_reports else []
        result = CliRunner().invoke(cli.app, [*command.split(), *map(str, words), *map(str, options)])
        if isinstance(result.exception, FactledgerError):
            return cli.CANNOT_RUN, str(result.exception)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, " ".join(result.output.split())

    def up(self, server):
        """Let the settings name a server."""
        self.base_url = server.base_url
        return self


@pytest.fixture
def place(tmp_path):
    """Two scores of one vulnerability, on two days."""
    return Place(tmp_path)


def good(seen):
    """A server's answer by the rule of the tests."""
    return Step(reply(seen.user_text))


def test_a_run_says_what_its_decisions_asked(place):
    """Calls, rounds, questions, tokens and money; the second run asks nothing."""
    with ScriptedServer(answer=good) as server:
        code, said = place.up(server)("run")
        assert (code, len(server.requests)) == (0, 1)
        assert "decisions: 1 calls in 1 rounds for 1 questions (0 asked on a wrong guess)" in said
        assert "cost 0.0" in said
        code, said = place("run")
        assert (code, len(server.requests)) == (0, 1)
        assert "nothing changed" in said
    assert place("fsck", on_reports=False)[0] == 0


@pytest.mark.parametrize("broken", [None, failing(500), failing(401)], ids=["nobody there", "500", "401"])
def test_an_outage_ends_a_run_with_issues_and_the_next_one_mends_it(place, broken):
    """Exit code 1 and the number of facts that wait; fsck finds nothing wrong all the while."""
    if broken is None:
        code, said = place("run")
    else:
        with ScriptedServer(steps=[broken]) as server:
            code, said = place.up(server)("run")
    assert code == 1
    assert "state completed_with_errors" in said
    assert "; 1 of the added wait for a model's answer" in said
    assert "1 facts wait for a model's answer and are added until the next run has it" in said
    assert place("fsck", on_reports=False)[0] == 0
    with ScriptedServer(answer=good) as server:
        code, said = place.up(server)("run")
        assert (code, len(server.requests)) == (0, 1)
    assert "wait for" not in said
    assert place("fsck", on_reports=False)[0] == 0


def test_a_plan_says_what_the_decisions_would_cost(place):
    """Before the first run there are no facts; afterwards those that wait are counted, with tokens and money."""
    code, said = place("plan")
    assert code == 0
    assert f"decider instructor, model {MODEL}: 0 facts already there wait for a decision" in said
    place("run")
    code, said = place("plan")
    assert "1 facts already there wait for a decision 1 calls in the first round, about" in said
    assert "cost about 0.0" in said
    assert not list(place.lake.glob("replies/*"))


def test_decisions_are_asked_by_file_and_the_next_run_asks_nobody(place, tmp_path):
    """The file holds one line a call under its key; a bad reply is named, a good one answers."""
    place("run")
    file, answered = tmp_path / "questions.jsonl", tmp_path / "replies.jsonl"
    code, said = place("batch export", file)
    assert code == 0
    assert "1 questions about 0 chunks and 1 decisions are in" in said
    (line,) = map(json.loads, file.read_text().splitlines())
    assert line["custom_id"].startswith("rpl_")
    content = line["body"]["messages"][1]["content"]
    assert [shown.text for shown in shown_in(content)] == ["The CVSS score of CVE-2026-1111 is 9.8."]

    def replied(text):
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        usage = {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960}
        body = {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
        row = {"custom_id": line["custom_id"], "response": {"status_code": 200, "body": body}, "error": None}
        answered.write_text(json.dumps(row) + "\n")
        return place("batch import", answered)

    code, said = replied("I would rather not.")
    assert (code, "unreadable" in said) == (1, True)
    code, said = replied(reply(content))
    assert (code, "1 replies kept (900 tokens in, 60 out), 0 known already, 0 bad" in said) == (0, True)
    assert "0 facts already there wait" in place("plan")[1]
    code, said = replied(reply(content))
    assert (code, "0 replies kept (0 tokens in, 0 out), 1 known already" in said) == (0, True)
    code, said = place("run")  # nobody is at the address
    assert (code, "decisions: 0 calls" in said, "1 UPDATE" in said or "1 decided again" in said) == (0, True, True)
    assert place("fsck", on_reports=False)[0] == 0


def test_fsck_with_other_settings_says_which_it_needs(place, tmp_path):
    """One line, not one for every decision."""
    place("run")
    result = CliRunner().invoke(cli.app, ["fsck", "--lake", str(place.lake)])
    assert (result.exit_code, result.output.count("(--settings)")) == (1, 1)


def test_undo_and_redo_take_the_settings_of_the_lake(place):
    """They find stored answers and ask nobody."""
    with ScriptedServer(answer=good) as server:
        place.up(server)("run")
        for command in ("undo", "redo"):
            code, said = place(command, "--partition", "2026-02-01", on_reports=False)
            assert (code, "wait for" in said) == (0, False)
            assert place("fsck", on_reports=False)[0] == 0
        assert len(server.requests) == 1

"""What a run would ask and cost, asking by file, and stopping at a limit: the commands, against a real server."""

import json
from pathlib import Path

import dagster as dg
import pytest
from model_lake import many, reply_about
from scripted_server import ScriptedServer, Seen, Step
from tiny_lake import TINY, markdown, put, rows
from typer.testing import CliRunner

from core.contracts.tables import CHUNK_OUTCOMES, EXTRACTED_FACTS
from core.errors import FactledgerError
from core.lake.lake import Lake
from core.lake.replies import LakeReplies
from pipelines import cli
from pipelines.definitions import ASSETS, defs
from pipelines.planning import plan_of
from pipelines.resources import BatchResource, settings_from

DAY = "2026-02-01"


def factledger(*words: object) -> tuple[int, str]:
    """Exit code and output of a command."""
    result = CliRunner().invoke(cli.app, [str(word) for word in words])
    if isinstance(result.exception, FactledgerError):
        return cli.CANNOT_RUN, f"factledger: {result.exception}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, " ".join(result.output.split())


class Place:
    """Reports, a lake, and settings that ask a server of the test's own."""

    def __init__(self, root: Path, files: dict[str, str]) -> None:
        self.reports, self.lake = put(root / "reports", files), root / "lake"
        self.settings, self.base_url, self.server = root / "settings.toml", "http://127.0.0.1:9/v1", None
        self.configure()

    def configure(self, extract: str = "", model: str = "openai/gpt-4.1-mini") -> None:
        """Write the settings file."""
        self.settings.write_text(
            f'[extract]\nextractor = "instructor"\nmodel = "{model}"\nbase_url = "{self.base_url}"\nmax_calls = 1\n'
            f"{extract}\n[calls]\nconcurrency = 1\n"
        )

    def __call__(self, *words: object) -> tuple[int, str]:
        """Run a command on this place."""
        options = ("--reports", self.reports, "--lake", self.lake, "--settings", self.settings)
        return factledger(*words, *options)

    def outcomes(self) -> list[str]:
        """How the chunks ended."""
        return sorted(row["outcome"] for row in rows(Lake(self.lake), CHUNK_OUTCOMES))

    def reasons(self) -> dict[str, int]:
        """Why a run would ask."""
        return dict(plan_of(self.reports, self.lake, settings_from(str(self.settings), "")).reasons)


def good(seen: Seen) -> Step:
    """Answer well."""
    return Step(reply_about(seen.body["messages"][1]["content"]))


@pytest.fixture
def place(tmp_path):
    """Five short reports and a server that answers well; ``place.server.answer`` may be changed."""
    with ScriptedServer(answer=good) as server:
        place = Place(tmp_path, many(5))
        place.server, place.base_url = server, server.base_url
        place.configure()
        yield place


def test_a_plan_of_the_embedded_extractor_costs_nothing(tmp_path):
    """It says how much there is to read, and writes nothing."""
    reports = put(tmp_path / "reports", TINY)
    code, output = factledger("plan", "--reports", reports, "--lake", tmp_path / "lake")
    assert code == cli.OK
    assert output == "extractor extractive: 5 chunks to read, 0 up to date 0 model calls, cost 0"
    assert not (tmp_path / "lake").exists()
    factledger("run", "--reports", reports, "--lake", tmp_path / "lake")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "lake").rglob("*")}
    assert "0 chunks to read, 5 up to date" in factledger("plan", "--reports", reports, "--lake", tmp_path / "lake")[1]
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "lake").rglob("*")} == before


def test_a_plan_asks_nothing_and_says_calls_tokens_and_money(place):
    """Five questions of a known size at 0.40 and 1.60 a million; half of it by batch."""
    code, output = place("plan")
    assert (code, place.server.requests, place.lake.exists()) == (cli.OK, [], False)
    plan = plan_of(place.reports, place.lake, settings_from(str(place.settings), ""))
    tokens_in, tokens_out = plan.tokens
    cost = (tokens_in * 0.40 + tokens_out * 1.60) / 1e6
    for words in (
        "5 chunks to ask about (5 new), 0 answered already",
        f"5 calls, about {tokens_in:,} tokens in and {tokens_out:,} out",
        f"cost about {cost:.4f} USD, about {cost / 2:.4f} by a provider's batch interface",
        "the built-in table, checked 2026-",
    ):
        assert words in output
    assert 1_000 < tokens_in / 5 < 5_000


def test_the_plan_comes_true(place):
    """As many calls as were told, and afterwards there is nothing to ask."""
    calls = plan_of(place.reports, place.lake, settings_from(str(place.settings), "")).calls
    code, output = place("run")
    assert code == cli.OK
    assert len(place.server.requests) == calls == 5
    assert "model: 5 calls, 0 chunks from stored replies" in output
    assert "0 chunks to ask about (none), 5 answered already 0 calls" in place("plan")[1]


def test_a_plan_lists_what_would_be_asked(place):
    """Day, chunk, reason, tokens and file."""
    _, output = place("plan", "--list")
    for number in range(5):
        assert f"hosts/{DAY}/h{number:04}.md" in output


def test_an_unknown_price_is_no_price_of_zero(place):
    """The plan says so, and where to name one."""
    place.configure(model="compatible/my-own")
    _, output = place("plan")
    assert "cost unknown: the built-in table has no price of compatible/my-own" in output
    code, output = place("run", "--max-cost", "1")
    assert code == cli.CANNOT_RUN
    assert "no price of compatible/my-own is known" in output


def test_every_reason_is_told(place):
    """New, changed, failed before, another model, other parameters: each by what was changed."""
    assert place.reasons() == {"new": 5}
    place.server.answer = lambda seen: Step("no JSON") if "h0001" in seen.user_text else good(seen)
    place("run")
    assert place.reasons() == {"failed before": 1}
    place.server.answer = good
    put(place.reports, {f"hosts/{DAY}/h0002.md": markdown(DAY, "# Host", "", "Host h0002 runs Redis 7 now.")})
    put(place.reports, {f"hosts/{DAY}/new.md": markdown(DAY, "# Host", "", "Host new runs Redis 8.")})
    assert place.reasons() == {"failed before": 1, "changed": 1, "new": 1}
    place("run")
    assert place.reasons() == {}
    place.configure(model="openai/gpt-4o")
    assert place.reasons() == {"model": 7}  # the first delivery of the changed report is still a report of its day
    place.configure(extract="temperature = 0.5")
    assert place.reasons() == {"parameters": 7}


def test_reports_that_the_embedded_extractor_read_are_asked_about_for_the_model(place):
    """Going over from rules to a model is a change of model, not new reports."""
    factledger("run", "--reports", place.reports, "--lake", place.lake)
    assert place.reasons() == {"model": 5}


def test_a_run_stops_at_its_limit_with_1_and_the_next_goes_on(place):
    """What is done is kept, the rest is told."""
    plan = plan_of(place.reports, place.lake, settings_from(str(place.settings), ""))
    price = (plan.tokens[0] / 5 * 0.40) / 1e6
    code, output = place("run", "--max-cost", f"{price:.7f}")
    asked = len(place.server.requests)
    assert code == cli.WITH_ISSUES
    assert 0 < asked < 5
    assert place.outcomes() == ["extracted"] * asked + ["failed_provider"] * (5 - asked)
    assert "stopped: budget: cost" in output
    assert "what was not asked is asked by the next run" in output
    assert f"{5 - asked} chunks failed" in output
    assert place("run")[0] == cli.OK
    assert (len(place.server.requests), place.outcomes()) == (5, ["extracted"] * 5)


def exported(place: Place) -> list[dict]:
    """The lines of an export."""
    code, output = place("batch", "export", place.settings.with_name("open.jsonl"))
    lines = [json.loads(line) for line in place.settings.with_name("open.jsonl").read_text("utf-8").splitlines()]
    assert (code, f"{len(lines)} questions about {len(lines)} chunks" in output) == (cli.OK, True)
    return lines


def answered(line: dict, text: str | None = None, finish: str = "stop", **response: object) -> dict:
    """What a batch runner makes of a line."""
    content = reply_about(line["body"]["messages"][-1]["content"]) if text is None else text
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
    body = {"choices": [choice], "usage": {"prompt_tokens": 900, "completion_tokens": 40}}
    whole = {"status_code": 200, "request_id": "r", "body": body} | response
    return {"id": "b", "custom_id": line["custom_id"], "response": whole, "error": None}


def imported(place: Place, *lines: object) -> tuple[int, str]:
    """Read a file of replies."""
    file = place.settings.with_name("replies.jsonl")
    file.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines), "utf-8")
    return place("batch", "import", file)


def test_an_export_is_a_batch_file_of_the_open_questions(place):
    """Key, method, address and a whole chat request for each; what is answered is left out."""
    lines = exported(place)
    assert [sorted(line) for line in lines] == [["body", "custom_id", "method", "url"]] * 5
    assert {(line["method"], line["url"]) for line in lines} == {("POST", "/v1/chat/completions")}
    body = lines[0]["body"]
    assert (body["model"], body["temperature"], body["response_format"]) == (
        "gpt-4.1-mini",
        0.0,
        {"type": "json_object"},
    )
    assert body["max_completion_tokens"] == 2_500
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert place.server.requests == []
    place("run")
    assert exported(place) == []


def test_the_next_run_uses_what_a_batch_runner_answered(place):
    """Export, answer, import, run: the facts are there without a call."""
    code, output = imported(place, *map(answered, exported(place)))
    assert (code, "5 replies kept (4,500 tokens in, 200 out), 0 known already, 0 bad" in output) == (cli.OK, True)
    assert exported(place) == []
    code, output = place("run")
    assert (code, place.server.requests, place.outcomes()) == (cli.OK, [], ["extracted"] * 5)
    assert "model: 0 calls, 5 chunks from stored replies" in output
    assert len(rows(Lake(place.lake), EXTRACTED_FACTS)) == 5


def test_bad_lines_are_named_and_the_good_ones_kept(place):
    """One good line among every kind of bad one: line number and reason for each, exit code 1."""
    one, two, three, four, five = exported(place)
    wrong_id = answered(one) | {"custom_id": "rpl_" + "0" * 20}
    code, output = imported(
        place,
        answered(one),
        "{no json",
        {"response": {}},
        answered(two, "I cannot do that in JSON"),
        answered(three, status_code=500, body={"error": "overloaded"}),
        {"custom_id": four["custom_id"], "response": None, "error": {"message": "expired"}},
        answered(five, ""),
        wrong_id,
        answered(one, "[]"),
        answered(four, finish="content_filter"),
        "",
        {"custom_id": "../../x", "response": {"status_code": 200, "body": {"choices": []}}},
        [],
    )
    assert code == cli.WITH_ISSUES
    for told in (
        "line 2: is no JSON",
        "line 3: has no custom_id",
        "line 4: the reply does not keep the contract",
        'line 5: HTTP 500: {"error": "overloaded"}',
        'line 6: the runner reports an error: {"message": "expired"}',
        "line 7: the reply is empty",
        f"line 8: '{wrong_id['custom_id']}' is no open question",
        "line 9: answers a question that an earlier line has answered",
        "line 10: the model refused",
        "line 12: the reply is empty",
        "line 13: has no custom_id",
        "1 replies kept",
        "11 bad",
    ):
        assert told in output, told
    assert LakeReplies(place.lake).size()[0] == 1
    place("run")
    assert (len(place.server.requests), place.outcomes()) == (4, ["extracted"] * 5)


def test_a_reply_that_was_cut_off_is_kept_and_gone_on_from(place):
    """The whole facts of it are paid for; a run asks only for the rest."""
    place.configure()
    place.settings.write_text(place.settings.read_text().replace("max_calls = 1", "max_calls = 2"))
    lines = exported(place)
    text = reply_about(lines[0]["body"]["messages"][-1]["content"])
    cut = text[: text.rindex("}")] + ', {"text": "Host h'
    code, _ = imported(place, answered(lines[0], cut.replace("]", ""), "length"), *map(answered, lines[1:]))
    assert code == cli.OK
    place("run")
    assert len(place.server.requests) == 1
    assert place.outcomes() == ["extracted"] * 4 + ["salvaged"]


def test_replies_imported_twice_are_known(place):
    """A second import changes nothing and is no error."""
    lines = [answered(line) for line in exported(place)]
    imported(place, *lines)
    code, output = imported(place, *lines)
    assert (code, "0 replies kept (0 tokens in, 0 out), 5 known already, 0 bad" in output) == (cli.OK, True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("batch", "import", "{tmp}/none.jsonl"), "none.jsonl: cannot be read"),
        (("batch", "export", "{tmp}/no/folder/x.jsonl"), "x.jsonl: cannot be written"),
    ],
)
def test_a_file_that_is_not_there_is_named(place, tmp_path, words, told):
    """One line and exit code 2."""
    code, output = place(*(word.format(tmp=tmp_path) for word in words))
    assert (code, told in output) == (cli.CANNOT_RUN, True)


def test_batch_files_need_a_model(tmp_path):
    """With the embedded extractor there is no question to export."""
    reports = put(tmp_path / "reports", many(1))
    code, output = factledger("batch", "export", tmp_path / "x", "--reports", reports, "--lake", tmp_path / "lake")
    assert (code, "extractive asks no model; nothing to export" in output) == (cli.CANNOT_RUN, True)


def test_replies_are_counted_and_old_ones_deleted(place):
    """By age, and only when asked to; what is deleted is asked again."""
    place("run")
    lake = ("--lake", place.lake)
    assert "5 replies in" in factledger("replies", *lake)[1]
    assert "0 replies deleted" in factledger("replies", "--prune-older-than", 1, *lake)[1]
    assert "5 replies deleted" in factledger("replies", "--prune-older-than", 0, *lake)[1]
    assert "0 replies in" in factledger("replies", *lake)[1]


def test_a_missing_key_is_told_before_anything_is_lost(tmp_path, monkeypatch):
    """Which variable, for which model, and what to do."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    place = Place(tmp_path, many(1))
    place.base_url = ""
    place.configure()
    code, output = place("run")
    assert (code, "OPENAI_API_KEY: is not set, and openai/gpt-4.1-mini needs a key" in output) == (cli.CANNOT_RUN, True)


def test_the_launchpad_chooses_extractor_model_address_and_key_by_name(tmp_path, monkeypatch):
    """Fields of the resource lie over the settings; a key itself has no field, and a key for a name is refused."""
    monkeypatch.setenv("TEAM_KEY", "sk-team-000001")
    fields = {"extractor": "instructor", "model": "openai/gpt-4o", "base_url": "http://127.0.0.1:9/v1"}
    resource = BatchResource(
        reports=str(tmp_path), lake=str(tmp_path / "lake"), api_key_env="TEAM_KEY", max_cost=2.5, **fields
    )
    batch = resource.create_resource(dg.build_init_resource_context())
    assert (batch.extractor.name, batch.settings.extract.model) == ("instructor", "openai/gpt-4o")
    assert (batch.settings.extract.base_url, batch.settings.calls.api_key_env) == (fields["base_url"], "TEAM_KEY")
    assert batch.model is not None
    assert batch.model.max_cost == 2.5
    assert "sk-team" not in str(resource) + str(batch.settings)
    wrong = BatchResource(reports=str(tmp_path), lake=str(tmp_path / "lake"), api_key_env="sk-team-000001", **fields)
    with pytest.raises(FactledgerError) as error:
        wrong.create_resource(dg.build_init_resource_context())
    assert "sk-team" not in str(error.value)
    assert not any(name in BatchResource.model_fields for name in ("api_key", "key", "token"))


def test_extraction_holds_the_pool_of_the_model():
    """The asset and the op of the nightly job: dagster.yaml says how many runs may ask at once."""
    assert {asset.op.name: asset.op.pool for asset in ASSETS}["extracted_facts"] == "model"
    pools = {node.name: node.definition.pool for node in defs.resolve_job_def("nightly").graph.nodes}
    assert pools["all_extracted_facts"] == "model"
    assert pools["all_chunks"] is None

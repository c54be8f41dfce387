"""Extraction by a provider's batches: handed in once, collected once, and whatever goes wrong in between."""

import json
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest
from batch_server import BatchServer, completion, well
from model_lake import many
from tiny_lake import markdown, put, rows
from typer.testing import CliRunner

from assets.batches import requests_of
from assets.context import Batch
from assets.extracted_facts import unanswered
from core.contracts.tables import CHUNK_OUTCOMES, EXTRACTED_FACTS
from core.errors import FactledgerError
from core.lake.batches import BatchRecord, LakeBatches
from core.lake.lake import Lake
from core.lake.replies import LakeReplies
from pipelines import cli
from pipelines.batches import provider_batches
from pipelines.definitions import defs
from pipelines.nightly import days_config, nightly_job
from pipelines.resources import batch_of, settings_from

DAY, KEY = "2026-02-01", "sk-batch-abcdef123456"
ONE = (900 * 0.40 + 40 * 1.60) / 1e6 / 2  # a reply of the server, at half of gpt-4.1-mini's price


class Place:
    """Reports, a lake, a server, and settings that have it answer in batches."""

    def __init__(self, root: Path, server: BatchServer, count: int = 5) -> None:
        self.root, self.server, self.lake = root, server, root / "lake"
        self.reports = put(root / "reports", many(count))
        self.settings = root / "settings.toml"
        self.configure()

    def configure(self, calls: str = "", extract: str = "", batch: str = "provider") -> None:
        """Write the settings file."""
        self.settings.write_text(
            f'[extract]\nextractor = "instructor"\nmodel = "openai/gpt-4.1-mini"\nbase_url = "{self.server.base_url}"\n'
            f'{extract}\n[calls]\nconcurrency = 1\napi_key_env = "BATCH_KEY"\nbatch = "{batch}"\n{calls}\n'
        )

    def __call__(self, *words: object, **options: object) -> tuple[int, str]:
        """Exit code and output of a command on this place."""
        given = [str(word) for word in words]
        if words[0] in ("run", "plan") or words[1] == "submit":
            given += ["--reports", str(self.reports)]
        given += ["--lake", str(self.lake), "--settings", str(self.settings)]
        result = CliRunner().invoke(cli.app, given)
        if isinstance(result.exception, FactledgerError):
            return cli.CANNOT_RUN, f"factledger: {result.exception}"
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, " ".join(result.output.split())

    def batch(self) -> Batch:
        """What a run works with."""
        return batch_of(self.reports, self.lake, settings_from(str(self.settings), ""))

    def tick(self, batch: Batch | None = None) -> list[dg.RunRequest] | str:
        """One evaluation of the sensor: its run requests, or why there are none."""
        context = dg.build_sensor_context(resources={"batch": batch or self.batch()})
        found = provider_batches(context)
        return found if isinstance(found, list) else str(found.skip_message)

    def outcomes(self) -> list[str]:
        """How the chunks ended."""
        return sorted(row["outcome"] for row in rows(Lake(self.lake), CHUNK_OUTCOMES))

    def records(self) -> list[BatchRecord]:
        """The batches of the lake."""
        return list(LakeBatches(self.lake).records())

    def age(self, hours: float) -> None:
        """Let all batches be so many hours older."""
        for one in self.records():
            then = datetime.now(UTC) - timedelta(hours=hours)
            LakeBatches(self.lake).write(replace(one, intended_at=then.isoformat()))

    def cost(self) -> float:
        """What the rows of the chunks say."""
        return sum(row["cost"] for row in rows(Lake(self.lake), CHUNK_OUTCOMES))

    def handed_in(self) -> int:
        """Uploads that arrived."""
        return self.server.seen.count(("POST", "/batches"))


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Five short reports and a provider that answers well."""
    monkeypatch.setenv("BATCH_KEY", KEY)
    with BatchServer() as server:
        yield Place(tmp_path, server)


def test_a_night_hands_in_the_sensor_looks_and_the_next_run_has_the_replies(place):
    """The whole way: nothing is asked at once, half the price is counted once, and a last night does nothing."""
    code, output = place("run")
    (record,) = place.records()
    assert (code, place.server.calls, place.outcomes()) == (cli.WITH_ISSUES, [], ["failed_provider"] * 5)
    assert f"batch {record.name} (batch_1): 5 questions handed in" in output
    assert f"5 chunks wait for batch {record.name}" in output
    assert {row["reason"] for row in rows(Lake(place.lake), CHUNK_OUTCOMES)} == {f"batch: waiting for {record.name}"}
    assert "processing, 0 of 5 done" in place.tick()
    place.server.finish()
    (request,) = place.tick()
    assert (request.run_key, request.run_config) == (record.name, days_config(DAY, DAY))
    assert [again.run_key for again in place.tick()] == [record.name]  # Dagster starts a key once

    batch = place.batch()
    done = nightly_job.execute_in_process(
        run_config=request.run_config | {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        resources={"batch": batch},
    )
    assert done.success
    assert (place.server.calls, place.outcomes(), batch.tally["model_calls"]) == ([], ["extracted"] * 5, 0)
    assert place.cost() == pytest.approx(5 * ONE) == pytest.approx(batch.cost)
    assert (batch.tally["model_input_tokens"], batch.tally["model_output_tokens"]) == (4_500, 200)
    assert len(rows(Lake(place.lake), EXTRACTED_FACTS)) == 5
    assert place.tick() == "no batch is waited for"

    requests = len(place.server.seen)
    code, output = place("run")
    assert (code, len(place.server.seen), place.cost()) == (cli.OK, requests, pytest.approx(5 * ONE))


def test_what_waits_is_not_handed_in_again_and_new_reports_are(place):
    """A second night hands in the sixth report alone; a run without batch mode asks nothing that waits."""
    place("run")
    put(place.reports, {f"hosts/{DAY}/late.md": markdown(DAY, "# Late", "", "Host late runs Redis 7.")})
    _, output = place("run")
    assert [len(one.keys) for one in place.records()] == [5, 1]
    assert "5 chunks wait for batch" in output
    assert "1 chunks wait for batch" in output
    place.configure(batch="off")
    place("run")
    assert (place.handed_in(), place.server.calls) == (2, [])
    place.server.finish()
    assert place("run")[0] == cli.OK
    assert (place.outcomes(), place.server.calls) == (["extracted"] * 6, [])


def test_the_commands_do_it_without_dagster(place):
    """Submit, status, collect, run; each says what it did."""
    code, output = place("batch", "submit")
    (record,) = place.records()
    assert (code, f"batch {record.name} (batch_1): 5 questions handed in at openai at" in output) == (cli.OK, True)
    assert "no question is open that does not wait" in place("batch", "submit")[1]
    assert "pending" not in place("batch", "status")[1]
    assert "processing, 0 of 5 done" in place("batch", "status")[1]
    assert "5 of these chunks wait for a batch at the provider" in place("plan")[1]
    assert place("batch", "collect") == (cli.OK, "0 batches collected, 1 waited for")
    place.server.finish()
    assert "completed, 5 of 5 done" in place("batch", "status")[1]
    code, output = place("batch", "collect")
    assert (code, "(batch_1): completed, 5 replies kept 1 batches collected, 0 waited for" in output) == (cli.OK, True)
    assert "no batch is waited for" in place("batch", "status")[1]
    code, output = place("run")
    assert (code, place.server.calls, place.outcomes()) == (cli.OK, [], ["extracted"] * 5)
    assert f"cost {5 * ONE:.4f} USD" in output
    assert place.cost() == pytest.approx(5 * ONE)


def test_bad_answers_are_named_and_asked_at_once(place):
    """Garbage, refusal, error and broken JSON, each told; good ones kept; the same run asks for the rest by calls."""
    hosts = {"h0000": "no JSON at all", "h0001": {"response": {"status_code": 500, "body": "overloaded"}},
             "h0002": {"error": {"code": "server_error", "message": "broke"}}}  # fmt: skip

    def answer(body):
        return next((said for host, said in hosts.items() if host in body["messages"][-1]["content"]), None) or well(
            body
        )

    place.server.answer = answer
    place("run")
    foreign = json.dumps({"custom_id": "rpl_" + "0" * 20, "response": {"status_code": 200, "body": completion("{}")}})
    place.server.finish(output=[b"{no json", foreign.encode()])
    code, output = place("batch", "collect")
    assert code == cli.WITH_ISSUES
    (record,) = place.records()
    assert (record.kept, len(record.bad), record.word) == (2, 3, "completed")
    told = " ".join(record.named)
    for words in (
        "does not keep the contract",
        "HTTP 500: overloaded",
        "server_error",
        "is no JSON",
        "no open question",
    ):
        assert words in told, words
    assert "3 bad, asked at once" in output
    code, output = place("run")
    assert (code, len(place.server.calls), place.outcomes()) == (cli.OK, 3, ["extracted"] * 5)
    assert place.handed_in() == 1


@pytest.mark.parametrize(
    ("status", "row"),
    [
        ("expired", {"error": {"code": "batch_expired", "message": "not in time"}}),
        ("cancelled", {"error": {"code": "batch_cancelled", "message": "stopped"}}),
        ("completed", None),
    ],
)
def test_what_a_batch_never_came_to_is_handed_in_again(place, status, row):
    """What it did answer is kept; the rest is one question in another batch, not a call at the full price."""
    place.server.answer = lambda body: row if "h0003" in body["messages"][-1]["content"] else well(body)
    place("run")
    place.server.finish(status=status)
    _, output = place("run")
    first, second = place.records()
    assert (first.word, first.kept, first.bad, list(second.keys)) == (status, 4, {}, list(second.keys)[:1])
    assert "1 without an answer, open again" in output
    assert (place.server.calls, place.outcomes()) == ([], ["extracted"] * 4 + ["failed_provider"])
    place.server.answer = well
    place.server.finish()
    assert place("run")[0] == cli.OK
    assert (place.server.calls, place.cost()) == ([], pytest.approx(5 * ONE))


def test_what_a_batch_never_came_to_costs_what_a_call_costs_when_it_is_asked_at_once(place):
    """Batch mode was switched off after a batch expired with four of five answers."""
    expired = {"error": {"code": "batch_expired", "message": "not in time"}}
    place.server.answer = lambda body: expired if "h0003" in body["messages"][-1]["content"] else well(body)
    place("run")
    place.server.finish(status="expired")
    place.configure(batch="off")
    assert place("run")[0] == cli.OK
    assert (len(place.server.calls), place.cost()) == (1, pytest.approx(4 * ONE + 2 * ONE))


def test_a_batch_that_never_ends_is_cancelled_and_its_questions_are_handed_in_again(place):
    """After batch_hours; before that it only waits, and the sensor says so and then asks for the run."""
    place("run")
    place.age(29.9)
    assert "processing" in place.tick()
    assert place("batch", "collect")[1] == "0 batches collected, 1 waited for"
    place.age(30.1)
    (request,) = place.tick()
    place("run")
    lost, again = sorted(place.records(), key=lambda one: one.is_live)
    assert (request.run_key, lost.word, again.keys) == (lost.name, "lost", lost.keys)
    assert lost.name != again.name
    assert place.server.batches["batch_1"]["status"] == "cancelling"
    place.server.finish("batch_2")
    assert place("run")[0] == cli.OK
    assert (place.outcomes(), place.handed_in()) == (["extracted"] * 5, 2)


def test_a_batch_that_the_provider_knows_nothing_of_is_lost_at_once(place):
    """Deleted there, or another account: its questions are open again."""
    place("run")
    place.server.batches.clear()
    place("run")
    assert sorted(one.word for one in place.records()) == ["", "lost"]


def test_a_batch_that_failed_as_a_whole_is_told_and_not_handed_in_again_by_the_same_run(place):
    """Else the sensor and the run would go round for ever; the next night tries again."""
    place("run")
    place.server.batches["batch_1"] |= {
        "status": "failed",
        "errors": {"object": "list", "data": [{"message": "Enqueued token limit reached", "code": "token_limit"}]},
    }
    code, output = place("run")
    assert (code, place.handed_in()) == (cli.WITH_ISSUES, 1)
    assert "failed, 0 replies kept, 5 without an answer, open again; Enqueued token limit reached" in output
    assert "the next run hands in again" in output
    place("run")
    assert (place.handed_in(), place.server.calls) == (2, [])


@pytest.mark.parametrize("where", [("POST", "/files"), ("POST", "/batches")])
@pytest.mark.parametrize(("status", "told"), [(500, "HTTP 500"), (401, "HTTP 401"), (404, "HTTP 404")])
def test_a_provider_that_takes_no_batch_is_named_and_nothing_is_asked_at_the_full_price(place, where, status, told):
    """The chunks say why; the next run hands in, once."""
    place.server.failing[where] = status
    code, output = place("run")
    assert code == cli.WITH_ISSUES
    assert f"not everything was handed in: batches of openai at {place.server.base_url}: {told}" in output
    assert KEY not in output
    reasons = {row["reason"] for row in rows(Lake(place.lake), CHUNK_OUTCOMES)}
    assert (len(reasons), reasons.pop().startswith("batch: not handed in: batches of openai")) == (1, True)
    place.server.failing.clear()
    place("run")
    assert (len(place.server.batches), [one.state for one in place.records()], place.server.calls) == (
        1,
        ["waiting"],
        [],
    )


def test_a_batch_whose_receipt_was_lost_is_found_by_its_name(place):
    """The provider made it, the line dropped: the next run takes it up instead of handing in again."""
    place.server.dropped = True
    assert place("run")[0] == cli.WITH_ISSUES
    assert [one.state for one in place.records()] == ["intended"]
    place.server.dropped = False
    place("run")
    (record,) = place.records()
    assert (record.state, record.batch_id, place.handed_in()) == ("waiting", "batch_1", 1)
    assert place.server.batches["batch_1"]["metadata"] == {"factledger": record.name}
    place.server.finish()
    assert place("run")[0] == cli.OK


def test_a_batch_that_was_about_to_be_handed_in_and_was_not_is_forgotten(place):
    """A kill before the provider had it costs nothing; and collecting alone heals too."""
    place.server.failing["POST", "/batches"] = 500
    place("run")
    assert [one.state for one in place.records()] == ["intended"]
    place.server.failing.clear()
    assert place("batch", "collect")[1] == "0 batches collected, 0 waited for"
    assert place.records() == []
    place("run")
    assert [one.state for one in place.records()] == ["waiting"]


def test_two_at_once_hand_a_question_in_once(place):
    """Whoever has the lock hands in; the other finds that all of it waits."""
    place.server.seconds = 0.2
    batches = [place.batch() for _ in range(4)]
    start = threading.Barrier(len(batches))
    place("run")  # the chunks are there, and nothing waits after the next line
    for one in place.records():
        LakeBatches(place.lake).forget(one)
    place.server.batches.clear()
    done: list[int] = []

    def work(batch: Batch) -> None:
        assert batch.model is not None
        assert batch.model.batching is not None
        questions = list(requests_of(batch.extractor, unanswered(batch, [DAY])))
        start.wait(30)
        found = batch.model.batching.hand_in(batch.engine(), questions)
        done.append(sum(len(one.keys) for one in found.batches))

    threads = [threading.Thread(target=work, args=(batch,)) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (sorted(done), len(place.server.batches)) == ([0, 0, 0, 5], 1)


@pytest.mark.parametrize(
    ("calls", "sizes"), [("batch_requests = 2", [2, 2, 1]), ("batch_megabytes = 0.025", [2, 2, 1])]
)
def test_batches_keep_within_their_limits(place, calls, sizes):
    """By questions and by bytes (a line is about 12,000); none is left out, none twice."""
    place.configure(calls)
    place("run")
    assert sorted((len(one.keys) for one in place.records()), reverse=True) == sizes
    listed = [line["custom_id"] for line in place.server.lines()]
    assert len(listed) == len(set(listed)) == 5
    assert max(len(content) for content in place.server.files.values()) <= 25_000 or "requests" in calls
    place.server.finish()
    assert len(place.tick()) == 3
    assert place("run")[0] == cli.OK


def test_a_limit_of_cost_holds_for_batches_too(place):
    """Every question counts with its longest reply, at half the price: 2,500 tokens out are 0.002."""
    code, output = place("run", "--max-cost", "0.008")
    (record,) = place.records()
    assert (code, 1 <= len(record.keys) < 5) == (cli.WITH_ISSUES, True)
    assert "could cost more than max_cost 0.0080" in output
    assert place.server.calls == []
    assert f"{len(record.keys)} chunks wait for batch" in output


def test_canaries_are_asked_before_a_batch_is_handed_in(place):
    """The server finds nothing that is planted: nothing is handed in."""
    place.configure('canaries = "own"')
    code, output = place("run")
    assert (code, place.records(), len(place.server.calls) >= 1) == (cli.WITH_ISSUES, [], True)
    assert "not everything was handed in: canary" in output


def test_the_same_text_delivered_twice_is_handed_in_once_and_counted_once(place):
    """Two chunks, one question, one cost."""
    put(place.reports, {f"other/{DAY}/h0000.md": many(1)[f"hosts/{DAY}/h0000.md"]})
    place("run")
    assert [len(one.keys) for one in place.records()] == [5]
    place.server.finish()
    assert place("run")[0] == cli.OK
    assert (len(place.outcomes()), place.cost()) == (6, pytest.approx(5 * ONE))


def test_a_reply_that_was_cut_off_is_gone_on_from_by_a_call(place):
    """What the batch said is kept and counted at half the price, the rest is one call at the full one."""
    place("run")
    place.server.finish()
    name = place.server.batches["batch_1"]["output_file_id"]
    rows_ = [json.loads(line) for line in place.server.files[name].splitlines()]
    text = rows_[0]["response"]["body"]["choices"][0]["message"]["content"]
    cut = completion(text[: text.rindex("]")] + ', {"text": "Host h', "length")
    rows_[0]["response"]["body"] = cut
    place.server.files[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows_)
    code, _ = place("run")
    assert (code, len(place.server.calls)) == (cli.OK, 1)
    assert place.cost() == pytest.approx(5 * ONE + 2 * ONE)


def test_marks_that_python_calls_line_ends_do_not_break_a_line(place):
    """A reply with U+2028 and U+0085 in a string is one line of the file."""
    place.server.answer = lambda body: well(body).replace("runs", "\u2028\x85runs")
    place("run")
    place.server.finish()
    place("batch", "collect")
    (record,) = place.records()
    assert (record.kept, record.bad, record.named) == (5, {}, ())


def test_a_provider_out_of_reach_lets_batches_wait(place):
    """Nothing is lost, handed in again or asked; run, sensor and command say why."""
    place("run")
    place.server.failing["GET", "/batches/batch_1"] = 503
    assert "cannot be asked about" in place.tick()
    code, output = place("run")
    assert (code, "cannot be asked about" in output, place.handed_in(), place.server.calls) == (1, True, 1, [])
    place.age(31)
    assert "cannot be asked about" in place("batch", "collect")[1]
    assert [one.is_live for one in place.records()] == [True]


def test_batches_of_another_address_wait_and_are_given_up_in_time(place):
    """They cannot be asked about with these settings."""
    place("run")
    (record,) = place.records()
    LakeBatches(place.lake).write(replace(record, where="openai at elsewhere"))
    assert "not to be asked about here" in place("batch", "status")[1]
    place("run")
    assert place.handed_in() == 1
    (record,) = place.records()
    then = (datetime.now(UTC) - timedelta(hours=31)).isoformat()
    LakeBatches(place.lake).write(replace(record, intended_at=then))
    place("run")
    assert (place.handed_in(), sorted(one.word for one in place.records())) == (2, ["", "lost"])


def test_batches_can_be_told_to_stop(place):
    """The command cancels; what the provider had answered is kept."""
    place("run")
    code, output = place("batch", "cancel")
    assert (code, "(batch_1): told to stop" in output) == (cli.OK, True)
    assert place.server.batches["batch_1"]["status"] == "cancelling"
    assert place("batch", "collect")[1] == "0 batches collected, 1 waited for"


def test_the_key_is_in_no_file_and_no_output(place):
    """The provider got it; neither lake nor words hold it, also when a reply and an error repeat it."""
    place.server.answer = lambda body: json.dumps({"facts": [{"text": f"The key is {KEY}."}]})
    said = [place("run")[1]]
    place.server.finish()
    place.server.failing["POST", "/files"] = 400
    put(place.reports, {f"hosts/{DAY}/late.md": markdown(DAY, "# Late", "", "Host late runs Redis 7.")})
    said += [place("run")[1], place("batch", "status")[1], str(place.tick()), repr(place.batch())]
    assert place.server.keys == {f"Bearer {KEY}"}
    assert LakeReplies(place.lake).size()[0] == 5
    assert not [path for path in place.lake.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert KEY not in " ".join(said)


def test_a_missing_key_is_told(place, monkeypatch):
    """Before anything is handed in."""
    monkeypatch.delenv("BATCH_KEY")
    text = place.settings.read_text().replace(f'base_url = "{place.server.base_url}"', "")
    place.settings.write_text(text)
    code, output = place("run")
    assert (code, "BATCH_KEY: is not set" in output, place.records()) == (cli.CANNOT_RUN, True, [])


def test_a_damaged_record_is_named(place):
    """With what to do; no run goes on as if the batch were not."""
    place("run")
    path = next((place.lake / "batches").glob("*.json"))
    path.write_text("{")
    code, output = place("run")
    assert (code, f"{path}: is no record of a batch" in output) == (cli.CANNOT_RUN, True)


def test_an_extractor_without_a_model_has_no_batches(place):
    """The sensor skips and says so; a command cannot run."""
    batch = batch_of(place.reports, place.lake, settings_from("", ""))
    assert "asks no model" in place.tick(batch)
    place.settings.write_text("")
    code, output = place("batch", "submit")
    assert (code, "extract.model: no model is named" in output) == (cli.CANNOT_RUN, True)


def test_the_sensor_is_loaded_stopped():
    """It watches the nightly job, and somebody must switch it on."""
    sensor = defs.resolve_sensor_def("provider_batches")
    assert (sensor.default_status, sensor.minimum_interval_seconds) == (dg.DefaultSensorStatus.STOPPED, 300)
    assert sensor.job_name == "nightly"

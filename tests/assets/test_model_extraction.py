"""Extraction by a model over a lake: paid once, nothing lost, stopped cleanly, accounted for."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from model_lake import answer, good_provider, many, model_batch, model_settings, reply_about, source_of
from scripted_server import ScriptedProvider
from tiny_lake import TINY, markdown, put, rows, run_line, run_stages

from assets.extracted_facts import refresh_extracted_facts
from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, EXTRACTED_FACTS, REJECTED_ITEMS
from core.errors import SettingsError
from core.extract.model.protocol import AuthFailedError, ModelReply, RefusalError, ServerFailureError
from core.lake.replies import LakeReplies
from pipelines.models import model_of

DAY = "2026-02-01"
TABLES = (EXTRACTED_FACTS, REJECTED_ITEMS, CHUNK_OUTCOMES)


@pytest.fixture
def reports(tmp_path) -> Path:
    """Six short reports of one day."""
    return put(tmp_path / "reports", many(6))


def outcomes(batch) -> dict[str, int]:
    """How many chunks ended in each way."""
    found: dict[str, int] = {}
    for row in rows(batch.lake, CHUNK_OUTCOMES):
        found[row["outcome"]] = found.get(row["outcome"], 0) + 1
    return found


def content(batch) -> list[bytes]:
    """The bytes of the day's tables."""
    return [batch.lake.path(table, DAY).read_bytes() for table in TABLES]


def fails_on(number: int, failure: object):
    """An answerer that does well but for one report."""

    def answered(request):
        return failure if f"h{number:04}" in source_of(request.messages[1].content) else answer(request)

    return answered


def test_the_whole_line_runs_on_what_a_model_says(tmp_path):
    """Six files, two languages, a transcript: every sum holds, and every fact has its evidence."""
    batch = model_batch(put(tmp_path / "reports", TINY), tmp_path / "lake", good_provider())
    settled = run_line(batch)
    assert settled.sums.problems == []
    assert settled.sums.kept >= 6
    assert {row["extractor"].split("/")[0] for row in rows(batch.lake, EXTRACTED_FACTS)} == {"instructor"}


def test_tokens_calls_and_cost_are_in_the_tables_the_metadata_and_the_tally(reports, tmp_path):
    """One reply is mended by a second call: seven calls of 100 tokens in and 10 out, at 0.40 and 1.60 a million."""
    bad = {"done": False}

    def answered(request):
        if "h0003" in source_of(request.messages[1].content) and not bad["done"]:
            bad["done"] = True
            return "I am afraid that this is no JSON"
        return answer(request)

    batch = model_batch(reports, tmp_path / "lake", ScriptedProvider(answer=answered))
    run_stages(batch)
    table = rows(batch.lake, CHUNK_OUTCOMES)
    assert [sum(row[name] for row in table) for name in ("attempts", "input_tokens", "output_tokens")] == [7, 700, 70]
    cost = 7 * (100 * 0.40 + 10 * 1.60) / 1e6
    assert sum(row["cost"] for row in table) == pytest.approx(cost) == pytest.approx(batch.cost)
    assert outcomes(batch) == {"extracted": 5, "repaired": 1}
    assert batch.tally["extractor_calls"] == batch.tally["model_calls"] == 7
    again = refresh_extracted_facts(batch, [DAY])[DAY]
    assert (again.made, again.counted["extractor"]["calls"]) == (False, 0)


def test_metadata_of_a_day_say_what_it_came_to(reports, tmp_path):
    """Calls, repairs, stored replies, tokens and cost, each a number that the UI plots."""
    batch = model_batch(reports, tmp_path / "lake", good_provider())
    run_stages(batch)
    batch.lake.path(CHUNK_OUTCOMES, DAY).unlink()
    found = refresh_extracted_facts(batch, [DAY])[DAY]
    assert found.counted["outcome"] == {"extracted": 6}
    assert found.counted["extractor"] == {
        "calls": 0, "cached": 6, "repaired": 0, "input_tokens": 0, "output_tokens": 0, "cost": 0,
    }  # fmt: skip
    assert (found.rows, found.frame.height) == (6, 5)


def test_an_unchanged_night_asks_nothing_and_opens_nothing(reports, tmp_path):
    """No call, no connection, the same bytes; and no key is needed."""
    first = model_batch(reports, tmp_path / "lake", good_provider())
    run_line(first)
    before = content(first)

    def connect():
        raise AssertionError("a connection was made")

    again = model_batch(reports, tmp_path / "lake", None)
    again.model = model_of(again.settings, tmp_path / "lake", again.extractor, connect=connect)
    run_line(again)
    assert (again.tally["model_calls"], content(again)) == (0, before)


def test_a_crash_in_the_middle_loses_no_reply(reports, tmp_path):
    """After a crash, only what was not answered is asked: calls in total = chunks + those in flight."""
    provider = good_provider()

    def crash(request):
        if len(provider.requests) >= 3:
            raise MemoryError("crash")
        return answer(request)

    provider.answer = crash
    with pytest.raises(MemoryError):
        run_line(model_batch(reports, tmp_path / "lake", provider, model_settings(calls__concurrency=1)))
    assert provider.closed
    assert LakeReplies(tmp_path / "lake").size()[0] == 3
    second = good_provider()
    batch = model_batch(reports, tmp_path / "lake", second)
    run_line(batch)
    assert (len(provider.requests), len(second.requests)) == (3, 3)
    assert sum(row["cached"] for row in rows(batch.lake, CHUNK_OUTCOMES)) == 3


@pytest.mark.parametrize(
    ("failure", "outcome", "then"),
    [
        (ServerFailureError("down"), "failed_provider", "extracted"),
        ("no JSON at all", "failed_contract", "repaired"),  # the repair is what was missing
        (RefusalError("against the policy"), "refused", None),
    ],
    ids=["provider", "contract", "refusal"],
)
def test_the_next_run_asks_only_for_what_failed(reports, tmp_path, failure, outcome, then):
    """The rows of the good chunks stay as they are, with what they cost; a refusal would be the same again."""
    provider = ScriptedProvider(answer=fails_on(2, failure))
    batch = model_batch(reports, tmp_path / "lake", provider, model_settings(extract__max_calls=1))
    settled = run_line(batch)
    assert outcomes(batch) == {"extracted": 5, outcome: 1}
    assert (settled.sums.failed_chunks, settled.sums.incomplete_reports, settled.sums.problems) == (1, 1, [])
    good = [row for row in rows(batch.lake, CHUNK_OUTCOMES) if row["outcome"] == "extracted"]
    mended = good_provider()
    again = model_batch(reports, tmp_path / "lake", mended, model_settings(extract__max_calls=1))
    settled = run_line(again)
    assert len(mended.requests) == (then is not None)
    expected = ["extracted"] * 5 + [then or outcome]
    assert sorted(row["outcome"] for row in rows(again.lake, CHUNK_OUTCOMES)) == sorted(expected)
    assert [row for row in rows(again.lake, CHUNK_OUTCOMES) if row in good] == good
    assert settled.sums.problems == []


def test_a_crash_between_two_tables_of_a_day_heals(reports, tmp_path):
    """Outcomes are written last: a chunk that they call done has its facts."""
    first = model_batch(reports, tmp_path / "lake", ScriptedProvider(answer=fails_on(2, "no JSON")))
    run_line(first)
    failed = first.lake.path(CHUNK_OUTCOMES, DAY).read_bytes()
    run_line(model_batch(reports, tmp_path / "lake", good_provider()))
    first.lake.path(CHUNK_OUTCOMES, DAY).write_bytes(failed)  # as if the crash came before the last table
    healed = good_provider()
    batch = model_batch(reports, tmp_path / "lake", healed)
    assert run_line(batch).sums.problems == []
    assert (len(healed.requests), outcomes(batch)) == (0, {"extracted": 6})


def test_a_run_stops_at_its_budget_and_the_next_one_goes_on(reports, tmp_path):
    """What is done is kept, the rest is written as not asked and why; nothing is asked twice."""
    each = (100 * 0.40 + 10 * 1.60) / 1e6
    one_by_one = model_settings(calls__concurrency=1)
    provider = good_provider()
    batch = model_batch(reports, tmp_path / "lake", provider, one_by_one, max_cost=2.5 * each)
    settled = run_line(batch)
    assert len(provider.requests) == 3
    assert outcomes(batch) == {"extracted": 3, "failed_provider": 3}
    assert settled.sums.problems == []
    assert "budget" in str(batch.stopped)
    reasons = {row["reason"] for row in rows(batch.lake, CHUNK_OUTCOMES) if row["outcome"] == "failed_provider"}
    assert all(reason.startswith("stopped: budget: cost 0.0002 has reached") for reason in reasons)
    rest = good_provider()
    again = model_batch(reports, tmp_path / "lake", rest, one_by_one, max_cost=100 * each)
    run_line(again)
    assert (len(rest.requests), again.stopped, outcomes(again)) == (3, None, {"extracted": 6})


def test_a_budget_without_a_price_is_refused(reports, tmp_path):
    """A limit that could never be reached is no limit."""
    settings = model_settings(extract__model="compatible/my-own")
    with pytest.raises(SettingsError, match=r"no price of compatible/my-own is known.*calls\.prices"):
        model_batch(reports, tmp_path / "lake", good_provider(), settings, max_cost=1.0)


def test_a_wrong_key_stops_the_run_at_once(tmp_path):
    """One call is refused; the other chunks are not asked, and say so."""
    provider = ScriptedProvider(steps=(AuthFailedError("the key is wrong"),))
    batch = model_batch(
        put(tmp_path / "r", many(30)), tmp_path / "lake", provider, model_settings(calls__concurrency=2)
    )
    run_stages(batch)
    assert len(provider.requests) <= 2
    assert outcomes(batch) == {"failed_provider": 30}
    assert "every call would fail" in str(batch.stopped)


def test_replay_answers_from_stored_replies_alone(reports, tmp_path):
    """The same facts without a call; what has no reply is a failure that says so, not a call."""
    first = model_batch(reports, tmp_path / "lake", good_provider())
    run_stages(first)
    put(tmp_path / "reports", {f"hosts/{DAY}/late.md": markdown(DAY, "# Late", "", "Host late runs Redis 7.")})
    provider = good_provider()
    batch = model_batch(reports, tmp_path / "replayed", provider, model_settings(extract__extractor="replay"))
    store, other = LakeReplies(tmp_path / "lake"), LakeReplies(tmp_path / "replayed")
    for held in store.held():
        reply = store.get(held.key)
        assert reply is not None
        other.put(held.key, reply)
    run_stages(batch)
    assert provider.requests == []
    texts = [row["text"] for row in rows(first.lake, EXTRACTED_FACTS)]
    assert [row["text"] for row in rows(batch.lake, EXTRACTED_FACTS)] == texts
    (missing,) = [row for row in rows(batch.lake, CHUNK_OUTCOMES) if row["outcome"] != "extracted"]
    assert (missing["outcome"], missing["attempts"]) == ("failed_provider", 0)
    assert "no stored reply" in missing["reason"]


def test_the_same_text_delivered_twice_is_asked_about_once(tmp_path):
    """Two files of one content: two chunks, two rows, one call, also when they are asked at the same time."""
    text = markdown("2026-02-01", "# Host", "", "Host h1 runs PostgreSQL 16.")
    reports = put(tmp_path / "reports", {f"{name}/{DAY}/host.md": text for name in ("a", "b", "c")})
    provider = good_provider()
    batch = model_batch(reports, tmp_path / "lake", provider)
    run_line(batch)
    table = rows(batch.lake, CHUNK_OUTCOMES)
    assert (len(table), len({row["reply_key"] for row in table}), len(provider.requests)) == (3, 1, 1)
    assert sorted(row["cached"] for row in table) == [False, True, True]


def test_another_wording_of_the_same_prompt_costs_nothing_and_shows(reports, tmp_path):
    """Same semantic version, another file: no call, and the outcomes and the metadata say that the text differs."""
    run_line(model_batch(reports, tmp_path / "lake", good_provider()))
    provider = good_provider()
    settings = model_settings(extract__max_facts_per_chunk=199)  # so that the tables are made again
    batch = model_batch(reports, tmp_path / "lake", provider, settings)
    worded = replace(batch.extractor, prompt=replace(batch.extractor.prompt, raw_hash="prm_other"))
    batch.extractor = worded
    batch.model = model_of(settings, tmp_path / "lake", worded, connect=lambda: provider)
    run_stages(batch)
    assert provider.requests == []
    result = refresh_extracted_facts(batch, [DAY])[DAY]
    assert result.counted["prompt"] == {"prompt_text_differs": 6}


def test_canaries_that_fail_keep_the_corpus_from_being_spent(reports, tmp_path):
    """A model that finds nothing where facts are planted is not asked about the reports."""
    provider = ScriptedProvider()  # says of everything that it holds no fact
    batch = model_batch(reports, tmp_path / "lake", provider, model_settings(calls__canaries="own"))
    run_stages(batch)
    assert len(provider.requests) == 1
    assert outcomes(batch) == {"failed_provider": 6}
    assert "canary" in str(batch.stopped)
    assert batch.tally["model_calls"] == 1


def test_canaries_are_asked_afresh_but_only_when_something_is_to_be_asked(reports, tmp_path):
    """A stored answer says nothing of tonight's model; and a night of stored replies needs no canary."""
    settings = model_settings(calls__canaries="own", calls__canary_least=0.0)
    first, second, third = good_provider(), good_provider(), good_provider()
    run_line(model_batch(reports, tmp_path / "lake", first, settings))
    assert len(first.requests) == 2 + 6
    put(reports, {f"hosts/{DAY}/late.md": markdown(DAY, "# Late", "", "Host late runs Redis 7.")})
    run_line(model_batch(reports, tmp_path / "lake", second, settings))
    assert len(second.requests) == 2 + 1
    other = model_settings(calls__canaries="own", calls__canary_least=0.0, extract__max_facts_per_chunk=150)
    run_line(model_batch(reports, tmp_path / "lake", third, other))
    assert third.requests == []


def test_days_are_written_as_they_are_done_and_progress_is_told_by_chunk(tmp_path):
    """A day does not wait for the others; each chunk is counted, with the cost so far."""
    files = {**many(4, "2026-02-01"), **many(4, "2026-02-02")}
    batch = model_batch(
        put(tmp_path / "r", files), tmp_path / "lake", good_provider(), model_settings(calls__concurrency=1)
    )
    told = []

    def progress(stage, done, total, detail=""):
        if stage == "extracted_facts":
            told.append((done, total, detail, len(batch.lake.days(CHUNK_OUTCOMES))))

    batch.progress = progress
    run_stages(batch)
    assert [done for done, *_ in told] == [0, *range(1, 9), 8]
    assert {total for _, total, *_ in told} == {8}
    assert told[5][3] == 1  # while the fifth chunk, of the second day, ends, the first day is there
    assert told[-1][2] == "0.00 USD"


def test_no_secret_reaches_the_lake(tmp_path, monkeypatch):
    """A model that repeats the key in its reply: the reply is kept without it."""
    monkeypatch.setenv("MY_KEY", "sk-test-abcdef123456")

    def leaky(request):
        reply = json.loads(reply_about(request.messages[1].content))
        reply["facts"].append({"text": "The key is sk-test-abcdef123456."})
        return ModelReply(json.dumps(reply), input_tokens=1, output_tokens=1)

    batch = model_batch(
        put(tmp_path / "r", many(2)), tmp_path / "lake", ScriptedProvider(answer=leaky),
        model_settings(calls__api_key_env="MY_KEY"),
    )  # fmt: skip
    run_line(batch)
    assert len(rows(batch.lake, EXTRACTED_FACTS)) >= 2
    stored = b"".join(path.read_bytes() for path in (tmp_path / "lake").rglob("*") if path.is_file())
    assert b"sk-test-abcdef123456" not in stored
    assert "sk-test" not in str(rows(batch.lake, EXTRACTED_FACTS)) + str(rows(batch.lake, CHUNK_OUTCOMES))


def test_order_of_answers_does_not_show_in_the_tables(reports, tmp_path):
    """One at a time or many at once: the same facts in the same order."""
    one = model_batch(reports, tmp_path / "one", good_provider(), model_settings(calls__concurrency=1))
    many_ = model_batch(reports, tmp_path / "many", good_provider(), model_settings(calls__concurrency=50))
    for batch in (one, many_):
        run_stages(batch)
    assert rows(one.lake, EXTRACTED_FACTS) == rows(many_.lake, EXTRACTED_FACTS)
    chunks = [row["chunk_id"] for row in rows(many_.lake, CHUNKS)]
    assert [row["chunk_id"] for row in rows(many_.lake, CHUNK_OUTCOMES)] == chunks

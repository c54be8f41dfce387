"""What a model or its provider does wrong is kept, named and asked about again; it never looks like nothing to say."""

import json

import pytest
from model_lake import answer, good_provider, many, model_batch, model_settings, reply_about
from scripted_server import FakeClock, ScriptedProvider
from tiny_lake import markdown, put, run_line

from assets.checks import failed_chunks_result, silent_chunks_result
from core.audit.reports import accounts_of, failed_chunks, model_rates
from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, DROPPED_FACTS, EXTRACTED_FACTS, REJECTED_ITEMS
from core.extract.model.canaries import own_canaries
from core.extract.model.protocol import LENGTH, ModelReply, ModelTimeoutError, RefusalError, RefusedConnectionError
from core.ids import content_id
from core.lake.replies import LakeReplies
from pipelines import models
from pipelines.planning import plan_of

DAY = "2026-02-01"
PATH_REPORT = r"The dropper was saved to C:\users\upd.exe by Silent Heron."


@pytest.fixture(autouse=True)
def clock(monkeypatch) -> FakeClock:
    """A clock on which waiting takes no time."""
    clock = FakeClock()
    monkeypatch.setattr(models, "RunningClock", lambda: clock)
    return clock


@pytest.fixture
def asked(told):
    """Run the line with a provider of the test's own; the reports lie in ``told``."""

    def run(provider, files=None, **settings):
        if files is not None:
            put(told.reports, files)
        told.last = model_batch(told.reports, told.lake.root, provider, model_settings(**settings))
        return run_line(told.last)

    return run


def replies(*steps):
    """A provider that gives these replies, the last one for ever."""
    return ScriptedProvider(steps)


def facts(*items):
    """A reply."""
    return json.dumps({"facts": [{"text": item} if isinstance(item, str) else item for item in items]})


def report(*lines, day=DAY):
    """One report of a day."""
    return {f"cti/{day}/r.md": markdown(day, "# Notes", "", *lines)}


def outcome_of(told):
    """The one outcome row."""
    (row,) = told.rows(CHUNK_OUTCOMES)
    return row


BROKEN = {
    "C1-01 illegal escape": r'{"facts":[{"text":"dropper saved to C:\users\upd.exe"}]}',
    "C1-01 cut and closed": '{"facts":[{"text":"dropper saved to',
    "C1-01 two objects": "The answer follows. {]}",
    "C6-01 empty": "",
    "C6-01 blank": " \n ",
    "C6-04 a word": '"ok"',
    "C6-04 a number": "7",
    "C6-04 null": "null",
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_reply_that_nobody_can_read_is_asked_about_once_more(told, asked, case):
    """A parse error gave an empty list, and the call looked fine."""
    good = facts({"text": PATH_REPORT, "quote": PATH_REPORT})
    provider = replies(BROKEN[case], good)
    asked(provider, report(PATH_REPORT))
    row = outcome_of(told)
    assert (row["outcome"], told.texts()) in (("repaired", [PATH_REPORT]), ("salvaged", [PATH_REPORT]))
    assert row["attempts"] == len(provider.requests) == 2


@pytest.mark.parametrize("case", [case for case in BROKEN if "escape" not in case and "cut" not in case])
def test_a_reply_that_stays_unreadable_fails_its_chunk(told, asked, case):
    """Still broken: the chunk failed, the report is incomplete, and the run says so; it is never "0 facts, fine"."""
    provider = replies(BROKEN[case])
    settled = asked(provider, report(PATH_REPORT))
    assert (outcome_of(told)["outcome"], len(provider.requests)) == ("failed_contract", 2)
    assert (settled.sums.state, settled.sums.incomplete_reports) == ("completed_with_errors", 1)
    assert [one.state for one in accounts_of(told.lake, [DAY])] == ["incomplete"]


@pytest.mark.parametrize(
    "failure", [ModelTimeoutError("slow"), RefusedConnectionError("refused")], ids=["C1-02", "C1-14"]
)
def test_a_provider_that_never_answers_is_a_failure_that_the_next_run_mends(told, asked, failure):
    """Exhausted retries looked like nothing to say: the next run asks for it, and for it alone."""
    files = many(4)

    def third_fails(request):
        return failure if "h0002" in request.messages[1].content else answer(request)

    settled = asked(ScriptedProvider(answer=third_fails), files)
    assert settled.sums.outcomes == {"extracted": 3, "failed_provider": 1}
    assert settled.sums.state == "completed_with_errors"
    assert not failed_chunks_result(told.last, [DAY]).passed
    healthy = good_provider()
    settled = asked(healthy)
    assert (len(healthy.requests), settled.sums.state) == (1, "completed")
    assert failed_chunks_result(told.last, [DAY]).passed


DENSE = (
    "Grey Heron, Silent Heron and Amber Finch attacked Meridian Energy, Northwind and the port of Gdansk "
    "on 3 February 2026, on 5 February 2026, on 7 February 2026 and on 9 February 2026."
)
DENSE_ZH = "2026年2月3日银鹭组织攻击了北辰公司。2月5日静鹭组织攻击了海州银行。2月7日琥珀组织攻击了里加港口。"


@pytest.mark.parametrize(
    ("dense", "bye"), [(DENSE, "Thanks all, bye."), (DENSE_ZH, "谢谢大家，再见。")], ids=["C1-03", "C1-03 zh"]
)
def test_an_empty_answer_about_a_dense_text_raises_a_warning(told, asked, dense, bye):
    """Nothing to say and nothing found are both no facts; only the second is looked at by a person."""
    files = {f"{name}/{DAY}/r.md": markdown(DAY, "# Notes", "", text) for name, text in (("a", bye), ("b", dense))}
    asked(replies(facts()), files)
    assert [row["outcome"] for row in told.rows(CHUNK_OUTCOMES)] == ["no_facts", "no_facts"]
    result = silent_chunks_result(told.last, [DAY])
    assert not result.passed
    assert f"b/{DAY}/r.md" in result.description
    assert f"a/{DAY}/r.md" not in result.description


@pytest.mark.parametrize((), [pytest.param(id="C1-06")])
def test_a_provider_that_dies_leaves_exactly_the_rest_to_be_asked(told, asked):
    """12 of 60 chunks were extracted and the state was complete: the 48 others are listed, and asked next."""
    provider = ScriptedProvider()

    def dies(request):
        return answer(request) if len(provider.requests) < 12 else RefusedConnectionError("refused")

    provider.answer = dies
    one_by_one = {"calls__concurrency": 1, "extract__max_calls": 1, "calls__breaker_window": 60}
    settled = asked(provider, many(60), **one_by_one)
    assert (settled.sums.incomplete_reports, settled.sums.kept) == (48, 12)
    assert len(failed_chunks(told.lake, [DAY])) == 48
    assert failed_chunks_result(told.last, [DAY]).description.startswith("48 of 60 chunks failed, in 48 of 60 reports")
    healthy = good_provider()
    settled = asked(healthy, **one_by_one)
    assert (len(healthy.requests), settled.sums.kept, settled.sums.state) == (48, 60, "completed")


@pytest.mark.parametrize((), [pytest.param(id="C1-10")])
def test_a_refusal_costs_one_call_and_no_neighbour(told, asked):
    """A policy refusal was retried four times and took its siblings with it; here it is listed for review."""

    def refuses(request):
        return RefusalError("against the policy") if "h0002" in request.messages[1].content else answer(request)

    provider = ScriptedProvider(answer=refuses)
    settled = asked(provider, many(5))
    assert (len(provider.requests), settled.sums.kept) == (5, 4)
    (failed,) = failed_chunks(told.lake, [DAY])
    assert (failed.path, failed.outcome, failed.reason) == (f"hosts/{DAY}/h0002.md", "refused", "against the policy")


@pytest.mark.parametrize((), [pytest.param(id="C1-11")])
def test_a_model_with_its_own_keys_loses_no_fact_and_its_rate_is_known(told, asked):
    """A weak model's near-miss keys were all dropped."""

    def near_miss(request):
        items = json.loads(answer(request))["facts"]
        return json.dumps({"facts": [{"fact": item["text"], "quote": item["quote"]} for item in items]})

    settled = asked(ScriptedProvider(answer=near_miss), many(6))
    assert (settled.sums.outcomes, settled.sums.kept) == ({"salvaged": 6}, 6)
    (rate,) = model_rates(told.lake, [DAY])
    assert (rate.mended_rate, rate.failure_rate) == (1.0, 0.0)


@pytest.mark.parametrize((), [pytest.param(id="C1-11 unusable")])
def test_a_model_that_never_keeps_the_contract_stops_the_run(told, asked):
    """Its failure rate is recorded, and the corpus is not spent on it."""
    provider = replies('{"memories":[{"note":"x"}]}')
    settled = asked(provider, many(60), calls__breaker_window=5, calls__concurrency=1)
    assert "breaker" in told.last.stopped
    assert len(provider.requests) <= 12
    assert "no_facts" not in settled.sums.outcomes
    (rate,) = model_rates(told.lake, [DAY])
    assert (rate.model, rate.failure_rate) == ("openai/gpt-4.1-mini", 1.0)
    metadata = failed_chunks_result(told.last, [DAY]).metadata
    assert metadata["contract_failure_rate/openai/gpt-4.1-mini"].value == 1.0


@pytest.mark.parametrize((), [pytest.param(id="C1-17")])
def test_of_a_cut_off_reply_only_the_rest_is_asked(told, asked):
    """The whole chunk was done again: here the 40 whole facts are kept, and the second question shows them as known."""
    hosts = [f"Host h{number:02} runs PostgreSQL 16." for number in range(45)]
    cut = facts(*[{"text": host, "quote": host} for host in hosts[:40]])[:-2] + ', {"text": "Host h4'
    rest = facts(*[{"text": host, "quote": host} for host in hosts[40:]])
    provider = replies(ModelReply(cut, LENGTH), rest)
    asked(provider, report(*[f"{host}\n" for host in hosts]))
    assert len(provider.requests) == 2
    assert hosts[39] in provider.requests[1].messages[-1].content + provider.requests[1].messages[-2].content
    assert sorted(row["text"] for row in told.rows(EXTRACTED_FACTS)) == hosts
    assert outcome_of(told)["attempts"] == 2


@pytest.mark.parametrize((), [pytest.param(id="C1-19")])
def test_a_model_that_misses_planted_facts_never_sees_the_corpus(told, asked):
    """A change of format gave nothing for a whole corpus. 3 of 5 planted facts stop the run, 4 of 5 let it go on."""

    def finds(number):
        def answered(request):
            if "Oaken Lattice" not in request.messages[1].content and "栎格" not in request.messages[1].content:
                return answer(request)
            planted = own_canaries()["栎格" in request.messages[1].content].planted
            return facts(*[" ".join(words) for words in planted[:number]])

        return answered

    few, enough = ScriptedProvider(answer=finds(3)), ScriptedProvider(answer=finds(4))
    settled = asked(few, many(6), calls__canaries="own")
    assert (len(few.requests), settled.sums.outcomes) == (1, {"failed_provider": 6})
    assert "canary" in told.last.stopped
    settled = asked(enough, calls__canaries="own")
    assert (len(enough.requests), settled.sums.outcomes) == (2 + 6, {"extracted": 6})


SHAPES = {
    "C6-02": '[{"fact":"Silent Heron left."}]',
    "C6-03": '{"facts":[{"text":"Silent Heron left."}]}',
    "C6-06": '{"facts":[{"text":"Silent Heron\x0b left."}]}',
    "C6-06 raw tab and line end": '{"facts":[{"text":"Silent Heron\t\n left."}]}',
}


@pytest.mark.parametrize("case", SHAPES)
def test_a_shape_that_drifted_is_read_by_a_declared_coercion(told, asked, case):
    """A bare list, a missing optional key, a raw control character: the fact is there, and the outcome says how."""
    asked(replies(SHAPES[case]), report("Silent Heron left."))
    (row,) = told.rows(EXTRACTED_FACTS)
    assert " ".join(row["text"].split()) == "Silent Heron left."
    assert outcome_of(told)["outcome"] == ("extracted" if case == "C6-03" else "salvaged")


@pytest.mark.parametrize((), [pytest.param(id="C6-05")])
def test_a_reply_too_long_for_its_limit_names_report_chunk_and_limit(told, asked):
    """The error said that some JSON was broken: this one says where, and which number to raise."""
    cell_line = "| " + " | ".join(f"cell{number}" for number in range(60)) + " |"
    asked(replies(ModelReply('{"facts":[{"text":"a', LENGTH)), report(cell_line), extract__max_output_tokens=300)
    (failed,) = failed_chunks(told.lake, [DAY])
    (chunk,) = told.rows(CHUNKS)
    assert (failed.path, failed.chunk_id, failed.outcome) == (f"cti/{DAY}/r.md", chunk["chunk_id"], "output_too_long")
    assert f"characters {chunk['char_start']} to {chunk['char_end']}" in failed.reason
    assert "max_output_tokens (300)" in failed.reason


@pytest.mark.parametrize((), [pytest.param(id="C6-05 split")])
def test_a_long_text_whose_reply_was_cut_is_asked_about_in_halves(told, asked):
    """The reply was cut in the first string: two questions about half the text each bring all of it."""
    hosts = [f"Host h{number:02} of the Orchid cluster in Frankfurt runs PostgreSQL 16." for number in range(40)]

    def small_mouth(request):
        found = json.loads(reply_about(request.messages[1].content))["facts"]
        whole = all(host in request.messages[1].content for host in (hosts[0], hosts[-1]))
        return ModelReply('{"facts":[{"text":"Host', LENGTH) if whole else json.dumps({"facts": found})

    asked(ScriptedProvider(answer=small_mouth), report(*[f"{host}\n" for host in hosts]))
    assert outcome_of(told)["outcome"] == "extracted"
    assert {hosts[0]} <= {row["text"] for row in told.rows(EXTRACTED_FACTS)}
    assert outcome_of(told)["attempts"] == 3


@pytest.mark.parametrize((), [pytest.param(id="C6-08")])
def test_an_empty_envelope_makes_no_row(told, asked):
    """The envelope itself became a fact."""
    asked(replies('{"facts":[]}'), report("Silent Heron left."), extract__fallback="raw")
    assert told.rows(EXTRACTED_FACTS) == told.rows(REJECTED_ITEMS) == told.notes() == []
    assert outcome_of(told)["outcome"] == "no_facts"


@pytest.mark.parametrize((), [pytest.param(id="C6-11")])
def test_an_unusable_reply_is_kept_without_secrets_and_found_by_its_hash(told, asked, monkeypatch):
    """Nobody could see what the model had said: its reply is in the store, and the failure names its hash."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-abcdef123456")
    asked(replies("I found: the key is sk-test-abcdef123456."), report("Silent Heron left."))
    row = outcome_of(told)
    store = LakeReplies(told.lake.root)
    kept = [store.get(held.key) for held in store.held()]
    assert [reply.text for reply in kept if content_id("raw_", reply.text) in row["reason"]] != []
    assert store.get(row["reply_key"]) is not None
    assert not any("abcdef123456" in reply.text for reply in kept)


@pytest.mark.parametrize((), [pytest.param(id="C9-03 plan")])
def test_a_changed_question_is_planned_for_every_chunk_and_an_unchanged_one_for_none(told, asked):
    """After a change of prompt most documents went on with the old answers, and nobody had been told."""
    asked(good_provider(), many(12))
    same, other = model_settings(), model_settings(extract__max_output_tokens=2_000)
    assert plan_of(told.reports, told.lake.root, same).asked == []
    planned = plan_of(told.reports, told.lake.root, other)
    assert (len(planned.asked), planned.answered, dict(planned.reasons)) == (12, 0, {"parameters": 12})
    put(told.reports, {f"hosts/{DAY}/late.md": markdown(DAY, "# Late", "", "Host late runs Redis 7.")})
    scoped = plan_of(told.reports, told.lake.root, same)
    assert (len(scoped.asked), scoped.answered) == (1, 12)
    provider = good_provider()
    asked(provider, extract__max_output_tokens=2_000)
    assert len(provider.requests) == 13
    assert len({row["extractor_version"] for row in told.rows(CHUNK_OUTCOMES)}) == 1


@pytest.mark.parametrize((), [pytest.param(id="C9-04 model")])
def test_another_model_is_asked_and_named(told, asked):
    """Old output bore the new model's name."""
    asked(good_provider(), many(3))
    provider = good_provider()
    asked(provider, extract__model="openai/gpt-4o")
    assert len(provider.requests) == 3
    assert {(row["model"], row["cached"]) for row in told.rows(CHUNK_OUTCOMES)} == {("openai/gpt-4o", False)}
    assert all("gpt-4o" in row["extractor"] for row in told.rows(EXTRACTED_FACTS))


@pytest.mark.parametrize((), [pytest.param(id="C9-06 model")])
def test_a_model_in_a_circle_is_stopped_and_flagged(told, asked):
    """400 times one fact: one row, no further call, and the reason says so."""
    reply = facts(*["Silent Heron left."] * 400)
    provider = replies(ModelReply(reply[:-3], LENGTH))
    settled = asked(provider, report("Silent Heron left."))
    assert (len(provider.requests), len(told.rows(EXTRACTED_FACTS))) == (1, 1)
    assert outcome_of(told)["reason"] == "repetition"
    assert settled.sums.problems == []


@pytest.mark.parametrize((), [pytest.param(id="C9-07 model")])
def test_a_flood_from_a_model_is_cut_with_a_row_for_each(told, asked):
    """300 entities of one chunk were cut to a limit in silence."""
    hosts = [f"Host h{number:03} runs PostgreSQL 16." for number in range(300)]
    provider = replies(facts(*[{"text": host, "quote": host} for host in hosts]))
    settled = asked(provider, report(*[f"- {host}" for host in hosts]), chunk__max_chars=20_000)
    assert (settled.sums.candidates, settled.sums.kept, settled.sums.dropped) == (300, 200, {"cap": 100})
    assert len(told.rows(DROPPED_FACTS)) == 100


@pytest.mark.parametrize((), [pytest.param(id="C9-08 model")])
def test_a_stage_that_failed_later_asks_no_model_again(told, asked, monkeypatch):
    """One failed asset ran all of its partition again, paid calls included."""

    def die(*_args, **_kwargs):
        raise MemoryError("crash")

    with monkeypatch.context() as patched:
        patched.setattr("assets.normalised_facts.normalise_facts", die)
        with pytest.raises(MemoryError):
            asked(good_provider(), many(4))
    again = good_provider()
    settled = asked(again)
    assert (again.requests, settled.sums.kept) == ([], 4)

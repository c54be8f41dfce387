"""Failures that users of other extraction pipelines reported, each shown not to happen here."""

import asyncio
import json

import pytest
from scripted_server import FakeClock, ScriptedProvider, chunk_of

from core.extract.contract import DEFAULT_IMPORTANCE
from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.limits import RateLimiter
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.protocol import LENGTH, ModelReply, ModelTimeoutError, RefusalError
from core.extract.model.running import run_chunks
from core.extract.model.store import MemoryStore


def engine_of(*steps, answer=None, store=None, **policy):
    """Return an engine over a script."""
    clock = FakeClock()
    settings = {"model": "test/model", **policy}
    provider = ScriptedProvider(steps or ("{}",), answer)
    return Engine(AskPolicy(**settings), provider, store or MemoryStore(), clock, RateLimiter(clock))


def asked(engine, text="The dropper was saved and Silent Heron left.", **kind):
    """Return how a text ends."""
    return asyncio.run(ask(engine, chunk_of(text, **kind)))


def facts(*items):
    """Return an envelope."""
    return json.dumps(
        {"facts": [{"text": item} if isinstance(item, str) else item for item in items]}, ensure_ascii=False
    )


def test_a_windows_path_in_a_reply_loses_no_fact():
    """An illegal escape is mended or asked about again, and never ends as nothing found."""
    broken = r'{"facts":[{"text":"dropper saved to C:\users\upd.exe"}]}'
    for again in (broken, "still broken", facts(r"dropper saved to C:\users\upd.exe")):
        found = asked(engine_of(broken, again))
        assert [fact.text for fact in found.facts] == [r"dropper saved to C:\users\upd.exe"]


def test_a_reply_nobody_can_read_fails_its_chunk():
    """Twice unreadable is a failed contract with the digest of the raw reply, never an empty success."""
    found = asked(engine_of("{{{", "{{{"))
    assert found.outcome == "failed_contract"
    assert "reply raw_" in found.reason


def test_exhausted_retries_do_not_look_like_nothing_to_say():
    """Timeouts on every try are a failed provider."""
    found = asked(engine_of(ModelTimeoutError("slow")))
    assert (found.outcome, found.attempts) == ("failed_provider", 3)


def test_an_empty_list_is_an_answer_and_an_empty_text_is_none():
    """The two are never the same outcome."""
    assert asked(engine_of('{"facts":[]}')).outcome == "no_facts"
    empty = asked(engine_of(""))
    assert (empty.outcome, empty.attempts) == ("failed_contract", 2)


def test_a_refusal_is_tried_once_and_costs_no_sibling():
    """Of five chunks the third is refused: one call for it, and the facts of the other four."""

    def answer(request):
        number = request.messages[1].content.split("Report ")[1][0]
        return RefusalError("policy") if number == "3" else facts(f"Fact of report {number}.")

    engine, ended = engine_of(answer=answer), {}
    chunks = [chunk_of(f"Report {n}: Silent Heron moved.", chunk_id=f"chk_{n}") for n in range(1, 6)]
    asyncio.run(run_chunks(engine, chunks, RunPolicy(), lambda chunk, found: ended.__setitem__(chunk.chunk_id, found)))
    assert {name: found.outcome for name, found in ended.items()} == {
        "chk_1": "extracted",
        "chk_2": "extracted",
        "chk_3": "refused",
        "chk_4": "extracted",
        "chk_5": "extracted",
    }
    assert len(engine.provider.requests) == 5
    assert [fact.text for fact in ended["chk_5"].facts] == ["Fact of report 5."]


def test_near_miss_keys_keep_their_facts():
    """A weak model that writes ``fact`` for ``text`` everywhere loses none, and each chunk says so."""
    found = asked(engine_of('{"facts":[{"fact":"Silent Heron left."}]}'))
    assert (found.outcome, len(found.facts)) == ("salvaged", 1)


def test_a_pronoun_without_a_name_is_marked():
    """A later chunk sees the sentence before it; a fact still about "It" is marked, never passed as resolved."""
    text = "The dropper came first. They are a crew called Silent Heron. It moved to the payroll host on 3 May."
    start = text.index("It moved")
    engine = engine_of(facts("It moved to the payroll host on 3 May."))
    found = asked(engine, text, start=start)
    assert "a crew called Silent Heron" in engine.provider.requests[0].messages[1].content
    assert found.facts[0].tags == ("unresolved_reference",)


def test_content_in_another_field_is_no_silent_zero():
    """A format change of the provider fails each chunk and stops the run."""
    engine, ended = engine_of('{"memories":[{"text":"x"}]}'), []
    chunks = [chunk_of(f"Report {n}", chunk_id=f"chk_{n}") for n in range(100)]
    summary = asyncio.run(
        run_chunks(engine, chunks, RunPolicy(breaker_window=5), lambda _, found: ended.append(found.outcome))
    )
    assert "no_facts" not in ended
    assert summary.stopped
    assert summary.calls < 40


def test_a_chunk_that_always_overruns_is_named_and_not_dropped():
    """At the floor of splitting the outcome names the characters that are not covered."""
    found = asked(engine_of(ModelReply('{"facts":[{"text":"a', LENGTH)), "|" + "cell|" * 95 + "last")
    assert found.outcome == "output_too_long"
    assert "characters 0 to 480" in found.reason


ODD = [
    ('[{"fact":"x"}]', "salvaged", ["x"]),
    ('"ok"', "failed_contract", []),
    ('{"facts":[{"text":"a\x0bb"}]}', "salvaged", ["a\x0bb"]),
    ('{"facts":[{"importance":3},{"text":"kept"}]}', "extracted", ["kept"]),
]


@pytest.mark.parametrize(("reply", "outcome", "kept"), ODD)
def test_odd_replies_end_in_a_declared_way(reply, outcome, kept):
    """No shape of reply raises."""
    found = asked(engine_of(reply))
    assert (found.outcome, [fact.text for fact in found.facts]) == (outcome, kept)


def test_an_item_without_optional_fields_is_whole():
    """Only the text is required."""
    fact = asked(engine_of(facts("Silent Heron left."))).facts[0]
    assert (fact.importance, fact.tags, fact.fact_type, fact.source_seqs) == (DEFAULT_IMPORTANCE, (), "fact", ())


def test_an_empty_envelope_never_becomes_a_fact():
    """No fact holds a brace of the reply."""
    found = asked(engine_of('{"facts":[]}', fallback="raw"))
    assert not found.facts


def test_a_chinese_text_stays_chinese():
    """A translated fact is sent back once; the name stays in its own script."""
    text = "银鹭组织于三月使用了海带工具。"
    engine = engine_of(facts("The Silver Heron group used the Kelp tool in March."), facts(text))
    found = asked(engine, text, language="zh")
    assert (found.outcome, [fact.text for fact in found.facts]) == ("repaired", [text])


def test_every_call_is_counted_also_the_failed_ones():
    """Two failures and a success are three calls."""
    found = asked(engine_of(ModelTimeoutError("x"), ModelTimeoutError("x"), facts("Silent Heron left.")))
    assert (found.outcome, found.attempts) == ("extracted", 3)


def test_another_model_never_answers_under_this_ones_name():
    """After a change of model, the stored replies of the old one are not used."""
    store = MemoryStore()
    asked(engine_of(facts("Old."), store=store))
    found = asked(engine_of(facts("New."), store=store, model="test/newer"))
    assert ([fact.text for fact in found.facts], found.usage.model, found.attempts) == (["New."], "test/newer", 1)


def test_a_model_that_turns_in_a_circle_is_stopped():
    """Four hundred times the same fact is one fact, flagged, and no continuation is paid for."""
    reply = facts(*["Silent Heron left."] * 400)
    for text, finish in ((reply, "stop"), (reply[:-3], LENGTH)):
        found = asked(engine_of(ModelReply(text, finish)))
        assert (len(found.facts), found.reason, found.attempts) == (1, "repetition", 1)


def test_a_flood_is_kept_for_the_cap_to_account_for():
    """Three hundred facts of one chunk all arrive; what is cut later is cut with a reason."""
    found = asked(engine_of(facts(*[f"Host {n} fell." for n in range(300)])))
    assert len(found.facts) == 300


def test_running_everything_again_calls_no_model():
    """A failure further down costs no extraction twice."""
    store = MemoryStore()
    asked(engine_of(facts("Silent Heron left."), store=store))
    again = engine_of(facts("x"), store=store)
    assert asked(again).attempts == 0
    assert not again.provider.requests

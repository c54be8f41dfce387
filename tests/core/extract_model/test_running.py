"""Many chunks: bounded, paced, stopped in time, resumed without paying twice."""

import asyncio
import json
import tracemalloc

import pytest
from scripted_server import FakeClock, ScriptedProvider, chunk_of

from core.extract.model.calling import Engine
from core.extract.model.canaries import found_share, own_canaries
from core.extract.model.extractor import ModelExtractor, replaying
from core.extract.model.limits import NoLimits, RateLimiter
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.protocol import (
    AuthFailedError,
    ModelReply,
    ModelTimeoutError,
    RateLimitedError,
    ServerFailureError,
)
from core.extract.model.running import run_chunks
from core.extract.model.store import MemoryStore
from core.model import CandidateFact

GOOD = '{"facts":[{"text":"Silent Heron moved."}]}'


def chunks(count):
    """Yield chunks that differ in a number."""
    for n in range(count):
        yield chunk_of(f"Report {n}: Silent Heron moved.", chunk_id=f"chk_{n}")


def number_of(request):
    """Return the number of the chunk that a request asks about."""
    return int(request.messages[1].content.split("Report ")[1].split(":")[0])


def engine_of(answer=None, store=None, **policy):
    """Return an engine over a scripted provider."""
    provider = ScriptedProvider((GOOD,), answer)
    settings = {"model": "test/model", "max_calls": 1, **policy}
    return Engine(AskPolicy(**settings), provider, store or MemoryStore(), FakeClock())


def ran(engine, count, **policy):
    """Run so many chunks; return the summary and the ending of each."""
    ended = {}

    def on_done(chunk, found):
        assert chunk.chunk_id not in ended
        ended[chunk.chunk_id] = found

    settings = {"concurrency": 4, **policy}
    canaries = settings.pop("planted", None)
    summary = asyncio.run(run_chunks(engine, chunks(count), RunPolicy(**settings), on_done, canaries))
    return summary, ended


def test_every_chunk_ends_once_and_no_more_are_asked_at_once_than_allowed():
    """A hundred chunks, four at a time, each handed on exactly once."""
    engine = engine_of()
    summary, ended = ran(engine, 100)
    assert len(ended) == summary.chunks == summary.calls == 100
    assert summary.outcomes == {"extracted": 100}
    assert engine.provider.most_at_once == 4


def test_an_outage_stops_the_run_and_the_rest_is_recorded():
    """The provider dies after 12 of 60 chunks: few more calls, all 60 accounted for, 48 not extracted."""

    def answer(request):
        return GOOD if number_of(request) < 12 else ServerFailureError("down")

    engine = engine_of(answer)
    summary, ended = ran(engine, 60, breaker_window=10)
    assert len(ended) == 60
    assert summary.outcomes == {"extracted": 12, "failed_provider": 48}
    assert summary.stopped.startswith("breaker: ")
    assert summary.calls < 30
    assert sum(found.reason.startswith("stopped: breaker") for found in ended.values() if found.reason) > 30


def test_the_next_run_asks_only_for_what_is_missing():
    """After the outage, exactly the 48 open chunks are asked about."""
    store = MemoryStore()

    def answer(request):
        return GOOD if number_of(request) < 12 else ServerFailureError("down")

    ran(engine_of(answer, store), 60, breaker_window=10)
    summary, _ = ran(engine_of(None, store), 60)
    assert (summary.calls, summary.cached) == (48, 12)
    assert summary.outcomes == {"extracted": 60}


def test_broken_replies_stop_the_run_before_the_corpus_is_spent():
    """A model that answers past the contract is found out after one window."""
    summary, ended = ran(engine_of(lambda _: '{"memories":["x"]}'), 500, breaker_window=20)
    assert summary.calls < 30
    assert len(ended) == 500
    assert "20 of the last 20 chunks failed" in summary.stopped


def test_a_wrong_key_stops_at_once():
    """What every call would meet is not tried on every chunk."""
    summary, _ = ran(engine_of(lambda _: AuthFailedError("401")), 100)
    assert summary.calls <= 4
    assert "every call would fail" in summary.stopped


def test_some_failures_below_the_rate_stop_nothing():
    """A third of timeouts is bad luck, not an outage."""
    summary, _ = ran(engine_of(lambda r: ModelTimeoutError("x") if number_of(r) % 3 == 0 else GOOD), 90)
    assert summary.stopped is None
    assert summary.outcomes == {"extracted": 60, "failed_provider": 30}


def test_stored_replies_are_still_used_after_a_stop():
    """A stopped run gives what is paid for already."""
    store = MemoryStore()
    ran(engine_of(None, store), 30)
    summary, ended = ran(engine_of(lambda _: AuthFailedError("401"), store), 60)
    assert summary.outcomes["extracted"] == 30
    assert len(ended) == 60


def test_the_budget_stops_cleanly():
    """At a price of 1 a call and a budget of 10, the run ends with what was in flight."""
    engine = engine_of()
    priced = Engine(
        engine.policy, engine.provider, engine.store, engine.clock, price=lambda _model, sent, _got: sent / 100
    )
    summary, ended = ran(priced, 100, max_cost=10.0)
    assert 10 <= summary.cost <= 13
    assert summary.stopped.startswith("budget: ")
    assert len(ended) == 100


def test_canaries_run_first_and_stop_a_blind_model():
    """A model that finds none of the planted facts never sees the corpus."""
    engine = engine_of(lambda _: '{"facts":[]}')
    summary, ended = ran(engine, 50, canaries=True)
    assert len(engine.provider.requests) == 1
    assert summary.stopped.startswith("canary english-report: 0 of 5 planted facts found")
    assert len(ended) == 50


def test_canaries_let_a_seeing_model_through():
    """A model that repeats each sentence of the canary finds the planted facts."""

    def answer(request):
        source = request.messages[1].content.split(" begins ===\n")[1].split("\n===")[0]
        said = [part.strip() for part in source.replace("。", "。|").replace(". ", ".|").split("|") if part.strip()]
        return json.dumps({"facts": [{"text": part} for part in said]}, ensure_ascii=False)

    summary, ended = ran(engine_of(answer), 5, canaries=True)
    assert summary.stopped is None
    assert summary.calls == 7
    assert len(ended) == 5


def test_each_canary_plants_five_facts_in_its_own_text():
    """What is planted is there, word by word, in two languages."""
    assert {canary.language for canary in own_canaries()} == {"en", "zh"}
    for canary in own_canaries():
        assert len(canary.planted) == 5
        assert found_share(canary, [CandidateFact(canary.text, 5)]) == 1.0
        assert found_share(canary, []) == 0.0


def test_a_run_over_many_chunks_keeps_no_chunk():
    """Memory does not grow with the corpus: five hundred chunks leave less than 4 MB."""

    def many():
        for n in range(500):
            yield chunk_of(f"Report {n}: " + "Silent Heron moved. " * 20, chunk_id=f"chk_{n}")

    class Nothing(MemoryStore):
        def put(self, key, reply):
            pass

    engine = engine_of(store=Nothing())
    engine = Engine(engine.policy, _Quiet(), engine.store, engine.clock)
    tracemalloc.start()
    asyncio.run(run_chunks(engine, many(), RunPolicy(concurrency=8), lambda *_: None))
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 4_000_000


class _Quiet:
    """A provider that remembers nothing."""

    async def complete(self, request):
        return ModelReply(GOOD)

    async def aclose(self):
        pass


def test_an_error_of_the_callback_ends_the_run():
    """A full disk is no chunk's outcome: it stops the run and is not swallowed."""

    def on_done(*_):
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        asyncio.run(run_chunks(engine_of(), chunks(10), RunPolicy(), on_done))


def test_no_minute_holds_more_requests_than_allowed():
    """At 60 a minute the hundredth call leaves no earlier than after 98 seconds."""
    clock = FakeClock()
    limiter = RateLimiter(clock, requests_per_minute=60)

    async def hundred():
        for _ in range(100):
            await limiter.admit(10)

    asyncio.run(hundred())
    assert 98 <= clock.time <= 100


def test_tokens_count_as_well():
    """Ten calls of 1,000 tokens at 6,000 a minute take a minute and a half."""
    clock = FakeClock()
    limiter = RateLimiter(clock, tokens_per_minute=6_000)

    async def ten():
        for _ in range(10):
            await limiter.admit(1_000)

    asyncio.run(ten())
    assert 88 <= clock.time <= 91


def test_one_chunks_429_holds_everybody_back():
    """After a Retry-After of 30 seconds no call leaves before it is over."""
    clock = FakeClock()
    left = []

    def answer(_request):
        left.append(clock.time)
        return RateLimitedError("429", retry_after=30.0) if len(left) == 1 else GOOD

    engine = Engine(AskPolicy("test/model"), ScriptedProvider(answer=answer), MemoryStore(), clock, RateLimiter(clock))
    asyncio.run(run_chunks(engine, chunks(6), RunPolicy(concurrency=1), lambda *_: None))
    assert left[0] == 0
    assert all(at >= 30 for at in left[1:])


def test_no_limits_let_everything_through():
    """Without rates nothing waits."""
    limits = NoLimits()
    limits.pause(5)
    assert asyncio.run(asyncio.wait_for(limits.admit(10**9), timeout=60)) is None


def test_the_extractor_closes_what_it_opened_and_names_its_version():
    """Each use opens one connection and closes it; the version names model, prompt and contract."""
    opened = []

    def connect():
        opened.append(ScriptedProvider((GOOD,)))
        return opened[-1]

    extractor = ModelExtractor(engine_of(), connect, RunPolicy(concurrency=2))
    assert extractor.extract(next(chunks(1))).outcome == "extracted"
    assert extractor.extract_all(chunks(5), lambda *_: None).chunks == 5
    assert [provider.closed for provider in opened] == [True, True]
    assert extractor.version.startswith("test/model/prompt-1.")


def test_a_replay_answers_from_the_store_alone():
    """What is stored comes back without a call; what is not is said to be missing."""
    engine = engine_of()
    ran(engine, 3)
    replay = replaying(engine)
    found = [replay.extract(chunk) for chunk in chunks(4)]
    assert [one.outcome for one in found] == ["extracted"] * 3 + ["failed_provider"]
    assert "no stored reply" in found[3].reason
    assert (replay.name, found[0].usage.cached) == ("replay", True)

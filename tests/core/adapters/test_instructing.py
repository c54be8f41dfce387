"""The list that every provider adapter passes, through the real SDK, Instructor and a real HTTP server."""

import asyncio
import json
import logging
import os
import socket
import time

import pytest
from scripted_server import (
    EMPTY,
    FILTERED,
    HALF_CLOSED,
    HTML,
    NO_CHOICES,
    REFUSED,
    ScriptedServer,
    Step,
    chunk_of,
    cut_off,
    failing,
    ok,
    slow,
)

from core.adapters.clock import RunningClock
from core.adapters.instructing import InstructorProvider
from core.adapters.providers import PROVIDERS, provider_row
from core.adapters.redaction import redactor
from core.errors import SettingsError
from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.limits import RateLimiter
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.protocol import ProviderError
from core.extract.model.requests import first_request
from core.extract.model.running import run_chunks
from core.extract.model.store import MemoryStore

KEY = "sk-test-0123456789abcdef"
TEXT = "The crew Silent Heron moved to the payroll host on 3 May {{ 7*7 }}."
FACT = {"text": "Silent Heron moved to the payroll host on 3 May.", "quote": "moved to the payroll host"}
INVENTED = {"text": "Silent Heron paid.", "quote": "paid the broker"}
CUT = '{"facts":[' + json.dumps(FACT) + ',{"text":"Sil'
MODELS = ["compatible/m", "openai/m", "ollama/m", "anthropic/m"]
SDKS = ["compatible/m", "anthropic/m"]  # one model for each SDK; the other rows differ in data alone


def provider_of(model, server, key=KEY, mode="json"):
    """Return the adapter of a model, pointed at the scripted server."""
    if model.startswith("anthropic/"):
        pytest.importorskip("anthropic")
        return InstructorProvider(model, key, server.base_url.removesuffix("/v1"), mode)
    return InstructorProvider(model, key, server.base_url, mode)


async def ended(model, server, chunk=None, mode="json", **policy):
    """Return how a chunk ends against the scripted server."""
    provider, clock = provider_of(model, server, mode=mode), RunningClock()
    settings = {"model": model, "backoff_seconds": 0.01, "timeout_seconds": 0.6, "budget_seconds": 5.0, **policy}
    engine = Engine(AskPolicy(**settings), provider, MemoryStore(), clock, RateLimiter(clock), redact=redactor([KEY]))
    try:
        return await ask(engine, chunk or chunk_of(TEXT))
    finally:
        await provider.aclose()


CONFORMANCE = [
    # steps, outcome, requests, facts, a word of the reason
    pytest.param([ok(FACT)], "extracted", 1, 1, None, id="good"),
    pytest.param([ok()], "no_facts", 1, 0, "nothing_durable", id="nothing"),
    pytest.param([ok(INVENTED), ok(FACT)], "repaired", 2, 1, None, id="invented-quote"),
    pytest.param([Step("no json"), ok(FACT)], "repaired", 2, 1, None, id="garbage"),
    pytest.param([Step("no json")], "failed_contract", 2, 0, "no JSON", id="garbage-twice"),
    pytest.param([Step("{}"), ok(FACT)], "repaired", 2, 1, None, id="empty-object"),
    pytest.param([Step('{"memories":[]}')], "failed_contract", 2, 0, "without", id="wrong-schema"),
    pytest.param([Step('["Silent Heron left."]')], "salvaged", 2, 1, None, id="bare-array"),
    pytest.param([Step("<think>{</think>" + ok(FACT).text)], "extracted", 1, 1, None, id="thought"),
    pytest.param([cut_off(CUT), ok("Silent Heron left.")], "salvaged", 2, 2, None, id="cut-off"),
    pytest.param([cut_off('{"facts":[{"te')], "output_too_long", 1, 0, "max_output_tokens", id="cut-off-at-once"),
    pytest.param([EMPTY, ok(FACT)], "repaired", 2, 1, None, id="empty-text"),
    pytest.param([EMPTY], "failed_contract", 2, 0, "empty_reply", id="empty-twice"),
    pytest.param([REFUSED], "refused", 1, 0, None, id="refusal"),
    pytest.param([FILTERED], "refused", 1, 0, None, id="filtered"),
    pytest.param([failing(429, retry_after="0.05"), ok(FACT)], "extracted", 2, 1, None, id="429"),
    pytest.param([failing(429, retry_after="0.01")], "failed_provider", 3, 0, "rate_limited", id="429-storm"),
    pytest.param([failing(429, retry_after="900")], "failed_provider", 1, 0, "rate_limited", id="429-for-long"),
    pytest.param([failing(429, "insufficient_quota")], "failed_provider", 1, 0, "auth", id="no-credit"),
    pytest.param([failing(500), failing(503), ok(FACT)], "extracted", 3, 1, None, id="500-503"),
    pytest.param([failing(500)], "failed_provider", 3, 0, "server_error", id="500-for-ever"),
    pytest.param([failing(529)], "failed_provider", 3, 0, "server_error", id="overloaded"),
    pytest.param([failing(401, f"Incorrect API key {KEY}")], "failed_provider", 1, 0, "auth", id="401"),
    pytest.param([failing(403)], "failed_provider", 1, 0, "auth", id="403"),
    pytest.param([failing(400)], "failed_provider", 1, 0, "bad_request", id="400"),
    pytest.param([failing(404)], "failed_provider", 1, 0, "bad_request", id="404"),
    pytest.param([failing(422)], "failed_provider", 1, 0, "bad_request", id="422"),
    pytest.param(
        [failing(500, "1 validation error: Input should be 'text' or 'json_object'")],
        "failed_provider",
        1,
        0,
        "bad_request",
        id="500-of-the-form",
    ),
    pytest.param([failing(400, "maximum context length is 512")], "failed_provider", 1, 0, "too_long", id="too-long"),
    pytest.param([failing(400, "blocked by content_filter")], "refused", 1, 0, None, id="policy-400"),
    pytest.param([HALF_CLOSED], "failed_provider", 3, 0, "server_error", id="half-closed"),
    pytest.param([HALF_CLOSED, ok(FACT)], "extracted", 2, 1, None, id="half-closed-once"),
    pytest.param([HTML], "failed_provider", 3, 0, "server_error", id="html"),
    pytest.param([slow(5, ok(FACT)), ok(FACT)], "extracted", 2, 1, None, id="slow-once"),
]


@pytest.mark.parametrize("model", SDKS)
@pytest.mark.parametrize(("steps", "outcome", "requests", "facts", "reason"), CONFORMANCE)
def test_conformance(model, steps, outcome, requests, facts, reason):
    """Each fault has its outcome and its number of requests on the wire; no key in what is kept."""
    with ScriptedServer(steps) as server:
        found = asyncio.run(ended(model, server))
        assert (found.outcome, len(server.requests), len(found.facts)) == (outcome, requests, facts), found
        assert found.attempts == requests
    assert reason is None or reason in found.reason
    assert KEY not in str(found)


@pytest.mark.parametrize("mode", ["json", "json_schema", "md_json", "tools"])
def test_every_mode_of_instructor_hands_back_the_raw_reply(mode):
    """Whichever way the contract is shown, an invalid reply comes back whole."""
    with ScriptedServer([Step('[{"fact":"Silent Heron left."}]')]) as server:
        found = asyncio.run(ended("compatible/m", server, mode=mode))
    assert (found.outcome, [fact.text for fact in found.facts]) == ("salvaged", ["Silent Heron left."])


def test_no_choice_at_all_is_an_empty_reply():
    """It is asked about once more and then fails its contract."""
    with ScriptedServer([NO_CHOICES]) as server:
        found = asyncio.run(ended("compatible/m", server))
        assert (found.outcome, len(server.requests)) == ("failed_contract", 2)


@pytest.mark.parametrize("model", MODELS)
def test_untrusted_text_reaches_the_wire_letter_by_letter(model):
    """Template marks are not rendered, and the schema and the rules travel with the text."""
    with ScriptedServer([ok(FACT)]) as server:
        asyncio.run(ended(model, server))
        sent = server.requests[0].body
    assert "{{ 7*7 }}" in json.dumps(sent["messages"])
    assert "source_seqs" in json.dumps(sent)
    assert sent["model"] == "m"


def test_parameters_travel_under_the_names_each_api_wants():
    """The reply's budget and the temperature are sent, the latter not when it is left to the model."""
    with ScriptedServer([ok(FACT)]) as server:
        asyncio.run(ended("openai/m", server, max_output_tokens=77))
        asyncio.run(ended("compatible/m", server, max_output_tokens=77, temperature=None))
        first, second = (seen.body for seen in server.requests)
    assert (first["max_completion_tokens"], first["temperature"]) == (77, 0.0)
    assert second["max_tokens"] == 77
    assert "temperature" not in second


@pytest.mark.parametrize("model", MODELS)
def test_the_key_is_in_the_header_alone(model, caplog):
    """Neither messages, nor errors, nor logs, nor the adapter's own face show it."""
    caplog.set_level(logging.DEBUG)
    with ScriptedServer([failing(401, f"Incorrect API key provided: {KEY}")]) as server:
        found = asyncio.run(ended(model, server))
        shown = repr(provider_of(model, server))
        sent = server.requests[0]
    assert KEY in " ".join(sent.headers.values())
    for text in (json.dumps(sent.body), str(found), shown, caplog.text):
        assert KEY not in text


def test_nobody_at_the_address_is_a_refused_connection():
    """A closed port is found out at once and tried as often as allowed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    provider, clock = InstructorProvider("compatible/m", "", f"http://127.0.0.1:{port}/v1"), RunningClock()
    engine = Engine(AskPolicy("compatible/m", backoff_seconds=0.01), provider, MemoryStore(), clock)
    found = asyncio.run(ask(engine, chunk_of(TEXT)))
    assert (found.outcome, found.attempts) == ("failed_provider", 3)
    assert found.reason.startswith("refused_connection")


def test_a_server_that_drips_is_cut_by_the_whole_time_of_the_request():
    """The time limit is that of the whole reply."""
    with ScriptedServer([slow(3, ok(FACT))]) as server:
        started = time.perf_counter()
        found = asyncio.run(ended("compatible/m", server, timeout_seconds=0.2, max_calls=2))
        assert time.perf_counter() - started < 2.5
    assert found.reason.startswith("timeout")


@pytest.mark.parametrize("model", MODELS)
def test_tokens_come_from_the_provider(model):
    """What the API counts is what the ledger of calls shows."""
    with ScriptedServer([ok(FACT)]) as server:
        usage = asyncio.run(ended(model, server)).usage
    assert usage.input_tokens > 500
    assert usage.output_tokens > 5


def test_many_chunks_at_once_each_get_their_own_answer():
    """Sixty chunks at concurrency 16 over one client: every fact belongs to its chunk."""

    def answer(seen):
        number = seen.user_text.split("Report ")[1].split(":")[0]
        return slow(0.02, ok(f"Report {number} was read."))

    async def run(server, got):
        provider, clock = provider_of("compatible/m", server), RunningClock()
        engine = Engine(AskPolicy("compatible/m"), provider, MemoryStore(), clock, RateLimiter(clock))
        chunks = (chunk_of(f"Report {n}: text.", chunk_id=f"chk_{n}") for n in range(60))
        await run_chunks(engine, chunks, RunPolicy(concurrency=16), lambda c, f: got.update({c.chunk_id: f}))
        await provider.aclose()

    got: dict = {}
    with ScriptedServer(answer=answer) as server:
        asyncio.run(run(server, got))
    assert {name: found.facts[0].text for name, found in got.items()} == {
        f"chk_{n}": f"Report {n} was read." for n in range(60)
    }


def test_each_row_can_be_built_and_unknown_ones_are_named():
    """A provider is one row; a mistake names what there is."""
    for name in PROVIDERS:
        assert provider_row(f"{name}/a/b")[1] == "a/b"
    for wrong in ("gpt", "nobody/m", "openai/"):
        with pytest.raises(SettingsError, match="anthropic, compatible"):
            provider_row(wrong)
    with pytest.raises(SettingsError, match="base_url"):
        InstructorProvider("compatible/m")
    with pytest.raises(SettingsError, match="json_schema"):
        InstructorProvider("ollama/m", mode="telepathy")


@pytest.mark.live
def test_a_live_endpoint_answers_under_the_contract():
    """Against FACTLEDGER_LIVE_MODEL (and _BASE_URL, _KEY): whatever it says ends in a declared outcome."""
    model = os.environ.get("FACTLEDGER_LIVE_MODEL")
    if not model:
        pytest.skip("FACTLEDGER_LIVE_MODEL names no model")
    provider = InstructorProvider(
        model, os.environ.get("FACTLEDGER_LIVE_KEY", ""), os.environ.get("FACTLEDGER_LIVE_BASE_URL", "")
    )
    clock, store = RunningClock(), MemoryStore()
    policy = AskPolicy(model, max_output_tokens=600, context_tokens=4_096, timeout_seconds=600, budget_seconds=1_800)

    async def live():
        try:
            return await ask(Engine(policy, provider, store, clock, RateLimiter(clock)), chunk_of(TEXT))
        finally:
            await provider.aclose()

    found = asyncio.run(live())
    assert found.outcome not in ("failed_provider", "refused"), found
    assert store.replies
    assert found.usage.output_tokens > 0


def test_a_failure_is_a_typed_one_when_asked_directly():
    """An adapter raises nothing but the engine's own failures."""
    with ScriptedServer([failing(500)]) as server:
        provider = provider_of("compatible/m", server)
        with pytest.raises(ProviderError, match="HTTP 500"):
            asyncio.run(provider.complete(first_request(chunk_of(TEXT), AskPolicy("compatible/m"))))

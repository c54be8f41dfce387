"""One chunk, every way a model or its provider can behave: the outcome, the facts, the number of calls."""

import asyncio
import json

import pytest
from scripted_server import FakeClock, ScriptedProvider, chunk_of, talk_of

from core.errors import SettingsError
from core.extract.model.asking import ask
from core.extract.model.calling import Engine, Halt, jitter
from core.extract.model.limits import RateLimiter
from core.extract.model.parsing import NONE
from core.extract.model.policy import AskPolicy
from core.extract.model.protocol import (
    LENGTH,
    AuthFailedError,
    BadRequestError,
    EmptyReplyError,
    InputTooLongError,
    ModelReply,
    ModelTimeoutError,
    RateLimitedError,
    RefusalError,
    RefusedConnectionError,
    ServerFailureError,
)
from core.extract.model.store import MemoryStore
from core.model import Mask

TEXT = "The crew Silent Heron moved to the payroll host on 3 May. It used the tool KELP 2.1 there."
FACT = {"text": "Silent Heron moved to the payroll host on 3 May.", "quote": "moved to the payroll host on 3 May"}
OTHER = {"text": "Silent Heron used the tool KELP 2.1 on the payroll host.", "quote": "It used the tool KELP 2.1"}
INVENTED = {"text": "Silent Heron sold the data.", "quote": "sold the data to a broker"}


def envelope(*facts):
    """Return a reply in the contract's shape."""
    return json.dumps({"facts": list(facts)}, ensure_ascii=False)


GOOD = envelope(FACT)
BROKEN = "I think there are facts."
CUT = '{"facts":[' + json.dumps(FACT) + ',{"text":"Silent He'


def engine_of(*steps, store=None, clock=None, **policy):
    """Return an engine over scripted steps."""
    settings = {"model": "test/model", **policy}
    provider = ScriptedProvider(steps) if steps else ScriptedProvider()
    clock = clock or FakeClock()
    return Engine(AskPolicy(**settings), provider, store or MemoryStore(), clock, RateLimiter(clock))


def asked(engine, chunk=None):
    """Return how a chunk ends."""
    return asyncio.run(ask(engine, chunk or chunk_of(TEXT)))


def texts(found):
    """Return what the facts say."""
    return [fact.text for fact in found.facts]


TIMEOUT = ModelTimeoutError("slow")
SERVER = ServerFailureError("500")
LIMITED = RateLimitedError("429", retry_after=7.0)

ENDINGS = [
    # steps, outcome, calls, number of facts, a word of the reason
    pytest.param([GOOD], "extracted", 1, 1, None, id="good"),
    pytest.param([envelope()], "no_facts", 1, 0, "nothing_durable", id="nothing-durable"),
    pytest.param([BROKEN, GOOD], "repaired", 2, 1, None, id="repaired"),
    pytest.param([BROKEN, envelope()], "no_facts", 2, 0, "nothing_durable", id="repaired-to-nothing"),
    pytest.param([BROKEN, BROKEN], "failed_contract", 2, 0, "no JSON", id="broken-twice"),
    pytest.param(["", ""], "failed_contract", 2, 0, "empty_reply", id="empty-twice"),
    pytest.param([EmptyReplyError("x"), GOOD], "repaired", 2, 1, None, id="no-choice-then-good"),
    pytest.param(["[]", "[]"], "no_facts", 2, 0, "empty_reply", id="empty-array-twice"),
    pytest.param([f"[{json.dumps(FACT)}]"], "salvaged", 2, 1, None, id="array-twice"),
    pytest.param([f"[{json.dumps(FACT)}]", GOOD], "repaired", 2, 1, None, id="array-then-good"),
    pytest.param([f"[{json.dumps(FACT)}]", BROKEN], "salvaged", 2, 1, None, id="array-then-broken"),
    pytest.param([f"[{json.dumps(FACT)}]", envelope()], "salvaged", 2, 1, None, id="array-then-nothing"),
    pytest.param([f"[{json.dumps(FACT)}]", SERVER], "salvaged", 3, 1, "not repaired", id="repair-call-fails"),
    pytest.param([f"[{json.dumps(FACT)}]", RefusalError("no")], "salvaged", 2, 1, "refusal", id="repair-refused"),
    pytest.param([BROKEN, SERVER], "failed_provider", 3, 0, "server_error", id="broken-then-outage"),
    pytest.param([envelope(INVENTED), GOOD], "repaired", 2, 1, None, id="invented-quote-repaired"),
    pytest.param([envelope(INVENTED)], "failed_contract", 2, 0, "quote", id="invented-quote-twice"),
    pytest.param([envelope(INVENTED), envelope()], "no_facts", 2, 0, "nothing_durable", id="invented-quote-withdrawn"),
    pytest.param([envelope(FACT, INVENTED), envelope()], "extracted", 2, 1, None, id="one-bad-item"),
    pytest.param([envelope(FACT, INVENTED), envelope(OTHER)], "repaired", 2, 2, None, id="one-bad-item-repaired"),
    pytest.param(
        [envelope(FACT, INVENTED), AuthFailedError("x")], "extracted", 2, 1, "not repaired", id="item-repair-fails"
    ),
    pytest.param([ModelReply(CUT, LENGTH), envelope(OTHER)], "salvaged", 2, 2, None, id="cut-off-continued"),
    pytest.param([ModelReply(CUT, LENGTH), envelope()], "salvaged", 2, 1, None, id="cut-off-nothing-missing"),
    pytest.param([CUT, envelope(OTHER)], "salvaged", 2, 2, None, id="cut-off-without-saying-so"),
    pytest.param([ModelReply(CUT, LENGTH)], "output_too_long", 3, 1, "rest not obtained", id="cut-off-for-ever"),
    pytest.param([ModelReply(CUT, LENGTH), BROKEN], "output_too_long", 2, 1, "rest not obtained", id="rest-unreadable"),
    pytest.param([ModelReply(CUT, LENGTH), SERVER], "failed_provider", 3, 1, "server_error", id="rest-not-reached"),
    pytest.param([ModelReply("<think>hm", LENGTH)], "output_too_long", 1, 0, "max_output_tokens", id="all-thought"),
    pytest.param([TIMEOUT], "failed_provider", 3, 0, "timeout", id="timeouts"),
    pytest.param([TIMEOUT, SERVER, GOOD], "extracted", 3, 1, None, id="two-failures-then-good"),
    pytest.param([LIMITED], "failed_provider", 3, 0, "rate_limited", id="429-storm"),
    pytest.param([RefusedConnectionError("x")], "failed_provider", 3, 0, "refused_connection", id="nobody-there"),
    pytest.param([AuthFailedError("x")], "failed_provider", 1, 0, "auth", id="auth-at-once"),
    pytest.param([BadRequestError("x")], "failed_provider", 1, 0, "bad_request", id="bad-request-at-once"),
    pytest.param([RefusalError("policy")], "refused", 1, 0, "policy", id="refused-once"),
    pytest.param([InputTooLongError("4096")], "failed_provider", 1, 0, "input_too_long", id="too-long-and-small"),
]


@pytest.mark.parametrize(("steps", "outcome", "calls", "facts", "reason"), ENDINGS)
def test_each_way_to_end_has_its_outcome_and_number_of_calls(steps, outcome, calls, facts, reason):
    """Every script ends in its one outcome; calls never pass the limit, and none is repeated for nothing."""
    engine = engine_of(*steps)
    found = asked(engine)
    assert (found.outcome, found.attempts, len(found.facts)) == (outcome, calls, facts)
    assert len(engine.provider.requests) == calls
    assert found.reason is None if reason is None else reason in found.reason
    assert found.facts or found.reason


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
@pytest.mark.parametrize("step", [SERVER, LIMITED, BROKEN, "", ModelReply(CUT, LENGTH), envelope(INVENTED)])
def test_the_limit_of_calls_is_hard(limit, step):
    """Whatever keeps going wrong, no more requests leave than allowed."""
    engine = engine_of(step, max_calls=limit)
    asked(engine)
    assert len(engine.provider.requests) <= limit


def test_a_repair_shows_the_model_its_reply_and_the_error():
    """The one re-ask holds the question, the reply as it was, and what is wrong with it."""
    engine = engine_of('[{"fact":"x"}]', GOOD)
    asked(engine)
    first, second = engine.provider.requests
    assert second.kind == "repair"
    assert second.messages[:2] == first.messages
    assert second.messages[2].content == '[{"fact":"x"}]'
    assert '"fact"; expected "text"' in second.messages[3].content


def test_a_continuation_asks_only_for_the_rest():
    """Forty whole items of a cut-off reply are kept and shown as kept; one more call brings the rest."""
    many = [{"text": f"Silent Heron used host {n}."} for n in range(40)]
    cut = envelope(*many)[:-2] + ', {"text": "Silent Heron used ho'
    engine = engine_of(ModelReply(cut, LENGTH), envelope({"text": "Silent Heron used host 40."}))
    found = asked(engine)
    assert (found.outcome, found.attempts, len(found.facts)) == ("salvaged", 2, 41)
    assert "These 40 facts arrived" in engine.provider.requests[1].messages[-1].content


def test_an_overrun_splits_the_chunk_before_it_gives_up():
    """A reply with no whole item leads to two smaller questions that together cover the chunk."""
    text = "".join(f"Host {n} of Silent Heron was found at site {n} in May. " for n in range(40))
    steps = [ModelReply('{"facts":[{"text":"Ho', LENGTH), envelope({"text": "Host 1 was found."}), envelope()]
    engine = engine_of(*steps)
    found = asked(engine, chunk_of(text))
    assert (found.outcome, found.attempts) == ("extracted", 3)
    halves = [request.messages[1].content for request in engine.provider.requests[1:]]
    assert all(any(f"Host {n} of" in half for half in halves) for n in range(40))


def test_at_the_floor_the_failure_names_the_place_and_the_cap():
    """An overrun of a piece too small to split says which characters and which limit."""
    found = asked(engine_of(ModelReply("{", LENGTH)), chunk_of("x" * 480))
    assert found.outcome == "output_too_long"
    assert "chk_1, characters 0 to 480" in found.reason
    assert "2500" in found.reason


def test_a_question_too_long_for_the_model_is_split():
    """A provider that finds the input too long is asked about halves."""
    long = chunk_of("".join(f"Site {n} fell in May. " for n in range(100)))
    engine = engine_of(InputTooLongError("4096"), envelope({"text": "Site 1 fell."}), envelope())
    assert asked(engine, long).outcome == "extracted"


def test_a_chunk_beyond_the_budget_is_split_and_never_cut():
    """Every character of a chunk that does not fit reaches the model in some question."""
    text = "".join(f"第{n}号主机于五月失守，原因是口令被盗。" for n in range(400))
    engine = engine_of(envelope(), context_tokens=6_000)
    asked(engine, chunk_of(text, language="zh"))
    shown = [request.messages[1].content for request in engine.provider.requests]
    assert len(shown) > 1
    assert all(any(f"第{n}号主机于五月失守，原因是口令被盗。" in part for part in shown) for n in range(400))
    assert all(request.input_tokens + 2_500 <= 6_000 for request in engine.provider.requests)


def test_retry_after_is_honoured_and_waits_grow():
    """A wait is never shorter than asked, and the second backoff is longer than the first."""
    clock = FakeClock()
    asked(engine_of(LIMITED, GOOD, clock=clock))
    assert max(clock.slept) >= 7
    clock = FakeClock()
    asked(engine_of(SERVER, clock=clock))
    first, second = [wait for wait in clock.slept if wait]
    assert 0.5 <= first <= 1.0 <= second <= 2.0


def test_a_wait_beyond_the_time_budget_is_not_begun():
    """An hour's Retry-After ends the chunk at once; the next run asks again."""
    clock = FakeClock()
    found = asked(engine_of(RateLimitedError("429", retry_after=3600), clock=clock))
    assert (found.outcome, found.attempts, sum(clock.slept)) == ("failed_provider", 1, 0)


def test_jitter_differs_between_chunks_and_not_between_runs():
    """Waits spread without a random source."""
    assert jitter("a", 1) == jitter("a", 1)
    assert len({jitter(f"rpl_{n}", 0) for n in range(50)}) == 50


def test_a_stored_reply_is_used_instead_of_a_call():
    """The second time the same question costs nothing, and says so."""
    store = MemoryStore()
    asked(engine_of(BROKEN, GOOD, store=store))
    again = engine_of("never asked", store=store)
    found = asked(again)
    assert (found.outcome, found.attempts, found.usage.cached, found.usage.input_tokens) == ("repaired", 0, True, 0)
    assert texts(found) == [FACT["text"]]
    assert not again.provider.requests


def test_raw_replies_are_stored_even_when_nobody_can_read_them():
    """Both replies of a failed chunk are kept as they came, each under its own key."""
    store = MemoryStore()
    asked(engine_of(BROKEN, "still nothing", store=store))
    assert [(reply.kind, reply.text) for reply in store.replies.values()] == [
        ("first", BROKEN),
        ("repair", "still nothing"),
    ]


def test_a_stored_failure_is_asked_again_and_a_stored_refusal_is_not():
    """The next run asks for what is missing; a refusal is an answer."""
    store = MemoryStore()
    asked(engine_of(BROKEN, store=store))
    assert asked(engine_of(GOOD, store=store)).outcome == "extracted"
    assert asked(engine_of(BROKEN, store=store)).outcome == "extracted"
    store = MemoryStore()
    asked(engine_of(RefusalError("policy"), store=store))
    later = engine_of(GOOD, store=store)
    assert asked(later).outcome == "refused"
    assert not later.provider.requests


def test_an_outage_in_the_middle_costs_only_the_missing_call():
    """After a repair that did not come through, the next run asks only for the repair."""
    store = MemoryStore()
    asked(engine_of(BROKEN, AuthFailedError("x"), store=store))
    later = engine_of(GOOD, store=store)
    assert asked(later).outcome == "repaired"
    assert [request.kind for request in later.provider.requests] == ["repair"]


def test_nothing_is_asked_without_stored_replies_when_no_call_is_allowed():
    """With a limit of 0 the engine replays, and names what it lacks."""
    found = asked(engine_of(GOOD, max_calls=0))
    assert (found.outcome, found.attempts) == ("failed_provider", 0)
    assert "no stored reply" in found.reason


def test_a_halted_run_makes_no_call():
    """Chunks after a stop are recorded as not asked, with the reason."""
    engine = engine_of(GOOD)
    halted = Engine(engine.policy, engine.provider, engine.store, engine.clock, halt=Halt("breaker"))
    found = asked(halted)
    assert (found.outcome, found.reason) == ("failed_provider", "stopped: breaker")


@pytest.mark.parametrize(("fallback", "kept"), [("none", []), ("head500", ["x" * 500]), ("raw", ["x" * 900])])
def test_fall_backs_are_chosen_and_never_pass_for_success(fallback, kept):
    """A failed chunk gives its text as a fact only when that is configured, and stays failed."""
    found = asked(engine_of(SERVER, fallback=fallback), chunk_of("x" * 900))
    assert texts(found) == kept
    assert found.outcome == "failed_provider"
    assert all(fact.fact_type == "raw_fallback" and fact.importance == 5 for fact in found.facts)


def test_a_transcript_without_a_source_costs_no_call():
    """Where only tools and the system speak, there is nothing to ask."""
    text, segments = talk_of(("system", "You are Kelp."), ("tool", "rows: 3"))
    engine = engine_of(GOOD)
    found = asked(engine, chunk_of(text, segments=segments))
    assert (found.outcome, found.reason, found.attempts) == ("no_facts", "no_eligible_source", 0)


def test_a_wholly_masked_chunk_costs_no_call():
    """What nobody may see is not asked about."""
    found = asked(engine_of(GOOD), chunk_of(TEXT, masks=[Mask(0, len(TEXT), "own_export")]))
    assert (found.outcome, found.attempts) == ("no_facts", 0)


def test_what_calls_cost_is_counted_with_the_failed_ones():
    """Tokens of both replies, the price of both, and three calls."""
    engine = engine_of(SERVER, BROKEN, GOOD)
    priced = Engine(
        engine.policy, engine.provider, engine.store, engine.clock, price=lambda _, sent, got: sent * 0.01 + got
    )
    usage = asked(priced).usage
    assert (usage.input_tokens, usage.output_tokens, usage.cost) == (200, 20, 22.0)
    assert usage.model == "test/model"


def test_thrift_can_be_had_by_naming_the_forms_worth_a_repair():
    """With repairs for unreadable replies alone, a bare array costs one call."""
    found = asked(engine_of(f"[{json.dumps(FACT)}]", repair_forms=frozenset({NONE})))
    assert (found.outcome, found.attempts) == ("salvaged", 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"model": "no-provider"},
        {"max_calls": -1},
        {"fallback": "guess"},
        {"repair_forms": frozenset({"odd"})},
        {"context_tokens": 100},
        {"timeout_seconds": 0},
    ],
)
def test_a_policy_that_cannot_be_meant_is_refused(wrong):
    """The error names the setting."""
    with pytest.raises(SettingsError, match=next(iter(wrong))):
        AskPolicy(**{"model": "test/model", **wrong})

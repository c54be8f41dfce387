"""One call about some questions: what is kept, what is asked once more, and what stays open."""

import asyncio
import json

import pytest
from deciding_builders import DECIDER, LEAD, OLD_LEAD, OLD_SCORE, SCORE, question
from deciding_model import answering, decider
from scripted_server import FakeClock, ScriptedProvider

from core.deciding.model.asking import ask_group, request_of
from core.deciding.model.contract import DecisionReply
from core.deciding.model.grouping import grouped
from core.extract.model.calling import Engine, Halt
from core.extract.model.limits import RateLimiter
from core.extract.model.protocol import (
    AuthFailedError,
    EmptyReplyError,
    InputTooLongError,
    ModelReply,
    ModelTimeoutError,
    RateLimitedError,
    RefusalError,
    ServerFailureError,
)
from core.extract.model.store import MemoryStore

FIRST, SECOND = question(SCORE, OLD_SCORE), question(LEAD, OLD_LEAD)
GROUP = (FIRST, SECOND)


def engine_of(*steps, store=None, answer=None, **policy):
    """An engine over scripted steps."""
    provider, clock, own = ScriptedProvider(steps or ("",), answer), FakeClock(), decider(**policy)
    store = MemoryStore() if store is None else store
    return Engine(own.ask, provider, store, clock, RateLimiter(clock), own.prompt)


def said(*items):
    """A reply: (fact, operation, target) each."""
    keys = ("fact", "operation", "target")
    return json.dumps({"decisions": [dict(zip(keys, item, strict=True)) for item in items]})


def asked(engine, group=GROUP):
    """Ask; return how it ended, and the operation with the failure of each question, in order."""
    found = asyncio.run(ask_group(engine, group))
    answers = [found.answers.get(one.key) for one in group]
    return found, [answer and (answer.operation, answer.target, answer.failure) for answer in answers]


BOTH = said((1, "UPDATE", 101), (2, "UPDATE", 201))
DONE = [("UPDATE", 1, ""), ("UPDATE", 1, "")]


def test_one_call_answers_a_group():
    """The call shows the contract; each answer names the raw reply that it came from."""
    engine = engine_of(BOTH)
    found, answers = asked(engine)
    assert (found.outcome, found.calls, answers) == ("decided", 1, DONE)
    assert engine.provider.requests[0].reply_model is DecisionReply
    keys = {answer.reply_key for answer in found.answers.values()}
    assert [engine.store.get(key).text for key in keys] == [BOTH]


def test_only_the_bad_items_are_asked_again_with_what_is_allowed():
    """The good one of the same reply is kept; the second reply may not change it."""
    engine = engine_of(said((1, "UPDATE", 12), (2, "UPDATE", 201)), said((1, "NOOP", 101), (2, "DELETE", 201)))
    found, answers = asked(engine)
    assert answers == [("NOOP", 1, ""), ("UPDATE", 1, "")]
    assert [found.answers[one.key].attempts for one in GROUP] == [2, 1]
    told = engine.provider.requests[1].messages[-1].content
    assert "- fact 1: unknown_target: 12; allowed: 101" in told
    assert "fact 2" not in told


@pytest.mark.parametrize(
    ("second", "failure"),
    [
        (said((1, "UPDATE", 13)), "unknown_target: 13; allowed: 101"),
        ("", "unreadable: the reply holds no decision"),
        (RefusalError("no"), "unknown_target: 12; allowed: 101"),
    ],
)
def test_what_is_bad_twice_is_added_and_says_so(second, failure):
    """Two calls, never a third; the neighbour stands."""
    engine = engine_of(said((1, "UPDATE", 12), (2, "UPDATE", 201)), second)
    found, answers = asked(engine)
    assert answers == [("ADD", None, failure), ("UPDATE", 1, "")]
    assert (found.calls, found.outcome, len(engine.provider.requests)) == (2, "decided", 2)


@pytest.mark.parametrize("reply", ["", "I would rather not.", '{"facts": []}', EmptyReplyError("none")])
def test_a_reply_that_nobody_can_read_is_asked_for_once_more(reply):
    """All of it; when that helps, nothing was lost."""
    engine = engine_of(reply, BOTH)
    found, answers = asked(engine)
    assert (answers, found.calls) == (DONE, 2)


def test_a_group_of_which_nothing_is_read_fails_its_contract():
    """So that the breaker can count it."""
    found, answers = asked(engine_of("no", "no"))
    assert (found.outcome, answers) == (
        "failed_contract",
        [("ADD", None, "unreadable: the reply holds no decision")] * 2,
    )


@pytest.mark.parametrize(
    ("failure", "calls"),
    [
        (ModelTimeoutError("slow"), 3),
        (ServerFailureError("down"), 3),
        (RateLimitedError("busy", 1.0), 3),
        (AuthFailedError("key"), 1),
    ],
)
def test_without_a_reply_questions_stay_open(failure, calls):
    """No answer is made up, and the limit of calls holds whatever is tried."""
    found, answers = asked(engine_of(failure))
    assert (answers, found.outcome, found.calls) == ([None, None], "failed_provider", calls)
    assert found.reason.startswith(failure.kind)


def test_a_failure_at_the_second_try_keeps_the_good_half():
    """The bad item stays open: no reply has said that it cannot be mended."""
    store = MemoryStore()
    found, answers = asked(engine_of(said((2, "UPDATE", 201)), AuthFailedError("key"), store=store))
    assert (answers, found.outcome) == ([None, ("UPDATE", 1, "")], "failed_provider")
    again, answers = asked(engine_of(said((1, "NOOP", 101)), store=store))
    assert (answers, again.calls) == ([("NOOP", 1, ""), ("UPDATE", 1, "")], 1)


@pytest.mark.parametrize("declined", [RefusalError("not this"), InputTooLongError("too long")])
def test_a_group_that_is_declined_is_asked_one_by_one(declined):
    """One text that a provider does not take leaves the others alone; it is not asked about again."""
    store = MemoryStore()

    def answer(request):
        return declined if SCORE in request.messages[1].content else answering()(request)

    engine = engine_of(answer=answer, store=store)
    found, answers = asked(engine)
    assert answers[1] == ("UPDATE", 1, "")
    assert answers[0] == ("ADD", None, f"{declined.kind}: {declined}")
    assert found.calls == 3
    if isinstance(declined, RefusalError):
        again, _ = asked(engine_of(answer=answer, store=store))
        assert again.calls == 0


def test_a_stopped_run_asks_nothing():
    """What is stored is still read."""
    store = MemoryStore()
    asked(engine_of(BOTH, store=store))
    engine = engine_of(BOTH, store=store)
    engine.halt.reason = "stop"
    assert asked(engine)[1] == DONE
    fresh = engine_of(BOTH)
    fresh.halt.reason = "stop"
    assert asked(fresh)[1] == [None, None]
    assert (isinstance(fresh.halt, Halt), fresh.provider.requests) == (True, [])


def test_a_cut_off_reply_keeps_its_whole_decisions():
    """The rest is asked for once more."""
    engine = engine_of(ModelReply(BOTH[: BOTH.index('"fact": 2')], "length"), said((2, "UPDATE", 201)))
    found, answers = asked(engine)
    assert (answers, found.calls) == (DONE, 2)


def test_limits_of_calls_are_limits():
    """With one call there is no second try; with none, stored replies are all there is."""
    assert asked(engine_of("no", max_calls=1))[0].calls == 1
    assert asked(engine_of(BOTH, max_calls=0))[0].calls == 0


def test_the_key_of_a_call_is_that_of_its_questions():
    """The same questions in the same order, asked of the same model in the same way."""
    one = request_of(GROUP, DECIDER.ask, DECIDER.prompt)
    assert one.key == request_of(GROUP, DECIDER.ask, DECIDER.prompt).key
    assert one.key != request_of(GROUP[::-1], DECIDER.ask, DECIDER.prompt).key


def test_questions_share_a_call_unless_they_offer_the_same_note():
    """Neither answer may lean on the other; the number of questions of a call is a limit."""
    same = question("The CVSS score of CVE-2026-1111 is 9.1.", OLD_SCORE)
    assert grouped([FIRST, SECOND, same], DECIDER) == [(FIRST, SECOND), (same,)]
    assert grouped([FIRST, SECOND], decider(per_call=1)) == [(FIRST,), (SECOND,)]


def test_a_group_fits_the_model():
    """Questions that do not fit together are asked apart; one that never fits is asked alone."""
    narrow = decider(context_tokens=2_000, max_output_tokens=500)
    length = " It is so." * 60
    pairs = [(f"The CVSS score of CVE-2026-{n} is 9.8.", f"The CVSS score of CVE-2026-{n} is 7.5.") for n in range(6)]
    long = [question(fact + length, note) for fact, note in pairs]
    groups = grouped(long, narrow)
    assert [one for group in groups for one in group] == long
    assert 1 < len(groups) <= 6
    room = narrow.ask.context_tokens - narrow.ask.max_output_tokens
    assert all(request_of(group, narrow.ask, narrow.prompt).input_tokens <= room for group in groups if len(group) > 1)

"""Replies dropped, cut, doubled, mangled and refused by the thousand: every chunk ends once, no item vanishes."""

import asyncio
import json
import random
from collections import Counter

import pytest
from scripted_server import FakeClock, ScriptedProvider, chunk_of

from core.extract.contract import OUTCOMES
from core.extract.model.calling import Engine
from core.extract.model.limits import RateLimiter
from core.extract.model.parsing import parse_reply
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.protocol import (
    LENGTH,
    STOP,
    EmptyReplyError,
    ModelReply,
    ModelTimeoutError,
    RateLimitedError,
    RefusalError,
    RefusedConnectionError,
    ServerFailureError,
)
from core.extract.model.running import run_chunks
from core.extract.model.store import MemoryStore

RUNS = 1_200
MOST_CALLS = 3
SENTENCES = [f"Host {n} of the crew Silent Heron fell on {n % 28 + 1} May." for n in range(12)]
TEXT = " ".join(SENTENCES)


def _good(rng):
    said = rng.sample(SENTENCES, rng.randint(0, 6))
    return [{"text": s, "importance": rng.randint(-3, 14), "tags": ["a"], "quote": s} for s in said]


def _drop(rng, text):
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.randint(1, 8) :]


def _truncate(rng, text):
    return text[: rng.randrange(len(text) + 1)]


def _duplicate(rng, text):
    start = rng.randrange(len(text) + 1)
    piece = text[start : start + rng.randint(1, 120)]
    return text[:start] + piece + text[start:]


def _mangle(rng, text):
    letters = list(text)
    for _ in range(rng.randint(1, 5)):
        if letters:
            letters[rng.randrange(len(letters))] = rng.choice("\"'\\{}[],:\n\x00x鹭")
    return "".join(letters)


def _wrap(rng, text):
    return rng.choice(["<think>{</think>%s", "```json\n%s\n```", "Sure: %s", "%s%s", "[%s]"]).replace("%s", text)


def _reshape(rng, text):
    return text.replace('"text"', rng.choice(['"fact"', '"content"', '"text"'])).replace(
        '"facts"', rng.choice(['"facts"', '"items"'])
    )


def _untrue(rng, text):
    return text.replace('quote": "Host', 'quote": "Ghost')


MANGLERS = [_drop, _truncate, _duplicate, _mangle, _wrap, _reshape, _untrue]
FAULTS = [
    lambda: ModelTimeoutError("slow"),
    lambda: ServerFailureError("500"),
    lambda: RateLimitedError("429", retry_after=1.0),
    lambda: RefusedConnectionError("gone"),
    lambda: RefusalError("policy"),
    lambda: EmptyReplyError("nothing"),
]


def faulty(rng):
    """Return one answer of a model that has a bad day."""
    if rng.random() < 0.25:
        return rng.choice(FAULTS)()
    text = json.dumps({"facts": _good(rng)}, ensure_ascii=False)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        text = rng.choice(MANGLERS)(rng, text)
    return ModelReply(text, rng.choice([STOP, STOP, STOP, LENGTH]), 100, 20)


@pytest.mark.parametrize("repair_items", [True, False])
def test_under_every_fault_the_sums_hold(repair_items):
    """1,200 seeded chunks: one outcome each, calls within the limit, items in = facts + rejected items."""
    given = {f"chk_{seed}": random.Random(seed) for seed in range(RUNS)}
    replies: dict[str, list[str]] = {name: [] for name in given}
    calls: Counter[str] = Counter()

    def answer(request):
        name = request.messages[1].content.split("Report ")[1].split(":")[0]
        calls[name] += 1
        step = faulty(given[name])
        if isinstance(step, ModelReply):
            replies[name].append(step.text)
        return step

    clock = FakeClock()
    policy = AskPolicy("test/model", max_calls=MOST_CALLS, repair_items=repair_items)
    engine = Engine(policy, ScriptedProvider(answer=answer), MemoryStore(), clock, RateLimiter(clock))
    ended: dict[str, object] = {}
    asyncio.run(
        run_chunks(
            engine,
            (chunk_of(f"Report {name}: {TEXT}", chunk_id=name) for name in given),
            RunPolicy(concurrency=8, breaker_window=RUNS + 1),
            lambda chunk, found: ended.__setitem__(chunk.chunk_id, found),
        )
    )
    assert set(ended) == set(given)
    for name, found in ended.items():
        parsed = [parse_reply(text) for text in replies[name]]
        items = sum(len(one.items) + len(one.broken) for one in parsed)
        assert found.outcome in OUTCOMES, name
        assert found.attempts == calls[name] <= MOST_CALLS, name
        assert len(found.facts) + len(found.invalid_items) == items, (name, found, replies[name])
        assert found.facts or found.reason, name
        assert len({fact.text for fact in found.facts}) == len(found.facts), name
    seen = {found.outcome for found in ended.values()}
    assert {"extracted", "repaired", "salvaged", "no_facts", "failed_contract", "failed_provider", "refused"} <= seen

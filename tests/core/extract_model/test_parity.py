"""The two pipelines that the profiles follow, row by row: what they do with a reply, and what we do.

``theirs`` is written down for the reader; ``ours`` is what is asserted. Where the two differ, ``why``
says so, and that is the list the README repeats.
"""

import asyncio
import json

import pytest
from scripted_server import FakeClock, ScriptedProvider, chunk_of

from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.limits import RateLimiter
from core.extract.model.parsing import ARRAY, MENDED, NONE, STRINGS
from core.extract.model.policy import AskPolicy
from core.extract.model.protocol import (
    BadRequestError,
    ModelReply,
    ModelTimeoutError,
    RefusedConnectionError,
    ServerFailureError,
)
from core.extract.model.store import MemoryStore

TWO_PHASE = {"repair_forms": frozenset(), "repair_items": False, "temperature": 0.1}
CONVERSATION = {"repair_forms": frozenset({NONE, STRINGS, ARRAY, MENDED}), "repair_items": False}
TEXT = "Silent Heron moved in May. " * 30
SAME = "same"


def asked(steps, **policy):
    """Return how a chunk ends under a profile."""
    provider = ScriptedProvider(steps)
    clock = FakeClock()
    engine = Engine(AskPolicy("test/model", **policy), provider, MemoryStore(), clock, RateLimiter(clock))
    found = asyncio.run(ask(engine, chunk_of(TEXT)))
    return found, len(provider.requests)


IMPORTANCE = [
    # value as the model writes it, theirs, ours, why
    ("7.9", 7, 7, SAME),
    ('"8"', 8, 8, SAME),
    ('"8.5"', 5, 8, "a number in quotes is a number"),
    ('"high"', 5, 5, SAME),
    ("null", 5, 5, SAME),
    ("999", 10, 10, SAME),
    ("-4", 1, 1, SAME),
    ("true", 1, 5, "a truth value is no rating"),
    ("NaN", 5, 5, SAME),
    ("Infinity", "whole reply lost", 5, "one odd number costs no reply"),
    ("[3]", 5, 5, SAME),
]


@pytest.mark.parametrize(("value", "theirs", "ours", "why"), IMPORTANCE)
def test_two_phase_importance(value, theirs, ours, why):
    """Ratings are truncated and clamped; what is no rating is 5."""
    found, _ = asked([f'{{"facts":[{{"text":"a b","importance":{value}}}]}}'], **TWO_PHASE)
    assert found.facts[0].importance == ours
    assert (theirs == ours) is (why == SAME)


def test_two_phase_absent_importance_is_five():
    """No rating at all is an ordinary one."""
    found, _ = asked(['{"facts":[{"text":"a b"}]}'], **TWO_PHASE)
    assert found.facts[0].importance == 5


TWO_PHASE_REPLIES = [
    # a reply, what they make of it, what we make of it, and why
    ("", "[]", ("failed_contract", []), "silence is no result"),
    ("[]", "[]", ("no_facts", []), SAME),
    ("junk", "[]", ("failed_contract", []), "junk is no result"),
    ('[{"fact":"a"},{"fact":"b"}]', "both", ("salvaged", ["a", "b"]), SAME),
    ('[{"fact":null},{"fact":"b"}]', "first 500 characters", ("salvaged", ["b"]), "good items live"),
    ('[{"fact":7},{"fact":"b"}]', "first 500 characters", ("salvaged", ["b"]), "good items live"),
    ('[3,{"fact":"b"}]', "b", ("salvaged", ["b"]), "the item that is no object is counted"),
    ('{"facts":[{"fact":"a"}]}', "a", ("salvaged", ["a"]), SAME),
    ('["a","b"]', "[]", ("salvaged", ["a", "b"]), "strings are a declared form"),
    ('[{"text":"a"}]', "[]", ("salvaged", ["a"]), "text is the contract's own key"),
    ('[{"fact":"a"},]', "[]", ("salvaged", ["a"]), "a trailing comma can only mean one thing"),
    ("[{'fact':'a'}]", "[]", ("salvaged", ["a"]), "single quotes can only mean one thing"),
    ('[{"fact":"a"},{"fact":"b', "[]", ("output_too_long", ["a"]), "whole items of a cut-off reply are kept"),
    ('[{"fact":"a"}] as in [2]', "[]", ("salvaged", ["a"]), "prose around the answer is passed over"),
    ('see [1]: [{"fact":"a"}]', "[]", ("salvaged", ["a"]), "prose around the answer is passed over"),
    (
        '```json\n[{"fact":"a"}]\n```\n```json\n[{"fact":"b"}]\n```',
        "a",
        ("salvaged", ["a", "b"]),
        "no fence is ignored",
    ),
    ('```\n[{"fact":"a ``` b"}]\n```', "[]", ("salvaged", ["a ``` b"]), "a fence inside a string is text"),
    ('<think>[1]</think>[{"fact":"a"}]', "a", ("salvaged", ["a"]), SAME),
    ('<think>[1] hm [{"fact":"a"}]', "[]", ("salvaged", ["a"]), "a thought never closed hides no answer"),
    ('[{"fact":"a"},{"fact":"a"}]', "both", ("salvaged", ["a"]), "the same fact twice counts once"),
    ('[{"fact":" a "},{"fact":"  "}]', "a", ("salvaged", ["a"]), SAME),
]


@pytest.mark.parametrize(("reply", "theirs", "ours", "why"), TWO_PHASE_REPLIES)
def test_two_phase_replies(reply, theirs, ours, why):
    """One call and no repair, as there; nothing that can be read is thrown away, unlike there."""
    found, calls = asked([reply], **TWO_PHASE, max_calls=1)
    assert (found.outcome, [fact.text for fact in found.facts]) == ours
    assert calls == 1
    assert theirs
    assert why


TWO_PHASE_FAILURES = [
    (ModelTimeoutError("x"), "[] and no word", "failed_provider"),
    (RefusedConnectionError("x"), "[] and no word", "failed_provider"),
    (ServerFailureError("x"), "[] and no word", "failed_provider"),
    (BadRequestError("x"), "first 500 characters as a fact", "failed_provider"),
]


@pytest.mark.parametrize(("failure", "theirs", "outcome"), TWO_PHASE_FAILURES)
@pytest.mark.parametrize(("fallback", "lengths"), [("none", []), ("head500", [500])])
def test_two_phase_failures(failure, theirs, outcome, fallback, lengths):
    """An outage is an outcome; the first 500 characters are kept only when asked for, and never as success."""
    found, _ = asked([failure], **TWO_PHASE, fallback=fallback)
    assert found.outcome == outcome
    assert [len(fact.text) for fact in found.facts] == lengths
    assert all(fact.importance == 5 for fact in found.facts)
    assert theirs


GOOD = '{"facts":[{"text":"a"}]}'
CONVERSATION_TALKS = [
    # the steps of a talk, how theirs ends, how ours ends, and why
    ([GOOD], "a", ("extracted", ["a"], 1), SAME),
    ([f"```json\n{GOOD}\n```"], "a", ("extracted", ["a"], 1), SAME),
    ([f"```\n{GOOD}\n```"], "a", ("extracted", ["a"], 1), SAME),
    (['{"facts":[]}'], "none", ("no_facts", [], 1), SAME),
    (['{"text":"a","tags":["t"]}'], "a", ("salvaged", ["a"], 1), SAME),
    (['{"text":"a","facts":"x"}'], "a", ("salvaged", ["a"], 1), SAME),
    (['{"facts":["a","b"]}'], "both, after a repair", ("salvaged", ["a", "b"], 2), SAME),
    (['{"facts":["a"]}', GOOD], "a", ("repaired", ["a"], 2), SAME),
    (['{"facts":["a",{"text":"b"}]}'], "error", ("salvaged", ["a", "b"], 2), "good items live"),
    (['{"facts":["a"]}', ServerFailureError("x")], "error", ("salvaged", ["a"], 3), "the first answer is salvaged"),
    (['{"facts":["a"]}', "junk"], "error", ("salvaged", ["a"], 2), "the first answer is salvaged"),
    (["junk", '{"text":"a"}'], "a", ("salvaged", ["a"], 2), SAME),
    (["junk", '{"facts":["a"]}'], "a", ("salvaged", ["a"], 2), SAME),
    (["junk", '{"tags":["t"]}'], "error", ("failed_contract", [], 2), SAME),
    (["junk", "junk"], "error", ("failed_contract", [], 2), SAME),
    (["junk", ServerFailureError("x")], "error", ("failed_provider", [], 3), "the outage is retried within the limit"),
    ([ServerFailureError("x")], "error", ("failed_provider", [], 3), "the outage is retried within the limit"),
    (['{"facts":[{"content":"x"}]}'], "none, no error", ("failed_contract", [], 2), "a wrong key is no result"),
    (['{"facts":[{"text":"a","tags":"t"}]}'], "repair", ("extracted", ["a"], 1), "a wrong type costs one field"),
    (['{"facts":[{"text":"a","fact_type":3}]}'], "repair", ("extracted", ["a"], 1), "a wrong type costs one field"),
    (
        ['{"facts":[{"text":"a","source_seqs":[1.5]}]}'],
        "repair",
        ("extracted", ["a"], 1),
        "a wrong type costs one field",
    ),
    ([f"Here: {GOOD}"], "repair", ("extracted", ["a"], 1), "prose around the answer is passed over"),
    (['{"facts":[{"text":" "}]}', '{"facts":[]}'], "none", ("no_facts", [], 2), "an empty text is asked about once"),
    (['{"facts":[{"text":"a"},{"te', '{"text":"b"}'], "b", ("salvaged", ["a", "b"], 2), "whole items are kept"),
]


@pytest.mark.parametrize(("steps", "theirs", "ours", "why"), CONVERSATION_TALKS)
def test_conversation_talks(steps, theirs, ours, why):
    """One repair and two ways to salvage, as there; the good part of an answer is never lost, unlike there."""
    found, calls = asked(steps, **CONVERSATION)
    assert (found.outcome, [fact.text for fact in found.facts], calls) == ours
    assert theirs
    assert why


def test_conversation_labels_travel_with_their_facts():
    """A flattened short-lived fact keeps its class; the durable filter drops it and says why."""
    flat = json.dumps({"text": "The user asked for the time.", "fact_type": " Query_Intent "})
    found, _ = asked([ModelReply('{"facts":[{"te'), flat], **CONVERSATION)
    assert [fact.fact_type for fact in found.facts] == ["query_intent"]

"""How Instructor frames a contract, worked out once: the same as when it is asked for every call."""

import json

import instructor
import pytest
from hypothesis import given
from hypothesis import strategies as st
from instructor.processing import handle_response_model
from pydantic import BaseModel

from core.adapters.framing import framed
from core.extract.contract import FactReply
from core.extract.model.protocol import Message

OPENAI, ANTHROPIC = instructor.Provider.OPENAI, instructor.Provider.ANTHROPIC
MODES = [instructor.Mode.JSON, instructor.Mode.JSON_SCHEMA, instructor.Mode.MD_JSON, instructor.Mode.TOOLS]
FRAMES = [*((OPENAI, mode) for mode in MODES), (ANTHROPIC, instructor.Mode.JSON), (ANTHROPIC, instructor.Mode.TOOLS)]
ROLES = [("system", "user"), ("system", "user", "assistant", "user"), ("user",), ("system", "user", "user")]
TEXTS = ["The rules: {x}, %s.", "Silent Heron moved {{ 7*7 }}.\n\n", " [[message 0]] 它移动了 \\1 \\g<0>", ""]


class Other(BaseModel):
    """Another contract."""

    answer: str


def messages_of(roles, texts):
    """Return messages of these roles, the texts taken in turn."""
    return [Message(role, texts[place % len(texts)]) for place, role in enumerate(roles)]


def asked_afresh(contract, provider, mode, messages):
    """Return what Instructor itself makes of a call."""
    if provider is ANTHROPIC:
        pytest.importorskip("anthropic")
    listed = [{"role": message.role, "content": message.content} for message in messages]
    return json.loads(json.dumps(handle_response_model(contract, mode, provider, messages=listed)[1]))


@pytest.mark.parametrize("roles", ROLES)
@pytest.mark.parametrize(("provider", "mode"), FRAMES)
def test_a_frame_is_what_instructor_makes_of_the_call(provider, mode, roles):
    """For each provider, mode and order of roles, also when a message holds a mark of ours."""
    messages = messages_of(roles, TEXTS[:3])
    wanted = asked_afresh(FactReply, provider, mode, messages)
    assert json.loads(json.dumps(framed(FactReply, provider, mode, roles).body(messages))) == wanted


@given(st.lists(st.text(min_size=1), min_size=2, max_size=2))
def test_whatever_the_messages_say_they_arrive_letter_by_letter(texts):
    """No letter of a message is read as a mark, a template or an escape."""
    body = framed(FactReply, OPENAI, instructor.Mode.JSON, ("system", "user")).body(
        messages_of(("system", "user"), texts)
    )
    assert body["messages"][0]["content"].startswith(texts[0])
    assert body["messages"][1]["content"] == texts[1]


def test_each_contract_has_a_frame_of_its_own():
    """Its schema is in it, and the schema of no other."""
    frames = [framed(one, OPENAI, instructor.Mode.JSON, ("system", "user")) for one in (FactReply, Other)]
    first, second = (json.dumps(frame.body(messages_of(("system", "user"), TEXTS))) for frame in frames)
    assert "source_seqs" in first
    assert "source_seqs" not in second
    assert "answer" in second


def test_calls_share_nothing_that_one_of_them_could_change():
    """The messages of a call are its own."""
    frame = framed(FactReply, OPENAI, instructor.Mode.JSON, ("system", "user"))
    first = frame.body(messages_of(("system", "user"), TEXTS))
    first["messages"][1]["content"] = "changed"
    assert frame.body(messages_of(("system", "user"), TEXTS))["messages"][1]["content"] == TEXTS[1]

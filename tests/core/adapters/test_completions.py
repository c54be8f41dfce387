"""Reading completions of both APIs, and of servers that imitate them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.adapters.completions import Completion, completion_of
from core.extract.model.protocol import LENGTH, REFUSAL, STOP

TOOL = {"function": {"name": "FactReply", "arguments": '{"facts": []}'}}


def chat(message, finish="stop", **more):
    """Return a body of the OpenAI API."""
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}], **more}


def parts(*content, stop="end_turn", **more):
    """Return a body of the Anthropic API."""
    return {"content": list(content), "stop_reason": stop, **more}


READ = [
    # body, what it says
    pytest.param(chat({"content": "yes"}), Completion("yes"), id="text"),
    pytest.param(chat({"content": None}), Completion(""), id="no-text"),
    pytest.param(chat({"content": "ye"}, "length"), Completion("ye", LENGTH), id="cut-off"),
    pytest.param(chat({"content": ""}, "content_filter"), Completion("", REFUSAL), id="filtered"),
    pytest.param(chat({"content": "yes"}, None), Completion("yes", STOP), id="no-finish"),
    pytest.param(chat({"content": "yes"}, "eos"), Completion("yes", "eos"), id="a-finish-of-its-own"),
    pytest.param(chat({"content": None, "refusal": "No."}), Completion("", STOP, "No."), id="refusal"),
    pytest.param(chat({"content": "x", "refusal": None}), Completion("x"), id="no-refusal"),
    pytest.param(chat({"content": "", "tool_calls": [TOOL]}), Completion('{"facts": []}'), id="tool"),
    pytest.param(
        chat({"tool_calls": [{"function": {"arguments": {"facts": []}}}]}),
        Completion('{"facts": []}'),
        id="tool-object",
    ),
    pytest.param(chat({"content": "yes", "tool_calls": None}), Completion("yes"), id="null-tools"),
    pytest.param(
        chat({"content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}),
        Completion("ab"),
        id="parts",
    ),
    pytest.param({"choices": []}, Completion(""), id="no-choice"),
    pytest.param({"choices": None}, Completion(""), id="null-choices"),
    pytest.param(
        chat({"content": "x"}, usage={"prompt_tokens": 9, "completion_tokens": 4}),
        Completion("x", STOP, None, 9, 4),
        id="tokens",
    ),
    pytest.param(chat({"content": "x"}, usage={"prompt_tokens": None}), Completion("x"), id="null-tokens"),
    pytest.param(chat({"content": "x"}, usage=None, error=None), Completion("x"), id="null-usage"),
    pytest.param(parts({"type": "text", "text": "yes"}), Completion("yes"), id="a-text"),
    pytest.param(
        parts({"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "x"}), Completion("x"), id="a-thought"
    ),
    pytest.param(parts({"type": "text", "text": "x"}, stop="max_tokens"), Completion("x", LENGTH), id="a-cut-off"),
    pytest.param(parts(stop="refusal"), Completion("", REFUSAL), id="a-refusal"),
    pytest.param(
        parts({"type": "text", "text": "Here:"}, {"type": "tool_use", "input": {"facts": ["é"]}}, stop="tool_use"),
        Completion('{"facts": ["é"]}'),
        id="a-tool",
    ),
    pytest.param(
        parts({"type": "text", "text": "x"}, usage={"input_tokens": 7, "output_tokens": 2}),
        Completion("x", STOP, None, 7, 2),
        id="a-tokens",
    ),
    # no completion
    *(
        pytest.param(body, None, id=f"none-{place}")
        for place, body in enumerate(
            [
                *(None, "text", 3, [], {}, {"object": "list"}, {"content": "x"}),
                *({"error": {"message": "no"}}, chat({"content": "x"}, error="no")),
                *({"choices": [1]}, {"choices": [{"message": "x"}]}),
            ]
        )
    ),
]


@pytest.mark.parametrize(("body", "wanted"), READ)
def test_a_body_is_read_as_what_it_says(body, wanted):
    """Whatever a server leaves out or adds."""
    assert completion_of(body) == wanted


NAMES = ["choices", "message", "content", "tool_calls", "function", "arguments", "usage", "type", "text", "input"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["text", "tool_use", "stop", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_no_body_breaks_the_reading(body):
    """Every JSON value is a completion or none, and its text is a text."""
    found = completion_of(body)
    assert found is None or (isinstance(found.text, str) and isinstance(found.finish, str))

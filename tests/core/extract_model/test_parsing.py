"""Each shape of a reply: which items come out, by which form, and what is lost."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.model.parsing import FORMS, parse_reply, without_thoughts

A, B = {"text": "a"}, {"text": "b"}
ENVELOPE = '{"facts":[{"text":"a"}]}'

SHAPES = [
    # reply, form, items
    pytest.param(ENVELOPE, "strict", [A], id="envelope"),
    pytest.param('{"facts":[]}', "strict", [], id="empty-envelope"),
    pytest.param(f"\ufeff {ENVELOPE} \n", "wrapped", [A], id="byte-order-mark"),
    pytest.param(f"```json\n{ENVELOPE}\n```", "wrapped", [A], id="fenced"),
    pytest.param(f"```\n{ENVELOPE}\n```", "wrapped", [A], id="fenced-without-label"),
    pytest.param(f"Sure [1]! Here:\n```json\n{ENVELOPE}\n```\nDone.", "wrapped", [A], id="fence-in-prose"),
    pytest.param(f"Here you are: {ENVELOPE} Anything else?", "wrapped", [A], id="prose"),
    pytest.param('```json\n{"facts":[{"text":"a ``` b"}]}\n```', "wrapped", [{"text": "a ``` b"}], id="fence-inside"),
    pytest.param(f"<think>{{[</think>{ENVELOPE}", "wrapped", [A], id="thought-with-brackets"),
    pytest.param(f"<THINKING>x</THINKING>\n{ENVELOPE}", "wrapped", [A], id="thought-upper-case"),
    pytest.param(f"x {{ y</think>{ENVELOPE}", "wrapped", [A], id="thought-without-opening"),
    pytest.param(f"<think>so {ENVELOPE}", "thought", [A], id="thought-never-closed"),
    pytest.param('{"facts":[{"text":"a <think> b"}]}', "strict", [{"text": "a <think> b"}], id="tag-in-a-fact"),
    pytest.param(f"{ENVELOPE}\n\n" + '{"facts":[{"text":"b"}]}', "wrapped", [A, B], id="two-envelopes"),
    pytest.param('{"facts":[{"text":"a"}],"facts":[{"text":"b"}]}', "strict", [A, B], id="key-given-twice"),
    pytest.param(json.dumps(ENVELOPE), "strict", [A], id="json-in-a-string"),
    pytest.param('[{"text":"a"}]', "array", [A], id="bare-array"),
    pytest.param('Facts: [{"text":"a"}] (see [2])', "array", [A], id="array-in-prose"),
    pytest.param('["a","b"]', "array", [A, B], id="array-of-strings"),
    pytest.param("[]", "array", [], id="empty-array"),
    pytest.param('{"facts":["a",{"text":"b"}]}', "strings", [A, B], id="strings-and-objects"),
    pytest.param('{"facts":[{"fact":"a","tags":["x"]}]}', "renamed", [{"text": "a", "tags": ["x"]}], id="renamed"),
    pytest.param('{"text":"a","tags":["x"]}', "flattened", [{"text": "a", "tags": ["x"]}], id="flattened"),
    pytest.param('{"facts":{"text":"a"}}', "strict", [A], id="object-for-list"),
    pytest.param(
        '{"text":"a","facts":[]}', "flattened", [{"text": "a", "facts": []}], id="flattened-beside-empty-list"
    ),
    pytest.param('{"text":"a"}\n{"text":"b"}', "flattened", [A, B], id="json-lines"),
    pytest.param('{"FactReply":{"facts":[{"text":"a"}]}}', "nested", [A], id="nested"),
    pytest.param('{"facts":[{"text":"a"},],}', "mended", [A], id="trailing-commas"),
    pytest.param('{"facts":[{"text":"a"} {"text":"b"}]}', "mended", [A, B], id="missing-comma"),
    pytest.param("{'facts':[{'text':'it isn\\'t'}]}", "mended", [{"text": "it isn't"}], id="single-quotes"),
    pytest.param("{'facts':[{'text':'the crew's tool'}]}", "mended", [{"text": "the crew's tool"}], id="apostrophe"),
    pytest.param('{facts:[{text:"a",quote:None}]}', "mended", [{"text": "a", "quote": None}], id="bare-keys"),
    pytest.param('{"facts":[{"text":"a\x0bb\tc\nd"}]}', "mended", [{"text": "a\x0bb\tc\nd"}], id="raw-control"),
    pytest.param(
        r'{"facts":[{"text":"saved to C:\users\new.exe\nthen"}]}',
        "mended",
        [{"text": r"saved to C:\users\new.exe\nthen"}],
        id="windows-path",
    ),
    pytest.param(r'{"facts":[{"text":"regex \d+ and\nline"}]}', "mended", [{"text": "regex \\d+ and\nline"}], id="\\d"),
    pytest.param('{"facts":[{"text":"he "said" so"}]}', "mended", [{"text": 'he "said" so'}], id="inner-quotes"),
    pytest.param("{“facts”：[{“text”：“银鹭”}]}", "mended", [{"text": "银鹭"}], id="typographic-quotes"),
    pytest.param(r'{"facts":[{"text":"x \ud83d\ude00"}]}', "strict", [{"text": "x 😀"}], id="surrogate-pair"),
    pytest.param(r'{"facts":[{"text":"x \ud83d"}]}', "strict", [{"text": "x \ufffd"}], id="half-a-pair"),
    pytest.param("", "none", [], id="empty"),
    pytest.param('"ok"', "none", [], id="a-string"),
    pytest.param("null", "none", [], id="null"),
    pytest.param("{}", "none", [], id="empty-object"),
    pytest.param('{"facts":null}', "none", [], id="null-list"),
    pytest.param('{"facts":"NONE"}', "none", [], id="a-word-for-list"),
    pytest.param("I found no facts [1].", "none", [], id="prose-alone"),
    pytest.param('{"memories":["a"]}', "none", [], id="another-key"),
]


@pytest.mark.parametrize(("reply", "form", "items"), SHAPES)
def test_each_shape_gives_its_items_in_order(reply, form, items):
    """A reply gives all its items under the contract's names, and says how they were had."""
    parsed = parse_reply(reply)
    assert (parsed.form, list(parsed.items)) == (form, items)
    assert not parsed.cut_off
    assert parsed.form in FORMS


@pytest.mark.parametrize("reply", [row.values[0] for row in SHAPES if row.values[1] not in ("strict", "wrapped")])
def test_every_other_form_says_what_is_wrong(reply):
    """What is shown to the model in a repair is never empty."""
    parsed = parse_reply(reply)
    assert parsed.problems or parsed.form == "nested"


CUTS = [
    ('{"facts":[{"text":"a"},{"text":"b"},{"tex', [A, B]),
    ('{"facts":[{"text":"a"},{"text":"b","importance":', [A]),
    ('{"facts":[{"text":"a"},{"text":"b"}', [A, B]),
    ('{"facts":[{"text":"a', []),
    ('{"facts":[', []),
    ('{"fac', []),
    ('[{"text":"a"},{"text":"b', [A]),
    ('```json\n{"facts":[{"text":"a"},{"te', [A]),
    ('{"facts":["a","b", "c', [A, B]),
    ('<think>so</think>{"facts":[{"text":"a"},', [A]),
]


@pytest.mark.parametrize(("reply", "items"), CUTS)
def test_a_cut_off_reply_keeps_its_whole_items(reply, items):
    """An item that the end of the reply cuts is no item; those before it are kept."""
    parsed = parse_reply(reply)
    assert parsed.cut_off
    assert list(parsed.items) == items


def test_an_unreadable_item_does_not_take_its_neighbours_along():
    """The raw text of a broken item is kept, and reading goes on behind it."""
    parsed = parse_reply('{"facts":[{"text":"a"},{"text":"x", oops!},{"text":"b"}]}')
    assert list(parsed.items) == [A, B]
    assert [raw[:11] for raw in parsed.broken] == ['{"text":"x"']


def test_the_answer_behind_a_thought_wins_over_the_draft_in_it():
    """A draft inside a closed thought is not an answer."""
    assert without_thoughts('<think>{"facts":["no"]}</think> yes') == (" yes", "")
    assert parse_reply('<think>{"facts":["no"]}</think>{"facts":[{"text":"a"}]}').items == (A,)


facts = st.lists(
    st.fixed_dictionaries(
        {"text": st.text(min_size=1, max_size=30), "tags": st.lists(st.text(max_size=5), max_size=2)}
    ),
    max_size=6,
)


@given(facts)
def test_what_json_writes_is_read_back(items):
    """Any envelope that is valid JSON comes back item by item."""
    parsed = parse_reply(json.dumps({"facts": items}, ensure_ascii=False))
    assert parsed.form == "strict"
    assert list(parsed.items) == items


@given(facts, st.integers(min_value=0, max_value=400))
def test_every_cut_keeps_a_beginning_of_the_items(items, at):
    """Cut anywhere, the items are the first ones of the whole reply, none changed."""
    whole = json.dumps({"facts": items}, ensure_ascii=False)
    parsed = parse_reply(whole[:at])
    assert list(parsed.items) == items[: len(parsed.items)]


@given(st.text(alphabet='{}[]",:\\`<>/think facts0123\n\u4e00', max_size=200))
def test_no_text_raises(text):
    """Whatever a model says, parsing ends with a form."""
    assert parse_reply(text).form in FORMS


HOSTILE = [
    "[" * 200_000,
    '{"a":' * 50_000,
    '"' * 200_000,
    '{"facts":["' + "\\" * 200_000,
    "<think>" * 50_000,
    "<think></think>" * 30_000,
    '{"facts":[' + '{"text":x},' * 20_000,
    '{"facts":[{"text":"' + '" ' * 50_000,
    "{ " * 100_000,
    '{"facts":[{"text":"' + "\\u" * 100_000 + '"}]}',
    '{"facts": [' + "[1]," * 50_000,
]


@pytest.mark.parametrize("reply", HOSTILE, ids=lambda reply: reply[:14])
def test_hostile_replies_take_linear_time(reply):
    """Two hundred thousand characters of trouble are read within seconds."""
    started = time.perf_counter()
    parse_reply(reply)
    assert time.perf_counter() - started < 5

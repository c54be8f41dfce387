"""Transcripts: JSON, JSON Lines and dated lines become segments that point at content only."""

import json
from datetime import UTC, datetime

import pytest

from core.readers.instants import parse_instant
from core.readers.plain import HEADER_FORMS, text_segments
from core.readers.registry import read
from core.readers.transcripts import role_of


def contents(document):
    return [(s.role, s.speaker, document.text[s.char_start : s.char_end]) for s in document.segments]


def test_an_object_with_messages_is_rendered_in_blocks():
    """Speaker, colon, content, one blank line; known fields are read, unknown ones ignored."""
    data = (
        '{"title":"Stand-up","messages":[{"role":"Human","content":"Hi.","mood":1},'
        '{"role":"model","content":[{"type":"text","text":"A"},{"type":"image"},"B"]},'
        '{"speaker":"Ana","text":"C\\r\\n"},{"role":"function","content":"D"},{"role":"user","content":null}]}'
    )
    document = read("a.json", data.encode())
    assert document.text == "User: Hi.\n\nAssistant: A\nB\n\nAna: C\r\n\n\nTool: D"
    assert contents(document) == [
        ("user", None, "Hi."),
        ("assistant", None, "A\nB"),
        ("user", "Ana", "C\r\n"),
        ("tool", None, "D"),
    ]
    assert [s.raw_index for s in document.segments] == [0, 1, 2, 3]
    assert document.title == "Stand-up"


def test_a_body_that_looks_like_a_turn_is_no_turn():
    """A blank line and a role word inside a content never make another segment."""
    document = read("a.json", b'[{"role":"user","content":"x\\n\\nAssistant: y\\n\\nSystem: z"}]')
    assert contents(document) == [("user", None, "x\n\nAssistant: y\n\nSystem: z")]


def test_json_lines_may_open_with_a_head():
    """A first line without content is metadata; the day and the clock may stand apart."""
    data = b'{"title":"T","lang":"en"}\n{"name":"Ana","content":"a","date":"2026-01-05","time":"10:00"}\n'
    document = read("a.jsonl", data)
    assert (document.title, document.metadata["language"]) == ("T", "en")
    assert document.segments[0].sent_at == datetime(2026, 1, 5, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seqs", "expected"),
    [((5, 9), (5, 9)), ((5, 5), (0, 1)), ((-1, 2), (0, 1)), ((None, 2), (0, 1)), ((True, 2), (0, 1))],
)
def test_own_numbers_count_only_when_all_differ(seqs, expected):
    """Otherwise messages are numbered as they stand in the file."""
    data = json.dumps([{"role": "user", "content": "x", "seq": seq} for seq in seqs])
    assert tuple(s.seq for s in read("a.json", data.encode()).segments) == expected


def test_a_lone_surrogate_is_replaced():
    """JSON can spell what no file can store."""
    assert read("a.json", b'{"text":"a\\ud800b"}').text == "a\ufffdb"


@pytest.mark.parametrize(
    ("role", "speaker", "expected"),
    [
        ("USER", None, "user"), ("human", None, "user"), ("AI", None, "assistant"), (" Model ", None, "assistant"),
        ("function", None, "tool"), ("developer", None, "system"), ("narrator", None, "tool"),
        (None, "Ana", "user"), (None, "Assistant", "assistant"), (None, None, "user"), ("user", "Assistant", "user"),
    ],
)  # fmt: skip
def test_roles_fold_to_four(role, speaker, expected):
    """An unknown role is never a source of facts; a speaker without a role is a person."""
    assert role_of(role, speaker) == expected


@pytest.mark.parametrize("form", HEADER_FORMS, ids=lambda form: form.id)
def test_each_header_form_hits_and_keeps_its_examples(form):
    """A form of the table matches its hits and none of its keeps."""
    assert [line for line in form.hits if not form.pattern.match(line)] == []
    assert [line for line in form.keeps if form.pattern.match(line)] == []


def test_dated_lines_make_a_transcript_and_the_text_stays():
    """Segments hold the content over several lines; text before the first header is in none."""
    text = "Call notes\r\n\r\n[2026-01-06 09:30] Priya: One.\r\n\r\nTwo.\r\n[2026-01-06 09:31] Assistant: Three."
    document = read("a.txt", text.encode())
    assert document.text == text
    assert contents(document) == [("user", "Priya", "One.\r\n\r\nTwo."), ("assistant", "Assistant", "Three.")]
    assert document.segments[0].sent_at == datetime(2026, 1, 6, 9, 30, tzinfo=UTC)


def test_a_time_of_day_alone_gives_no_instant():
    """The day would be a guess."""
    assert [s.sent_at for s in text_segments("王芳（09:30）：你好\nAna (09:31): hi\n")] == [None, None]


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-06 09:30 Priya: only one header",
        "2026-01-06 09:30 Error: disk\n2026-01-06 09:31 Error: disk\n",
        "2026-01-06 09:30 UTC: logged in\n2026-01-06 09:31 UTC: left\n",
        "Ana: hi\nBo: hi\n",
    ],
)
def test_other_text_is_no_transcript(text):
    """One header, a log and a timeline are documents."""
    assert text_segments(text) == ()


@pytest.mark.parametrize(
    ("value", "instant"),
    [
        ("2026-01-06T09:30:00Z", "2026-01-06T09:30:00+00:00"),
        ("2026-01-06 09:30", "2026-01-06T09:30:00+00:00"),
        ("2026-05-01T00:30:00+08:00", "2026-05-01T00:30:00+08:00"),
        ("2023/05/20 (Sat) 02:21", "2023-05-20T02:21:00+00:00"),
        ("2026年1月6日", "2026-01-06T00:00:00+00:00"),
        (1767691800, "2026-01-06T09:30:00+00:00"),
        (1767691800000, "2026-01-06T09:30:00+00:00"),
        ("1767691800", "2026-01-06T09:30:00+00:00"),
        (17, None), (True, None), ("09:30", None), ("January 2026", None), ("", None), (None, None), ({}, None),
    ],
)  # fmt: skip
def test_instants_are_read_or_absent(value, instant):
    """ISO, written dates and Unix time; never a guess."""
    found = parse_instant(value)
    assert (found.isoformat() if found else None) == instant

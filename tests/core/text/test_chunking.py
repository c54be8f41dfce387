"""Chunks: a lossless cover within the limit, cut where a reader would cut."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.model import Segment
from core.text.chunking import chunk

WILD = st.text(alphabet="ab。. \n\r|-#,，1\u0301\u200d😀🇫🇷é가", max_size=400)


def pieces(text, **options):
    return [text[part.char_start : part.char_end] for part in chunk(text, **options)]


@settings(max_examples=200)
@given(WILD, st.integers(16, 90))
def test_chunks_laid_end_to_end_are_the_text_and_fit(text, limit):
    """No character is lost, no chunk is empty or over the limit, and ordinals count from 0."""
    found = chunk(text, max_chars=limit)
    assert "".join(text[part.char_start : part.char_end] for part in found) == text
    assert all(0 < part.char_end - part.char_start <= limit for part in found)
    assert [part.ordinal for part in found] == list(range(len(found)))


@settings(max_examples=200)
@given(WILD.filter(lambda text: "\u0301" * 3 not in text), st.integers(16, 60))
def test_no_chunk_starts_inside_a_character(text, limit):
    """A line end of two characters, a mark and its letter, a joined emoji stay together."""
    for part in chunk(text, max_chars=limit)[1:]:
        assert text[part.char_start] != "\u200d"
        assert text[part.char_start - 1 : part.char_start + 1] != "\r\n"


def test_long_chinese_text_is_cut_at_its_stops():
    """8,000 characters without blanks give chunks that each end with a full stop."""
    text = ("该组织在三月入侵了财务主机并部署了工具。" * 400)[:8000]
    parts = pieces(text)
    assert [len(part) <= 3000 and part.endswith("。") for part in parts] == [True] * 3
    assert "".join(parts) == text


def test_an_empty_text_has_no_chunks_and_a_short_one_has_one():
    """Nothing in, nothing out; a text that fits stays whole."""
    assert chunk("") == []
    assert pieces("# A\n\nB.\n\n# C\n") == ["# A\n\nB.\n\n# C\n"]


def test_a_heading_stays_with_what_follows():
    """The cut falls before the heading, not between it and its paragraph."""
    text = "# One\n\n" + "Kelp is a tool. " * 3 + "\n\n## Two\n\n" + "Fern is a tool. " * 3
    parts = pieces(text, max_chars=70)
    assert [part.split("\n")[0] for part in parts] == ["# One", "## Two"]


def test_heading_path_is_that_of_the_first_content():
    """A path lists the headings in force, outermost first; siblings replace one another."""
    text = "# A\n\n## B\n\nOne two three.\n\n## C\n\nFour five six.\n\n# D\n\nSeven.\n"
    assert [part.heading_path for part in chunk(text, max_chars=30)] == [("A", "B"), ("A", "C"), ("D",)]


@pytest.mark.parametrize(
    "text",
    [
        "- one. two\n- three. four\n- five. six\n",
        "| one. two | x |\n| three. four | y |\n| five. six | z |\n",
    ],
)
def test_items_and_rows_stay_whole_when_they_fit(text):
    """Every chunk ends at the end of a line."""
    assert all(part.endswith("\n") for part in pieces(text, max_chars=22))


def test_an_oversized_sentence_is_split_at_a_comma_and_says_so():
    """The pieces of a sentence over the limit are marked; the next sentence is not."""
    text = "a" * 30 + ", " + "b" * 25 + ". It fell."
    found = chunk(text, max_chars=40)
    assert [(text[p.char_start : p.char_end], p.oversized_sentence) for p in found] == [
        ("a" * 30 + ", ", True),
        ("b" * 25 + ". It fell.", True),
    ]


def make_segment(seq, text, content):
    start = text.index(content)
    return Segment(seq, seq, "user", "Ana", None, start, start + len(content))


def test_messages_are_not_cut_when_they_fit_and_are_named():
    """A cut falls before a message's header; each chunk names the messages in it."""
    text = "Ana: One. Two.\n\nAna: Three. Four.\n\nAna: Five."
    segments = [make_segment(i, text, body) for i, body in enumerate(["One. Two.", "Three. Four.", "Five."])]
    found = chunk(text, segments, max_chars=36)
    assert [(text[p.char_start : p.char_end], p.segment_seqs) for p in found] == [
        ("Ana: One. Two.\n\nAna: Three. Four.\n\n", (0, 1)),
        ("Ana: Five.", (2,)),
    ]


def test_a_long_message_is_cut_at_a_sentence_and_a_heading_in_it_is_no_path():
    """Inside a message the next best cut is a sentence end; its words give no heading path."""
    text = "Ana: # Hi\n\n" + "It fell down. " * 6
    segment = make_segment(7, text, text[5:].rstrip())
    found = chunk(text, [segment], max_chars=40)
    assert all(text[p.char_start : p.char_end].endswith((". ", "\n")) for p in found)
    assert {(p.segment_seqs, p.heading_path) for p in found} == {((7,), ())}


def test_a_limit_too_small_to_respect_anything_is_refused():
    """The message says the least that works."""
    with pytest.raises(ValueError, match="at least 16"):
        chunk("text", max_chars=3)

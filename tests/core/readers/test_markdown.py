"""Front matter is metadata; the text is the body, untouched."""

import pytest

from core.readers.drafts import Source
from core.readers.markdown import read_markdown


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_body_after_the_block_is_the_text(end):
    """Any line end; values stay the strings that were written."""
    text = end.join(
        ["---", "title: T", "on: no", "tags: [a, b]", "date: 2026-05-01", "nested: {a: b}", "---", "Body", ""]
    )
    draft = read_markdown(Source("a.md", text))
    assert draft.text == f"Body{end}"
    assert draft.metadata == {"title": "T", "on": "no", "tags": "a, b", "published": "2026-05-01"}


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nprose\n\n---\nmore",
        "---\nnever: closed\n",
        "----\na: b\n---\nx",
        "text\n---\na: b\n---\n",
        "---\n# a comment\r\r\r\nprose\n---\nx",
    ],
)
def test_a_rule_is_no_front_matter(text):
    """Two rules around prose, or one that never closes, stay in the text."""
    assert read_markdown(Source("a.md", text)).text == text


def test_an_empty_block_is_dropped():
    """A block without entries is front matter all the same."""
    assert read_markdown(Source("a.md", "---\n---\nx")).text == "x"

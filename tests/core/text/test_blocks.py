"""Blocks cover the text, and each line look in the table is what its examples say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.blocks import blocks, heading_title
from core.text.line_kinds import LINE_KINDS

TEXTY = st.text(alphabet="aB。.|-#*:=`~ \t\n\r\f一、【】1\u0301😀", max_size=200)


@pytest.mark.parametrize("row", LINE_KINDS, ids=lambda row: row.id)
def test_each_line_kind_hits_and_keeps_its_examples(row):
    """A row of the table matches its hits and none of its keeps."""
    assert [line for line in row.hits if not row.matches(line)] == []
    assert [line for line in row.keeps if row.matches(line)] == []


CASES = [
    pytest.param("Prose.\nTitle\n-----\nx", ["paragraph", "heading", "paragraph"], id="underlined after prose"),
    pytest.param("# A\n\ntext\nmore\n", ["heading", "blank", "paragraph"], id="a wrapped paragraph is one"),
    pytest.param("Title\n=====\nx", ["heading", "paragraph"], id="underlined"),
    pytest.param("- a\n  b\n- c\n", ["list_item", "list_item"], id="an item keeps its wrapped line"),
    pytest.param("| a | b |\n|---|---|\n| 1 | 2 |\n", ["table_row", "table_separator", "table_row"], id="table"),
    pytest.param("a | b\n--- | ---\n1 | 2\n", ["table_row", "table_separator", "table_row"], id="bare table"),
    pytest.param("```\n# no\n\n- no\n```\nx", ["code", "paragraph"], id="fence"),
    pytest.param("```\n# yes\n", ["paragraph", "heading"], id="an unclosed fence hides nothing"),
    pytest.param("Date: today\nBy: me\n", ["key_value", "key_value"], id="key values"),
    pytest.param("He put it so\nNote: all\n", ["paragraph"], id="a colon inside a paragraph is prose"),
    pytest.param("SUMMARY\nThe group left.\n", ["heading", "paragraph"], id="capitals"),
    pytest.param("RAIN IS LIKELY\nSNOW TOO\n", ["paragraph"], id="capitals everywhere are no headings"),
    pytest.param("一、概述\n该组织已离开。\n", ["heading", "paragraph"], id="Chinese part"),
    pytest.param("【摘要】\n该组织已离开。", ["heading", "paragraph"], id="lenticular"),
    pytest.param("1.2 Scope\nText.", ["heading", "paragraph"], id="numbered"),
    pytest.param("[2026-01-06 09:30] Priya: hi\nthere\n", ["message"], id="message"),
    pytest.param("a\r\n\r\nb", ["paragraph", "blank", "paragraph"], id="CRLF"),
    pytest.param("x\n\n---\n", ["paragraph", "blank", "rule"], id="rule"),
    pytest.param("", [], id="empty"),
]


@pytest.mark.parametrize(("text", "kinds"), CASES)
def test_blocks_have_the_kinds_a_reader_sees(text, kinds):
    """Each text splits into these kinds, in order."""
    assert [block.kind for block in blocks(text)] == kinds


@given(TEXTY)
def test_blocks_laid_end_to_end_are_the_text(text):
    """No character is lost, added or moved, and no block is empty."""
    found = blocks(text)
    assert "".join(text[block.char_start : block.char_end] for block in found) == text
    assert all(block.char_start < block.char_end for block in found)


@pytest.mark.parametrize(
    ("line", "level", "title"),
    [
        ("## A  b ##\n", 2, "A b"),
        ("**Impact**\n", 6, "Impact"),
        ("【摘要】\n", 2, "摘要"),
        ("2.1.3 Scope\n", 3, "2.1.3 Scope"),
    ],
)
def test_headings_have_a_level_and_a_clean_title(line, level, title):
    """Marks are no part of a title."""
    (block,) = blocks(line)
    assert (block.kind, block.level, heading_title(line, block)) == ("heading", level, title)

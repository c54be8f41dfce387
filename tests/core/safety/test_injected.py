"""Masks over injected memory and over our own exports."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.safety.injected import OWN_EXPORT_MARKER, injected_context_masks

CASES = [
    ("a <relevant-memories>x</relevant-memories> b", ["<relevant-memories>x</relevant-memories>"]),
    ("<Relevant-Memories n='1'>x</RELEVANT-memories >y", ["<Relevant-Memories n='1'>x</RELEVANT-memories >"]),
    (
        "<relevant-memories>a<relevant-memories>b</relevant-memories>c</relevant-memories>d",
        ["<relevant-memories>a<relevant-memories>b</relevant-memories>c</relevant-memories>"],
    ),
    ("a<relevant-memories>b c", ["<relevant-memories>b c"]),
    ("a</relevant-memories>b", ["</relevant-memories>"]),
    (
        "</relevant-memories>a<relevant-memories>b</relevant-memories>",
        ["</relevant-memories>", "<relevant-memories>b</relevant-memories>"],
    ),
    ("a<relevant-memories/>b", ["<relevant-memories/>"]),
    ("a <relevant-memories-2>b", []),
    ("the word relevant-memories alone", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "masked"), CASES)
def test_blocks_are_masked_by_depth(text, masked):
    """Any case, attributes, nesting, unclosed blocks and stray closes each have one right mask."""
    assert [text[mask.char_start : mask.char_end] for mask in injected_context_masks(text)] == masked
    assert {mask.reason for mask in injected_context_masks(text)} <= {"injected_context"}


def test_other_tags_can_be_named():
    """The tags are an argument; a block of one tag is not closed by another."""
    text = "<mem>a</relevant-memories>b</mem>c"
    (mask,) = injected_context_masks(text, ("relevant-memories", "mem"))
    assert text[mask.char_start : mask.char_end] == "<mem>a</relevant-memories>b</mem>"
    assert injected_context_masks(text, ()) == []


@pytest.mark.parametrize("marker", [OWN_EXPORT_MARKER, "<!-- FACTLEDGER:export v=2 -->"])
def test_our_own_export_is_masked_whole(marker):
    """A document with the marker anywhere gives nothing back to the ledger."""
    text = f"x\n{marker}\ny"
    (mask,) = injected_context_masks(text)
    assert (mask.char_start, mask.char_end, mask.reason) == (0, len(text), "own_export")


@given(st.lists(st.sampled_from(["<relevant-memories>", "</relevant-memories>", "<relevant-memories", "a", "<", ">"])))
def test_masks_ascend_and_lie_in_the_text(parts):
    """Masks never overlap, and no opening or closing tag is left outside them."""
    text = "".join(parts)
    masks = injected_context_masks(text)
    edges = [edge for mask in masks for edge in (mask.char_start, mask.char_end)]
    assert edges == sorted(edges)
    assert all(0 <= mask.char_start < mask.char_end <= len(text) for mask in masks)


@pytest.mark.parametrize("unit", ["<", "<relevant-memories ", "<relevant-memories>", "</relevant-memories>", "< " * 9])
def test_hostile_repetition_is_ordinary_work(unit):
    """A million characters of half tags take linear time."""
    text = unit * (1_000_000 // len(unit))
    began = time.perf_counter()
    injected_context_masks(text)
    assert time.perf_counter() - began < 3

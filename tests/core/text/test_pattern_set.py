"""Many patterns in one pass: the same answers as one search after the other."""

import re

import pytest

from core.text.pattern_set import PatternSet, is_searchable, loosened

PATTERNS = (r"\bcve-\d{4}", r"漏洞|缺陷", r"^the\b", r"end$", r"\bpatch(?:ed|es)?\b")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the patch for cve-2031 is at its end", [0, 2, 3, 4]),
        ("漏洞cve-2031已修复", [0, 1]),  # a word beside Han characters is a word
        ("dispatched", []),
        ("", []),
    ],
)
def test_the_numbers_of_the_patterns_in_their_order(text, found):
    """As a search for each by itself would say."""
    assert PatternSet(PATTERNS).found(text) == found
    assert [n for n, one in enumerate(PATTERNS) if re.search(one, text, re.ASCII)] == found


def test_a_pattern_that_looks_around_is_refused_by_name():
    """RE2 cannot look ahead or behind."""
    assert [is_searchable(one) for one in (r"a\b", r"a(?=b)", r"(?<!a)b", r"(a)\1")] == [True, False, False, False]
    with pytest.raises(ValueError, match=r"write it without look-around"):
        PatternSet([r"fine", r"a(?!b)"])


def test_no_pattern_is_found_in_anything():
    """An empty set answers too."""
    assert PatternSet([]).found("text") == []


@pytest.mark.parametrize(
    ("pattern", "loose"),
    [
        (r"a(?=b|c)d", "ad"),
        (r"(?<!x)a(?!(?:b|c)d)e", "ae"),
        (r"a\(?!b[(?=]c", r"a\(?!b[(?=]c"),  # an escaped bracket, and brackets in a class, look nowhere
        (r"a.{0,80}b\S{1,9}c{2}d{,7}e{,2}", r"a.*b\S+c{2}d*e*"),
        (r"a{b}", r"a{b}"),
    ],
)
def test_a_loosened_pattern_looks_nowhere_and_counts_little(pattern, loose):
    """What stands around and how often is left to the pattern itself."""
    assert loosened(pattern) == loose


@pytest.mark.parametrize("text", ["a cat sat", "the cat", "cat", "a concatenated cat", "a 12345 cat"])
def test_a_loosened_pattern_is_found_wherever_the_pattern_is(text):
    """It may be found elsewhere too, never less."""
    pattern = r"(?<=a )(?:\d{5,9} )?cat(?!e)"
    assert re.search(loosened(pattern), text) is not None or re.search(pattern, text) is None

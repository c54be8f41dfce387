"""Full text for candidates: exact, a function of two texts, the same from either side."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ledger.fulltext import Postings, fused, profile, shared

TEXTS = st.lists(st.text(alphabet="ab北山 7", max_size=12), max_size=8)


def test_a_rare_long_word_weighs_more_than_several_short_ones():
    """Words of two letters weigh nothing, one of three little, a number more, a long word most."""
    asked = profile("the ransomware of 2026")
    assert sorted(asked.weights.values()) == [1, 4, 6]
    assert shared(asked, profile("ransomware")) > shared(asked, profile("2026")) > 0
    assert shared(asked, profile("of")) == 0


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param("RANSOMWARE", "ｒａｎｓｏｍｗａｒｅ", id="case and width"),
        pytest.param("北山银行遭到入侵", "入侵北山银行的组织", id="Chinese without blanks"),
        pytest.param("cve-2026-90412", "CVE 2026 90412", id="an identifier's parts"),
        pytest.param("钱", "钱", id="a single Chinese character"),
    ],
)
def test_what_is_found(asked, found):
    """Texts that share words have a score, in both languages."""
    assert shared(profile(asked), profile(found)) > 0


def test_a_short_note_that_says_it_beats_a_long_one_and_repeating_gains_little():
    """Length and repetition count as BM25 counts them: impacts by hand, weight 6, 64 parts, length 24."""
    asked = profile("gateways")
    filler = " ".join(["xx"] * 47)  # too short to weigh, but words
    assert shared(asked, profile("gateways")) == round(6 * 64 * 2.2 / (1 + 1.2 * (0.25 + 0.75 / 24)))
    assert shared(asked, profile(f"gateways {filler}")) == round(6 * 64 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2)))
    once, thrice = (shared(asked, profile(" ".join(["gateways"] * n))) for n in (1, 3))
    assert once < thrice < 2 * once


@given(TEXTS, st.text(alphabet="ab北山 7", max_size=12))
def test_postings_say_of_every_row_what_the_two_texts_say(texts, other):
    """From either side: the rows as notes, and the rows as questions."""
    profiles, postings = [profile(text) for text in texts], Postings()
    assert [postings.add(one) for one in profiles] == list(range(len(texts)))
    mine = profile(other)
    assert postings.as_notes(mine).tolist() == [shared(mine, one) for one in profiles]
    assert postings.as_questions(mine).tolist() == [shared(one, mine) for one in profiles]


@given(TEXTS)
def test_no_score_leaves_0_to_1(texts):
    """However often a word is repeated."""
    profiles = [profile(text) for text in texts]
    for asked in profiles:
        counts = np.array([shared(asked, one) for one in profiles], dtype=np.int64)
        scores = fused(np.ones(len(counts)), counts, asked.most)
        assert ((scores >= 0.5) & (scores <= 1)).all()


def test_a_note_added_later_changes_no_score_of_another():
    """Unlike with weights that count documents: a fold resumes on scores that stay."""
    postings, asked = Postings(), profile("the gateways of Northwind 北山网关")
    postings.add(profile("Northwind runs a gateways"))
    before = postings.as_notes(asked)[0]
    for n in range(50):
        postings.add(profile(f"gateways number {n}"))
    assert postings.as_notes(asked)[0] == before


def test_either_leg_alone_lifts_a_note():
    """Near by vector, or by words, or by both."""
    none, words, vector, both = fused(np.array([0.0, 0.0, 0.8, 0.8]), np.array([0, 80, 0, 80]), 100)
    assert none == 0
    assert (words, vector) == (0.4, 0.4)
    assert both == 0.8

"""Candidate search: exact, current only, deterministic."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_builders import make_assertion

from core.ledger.candidates import CandidateIndex
from core.ledger.vectors import DIMENSIONS, vector


def index_of(*claims):
    """An index of current notes."""
    index = CandidateIndex()
    for claim in claims:
        index.add(claim)
    return index


def found(index, claim, nearest=3):
    """Ids found for one claim."""
    index.ask([claim.text])
    return [note_id for note_id, _ in index.search(0, claim, nearest)]


def test_the_nearest_comes_first_and_the_retired_never():
    """A retired note is not found, though it is the nearest."""
    same = make_assertion("alpha", "one").claim
    near = make_assertion("alpha", "one more", report="b").claim
    index = index_of(same, near)
    assert found(index, same)[0] == same.id
    index.retire(same)
    assert found(index, same) == [near.id]


def test_notes_on_the_same_subject_are_offered_even_when_many_others_are_nearer():
    """The note on the fact's own subject and slot is among the candidates."""
    own = make_assertion("alpha", "a wholly different wording of some length").claim
    others = [make_assertion("beta", "one", report=str(n)).claim for n in range(9)]
    question = make_assertion("alpha", "one").claim
    assert own.id in found(index_of(own, *others), question)


def test_ties_go_to_the_smaller_id():
    """Notes of equal text are offered in order of id, however they were added."""
    claims = [make_assertion("alpha", "one", report=str(n)).claim for n in range(12)]
    expected = sorted(claim.id for claim in claims)[:3]
    question = make_assertion("gamma", "one").claim
    assert found(index_of(*claims), question) == expected
    assert found(index_of(*reversed(claims)), question) == expected


def test_a_note_added_after_the_batch_was_asked_is_found():
    """A note that a batch itself founds is seen by the later facts of the batch."""
    first, second = make_assertion("alpha", "one").claim, make_assertion("alpha", "two", day=1).claim
    index = index_of()
    index.ask([first.text, second.text])
    assert index.search(0, first, 3) == []
    index.add(first)
    assert [note_id for note_id, _ in index.search(1, second, 3)] == [first.id]


def test_many_notes_outgrow_the_first_matrix():
    """A thousand notes are all found by their own text."""
    claims = [make_assertion(f"subject{n}", f"value{n}").claim for n in range(1000)]
    index = index_of(*claims)
    assert [found(index, claim, 1)[0] for claim in claims[::97]] == [claim.id for claim in claims[::97]]


@given(st.text(max_size=300))
def test_vectors_are_small_whole_numbers(text):
    """Exactness rests on it: no part is negative, above 127 or not whole."""
    counts = vector(text)
    assert counts.shape == (DIMENSIONS,)
    assert np.all((counts >= 0) & (counts <= 127) & (counts == np.floor(counts)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("ＣＶＥ－２０２６", "cve-2026", id="width and case"),
        pytest.param("A  b\tc", "a b c", id="blanks"),
    ],
)
def test_vectors_do_not_see_width_case_and_blanks(one, other):
    """The same words in another dress have the same vector."""
    assert np.array_equal(vector(one), vector(other))


def test_scores_do_not_depend_on_the_batch():
    """A question alone and the same question among many get bit-equal scores."""
    claims = [make_assertion(f"subject {n}", f"value {n % 7}").claim for n in range(300)]
    index = index_of(*claims)
    index.ask([claim.text for claim in claims])
    together = index.search(123, claims[123], 5)
    index.ask([claims[123].text])
    assert index.search(0, claims[123], 5) == together

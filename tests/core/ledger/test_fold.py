"""The fold: one result whatever the order, the batches, and what was known before."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_builders import NearestDecider, make_assertion, rules

from core.ledger import fold as fold_module
from core.ledger.fold import fold, replay
from core.ledger.notes import edge_rows, note_row

ASSERTIONS = st.lists(
    st.tuples(
        st.sampled_from(["alpha", "alpha two", "beta", "gamma"]),
        st.sampled_from(["one", "two", "three"]),
        st.integers(0, 6),
        st.sampled_from("abc"),
    ),
    max_size=14,
    unique=True,
).map(lambda rows: list({a.key: a for a in (make_assertion(*row, ordinal=i) for i, row in enumerate(rows))}.values()))


def result(folded):
    """What a fold comes to, as rows that can be compared."""
    notes = folded.notes.by_id.values()
    return sorted(map(str, map(note_row, notes))), sorted(map(str, edge_rows(notes)))


def known_of(folded):
    """The decisions of a fold as the next one knows them."""
    return {decided.assertion.key: decided for decided in folded.decisions}


@settings(max_examples=150, deadline=None)
@given(ASSERTIONS, st.randoms(use_true_random=False), st.integers(1, 5))
def test_any_order_and_any_batching_of_arrival_give_one_result(assertions, order, size):
    """Facts that arrive shuffled, in batches of any size, fold to what one sorted batch folds to."""
    expected = result(fold(assertions, {}, rules(), {}))
    arriving = list(assertions)
    order.shuffle(arriving)
    known = {}
    for start in range(0, len(arriving), size):
        known = known_of(fold(arriving[: start + size], known, rules(), {}))
    assert result(fold(assertions, known, rules(), {})) == expected


@settings(max_examples=150, deadline=None)
@given(ASSERTIONS, st.data())
def test_taking_facts_out_is_as_if_they_had_never_come(assertions, data):
    """Undo: folding on from everything with some facts taken out equals folding without them; redo is identity."""
    out = data.draw(st.sets(st.sampled_from(range(len(assertions))) if assertions else st.nothing()))
    left = [assertion for index, assertion in enumerate(assertions) if index not in out]
    everything = fold(assertions, {}, rules(), {})
    undone = fold(left, known_of(everything), rules(), {})
    assert result(undone) == result(fold(left, {}, rules(), {}))
    assert {d.assertion.key for d in undone.withdrawn} == {assertions[index].key for index in out}
    assert result(fold(assertions, known_of(undone), rules(), {})) == result(everything)


@settings(max_examples=60, deadline=None)
@given(ASSERTIONS, st.integers(1, 4))
def test_the_batch_of_candidate_searches_does_not_show(assertions, size):
    """Searching candidates for 1 to 4 facts at once gives what searching for 256 at once gives."""
    expected = result(fold(assertions, {}, rules(), {}))
    before, fold_module._BATCH = fold_module._BATCH, size
    try:
        assert result(fold(assertions, {}, rules(), {})) == expected
    finally:
        fold_module._BATCH = before


def test_chains_of_facts_that_each_change_the_next_ones_candidates():
    """Each fact supersedes the note that the fact before it founded: one chain, one head, whatever the order."""
    chain = [make_assertion("alpha", f"value {n}", day=n) for n in range(40)]
    shuffled = random.Random(7).sample(chain, len(chain))
    known = {}
    for count in range(1, len(chain) + 1):
        known = known_of(fold(shuffled[:count], known, rules(), {}))
    folded = fold(chain, known, rules(), {})
    current = [note for note in folded.notes.by_id.values() if note.closing is None]
    assert [note.claim.text for note in current] == ["alpha has value 39"]
    assert len(edge_rows(folded.notes.by_id.values())) == 39


def test_what_is_known_is_not_asked_again():
    """A second fold over the same facts asks nothing and changes nothing."""
    assertions = [make_assertion(f"subject {n % 5}", f"value {n % 3}", day=n) for n in range(30)]
    first = fold(assertions, {}, rules(), {})
    decider = NearestDecider()
    second = fold(assertions, known_of(first), rules(decider), {})
    assert (decider.asked, second.changed, second.withdrawn) == (0, [], [])


def test_a_late_fact_asks_again_only_where_it_matters():
    """A late fact on one subject leaves the decisions on fifty others alone."""
    others = [make_assertion(f"{n:03d}{'xyzw'[n % 4] * 5}", f"value{n}", day=n + 1) for n in range(50)]
    topic = [make_assertion("alpha", "one", day=0), make_assertion("alpha", "three", day=60)]
    known = known_of(fold(others + topic, {}, rules(nearest=1), {}))
    folded = fold([*others, *topic, make_assertion("alpha", "two", day=30)], known, rules(nearest=1), {})
    again = {decided.assertion.claim.text for decided, action in folded.changed if action == "redecided"}
    assert "alpha has three" in again
    assert len(again) < 10


def test_memory_answers_a_question_that_was_asked_before():
    """Undo and redo ask nothing: every question has been answered."""
    assertions = [make_assertion("alpha", f"value {n}", day=n) for n in range(5)]
    first = fold(assertions, {}, rules(), {})
    memory = {decided.decision_id: decided.verdict for decided in first.decisions}
    decider = NearestDecider()
    fold(assertions, {}, rules(decider), memory)
    assert decider.asked == 0


def test_the_same_fact_said_again_after_it_was_superseded_founds_another_note():
    """One, then two, then one again: three notes, the last is current, and nothing goes round."""
    folded = fold(
        [make_assertion("alpha", value, day) for day, value in enumerate(["one", "two", "one"])], {}, rules(), {}
    )
    current = [note for note in folded.notes.by_id.values() if note.closing is None]
    assert len(folded.notes.by_id) == 3
    assert [note.claim.text for note in current] == ["alpha has one"]


def test_a_changed_fact_is_decided_again():
    """A fact whose importance changed replaces its own decision."""
    assertion = make_assertion("alpha", "one")
    first = fold([assertion], {}, rules(), {})
    heavier = make_assertion("alpha", "one", importance=9)
    second = fold([heavier], known_of(first), rules(), {})
    assert [action for _, action in second.changed] == ["redecided"]
    assert [note_row(note)["importance"] for note in second.notes.by_id.values()] == [9]


def test_a_fact_that_moves_in_the_order_is_not_withdrawn():
    """A fact that is now known to be older is decided again at its new place."""
    first = fold([make_assertion("alpha", "one", day=3)], {}, rules(), {})
    decided = first.decisions[0]
    columns = {**decided.assertion.columns, "order_key": "2025" + decided.assertion.order_key[4:]}
    moved = replace(decided.assertion, columns=columns)
    second = fold([moved], known_of(first), rules(), {})
    assert second.withdrawn == []
    assert [action for _, action in second.changed] == ["redecided"]


def test_replaying_decisions_gives_the_notes_of_the_fold():
    """Notes can be had from decisions alone, without a decider."""
    folded = fold([make_assertion("alpha", f"v{n % 3}", day=n) for n in range(8)], {}, rules(), {})
    again = replay(folded.decisions)
    assert list(map(note_row, again.by_id.values())) == list(map(note_row, folded.notes.by_id.values()))


def test_a_decision_log_that_does_not_fit_is_refused():
    """A decision on a note that does not exist names itself and the note."""
    first = fold([make_assertion("alpha", "one"), make_assertion("alpha", "two", day=1)], {}, rules(), {})
    with pytest.raises(
        Exception, match=r"decisions: dec_[0-9a-f]{20} \(UPDATE\) names note note_[0-9a-f]{20}, which does not exist"
    ):
        replay(first.decisions[1:])

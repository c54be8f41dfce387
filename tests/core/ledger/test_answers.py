"""What a person decides stands: over any decider, in any order of arrival, through undo and redo."""

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_builders import make_assertion, rules

from core.ids import content_id
from core.ledger.answers import Answer
from core.ledger.fold import fold
from core.ledger.notes import edge_rows, note_row

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ASSERTIONS = st.lists(
    st.tuples(
        st.sampled_from(["alpha", "beta"]), st.sampled_from(["one", "two"]), st.integers(0, 6), st.sampled_from("ab")
    ),
    min_size=1,
    max_size=12,
    unique=True,
).map(lambda rows: list({a.key: a for a in (make_assertion(*row, ordinal=i) for i, row in enumerate(rows))}.values()))


def note_of(assertion):
    """The note that a fact founds when it is said for the first time."""
    return content_id("note_", assertion.columns["domain"], assertion.columns["fact_id"])


def answer(assertion, operation, target=None, reason="it is so"):
    """A reviewer's word on a fact."""
    return Answer("d", assertion.columns["fact_id"], operation, target and note_of(target), "Mara", reason, NOON)


def having(*answers):
    """Rules with what people decided."""
    return replace(rules(), answers={one.key: one for one in answers})


def result(folded):
    """What a fold comes to, as rows that can be compared."""
    notes = folded.notes.by_id.values()
    return sorted(map(str, map(note_row, notes))), sorted(map(str, edge_rows(notes)))


def known_of(folded):
    """The decisions of a fold as the next one knows them."""
    return {decided.assertion.key: decided for decided in folded.decisions}


def by_fact(folded):
    """(operation, target, who) of each fact."""
    return {
        decided.assertion.columns["fact_id"]: (
            decided.verdict.operation,
            decided.verdict.target_note_id,
            decided.decider.partition("/")[0],
        )
        for decided in folded.decisions
    }


def test_an_answer_stands_over_the_decider_and_says_who_gave_it():
    """The decider would update; the person adds. The decider would add; the person ends the note that was not near."""
    one, two = make_assertion("alpha", "one", 0), make_assertion("alpha", "two", 1)
    other = make_assertion("gamma", "three", 2)
    assert by_fact(fold([one, two, other], {}, rules(), {}))[two.columns["fact_id"]][0] == "UPDATE"
    given_word = having(answer(two, "ADD"), answer(other, "DELETE", one))
    found = by_fact(fold([one, two, other], {}, given_word, {}))
    assert found[two.columns["fact_id"]] == ("ADD", None, "person")
    assert found[other.columns["fact_id"]] == ("DELETE", note_of(one), "person")
    assert found[one.columns["fact_id"]][2] == "nearest"


def test_an_answer_waits_while_its_target_is_gone():
    """Its target is undone: the decider decides; it is redone: the answer counts again."""
    one, two = make_assertion("alpha", "one", 0), make_assertion("beta", "two", 1)
    given_word = having(answer(two, "NOOP", one))
    both = fold([one, two], {}, given_word, {})
    undone = fold([two], known_of(both), given_word, {})
    assert by_fact(undone) == {two.columns["fact_id"]: ("ADD", None, "nearest")}
    assert result(fold([one, two], known_of(undone), given_word, {})) == result(both)
    assert by_fact(both)[two.columns["fact_id"]] == ("NOOP", note_of(one), "person")


def test_another_answer_is_decided_again_and_the_rest_stays():
    """Only the fact that the answer is about is asked about; without the answer the decider's word is back."""
    facts = [make_assertion(name, "one", day) for day, name in enumerate(("alpha", "beta", "gamma"))]
    plain = fold(facts, {}, rules(), {})
    changed = fold(facts, known_of(plain), having(answer(facts[1], "UPDATE", facts[0])), {})
    assert changed.changed[0][0].assertion.key == facts[1].key
    assert facts[0].key not in {decided.assertion.key for decided, _ in changed.changed}
    assert result(fold(facts, known_of(changed), rules(), {})) == result(plain)


@settings(max_examples=200, deadline=None)
@given(ASSERTIONS, st.data())
def test_any_arrival_of_facts_and_answers_gives_one_result(assertions, data):
    """Facts in batches of any order, answers that come and go meanwhile: what all of them give from nothing."""
    operations = st.sampled_from(["ADD", "UPDATE", "DELETE", "NOOP"])
    answers = []
    for place in data.draw(st.sets(st.integers(0, len(assertions) - 1), max_size=4)):
        operation, target = data.draw(operations), data.draw(st.sampled_from(assertions))
        answers.append(answer(assertions[place], operation, None if operation == "ADD" else target))
    expected = result(fold(assertions, {}, having(*answers), {}))
    arriving = data.draw(st.permutations(assertions))
    known, memory = {}, {}
    for end in range(1, len(arriving) + 1):
        some = [one for one in answers if data.draw(st.booleans())]
        folded = fold(arriving[:end], known, having(*some), memory)
        known = known_of(folded)
        memory |= {decided.decision_id: decided.verdict for decided in folded.decisions}
    assert result(fold(assertions, known, having(*answers), memory)) == expected

"""Rounds of questions on guesses come to what asking one question after the other comes to."""

import hashlib
import json
from functools import partial

import pytest
from deciding_model import answering, asked, decider, deciding_provider, rounds_of
from good_decisions import by_subject, shown_in
from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_builders import make_assertion, rules
from scripted_server import ScriptedProvider

from core.deciding.guards import enforce
from core.deciding.model.decider import verdict_of
from core.deciding.model.prompt import first_messages
from core.deciding.model.question import offered
from core.deciding.model.reading import hear
from core.extract.model.protocol import AuthFailedError, ServerFailureError
from core.extract.model.store import MemoryStore
from core.ledger.fold import Rules, fold
from core.ledger.notes import edge_rows, note_row

VALUES = st.tuples(
    st.sampled_from(["alpha", "alpha two", "beta"]),
    st.sampled_from(["one", "two", "three", "four"]),
    st.integers(0, 9),
    st.sampled_from("abcd"),
)
ASSERTIONS = st.lists(VALUES, max_size=16, unique=True).map(
    lambda rows: list({a.key: a for a in (make_assertion(*row, ordinal=i) for i, row in enumerate(rows))}.values())
)


def fickle(shown):
    """A decision that depends on every text shown, in no way that rules could guess."""
    content = json.dumps([shown.text, list(shown.notes.values())])
    dice = hashlib.blake2b(content.encode(), digest_size=4).digest()
    operation = ("ADD", "UPDATE", "DELETE", "NOOP", "UPDATE")[dice[0] % 5]
    target = sorted(shown.notes)[dice[1] % len(shown.notes)]
    return {"operation": operation, "target": None if operation == "ADD" else target, "reason": str(dice[2])}


class OneByOne:
    """Asks each question alone, at the moment when the fold comes to it."""

    def __init__(self, rule):
        self.name, self.version = decider().name, decider().version
        self.rule, self.asked = rule, 0

    def decide(self, fact, candidates):
        """Ask about one fact."""
        own = decider()
        if (settled := own.settled(fact, candidates)) is not None:
            return settled
        question = own.question(fact, candidates)
        (shown,) = shown_in(first_messages([question], own.prompt)[1].content)
        self.asked += 1
        text = json.dumps({"decisions": [{"fact": 1, **self.rule(shown)}]})
        return verdict_of(hear(text, {1: question}, "", 1).answers[1], offered(fact, candidates))


def guarded(own=None) -> Rules:
    """The rules of a fold with the guards on."""
    return Rules(own or decider(), enforce, lambda text: None, 3)


def result(folded):
    """Decisions without the reply that they came with, notes and edges."""
    notes = folded.notes.by_id.values()
    decided = [(d.decision_id, d.verdict.operation, d.verdict.target_note_id, d.note_id) for d in folded.decisions]
    edges = [{**row, "reason": None} for row in edge_rows(notes)]
    return decided, sorted(map(str, map(note_row, notes))), sorted(map(str, edges))


def resolved(assertions, provider, by=None, known=None, store=None, own=None):
    """Fold by rounds; return the last pass, which commits, and the rounds."""
    rounds = rounds_of(provider, by or guarded(), own, store)
    last = partial(fold, assertions, known or {}, memory={})
    rounds.resolve({"d": lambda rules_: last(rules=rules_)})
    rounds.speculation.begin()
    folded = last(rules=rounds.rules)
    assert not rounds.speculation.open
    return folded, rounds


@settings(max_examples=150, deadline=None)
@given(ASSERTIONS, st.integers(1, 5), st.integers(1, 4), st.booleans(), st.sampled_from([fickle, by_subject]))
def test_any_grouping_and_concurrency_give_what_asking_one_by_one_gives(facts, per_call, at_once, with_guards, rule):
    """Facts that change each other's candidates, a model that no rule can guess: one result."""
    by = guarded() if with_guards else rules(decider())
    one_by_one = OneByOne(rule)
    expected = fold(facts, {}, Rules(one_by_one, by.enforce, by.screen, 3), {})
    folded, rounds = resolved(facts, deciding_provider(rule), by, own=decider(per_call, at_once))
    assert result(folded) == result(expected)
    spent = rounds.spending
    assert spent.questions - spent.wasted <= one_by_one.asked <= spent.questions
    assert (spent.unanswered, spent.rounds <= max(1, one_by_one.asked)) == (0, True)


@settings(max_examples=60, deadline=None)
@given(ASSERTIONS, st.randoms(use_true_random=False), st.integers(1, 6), st.sampled_from([fickle, by_subject]))
def test_any_order_of_arrival_gives_one_result(facts, order, size, rule):
    """Each arrival folds on from what is known; the last one equals a fold of everything at once."""
    expected, _ = resolved(facts, deciding_provider(rule))
    arriving, known, store = list(facts), {}, MemoryStore()
    order.shuffle(arriving)
    for start in range(0, max(1, len(arriving)), size):
        folded, _ = resolved(arriving[: start + size], deciding_provider(rule), known=known, store=store)
        known = {decided.assertion.key: decided for decided in folded.decisions}
    assert result(folded) == result(expected)


@settings(max_examples=60, deadline=None)
@given(ASSERTIONS, st.integers(1, 5), st.integers(1, 5))
def test_other_groups_find_every_answer_again(facts, first, second):
    """A second run from nothing asks nobody, whatever shares a call now."""
    store = MemoryStore()
    folded, _ = resolved(facts, deciding_provider(fickle), store=store, own=decider(first))
    silent = ScriptedProvider(answer=lambda request: pytest.fail("asked again"))
    again, rounds = resolved(facts, silent, store=store, own=decider(second))
    assert (result(again), rounds.spending.questions) == (result(folded), 0)


CHAIN = [make_assertion("alpha", f"value {n}", day=n) for n in range(30)]


def test_a_chain_that_the_guess_foresees_is_asked_at_once():
    """Thirty facts, each about the note of the one before: one round."""
    foreseen, rounds = resolved(CHAIN, deciding_provider(by_subject), rules(decider()))
    assert [note.closing is None for note in foreseen.notes.by_id.values()].count(True) == 1
    assert (rounds.spending.rounds, rounds.spending.wasted) == (1, 0)


def test_a_chain_that_defies_the_guess_takes_its_rounds_and_counts_the_waste():
    """The rules would update; the model always adds."""
    folded, rounds = resolved(CHAIN, deciding_provider(lambda shown: {"operation": "ADD"}), rules(decider()))
    assert len(folded.notes.by_id) == 30
    assert rounds.spending.rounds > 1
    used = rounds.spending.questions - rounds.spending.wasted
    assert used == 29


class Flaky:
    """Fails for the facts whose text holds a word."""

    def __init__(self, word, failure=None):
        self.word, self.failure = word, failure or ServerFailureError("down")

    def __call__(self, request):
        """Answer, or fail."""
        hit = any(self.word in text for text in asked([request]))
        return self.failure if hit else answering(fickle)(request)


@settings(max_examples=60, deadline=None)
@given(ASSERTIONS, st.sampled_from(["one", "two", "alpha", "has"]), st.booleans())
def test_what_stayed_open_is_decided_by_the_next_run_and_then_all_is_as_if_nothing_had_failed(facts, word, fatal):
    """Facts without an answer are added, marked, and never retire anything; afterwards nothing is left of it."""
    store, failure = MemoryStore(), AuthFailedError("key") if fatal else None
    expected, _ = resolved(facts, deciding_provider(fickle))
    partly, _ = resolved(facts, ScriptedProvider(answer=Flaky(word, failure)), store=store, own=decider(1))
    for decided in partly.decisions:
        assert decided.is_open == (decided.verdict.attempts == 0)
        if decided.is_open:
            assert (decided.verdict.operation, decided.verdict.defaulted) == ("ADD", True)
    known = {decided.assertion.key: decided for decided in partly.decisions}
    folded, _ = resolved(facts, deciding_provider(fickle), known=known, store=store)
    assert result(folded) == result(expected)
    assert not any(decided.is_open for decided in folded.decisions)


def test_a_run_that_cannot_ask_twice_in_a_row_changes_nothing():
    """The same facts wait for the same answers: no decision is made again."""
    down = ScriptedProvider(answer=lambda request: ServerFailureError("down"))
    first, rounds = resolved(CHAIN, down, rules(decider()), own=decider(1, 1))
    assert rounds.spending.unanswered == sum(decided.is_open for decided in first.decisions) == 29
    known = {decided.assertion.key: decided for decided in first.decisions}
    again, _ = resolved(CHAIN, down, rules(decider()), known=known, own=decider(1, 1))
    assert again.changed == []


def test_a_budget_stops_the_asking():
    """What was answered by then is kept; the rest stays open and says so."""
    provider = deciding_provider(by_subject)
    own = decider(1, 1)
    rounds = rounds_of(provider, rules(own), own, max_cost=0.001)
    last = partial(fold, CHAIN, {}, memory={})
    rounds.resolve({"d": lambda rules_: last(rules=rules_)})
    assert len(provider.requests) == 1
    assert rounds.spending.summary.stopped.startswith("budget:")
    rounds.speculation.begin()
    folded = last(rules=rounds.rules)
    assert sum(decided.is_open for decided in folded.decisions) == 28


def test_a_budget_that_is_spent_already_lets_no_call_leave():
    """As when extraction has used it up."""
    provider = deciding_provider(by_subject)
    rounds = rounds_of(provider, rules(decider()), decider(), max_cost=0.0)
    rounds.resolve({"d": lambda by: fold(CHAIN, {}, by, {})})
    assert (provider.requests, rounds.spending.summary.stopped[:7]) == ([], "budget:")


def test_many_domains_share_a_round():
    """Their questions are asked together, and each comes to its own result."""
    domains = {
        name: [make_assertion(f"{name} thing", value, day) for day, value in enumerate("xyz")] for name in "pqrs"
    }
    provider = deciding_provider(by_subject)
    rounds = rounds_of(provider, rules(decider()), decider(20))
    rounds.resolve({name: lambda r, facts=facts: fold(facts, {}, r, {}) for name, facts in domains.items()})
    assert rounds.spending.rounds == 1
    assert {len(shown_in(request.messages[1].content)) for request in provider.requests} == {8}

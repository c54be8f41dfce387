"""Hundreds of pairs of facts one token apart: none of them is ever the same fact, and a changed value is a change."""

from collections import Counter

import pytest
from one_token_pairs import ANY, LATIN, pairs

from core.deciding import RulesDecider, enforce

PAIRS = list(pairs())
KINDS = sorted({pair.kind for pair in PAIRS})


def of(kind):
    return (pair for pair in PAIRS if pair.kind == kind)


def decide(fact, note):
    return enforce(fact, [note], RulesDecider().decide(fact, [note]))


def test_the_set_is_as_large_as_its_promise():
    """At least three hundred pairs, a hundred in each language, no two alike, and none of equals."""
    assert len({(pair.earlier, pair.later) for pair in PAIRS}) == len(PAIRS) >= 300
    assert all(pair.earlier != pair.later and pair.why for pair in PAIRS)
    english = Counter(any(name in pair.later for name in LATIN) for pair in PAIRS)
    assert min(english.values()) >= 100


@pytest.mark.parametrize("kind", KINDS)
def test_none_is_merged(kind, claim, candidate):
    """Neither the decider nor the guards call two facts the same that differ in one token, whichever came first."""
    for pair in of(kind):
        for old, new in ((pair.earlier, pair.later), (pair.later, pair.earlier)):
            verdict = decide(claim(new), candidate(old))
            assert verdict.operation != "NOOP", (old, new, verdict.reason)


@pytest.mark.parametrize("kind", KINDS)
def test_the_later_fact_does_what_its_row_says(kind, claim, candidate):
    """It takes the place of the earlier one, denies it, or stands beside it."""
    for pair in of(kind):
        verdict = decide(claim(pair.later), candidate(pair.earlier))
        assert pair.operation in (ANY, verdict.operation), (pair, verdict)


@pytest.mark.parametrize("kind", KINDS)
def test_each_side_is_merged_with_itself(kind, claim, candidate):
    """The same sentence from another report is the same fact, so that nothing above is won by adding."""
    for pair in of(kind):
        assert decide(claim(pair.later), candidate(pair.later)).operation == "NOOP", pair.later

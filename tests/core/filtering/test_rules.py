"""Every rule's own examples, run in the rule's scope."""

import pytest

from core.filtering import RULES, FilterContext, judge
from core.model import CandidateFact

_HITS = [pytest.param(rule, text, id=f"{rule.id}: {text}") for rule in RULES for text in rule.hits]
_KEEPS = [pytest.param(rule, text, id=f"{rule.id}: {text}") for rule in RULES for text in rule.keeps]


def _kind(rule):
    return "transcript" if rule.scope == "any" else rule.scope


@pytest.mark.parametrize(("rule", "text"), _HITS)
def test_each_hit_example_is_dropped_with_the_class_of_its_rule(rule, text):
    """A rule drops what it says it drops, and names its class."""
    drop = judge(CandidateFact(text, 5), FilterContext(kind=_kind(rule)))
    assert drop is not None
    assert (drop.reason, drop.source) == (rule.reason, "guard")


@pytest.mark.parametrize(("rule", "text"), _KEEPS)
def test_each_keep_example_survives_all_rules_of_its_scope(rule, text):
    """What a rule promises to keep is dropped by no other rule either."""
    assert judge(CandidateFact(text, 5), FilterContext(kind=_kind(rule))) is None


def test_rule_ids_are_unique_and_rules_carry_examples_and_a_reason():
    """A row without examples or a why is not finished."""
    ids = [rule.id for rule in RULES]
    assert len(ids) == len(set(ids))
    assert all(rule.hits and rule.keeps and rule.why for rule in RULES)

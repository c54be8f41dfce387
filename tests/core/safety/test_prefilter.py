"""The cheap tests before the rules never change a verdict."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.safety import disguises
from core.safety.guard import GUARD_RULES, injection_code
from core.safety.prefilter import Prefilter
from core.safety.rules import GuardRule, matcher
from core.text.views import normalised

_WORDS = sorted({word for rule in GUARD_RULES for word in rule.needs})
_EXAMPLES = sorted({text for rule in GUARD_RULES for text in (*rule.hits, *rule.keeps)})
_SLOW = tuple((rule, matcher(rule)) for rule in GUARD_RULES)
_PREFILTER = Prefilter(GUARD_RULES)


def _first_by_brute_force(sentence):
    return next((rule.id for rule, matches in _SLOW if matches(sentence)), None)


def _first_by_prefilter(sentence):
    found = (GUARD_RULES[index] for index in _PREFILTER.candidates(sentence))
    return next((rule.id for rule in found if matcher(rule)(sentence)), None)


@pytest.mark.parametrize("text", _EXAMPLES)
def test_every_example_gets_the_verdict_that_all_rules_in_turn_would_give(text):
    """The first rule that hits is the same with and without the prefilter."""
    assert _first_by_prefilter(normalised(text)) == _first_by_brute_force(normalised(text))


@given(st.lists(st.sampled_from([*_WORDS, " ", "x", "的"]), max_size=8).map("".join))
def test_no_rule_is_left_out_whose_word_is_there(text):
    """Words that overlap, contain or begin one another are all found."""
    wanted = [index for index, rule in enumerate(GUARD_RULES) if any(word in text for word in rule.needs)]
    assert list(_PREFILTER.candidates(text)) == wanted


def test_no_rules_have_no_candidates():
    """An empty table is no special case."""
    assert list(Prefilter(()).candidates("ignore")) == []
    only = GuardRule("x", "y", "z", ("忽略",), "忽略", hits=("忽略",))
    assert list(Prefilter((only,)).candidates("请忽略 ignore")) == [0]


@given(
    st.text(alphabet="aeg i.-_*bcGh1s@\n", max_size=60)
    | st.sampled_from(["a.b.c.d.e.f", "x a b c d e f y", "i-g-n-o-r-e"])
)
def test_the_hint_of_spaced_letters_is_a_necessary_condition(raw):
    """What the full pattern finds is found with the hint before it."""
    assert list(disguises.hideouts(raw).spaced) == [each[0] for each in disguises._SPACED.finditer(raw)]


@pytest.mark.parametrize("text", _EXAMPLES[::9])
def test_a_given_view_changes_nothing(text):
    """The code of a sentence is the same with its view at hand."""
    assert injection_code(text) == injection_code(text, normalised(text))

"""Every row of the rule tables reads its own examples and leaves its counter-examples alone."""

import re

import pytest

from core.temporal.date_forms import FORMS, date_at
from core.temporal.fold import folded
from core.temporal.resolver import ATOMS, PASSES, find_nodes
from core.temporal.validity import CUES
from core.temporal.zh_guards import GUARDS

JOINS = [join for joins in PASSES for join in joins]


@pytest.mark.parametrize(
    ("atom", "text"),
    [(atom, text) for atom in ATOMS for text in atom.hits],
    ids=lambda value: getattr(value, "id", value),
)
def test_atom_hits(atom, text):
    """An atom matches the whole of its example and gives it a meaning."""
    plain = folded(text)
    found = next((m for m in (atom.pattern.match(plain, at) for at in range(len(plain))) if m), None)
    assert found is not None
    assert found.end() == len(text)
    assert atom.make(found)[1] is not None


@pytest.mark.parametrize(
    ("atom", "text"),
    [(atom, text) for atom in ATOMS for text in atom.keeps],
    ids=lambda value: getattr(value, "id", value),
)
def test_atom_keeps(atom, text):
    """An atom finds nothing in its counter-example."""
    assert [node for node in find_nodes(folded(text)) if node.rule_id == atom.id] == []


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.id)
def test_guards(guard):
    """A guard leaves no time in its examples and some in its counter-examples."""
    for text in guard.hits:
        assert re.search(guard.pattern, text)
        assert find_nodes(folded(text)) == []
    for text in guard.keeps:
        assert find_nodes(folded(text))


@pytest.mark.parametrize(
    ("join", "text"),
    [(join, text) for join in JOINS for text in join.hits],
    ids=lambda value: getattr(value, "id", value),
)
def test_join_hits(join, text):
    """A join's example is read as one expression from its first character to its last."""
    nodes = find_nodes(folded(text))
    assert [(node.start, node.end) for node in nodes] == [(0, len(text))]
    assert not join.signs or set(join.signs) & set(folded(text))


def test_rule_ids_are_unique():
    """No two rules share an id, and every rule says why it is there."""
    rules = [*ATOMS, *JOINS, *GUARDS]
    assert len({rule.id for rule in rules}) == len(rules)
    assert all(rule.why and rule.id for rule in rules)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.id)
def test_written_forms(form):
    """A written form is read to its end with the value that its row gives, and refuses what does not exist."""
    for text, value in form.hits:
        date = date_at(text, 0, len(text))
        assert date is not None
        assert (date.at.isoformat(), date.char_end) == (value, len(text))
    for text in form.keeps:
        date = date_at(text, 0, len(text))
        assert date is None or date.char_end < len(text)


@pytest.mark.parametrize("cue", CUES, ids=lambda cue: cue.id)
def test_validity_cues(cue):
    """A cue of validity fits its own examples."""
    assert all(cue.pattern.search(text) for text in cue.hits)

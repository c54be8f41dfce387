"""Notes that share a named thing: found by canonical name, never the retired, ties by id."""

from dataclasses import replace

from ledger_builders import make_assertion

from core.entities import find_entities
from core.ledger.sharing import Sharing, telling_keys


def claim(text, note_id="n"):
    """A claim of this text with its entities."""
    return replace(make_assertion("x", "y").claim, id=note_id, text=text, entities=tuple(find_entities(text)))


def best(fact, *notes, most=3, besides=()):
    """Ids of the notes that share something with a fact; all score 0.5, but those whose id ends in "+"."""
    index = Sharing()
    for note in notes:
        index.add(note)
    found = index.best(fact, lambda ids: {one: 0.9 if one.endswith("+") else 0.5 for one in ids}, most, besides)
    return [note_id for note_id, _ in found]


def test_two_names_of_one_actor_meet_across_languages():
    """Cozy Bear, APT29 and 舒适熊 are one."""
    fact = claim("Cozy Bear signs its tools with stolen keys.")
    assert best(fact, claim("舒适熊攻击了外交部。", "zh"), claim("APT28 did.", "other")) == ["zh"]


def test_more_shared_things_come_first_then_the_score_then_the_smaller_id():
    """A total order, so that equal questions have equal answers."""
    fact = claim("APT29 exploits CVE-2026-90412 from 203.0.113.9.")
    notes = [
        claim("APT29 exploits CVE-2026-90412.", "two"),
        claim("APT29 exists.", "b"),
        claim("203.0.113[.]9 hosts a panel.", "a"),
        claim("CVE-2026-90412 was fixed.", "z+"),
    ]
    assert best(fact, *notes) == best(fact, *reversed(notes)) == ["two", "z+", "a"]


def test_the_retired_and_those_offered_anyway_are_not_among_them():
    """Neither takes the place of another."""
    fact = claim("APT29 exists.")
    one, two = claim("APT29 grows.", "one"), claim("APT29 shrinks.", "two")
    assert best(fact, one, two, most=1, besides=["one"]) == ["two"]
    index = Sharing()
    index.add(one)
    index.retire(one)
    assert index.best(fact, lambda ids: dict.fromkeys(ids, 1.0), 3, ()) == []


def test_versions_alone_bring_nothing_together():
    """Thousands of notes name 2.0."""
    assert telling_keys(claim("It was updated to version 2.0.")) == frozenset()

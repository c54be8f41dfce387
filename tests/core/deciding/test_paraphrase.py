"""Facts that repeat a note in another order, and neighbours that differ in what counts."""

import pytest
from deciding_builders import claim, notes

from core.deciding import RulesDecider, enforce

SAME = [
    ("Plover Gate 7 fixes CVE-2026-1111.", "CVE-2026-1111 is fixed by Plover Gate 7."),
    ("Lowmoor Foods has a budget of 90,000 dollars.", "The budget of Lowmoor Foods remains at 90,000 dollars."),
    ("松岚食品于2026年5月4日关闭了北厂。", "2026年5月4日，松岚食品关闭北厂。"),
    ("远帆实验室发现了灰鸻木马。", "灰鸻木马被远帆实验室发现。"),
]
APART = [
    ("Lowmoor Foods sued Grey Plover.", "Grey Plover sued Lowmoor Foods."),
    ("Copper reacts faster than Lowmoor Foods expected.", "Lowmoor Foods reacts faster than Copper expected."),
    ("Lowmoor Foods has a budget of 90,000 dollars.", "The budget of Lowmoor Foods remains at 91,000 dollars."),
    ("Lowmoor Foods sells oats and honey and rye.", "Lowmoor Foods sells rye and honey."),
    ("The chip family of Lowmoor is PLV7+.", "The chip family of Lowmoor is PLV7."),
    ("User is allergic to walnuts.", "User is not allergic to walnuts."),
    ("Lowmoor Foods opened the north works in May 2026.", "In May 2026 Lowmoor Foods opened the south works."),
    ("松岚食品于2026年5月4日关闭了北厂。", "2026年5月4日，松岚食品关闭南厂。"),
    ("松岚食品起诉了灰鸻公司。", "灰鸻公司起诉了松岚食品。"),
    ("松岚食品有23家门店位于临海市。", "松岚食品有32家门店位于临海市。"),
    ("远帆实验室发现了灰鸻木马。", "远帆实验室没有发现灰鸻木马。"),
]


def decide(note, fact):
    offered = notes(note)
    said = claim(fact, day=9)
    return enforce(said, offered, RulesDecider().decide(said, offered))


@pytest.mark.parametrize(("note", "fact"), SAME)
def test_what_a_fact_only_repeats_is_no_new_note(note, fact):
    verdict = decide(note, fact)
    assert (verdict.operation, verdict.target_note_id) == ("NOOP", "note_1"), verdict.reason


@pytest.mark.parametrize(("note", "fact"), APART)
def test_what_differs_in_a_value_a_name_or_its_role_is_never_merged(note, fact):
    assert decide(note, fact).operation != "NOOP"

"""Facts that tell in their own words that something ended or changed, and neighbours that they must leave alone."""

import pytest
from deciding_builders import claim, notes

from core.deciding import RulesDecider, enforce

ENDED = [
    ("Lowmoor Foods holds an organic licence.", "The organic licence of Lowmoor Foods was revoked on 4 May 2026."),
    ("Tess Morrow works for Lowmoor Foods.", "Tess Morrow left Lowmoor Foods at the end of April 2026."),
    (
        "Grey Plover stole the customer list of Lowmoor Foods.",
        "The report that Grey Plover stole the customer list of Lowmoor Foods was wrong.",
    ),
    ("松岚食品持有有机认证证书。", "松岚食品的有机认证证书已于5月4日被吊销。"),
    ("松岚食品向灰鸻组织支付了赎金。", "松岚食品否认向灰鸻组织支付赎金。"),
    ("灰鸻组织受临海国政府资助。", "远帆实验室撤回了灰鸻组织受临海国政府资助的说法。"),
]
CHANGED = [
    (
        "Tess Morrow is the managing director of Lowmoor Foods.",
        "Ian Quill took over from Tess Morrow as managing director of Lowmoor Foods.",
    ),
    (
        "Visitor logs at Lowmoor Foods are kept for 20 days.",
        "Lowmoor Foods raised the retention of visitor logs to 40 days.",
    ),
    ("Grey Plover demands payment in Monero.", "Grey Plover stopped taking Monero and now demands payment in Zcash."),
    ("松岚食品的访客记录保存20天。", "松岚食品把访客记录的保存期延长到40天。"),
    ("远帆项目的渗透测试由质检部组织。", "远帆项目的渗透测试改由松岚实验室组织。"),
]
UNRELATED = [
    ("Lowmoor Foods holds an organic licence.", "The organic licence of Highmoor Foods was revoked on 4 May 2026."),
    (
        "Lowmoor Foods Direct holds an organic licence.",
        "The building permit of Lowmoor Foods was revoked on 4 May 2026.",
    ),
    ("Lowmoor Foods exports oats to Velmora.", "Lowmoor Foods stopped selling honey."),
    ("Grey Plover hides its settings in a bitmap.", "Grey Plover does not hide its log in a bitmap."),
    ("Patches are now available for all Plover 3 users.", "Patches are now available for all Plover 4 users."),
    ("松岚食品持有有机认证证书。", "竹岚食品的有机认证证书已于5月4日被吊销。"),
    ("松岚系统5.x版本的维护期到2026年6月30日为止。", "松岚系统5.x版本于2026年6月30日停止销售。"),
    ("松岚事件的负责人是方一。", "松岚事件的状态现在改为已结案。"),
]


def decide(note, fact):
    offered = notes(note)
    said = claim(fact, day=9)
    return enforce(said, offered, RulesDecider().decide(said, offered))


@pytest.mark.parametrize(("note", "fact"), ENDED)
def test_what_a_fact_ends_in_its_own_words_is_retired(note, fact):
    verdict = decide(note, fact)
    assert (verdict.operation, verdict.target_note_id) == ("DELETE", "note_1"), verdict.reason


@pytest.mark.parametrize(("note", "fact"), CHANGED)
def test_what_a_fact_gives_another_value_is_updated(note, fact):
    verdict = decide(note, fact)
    assert (verdict.operation, verdict.target_note_id) == ("UPDATE", "note_1"), verdict.reason


@pytest.mark.parametrize(("note", "fact"), UNRELATED)
def test_a_note_about_something_else_stays(note, fact):
    assert decide(note, fact).operation == "ADD"


def test_the_right_one_of_two_neighbours_is_retired():
    offered = notes("The north works of Lowmoor Foods use gas.", "The organic licence of Lowmoor Foods is valid.")
    said = claim("The organic licence of Lowmoor Foods has expired.", day=9)
    assert RulesDecider().decide(said, offered).target_note_id == "note_2"


def test_the_same_flaw_is_meant_when_a_status_changes():
    assert (
        decide("Plover Gate is not affected by CVE-2026-1111.", "Plover Gate is affected by CVE-2026-1112.").operation
        == "ADD"
    )


def test_an_order_about_what_may_not_change_tells_no_change():
    fact = "Grey Plover says that the note brant.txt cannot be read or renamed."
    assert decide("Grey Plover writes the note plover.txt.", fact).operation == "ADD"

"""What the durable filter keeps and drops, layer by layer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.filtering import (
    EPHEMERAL_CLASSES,
    MIN_IMPORTANCE_OF_PROFILE,
    NOISE_CLASSES,
    Drop,
    FilterContext,
    judge,
    judge_all,
)
from core.model import CandidateFact

CHAT = FilterContext(kind="transcript")


def _reason(text, context=CHAT):
    drop = judge(CandidateFact(text, 5), context)
    return None if drop is None else drop.reason


@pytest.mark.parametrize("label", [*EPHEMERAL_CLASSES, *NOISE_CLASSES])
def test_the_label_of_the_extractor_is_the_first_layer(label):
    """A labelled fact is dropped whatever its words say."""
    drop = judge(CandidateFact("Priya moved to Oslo.", 9, fact_type=label), CHAT)
    assert drop == Drop(label, f"label-{label}", "model_label")


@pytest.mark.parametrize("label", ["fact", "raw_fallback", "anything"])
def test_no_label_protects_a_fact_from_the_guards(label):
    """The second layer runs on every fact that the first one lets through."""
    drop = judge(CandidateFact("User weighed 64.2kg", 9, fact_type=label), CHAT)
    assert drop is not None
    assert (drop.reason, drop.source) == ("activity_log", "guard")


@pytest.mark.parametrize(
    "text",
    [
        "User had weight loss surgery in 2018",
        "Had lunch at Noma yesterday",
        "User plans to have dinner at Priya's house tomorrow",
        "User plans to eat lunch with priya tomorrow",
        "User logged activity on the staging account",
        "Prefers debug log level in staging",
        "ETL design uses a temporary table for dedup",
        "用户打算训练新员工",
        "用户想吃素",
        "用户打算今晚吃火锅，和李雷一起",
        "用户偏好把调试日志保存30天",
        "User's tax return is due tomorrow",
        "User will have knee surgery tomorrow",
        "The project paper is due tomorrow",
        "User plans to train two interns tomorrow",
        "用户计划明年创业",
        "用户计划明天和李雷开会",
        "Omar's daughter was born today",
        "The launch of Kelp was moved to tomorrow",
        "Priya plans to hire two engineers in 2027",
        "User slept in Osaka",
        "User completed an MBA",
        "User is debugging a race condition in the scheduler",
    ],
)
def test_people_places_projects_events_and_commitments_are_kept(text):
    """No durable fact is lost to today, tomorrow, 明天, plan or 计划."""
    assert _reason(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("User slept 5 hours last night", "activity_log"),
        ("User is hungry", "transient_status"),
        ("我正在健身", "transient_status"),
        ("用户现在正在健身", "transient_status"),
        ("用户今天记录了体重", "activity_log"),
        ("用户早餐吃了两个鸡蛋", "activity_log"),
        ("用户计划今晚喝蛋白粉", "ephemeral_intent"),
        ("What is the capital of Peru?", "query_intent"),
        ("备份任务什么时候运行？", "query_intent"),
        ("User wants to restart the task", "ephemeral_intent"),
        ("User wants to set up a reminder", "ephemeral_intent"),
        ("The debugging session reported an error", "operational_log"),
        ("导入任务已完成", "operational_log"),
    ],
)
def test_short_lived_statements_are_dropped_by_class(text, reason):
    """The noise that a plain word list misses is found, in both languages."""
    assert _reason(text) == reason


@pytest.mark.parametrize("text", ["ＵＳＥＲ  ＷＥＩＧＨＥＤ ６４．２ＫＧ", "user weighed 64.2kg", "I weighed 64.2kg"])
def test_case_width_and_the_first_person_make_no_difference(text):
    """One statement is judged alike however it is written."""
    assert _reason(text) == "activity_log"


def test_a_named_speaker_is_judged_like_the_first_person_and_a_third_person_is_not():
    """What Priya says of herself passes; what is said of Priya by others is an event."""
    fact = CandidateFact("Priya is working out now", 5)
    assert judge(fact, CHAT) is None
    speaking = judge(fact, FilterContext(kind="transcript", speakers=("Priya",)))
    assert speaking is not None
    assert speaking.reason == "transient_status"
    spoken_zh = judge(CandidateFact("王峰正在健身", 5), FilterContext(kind="transcript", speakers=("王峰",)))
    assert spoken_zh is not None


def test_imperatives_and_thanks_are_noise_in_a_chat_and_advice_in_a_report():
    """A command to the listener is nothing; the same words in an advisory may be a mitigation."""
    text = "Turn off the HTTP server."
    assert _reason(text) == "ephemeral_intent"
    assert _reason(text, FilterContext(kind="document")) is None


def test_facts_from_roles_that_are_not_admitted_are_dropped():
    """Admission is enforced on the facts; one admitted source among several is enough."""
    roles = {1: "user", 2: "assistant", 3: "tool"}
    context = FilterContext(kind="transcript", roles=roles)
    text = "Kelp runs on port 8080."
    assert judge(CandidateFact(text, 5, source_seqs=(2,)), context) == Drop("source_role", "role-not-admitted", "role")
    assert judge(CandidateFact(text, 5, source_seqs=(1, 2)), context) is None
    admitting = FilterContext(kind="transcript", roles=roles, include_assistant=True)
    assert judge(CandidateFact(text, 5, source_seqs=(2,)), admitting) is None
    assert judge(CandidateFact(text, 5, source_seqs=(3,)), admitting) is not None


@pytest.mark.parametrize(
    ("text", "supported"),
    [
        ("Kelp hit 1,200 hosts.", True),
        ("Kelp hit 1300 hosts.", False),
        ("Kelp 3.2.1 is affected.", True),
        ("Kelp 3.2.7 is affected.", False),
        ("Kelp hit 12 hosts.", True),
    ],
)
def test_a_number_that_the_source_lacks_makes_a_fact_unsupported(text, supported):
    """Numbers of three digits or more must stand in the source; shorter ones may be spelled out there."""
    source = "In May, Kelp ３.２.１ hit 1200 machines."
    drop = judge(CandidateFact(text, 5), FilterContext(source_text=source))
    assert (drop is None) == supported
    assert drop is None or drop.source == "unsupported"


def test_the_minimum_importance_is_a_setting_of_the_profile():
    """The default keeps everything; the two-phase profile drops below 3."""
    fact = CandidateFact("Kelp is a loader.", 2)
    assert judge(fact, FilterContext(min_importance=MIN_IMPORTANCE_OF_PROFILE["default"])) is None
    drop = judge(fact, FilterContext(min_importance=MIN_IMPORTANCE_OF_PROFILE["two-phase"]))
    assert drop == Drop("importance", "importance-below-3", "importance")


def test_judging_many_facts_keeps_order_and_drops_the_second_of_two_equal_ones():
    """The sums add up, and the first of two equal facts stays."""
    facts = [
        CandidateFact(t, 5) for t in ("Kelp is a loader.", "User is hungry", "KELP is a  loader.", "Heron uses it.")
    ]
    kept, dropped = judge_all(facts, CHAT)
    assert [fact.text for fact in kept] == ["Kelp is a loader.", "Heron uses it."]
    assert [(fact.text, drop.source) for fact, drop in dropped] == [
        ("User is hungry", "guard"),
        ("KELP is a  loader.", "duplicate"),
    ]


@given(st.text(max_size=200), st.sampled_from(["transcript", "document"]))
def test_any_text_is_judged_without_raising_and_alike_twice(text, kind):
    """The filter is total and deterministic."""
    fact, context = CandidateFact(text, 5), FilterContext(kind=kind)
    assert judge(fact, context) == judge(fact, context)


@pytest.mark.parametrize(
    "piece",
    ["user is ", "what is ", "it is a ", "(", "a, ", "请", "我", "cve-2024-1 ", "1.", "[.]", "....", "for more "],
)
def test_reading_stays_linear_on_repeated_pieces(piece):
    """Ten thousand repeats of any opening are judged at once."""
    for kind in ("transcript", "document"):
        drop = judge(CandidateFact(piece * 10_000, 5), FilterContext(kind=kind))
        assert drop is None or drop.rule_id

"""The rules decider: each operation, in both languages, and what must never be retired."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.deciding import RulesDecider, enforce


def decide(fact, *candidates):
    return enforce(fact, candidates, RulesDecider().decide(fact, candidates))


SAME = [
    ("Silent Heron uses tool Kelp.", "Silent Heron uses tool Kelp."),
    ("Kelp was seen in March 2026", "In March 2026 Kelp was observed"),
    ("The agent connects to evil[.]example.", "The agent connects to evil.example"),
    ("Fancy Bear hit the port of Orsk.", "APT28 hit the port of Orsk."),
    ("CVE-2024-1234 has a CVSS score of 7.5.", "CVE-2024-1234 — CVSS score: 7.5"),
    ("Kelp is led by Bo.", "Bo leads Kelp."),
    ("Silent Heron used Kelp.", "Kelp was used by Silent Heron."),
    ("Kelp — Status: Fixed", "Kelp — 状态：已修复"),
    ("海带项目由张三负责。", "海带的负责人是张三。"),
    ("银鹭首次使用了海带。", "银鹭第一次使用海带。"),
    ("Silent Heron stole 4,370 files.", "Silent Heron stole 4370 files."),
]
CONTAINED = [
    ("Kelp is a modular backdoor, first described by Northwind, that steals mail.", "Kelp is a backdoor."),
    ("Kelp (also called Wrack) is a backdoor written in Go.", "Kelp is a backdoor."),
    ("Kelp was released in Orsk on 2 May 2026.", "Kelp was released in Orsk in May 2026."),
]
CHANGED = [
    ("Kelp — Lead: Ana", "Kelp — Lead: Bo"),
    ("Lead is Ana", "Lead is now Bo"),
    ("CVE-2024-1234 — CVSS score: 7.5", "CVE-2024-1234 has a CVSS v3 base score of 9.8."),
    ("The policy rate is 4%.", "The central bank raised the policy rate to 4.25%."),
    ("Kelp will launch on 2 May 2026.", "Kelp's launch moved to 9 June 2026."),
    ("Kelp uses MySQL as its database.", "Kelp migrated from MySQL to SQLite."),
    ("海带的负责人是张三。", "海带改由李四负责。"),
    ("Kelp — Affected versions: <= 1.2", "Kelp — Affected versions: <= 1.3"),
    ("Kelp is affected.", "Kelp is not affected."),
    ("Northwind has 1,200 employees.", "Northwind has 1,450 employees."),
    ("Ana lives in Orsk.", "Ana moved to Lund."),
    ("CVE-2024-1 — vendor_fix: Kelp A: Version 2 or later", "CVE-2024-1 — vendor_fix: Kelp A: Version 3 or later"),
    ("Kelp is a backdoor.", "Kelp is a modular backdoor written in Go."),
    ("Team uses Jira", "We switched to Linear in May."),
    ("Silent Heron uses the Kelp loader.", "Silent Heron has replaced the Kelp loader with Wrack."),
    ("Kelp uses PostgreSQL, version 17.", "Kelp has moved from PostgreSQL to TiDB."),
    ("Kelp has moved from MySQL to TiDB.", "Kelp uses TiDB with five nodes."),
    ("Bo leads Kelp.", "Bo leads Kelp until the end of the pilot."),
    ("Bo leads Kelp.", "Bo leads Kelp since March 2026."),
    ("No fixed version of Kelp is available.", "The fixed version of Kelp is 06."),
    ("The severity of CVE-2024-1234 is high.", "The severity of CVE-2024-1234 has been raised from High to Critical."),
    ("Silent Heron rents servers from a firm in Lund.", "Silent Heron rents servers in Orsk and no longer in Lund."),
    ("Kelp's budget is 10,000 dollars.", "The budget of Kelp was raised to 12,500 dollars by the board."),
    ("海带的预算是三百二十万元。", "海带的预算提高到380万元。"),
    ("海带事件影响320家客户。", "海带事件共影响412家客户，其中三家停业。"),
    ("银鹭处于活跃状态。", "银鹭的状态已变更为停用。"),
    ("海带项目使用MySQL。", "说明一下，海带项目的数据库由MySQL改为TiDB。"),
    ("海带的负责人是张三。", "张三因病休假，李四自3月2日起担任海带项目负责人。"),
]
ENDED = [
    ("Bo leads Kelp.", "Bo no longer leads Kelp."),
    ("Kelp — C2 domain: evil.example", "The domain evil[.]example has been seized."),
    ("The Kelp service is offline.", "Acme denied that the Kelp service is offline."),
    ("Kelp — Fixed in: 2.1", "Kelp — Fixed in: withdrawn"),
    ("张三负责海带项目。", "张三不再负责海带项目。"),
    ("Kelp hosts the mail archive.", "Kelp does not host the mail archive."),
    ("Kelp uses MySQL.", "Kelp does not use MySQL any more."),
    ("Acme attributes the theft to Silent Heron.", "Acme has retracted its attribution of the theft to Silent Heron."),
    ("银鹭处于活跃状态。", "银鹭已停止活动。"),
]
ADDED = [
    ("Outage on 2 May", "Outage on 9 June"),
    ("We chose SQLite over Postgres", "We chose local embeddings over a hosted API"),
    ("Silent Heron uses Kelp.", "Silent Heron uses Wrack."),
    ("Silent Heron targeted banks in Lund.", "Silent Heron targeted banks in Orsk."),
    ("Northwind has 3 offices.", "Northwind Trading Asia has 4 offices."),
    ("Kelp is linked to Silent Heron.", "Kelp may be linked to Silent Heron."),
    ("Kelp A is fixed in version 2.1.", "Kelp B is fixed in version 2.2."),
    ("The wife of Bo is a doctor.", "The wife is a doctor."),
    ("Bo's wife is a doctor.", "Bo is a doctor."),
    ("Ana met Bo in Orsk.", "Bo met Ana in Orsk."),
    ("The flight went from Orsk to Lund.", "The flight went from Lund to Orsk."),
    ("Kelp is vulnerable to one high and three medium issues.", "Kelp is vulnerable to three medium issues."),
    ("CVE-2024-1 — vendor_fix: Kelp A: Version 2 or later", "CVE-2024-1 — vendor_fix: Kelp B: Version 3 or later"),
    ("银鹭攻击了海带。", "海带攻击了银鹭。"),
    ("The outage started yesterday.", "The outage started yesterday."),
    ("The group stole 4,370 files.", "The group stole 4370 files."),
    ("According to Acme, Kelp stole files.", "Kelp denied that it stole files."),
    ("Kelp — Name: Wrack", "Wrack has been shut down."),
    ("Acme — Status: active", "Acme has retracted the report."),
    ("All anonymous and external users must wait.", "All external users must wait."),
    ("Kelp is used to sort names, dates, and places.", "Kelp is used to sort names and places."),
    ("The deadline is 2 May 2026.", "The deadline is 9 June 2026."),
]
TABLE = [
    *((old, new, "NOOP") for old, new in SAME + CONTAINED),
    *((old, new, "UPDATE") for old, new in CHANGED),
    *((old, new, "DELETE") for old, new in ENDED),
    *((old, new, "ADD") for old, new in ADDED),
]


@pytest.mark.parametrize(("old", "new", "operation"), TABLE)
def test_operation_of_a_later_fact(old, new, operation, claim, candidate):
    """A later fact of another report against one note gives the expected operation and target."""
    verdict = decide(claim(new), candidate(old))
    assert (verdict.operation, verdict.overridden) == (operation, False), verdict.reason
    assert verdict.target_note_id == (None if operation == "ADD" else "note")
    assert verdict.reason.endswith(".")
    assert not verdict.conflicts_with


@pytest.mark.parametrize(("old", "new"), CHANGED + ENDED)
@pytest.mark.parametrize(
    ("fact_more", "note_more"),
    [
        ({"day": -1}, {}),
        ({"source": "partition"}, {}),
        ({"report": "r", "revision": "r 1"}, {"report": "r", "revision": "r 1"}),
        ({"day": 0}, {}),
    ],
    ids=["older", "undated", "same revision", "same time, other source"],
)
def test_time_forbids_retirement(old, new, fact_more, note_more, claim, candidate):
    """An older, undated, simultaneous or same-revision fact retires nothing."""
    assert decide(claim(new, **fact_more), candidate(old, **note_more)).operation == "ADD"


def test_simultaneous_sources_that_disagree_are_linked(claim, candidate):
    """Both stay current and the new one names the one it contradicts."""
    verdict = decide(claim("Kelp — Lead: Bo", day=0), candidate("Kelp — Lead: Ana"))
    assert (verdict.operation, verdict.conflicts_with) == ("ADD", ("note",))


def test_a_later_revision_of_the_same_day_updates(claim, candidate):
    """A report revised within its day supersedes its own earlier value."""
    fact = claim("Kelp — Lead: Bo", day=0, report="r", revision="r 2")
    assert decide(fact, candidate("Kelp — Lead: Ana", report="r", revision="r 1")).operation == "UPDATE"


def test_several_values_of_one_slot_stand_side_by_side(claim, candidate):
    """A slot to which one revision gives several values is never retired by value."""
    fact = claim("Kelp — Mitigation: block port 8080", multi=True)
    assert decide(fact, candidate("Kelp — Mitigation: disable macros", multi=True)).operation == "ADD"


def test_intervals_that_do_not_overlap_are_history(claim, candidate):
    """A closed past interval leaves the present value alone, without a conflict."""
    fact = claim("Kelp — Lead: Ana", valid=(-900, -500))
    verdict = decide(fact, candidate("Kelp — Lead: Bo", valid=(-400, None)))
    assert (verdict.operation, verdict.conflicts_with) == ("ADD", ())


def test_the_right_note_among_neighbours_is_chosen(claim, candidate):
    """Only the note with the same subject and slot is retired, wherever it stands in the list."""
    notes = [candidate(f"Kelp {name} — Lead: Ana", id=f"note {name}") for name in "ABCDE"]
    assert decide(claim("Kelp D — Lead: Bo"), *notes).target_note_id == "note D"


def test_excluded_candidates_are_not_touched(claim, candidate):
    """A candidate that may not be touched is as if it were not there."""
    verdict = decide(claim("Kelp — Lead: Bo"), candidate("Kelp — Lead: Ana", excluded="injection"))
    assert (verdict.operation, verdict.target_note_id) == ("ADD", None)


def test_same_beats_changed(claim, candidate):
    """A note that already says it wins over one that would be changed."""
    notes = [candidate("Kelp — Lead: Ana", id="old"), candidate("Kelp — Lead: Bo", id="new")]
    assert decide(claim("Kelp — Lead: Bo"), *notes).target_note_id == "new"


TEXTS = [text for old, new, _ in TABLE for text in (old, new)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(TEXTS), st.lists(st.sampled_from(TEXTS), max_size=3), st.integers(-2, 2))
def test_verdicts_are_pure_and_name_an_offered_target(claim, candidate, text, notes, day):
    """The same question has the same answer, and a target is one of those offered."""
    fact = claim(text, day=day)
    offered = [candidate(note, id=f"n{i}") for i, note in enumerate(notes)]
    verdict = RulesDecider().decide(fact, offered)
    assert verdict == RulesDecider().decide(fact, offered)
    assert (verdict.target_note_id is None) == (verdict.operation == "ADD")
    assert verdict.target_note_id in {None, *(c.note.id for c in offered)}

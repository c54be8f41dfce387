"""The hard guards: each one alone, against verdicts that a careless decider might give."""

import pytest

from core.deciding import enforce
from core.deciding.guards import GUARDS
from core.model import Verdict


def said(operation, target="note", text=None):
    return Verdict(operation, target, "The decider says so.", text)


@pytest.mark.parametrize("operation", ["NOOP", "UPDATE", "DELETE"])
@pytest.mark.parametrize("target", [None, "elsewhere", "barred"])
def test_a_target_must_be_offered_and_free(operation, target, claim, candidate):
    """No target, a foreign one or an excluded one leaves an ADD that says it is a default."""
    offered = [candidate("Kelp is a tool."), candidate("Kelp is a tool.", id="barred", excluded="unsafe")]
    verdict = enforce(claim("Kelp is a tool."), offered, said(operation, target))
    assert (verdict.operation, verdict.target_note_id, verdict.defaulted) == ("ADD", None, True)
    assert "Guard target_" in verdict.reason


def test_an_unknown_operation_is_an_add(claim, candidate):
    """A word that is no operation is treated as an ADD by default."""
    verdict = enforce(claim("Kelp is a tool."), [candidate("Kelp is a tool.")], said("MERGE"))
    assert (verdict.operation, verdict.defaulted) == ("ADD", True)


def test_an_add_keeps_no_target_and_only_offered_conflicts(claim, candidate):
    """An ADD names no target, and it conflicts with nothing that was not offered."""
    given = Verdict("ADD", "note", "New.", None, ("note", "elsewhere"))
    verdict = enforce(claim("Kelp is a tool."), [candidate("Kelp is no tool.")], given)
    assert (verdict.target_note_id, verdict.conflicts_with) == (None, ("note",))


REFUSED = [
    ("same_subject", "UPDATE", "Kelp A — Lead: Ana", "Kelp B — Lead: Bo"),
    ("same_subject", "DELETE", "Kelp A — Lead: Ana", "Kelp B — Lead: Ana"),
    ("same_subject", "NOOP", "Kelp A — Lead: Ana", "Kelp B — Lead: Ana"),
    ("hard_facts_never_merge", "NOOP", "Kelp hit 3 banks.", "Kelp hit 4 banks."),
    ("hard_facts_never_merge", "NOOP", "An outage began on 2 May 2026.", "An outage began on 3 May 2026."),
    ("hard_facts_never_merge", "NOOP", "Update to version 1.2.3 now.", "Update to version 1.2.4 now."),
    ("hard_facts_never_merge", "NOOP", "It calls evil.example", "It calls evil2.example"),
    ("hard_facts_never_merge", "NOOP", "海带感染了三台主机。", "海带感染了四台主机。"),
    ("polarity_never_merges", "NOOP", "Kelp spreads by mail.", "Kelp does not spread by mail."),
    ("polarity_never_merges", "NOOP", "海带通过邮件传播。", "海带没有通过邮件传播。"),
    ("modality_never_merges", "NOOP", "Kelp spreads by mail.", "Kelp may spread by mail."),
    ("modality_never_merges", "NOOP", "According to Acme, Kelp spreads.", "According to Northwind, Kelp spreads."),
    ("endings_never_merge", "NOOP", "The Kelp service was cancelled.", "The Kelp service runs."),
    ("different_times_never_merge", "NOOP", "The outage began yesterday.", "The outage began yesterday."),
    ("strangers_never_merge", "NOOP", "The group is active.", "The group is active."),
    ("strangers_never_merge", "NOOP", "该组织已停止攻击。", "该组织已停止攻击。"),
    ("hedged_never_retires_plain", "UPDATE", "Kelp spreads by mail.", "Kelp possibly spreads by USB."),
    ("hedged_never_retires_plain", "DELETE", "海带通过邮件传播。", "据称海带已停止运营。"),
]


@pytest.mark.parametrize(("guard", "operation", "old", "new"), REFUSED)
def test_a_guard_refuses(guard, operation, old, new, claim, candidate):
    """The verdict becomes an ADD that names the guard."""
    verdict = enforce(claim(new), [candidate(old)], said(operation))
    assert (verdict.operation, verdict.target_note_id, verdict.overridden) == ("ADD", None, True)
    assert verdict.reason.startswith(f"Guard {guard}: {operation} refused")


@pytest.mark.parametrize("operation", ["UPDATE", "DELETE"])
@pytest.mark.parametrize(
    ("fact_more", "note_more"),
    [
        ({"day": -1}, {}),
        ({"day": 0}, {}),
        ({"source": "partition"}, {}),
        ({"report": "r", "revision": "x"}, {"report": "r", "revision": "x"}),
    ],
)
def test_time_guard(operation, fact_more, note_more, claim, candidate):
    """An older, simultaneous, undated or same-revision fact retires nothing, and the conflict is kept."""
    verdict = enforce(claim("Kelp runs.", **fact_more), [candidate("Kelp stands.", **note_more)], said(operation))
    assert (verdict.operation, verdict.conflicts_with) == ("ADD", ("note",))
    assert verdict.reason.startswith("Guard later_retires_earlier")


def test_intervals_guard(claim, candidate):
    """Statements for intervals that do not overlap never meet; half-open, so touching ones do not overlap."""
    fact, note = claim("Kelp runs.", valid=(0, 5)), candidate("Kelp runs.", valid=(5, None))
    assert enforce(fact, [note], said("NOOP")).reason.startswith("Guard intervals_overlap")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Kelp is led by Bo since 2026.", False),
        ("Kelp is led by Bo and Cleo.", False),
        ("Kelp, once led by Ana, is led by Bo.", True),
        ("The lead of Kelp is Bo.", True),
    ],
)
def test_a_merged_text_brings_in_nothing(text, kept, claim, candidate):
    """A new number or name in a merged text costs the text, not the update."""
    verdict = enforce(claim("Kelp — Lead: Bo"), [candidate("Kelp — Lead: Ana")], said("UPDATE", text=text))
    assert (verdict.operation, verdict.text, verdict.overridden) == ("UPDATE", text if kept else None, not kept)


def test_a_sound_verdict_passes_unchanged(claim, candidate):
    """Guards leave a good verdict exactly as it is."""
    given = said("UPDATE")
    assert enforce(claim("Kelp — Lead: Bo"), [candidate("Kelp — Lead: Ana")], given) == given


def test_every_guard_has_a_case():
    """The tables above try each named guard."""
    tried = {row[0] for row in REFUSED} | {"later_retires_earlier", "intervals_overlap"}
    assert {guard.id for guard in GUARDS} == tried

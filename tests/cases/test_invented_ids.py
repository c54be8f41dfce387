"""What a model says about notes is checked against what it was shown: no id that it makes up reaches the ledger."""

import re

import pytest
from deciding_model import deciding_batch, deciding_provider
from good_decisions import by_subject, shown_in
from scripted_server import ScriptedProvider
from tiny_lake import run_line

from core.audit.fsck import chain_problems, fsck
from core.contracts.frames import to_frame
from core.contracts.tables import NOTES, SUPERSESSION_EDGES
from core.lake.ledger import Ledger


@pytest.fixture
def ran(told):
    """Run the corpus with a provider that decides; returns the batch and what was settled."""

    def run(provider: ScriptedProvider):
        batch = deciding_batch(told.reports, told.lake.root, provider)
        settled = run_line(batch)
        assert settled.sums.problems == []
        assert fsck(batch.lake, batch.rules).problems == []
        return batch, settled

    return run


def in_force(batch):
    """The decisions in force, in their order."""
    known, _, _ = Ledger(batch.lake).log.known()
    return sorted(known.values(), key=lambda decided: decided.assertion.sort_key)


def stored(batch, table):
    """The rows of a table of the ledger."""
    return to_frame(Ledger(batch.lake).tables.read(table)).to_dicts()


@pytest.mark.parametrize((), [pytest.param(id="C1-12")])
def test_a_noop_on_nothing_is_an_add(told, ran):
    """The model said "nothing new" over an empty table, and nothing was kept. Three facts, three notes."""
    for name in ("Ana Ruiz", "Bo Lind", "Cy Moss"):
        told.tell("team", "2026-02-01", f"The lead of Project {name.split()[1]} is {name}.")
    batch, _ = ran(deciding_provider(lambda shown: {"operation": "NOOP", "target": None, "reason": "nothing new"}))
    decided = in_force(batch)
    assert [one.verdict.operation for one in decided] == ["ADD"] * 3
    assert len(told.notes("team")) == 3
    questioned = [one.verdict for one in decided if one.verdict.reply_key]
    assert all(verdict.defaulted and "no_target" in verdict.reason for verdict in questioned)


@pytest.mark.parametrize((), [pytest.param(id="C5-01")])
def test_a_target_that_was_not_offered_is_asked_about_once_and_then_the_fact_is_added(told, ran):
    """Number 12 of five brought the run down. The second question says what is allowed; the fact is never lost."""
    told.tell("team", "2026-02-01", "The lead of Project Orchid is Ana Ruiz.")
    told.tell("team", "2026-02-02", "The lead of Project Orchid is Bo Lind.")
    provider = deciding_provider(lambda shown: {"operation": "UPDATE", "target": 12, "reason": "newer"})
    batch, _ = ran(provider)
    assert len(provider.requests) == 2
    assert "unknown_target: 12; allowed: 101" in provider.requests[1].messages[-1].content
    last = in_force(batch)[-1].verdict
    assert (last.operation, last.defaulted, last.attempts) == ("ADD", True, 2)
    assert "unknown_target: 12" in last.reason
    assert len(told.notes("team")) == 2


@pytest.mark.parametrize((), [pytest.param(id="C5-03")])
def test_the_number_that_was_shown_becomes_the_real_note(told, ran):
    """A target by its number was paid for and then not found. The edge leads to the note that was shown."""
    told.tell("team", "2026-02-01", "The lead of Project Orchid is Ana Ruiz.")
    told.tell("team", "2026-02-02", "The lead of Project Orchid is Bo Lind.")
    batch, _ = ran(deciding_provider())
    (edge,) = stored(batch, SUPERSESSION_EDGES)
    texts = {note["note_id"]: note["text"] for note in stored(batch, NOTES)}
    assert texts[edge["old_note_id"]] == "The lead of Project Orchid is Ana Ruiz."
    assert texts[edge["new_note_id"]] == "The lead of Project Orchid is Bo Lind."


@pytest.mark.parametrize("target", ["0", "zz", -1, 0, 1, 100, 102, 201, 1e9, [101], {"note": 101}, "note_0a1b"])
def test_no_edge_leads_nowhere(told, ran, target):
    """C5-04: targets "0" and "zz" became edges to notes that do not exist."""
    told.tell("team", "2026-02-01", "The lead of Project Orchid is Ana Ruiz.")
    told.tell("team", "2026-02-02", "The lead of Project Orchid is Bo Lind.")
    batch, _ = ran(deciding_provider(lambda shown: {"operation": "DELETE", "target": target, "reason": "gone"}))
    edges = stored(batch, SUPERSESSION_EDGES)
    assert (edges, list(chain_problems(stored(batch, NOTES), edges))) == ([], [])
    assert len(told.notes("team")) == 2


@pytest.mark.parametrize((), [pytest.param(id="C5-05")])
def test_an_item_without_an_operation_fails_alone(told, ran):
    """A missing key took the whole reply with it. The other decision of the same call stands."""
    for domain in ("one", "two"):
        told.tell(domain, "2026-02-01", f"The lead of Project {domain.title()} is Ana Ruiz.")
        told.tell(domain, "2026-02-02", f"The lead of Project {domain.title()} is Bo Lind.")
    provider = deciding_provider(lambda shown: {"target": 101} if "One" in shown.text else by_subject(shown))
    ran(provider)
    assert [len(shown_in(request.messages[1].content)) for request in provider.requests] == [2, 2]
    assert (len(told.notes("one")), told.texts("two")) == (2, ["The lead of Project Two is Bo Lind."])


@pytest.mark.parametrize((), [pytest.param(id="C5-06")])
def test_short_numbers_stand_for_ids_that_differ_in_one_character(told, ran):
    """Long ids were copied wrongly. None is shown, and the number of one fact's note is never that of another's."""
    for number in range(1, 9):
        told.tell("hosts", f"2026-02-{number:02}", f"The owner of host node-{number} is Ana Ruiz.")
        told.tell("hosts", f"2026-03-{number:02}", f"The owner of host node-{number} is Bo Lind.")
    provider = deciding_provider(
        lambda shown: next(
            (
                {"operation": "UPDATE", "target": number, "reason": "newer"}
                for number, text in shown.notes.items()
                if text.split(" is ")[0] == shown.text.split(" is ")[0]
            ),
            {"operation": "ADD", "reason": "another host"},
        )
    )
    ran(provider)
    for request in provider.requests:
        content = request.messages[1].content
        assert re.search(r"(?:note|fct|rep|rev|dec)_[0-9a-f]", content) is None
        numbers = [number for shown in shown_in(content) for number in (shown.number, *shown.notes)]
        assert len(numbers) == len(set(numbers))
    assert told.texts("hosts") == [f"The owner of host node-{number} is Bo Lind." for number in range(1, 9)]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("兰花项目的负责人由王芳变更为李强。", "兰花项目的负责人由王芳变更为李强。"),
        ("The lead of Project Orchid is now Li Qiang.", "兰花项目的负责人是李强。"),
        (None, "兰花项目的负责人是李强。"),
    ],
    ids=["C7-02 merged", "C7-02 translated", "C7-02 none"],
)
def test_a_chinese_fact_merged_with_a_chinese_note_stays_chinese(told, ran, given, kept):
    """Merging translated it. A merged text in another language is left out, and the fact's own stands."""
    told.tell("项目", "2026-02-01", "兰花项目的负责人是王芳。")
    told.tell("项目", "2026-02-02", "兰花项目的负责人是李强。")
    ran(deciding_provider(lambda shown: {"operation": "UPDATE", "target": 101, "text": given, "reason": "变更"}))
    assert told.texts("项目") == [kept]


@pytest.mark.parametrize("operation", ["UPDATE", "DELETE"])
def test_what_is_replaced_leaves_its_replacement(told, ran, operation):
    """C3-01: the model said DELETE, and the new lead was lost with the old one. There is never no current lead."""
    told.tell("team", "2026-02-01", "The lead of Project Orchid is Ana Ruiz.")
    told.tell("team", "2026-02-02", "The lead of Project Orchid is now Bo Lind.")
    ran(deciding_provider(lambda shown: {"operation": operation, "target": 101, "reason": "a new lead"}))
    assert told.texts("team") == ["The lead of Project Orchid is now Bo Lind."]
    assert len(told.texts("team", retired=True)) == 2


@pytest.mark.parametrize((), [pytest.param(id="C3-05")])
def test_an_older_report_never_retires_a_newer_note_whatever_the_model_says(told, ran):
    """The order of arrival won. The older fact is history, decided at its own place in the order."""
    told.tell("people", "2026-01-10", "The employer of Mara Quist is Initech.")
    ran(deciding_provider())
    told.tell("people", "2024-01-10", "The employer of Mara Quist is Acme.")
    ran(deciding_provider())
    assert told.texts("people") == ["The employer of Mara Quist is Initech."]
    assert told.texts("people", retired=True) == [
        "The employer of Mara Quist is Acme.",
        "The employer of Mara Quist is Initech.",
    ]

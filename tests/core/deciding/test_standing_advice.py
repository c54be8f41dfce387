"""Advice that is complete in itself is one note however many reports repeat it; what points at its report is not."""

from dataclasses import replace

import pytest
from ledger_builders import make_assertion

from core.deciding.guards import enforce
from core.deciding.rules import RulesDecider
from core.entities.finder import cached_entities
from core.model import Candidate
from core.statements.analyse import analyse


def claim(text: str, report: str, day: int, language: str):
    """What a report says on a day."""
    made = make_assertion("x", "y", day=day, report=report).claim
    return replace(
        made, text=text, language=language, statement=analyse(text, language), entities=cached_entities(text)
    )


@pytest.mark.parametrize(
    ("text", "language", "operation"),
    [
        pytest.param("Use firewalls to block access from untrusted networks.", "en", "NOOP", id="advice"),
        pytest.param("Restrict physical access to affected products.", "en", "NOOP", id="other advice"),
        pytest.param("The group is active.", "en", "ADD", id="a group that only its report names"),
        pytest.param("These flaws allow remote code execution.", "en", "ADD", id="flaws of a report"),
        pytest.param("该组织目前仍在活动。", "zh", "ADD", id="an organisation of a report"),
    ],
)
def test_word_for_word_repetition_in_another_report(text, language, operation):
    """The same words a day later in another report."""
    note = replace(claim(text, "a", 0, language), id="note_" + "0" * 20)
    fact = claim(text, "b", 1, language)
    candidates = [Candidate(note, 1.0)]
    verdict = enforce(fact, candidates, RulesDecider().decide(fact, candidates))
    assert verdict.operation == operation

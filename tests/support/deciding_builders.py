"""Questions and candidates built in one line."""

from datetime import UTC, datetime, timedelta

from core.deciding.model.decider import ModelDecider
from core.entities import find_entities
from core.extract.model.policy import AskPolicy
from core.model import Candidate, Claim
from core.statements import analyse
from core.text.language import language_of

START = datetime(2026, 1, 1, tzinfo=UTC)
DECIDER = ModelDecider("instructor", AskPolicy("test/model"))


def claim(text, id="fact", day=1, source="document", report=None):
    """A claim of its own report; notes are usually of day 0."""
    at, language = START + timedelta(days=day), language_of(text)
    report = report or f"report of {id}"
    return Claim(
        id, text, language, analyse(text, language), tuple(find_entities(text)), (), None, None, at, source, at,
        frozenset([report]), frozenset([f"{report} 1"]),
    )  # fmt: skip


def notes(*texts, day=0):
    """Candidates note_1, note_2 and so on."""
    return [Candidate(claim(text, f"note_{n}", day), 0.5) for n, text in enumerate(texts, start=1)]


def question(fact, *texts):
    """The question about a fact and some notes, all of which can matter."""
    found = DECIDER.question(claim(fact), notes(*texts))
    assert found.n_notes == len(texts)
    return found


# Facts and notes that the guards let meet: the subject is the same, and the slot's value changes.
SCORE = "The CVSS score of CVE-2026-1111 is 9.8."
OLD_SCORE = "The CVSS score of CVE-2026-1111 is 7.5."
LEAD = "The lead of the Kestrel project is Bo Anders."
OLD_LEAD = "The lead of the Kestrel project is Ana Lind."
ZH = "北辰网关的备份周期为每日。"
OLD_ZH = "北辰网关的备份周期为每周。"

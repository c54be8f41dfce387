"""A note whose text a decision rewrote rests on the facts that the text still says."""

from dataclasses import replace

from ledger_builders import make_assertion

from core.ledger.notes import Decided, Notes, note_row
from core.model import Verdict


def applied(*steps):
    """The notes after (assertion, operation, text) steps; each targets the note before."""
    notes, last = Notes(), None
    for at, (assertion, operation, text) in enumerate(steps):
        note_id = None if operation == "NOOP" else notes.new_id(assertion)
        verdict = Verdict(operation, None if operation == "ADD" else last, "because", text)
        notes.apply(Decided(assertion, verdict, f"dec_{at}", note_id, (), "scripted/1"))
        last = note_id or last
    return notes.by_id[last]


def fact(text, day, report):
    """An assertion that says a text."""
    made = make_assertion(text, "", day, report)
    return replace(made, claim=replace(made.claim, text=text))


OLD = fact("Kelp runs on Orca in Skerry", 0, "a")
SEEN = fact("Kelp runs on Orca, says Dana", 1, "b")
ASIDE = fact("Kelp was sold by Wrack to Fjell Hosting", 2, "c")
NEW = fact("Kelp moved to Lund", 3, "d")


def sources(note):
    """The texts that a note rests on."""
    return [one.claim.text for one in note.supports]


def test_a_rewritten_text_rests_on_what_it_still_says():
    """The new fact first, then the old ones that share most of its words; reports are counted with them."""
    note = applied((OLD, "ADD", None), (SEEN, "NOOP", None), (NEW, "UPDATE", "Kelp moved from Orca in Skerry to Lund"))
    assert sources(note) == [NEW.claim.text, OLD.claim.text, SEEN.claim.text]
    assert note.claim.report_ids == NEW.claim.report_ids | OLD.claim.report_ids | SEEN.claim.report_ids


def test_a_text_that_is_the_facts_own_rests_on_the_fact_alone():
    """An ordinary update takes nothing over."""
    assert sources(applied((OLD, "ADD", None), (NEW, "UPDATE", None))) == [NEW.claim.text]


def test_facts_that_the_text_no_longer_says_are_left_behind():
    """They stay with the superseded note."""
    note = applied((OLD, "ADD", None), (ASIDE, "NOOP", None), (NEW, "UPDATE", "Kelp runs on Orca and moved to Lund"))
    assert ASIDE.claim.text not in sources(note)


def test_supports_tell_messages_and_their_summaries():
    """Each with those of its own report."""
    turn = {"seq": 3, "role": "user", "speaker": "Dana", "text": "We moved it."}
    told = replace(NEW, columns={**NEW.columns, "source_seqs": [3], "source_turns": [turn]})
    note = applied((OLD, "ADD", None), (told, "UPDATE", "Kelp moved from Orca in Skerry to Lund"))
    supports = note_row(note)["supports"]
    assert [(one["source_seqs"], one["source_turns"]) for one in supports] == [([3], [turn]), ([], [])]

"""Which messages a fact is from, and what they say in short."""

import pytest
from stage_builders import chunk_row, fact_row, report_row, transcript

from core.stages.evidence import evidence_of
from core.stages.ground import Ground
from core.stages.sources import SUMMARY_CHARS, source_seqs, source_turns

TALK = (
    ("user", "Hello there.", None),
    ("assistant", "You adopted a grey cat named Mochi.", None),
    ("user", "I adopted a cat last week.", None),
    ("user", "Her name is Mochi, she is grey.", None),
)


def sources(text, quote, messages=TALK, **columns):
    """(numbers, turns) of one fact of a transcript."""
    body, segments = transcript(*messages)
    report = report_row(body, segments=segments)
    fact = fact_row(report, chunk_row(report), text, quote=quote, **columns)
    ground = Ground(report, chunk_row(report))
    located = evidence_of(fact, ground)
    seqs = source_seqs(fact, located, ground)
    return seqs, source_turns(seqs, located, ground)


@pytest.mark.parametrize(
    ("text", "quote", "given", "seqs"),
    [
        ("The user adopted a grey cat named Mochi.", "I adopted a cat", [], [3, 4]),
        ("The user adopted a grey cat named Mochi.", "I adopted a cat", [4], [4]),
        ("The user adopted a cat.", "I adopted a cat last week.", [], [3]),
        ("The user adopted a grey cat named Mochi.", "no such words", [], [3, 4]),
        ("The user adopted a cat.", "I adopted a cat", [9, 4, 4], [4, 9]),
    ],
)
def test_sources_are_given_or_those_of_the_evidence_and_of_shared_words(text, quote, given, seqs):
    """An assistant's message that shares every word is none."""
    assert sources(text, quote, source_seqs=given)[0] == seqs


def test_chinese_messages_are_found_by_pairs_of_characters():
    """Without blanks between words."""
    messages = [("user", "你好。", None), ("user", "我计划下周三去上海，出差三天。", None)]
    assert sources("李雷计划下周三去上海出差。", "没有这句", messages)[0] == [2]


def test_at_most_six():
    """In order."""
    messages = [("user", f"Kelp wrack {n}.", None) for n in range(9)]
    assert sources("Kelp wrack.", "no such words", messages)[0] == [1, 2, 3, 4, 5, 6]


def test_a_document_has_no_messages():
    """And no turns."""
    report = report_row("Kelp is out.")
    fact = fact_row(report, chunk_row(report), "Kelp is out.")
    ground = Ground(report, chunk_row(report))
    assert source_seqs(fact, evidence_of(fact, ground), ground) == []
    assert source_turns([], None, ground) == []


def test_turns_are_the_messages_in_short():
    """A short message whole; a long one from the sentence of the evidence on, cut with a mark."""
    long = "Small talk about nothing. " * 30 + "I adopted a cat. " + "More small talk. " * 40
    _, turns = sources("The user adopted a cat.", "I adopted a cat.", [("user", long, None)])
    assert [(turn["seq"], turn["role"], turn["speaker"]) for turn in turns] == [(1, "user", "User")]
    assert turns[0]["text"].startswith("… I adopted a cat. More small talk.")
    assert turns[0]["text"].endswith("…")
    assert len(turns[0]["text"]) <= SUMMARY_CHARS
    _, (short,) = sources("The user adopted a cat.", "I adopted a cat", source_seqs=[3])
    assert short["text"] == "I adopted a cat last week."


def test_masked_words_are_in_no_turn():
    """Nor anything of them."""
    body, segments = transcript(("user", "SECRET ORDER. I adopted a cat.", None))
    start = body.index("SECRET")
    mask = {"char_start": start, "char_end": start + 13, "reason": "injected_context"}
    report = report_row(body, segments=segments, masks=[mask])
    assert [turn["text"] for turn in source_turns([1], None, Ground(report, chunk_row(report)))] == ["I adopted a cat."]

"""Every stored span is its quote, character by character, whatever a file does to its text."""

import random
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from tiny_lake import batch_on, rows

from assets.raw_reports import refresh_raw_reports
from core import ids
from core.contracts.frames import to_arrow
from core.contracts.tables import DROPPED_FACTS, NORMALISED_FACTS, RAW_REPORTS
from core.extract.extractive import ExtractiveExtractor
from core.safety.guard import injection_masks
from core.settings import Settings
from core.stages.chunks import chunk_rows
from core.stages.durable import filter_facts
from core.stages.extracting import ExtractedRows, extract_one, question
from core.stages.normalising import normalise_facts
from core.stages.rows import chunk_of
from core.stages.support import unsaid_terms
from core.text.graphemes import is_safe_cut

CORPUS = Path(__file__).parents[3] / "data" / "reports"
INSERTED = {
    "line ends": ["\r\n", "\r", "\n", "\r\n\r\n"],
    "zero width": ["\u200b", "\u200d", "\ufeff", "\u2060", "\u00ad"],
    "emoji": ["😀", "👩\u200d💻", "❤\ufe0f", "🇳🇴", "👍🏽"],
    "full width": ["Ａ", "７", "，", "（", "％"],
    "combining": ["\u0301", "\u0308\u0323", "e\u0301", "\u20e3"],
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The sample corpus as raw_reports rows."""
    batch = batch_on(CORPUS, tmp_path_factory.mktemp("damaged") / "lake")
    refresh_raw_reports(batch, batch.days())
    return rows(batch.lake, RAW_REPORTS)


def damaged(report, pieces, chances):
    """A report with something inserted at every sixtieth place or so; its messages move along."""
    text = report["text"]
    places = sorted(chances.sample(range(len(text) + 1), max(1, len(text) // 60)))
    inserts = [chances.choice(pieces) for _ in places]
    cuts = [0, *places, len(text)]
    parts = [text[start:end] for start, end in pairwise(cuts)]
    whole = parts[0] + "".join(insert + part for insert, part in zip(inserts, parts[1:], strict=True))
    shifts = [0, *accumulate(map(len, inserts))]

    def moved(at):
        return at + shifts[sum(place < at for place in places)]

    segments = [one | {"char_start": moved(one["char_start"]), "char_end": moved(one["char_end"])}
                for one in report["segments"]]  # fmt: skip
    masks = [{"char_start": m.char_start, "char_end": m.char_end, "reason": m.reason} for m in injection_masks(whole)]
    return report | {"text": whole, "n_chars": len(whole), "segments": segments, "masks": masks,
                     "revision_id": ids.revision_id(report["report_id"], whole)}  # fmt: skip


def facts_of(report):
    """The normalised facts of a report by the embedded extractor, of which none may lack evidence."""
    chunks = {row["chunk_id"]: row for row in chunk_rows(report, 3_000)}
    extracted, extractor = ExtractedRows(), ExtractiveExtractor()
    for chunk_id, row in chunks.items():
        extract_one(
            question(report, chunk_id, chunk_of(row), extractor, {"include_assistant": "false"}), extractor, extracted
        )
    by_id = {report["revision_id"]: report}
    kept, dropped = filter_facts(extracted.facts, by_id, chunks, Settings())
    found = normalise_facts(kept, by_id, chunks)
    to_arrow(NORMALISED_FACTS, found)
    to_arrow(DROPPED_FACTS, dropped)
    assert [row["text"] for row in dropped if row["source"] == "unsupported"] == []
    return found


def problems_of(report, facts):
    """Spans that are not their quote or that cut a character in two."""
    text = report["text"]
    spans = [(one, fact) for fact in facts for one in fact["evidence"] if one["match"] != "unresolved"]
    return [
        (fact["text"], one)
        for one, fact in spans
        if text[one["char_start"] : one["char_end"]] != one["quote"]
        or not one["quote"]
        or not (is_safe_cut(text, one["char_start"]) and is_safe_cut(text, one["char_end"]))
    ]


def test_every_fact_of_the_sample_corpus_is_supported_by_its_spans(reports):
    """Numbers, names, dates and negations are in a span; nothing is unresolved."""
    facts = [(report, fact) for report in reports for fact in facts_of(report)]
    assert len(facts) > 1_000
    assert [fact["text"] for _, fact in facts if any(one["match"] == "unresolved" for one in fact["evidence"])] == []
    for report, fact in facts:
        assert problems_of(report, [fact]) == []
        assert unsaid_terms(fact["text"], [one["quote"] for one in fact["evidence"]], None) == [], fact["text"]


@pytest.mark.parametrize("kind", INSERTED)
def test_spans_hold_when_characters_are_inserted_anywhere(reports, kind):
    """Line ends, invisible characters, emoji, wide forms and marks at random places: every stored span is its quote."""
    chances = random.Random(f"damage {kind}")
    found = 0
    for report in reports[::2]:
        hurt = damaged(report, INSERTED[kind], chances)
        facts = facts_of(hurt)
        found += len(facts)
        assert problems_of(hurt, facts) == []
    assert found > 200

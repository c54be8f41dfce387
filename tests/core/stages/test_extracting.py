"""Every chunk ends in one outcome, every item in one row, and a key names all that an answer depends on."""

import dataclasses
from datetime import UTC, datetime, timedelta, timezone

import pytest
from stage_builders import ScriptedExtractor, chunk_row, extraction, report_row, transcript

from core import ids
from core.contracts.frames import to_arrow
from core.contracts.tables import CHUNK_OUTCOMES, EXTRACTED_FACTS, REJECTED_ITEMS
from core.model import Extraction
from core.stages.extracting import ExtractedRows, extract_one, quarantine_reason, question
from core.stages.rows import chunk_of

TEXT = "The port is 22. The host is up. "
PUBLISHED = datetime(2026, 3, 4, tzinfo=UTC)


def ask(report=None, chunk=None, extractor=None, context=None):
    """The question that a chunk puts."""
    report = report or report_row(TEXT, published=PUBLISHED)
    row = chunk or chunk_row(report)
    return question(report, row["chunk_id"], chunk_of(row), extractor or ScriptedExtractor(extraction()), context or {})


def answered(answer: Extraction, report=None) -> ExtractedRows:
    """The rows of one answer, each checked against its contract."""
    rows, extractor = ExtractedRows(), ScriptedExtractor(answer)
    extract_one(ask(report, extractor=extractor), extractor, rows)
    for table, listed in (
        (EXTRACTED_FACTS, rows.facts), (CHUNK_OUTCOMES, rows.outcomes), (REJECTED_ITEMS, rows.rejected),
    ):  # fmt: skip
        to_arrow(table, listed)
    return rows


def test_facts_are_numbered_in_the_order_in_which_they_came():
    """Each row has its report, chunk, place, extractor and reply."""
    rows = answered(extraction("The port is 22.", "The host is up."))
    assert [(row["ordinal"], row["text"], row["extractor"]) for row in rows.facts] == [
        (0, "The port is 22.", "scripted/1"),
        (1, "The host is up.", "scripted/1"),
    ]
    report = ids.report_id("d/a.md")
    assert [row["fact_id"] for row in rows.facts] == [ids.fact_id(report, row["text"]) for row in rows.facts]
    assert {row["reply_key"] for row in rows.facts} == {rows.outcomes[0]["reply_key"]}


def test_rejected_items_are_candidates_too():
    """Two good and two bad items are four candidates: none is lost in the sum."""
    rejected = [("text: missing", "{}"), ("item: expected an object, found int", "7")]
    rows = answered(extraction("The port is 22.", "The host is up.", rejected=rejected))
    assert [(row["item"], row["reason"], row["raw"]) for row in rows.rejected] == [
        (0, "text: missing", "{}"),
        (1, "item: expected an object, found int", "7"),
    ]
    (outcome,) = rows.outcomes
    assert (outcome["outcome"], outcome["n_candidates"], outcome["n_invalid_items"]) == ("extracted", 4, 2)


@pytest.mark.parametrize(
    "answer",
    [
        Extraction("no_facts", reason="nothing_durable"),
        Extraction("failed_provider", reason="timeout", attempts=3),
        Extraction("refused", reason="policy"),
        Extraction("output_too_long", reason="cut off"),
    ],
    ids=lambda answer: answer.outcome,
)
def test_a_chunk_without_facts_has_an_outcome_with_a_reason(answer):
    """No silence: outcome, reason and the number of calls are kept."""
    rows = answered(answer)
    (outcome,) = rows.outcomes
    assert (outcome["outcome"], outcome["reason"], outcome["attempts"]) == (
        answer.outcome, answer.reason, answer.attempts,
    )  # fmt: skip
    assert (rows.facts, rows.rejected) == ([], [])


def masked(*spans: tuple[int, int, str]):
    """The report with masks."""
    masks = [{"char_start": start, "char_end": end, "reason": reason} for start, end, reason in spans]
    return report_row(TEXT, masks=masks)


@pytest.mark.parametrize(
    ("spans", "reason"),
    [
        ([], None),
        ([(0, 16, "own_export")], None),  # exactly half of 32 characters
        ([(0, 17, "own_export")], "own_export"),
        ([(0, 10, "own_export"), (5, 15, "own_export")], None),  # overlapping: 15 characters, not 20
        ([(0, 9, "b"), (20, 30, "a")], "a, b"),
        ([(0, 30, "a"), (5, 10, "b")], "a, b"),  # one inside the other
    ],
)
def test_a_chunk_that_is_mostly_masked_is_never_shown(spans, reason):
    """More than half hidden: quarantined, with every reason that touches it; half or less: shown."""
    report = masked(*spans)
    assert quarantine_reason(ask(report).chunk) == reason
    rows, extractor = ExtractedRows(), ScriptedExtractor(extraction("The port is 22."))
    extract_one(ask(report, extractor=extractor), extractor, rows)
    (outcome,) = rows.outcomes
    shown = len(extractor.shown)
    if reason is None:
        assert (shown, outcome["outcome"]) == (1, "extracted")
    else:
        assert (shown, outcome["outcome"], outcome["reason"], outcome["attempts"]) == (0, "quarantined", reason, 0)


def test_masks_outside_a_chunk_do_not_count():
    """Each chunk is judged by its own characters."""
    report = masked((0, 16, "own_export"))
    first, second = chunk_row(report, 0, 16), chunk_row(report, 16, 32, ordinal=1)
    assert quarantine_reason(ask(report, first).chunk) == "own_export"
    assert quarantine_reason(ask(report, second).chunk) is None


def key(report=None, chunk=None, extractor=None, context=None) -> str:
    """The reply key of a question."""
    return ask(report, chunk, extractor, context).reply_key


def test_a_key_depends_on_everything_that_is_shown():
    """Whatever an answer may depend on makes another key; two of these never share one."""
    text, segments = transcript(("user", "The port is 22.", None), ("tool", "ok", None))
    talk = report_row(text, segments=segments)
    other_role = report_row(text, segments=[segments[0] | {"role": "system"}, segments[1]])
    other_speaker = report_row(text, segments=[segments[0] | {"speaker": "Bo"}, segments[1]])
    report = report_row(TEXT, published=PUBLISHED)
    whole = chunk_row(report)
    variants = {
        "as it is": key(),
        "text": key(report_row(TEXT.replace("22", "23"), published=PUBLISHED)),
        "span": key(report, chunk_row(report, 0, 16)),
        "headings": key(report, whole | {"heading_path": ["Ports"]}),
        "title": key(report | {"title": "Ports"}),
        "language": key(report | {"language": "zh"}),
        "date": key(report | {"published_at": PUBLISHED + timedelta(days=1)}),
        "offset of the date": key(report | {"published_offset_minutes": 540}),
        "no date": key(report_row(TEXT)),
        "mask": key(masked((0, 3, "own_export"))),
        "place of a mask": key(masked((0, 4, "own_export"))),
        "transcript": key(talk),
        "role": key(other_role),
        "speaker": key(other_speaker),
        "context": key(context={"include_assistant": "true"}),
        "extractor": key(extractor=ScriptedExtractor(extraction(), name="other")),
        "version": key(extractor=ScriptedExtractor(extraction(), version="2")),
    }
    assert len(set(variants.values())) == len(variants)


def test_a_key_depends_on_nothing_else():
    """Where the file lies, who wrote it, when it came, which revision it is: the same question, paid once."""
    report = report_row(TEXT, published=PUBLISHED)
    moved = report_row(
        TEXT, published=PUBLISHED, name="e/b.md", domain="e", received_on="2020-01-01", revision=7, author="Mara",
        tlp="RED", source_url="https://x.example/", revision_key="other", content_sha256="1" * 64,
    )  # fmt: skip
    assert key(moved) == key(report)
    assert key(context={"a": "1", "b": "2"}) == key(context={"b": "2", "a": "1"})
    assert dataclasses.replace(ask(moved).chunk, chunk_id="") == dataclasses.replace(ask(report).chunk, chunk_id="")


def test_an_extractor_sees_dates_in_their_own_offset():
    """A message at one in the morning in Tokyo is shown as such, not as the day before in UTC."""
    tokyo = datetime(2026, 3, 5, 1, tzinfo=timezone(timedelta(hours=9)))
    text, segments = transcript(("user", "The port is 22.", tokyo))
    stored = [segments[0] | {"sent_at": tokyo.astimezone(UTC)}]
    report = report_row(text, segments=stored, published=tokyo) | {"published_at": tokyo.astimezone(UTC)}
    shown = ask(report).chunk
    assert (shown.published.isoformat(), shown.segments[0].sent_at.isoformat()) == (tokyo.isoformat(),) * 2

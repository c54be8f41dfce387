"""Each kept fact gets its evidence, its time, and its place in the canonical order."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stage_builders import chunk_row, fact_row, report_row, transcript

from core.contracts.frames import to_arrow
from core.contracts.tables import NORMALISED_FACTS
from core.ledger.assertions import order_key
from core.model import Precision
from core.stages.normalising import anchor_of, normalise_facts
from core.stages.rows import segments_of

PUBLISHED = datetime(2026, 3, 4, 12, tzinfo=UTC)
TOKYO = datetime(2026, 3, 5, 1, tzinfo=timezone(timedelta(hours=9)))  # still the fourth in UTC
YESTERDAY = "The gateway failed yesterday."


def normalised(report, *texts, chunk=None, **columns):
    """The rows of facts of one chunk, checked against the contract."""
    row = chunk or chunk_row(report)
    facts = [fact_row(report, row, text, ordinal) | columns for ordinal, text in enumerate(texts)]
    found = normalise_facts(facts, {report["revision_id"]: report}, {row["chunk_id"]: row})
    to_arrow(NORMALISED_FACTS, found)
    return found


@pytest.mark.parametrize(
    ("sent_at", "published", "source", "day_before"),
    [
        (TOKYO, PUBLISHED, "message", "2026-03-04"),
        (TOKYO, None, "message", "2026-03-04"),
        (None, PUBLISHED, "document", "2026-03-03"),
        (None, TOKYO, "document", "2026-03-04"),
        (None, None, "partition", None),
    ],
)
def test_time_hangs_on_the_message_then_on_the_document_then_on_nothing(sent_at, published, source, day_before):
    """Yesterday is the day before the anchor's own calendar day; without an anchor it stays unresolved."""
    text, segments = transcript(("user", YESTERDAY, sent_at))
    (row,) = normalised(report_row(text, segments=segments, published=published), YESTERDAY)
    (temporal,) = row["temporal"]
    assert row["asserted_at_source"] == source
    assert (temporal["expression"], temporal["resolved_start"]) == ("yesterday", day_before)
    assert temporal["status"] == ("resolved" if day_before else "unresolved")
    anchor = sent_at or published or datetime(2026, 5, 6, tzinfo=UTC)
    assert row["asserted_at"] == anchor
    assert row["asserted_at"].utcoffset() == timedelta(0)


def test_the_day_of_an_undated_report_orders_it_and_dates_nothing():
    """It is asserted on its partition day; a date in its own words still counts."""
    (relative, absolute) = normalised(
        report_row(YESTERDAY + " The gateway failed on 2026-01-05."), YESTERDAY, "The gateway failed on 2026-01-05."
    )
    assert relative["asserted_at"] == absolute["asserted_at"] == datetime(2026, 5, 6, tzinfo=UTC)
    assert (relative["valid_from"], relative["valid_to"]) == (None, None)
    assert absolute["temporal"][0]["resolved_start"] == "2026-01-05"


def test_the_anchor_is_the_message_in_which_the_quote_stands():
    """Two messages of two days: each fact hangs on its own; a quote over both hangs on the first that has a time."""
    early, late = datetime(2026, 3, 1, 9, tzinfo=UTC), datetime(2026, 3, 9, 9, tzinfo=UTC)
    text, stored = transcript(("user", "One.", None), ("user", "Two.", early), ("user", "Three.", late))
    report = report_row(text, segments=stored, published=PUBLISHED)
    one, two, three = segments_of(report)
    found = [anchor_of(report, touched) for touched in ([one], [two], [three], [one, two, three], [])]
    assert [(anchor.at, anchor.source, anchor.precision) for anchor in found] == [
        (PUBLISHED, "document", Precision.DAY),
        (early, "message", Precision.SECOND),
        (late, "message", Precision.SECOND),
        (early, "message", Precision.SECOND),
        (PUBLISHED, "document", Precision.DAY),
    ]


@pytest.mark.parametrize(
    ("quote", "start", "span", "match"),
    [
        ("host is up", None, (20, 30), "exact"),
        ("host is up", 20, (20, 30), "exact"),
        ("host is up", 37, (37, 47), "exact"),  # said twice: the extractor knows which
        ("host is up", 5, (20, 30), "exact"),  # a wrong place only says where to look first
        ("host is up", -3, (20, 30), "exact"),
        ("host is up", 10_000, (20, 30), "exact"),
        ("host  is\nup", None, (20, 30), "normalised"),
    ],
)
def test_evidence_is_found_not_believed(quote, start, span, match):
    """The span's characters are the quote that is stored."""
    report = report_row("The port is 22. The host is up. The\U0001f600 host is up.")
    (row,) = normalised(report, "The host is up.", quote=quote, quote_start=start)
    (evidence,) = row["evidence"]
    assert (evidence["char_start"], evidence["char_end"], evidence["match"]) == (*span, match)
    assert evidence["quote"] == report["text"][span[0] : span[1]]


def test_offsets_of_entities_and_times_are_those_of_the_facts_text():
    """Whatever the quote says, they can be read off the text of the fact."""
    text = "北辰网关受 CVE-2026-2222 影响，补丁于2026年1月30日发布。"
    (row,) = normalised(report_row(text, published=PUBLISHED, language="zh"), text)
    assert ("cve", "CVE-2026-2222") in [(one["type"], one["surface"]) for one in row["entities"]]
    for one in row["entities"]:
        assert text[one["char_start"] : one["char_end"]] == one["surface"]
    assert [one["expression"] for one in row["temporal"]] == ["2026年1月30日"]
    for one in row["temporal"]:
        assert text[one["char_start"] : one["char_end"]] == one["expression"]


def test_a_fact_that_was_kept_without_evidence_says_so():
    """It has one evidence entry without a span, never a made-up one."""
    (row,) = normalised(report_row("Other words."), "The port is 22.")
    assert row["evidence"] == [
        {"revision_id": row["revision_id"], "char_start": None, "char_end": None, "quote": "The port is 22.",
         "match": "unresolved"}
    ]  # fmt: skip


def test_source_messages_are_those_of_the_evidence_when_none_are_claimed():
    """At most six, in order; a claim stands."""
    text, segments = transcript(*[("user", f"Word {n}.", None) for n in range(9)])
    report = report_row(text, segments=segments)
    (derived,) = normalised(report, "Words.", quote=text[: text.index("Word 7.") + 7])
    assert derived["source_seqs"] == [1, 2, 3, 4, 5, 6]
    (claimed,) = normalised(report, "Words.", quote="Word 7.", source_seqs=[2])
    assert claimed["source_seqs"] == [2]


SCORE = "The CVSS score of CVE-2026-1111 is {}."


@pytest.mark.parametrize(
    ("texts", "flags"),
    [
        ([SCORE.format(7.5)], [False]),
        ([SCORE.format(7.5), SCORE.format(9.8)], [True, True]),
        ([SCORE.format(7.5), "CVE-2026-1111 has a CVSS score of 7.5."], [False, False]),  # one value, said twice
        ([SCORE.format(7.5), SCORE.replace("1111", "2222").format(9.8)], [False, False]),  # two subjects
        ([SCORE.format(7.5), SCORE.format(9.8), "The gateway is up."], [True, True, False]),
    ],
)
def test_several_values_of_one_slot_in_one_revision_are_marked(texts, flags):
    """None of them may retire another; facts without a slot are never marked."""
    report = report_row(" ".join(texts), published=PUBLISHED)
    assert [row["multi_valued"] for row in normalised(report, *texts)] == flags


def test_two_revisions_that_differ_are_not_several_values():
    """A corrected report replaces its value; that is no list."""
    first, second = report_row(SCORE.format(7.5)), report_row(SCORE.format(9.8))
    chunks = [chunk_row(first), chunk_row(second)]
    facts = [fact_row(first, chunks[0], SCORE.format(7.5)), fact_row(second, chunks[1], SCORE.format(9.8))]
    found = normalise_facts(
        facts,
        {report["revision_id"]: report for report in (first, second)},
        {chunk["chunk_id"]: chunk for chunk in chunks},
    )
    assert [row["multi_valued"] for row in found] == [False, False]


PLACES = st.tuples(
    st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)).map(lambda at: at.replace(tzinfo=UTC)),  # noqa: DTZ001
    st.sampled_from(["rep_a", "rep_b"]),
    st.sampled_from(["2026-01-02.0000.rev_b", "2026-01-02.0001.rev_a", "2026-01-10.0000.rev_a"]),
    st.integers(0, 20_000),
    st.integers(0, 2_000),
)
NEAR = st.tuples(
    st.sampled_from([datetime(year, 1, 2, tzinfo=UTC) for year in (476, 1066, 1969, 1970, 2026)]),
    st.just("rep_a"),
    st.sampled_from(["2026-01-02.0000.rev_b", "2026-01-02.0001.rev_a"]),
    st.sampled_from([0, 9, 10, 99, 100]),
    st.sampled_from([0, 9, 10, 99, 100]),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(PLACES | NEAR, min_size=2, max_size=6))
def test_order_keys_sort_as_what_they_are_made_of(places):
    """(asserted_at, report, revision, chunk, fact), in any year and for numbers of any length."""
    assert sorted(places) == sorted(places, key=lambda place: order_key(*place))
    assert len({order_key(*place) for place in places}) == len(set(places))


def test_an_instant_has_one_place_in_whatever_offset_it_is_written():
    """One in the morning in Tokyo comes before five in the afternoon in London on the day before."""
    london = datetime(2026, 3, 4, 17, tzinfo=UTC)
    assert order_key(TOKYO, "r", "k", 0, 0) == order_key(TOKYO.astimezone(UTC), "r", "k", 0, 0)
    assert order_key(TOKYO, "r", "k", 0, 0) < order_key(london, "r", "k", 0, 0)


def test_rows_carry_the_key_of_their_own_place():
    """Chunk and fact ordinals are those of the tables, the revision is the report's."""
    report = report_row("One. Two.", published=PUBLISHED, revision_key="2026-05-06.0003.rev_x")
    row = chunk_row(report, ordinal=4)
    found = normalised(report, "One.", "Two.", chunk=row)
    assert [one["order_key"] for one in found] == [
        f"2026-03-04T12:00:00.000000Z|{report['report_id']}|2026-05-06.0003.rev_x|000004|0000{n}" for n in (0, 1)
    ]
    assert {(one["domain"], one["partition"]) for one in found} == {("d", "2026-05-06")}

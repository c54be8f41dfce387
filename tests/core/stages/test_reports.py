"""Which report a file is, on which day, in which revision."""

import hashlib
from datetime import UTC, datetime
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import ids
from core.model import Document, Precision, PublishedDate, PublishedSource
from core.stages.reports import deliveries, place, raw_report_row, sighting

PUBLISHED = PublishedDate(datetime(2026, 3, 4, tzinfo=UTC), Precision.DAY, PublishedSource.DOCUMENT)


def seen(path="d/a.md", data=b"words", extra=None, document=None, published=None, first_seen="2026-06-01", reason=None):
    """A sighting of a file; ``extra`` doubles as what its reader found."""
    extra = extra or {}
    if document is None and reason is None:
        document = Document(data.decode(), "text/markdown", published=published, metadata=extra)
    return sighting(path, data, document, extra, first_seen, reason) | {"generation": 0}


@pytest.mark.parametrize(
    ("path", "domain", "day", "key"),
    [
        ("cti/2026-01-02/a.md", "cti", "2026-01-02", "cti/a.md"),
        ("cti/2026-01-02/mirror/a.md", "cti", "2026-01-02", "cti/mirror/a.md"),
        ("cti/deep/2026-01-02/a.md", "cti", "2026-01-02", "cti/deep/a.md"),
        ("2026-01-02/cti/a.md", "cti", "2026-01-02", "cti/a.md"),
        ("2026-01-02/a.md", "default", "2026-01-02", "a.md"),
        ("cti/a.md", "cti", None, "cti/a.md"),
        ("a.md", "default", None, "a.md"),
        ("cti/2026-02-30/a.md", "cti", None, "cti/2026-02-30/a.md"),  # no such day
        ("cti/20260102/a.md", "cti", None, "cti/20260102/a.md"),
        ("cti/２０２６-01-02/a.md", "cti", None, "cti/２０２６-01-02/a.md"),
        ("cti/2026-01-02/2026-01-03/a.md", "cti", "2026-01-02", "cti/2026-01-03/a.md"),  # the first counts
        ("cti/2026-01-02.md", "cti", None, "cti/2026-01-02.md"),  # a name is no folder
        ("通告/2026-01-02/公告.md", "通告", "2026-01-02", "通告/公告.md"),
        ("two words/2026-01-02/a.md", "two words", "2026-01-02", "two words/a.md"),
        ("cafe\u0301/a.md", "café", None, "café/a.md"),
    ],
)
def test_a_path_names_domain_day_and_key(path, domain, day, key):
    """The dated folder is the day and no part of the key; the first other folder is the domain."""
    found = place(path)
    assert (found.domain, found.day, found.key) == (domain, day, key)


@pytest.mark.parametrize("url", ["https://x.example/a", "http://x.example/a"])
def test_a_url_names_the_report_wherever_it_lies(url):
    """The source key is the metadata's URL; the path does not matter."""
    first, second = seen("a/1.md", extra={"source_url": url}), seen("b/2026-01-02/2.md", extra={"source_url": url})
    assert first["source_key"] == second["source_key"] == url
    assert first["report_id"] == second["report_id"] == ids.report_id(url)


@pytest.mark.parametrize("url", ["", "x.example/a", "javascript:alert(1)", "file:///etc/passwd"])
def test_what_is_no_web_address_names_nothing(url):
    """Without an http(s) address the source key is the path without its dated folder."""
    assert seen("d/2026-01-02/a.md", extra={"source_url": url})["source_key"] == "d/a.md"


def test_the_same_path_on_two_days_is_one_report():
    """A corrected re-delivery is dropped under the same name on another day."""
    first, second = seen("d/2026-01-02/a.md", b"one"), seen("d/2026-01-05/a.md", b"two")
    assert first["report_id"] == second["report_id"]
    assert first["revision_id"] != second["revision_id"]
    assert second["content_sha256"] == hashlib.sha256(b"two").hexdigest()


def test_composed_and_decomposed_names_are_one_report():
    """A file copied from another system keeps its report."""
    first, second = seen("d/caf\u00e9.md"), seen("d/cafe\u0301.md")
    assert (first["path"], first["report_id"]) == (second["path"], second["report_id"])


DATED = {"path": "d/2026-01-02/a.md"}
LISTED = {"extra": {"received_on": "2026-02-03"}}


@pytest.mark.parametrize(
    ("given_", "day", "source"),
    [
        ({**DATED, **LISTED, "published": PUBLISHED}, "2026-01-02", "folder"),
        ({**LISTED, "published": PUBLISHED}, "2026-02-03", "manifest"),
        ({"extra": {"received_on": "2026-02-30"}, "published": PUBLISHED}, "2026-03-04", "document"),
        ({"extra": {"received_on": "yesterday"}}, "2026-06-01", "first_seen"),
        ({"published": PUBLISHED}, "2026-03-04", "document"),
        ({}, "2026-06-01", "first_seen"),
        ({"reason": "not_utf8"}, "2026-06-01", "first_seen"),
        ({**LISTED, "reason": "not_utf8"}, "2026-02-03", "manifest"),
        ({**DATED, **LISTED, "reason": "not_utf8"}, "2026-01-02", "folder"),
    ],
)
def test_the_day_is_the_folders_then_the_manifests_then_the_documents_then_todays(given_, day, source):
    """Each is asked only when those before it say nothing, and the row says which one spoke."""
    row = seen(**given_)
    assert (row["received_on"], row["received_source"]) == (day, source)


def test_the_documents_own_calendar_day_counts():
    """An evening in Tokyo is that evening's day, though it is still the day before in London."""
    at = datetime.fromisoformat("2026-03-05T01:00:00+09:00")
    row = seen(published=PublishedDate(at, Precision.SECOND, PublishedSource.METADATA))
    assert row["received_on"] == "2026-03-05"


def test_metadata_names_the_domain_over_the_folder():
    """A domain in the report's metadata wins; else it is the first folder."""
    assert seen("cti/a.md", extra={"domain": "红队 notes"})["domain"] == "红队 notes"
    assert seen("cti/a.md")["domain"] == "cti"


def keys(found):
    """What matters of deliveries."""
    return [(one.sighting["path"], one.sighting["received_on"], one.revision, one.revision_key) for one in found]


def test_the_same_bytes_again_are_no_new_revision():
    """On another day and under another path of the same URL: one delivery, on the earliest day."""
    url = {"source_url": "https://x.example/a"}
    places = ("a/2026-01-05/a.md", "z/2026-01-02/copy.md", "a/2026-01-03/a.md")  # the earliest is the last by name
    (only,) = deliveries([seen(path, extra=url) for path in places])
    assert (only.sighting["path"], only.sighting["received_on"], only.revision) == (places[1], "2026-01-02", 1)


def test_revisions_are_numbered_in_order_of_delivery():
    """Three contents on three days, whatever was seen first: 1, 2, 3, with keys that sort the same way."""
    three = [seen(f"d/2026-01-0{day}/a.md", content) for day, content in ((2, b"zz"), (3, b"aa"), (4, b"mm"))]
    found = deliveries(three[::-1])
    assert [(one.sighting["received_on"], one.revision) for one in found] == [
        ("2026-01-02", 1),
        ("2026-01-03", 2),
        ("2026-01-04", 3),
    ]
    assert sorted(one.revision_key for one in found) == [one.revision_key for one in found]


def test_a_replacement_in_place_comes_after_what_it_replaced():
    """Same path, same day, other bytes: the later generation is the later revision, whatever their hashes."""
    for first, second in permutations([b"one", b"two"]):
        rows = [seen("d/2026-01-02/a.md", first), seen("d/2026-01-02/a.md", second) | {"generation": 1}]
        found = {one.sighting["generation"]: one for one in deliveries(rows)}
        assert [found[generation].revision for generation in (0, 1)] == [1, 2]
        assert found[0].revision_key < found[1].revision_key


def test_unreadable_files_are_no_deliveries():
    """They take no revision number either."""
    rows = [seen("d/2026-01-02/a.md", b"bad", reason="not_utf8"), seen("d/2026-01-03/a.md", b"good")]
    assert keys(deliveries(rows)) == [("d/2026-01-03/a.md", "2026-01-03", 1, keys(deliveries(rows))[0][3])]


SIGHTINGS = st.lists(
    st.tuples(st.sampled_from("234567"), st.sampled_from("ab"), st.sampled_from([b"one", b"two", b"three"])),
    max_size=12,
    unique=True,
).map(lambda found: [seen(f"d/2026-01-0{day}/{name}.md", data) for day, name, data in found])


@settings(max_examples=200, deadline=None)
@given(SIGHTINGS, st.randoms(use_true_random=False))
def test_the_order_of_sightings_does_not_show(listed, order):
    """Days scanned in any order give the same deliveries: places, numbers, keys."""
    shuffled = list(listed)
    order.shuffle(shuffled)
    assert keys(deliveries(shuffled)) == keys(deliveries(listed))


@settings(max_examples=100, deadline=None)
@given(SIGHTINGS, SIGHTINGS)
def test_a_key_never_depends_on_other_revisions(listed, more):
    """A backfill may change a revision's number, but its key only when the same bytes came earlier."""
    together = {one.sighting["revision_id"]: one for one in deliveries([*listed, *more])}
    for one in deliveries(listed):
        later = together[one.sighting["revision_id"]]
        assert later.revision_key <= one.revision_key
        assert (later.revision_key == one.revision_key) is (
            later.sighting["received_on"] == one.sighting["received_on"]
        )


def test_a_row_says_what_the_document_says():
    """Metadata, dates and text go into the row; masks cover what no extractor may see."""
    text = "intro <relevant-memories>old</relevant-memories> end"
    metadata = {"source_url": "https://x.example/a", "author": "Mara", "tlp": "AMBER", "language": "zh-CN"}
    document = Document(text, "text/markdown", "Title", (), PUBLISHED, metadata)
    row = seen("d/2026-01-02/a.md", text.encode(), extra=metadata, document=document)
    (delivery,) = deliveries([row])
    found = raw_report_row(delivery, document, ["relevant-memories"])
    expected = {
        "title": "Title", "author": "Mara", "tlp": "AMBER", "source_url": "https://x.example/a", "language": "zh",
        "published_at": PUBLISHED.at, "published_offset_minutes": 0, "published_precision": "day",
        "published_source": "document", "received_on": "2026-01-02", "received_source": "folder", "domain": "d",
        "revision": 1, "n_chars": len(text), "text": text,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected
    (mask,) = found["masks"]
    assert "old" in text[mask["char_start"] : mask["char_end"]]
    assert text[: mask["char_start"]].startswith("intro")
    assert raw_report_row(delivery, document, [])["masks"] == []


@pytest.mark.parametrize(("declared", "language"), [("", "en"), ("EN-us", "en"), ("zh_TW", "zh"), ("fr", "en")])
def test_a_declared_language_counts_when_we_know_it(declared, language):
    """Chinese and English in any spelling of their tags; else the script decides."""
    document = Document("Plain English words stand here.", "text/plain", metadata={"language": declared})
    (delivery,) = deliveries([seen(document=document)])
    assert raw_report_row(delivery, document, [])["language"] == language


def test_an_undated_document_says_so():
    """No date, no precision, and the source is none: the day it was seen is not its date."""
    document = Document("words", "text/plain")
    (delivery,) = deliveries([seen(document=document)])
    row = raw_report_row(delivery, document, [])
    assert (row["published_at"], row["published_precision"], row["published_source"]) == (None, None, "none")

"""raw_reports and quarantined_reports over the life of a corpus: files come, come again, change and go."""

import random
import shutil

import dagster as dg
import pytest
from tiny_lake import batch_on, markdown, put, rows

from assets.raw_reports import refresh_raw_reports
from core.contracts.tables import QUARANTINED_REPORTS, RAW_REPORTS
from core.lake.lake import Lake
from core.settings import load_settings

ONE, TWO = markdown("2026-01-01", "The port is 22."), markdown("2026-01-01", "The port is 23.")


@pytest.fixture
def corpus(tmp_path):
    """An empty corpus beside an empty lake."""
    (tmp_path / "reports").mkdir()
    return tmp_path


def refresh(corpus, days=None, today="2026-06-01", **intake) -> Lake:
    """Run the stage over some days (all when None), as a run on ``today``."""
    settings = load_settings("default", {"intake": intake})
    batch = batch_on(corpus / "reports", corpus / "lake", settings, today)
    refresh_raw_reports(batch, batch.days() if days is None else days)
    return batch.lake


def revisions(lake: Lake) -> list[tuple[str, str, int]]:
    """(day, path, revision number) of every row."""
    return [(row["received_on"], row["path"], row["revision"]) for row in rows(lake, RAW_REPORTS)]


def quarantined(lake: Lake) -> list[tuple[str, str, str]]:
    """(day, path, reason) of every quarantined file."""
    return [(row["received_on"], row["path"], row["reason"]) for row in rows(lake, QUARANTINED_REPORTS)]


def bytes_of(lake: Lake) -> dict[str, bytes]:
    """Every file of both tables, by name."""
    return {
        str(path.relative_to(lake.root)): path.read_bytes()
        for table in (RAW_REPORTS, QUARANTINED_REPORTS)
        for path in (lake.root / table.name).iterdir()
    }


def test_the_same_bytes_on_another_day_make_no_row(corpus):
    """The earliest day keeps the report; the later delivery is no work."""
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE, "d/2026-01-05/a.md": ONE})
    assert revisions(refresh(corpus)) == [("2026-01-02", "d/2026-01-02/a.md", 1)]


def test_the_same_bytes_under_another_path_of_the_same_url_make_no_row(corpus):
    """A mirrored copy is the report that it copies."""
    text = markdown("2026-01-01", "The port is 22.", url="https://x.example/a")
    put(corpus / "reports", {"d/2026-01-05/a.md": text, "d/2026-01-02/mirror/b.md": text})
    assert revisions(refresh(corpus)) == [("2026-01-02", "d/2026-01-02/mirror/b.md", 1)]


def test_an_earlier_delivery_that_turns_up_late_takes_the_report_along(corpus):
    """The report moves to the earlier day, and the day that had it is written again, empty."""
    put(corpus / "reports", {"d/2026-01-05/a.md": ONE})
    refresh(corpus)
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE})
    lake = refresh(corpus)
    assert revisions(lake) == [("2026-01-02", "d/2026-01-02/a.md", 1)]
    assert lake.days(RAW_REPORTS) == ["2026-01-02", "2026-01-05"]


def test_a_corrected_delivery_is_the_second_revision(corpus):
    """Same report id, other revision id, both rows kept with their own text."""
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE, "d/2026-01-05/a.md": TWO})
    first, second = rows(refresh(corpus), RAW_REPORTS)
    assert (first["revision"], second["revision"]) == (1, 2)
    assert first["report_id"] == second["report_id"]
    assert first["revision_id"] != second["revision_id"]
    assert ("22" in first["text"], "23" in second["text"]) == (True, True)
    assert first["revision_key"] < second["revision_key"]


def test_a_replacement_in_place_keeps_both_revisions_of_the_day(corpus):
    """The bytes that were replaced live on in the lake, though no file has them any more."""
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE})
    refresh(corpus)
    put(corpus / "reports", {"d/2026-01-02/a.md": TWO})
    listed = rows(refresh(corpus), RAW_REPORTS)
    assert {row["revision"]: "22" in row["text"] for row in listed} == {1: True, 2: False}
    before, after = sorted(listed, key=lambda row: row["revision"])
    assert before["revision_key"] < after["revision_key"]


def test_a_report_whose_file_is_gone_keeps_its_row(corpus):
    """Byte for byte, however often the stage runs."""
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE, "d/2026-01-02/b.md": TWO})
    before = bytes_of(refresh(corpus))
    shutil.rmtree(corpus / "reports" / "d")
    assert bytes_of(refresh(corpus)) == before
    assert bytes_of(refresh(corpus)) == before


def test_a_report_that_is_gone_before_it_was_stored_stops_the_run(corpus):
    """It was seen by a run that died; nothing of it is left, and that is said, not passed over."""
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE})
    batch_on(corpus / "reports", corpus / "lake").intake()
    (corpus / "reports" / "d/2026-01-02/a.md").unlink()
    with pytest.raises(dg.Failure) as failure:
        refresh(corpus)
    assert "d/2026-01-02/a.md: its bytes are gone" in str(failure.value.description)
    assert failure.value.allow_retries is False


def test_a_file_replaced_between_scan_and_reading_is_left_for_the_next_run(corpus):
    """A row never holds other bytes than its hash says."""
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE})
    refresh(corpus)
    batch = batch_on(corpus / "reports", corpus / "lake")
    batch.intake()
    put(corpus / "reports", {"d/2026-01-02/a.md": TWO})
    refresh_raw_reports(batch, batch.days())
    assert ["22" in row["text"] for row in rows(batch.lake, RAW_REPORTS)] == [True]


@pytest.mark.parametrize("seed", range(4))
def test_days_scanned_in_any_order_give_the_same_bytes(tmp_path, seed):
    """Deliveries arrive shuffled, one file and one run a time; after a last run over all, every byte agrees."""
    url = {"url": "https://x.example/a"}
    files = {
        "d/2026-01-02/a.md": ONE,
        "d/2026-01-03/a.md": TWO,
        "d/2026-01-04/a.md": ONE,
        "d/2026-01-04/sub/u.md": markdown("2026-01-03", "The port is 22.", **url),
        "e/2026-01-03/u.md": markdown("2026-01-03", "The port is 25.", **url),
        "e/2026-01-05/v.md": markdown("2026-01-03", "The port is 22.", **url),
        "e/2026-01-02/x.bin": b"\0",
    }
    whole = tmp_path / "whole"
    put(whole / "reports", files)
    expected = bytes_of(refresh(whole))
    order = sorted(files)
    random.Random(seed).shuffle(order)
    for name in order:
        put(tmp_path / "reports", {name: files[name]})
        refresh(tmp_path, [name.split("/")[1]])
    lake = refresh(tmp_path)
    found = bytes_of(lake)
    empty = set(found) - set(expected)
    assert {name: found[name] for name in expected} == expected
    assert all(Lake(lake.root).read(RAW_REPORTS, name[-18:-8]).is_empty() for name in empty)


def test_unreadable_files_are_rows_with_reason_and_detail(corpus):
    """The detail names the file and what is wrong with it; the others are read."""
    put(corpus / "reports", {"d/2026-01-02/a.pdf": "%PDF", "d/2026-01-02/b.md": b"caf\xe9", "d/2026-01-02/c.md": ONE})
    lake = refresh(corpus)
    details = {row["path"]: (row["reason"], row["detail"]) for row in rows(lake, QUARANTINED_REPORTS)}
    assert {path: reason for path, (reason, _) in details.items()} == {
        "d/2026-01-02/a.pdf": "unsupported_type",
        "d/2026-01-02/b.md": "not_utf8",
    }
    assert all(path in detail for path, (_, detail) in details.items())
    assert len(revisions(lake)) == 1


def test_a_quarantined_file_that_is_gone_keeps_its_row_and_detail(corpus):
    """What could not be read once is still what could not be read."""
    put(corpus / "reports", {"d/2026-01-02/a.pdf": "%PDF"})
    before = rows(refresh(corpus), QUARANTINED_REPORTS)
    (corpus / "reports/d/2026-01-02/a.pdf").unlink()
    assert rows(refresh(corpus), QUARANTINED_REPORTS) == before


def test_a_file_that_is_mended_in_place_leaves_quarantine(corpus):
    """Its path holds readable bytes now; the run has nothing to complain of any more."""
    put(corpus / "reports", {"d/2026-01-02/a.md": b"caf\xe9"})
    assert quarantined(refresh(corpus)) == [("2026-01-02", "d/2026-01-02/a.md", "not_utf8")]
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE})
    lake = refresh(corpus)
    assert (quarantined(lake), revisions(lake)) == ([], [("2026-01-02", "d/2026-01-02/a.md", 1)])


def test_a_file_that_can_be_read_later_leaves_the_day_of_its_quarantine(corpus):
    """Its own date places it then, and no row stays behind on the day on which it was first seen."""
    put(corpus / "reports", {"d/a.md": ONE})
    assert quarantined(refresh(corpus, max_bytes=10)) == [("2026-06-01", "d/a.md", "too_large")]
    lake = refresh(corpus, today="2026-06-02")
    assert (quarantined(lake), revisions(lake)) == ([], [("2026-01-01", "d/a.md", 1)])


@pytest.mark.parametrize("cause", ["limit", "sidecar"])
def test_a_report_that_was_read_once_outlives_a_change_that_would_refuse_it(corpus, cause):
    """A lower limit or a broken sidecar later neither stops the run nor takes the report away."""
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE})
    before = rows(refresh(corpus), RAW_REPORTS)
    if cause == "sidecar":
        put(corpus / "reports", {"d/2026-01-02/a.md.meta.yaml": "a: ["})
    assert rows(refresh(corpus, max_bytes=10 if cause == "limit" else 10_000), RAW_REPORTS) == before


def test_sidecar_and_manifest_metadata_reach_the_row(corpus):
    """The sidecar wins over the manifest, both over the file."""
    put(
        corpus / "reports",
        {
            "d/2026-01-02/a.md": markdown("2026-01-01", "words", author="File", title="File"),
            "d/2026-01-02/a.md.meta.yaml": "author: Sidecar\ntlp: AMBER\n",
            "manifest.jsonl": '{"path": "d/2026-01-02/a.md", "author": "Manifest", "title": "Manifest", '
            '"published": "2025-12-31", "url": "https://x.example/a", "domain": "wide net"}\n',
        },
    )
    (row,) = rows(refresh(corpus), RAW_REPORTS)
    assert {name: row[name] for name in ("author", "title", "tlp", "source_key", "domain", "published_source")} == {
        "author": "Sidecar",
        "title": "Manifest",
        "tlp": "AMBER",
        "source_key": "https://x.example/a",
        "domain": "wide net",
        "published_source": "metadata",
    }
    assert row["published_at"].date().isoformat() == "2025-12-31"


def test_a_day_that_was_not_asked_for_is_not_written(corpus):
    """Only the given days are touched."""
    put(corpus / "reports", {"d/2026-01-02/a.md": ONE, "d/2026-01-03/b.md": TWO})
    assert refresh(corpus, ["2026-01-03"]).days(RAW_REPORTS) == ["2026-01-03"]

"""What a scan of the corpus records, once and for ever."""

import os
import shutil

import pytest
from tiny_lake import markdown, put

from core.errors import LakeError
from core.lake.lake import Lake
from core.lake.sightings import Sightings
from core.stages.reports import deliveries

LIMIT = 1_000


@pytest.fixture
def lake(tmp_path) -> Lake:
    """An empty lake."""
    return Lake(tmp_path / "lake")


@pytest.fixture
def reports(tmp_path):
    """An empty corpus."""
    (tmp_path / "reports").mkdir()
    return tmp_path / "reports"


def scan(lake: Lake, reports, today: str = "2026-06-01", limit: int = LIMIT):
    """Scan the corpus on a day."""
    return Sightings(lake).scan(reports, today, limit)


def test_a_first_sighting_is_kept_when_tomorrow_scans_again(lake, reports):
    """The day of an undated report is recorded once; the next scan adds nothing and writes nothing."""
    put(reports, {"d/undated.md": "No date is here.\n"})
    first = scan(lake, reports, "2026-06-01")
    before = Sightings(lake).path.stat()
    second = scan(lake, reports, "2026-06-02")
    assert (first.added, second.added) == (1, 0)
    assert list(second.sightings) == list(first.sightings)
    assert (first.sightings[0]["received_on"], first.sightings[0]["received_source"]) == ("2026-06-01", "first_seen")
    assert Sightings(lake).path.stat() == before


def test_the_time_of_a_file_never_matters(lake, reports, tmp_path):
    """Old and future file times give the same rows as any other."""
    put(reports, {"d/a.md": "No date is here.\n", "d/2026-01-02/b.md": "Nor here.\n"})
    found = scan(lake, reports)
    for path, at in zip(sorted(reports.rglob("*.md")), (0, 4_000_000_000), strict=True):
        os.utime(path, (at, at))
    assert list(scan(Lake(tmp_path / "other"), reports).sightings) == list(found.sightings)
    assert scan(lake, reports).added == 0


def test_each_day_comes_from_its_own_source(lake, reports):
    """Folder, manifest, sidecar, front matter and the day of the scan, in one corpus."""
    put(
        reports,
        {
            "d/2026-01-02/folder.md": markdown("2026-03-04", "words"),
            "d/manifest.md": markdown("2026-03-04", "words, listed"),
            "d/sidecar.txt": "words beside",
            "d/front.md": markdown("2026-03-04", "words alone"),
            "d/none.md": "words only",
            "manifest.jsonl": '{"path": "d/manifest.md", "received_on": "2026-02-03"}\n'
            '{"path": "d/2026-01-02/folder.md", "received_on": "2026-02-03"}\n',
            "d/sidecar.txt.meta.yaml": "published: 2026-04-05\n",
        },
    )
    found = {row["path"]: (row["received_on"], row["received_source"]) for row in scan(lake, reports).sightings}
    assert found == {
        "d/2026-01-02/folder.md": ("2026-01-02", "folder"),
        "d/manifest.md": ("2026-02-03", "manifest"),
        "d/sidecar.txt": ("2026-04-05", "document"),
        "d/front.md": ("2026-03-04", "document"),
        "d/none.md": ("2026-06-01", "first_seen"),
    }


def test_a_replacement_in_place_is_the_next_generation(lake, reports):
    """The first bytes stay on record; going back to them is no third generation."""
    for content, generations in (("one", [0]), ("two", [0, 1]), ("one", [0, 1]), ("three", [0, 1, 2])):
        put(reports, {"d/2026-01-02/a.md": content})
        found = scan(lake, reports)
        assert [row["generation"] for row in found.sightings] == generations
        assert len(found.files) == 1
    numbers = {one.sighting["generation"]: one.revision for one in deliveries(found.sightings)}
    assert numbers == {0: 1, 1: 2, 2: 3}


def test_what_is_gone_stays_on_record(lake, reports):
    """A deleted file is no longer among the files, and its sighting remains."""
    put(reports, {"d/2026-01-02/a.md": "one"})
    scan(lake, reports)
    shutil.rmtree(reports / "d")
    found = scan(lake, reports)
    assert (len(found.sightings), len(found.files), found.added) == (1, 0, 0)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.pdf", "words", "unsupported_type"),
        ("a", "words", "unsupported_type"),
        ("a.md", "", "empty_file"),
        ("a.md", b"caf\xe9", "not_utf8"),
        ("a.txt", "x" * (LIMIT + 1), "too_large"),
        ("a.json", "{", "broken_json"),
    ],
)
def test_an_unreadable_file_is_recorded_with_its_reason(lake, reports, name, content, reason):
    """It stops nobody else, and has a place and a day."""
    put(reports, {f"d/2026-01-02/{name}": content, "d/2026-01-02/good.txt": "words"})
    found = {row["path"]: row["quarantine_reason"] for row in scan(lake, reports).sightings}
    assert found == {f"d/2026-01-02/{name}": reason, "d/2026-01-02/good.txt": None}


def test_a_broken_sidecar_quarantines_its_report_until_it_is_mended(lake, reports):
    """The report would lose its date; the day on which it was first seen stays its day."""
    put(reports, {"d/a.md": "words", "d/a.md.meta.yaml": "author: ["})
    (row,) = scan(lake, reports, "2026-06-01").sightings
    assert (row["quarantine_reason"], row["received_on"]) == ("broken_sidecar", "2026-06-01")
    put(reports, {"d/a.md.meta.yaml": "author: Mara"})
    found = scan(lake, reports, "2026-06-02")
    (row,) = found.sightings
    assert (row["quarantine_reason"], row["received_on"], row["generation"], found.added) == (None, "2026-06-01", 0, 1)


def test_a_file_leaves_quarantine_when_the_limit_is_raised(lake, reports):
    """Unreadable files are tried again on every scan."""
    put(reports, {"d/2026-01-02/a.txt": "x" * 2_000})
    assert [row["quarantine_reason"] for row in scan(lake, reports).sightings] == ["too_large"]
    assert scan(lake, reports).added == 0
    assert [row["quarantine_reason"] for row in scan(lake, reports, limit=2_000).sightings] == [None]


def test_a_damaged_record_of_sightings_is_not_to_be_deleted(lake, reports):
    """Deleting it would move undated reports to today; the message says to restore it."""
    put(reports, {"d/a.md": "words"})
    scan(lake, reports)
    Sightings(lake).path.write_bytes(b"PAR1")
    with pytest.raises(LakeError, match=r"sightings\.parquet: is no readable Parquet file .*Restore it from a backup"):
        scan(lake, reports)


@pytest.mark.parametrize("domain", ["two words", "通告", "a'b\"c", "%2e", "…"])
def test_any_folder_name_is_a_domain(lake, reports, domain):
    """Names are data: blanks, quotes, Chinese, percent signs."""
    put(reports, {f"{domain}/2026-01-02/a.md": "words"})
    assert [row["domain"] for row in scan(lake, reports).sightings] == [domain]

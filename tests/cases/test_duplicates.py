"""The same thing said twice is one note; two things that look alike are two."""

import threading

import pytest
from tiny_lake import run_line

from core.contracts.tables import CHUNKS, NORMALISED_FACTS, SIGHTINGS
from core.ids import fact_id, report_id
from core.lake.ledger import Ledger
from core.lake.sightings import Sightings

# id → reports (day, text), current notes that are left
SAME = {
    "C2-01 to the letter": (
        [("2026-02-01", "Silent Heron uses the tool Kelp."), ("2026-02-02", "Silent Heron uses the tool Kelp.")],
    ),
    "C2-01 zh": ([("2026-02-01", "北辰公司的总部位于杭州。"), ("2026-02-05", "北辰公司的总部位于杭州。")],),
    "C2-06 seen and observed": (
        [("2026-04-01", "Kelp was seen in March 2026."), ("2026-04-02", "In March 2026 Kelp was observed.")],
    ),
    "C2-06 date moved": (
        [
            ("2026-05-01", "Silent Heron attacked Meridian Energy on 3 April 2026."),
            ("2026-05-02", "On 3 April 2026 Silent Heron attacked Meridian Energy."),
        ],
    ),
    "C2-06 score turned round": (
        [
            ("2026-05-01", "The CVSS score of CVE-2026-1111 is 7.5."),
            ("2026-05-02", "CVE-2026-1111 has a CVSS score of 7.5."),
        ],
    ),
    "C2-06 zh date moved": (
        [("2026-04-01", "银鹭组织于2026年3月攻击了北辰公司。"), ("2026-04-02", "2026年3月，银鹭组织攻击了北辰公司。")],
    ),
    "C2-15 defanged and plain": (
        [
            ("2026-05-03", "Grey Heron uses the domain evil[.]example.net for command and control."),
            ("2026-06-10", "Grey Heron uses the domain evil.example.net for command and control."),
        ],
    ),
    "C2-15 hxxp": (
        [
            ("2026-05-03", "Grey Heron downloads its loader from hxxps://evil[.]example[.]net/load."),
            ("2026-06-10", "Grey Heron downloads its loader from https://evil.example.net/load."),
        ],
    ),
}  # fmt: skip

DIFFERENT = {
    "C2-09 two choices": [
        ("2026-04-01", "The project Orchid chose SQLite over Postgres."),
        ("2026-04-02", "The project Orchid chose local embeddings over a hosted API."),
    ],
    "C2-10 a name inside a name": [
        ("2026-04-01", "The headquarters of Northwind is in Oslo."),
        ("2026-04-02", "The headquarters of Northwind Trading Asia is in Singapore."),
    ],
    "C2-10 zh": [("2026-04-01", "北辰公司的总部位于杭州。"), ("2026-04-02", "北辰公司亚洲分部的总部位于上海。")],
    "C2-11 one name, two kinds": [
        ("2026-04-01", "The malware Mercury is written in Go."),
        ("2026-04-02", "The project Mercury is written in Go."),
    ],
    "C2-11 two owners": [
        ("2026-04-01", "The owner of the malware Mercury is Ana Ruiz."),
        ("2026-04-02", "The owner of Project Mercury is Bo Lind."),
    ],
    "C2-13 two outages": [
        ("2026-05-03", "The billing service of Meridian had an outage on 2 May 2026."),
        ("2026-06-10", "The billing service of Meridian had an outage on 9 June 2026."),
    ],
    "C2-13 zh": [
        ("2026-05-03", "北辰公司的计费系统于2026年5月2日发生故障。"),
        ("2026-06-10", "北辰公司的计费系统于2026年6月9日发生故障。"),
    ],
    "C2-13 yesterday of two days": [
        ("2026-05-03", "Yesterday Grey Heron attacked a utility in Bergen."),
        ("2026-06-10", "Yesterday Grey Heron attacked a utility in Bergen."),
    ],
    "C2-13 zh yesterday of two days": [
        ("2026-05-03", "昨天银鹭组织攻击了北辰公司。"),
        ("2026-06-10", "昨天银鹭组织攻击了北辰公司。"),
    ],
    "C2-13 same day of two months": [
        ("2026-05-03", "Grey Heron attacked a utility in Bergen on 2 April 2026."),
        ("2026-06-10", "Grey Heron attacked a utility in Bergen on 2 May 2026."),
    ],
}

# What the rules do not see yet as one: id → reports, and where it is decided.
NOT_YET_ONE = {
    "C2-06 first seen, first observed": [
        ("2026-05-01", "The malware Kelp was first seen in March 2026."),
        ("2026-05-02", "In March 2026 the malware Kelp was first observed."),
    ],
    "C2-06 passive": [
        ("2026-05-01", "Silent Heron uses the tool Kelp."),
        ("2026-05-02", "The tool Kelp is used by Silent Heron."),
    ],
}


@pytest.fixture(scope="module")
def ledger(tell_all):
    """All rows of the tables above in one lake."""
    return tell_all({**{name: case[0] for name, case in SAME.items()}, **DIFFERENT, **NOT_YET_ONE})


@pytest.mark.parametrize("case", SAME)
def test_one_fact_said_twice_is_one_note_with_two_supports(ledger, case):
    """An identical or reworded fact was taken for a conflict or for something new."""
    (note,) = ledger.notes(case, retired=True)
    assert (note["n_reports"], len(note["supports"])) == (2, 2)
    assert {one["evidence"][0]["revision_id"] for one in note["supports"]} == {
        row["revision_id"] for row in ledger.rows(NORMALISED_FACTS) if row["domain"] == case
    }


@pytest.mark.parametrize("case", DIFFERENT)
def test_two_facts_that_look_alike_are_two_notes(ledger, case):
    """Near texts, one name inside another, one name for two things, one event on two days: merged or retired."""
    notes = ledger.notes(case, retired=True)
    assert [(note["status"], note["n_reports"]) for note in notes] == [("current", 1)] * 2


@pytest.mark.xfail(strict=True, reason="core.deciding.content does not see these words as the same")
@pytest.mark.parametrize("case", NOT_YET_ONE)
def test_one_fact_in_other_words_is_one_note(ledger, case):
    """A synonym or the passive voice made a second note."""
    assert len(ledger.notes(case)) == 1


@pytest.mark.parametrize("case", ["C2-15 defanged and plain", "C2-15 hxxp"])
def test_a_defanged_indicator_has_one_canonical_value_and_both_surfaces(ledger, case):
    """Two spellings of one indicator were two entities."""
    found = [entity for row in ledger.rows(NORMALISED_FACTS) if row["domain"] == case for entity in row["entities"]]
    indicators = [entity for entity in found if entity["type"] in ("domain", "url")]
    assert len({entity["canonical"] for entity in indicators}) == 1
    assert len({entity["surface"] for entity in indicators}) == 2
    assert "[" not in indicators[0]["canonical"]


@pytest.mark.parametrize((), [pytest.param(id="C2-02")])
def test_the_same_bytes_of_a_second_night_are_no_work(told):
    """Every night paid for the whole folder again; here the second path is a second sighting and nothing more."""
    told.tell("cti", "2026-02-01", "Silent Heron uses the tool Kelp.", name="first.md", url="https://a.example/1")
    told.run()
    before, version = told.digests(), told.ledger().tables.version()
    first = (told.reports / "cti/2026-02-01/first.md").read_bytes()
    again = told.reports / "cti/2026-02-02/again.md"
    again.parent.mkdir()
    again.write_bytes(first)
    told.run()
    assert (told.last.tally["extractor_calls"], told.last.tally["decider_calls"]) == (0, 0)
    assert (told.digests(), told.ledger().tables.version()) == (before, version)
    seen = Sightings(told.lake).rows()
    assert [(row["path"], row["revision_id"]) for row in seen] == [
        ("cti/2026-02-01/first.md", seen[0]["revision_id"]),
        ("cti/2026-02-02/again.md", seen[0]["revision_id"]),
    ]
    assert SIGHTINGS.name in {path.stem for path in told.lake.root.glob("*.parquet")}


@pytest.mark.parametrize((), [pytest.param(id="C2-04")])
def test_two_runs_that_bring_one_fact_at_once_leave_one_note(told):
    """Both writers saw that the fact was absent, and both added it."""
    days = ["2026-02-01", "2026-02-02", "2026-02-03"]
    for day in days:
        told.tell("cti", day, "Silent Heron uses the tool Kelp.")
    runs = [threading.Thread(target=told.run, args=([day],)) for day in days]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    (note,) = told.notes(retired=True)
    assert note["n_reports"] == 3
    assert note["asserted_at"].date().isoformat() == "2026-02-01"
    decided, _, _ = told.ledger().log.known()
    assert sorted(one.verdict.operation for one in decided.values()) == ["ADD", "NOOP", "NOOP"]
    told.digests()


@pytest.mark.parametrize((), [pytest.param(id="C2-05")])
def test_a_run_that_died_after_the_write_adds_nothing_the_second_time(told, monkeypatch):
    """The client timed out after the write and wrote the same rows again under new ids."""
    told.tell("cti", "2026-02-01", "Silent Heron uses the tool Kelp. Silent Heron targets energy companies in Norway.")

    class KilledError(BaseException):
        """What a kill does to the code it is in."""

    def after_the_write(*_args, **_kwargs):
        raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr("assets.reconcile.conservation", after_the_write)
        with pytest.raises(KilledError):
            told.run()
    written = {note["note_id"] for note in told.notes(retired=True)}
    version = told.ledger().tables.version()
    told.run()
    assert len(written) == 2
    assert {note["note_id"] for note in told.notes(retired=True)} == written
    assert told.ledger().tables.version() == version


@pytest.mark.parametrize((), [pytest.param(id="C2-05 ids")])
def test_ids_come_from_content_alone(told, tmp_path):
    """Two lakes that never met give the same ids to the same facts."""
    told.tell("cti", "2026-02-01", "Silent Heron uses the tool Kelp.", name="a.md")
    told.run()
    other = Ledger(told.batch(lake=tmp_path / "other").lake)
    run_line(told.batch(lake=tmp_path / "other"))
    assert other.digests() == told.digests()
    (fact,) = told.rows(NORMALISED_FACTS)
    assert fact["fact_id"] == fact_id(report_id("cti/a.md"), "Silent Heron uses the tool Kelp.")


@pytest.mark.parametrize((), [pytest.param(id="C2-12")])
def test_a_changed_section_is_the_next_version_of_its_note(told):
    """An edited page founded an unrelated fact beside the old one."""
    told.tell("wiki", "2026-02-01", "## Owner\n\nThe owner of Project Orchid is Ana Ruiz.", name="orchid.md")
    told.run()
    told.tell("wiki", "2026-02-02", "## Owner\n\nThe owner of Project Orchid is Bo Lind.", name="orchid.md")
    told.run()
    old, new = told.notes(retired=True)
    assert (old["status"], old["superseded_by"], new["supersedes"]) == ("superseded", new["note_id"], [old["note_id"]])
    assert told.view().edge_from[old["note_id"]]["new_note_id"] == new["note_id"]
    reports = told.view().reports().values()
    assert sorted(row["revision"] for row in reports) == [1, 2]
    assert len({row["report_id"] for row in reports}) == 1


@pytest.mark.parametrize((), [pytest.param(id="C2-17")])
def test_a_cold_lake_asks_once_per_chunk(told):
    """Two code paths had a cache each, and each paid."""
    told.tell("cti", "2026-02-01", "Silent Heron uses the tool Kelp. " * 200)
    told.run()
    assert told.last.tally["extractor_calls"] == len(told.rows(CHUNKS)) > 1

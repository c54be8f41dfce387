"""Time comes from what a report says and from its own date, never from the clock, the zone or a guess."""

import os
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from tiny_lake import TINY, markdown, message, put, run_line

from core.contracts.tables import CHUNK_OUTCOMES, NORMALISED_FACTS, RAW_REPORTS

# id → (day of the report, text, first day, first day after). Weeks are ISO weeks: they begin on Monday.
RELATIVE = {
    "C4-01 last week": ("2024-03-10", "Last week Grey Heron moved to Lagos.", "2024-02-26", "2024-03-04"),
    "C4-01 last week on a Monday": (
        "2024-03-11", "Last week Grey Heron attacked a bank in Riga.", "2024-03-04", "2024-03-11",
    ),
    "C4-01 yesterday over a leap day": (
        "2024-03-01", "Yesterday Grey Heron attacked a bank in Riga.", "2024-02-29", "2024-03-01",
    ),
    "C4-01 last month": ("2024-03-31", "Last month Grey Heron attacked a bank in Riga.", "2024-02-01", "2024-03-01"),
    "C4-01 last year": ("2024-03-10", "Grey Heron attacked a bank in Riga last year.", "2023-01-01", "2024-01-01"),
    "C4-01 zh last week": ("2024-03-10", "上周银鹭组织攻击了里加的一家银行。", "2024-02-26", "2024-03-04"),
    "C4-01 zh yesterday": ("2024-03-01", "昨天银鹭组织攻击了里加的一家银行。", "2024-02-29", "2024-03-01"),
    "C4-01 zh three days ago": ("2024-03-02", "三天前银鹭组织攻击了里加的一家银行。", "2024-02-28", "2024-02-29"),
}  # fmt: skip

UNDATED_TEXTS = {
    "C4-05 written in Go": "The tool Kelp is written in Go 1.22.",
    "C4-05 a port": "Meridian Gateway listens on port 2000.",
    "C4-05 a count": "Meridian Energy bought 2025 sensors for the plant in Turku.",
    "C4-05 a CVE": "CVE-2024-1999 affects Meridian Gateway 4.2.",
    "C4-05 zh": "海带工具使用 Go 语言编写。",
    "C4-05 zh a count": "北辰公司在图尔库电厂安装了2025个传感器。",
    "C4-05 zh a port": "北辰网关监听2049端口。",
}

DATED_TEXT = (
    "Grey Heron attacked a utility in Bergen on 3 February 2026. In January 2026 Grey Heron attacked a mill in Oslo. "
    "Grey Heron attacked a port in Gdansk last week. Yesterday Grey Heron attacked a bank in Riga. "
    "Meridian Energy was founded in 1998. Since March 2024 Meridian Energy has operated the plant in Turku. "
    "Between 3 and 7 January 2026 the mail server of Meridian Energy was offline. "
    "Meridian Gateway 5 was released in Q3 2025. The contract with Northwind ends on 2027-06-30. "
    "Meridian Energy opened the office in Oslo two years ago."
)
DATED_TEXT_ZH = (
    "北辰公司于2026年2月3日发布了补丁。2026年1月，银鹭组织攻击了奥斯陆的一家工厂。上周银鹭组织攻击了格但斯克港。"
    "昨天银鹭组织攻击了里加的一家银行。北辰公司成立于1998年。自2024年3月起，北辰公司运营图尔库电厂。"
    "北辰网关 5 于2025年第三季度发布。与北风公司的合同将于2027年6月30日到期。"
)


@pytest.fixture(scope="module")
def ledger(tell_all):
    """All rows of the tables above in one lake; today is in June 2026."""
    corpora = {name: [case[:2]] for name, case in RELATIVE.items()}
    corpora |= {name: [("2026-03-15", text)] for name, text in UNDATED_TEXTS.items()}
    corpora |= {"C4-04 en": [("2026-03-15", DATED_TEXT)], "C4-04 zh": [("2026-03-15", DATED_TEXT_ZH)]}
    return tell_all(corpora)


def facts(ledger, domain):
    """The normalised facts of a domain."""
    return [row for row in ledger.rows(NORMALISED_FACTS) if row["domain"] == domain]


def day(word: str) -> datetime:
    """An ISO day in UTC."""
    return datetime.fromisoformat(word).replace(tzinfo=UTC)


@pytest.mark.parametrize("case", RELATIVE)
def test_relative_time_counts_from_the_date_of_the_report(ledger, case):
    """The wall clock was the reference: a report of 2024 spoke of last week in 2026."""
    _, _, start, end = RELATIVE[case]
    (note,) = ledger.notes(case)
    assert (note["valid_from"], note["valid_to"]) == (day(start), day(end))
    (found,) = note["temporal"]
    assert (found["status"], found["anchor_source"]) == ("resolved", "header")


@pytest.mark.parametrize(("case", "least"), [("C4-04 en", 9), ("C4-04 zh", 7)])
def test_most_dated_sentences_keep_their_date(ledger, case, least):
    """Dates in the text were forgotten on the way to the fact."""
    dated = [row for row in facts(ledger, case) if row["valid_from"] or row["valid_to"]]
    assert len(dated) >= least
    assert all(one["status"] == "resolved" for row in dated for one in row["temporal"])


@pytest.mark.parametrize("case", UNDATED_TEXTS)
def test_a_sentence_without_a_date_gets_none(ledger, case):
    """A schema that allowed no null made the extractor invent a date."""
    (note,) = ledger.notes(case)
    assert (note["valid_from"], note["valid_to"], note["valid_precision"]) == (None, None, None)
    assert [one for one in note["temporal"] if one["kind"] != "duration"] == []


@pytest.mark.parametrize("case", ["C4-10", "C4-10 zh"])
def test_without_an_anchor_relative_time_stays_unresolved(told, case):
    """The anchor was missing from the question and the answer was a guess; the folder's day is none either."""
    text = "Last week Grey Heron attacked a bank in Riga." if case == "C4-10" else "上周银鹭组织攻击了里加的一家银行。"
    told.tell("undated", "2026-05-20", text, dated=False)
    told.tell("dated", "2026-05-20", text)
    told.run()
    (undated,), (dated,) = told.notes("undated"), told.notes("dated")
    assert [(one["status"], one["resolved_start"]) for one in undated["temporal"]] == [("unresolved", None)]
    assert undated["valid_from"] is None
    assert undated["asserted_at_source"] == "partition"
    assert dated["valid_from"] == day("2026-05-11")


@pytest.mark.parametrize((), [pytest.param(id="C4-01 file time")])
def test_the_time_of_a_file_is_never_a_date(told):
    """A copied file was dated by its copying."""
    path = told.reports / told.tell("cti", "2026-05-20", "Yesterday Grey Heron moved to Lagos.", dated=False)
    os.utime(path, (946_684_800, 946_684_800))
    told.run()
    (note,) = told.notes()
    assert (note["valid_from"], note["asserted_at"]) == (None, day("2026-05-20"))


LOCAL = timezone(timedelta(hours=8))


@pytest.mark.parametrize("written", ["2026-05-01 00:30 +08:00", "2026-05-01T00:30:00+08:00", "2026-05-01T00:30+0800"])
def test_the_day_is_the_local_one_of_the_source(told, written):
    """C4-07: half past midnight in Shanghai was the day before, because it was UTC's."""
    put(
        told.reports,
        {
            "a/2026-05-01/r.md": markdown(written, "# Notes", "", "Yesterday Grey Heron attacked a bank in Riga."),
            "b/2026-05-01/r.jsonl": message(
                "user", written, "The mail server of Orchid moved to Oslo yesterday.", "Mara"
            ),
        },
    )
    told.run()
    report, transcript = told.rows(RAW_REPORTS)
    assert report["published_at"] == datetime(2026, 4, 30, 16, 30, tzinfo=UTC)
    assert report["published_offset_minutes"] == 480
    assert [(one["sent_at"], one["utc_offset_minutes"]) for one in transcript["segments"]] == [
        (datetime(2026, 4, 30, 16, 30, tzinfo=UTC), 480)
    ]
    for domain in "ab":
        (note,) = told.notes(domain)
        (found,) = note["temporal"]
        assert (found["resolved_start"], found["resolved_end"]) == ("2026-04-30", "2026-05-01")
        assert note["valid_from"] == datetime(2026, 4, 30, tzinfo=LOCAL)
        assert note["asserted_at"] == datetime(2026, 4, 30, 16, 30, tzinfo=UTC)


@pytest.mark.parametrize((), [pytest.param(id="C4-11")])
def test_a_note_without_a_start_does_not_hold_since_for_ever(told):
    """A missing start was taken for minus infinity, and the fact held before anybody had said it."""
    told.tell("cti", "2026-02-01", "Grey Heron uses the tool Kelp.")
    told.tell("cti", "2026-02-01", "The contract of Meridian Energy with Northwind runs until 30 June 2026.")
    told.run()
    view, notes = told.view(), told.notes()
    held = {when: len(view.held_on(day(when), notes)) for when in ("2023-01-01", "2026-01-31", "2026-02-01")}
    assert held == {"2023-01-01": 0, "2026-01-31": 0, "2026-02-01": 2}
    assert view.held_on(day("2026-08-01"), notes) == [note for note in notes if note["valid_to"] is None]


@pytest.fixture
def in_zone():
    """Set the zone of this process; the old one comes back."""
    before = os.environ.get("TZ")

    def change(zone: str) -> None:
        os.environ["TZ"] = zone
        time.tzset()

    yield change
    if before is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = before
    time.tzset()


@pytest.mark.parametrize((), [pytest.param(id="C4-06")])
def test_the_zone_of_the_machine_changes_no_byte(told, tmp_path, in_zone):
    """A machine in Shanghai and one in Lima gave different days."""
    put(told.reports, {**TINY, "cti/2026-02-04/t.md": markdown("2026-02-04", "# N", "", DATED_TEXT)})
    found = []
    for zone in ("Asia/Shanghai", "America/Lima", "Pacific/Kiritimati"):
        in_zone(zone)
        batch = told.batch(lake=tmp_path / zone)
        run_line(batch)
        files = sorted(path for path in batch.lake.root.rglob("*.parquet") if path.parent.name != "chunk_outcomes")
        found.append({path.relative_to(batch.lake.root): path.read_bytes() for path in files})
        # How long each chunk took is no content.
        found[-1] |= {"outcomes": batch.lake.read_all(CHUNK_OUTCOMES).drop("seconds").write_csv()}
    assert found[0] == found[1] == found[2]
    assert len(found[0]) > 20

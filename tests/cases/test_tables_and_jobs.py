"""Lance, Parquet and Dagster: few commits, explicit schemas, damage found, one truth per document."""

import dagster as dg
import lancedb
import polars as pl
import pyarrow as pa
import pytest
from ledger_builders import fact_row, make_assertion, rules
from stage_builders import ScriptedExtractor, extraction
from tiny_lake import put, run_line, run_stages

from assets.partitions import CODE_VERSION
from core.audit.fsck import fsck
from core.contracts.tables import (
    CHUNK_OUTCOMES,
    CHUNKS,
    DURABLE_FACTS,
    EXTRACTED_FACTS,
    NORMALISED_FACTS,
    NOTES,
    QUARANTINED_REPORTS,
    RAW_REPORTS,
    SUPERSESSION_EDGES,
)
from core.errors import ContractError, LakeError, SettingsError
from core.ids import report_id
from core.lake.code import code_digest
from core.lake.lake import Lake
from core.lake.notes_table import LedgerTables
from core.settings import load_settings
from pipelines.definitions import defs

DAYS = ["2026-02-01", "2026-02-02", "2026-02-03"]


def stored(lake: Lake, assertions) -> list[str]:
    """Write assertions as normalised facts of their days; return the days."""
    by_day: dict[str, list] = {}
    for assertion in assertions:
        by_day.setdefault(assertion.columns["partition"], []).append(fact_row(assertion))
    for day, listed in by_day.items():
        lake.write(NORMALISED_FACTS, day, listed)
    return sorted(by_day)


@pytest.mark.parametrize((), [pytest.param(id="C11-01")])
def test_a_thousand_facts_are_one_commit(told):
    """Every row was two writes, and nobody cleaned up: 1,000 upserts made 2,000 versions."""
    ledger = told.ledger()
    facts = [make_assertion(f"s{n % 500}", f"v{n // 500}", day=n // 500, ordinal=n) for n in range(1000)]
    days = stored(told.lake, facts)
    ledger.reconcile(days, rules(), "r", told.batch().now)
    notes, edges = ledger.tables.version()
    fragments = list((told.lake.root / "notes.lance" / "data").glob("*.lance"))
    assert max(notes, edges) <= 3
    assert len(fragments) == 1
    assert len(ledger.log.commits()) == 1


@pytest.mark.parametrize((), [pytest.param(id="C11-03")])
def test_a_night_is_one_version_of_each_table(told):
    """Too many commits a night overran the store; a night with nothing new makes none."""
    ledger, seen = told.ledger(), []
    for night in range(4):
        days = stored(told.lake, [make_assertion(f"s{n}", f"v{night}", day=night, ordinal=n) for n in range(20)])
        for _ in range(2):
            ledger.reconcile(days, rules(), "r", told.batch().now)
            seen.append(ledger.tables.version())
    assert [notes - seen[0][0] for notes, _ in seen] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [edges - seen[0][1] for _, edges in seen] == [0, 0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize((), [pytest.param(id="C11-05")])
def test_a_handle_that_was_open_sees_the_next_commit(told):
    """A long-lived reader went on serving the old version, and wrote over the new one."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.")
    told.run()
    early = told.ledger()
    assert early.tables.read(NOTES).num_rows == 1
    told.tell("p", "2026-02-02", "The owner of Project Orchid is Bo Lind.")
    told.run()
    assert early.tables.read(NOTES).num_rows == 2
    told.tell("p", "2026-02-03", "The owner of Project Orchid is Cy Holm.")
    told.run(["2026-02-03"])
    batch = told.batch()
    assert not early.reconcile(["2026-02-01", "2026-02-02", "2026-02-03"], batch.rules, "r", batch.now).committed
    assert len(told.notes(retired=True)) == 3
    told.digests()


@pytest.mark.parametrize((), [pytest.param(id="C11-05 sealed twice")])
def test_a_writer_that_is_behind_cannot_seal_a_commit_over_another(told):
    """A stale writer numbered its commit like one that exists; the log refuses."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.")
    told.run()
    before = told.ledger().log.path(1).read_bytes()
    with pytest.raises(LakeError, match="sealed already"):
        told.ledger().log.seal(1, [])
    assert told.ledger().log.path(1).read_bytes() == before


@pytest.mark.parametrize((), [pytest.param(id="C11-06")])
def test_a_commit_that_took_other_rows_than_planned_is_put_back(told, monkeypatch):
    """A conflict of two writers surfaced as a half-merged table; here it is refused, and the next run heals it."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.")
    told.run()
    before = told.ledger().tables.read(NOTES)
    told.tell("p", "2026-02-02", "The owner of Project Orchid is Bo Lind.")
    merge = LedgerTables._merge

    def with_a_row_gone(self, table, changed, gone):
        merge(self, table, changed, [*gone, "note_00000000000000000000"])

    with monkeypatch.context() as patched:
        patched.setattr(LedgerTables, "_merge", with_a_row_gone)
        with pytest.raises(LakeError, match=r"were planned; the table was put back"):
            told.run()
    assert told.ledger().tables.read(NOTES).equals(before)
    told.run()
    assert told.texts() == ["The owner of Project Orchid is Bo Lind."]
    told.digests()


@pytest.mark.parametrize((), [pytest.param(id="C11-08")])
def test_the_pinned_engine_merges_deletes_and_compacts_without_a_slip(tmp_path):
    """An engine version lost or doubled rows when an upsert followed a compaction."""
    schema = pa.schema([pa.field("key", pa.string(), nullable=False), pa.field("value", pa.int64())])
    table = lancedb.connect(str(tmp_path)).create_table("t", schema=schema)
    expected: dict[str, int] = {}
    for step in range(6):
        changed = {f"k{n:03d}": step * 1000 + n for n in range(step * 10, step * 10 + 40)}
        gone = sorted(key for key in expected if key not in changed)[:5]
        rows = pa.Table.from_pylist([{"key": key, "value": value} for key, value in changed.items()], schema=schema)
        merge = table.merge_insert("key").when_matched_update_all().when_not_matched_insert_all()
        if gone:
            merge = merge.when_not_matched_by_source_delete("key IN ({})".format(", ".join(f"'{key}'" for key in gone)))
        merge.execute(rows)
        expected = {key: value for key, value in (expected | changed).items() if key not in gone}
        if step % 2:
            table.optimize()
        found = table.to_arrow().to_pylist()
        assert len(found) == len(expected)
        assert {row["key"]: row["value"] for row in found} == expected


@pytest.mark.parametrize((), [pytest.param(id="C11-09")])
def test_nights_with_and_without_dates_are_read_as_one(told):
    """A night whose end dates were all null had another column type, and the union of nights could not be read."""
    told.tell("p", DAYS[0], "The owner of Project Orchid is Ana Ruiz.")
    told.tell("p", DAYS[1], "Grey Heron attacked a utility in Bergen on 3 January 2026.")
    told.tell("p", DAYS[2], "Thanks all, bye.")
    told.run()
    for table in (RAW_REPORTS, CHUNKS, CHUNK_OUTCOMES, EXTRACTED_FACTS, DURABLE_FACTS, NORMALISED_FACTS):
        frame = told.lake.read_all(table)
        assert frame.schema == table.polars_schema
        by_hand = pl.read_parquet([told.lake.path(table, day) for day in told.lake.days(table)])
        assert by_hand.schema == frame.schema
        assert told.lake.days(table) == DAYS
    dated = told.lake.read_all(NORMALISED_FACTS)["valid_to"]
    assert (dated.null_count(), len(dated)) == (1, 2)


REMADE = (CHUNKS, EXTRACTED_FACTS, CHUNK_OUTCOMES, DURABLE_FACTS, NORMALISED_FACTS)
STAGES = (RAW_REPORTS, QUARANTINED_REPORTS, *REMADE)


@pytest.mark.parametrize((), [pytest.param(id="C11-10")])
def test_a_truncated_file_of_any_stage_is_found_and_made_again(told):
    """A file without its footer broke every read of the folder, and nobody could say which it was."""
    told.tell("p", DAYS[0], "The owner of Project Orchid is Ana Ruiz.")
    put(told.reports, {f"p/{DAYS[0]}/scan.pdf": b"%PDF"})
    told.run()
    before = told.digests()
    for table in STAGES:
        path = told.lake.path(table, DAYS[0])
        whole = path.read_bytes()
        path.write_bytes(whole[:-9])
        problems = fsck(Lake(told.lake.root), None).problems
        assert [check for check, _ in problems] == ["schemas"], table.name
        assert str(path) in problems[0][1]
        if table in REMADE:
            told.run()
            assert told.digests() == before
        path.write_bytes(whole)


@pytest.mark.parametrize((), [pytest.param(id="C11-11")])
def test_an_update_is_one_commit_or_none(told, monkeypatch):
    """Delete, then add: when the add failed, the row was gone. Whatever fails, every note is there."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.")
    told.run()
    told.tell("p", "2026-02-02", "The owner of Project Orchid is Bo Lind.")
    merge, seen = LedgerTables._merge, []

    def until_the_edges(self, table, changed, gone):
        if table is SUPERSESSION_EDGES:
            seen.append(self.read(NOTES).num_rows)
            raise OSError("no space left on device")
        merge(self, table, changed, gone)

    with monkeypatch.context() as patched:
        patched.setattr(LedgerTables, "_merge", until_the_edges)
        with pytest.raises(OSError, match="no space left"):
            told.run()
    assert seen == [2]
    assert told.ledger().recover() == ["commit 2 was finished from the decision log"]
    assert told.texts(retired=True) == [f"The owner of Project Orchid is {name}." for name in ("Ana Ruiz", "Bo Lind")]
    told.digests()


@pytest.mark.parametrize((), [pytest.param(id="C12-01")])
def test_one_bad_report_hides_no_good_one_and_is_named(told):
    """99 good documents were hidden by a bad one, or the bad one by them."""
    for number in range(12):
        told.tell("cti", DAYS[number % 2], f"The CVSS score of CVE-2026-{1000 + number} is 7.5.")
    put(told.reports, {f"cti/{DAYS[1]}/broken.pdf": b"%PDF"})
    settled = told.run()
    quarantined = told.rows(QUARANTINED_REPORTS)
    assert [row["path"] for row in quarantined] == [f"cti/{DAYS[1]}/broken.pdf"]
    assert settled.sums.reports == 12
    assert all(row["reason"] and row["detail"] for row in quarantined)
    assert len(told.notes()) == 12
    told.tell("cti", DAYS[1], "The CVSS score of CVE-2026-2000 is 1.5.", name="broken.md")
    (told.reports / f"cti/{DAYS[1]}/broken.pdf").unlink()
    told.run()
    assert told.last.tally["extractor_calls"] < 12
    assert len(told.notes()) == 13


NAMES = ["q3, final.md", 'a "quoted" (v2) %20 #1; name.md', "报告 四月.md", "per cent%2Fslash.md", "x" * 180 + ".md"]


@pytest.mark.parametrize((), [pytest.param(id="C12-02")])
def test_a_file_may_have_any_name_and_its_key_is_safe(told):
    """A file name with a comma became two partitions. Keys are hashes, partitions are days, names are data."""
    for name in NAMES:
        told.tell("cti", "2026-02-01", f"The owner of Project P{len(name)} is Ana Ruiz.", name=name)
    told.run()
    reports = told.rows(RAW_REPORTS)
    assert {row["path"].split("/")[-1] for row in reports} == set(NAMES)
    assert all(row["report_id"] == report_id(row["source_key"]) for row in reports)
    assert told.lake.days(RAW_REPORTS) == ["2026-02-01"]
    assert all(len(row["report_id"]) == 24 and row["report_id"].isascii() for row in reports)
    assert len(told.notes()) == len(NAMES)
    told.digests()


@pytest.mark.parametrize((), [pytest.param(id="C12-05")])
def test_a_run_without_a_partition_is_refused_and_writes_nothing(told):
    """A click without a key materialised something, over part of what was there."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.")
    job = defs.resolve_job_def("backfill")
    with pytest.raises(dg.DagsterError):
        job.execute_in_process(
            resources={"batch": told.batch()},
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        )
    assert not told.lake.root.exists() or told.lake.days(RAW_REPORTS) == []


@pytest.mark.parametrize((), [pytest.param(id="C12-06")])
def test_two_runs_with_settings_of_their_own_do_not_mix(told, tmp_path):
    """Two backfills shared one configuration object, and the second changed the first."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz. " * 30)
    small, large = (load_settings("default", {"chunk": {"max_chars": size}}) for size in (200, 3000))
    one, two = told.batch(settings=small, lake=tmp_path / "a"), told.batch(settings=large, lake=tmp_path / "b")
    run_stages(two)
    run_stages(one)
    run_line(one)
    run_line(two)
    assert one.lake.read_all(CHUNKS).height > 5 > two.lake.read_all(CHUNKS).height
    assert (one.tally["extractor_calls"], two.tally["extractor_calls"]) == (
        one.lake.read_all(CHUNKS).height, two.lake.read_all(CHUNKS).height,
    )  # fmt: skip


@pytest.mark.parametrize((), [pytest.param(id="C12-08")])
def test_many_nights_are_one_frame_in_order_of_day(told):
    """A downstream step got a dict of frames for a range and one frame for a day."""
    for number in range(30):
        day = f"2026-03-{number + 1:02d}"
        told.lake.write(CHUNKS, day, [_chunk(number)])
    frame = told.lake.read_all(CHUNKS)
    assert frame["ordinal"].to_list() == list(range(30))
    assert told.lake.read_all(CHUNKS, ["2026-03-09", "2026-03-02"])["ordinal"].to_list() == [1, 8]
    assert told.lake.read_all(CHUNKS, ["2026-04-01"]).schema == CHUNKS.polars_schema


def _chunk(number: int) -> dict:
    return {
        "chunk_id": f"chk_{number:020x}", "revision_id": f"rev_{number:020x}", "ordinal": number, "char_start": 0,
        "char_end": 5, "heading_path": [], "segment_seqs": [], "n_chars": 5, "oversized_sentence": False,
    }  # fmt: skip


@pytest.mark.parametrize((), [pytest.param(id="C12-09")])
def test_the_version_that_the_ui_shows_is_that_of_the_code(told, monkeypatch):
    """The version in the UI stayed while the rules changed: here it is their hash, and decides what is remade."""
    graph = defs.resolve_asset_graph()
    assert code_digest()[:12] == CODE_VERSION
    for name in ("raw_reports", "chunks", "durable_facts", "normalised_facts", "notes"):
        assert graph.get(dg.AssetKey(name)).code_version == CODE_VERSION
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.")
    told.run()
    told.run()
    assert told.last.tally["extractor_calls"] == 0
    monkeypatch.setattr("assets.context.code_digest", lambda *_: "other code")
    told.run()
    assert told.last.tally["extractor_calls"] == 1
    assert told.ledger().log.commits() == [1]


@pytest.mark.parametrize((), [pytest.param(id="C9-03")])
def test_another_extractor_version_remakes_every_day_and_is_named_in_every_row(told):
    """After a change of prompt most documents went on with the old answers, under the new label."""
    for day in DAYS:
        told.tell("cti", day, "Silent Heron uses the tool Kelp.")
    told.run(extractor=ScriptedExtractor(extraction("Silent Heron uses the tool Kelp."), version="1"))
    new = ScriptedExtractor(extraction("Silent Heron uses the tool Kelp."), version="2")
    told.run(extractor=new)
    assert len(new.shown) == 3
    assert {row["extractor"] for row in told.rows(EXTRACTED_FACTS)} == {"scripted/2"}
    assert {row["extractor_version"] for row in told.rows(CHUNK_OUTCOMES)} == {"2"}


@pytest.mark.parametrize((), [pytest.param(id="C9-03 half way")])
def test_days_of_two_versions_can_be_told_apart(told):
    """A range was extracted anew and the rest was not; the table says which row is whose."""
    for day in DAYS:
        told.tell("cti", day, "Silent Heron uses the tool Kelp.")
    told.run(extractor=ScriptedExtractor(extraction("Silent Heron uses the tool Kelp."), version="1"))
    told.run(DAYS[:1], extractor=ScriptedExtractor(extraction("Silent Heron uses the tool Kelp."), version="2"))
    assert [row["extractor"] for row in told.rows(EXTRACTED_FACTS)] == ["scripted/2", "scripted/1", "scripted/1"]


@pytest.mark.parametrize((), [pytest.param(id="C9-04")])
def test_another_name_is_a_miss_and_the_origin_is_true(told):
    """Old output bore the name of the new model."""
    told.tell("cti", DAYS[0], "Silent Heron uses the tool Kelp.")
    keys = set()
    for name in ("first", "second"):
        extractor = ScriptedExtractor(extraction("Silent Heron uses the tool Kelp."), name=name)
        told.run(extractor=extractor)
        (outcome,), (fact,) = told.rows(CHUNK_OUTCOMES), told.rows(EXTRACTED_FACTS)
        assert (len(extractor.shown), outcome["extractor"], fact["extractor"]) == (1, name, f"{name}/1")
        keys.add(outcome["reply_key"])
    assert len(keys) == 2


@pytest.mark.parametrize("key", ["reconcile.nearest", "chunk.max_chars", "extract.max_facts_per_chunk"])
def test_a_size_of_nothing_is_an_error_of_configuration(key):
    """C10-04: an unset number was 0, and everything written with it was empty."""
    group, name = key.split(".")
    with pytest.raises(SettingsError, match=key):
        load_settings("default", {group: {name: 0}})


@pytest.mark.parametrize((), [pytest.param(id="C11-09 gate")])
def test_a_row_of_another_schema_is_refused_at_the_gate(told):
    """A drifted column was written and broke the readers much later."""
    with pytest.raises(ContractError, match="chunks"):
        told.lake.write(CHUNKS, DAYS[0], [_chunk(0) | {"n_chars": "5"}])
    with pytest.raises(ContractError, match="unknown ones"):
        told.lake.write(CHUNKS, DAYS[0], [_chunk(0) | {"note": "new"}])
    assert told.lake.days(CHUNKS) == []

"""Erasure: no byte of the text is left, nothing brings it back, the rest is as if it had never arrived."""

import json
from datetime import UTC, datetime
from pathlib import Path

import lancedb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tiny_lake import TINY, batch_on, markdown, put, run_line

from core.audit.fsck import fsck
from core.contracts.tables import CHUNKS, NOTES
from core.errors import LakeError
from core.extract.model.store import StoredReply
from core.ids import content_id
from core.lake import erasures as erasures_module
from core.lake.answers import read_answers, write_answers
from core.lake.batches import BatchRecord, LakeBatches
from core.lake.erasing import Wanted, erase
from core.lake.erasures import STEPS, Erasures
from core.lake.lake import Lake
from core.lake.ledger import Ledger, table_rows
from core.lake.named import revisions_of
from core.lake.replies import LakeReplies
from core.lake.sightings import Sightings
from core.lake.work import at_work
from core.ledger.answers import Answer
from core.registry import rules_of
from core.settings import Settings

NOW = datetime(2026, 6, 2, tzinfo=UTC)
SECRET = "cti/2026-02-02/heron.md"
# Another report says one of its sentences too, and a later one changes another of them.
SHARED = {
    **TINY,
    "cti/2026-02-03/second.md": markdown(
        "2026-02-03", "# Second look", "", "Grey Heron targets energy companies in Norway."
    ),
    "cti/2026-02-04/plain.md": markdown("2026-02-04", "# Other news", "", "Blue Ibis targets banks in Denmark."),
}
WORDS = (b"Bergen", b"relay.example.net", b"heron.md")


def lake_of(root: Path, files) -> Lake:
    """The lake of a corpus, one commit a day."""
    reports = put(root / "reports", files)
    batch = batch_on(reports, root / "lake")
    for day in batch.days():
        run_line(batch, [day])
    return batch.lake


def erased(lake: Lake, kind: str = "report", name: str = SECRET):
    """Erase, and return the certificate."""
    wanted = Wanted(kind, name, revisions_of(lake, kind, name))
    return erase(Ledger(lake), wanted, rules_of(Settings()), "erasing", lambda: NOW, "ab" * 32)


def contents(root: Path):
    """Every file of a lake as it lies on the disk, and each table decompressed, all versions of it."""
    for path in root.rglob("*"):
        if path.is_file():
            yield path, path.name.encode() + path.read_bytes()
            if path.suffix == ".parquet":
                yield path, _bytes_of(pq.read_table(path))
    connection = lancedb.connect(str(root))
    for name in ("notes", "supersession_edges"):
        handle = connection.open_table(name)
        for version in handle.list_versions():
            yield root / name, _bytes_of(connection.open_table(name, version=version["version"]).to_arrow())


def _bytes_of(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


def places(root: Path, word: bytes) -> list[Path]:
    """Where a word is found."""
    return sorted({path for path, data in contents(root) if word in data})


def assert_gone(lake: Lake) -> None:
    """No byte of it is left, and the lake is whole."""
    for word in WORDS:
        assert places(lake.root, word) == []
    assert fsck(lake, rules_of(Settings())).problems == []


@pytest.fixture
def lake(tmp_path) -> Lake:
    """A lake of six reports, one of which will go."""
    return lake_of(tmp_path, SHARED)


@pytest.fixture(scope="module")
def expected(tmp_path_factory) -> dict[str, str]:
    """The hashes of a lake that the report never reached."""
    files = {name: text for name, text in SHARED.items() if name != SECRET}
    return Ledger(lake_of(tmp_path_factory.mktemp("without"), files)).digests()


def test_no_byte_is_left_and_the_rest_is_as_if_it_had_never_arrived(lake, expected):
    """The words stood in many files before; after, in none, and the hashes are those of the lake without it."""
    assert all(len(places(lake.root, word)) > 3 for word in WORDS)
    certificate = erased(lake)
    assert_gone(lake)
    assert Ledger(lake).digests() == expected
    assert certificate["counts"]["revisions"] == 1
    assert certificate["counts"]["facts"] == 3
    assert certificate["kind"] == "report"
    assert SECRET not in json.dumps(certificate)


def test_nothing_brings_it_back(tmp_path, lake, expected):
    """Not the same folder, not under another name, not undo and redo of its day, not a rebuild."""
    erased(lake)
    ledger, rules = Ledger(lake), rules_of(Settings())
    put(tmp_path / "reports", {"cti/2026-02-09/again.md": SHARED[SECRET]})
    batch = batch_on(tmp_path / "reports", lake.root)
    run_line(batch)
    assert batch.intake().denied == 2
    ledger.undo("partition", "2026-02-02", "", rules, "u", lambda: NOW)
    ledger.redo("partition", "2026-02-02", rules, "r", lambda: NOW)
    ledger.rebuild()
    assert_gone(lake)
    assert ledger.digests() == expected


def test_a_note_that_another_report_supports_too_stays(lake):
    """With that report's support alone; it is now that report's note."""
    before = [row for row in Ledger(lake).tables.read(NOTES).to_pylist() if "energy companies" in row["text"]]
    assert [len(row["supports"]) for row in before] == [2]
    gone = before[0]["supports"][0]["report_id"]
    erased(lake)
    after = [row for row in Ledger(lake).tables.read(NOTES).to_pylist() if "energy companies" in row["text"]]
    assert [[one["report_id"] for one in row["supports"]] for row in after] == [[before[0]["supports"][1]["report_id"]]]
    assert gone not in {one["report_id"] for one in after[0]["supports"]}


def test_every_commit_still_replays_and_knows_what_the_others_said(lake):
    """What was believed earlier leaves the report out; the second report's fact is there from its day on."""
    ledger = Ledger(lake)
    commits = ledger.log.commits()
    erased(lake)
    assert ledger.log.commits()[: len(commits)] == commits
    told = [
        {row["text"] for row in table_rows(ledger.log.known(upto=n)[0].values())["notes"].values()} for n in commits
    ]
    said = "Grey Heron targets energy companies in Norway."
    assert [said in one for one in told] == [False, False, True, True]
    assert all("Bergen" not in text for one in told for text in one)


@pytest.mark.parametrize("step", range(len(STEPS) + 1))
def test_a_kill_at_any_step_is_carried_out_later(lake, expected, monkeypatch, step):
    """Before each step, and after the last; whoever opens the ledger next ends it."""

    class Killed(BaseException):
        """Nobody catches it."""

    def die(*_: object) -> None:
        raise Killed

    steps = (*STEPS[:step], die, *STEPS[step:])
    monkeypatch.setattr(erasures_module, "STEPS", steps)
    with pytest.raises(Killed):
        erased(lake)
    monkeypatch.setattr(erasures_module, "STEPS", STEPS)
    assert Erasures(lake.root).pending() is not None
    with at_work(lake):
        pass
    assert Erasures(lake.root).pending() is None
    assert len(Erasures(lake.root).certificates()) == 1
    assert_gone(lake)
    assert Ledger(lake).digests() == expected


def test_a_kill_before_the_intent_changes_nothing(lake, monkeypatch):
    """The plan is swept away, the lake is as it was, and the report can still be erased."""
    before = Ledger(lake).digests()
    monkeypatch.setattr(Erasures, "begin", lambda self, intent: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        erased(lake)
    monkeypatch.undo()
    Ledger(lake).recover()
    assert Ledger(lake).digests() == before
    erased(lake)
    assert_gone(lake)


def test_an_entity_goes_with_every_report_that_names_it(lake):
    """Whatever the case; a longer word that begins alike is another one."""
    found = revisions_of(lake, "entity", "grey heron")
    paths = {row["path"] for row in Sightings(lake).rows() if row["revision_id"] in found}
    assert paths == {SECRET, "cti/2026-02-03/second.md"}
    assert revisions_of(lake, "entity", "grey hero") == frozenset()
    erased(lake, "entity", "GREY HERON")
    assert places(lake.root, b"Grey Heron") == []
    assert places(lake.root, b"Blue Ibis") != []
    assert_gone(lake)


def test_a_source_is_a_folder_or_a_host(lake):
    """All reports that lie under it."""
    found = revisions_of(lake, "source", "advisories")
    assert len(found) == 3  # two revisions and a file that cannot be read
    assert revisions_of(lake, "source", "advisor") == frozenset()


def test_replies_and_batches_forget_it(lake):
    """What a model said of it goes, by whatever settings; a batch that asked about it forgets the question."""
    chunk = lake.read_all(CHUNKS).filter(pl.col("revision_id").is_in(list(revisions_of(lake, "report", SECRET))))[
        "chunk_id"
    ][0]
    key, other = content_id("rpl_", "of it"), content_id("rpl_", "waits")
    reply = StoredReply("Bergen was attacked", "stop", 1, 1, "m", "first", "1", "h")
    store, batches = LakeReplies(lake.root), LakeBatches(lake.root)
    store.put(key, reply)
    record = BatchRecord(
        "bat_1", "waiting", "there", "m", "1", "h", NOW.isoformat(), {key: chunk, other: "chk_other"}, ("2026-02-02",),
        batch_id="b7", named=("line 1: Bergen",),
    )  # fmt: skip
    batches.write(record)
    batches.spool.write_text("Bergen")
    certificate = erased(lake)
    assert store.get(key) is None
    assert [dict(one.keys) for one in batches.records()] == [{other: "chk_other"}]
    assert certificate["providers"] == ["there: b7"]
    assert_gone(lake)


def test_while_a_run_is_at_work_nothing_is_erased(lake):
    """It holds words of reports in its memory."""
    with at_work(lake), pytest.raises(LakeError, match="a run is at work"):
        erased(lake)
    assert places(lake.root, b"Bergen") != []


def test_what_nobody_knows_cannot_be_erased(lake):
    """And nothing changes."""
    before = Ledger(lake).digests()
    with pytest.raises(LakeError, match="nothing to erase"):
        erased(lake, "report", "cti/none.md")
    assert Ledger(lake).digests() == before


def test_a_reviewers_word_on_what_is_gone_goes_too(lake):
    """Its reason may say what the report said; a word on another report's fact stays."""
    rows = {row["text"]: row for row in Ledger(lake).tables.read(NOTES).to_pylist()}
    (stays,) = (row for text, row in rows.items() if "Denmark" in text)
    (goes,) = (row for text, row in rows.items() if "relay.example.net" in text)
    words = [
        Answer("cti", one["supports"][0]["fact_id"], "ADD", None, "mira", reason, NOW)
        for one, reason in ((stays, "kept"), (goes, "seen in Bergen"))
    ]
    write_answers(lake.root, words)
    erased(lake)
    assert [answer.reason for answer in read_answers(lake.root).values()] == ["kept"]
    assert places(lake.root, b"Bergen") == []


def test_held_plans_go_and_are_made_anew(lake):
    """They hold wording, and were made against a log that is no more."""
    folder = lake.root / "held"
    folder.mkdir()
    (folder / "plan_0123.parquet").write_bytes(b"seen in Bergen")
    erased(lake)
    assert list(folder.iterdir()) == []

"""A good lake has no problems; every kind of damage is found by the check that is there for it."""

import re
import shutil
from collections.abc import Callable

import pytest
from tiny_lake import TINY, TINY_DAYS, batch_on, put, rewrite, run_line

from core.audit.conservation import conservation
from core.audit.fsck import Findings, chain_problems, fsck, span_problems
from core.contracts.frames import to_arrow, to_frame
from core.contracts.tables import (
    CHUNK_OUTCOMES,
    CHUNKS,
    DECISIONS,
    DROPPED_FACTS,
    DURABLE_FACTS,
    EXTRACTED_FACTS,
    NORMALISED_FACTS,
    NOTES,
    RAW_REPORTS,
    REJECTED_ITEMS,
    STAGE_TABLES,
    SUPERSESSION_EDGES,
)
from core.lake.lake import Lake, parquet_bytes, read_parquet
from core.lake.ledger import Ledger
from core.registry import rules_of
from core.settings import load_settings

FIRST, SECOND, THIRD = TINY_DAYS
CHECKS = ["schemas", "conservation", "evidence", "chains", "log", "fold"]
# An undated report with a relative time.
FILES = {
    **TINY,
    "cti/2026-02-03/undated.txt": "The Grey Heron relay in Oslo was seized yesterday by Norwegian police.\n",
}
# So that some facts are dropped, whatever the filter thinks of them.
CAPPED = load_settings("default", {"extract": {"max_facts_per_chunk": 2}})


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> Lake:
    """A lake made in three commits; nobody changes it."""
    root = tmp_path_factory.mktemp("audit")
    put(root / "reports", FILES)
    for day in TINY_DAYS:
        run_line(batch_on(root / "reports", root / "lake", CAPPED), [day])
    return Lake(root / "lake")


@pytest.fixture
def lake(good, tmp_path) -> Lake:
    """A copy of the good lake, to be damaged."""
    shutil.copytree(good.root, tmp_path / "lake")
    return Lake(tmp_path / "lake")


def checked(lake: Lake) -> Findings:
    """What fsck finds in a lake."""
    return fsck(lake, rules_of(CAPPED))


def test_a_good_lake_has_no_problems_and_every_check_had_work(good):
    """None of the checks passes because it looked at nothing."""
    found = checked(good)
    assert found.problems == []
    assert list(found.checked) == CHECKS
    assert all(found.checked.values())
    assert found.digests == Ledger(good).digests()
    assert found.sums.candidates == found.checked["conservation"]


def test_the_good_lake_has_what_the_damages_need(good):
    """A superseded note, a time that stays unresolved, a report in Chinese, a transcript, a quarantined file."""
    notes = to_frame(Ledger(good).tables.read(NOTES)).to_dicts()
    reports = good.read_all(RAW_REPORTS)
    assert any(note["superseded_by"] for note in notes)
    assert any(one["status"] == "unresolved" for note in notes for one in note["temporal"])
    assert set(reports["language"]) == {"zh", "en"}
    assert reports["segments"].list.len().max() == 3
    assert conservation(good, [THIRD], None).quarantined_reports == {"unsupported_type": 1}


def test_fsck_changes_nothing(lake):
    """No file comes, goes or changes."""

    def files():
        paths = (path for path in lake.root.rglob("*") if path.is_file())
        return {path: path.read_bytes() for path in paths if path.name not in (".lock", ".sightings.lock")}

    before = files()
    checked(lake)
    assert files() == before


def test_an_empty_lake_is_whole(tmp_path):
    """Nothing is there and nothing is wrong."""
    found = checked(Lake(tmp_path))
    assert found.problems == []


def without_first(rows):
    """All rows but the first."""
    return rows[1:]


def one_shorter(rows):
    """Chunks whose last lacks its last character."""
    last = rows[-1]
    return [*rows[:-1], last | {"char_end": last["char_end"] - 1, "n_chars": last["n_chars"] - 1}]


def twice(rows):
    """Chunks of which the last is there a second time under another id."""
    return [*rows, rows[-1] | {"chunk_id": "chk_x"}]


def changed_first(**columns) -> Callable:
    """Rows whose first has other values; a value may be made from the row."""

    def change(rows):
        first = rows[0]
        new = {name: make(first) if callable(make) else make for name, make in columns.items()}
        return [first | new, *rows[1:]]

    return change


def shifted(name: str, by: int = 1) -> Callable:
    """The structs of a list column, the first of them moved."""
    return lambda row: [
        one | {"char_start": one["char_start"] + by, "char_end": one["char_end"] + by} if n == 0 else one
        for n, one in enumerate(row[name])
    ]


def stage(table, day, change) -> Callable[[Lake], None]:
    """Damage to one partition of a stage table."""
    return lambda lake: rewrite(lake, table, day, change)


def note_where(lake: Lake, wanted: Callable) -> dict:
    """The first note of a kind."""
    return next(note for note in to_frame(Ledger(lake).tables.read(NOTES)).to_dicts() if wanted(note))


def is_superseded(note) -> bool:
    """Whether another note has replaced it."""
    return note["superseded_by"] is not None


def note(change: Callable, wanted: Callable = lambda note: True) -> Callable[[Lake], None]:
    """Damage to one row of the note table."""

    def damage(lake: Lake) -> None:
        row = note_where(lake, wanted)
        Ledger(lake).tables._merge(NOTES, {row["note_id"]: row | change(row)}, [])

    return damage


def edges(change: Callable) -> Callable[[Lake], None]:
    """Damage to the edge table: ``change(first edge)`` gives (new rows by key, keys that go)."""

    def damage(lake: Lake) -> None:
        tables = Ledger(lake).tables
        rows, gone = change(to_frame(tables.read(SUPERSESSION_EDGES)).to_dicts()[0])
        tables._merge(SUPERSESSION_EDGES, rows, gone)

    return damage


def log_rows(commit: int, change: Callable) -> Callable[[Lake], None]:
    """Damage to a sealed file of the decision log."""

    def damage(lake: Lake) -> None:
        path = Ledger(lake).log.path(commit)
        rows = change(to_frame(read_parquet(DECISIONS, path)).to_dicts())
        path.write_bytes(parquet_bytes(to_arrow(DECISIONS, rows)))

    return damage


def truncated(name: str) -> Callable[[Lake], None]:
    """Damage to a file: its last hundred bytes are gone."""

    def damage(lake: Lake) -> None:
        (path,) = lake.root.glob(name)
        path.write_bytes(path.read_bytes()[:-100])

    return damage


def removed(name: str) -> Callable[[Lake], None]:
    """Damage by removing a file or folder."""

    def damage(lake: Lake) -> None:
        path = lake.root / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    return damage


def is_undated(row) -> bool:
    """Whether a fact is of the undated report."""
    return row["asserted_at_source"] == "partition"


def undated(**columns) -> Callable[[Lake], None]:
    """Damage to the facts of the undated report."""

    def change(rows):
        return [row | {n: make(row) for n, make in columns.items()} if is_undated(row) else row for row in rows]

    return stage(NORMALISED_FACTS, THIRD, change)


def guessed(row):
    """A relative time that pretends to be resolved."""
    return [one | {"status": "resolved", "anchor_source": "header"} for one in row["temporal"]]


def decided_otherwise(lake: Lake) -> None:
    """The log, and the tables rebuilt from it, say ADD where the decider says UPDATE."""

    def change(rows):
        found = [row for row in rows if row["operation"] == "UPDATE"]
        assert found
        return [
            row | {"operation": "ADD", "status": "added", "target_note_id": None} if row in found else row
            for row in rows
        ]

    log_rows(3, change)(lake)
    for name in ("notes.lance", "supersession_edges.lance", "exports"):
        shutil.rmtree(lake.root / name)
    Ledger(lake).recover()


MASK = [{"char_start": 0, "char_end": 10_000, "reason": "own_export"}]
DAMAGES = {
    "a stage file is cut short": ("schemas", "is no readable Parquet file", truncated(f"chunks/{FIRST}.parquet")),
    "a log file is cut short": ("schemas", "Restore it from a backup", truncated("decisions/00000002.parquet")),
    "an export is cut short": ("schemas", "is no readable Parquet file", truncated("exports/notes.parquet")),
    "the sightings are cut short": ("schemas", "Restore it from a backup", truncated("sightings.parquet")),
    "a log file in the middle is gone": (
        "schemas", r"commits \[1, 3\] are not numbered", removed("decisions/00000002.parquet"),
    ),
    "a data file of the notes is gone": ("schemas", "", removed("notes.lance/data")),
    "a stage file is another table's": (
        "schemas", "missing chunk_id",
        lambda lake: shutil.copy(lake.path(RAW_REPORTS, FIRST), lake.path(CHUNKS, FIRST)),
    ),
    "a chunk is gone": ("conservation", "cover 0 of", stage(CHUNKS, FIRST, without_first)),
    "a chunk is too short": ("conservation", "without gap or overlap", stage(CHUNKS, FIRST, one_shorter)),
    "a chunk is there twice": ("conservation", "each needs exactly one", stage(CHUNKS, FIRST, twice)),
    "an outcome is gone": ("conservation", "each needs exactly one", stage(CHUNK_OUTCOMES, FIRST, without_first)),
    "an extracted fact is gone": ("conservation", "candidates, but", stage(EXTRACTED_FACTS, FIRST, without_first)),
    "a kept fact is gone": ("conservation", "kept and", stage(DURABLE_FACTS, FIRST, without_first)),
    "a dropped fact is gone": ("conservation", "dropped rows", stage(DROPPED_FACTS, SECOND, without_first)),
    "a normalised fact is gone": ("conservation", "normalised ones", stage(NORMALISED_FACTS, FIRST, without_first)),
    "a rejected item is made up": (
        "conservation", "1 rejected",
        stage(REJECTED_ITEMS, FIRST, lambda _: [
            {"chunk_id": "chk_1", "revision_id": "rev_1", "item": 0, "reason": "r", "raw": "{}"}]),
    ),
    "a day of reports is gone": ("conservation", "is no report of the day", stage(RAW_REPORTS, FIRST, lambda _: [])),
    "a decision is gone": ("conservation", "facts have no decision", log_rows(1, without_first)),
    "a decision that others rest on is gone": ("log", "which does not exist", log_rows(1, lambda rows: rows[-1:])),
    "an evidence span is shifted": (
        "evidence", "is not the quote", stage(NORMALISED_FACTS, FIRST, changed_first(evidence=shifted("evidence"))),
    ),
    "an evidence span of a note is shifted": (
        "evidence", "is not the quote",
        note(lambda row: {"supports": [row["supports"][0] | {"evidence": shifted("evidence")(row["supports"][0])}]},
             lambda row: len(row["supports"]) == 1),
    ),
    "evidence lies under a mask": ("evidence", "is masked text", stage(RAW_REPORTS, FIRST, changed_first(masks=MASK))),
    "evidence lies in no report": (
        "evidence", "which the lake does not hold", stage(RAW_REPORTS, FIRST, lambda _: []),
    ),
    "a fact says more than its evidence": (
        "evidence", "its number '7731' is in no evidence span",
        stage(NORMALISED_FACTS, FIRST, changed_first(text=lambda row: row["text"] + " 7731")),
    ),
    "an entity is shifted": (
        "evidence", "of its text", stage(NORMALISED_FACTS, FIRST, changed_first(entities=shifted("entities"))),
    ),
    "a time is guessed": ("evidence", "though its report is undated", undated(temporal=guessed)),
    "a date is guessed": (
        "evidence", "but its report is undated", undated(asserted_at_source=lambda _: "document"),
    ),
    "an edge is gone": ("chains", "has no edge", edges(lambda edge: ({}, [edge["edge_id"]]))),
    "an edge is made up": (
        "chains", "has no link", edges(lambda edge: ({"edge_x": edge | {"edge_id": "edge_x", "old_note_id": "n"}}, [])),
    ),
    "an edge is there twice": (
        "chains", "an edge exists twice", edges(lambda edge: ({"edge_x": edge | {"edge_id": "edge_x"}}, [])),
    ),
    "a successor does not exist": (
        "chains", "does not exist or does not list it", note(lambda _: {"superseded_by": "note_x"}, is_superseded),
    ),
    "a predecessor does not exist": (
        "chains", "which does not exist or names another", note(lambda _: {"supersedes": ["note_x"]}),
    ),
    "a conflict does not exist": ("chains", "conflicts with note_x", note(lambda _: {"conflicts_with": ["note_x"]})),
    "a chain goes round": (
        "chains", "its chain never ends",
        note(lambda row: {"superseded_by": row["note_id"], "supersedes": [row["note_id"]]}, is_superseded),
    ),
    "a note's text is changed": ("log", "is not what the log says", note(lambda _: {"text": "Another text."})),
    "a note is made up": ("log", "is in no decision", note(lambda _: {"note_id": "note_" + "f" * 20})),
    "a note is lost": (
        "log", "is not what the log says",
        lambda lake: Ledger(lake).tables._merge(NOTES, {}, [note_where(lake, lambda row: True)["note_id"]]),
    ),
    "an export is another": (
        "log", "exports/notes.parquet: differs",
        lambda lake: (lake.root / "exports/notes.parquet").write_bytes(parquet_bytes(to_arrow(NOTES, []))),
    ),
    "the last log file is gone": (
        "log", "the tables are at commit 3, the log ends at 2", removed("decisions/00000003.parquet"),
    ),
    "the log is gone": ("log", "the tables are at commit 3, the log ends at 0", removed("decisions")),
    "the tables are gone": ("log", "commit 3 is sealed but not finished", removed("notes.lance")),
    "a decision is another": ("fold", "is ADD in the log and UPDATE when folded again", decided_otherwise),
    "a decision has no fact": (
        "fold", "is decided in the log, but no normalised fact says it",
        lambda lake: [rewrite(lake, table, SECOND, lambda _: []) for table in STAGE_TABLES],
    ),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_found_by_the_check_that_is_there_for_it(lake, damage):
    """The problem is listed under its check, in words that say what is wrong."""
    check, words, apply = DAMAGES[damage]
    apply(lake)
    found = checked(lake)
    told = [problem for name, problem in found.problems if name == check]
    assert told, found.problems
    assert any(re.search(words, problem) for problem in told), told


def test_every_check_is_tried():
    """A check that no damage here calls could be vacuous."""
    assert {check for check, _, _ in DAMAGES.values()} == set(CHECKS)


@pytest.mark.parametrize("damage", ["a decision is another"])
def test_only_folding_again_finds_a_wrong_decision_that_everything_else_agrees_with(lake, damage):
    """The quick check leaves the fold out and so finds nothing."""
    DAMAGES[damage][2](lake)
    assert {check for check, _ in checked(lake).problems} == {"fold"}
    assert fsck(lake, None).problems == []


def test_many_problems_are_counted_and_the_first_are_shown():
    """A damaged lake does not flood the terminal."""
    found = Findings()
    found.note("log", 30, [f"note {n}" for n in range(30)])
    assert len(found.problems) == 21
    assert found.problems[-1] == ("log", "and 10 more")


@pytest.mark.parametrize("start", [0, None])
def test_evidence_that_was_never_found_is_not_compared(start):
    """An unresolved span has no place to be wrong at, whatever is masked."""
    span = {"revision_id": "r", "char_start": start, "char_end": start, "quote": "x", "match": "unresolved"}
    report = {"text": "words", "masks": [{"char_start": 0, "char_end": 5, "reason": "own_export"}]}
    assert list(span_problems("fct", [span], {"r": report})) == []


def link(name, successor=None, *predecessors):
    """A note with its links alone."""
    return {
        "note_id": name, "superseded_by": successor, "supersedes": list(predecessors), "conflicts_with": [],
    }  # fmt: skip


def arrow(old, new):
    """An edge."""
    return {"old_note_id": old, "new_note_id": new}


@pytest.mark.parametrize(
    ("notes", "drawn", "amount"),
    [
        ([link("a")], [], 0),
        ([link("a", "b"), link("b", None, "a")], [arrow("a", "b")], 0),
        ([link("a", "c"), link("b", "c"), link("c", None, "a", "b")], [arrow("a", "c"), arrow("b", "c")], 0),
        ([link("a", "b"), link("b", None, "a")], [], 1),
        ([link("a", "b"), link("b")], [arrow("a", "b")], 1),  # no link back
        ([link("a"), link("b", None, "a")], [], 1),  # no link forth
        ([link("a", "b", "b"), link("b", "a", "a")], [arrow("a", "b"), arrow("b", "a")], 2),  # round, from either
    ],
)
def test_links_back_links_and_edges_agree(notes, drawn, amount):
    """``old.superseded_by = new`` ⇔ ``old ∈ new.supersedes`` ⇔ the edge exists, and no chain goes round."""
    assert len(chain_problems(notes, drawn)) == amount

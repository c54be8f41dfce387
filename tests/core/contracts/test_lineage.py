"""The declared lineage of columns: whole, made of columns that exist, and true of what the stages read and copy."""

import pytest
from tiny_lake import TINY, TINY_DAYS, batch_on, put, run_line

from core.contracts.frames import to_frame
from core.contracts.lineage import LINEAGE
from core.contracts.tables import (
    CHUNKS,
    DECISIONS,
    DURABLE_FACTS,
    EXTRACTED_FACTS,
    NORMALISED_FACTS,
    NOTES,
    RAW_REPORTS,
    STAGE_TABLES,
    SUPERSESSION_EDGES,
    TABLES,
)
from core.lake.log import DecisionLog
from core.lake.notes_table import LedgerTables
from core.settings import Settings
from core.stages.chunks import chunk_rows
from core.stages.durable import filter_facts
from core.stages.extracting import question
from core.stages.normalising import normalise_facts
from core.stages.rows import chunk_of

LEDGER = (DECISIONS, NOTES, SUPERSESSION_EDGES)


class Watched(dict):
    """A row that writes down which of its columns were read."""

    def __init__(self, row, table, read):
        super().__init__(row)
        self.table, self.read = table, read

    def __getitem__(self, name):
        self.read.add(f"{self.table}.{name}")
        return super().__getitem__(name)


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    """The tiny corpus, through the whole line."""
    root = tmp_path_factory.mktemp("lineage")
    batch = batch_on(put(root / "reports", TINY), root / "lake")
    run_line(batch)
    return batch.lake


def watched(lake, table, day, read):
    """The rows of a day, by nothing but their place."""
    return [Watched(row, table.name, read) for row in lake.read(table, day).to_dicts()]


def keyed(rows, name):
    """Rows by one of their columns, which is not counted as read."""
    return {dict.__getitem__(row, name): row for row in rows}


def declared(*tables):
    """Every column that some columns of tables are said to be made from."""
    return {source for table in tables for sources in LINEAGE[table].values() for source in sources}


def test_every_table_of_the_line_has_its_lineage():
    """What comes from outside (sightings, exclusions, answers) has none."""
    assert set(LINEAGE) == {table.name for table in (*STAGE_TABLES, *LEDGER)}


@pytest.mark.parametrize("table", sorted(LINEAGE))
def test_every_declared_column_is_covered_and_every_source_exists(table):
    """A new column of a table, or a renamed one of a table before it, fails here."""
    assert set(LINEAGE[table]) == set(TABLES[table].schema.names)
    known = {f"{name}.{column}" for name, one in TABLES.items() for column in one.schema.names}
    for column, sources in LINEAGE[table].items():
        assert set(sources) <= known, column
        assert len(set(sources)) == len(sources), column


def test_a_column_is_made_from_tables_before_its_own():
    """No circle, and nothing from a later table."""
    order = ["sightings", *(table.name for table in (*STAGE_TABLES, *LEDGER))]
    for table in LINEAGE:
        made_from = {source.partition(".")[0] for source in declared(table)}
        assert all(order.index(other) < order.index(table) for other in made_from)


@pytest.mark.parametrize("day", TINY_DAYS)
def test_chunks_read_nothing_else(lake, day):
    """What the cutting of a report looks at is declared."""
    read = set()
    for report in watched(lake, RAW_REPORTS, day, read):
        chunk_rows(report, 1_200)
    assert read == {"raw_reports.revision_id", "raw_reports.text", "raw_reports.segments"}
    assert read == declared("chunks")


@pytest.mark.parametrize("day", TINY_DAYS)
def test_a_question_shows_an_extractor_nothing_else(lake, day):
    """What a chunk is asked with is declared of the facts that the answer becomes."""
    read = set()
    reports = keyed(watched(lake, RAW_REPORTS, day, read), "revision_id")
    for row in watched(lake, CHUNKS, day, read):
        report = reports[dict.__getitem__(row, "revision_id")]
        question(report, row["chunk_id"], chunk_of(row), batch_on(lake.root, lake.root).extractor, {})
    assert read - {"raw_reports.published_precision"} == declared("extracted_facts")


@pytest.mark.parametrize("day", TINY_DAYS)
def test_the_filter_and_the_normaliser_read_nothing_else(lake, day):
    """Neither rule nor evidence looks at a column that is not declared."""
    read = set()
    reports = keyed(watched(lake, RAW_REPORTS, day, read), "revision_id")
    chunks = keyed(watched(lake, CHUNKS, day, read), "chunk_id")
    filter_facts(watched(lake, EXTRACTED_FACTS, day, read), reports, chunks, Settings())
    assert read
    assert read <= declared("durable_facts", "dropped_facts")
    read.clear()
    normalise_facts(watched(lake, DURABLE_FACTS, day, read), reports, chunks)
    keys = {"raw_reports.revision_id", "durable_facts.chunk_id", "durable_facts.revision_id"}
    assert {"durable_facts.text", "raw_reports.received_on"} <= read
    assert read <= declared("normalised_facts") | keys


def copies(table):
    """Columns that are declared as one column of another table."""
    return {name: sources[0].partition(".") for name, sources in LINEAGE[table].items() if len(sources) == 1}


ASSERTION = ("revision_id", "fact_id")


@pytest.mark.parametrize(
    ("table", "source", "keys"),
    [
        (DURABLE_FACTS, EXTRACTED_FACTS, {"chunk_id": "chunk_id", "ordinal": "ordinal"}),
        (NORMALISED_FACTS, DURABLE_FACTS, {name: name for name in ASSERTION}),
        (DECISIONS, NORMALISED_FACTS, {name: name for name in ASSERTION}),
        (NOTES, DECISIONS, {"note_id": "note_id"}),
        (SUPERSESSION_EDGES, DECISIONS, {"new_note_id": "note_id"}),
    ],
    ids=lambda value: "by" if isinstance(value, dict) else value.name,
)
def test_what_is_declared_a_copy_is_one(lake, table, source, keys):
    """Row by row the value of the one column that it is said to be made from, where it has the same type."""
    rows = {tuple(row[name] for name in keys.values()): row for row in all_rows(lake, source)}
    same = {
        name: other
        for name, (origin, _, other) in copies(table.name).items()
        if origin == source.name and table.schema.field(name).type == source.schema.field(other).type
    }
    compared = [(row, rows[tuple(row[name] for name in keys)]) for row in all_rows(lake, table)]
    assert compared
    assert len(same) >= len(keys)
    for name in same.keys() - DERIVED[table.name]:
        assert [row[name] for row, _ in compared] == [origin[same[name]] for _, origin in compared], name


# Made from one column, and not a copy of it.
DERIVED = {
    "durable_facts": set(),
    "normalised_facts": set(),
    "decisions": set(),
    "notes": {"source_type"},
    "supersession_edges": {"old_note_id"},
}


def all_rows(lake, table):
    """Every row of a table."""
    if table is DECISIONS:
        return [row for number in DecisionLog(lake.root / "decisions").commits() for row in log_rows(lake, number)]
    if table in (NOTES, SUPERSESSION_EDGES):
        return to_frame(LedgerTables(lake.root).read(table)).to_dicts()
    return lake.read_all(table).to_dicts()


def log_rows(lake, number):
    """The rows of one commit."""
    return DecisionLog(lake.root / "decisions").commit_rows(number)

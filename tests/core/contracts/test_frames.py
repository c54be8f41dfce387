"""The gate: every table refuses what breaks its contract, and says where."""

import dataclasses
from datetime import UTC, datetime

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.contracts.frames import check, to_arrow, to_frame
from core.contracts.tables import CHUNKS, DECISIONS, RAW_REPORTS, STATUS_OF, TABLES, Table
from core.errors import ContractError
from core.lake.lake import Lake, parquet_bytes, read_parquet

WELL_FORMED = {
    "report_id": "rep_" + "0" * 20,
    "revision_id": "rev_" + "0" * 20,
    "fact_id": "fct_" + "0" * 20,
    "note_id": "note_" + "0" * 20,
    "received_on": "2026-01-02",
    "text": "words",
    "n_chars": 5,
    "char_end": 5,
    "importance": 5,
    "n_candidates": 1,
    "outcome": "extracted",
    "source": "guard",
    "action": "decided",
    "operation": "ADD",
    "status": "current",
    "superseded_by": None,
    "asserted_at_source": "document",
    "kind": "report",
    "tags": [],
    "source_seqs": [],
}


def value_of(kind: pa.DataType):
    """A value of an Arrow type, structs and lists filled to the bottom."""
    if pa.types.is_struct(kind):
        return {kind.field(index).name: value_of(kind.field(index).type) for index in range(kind.num_fields)}
    if pa.types.is_list(kind):
        return [value_of(kind.value_type)]
    if pa.types.is_timestamp(kind):
        return datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    return {"string": "x", "int64": 0, "bool": False, "double": 0.5}[str(kind)]


def good_row(table: Table) -> dict:
    """A row that keeps every rule of a table."""
    return {column.name: WELL_FORMED.get(column.name, value_of(column.type)) for column in table.schema}


def other_row(table: Table) -> dict:
    """A second good row: another key."""
    row, last = good_row(table), table.key[-1]
    return row | {last: 1 if row[last] == 0 else row[last][:-1] + "1"}


every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@every_table
def test_good_rows_pass_and_come_back_from_parquet_as_they_were(table, tmp_path):
    """Rows → Parquet → rows is the identity, with exactly the declared schema."""
    listed = [good_row(table), other_row(table)]
    path = tmp_path / "part.parquet"
    path.write_bytes(parquet_bytes(to_arrow(table, listed)))
    back = read_parquet(table, path)
    assert back.schema.equals(table.schema)
    assert back.to_pylist() == listed
    assert to_frame(back).schema == table.polars_schema


@every_table
def test_an_empty_frame_comes_back_with_its_schema(table, tmp_path):
    """No rows is a table too."""
    path = tmp_path / "part.parquet"
    path.write_bytes(parquet_bytes(to_arrow(table, [])))
    back = read_parquet(table, path)
    assert (back.num_rows, back.schema.equals(table.schema)) == (0, True)
    assert to_frame(back).schema == table.polars_schema


@every_table
def test_equal_tables_give_equal_bytes(table):
    """A file says nothing of when or in which pieces it was made."""
    listed = [good_row(table), other_row(table)]
    whole = to_arrow(table, listed)
    pieces = pa.concat_tables([to_arrow(table, listed[:1]), to_arrow(table, listed[1:])])
    assert parquet_bytes(whole) == parquet_bytes(to_arrow(table, [dict(row) for row in listed]))
    assert parquet_bytes(whole) == parquet_bytes(pieces.combine_chunks())
    assert parquet_bytes(whole) != parquet_bytes(to_arrow(table, listed[::-1]))


@every_table
def test_a_missing_column_is_refused_by_name(table):
    """The message names the table, the row and the column that is not there."""
    column = table.schema.names[-1]
    broken = {name: value for name, value in good_row(table).items() if name != column}
    with pytest.raises(ContractError, match=rf"^{table.name}: row 1 lacks columns \['{column}'\]"):
        to_arrow(table, [good_row(table), broken])


@every_table
def test_an_unknown_column_is_refused_by_name(table):
    """A column that nobody declared is not dropped in silence."""
    expected = rf"^{table.name}: row 0 lacks columns \[\] and has unknown ones \['extra'\]"
    with pytest.raises(ContractError, match=expected):
        to_arrow(table, [good_row(table) | {"extra": 1}])


@every_table
def test_a_wrong_type_is_refused(table):
    """Every column refuses a value of another type."""
    for column in table.schema:
        wrong = object() if pa.types.is_string(column.type) else "not this"
        with pytest.raises(ContractError, match=rf"^{table.name}: a value does not fit its declared type"):
            to_arrow(table, [good_row(table) | {column.name: wrong}])


@pytest.mark.parametrize("value", [1.0, 1.5])
def test_a_fraction_is_no_whole_number(value):
    """Arrow would cut 1.5 to 1 without a word; so a float is refused even when nothing would be lost."""
    with pytest.raises(ContractError, match=f"ordinal of row 0 is '{value}', declared int64"):
        to_arrow(CHUNKS, [good_row(CHUNKS) | {"ordinal": value}])


@pytest.mark.parametrize("value", [datetime(2026, 1, 2), 5, "2026-01-02"])  # noqa: DTZ001 - a naive one is the point
def test_an_instant_has_a_zone(value):
    """A local time would silently become UTC, and a number an instant of 1970."""
    with pytest.raises(ContractError, match="published_at of row 0 is "):
        to_arrow(RAW_REPORTS, [good_row(RAW_REPORTS) | {"published_at": value}])


@every_table
def test_a_null_is_refused_in_every_column_that_declares_none(table):
    """The message names the table, the column and the row."""
    required = [column.name for column in table.schema if not column.nullable]
    assert set(table.key) <= set(required)
    for name in required:
        arrow = pa.Table.from_pylist([good_row(table), other_row(table) | {name: None}], schema=table.schema)
        with pytest.raises(ContractError, match=rf"^{table.name}\.{name}: null in row 1"):
            check(table, arrow)


@every_table
def test_a_duplicate_key_is_refused(table):
    """The message names the key and shows the row."""
    with pytest.raises(ContractError, match=rf"^{table.name}: key \(.*\) is not unique: row 1 is "):
        to_arrow(table, [other_row(table), good_row(table), good_row(table)])


@every_table
def test_a_file_with_a_column_of_another_type_is_refused(table, tmp_path):
    """What other code wrote is refused on reading, with the file, the column and both types."""
    name = table.schema.names[0]
    arrow = to_arrow(table, [good_row(table)])
    other = pa.field(name, pa.large_string(), nullable=False)
    changed = arrow.set_column(0, other, arrow.column(0).cast("large_string"))
    pq.write_table(changed, path := tmp_path / "part.parquet", store_schema=True)
    with pytest.raises(ContractError, match=rf"part\.parquet: {table.name}: .*{name} is large_string, declared string"):
        read_parquet(table, path)


@every_table
def test_columns_in_another_order_are_refused(table):
    """Order is part of the schema: two files of one table can be laid end to end."""
    arrow = to_arrow(table, [good_row(table)])
    with pytest.raises(ContractError, match="the order of columns"):
        check(table, arrow.select(arrow.column_names[::-1]))


BROKEN = [
    ("raw_reports", {"report_id": "rep_0"}, "report_id_is_well_formed"),
    ("raw_reports", {"revision_id": "rev_" + "G" * 20}, "revision_id_is_well_formed"),
    ("raw_reports", {"received_on": "2026-1-2"}, "received_on_is_a_day"),
    ("raw_reports", {"n_chars": 6}, "n_chars_counts_the_text"),
    ("raw_reports", {"text": "𝄞"}, "n_chars_counts_the_text"),  # one code point, four bytes
    ("chunks", {"char_start": 6, "n_chars": -1}, "span_is_ordered"),
    ("chunks", {"char_start": -1, "n_chars": 6}, "span_is_ordered"),
    ("chunks", {"n_chars": 4}, "n_chars_is_the_span"),
    ("chunk_outcomes", {"outcome": "fine"}, "outcome_is_known"),
    ("chunk_outcomes", {"n_candidates": 0, "reason": None}, "nothing_found_says_why"),
    ("extracted_facts", {"fact_id": "fct_"}, "fact_id_is_well_formed"),
    ("extracted_facts", {"importance": 0}, "importance_is_1_to_10"),
    ("extracted_facts", {"importance": 11}, "importance_is_1_to_10"),
    ("extracted_facts", {"tags": list("abcd")}, "at_most_3_tags"),
    ("extracted_facts", {"source_seqs": list(range(7))}, "at_most_6_source_seqs"),
    ("extracted_facts", {"text": " \n\u3000"}, "text_says_something"),
    ("dropped_facts", {"source": "mood"}, "source_is_known"),
    ("durable_facts", {"importance": 11}, "importance_is_1_to_10"),
    ("normalised_facts", {"evidence": []}, "every_fact_has_evidence"),
    ("normalised_facts", {"asserted_at_source": "mtime"}, "asserted_at_source_is_known"),
    ("decisions", {"action": "guessed"}, "action_is_known"),
    ("decisions", {"operation": "MERGE"}, "operation_is_known"),
    ("decisions", {"operation": "UPDATE", "target_note_id": None}, "update_and_delete_name_a_target"),
    ("decisions", {"operation": "NOOP"}, "a_noop_makes_no_note"),  # though it names the note it founds
    ("decisions", {"operation": "ADD", "note_id": None}, "a_noop_makes_no_note"),
    ("notes", {"note_id": "note_"}, "note_id_is_well_formed"),
    ("notes", {"status": "old"}, "status_is_known"),
    ("notes", {"status": "superseded"}, "superseded_names_its_successor"),
    ("notes", {"superseded_by": "note_" + "1" * 20}, "superseded_names_its_successor"),
    ("notes", {"supports": []}, "every_note_has_support"),
    ("exclusions", {"kind": "mood"}, "kind_is_known"),
    ("answers", {"operation": "MERGE"}, "operation_is_known"),
    ("answers", {"operation": "NOOP", "target_note_id": None}, "all_but_an_add_name_a_target"),
]


@pytest.mark.parametrize(("name", "change", "rule"), BROKEN)
def test_a_broken_rule_is_refused_by_name(name, change, rule):
    """The message names the table, the rule, how many rows break it, and the first of them."""
    table = TABLES[name]
    with pytest.raises(ContractError, match=rf"^{name}: rule {rule} is broken in 1 rows, first in row 1: "):
        to_arrow(table, [other_row(table), good_row(table) | change])


def test_every_rule_of_every_table_is_broken_by_some_row_here():
    """A rule without a row that breaks it could be vacuous."""
    inherited = {"durable_facts": "extracted_facts", "normalised_facts": "extracted_facts"}
    tried = {(name, rule) for name, _, rule in BROKEN}
    for table in TABLES.values():
        for rule in table.rules:
            assert (table.name, rule) in tried or (inherited.get(table.name), rule) in tried, (table.name, rule)


def test_a_rule_that_evaluates_to_null_is_broken_not_passed():
    """A comparison with null is neither true nor false; the gate takes it for broken."""
    table = dataclasses.replace(RAW_REPORTS, rules={"title_is_short": pl.col("title").str.len_chars() < 9})
    with pytest.raises(ContractError, match="rule title_is_short is broken in 1 rows, first in row 0"):
        to_arrow(table, [good_row(table) | {"title": None}])


def test_decisions_and_their_statuses_are_two_words_for_one_thing():
    """Every operation that the log admits has its status."""
    assert STATUS_OF == {"ADD": "added", "UPDATE": "updated", "DELETE": "corrected", "NOOP": "noop"}
    for operation in STATUS_OF:
        note = None if operation == "NOOP" else "note_" + "0" * 20
        to_arrow(DECISIONS, [good_row(DECISIONS) | {"operation": operation, "note_id": note}])


def test_a_null_inside_a_list_is_refused():
    """An item of a list is declared non-null like a column."""
    with pytest.raises(ContractError, match=r"^chunks\.heading_path\[\]: null in row 1"):
        to_arrow(CHUNKS, [other_row(CHUNKS), good_row(CHUNKS) | {"heading_path": ["x", None]}])


def test_a_null_inside_a_struct_is_refused():
    """A member of a struct is declared non-null like a column."""
    mask = {"char_start": None, "char_end": 3, "reason": "own_export"}
    with pytest.raises(ContractError, match=r"^raw_reports\.masks\[\]\.char_start: null in row 0"):
        to_arrow(RAW_REPORTS, [good_row(RAW_REPORTS) | {"masks": [mask]}])


def test_rows_that_break_the_contract_are_not_written(tmp_path):
    """The old partition stays when the new rows are refused."""
    lake = Lake(tmp_path)
    lake.write(CHUNKS, "2026-01-02", [good_row(CHUNKS)])
    before = lake.path(CHUNKS, "2026-01-02").read_bytes()
    with pytest.raises(ContractError):
        lake.write(CHUNKS, "2026-01-02", [good_row(CHUNKS) | {"n_chars": 9}])
    assert lake.path(CHUNKS, "2026-01-02").read_bytes() == before

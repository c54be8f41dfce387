"""Metadata that a data team looks for on every materialisation."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import dagster as dg
import polars as pl

from assets.keys import asset_key
from core.contracts.lineage import LINEAGE
from core.contracts.tables import (
    CHUNKS,
    DECISIONS,
    DURABLE_FACTS,
    EXTRACTED_FACTS,
    NORMALISED_FACTS,
    NOTES,
    RAW_REPORTS,
    SUPERSESSION_EDGES,
    TABLES,
    Table,
)

_SAMPLE_ROWS, _SAMPLE_CHARS = 5, 90
LEDGER_TABLES = (DECISIONS, NOTES, SUPERSESSION_EDGES)
# The tables that are assets: lineage is shown between these. The others lie beside one of them.
ASSET_TABLES = (RAW_REPORTS, CHUNKS, EXTRACTED_FACTS, DURABLE_FACTS, NORMALISED_FACTS, *LEDGER_TABLES)
_SHOWN_TABLES = frozenset(table.name for table in ASSET_TABLES)


def column_schema(table: Table) -> dg.TableSchema:
    """Return a table's declared columns for the UI."""
    return dg.TableSchema(
        columns=[
            dg.TableColumn(
                name=column.name,
                type=str(column.type)[:60],
                constraints=dg.TableColumnConstraints(nullable=column.nullable, unique=table.key == (column.name,)),
            )
            for column in table.schema
        ]
    )


def frame_schema(columns: Mapping[str, Any]) -> dg.TableSchema:
    """Return the columns of a Polars schema for the UI."""
    return dg.TableSchema(columns=[dg.TableColumn(name=name, type=str(kind)) for name, kind in columns.items()])


def column_lineage(table: Table) -> dg.TableColumnLineage:
    """Return which columns of other assets each column of a table is made from."""
    sources = {name: [one.split(".") for one in declared] for name, declared in LINEAGE[table.name].items()}
    return dg.TableColumnLineage(
        {
            name: [dg.TableColumnDep(asset_key(other), column) for other, column in made if other in _SHOWN_TABLES]
            for name, made in sources.items()
        }
    )


def definition_metadata(table: Table) -> dict[str, Any]:
    """Return the metadata of an asset that holds a table; its materialisations bear them too."""
    return dict(_of_table(table.name))


@cache
def _of_table(name: str) -> Mapping[str, Any]:
    table = TABLES[name]
    return {
        "dagster/column_schema": column_schema(table),
        "dagster/column_lineage": column_lineage(table),
        "dagster/table_name": name,
    }


def sample(frame: pl.DataFrame, columns: tuple[str, ...]) -> dg.MarkdownMetadataValue:
    """Return the first rows of a frame as a Markdown table; cell text is cut and cannot break out of its cell."""
    return sample_rows(columns, frame.select(columns).head(_SAMPLE_ROWS).rows())


def sample_rows(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> dg.MarkdownMetadataValue:
    """Return the first of some rows as a Markdown table."""
    return markdown_table(columns, rows[:_SAMPLE_ROWS])


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> dg.MarkdownMetadataValue:
    """Return rows as a Markdown table; cell text is cut and cannot break out of its cell."""
    lines = ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    head = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return dg.MetadataValue.md("\n".join(head + lines))


def counts(prefix: str, counted: Mapping[str, float]) -> dict[str, Any]:
    """Return one number per word, so that the UI plots each over the partitions."""
    return {f"{prefix}/{word}": number for word, number in sorted(counted.items())}


def _cell(value: object) -> str:
    text = " ".join(str(value).split())
    shown = text if len(text) <= _SAMPLE_CHARS else text[: _SAMPLE_CHARS - 1] + "…"
    return shown.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "'")

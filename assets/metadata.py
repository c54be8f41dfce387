"""Metadata that a data team looks for on every materialisation."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import dagster as dg
import polars as pl

from core.contracts.tables import Table

_SAMPLE_ROWS, _SAMPLE_CHARS = 5, 90


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


def definition_metadata(table: Table) -> dict[str, Any]:
    """Return the metadata of an asset that holds a table."""
    return {"dagster/column_schema": column_schema(table), "dagster/table_name": table.name}


def sample(frame: pl.DataFrame, columns: tuple[str, ...]) -> dg.MarkdownMetadataValue:
    """Return the first rows of a frame as a Markdown table; cell text is cut and cannot break out of its cell."""
    return markdown_table(columns, frame.select(columns).head(_SAMPLE_ROWS).rows())


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

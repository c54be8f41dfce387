"""Columns that tables gained since lakes were first written: as what the rows of an older program are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from core.contracts.tables import EXCLUSIONS, Table

# Of the declarations in core/contracts/tables.py as a whole. Whoever changes one raises it, and names what came here.
VERSION = 2


@dataclass(frozen=True)
class Added:
    """A column that a table did not have before a version."""

    version: int
    table: str
    column: str
    value: Any  # what a row that was written without it holds


ADDED: Sequence[Added] = (
    Added(2, EXCLUSIONS.name, "from_commit", 0),
    Added(2, EXCLUSIONS.name, "to_commit", None),
)


def lacking(table: Table, schema: pa.Schema) -> list[Added]:
    """Return the columns that files of a schema do not have because they are older."""
    return [one for one in ADDED if one.table == table.name and one.column not in schema.names]


def completed(table: Table, arrow: pa.Table) -> pa.Table:
    """Return a table as it is declared, if all that it differs in are columns that came later; else as it is."""
    missing = lacking(table, arrow.schema)
    if not missing or {*arrow.schema.names, *(one.column for one in missing)} != set(table.schema.names):
        return arrow
    for one in missing:
        declared = table.schema.field(one.column)
        arrow = arrow.append_column(declared, pa.array([one.value] * arrow.num_rows, declared.type))
    return arrow.select(table.schema.names)

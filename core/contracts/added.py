"""Columns that tables gained since lakes were first written: as what the rows of an older program are read."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from core.contracts.tables import EXCLUSIONS, Table

# By table and column: what a row that was written without it holds. Whoever adds a column to a table names it here.
ADDED: Mapping[str, Mapping[str, Any]] = {EXCLUSIONS.name: {"from_commit": 0, "to_commit": None}}


def completed(table: Table, arrow: pa.Table) -> pa.Table:
    """Return a table as it is declared, if all that it differs in are columns that came later; else as it is."""
    added = ADDED.get(table.name, {})
    missing = {column: value for column, value in added.items() if column not in arrow.schema.names}
    if not missing or {*arrow.schema.names, *missing} != set(table.schema.names):
        return arrow
    for column, value in missing.items():
        declared = table.schema.field(column)
        arrow = arrow.append_column(declared, pa.array([value] * arrow.num_rows, declared.type))
    return arrow.select(table.schema.names)

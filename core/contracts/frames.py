"""The gate: a frame that breaks its table's contract is refused with table, column and row named."""

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl
import pyarrow as pa

from core.contracts.tables import Table
from core.errors import ContractError


def to_arrow(table: Table, rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    """Return rows as an Arrow table of exactly the declared schema, checked.

    Raises:
        ContractError: a missing or unknown column, a wrong type, a null, a duplicate key or a broken rule.
    """
    listed = list(rows)
    known = set(table.schema.names)
    for index, row in enumerate(listed):
        if row.keys() != known:
            missing, extra = sorted(known - row.keys()), sorted(row.keys() - known)
            raise ContractError(
                f"{table.name}: row {index} lacks columns {missing} and has unknown ones {extra}. "
                "Fix the stage that made it, or declare them in core/contracts/tables.py."
            )
    try:
        arrow = pa.Table.from_pylist(listed, schema=table.schema)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise ContractError(f"{table.name}: a value does not fit its declared type: {error}") from error
    check(table, arrow)
    return arrow


def check(table: Table, arrow: pa.Table) -> None:
    """Refuse an Arrow table that breaks the contract.

    Raises:
        ContractError: naming the table, the column or rule, the first offending row and the count.
    """
    if not arrow.schema.equals(table.schema):
        raise ContractError(
            f"{table.name}: the columns or types differ from the declared ones: {_differences(table.schema, arrow.schema)}. "
            "The file was written by other code; rebuild that stage."
        )
    for column in table.schema:
        if not column.nullable and arrow.column(column.name).null_count:
            row = arrow.column(column.name).is_null().to_pylist().index(True)
            raise ContractError(f"{table.name}.{column.name}: null in row {row}, but the column is declared non-null.")
    if not arrow.num_rows:
        return
    frame = to_frame(arrow)
    duplicated = frame.select(pl.struct(table.key).is_duplicated().alias("twice"))["twice"]
    if duplicated.any():
        row = duplicated.arg_max()
        raise ContractError(
            f"{table.name}: key {table.key} is not unique: row {row} is {frame.row(row or 0, named=True)}"[:600]
        )
    _check_rules(table, frame)


def _check_rules(table: Table, frame: pl.DataFrame) -> None:
    if not table.rules:
        return
    # A rule that cannot be evaluated (null) is a broken rule, not a passed one.
    verdicts = frame.select(rule.fill_null(value=False).alias(name) for name, rule in table.rules.items())
    for name in table.rules:
        broken = ~verdicts[name]
        if broken.any():
            row = broken.arg_max() or 0
            shown = str(frame.row(row, named=True))[:400]
            raise ContractError(
                f"{table.name}: rule {name} is broken in {broken.sum()} rows, first in row {row}: {shown}"
            )


def to_frame(arrow: pa.Table) -> pl.DataFrame:
    """Return an Arrow table as a Polars frame."""
    frame = pl.from_arrow(arrow)
    if not isinstance(frame, pl.DataFrame):
        raise TypeError("an Arrow table must become a frame")
    return frame


def _differences(declared: pa.Schema, found: pa.Schema) -> str:
    notes = [f"missing {name}" for name in declared.names if name not in found.names]
    notes += [f"unknown {name}" for name in found.names if name not in declared.names]
    notes += [
        f"{name} is {found.field(name).type}, declared {declared.field(name).type}"
        for name in declared.names
        if name in found.names and not found.field(name).equals(declared.field(name))
    ]
    return "; ".join(notes) or "the order of columns"

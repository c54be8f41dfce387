"""The gate: a frame that breaks its table's contract is refused with table, column and row named."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

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
    _refuse_misfits(table, listed)
    try:
        arrow = pa.Table.from_pylist(listed, schema=table.schema)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise ContractError(f"{table.name}: a value does not fit its declared type: {error}") from error
    check(table, arrow)
    return arrow


# What Arrow would take without a word and turn into something else: the characters of a string for a list,
# the whole part of 1.5, a number or a local time for an instant.
_MISFITS: Sequence[tuple[Callable[[pa.DataType], bool], Callable[[object], bool]]] = (
    (pa.types.is_list, lambda value: isinstance(value, str)),
    (pa.types.is_integer, lambda value: isinstance(value, float)),
    (pa.types.is_timestamp, lambda value: not isinstance(value, datetime) or value.tzinfo is None),
)


def _refuse_misfits(table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    for is_kind, is_misfit in _MISFITS:
        for column in table.schema:
            if not is_kind(column.type):
                continue
            for index, row in enumerate(rows):
                value = row[column.name]
                if value is not None and is_misfit(value):
                    raise ContractError(
                        f"{table.name}: a value does not fit its declared type: {column.name} of row {index} "
                        f"is {str(value)[:80]!r}, declared {column.type}"
                    )


def check(table: Table, arrow: pa.Table) -> None:
    """Refuse an Arrow table that breaks the contract.

    Raises:
        ContractError: naming the table, the column or rule, the first offending row and the count.
    """
    if not arrow.schema.equals(table.schema):
        raise ContractError(
            f"{table.name}: the columns or types differ from the declared ones: "
            f"{_differences(table.schema, arrow.schema)}. The file was written by other code; rebuild that stage."
        )
    for column in table.schema:
        if not column.nullable and arrow.column(column.name).null_count:
            row = arrow.column(column.name).is_null().to_pylist().index(True)
            raise ContractError(f"{table.name}.{column.name}: null in row {row}, but the column is declared non-null.")
        _refuse_null_inside(table, column, arrow.column(column.name))
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


def _refuse_null_inside(table: Table, column: pa.Field, values: pa.ChunkedArray) -> None:
    if (where := _null_inside(column.type, values)) is not None:
        row = next(row for row in range(len(values)) if _null_inside(column.type, values.slice(row, 1)) is not None)
        raise ContractError(f"{table.name}.{column.name}{where}: null in row {row}, but it is declared non-null.")


def _null_inside(kind: pa.DataType, values: pa.ChunkedArray) -> str | None:
    """Return where a list or struct holds a null that its declaration forbids (Arrow itself does not look)."""
    inner: list[tuple[str, pa.Field, pa.ChunkedArray]] = []
    if pa.types.is_list(kind):
        inner.append(("[]", kind.value_field, pc.list_flatten(values)))
    elif pa.types.is_struct(kind):
        present = values.drop_null()
        fields = [kind.field(index) for index in range(kind.num_fields)]
        inner += [(f".{field.name}", field, pc.struct_field(present, field.name)) for field in fields]
    for name, field, found in inner:
        if not field.nullable and found.null_count:
            return name
        if (deeper := _null_inside(field.type, found)) is not None:
            return name + deeper
    return None


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

"""Files of rows and of annotation tools, read for the importers; what cannot be used is written beside the set."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from core.errors import FactledgerError
from core.evaluate.annotated import TOOLS, Bad, Row, Tool, rows_from
from core.evaluate.importers import SetAside, rows_of

ASIDE = "quarantine.jsonl"


def rows_in(path: Path, name: str) -> tuple[list[Row], list[SetAside]]:
    """Return the rows of a file (of a tool also: of all its files below a folder), and what makes none.

    Raises:
        FactledgerError: the path cannot be read, or a folder holds no file of the tool.
    """
    if name not in TOOLS:
        rows, aside = rows_of(_text(path))
        return list(rows), aside
    tool = TOOLS[name]
    files = sorted(path.rglob(f"*{tool.ending}")) if path.is_dir() else [path]
    if not files:
        raise FactledgerError(f"{path}: holds no file that ends in {tool.ending}. Give the folder of {name}'s files.")
    listed: list[Row] = []
    bad: list[SetAside] = []
    for file in files:
        for row in _rows(file, name, tool):
            if isinstance(row, Bad):
                bad.append(SetAside(0, f"{file.name}: {row.reason}", row.raw))
            else:
                listed.append({**row, "doc": f"{file.name} {row['doc']}"} if "doc" in row else row)
    return listed, bad


def _rows(file: Path, name: str, tool: Tool) -> list[Row | Bad]:
    try:
        return rows_from(name, _text(file), _text(file.with_suffix(tool.beside)) if tool.beside else "")
    except FactledgerError as error:
        return [Bad(str(error), "")]


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FactledgerError(f"{path}: cannot be read ({error}). Give a file in UTF-8.") from error


def write_aside(folder: Path, rows: Sequence[SetAside]) -> Path | None:
    """Write what makes no item beside a set, one JSON object a line; None, and no file, when there is nothing."""
    path = folder / ASIDE
    if not rows:
        path.unlink(missing_ok=True)
        return None
    path.write_text("".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path

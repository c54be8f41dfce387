"""Where the coverage pages of a lake lie: disposable files that any run writes again.

``<lake>/views/<report_id>/<revision_id>.html`` is the page of one report revision, and
``<lake>/views/<day>.html`` lists those of a day. They hold text of reports, and go
with all other pages when a report is erased.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.audit.coverage import STATES, Coverage, DayRows, coverage_of
from core.audit.coverage_page import coverage_page, shares, shown
from core.contracts.tables import (
    CHUNK_OUTCOMES,
    CHUNKS,
    DROPPED_FACTS,
    EXTRACTED_FACTS,
    NORMALISED_FACTS,
    RAW_REPORTS,
)
from core.lake.code import code_digest
from core.lake.files import write_atomically
from core.lake.lake import Lake
from core.lake.pages import VIEWS
from core.ledger.fold import Key
from core.ledger.notes import Decided
from core.safety.injected import OWN_EXPORT_MARKER

Row = Mapping[str, Any]
# The reports, and then the rows of ``DayRows`` in its order.
_UPSTREAM = (RAW_REPORTS, CHUNKS, CHUNK_OUTCOMES, EXTRACTED_FACTS, DROPPED_FACTS, NORMALISED_FACTS)
_STYLE = """body{font:15px/1.6 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem;border-top:1px solid #d8dde4;
overflow-wrap:anywhere}"""


def index_path(lake: Lake, day: str) -> Path:
    """The page that lists the reports of a day."""
    return lake.root / VIEWS / f"{day}.html"


def page_path(lake: Lake, report: Row) -> Path:
    """The page of one report revision."""
    return lake.root / VIEWS / str(report["report_id"]) / f"{report['revision_id']}.html"


def coverages(lake: Lake, day: str, decided: Mapping[Key, Decided]) -> Iterator[Coverage]:
    """Yield the coverage of each report of a day, in the order of their paths."""
    tables = [_grouped(lake.read(table, day).to_dicts()) for table in _UPSTREAM[1:]]
    for report in sorted(lake.read(RAW_REPORTS, day).to_dicts(), key=lambda row: (row["path"], row["revision_id"])):
        rows = DayRows(*(table.get(report["revision_id"], []) for table in tables))
        yield coverage_of(report, rows, decided)


def write_all_views(lake: Lake, days: Iterable[str], decided: Mapping[Key, Decided]) -> int:
    """Bring the pages of some days up to date; return of how many days any were written."""
    by_day: dict[str, dict[Key, Decided]] = {}
    for key, one in decided.items():
        by_day.setdefault(one.assertion.columns["partition"], {})[key] = one
    return sum(write_views(lake, day, by_day.get(day, {})) for day in days)


def write_views(lake: Lake, day: str, decided: Mapping[Key, Decided]) -> bool:
    """Write the pages of a day; return False when they were there, made from the same tables and decisions.

    ``decided`` holds the decisions about the facts of that day, and may hold none yet.
    """
    path, state = index_path(lake, day), _state(lake, day, decided)
    if path.exists() and state in path.read_text("utf-8", "replace")[:400]:
        return False
    rows = []
    for found in coverages(lake, day, decided):
        page = page_path(lake, found.report)
        write_atomically(page, coverage_page(found).encode())
        counts, name = found.characters, shown(found.report["path"])
        cells = "".join(f"<td>{counts[one]:,}</td>" for one in STATES)
        link = f'<a href="{page.parent.name}/{page.name}">{name}</a>'
        rows.append(f"<tr><td>{link}</td>{cells}<td>{shares(found)}</td></tr>")
    write_atomically(path, _index(day, state, rows).encode())
    return True


def _index(day: str, state: str, rows: Sequence[str]) -> str:
    head = "".join(f"<th>{one}</th>" for one in STATES)
    return (
        f'<!doctype html>{OWN_EXPORT_MARKER}<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="state" content="{state}">'
        f"<title>Coverage of {day}</title>"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<style>{_STYLE}</style></head><body><h1>Coverage of {day}</h1>"
        f"<table><tr><th>report</th>{head}<th></th></tr>{''.join(rows)}</table></body></html>\n"
    )


def _grouped(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["revision_id"], []).append(row)
    return found


def _state(lake: Lake, day: str, decided: Mapping[Key, Decided]) -> str:
    """A hash of all that a day's pages are made from."""
    mine = sorted(
        (*key, one.verdict.operation, one.note_id or one.verdict.target_note_id or "") for key, one in decided.items()
    )
    inputs = lake.inputs_digest(_UPSTREAM, day, code_digest("audit"), json.dumps(mine))
    return hashlib.blake2b(inputs.encode(), digest_size=8).hexdigest()

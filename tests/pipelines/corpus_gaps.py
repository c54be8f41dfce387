"""Rows of the sample corpus that the engine is known to miss, by cause. A row that is met must leave this table."""

from collections.abc import Mapping

_BY_CAUSE: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "one subject goes by three names in the report, and nothing yet says that they are one": {
        "step": ("6a.2",),
        "stale": ("6a",),
    },
}
GAPS = {(test, row): cause for cause, tests in _BY_CAUSE.items() for test, rows in tests.items() for row in rows}

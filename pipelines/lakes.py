"""Where the commands find the lake."""

import os
from pathlib import Path

from core.contracts.tables import RAW_REPORTS
from core.errors import FactledgerError
from core.lake.lake import Lake
from pipelines.resources import DEFAULT_LAKE


def existing(lake: Path | None) -> Path:
    """Return the lake that a command names, else FACTLEDGER_LAKE's, else the sample's.

    Raises:
        FactledgerError: there is no such folder.
    """
    root = lake or Path(os.environ.get("FACTLEDGER_LAKE", str(DEFAULT_LAKE)))
    if not root.is_dir():
        raise FactledgerError(f"{root}: there is no lake here. Run `factledger run` first, or name it with --lake.")
    return root


def report_paths(lake: Lake) -> dict[str, str]:
    """Return the path of each report, by its id."""
    return dict(lake.read_all(RAW_REPORTS).select("report_id", "path").rows())

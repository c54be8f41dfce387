"""The pages of a lake that people read: disposable, and full of words of reports."""

import contextlib
import shutil
from datetime import datetime
from pathlib import Path

VIEWS, RUNS = "views", "runs"  # coverage of each report; what each run did


def remove_pages(root: Path) -> int:
    """Delete every page of a lake and return how many there were; runs write the coverage pages again."""
    count = 0
    for name in (VIEWS, RUNS):
        count += sum(1 for path in (root / name).rglob("*.html"))
        shutil.rmtree(root / name, ignore_errors=True)
    return count


def prune_run_pages(root: Path, before: datetime) -> int:
    """Delete the pages of runs that were last written before an instant; return how many there were.

    Only files that are pages go: whatever else somebody put into the folder stays.
    """
    count = 0
    for path in (root / RUNS).glob("*.html"):
        with contextlib.suppress(FileNotFoundError):  # an erasure took it meanwhile
            if path.stat().st_mtime < before.timestamp():
                path.unlink()
                count += 1
    return count

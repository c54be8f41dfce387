"""The pages of a lake that people read: disposable, and full of words of reports."""

import shutil
from pathlib import Path

VIEWS, RUNS = "views", "runs"  # coverage of each report; what each run did


def remove_pages(root: Path) -> int:
    """Delete every page of a lake and return how many there were; runs write the coverage pages again."""
    count = 0
    for name in (VIEWS, RUNS):
        count += sum(1 for path in (root / name).rglob("*.html"))
        shutil.rmtree(root / name, ignore_errors=True)
    return count

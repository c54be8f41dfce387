"""A small corpus told line by line, its lake, and what the ledger made of it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tiny_lake import batch_on, markdown, put, rows, run_line

from assets.context import Batch
from assets.reconcile import Settled
from core.audit.fsck import fsck
from core.contracts.tables import Table
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.settings import Settings
from pipelines.ledger_view import LedgerView

Row = Mapping[str, Any]


class Told:
    """A corpus folder and its lake; every run is the whole line, with a clock that stands still."""

    def __init__(self, root: Path) -> None:
        self.reports, self.lake = root / "reports", Lake(root / "lake")
        self.reports.mkdir(parents=True, exist_ok=True)
        self._told = 0

    def tell(self, domain: str, day: str, text: str, *, dated: bool = True, name: str = "", **front: str) -> str:
        """Drop a report of one paragraph into the folder of a day; return its path."""
        self._told += 1
        path = f"{domain}/{day}/{name or f'r{self._told:04d}.md'}"
        put(self.reports, {path: markdown(day if dated else None, "# Notes", "", text, **front)})
        return path

    def batch(self, extractor: Any = None, settings: Settings | None = None, lake: Path | None = None) -> Batch:
        """A batch over this corpus; with an extractor of its own, or into another lake."""
        batch = batch_on(self.reports, lake or self.lake.root, settings)
        if extractor is not None:
            batch.extractor = extractor
        return batch

    def run(
        self, days: Sequence[str] | None = None, extractor: Any = None, settings: Settings | None = None
    ) -> Settled:
        """Run the line over some days (all when None)."""
        self.last = self.batch(extractor, settings)
        return run_line(self.last, days)

    def notes(self, domain: str | None = None, *, retired: bool = False) -> list[Row]:
        """Current notes (the superseded ones too when ``retired``) in canonical order."""
        return self.view().current(domain, retired=retired)

    def texts(self, domain: str | None = None, *, retired: bool = False) -> list[str]:
        """Their texts."""
        return [note["text"] for note in self.notes(domain, retired=retired)]

    def view(self) -> LedgerView:
        """The ledger as it stands."""
        return LedgerView(self.lake)

    def rows(self, table: Table) -> list[dict[str, Any]]:
        """All rows of a stage table."""
        return rows(self.lake, table)

    def digests(self) -> dict[str, str]:
        """The content hashes of a ledger in which fsck, folding again from nothing, finds no fault."""
        found = fsck(self.lake, self.batch().rules)
        assert found.problems == []
        return found.digests

    def ledger(self) -> Ledger:
        """The ledger, for the one that commits."""
        return Ledger(self.lake)


@pytest.fixture
def told(tmp_path: Path) -> Told:
    """An empty corpus and lake."""
    return Told(tmp_path)


@pytest.fixture(scope="session")
def tell_all(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Mapping[str, Sequence[tuple[str, str]]]], Told]:
    """Run many small corpora as one, each in a domain of its own: domains never meet, so they do not disturb."""

    def run(corpora: Mapping[str, Sequence[tuple[str, str]]]) -> Told:
        told = Told(tmp_path_factory.mktemp("told"))
        for domain, reports in corpora.items():
            for day, text in reports:
                told.tell(domain, day, text)
        told.run()
        return told

    return run

"""What a stage needs to run: plain objects, handed in by whoever starts it."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from core.contracts.tables import QUARANTINED_REPORTS, RAW_REPORTS
from core.extract.contract import Extractor
from core.lake.code import code_digest
from core.lake.lake import Lake
from core.lake.sightings import Intake, Sightings
from core.ledger.fold import Rules
from core.settings import Settings


def silent(stage: str, done: int, total: int) -> None:
    """Report no progress."""


@dataclass
class Batch:
    """One run over some days of a lake."""

    reports: Path
    lake: Lake
    settings: Settings
    extractor: Extractor
    rules: Rules
    now: Callable[[], datetime]
    run_id: str
    progress: Callable[[str, int, int], None] = silent
    tally: Counter[str] = field(default_factory=Counter)  # what this run did, e.g. extractor calls
    _intake: Intake | None = field(default=None, repr=False)

    def intake(self) -> Intake:
        """Scan the corpus once a run and record what is new."""
        if self._intake is None:
            today = self.now().date().isoformat()
            self._intake = Sightings(self.lake).scan(self.reports, today, self.settings.intake.max_bytes)
        return self._intake

    def days(self, first: str | None = None, last: str | None = None) -> list[str]:
        """The days that have reports, or had, from ``first`` to ``last`` (both inclusive, ISO).

        A day loses its last report when an earlier delivery of the same bytes turns up; its tables
        are then written again, empty.
        """
        found = {str(row["received_on"]) for row in self.intake().sightings}
        found.update(self.lake.days(RAW_REPORTS), self.lake.days(QUARANTINED_REPORTS))
        return sorted(day for day in found if (first or "") <= day <= (last or "9999-12-31"))

    def inputs(self, *parts: str) -> tuple[str, ...]:
        """What every stage's result depends on besides its upstream tables."""
        return (code_digest(), *parts)

    def each(self, stage: str, days: Iterable[str]) -> Iterable[str]:
        """Yield days in order, reporting progress."""
        listed = sorted(days)
        for done, day in enumerate(listed):
            self.progress(stage, done, len(listed))
            yield day
        self.progress(stage, len(listed), len(listed))

"""What a stage needs to run: plain objects, handed in by whoever starts it."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from core.contracts.tables import QUARANTINED_REPORTS, RAW_REPORTS
from core.deciding.model.rounds import Spending
from core.errors import SettingsError
from core.extract.contract import Extractor
from core.extract.model.calling import Engine
from core.extract.model.canaries import Canary
from core.extract.model.extractor import ModelExtractor
from core.lake.code import code_digest
from core.lake.lake import Lake
from core.lake.sightings import Intake, Sightings
from core.lake.work import at_work
from core.ledger.fold import Rules
from core.planning.batching import Batching
from core.settings import Settings
from core.stages.model_extractor import ModelExtraction


class Progress(Protocol):
    """Is told how far a stage is; ``detail`` says what it has cost so far, when it costs anything."""

    def __call__(self, stage: str, done: int, total: int, detail: str = "") -> None:
        """Take note."""


def silent(stage: str, done: int, total: int, detail: str = "") -> None:
    """Report no progress."""


@dataclass(frozen=True)
class Model:
    """How a run reaches the model that its extractor asks; nothing is opened before something must be asked."""

    engine: Callable[[], Engine]
    canaries: tuple[Canary, ...] = ()
    max_cost: float | None = None  # in the currency of the price table; None: no limit
    currency: str = "USD"
    batching: Batching | None = None  # None: stored replies alone


@dataclass
class Batch:
    """One run over some days of a lake."""

    reports: Path
    lake: Lake
    settings: Settings
    extractor: Extractor | ModelExtraction
    rules: Rules
    now: Callable[[], datetime]
    run_id: str
    progress: Progress = silent
    is_patient: bool = False  # nobody watches: steps may wait and be begun again
    tally: Counter[str] = field(default_factory=Counter)  # what this run did, e.g. extractor calls
    model: Model | None = None  # None: no extractor of this run asks one
    deciding: Model | None = None  # the same for its decider
    spending: Spending | None = None  # what the decider of this run asked a model
    cost: float = 0.0  # what the calls of this run came to
    stopped: str | None = None  # why this run did not ask about everything
    batches: list[str] = field(default_factory=list)  # what this run has to say of batches at the provider
    warnings: list[str] = field(default_factory=list)  # what the checks of this run found out of order
    held: list[str] = field(default_factory=list)  # what this run did not commit, for a person to approve
    seconds: dict[tuple[str, str], float] = field(default_factory=dict)  # (stage, day) → how long the day took
    remade: set[str] = field(default_factory=set)  # days of which this run wrote a table of a stage before the fold
    report: Path | None = None  # the page that says what this run did; None: nothing, or it has not ended
    _intake: Intake | None = field(default=None, repr=False)

    def answering(self) -> Extractor:
        """Return the extractor as one that answers chunk by chunk, whether it asks a model or not.

        Raises:
            SettingsError: it asks a model, and this run has no way to one.
        """
        if not isinstance(self.extractor, ModelExtraction):
            return self.extractor
        engine = self.engine()
        return ModelExtractor(engine, lambda: engine.provider, self.extractor.run, self.extractor.name)

    def engine(self) -> Engine:
        """Return the way to the model.

        Raises:
            SettingsError: this run has none.
        """
        if self.model is None:
            raise SettingsError(f"extract.extractor: {self.extractor.name!r} asks a model; this run has no way to one.")
        return self.model.engine()

    def at_work(self) -> AbstractContextManager[None]:
        """Keep erasures off the lake inside a ``with`` block; whatever reads reports or writes tables is in one."""
        return at_work(self.lake)

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
        """Yield days in order, reporting progress and noting how long each takes."""
        listed = sorted(days)
        for done, day in enumerate(listed):
            self.progress(stage, done, len(listed))
            begun = time.perf_counter()
            yield day
            self.seconds[stage, day] = round(time.perf_counter() - begun, 3)
        self.progress(stage, len(listed), len(listed))

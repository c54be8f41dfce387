"""extracted_facts: what the extractor said of each chunk, and one outcome row per chunk."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import dagster as dg
import polars as pl

from assets.context import Batch, Model
from assets.days import DayResult, Results, days_of, record
from assets.metadata import definition_metadata
from assets.partitions import BY_DAY, GROUP, ONE_RUN, OWNERS
from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, EXTRACTED_FACTS, RAW_REPORTS, REJECTED_ITEMS
from core.errors import SettingsError
from core.extract.contract import Extractor
from core.model import Extraction
from core.stages.asking import ask_all
from core.stages.extracting import ASKED_AGAIN, ExtractedRows, Question, add_rows, quarantined, question
from core.stages.model_extractor import ModelExtractor
from core.stages.rows import chunk_of

POOL = "model"  # the UI and dagster.yaml say how many runs may ask a model at once
STAGE = "extracted_facts"
COLUMNS = ("text", "importance", "tags", "fact_type", "quote")
# Outcomes last: they say which chunks are done, and a crash between two tables must not make them say too much.
_TABLES = (EXTRACTED_FACTS, REJECTED_ITEMS, CHUNK_OUTCOMES)
_SAMPLE_ROWS = 5
_LOG_SECONDS = 30.0

Row = Mapping[str, Any]


def refresh_extracted_facts(batch: Batch, days: Sequence[str]) -> Results:
    """Write the facts, outcomes and rejected items of each day's chunks.

    A day is written when its last chunk has ended. A day whose tables are there already is left
    alone, but for chunks that failed: these are asked about again, and only these.
    """
    listed = sorted(days)
    inputs = {day: _inputs(batch, day) for day in listed}
    work = _Work(batch, inputs)
    work.do([day for day in listed if not _is_done(batch, day, inputs[day])])
    return {day: _result(batch, day, work.now.get(day)) for day in listed}


def _inputs(batch: Batch, day: str) -> str:
    signature = f"{batch.extractor.name}/{batch.extractor.version}"
    return batch.lake.inputs_digest(
        [RAW_REPORTS, CHUNKS], day, *batch.inputs(signature, batch.settings.extract.model_dump_json())
    )


def _is_fresh(batch: Batch, day: str, inputs: str) -> bool:
    return all(batch.lake.is_fresh(table, day, inputs) for table in _TABLES)


def _is_done(batch: Batch, day: str, inputs: str) -> bool:
    if not _is_fresh(batch, day, inputs):
        return False
    outcomes = batch.lake.read(CHUNK_OUTCOMES, day)
    return not outcomes["outcome"].is_in(list(ASKED_AGAIN)).any()


def questions_of(batch: Batch, day: str) -> Iterator[Question]:
    """Yield the questions of a day's chunks, in the order of its table."""
    reports = {row["revision_id"]: row for row in batch.lake.read(RAW_REPORTS, day).to_dicts()}
    context = {"include_assistant": str(batch.settings.extract.include_assistant).lower()}
    for row in batch.lake.read(CHUNKS, day).to_dicts():
        yield question(reports[row["revision_id"]], row["chunk_id"], chunk_of(row), batch.extractor, context)


@dataclass
class _Day:
    """A day at work: the rows of each ended chunk by its place, and the time at which the others were begun."""

    places: dict[str, int]  # chunk id → place
    kept: dict[str, ExtractedRows]  # by chunk id: what an earlier run had already
    ended: dict[int, ExtractedRows] = field(default_factory=dict)
    begun: dict[str, float] = field(default_factory=dict)


class _Work:
    """Extraction over some days: answers come in any order, days are written whole."""

    def __init__(self, batch: Batch, inputs: Mapping[str, str]) -> None:
        self.now: dict[str, Counter[str]] = {}  # what was done for each day in this run
        self._batch = batch
        self._inputs = inputs
        self._open: dict[str, _Day] = {}
        self._day_of: dict[str, str] = {}  # chunk id → day
        self._done = self._total = 0

    def do(self, days: Sequence[str]) -> None:
        """Extract from the days."""
        batch = self._batch
        self._total = sum(batch.lake.read(CHUNKS, day).height for day in days)
        self._report()
        if isinstance(batch.extractor, ModelExtractor):
            if days:
                asyncio.run(self._ask(batch.extractor, days))
        else:
            self._extract(batch.extractor, days)
        self._report()

    def _extract(self, extractor: Extractor, days: Sequence[str]) -> None:
        for asked in self._questions(days):
            self._take(asked, quarantined(asked.chunk) or extractor.extract(asked.chunk))

    async def _ask(self, extractor: ModelExtractor, days: Sequence[str]) -> None:
        batch, model = self._batch, self._batch.model
        if model is None:
            raise SettingsError(f"extract.extractor: {extractor.name!r} asks a model, and this run has no way to one.")
        policy = replace(extractor.run, max_cost=model.max_cost)
        anew = _Work(batch, self._inputs)  # for the look ahead, which must leave no trace here
        passes = iter((self._questions, anew._questions))
        if model.canaries:
            passes = iter((anew._questions, self._questions))
        summary = await ask_all(
            model.engine(), lambda: next(passes)(days), policy, self._take, model.canaries
        )
        batch.tally.update({"model_calls": summary.calls, "model_input_tokens": summary.input_tokens})
        batch.tally.update({"model_output_tokens": summary.output_tokens})
        batch.cost, batch.stopped = summary.cost, summary.stopped

    def _questions(self, days: Sequence[str]) -> Iterator[Question]:
        """Yield what must be asked, day by day; what an earlier run has is taken from it."""
        for day in days:
            listed = list(questions_of(self._batch, day))
            kept = self._kept(day, listed)
            places = {asked.chunk.chunk_id: place for place, asked in enumerate(listed)}
            work = self._open[day] = _Day(places, kept)
            self.now[day] = Counter()
            for asked in listed:
                self._day_of[asked.chunk.chunk_id] = day
            for asked in listed:
                chunk = asked.chunk.chunk_id
                if chunk in kept:
                    self._end(day, chunk, kept[chunk])
                    continue
                work.begun[chunk] = time.perf_counter()
                yield asked
            if not listed:
                self._write(day)

"""extracted_facts: what the extractor said of each chunk, and one outcome row per chunk."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import dagster as dg

from assets.batches import Held, held_of, told
from assets.context import Batch
from assets.days import Results, Stage, materialise
from assets.extraction_metadata import NOTHING_SPENT, extraction_result
from assets.heap import settled_heap
from assets.keys import MODEL_POOL, asset_key, asset_keys
from assets.metadata import definition_metadata
from assets.partitions import BY_DAY, CODE_VERSION, GROUP, ONE_RUN, OWNERS
from assets.retrying import await_provider
from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, EXTRACTED_FACTS, RAW_REPORTS, REJECTED_ITEMS
from core.extract.contract import Extractor
from core.model import Extraction
from core.stages.asking import ask_all, is_open
from core.stages.extracting import ASKED_AGAIN, ExtractedRows, Question, add_rows, quarantined, question
from core.stages.model_extractor import ModelExtraction
from core.stages.rows import chunk_of

# Outcomes last: they say which chunks are done, and a crash between two tables must not make them say too much.
_TABLES = (EXTRACTED_FACTS, REJECTED_ITEMS, CHUNK_OUTCOMES)
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
    return {day: extraction_result(batch, day, work.spent.get(day)) for day in listed}


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


def unanswered(batch: Batch, days: Sequence[str]) -> Iterator[tuple[str, Question]]:
    """Yield (day, question) of every chunk that extraction would take up now; nothing is written."""
    for day in sorted(days):
        inputs = _inputs(batch, day)
        if not _is_done(batch, day, inputs):
            kept = _kept(batch, day, inputs)
            yield from ((day, asked) for asked in questions_of(batch, day) if _kept_of(asked, kept) is None)


def _kept(batch: Batch, day: str, inputs: str) -> dict[str, ExtractedRows]:
    """The rows, by chunk, that need not be found out again if the question is the same: same inputs, no failure."""
    if not _is_fresh(batch, day, inputs):
        return {}
    facts, rejected, outcomes = (batch.lake.read(table, day).to_dicts() for table in _TABLES)
    kept = {row["chunk_id"]: ExtractedRows(outcomes=[row]) for row in outcomes if row["outcome"] not in ASKED_AGAIN}
    for row in facts:
        if row["chunk_id"] in kept:
            kept[row["chunk_id"]].facts.append(row)
    for row in rejected:
        if row["chunk_id"] in kept:
            kept[row["chunk_id"]].rejected.append(row)
    return kept


def _kept_of(asked: Question, kept: Mapping[str, ExtractedRows]) -> ExtractedRows | None:
    """The kept rows of a question's chunk, when they answer this very question."""
    rows = kept.get(asked.chunk.chunk_id)
    return rows if rows is not None and rows.outcomes[0]["reply_key"] == asked.reply_key else None


@dataclass
class _Day:
    """A day at work: the rows of each ended chunk by its place, and the time at which the others were begun."""

    places: dict[str, int]  # chunk id → place
    ended: dict[int, ExtractedRows] = field(default_factory=dict)
    begun: dict[str, float] = field(default_factory=dict)
    opened: float = field(default_factory=time.perf_counter)
    spent: Counter[str] = field(default_factory=lambda: Counter(NOTHING_SPENT))


class _Work:
    """Extraction over some days: answers come in any order, days are written whole."""

    def __init__(self, batch: Batch, inputs: Mapping[str, str]) -> None:
        self.spent: dict[str, Mapping[str, float]] = {}  # what each day that was at work came to
        self._cost = 0.0
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
        if isinstance(batch.extractor, ModelExtraction):
            if days:
                held = held_of(batch, batch.extractor, days, unanswered(batch, days))
                asyncio.run(self._ask(batch.extractor, days, held))
        else:
            self._extract(batch.extractor, days)
        self._report()

    def _extract(self, extractor: Extractor, days: Sequence[str]) -> None:
        for asked in self._questions(days):
            self._take(asked, quarantined(asked.chunk) or extractor.extract(asked.chunk))

    async def _ask(self, extractor: ModelExtraction, days: Sequence[str], held: Held | None) -> None:
        batch, engine = self._batch, self._batch.engine()
        policy, canaries = extractor.run, batch.model.canaries if batch.model else ()
        if batch.model:
            limit = batch.model.max_cost
            policy = replace(policy, max_cost=None if limit is None else limit - batch.cost)
        taken_up = (asked for day in days for asked in questions_of(batch, day))
        if canaries and not any(is_open(engine, asked) and not (held and held.reason(asked)) for asked in taken_up):
            canaries = ()  # stored replies answer all of it, or batches will
        questions, take = self._questions(days), held.counting(self._take) if held else self._take
        questions = held.rest(questions, take) if held else questions
        with settled_heap():
            summary = await ask_all(engine, questions, policy, take, canaries)
        batch.tally.update(
            {
                "model_calls": summary.calls,
                "model_cached": summary.cached,
                "model_input_tokens": summary.input_tokens,
                "model_output_tokens": summary.output_tokens,
            }
        )
        batch.cost += summary.cost
        batch.stopped = summary.stopped
        if held is not None:
            told(batch, held)

    def _questions(self, days: Sequence[str]) -> Iterator[Question]:
        """Yield what must be asked, day by day; what an earlier run has found out is taken from it.

        A question is put together when it is wanted: calls in flight must not wait for a whole day's.
        """
        for day in days:
            places = {chunk: place for place, chunk in enumerate(self._batch.lake.read(CHUNKS, day)["chunk_id"])}
            work = self._open[day] = _Day(places)
            kept = _kept(self._batch, day, self._inputs[day])
            for asked in questions_of(self._batch, day):
                chunk = asked.chunk.chunk_id
                self._day_of[chunk] = day
                known = _kept_of(asked, kept)
                if known is not None:
                    self._end(chunk, known)
                else:
                    work.begun[chunk] = time.perf_counter()
                    yield asked
            if not places:
                self._write(day)

    def _take(self, asked: Question, found: Extraction) -> None:
        """Take the answer to a question."""
        chunk = asked.chunk.chunk_id
        work = self._open[self._day_of[chunk]]
        rows = ExtractedRows()
        seconds = round(time.perf_counter() - work.begun.pop(chunk), 6)
        add_rows(rows, asked, found, self._batch.extractor, seconds)
        work.spent.update(_spent(rows.outcomes[0]))
        self._cost += rows.outcomes[0]["cost"]
        self._end(chunk, rows)

    def _end(self, chunk: str, rows: ExtractedRows) -> None:
        day = self._day_of.pop(chunk)
        work = self._open[day]
        work.ended[work.places[chunk]] = rows
        self._done += 1
        self._report()
        if len(work.ended) == len(work.places):
            self._write(day)

    def _write(self, day: str) -> None:
        """Write a day whose chunks have all ended, in the order of its chunks, and forget it."""
        work = self._open.pop(day)
        ordered = [work.ended[place] for place in sorted(work.ended)]
        parts = ([rows.facts, rows.rejected, rows.outcomes] for rows in ordered)
        tables = [[row for listed in column for row in listed] for column in zip(*parts, strict=True)] or [[], [], []]
        for table, listed in zip(_TABLES, tables, strict=True):
            self._batch.lake.write(table, day, listed, self._inputs[day])
        self.spent[day] = work.spent
        self._batch.seconds[EXTRACTED_FACTS.name, day] = round(time.perf_counter() - work.opened, 3)
        self._batch.tally["extractor_calls"] += int(work.spent["calls"])

    def _report(self) -> None:
        model = self._batch.model
        detail = f"{self._cost:.2f} {model.currency}" if model is not None else ""
        self._batch.progress(EXTRACTED_FACTS.name, self._done, self._total, detail)


def _spent(outcome: Row) -> dict[str, float]:
    """What one chunk came to in this run."""
    return {
        "calls": outcome["attempts"],
        "cached": int(outcome["cached"]),
        "repaired": int(outcome["outcome"] == "repaired"),
        "input_tokens": outcome["input_tokens"],
        "output_tokens": outcome["output_tokens"],
        "cost": outcome["cost"],
    }


def log_progress(log: dg.DagsterLogManager, batch: Batch) -> None:
    """Let a long extraction say in the run's log how far it is, when it will end, and what it has cost."""
    started = last = time.monotonic()

    def progress(stage: str, done: int, total: int, detail: str = "") -> None:
        nonlocal last
        now = time.monotonic()
        if stage == EXTRACTED_FACTS.name and done and now - last >= _LOG_SECONDS:
            last = now
            left = (now - started) / done * (total - done)
            log.info(f"{stage}: {done} of {total} chunks, about {left:.0f} s to go; cost {detail or 'none'}")

    batch.progress = progress


STAGE = Stage(EXTRACTED_FACTS, refresh_extracted_facts, ("text", "importance", "tags", "fact_type", "quote"))


@dg.asset(
    key=asset_key(EXTRACTED_FACTS.name),
    partitions_def=BY_DAY,
    backfill_policy=ONE_RUN,
    group_name=GROUP,
    owners=OWNERS,
    code_version=CODE_VERSION,
    kinds={"python", "parquet"},
    deps=asset_keys(["raw_reports", "chunks"]),
    pool=MODEL_POOL,
    metadata=definition_metadata(EXTRACTED_FACTS),
)
def extracted_facts(context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """Candidate facts of every chunk, checked item by item against the contract, with one outcome per chunk."""
    log_progress(context.log, batch)
    ended = materialise(context, batch, STAGE)
    for line in batch.batches:
        context.log.info(line)
    if batch.stopped:
        context.log.warning(f"extraction stopped early: {batch.stopped}. Run the days again to ask the rest.")
    await_provider(context, batch, list(ended.done))

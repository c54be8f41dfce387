"""Looking at the extraction of a run before it: which questions are open. The lake is left as it is."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assets.chunks import refresh_chunks
from assets.context import Batch
from assets.extracted_facts import unanswered
from assets.raw_reports import refresh_raw_reports
from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, RAW_REPORTS
from core.extract.model.calling import Engine
from core.lake.denied import read_denied, write_denied
from core.lake.lake import Lake
from core.planning.plan import Before, Plan, open_questions
from core.settings import Settings
from core.stages.extracting import Question
from core.stages.model_extractor import ModelExtraction
from pipelines.models import model_of
from pipelines.resources import batch_of

_NEEDED = ("raw_reports", "quarantined_reports", "chunks", "extracted_facts", "rejected_items", "chunk_outcomes")


@dataclass(frozen=True)
class Outlook:
    """The line up to the chunks, as a run would make it, in a lake of its own."""

    batch: Batch
    days: list[str]
    before: Before
    engine: Engine | None  # reads the real lake's replies; None: no model is asked

    def questions(self) -> Iterator[tuple[str, str, Question]]:
        """Yield (day, path of the report, question) of what a run would take up."""
        paths: dict[str, str] = {}
        for day, asked in unanswered(self.batch, self.days):
            if asked.revision_id not in paths:
                paths = dict(self.batch.lake.read(RAW_REPORTS, day).select("revision_id", "path").rows())
            yield day, paths[asked.revision_id], asked


@contextmanager
def outlook(reports: Path, lake: Path, settings: Settings, days: tuple[str, str] = ("", "")) -> Iterator[Outlook]:
    """Make the reports and chunks that a run would make, beside the lake, and forget them at the end.

    Raises:
        FactledgerError: the reports cannot be read, or the settings cannot be followed.
    """
    with tempfile.TemporaryDirectory(prefix="factledger-plan-") as folder:
        beside = Path(folder)
        _link(lake, beside)
        batch = batch_of(reports, beside, settings)
        chosen = batch.days(days[0] or None, days[1] or None)
        refresh_raw_reports(batch, chosen)
        refresh_chunks(batch, chosen)
        engine = None
        if isinstance(batch.extractor, ModelExtraction):
            engine = model_of(settings, lake, batch.extractor).engine()
        yield Outlook(batch, chosen, _before(Lake(lake)), engine)


def plan_of(reports: Path, lake: Path, settings: Settings, days: tuple[str, str] = ("", "")) -> Plan:
    """Return what a run would ask a model, and why. Nothing is asked and nothing is written.

    Raises:
        FactledgerError: the reports cannot be read, or the settings cannot be followed.
    """
    with outlook(reports, lake, settings, days) as found:
        extractor = found.batch.extractor
        total = found.batch.lake.read_all(CHUNKS, found.days).height
        if not isinstance(extractor, ModelExtraction) or found.engine is None:
            read = sum(1 for _ in found.questions())
            return Plan(extractor.name, read=read, answered=total - read)
        asked, _ = asyncio.run(open_questions(found.engine, extractor, found.questions(), found.before))
        return Plan(
            extractor.name,
            model=extractor.ask.model,
            asked=asked,
            answered=total - len(asked),
            max_calls=extractor.ask.max_calls,
        )


def _link(lake: Path, beside: Path) -> None:
    """Show the lake's tables in another folder. A file is only ever replaced whole, so the lake's own stay."""
    for name in _NEEDED:
        for path in (lake / name).glob("*.parquet"):
            (beside / name).mkdir(exist_ok=True)
            (beside / name / path.name).symlink_to(path.resolve())
    for path in lake.glob("*.parquet"):
        (beside / path.name).symlink_to(path.resolve())
    write_denied(beside, read_denied(lake))


def _before(lake: Lake) -> Before:
    outcomes = {row["chunk_id"]: row for row in lake.read_all(CHUNK_OUTCOMES).to_dicts()}
    known = {row["revision_id"] for row in outcomes.values()}
    reports = lake.read_all(RAW_REPORTS).select("report_id", "revision_id").rows() if known else []
    return Before(outcomes, frozenset(report for report, revision in reports if revision in known))

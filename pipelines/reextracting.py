"""What another prompt or model would do to the corpus: its price, and a stratified sample of its facts."""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.contracts.tables import EXTRACTED_FACTS
from core.errors import FactledgerError
from core.evaluate.changes import Apart, apart
from core.extract.model.extractor import ModelExtractor
from core.lake.lake import Lake
from core.model import ChunkInput, Extraction
from core.planning.plan import Asked, Plan, open_questions
from core.settings import Settings
from core.stages.extracting import Question
from core.stages.model_extractor import ModelExtraction
from pipelines.models import prices_of
from pipelines.planning import outlook


@dataclass(frozen=True)
class Probe:
    """A sample of what a change would ask, asked: the facts that differ by chunk, and the cost."""

    plan: Plan
    sample: Sequence[Asked]
    changes: Sequence[tuple[Asked, Apart]]  # chunks whose facts differ
    kept: int  # facts of the sample that are word for word the same
    failed: int  # chunks of the sample that gave no answer
    calls: int
    spent: float

    @property
    def expected(self) -> float:
        """What all of the plan will have cost, as far as the sample says; in the currency of the prices."""
        return self.spent / len(self.sample) * len(self.plan.asked) if self.sample else 0.0


def stratified(asked: Sequence[Asked], size: int, strata: Mapping[str, Hashable]) -> list[Asked]:
    """Return at most ``size`` of the chunks, every stratum in proportion and with one at least while there is room.

    Which ones is a matter of their ids: the same chunks give the same sample in any order.

    Args:
        asked: what a run would ask about.
        size: how many.
        strata: the stratum of a chunk by its id.
    """
    groups: defaultdict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        groups[str(strata[one.chunk_id])].append(one)
    ranked = []
    for name, group in groups.items():
        group.sort(key=lambda one: hashlib.sha256(one.chunk_id.encode()).digest())
        ranked += [(place / len(group), name, one) for place, one in enumerate(group)]
    ranked.sort(key=lambda row: (row[0], row[1]))
    return [one for _, _, one in ranked[:size]]


def probe(places: tuple[Path, Path], settings: Settings, size: int, max_cost: float | None = None) -> Probe:
    """Ask a model about a sample of what a change of settings opens; replies are kept in the lake and paid once.

    Args:
        places: the reports and the lake; of the lake only the stored replies grow.
        settings: the changed ones.
        size: chunks to ask about.
        max_cost: where asking stops, in the currency of the prices.

    Raises:
        FactledgerError: the settings name no model to ask, or no price where a limit is set.
    """
    reports, lake = places
    with outlook(reports, lake, settings) as found:
        extractor, engine = found.batch.extractor, found.engine
        if not isinstance(extractor, ModelExtraction) or engine is None:
            raise FactledgerError("extract.extractor: asks no model, which costs nothing. Use `factledger shadow`.")
        if max_cost is not None and prices_of(settings).of(settings.extract.model) is None:
            raise FactledgerError(f"max_cost: no price of {settings.extract.model} is known; name it in calls.prices.")
        listed = list(found.questions())
        asked, answered = asyncio.run(open_questions(engine, extractor, listed, found.before))
        plan = Plan(extractor.name, extractor.ask.model, asked, answered, max_calls=extractor.ask.max_calls)
        questions = {one.chunk.chunk_id: one for _, _, one in listed}
        folder = {one.chunk_id: (Path(one.path).parts[:1], _language(questions[one.chunk_id])) for one in asked}
        sample = stratified(asked, size, folder)
        run = replace(extractor.run, max_cost=max_cost)
        asking = ModelExtractor(engine, lambda: engine.provider, run, extractor.name)
        said: dict[str, Extraction] = {}
        chunks = [questions[one.chunk_id].chunk for one in sample]
        summary = asking.extract_all(chunks, lambda chunk, answer: said.__setitem__(chunk.chunk_id, answer))
    return _compared(lake, plan, sample, said, (summary.calls, summary.cost))


def _language(asked: Question) -> str:
    chunk: ChunkInput = asked.chunk
    return chunk.language


def _compared(
    lake: Path, plan: Plan, sample: Sequence[Asked], said: Mapping[str, Extraction], spent: tuple[int, float]
) -> Probe:
    known: defaultdict[str, list[str]] = defaultdict(list)
    for chunk_id, text in Lake(lake).read_all(EXTRACTED_FACTS).select("chunk_id", "text").rows():
        known[chunk_id].append(text)
    changes, kept, failed = [], 0, 0
    for one in sample:
        answer = said.get(one.chunk_id)
        if answer is None or answer.outcome.startswith("failed"):
            failed += 1
            continue
        new = [fact.text for fact in answer.facts]
        found = apart(known[one.chunk_id], new)
        kept += len(new) - len(found.appeared) - len(found.reworded)
        if found.appeared or found.vanished or found.reworded:
            changes.append((one, found))
    return Probe(plan, sample, changes, kept, failed, *spent)

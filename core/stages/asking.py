"""Putting many questions to a model: canaries first, equal questions once, each answer handed on when it is there."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.canaries import Canary, verdict
from core.extract.model.policy import RunPolicy
from core.extract.model.running import RunSummary, run_chunks
from core.extract.model.store import MemoryStore
from core.model import ChunkInput, Extraction
from core.stages.extracting import Question, quarantined

OnAnswer = Callable[[Question, Extraction], None]


async def ask_all(
    engine: Engine,
    questions: Iterable[Question],
    policy: RunPolicy,
    on_answer: OnAnswer,
    canaries: Sequence[Canary] = (),
) -> RunSummary:
    """Ask every question and hand each answer to ``on_answer`` once, in the order in which they come.

    Questions with one key are one call: the second waits for the first and is answered from the
    store. When the canaries fail, nothing else is asked. The connection is closed at the end,
    however it comes.

    Args:
        engine: how to ask.
        questions: read as needed, so that they need not fit in memory.
        policy: concurrency, breaker, budget.
        on_answer: takes each question with its answer.
        canaries: reports with planted facts; empty: none.
    """
    # A thread for each chunk in flight: none waits for another's reply to reach the disk.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(max(1, policy.concurrency)))
    try:
        checked = await _canaries(engine, policy, canaries)
        flow = _Flow(on_answer)
        summary = await run_chunks(engine, flow.first(questions), policy, flow.done, ())
        again = replace(policy, max_cost=None if policy.max_cost is None else policy.max_cost - summary.cost)
        later = await run_chunks(engine, flow.second(), again, flow.done, ())
        return _sum(checked, summary, later)
    finally:
        await engine.provider.aclose()


@dataclass
class _Flow:
    """Questions on their way, by chunk; those whose key is on its way already are held back."""

    on_answer: OnAnswer
    asked: dict[str, Question] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    held: list[Question] = field(default_factory=list)

    def first(self, questions: Iterable[Question]) -> Iterator[ChunkInput]:
        for question in questions:
            ended = quarantined(question.chunk)
            if ended is not None:
                self.on_answer(question, ended)
            elif question.reply_key in self.keys:
                self.held.append(question)
            else:
                yield self._sent(question)

    def second(self) -> Iterator[ChunkInput]:
        """Those that were held back; by now the store has their replies, unless there came none."""
        held, self.held = self.held, []
        return map(self._sent, held)

    def _sent(self, question: Question) -> ChunkInput:
        if question.reply_key is not None:
            self.keys.add(question.reply_key)
        self.asked[question.chunk.chunk_id] = question
        return question.chunk

    def done(self, chunk: ChunkInput, found: Extraction) -> None:
        question = self.asked.pop(chunk.chunk_id)
        self.keys.discard(question.reply_key or "")
        self.on_answer(question, found)


async def _canaries(engine: Engine, policy: RunPolicy, canaries: Sequence[Canary]) -> RunSummary:
    """Ask about the planted reports, past the store: an answer of last month says nothing of tonight."""
    summary, afresh = RunSummary(), replace(engine, store=MemoryStore())
    for canary in canaries:
        found = await ask(afresh, canary.chunk)
        summary.add(found)
        engine.halt.reason = verdict(canary, found, policy.canary_least)
        if engine.halt.reason is not None:
            break
    return summary


def is_open(engine: Engine, question: Question) -> bool:
    """Whether a call must be made to answer a question."""
    return question.reply_key is not None and engine.store.get(question.reply_key) is None


def _sum(canaries: RunSummary, *runs: RunSummary) -> RunSummary:
    """Canaries count for calls, tokens and cost; they are no chunks."""
    total = RunSummary(stopped=runs[-1].stopped)
    for one in (canaries, *runs):
        total.calls += one.calls
        total.input_tokens += one.input_tokens
        total.output_tokens += one.output_tokens
        total.cost += one.cost
    for one in runs:
        total.outcomes += one.outcomes
        total.chunks += one.chunks
        total.facts += one.facts
        total.invalid_items += one.invalid_items
        total.cached += one.cached
    return total

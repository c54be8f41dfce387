"""Asking about many chunks at once: bounded, paced, stopped early when it makes no sense to go on.

Results leave through a callback as they finish, so memory does not grow with the corpus.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.canaries import Canary, own_canaries, verdict
from core.extract.model.policy import RunPolicy
from core.model import ChunkInput, Extraction

_Asked = TypeVar("_Asked")
OnDone = Callable[[ChunkInput, Extraction], None]
BROKEN = frozenset({"failed_contract", "failed_provider", "output_too_long"})
# Failures that the next chunk would meet in the same way; waiting for a full window only costs money.
_FATAL_REASONS = ("auth:", "bad_request:")
_BREAKER = "breaker:"


def is_breaker(stopped: str) -> bool:
    """Whether a run stopped for its last chunks failing, not for money, a wrong key or a failed canary."""
    return stopped.startswith(_BREAKER)


@dataclass(slots=True)
class RunSummary:
    """What a run came to. ``stopped`` is the reason when it did not ask about everything."""

    outcomes: Counter[str] = field(default_factory=Counter)
    chunks: int = 0
    facts: int = 0
    invalid_items: int = 0
    calls: int = 0
    cached: int = 0  # chunks answered from the store alone
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    stopped: str | None = None

    @property
    def contract_failure_rate(self) -> float:
        """Share of the chunks whose reply nobody could use, 0 to 1."""
        return self.outcomes["failed_contract"] / self.chunks if self.chunks else 0.0

    def add(self, found: Extraction) -> None:
        """Count one extraction."""
        self.outcomes[found.outcome] += 1
        self.chunks += 1
        self.facts += len(found.facts)
        self.invalid_items += len(found.invalid_items)
        self.calls += found.attempts
        if found.usage is not None:
            self.cached += found.usage.cached
            self.input_tokens += found.usage.input_tokens
            self.output_tokens += found.usage.output_tokens
            self.cost += found.usage.cost


class _Breaker:
    """Watches the latest chunks that were really asked about, and says when to stop."""

    def __init__(self, policy: RunPolicy) -> None:
        self._policy = policy
        self._broken: deque[bool] = deque(maxlen=policy.breaker_window)
        self._kinds: Counter[str] = Counter()

    def seen(self, found: Extraction) -> str | None:
        """Take in one extraction; return why the run must stop, or None."""
        if not found.attempts:
            return None
        if found.outcome == "failed_provider" and (found.reason or "").startswith(_FATAL_REASONS):
            return f"every call would fail: {found.reason}"
        self._broken.append(found.outcome in BROKEN)
        if found.outcome in BROKEN:
            self._kinds[found.outcome] += 1
        failed = sum(self._broken)
        if len(self._broken) < self._policy.breaker_window or failed <= self._policy.breaker_rate * len(self._broken):
            return None
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self._kinds.items()))
        return (
            f"{_BREAKER} {failed} of the last {len(self._broken)} chunks failed ({kinds} in all); last: {found.reason}"
        )


async def run_chunks(
    engine: Engine,
    chunks: Iterable[ChunkInput],
    policy: RunPolicy,
    on_done: OnDone,
    canaries: Sequence[Canary] | None = None,
) -> RunSummary:
    """Ask about every chunk and hand each result to ``on_done`` once, in the order they finish.

    After a stop no call leaves any more: the chunks that remain end from stored replies when they
    can, else as ``failed_provider`` with the reason ``stopped``. ``chunks`` is read as needed.

    Args:
        engine: what asking needs; its ``halt`` is used up by a stop.
        chunks: what to ask about.
        policy: concurrency, breaker, budget, canaries.
        on_done: takes each chunk with its extraction; called from the loop, never twice for a chunk.
        canaries: planted reports to ask about first; None takes our own when ``policy.canaries``.
    """
    summary = RunSummary()
    planted = canaries if canaries is not None else own_canaries() if policy.canaries else ()
    await _check_canaries(engine, planted, policy, summary)
    return await run_questions(engine, chunks, policy, lambda chunk: ask(engine, chunk), on_done, summary)


async def run_questions(
    engine: Engine,
    questions: Iterable[_Asked],
    policy: RunPolicy,
    asking: Callable[[_Asked], Awaitable[Extraction]],
    on_done: Callable[[_Asked, Extraction], None],
    summary: RunSummary | None = None,
) -> RunSummary:
    """Ask questions of any kind at once, paced and stopped like those about chunks; see ``run_chunks``.

    Args:
        engine: what ``asking`` asks with; its ``halt`` is used up by a stop.
        questions: read as needed.
        policy: concurrency, breaker, budget.
        asking: asks one and says how it ended; never raises for what the model or its provider says.
        on_done: takes each question with its end; called from the loop.
        summary: what was spent before, counted on.
    """
    total = summary or RunSummary()
    breaker, source = _Breaker(policy), iter(questions)

    def ended(question: _Asked, found: Extraction) -> None:
        total.add(found)
        if engine.halt.reason is None:
            engine.halt.reason = breaker.seen(found) or _over_budget(policy, total)
        on_done(question, found)

    tasks = [asyncio.ensure_future(_work(source, asking, ended)) for _ in range(max(1, policy.concurrency))]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:  # one that raised leaves no other at work
            task.cancel()
    total.stopped = engine.halt.reason
    return total


async def _check_canaries(engine: Engine, planted: Sequence[Canary], policy: RunPolicy, summary: RunSummary) -> None:
    """Ask about the planted reports; their calls count for the cost, not as chunks."""
    for canary in planted:
        found = await ask(engine, canary.chunk)
        summary.calls += found.attempts
        if found.usage is not None:
            summary.cost += found.usage.cost
            summary.input_tokens += found.usage.input_tokens
            summary.output_tokens += found.usage.output_tokens
        engine.halt.reason = verdict(canary, found, policy.canary_least)
        if engine.halt.reason is not None:
            return


async def _work(
    source: Iterator[_Asked],
    asking: Callable[[_Asked], Awaitable[Extraction]],
    ended: Callable[[_Asked, Extraction], None],
) -> None:
    for question in source:
        ended(question, await asking(question))


def _over_budget(policy: RunPolicy, summary: RunSummary) -> str | None:
    if policy.max_cost is None or summary.cost < policy.max_cost:
        return None
    return f"budget: cost {summary.cost:.4f} has reached max_cost {policy.max_cost:.4f}"

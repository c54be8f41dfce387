"""Asking about many chunks at once: bounded, paced, stopped early when it makes no sense to go on.

Results leave through a callback as they finish, so memory does not grow with the corpus.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.canaries import Canary, own_canaries, verdict
from core.extract.model.policy import RunPolicy
from core.model import ChunkInput, Extraction

OnDone = Callable[[ChunkInput, Extraction], None]
BROKEN = frozenset({"failed_contract", "failed_provider", "output_too_long"})
# Failures that the next chunk would meet in the same way; waiting for a full window only costs money.
_FATAL_REASONS = ("auth:", "bad_request:")


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
        return f"breaker: {failed} of the last {len(self._broken)} chunks failed ({kinds} in all); last: {found.reason}"


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
    breaker, source = _Breaker(policy), iter(chunks)
    work = [_work(engine, source, policy, breaker, summary, on_done) for _ in range(max(1, policy.concurrency))]
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:  # one that raised leaves no other at work
            task.cancel()
    summary.stopped = engine.halt.reason
    return summary


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
    engine: Engine,
    source: Iterator[ChunkInput],
    policy: RunPolicy,
    breaker: _Breaker,
    summary: RunSummary,
    on_done: OnDone,
) -> None:
    for chunk in source:
        found = await ask(engine, chunk)
        summary.add(found)
        if engine.halt.reason is None:
            engine.halt.reason = breaker.seen(found) or _over_budget(policy, summary)
        on_done(chunk, found)


def _over_budget(policy: RunPolicy, summary: RunSummary) -> str | None:
    if policy.max_cost is None or summary.cost < policy.max_cost:
        return None
    return f"budget: cost {summary.cost:.4f} has reached max_cost {policy.max_cost:.4f}"

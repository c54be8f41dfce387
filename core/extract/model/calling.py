"""Getting one reply: from the store, or by calls that stay inside one budget of time and number."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from core.extract.model.limits import Limiter, NoLimits
from core.extract.model.policy import AskPolicy
from core.extract.model.prompt import Prompt, load_prompt
from core.extract.model.protocol import (
    REFUSAL,
    Clock,
    EmptyReplyError,
    ModelReply,
    ModelRequest,
    Provider,
    ProviderError,
    RateLimitedError,
    RefusalError,
)
from core.extract.model.store import ReplyStore, StoredReply

Price = Callable[[str, int, int], float]  # model, input tokens, output tokens → cost


class CallsSpentError(ProviderError):
    """The chunk has used its calls; with a limit of 0, its reply is not stored."""

    kind = "calls_spent"


class StoppedError(ProviderError):
    """The run stopped before this call; the next run makes it."""

    kind = "stopped"


@dataclass(slots=True)
class Halt:
    """A switch that the run turns once: no call leaves after that."""

    reason: str | None = None


def _free(_model: str, _input: int, _output: int) -> float:
    return 0.0


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Engine:
    """Everything that asking needs, handed in: no key, clock or random source is looked up."""

    policy: AskPolicy
    provider: Provider
    store: ReplyStore
    clock: Clock
    limiter: Limiter = field(default_factory=NoLimits)
    prompt: Prompt = field(default_factory=load_prompt)
    price: Price = _free
    redact: Callable[[str], str] = _as_it_is
    halt: Halt = field(default_factory=Halt)


def jitter(key: str, attempt: int) -> float:
    """Return a number in [0, 1) that differs between chunks and tries, and never between runs."""
    digest = hashlib.blake2b(f"{key}:{attempt}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**32


@dataclass(slots=True)
class Caller:
    """The calls of one piece: their number, tokens and time, and the stored replies used instead."""

    engine: Engine
    reuse: bool = True
    calls: int = 0
    hits: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    older_prompt: str | None = None  # hash of another wording that a stored reply was given to
    _started: float | None = None

    @property
    def calls_left(self) -> int:
        """How many more requests may leave."""
        return max(0, self.engine.policy.max_calls - self.calls)

    async def reply(self, request: ModelRequest) -> ModelReply:
        """Return the stored reply of a request, else that of a call.

        Raises:
            ProviderError: no reply came within the budget; a refusal is stored as one.
        """
        stored = self.engine.store.get(request.key) if self.reuse else None
        if stored is None:
            return await self._called(request)
        self.hits += 1
        if stored.prompt_hash != self.engine.prompt.raw_hash:
            self.older_prompt = stored.prompt_hash
        if stored.finish_reason == REFUSAL:
            raise RefusalError(stored.text or "the provider refused (stored reply)")
        return ModelReply(stored.text, stored.finish_reason, stored.input_tokens, stored.output_tokens)

    async def _called(self, request: ModelRequest) -> ModelReply:
        failure: ProviderError | None = None
        clock, limiter = self.engine.clock, self.engine.limiter
        self._started = clock.now() if self._started is None else self._started
        for attempt in range(self.calls_left):
            await limiter.admit(request.input_tokens + request.max_output_tokens)
            if self.engine.halt.reason is not None:
                raise failure or StoppedError(self.engine.halt.reason)
            self.calls += 1
            try:
                return await self._kept(request, await self.engine.provider.complete(request))
            except EmptyReplyError:
                return await self._kept(request, ModelReply(""))
            except RefusalError as refused:
                await self._kept(request, ModelReply(str(refused), REFUSAL))
                raise
            except ProviderError as raised:
                failure = raised
            await self._hold_back(request, failure, attempt)
        raise failure or CallsSpentError(_spent(self.engine.policy))

    async def _hold_back(self, request: ModelRequest, failure: ProviderError, attempt: int) -> None:
        """Wait before the next try, or give up with the failure when another try cannot help or fit."""
        policy, clock = self.engine.policy, self.engine.clock
        if not failure.retried or not self.calls_left:
            raise failure
        backoff = min(policy.backoff_seconds * 2**attempt, policy.backoff_most_seconds)
        wait = (failure.retry_after or 0.0) + backoff * (0.5 + jitter(request.key, attempt) / 2)
        if clock.now() + wait - (self._started or 0.0) > policy.budget_seconds:
            raise failure
        if isinstance(failure, RateLimitedError) and failure.retry_after:
            self.engine.limiter.pause(failure.retry_after)
        await clock.sleep(wait)

    async def _kept(self, request: ModelRequest, reply: ModelReply) -> ModelReply:
        """Count a reply and store it, secrets taken out; the same text is what gets parsed."""
        engine = self.engine
        text = engine.redact(reply.text)
        self.input_tokens += reply.input_tokens
        self.output_tokens += reply.output_tokens
        stored = StoredReply(
            text=text,
            finish_reason=reply.finish_reason,
            input_tokens=reply.input_tokens,
            output_tokens=reply.output_tokens,
            model=engine.policy.model,
            kind=request.kind,
            prompt_version=engine.prompt.version,
            prompt_hash=engine.prompt.raw_hash,
        )
        await asyncio.to_thread(engine.store.put, request.key, stored)
        return ModelReply(text, reply.finish_reason, reply.input_tokens, reply.output_tokens)


def _spent(policy: AskPolicy) -> str:
    if not policy.max_calls:
        return "no stored reply, and no call is allowed (max_calls 0)"
    return f"all {policy.max_calls} calls are used; raise extract.max_calls to allow more"

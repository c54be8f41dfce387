"""The extractors `instructor` and `replay`: the engine behind the one interface that stages know."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from core.extract.model.asking import ask
from core.extract.model.calling import CallsSpentError, Engine
from core.extract.model.keys import SCHEMA_VERSION
from core.extract.model.limits import RateLimiter
from core.extract.model.policy import RunPolicy
from core.extract.model.protocol import ModelReply, ModelRequest, Provider
from core.extract.model.running import OnDone, RunSummary, run_chunks
from core.model import ChunkInput, Extraction


class NoProvider:
    """The provider of a replay: there is nobody to ask."""

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Raise that the reply is not stored.

        Raises:
            CallsSpentError: always.
        """
        raise CallsSpentError(f"reply {request.key} is not stored, and a replay asks nobody")

    async def aclose(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class ModelExtractor:
    """Finds facts with a language model; each run of it opens its own connections and closes them.

    ``engine.provider`` is a stand-in: the real one comes from ``connect`` inside the event loop that
    uses it, because connections cannot change loops.
    """

    engine: Engine
    connect: Callable[[], Provider]
    policy: RunPolicy = field(default_factory=RunPolicy)
    name: str = "instructor"

    @property
    def version(self) -> str:
        """Model, prompt and contract: everything that its answers may change with."""
        return f"{self.engine.policy.model}/prompt-{self.engine.prompt.version}/schema-{SCHEMA_VERSION}"

    def extract(self, chunk: ChunkInput) -> Extraction:
        """Return how one chunk ends; for many chunks ``extract_all`` is far faster."""
        return asyncio.run(self._one(chunk))

    def extract_all(self, chunks: Iterable[ChunkInput], on_done: OnDone) -> RunSummary:
        """Ask about many chunks at once; each result goes to ``on_done`` as it comes."""
        return asyncio.run(self._all(chunks, on_done))

    async def _one(self, chunk: ChunkInput) -> Extraction:
        provider = self.connect()
        try:
            return await ask(self._connected(provider), chunk)
        finally:
            await provider.aclose()

    async def _all(self, chunks: Iterable[ChunkInput], on_done: OnDone) -> RunSummary:
        provider = self.connect()
        try:
            return await run_chunks(self._connected(provider), chunks, self.policy, on_done)
        finally:
            await provider.aclose()

    def _connected(self, provider: Provider) -> Engine:
        limiter = RateLimiter(self.engine.clock, self.policy.requests_per_minute, self.policy.tokens_per_minute)
        return replace(self.engine, provider=provider, limiter=limiter)


def replaying(engine: Engine) -> ModelExtractor:
    """Return the extractor that answers from stored replies alone, for tests and evaluation offline."""
    silent = replace(engine, policy=replace(engine.policy, max_calls=0), provider=NoProvider())
    return ModelExtractor(silent, NoProvider, name="replay")

"""How a run reaches its model: provider, key, clock, stored replies and prices, put together once."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assets.context import Model
from core.adapters.clock import RunningClock
from core.adapters.providers import provider_row
from core.adapters.redaction import redactor
from core.deciding.model.decider import ModelDecider
from core.errors import SettingsError
from core.extract.model.calling import Engine
from core.extract.model.extractor import NoProvider
from core.extract.model.limits import RateLimiter
from core.extract.model.protocol import ModelReply, ModelRequest, Provider
from core.lake.batches import LakeBatches
from core.lake.replies import LakeReplies
from core.planning.batch_service import BatchService
from core.planning.batch_shards import BatchLimits
from core.planning.batching import Batching
from core.planning.canaries import canaries_from
from core.planning.prices import Prices, prices_from
from core.settings import Settings, changed
from core.stages.model_extractor import REPLAY, ModelExtraction

Connect = Callable[[], Provider]


@dataclass
class LateProvider:
    """A provider that is connected with the first call, so that a run that asks nothing needs no key."""

    connect: Connect
    provider: Provider | None = None

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Connect if need be, and ask.

        Raises:
            SettingsError: there is no way to connect; the message says which setting to mend.
            ProviderError: no usable reply came.
        """
        if self.provider is None:
            self.provider = self.connect()
        return await self.provider.complete(request)

    async def aclose(self) -> None:
        """Close what was opened."""
        if self.provider is not None:
            await self.provider.aclose()
            self.provider = None


def key_variable(settings: Settings) -> str:
    """Return the name of the environment variable that holds the key; empty when none is needed.

    Raises:
        SettingsError: the model names no known provider.
    """
    row, _ = provider_row(settings.extract.model)
    return settings.calls.api_key_env or row.key_variable


def api_key(settings: Settings, environment: Mapping[str, str]) -> str:
    """Return the key that the environment holds, or an empty string."""
    return environment.get(key_variable(settings), "") if key_variable(settings) else ""


def prices_of(settings: Settings) -> Prices:
    """Return the price table that the settings name.

    Raises:
        SettingsError: it cannot be read.
    """
    return prices_from(Path(settings.calls.prices) if settings.calls.prices else None)


def model_of(
    settings: Settings,
    lake: Path,
    extractor: ModelExtraction,
    max_cost: float | None = None,
    connect: Connect | None = None,
) -> Model:
    """Return the way to the model of an extractor. Nothing is sent, and no key is needed yet.

    Args:
        settings: what to ask, and how.
        lake: where replies are kept.
        extractor: what is asked.
        max_cost: where the run stops, in the currency of the prices.
        connect: makes the provider; None is the one that the settings name.

    Raises:
        SettingsError: unknown provider, unreadable prices or canaries, or a limit for a model without a price.
    """
    key, prices = api_key(settings, os.environ), prices_of(settings)
    if max_cost is not None and prices.of(settings.extract.model) is None:
        raise SettingsError(
            f"max_cost: no price of {settings.extract.model} is known ({prices.source}), so the run could not stop. "
            "Name its price in a file and the file as calls.prices."
        )
    if extractor.name == REPLAY:
        connect = NoProvider
    provider = LateProvider(connect or (lambda: _connected(settings, key)))

    def engine() -> Engine:
        clock = RunningClock()
        return Engine(
            policy=extractor.ask,
            provider=provider,
            store=LakeReplies(lake, [key]),
            clock=clock,
            limiter=RateLimiter(clock, extractor.run.requests_per_minute, extractor.run.tokens_per_minute),
            prompt=extractor.prompt,
            price=prices.cost,
            redact=redactor([key]),
        )

    if extractor.name == REPLAY:
        return Model(engine, (), max_cost, prices.currency)
    batching = batching_of(settings, lake, key)
    return Model(engine, canaries_from(settings.calls.canaries), max_cost, prices.currency, batching)


def batching_of(settings: Settings, lake: Path, key: str) -> Batching:
    """Return the batches of a lake at the provider that the settings name. Nothing is sent yet.

    Raises:
        SettingsError: the model names no known provider.
    """
    extract, calls = settings.extract, settings.calls
    row, _ = provider_row(extract.model)

    def connect() -> BatchService:
        _check_key(settings, key)
        from core.adapters.batches import batch_service  # loads the SDKs: only when something is asked

        return batch_service(extract.model, key, extract.base_url, extract.mode, calls.timeout_seconds)

    return Batching(
        LakeBatches(lake),
        where=f"{extract.model.partition('/')[0]} at {extract.base_url or row.base_url}",
        connect=connect,
        now=lambda: datetime.now(UTC),
        limits=BatchLimits(calls.batch_requests, int(calls.batch_megabytes * 1_000_000), calls.batch_hours),
    )


def _check_key(settings: Settings, key: str) -> None:
    variable = key_variable(settings)
    if variable and not key and not settings.extract.base_url:  # a server of one's own may want none
        raise SettingsError(
            f"{variable}: is not set, and {settings.extract.model} needs a key. Set it in the environment of this run, "
            "or name another variable as calls.api_key_env."
        )


def deciding_model_of(
    settings: Settings,
    lake: Path,
    decider: ModelDecider,
    max_cost: float | None = None,
    connect: Connect | None = None,
) -> Model:
    """Return the way to the model of a decider, by the same address, key and limits as an extractor's; see above.

    Raises:
        SettingsError: unknown provider, unreadable prices, or a limit for a model without a price.
    """
    own = changed(settings, {"extract.model": decider.ask.model})
    asking = ModelExtraction(decider.name, decider.ask, decider.run, decider.prompt)
    return model_of(own, lake, asking, max_cost, connect)


def _connected(settings: Settings, key: str) -> Provider:
    _check_key(settings, key)
    from core.adapters.instructing import InstructorProvider  # loads the SDKs: only when something is asked

    return InstructorProvider(settings.extract.model, key, settings.extract.base_url, settings.extract.mode)

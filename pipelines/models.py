"""How a run reaches its model: provider, key, clock, stored replies and prices, put together once."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from assets.context import Model
from core.adapters.clock import RunningClock
from core.adapters.providers import provider_row
from core.adapters.redaction import redactor
from core.errors import SettingsError
from core.extract.model.calling import Engine
from core.extract.model.extractor import NoProvider
from core.extract.model.limits import RateLimiter
from core.extract.model.protocol import ModelReply, ModelRequest, Provider
from core.lake.replies import LakeReplies
from core.planning.canaries import canaries_from
from core.planning.prices import Prices, prices_from
from core.settings import Settings
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

    canaries = () if extractor.name == REPLAY else canaries_from(settings.calls.canaries)
    return Model(engine, canaries, max_cost, prices.currency)


def _connected(settings: Settings, key: str) -> Provider:
    variable = key_variable(settings)
    if variable and not key and not settings.extract.base_url:  # a server of one's own may want none
        raise SettingsError(
            f"{variable}: is not set, and {settings.extract.model} needs a key. Set it in the environment of this run, "
            "or name another variable as calls.api_key_env."
        )
    from core.adapters.instructing import InstructorProvider  # loads the SDKs: only when something is asked

    return InstructorProvider(settings.extract.model, key, settings.extract.base_url, settings.extract.mode)

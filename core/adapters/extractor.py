"""The extractors that use a model, put together: provider, clock, redaction and engine."""

from collections.abc import Callable
from functools import partial

from core.adapters.clock import RunningClock
from core.adapters.providers import provider_row
from core.adapters.redaction import redactor
from core.extract.model.calling import Engine, Price
from core.extract.model.extractor import ModelExtractor, NoProvider, replaying
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.store import ReplyStore


def instructor_extractor(
    policy: AskPolicy,
    run: RunPolicy,
    store: ReplyStore,
    price: Price,
    key: Callable[[str], str],
    base_url: str = "",
) -> ModelExtractor:
    """Return the `instructor` extractor; nothing is sent before it is used.

    Args:
        policy: what one chunk may cost.
        run: how many chunks at once, and when to stop.
        store: where replies are kept.
        price: what tokens cost.
        key: gives the value of an environment variable, or an empty text; the caller reads it.
        base_url: instead of the provider's own address.

    Raises:
        SettingsError: an unknown provider or mode, a missing address or SDK.
    """
    from core.adapters.instructing import InstructorProvider  # SDKs take seconds to load: only for who uses them

    row, _ = provider_row(policy.model)
    secret = key(row.key_variable) if row.key_variable else ""
    connect = partial(InstructorProvider, policy.model, secret, base_url, policy.mode)
    connect()  # a wrong setting shows now, not after the first chunk
    engine = Engine(policy, NoProvider(), store, RunningClock(), price=price, redact=redactor([secret]))
    return ModelExtractor(engine, connect, run)


def replay_extractor(policy: AskPolicy, store: ReplyStore) -> ModelExtractor:
    """Return the `replay` extractor: the same engine over stored replies, with nobody to ask."""
    return replaying(Engine(policy, NoProvider(), store, RunningClock()))

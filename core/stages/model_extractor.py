"""The extractors that ask a model: what they are called, what they would ask, and how the settings bind them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.errors import SettingsError
from core.extract.model.keys import SCHEMA_VERSION
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.prompt import Prompt, load_prompt
from core.extract.model.protocol import ModelRequest
from core.extract.model.requests import requests_of
from core.extract.model.shown import has_source
from core.ids import content_id
from core.model import ChunkInput
from core.settings import Settings

REPLAY = "replay"


@dataclass(frozen=True, slots=True)
class ModelExtraction:
    """Extraction by a model, or by its stored replies alone: what would be asked and how; no connection."""

    name: str
    ask: AskPolicy
    run: RunPolicy = field(default_factory=RunPolicy)
    prompt: Prompt = field(default_factory=load_prompt)

    @property
    def version(self) -> str:
        """All that its answers depend on, as ``name=value`` pairs; see ``parts_of``."""
        parts = {
            "model": self.ask.model,
            "prompt": self.prompt.version,
            "schema": SCHEMA_VERSION,
            **self.ask.parameters,
            "context_tokens": self.ask.context_tokens,
        }
        return " ".join(f"{name}={value}" for name, value in parts.items())

    def requests(self, chunk: ChunkInput) -> list[ModelRequest]:
        """Return the first questions that a chunk comes to; none when nothing in it may give a fact."""
        return requests_of(chunk, self.ask, self.prompt) if has_source(chunk) else []

    def reply_key(self, requests: Sequence[ModelRequest]) -> str | None:
        """Return the key under which a chunk's answer is known: its question's, or one over those of its pieces."""
        if not requests:
            return None
        keys = [request.key for request in requests]
        return keys[0] if len(keys) == 1 else content_id("rpl_", *keys)


def parts_of(version: str) -> dict[str, str]:
    """Return the ``name=value`` pairs of an extractor's version; of another kind of version, none."""
    return dict(part.split("=", 1) for part in version.split(" ") if "=" in part)


def model_extractor(name: str, settings: Settings) -> ModelExtraction:
    """Return the extractor that asks the model of the settings; ``replay`` makes no call.

    Raises:
        SettingsError: the settings name no model, or numbers that cannot go together.
    """
    extract, calls = settings.extract, settings.calls
    if not extract.model:
        raise SettingsError(
            f"extract.model: extractor {name!r} needs a model. Name it as provider/model, such as openai/gpt-4.1-mini."
        )
    ask = AskPolicy(
        model=extract.model,
        mode=extract.mode,
        max_calls=extract.max_calls,
        max_output_tokens=extract.max_output_tokens,
        context_tokens=extract.context_tokens,
        temperature=None if extract.temperature == "model" else extract.temperature,
        timeout_seconds=calls.timeout_seconds,
        budget_seconds=calls.budget_seconds,
        fallback=extract.fallback,
    )
    run = RunPolicy(
        concurrency=calls.concurrency,
        requests_per_minute=calls.requests_per_minute or None,
        tokens_per_minute=calls.tokens_per_minute or None,
        breaker_window=calls.breaker_window,
        breaker_rate=calls.breaker_rate,
        canary_least=calls.canary_least,
    )
    return ModelExtraction(name, replace(ask, max_calls=0) if name == REPLAY else ask, run)

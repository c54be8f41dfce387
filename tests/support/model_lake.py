"""A lake whose extractor asks a model that a test scripts."""

from pathlib import Path
from typing import Any

from good_replies import reply_about as reply_about
from good_replies import source_of as source_of
from scripted_server import ScriptedProvider
from tiny_lake import markdown

from assets.context import Batch
from core.extract.model.protocol import ModelRequest
from core.settings import Settings, load_settings
from pipelines.resources import batch_of

MODEL = "openai/gpt-4.1-mini"
# Settings that only a model feels; each has its test in tests/assets/test_model_settings.py.
MODEL_KNOBS = {
    *(f"extract.{name}" for name in ("model", "base_url", "mode", "temperature", "max_output_tokens")),
    *(f"extract.{name}" for name in ("context_tokens", "max_calls", "fallback")),
    *(f"calls.{name}" for name in ("api_key_env", "concurrency", "requests_per_minute", "tokens_per_minute")),
    *(f"calls.{name}" for name in ("timeout_seconds", "budget_seconds", "breaker_rate", "breaker_window")),
    *(f"calls.{name}" for name in ("canaries", "canary_least", "prices")),
    *(f"calls.{name}" for name in ("batch", "batch_requests", "batch_megabytes", "batch_hours")),
}


def model_settings(**overrides: Any) -> Settings:
    """Settings that ask a model; ``extract__max_calls=1`` sets ``extract.max_calls``."""
    tree: dict[str, dict[str, Any]] = {"extract": {"extractor": "instructor", "model": MODEL}}
    for name, value in overrides.items():
        group, _, key = name.partition("__")
        tree.setdefault(group, {})[key] = value
    return load_settings("default", tree)


def many(count: int, day: str = "2026-02-01", lines: int = 1) -> dict[str, str]:
    """A corpus of short reports, one chunk each, no two alike."""
    return {
        f"hosts/{day}/h{number:04}.md": markdown(
            day, f"# Host {number:04}", "", *(f"Host h{number:04} runs PostgreSQL {n}." for n in range(10, 10 + lines))
        )
        for number in range(count)
    }


def answer(request: ModelRequest) -> str:
    """Answer a request well."""
    return reply_about(request.messages[1].content)


def good_provider() -> ScriptedProvider:
    """A provider that answers everything well and keeps what it was asked."""
    return ScriptedProvider(answer=answer)


def model_batch(
    reports: Path, lake: Path, provider: Any, settings: Settings | None = None, max_cost: float | None = None
) -> Batch:
    """A batch that asks a provider of the test's own."""
    chosen = settings or model_settings()
    return batch_of(reports, lake, chosen, "test-run", max_cost=max_cost, connect=lambda: provider)

"""Which language models can be asked: one row for each provider.

A model is written ``provider/model``. Reading this table loads no SDK.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import SettingsError

MODES = ("json", "json_schema", "md_json", "tools")  # how Instructor shows the contract to a model


@dataclass(frozen=True, slots=True)
class ProviderRow:
    """One provider.

    ``sdk`` is the client library that speaks its API: openai or anthropic. ``base_url`` empty: the
    caller must give one. ``key_variable`` names the environment variable that the caller reads the
    key from; empty when the server wants none.
    """

    sdk: str
    base_url: str
    key_variable: str = ""
    output_limit: str = "max_tokens"  # what the API calls the budget of the reply
    has_temperature: bool = True  # whether the SDK knows the parameter


PROVIDERS: Mapping[str, ProviderRow] = {
    "openai": ProviderRow("openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "max_completion_tokens"),
    "anthropic": ProviderRow("anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY", has_temperature=False),
    "ollama": ProviderRow("openai", "http://localhost:11434/v1"),
    "llamacpp": ProviderRow("openai", "http://localhost:8080/v1"),
    "vllm": ProviderRow("openai", "http://localhost:8000/v1"),
    "mistral": ProviderRow("openai", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
    "groq": ProviderRow("openai", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
    "deepseek": ProviderRow("openai", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
    "openrouter": ProviderRow("openai", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "compatible": ProviderRow("openai", "", "FACTLEDGER_API_KEY"),
}


def provider_row(model: str) -> tuple[ProviderRow, str]:
    """Return the row of a ``provider/model`` and the model's own name.

    Raises:
        SettingsError: no such provider, or no model.
    """
    name, _, own = model.partition("/")
    if name not in PROVIDERS or not own:
        known = ", ".join(sorted(PROVIDERS))
        raise SettingsError(f"extract.model: {model!r} is not provider/model with a provider of {known}.")
    return PROVIDERS[name], own

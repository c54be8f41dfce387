"""Choices of the engine as frozen values: what one chunk may cost, and what a run may."""

from dataclasses import dataclass, field

from core.errors import SettingsError
from core.extract.model.parsing import (
    ARRAY,
    FLATTENED,
    FORMS,
    MENDED,
    NESTED,
    NONE,
    RENAMED,
    STRINGS,
    THOUGHT,
)

FALLBACKS = ("none", "head500", "raw")
EVERY_OTHER_FORM = frozenset({ARRAY, STRINGS, RENAMED, FLATTENED, NESTED, MENDED, THOUGHT, NONE})


@dataclass(frozen=True, slots=True)
class AskPolicy:
    """How one chunk is asked about.

    ``max_calls`` counts every request that leaves the machine for one piece of text: first, repair,
    continuation, and each retry after a failure. Nothing multiplies it.
    """

    model: str  # provider/model
    mode: str = "json"  # how the contract is shown: json | json_schema | md_json | tools
    max_calls: int = 3
    max_output_tokens: int = 2_500
    context_tokens: int = 16_384  # prompt, source and reply together
    temperature: float | None = 0.0  # None leaves it to the model; some accept nothing else
    timeout_seconds: float = 120.0
    budget_seconds: float = 300.0  # for one piece: calls and waits between them
    backoff_seconds: float = 1.0  # before the first retry; doubled each time
    backoff_most_seconds: float = 60.0
    least_piece_chars: int = 400  # a piece is not split below this
    repair_forms: frozenset[str] = EVERY_OTHER_FORM  # forms that the one repair call is spent on
    repair_items: bool = True  # whether it is spent on single bad items of a good reply
    fallback: str = "none"  # none | head500 | raw
    ask_failed_again: bool = True  # whether stored replies that led to a failure are asked anew

    def __post_init__(self) -> None:
        """Refuse what cannot be meant.

        Raises:
            SettingsError: a value out of its range, named.
        """
        wanted = {
            "model must be provider/model": "/" in self.model.strip("/"),
            "max_calls must be 0 (stored replies alone) or more": self.max_calls >= 0,
            "max_output_tokens must be at least 16": self.max_output_tokens >= 16,
            "context_tokens must exceed max_output_tokens": self.context_tokens > self.max_output_tokens,
            f"fallback must be one of {', '.join(FALLBACKS)}": self.fallback in FALLBACKS,
            f"repair_forms must be among {', '.join(FORMS)}": self.repair_forms <= set(FORMS),
            "timeout_seconds and budget_seconds must be above 0": self.timeout_seconds > 0 and self.budget_seconds > 0,
            "least_piece_chars must be at least 16": self.least_piece_chars >= 16,
        }
        wrong = [rule for rule, kept in wanted.items() if not kept]
        if wrong:
            raise SettingsError(f"extract.model: {'; '.join(wrong)}.")

    @property
    def parameters(self) -> dict[str, object]:
        """What of the policy a reply depends on; part of its key."""
        return {"temperature": self.temperature, "max_output_tokens": self.max_output_tokens, "mode": self.mode}


@dataclass(frozen=True, slots=True)
class RunPolicy:
    """How many chunks are asked about at once, and when a run stops.

    The breaker looks at the last ``breaker_window`` chunks that were really asked about.
    """

    concurrency: int = 8
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    breaker_window: int = 20
    breaker_rate: float = 0.5  # of failed chunks in a full window; above it the run stops
    max_cost: float | None = None
    canaries: bool = False  # planted reports first
    canary_least: float = field(default=0.8)  # share of the planted facts that must be found

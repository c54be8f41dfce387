"""All numbers and choices of a run: one frozen tree. Unknown keys are refused with the nearest known one."""

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import SettingsError


class _Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class IntakeSettings(_Group):
    """What is read."""

    max_bytes: int = Field(default=50_000_000, ge=1, description="A larger file is quarantined (bytes).")
    context_tags: tuple[str, ...] = Field(
        default=("relevant-memories",), description="Tags whose content is injected memory, never evidence."
    )


class ChunkSettings(_Group):
    """How reports are cut."""

    max_chars: int = Field(default=3_000, ge=200, description="Target and limit of a chunk (code points).")


class ExtractSettings(_Group):
    """How facts are found."""

    extractor: str = Field(
        default="extractive",
        description="extractive (no model), instructor (asks the model) or replay (stored replies alone).",
    )
    parser: str = Field(
        default="none",
        pattern="^(none|spacy)$",
        description="What helps the extractive extractor to part English sentences: patterns alone, or spaCy too.",
    )
    model: str = Field(
        default="",
        pattern=r"^$|^[a-z][a-z0-9_-]*/\S+$",
        description="provider/model, such as openai/gpt-4.1-mini or ollama/qwen3:8b. Other weights need another name.",
    )
    base_url: str = Field(
        default="",
        pattern=r"^$|^https?://[^\s@]+$",
        description="Address of an OpenAI-compatible server (llama.cpp, vLLM); empty: the provider's own.",
    )
    mode: str = Field(
        default="json",
        pattern="^(json|json_schema|md_json|tools)$",
        description="How the provider is told the contract: by JSON mode, a JSON schema, in words alone, or as a tool.",
    )
    temperature: Annotated[float, Field(ge=0, le=2)] | Literal["model"] = Field(
        default=0.0, description="0 gives the steadiest answers; model leaves it to a model that accepts no other."
    )
    max_output_tokens: int = Field(default=2_500, ge=16, description="Most tokens of one reply; the rest is asked for.")
    context_tokens: int = Field(
        default=16_384, ge=64, description="What the model reads and writes in one call; a larger chunk is split."
    )
    max_calls: int = Field(
        default=3, ge=1, le=20, description="Most calls for one chunk: first, retries, repair and continuations."
    )
    fallback: str = Field(
        default="none",
        pattern="^(none|head500|raw)$",
        description="What is kept of a chunk that failed: nothing, its first 500 characters, or all of it.",
    )
    unsupported: Literal["drop", "keep"] = Field(
        default="drop",
        description="A model's fact whose quote, numbers, names, dates or negation the text does not hold: "
        "drop, or keep with evidence `unresolved`.",
    )
    include_assistant: bool = Field(default=False, description="Whether assistant messages may give facts.")
    max_facts_per_chunk: int = Field(
        default=200, ge=1, description="Facts over this are dropped as `cap`, least important first."
    )


class CallSettings(_Group):
    """How a model is asked: pace, patience, money. Nothing here changes what the answers are."""

    api_key_env: str = Field(
        default="",
        pattern=r"^$|^[A-Za-z_][A-Za-z0-9_]*$",
        description="NAME of the environment variable that holds the key; empty: the provider's usual one.",
    )
    concurrency: int = Field(default=8, ge=1, le=1_000, description="Most calls at the same time.")
    requests_per_minute: int = Field(default=0, ge=0, description="Most calls begun in a minute; 0: no limit.")
    tokens_per_minute: int = Field(default=0, ge=0, description="Most tokens asked for in a minute; 0: no limit.")
    timeout_seconds: float = Field(default=120.0, gt=0, description="Longest wait for one reply.")
    budget_seconds: float = Field(
        default=300.0, gt=0, description="Longest time for one chunk: calls, and the waits between them."
    )
    breaker_rate: float = Field(
        default=0.5, gt=0, le=1, description="Above this share of failures among the last chunks the run stops asking."
    )
    breaker_window: int = Field(default=20, ge=1, description="How many chunks that share is taken over.")
    outage_retries: int = Field(
        default=3,
        ge=0,
        description="How often a run that nobody watches asks again what a provider that is down left open.",
    )
    outage_seconds: float = Field(
        default=60.0, gt=0, description="Longest wait before the first of these times; doubled for each further one."
    )
    canaries: str = Field(
        default="", description="Reports with planted facts, asked first: a TOML file, or own for ours; empty: none."
    )
    canary_least: float = Field(
        default=0.8, ge=0, le=1, description="Least share of the facts planted in the canaries that must be found."
    )
    prices: str = Field(default="", description="TOML file of token prices; empty: the built-in table.")
    batch: Literal["off", "provider"] = Field(
        default="off",
        description="provider: hand open questions in as batches at half price, instead of asking.",
    )
    batch_requests: int = Field(
        default=50_000,
        ge=1,
        le=50_000,
        description="Most questions of one batch; OpenAI takes no more than 50,000.",
    )
    batch_megabytes: float = Field(
        default=200.0, gt=0, le=200, description="Largest batch file (million bytes); OpenAI takes 200."
    )
    batch_hours: float = Field(
        default=30.0, gt=0, description="A batch that takes longer is cancelled, and what it left is open again."
    )


class FilterSettings(_Group):
    """What is kept."""

    min_importance: int = Field(default=1, ge=1, le=10, description="Facts below are dropped as `importance`.")


class ReconcileSettings(_Group):
    """How facts meet notes."""

    decider: str = Field(
        default="rules", description="rules (no model), instructor (asks the model) or replay (stored replies alone)."
    )
    model: str = Field(
        default="",
        pattern=r"^$|^[a-z][a-z0-9_-]*/\S+$",
        description="provider/model of the decider, with the key, address and mode of extract; empty: extract.model.",
    )
    questions_per_call: int = Field(
        default=8, ge=1, le=20, description="Most facts decided in one call to a model; no two share a note."
    )
    least_score: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description="A model is shown no note of a lower score, unless it is on the fact's own subject.",
    )
    on_failure: str = Field(
        default="add",
        pattern="^(add|stop)$",
        description="When no answer comes: add the fact until one does, or stop with nothing committed.",
    )
    nearest: int = Field(default=3, ge=1, le=20, description="Nearest current notes offered to the decider.")
    retire_share: float = Field(
        default=0.05,
        ge=0,
        le=1,
        description="A run that would retire more of a domain's current notes is held for a person; 1: never.",
    )
    retire_least: int = Field(default=3, ge=0, description="So many retirements in a domain are never held.")


class CheckSettings(_Group):
    """When a run that went through is not in order."""

    failed_share: float = Field(
        default=0.0, ge=0, le=1, description="The check of extraction fails above this share of failed chunks."
    )
    failed_severity: Literal["warn", "error"] = Field(
        default="warn", description="What a failed check of extraction is; error stops the run before the ledger."
    )
    # Over the sample corpus a chunk that gives facts holds 1.2 such marks a fact in English documents, 0.8 in Chinese
    # ones, 2.0 and 1.5 in transcripts (medians), and none holds more than 5: 6 without a fact are out of line.
    dense_marks: int = Field(
        default=6, ge=1, description="Names, numbers and dates from which a chunk without a fact is warned of."
    )
    drift_days: int = Field(
        default=14, ge=3, description="Days before a day that say what share of the facts the filter usually drops."
    )
    drift_share: float = Field(
        default=0.25, ge=0, le=1, description="A day is warned of when its dropped share lies further from theirs."
    )


class KeepSettings(_Group):
    """How long the maintenance job leaves what can be made again, or what nobody reads any more."""

    run_pages_days: int = Field(
        default=90, ge=0, description="Pages of runs are deleted when they are older (days); 0: never."
    )
    run_logs_days: int = Field(
        default=30,
        ge=0,
        description="What ended Dagster runs of this code location printed is deleted when older (days); 0: never.",
    )


class Settings(_Group):
    """The whole tree."""

    profile: str = "default"
    intake: IntakeSettings = IntakeSettings()
    chunk: ChunkSettings = ChunkSettings()
    extract: ExtractSettings = ExtractSettings()
    calls: CallSettings = CallSettings()
    filter: FilterSettings = FilterSettings()
    reconcile: ReconcileSettings = ReconcileSettings()
    checks: CheckSettings = CheckSettings()
    keep: KeepSettings = KeepSettings()


# A profile is data: what it says differently from the default. Sources: the numbers of the two
# pipelines whose promises the profiles keep (chunks of 3,000 characters, ten facts a chunk,
# importance of at least 3; the conversation pipeline caps a batch at 50 facts).
PROFILES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "default": {},
    "two-phase": {
        "chunk": {"max_chars": 3_000},
        "extract": {"max_facts_per_chunk": 10, "fallback": "head500"},
        "filter": {"min_importance": 3},
    },
    "conversation": {
        "extract": {"max_facts_per_chunk": 50, "include_assistant": False},
        "filter": {"min_importance": 1},
        "reconcile": {"on_failure": "stop"},
    },
}


# Where people paste a key or a password by mistake: a wrong value is not repeated in the message.
_NEVER_SHOWN = ("api_key_env", "base_url")


def load_settings(profile: str = "default", overrides: Mapping[str, Any] | None = None) -> Settings:
    """Return the settings of a profile with overrides (group → key → value) on top.

    Raises:
        SettingsError: an unknown profile or key (the message names the nearest known one), or a bad value.
    """
    if profile not in PROFILES:
        raise SettingsError(f"profile: {profile!r} is unknown; {_nearest(profile, PROFILES)}")
    merged: dict[str, Any] = {group: dict(values) for group, values in PROFILES[profile].items()}
    for group, values in (overrides or {}).items():
        if group == "profile":
            continue
        if not isinstance(values, Mapping):
            raise SettingsError(f"settings: {group} must be a table of keys; {_nearest(group, Settings.model_fields)}")
        merged[group] = {**merged.get(group, {}), **values}
    return _validated({"profile": profile, **merged})


def _validated(tree: Mapping[str, Any]) -> Settings:
    try:
        return Settings.model_validate(tree)
    except ValidationError as error:
        raise SettingsError("settings: " + "; ".join(_explain(problem) for problem in error.errors())) from error


def changed(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Return settings with some values ("group.key" → value) on top; an empty string changes nothing.

    Raises:
        SettingsError: an unknown key or a bad value.
    """
    tree = settings.model_dump()
    for name, value in values.items():
        group, _, key = name.partition(".")
        if value != "":
            tree.setdefault(group, {})[key] = value
    return _validated(tree)


def load_settings_file(path: Path, profile: str | None = None) -> Settings:
    """Return the settings that a TOML file describes; ``profile`` overrides the file's own.

    Raises:
        SettingsError: the file is missing, is no TOML, or says something unknown.
    """
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{path}: cannot be read as TOML ({error}). Fix the file or leave --settings out."
        ) from error
    return load_settings(profile or str(content.get("profile", "default")), content)


def _explain(problem: Mapping[str, Any]) -> str:
    where = ".".join(str(part) for part in problem["loc"])
    if problem["type"] != "extra_forbidden":
        found = "" if problem["loc"][-1] in _NEVER_SHOWN else f" (found {problem.get('input')!r})"
        return f"{where}: {problem['msg']}{found}"
    *groups, key = problem["loc"]
    model: Any = Settings
    for group in groups:
        model = model.model_fields[group].annotation
    return f"{where} is unknown; {_nearest(str(key), model.model_fields)}"


def _nearest(word: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean {close[0]!r}?" if close else f"known: {', '.join(sorted(known))}."

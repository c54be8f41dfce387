"""Plain objects out of configuration: the only place that reads the environment and the clock."""

import os
import uuid
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
from pydantic import Field

from assets.context import Batch
from core.deciding.model.decider import ModelDecider
from core.lake.lake import Lake
from core.registry import any_extractor_of, rules_of
from core.settings import Settings, changed, load_settings, load_settings_file
from core.stages.model_extractor import ModelExtraction
from pipelines.models import Connect, deciding_model_of, model_of

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_REPORTS = ROOT / "data" / "reports"
DEFAULT_LAKE = ROOT / "data" / "lake"


def now() -> datetime:
    """Return the present instant, in UTC."""
    return datetime.now(UTC)


def settings_from(path: str, profile: str) -> Settings:
    """Return the settings of a TOML file, or of a profile when no file is named.

    Raises:
        SettingsError: something in them is unknown or wrong.
    """
    return load_settings_file(Path(path), profile or None) if path else load_settings(profile or "default")


def batch_of(
    reports: Path,
    lake: Path,
    settings: Settings,
    run_id: str | None = None,
    max_cost: float | None = None,
    connect: Connect | None = None,
) -> Batch:
    """Return a batch over a corpus and a lake.

    Args:
        reports: the corpus.
        lake: the lake; made when absent.
        settings: how to work.
        run_id: what the decision log calls the run; None makes one up.
        max_cost: where the run stops asking a model; None is nowhere.
        connect: makes the provider of a model; None is the one that the settings name.

    Raises:
        SettingsError: the settings name an extractor or decider that does not exist, or a model that cannot be asked.
    """
    extractor = any_extractor_of(settings)
    model = None
    if isinstance(extractor, ModelExtraction):
        model = model_of(settings, lake, extractor, max_cost, connect)
    rules, deciding = rules_of(settings), None
    if isinstance(rules.decider, ModelDecider):
        deciding = deciding_model_of(settings, lake, rules.decider, max_cost, connect)
    return Batch(
        reports=reports,
        lake=Lake(lake),
        settings=settings,
        extractor=extractor,
        rules=rules,
        now=now,
        run_id=run_id or str(uuid.uuid4()),
        model=model,
        deciding=deciding,
    )


class BatchResource(dg.ConfigurableResource[Batch]):
    """Where the reports and the lake are, and by which settings they are worked on."""

    reports: str = Field(
        default_factory=lambda: os.environ.get("FACTLEDGER_REPORTS", str(DEFAULT_REPORTS)),
        description="Folder of reports.",
    )
    lake: str = Field(
        default_factory=lambda: os.environ.get("FACTLEDGER_LAKE", str(DEFAULT_LAKE)),
        description="Folder of the lake; made when absent.",
    )
    settings_file: str = Field(
        default_factory=lambda: os.environ.get("FACTLEDGER_SETTINGS", ""),
        description="TOML file of settings; empty: the profile's.",
    )
    profile: str = Field(default="", description="default, two-phase or conversation; empty: the file's, or default.")
    extractor: str = Field(default="", description="extractive, instructor or replay; empty: the settings' own.")
    decider: str = Field(default="", description="rules, instructor or replay; empty: the settings' own.")
    model: str = Field(default="", description="provider/model of the extractor; empty: the settings' own.")
    base_url: str = Field(default="", description="Address of an OpenAI-compatible server; empty: the settings' own.")
    api_key_env: str = Field(
        default="", description="NAME of the variable that holds the key, never the key; empty: the settings' own."
    )
    max_cost: float = Field(default=0.0, ge=0, description="Stop asking the model at this cost; 0: no limit.")

    def create_resource(self, context: dg.InitResourceContext) -> Batch:
        """Return the plain batch that assets work with."""
        settings = changed(
            settings_from(self.settings_file, self.profile),
            {
                "extract.extractor": self.extractor,
                "reconcile.decider": self.decider,
                "extract.model": self.model,
                "extract.base_url": self.base_url,
                "calls.api_key_env": self.api_key_env,
            },
        )
        batch = batch_of(Path(self.reports), Path(self.lake), settings, context.run_id, self.max_cost or None)
        batch.is_patient = True
        return batch

"""Plain objects out of configuration: the only place that reads the environment and the clock."""

import os
import uuid
from datetime import UTC, datetime
from pathlib import Path

import dagster as dg
from pydantic import Field

from assets.context import Batch
from core.lake.lake import Lake
from core.registry import extractor_of, rules_of
from core.settings import Settings, load_settings, load_settings_file

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


def batch_of(reports: Path, lake: Path, settings: Settings, run_id: str | None = None) -> Batch:
    """Return a batch over a corpus and a lake.

    Raises:
        SettingsError: the settings name an extractor or decider that does not exist.
    """
    return Batch(
        reports=reports,
        lake=Lake(lake),
        settings=settings,
        extractor=extractor_of(settings),
        rules=rules_of(settings),
        now=now,
        run_id=run_id or str(uuid.uuid4()),
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

    def create_resource(self, context: dg.InitResourceContext) -> Batch:
        """Return the plain batch that assets work with."""
        settings = settings_from(self.settings_file, self.profile)
        return batch_of(Path(self.reports), Path(self.lake), settings, context.run_id)

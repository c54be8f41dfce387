"""What the commands about models take: options, and what they stand for."""

from pathlib import Path
from typing import Annotated

import typer

from core.errors import FactledgerError
from core.settings import Settings

ReportsOption = Annotated[
    Path | None, typer.Option(help="Folder of reports (default: FACTLEDGER_REPORTS or data/reports).")
]
LakeOption = Annotated[Path | None, typer.Option(help="Folder of the lake (default: FACTLEDGER_LAKE or data/lake).")]
ProfileOption = Annotated[str, typer.Option(help="default, two-phase or conversation.")]
SettingsOption = Annotated[Path | None, typer.Option("--settings", help="TOML file of settings.")]
FirstOption = Annotated[str, typer.Option("--from", help="First day, inclusive (YYYY-MM-DD).")]
LastOption = Annotated[str, typer.Option("--to", help="Last day, inclusive (YYYY-MM-DD).")]
FileArgument = Annotated[Path, typer.Argument(help="A file of JSON Lines.")]


def settings_of(file: Path | None, profile: str) -> Settings:
    """Return the settings that a command's options name."""
    from pipelines.resources import settings_from

    return settings_from(str(file or ""), profile)


def places_of(reports: Path | None, lake: Path | None) -> tuple[Path, Path]:
    """Return the folders of reports and lake that a command's options name, or the defaults."""
    from pipelines.running import DEFAULT_LAKE, DEFAULT_REPORTS

    return reports or DEFAULT_REPORTS, lake or DEFAULT_LAKE


def named_model(chosen: Settings) -> str:
    """Return the model of the settings.

    Raises:
        FactledgerError: they name none.
    """
    if not chosen.extract.model:
        raise FactledgerError(
            "extract.model: no model is named. Name extractor and model in a file and the file with --settings."
        )
    return chosen.extract.model


def shown(text: str) -> str:
    """Return text that does nothing to a terminal but show itself."""
    from pipelines.render import plain

    return plain(text)

"""Canary reports from a person's own file: the same form as the ones that the package carries."""

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import SettingsError
from core.extract.model.canaries import Canary, own_canaries

OWN = "own"


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    language: str
    title: str = ""
    text: str = Field(min_length=1)
    planted: list[list[str]] = Field(min_length=1)


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    canaries: list[_Row] = Field(min_length=1)


def canaries_from(setting: str) -> tuple[Canary, ...]:
    """Return the canaries that a setting names: none when empty, ours for ``own``, else those of a TOML file.

    Raises:
        SettingsError: the file is missing or says something else than canaries.
    """
    if not setting:
        return ()
    if setting == OWN:
        return own_canaries()
    try:
        file = _File.model_validate(tomllib.loads(Path(setting).read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"calls.canaries: {setting} cannot be read as TOML ({error}).") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            f"calls.canaries: {setting}: {where}: {first['msg']}. "
            "A row is [[canaries]] with name, language, title, text and planted (lists of words)."
        ) from error
    return tuple(
        Canary(row.name, row.language, row.title, row.text.strip(), tuple(map(tuple, row.planted)))
        for row in file.canaries
    )

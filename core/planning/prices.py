"""What tokens cost: a table of patterns and prices, ours as a default or the user's own."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import SettingsError

BATCH_SHARE = 0.5  # what the providers' batch interfaces charge of the list price
_MILLION = 1_000_000


class Price(BaseModel):
    """One row: which models (``provider/model``, ``*`` for any characters), and prices per million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(min_length=1)
    input: float = Field(ge=0)
    output: float = Field(ge=0)

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Return what these tokens cost, in the currency of the table."""
        return (input_tokens * self.input + output_tokens * self.output) / _MILLION


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    currency: str = "USD"
    checked_on: date | None = None
    price: list[Price] = []


@dataclass(frozen=True, slots=True)
class Prices:
    """A price table. The first row that fits a model counts."""

    rows: Sequence[Price] = ()
    currency: str = "USD"
    checked_on: date | None = None
    source: str = "the built-in table"

    def of(self, model: str) -> Price | None:
        """Return the price of a ``provider/model``; None when no row fits, which is not the same as free."""
        return next((row for row in self.rows if fnmatchcase(model, row.model)), None)

    def cost(self, model: str, input_tokens: int, output_tokens: int) -> float:
        """Return the cost of some tokens; 0.0 for a model whose price is not known."""
        price = self.of(model)
        return price.of(input_tokens, output_tokens) if price else 0.0


def default_prices() -> Prices:
    """Return the table that comes with the package; its file names source and day."""
    return _parsed((files("core.planning") / "prices.toml").read_text("utf-8"), "the built-in table")


def prices_from(path: Path | None) -> Prices:
    """Return the user's price table with the built-in one behind it; None is the built-in one alone.

    Raises:
        SettingsError: the file is missing, is no TOML, or has other keys than model, input, output.
    """
    built_in = default_prices()
    if path is None:
        return built_in
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: cannot be read ({error}). calls.prices names a TOML file of prices.") from error
    own = _parsed(text, str(path))
    behind = built_in.rows if own.currency == built_in.currency else ()
    return Prices((*own.rows, *behind), own.currency, own.checked_on, own.source)


def _parsed(text: str, source: str) -> Prices:
    try:
        content: Mapping[str, Any] = tomllib.loads(text)
        file = _File.model_validate(content)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{source}: is no TOML ({error}). Fix the line that it names.") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            f"{source}: {where}: {first['msg']}. A row is [[price]] with model, input and output, per million tokens."
        ) from error
    return Prices(tuple(file.price), file.currency, file.checked_on, source)

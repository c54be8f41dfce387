"""Gold sets: a folder with a card and one item a line, read and checked whole."""

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import FactledgerError
from core.evaluate.gold_items import ITEMS, Item

CARD, ROWS = "card.toml", "items.jsonl"


class GoldError(FactledgerError):
    """A gold set is not as it is declared; the message names file, line and what to do."""


class Agreement(BaseModel):
    """How far a second, independent pass over a sample agreed with the first."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sample: int
    agreement: float
    measure: str
    note: str = ""


class Card(BaseModel):
    """Where a set comes from and what is in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    kind: str
    description: str
    author: str
    source: str
    licence: str
    made_on: date
    counts: Mapping[str, int]
    agreement: Agreement | None = None


@dataclass(frozen=True, slots=True)
class GoldSet:
    """One set: its card, its items in file order, and a hash of both files' meaning."""

    card: Card
    items: Sequence[Item]
    digest: str

    @property
    def name(self) -> str:
        """The set's name; its folder has the same."""
        return self.card.name

    @property
    def kind(self) -> str:
        """Which runner measures it."""
        return self.card.kind


def set_names(root: Path) -> list[str]:
    """Return the names of the gold sets below a folder, in order; none when there is no folder."""
    return sorted(path.parent.name for path in root.glob(f"*/{CARD}"))


def read_sets(root: Path, names: Iterable[str] = ()) -> list[GoldSet]:
    """Return the named sets below a folder (all when none is named), by name.

    Raises:
        GoldError: there is none, a name is unknown, or a set is not as declared.
    """
    known = set_names(root)
    wanted = sorted(set(names)) or known
    if unknown := [name for name in wanted if name not in known]:
        raise GoldError(f"{root}: no gold set is named {', '.join(unknown)}; there are: {', '.join(known) or 'none'}.")
    if not wanted:
        raise GoldError(f"{root}: no gold set is here. A set is a folder with {CARD} and {ROWS}.")
    return [read_set(root / name) for name in wanted]


def read_set(folder: Path) -> GoldSet:
    """Return one gold set.

    Raises:
        GoldError: a file is missing or unreadable, an item breaks its kind, an id is used twice, or
            the card counts other items than there are.
    """
    card = _card(folder / CARD)
    if card.name != folder.name:
        raise GoldError(f"{folder / CARD}: the name is {card.name!r}; a set is named like its folder.")
    if card.kind not in ITEMS:
        raise GoldError(f"{folder / CARD}: no kind is named {card.kind!r}; there are: {', '.join(ITEMS)}.")
    items = read_items(folder / ROWS, ITEMS[card.kind])
    _check_counts(folder / CARD, card, items)
    return GoldSet(card, items, _digest(card, items))


def read_items(path: Path, kind: type[Item]) -> list[Item]:
    """Return the items of a JSON Lines file.

    Raises:
        GoldError: a line is no item of the kind, or its id was used before.
    """
    items: list[Item] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        item = _item(path, number, line, kind)
        if item.id in seen:
            raise GoldError(f"{path}:{number}: the id {item.id} was used in line {seen[item.id]}; ids are unique.")
        seen[item.id] = number
        items.append(item)
    return items


def _item(path: Path, number: int, line: str, kind: type[Item]) -> Item:
    try:
        return kind.model_validate(_json(line))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise GoldError(f"{path}:{number}: {where}: {first['msg']}. Mend the line.") from error
    except ValueError as error:
        raise GoldError(f"{path}:{number}: no JSON object ({error}). Write one item a line.") from error


def _json(line: str) -> Any:  # noqa: ANN401 - whatever the line holds; the item's model checks it
    return json.loads(line)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GoldError(f"{path}: cannot be read ({error}). A set has {CARD} and {ROWS}, in UTF-8.") from error


def _card(path: Path) -> Card:
    try:
        return Card.model_validate(tomllib.loads(_text(path)))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise GoldError(f"{path}: is no card ({error}). See the cards of data/gold.") from error


def _check_counts(path: Path, card: Card, items: Sequence[Item]) -> None:
    found = Counter(item.lang for item in items)
    counted = {"total": len(items), "zh": found["zh"], "en": found["en"]}
    stated = {name: card.counts.get(name) for name in counted}
    if stated != counted:
        raise GoldError(f"{path}: the card counts {stated}, the file has {counted}. Correct the card.")


def _digest(card: Card, items: Sequence[Item]) -> str:
    total = hashlib.blake2b(card.kind.encode(), digest_size=10)
    for item in items:
        total.update(item.model_dump_json().encode())
        total.update(b"\n")
    return total.hexdigest()


def write_set(folder: Path, card: Card, items: Sequence[Item]) -> None:
    """Write a gold set; the same items give the same bytes. The counts are taken from the items."""
    folder.mkdir(parents=True, exist_ok=True)
    langs = Counter(item.lang for item in items)
    lines = [f"{name} = {_toml(value)}" for name, value in _flat(card).items()]
    lines += ["", "[counts]", f"total = {len(items)}", f"zh = {langs['zh']}", f"en = {langs['en']}"]
    if card.agreement is not None:
        found = card.agreement
        lines += ["", "[agreement]", f"sample = {found.sample}", f"agreement = {found.agreement}"]
        lines += [f"measure = {_toml(found.measure)}", f"note = {_toml(found.note)}"]
    (folder / CARD).write_text("\n".join(lines) + "\n", "utf-8")
    rows = [json.dumps(item.model_dump(exclude_defaults=True), ensure_ascii=False) for item in items]
    (folder / ROWS).write_text("".join(row + "\n" for row in rows), "utf-8")


def _flat(card: Card) -> dict[str, str | date]:
    names = ("name", "kind", "description", "author", "source", "licence", "made_on")
    return {name: getattr(card, name) for name in names}


def _toml(value: str | date) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value.isoformat()

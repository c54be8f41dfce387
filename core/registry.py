"""Which extractors and deciders there are; a new one is one row here."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from core.deciding.guards import enforce
from core.deciding.rules import RulesDecider
from core.errors import SettingsError
from core.extract.contract import Extractor
from core.extract.extractive import ExtractiveExtractor
from core.ledger.fold import Decider, Rules
from core.safety.guard import injection_masks
from core.settings import Settings

_Kind = TypeVar("_Kind")

EXTRACTORS: Mapping[str, Callable[[Settings], Extractor]] = {"extractive": lambda _: ExtractiveExtractor()}
DECIDERS: Mapping[str, Callable[[Settings], Decider]] = {"rules": lambda _: RulesDecider()}


def extractor_of(settings: Settings) -> Extractor:
    """Return the extractor that the settings name.

    Raises:
        SettingsError: there is none of that name.
    """
    return _pick("extract.extractor", EXTRACTORS, settings.extract.extractor)(settings)


def rules_of(settings: Settings) -> Rules:
    """Return the decider that the settings name, with the guards that no decider can bypass.

    Raises:
        SettingsError: there is none of that name.
    """
    decider = _pick("reconcile.decider", DECIDERS, settings.reconcile.decider)(settings)
    return Rules(decider, enforce, _screen, settings.reconcile.nearest)


def _screen(text: str) -> str | None:
    masks = injection_masks(text)
    return masks[0].reason if masks else None


def _pick(key: str, known: Mapping[str, _Kind], name: str) -> _Kind:
    if name not in known:
        raise SettingsError(f"{key}: no {name!r} is registered; known: {', '.join(sorted(known))}.")
    return known[name]

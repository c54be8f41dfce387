"""Which extractors and deciders there are; a new one is one row here."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from core.adapters.parsing import english_parser
from core.deciding.guards import enforce
from core.deciding.model.decider import ModelDecider, model_decider
from core.deciding.rules import RulesDecider
from core.errors import SettingsError
from core.extract.contract import Extractor
from core.extract.english.parsed import parsed_statements
from core.extract.extractive import ExtractiveExtractor
from core.lake.blast import Limits
from core.lake.code import code_digest
from core.ledger.fold import Decider, Rules
from core.safety.guard import injection_code
from core.settings import Settings
from core.stages.model_extractor import REPLAY, ModelExtraction, model_extractor

_Kind = TypeVar("_Kind")

EXTRACTORS: Mapping[str, Callable[[Settings], Extractor]] = {"extractive": lambda settings: _extractive(settings)}
MODEL_EXTRACTORS: Mapping[str, Callable[[Settings], ModelExtraction]] = {
    "instructor": lambda settings: model_extractor("instructor", settings),
    REPLAY: lambda settings: model_extractor(REPLAY, settings),
}
DECIDERS: Mapping[str, Callable[[Settings], Decider]] = {"rules": lambda _: RulesDecider()}
MODEL_DECIDERS: Mapping[str, Callable[[Settings], ModelDecider]] = {
    "instructor": lambda settings: model_decider("instructor", settings),
    REPLAY: lambda settings: model_decider(REPLAY, settings),
}


def _extractive(settings: Settings) -> ExtractiveExtractor:
    """Return the embedded extractor, with the parser that the settings name."""
    plain = ExtractiveExtractor()
    if settings.extract.parser == "none":
        return plain
    parse, name = english_parser()
    return ExtractiveExtractor(version=f"{plain.version}+{name}", split=parsed_statements(parse))


def any_extractor_of(settings: Settings) -> Extractor | ModelExtraction:
    """Return the extractor that the settings name, or the description of the one that asks a model.

    Raises:
        SettingsError: there is none of that name, or it needs a model and none is named.
    """
    known: Mapping[str, Callable[[Settings], Extractor | ModelExtraction]] = {**EXTRACTORS, **MODEL_EXTRACTORS}
    return _pick("extract.extractor", known, settings.extract.extractor)(settings)


def extractor_of(settings: Settings) -> Extractor:
    """Return the extractor that the settings name, one that can answer by itself.

    Raises:
        SettingsError: there is none of that name, or it asks a model (see ``any_extractor_of``).
    """
    return _pick("extract.extractor", EXTRACTORS, settings.extract.extractor)(settings)


def rules_of(settings: Settings) -> Rules:
    """Return the decider that the settings name, with the guards that no decider can bypass.

    One that asks a model has no way to it: it leaves its questions open, unless ``Rounds`` asks them.

    Raises:
        SettingsError: there is none of that name, or it needs a model and none is named.
    """
    known: Mapping[str, Callable[[Settings], Decider]] = {**DECIDERS, **MODEL_DECIDERS}
    decider = _pick("reconcile.decider", known, settings.reconcile.decider)(settings)
    code = code_digest("deciding", "ledger", "safety")[:8]
    return Rules(decider, enforce, _screen, settings.reconcile.nearest, code)


def limits_of(settings: Settings) -> Limits:
    """Return how many notes of a domain a run may retire without a person's word."""
    return Limits(settings.reconcile.retire_least, settings.reconcile.retire_share)


@lru_cache(maxsize=100_000)
def _screen(text: str) -> str | None:
    """Why a note's text may not be offered: it reads like an order to whoever reads it."""
    code = injection_code(text)
    return None if code is None else f"prompt_injection:{code}"


def _pick(key: str, known: Mapping[str, _Kind], name: str) -> _Kind:
    if name not in known:
        raise SettingsError(f"{key}: no {name!r} is registered; known: {', '.join(sorted(known))}.")
    return known[name]

"""The way to a model that is asked its opinion of two evaluations."""

from pathlib import Path

from core.errors import FactledgerError
from core.extract.model.calling import Engine
from core.registry import any_extractor_of
from core.stages.model_extractor import ModelExtraction
from pipelines.models import model_of
from pipelines.resources import settings_from


def judge_engine(settings: Path, out: Path) -> Engine:
    """Return the way to the model that a settings file names as its extractor's; replies are kept below ``out``.

    Raises:
        FactledgerError: the settings name no model.
    """
    chosen = settings_from(str(settings), "")
    extractor = any_extractor_of(chosen)
    if not isinstance(extractor, ModelExtraction):
        raise FactledgerError(f"{settings}: names no model. Name extractor and model in [extract], as for a run.")
    return model_of(chosen, out, extractor).engine()

"""The configuration that the tests of the evaluation measure."""

import pytest

from core.evaluate.systems import Systems, embedded
from core.extract.extractive import ExtractiveExtractor
from core.registry import rules_of
from core.settings import Settings


@pytest.fixture(scope="session")
def systems() -> Systems:
    """The embedded default."""
    settings, extractor = Settings(), ExtractiveExtractor()
    return Systems(settings, extractor, rules_of(settings), embedded(extractor))

"""What is evaluated: the extractor and the decider that the settings name, and how the filter is set."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.deciding.model.rounds import Rounds
from core.extract.contract import Extractor
from core.ids import content_id
from core.ledger.fold import Rules
from core.model import Extraction
from core.settings import Settings
from core.stages.extracting import Question, quarantined

Answer = Callable[[Sequence[Question]], Mapping[str, Extraction]]
"""Puts questions to an extractor; returns what it said by chunk id."""


@dataclass(frozen=True, slots=True)
class Systems:
    """One configuration under test. ``answer`` reaches the extractor, over a network if it is a model.

    ``rounds`` makes the way to a model that decides; None when the decider asks none.
    """

    settings: Settings
    extractor: Extractor
    rules: Rules
    answer: Answer
    rounds: Callable[[], Rounds] | None = None

    @property
    def signature(self) -> dict[str, str]:
        """Names and versions, as results record them; every setting counts."""
        return {
            "extractor": f"{self.extractor.name}/{self.extractor.version}",
            "decider": self.rules.signature,
            "profile": self.settings.profile,
            "settings": content_id("set_", self.settings.model_dump_json()),
        }


def embedded(extractor: Extractor) -> Answer:
    """Return how an extractor without a model is asked."""
    return lambda questions: {
        asked.chunk.chunk_id: quarantined(asked.chunk) or extractor.extract(asked.chunk) for asked in questions
    }

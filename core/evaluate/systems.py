"""What is evaluated: the extractor and the decider that the settings name, and how the filter is set."""

from dataclasses import dataclass

from core.extract.contract import Extractor
from core.ledger.fold import Rules
from core.settings import Settings


@dataclass(frozen=True, slots=True)
class Systems:
    """One configuration under test."""

    settings: Settings
    extractor: Extractor
    rules: Rules

    @property
    def signature(self) -> dict[str, str]:
        """Names and versions, as results record them."""
        return {
            "extractor": f"{self.extractor.name}/{self.extractor.version}",
            "decider": self.rules.signature,
            "profile": self.settings.profile,
        }

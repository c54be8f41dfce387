"""What a fact's text claims: subject, slot, value, polarity, modality, and what it ends."""

from core.statements.analyse import analyse, without_ending
from core.statements.moves import Replacement, replacement

__all__ = ["Replacement", "analyse", "replacement", "without_ending"]

"""What a fact's text claims: subject, slot, value, polarity, modality, and what it ends."""

from core.statements.analyse import analyse, without_ending
from core.statements.generic import is_generic, is_series, opens_bare
from core.statements.keys import TEAM
from core.statements.moves import Replacement, left_behind, replacement
from core.statements.reading import OPEN_SLOTS, SELF_SUBJECTS, Reading, read

__all__ = [
    "OPEN_SLOTS",
    "SELF_SUBJECTS",
    "TEAM",
    "Reading",
    "Replacement",
    "analyse",
    "is_generic",
    "is_series",
    "left_behind",
    "opens_bare",
    "read",
    "replacement",
    "without_ending",
]

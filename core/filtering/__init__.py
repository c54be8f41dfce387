"""The durable filter: what deserves to be kept, and what must never get in.

Here: rule tables (one row a rule, with its own examples) and the judge that runs them. Not here:
how facts are read off text. To add a rule, add a row to the table of its language or kind.
"""

from core.filtering.judge import (
    RULES,
    Drop,
    FilterContext,
    guard,
    judge,
)
from core.filtering.rule import EPHEMERAL_CLASSES, NOISE_CLASSES, FilterRule
from core.filtering.view import View, view_of

__all__ = [
    "EPHEMERAL_CLASSES",
    "NOISE_CLASSES",
    "RULES",
    "Drop",
    "FilterContext",
    "FilterRule",
    "View",
    "guard",
    "judge",
    "view_of",
]

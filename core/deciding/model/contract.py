"""The decision contract: what a model may say about facts and the notes that it was shown with them.

Integers number what the prompt showed; ids are never shown. Each item is judged by itself, so that a
bad one takes none of its neighbours with it.
"""

import json
from dataclasses import asdict, dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

# Raise it when DecisionReply or DecisionItem change their shape; a reworded description changes nothing.
SCHEMA_VERSION = "1"
OPERATIONS = ("ADD", "UPDATE", "DELETE", "NOOP")
TARGETED = frozenset(("UPDATE", "DELETE", "NOOP"))


class DecisionItem(BaseModel):
    """What becomes of one fact."""

    model_config = ConfigDict(extra="ignore")

    fact: int = Field(description="The number of the fact, as shown.")
    operation: Literal["ADD", "UPDATE", "DELETE", "NOOP"] = Field(
        description="ADD: new. UPDATE: a newer or more exact value. DELETE: ends or contradicts. NOOP: says no more."
    )
    target: int | None = Field(default=None, description="The number of a note shown with the fact; null for ADD.")
    text: str | None = Field(
        default=None, description="For UPDATE: one statement in the fact's language that merges both; null: the fact."
    )
    reason: str = Field(default="", description="One short sentence.")


class DecisionReply(BaseModel):
    """A whole reply in the contract's shape; used to show a provider the schema."""

    decisions: list[DecisionItem]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question, whichever call it came with.

    ``target`` counts the notes that were offered from 1. ``failure`` is why no decision of the model
    could be used; the fact is then added.
    """

    operation: str
    target: int | None
    text: str | None
    reason: str
    reply_key: str = ""  # of the raw reply that it was read from
    attempts: int = 1  # replies that it took
    failure: str = ""

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        return asdict(self)


def stored_answer(text: str, n_notes: int) -> Answer | None:
    """Return the answer that a JSON text of ours holds; None when it is damaged, or names a note beyond the last."""
    try:
        answer = Answer(**json.loads(text))
    except (ValueError, TypeError):
        return None
    wanted = range(1, n_notes + 1) if answer.operation in TARGETED else (None,)
    return answer if answer.operation in OPERATIONS and answer.target in wanted else None


def failed(why: str, reply_key: str, attempts: int) -> Answer:
    """Return the answer that is left when the model gave none that can be used."""
    return Answer("ADD", None, None, "", reply_key, attempts, why)

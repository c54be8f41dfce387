"""The body of a model call, as Instructor frames a contract for a provider and a mode.

Instructor decides how a contract reaches a model: as instructions after the system message, as a
schema in ``response_format``, as a tool that must be called; and where each API wants its messages.
All of this depends on the contract, the mode and the roles of the messages, never on what they say.
So Instructor is asked once for each of these, with marks for messages, and each call puts its own
messages in their places. Asked for every call, it would take more time than all else on our side.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import instructor
from instructor.processing import handle_response_model
from pydantic import BaseModel

from core.extract.model.protocol import Message

_MARK = re.compile(r"\[\[message ([0-9]{1,9})\]\]")


@dataclass(frozen=True, slots=True)
class Framed:
    """A call whose messages are still marks: what never changes of its body, and what holds marks."""

    fixed: Mapping[str, object]
    marked: Mapping[str, object]

    def body(self, messages: Sequence[Message]) -> dict[str, object]:
        """Return the body with the messages in their places, letter by letter; marks inside them are text."""
        contents = [message.content for message in messages]
        return {**self.fixed, **{name: _filled(value, contents) for name, value in self.marked.items()}}


@lru_cache(maxsize=64)
def framed(
    contract: type[BaseModel], provider: instructor.Provider, mode: instructor.Mode, roles: tuple[str, ...]
) -> Framed:
    """Return how Instructor frames a call with messages of these roles.

    Raises:
        ConfigurationError: Instructor knows no such mode of the provider (its own exception).
    """
    marks = [{"role": role, "content": f"[[message {place}]]"} for place, role in enumerate(roles)]
    _, given = handle_response_model(contract, mode, provider, messages=marks)
    marked = {name: value for name, value in given.items() if _is_marked(value)}
    fixed = {name: value for name, value in given.items() if name not in marked}
    return Framed(fixed, marked)


def _is_marked(value: object) -> bool:
    if isinstance(value, str):
        return _MARK.search(value) is not None
    if isinstance(value, Mapping):
        return any(map(_is_marked, value.values()))
    return isinstance(value, list | tuple) and any(map(_is_marked, value))


def _filled(value: object, contents: Sequence[str]) -> object:
    """Return a copy with every mark replaced by its message; one pass, so that no message is read for marks."""
    if isinstance(value, str):
        return _MARK.sub(lambda mark: contents[int(mark[1])], value)
    if isinstance(value, Mapping):
        return {name: _filled(part, contents) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(part, contents) for part in value]
    return value

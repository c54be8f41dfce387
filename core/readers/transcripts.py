"""Messages of a transcript, whatever file they came in, and the text that they are rendered as."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.model import Segment

_ROLE_ALIASES = {
    "user": ("user", "human", "customer", "client", "用户", "我"),
    "assistant": ("assistant", "ai", "model", "bot", "chatbot", "gpt", "llm", "助手", "助理", "机器人"),
    "system": ("system", "developer", "系统"),
    "tool": ("tool", "function", "tool_result", "tool_call", "observation", "工具"),
}
_ROLE_OF = {alias: role for role, aliases in _ROLE_ALIASES.items() for alias in aliases}
_MOST_SPEAKER_CHARS = 80


@dataclass(frozen=True, slots=True)
class Message:
    """One message as a file gives it; ``raw_index`` counts every record of the file, from 0."""

    raw_index: int
    role: str
    speaker: str | None
    content: str
    sent_at: datetime | None
    seq: int | None = None


def is_role(word: str) -> bool:
    """Return whether a word is one of the role names that exports use, in any case."""
    return word.strip().casefold() in _ROLE_OF


def role_of(role: str | None, speaker: str | None) -> str:
    """Return user, assistant, system or tool for a role and a speaker, either of them missing.

    A role that nobody knows counts as ``tool``: it never becomes a source of facts by accident.
    Without a role the speaker decides: "Assistant" is the assistant, any other name a user.
    """
    if role is not None and role.strip():
        return _ROLE_OF.get(role.strip().casefold(), "tool")
    return _ROLE_OF.get((speaker or "").strip().casefold(), "user")


def render(messages: Sequence[Message]) -> tuple[str, tuple[Segment, ...]]:
    """Return ``Speaker: content`` blocks with one blank line between them, and a segment for each content.

    Segments come from the messages, never from the rendered text: a content that holds a blank
    line and "Assistant: " stays one segment. Messages of blanks are left out.
    """
    parts: list[str] = []
    segments: list[Segment] = []
    at = 0
    kept = [message for message in messages if message.content.strip()]
    for message, seq in zip(kept, sequence_numbers(kept), strict=True):
        gap = "\n\n" if parts else ""
        head = f"{gap}{_label(message)}: "
        start = at + len(head)
        at = start + len(message.content)
        parts.append(head + message.content)
        segments.append(Segment(seq, message.raw_index, message.role, message.speaker, message.sent_at, start, at))
    return "".join(parts), tuple(segments)


def sequence_numbers(messages: Sequence[Message]) -> list[int]:
    """Return the file's own numbers when each message has a different one from 0 up, else raw indices."""
    own = [message.seq for message in messages if message.seq is not None and message.seq >= 0]
    if len(own) == len(messages) and len(set(own)) == len(own):
        return own
    return [message.raw_index for message in messages]


def _label(message: Message) -> str:
    name = " ".join((message.speaker or message.role.capitalize()).split())
    return name[:_MOST_SPEAKER_CHARS]

"""Replies paid for once: what a reply store keeps, and the one that lives in memory."""

from dataclasses import dataclass
from typing import Protocol

from core.ids import content_id


@dataclass(frozen=True, slots=True)
class StoredReply:
    """One raw reply of a real call, secrets taken out, kept even when nobody could read it.

    ``prompt_hash`` is that of the prompt's raw text: the reply stays good when only that changes,
    and the difference shows.
    """

    text: str
    finish_reason: str
    input_tokens: int
    output_tokens: int
    model: str
    kind: str  # first | repair | continue
    prompt_version: str
    prompt_hash: str

    @property
    def digest(self) -> str:
        """Content id of the raw text, shown beside a failure."""
        return content_id("raw_", self.text)


class ReplyStore(Protocol):
    """Keeps replies by the content of the question; safe to call from many tasks of one loop."""

    def get(self, key: str) -> StoredReply | None:
        """Return the latest reply put under a key, or None."""

    def put(self, key: str, reply: StoredReply) -> None:
        """Keep a reply; when the call returns it must survive a kill. The latest put of a key wins."""


class MemoryStore:
    """A reply store that forgets everything with its process."""

    def __init__(self) -> None:
        self.replies: dict[str, StoredReply] = {}

    def get(self, key: str) -> StoredReply | None:
        """Return the latest reply put under a key, or None."""
        return self.replies.get(key)

    def put(self, key: str, reply: StoredReply) -> None:
        """Keep a reply until the process ends."""
        self.replies[key] = reply

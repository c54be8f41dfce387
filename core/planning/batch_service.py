"""What is said between the nightly job and a provider's batch interface: lines in, a number, lines out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from core.extract.model.protocol import ModelRequest


@dataclass(frozen=True, slots=True)
class BatchState:
    """How far a provider is with a batch. ``word`` is for a person; ``detail`` holds no secret."""

    word: str  # pending | processing | completed | failed | expired | cancelled
    ended: bool  # nothing more will come
    done: int = 0  # requests that have an answer, good or bad
    total: int = 0
    detail: str = ""  # what the provider says is wrong with the batch as a whole


class BatchService(Protocol):
    """One provider's batch interface. Every method but ``line`` may raise a ProviderError.

    Nothing is tried again here: a batch has hours, and whoever asks comes back.
    """

    def line(self, request: ModelRequest) -> str:
        """Return one question as a line (without its end); its key is the line's ``custom_id``."""

    def submit(self, name: str, lines: Path) -> str:
        """Hand in a file of lines under our name and return the provider's id of the batch."""

    def find(self, name: str, since: datetime) -> str | None:
        """Return the provider's id of the batch handed in under a name at or after some time, or None."""

    def status(self, batch_id: str) -> BatchState:
        """Return how far the provider is."""

    def results(self, batch_id: str) -> Iterator[str]:
        """Yield what came of the lines, in the form of OpenAI's batch output, in any order."""

    def cancel(self, batch_id: str) -> None:
        """Ask the provider to stop; what is answered by then is paid for and can be had."""

    def close(self) -> None:
        """Give back connections."""

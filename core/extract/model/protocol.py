"""What is said between the extraction engine and a provider: one request, one reply, typed failures."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from pydantic import BaseModel

from core.errors import FactledgerError
from core.extract.contract import FactReply

STOP, LENGTH, REFUSAL = "stop", "length", "refusal"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation with a model; ``role`` is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call to a model, complete: nothing else may influence the reply.

    ``key`` names the reply in the store; it depends on what is asked and of whom, never on how
    long we are ready to wait. ``input_tokens`` is an estimate.
    """

    key: str
    model: str  # as the provider calls it, without our "provider/" in front
    messages: tuple[Message, ...]
    max_output_tokens: int
    temperature: float | None
    timeout_seconds: float
    input_tokens: int
    kind: str = "first"  # first | repair | continue
    reply_model: type[BaseModel] = FactReply


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What came back, unread: ``text`` may be anything at all.

    ``finish_reason`` is ``stop``, ``length`` (cut off by the output budget), ``refusal`` or the
    provider's own word.
    """

    text: str
    finish_reason: str = STOP
    input_tokens: int = 0
    output_tokens: int = 0


class Provider(Protocol):
    """Asks one model one thing, once: no retry of its own, at no layer."""

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the raw reply.

        Raises:
            ProviderError: no usable reply came; the subclass says why.
        """

    async def aclose(self) -> None:
        """Give back connections; the provider is not used afterwards."""


class Clock(Protocol):
    """Time as the engine sees it, so that tests need not wait."""

    def now(self) -> float:
        """Return seconds of a clock that never goes back."""

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""


class ProviderError(FactledgerError):
    """No reply came; ``kind`` is stable, the message is for a person and holds no secret."""

    kind: ClassVar[str] = "failure"
    retried: ClassVar[bool] = False  # whether asking the same again may help
    fatal: ClassVar[bool] = False  # whether every other chunk would fail the same way

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        """Keep the seconds a provider asked us to wait, when it did."""
        super().__init__(message)
        self.retry_after = retry_after


class ModelTimeoutError(ProviderError):
    """The reply took longer than the request allows."""

    kind, retried = "timeout", True


class RateLimitedError(ProviderError):
    """The provider wants fewer calls (429)."""

    kind, retried = "rate_limited", True


class ServerFailureError(ProviderError):
    """The provider failed on its side (5xx, a broken connection in the middle of a reply)."""

    kind, retried = "server_error", True


class RefusedConnectionError(ProviderError):
    """Nobody answers at the address."""

    kind, retried = "refused_connection", True


class AuthFailedError(ProviderError):
    """The key is missing, wrong or not allowed (401, 403)."""

    kind, fatal = "auth", True


class RefusalError(ProviderError):
    """The provider declines to answer by policy; asking again costs money and changes nothing."""

    kind = "refusal"


class EmptyReplyError(ProviderError):
    """The provider answered without any choice or text."""

    kind = "empty"


class BadRequestError(ProviderError):
    """The request is wrong (400, 404, 422): a person must change a setting."""

    kind = "bad_request"


class InputTooLongError(BadRequestError):
    """The request does not fit the model; a smaller piece may."""

    kind = "input_too_long"

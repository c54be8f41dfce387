"""What a provider's SDK raises, as the engine's typed failures. One table for every SDK."""

import re
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime

from core.adapters.redaction import shown_error
from core.extract.model.protocol import (
    AuthFailedError,
    BadRequestError,
    InputTooLongError,
    ModelTimeoutError,
    ProviderError,
    RateLimitedError,
    RefusalError,
    RefusedConnectionError,
    ServerFailureError,
)

# By HTTP status. Others from 500 are server failures, others from 400 bad requests.
_BY_STATUS: Mapping[int, tuple[type[ProviderError], str]] = {
    401: (AuthFailedError, "the key is missing or wrong; set it in the environment"),
    403: (AuthFailedError, "the key may not use this model; use another key or model"),
    404: (BadRequestError, "no such model or address; check model and base_url"),
    408: (ModelTimeoutError, "raise the timeout or ask less at once"),
    409: (ServerFailureError, "asked again later"),
    425: (ServerFailureError, "asked again later"),
    429: (RateLimitedError, "lower requests_per_minute, tokens_per_minute or concurrency"),
}
_SERVER = (ServerFailureError, "asked again later")
_BAD = (BadRequestError, "check model, parameters, base_url and mode")
_TOO_LONG = re.compile(
    r"context[ _-](?:length|window|size)|maximum context|too many tokens|prompt is too long|input is too long"
    r"|exceeds? the (?:available )?context|n_ctx|reduce the length",
    re.IGNORECASE,
)
_POLICY = re.compile(r"content[ _-](?:filter|policy|management)|responsible ?ai|safety system", re.IGNORECASE)
# Some servers (llama-cpp-python) answer a request of a wrong form with 500; asking it again changes nothing.
_MISTAKEN = re.compile(r"\bvalidation errors?\b", re.IGNORECASE)
_OUT_OF_MONEY = re.compile(r"insufficient_quota|billing|credit balance", re.IGNORECASE)
_SERVER_STATUS, _BAD_STATUS = 500, 400
# Names of the exceptions below the SDK's own connection error that mean "nobody is there".
_UNREACHABLE = frozenset({"ConnectError", "ConnectionRefusedError", "gaierror", "ConnectTimeout"})


def failure_of(error: BaseException, redact: Callable[[str], str], where: str) -> ProviderError:
    """Return the typed failure that an exception of an SDK, or below it, stands for.

    Args:
        error: what the SDK raised; its ``status_code`` and ``response`` are read when there.
        redact: takes the known secrets out of a text.
        where: the model and address, for the message.
    """
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _of_status(status, error, redact, where)
    names = {type(one).__name__ for one in _chain(error)}
    said = shown_error(str(error), redact)
    if "APITimeoutError" in names or isinstance(error, TimeoutError):
        return ModelTimeoutError(f"{where}: no whole reply in time; raise timeout_seconds or ask less at once")
    if isinstance(error, TypeError):
        return BadRequestError(f"{where}: the SDK does not take this call ({said}); check mode and the SDK's version")
    if names & _UNREACHABLE:
        return RefusedConnectionError(f"{where}: nobody answers ({said}); start the server or check base_url")
    return ServerFailureError(
        f"{where}: the reply broke off or is no reply ({type(error).__name__}: {said}); asked again later"
    )


def _of_status(status: int, error: BaseException, redact: Callable[[str], str], where: str) -> ProviderError:
    said = str(error)
    kind, remedy = _BY_STATUS.get(status, _SERVER if status >= _SERVER_STATUS else _BAD)
    if kind is ServerFailureError and _MISTAKEN.search(said):
        kind, remedy = _BAD
    if kind is BadRequestError and _POLICY.search(said):
        kind, remedy = RefusalError, "a person decides"
    elif kind is BadRequestError and (_TOO_LONG.search(said) or status == 413):
        kind, remedy = InputTooLongError, "lower context_tokens so that chunks are split"
    elif kind is RateLimitedError and _OUT_OF_MONEY.search(said):
        kind, remedy = AuthFailedError, "the account has no credit left"
    return kind(f"{where}: HTTP {status} ({shown_error(said, redact)}); {remedy}", _retry_after(error))


def _chain(error: BaseException) -> list[BaseException]:
    """The exception and its causes, at most ten."""
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and len(chain) < 10:
        chain.append(current)
        current = current.__cause__ or current.__context__
    return chain


def _retry_after(error: BaseException) -> float | None:
    """Return the seconds that the response asks us to wait: a number, or a date against its own Date."""
    headers = getattr(getattr(error, "response", None), "headers", None)
    if headers is None:
        return None
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        given = str(headers.get(name) or "")
        if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,6})?", given):
            return float(given) * scale
    try:
        wanted = parsedate_to_datetime(str(headers.get("retry-after")))
        return max(0.0, (wanted - parsedate_to_datetime(str(headers.get("date")))).total_seconds())
    except (TypeError, ValueError):
        return None

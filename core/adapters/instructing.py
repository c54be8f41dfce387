"""Asking a language model through Instructor; loading this module loads the SDKs.

Keys are handed in, never looked up here, and never part of a message. No layer retries: Instructor
and the SDK are told so; the engine counts each call.
"""

import asyncio
import importlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import instructor
import openai
from instructor.core.exceptions import IncompleteOutputException, InstructorError
from instructor.core.hooks import Hooks
from pydantic import BaseModel

from core.adapters.failures import failure_of
from core.adapters.providers import MODES, provider_row
from core.adapters.redaction import redactor, shown_error
from core.errors import SettingsError
from core.extract.model.protocol import (
    LENGTH,
    REFUSAL,
    STOP,
    EmptyReplyError,
    ModelReply,
    ModelRequest,
    ModelTimeoutError,
    RefusalError,
    ServerFailureError,
)

NO_KEY = "none"  # what servers without keys are sent; SDKs insist on some value
_FINISHED = {
    "stop": STOP,
    "end_turn": STOP,
    "stop_sequence": STOP,
    "tool_calls": STOP,
    "tool_use": STOP,
    "length": LENGTH,
    "max_tokens": LENGTH,
    "content_filter": REFUSAL,
    "refusal": REFUSAL,
}
# Instructor logs each failure with the provider's full message, which may repeat a key. All that a
# person needs of it is in our typed failures.
_TALKATIVE = ("instructor.v2.retry", "instructor.v2.patch", "instructor.auto_client")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how a model is asked; ``key`` is never shown."""

    base_url: str
    key: str
    mode: instructor.Mode


def _openai(endpoint: Endpoint) -> Any:  # noqa: ANN401 - Instructor's clients have no common type
    client = openai.AsyncOpenAI(api_key=endpoint.key, base_url=endpoint.base_url, max_retries=0)
    return instructor.from_openai(client, mode=endpoint.mode)


def _anthropic(endpoint: Endpoint) -> Any:  # noqa: ANN401
    try:
        anthropic = importlib.import_module("anthropic")
    except ImportError as error:
        raise SettingsError("extract.model: anthropic/… needs the package anthropic; pip install anthropic.") from error
    client = anthropic.AsyncAnthropic(api_key=endpoint.key, base_url=endpoint.base_url, max_retries=0)
    return instructor.from_anthropic(client, mode=endpoint.mode)


_CLIENTS: Mapping[str, Callable[[Endpoint], Any]] = {"openai": _openai, "anthropic": _anthropic}  # by SDK


@lru_cache(maxsize=16)
def _prepared(model: type[BaseModel]) -> type[BaseModel]:
    """Return the model as Instructor wraps it, with its schema worked out once.

    Instructor would do both for every call, which is a third of a call's work on our side.
    """
    wrapped = instructor.openai_schema(model)
    schema = wrapped.model_json_schema()

    def model_json_schema(_: type[BaseModel], /, *__: object, **___: object) -> dict[str, Any]:
        return schema

    wrapped.model_json_schema = classmethod(model_json_schema)  # type: ignore[assignment, method-assign]
    return wrapped


class InstructorProvider:
    """Asks one model through Instructor and hands back the raw reply, valid or not.

    The contract is shown to the model by Instructor and judged by the engine; what Instructor's own
    validation says is not used, so that one parser decides for calls, batches and stored replies.
    Instructor's ``context`` is never given: it would render the messages, and with them untrusted
    text, as templates.
    """

    def __init__(self, model: str, key: str = "", base_url: str = "", mode: str = "json") -> None:
        """Prepare a client; nothing is sent.

        Raises:
            SettingsError: unknown provider or mode, a missing address, or a missing SDK.
        """
        row, own = provider_row(model)
        address = base_url or row.base_url
        if not address:
            raise SettingsError(f"extract.model: {model} needs extract.base_url, such as http://localhost:8000/v1.")
        if mode not in MODES:
            raise SettingsError(f"extract.mode: {mode!r} is unknown; known: {', '.join(MODES)}.")
        self._row, self._own = row, own
        self._where = f"{model} at {address}"
        self._redact = redactor([key])
        for name in _TALKATIVE:
            logging.getLogger(name).disabled = True
        self._client = _CLIENTS[row.sdk](Endpoint(address, key or NO_KEY, instructor.Mode[mode.upper()]))

    def __repr__(self) -> str:
        return f"InstructorProvider({self._where})"

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the raw reply of one call.

        Raises:
            ProviderError: no reply came; the subclass says why.
        """
        try:
            async with asyncio.timeout(request.timeout_seconds):
                completion = await self._completion(request)
        except TimeoutError:
            limit = f"{request.timeout_seconds:g} s"
            raise ModelTimeoutError(f"{self._where}: no whole reply in {limit}; raise timeout_seconds") from None
        return self._read(completion)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.client.close()

    async def _completion(self, request: ModelRequest) -> object:
        """Return the SDK's completion, also when Instructor could not validate it."""
        seen: list[object] = []
        hooks = Hooks()
        hooks.on("completion:response", seen.append)
        settings: dict[str, Any] = {self._row.output_limit: request.max_output_tokens}
        if request.temperature is not None and self._row.has_temperature:
            settings["temperature"] = request.temperature
        try:
            await self._client.create(
                response_model=_prepared(request.reply_model),
                messages=[{"role": message.role, "content": message.content} for message in request.messages],
                model=self._own,
                max_retries=0,
                timeout=request.timeout_seconds,
                hooks=hooks,
                **settings,
            )
        except IncompleteOutputException as cut:
            seen.append(seen[0] if seen else cut.last_completion)
        except InstructorError as error:
            if not seen:
                raise failure_of(error.__cause__ or error, self._redact, self._where) from None
        return seen[0]

    def _read(self, completion: object) -> ModelReply:
        """Return the text, finish reason and tokens of a completion of either API."""
        if not (hasattr(completion, "choices") or hasattr(completion, "content")) or getattr(completion, "error", None):
            said = shown_error(str(getattr(completion, "error", completion)), self._redact)
            raise ServerFailureError(f"{self._where}: the body is no completion ({said}); asked again later")
        text, finish, refusal = _content(completion)
        if refusal is not None or _FINISHED.get(finish) == REFUSAL:
            raise RefusalError(f"{self._where}: {self._redact(refusal or text or finish)[:500]}")
        if not text.strip() and _FINISHED.get(finish) != LENGTH:
            raise EmptyReplyError(f"{self._where}: the reply holds no text")
        usage = getattr(completion, "usage", None)
        return ModelReply(
            text=text,
            finish_reason=_FINISHED.get(finish, finish),
            input_tokens=_count(usage, "prompt_tokens", "input_tokens"),
            output_tokens=_count(usage, "completion_tokens", "output_tokens"),
        )


def _content(completion: object) -> tuple[str, str, str | None]:
    """Return (text, finish reason, refusal or None); arguments of tool calls count as text."""
    if isinstance(getattr(completion, "content", None), list):
        return _anthropic_content(completion)
    choices = getattr(completion, "choices", None)
    if not choices:
        return "", STOP, None
    message = choices[0].message
    calls = getattr(message, "tool_calls", None) or ()
    arguments = [call.function.arguments for call in calls if getattr(call, "function", None) is not None]
    text = "\n".join(arguments) if arguments else message.content or ""
    return text, str(choices[0].finish_reason or STOP), getattr(message, "refusal", None) or None


def _anthropic_content(completion: Any) -> tuple[str, str, str | None]:  # noqa: ANN401
    texts = [part.text for part in completion.content if getattr(part, "type", "") == "text"]
    return "".join(texts), str(completion.stop_reason or STOP), None


def _count(usage: object, *names: str) -> int:
    """Return the first of the counts that is there; 0 when the provider gives none."""
    for name in names:
        value = getattr(usage, name, None)
        if isinstance(value, int):
            return value
    return 0

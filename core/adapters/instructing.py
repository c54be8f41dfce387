"""Asking a language model under a contract that Instructor frames; loading this module loads the SDKs.

Three parties make a call, and each does one thing. Instructor says how the contract is shown to the
model (``framing``), for each provider and mode. The provider's SDK signs, sends, and says what went
wrong. The engine judges what came back: one parser for calls, batches and stored replies, which also
takes what Instructor would throw away. So the SDK is called directly, for the plain body of the reply.

Keys are handed in, never looked up here, and never part of a message. No layer retries: the SDK is
told so, Instructor makes no call, and the engine counts each. Nothing renders the messages, and with
them untrusted text, as templates.
"""

import asyncio
import importlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import instructor
import openai

from core.adapters.completions import completion_of
from core.adapters.failures import failure_of
from core.adapters.framing import framed
from core.adapters.providers import MODES, provider_row
from core.adapters.redaction import redactor, shown_error
from core.errors import SettingsError
from core.extract.model.protocol import (
    LENGTH,
    REFUSAL,
    EmptyReplyError,
    ModelReply,
    ModelRequest,
    ModelTimeoutError,
    RefusalError,
    ServerFailureError,
)

NO_KEY = "none"  # what servers without keys are sent; SDKs insist on some value


@dataclass(frozen=True, slots=True)
class Sdk:
    """A client library: its client, which holds the key and never retries, and all that it may raise."""

    client: Any  # the clients of the SDKs have no common type
    path: str  # of a chat completion, below the base URL
    provider: instructor.Provider
    failures: tuple[type[Exception], ...]


def _openai(base_url: str, key: str) -> Sdk:
    client = openai.AsyncOpenAI(api_key=key, base_url=base_url, max_retries=0)
    return Sdk(client, "/chat/completions", instructor.Provider.OPENAI, (openai.OpenAIError, TypeError))


def _anthropic(base_url: str, key: str) -> Sdk:
    try:
        anthropic = importlib.import_module("anthropic")
    except ImportError as error:
        raise SettingsError("extract.model: anthropic/… needs the package anthropic; pip install anthropic.") from error
    client = anthropic.AsyncAnthropic(api_key=key, base_url=base_url, max_retries=0)
    return Sdk(client, "/v1/messages", instructor.Provider.ANTHROPIC, (anthropic.AnthropicError, TypeError))


_SDKS: Mapping[str, Callable[[str, str], Sdk]] = {"openai": _openai, "anthropic": _anthropic}


class InstructorProvider:
    """Asks one model for facts in the contract's shape and hands back the raw reply, valid or not."""

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
        self._row, self._own, self._mode = row, own, instructor.Mode[mode.upper()]
        self._where = f"{model} at {address}"
        self._redact = redactor([key])
        self._sdk = _SDKS[row.sdk](address, key or NO_KEY)

    def __repr__(self) -> str:
        return f"InstructorProvider({self._where})"

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the raw reply of one call.

        Raises:
            ProviderError: no reply came; the subclass says why.
        """
        try:
            async with asyncio.timeout(request.timeout_seconds):
                body = await self._answer(request)
        except TimeoutError:
            limit = f"{request.timeout_seconds:g} s"
            raise ModelTimeoutError(f"{self._where}: no whole reply in {limit}; raise timeout_seconds") from None
        return self._read(body)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._sdk.client.close()

    async def _answer(self, request: ModelRequest) -> bytes:
        """Return the body of the response to one call."""
        sdk = self._sdk
        frame = framed(
            request.reply_model, sdk.provider, self._mode, tuple(message.role for message in request.messages)
        )
        body = {
            **frame.body(request.messages),
            "model": self._own,
            self._row.output_limit: request.max_output_tokens,
        }
        if request.temperature is not None and self._row.has_temperature:
            body["temperature"] = request.temperature
        options = {"timeout": request.timeout_seconds}
        try:
            answer: bytes = await sdk.client.post(sdk.path, cast_to=bytes, body=body, options=options)
        except sdk.failures as error:
            raise failure_of(error, self._redact, self._where) from None
        return answer

    def _read(self, body: bytes) -> ModelReply:
        """Return the text, finish reason and tokens of a completion of either API."""
        try:
            found = completion_of(json.loads(body))
        except (ValueError, RecursionError):
            found = None
        if found is None:
            said = shown_error(body.decode("utf-8", "replace"), self._redact)
            raise ServerFailureError(f"{self._where}: the body is no completion ({said}); asked again later")
        if found.refusal is not None or found.finish == REFUSAL:
            raise RefusalError(f"{self._where}: {self._redact(found.refusal or found.text or found.finish)[:500]}")
        if not found.text.strip() and found.finish != LENGTH:
            raise EmptyReplyError(f"{self._where}: the reply holds no text")
        return ModelReply(found.text, found.finish, found.input_tokens, found.output_tokens)

"""The batch interfaces of providers: OpenAI's, which many servers copy, and Anthropic's.

What Instructor does here: it frames the body of every line as it frames a request that is asked at
once, so that a batch and a call put one question in one way; and its ``BatchJobInfo`` reads the
batch objects of both providers into one set of words. Files and batches go over the SDKs
themselves, for Instructor's own batch clients take address and key from the environment alone, wait
inside the call, throw away what an expired batch did answer, and lose the kind of a failure.

Loading this module loads the SDKs. Keys are handed in and never part of a message.
"""

import importlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import instructor
import openai
from instructor.batch.models import BatchJobInfo

from core.adapters.failures import failure_of
from core.adapters.framing import framed
from core.adapters.providers import MODES, ProviderRow, provider_row
from core.adapters.redaction import redactor, shown_error
from core.errors import SettingsError
from core.extract.model.protocol import ModelRequest
from core.planning.batch_service import BatchService, BatchState

NO_KEY = "none"  # what servers without keys are sent; SDKs insist on some value
_MARK = "factledger"  # the metadata key under which a batch carries our name
_URL: Final = "/v1/chat/completions"
_WINDOW: Final = "24h"  # the only one that OpenAI offers
_PAGE = 100
_CLOCKS_APART = timedelta(hours=1)  # between the provider's clock and ours
_STOPPING = frozenset({"cancelling", "canceling"})  # more may come
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})


def call_body(request: ModelRequest, model: str, row: ProviderRow, mode: str) -> dict[str, Any]:
    """Return the body of a request as it would be sent at once.

    Args:
        request: the question.
        model: as the provider calls it.
        row: the provider.
        mode: how the contract is shown, one of ``MODES``.
    """
    provider, roles = instructor.Provider[row.sdk.upper()], tuple(message.role for message in request.messages)
    frame = framed(request.reply_model, provider, instructor.Mode[mode.upper()], roles)
    body: dict[str, Any] = {
        **frame.body(request.messages),
        "model": model,
        row.output_limit: request.max_output_tokens,
    }
    if request.temperature is not None and row.has_temperature:
        body["temperature"] = request.temperature
    return body


def batch_line(request: ModelRequest, model: str, row: ProviderRow, mode: str) -> str:
    """Return a question as a line (without its end) of a batch file in OpenAI's form; its key is the ``custom_id``.

    Args:
        request: the question.
        model: as the answering server calls it, without our ``provider/``.
        row: the provider; one that speaks another API is asked in this form all the same.
        mode: how the contract is shown, one of ``MODES``.
    """
    spoken = row if row.sdk == "openai" else replace(row, sdk="openai", has_temperature=True)
    body = call_body(request, model, spoken, mode)
    return json.dumps({"custom_id": request.key, "method": "POST", "url": _URL, "body": body}, ensure_ascii=False)


def batch_service(
    model: str, key: str = "", base_url: str = "", mode: str = "json", seconds: float = 120
) -> BatchService:
    """Return the batch interface that a model is asked through; nothing is sent.

    Args:
        model: ``provider/model``.
        key: the provider's; empty for a server without keys.
        base_url: empty for the provider's own.
        mode: how the contract is shown.
        seconds: longest wait for one answer of the interface.

    Raises:
        SettingsError: unknown provider or mode, a missing address, or a missing SDK.
    """
    row, own = provider_row(model)
    address = base_url or row.base_url
    if not address:
        raise SettingsError(f"extract.model: {model} needs extract.base_url, such as http://localhost:8000/v1.")
    if mode not in MODES:
        raise SettingsError(f"extract.mode: {mode!r} is unknown; known: {', '.join(MODES)}.")
    endpoint = _Endpoint(f"{model.partition('/')[0]} at {address}", address, key, seconds)
    return _SERVICES[row.sdk](endpoint, own, row, mode)


class _Endpoint:
    """An address with its key; the key is shown by nothing."""

    def __init__(self, where: str, address: str, key: str, seconds: float) -> None:
        self.where, self.address, self.seconds = where, address, seconds
        self.key = key or NO_KEY
        self.redact = redactor([key])

    @contextmanager
    def failures(self, *errors: type[Exception]) -> Iterator[None]:
        """Turn what the SDK raises into typed failures."""
        try:
            yield
        except errors as error:
            raise failure_of(error, self.redact, f"batches of {self.where}") from None


class OpenAIBatches:
    """Files and batches as OpenAI has them; the batch carries our name as metadata and can be found by it."""

    def __init__(self, endpoint: _Endpoint, model: str, row: ProviderRow, mode: str) -> None:
        self._at, self._model, self._row, self._mode = endpoint, model, row, mode
        self._client = openai.OpenAI(
            api_key=endpoint.key, base_url=endpoint.address, max_retries=0, timeout=endpoint.seconds
        )

    def line(self, request: ModelRequest) -> str:
        """Return one question as a line of a batch file."""
        return batch_line(request, self._model, self._row, self._mode)

    def submit(self, name: str, lines: Path) -> str:
        """Upload the file, then start the batch.

        Raises:
            ProviderError: it may have begun all the same; ``find`` knows.
        """
        with self._at.failures(openai.OpenAIError), lines.open("rb") as content:
            file = self._client.files.create(file=(f"{name}.jsonl", content), purpose="batch")
            return self._client.batches.create(
                input_file_id=file.id, endpoint=_URL, completion_window=_WINDOW, metadata={_MARK: name}
            ).id

    def find(self, name: str, since: datetime) -> str | None:
        """Look through the provider's list, newest first.

        Raises:
            ProviderError: the list cannot be had.
        """
        oldest = (since - _CLOCKS_APART).timestamp()
        with self._at.failures(openai.OpenAIError):
            for batch in self._client.batches.list(limit=_PAGE):
                if (batch.metadata or {}).get(_MARK) == name:
                    return batch.id
                if batch.created_at < oldest:
                    break
        return None

    def status(self, batch_id: str) -> BatchState:
        """Return how far the provider is. Completed without its file yet is not ended.

        Raises:
            ProviderError: the provider does not say, or (BadRequestError) knows no such batch.
        """
        with self._at.failures(openai.OpenAIError):
            found = self._client.batches.retrieve(batch_id)
        data = found.model_dump()
        errors = [str(one.message) for one in (found.errors.data or ())] if found.errors else []
        kept = {"metadata": data.get("metadata") or {}, "request_counts": data.get("request_counts") or {}}
        info = BatchJobInfo.from_openai({**data, **kept, "errors": None})  # it reads errors of another shape
        counts = info.request_counts
        answered, failed = counts.completed or 0, counts.failed or 0
        lags = found.status == "completed" and answered > 0 and not found.output_file_id
        return BatchState(
            word=info.status.value,
            ended=info.status.value in _ENDED and found.status not in _STOPPING and not lags,
            done=answered + failed,
            total=counts.total or 0,
            detail=shown_error("; ".join(errors), self._at.redact),
        )

    def results(self, batch_id: str) -> Iterator[str]:
        """Yield the lines of the output file and of the error file, whichever there are.

        Raises:
            ProviderError: a file cannot be had whole.
        """
        with self._at.failures(openai.OpenAIError):
            found = self._client.batches.retrieve(batch_id)
            files = [file for file in (found.output_file_id, found.error_file_id) if file]
        for file in files:
            with self._at.failures(openai.OpenAIError):
                content = self._client.files.content(file).content
            yield from _lines(content)

    def cancel(self, batch_id: str) -> None:
        """Ask the provider to stop.

        Raises:
            ProviderError: it does not.
        """
        with self._at.failures(openai.OpenAIError):
            self._client.batches.cancel(batch_id)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def _lines(content: bytes) -> Iterator[str]:
    """Split at line feeds alone: a text may hold other marks that Python calls line ends."""
    for line in content.split(b"\n"):
        if line.strip():
            yield line.decode("utf-8", "replace")


class AnthropicBatches:
    """Message batches as Anthropic has them; results are put into the form of OpenAI's.

    These batches carry no metadata, so none can be found by our name: a run that is killed between
    handing one in and writing down its id hands in the same questions again.
    """

    def __init__(self, endpoint: _Endpoint, model: str, row: ProviderRow, mode: str) -> None:
        """Prepare a client.

        Raises:
            SettingsError: the SDK is not installed.
        """
        self._at, self._model, self._row, self._mode = endpoint, model, row, mode
        try:
            sdk = importlib.import_module("anthropic")
        except ImportError as error:
            raise SettingsError(
                "extract.model: anthropic/… needs the package anthropic; pip install anthropic."
            ) from error
        self._error: type[Exception] = sdk.AnthropicError
        # The SDK wraps nothing that happens to a stream: what it stands on raises as it is.
        self._broken: type[Exception] = importlib.import_module("httpx2").HTTPError
        self._client = sdk.Anthropic(
            api_key=endpoint.key, base_url=endpoint.address, max_retries=0, timeout=endpoint.seconds
        )

    def line(self, request: ModelRequest) -> str:
        """Return one question as a request of a message batch."""
        params = call_body(request, self._model, self._row, self._mode)
        return json.dumps({"custom_id": request.key, "params": params}, ensure_ascii=False)

    def submit(self, name: str, lines: Path) -> str:
        """Start the batch; it is nameless.

        Raises:
            ProviderError: it may have begun all the same.
        """
        requests = [json.loads(line) for line in _lines(lines.read_bytes())]
        with self._at.failures(self._error):
            return str(self._client.messages.batches.create(requests=requests).id)

    def find(self, name: str, since: datetime) -> str | None:
        """Return None: nameless batches cannot be told apart."""
        return None

    def status(self, batch_id: str) -> BatchState:
        """Return how far the provider is.

        Raises:
            ProviderError: the provider does not say, or (BadRequestError) knows no such batch.
        """
        with self._at.failures(self._error):
            found = self._client.messages.batches.retrieve(batch_id)
        info = BatchJobInfo.from_anthropic(found.model_dump())
        counts = info.request_counts
        return BatchState(
            word=info.status.value,
            ended=info.status.value in _ENDED and found.processing_status not in _STOPPING,
            done=(counts.total or 0) - (counts.processing or 0),
            total=counts.total or 0,
        )

    def results(self, batch_id: str) -> Iterator[str]:
        """Yield what came of the requests.

        Raises:
            ProviderError: the results cannot be had whole.
        """
        with self._at.failures(self._error, self._broken, ValueError):
            for one in self._client.messages.batches.results(batch_id):
                yield json.dumps(_as_line(one.model_dump(warnings=False)), ensure_ascii=False)

    def cancel(self, batch_id: str) -> None:
        """Ask the provider to stop.

        Raises:
            ProviderError: it does not.
        """
        with self._at.failures(self._error):
            self._client.messages.batches.cancel(batch_id)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


_UNANSWERED: Mapping[str, str] = {"expired": "batch_expired", "canceled": "batch_cancelled"}  # as OpenAI says it


def _as_line(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result of a message batch as a line of OpenAI's output; a message stays as it is."""
    result, key = row["result"], row["custom_id"]
    if result["type"] == "succeeded":
        return {"custom_id": key, "response": {"status_code": 200, "body": result["message"]}, "error": None}
    error = (result.get("error") or {}).get("error") or {}
    code = _UNANSWERED.get(result["type"], error.get("type") or result["type"])
    return {"custom_id": key, "response": None, "error": {"code": code, "message": error.get("message") or code}}


_SERVICES: Mapping[str, Callable[[_Endpoint, str, ProviderRow, str], BatchService]] = {  # by SDK
    "openai": OpenAIBatches,
    "anthropic": AnthropicBatches,
}

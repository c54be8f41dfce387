"""The batch interfaces of both SDKs against real HTTP servers: bodies, names, states, results, failures."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from batch_server import BatchServer
from scripted_server import ScriptedServer, chunk_of

from core.adapters.batches import batch_service, call_body
from core.adapters.completions import Completion, completion_of
from core.adapters.instructing import InstructorProvider
from core.adapters.providers import MODES, provider_row
from core.errors import SettingsError
from core.extract.model.policy import AskPolicy
from core.extract.model.protocol import (
    AuthFailedError,
    BadRequestError,
    ProviderError,
    RateLimitedError,
    RefusedConnectionError,
    ServerFailureError,
)
from core.extract.model.requests import first_request
from core.planning.batch_service import BatchService, BatchState

KEY = "sk-test-0123456789abcdef"
TEXT = "The crew Silent Heron moved to the payroll host on 3 May {{ 7*7 }}."
NOW = datetime.now(UTC)


def asked(model="openai/m", mode="json"):
    """The question about the text."""
    return first_request(chunk_of(TEXT), AskPolicy(model=model, mode=mode))


@pytest.mark.parametrize(
    ("model", "mode"), [*(("compatible/m", mode) for mode in MODES), ("anthropic/m", "json"), ("anthropic/m", "tools")]
)
def test_a_line_of_a_batch_asks_what_a_call_asks(model, mode):
    """The body is the one that Instructor sends, in every mode and for both SDKs, untrusted text letter by letter."""
    if model.startswith("anthropic"):
        pytest.importorskip("anthropic")
    request = asked(model, mode)
    with ScriptedServer() as server:
        address = server.base_url.removesuffix("/v1") if model.startswith("anthropic") else server.base_url
        provider = InstructorProvider(model, KEY, address, mode)
        with contextlib.suppress(ProviderError):
            asyncio.run(provider.complete(request))
        sent = server.requests[0].body
    row, own = provider_row(model)
    body = call_body(request, own, row, mode)
    assert body == sent
    assert "{{ 7*7 }}" in json.dumps(body)


@pytest.fixture
def lines(tmp_path):
    """A file of one line, written by a service."""

    def write(service) -> Path:
        path = tmp_path / "lines.jsonl"
        path.write_text(service.line(asked()) + "\n", "utf-8")
        return path

    return write


@contextmanager
def openai_batches() -> Iterator[tuple[BatchServer, BatchService]]:
    """A server and the way to it."""
    with BatchServer() as server:
        service = batch_service("openai/m", KEY, server.base_url)
        yield server, service
        service.close()


def test_a_batch_is_handed_in_found_watched_and_had(lines):
    """Under our name, with the key in the header alone."""
    with openai_batches() as (server, service):
        batch = service.submit("bat_1", lines(service))
        (line,) = server.lines()
        assert (line["custom_id"], line["method"], line["url"]) == (asked().key, "POST", "/v1/chat/completions")
        assert line["body"]["messages"][1]["content"] == asked().messages[1].content
        assert [service.find(name, NOW) for name in ("bat_1", "bat_2")] == [batch, None]
        assert service.status(batch) == BatchState("processing", ended=False, done=0, total=1)
        assert list(service.results(batch)) == []
        server.answer = lambda body: json.dumps({"facts": []})
        server.finish()
        assert service.status(batch) == BatchState("completed", ended=True, done=1, total=1)
        (row,) = map(json.loads, service.results(batch))
        assert (row["custom_id"], row["response"]["status_code"]) == (asked().key, 200)
        assert server.keys == {f"Bearer {KEY}"}
        assert KEY not in b"".join(server.files.values()).decode()


def test_a_batch_that_is_too_old_is_not_looked_for(lines):
    """The list is read from the newest on, and no further than the time at which ours can have begun."""
    with openai_batches() as (server, service):
        service.submit("bat_1", lines(service))
        service.submit("bat_2", lines(service))
        assert service.find("bat_1", NOW) == "batch_1"
        server.batches["batch_2"]["created_at"] -= 10 * 86_400
        server.batches["batch_1"]["created_at"] -= 10 * 86_400
        assert service.find("bat_1", NOW) is None
        assert service.find("bat_1", NOW - timedelta(days=11)) == "batch_1"


@pytest.mark.parametrize(
    ("found", "word", "ended"),
    [
        ({"status": "validating"}, "pending", False),
        ({"status": "in_progress"}, "processing", False),
        ({"status": "finalizing"}, "processing", False),
        ({"status": "cancelling"}, "cancelled", False),  # more may come
        ({"status": "cancelled"}, "cancelled", True),
        ({"status": "expired"}, "expired", True),
        ({"status": "failed", "metadata": None, "request_counts": None}, "failed", True),
        ({"status": "completed", "request_counts": {"total": 1, "completed": 1, "failed": 0}}, "completed", False),
        ({"status": "completed", "request_counts": {"total": 1, "completed": 0, "failed": 1}}, "completed", True),
    ],
)
def test_states(lines, found, word, ended):
    """The provider's words become few; completed without its output file is not the end yet."""
    with openai_batches() as (server, service):
        batch = service.submit("bat_1", lines(service))
        server.batches[batch] |= found
        assert (service.status(batch).word, service.status(batch).ended) == (word, ended)


def test_what_is_wrong_with_a_whole_batch_is_told_without_the_key(lines):
    """Such as a limit of the account."""
    with openai_batches() as (server, service):
        batch = service.submit("bat_1", lines(service))
        errors = {"object": "list", "data": [{"message": f"limit of {KEY} reached", "code": "token_limit"}]}
        server.batches[batch] |= {"status": "failed", "errors": errors}
        assert service.status(batch).detail == "limit of [redacted] reached"


@pytest.mark.parametrize(
    ("where", "status", "kind", "does"),
    [
        (("POST", "/files"), 401, AuthFailedError, "submit"),
        (("POST", "/batches"), 404, BadRequestError, "submit"),
        (("GET", "/batches"), 500, ServerFailureError, "find"),
        (("GET", "/batches/batch_1"), 429, RateLimitedError, "status"),
        (("GET", "/files/file-output_file_id-batch_1/content"), 503, ServerFailureError, "results"),
        (("POST", "/batches/batch_1/cancel"), 409, ServerFailureError, "cancel"),
    ],
)
def test_failures_are_typed_come_after_one_request_and_hide_the_key(lines, where, status, kind, does):
    """No layer tries again: whoever asks comes back."""
    with openai_batches() as (server, service):
        batch = service.submit("bat_1", lines(service))
        server.answer = lambda body: "{}"
        server.finish()
        server.failing[where] = status
        calls = {
            "submit": lambda: service.submit("bat_2", lines(service)),
            "find": lambda: service.find("bat_1", NOW),
            "status": lambda: service.status(batch),
            "results": lambda: list(service.results(batch)),
            "cancel": lambda: service.cancel(batch),
        }
        before = server.seen.count(where)
        with pytest.raises(kind) as error:
            calls[does]()
        assert (server.seen.count(where) - before, KEY in str(error.value)) == (1, False)
        assert f"batches of openai at {server.base_url}" in str(error.value)


def test_a_batch_that_is_not_there_and_a_server_that_is_not_there():
    """Two different things."""
    with openai_batches() as (_, service), pytest.raises(BadRequestError):
        service.status("batch_9")
    service = batch_service("openai/m", KEY, "http://127.0.0.1:9/v1")
    with pytest.raises(RefusedConnectionError):
        service.status("batch_1")


def test_what_cannot_be_meant_is_refused():
    """Before anything is sent."""
    for model, mode in (("compatible/m", "json"), ("openai/m", "poetry"), ("nobody/m", "json")):
        with pytest.raises(SettingsError, match=r"extract\.(model|mode)"):
            batch_service(model, KEY, "", mode)


class _Messages(BaseHTTPRequestHandler):
    """Message batches: one batch, whose results are those of the test."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        self.server.asked.append((self.path, body, str(self.headers)))  # type: ignore[attr-defined]
        self._send(self._batch())

    def do_GET(self) -> None:
        results = [json.dumps(row) for row in self.server.results]  # type: ignore[attr-defined]
        self._send("\n".join(results) + "\n" if self.path.endswith("/results") else self._batch())

    def _batch(self) -> str:
        results = self.server.results  # type: ignore[attr-defined]
        ended = bool(results)
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        counts["succeeded" if ended else "processing"] = len(results) or 1
        port = self.server.server_address[1]
        url = f"http://127.0.0.1:{port}/v1/messages/batches/msgbatch_1/results" if ended else None
        return json.dumps({"id": "msgbatch_1", "type": "message_batch", "results_url": url, "archived_at": None,
                           "processing_status": "ended" if ended else "in_progress", "request_counts": counts,
                           "created_at": "2026-02-01T00:00:00Z", "expires_at": "2026-02-02T00:00:00Z",
                           "ended_at": None, "cancel_initiated_at": None})  # fmt: skip

    def _send(self, text: str) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing on the test's output."""


@pytest.fixture
def anthropic():
    """A server of message batches; ``results`` are rows of a batch that has ended."""
    pytest.importorskip("anthropic")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Messages)
    server.asked, server.results = [], []  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def said(key: str, *content: dict, stop: str = "end_turn") -> dict:
    """A message that succeeded."""
    usage = {"input_tokens": 7, "output_tokens": 3}
    message = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": list(content),
               "stop_reason": stop, "stop_sequence": None, "usage": usage}  # fmt: skip
    return {"custom_id": key, "result": {"type": "succeeded", "message": message}}


def test_message_batches_give_what_the_other_form_gives(anthropic, lines):
    """Text, tool, cut off, error, expired: each on a line as of OpenAI's output; requests carry our keys."""
    service = batch_service("anthropic/m", KEY, f"http://127.0.0.1:{anthropic.server_address[1]}")
    batch = service.submit("bat_1", lines(service))
    ((path, body, headers),) = anthropic.asked
    assert (path, [one["custom_id"] for one in body["requests"]]) == ("/v1/messages/batches", [asked().key])
    assert (KEY in headers, KEY in json.dumps(body)) == (True, False)
    assert body["requests"][0]["params"]["max_tokens"] == asked().max_output_tokens
    assert service.status(batch) == BatchState("processing", ended=False, done=0, total=1)
    assert service.find("bat_1", NOW) is None
    anthropic.results = [
        said("a", {"type": "text", "text": "{}"}),
        said("b", {"type": "tool_use", "id": "t", "name": "FactReply", "input": {"facts": []}}),
        said("c", {"type": "text", "text": '{"facts": ['}, stop="max_tokens"),
        {
            "custom_id": "d",
            "result": {
                "type": "errored",
                "error": {"type": "error", "error": {"type": "invalid_request", "message": "no"}},
            },
        },
        {"custom_id": "e", "result": {"type": "expired"}},
        {"custom_id": "f", "result": {"type": "canceled"}},
    ]
    assert service.status(batch).ended
    rows = {row["custom_id"]: row for row in map(json.loads, service.results(batch))}
    found = {key: completion_of(row["response"]["body"]) for key, row in rows.items() if row["response"]}
    assert found == {
        "a": Completion("{}", "stop", None, 7, 3),
        "b": Completion('{"facts": []}', "stop", None, 7, 3),
        "c": Completion('{"facts": [', "length", None, 7, 3),
    }
    assert {key: rows[key]["error"]["code"] for key in "def"} == {
        "d": "invalid_request", "e": "batch_expired", "f": "batch_cancelled",
    }  # fmt: skip
    service.cancel(batch)
    assert anthropic.asked[-1][0] == "/v1/messages/batches/msgbatch_1/cancel"
    service.close()

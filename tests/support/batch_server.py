"""A provider's batch interface as a real HTTP server on loopback: files, batches, and whatever may go wrong with them.

It speaks OpenAI's ``/v1/files`` and ``/v1/batches``. A batch is answered when the test says so (``finish``), line by
line, by ``answer``. What is asked at once (``/v1/chat/completions``) is answered by the same function and kept apart.
"""

import json
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from model_lake import reply_about

Answer = Callable[[dict[str, Any]], str | dict[str, Any] | None]


def well(body: dict[str, Any]) -> str:
    """Answer well."""
    return reply_about(next(one["content"] for one in body["messages"] if one["role"] == "user"))


def completion(text: str, finish: str = "stop") -> dict[str, Any]:
    """A completion of 900 tokens in and 40 out."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    usage = {"prompt_tokens": 900, "completion_tokens": 40, "total_tokens": 940}
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}


@dataclass
class BatchServer:
    """``answer`` gives the text of a reply, a whole row instead of it, or None: no row at all."""

    answer: Answer = well
    batches: dict[str, dict[str, Any]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)  # bodies of questions asked at once
    seen: list[tuple[str, str]] = field(default_factory=list)  # method and path of every request
    keys: set[str] = field(default_factory=set)  # what came as authorization
    failing: dict[tuple[str, str], int] = field(default_factory=dict)  # (method, path) → status, for ever
    seconds: float = 0.0  # before a batch is made
    dropped: bool = False  # makes the batch, then drops the line

    def __enter__(self) -> "BatchServer":
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.script = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def base_url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def lines(self, batch: str | None = None) -> list[dict[str, Any]]:
        """What was handed in: with one batch, or with all."""
        chosen = [self.batches[batch]] if batch else list(self.batches.values())
        return [json.loads(line) for one in chosen for line in self.files[one["input_file_id"]].splitlines()]

    def finish(self, batch: str | None = None, status: str = "completed", output: Sequence[bytes] = ()) -> None:
        """End a batch (or all that go on): its lines are answered, and ``output`` is added to the file as it is."""
        for one in self.batches.values():
            if one["status"] == "in_progress" and batch in (None, one["id"]):
                self._finish(one, status, output)

    def _finish(self, one: dict[str, Any], status: str, output: Sequence[bytes]) -> None:
        good, bad = [], []
        for line in self.lines(one["id"]):
            said = self.answer(line["body"])
            row: dict[str, Any] = {"id": "r", "custom_id": line["custom_id"], "response": None, "error": None}
            if isinstance(said, str):
                row["response"] = {"status_code": 200, "request_id": "q", "body": completion(said)}
                good.append(row)
            elif said is not None:
                bad.append(row | said)
        for name, rows, more in (("output_file_id", good, output), ("error_file_id", bad, ())):
            if rows or more:
                one[name] = f"file-{name}-{one['id']}"
                listed = [json.dumps(row, ensure_ascii=False).encode() for row in rows]
                self.files[one[name]] = b"".join(line + b"\n" for line in [*listed, *more])
        one["status"] = status
        one["request_counts"] |= {"completed": len(good), "failed": len(bad)}

    def take_file(self, content: bytes) -> dict[str, Any]:
        """Keep what was uploaded: the part of the form that has a file name."""
        found = re.search(rb'filename="([^"]*)".*?\r\n\r\n(.*?)\r\n--', content, re.DOTALL)
        assert found is not None
        with self._lock:
            name = f"file-{len(self.files) + 1}"
            self.files[name] = found.group(2)
        return {"id": name, "object": "file", "bytes": len(found.group(2)), "created_at": int(time.time()),
                "filename": found.group(1).decode(), "purpose": "batch", "status": "processed"}  # fmt: skip

    def make_batch(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Start a batch."""
        time.sleep(self.seconds)
        with self._lock:
            name = f"batch_{len(self.batches) + 1}"
            total = len(self.files[asked["input_file_id"]].splitlines())
            counts = {"total": total, "completed": 0, "failed": 0}
            self.batches[name] = {"id": name, "object": "batch", "status": "in_progress", "errors": None,
                                  "created_at": int(time.time()), "output_file_id": None, "error_file_id": None,
                                  "request_counts": counts, **asked}  # fmt: skip
        return self.batches[name]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    script: BatchServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing when a client is killed in the middle of a request."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65_536
    disable_nagle_algorithm = True

    @property
    def script(self) -> BatchServer:
        """What answers."""
        server = self.server
        assert isinstance(server, _Server)
        return server.script

    def do_POST(self) -> None:
        """Take a file, a batch, a cancellation or a question."""
        content = self.rfile.read(int(self.headers.get("content-length", 0)))
        path = self._arrived()
        if path is None:
            return
        if path == "/files":
            self._send(self.script.take_file(content))
        elif path == "/batches":
            made = self.script.make_batch(json.loads(content))
            if self.script.dropped:
                self.close_connection = True
            else:
                self._send(made)
        elif path == "/chat/completions":
            self.script.calls.append(json.loads(content))
            self._send(completion(str(well(json.loads(content)))))
        else:
            batch = self.script.batches[path.split("/")[2]]
            batch["status"] = "cancelling"
            self._send(batch)

    def do_GET(self) -> None:
        """Give a batch, the list of them, or a file."""
        path = self._arrived()
        if path is None:
            return
        *_, last = path.split("/")
        if path == "/batches":
            newest = list(reversed(self.script.batches.values()))
            self._send({"object": "list", "data": newest, "has_more": False})
        elif last == "content":
            self._send(self.script.files[path.split("/")[2]])
        elif last in self.script.batches:
            self._send(self.script.batches[last])
        else:
            self._send({"error": {"message": "No such batch", "type": "invalid_request_error"}}, 404)

    def _arrived(self) -> str | None:
        """Keep the request; return its path without the prefix, or None when it is made to fail."""
        path = self.path.partition("?")[0].removeprefix("/v1")
        script = self.script
        script.seen.append((self.command, path))
        script.keys.add(self.headers.get("authorization", ""))
        status = script.failing.get((self.command, path))
        if status is None:
            return path
        key = self.headers.get("authorization", "")
        self._send({"error": {"message": f"scripted failure for {key}", "type": "scripted"}}, status)
        return None

    def _send(self, answer: dict[str, Any] | bytes, status: int = 200) -> None:
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing on the test's output."""

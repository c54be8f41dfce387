"""A model that does what a script says: a real HTTP server on loopback, and a provider in memory.

Each request is answered by the next step of a script (the last one for ever), or by a function of
the request. Everything that was asked is kept. The server speaks the OpenAI and the Anthropic chat
API; start it in a ``with`` block.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from core.extract.model.protocol import ModelReply, ModelRequest, ProviderError
from core.model import Chunk, ChunkInput, Mask, Segment


@dataclass(frozen=True)
class Step:
    """How one request is answered."""

    text: str | None = '{"facts": []}'  # None: no choice at all
    status: int = 200
    finish: str = "stop"
    refusal: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0  # before the first byte
    body: str | None = None  # instead of a completion
    half_closed: bool = False  # half of the promised bytes, then the line drops


def ok(*facts: object) -> Step:
    """Answer with an envelope; a string stands for a fact of that text."""
    items = [{"text": fact} if isinstance(fact, str) else fact for fact in facts]
    return Step(json.dumps({"facts": items}, ensure_ascii=False))


def cut_off(text: str) -> Step:
    """Answer with a text that the output budget cut."""
    return Step(text, finish="length")


def failing(status: int, message: str = "scripted", **headers: str) -> Step:
    """Answer with an HTTP error."""
    body = json.dumps({"error": {"message": message, "type": "scripted", "code": None}})
    return Step(status=status, body=body, headers=tuple((k.replace("_", "-"), v) for k, v in headers.items()))


def slow(seconds: float, then: Step) -> Step:
    """Answer like another step, later."""
    return Step(then.text, then.status, then.finish, then.refusal, then.headers, seconds, then.body, then.half_closed)


REFUSED = Step(text=None, refusal="I cannot help with that.")
FILTERED = Step(text="", finish="content_filter")
EMPTY = Step(text="")
NO_CHOICES = Step(body='{"id":"x","object":"chat.completion","created":0,"model":"m","choices":[]}')
HTML = Step(body="<html><body>Bad gateway page</body></html>")
HALF_CLOSED = Step(half_closed=True)


@dataclass
class Seen:
    """One request that arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, object]

    @property
    def user_text(self) -> str:
        """The content of its last message."""
        messages = self.body["messages"]
        return str(messages[-1]["content"])  # type: ignore[index]


@dataclass
class ScriptedServer:
    """Answers requests by ``steps`` in order (the last one for ever), or by ``answer``."""

    steps: Sequence[Step] = (Step(),)
    answer: Callable[[Seen], Step] | None = None
    requests: list[Seen] = field(default_factory=list)

    def __enter__(self) -> "ScriptedServer":
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

    def step_for(self, seen: Seen) -> Step:
        """Keep a request and choose its answer."""
        with self._lock:
            place = len(self.requests)
            self.requests.append(seen)
        if self.answer is not None:
            return self.answer(seen)
        return self.steps[min(place, len(self.steps) - 1)]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    script: ScriptedServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing when a client is killed in the middle of a request."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65_536
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        """Answer one request by the script."""
        length = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(length) or b"{}")
        seen = Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        server = self.server
        assert isinstance(server, _Server)
        step = server.script.step_for(seen)
        if step.seconds:
            time.sleep(step.seconds)
        try:
            self._send(step, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _send(self, step: Step, asked: dict[str, object]) -> None:
        content = (step.body if step.body is not None else completion(step, asked, self.path)).encode()
        self.send_response(step.status)
        html = content.startswith(b"<")
        self.send_header("content-type", "text/html" if html else "application/json")
        self.send_header("content-length", str(len(content)))
        for name, value in step.headers:
            self.send_header(name, value)
        self.end_headers()
        if step.half_closed:
            self.wfile.write(content[: len(content) // 2])
            self.close_connection = True
            return
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing on the test's output."""


def completion(step: Step, asked: dict[str, object], path: str) -> str:
    """Return the body of a completion in the dialect of the path asked."""
    text = step.text or ""
    used = {"in": len(json.dumps(asked)) // 4, "out": len(text) // 4}
    if path.endswith("/messages"):
        reasons = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}
        stop = "refusal" if step.refusal else reasons.get(step.finish, step.finish)
        parts = [{"type": "text", "text": text}] if step.text is not None else []
        usage = {"input_tokens": used["in"], "output_tokens": used["out"]}
        base = {"id": "msg_1", "type": "message", "role": "assistant", "model": str(asked.get("model"))}
        return json.dumps({**base, "content": parts, "stop_reason": stop, "stop_sequence": None, "usage": usage})
    message = {"role": "assistant", "content": step.text, "refusal": step.refusal}
    choice = {"index": 0, "message": message, "finish_reason": step.finish, "logprobs": None}
    usage = {"prompt_tokens": used["in"], "completion_tokens": used["out"], "total_tokens": used["in"] + used["out"]}
    base = {"id": "c1", "object": "chat.completion", "created": 0, "model": str(asked.get("model"))}
    return json.dumps({**base, "choices": [choice], "usage": usage})


class FakeClock:
    """Time that passes only while somebody sleeps; ``slept`` keeps each wait."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        """Return the seconds slept so far by the longest sleeper."""
        return self.time

    async def sleep(self, seconds: float) -> None:
        """Let that much time pass at once."""
        self.slept.append(seconds)
        due = self.time + seconds
        await asyncio.sleep(0)
        self.time = max(self.time, due)


@dataclass
class ScriptedProvider:
    """Answers in memory: a string is a reply's text, an error is raised, a reply is returned."""

    steps: Sequence[str | ModelReply | ProviderError] = ('{"facts": []}',)
    answer: Callable[[ModelRequest], str | ModelReply | ProviderError] | None = None
    requests: list[ModelRequest] = field(default_factory=list)
    most_at_once: int = 0
    closed: bool = False
    _now: int = 0

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Take the next step."""
        step = self.answer(request) if self.answer else self.steps[min(len(self.requests), len(self.steps) - 1)]
        self.requests.append(request)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        await asyncio.sleep(0)
        self._now -= 1
        if isinstance(step, ProviderError):
            raise step
        return step if isinstance(step, ModelReply) else ModelReply(step, input_tokens=100, output_tokens=10)

    async def aclose(self) -> None:
        """Remember that it was closed."""
        self.closed = True


def chunk_of(
    text: str,
    *,
    start: int = 0,
    end: int | None = None,
    chunk_id: str = "chk_1",
    language: str = "en",
    masks: Sequence[Mask] = (),
    segments: Sequence[Segment] = (),
    context: dict[str, str] | None = None,
) -> ChunkInput:
    """Return a chunk of a report, the whole of it unless told otherwise."""
    stop = len(text) if end is None else end
    seqs = tuple(s.seq for s in segments if s.char_start < stop and s.char_end > start)
    chunk = Chunk(ordinal=0, char_start=start, char_end=stop, segment_seqs=seqs)
    return ChunkInput(chunk_id, text, chunk, tuple(masks), tuple(segments), "A report", language, None, context or {})


def talk_of(*messages: tuple[str, str]) -> tuple[str, list[Segment]]:
    """Return the text and segments of a transcript of (role, text) messages, numbered from 1."""
    parts, segments, at = [], [], 0
    for seq, (role, said) in enumerate(messages, start=1):
        head = f"{role.title()}: "
        start = at + len(head)
        segments.append(Segment(seq, seq - 1, role, None, None, start, start + len(said)))
        parts.append(f"{head}{said}\n\n")
        at += len(parts[-1])
    return "".join(parts), segments

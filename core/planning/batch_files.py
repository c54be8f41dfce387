"""Questions and replies as JSON Lines in the form of OpenAI's batch files: for batch runners, and where no net is."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.parsing import parse_reply
from core.extract.model.protocol import LENGTH, STOP, ModelRequest
from core.extract.model.requests import first_request, pieces_of
from core.extract.model.store import MemoryStore, StoredReply
from core.model import ChunkInput
from core.stages.extracting import ASKED_AGAIN, Question

_URL = "/v1/chat/completions"
_SHOWN = 120  # characters of a reason


def batch_line(request: ModelRequest, model: str, output_limit: str) -> str:
    """Return one question as a line (without its end).

    Args:
        request: the question; its key becomes ``custom_id``.
        model: as the answering server calls it, without our ``provider/``.
        output_limit: what its interface calls the limit of a reply, such as ``max_tokens``.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        output_limit: request.max_output_tokens,
        "response_format": {"type": "json_object"},
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    return json.dumps({"custom_id": request.key, "method": "POST", "url": _URL, "body": body}, ensure_ascii=False)


@dataclass
class Imported:
    """What a file of replies came to. Lines count from 1."""

    kept: int = 0
    known: int = 0  # questions that had a good reply already
    bad: list[tuple[int, str]] = field(default_factory=list)  # line, reason
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True)
class _Reply:
    text: str
    finish: str
    input_tokens: int
    output_tokens: int


class _BadLineError(Exception):
    """A line that gives no reply; its message is the reason."""


def open_pieces(engine: Engine, questions: Iterable[Question]) -> Iterator[tuple[str, ChunkInput]]:
    """Yield (key, piece) of every first question of some chunks."""
    for question in questions:
        for piece in pieces_of(question.chunk, engine.policy, engine.prompt):
            yield first_request(piece, engine.policy, engine.prompt).key, piece


async def import_replies(engine: Engine, lines: Iterable[str], pieces: Mapping[str, ChunkInput]) -> Imported:
    """Keep the good replies of a batch file in the store, and name the others.

    A reply is good when the engine gets an answer from it without another call, or can go on from
    where it was cut off.

    Args:
        engine: whose store is filled; nothing is sent.
        lines: of the file; empty ones are passed over.
        pieces: the text that each open question is about, by key.
    """
    result, seen = Imported(), set[str]()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            key, reply = _read(line)
            if key in seen:
                raise _BadLineError("answers a question that an earlier line has answered")
            is_new = await _keep(engine, key, pieces.get(key), reply)
        except _BadLineError as error:
            result.bad.append((number, str(error)))
            continue
        seen.add(key)
        if not is_new:
            result.known += 1
            continue
        result.kept += 1
        result.input_tokens += reply.input_tokens
        result.output_tokens += reply.output_tokens
    return result


async def _keep(engine: Engine, key: str, piece: ChunkInput | None, reply: _Reply) -> bool:
    """Store a good reply; return whether it is a new one."""
    stored = StoredReply(
        text=engine.redact(reply.text),
        finish_reason=reply.finish,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        model=engine.policy.model,
        kind="first",
        prompt_version=engine.prompt.version,
        prompt_hash=engine.prompt.raw_hash,
    )
    if _is_key(key) and engine.store.get(key) == stored:
        return False
    if piece is None:
        raise _BadLineError(f"{key[:40]!r} is no open question of these reports and settings")
    if (problem := await _problem(engine, key, piece, stored)) is not None:
        raise _BadLineError(f"the reply does not keep the contract: {problem[:_SHOWN]}")
    engine.store.put(key, stored)
    return True


async def _problem(engine: Engine, key: str, piece: ChunkInput, reply: StoredReply) -> str | None:
    """Return why a run could not use a reply, or None: it can, or can go on from where it was cut off."""
    parsed = parse_reply(reply.text)
    if parsed.cut_off and parsed.items:
        return None
    trial = MemoryStore()
    trial.put(key, reply)
    offline = replace(engine, store=trial, policy=replace(engine.policy, max_calls=0, fallback="none"))
    found = await ask(offline, piece)
    if found.outcome not in ASKED_AGAIN:
        return None
    reasons = dict.fromkeys([*parsed.problems, *(reason for reason, _ in found.invalid_items)])
    return "; ".join(reasons) or found.reason or found.outcome


def _is_key(text: str) -> bool:
    return re.fullmatch(r"rpl_[0-9a-f]{20}", text) is not None


def _read(line: str) -> tuple[str, _Reply]:
    """Return the key and reply of a line."""
    try:
        row = json.loads(line)
    except ValueError as error:
        raise _BadLineError(f"is no JSON ({error})") from None
    if not isinstance(row, dict) or not isinstance(row.get("custom_id"), str):
        raise _BadLineError("has no custom_id")
    if row.get("error"):
        raise _BadLineError(f"the runner reports an error: {_said(row['error'])}")
    response = row.get("response")
    if not isinstance(response, dict):
        raise _BadLineError("has no response")
    if response.get("status_code", 200) != 200:
        raise _BadLineError(f"HTTP {response['status_code']}: {_said(response.get('body'))}")
    body = response.get("body", response)  # some runners leave the wrapper out
    return row["custom_id"], _completion(body)


def _completion(body: object) -> _Reply:
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(body, dict) or not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise _BadLineError("the response holds no choice")
    message = choices[0].get("message")
    message = message if isinstance(message, dict) else {}
    finish = choices[0].get("finish_reason") or STOP
    if message.get("refusal") or finish == "content_filter":
        raise _BadLineError(f"the model refused: {_said(message.get('refusal') or finish)}")
    text = message.get("content")
    if not isinstance(text, str) or not text.strip():
        raise _BadLineError("the reply is empty")
    usage = body.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    tokens = [count if isinstance(count, int) and count >= 0 else 0 for count in counts]
    return _Reply(text, LENGTH if finish == LENGTH else STOP, tokens[0], tokens[1])


def _said(value: object) -> str:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return " ".join(said.split())[:_SHOWN]

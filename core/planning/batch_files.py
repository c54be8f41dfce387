"""Replies as JSON Lines in the form of OpenAI's batch output: from a provider, or from a runner where no net is."""

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from core.adapters.completions import completion_of
from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.parsing import parse_reply
from core.extract.model.protocol import LENGTH, REFUSAL, STOP
from core.extract.model.requests import first_request, pieces_of
from core.extract.model.store import MemoryStore, StoredReply
from core.model import ChunkInput
from core.stages.extracting import ASKED_AGAIN, Question

Judge = Callable[[str], str | None]
"""Takes a reply's text; returns why it cannot be used, or None."""
_SHOWN = 120  # characters of a reason
_NEVER_ASKED = ("batch_expired", "batch_cancelled")  # the provider's words for a line that it never came to


@dataclass
class Imported:
    """What a file of replies came to. Lines count from 1."""

    kept: int = 0
    known: int = 0  # questions that had a good reply already
    bad: list[tuple[int, str]] = field(default_factory=list)  # line, reason
    answered: set[str] = field(default_factory=set)  # keys with a good reply
    answered_badly: dict[str, str] = field(default_factory=dict)  # keys with a bad one, and why
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

    def __init__(self, message: str, key: str = "") -> None:
        """Keep the key of the question that got a bad answer; empty when it got none."""
        super().__init__(message)
        self.key = key


def open_pieces(engine: Engine, questions: Iterable[Question]) -> Iterator[tuple[str, ChunkInput]]:
    """Yield (key, piece) of every first question of some chunks."""
    for question in questions:
        for piece in pieces_of(question.chunk, engine.policy, engine.prompt):
            yield first_request(piece, engine.policy, engine.prompt).key, piece


async def import_replies(
    engine: Engine, lines: Iterable[str], pieces: Mapping[str, ChunkInput | Judge], handed_in: Container[str] = ()
) -> Imported:
    """Keep the good replies of a batch file in the store, and name the others.

    A reply is good when the engine gets an answer from it without another call, or can go on from
    where it was cut off. Of a question whose text is not at hand the reply is good when it can be
    read: the run that uses it judges it as it does the reply of a call.

    Args:
        engine: whose store is filled; nothing is sent.
        lines: of the file; empty ones are passed over.
        pieces: the text that each open question is about, by key; of a question of another kind, what judges its reply.
        handed_in: keys of questions that we asked ourselves, with or without their text.
    """
    result = Imported()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            key, reply = _read(line)
            if key in result.answered:
                raise _BadLineError("answers a question that an earlier line has answered")
            if key not in pieces and key not in handed_in:
                known = _is_key(key) and engine.store.get(key) == _stored(engine, reply)
                if not known:
                    raise _BadLineError(f"{key[:40]!r} is no open question of these reports and settings")
            is_new = await _keep(engine, key, pieces.get(key), reply)
        except _BadLineError as error:
            result.bad.append((number, str(error)))
            if error.key and error.key not in result.answered:
                result.answered_badly[error.key] = str(error)
            continue
        result.answered.add(key)
        if not is_new:
            result.known += 1
            continue
        result.kept += 1
        result.input_tokens += reply.input_tokens
        result.output_tokens += reply.output_tokens
    return result


async def _keep(engine: Engine, key: str, piece: ChunkInput | Judge | None, reply: _Reply) -> bool:
    """Store a good reply; return whether it is a new one."""
    stored = _stored(engine, reply)
    if engine.store.get(key) == stored:
        return False
    if (problem := await _problem(engine, key, piece, stored)) is not None:
        raise _BadLineError(f"the reply does not keep the contract: {problem[:_SHOWN]}", key)
    engine.store.put(key, stored)
    return True


def _stored(engine: Engine, reply: _Reply) -> StoredReply:
    return StoredReply(
        text=engine.redact(reply.text),
        finish_reason=reply.finish,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        model=engine.policy.model,
        kind="first",
        prompt_version=engine.prompt.version,
        prompt_hash=engine.prompt.raw_hash,
    )


async def _problem(engine: Engine, key: str, piece: ChunkInput | Judge | None, reply: StoredReply) -> str | None:
    """Return why a run could not use a reply, or None: it can, or can go on from where it was cut off."""
    if callable(piece):
        return piece(reply.text)
    parsed = parse_reply(reply.text)
    if parsed.cut_off and parsed.items:
        return None
    if piece is None:
        return "; ".join(parsed.problems) or None
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
    key, response = row["custom_id"], row.get("response")
    if row.get("error"):
        code = row["error"].get("code") if isinstance(row["error"], dict) else None
        never_asked = code in _NEVER_ASKED
        raise _BadLineError(f"the runner reports an error: {_said(row['error'])}", "" if never_asked else key)
    if not isinstance(response, dict):
        raise _BadLineError("has no response", key)
    if response.get("status_code", 200) != 200:
        raise _BadLineError(f"HTTP {response['status_code']}: {_said(response.get('body'))}", key)
    body = response.get("body", response)  # some runners leave the wrapper out
    try:
        return key, _completion(body)
    except _BadLineError as error:
        raise _BadLineError(str(error), key) from None


def _completion(body: object) -> _Reply:
    found = completion_of(body)
    if found is None:
        raise _BadLineError("the response is no completion")
    if found.refusal is not None or found.finish == REFUSAL:
        raise _BadLineError(f"the model refused: {_said(found.refusal or found.text or found.finish)}")
    if not found.text.strip():
        raise _BadLineError("the reply is empty")
    finish = LENGTH if found.finish == LENGTH else STOP
    return _Reply(found.text, finish, max(0, found.input_tokens), max(0, found.output_tokens))


def _said(value: object) -> str:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return " ".join(said.split())[:_SHOWN]

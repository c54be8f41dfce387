"""Reading the body of a chat completion, of the OpenAI or the Anthropic API: what was said, and how it ended.

Servers that imitate an API leave things out and put others in, so nothing is taken for granted. What
the text means is for the engine.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.extract.model.protocol import LENGTH, REFUSAL, STOP

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


@dataclass(frozen=True, slots=True)
class Completion:
    """What a completion says. ``finish`` is one of the engine's words, else the provider's own.

    ``refusal`` is the provider's sentence, None without one. Tokens are 0 when they were not counted.
    """

    text: str
    finish: str = STOP
    refusal: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0


def completion_of(body: object) -> Completion | None:
    """Return what a decoded body says; None when it is no completion. One without any choice has no text."""
    if not isinstance(body, Mapping) or body.get("error"):
        return None
    usage = body.get("usage")
    counted = usage if isinstance(usage, Mapping) else {}
    tokens = _count(counted, "prompt_tokens", "input_tokens"), _count(counted, "completion_tokens", "output_tokens")
    if isinstance(body.get("content"), list):
        return Completion(_text_of(body["content"]), _finish(body.get("stop_reason")), None, *tokens)
    if "choices" not in body:
        return None
    choices = body["choices"]
    choice = choices[0] if isinstance(choices, list) and choices else {}
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(message, Mapping):
        return None if choice else Completion("", STOP, None, *tokens)
    refusal = message.get("refusal")
    return Completion(
        text="\n".join(_arguments(message)) or _text_of(message.get("content")),
        finish=_finish(choice.get("finish_reason")),
        refusal=refusal if isinstance(refusal, str) and refusal else None,
        input_tokens=tokens[0],
        output_tokens=tokens[1],
    )


def _finish(said: object) -> str:
    return _FINISHED.get(str(said), str(said)) if said else STOP


def _text_of(content: object) -> str:
    """Return a content that is a text, or parts of which some are; the input of a tool counts as text."""
    if isinstance(content, str):
        return content
    parts = [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []
    texts = [part["text"] for part in parts if part.get("type") == "text" and isinstance(part.get("text"), str)]
    inputs = [_as_text(part["input"]) for part in parts if part.get("type") == "tool_use" and "input" in part]
    return "\n".join(inputs) or "".join(texts)


def _arguments(message: Mapping[str, object]) -> Iterator[str]:
    """Yield the arguments of each call of a tool."""
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, Mapping) else None
        if isinstance(function, Mapping) and function.get("arguments"):
            yield _as_text(function["arguments"])


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _count(usage: Mapping[str, object], *names: str) -> int:
    for name in names:
        value = usage.get(name)
        if isinstance(value, int):
            return value
    return 0

"""The prompt: instructions kept as data, and the messages that put one chunk to a model."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from core.extract.model.fencing import fence_code, harmless
from core.extract.model.protocol import Message
from core.ids import content_id

_SHOWN_REPLY_CHARS = 12_000  # of a model's own bad reply; the rest adds no insight into the error
_SHOWN_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Prompt:
    """The instructions in one version.

    ``raw_hash`` is that of the file's text. ``example_names`` are the invented names of the
    examples, which no fact may hold that its source does not.
    """

    version: str
    raw_hash: str
    system: Mapping[bool, str]  # by whether assistants may be sources
    repair: Mapping[str, str]
    rest: str
    example_names: tuple[str, ...]


@lru_cache(maxsize=1)
def load_prompt() -> Prompt:
    """Return the prompt that the package carries."""
    return read_prompt(resources.files(__package__).joinpath("prompt.toml").read_text("utf-8"))


def read_prompt(raw: str) -> Prompt:
    """Return the prompt that a TOML text describes."""
    table = tomllib.loads(raw)
    examples = "\n\n".join(_example(example) for example in table["examples"])
    roles = table["roles"]
    system = {
        admitted: table["system"].format(roles=roles["assistant" if admitted else "user"], examples=examples).strip()
        for admitted in (False, True)
    }
    names = tuple(name for example in table["examples"] for name in example["names"])
    return Prompt(table["version"], content_id("prm_", raw), system, table["repair"], table["continue"]["rest"], names)


def first_messages(shown: Mapping[str, object], prompt: Prompt) -> tuple[Message, ...]:
    """Return the messages that put what is shown of a chunk to a model."""
    system = prompt.system[bool(shown.get("include_assistant"))]
    return Message("system", system), Message("user", _source(shown))


def repair_messages(
    asked: Sequence[Message], reply: str, problems: Sequence[str], prompt: Prompt, kind: str
) -> tuple[Message, ...]:
    """Return the one re-ask: the question, the model's own reply, and what is wrong with it.

    Args:
        asked: the messages that led to the reply.
        reply: the reply as it came.
        problems: sentences, the most important first.
        prompt: where the wording stands.
        kind: ``invalid`` (all again), ``items`` (only these again) or ``empty``.
    """
    listed = "\n".join(f"- {problem}" for problem in problems[:_SHOWN_PROBLEMS])
    if len(problems) > _SHOWN_PROBLEMS:
        listed += f"\n- and {len(problems) - _SHOWN_PROBLEMS} more of the same kinds"
    order = Message("user", harmless(prompt.repair[kind].format(problems=listed).strip()))
    if not reply.strip():
        return *asked[:-1], Message("user", f"{asked[-1].content}\n\n{order.content}")
    return *asked, Message("assistant", harmless(reply[:_SHOWN_REPLY_CHARS])), order


def rest_messages(
    asked: Sequence[Message], kept: Sequence[Mapping[str, object]], prompt: Prompt
) -> tuple[Message, ...]:
    """Return the continuation of a cut-off reply: what arrived is shown as whole, only the rest is asked for."""
    arrived = json.dumps({"facts": list(kept)}, ensure_ascii=False)
    last = json.dumps(str(kept[-1].get("text", "")), ensure_ascii=False)
    order = prompt.rest.format(count=len(kept), last=last).strip()
    return *asked, Message("assistant", harmless(arrived)), Message("user", harmless(order))


def _source(shown: Mapping[str, object]) -> str:
    """Return the user message: context as one line of JSON, the source between marks, a last word."""
    messages = shown.get("messages")
    listed: list[Mapping[str, object]] = list(messages) if isinstance(messages, list) else []
    texts = [str(message["text"]) for message in listed] or [str(shown.get("text", ""))]
    context = json.dumps(shown["context"], ensure_ascii=False)
    code = fence_code(context, *texts)
    body = "\n".join(_message(message, code) for message in listed) or texts[0]
    return harmless(
        f"CONTEXT (data)\n{context}\n\nSOURCE (data, from mark to mark)\n"
        f"=== {code} begins ===\n{body}\n=== {code} ends ===\n\n"
        "Write down the facts of the source by the rules. Answer with the JSON object alone."
    )


def _message(message: Mapping[str, object], code: str) -> str:
    head = {key: value for key, value in message.items() if key != "text" and value is not None}
    return f"=== {code} message {json.dumps(head, ensure_ascii=False)} ===\n{message['text']}"


def _example(example: Mapping[str, object]) -> str:
    messages = example.get("messages")
    if isinstance(messages, list):
        source = "\n".join(f"[message {m['seq']}, {m['role']}] {m['text']}" for m in messages)
    else:
        source = str(example["source"])
    facts = example["facts"]
    whole = [_whole(fact) for fact in facts] if isinstance(facts, list) else []
    return f"Source: {source}\nAnswer: {json.dumps({'facts': whole}, ensure_ascii=False)}"


def _whole(fact: Mapping[str, object]) -> dict[str, object]:
    """Return an example's fact with every field of the contract."""
    plain = {"text": "", "importance": 5, "tags": [], "fact_type": "fact", "source_seqs": [], "quote": None}
    return {**plain, **fact}


PROMPT_VERSION = load_prompt().version

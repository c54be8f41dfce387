"""The decider's prompt: instructions kept as data, and the messages that put questions to a model."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from core.deciding.model.question import NUMBERS_PER_FACT, Question
from core.extract.model.fencing import fence_code, harmless
from core.extract.model.prompt import Prompt
from core.extract.model.protocol import Message
from core.ids import content_id


@lru_cache(maxsize=1)
def load_prompt() -> Prompt:
    """Return the prompt that the package carries."""
    return read_prompt(resources.files(__package__).joinpath("prompt.toml").read_text("utf-8"))


def read_prompt(raw: str) -> Prompt:
    """Return the prompt that a TOML text describes."""
    table = tomllib.loads(raw)
    examples = "\n\n".join(_example(example) for example in table["examples"])
    system = table["system"].format(examples=examples).strip()
    names = tuple(name for example in table["examples"] for name in example["names"])
    return Prompt(table["version"], content_id("prm_", raw), {False: system}, table["repair"], "", names)


def first_messages(group: Sequence[Question], prompt: Prompt) -> tuple[Message, ...]:
    """Return the messages that put a group of questions to a model.

    Fact n is number n; its notes are n × 100 + 1, n × 100 + 2 and so on, so that no number can mean two things.
    """
    code = fence_code(*(text for question in group for text in question.texts))
    blocks = [_block(number, question, code) for number, question in enumerate(group, start=1)]
    body = "\n".join(blocks)
    asked = "one decision" if len(group) == 1 else f"{len(group)} decisions, one for each fact"
    return (
        Message("system", prompt.system[False]),
        Message(
            "user",
            harmless(
                f"FACTS AND NOTES (data, each under its mark)\n{body}\n=== {code} ends ===\n\n"
                f"Give {asked}, by the rules. Answer with the JSON object alone."
            ),
        ),
    )


def _block(number: int, question: Question, code: str) -> str:
    shown = question.shown
    lines = [_marked(code, "fact", number, shown["fact"])]
    for place, note in enumerate(shown["notes"], start=1):
        lines.append(_marked(code, f"fact {number}, note", number * NUMBERS_PER_FACT + place, note))
    return "\n".join(lines)


def _marked(code: str, what: str, number: int, claim: Mapping[str, Any]) -> str:
    head = {key: value for key, value in claim.items() if key != "text"}
    return f"=== {code} {what} {number} {json.dumps(head, ensure_ascii=False)} ===\n{claim['text']}"


def _example(example: Mapping[str, Any]) -> str:
    notes = "\n".join(
        f"[fact 1, note {NUMBERS_PER_FACT + place}] {note}" for place, note in enumerate(example["notes"], start=1)
    )
    given = example["decision"]
    target = given.get("target")
    whole = {
        "fact": 1,
        "operation": given["operation"],
        "target": None if target is None else NUMBERS_PER_FACT + target,
        "text": given.get("text"),
        "reason": given["reason"],
    }
    answer = json.dumps({"decisions": [whole]}, ensure_ascii=False)
    return f"[fact 1] {example['fact']}\n{notes}\nAnswer: {answer}"

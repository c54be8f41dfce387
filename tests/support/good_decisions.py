"""Good replies to the questions of a decider, by a rule of the test's own; imports nothing of the project."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

_MARK = re.compile(r"=== (\w+) (?:fact (\d+)(?:, note (\d+))?) (\{.*?\}) ===\n(.*?)(?=\n=== \1 )", re.DOTALL)


@dataclass
class Shown:
    """A fact as a question shows it, with its notes by number."""

    number: int
    text: str
    head: dict[str, Any]
    notes: dict[int, str] = field(default_factory=dict)
    note_heads: dict[int, dict[str, Any]] = field(default_factory=dict)


def shown_in(content: str) -> list[Shown]:
    """What the last question of a message shows."""
    found: dict[int, Shown] = {}
    for _, fact, note, head, text in _MARK.findall(content):
        if note:
            found[int(fact)].notes[int(note)] = text
            found[int(fact)].note_heads[int(note)] = json.loads(head)
        else:
            found[int(fact)] = Shown(int(fact), text, json.loads(head))
    return list(found.values())


Rule = Callable[[Shown], dict[str, Any]]


def by_subject(shown: Shown) -> dict[str, Any]:
    """The same text is a no-op; a note with the same first two words is updated; all else is new."""
    for number, text in shown.notes.items():
        if text == shown.text:
            return {"operation": "NOOP", "target": number, "reason": "the same"}
    for number, text in shown.notes.items():
        if text.split()[:2] == shown.text.split()[:2]:
            return {"operation": "UPDATE", "target": number, "reason": "a newer value"}
    return {"operation": "ADD", "target": None, "reason": "new"}


def reply(content: str, rule: Rule = by_subject) -> str:
    """A good reply to a message, by a rule."""
    items = [{"fact": shown.number, "text": None, **rule(shown)} for shown in shown_in(content)]
    return json.dumps({"decisions": items}, ensure_ascii=False)


def is_decision(content: str) -> bool:
    """Whether a message asks for decisions."""
    return content.startswith("FACTS AND NOTES")

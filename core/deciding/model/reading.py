"""Reading a reply about some questions, item by item: good answers, and what is wrong with each of the others."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.deciding.model.contract import OPERATIONS, TARGETED, Answer
from core.deciding.model.question import NUMBERS_PER_FACT, Question
from core.extract.model.fencing import unfenced
from core.extract.model.parsing import json_values
from core.safety.guard import injection_code
from core.text.language import language_of

_MOST_REASON_CHARS = 300
_MOST_TEXT_CHARS = 4_000  # a merged statement is one statement
_SHOWN_VALUE_CHARS = 40
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
MISSING = "missing_item: it has no decision"
UNREADABLE = "unreadable: the reply holds no decision"


class _BadItemError(Exception):
    """An item that cannot be used; the message is for the model, and for the decision's reason."""


@dataclass
class Heard:
    """What a reply says about each question, by its number: an answer, or a problem."""

    answers: dict[int, Answer] = field(default_factory=dict)
    problems: dict[int, str] = field(default_factory=dict)
    readable: bool = True  # whether any item could be told apart


def hear(
    text: str, asked: Mapping[int, Question], reply_key: str, attempts: int, example_names: Sequence[str] = ()
) -> Heard:
    """Return what a raw reply says about the questions asked in it, each in exactly one of the two maps.

    Args:
        text: the reply as it came.
        asked: the questions by number.
        reply_key: of the reply, for the answers.
        attempts: replies so far, this one included.
        example_names: the prompt's invented names, which no merged text may hold that its sources do not.
    """
    by_number: defaultdict[int, list[Mapping[str, object]]] = defaultdict(list)
    items = _items(text)
    for item in items:
        number = _number(item.get("fact"))
        if number is None and len(asked) == 1 == len(items) and item.get("fact") is None:
            number = next(iter(asked))  # one question, one answer: it is clear which is meant
        if number is not None and number in asked:
            by_number[number].append(item)
    heard = Heard(readable=bool(by_number))
    for number, question in asked.items():
        try:
            item = _only(number, by_number.get(number, []), readable=bool(items))
            heard.answers[number] = _answer(item, number, question, reply_key, attempts, example_names)
        except _BadItemError as bad:
            heard.problems[number] = str(bad)
    return heard


def _items(text: str) -> list[Mapping[str, object]]:
    """The items of every envelope, bare list or bare item of a reply, in order."""
    values, _ = json_values(text)
    found: list[Mapping[str, object]] = []
    for value in values:
        found += _items_of(value, 0)
    return found


def _items_of(value: object, depth: int) -> list[Mapping[str, object]]:
    if isinstance(value, list):
        return [item for part in value for item in _items_of(part, depth)] if depth <= 2 else []
    if not isinstance(value, dict):
        return []
    listed = value.get("decisions")
    if isinstance(listed, list | dict):
        return _items_of(listed, depth + 1)
    if "operation" in value:
        return [value]
    inside = [part for part in value.values() if isinstance(part, dict | list)]
    return _items_of(inside[0], depth + 1) if len(inside) == 1 and depth <= 1 else []


def _only(number: int, items: Sequence[Mapping[str, object]], *, readable: bool) -> Mapping[str, object]:
    """Return the one item about a fact; the same said twice is said once."""
    if not items:
        raise _BadItemError(f"fact {number}: {MISSING if readable else UNREADABLE}")
    said = {(_operation(item), _number(item.get("target")), str(item.get("text") or "")) for item in items}
    if len(said) > 1:
        raise _BadItemError(f"fact {number}: duplicate_item: {len(items)} decisions that differ; give exactly one")
    return items[0]


def _answer(
    item: Mapping[str, object],
    number: int,
    question: Question,
    reply_key: str,
    attempts: int,
    example_names: Sequence[str],
) -> Answer:
    operation = _operation(item)
    if operation not in OPERATIONS:
        raise _BadItemError(
            f"fact {number}: unknown_operation: {_quoted(item.get('operation'))}; allowed: {', '.join(OPERATIONS)}"
        )
    target = _target(item, number, question, operation) if operation in TARGETED else None
    text = _merged(item.get("text"), question, target, example_names) if operation == "UPDATE" else None
    reason = _plain(item.get("reason"), _MOST_REASON_CHARS)
    if injection_code(reason) is not None:
        reason = ""  # whoever reads the ledger is given no orders by it
    return Answer(operation, target, text, reason, reply_key, attempts)


def _operation(item: Mapping[str, object]) -> str:
    return str(item.get("operation")).strip().upper()


def _target(item: Mapping[str, object], number: int, question: Question, operation: str) -> int:
    """Return the place of the note that an item names among those offered, from 1."""
    first = number * NUMBERS_PER_FACT + 1
    allowed = ", ".join(str(first + place) for place in range(question.n_notes))
    given = item.get("target")
    if given is None:
        raise _BadItemError(f"fact {number}: no_target: {operation} names no note; allowed: {allowed}")
    target = _number(given)
    if target is None or not 0 <= target - first < question.n_notes:
        raise _BadItemError(f"fact {number}: unknown_target: {_quoted(given)}; allowed: {allowed}")
    return target - first + 1


def _merged(value: object, question: Question, target: int | None, example_names: Sequence[str]) -> str | None:
    """Return the merged text of an UPDATE, or None where only the fact's own may stand.

    That is so when it is no text, is in another language than the fact, reads like an order, or
    repeats the prompt's examples. The guards look at its numbers, names and dates.
    """
    text = unfenced(_plain(value, _MOST_TEXT_CHARS + 1))
    own = question.shown["fact"]["text"]
    sources = own + "\n" + question.shown["notes"][(target or 1) - 1]["text"]
    if not text or len(text) > _MOST_TEXT_CHARS or text == own:
        return None
    leaks = any(name in text and name not in sources for name in example_names)
    if leaks or language_of(text) != language_of(own) or injection_code(text) is not None:
        return None
    return text


def _number(value: object) -> int | None:
    """Return a whole number, also one written as a string or with a zero fraction."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) else None


def _plain(value: object, most: int) -> str:
    """Return a text on one line without control characters; of anything else, nothing."""
    return " ".join(_UNPRINTED.sub(" ", value).split())[:most] if isinstance(value, str) else ""


def _quoted(value: object) -> str:
    shown = _plain(value, _SHOWN_VALUE_CHARS) if isinstance(value, str) else str(value)[:_SHOWN_VALUE_CHARS]
    return repr(shown) if isinstance(value, str) else shown

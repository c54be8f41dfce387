"""Reading a raw reply: every shape from which facts can be had, and which shape it was.

The order is fixed. Thoughts are ignored. A text that is the envelope is taken as it is; then a
fenced or prose-wrapped envelope; then near-JSON, mended; then the shapes that say the same
otherwise: a bare array, strings for objects, ``fact`` for ``text``, one fact at the top level.
Nothing is judged here: items go to ``check_items`` one by one.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.extract.model.lenient import Lenient, read_lenient

STRICT, WRAPPED, MENDED = "strict", "wrapped", "mended"
ARRAY, STRINGS, RENAMED, FLATTENED, NESTED = "array", "strings", "renamed", "flattened", "nested"
THOUGHT, NONE = "thought", "none"
FORMS = (STRICT, WRAPPED, MENDED, ARRAY, STRINGS, RENAMED, FLATTENED, NESTED, THOUGHT, NONE)
CLEAN_FORMS = frozenset({STRICT, WRAPPED})

_THOUGHT_NAMES = "think|thinking|thought|reasoning"
_OPEN_THOUGHT = re.compile(rf"<(?:{_THOUGHT_NAMES})>", re.IGNORECASE)
_CLOSE_THOUGHT = re.compile(rf"</(?:{_THOUGHT_NAMES})>", re.IGNORECASE)
_FENCES = ("```", "~~~")
_FENCE_LABEL = re.compile(r"[A-Za-z0-9_-]{0,20}[ \t]{0,20}\r?\n?")
_OPENER = re.compile(r"[{\[]")
_MOST_VALUES = 200  # a reply of JSON Lines has one value per fact
_MOST_FALSE_STARTS = 8  # brackets in prose that open nothing; keeps the scan linear
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """What a reply says, before any item is judged.

    ``form`` is one of ``FORMS``. ``problems`` are sentences that a model can act on. ``cut_off``:
    the text ends before its JSON does; ``items`` are then the complete ones. ``broken`` is the raw
    text of items that nobody could read.
    """

    items: tuple[object, ...] = ()
    form: str = NONE
    problems: tuple[str, ...] = ()
    cut_off: bool = False
    broken: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether the reply kept the contract's shape (each item apart)."""
        return self.form in CLEAN_FORMS and not self.cut_off and not self.broken


def parse_reply(text: str) -> ParsedReply:
    """Return the items of a raw reply in their order, and the form they came in.

    Never raises for what the text says. Linear in its length.
    """
    strict = _strict(text.strip())
    if strict is not None:
        return _shaped([strict], sole=True, form=STRICT)
    spoken, thought = without_thoughts(text)
    found = _searched(spoken)
    if found.form == NONE and not found.cut_off and not spoken.strip() and thought:
        inside = _searched(thought)
        if inside.items:
            return replace(inside, form=THOUGHT, problems=("the answer is inside an unclosed thought",))
    return found


def json_values(text: str) -> tuple[list[object], bool]:
    """Return the JSON values of a raw reply of any contract, and whether the text ends before the last one does.

    Thoughts, fences and prose are passed over and near-JSON is mended, as ``parse_reply`` does it.
    """
    strict = _strict(text.strip())
    if strict is not None:
        return [strict], False
    spoken, thought = without_thoughts(text)
    bare = _unfenced(spoken if spoken.strip() else thought)
    strict = _strict(bare)
    if strict is not None:
        return [strict], False
    readings = list(_values(bare))
    return [reading.value for reading in readings], bool(readings) and readings[-1].cut


def without_thoughts(text: str) -> tuple[str, str]:
    """Return the text without the thoughts before its answer, and the last thought never closed.

    A tag inside the answer is text. Of a thought whose opening is missing, everything up to the
    closing tag goes.
    """
    kept: list[str] = []
    at = 0
    while opened := _OPEN_THOUGHT.search(text, at):
        if _OPENER.search(text, at, opened.start()):
            break
        kept.append(text[at : opened.start()])
        closed = _CLOSE_THOUGHT.search(text, opened.end())
        if closed is None:
            return "".join(kept), text[opened.end() :]
        at = closed.end()
    rest = text[at:]
    orphan = _CLOSE_THOUGHT.search(rest)
    if orphan is not None and _OPENER.search(rest, orphan.end()) and not _inside_string(rest, orphan.start()):
        rest = rest[orphan.end() :]
    return "".join([*kept, rest]), ""


def _inside_string(text: str, at: int) -> bool:
    """Whether an odd number of plain double quotes stands before a place."""
    return (text.count('"', 0, at) - text.count('\\"', 0, at)) % 2 == 1


def _pairs(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Build an object; lists of a key given twice are joined, so that no item is overwritten."""
    result: dict[str, object] = {}
    for key, value in pairs:
        before = result.get(key)
        result[key] = [*before, *value] if isinstance(before, list) and isinstance(value, list) else value
    return result


def _strict(text: str) -> object | None:
    """Return the JSON value that the whole text is (a JSON string may hold it once more), else None."""
    try:
        value = json.loads(text, object_pairs_hook=_pairs)
        if isinstance(value, str) and _OPENER.match(value.strip()):
            value = json.loads(value, object_pairs_hook=_pairs)
    except (ValueError, RecursionError):
        return None
    return _whole(value) if _HALF_PAIR.search(text) else value


def _whole(value: object) -> object:
    """Replace lone surrogates, which no table can store, by U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [_whole(part) for part in value]
    if isinstance(value, dict):
        return {str(_whole(key)): _whole(part) for key, part in value.items()}
    return value


def _searched(text: str) -> ParsedReply:
    """Find the JSON of a text with fences or prose around it."""
    bare = _unfenced(text)
    strict = _strict(bare)
    if strict is not None:
        return _shaped([strict], sole=True, form=WRAPPED)
    readings = list(_values(bare))
    values = [reading.value for reading in readings]
    sole = len(readings) == 1 and bare.lstrip()[:1] in "{[" and not bare[readings[0].end :].strip()
    mended = sorted({kind for reading in readings for kind in reading.mended})
    parsed = _shaped(values, sole=sole, form=MENDED if mended else WRAPPED)
    cut = bool(readings) and readings[-1].cut
    broken = tuple(raw for reading in readings for raw in reading.broken)
    problems = (*parsed.problems, *(f"not JSON: {kind}" for kind in mended), *("item not readable",) * bool(broken))
    if cut:
        problems = (*problems, "the reply ends before its JSON does")
    return replace(parsed, problems=problems, cut_off=cut, broken=broken)


def _unfenced(text: str) -> str:
    """Return the text without the fence that is its first and last line."""
    text = text.strip()
    for mark in _FENCES:
        if text.startswith(mark):
            label = _FENCE_LABEL.match(text, len(mark))
            inside = text[label.end() if label else len(mark) :]
            return inside.removesuffix(mark).strip()
    return text


def _values(text: str) -> Iterator[Lenient]:
    """Yield the JSON values of a text, one after the other, prose between them passed over."""
    at, false_starts = 0, 0
    for _ in range(_MOST_VALUES + _MOST_FALSE_STARTS):
        opener = _OPENER.search(text, at)
        if opener is None or false_starts > _MOST_FALSE_STARTS:
            return
        reading = read_lenient(text, opener.start())
        if not _says_something(reading):
            false_starts += 1
            at = opener.end()
            continue
        yield reading
        if reading.cut:
            return
        at = reading.end


def _says_something(reading: Lenient) -> bool:
    """Whether a reading is the answer, not a bracket of prose such as a footnote mark."""
    if reading.broken or (reading.cut and isinstance(reading.value, dict)):
        return True
    if isinstance(reading.value, dict):
        return bool(reading.value)
    if not isinstance(reading.value, list):
        return False
    return not reading.value or any(isinstance(part, dict | str) for part in reading.value) or reading.cut


def _shaped(values: Sequence[object], *, sole: bool, form: str) -> ParsedReply:
    """Return the items of JSON values: of all envelopes, else of the first shape that has any."""
    values = [_inner(value) for value in values]
    nested = any(isinstance(value, _Nested) for value in values)
    plain = [value.value if isinstance(value, _Nested) else value for value in values]
    envelopes = [value for value in plain if isinstance(value, dict) and _listed(value) is not None]
    items = [item for value in envelopes for item in _listed(value) or ()]
    if items or (envelopes and not any(_states(value) for value in envelopes)):
        return _named(items, NESTED if nested else form)
    flat = [value for value in plain if isinstance(value, dict) and _states(value)]
    if flat:
        return _named(flat, FLATTENED)
    arrays = [value for value in plain if isinstance(value, list) and (sole or _holds_facts(value))]
    if arrays:
        return _named([item for value in arrays for item in value], ARRAY)
    return ParsedReply(problems=(_expectation(values),))


@dataclass(frozen=True, slots=True)
class _Nested:
    """An envelope that stood inside another object."""

    value: dict[str, object]


def _inner(value: object) -> object:
    """Return an envelope wrapped in an object, as tool calls and schema echoes have it."""
    if not isinstance(value, dict) or "facts" in value or _states(value):
        return value
    inside = [part for part in value.values() if isinstance(part, dict) and isinstance(part.get("facts"), list)]
    return _Nested(inside[0]) if len(inside) == 1 else value


def _listed(value: dict[str, object]) -> Sequence[object] | None:
    """Return the items under ``facts``; one object stands for a list of one."""
    listed = value.get("facts")
    if isinstance(listed, list):
        return listed
    return [listed] if isinstance(listed, dict) and _states(listed) else None


def _states(value: dict[str, object]) -> bool:
    return any(isinstance(value.get(key), str) and str(value[key]).strip() for key in ("text", "fact"))


def _holds_facts(value: list[object]) -> bool:
    return any(isinstance(item, dict) and _states(item) for item in value)


def _named(items: Sequence[object], form: str) -> ParsedReply:
    """Give items their contract's names; the form says what had to be done."""
    strings = any(isinstance(item, str) for item in items)
    renamed = any(isinstance(item, dict) and _is_renamed(item) for item in items)
    if form in CLEAN_FORMS and (strings or renamed):
        form = STRINGS if strings else RENAMED
    problems = []
    if form == ARRAY:
        problems.append('the list must stand in an object: {"facts": [...]}')
    if form == FLATTENED:
        problems.append('one fact stands at the top level; expected {"facts": [...]}')
    if strings:
        problems.append('items are strings; expected objects with "text"')
    if renamed:
        problems.append('items use "fact"; expected "text"')
    return ParsedReply(tuple(_item(item) for item in items), form, tuple(problems))


def _is_renamed(item: dict[str, object]) -> bool:
    return "text" not in item and isinstance(item.get("fact"), str)


def _item(item: object) -> object:
    if isinstance(item, str):
        return {"text": item}
    if isinstance(item, dict) and _is_renamed(item):
        return {"text" if key == "fact" else key: value for key, value in item.items()}
    return item


def _expectation(values: Sequence[object]) -> str:
    if not values:
        return 'no JSON found; expected {"facts": [...]}'
    first = values[0].value if isinstance(values[0], _Nested) else values[0]
    if isinstance(first, dict) and "facts" in first:
        return f'"facts" is {_kind(first["facts"])}; expected a list of objects'
    return f'found {_kind(first)} without "facts"; expected {{"facts": [...]}}'


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")

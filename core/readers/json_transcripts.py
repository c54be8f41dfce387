"""JSON and JSON Lines: transcripts in the shapes that exports use, or an object that holds one text."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from core.errors import UnreadableReportError
from core.readers.drafts import Draft, Source
from core.readers.instants import parse_instant
from core.readers.metadata import canonical
from core.readers.transcripts import Message, is_role, render, role_of
from core.safety.injected import OWN_EXPORT_MARKER, is_own_export

_MESSAGE_KEYS = ("messages", "turns", "conversation", "dialogue")
_CONTENT_KEYS = ("content", "text", "message", "body")
_DOCUMENT_KEYS = ("text", "content", "body")
_SPEAKER_KEYS = ("speaker", "name", "author", "from", "sender")
_TIME_KEYS = ("sent_at", "timestamp", "created_at", "datetime", "date", "time")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_JSON = "application/json"
_JSON_LINES = "application/x-ndjson"


def read_json(source: Source) -> Draft:
    """Return a JSON file as a transcript or, when it is an object with one text, as a document.

    A transcript is an object with a list of messages, a bare list of them, or one message a line.

    Raises:
        UnreadableReportError: ``broken_json`` or ``no_messages``.
    """
    if is_own_export(source.text):
        return _export(source, _JSON)
    try:
        loaded = json.loads(source.text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and "\n" in source.text.strip():
            return read_json_lines(source)
        raise _broken(source, f"line {error.lineno} column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise _broken(source, str(error)[:200]) from error
    if isinstance(loaded, list):
        return _transcript(source, loaded, {}, _JSON)
    if isinstance(loaded, dict):
        return _object(source, loaded)
    raise _no_messages(source, f"a JSON {type(loaded).__name__}")


def _export(source: Source, media_type: str) -> Draft:
    """Return notes that came back to us as a document of which nothing is read."""
    return Draft(text=_storable(f"{OWN_EXPORT_MARKER}\n\n{source.text}"), media_type=media_type)


def read_json_lines(source: Source) -> Draft:
    """Return a file of one JSON object a line as a transcript; a line that is none stops the reading.

    Raises:
        UnreadableReportError: ``broken_json`` naming the line, or ``no_messages``.
    """
    if is_own_export(source.text):
        return _export(source, _JSON_LINES)
    records = []
    for number, line in enumerate(source.text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            records.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise _broken(source, f"line {number}: {str(error)[:200]}") from error
        if not isinstance(records[-1], dict):
            raise _broken(source, f"line {number} is a {type(records[-1]).__name__}, not an object")
    if len(records) == 1 and not _is_message(records[0]):
        return _object(source, records[0])
    head = records[0] if records and not _is_message(records[0]) else {}
    return _transcript(source, records, head, _JSON_LINES)


def _object(source: Source, loaded: Mapping[str, object]) -> Draft:
    for key in _MESSAGE_KEYS:
        messages = loaded.get(key)
        if isinstance(messages, list):
            return _transcript(source, messages, loaded, _JSON)
    for key in _DOCUMENT_KEYS:
        text = loaded.get(key)
        if isinstance(text, str) and text.strip():
            metadata = _metadata({name: value for name, value in loaded.items() if name not in _DOCUMENT_KEYS})
            return Draft(text=_storable(text), media_type=_JSON, metadata=metadata)
    raise _no_messages(source, "an object without messages and without a text")


def _transcript(source: Source, records: Sequence[object], head: Mapping[str, object], media_type: str) -> Draft:
    messages = list(_messages(source, records))
    if not any(message.content.strip() for message in messages):
        raise _no_messages(source, f"{len(records)} records and no message with content")
    text, segments = render(messages)
    metadata = _metadata({name: value for name, value in head.items() if name not in _MESSAGE_KEYS})
    return Draft(text=text, media_type=media_type, metadata=metadata, segments=segments)


def _messages(source: Source, records: Sequence[object]) -> Iterator[Message]:
    for index, record in enumerate(records):
        if not isinstance(record, dict):
            raise _broken(source, f"message {index + 1} is a {type(record).__name__}, not an object")
        role, speaker = _word(record, ("role",)), _word(record, _SPEAKER_KEYS)
        seq = record.get("seq")
        yield Message(
            raw_index=index,
            role=role_of(role, speaker),
            speaker=speaker or (role if role and not is_role(role) else None),
            content=_storable(_content(record)),
            sent_at=_sent_at(record),
            seq=seq if isinstance(seq, int) and not isinstance(seq, bool) else None,
        )


def _is_message(record: Mapping[str, object]) -> bool:
    return bool(_content(record)) and any(key in record for key in ("role", *_SPEAKER_KEYS))


def _content(record: Mapping[str, object]) -> str:
    """The text of a message: a string, or the text blocks of a list one below the other."""
    value = next((record[key] for key in _CONTENT_KEYS if record.get(key)), "")
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return ""
    texts = (part.get("text") if isinstance(part, dict) else part for part in value)
    return "\n".join(text for text in texts if isinstance(text, str) and text)


def _word(record: Mapping[str, object], keys: Sequence[str]) -> str | None:
    """The first string under one of the keys; of an author object its role or name."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, dict):
            value = value.get("name") or value.get("role")
        if isinstance(value, str) and value.strip():
            return _storable(" ".join(value.split()))
    return None


def _sent_at(record: Mapping[str, object]) -> datetime | None:
    day, clock = record.get("date"), record.get("time")
    if isinstance(day, str) and isinstance(clock, str):
        both = parse_instant(f"{day.strip()} {clock.strip()}")
        if both is not None:
            return both
    found = (parse_instant(record.get(key)) for key in _TIME_KEYS)
    return next((instant for instant in found if instant is not None), None)


def _metadata(head: Mapping[str, object]) -> dict[str, str]:
    """The scalar fields of the head and of its ``metadata`` object, which win nothing over the head's own."""
    nested = head.get("metadata")
    fields = [*head.items(), *(nested.items() if isinstance(nested, dict) else ())]
    scalars = ((name, value) for name, value in fields if isinstance(value, str | int) and not isinstance(value, bool))
    return canonical((str(name), _storable(str(value))) for name, value in scalars)


def _storable(text: str) -> str:
    """The text with lone surrogates, which JSON can spell and no file can hold, as U+FFFD."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def _broken(source: Source, what: str) -> UnreadableReportError:
    return UnreadableReportError("broken_json", f"{source.name}: {what}; correct the JSON")


def _no_messages(source: Source, what: str) -> UnreadableReportError:
    detail = f"{source.name}: found {what}; expected messages with role and content, or a text"
    return UnreadableReportError("no_messages", detail)

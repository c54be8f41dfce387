"""Facts of a document's chunk: passages become statements, statements become facts."""

import re
from collections.abc import Iterator, Sequence

from core.extract.chinese.clauses import statements as zh_statements
from core.extract.courtesy import is_courtesy
from core.extract.english.attach import with_identifier
from core.extract.english.clauses import Split
from core.extract.foreign import unread_of
from core.extract.keyed import is_chinese, keyed_fact, split_key_value
from core.extract.naming import named_value, naming_kind, with_owner
from core.extract.passages import Passage, passages
from core.extract.properties import properties_of
from core.extract.reader import Reader, fact_of, flaw_over, is_noise, reader_of
from core.extract.sentencehood import states, tells
from core.extract.subjects import identifiers
from core.extract.values import LABEL_KEYS, URL_ONLY, bare_value, keyed_value
from core.model import CandidateFact, ChunkInput

_MOST_CHARS = 2_000  # no statement is longer; such a passage is data without line ends
_BROKEN_START = re.compile(r"[^(（]{0,16}[)）]")
_BROKEN_END = re.compile(r"\b(?:and|or|the|a|an|of|for|to|with|in|by|from|as|their|its|this|that|these|is|are|be)$")
_LAST_WORD_CHARS = 5  # the longest of them


def document_facts(chunk: ChunkInput, split: Split) -> tuple[Iterator[CandidateFact], bool]:
    """Return the facts of a chunk of a document in the order of the text, and whether some of it was not read.

    What is neither English nor Chinese is not read. ``split`` parts English sentences.
    """
    unread = unread_of(chunk.text)
    found = list(passages(chunk))
    read = [passage for passage in found if not unread.has(passage.text)] if unread.possible else found
    return _facts(reader_of(chunk, found, split), read), len(read) < len(found)


def _facts(reader: Reader, read: Sequence[Passage]) -> Iterator[CandidateFact]:
    for passage in read:
        if passage.headings != reader.headings:
            if reader.headings:
                reader.english.forget()
                reader.chinese.forget()
            reader.headings = passage.headings
        yield from _facts_of(reader, passage)


def _facts_of(reader: Reader, passage: Passage) -> Iterator[CandidateFact]:
    text = passage.text
    if passage.kind == "cell":
        subject = passage.subject or reader.owner(passage.headings, passage.key)
        if subject in (passage.key, text):
            return
        stated = keyed_fact(subject, passage.key, text)
        if text.strip(" .;；。,，") and not is_noise(stated):
            yield fact_of(reader, passage, stated)
        return
    if (
        not text
        or len(text) > _MOST_CHARS
        or URL_ONLY.match(text)
        or is_courtesy(text)
        or is_noise(text)
        or (passage.kind == "sentence" and _is_broken(text))
    ):
        return
    if passage.kind in ("key_value", "item") and (pair := split_key_value(text)) is not None:
        fact = keyed_value(reader, passage, *pair)
        if fact is not None:
            yield fact
        if fact is not None or named_value(naming_kind(pair[0]), pair[1]):
            return
        if pair[0].lower() in LABEL_KEYS:
            passage = passage._replace(text=pair[1])
            text = passage.text
    if (pairs := properties_of(text)) and (subject := _property_subject(reader, passage)):
        yield from (fact_of(reader, passage, keyed_fact(subject, key, value)) for key, value in pairs)
    elif is_chinese(text):
        yield from _chinese(reader, passage)
    elif states(text):
        yield from _english(reader, passage)
    else:
        yield from bare_value(reader, passage)


def _is_broken(text: str) -> bool:
    """Return whether a passage is the rest of a sentence, or its beginning only."""
    return (
        _BROKEN_START.match(text) is not None
        or _BROKEN_END.search(text, max(0, len(text) - _LAST_WORD_CHARS)) is not None
    )


def _property_subject(reader: Reader, passage: Passage) -> str:
    """Return the identifier above a passage; a mere section title owns no property sentence."""
    subject = reader.nearest(passage.headings)
    return subject if identifiers(subject) else ""


def _english(reader: Reader, passage: Passage) -> Iterator[CandidateFact]:
    references = reader.english
    parts = reader.split(passage.text)
    for statement in parts:
        if len(statement.split()) < 3 or (len(parts) > 1 and is_noise(statement)):
            continue
        resolved, alone = references.resolve(with_owner(statement, reader.names), flaw_over(passage))
        yield fact_of(reader, passage, with_identifier(resolved, flaw_over(passage)), alone=alone)
    resolved, _ = references.resolve(passage.text, flaw_over(passage))
    references.observe(resolved)


def _chinese(reader: Reader, passage: Passage) -> Iterator[CandidateFact]:
    text = passage.text
    if not tells(text):
        yield from bare_value(reader, passage)
        return
    parts = zh_statements(text)
    for statement in parts:
        if len(statement) < 4 or (len(parts) > 1 and is_noise(statement)):
            continue
        resolved, alone = reader.chinese.resolve(with_owner(statement, reader.names), flaw_over(passage))
        yield fact_of(reader, passage, resolved, alone=alone)
        reader.chinese.observe(resolved)

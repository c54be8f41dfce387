"""Facts of a document's chunk: passages become statements, statements become facts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.extract.chinese import references as zh_references
from core.extract.chinese.clauses import statements as zh_statements
from core.extract.english import references as en_references
from core.extract.english.clauses import statements as en_statements
from core.extract.english.sentence import finite_verb, read_sentence
from core.extract.english.words import AUXILIARIES
from core.extract.keyed import is_chinese, keyed_fact, split_key_value
from core.extract.markup import plain
from core.extract.passages import Passage, passages, trimmed
from core.extract.properties import properties_of
from core.extract.rating import tags_of, weight_of
from core.extract.subjects import clean_title, document_subject, identifiers, is_generic, section_subject
from core.extract.verbs import BASES
from core.extract.wordlists import word_set
from core.filtering import guard, view_of
from core.model import CandidateFact, ChunkInput
from core.text.sentences import sentence_spans

UNRESOLVED = "unresolved_reference"
_LOOK_BACK_CHARS = 600
_MOST_CHARS = 2_000  # no statement is longer; such a passage is data without line ends
_VALUE_MOST_WORDS = 14
_LEAST_HAN = 6
_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_FOLLOWING = re.compile(r"^(?P<head>.{6,160}?)\b(?:the |these )?following(?: [a-z-]+){0,4}:$", re.IGNORECASE)
_ZH_FOLLOWING = re.compile(r"^(?P<head>.{2,40}?)(?:如下|以下.{0,8})[:：]$")
_FIXED = re.compile(r"\b(?:fixed|patched|released|addressed|resolved)\b|修复", re.IGNORECASE)
_AFFECTED = re.compile(r"\b(?:affect(?:s|ed)|vulnerable|impacted)\b|受影响", re.IGNORECASE)
_LABEL_KEYS = word_set(
    """
    note important warning caution tip summary overview update info 注意 重要 提示 警告
    """
)
_URL_ONLY = re.compile(r"^(?:\W*(?:https?|ftp|hxxps?)[:\[]\S+\W*)+$")
_NAMELESS = re.compile(r"^(?:The|This|These) (?:vulnerabilit(?:y|ies)|flaws?|issues?|bug)\b")
_LISTING = re.compile(
    r"\b(?:affected|vulnerable|impacted|products?|versions?|platforms?|sectors?|countries|regions?"
    r"|areas?|targets?|alias(?:es)?|attendees|participants|impacts?)\b|受影响|影响|产品|版本|行业|国家"
    r"|目标|别名",
    re.IGNORECASE,
)
_KEY_MOST_WORDS = 6
_BROKEN = re.compile(
    r"^[^(（]{0,16}[)）]|\b(?:and|or|the|a|an|of|for|to|with|in|by|from|as|their|its|this|that|these|is|are|be)$"
)


@dataclass(slots=True)
class _Reader:
    """What is known while a chunk is read from top to bottom."""

    chunk: ChunkInput
    subject: str
    english: en_references.References = field(default_factory=en_references.References)
    chinese: zh_references.References = field(default_factory=zh_references.References)
    headings: tuple[str, ...] = ()


def document_facts(chunk: ChunkInput) -> Iterator[CandidateFact]:
    """Yield the facts of a chunk of a document, in the order of the text."""
    reader = _Reader(chunk, document_subject(chunk))
    _look_back(reader)
    for passage in passages(chunk):
        if passage.headings != reader.headings:
            if reader.headings:
                reader.english.forget()
                reader.chinese.forget()
            reader.headings = passage.headings
        yield from _facts_of(reader, passage)


def _look_back(reader: _Reader) -> None:
    """Hear the last sentences before the chunk, so that a pronoun at its start finds its noun."""
    start = reader.chunk.chunk.char_start
    if start == 0:
        return
    before = reader.chunk.report_text[max(0, start - _LOOK_BACK_CHARS) : start]
    paragraph = before[before.rfind("\n\n") + 2 if "\n\n" in before.rstrip() else 0 :] if before.strip() else ""
    for first, stop in sentence_spans(paragraph)[-3:]:
        sentence = plain(paragraph[first:stop])
        if any(mask.char_start < start and mask.char_end > start - len(before) for mask in reader.chunk.masks):
            return
        (reader.chinese if is_chinese(sentence) else reader.english).observe(sentence)


def _fact(reader: _Reader, passage: Passage, text: str, *, alone: bool = True) -> CandidateFact:
    start, end = trimmed(reader.chunk.report_text, passage.char_start, passage.char_end)
    tags = tags_of(text)
    return CandidateFact(
        text=text,
        importance=weight_of(text, (reader.subject,)),
        tags=tags if alone else (*tags[:2], UNRESOLVED),
        quote=reader.chunk.report_text[start:end],
        quote_start=start,
        language="zh" if is_chinese(text) else "en",
    )


def _facts_of(reader: _Reader, passage: Passage) -> Iterator[CandidateFact]:
    text = passage.text
    if passage.kind == "cell":
        subject = passage.subject or section_subject(passage.headings, reader.subject)
        stated = keyed_fact(subject, passage.key, text)
        if text.strip(" .;；。,，") and not _is_noise(stated):
            yield _fact(reader, passage, stated)
        return
    if (
        not text
        or len(text) > _MOST_CHARS
        or _URL_ONLY.match(text)
        or _is_noise(text)
        or (passage.kind == "sentence" and _BROKEN.search(text))
    ):
        return
    if passage.kind in ("key_value", "item") and (pair := split_key_value(text)) is not None:
        fact = _keyed(reader, passage, *pair)
        if fact is not None:
            yield fact
            return
    if (subject := _property_subject(reader, passage)) and (pairs := properties_of(text)):
        yield from (_fact(reader, passage, keyed_fact(subject, key, value)) for key, value in pairs)
    elif is_chinese(text):
        yield from _chinese(reader, passage)
    elif _states(text):
        yield from _english(reader, passage)
    else:
        yield from _verbless(reader, passage)


def _property_subject(reader: _Reader, passage: Passage) -> str:
    """Return the identifier above a passage; a mere section title owns no property sentence."""
    subject = section_subject(passage.headings, reader.subject)
    return subject if identifiers(subject) else ""


def _is_noise(text: str) -> bool:
    hit = guard(view_of(text), "document", "en" if not _HAN.search(text) else None)
    return hit is not None


def _states(text: str) -> bool:
    """Return whether an English passage is a sentence: a subject with its verb, or advice in the imperative."""
    if text.isupper():
        return len(text.split()) >= 5 and text.endswith(".")
    s = read_sentence(text)
    if len(s.words) < 3:
        return False
    if s.lower[0] == "to" and "," not in s.words and not AUXILIARIES.intersection(s.lower):
        return False
    if finite_verb(s, 0, len(s.words)) is not None:
        return True
    return s.lower[0] in BASES and len(s.words) >= 4 and s.words[0][0].isupper() and not s.words[1][0].isupper()


def _keyed(reader: _Reader, passage: Passage, key: str, value: str) -> CandidateFact | None:
    """Return ``Subject — Key: Value``, or None when the line is a sentence with a colon in it."""
    words = key.split()
    if key.lower() in _LABEL_KEYS or len(words) > 12 or (not is_chinese(key) and len(words) > 3 and _states(key)):
        return None
    if not value.strip(" .;；。,，"):
        return None
    if identifiers(key) == [key]:
        return None if _states(value) else _fact(reader, passage, keyed_fact("", key, value))
    if _URL_ONLY.match(value):
        return None
    if _LETTER.search(value) is None and not any(c.isdigit() for c in value):
        return None
    if passage.kind == "item" and _looks_like_name(key) and (column := _column(passage)):
        return _fact(reader, passage, keyed_fact(key, column, value))
    subject = section_subject(passage.headings, reader.subject)
    if subject == value or subject.lower() == key.lower():
        return None
    if len(value.split()) > 30 and passage.kind == "item":
        return None
    return _fact(reader, passage, keyed_fact(subject, key, value))


def _looks_like_name(key: str) -> bool:
    """Return whether a key is itself a thing (a product, an identifier) rather than the name of a property."""
    words = key.split()
    if identifiers(key) or any(any(c.isdigit() for c in word) for word in words):
        return True
    return len(words) >= 2 and all(
        word[0].isupper() or not word[0].isalpha() or word in ("and", "of", "for", "the") for word in words
    )


def _column(passage: Passage) -> str:
    """Return what the values of a list are: from its intro, else from its heading."""
    if passage.intro:
        if _FIXED.search(passage.intro):
            return "修复版本" if _HAN.search(passage.intro) else "Fixed"
        if _AFFECTED.search(passage.intro):
            return "受影响版本" if _HAN.search(passage.intro) else "Affected"
        if len(passage.intro.split()) <= 5 and not _HAN.search(passage.intro):
            return passage.intro
    heading = passage.headings[-1] if passage.headings else ""
    return heading if len(passage.headings) > 1 and is_generic(heading) and not heading.endswith("?") else ""


def _identifier(passage: Passage) -> str:
    for heading in reversed(passage.headings):
        found = identifiers(heading)
        if found:
            return found[0] if len(found) == 1 else ""
    return ""


def _english(reader: _Reader, passage: Passage) -> Iterator[CandidateFact]:
    references = reader.english
    parts = en_statements(passage.text)
    for statement in parts:
        if len(statement.split()) < 3 or (len(parts) > 1 and _is_noise(statement)):
            continue
        resolved, alone = references.resolve(statement, _identifier(passage))
        yield _fact(reader, passage, resolved, alone=alone)
    resolved, _ = references.resolve(passage.text, _identifier(passage))
    if passage.kind == "sentence":
        references.observe(resolved)


def _chinese(reader: _Reader, passage: Passage) -> Iterator[CandidateFact]:
    text = passage.text
    if len(_HAN.findall(text)) < _LEAST_HAN:
        yield from _verbless(reader, passage)
        return
    parts = zh_statements(text)
    for statement in parts:
        if len(statement) < 4 or (len(parts) > 1 and _is_noise(statement)):
            continue
        resolved, alone = reader.chinese.resolve(statement, _identifier(passage))
        yield _fact(reader, passage, resolved, alone=alone)
        reader.chinese.observe(resolved)


def _verbless(reader: _Reader, passage: Passage) -> Iterator[CandidateFact]:
    """Read a bare value by what stands over it: the intro it completes, else its heading as the key."""
    text = passage.text.rstrip(".。;；")
    if not passage.alone or len(text.split()) > _VALUE_MOST_WORDS or _LETTER.search(text) is None:
        return
    if passage.kind == "item":
        completed = _completed(reader, passage, text)
        if completed is not None:
            yield completed
            return
    key = _bare_key(passage)
    above = passage.headings[:-1] if passage.headings and key == passage.headings[-1] else passage.headings
    subject = section_subject(above, reader.subject)
    if key and subject and clean_title(key).lower() not in (subject.lower(), text.lower()):
        yield _fact(reader, passage, keyed_fact(subject, key, text))


def _completed(reader: _Reader, passage: Passage, text: str) -> CandidateFact | None:
    """Return the sentence that an item completes ("X affects the following products:"), or None."""
    match = _FOLLOWING.match(passage.intro)
    if match is None or not _states(match["head"].strip() + " things"):
        return None
    identifier = _identifier(passage)
    statement = f"{match['head'].strip()} {text}."
    resolved, alone = reader.english.resolve(statement, identifier)
    if _NAMELESS.match(resolved):
        subject = section_subject(passage.headings, reader.subject)
        column = _column(passage)
        return _fact(reader, passage, keyed_fact(subject, column, text)) if subject and column else None
    return None if _is_noise(resolved) else _fact(reader, passage, resolved, alone=alone)


def _bare_key(passage: Passage) -> str:
    """Return the property that a bare value gives: a short intro, or a heading that is nothing but its label."""
    if passage.kind == "item" and passage.intro:
        return passage.intro if len(passage.intro.split()) <= _KEY_MOST_WORDS else _column(passage)
    heading = passage.headings[-1] if len(passage.headings) > 1 else ""
    if not heading or identifiers(heading) or heading.endswith(("?", "？")) or not is_generic(heading):
        return ""
    return heading if passage.lone or (passage.kind == "item" and _LISTING.search(heading)) else ""

"""Facts of a document's chunk: passages become statements, statements become facts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.extract.chinese import references as zh_references
from core.extract.chinese.clauses import statements as zh_statements
from core.extract.chinese.predicates import has_predicate
from core.extract.chinese.words import TIME_ONLY
from core.extract.english import references as en_references
from core.extract.english.clauses import statements as en_statements
from core.extract.english.attach import with_identifier
from core.extract.english.sentence import Sentence, finite_verb, is_plural, read_sentence
from core.extract.english.words import AUXILIARIES, DETERMINERS, PREPOSITIONS
from core.extract.keyed import is_chinese, is_clause, keyed_fact, split_key_value
from core.extract.markup import plain
from core.extract.passages import Passage, passages, trimmed
from core.extract.properties import properties_of
from core.extract.rating import tags_of, weight_of
from core.extract.naming import Names, key_owner, named_value, names_of, naming_kind, with_owner
from core.extract.subjects import clean_title, identifiers, is_generic, section_subject
from core.extract.verbs import BASES, Form, forms_of
from core.extract.wordlists import word_set
from core.filtering import guard, view_of
from core.model import CandidateFact, ChunkInput
from core.text.sentences import sentence_spans

UNRESOLVED = "unresolved_reference"
_LOOK_BACK_CHARS = 600
_LEARN_CHARS = 3_000  # of the report, in which the things are introduced that later chunks call "the group"
_MOST_CHARS = 2_000  # no statement is longer; such a passage is data without line ends
_VALUE_MOST_WORDS = 14
_LEAST_HAN = 6  # of a sentence whose predicate is not known
_NAMES_CHARS = 20_000  # of the report, in which a heading that is a name comes up again
_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_FOLLOWING = re.compile(r"^(?P<head>.{6,160}?)\b(?:the |these )?following(?: [a-z-]+){0,4}:$", re.IGNORECASE)
_ZH_FOLLOWING = re.compile(r"^(?P<head>.{2,40}?)(?:如下|以下.{0,8})[:：]$")
_FIXED = re.compile(r"\b(?:fixed|patched|released|addressed|resolved)\b|修复", re.IGNORECASE)
_AFFECTED = re.compile(r"\b(?:affect(?:s|ed)|vulnerable|impacted)\b|受影响", re.IGNORECASE)
_LABEL_KEYS = word_set(
    """
    note important warning caution tip summary overview update info q a question answer 注意 重要 提示 警告 问 答 备注 说明
    """
)
# A noun with a relative clause and no verb of its own: "Appliances that were rebuilt."
_NOUN_ONLY = re.compile(
    r"^(?:The |All |Any )?[\w-]+(?: [\w-]+){0,2} (?:that|which|who) (?:is|are|was|were|has been|have been)(?: \w+ly| not| already)? [a-z]+\.?$"
)
_FLAW_IDS = ("CVE-", "GHSA-", "CNVD-", "CNNVD-")
_GLOSSARY = re.compile(r"术语|名词解释|词汇|\b(?:glossary|terms|definitions|terminology)\b", re.IGNORECASE)
_HASH = re.compile(r"\b(?:sha-?\d|md5|ssdeep|imphash)", re.IGNORECASE)
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
    names: Names
    english: en_references.References
    chinese: zh_references.References
    rows: dict[tuple[str, ...], dict[str, str]]  # what the lists below a heading name, by kind
    headings: tuple[str, ...] = ()

    def nearest(self, headings: tuple[str, ...]) -> str:
        """Return the subject that the headings over a passage give, else the document's."""
        return section_subject(headings, self.names.subject, self.chunk.report_text[:_NAMES_CHARS])

    def owner(self, headings: tuple[str, ...], key: str) -> str:
        """Return whose property a key below some headings is."""
        return key_owner(key, self.names, self.rows.get(headings, {}), self.nearest(headings))


def document_facts(chunk: ChunkInput) -> Iterator[CandidateFact]:
    """Yield the facts of a chunk of a document, in the order of the text."""
    names = names_of(chunk)
    read = list(passages(chunk))
    reader = _Reader(
        chunk,
        names,
        en_references.References(names.leading, names.flaw),
        zh_references.References(names.leading, names.flaw),
        _named_rows(read),
    )
    if chunk.chunk.char_start:
        reader.english.know(_introduced(chunk.report_text[:_LEARN_CHARS]))
    _look_back(reader)
    for passage in read:
        if passage.headings != reader.headings:
            if reader.headings:
                reader.english.forget()
                reader.chinese.forget()
            reader.headings = passage.headings
        yield from _facts_of(reader, passage)


@lru_cache(maxsize=16)  # every chunk of a report asks the same
def _introduced(head: str) -> Mapping[str, str]:
    """Return the names that the start of a report says the kind of, and their kinds."""
    found: dict[str, str] = {}
    for first, stop in sentence_spans(head):
        for name, kind in en_references.named_kinds(plain(head[first:stop])):
            found.setdefault(name, kind)
    return found


def _named_rows(read: Sequence[Passage]) -> dict[tuple[str, ...], dict[str, str]]:
    """Return what the keyed lines and cells below each heading name, by kind; several values name nothing."""
    found: dict[tuple[str, ...], dict[str, dict[str, None]]] = {}
    for passage in read:
        pair = (passage.key, passage.text) if passage.kind == "cell" and not passage.subject else None
        if passage.kind in ("item", "key_value"):
            pair = split_key_value(passage.text)
        if pair and (kind := naming_kind(pair[0])) and (value := named_value(kind, pair[1])):
            found.setdefault(passage.headings, {}).setdefault(kind, {})[value] = None
    return {
        headings: {kind: next(iter(values)) for kind, values in kinds.items() if len(values) == 1}
        for headings, kinds in found.items()
    }


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
        importance=weight_of(text, (reader.names.subject,)),
        tags=tags if alone else (*tags[:2], UNRESOLVED),
        quote=reader.chunk.report_text[start:end],
        quote_start=start,
        language="zh" if is_chinese(text) else "en",
    )


def _facts_of(reader: _Reader, passage: Passage) -> Iterator[CandidateFact]:
    text = passage.text
    if passage.kind == "cell":
        subject = passage.subject or reader.owner(passage.headings, passage.key)
        if subject in (passage.key, text):
            return
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
        if fact is not None or named_value(naming_kind(pair[0]), pair[1]):
            return
        if pair[0].lower() in _LABEL_KEYS:
            passage = replace(passage, text=pair[1])
            text = passage.text
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
    subject = reader.nearest(passage.headings)
    return subject if identifiers(subject) else ""


def _is_noise(text: str) -> bool:
    hit = guard(view_of(text), "document", "en" if not _HAN.search(text) else None)
    return hit is not None


def _states(text: str) -> bool:
    """Return whether an English passage is a sentence: a subject with its verb, or advice in the imperative.

    A text with a full stop, a capital and five words is one even when its verb is not in the tables, as
    long as some word may be a verb.
    """
    if text.isupper():
        return len(text.split()) >= 5 and text.endswith(".")
    s = read_sentence(text)
    if len(s.words) < 3:
        return False
    if s.lower[0] == "to" and "," not in s.words and not AUXILIARIES.intersection(s.lower):
        return False
    if _NOUN_ONLY.match(text):
        return False
    if finite_verb(s, 0, len(s.words)) is not None:
        return True
    if s.lower[0] in BASES and len(s.words) >= 4 and s.words[0][0].isupper() and not s.words[1][0].isupper():
        return True
    closed = text.endswith((".", "!")) and text[0].isupper() and len(s.words) >= 6 and s.lower[0] not in PREPOSITIONS
    return closed and any(_maybe_verb(s, at) for at in range(1, len(s.words) - 2))


def _maybe_verb(s: Sentence, at: int) -> bool:
    """Return whether a word inside a sentence has a shape that a finite verb may have: *rates*, *bricks*."""
    word, before = s.lower[at], s.lower[at - 1]
    if s.words[at][0].isupper() or before in DETERMINERS or before in PREPOSITIONS:
        return False
    third = bool(s.forms[at] & Form.THIRD) or (word.endswith("s") and not word.endswith(("ss", "us", "is")))
    third = third or bool(s.forms[at] & Form.BASE and is_plural(s.lower[0 if s.lower[0] not in DETERMINERS else 1]))
    opens = s.lower[at + 1] in DETERMINERS or s.words[at + 1][0].isupper() or s.lower[at + 1] in ("to", "that")
    return third and opens and not s.depth[at]


def _keyed(reader: _Reader, passage: Passage, key: str, value: str) -> CandidateFact | None:
    """Return ``Subject — Key: Value``, or None when the line is a sentence with a colon in it."""
    words = key.split()
    if is_clause(key) or key.lower() in _LABEL_KEYS or len(words) > 12:
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
    subject = "" if passage.headings and _GLOSSARY.search(passage.headings[-1]) else reader.owner(passage.headings, key)
    key = key.removeprefix(f"{subject} ") if subject else key
    if subject == value or subject.lower() == key.lower():
        return None
    if len(value.split()) > 30 and passage.kind == "item":
        return None
    return _fact(reader, passage, keyed_fact(subject, key, value))


def _looks_like_name(key: str) -> bool:
    """Return whether a key is itself a thing (a product, an identifier) rather than the name of a property."""
    words = key.split()
    if _HASH.search(key):
        return False
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


def _flaw(passage: Passage) -> str:
    """Return the identifier of the flaw whose heading stands over a passage, or ''."""
    identifier = _identifier(passage)
    return identifier if identifier.startswith(_FLAW_IDS) else ""


def _english(reader: _Reader, passage: Passage) -> Iterator[CandidateFact]:
    references = reader.english
    parts = en_statements(passage.text)
    for statement in parts:
        if len(statement.split()) < 3 or (len(parts) > 1 and _is_noise(statement)):
            continue
        resolved, alone = references.resolve(with_owner(statement, reader.names), _flaw(passage))
        yield _fact(reader, passage, with_identifier(resolved, _flaw(passage)), alone=alone)
    resolved, _ = references.resolve(passage.text, _flaw(passage))
    references.observe(resolved)


def _chinese(reader: _Reader, passage: Passage) -> Iterator[CandidateFact]:
    text = passage.text
    if not _tells(text):
        yield from _verbless(reader, passage)
        return
    parts = zh_statements(text)
    for statement in parts:
        if len(statement) < 4 or (len(parts) > 1 and _is_noise(statement)):
            continue
        resolved, alone = reader.chinese.resolve(with_owner(statement, reader.names), _flaw(passage))
        yield _fact(reader, passage, resolved, alone=alone)
        reader.chinese.observe(resolved)


def _tells(text: str) -> bool:
    """Return whether a Chinese passage is a sentence: it has a stop or a predicate, and more than a time or a name."""
    bare = text.rstrip("。！!；;")
    if TIME_ONLY.match(bare) or len(bare) < 4:
        return False
    return has_predicate(bare) or (text != bare and "、" not in bare and len(_HAN.findall(bare)) >= _LEAST_HAN)


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
    subject = reader.owner(above, key)
    if key and subject and clean_title(key).lower() not in (subject.lower(), text.lower()):
        yield _fact(reader, passage, keyed_fact(subject, key, text))


def _completed(reader: _Reader, passage: Passage, text: str) -> CandidateFact | None:
    """Return the sentence that an item completes ("X affects the following products:"), or None."""
    match = _FOLLOWING.match(passage.intro)
    first, second = (text.split(" ", 2) + ["", ""])[:2]
    acts = bool(forms_of(first.lower()) & (Form.THIRD | Form.ING)) and second[:1].islower()
    if match is None or acts or not _states(match["head"].strip() + " things"):
        return None
    identifier = _flaw(passage)
    statement = f"{match['head'].strip()} {text}."
    resolved, alone = reader.english.resolve(statement, identifier)
    if _NAMELESS.match(resolved):
        subject = reader.nearest(passage.headings)
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

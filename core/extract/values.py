"""Values without a sentence: keyed lines, and bare items that the words over them complete."""

import re
from collections.abc import Iterator

from core.extract.keyed import is_clause, keyed_fact
from core.extract.passages import Passage
from core.extract.reader import Reader, fact_of, flaw_over, is_noise
from core.extract.sentencehood import states
from core.extract.subjects import clean_title, identifiers, is_generic
from core.extract.verbs import Form, forms_of
from core.extract.wordlists import word_set
from core.model import CandidateFact

_VALUE_MOST_WORDS = 14
_KEY_MOST_WORDS = 6
_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_FOLLOWING = re.compile(r"^(?P<head>.{6,160}?)\b(?:the |these )?following(?: [a-z-]+){0,4}:$", re.IGNORECASE)
_FIXED = re.compile(r"\b(?:fixed|patched|released|addressed|resolved)\b|修复", re.IGNORECASE)
_AFFECTED = re.compile(r"\b(?:affect(?:s|ed)|vulnerable|impacted)\b|受影响", re.IGNORECASE)
LABEL_KEYS = word_set(
    """
    note important warning caution tip summary overview update info q a question answer 注意 重要 提示 警告 问 答 备注
    说明
    """
)
_GLOSSARY = re.compile(r"术语|名词解释|词汇|\b(?:glossary|terms|definitions|terminology)\b", re.IGNORECASE)
_HASH = re.compile(r"\b(?:sha-?\d|md5|ssdeep|imphash)", re.IGNORECASE)
URL_ONLY = re.compile(r"^(?:\W*(?:https?|ftp|hxxps?)[:\[]\S+\W*)+$")
_NAMELESS = re.compile(r"^(?:The|This|These) (?:vulnerabilit(?:y|ies)|flaws?|issues?|bug)\b")
_LISTING = re.compile(
    r"\b(?:affected|vulnerable|impacted|products?|versions?|platforms?|sectors?|countries|regions?"
    r"|areas?|targets?|alias(?:es)?|attendees|participants|impacts?)\b|受影响|影响|产品|版本|行业|国家"
    r"|目标|别名",
    re.IGNORECASE,
)


def keyed_value(reader: Reader, passage: Passage, key: str, value: str) -> CandidateFact | None:
    """Return ``Subject — Key: Value``, or None when the line is a sentence with a colon in it."""
    words = key.split()
    if is_clause(key) or key.lower() in LABEL_KEYS or len(words) > 12:
        return None
    if not value.strip(" .;；。,，"):
        return None
    if identifiers(key) == [key]:
        return None if states(value) else fact_of(reader, passage, keyed_fact("", key, value))
    if URL_ONLY.match(value):
        return None
    if _LETTER.search(value) is None and not any(c.isdigit() for c in value):
        return None
    if passage.kind == "item" and _looks_like_name(key) and (column := column_of(passage)):
        return fact_of(reader, passage, keyed_fact(key, column, value))
    subject = "" if passage.headings and _GLOSSARY.search(passage.headings[-1]) else reader.owner(passage.headings, key)
    key = key.removeprefix(f"{subject} ") if subject else key
    if subject == value or subject.lower() == key.lower():
        return None
    if len(value.split()) > 30 and passage.kind == "item":
        return None
    return fact_of(reader, passage, keyed_fact(subject, key, value))


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


def column_of(passage: Passage) -> str:
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


def bare_value(reader: Reader, passage: Passage) -> Iterator[CandidateFact]:
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
        yield fact_of(reader, passage, keyed_fact(subject, key, text))


def _completed(reader: Reader, passage: Passage, text: str) -> CandidateFact | None:
    """Return the sentence that an item completes ("X affects the following products:"), or None."""
    match = _FOLLOWING.match(passage.intro)
    first, second = [*text.split(" ", 2), "", ""][:2]
    acts = bool(forms_of(first.lower()) & (Form.THIRD | Form.ING)) and second[:1].islower()
    if match is None or acts or not states(match["head"].strip() + " things"):
        return None
    identifier = flaw_over(passage)
    statement = f"{match['head'].strip()} {text}."
    resolved, alone = reader.english.resolve(statement, identifier)
    if _NAMELESS.match(resolved):
        subject = reader.nearest(passage.headings)
        column = column_of(passage)
        return fact_of(reader, passage, keyed_fact(subject, column, text)) if subject and column else None
    return None if is_noise(resolved) else fact_of(reader, passage, resolved, alone=alone)


def _bare_key(passage: Passage) -> str:
    """Return the property that a bare value gives: a short intro, or a heading that is nothing but its label."""
    if passage.kind == "item" and passage.intro:
        return passage.intro if len(passage.intro.split()) <= _KEY_MOST_WORDS else column_of(passage)
    heading = passage.headings[-1] if len(passage.headings) > 1 else ""
    if not heading or identifiers(heading) or heading.endswith(("?", "？")) or not is_generic(heading):
        return ""
    return heading if passage.lone or (passage.kind == "item" and _LISTING.search(heading)) else ""

"""What is known while a chunk is read from top to bottom, and how a passage becomes a fact."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.extract.chinese import references as zh_references
from core.extract.english import references as en_references
from core.extract.english.clauses import Split
from core.extract.keyed import is_chinese, split_key_value
from core.extract.markup import plain, without_item_mark
from core.extract.naming import Names, key_owner, named_value, names_of, naming_kind
from core.extract.passages import Passage, trimmed
from core.extract.rating import tags_of, weight_of
from core.extract.subjects import identifiers, section_subject
from core.filtering import guard, view_of
from core.model import CandidateFact, ChunkInput
from core.text.blocks import blocks, first_block
from core.text.sentences import block_sentence_ends, sentence_spans

UNRESOLVED = "unresolved_reference"
_LOOK_BACK_CHARS = 1_200
_OPENING_CHARS = 300  # of a chunk, in which a heading shows that is its first line
_THREAD = frozenset({"paragraph", "message", "list_item"})  # blocks whose sentences lead on to the next one
_LEARN_CHARS = 2_000  # of the report, in which the things are introduced that later chunks call "the group"
_NAMES_CHARS = 20_000  # of a report's opening
_HAN = re.compile(r"[\u3400-\u9fff]")
_FLAW_IDS = ("CVE-", "GHSA-", "CNVD-", "CNNVD-")


@dataclass(slots=True)
class Reader:
    """What is known while a chunk is read from top to bottom."""

    chunk: ChunkInput
    names: Names
    english: en_references.References
    chinese: zh_references.References
    split: Split
    rows: dict[tuple[str, ...], dict[str, str]]  # what the lists below a heading name, by kind
    opening: str  # of the report, in which a heading that is a name comes up again
    headings: tuple[str, ...] = ()

    def nearest(self, headings: tuple[str, ...]) -> str:
        """Return the subject that the headings over a passage give, else the document's."""
        return section_subject(headings, self.names.subject, self.opening)

    def owner(self, headings: tuple[str, ...], key: str) -> str:
        """Return whose property a key below some headings is."""
        return key_owner(key, self.names, self.rows.get(headings, {}), self.nearest(headings))


def reader_of(chunk: ChunkInput, read: Sequence[Passage], split: Split) -> Reader:
    """Return the reader of a chunk, with what its report and the text before it make known."""
    names = names_of(chunk)
    reader = Reader(
        chunk,
        names,
        en_references.References(names.leading, names.flaw),
        zh_references.References(names.leading, names.flaw),
        split,
        _named_rows(read),
        chunk.report_text[:_NAMES_CHARS],
    )
    if chunk.chunk.char_start:
        reader.english.know(_introduced(chunk.report_text[:_LEARN_CHARS]))
    _look_back(reader)
    return reader


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


def _look_back(reader: Reader) -> None:
    """Hear the sentences before the chunk, up to its heading, so that a pronoun at its start finds its noun."""
    start = reader.chunk.chunk.char_start
    if start == 0 or _opens_with_heading(reader.chunk.text):
        return
    for sentence in sentences_before(reader.chunk, 0, start):
        references = reader.chinese if is_chinese(sentence) else reader.english
        references.observe(references.resolve(sentence)[0])


def _opens_with_heading(text: str) -> bool:
    block = first_block(text.lstrip()[:_OPENING_CHARS])
    return block is not None and block.kind == "heading"


def sentences_before(chunk: ChunkInput, low: int, start: int) -> list[str]:
    """Return the last whole sentences from ``low`` to before ``start`` that lead on to what follows.

    A heading, a table, code or a masked passage breaks the thread: what stands before it is left out.
    """
    first = max(low, start - _LOOK_BACK_CHARS)
    window, found = chunk.report_text[first:start], []
    for block in blocks(window):
        if block.kind in _THREAD:
            at = block.char_start
            for end in block_sentence_ends(window, block):
                found.append((at, end))
                at = end
        elif block.kind != "blank":
            found = []
    if first > low and found and found[0][0] == 0:
        found = found[1:]  # its beginning lies before the window
    hidden = [index for index, span in enumerate(found) if _touches_mask(chunk, first + span[0], first + span[1])]
    whole = found[hidden[-1] + 1 :] if hidden else found
    return [plain(without_item_mark(window[at:end].strip())) for at, end in whole]


def _touches_mask(chunk: ChunkInput, start: int, end: int) -> bool:
    return any(mask.char_start < end and mask.char_end > start for mask in chunk.masks)


def fact_of(reader: Reader, passage: Passage, text: str, *, alone: bool = True) -> CandidateFact:
    """Return a text as a fact whose evidence is the passage; one that does not stand alone says so in its tags."""
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


@lru_cache(maxsize=8_192)  # the revisions of a report say most sentences again
def is_noise(text: str) -> bool:
    """Return whether a guard of the filter would drop a text of a document."""
    hit = guard(view_of(text), "document", "en" if not _HAN.search(text) else None)
    return hit is not None


def identifier_over(passage: Passage) -> str:
    """Return the identifier of the nearest heading that has one, or '' when it has several."""
    return _identifier_of(passage.headings)


@lru_cache(maxsize=1_024)
def _identifier_of(headings: tuple[str, ...]) -> str:
    for heading in reversed(headings):
        found = identifiers(heading)
        if found:
            return found[0] if len(found) == 1 else ""
    return ""


def flaw_over(passage: Passage) -> str:
    """Return the identifier of the flaw whose heading stands over a passage, or ''."""
    identifier = identifier_over(passage)
    return identifier if identifier.startswith(_FLAW_IDS) else ""

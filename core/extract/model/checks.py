"""Judging the items of a reply one by one against the contract and against the chunk itself."""

import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from core.extract.contract import MAX_TAGS, check_items
from core.extract.model.fencing import unfenced
from core.extract.model.parsing import ParsedReply
from core.extract.model.shown import REMOVED, shown_segments
from core.ids import normalised_fact_text
from core.model import CandidateFact, ChunkInput
from core.text.evidence import align
from core.text.language import language_of

UNRESOLVED = "unresolved_reference"  # the tag that the embedded extractor gives too
REPEATED = "repeated"
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_MOSTLY = 0.5
_LEAST_LETTERS = 8  # a shorter fact may be all names; its script says nothing of its language
_ELLIPSIS = re.compile(r"\s{0,5}(?:\.\.\.|…|……|\[\.\.\.\]|\[…\])\s{0,5}")
_DANGLING = re.compile(
    r"^(?:it|this|that|these|those|they|he|she|its|their|his|her|the former|the latter)\b", re.IGNORECASE
)
_ZH_DANGLING = re.compile(
    r"^(?:它们?|他们?|她们?|其(?=[\u4e00-\u9fff])(?!他|中|次|实|余)|该(?:组织|团伙|公司|漏洞|软件|工具)|这(?![里些次年月周个]))"
)


@dataclass(slots=True)
class Judged:
    """The items of one chunk so far: each is accepted or rejected, none is neither."""

    facts: list[CandidateFact] = field(default_factory=list)
    rejected: list[tuple[str, str]] = field(default_factory=list)  # (reason, raw item)
    problems: list[str] = field(default_factory=list)  # of rejected items a repair may put right
    repeats: int = 0
    seen: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Bench:
    """What items are held against: the chunk, the names of the prompt's examples, and the switches."""

    chunk: ChunkInput
    example_names: tuple[str, ...] = ()
    known_text: str = ""  # everything of the source that the model was shown, context included


def judge(parsed: ParsedReply, bench: Bench, into: Judged) -> Judged:
    """Add the items of a reply to what is judged already; return the same object.

    Items said before count as ``repeated``; an item that cannot be read is rejected with its raw
    text. A quote is replaced by the characters of the report that it stands for.
    """
    for item in parsed.items:
        _judge_item(item, bench, into)
    for raw in parsed.broken:
        into.rejected.append(("item: not readable as JSON", raw))
        into.problems.append(f"{_short(raw)}: not readable as JSON")
    return into


def _judge_item(item: object, bench: Bench, into: Judged) -> None:
    good, bad = check_items([item], bench.chunk)
    if bad:
        reason, raw = bad[0]
        into.rejected.append((reason, raw))
        into.problems.append(f"{_short(raw)}: {reason}")
        return
    fact, problem = good[0], None
    for check in _CHECKS:
        fact, problem = check(fact, bench)
        if problem is not None:
            into.rejected.append((problem, json.dumps(item, ensure_ascii=False, default=str)[:2_000]))
            into.problems.append(f"{_short(fact.text)}: {problem}")
            return
    key = normalised_fact_text(fact.text)
    if key in into.seen:
        into.repeats += 1
        into.rejected.append((f"{REPEATED}: said before in this chunk", _short(fact.text)))
        return
    into.seen.add(key)
    into.facts.append(fact)


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:117] + "..."


_Checked = tuple[CandidateFact, str | None]


def _quoted(fact: CandidateFact, bench: Bench) -> _Checked:
    """Pin the quote to the report's characters, in a cited message first."""
    if fact.quote is None:
        return fact, None
    for quote in _readings(fact.quote):
        for within in _places(fact, bench.chunk):
            found = align(quote, bench.chunk.report_text, within)
            if found is not None and not _masked(bench.chunk, found[0], found[1]):
                start, end, _ = found
                return replace(fact, quote=bench.chunk.report_text[start:end], quote_start=start), None
    return fact, "quote: not in the source; copy it letter by letter or leave it null"


def _readings(quote: str) -> list[str]:
    """The quote as given, as the source wrote it, and its longest part when it leaves words out."""
    whole = list(dict.fromkeys((quote, unfenced(quote))))
    parts = [part for part in _ELLIPSIS.split(unfenced(quote)) if part.strip()]
    if len(parts) > 1 or (parts and parts[0] != quote):
        whole.append(max(parts, key=len))
    return whole


def _places(fact: CandidateFact, chunk: ChunkInput) -> list[tuple[int, int]]:
    start, end = chunk.chunk.char_start, chunk.chunk.char_end
    if not chunk.segments:
        return [(start, end)]
    shown = shown_segments(chunk)
    cited = [s for s in shown if s.seq in fact.source_seqs]
    ordered = [*cited, *(s for s in shown if s not in cited)]
    return [(max(s.char_start, start), min(s.char_end, end)) for s in ordered]


def _masked(chunk: ChunkInput, start: int, end: int) -> bool:
    return any(mask.char_start < end and mask.char_end > start for mask in chunk.masks)


def _not_leaked(fact: CandidateFact, bench: Bench) -> _Checked:
    """Reject what can only come from the prompt's examples."""
    told, source = _folded(fact.text), None
    for name in bench.example_names:
        if _folded(name) in told:
            source = _folded(bench.known_text) if source is None else source
            if _folded(name) not in source:
                return fact, f"example_leak: {name} is a name of the prompt's examples, not of the source"
    return fact, None


def _not_translated(fact: CandidateFact, bench: Bench) -> _Checked:
    """Reject a fact in another script than the passage that it rests on; names in theirs are no translation."""
    if sum(map(str.isalpha, fact.text)) < _LEAST_LETTERS:
        return fact, None
    passage = fact.quote if fact.quote is not None else bench.chunk.text
    spoken, told = language_of(passage), _han_share(fact.text)
    foreign = (spoken == "zh" and told == 0) or (spoken == "en" and told >= _MOSTLY and _han_share(passage) < _MOSTLY)
    if foreign and not _is_quoted_whole(fact, bench):
        return fact, f"language: the passage is {spoken}; write the fact in its language"
    return fact, None


def _han_share(text: str) -> float:
    """Return which share of a text's letters are Han characters."""
    letters = sum(map(str.isalpha, text))
    return len(_HAN.findall(text)) / letters if letters else 0.0


def _is_quoted_whole(fact: CandidateFact, bench: Bench) -> bool:
    return (
        align(fact.text, bench.chunk.report_text, (bench.chunk.chunk.char_start, bench.chunk.chunk.char_end))
        is not None
    )


def _not_removed(fact: CandidateFact, _: Bench) -> _Checked:
    return fact, ("text: tells of a removed passage" if REMOVED in fact.text else None)


def _marked(fact: CandidateFact, bench: Bench) -> _Checked:
    """Mark a fact whose subject is a pronoun; it is kept, and never passes for a resolved one."""
    if not (_DANGLING.match(fact.text) or _ZH_DANGLING.match(fact.text)):
        return fact, None
    return replace(fact, tags=(*fact.tags[: MAX_TAGS - 1], UNRESOLVED)), None


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


# In this order: a quote first pins the fact to its place, then its words are judged.
_CHECKS: Sequence[Callable[[CandidateFact, Bench], _Checked]] = (
    _quoted,
    _not_leaked,
    _not_translated,
    _not_removed,
    _marked,
)

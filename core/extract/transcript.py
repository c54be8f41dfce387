"""Facts of a transcript's chunk: what people said, in their names."""

import re
from collections.abc import Iterator, Sequence

from core.extract.chinese import references as zh_references
from core.extract.chinese import speaker as zh_speaker
from core.extract.chinese.clauses import statements as zh_statements
from core.extract.chinese.predicates import has_predicate, subject_of
from core.extract.courtesy import is_courtesy
from core.extract.english import references as en_references
from core.extract.english import speaker as en_speaker
from core.extract.english.clauses import Split
from core.extract.english.sentence import finite_verb, read_sentence
from core.extract.foreign import unread_of
from core.extract.keyed import is_chinese
from core.extract.markup import plain, without_item_mark
from core.extract.naming import Names, names_of, with_owner
from core.extract.passages import trimmed
from core.extract.rating import tags_of, weight_of
from core.extract.reader import sentences_before
from core.filtering import FilterRule, guard, view_of
from core.filtering.requests import REQUEST_RULES
from core.model import CandidateFact, ChunkInput, Segment
from core.text.sentences import sentence_spans

UNRESOLVED = "unresolved_reference"
_NEVER_PROPOSED = frozenset(rule.id for rule in REQUEST_RULES) | {
    "en-question",
    "zh-question",
    "en-asked-about",
    "zh-asked-about",
}
# A question or command is one as a whole; a wish or thanks may stand beside a statement.
_SPEAKS_FOR_ALL = frozenset({"en-question", "zh-question", "en-unmarked-question", "en-command", "zh-ask-listener"})
_TO_LISTENER = re.compile(r"^(?:you|your|you're|you’re|you've|let's|lets|ai|what a|how nice|if you)\b", re.IGNORECASE)
_ZH_TO_LISTENER = re.compile(r"^(?:你|您)")
_VAGUE = re.compile(
    r"^(?:it|that|this|these|those|they|there|everything|something|nothing|both|either|he|she)\b(?!['’]s name)",
    re.IGNORECASE,
)
_ZH_VAGUE = re.compile(r"^(?:这|那|它|他|她|这样|那样|是的|对)")
_ZH_CLAUSES = re.compile(r"[，；：,;:]")
_LEAST_HAN = 5
_MOST_CHARS = 2_000  # no statement is longer; such a passage is pasted data
_HAN = re.compile(r"[\u3400-\u9fff]")
_STAND_IN = {
    ("user", "en"): "The user",
    ("user", "zh"): "用户",
    ("assistant", "en"): "The assistant",
    ("assistant", "zh"): "助手",
}


def eligible_segments(chunk: ChunkInput) -> list[Segment]:
    """Return the segments of the chunk that may give facts: users and named people, assistants only when admitted."""
    roles = {"user", "assistant"} if chunk.context.get("include_assistant") == "true" else {"user"}
    start, end = chunk.chunk.char_start, chunk.chunk.char_end
    return [s for s in chunk.segments if s.role in roles and s.char_start < end and s.char_end > start]


def transcript_facts(chunk: ChunkInput, admitted: Sequence[Segment], split: Split) -> Iterator[CandidateFact]:
    """Yield the facts of the admitted segments in the order of the text; ``split`` parts English sentences."""
    names = names_of(chunk)
    for segment in admitted:
        start = max(segment.char_start, chunk.chunk.char_start)
        end = min(segment.char_end, chunk.chunk.char_end)
        english = en_references.References(names.leading, names.flaw)
        chinese = zh_references.References(names.leading, names.flaw)
        unread = unread_of(chunk.report_text[start:end])
        for earlier in sentences_before(chunk, segment.char_start, start):  # of a message that the chunk's edge cuts
            (chinese if is_chinese(earlier) else english).observe(earlier)
        for first, stop in sentence_spans(chunk.report_text[start:end]):
            first, stop = trimmed(chunk.report_text, start + first, start + stop)
            sentence = plain(without_item_mark(chunk.report_text[first:stop]))
            if not sentence or len(sentence) > _MOST_CHARS or is_courtesy(sentence) or unread.has(sentence):
                continue
            zh = is_chinese(sentence)
            parts = zh_statements(sentence) if zh else split(sentence)
            for text, label, alone in _stated(sentence, parts, segment, chinese if zh else english, names, zh=zh):
                tags = tags_of(text)
                yield CandidateFact(
                    text=text,
                    importance=weight_of(text),
                    tags=tags if alone else (*tags[:2], UNRESOLVED),
                    fact_type=label,
                    source_seqs=(segment.seq,),
                    quote=chunk.report_text[first:stop],
                    quote_start=first,
                    language="zh" if zh else "en",
                )


def unread_said(chunk: ChunkInput, admitted: Sequence[Segment]) -> bool:
    """Return whether an admitted message holds a sentence in a language that is not read."""
    for one in admitted:
        start, end = max(one.char_start, chunk.chunk.char_start), min(one.char_end, chunk.chunk.char_end)
        text = chunk.report_text[start:end]
        unread = unread_of(text)
        if unread.possible and any(unread.has(text[first:stop].strip()) for first, stop in sentence_spans(text)):
            return True
    return False


def _speaker(segment: Segment, *, zh: bool) -> str:
    return segment.speaker or _STAND_IN[(segment.role, "zh" if zh else "en")]


def _rule(text: str, segment: Segment, *, zh: bool) -> FilterRule | None:
    speakers = (segment.speaker,) if segment.speaker else ()
    return guard(view_of(text, speakers), "transcript", None if zh else "en")


def _stated(
    sentence: str,
    parts: Sequence[str],
    segment: Segment,
    references: en_references.References | zh_references.References,
    names: Names,
    *,
    zh: bool,
) -> Iterator[tuple[str, str, bool]]:
    """Yield (text, fact_type, whether it stands alone) of what a sentence states."""
    rule = _rule(sentence, segment, zh=zh)
    if rule is not None and rule.id in _SPEAKS_FOR_ALL:
        return
    name = _speaker(segment, zh=zh)
    for statement in parts:
        own = _rule(statement, segment, zh=zh)
        if (own is not None and own.id in _NEVER_PROPOSED) or not _tells(statement, zh=zh):
            continue
        resolved, alone = references.resolve(with_owner(statement, names))
        if not alone and (_ZH_VAGUE if zh else _VAGUE).match(resolved):
            continue
        named = zh_speaker.in_third_person(resolved, name) if zh else en_speaker.in_third_person(resolved, name)
        if re.match(rf"{re.escape(name)}(?: is |是){re.escape(name)}", named):
            continue  # "I'm Priya Nandakar", said by Priya
        hit = own or _rule(named, segment, zh=zh)
        if (hit is not None and hit.id in _NEVER_PROPOSED) or (
            zh and name not in named and not _zh_says_of_whom(named)
        ):
            continue
        yield named, hit.reason if hit is not None else "fact", alone
        if named.startswith(name):
            references.forget()  # the speaker never means themselves by "it" or "she"
        else:
            references.observe(named)


def _zh_says_of_whom(text: str) -> bool:
    """Return whether some clause of a Chinese sentence has a subject, so that it does not hang in the air."""
    return any(subject_of(clause) for clause in _ZH_CLAUSES.split(text) if clause)


def _tells(text: str, *, zh: bool) -> bool:
    """Return whether a sentence tells something rather than speaks to the listener or trails off."""
    if zh:
        long_enough = len(_HAN.findall(text)) >= _LEAST_HAN or (
            len(text) > _LEAST_HAN and has_predicate(text.rstrip("。！"))
        )
        return long_enough and not _ZH_TO_LISTENER.match(text)
    if _TO_LISTENER.match(text):
        return False
    s = read_sentence(text)
    return len(s.words) >= 3 and finite_verb(s, 0, len(s.words)) is not None

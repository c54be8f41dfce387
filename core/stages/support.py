"""Whether a fact's evidence says all that the fact says, and which further places do."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.model import Anchor
from core.stages.ground import Ground, Span
from core.stages.support_terms import DATE_TERM, NAME_TERM, Said, Term, stands_in, terms_of
from core.temporal.resolver import resolve

_MOST_EXTRA = 6  # further spans of one fact
_MOST_CHARS = 400  # of a place that is evidence as a whole
_JOINED = re.compile(r" |(?: (?:of|for|and|the|de|von|&)){1,2} |[-/]|'s ")
_HAN = re.compile("[\u3400-\u9fff]")
_LEAD_END = re.compile(r"[的与和在了是将为从由被对：:，,、—（(\s]+$")
_LEAST_LEAD, _MOST_LEAD = 2, 30


@dataclass(frozen=True, slots=True)
class Support:
    """What the spans of a fact leave unsaid, and where that stands instead.

    ``spans`` are further places of the report; ``outside`` are terms that only the report's
    metadata gives, such as a title that its text does not repeat; ``missing`` are in neither.
    """

    spans: tuple[Span, ...] = ()
    outside: tuple[Term, ...] = ()
    missing: tuple[Term, ...] = ()


def support_of(fact_text: str, quoted: Sequence[Span], ground: Ground, anchor: Anchor | None) -> Support:
    """Return what supports a fact beyond its quote.

    A name may stand anywhere near by or before; a number, a date or a negation only in the quote's
    own sentence, in the sentences just before it, or in what stands over it: headings, the head of
    its table, the line that its list hangs on, the label of its message.

    Args:
        fact_text: the fact.
        quoted: the spans of its quote, the longest first.
        ground: the text around.
        anchor: what relative time in the report counts from.
    """
    span = quoted[0]
    own = _slices(ground, quoted)
    unsaid = unsaid_terms(fact_text, own, anchor)
    spans: list[Span] = []
    for group in _groups(fact_text, unsaid):
        spans += _names(fact_text, group, ground, span)
    if (lead := _carried_lead(fact_text, Said(own))) and (place := ground.name(lead, *span)) is not None:
        spans.append(place)
    for term in unsaid_terms(fact_text, own + _slices(ground, spans), anchor) if unsaid else ():
        spans += _near(term, ground, span)
    kept = _distinct(quoted, spans)
    left = unsaid_terms(fact_text, own + _slices(ground, kept), anchor) if unsaid else []
    elsewhere = Said(ground.known)
    outside = tuple(term for term in left if elsewhere.says(term))
    return Support(tuple(kept), outside, tuple(term for term in left if term not in outside))


def unsaid_terms(fact_text: str, passages: Sequence[str], anchor: Anchor | None) -> list[Term]:
    """Return the terms of a fact that no passage says.

    A date counts as said when a time expression of a passage resolves to it, or to a part of it.
    """
    said = Said(passages)
    unsaid = [term for term in terms_of(fact_text) if not said.says(term)]
    if not any(term.kind == DATE_TERM for term in unsaid):
        return unsaid
    times = {
        (temporal.resolved_start, temporal.resolved_end)
        for passage in passages
        for temporal in resolve(passage, anchor)
        if temporal.status == "resolved"
    }
    mine = [one for one in resolve(fact_text, anchor) if one.status == "resolved"]
    same = [one for one in mine if any(_within(time, (one.resolved_start, one.resolved_end)) for time in times)]
    return [
        term
        for term in unsaid
        if term.kind != DATE_TERM
        or not any(one.char_start < term.char_end and one.char_end > term.char_start for one in same)
    ]


def _within(time: tuple[str | None, str | None], wide: tuple[str | None, str | None]) -> bool:
    if None in time or None in wide:
        return time == wide and time[0] is not None
    return str(wide[0])[:10] <= str(time[0])[:10] and str(time[1])[:10] <= str(wide[1])[:10]


def _slices(ground: Ground, spans: Iterable[Span]) -> list[str]:
    return [ground.text[start:end] for start, end in spans]


def _groups(text: str, terms: Sequence[Term]) -> list[list[Term]]:
    """Unsaid names that stand together, as one name of several words does."""
    groups: list[list[Term]] = []
    for term in terms:
        if term.kind != NAME_TERM:
            continue
        if groups and _JOINED.fullmatch(text[groups[-1][-1].char_end : term.char_start]):
            groups[-1].append(term)
        else:
            groups.append([term])
    return groups


def _names(text: str, group: Sequence[Term], ground: Ground, span: Span) -> list[Span]:
    whole = ground.name(text[group[0].char_start : group[-1].char_end], *span)
    if whole is not None:
        return [whole]
    found = [ground.name(term.surface, *span) for term in group] if len(group) > 1 else []
    return [place for place in found if place is not None]


def _near(term: Term, ground: Ground, span: Span) -> list[Span]:
    """The first place near the quote that says a term: only its characters when they stand there as they are."""
    for low, high in ground.near(*span):
        place = ground.text[low:high]
        if not ground.may_say(low, high) or not Said([place]).says(term):
            continue
        if stands_in(term.surface, place):
            at = low + place.find(term.surface)
            return [(at, at + len(term.surface))]
        if len(place) <= _MOST_CHARS:
            return [(low, high)]
    return []


def _carried_lead(text: str, own: Said) -> str:
    """The words that open a Chinese fact and are not in its quote: whom the fact is about, by context."""
    if not _HAN.search(text[:_MOST_LEAD]):
        return ""
    stop = next((at for at in range(min(len(text), _MOST_LEAD)) if own.raw.find(text[at : at + 2]) >= 0), 0)
    lead = _LEAD_END.sub("", text[:stop])
    return lead if len(lead) >= _LEAST_LEAD and not stands_in(lead, own.plain) else ""


def _distinct(quoted: Sequence[Span], spans: Iterable[Span]) -> list[Span]:
    """The spans in text order, none inside the quote or another one."""
    kept: list[Span] = []
    for start, end in sorted(set(spans), key=lambda one: (one[0], -one[1])):
        if not any(low <= start and end <= high for low, high in (*quoted, *kept)):
            kept.append((start, end))
    return kept[:_MOST_EXTRA]

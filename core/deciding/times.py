"""When two claims were asserted and for when they hold: which is later, and whether they can meet."""

from core.deciding.content import is_deictic
from core.model import Claim

_UNDATED = "partition"
_NO_EVENT = frozenset(("duration", "set"))


def same_revision(fact: Claim, note: Claim) -> bool:
    """Return whether one revision of one report says both."""
    return bool(fact.revision_ids & note.revision_ids)


def later_revision(fact: Claim, note: Claim) -> bool:
    """Return whether the fact comes from another revision of a report that supports the note.

    Facts come in canonical order, so the other revision is the later one.
    """
    return bool(fact.report_ids & note.report_ids) and not same_revision(fact, note)


def may_retire(fact: Claim, note: Claim) -> str:
    """Return why a fact may not retire a note as far as time goes, or "" when it may."""
    if same_revision(fact, note):
        return "one revision of a report says both"
    if fact.asserted_at_source == _UNDATED and note.asserted_at_source != _UNDATED:
        return "the fact is undated and the note is dated"
    if fact.asserted_at < note.last_confirmed_at:
        return "the fact was asserted before the note was last confirmed"
    if fact.asserted_at == note.last_confirmed_at and not later_revision(fact, note) and not _starts_later(fact, note):
        return "both were asserted at the same time by different sources"
    return ""


def _starts_later(fact: Claim, note: Claim) -> bool:
    return fact.valid_from is not None and note.valid_from is not None and fact.valid_from > note.valid_from


def apart(fact: Claim, note: Claim) -> bool:
    """Return whether the two hold for intervals that do not overlap (half-open): history, no fight."""
    if "date" in (fact.statement.value_kind, note.statement.value_kind):
        return False  # the date is the value itself, not when the statement holds
    ends_before = fact.valid_to is not None and note.valid_from is not None and fact.valid_to <= note.valid_from
    starts_after = note.valid_to is not None and fact.valid_from is not None and note.valid_to <= fact.valid_from
    return ends_before or starts_after


def same_times(fact: Claim, note: Claim) -> bool:
    """Return whether the two speak of the same time; unresolved relative time of two days does not."""
    if fact.report_ids & note.report_ids:
        return True
    one, two = _resolved(fact), _resolved(note)
    if one or two:
        return one == two
    deictic = is_deictic(fact.text) or is_deictic(note.text)
    return not deictic or fact.asserted_at.date() == note.asserted_at.date()


def _resolved(claim: Claim) -> frozenset[tuple[str | None, str | None]]:
    return frozenset(
        (time.resolved_start, time.resolved_end)
        for time in claim.temporals
        if time.kind not in _NO_EVENT and time.status == "resolved"
    )

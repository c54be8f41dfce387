"""For how long a claim holds, as far as its own words say."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from core.model import Anchor, Temporal

_LOOK_BACK = 48  # characters before an expression that may tell its part in the sentence


@dataclass(frozen=True, slots=True)
class Validity:
    """Half-open, UTC; None is an unknown side. ``valid_precision`` is the granularity of the bound."""

    valid_from: datetime | None = None
    valid_to: datetime | None = None
    valid_precision: str | None = None


@dataclass(frozen=True, slots=True)
class Cue:
    """Words before an expression that give it a part: "from", "to" or "mention"."""

    id: str
    why: str
    pattern: re.Pattern[str]
    part: str
    hits: tuple[str, ...]


def _cue(name: str, why: str, pattern: str, part: str, *hits: str) -> Cue:
    return Cue(name, why, re.compile(pattern, re.IGNORECASE), part, hits)


_FILL = r"(?:\s(?:on|in|at|the))?\s?$"
CUES: tuple[Cue, ...] = (
    _cue(
        "source-date",
        "the date of a document that the sentence cites bounds nothing",
        r"\b(?:advisory|advisories|report|bulletin|alert|article|post|blog|notice|letter"
        r"|paper|memo|version|dated|according to"
        r"|published|posted|issued|written|accessed|retrieved|reported)(?:\s(?:of|from|dated"
        r"|on|in|published|issued))?(?:\sthe)?\s?$",
        "mention",
        "the advisory of ",
        "a report published on ",
    ),
    _cue(
        "source-date-zh",
        "the same in Chinese",
        r"(?:据|根据|依据|见|载于|报道于|发布于|公告|通报)\s?$",
        "mention",
        "根据",
    ),
    _cue(
        "deadline",
        "a deadline is not the end of what is said",
        r"\b(?:by|no later than|not later than)\s?$",
        "mention",
        "must patch by ",
    ),
    _cue(
        "ends",
        "what ends on a day holds until then, in the present and the future too",
        r"\b(?:ends|expires|lapses|(?:will|shall|to|is due to|are due to) (?:end|expire|lapse|cease))\b[^.!?]{0,30}$",
        "to",
        "support ends on ",
        "support will end on ",
    ),
    _cue(
        "becomes",
        "what somebody or something becomes on a day it is from then on",
        r"\b(?:becomes?|became|takes? over|took over|goes? live|went live)\b[^.!?]{0,40}$",
        "from",
        "she became head of security on ",
    ),
    _cue(
        "effective",
        "what takes effect holds from then on",
        r"\b(?:effective|in effect|takes? effect|took effect|in force|comes? into force"
        r"|came into force|starting|beginning|commencing|as from|as of|since|onwards? from"
        r"|from)" + _FILL,
        "from",
        "effective ",
        "takes effect on ",
    ),
    _cue("effective-zh", "the same in Chinese", r"(?:生效日期为?|自|从|始于|起于)\s?$", "from", "生效日期为"),
    _cue(
        "future",
        "what will happen on a day holds from that day",
        r"\b(?:will|shall|going to|scheduled to|scheduled for|plans? to|planned for|due to"
        r"|expected to|is to|are to)\b[^.!?]{0,44}$",
        "from",
        "will move to Lagos on ",
    ),
    _cue("future-zh", "the same in Chinese", r"(?:将|拟|计划|预计|定)[于在]?\s?$", "from", "将于"),
    _cue(
        "end",
        "what ended on a day held until then",
        r"\b(?:ended|expired?s?|ceased|stopped|terminated|until|till|through)\b[^.!?]{0,30}$",
        "to",
        "support ended on ",
    ),
    _cue("end-zh", "the same in Chinese", r"(?:终止于|止于|结束于|截至|截止|到期日为?)\s?$", "to", "终止于"),
)
"""The first cue that fits the words before an expression decides its part."""

_AFTER_FROM = re.compile(r"\s?(?:起|开始|生效|起生效|onwards?\b)", re.IGNORECASE)
_AFTER_TO = re.compile(r"\s?(?:到期|失效|止|为止|终止|结束)")
ENDED = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|has ceased|have ceased|ceased to|stopped"
    r"|has ended|have ended|discontinued|defunct"
    r"|(?:has|have|had) stopped|(?:it|they|he|she|which|who) used to"
    r"|(?:ended|ceased)(?=\s?(?:[.;,]|$))"
    r"|was shut down|were shut down|has been (?:shut down|retired|withdrawn|revoked"
    r"|dismantled|decommissioned)|used to be|formerly)\b"
    r"|不再|已停止|已终止|已关闭|已下线|已撤销|已停用|已废止|已失效|已结束|已解散|停止了",
    re.IGNORECASE,
)
"""Words that say something has ended, without a date."""

_ENDED_FROM = re.compile(
    r"\b(?:no longer|not any ?more|discontinued|has ceased|have ceased|has stopped|have stopped|withdrawn|revoked"
    r"|retired|defunct|unavailable)\b[^.!?;,]{0,40}$",
    re.IGNORECASE,
)
"""Words before "since May" or "as of May" that make it the end of what was: "no longer sold since May"."""


def validity(text: str, temporals: Sequence[Temporal], anchor: Anchor | None) -> Validity:
    """Return from when to when a claim holds by its own words; a side that they leave open is None.

    "Since X" and "effective X" give a start, "until X" an end, "from X to Y" both, "will … on X" a start, and
    a plain "on X" the unit that X names. An end that has come but has no date is bounded by the start of
    the anchor's day. Dates of cited documents and deadlines bound nothing; several plain dates bound
    nothing either. Local days are those of the anchor's offset, UTC without one.

    Args:
        text: the claim.
        temporals: its time expressions, as ``resolve`` gives them.
        anchor: the date of the message or document.
    """
    zone = (anchor.at.tzinfo if anchor else None) or UTC
    starts: list[tuple[datetime, str | None]] = []
    ends: list[tuple[datetime, str | None]] = []
    points: list[tuple[datetime, datetime, str | None]] = []
    for temporal in temporals:
        if temporal.status != "resolved" or temporal.kind in ("duration", "set"):
            continue
        start, end = _instant(temporal.resolved_start, zone), _instant(temporal.resolved_end, zone)
        part = _part(text, temporal)
        if part == "mention":
            continue
        if start is not None and end is None and _ends_there(text, temporal):
            ends.append((start, temporal.granularity))
            continue
        if start is not None and end is not None and part is None:
            points.append((start, end, temporal.granularity))
        elif start is not None and part != "to":
            starts.append((start, temporal.granularity))
        elif end is not None and part != "from":
            ends.append((end, temporal.granularity))
    return _combine(text, starts, ends, points, anchor)


def _combine(
    text: str,
    starts: Sequence[tuple[datetime, str | None]],
    ends: Sequence[tuple[datetime, str | None]],
    points: Sequence[tuple[datetime, datetime, str | None]],
    anchor: Anchor | None,
) -> Validity:
    if starts or ends:
        start = starts[0] if starts else None
        end = ends[0] if ends else None
        if start and end and end[0] <= start[0]:
            end = None
        bound = start or end
        return Validity(start[0] if start else None, end[0] if end else None, bound[1] if bound else None)
    ended = ENDED.search(text) is not None
    if len(points) == 1:
        first, last, grain = points[0]
        return Validity(None if ended else first, last, grain)
    if ended and anchor is not None and not points:
        day = anchor.at.replace(hour=0, minute=0, second=0, microsecond=0)
        return Validity(None, day.astimezone(UTC), "day")
    return Validity()


def _ends_there(text: str, temporal: Temporal) -> bool:
    return _ENDED_FROM.search(text, max(0, temporal.char_start - 80), temporal.char_start) is not None


def _part(text: str, temporal: Temporal) -> str | None:
    """Return the part an expression plays: "from", "to", "mention", None for its own bounds."""
    if temporal.resolved_start is None or temporal.resolved_end is None:
        word = temporal.expression.split(" ", 1)[0].lower()
        return "mention" if word in ("by", "no", "not") else None
    before = text[max(0, temporal.char_start - _LOOK_BACK) : temporal.char_start]
    after = text[temporal.char_end : temporal.char_end + 8]
    if _AFTER_FROM.match(after):
        return "from"
    if _AFTER_TO.match(after):
        return "to"
    if _RANGE.search(temporal.rule_id):
        return None
    for cue in CUES:
        if cue.pattern.search(before):
            return cue.part
    return None


_RANGE = re.compile(r"\.(?:between|to|span|and|number-span|days-month|month-days|from-days|day-to|to-day" r"|days-of)$")


def _instant(value: str | None, zone: tzinfo) -> datetime | None:
    if value is None:
        return None
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return None

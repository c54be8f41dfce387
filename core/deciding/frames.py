"""Sentences that are one frame with one value changed, and statements that were reworded."""

import re
from typing import NamedTuple

from core.deciding.lasting import tells_an_event
from core.deciding.terms import Terms, shared_share
from core.deciding.words import common_start, stem, stems

_MIN_SHARED = 3  # content words that a frame must have beside its value
_MIN_SHARE = 0.75  # of all content words that two wordings of one definition share
_MIN_SHARE_SAME_REPORT = 0.6  # the same between two revisions of one report

# Words of which at most one can be true at a time. Rows are exclusive sets.
_EXCLUSIVE: tuple[frozenset[str], ...] = tuple(
    stems(row)
    for row in (
        "increase decrease",
        "rise fall",
        "enable disable",
        "open close",
        "active inactive",
        "before after",
        "more less",
        "north south east west",
        "male female",
        "king queen",
        "win lose",
        "true false",
        "able unable",
        "always rarely",
        "high low medium critical",
        "public private",
        "legal illegal",
        "success failure",
        "online offline",
        "daily weekly monthly yearly",
        "minor major",
        "alive dead",
        "include exclude",
        "form disband",
        "东 西 南 北",
        "增 减",
        "升 降",
        "高 低",
    )
)
_SIDES_ZH = stems("东 西 南 北")
_VERBS_ZH = stems("位于 在 为 向 往 到 从 朝 建立 使用 有 被 开始 迁 移 至 改 搬")
_EXCLUSIVE_OF = {word: row for row in _EXCLUSIVE for word in row}
_ONCE = stems(
    """
    born die establish founded release premiere launch first final debut expire publish form create discover finale
    出生 去世 成立 建立 发布 首次
    """
)  # what happens once has one date
# Relations that take one name: the word and the preposition before it.
_ONE_NAME = frozenset(
    tuple(stem(word) for word in row.split())
    for row in (
        "directed by",
        "written by",
        "founded by",
        "created by",
        "owned by",
        "led by",
        "developed by",
        "produced by",
        "maintained by",
        "attributed to",
    )
)
_OPEN = stems(
    """
    use target attack affect exploit observe infect include against compromise deploy deliver support contain
    see seen active 攻击 使用 针对 利用 影响 包括
    """
)  # relations that take many values, each true beside the others
_OPENING = 4  # content words at the start of a text among which its subject stands
_MIN_IDENTIFIER = 4  # characters; a shorter code ("v3") names nothing
_NEAR = 4  # words before a value in which its relation stands
_MIN_DEFINITION = 6  # content words that two wordings of a definition must have in common
_MIN_FRAME_SHARE = 0.7  # of the longer wording
_YEAR = re.compile("(?:1[5-9]|20)[0-9]{2}")
_MAX_NAME = 4  # words of a name that a relation takes
_NEGATIONS = frozenset(("not", "没有", "不", "未", "非"))


class Change(NamedTuple):
    """What differs between two wordings of one frame: the tokens of the note, and those of the fact."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    denies: bool = False


def changed_frame(fact: Terms, note: Terms, *, same_report: bool = True) -> Change | None:
    """Return what changed when two texts are one frame with one exclusive value, else None.

    The value is a number, a negation, one of a set of exclusive words, the date of something that
    happens once, the name in a relation that takes one, or any part of a definition. Other dates
    and names tell two events or two members of a list apart, and so do the numbers of two undated
    happenings; they change nothing. The words before the value must name the subject. Between two
    reports, what is counted or graded once a report ("three issues") changes nothing either.
    """
    if fact.modality != note.modality or fact.holder != note.holder:
        return None
    mine, noted = fact.content, note.content
    before = common_start(mine, noted)
    after = common_start(mine[before:][::-1], noted[before:][::-1])
    new, old = mine[before : len(mine) - after], noted[before : len(noted) - after]
    if before + after < _MIN_SHARED:
        return None
    frame = mine[:before] + mine[len(mine) - after :]
    known = one_subject(fact, note)
    if known or _mentions_name(frame, fact, note):
        denied = _negated(new, old, fact, note)
        if denied is not None:
            return denied
    if not known or not before:
        return None
    change = _replaced(new, old, frame, before, fact, note)
    told_once = change is not None and not same_report and _counts(change, fact, note)
    return None if told_once else change


def _counts(change: Change, fact: Terms, note: Terms) -> bool:
    """Return whether a change is one of how many or how grave the events of a report are."""
    graded = change.new[0] in fact.numbers or change.new[0] in _EXCLUSIVE_OF
    once = _is_time(change.new[0], fact)
    return graded and not once and tells_an_event(fact, note)


def is_exclusive(token: str) -> bool:
    """Return whether a token is one of a set of which one at a time is true ("north", "south")."""
    return token in _EXCLUSIVE_OF


def one_subject(fact: Terms, note: Terms) -> bool:
    """Return whether both texts open with a name or a shared identifier: a subject beyond its own report."""
    if fact.named and note.named:
        return True
    shared = frozenset(i for i in fact.identifiers & note.identifiers if len(i) >= _MIN_IDENTIFIER)
    return not shared.isdisjoint(fact.content[:_OPENING]) and not shared.isdisjoint(note.content[:_OPENING])


def same_opening(fact: Terms, note: Terms) -> bool:
    """Return whether two texts begin with the same name, verb and object."""
    return common_start(fact.content, note.content) >= _MIN_OPENING


_MIN_OPENING = 3  # a name, a verb and its object


def _mentions_name(frame: tuple[str, ...], fact: Terms, note: Terms) -> bool:
    names = {stem(name) for name in fact.names & note.names} | fact.names | fact.identifiers
    return not names.isdisjoint(frame)


def _negated(new: tuple[str, ...], old: tuple[str, ...], fact: Terms, note: Terms) -> Change | None:
    if fact.hard != note.hard:
        return None
    if not old and len(new) == 1 and new[0] in _NEGATIONS:
        return Change(old, new, denies=True)
    if not new and len(old) == 1 and old[0] in _NEGATIONS:
        return Change(old, new)
    return None


def _replaced(
    new: tuple[str, ...], old: tuple[str, ...], frame: tuple[str, ...], before: int, fact: Terms, note: Terms
) -> Change | None:
    if not new or not old or fact.polarity != note.polarity:
        return None
    change = Change(old, new)
    open_list = bool(_OPEN.intersection(frame[max(0, before - _NEAR) : before]))
    defines = fact.defines and note.defines and not open_list
    if len(new) == len(old) == 1:
        if new[0] in _EXCLUSIVE_OF.get(old[0], ()):
            return None if _within_subject(frame[:before], new[0], fact) else change
        if _is_time(new[0], fact) and _is_time(old[0], note):
            once = _ONCE.intersection(frame[max(1, before - _NEAR) : before])
            return change if defines or once else None
        if new[0] in fact.numbers and old[0] in note.numbers:
            dated = any(_is_time(token, fact) for token in frame)
            return change if dated or (fact.stative and note.stative) else None
    if fact.hard != note.hard:
        return None
    if frame[max(0, before - 2) : before] in _ONE_NAME and max(len(new), len(old)) <= _MAX_NAME:
        return change
    long_frame = len(frame) >= max(_MIN_DEFINITION, _MIN_FRAME_SHARE * (len(frame) + max(len(new), len(old))))
    return change if defines and long_frame else None


def _within_subject(before: tuple[str, ...], token: str, fact: Terms) -> bool:
    """Return whether an exclusive word is part of what is spoken of ("Kelp North", 海带东区), not said of it."""
    return token in fact.names or (token in _SIDES_ZH and not _VERBS_ZH.intersection(before))


def _is_time(token: str, terms: Terms) -> bool:
    """Return whether a token is a date or a bare year; years tell events apart as dates do."""
    return token in terms.dates or (token in terms.numbers and _YEAR.fullmatch(token) is not None)


def revised_statement(fact: Terms, note: Terms, *, same_report: bool) -> bool:
    """Return whether two texts are wordings of one statement about one named subject.

    Both open with the same name, are equally sure and negated, and hold the same numbers, dates and
    identifiers. Two revisions of one report must share most of their words; two reports still
    more, all names, and both must say what their subject is.
    """
    if (fact.polarity, fact.modality, fact.holder) != (note.polarity, note.modality, note.holder):
        return False
    if fact.hard != note.hard or not one_subject(fact, note) or fact.words == note.words:
        return False
    if not common_start(fact.content, note.content):
        return False
    if same_report:
        return shared_share(fact, note) >= _MIN_SHARE_SAME_REPORT
    defines = fact.defines and note.defines and fact.names == note.names
    return defines and shared_share(fact, note) >= _MIN_SHARE

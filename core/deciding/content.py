"""Whether two texts say the same, or one says all that the other says, whatever their slots."""

import re
from collections.abc import Sequence

from core.deciding.terms import ASIDE, ASIDE_END, BREAK, BREAKS, LIGHT, Terms
from core.deciding.words import stems
from core.statements.dates import covers

_PREPOSITIONS = stems("to from with by against via during since until before after within under over")
# Words that change what the words beside them claim: none of them may be lost between two texts.
_RESTRICTING = stems(
    """
    not only except unless if or but former ex fail attempt try plan intend refuse deny false fake alleged supposed
    may would should almost usually often sometimes mostly half part some few most less more under over against
    before until 's instead than like anti non with highly very extremely slightly
    warmer colder higher lower larger smaller greater longer shorter faster slower stronger weaker older younger
    better worse +
    不 没有 未 非 否 仅 只 除 若 如果 或 曾 前 可能 计 企 试
    """
)
_MAX_SKIP = 6  # content words that may stand between two neighbours of the shorter text
_MAX_SKIP_ZH = 1  # the same in Chinese, where a token is a character
_CJK = re.compile("[\u3400-\u9fff]")


def same_content(first: Terms, second: Terms) -> bool:
    """Return whether two texts say the same in the words that count.

    Order matters, except that one adjunct may stand first in one text and last in the other, that
    a single date may stand anywhere, and that "X was done by Y" is "Y did X".
    """
    if not agree(first, second) or first.words != second.words:
        return _same_voice(first, second)
    if first.content == second.content or _rotated(_units(first), _units(second)):
        return True
    return _dateless(first) is not None and _dateless(first) == _dateless(second)


def agree(first: Terms, second: Terms) -> bool:
    """Return whether nothing hard differs: numbers, dates, versions, identifiers, polarity, modality."""
    return first.hard == second.hard and same_tone(first, second)


def same_tone(first: Terms, second: Terms) -> bool:
    """Return whether two texts are equally sure, equally negated, and said by the same holder."""
    return (first.polarity, first.modality, first.holder) == (second.polarity, second.modality, second.holder)


def contains(whole: Terms, part: Terms) -> bool:
    """Return whether ``whole`` says all that ``part`` says: same subject, same words, same order.

    What the whole has more of may only be trailing, parenthetical or a few modifiers, and never a
    word that restricts the claim.
    """
    if not same_tone(whole, part) or not part.words or whole.words == part.words:
        return False
    if part.numbers and part.numbers < whole.numbers:
        return False  # "three of them" is not said by "one and three of them"
    if not (part.identifiers <= whole.identifiers and part.versions <= whole.versions):
        return False
    if not all(any(covers(year, date) for date in whole.dates) for year in part.numbers - whole.numbers):
        return False
    if not all(any(covers(wide, narrow) for narrow in whole.dates) for wide in part.dates):
        return False
    return (len(part.content) >= _MIN_PART or part.defines) and _runs_through(whole, part.content)


_MIN_PART = 3  # a shorter text is a title, not a statement, unless it says what something is


def names_the_subject(named: Terms, bare: Terms) -> bool:
    """Return whether ``named`` is ``bare`` with its missing or pronoun subject replaced by a name."""
    extra = len(named.content) - len(bare.content)
    if not (named.named and not bare.named and agree(named, bare) and 0 < extra <= _MAX_NAME):
        return False
    return len(bare.content) >= _MIN_BARE and named.content[extra:] == bare.content


_MAX_NAME = 4  # words of a subject's name
_MIN_BARE = 5  # words that leave no doubt that a text without its subject is the same text


def _dateless(terms: Terms) -> tuple[str, ...] | None:
    if len(terms.dates) != 1:
        return None
    return tuple(token for token in terms.content if token not in terms.dates)


def _units(terms: Terms) -> list[tuple[str, ...]]:
    """Return the clauses of a text as token tuples."""
    units: list[list[str]] = [[]]
    for token in terms.sequence:
        if token in BREAKS:
            units.append([])
            continue
        if token in _PREPOSITIONS:
            units.append([])
        units[-1].append(token)
    return [tuple(unit) for unit in units if unit]


def _rotated(first: Sequence[tuple[str, ...]], second: Sequence[tuple[str, ...]]) -> bool:
    """Return whether the first unit of one list is the last of the other and the rest is equal."""
    if len(first) != len(second) or len(first) < 2:
        return False
    return [*first[1:], first[0]] == list(second) or [first[-1], *first[:-1]] == list(second)


def _same_voice(first: Terms, second: Terms) -> bool:
    """Return whether one text is the passive of the other ("X was used by Y", "Y used X")."""
    if not agree(first, second):
        return False
    return any(_active(passive) == active.content for passive, active in ((first, second), (second, first)))


def _active(terms: Terms) -> tuple[str, ...] | None:
    tokens = terms.content
    if tokens.count("by") != 1:
        return None
    at = tokens.index("by")
    if at < 2 or at + 1 >= len(tokens):
        return None
    return (*tokens[at + 1 :], tokens[at - 1], *tokens[: at - 1])


def _runs_through(terms: Terms, part: Sequence[str]) -> bool:
    """Return whether ``part`` is read off a text in order, from its first word on, with small gaps."""
    whole = terms.sequence
    gap = _Gap("", terms.numbers)
    matched = 0
    for index in range(_after_lead_in(whole), len(whole)):
        if matched == len(part):
            return _harmless_rest(whole[index:])
        token = whole[index]
        if _is(token, part[matched], terms.dates):
            if gap.skipped and gap.after_preposition:
                return False
            matched += 1
            gap = _Gap(token, terms.numbers)
        elif matched == 0 or not gap.may_skip(token):
            return False
    return matched == len(part)


def _after_lead_in(whole: Sequence[str]) -> int:
    """Return where the main clause begins when the text opens with an adjunct ("In 2004, …")."""
    if whole and (whole[0] in LIGHT or whole[0] in _PREPOSITIONS) and BREAK in whole:
        return whole.index(BREAK) + 1
    return 0


def _harmless_rest(rest: Sequence[str]) -> bool:
    """Return whether what follows in the same clause leaves the claim before it whole."""
    clause = rest[: rest.index(BREAK)] if BREAK in rest else rest
    return not _RESTRICTING.intersection(clause)


class _Gap:
    """What has been skipped since the last word in common."""

    def __init__(self, after: str, numbers: frozenset[str]) -> None:
        self.after = after
        self.numbers = numbers  # of the longer text
        self.skipped = 0
        self.in_aside = False  # between two commas
        self.depth = 0  # of brackets
        self.after_preposition = False

    def _mark(self, token: str) -> None:
        if token == BREAK and self.depth == 0:
            self.in_aside = not self.in_aside
        self.depth += (token == ASIDE) - (token == ASIDE_END)
        self.after_preposition = False

    def may_skip(self, token: str) -> bool:
        """Return whether the token may be missing from the shorter text.

        Asides between clause marks may be of any length; within a clause a few modifiers may, but
        no phrase of its own ("the wife of Bo" is not "the wife"), no number ("a village" is not
        "five villages") and nothing that restricts.
        """
        if token in BREAKS:
            self._mark(token)
            return self.after not in _PREPOSITIONS
        if token in _RESTRICTING:
            return False
        if self.in_aside or self.depth > 0:
            return True
        if token in LIGHT or token in _PREPOSITIONS:
            self.after_preposition = True
            return True
        if token in self.numbers:
            return False
        self.skipped += 1
        limit = _MAX_SKIP_ZH if _CJK.match(token) else _MAX_SKIP
        return not self.after_preposition and self.skipped <= limit


def _is(token: str, wanted: str, dates: frozenset[str]) -> bool:
    return token == wanted or (token in dates and covers(wanted, token))


_LISTED = re.compile(r",? (?:and|or) |、|和|及|与")


def lists_less(whole: str, part: str) -> bool:
    """Return whether both texts list things and one lists fewer: a list without one item is another list."""
    fewer, more = len(_LISTED.findall(part)), len(_LISTED.findall(whole))
    return fewer > 0 and (fewer, part.count(",") + part.count("、")) != (more, whole.count(",") + whole.count("、"))


_BINDS = re.compile(
    r"\b(?:must|shall|should|all|every|each|any|requires?|required|only|policy)\b|必须|应当|应(?=[^用急])|须|所有|全部|每|任何|要求|禁止",
    re.IGNORECASE,
)


def binds(text: str) -> bool:
    """Return whether a text is a rule or speaks of all of a kind, so that one modifier less makes another claim."""
    return _BINDS.search(text) is not None


_DEICTIC = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|(?:last|this|next|past|previous|coming) (?:week|month|quarter"
    r"|year|night|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter)"
    r"|(?:days?|weeks?|months?|years?|hours?) ago|recently)\b"
    r"|昨[天日]|今[天日早晚]|明[天日]|前天|后天|上周|本周|下周|上个?月|本月|下个?月|去年|今年|明年|天前|周前|个月前|年前|近日|最近",
    re.IGNORECASE,
)


def is_deictic(text: str) -> bool:
    """Return whether a text's time depends on when it was said ("yesterday", 昨天)."""
    return _DEICTIC.search(text) is not None

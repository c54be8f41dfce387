"""Words around an English time expression that place it in the future."""

import re

CUES = (
    r"\b(?:will|shall|going to|scheduled|planned|plans? to|planning to|expected to|expects? to|is due|are due"
    r"|due (?:on|by|in)|upcoming|intends? to|is to|are to|deadline|must|no later than|expires?|slated (?:for|to)"
    r"|(?:ends|starts|begins|opens|closes|lapses|retires|launches|falls|takes effect|take effect|takes place"
    r"|comes into force|come into force|goes live|go live) (?:on|in|at|from|by))\b|['’]ll\b"
)
"""What speaks of the future ahead of an expression; a present tense with a date is a plan."""

_CLAUSE = re.compile(
    r",?\s(?:[a-z’'-]{1,20}\s){0,6}?(?P<c>will|shall|is going to|are going to|must)\s(?!have been\b)", re.IGNORECASE
)
_HELD = re.compile(r"\b(?:was|were|had|did|said|has|have|that|which|who|and|but|[a-z]{3,14}ed)\b", re.IGNORECASE)
_OPENING = re.compile(
    r"(?:^|[.!?;]\s|\n)\s?(?:(?:on|in|by|from|at|starting|beginning|as of|until|effective)\s)?(?:the\s)?$", re.I
)


def goes_ahead(plain: str, start: int, end: int) -> bool:
    """Tell whether an expression that opens its sentence is followed by a verb in the future.

    "On 1 June the company will move" speaks of the next 1 June, "On 1 June they said that it will move" does not.
    """
    if _OPENING.search(plain, max(0, start - 16), start) is None:
        return False
    found = _CLAUSE.match(plain, end)
    return found is not None and _HELD.search(plain, end, found.start("c")) is None

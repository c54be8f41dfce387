"""Where a text may be cut without breaking a character as a reader sees it."""

import unicodedata

_JOINERS = frozenset("\u200d\u2060\ufe0e\ufe0f\u034f")
_LONGEST_CLUSTER = 64  # a longer run of marks is an attack, not writing


def is_safe_cut(text: str, at: int) -> bool:
    """Return whether cutting before offset ``at`` leaves CRLF, surrogate pairs, marks and emoji whole."""
    if at <= 0 or at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if before == "\r" and after == "\n":
        return False
    if after < "\u0300" and before != "\u200d":
        return True
    if before in {"\u200d", "\u2060"} or after in _JOINERS or unicodedata.category(after) in {"Mn", "Mc", "Me"}:
        return False
    if "\udc00" <= after <= "\udfff":
        return not "\ud800" <= before <= "\udbff"
    if "\u1160" <= after <= "\u11ff":
        return not "\u1100" <= before <= "\u11ff"
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":
        return False
    return not (_is_regional(before) and _is_regional(after) and _odd_regionals(text, at))


def safe_cut(text: str, at: int, least: int) -> int:
    """Return the last safe cut in ``(least, at]``, or ``at`` itself when there is none nearby."""
    for place in range(at, max(least, at - _LONGEST_CLUSTER), -1):
        if is_safe_cut(text, place):
            return place
    return at


def whole_characters(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span grown to where both its cuts leave characters whole, as far as there are such cuts nearby."""
    low = next((at for at in range(start, max(-1, start - _LONGEST_CLUSTER), -1) if is_safe_cut(text, at)), start)
    high = next((at for at in range(end, min(len(text) + 1, end + _LONGEST_CLUSTER)) if is_safe_cut(text, at)), end)
    return low, high


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _odd_regionals(text: str, at: int) -> bool:
    """Whether an odd number of flag letters stands before ``at``: the cut would part a flag."""
    start = at
    while start > 0 and at - start < _LONGEST_CLUSTER and _is_regional(text[start - 1]):
        start -= 1
    return (at - start) % 2 == 1

"""Indicators that stand alone: links, addresses and hashes about which nothing is said."""

import re
from itertools import islice

from core.filtering.rule import FilterRule, Screened
from core.filtering.view import View

_URL_OR_IOC = re.compile(
    r"<?(?:https?|hxxps?|ftp)[:\[]\S+|\b[\w.-]{1,120}\[\.\][\w.\[\]/-]{1,200}"
    r"|\b(?:\d{1,3}(?:\[?\.\]?)){3}\d{1,3}(?::\d+)?\b|\b[0-9a-f]{32,128}\b|[^\s@]{1,80}@\S{1,80}"
    r"|\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,24}\b|\bcve-\d{4}-\d{4,}\b|[a-z]:\\\S{1,200}"
    r"|/[^\s/]{1,80}/\S{1,80}",
    re.ASCII,
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_HAN = re.compile(r"[\u3400-\u9fff]")

_INDICATOR_WORDS = 3  # of letters alone, that say that a line is more than an indicator and its label
_LONGEST_WORD = 32  # a longer run of letters may be a hash


def _has_words(lower: str) -> bool:
    """Return whether a line has words between blanks that can be no part of an indicator."""
    words = (word for word in lower.split() if word.isalpha() and 2 <= len(word) < _LONGEST_WORD)
    return next(islice(words, _INDICATOR_WORDS - 1, None), None) is not None


def _bare_indicator(view: View) -> bool:
    """Return whether nothing but indicators, links and at most a label is left."""
    lower = view.lower
    if " — " in lower or _has_words(lower):
        return False
    rest, n = _URL_OR_IOC.subn(" ", lower)
    if n == 0:
        return False
    words = _LETTERS.findall(rest)
    return (len(words) < _INDICATOR_WORDS and len(_HAN.findall(rest)) <= 3) and not re.search(
        r"\b(?:is|are|was|were|uses?|used|exploits?|targets?|affects?|fixe[sd]|malicious|hosts?)\b|是|为|用|属于", rest
    )


INDICATOR_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="doc-bare-indicator",
        reason="bare_indicator",
        language="any",
        scope="document",
        test=Screened(_URL_OR_IOC.pattern, _bare_indicator),
        why="An indicator alone claims nothing; with a statement about it, it does.",
        hits=("https://kelp.example/advisory", "10.0.0.5", "evil[.]example"),
        keeps=("evil[.]example hosts the second stage", "CVE-2024-0001 — Severity: High"),
    ),
)

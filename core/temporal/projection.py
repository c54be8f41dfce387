"""The read-only "[time: …]" note on a text with relative time, for matching and prompts; never stored."""

import re
from collections.abc import Sequence

from core.model import Temporal

_RELATIVE = frozenset({"local_anchor_relative", "header_anchor_relative", "deictic_relative"})
_TRAILING = re.compile(r"\s{0,8}\[time: [^\[\]\n]{0,200}\]\s{0,8}\Z")
_UNSAFE = str.maketrans({"[": None, "]": None, "\n": " "})


def project(text: str, temporals: Sequence[Temporal]) -> str:
    """Return the text with its relative times spelled out behind it: ``… yesterday [time: 2026-05-02]``.

    A text that names an absolute time, or none that is resolved, is returned as it is. Several times
    are joined by "; " in the order of the text.
    """
    resolved = [temporal for temporal in temporals if temporal.status == "resolved"]
    if any(temporal.kind == "explicit_absolute" for temporal in resolved):
        return text
    shown = [temporal.display for temporal in resolved if temporal.kind in _RELATIVE and temporal.display]
    if not shown:
        return text
    unique = list(dict.fromkeys(display.translate(_UNSAFE) for display in shown))
    return f"{text.rstrip()} [time: {'; '.join(unique)}]"


def strip_projection(text: str) -> str:
    """Return the text without the notes that ``project`` puts behind it, however many there are."""
    while True:
        found = _TRAILING.search(text, max(0, len(text) - 240))
        if found is None:
            return text
        text = text[: found.start()]

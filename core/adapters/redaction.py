"""Keeping keys out of everything that is stored or shown."""

import re
from collections.abc import Callable, Sequence

REDACTED = "[redacted]"
_SHORTEST_SECRET = 6  # shorter values, such as the "none" of a local server, are no secrets
_KEY_LIKE = re.compile(
    r"\b(?:sk|pk|rk|key|gsk|xai)[-_][A-Za-z0-9_*-]{8,200}|(?i:bearer)\s{1,5}[A-Za-z0-9._~+/=*-]{8,400}"
)
_SHOWN_CHARS = 300


def redactor(secrets: Sequence[str]) -> Callable[[str], str]:
    """Return a function that takes the given secrets, and only them, out of a text.

    Longest first, so that one secret inside another leaves no rest. Made for replies: what merely
    looks like a key may be an indicator that a report is about.
    """
    known = sorted({secret for secret in secrets if len(secret) >= _SHORTEST_SECRET}, key=lambda s: (-len(s), s))

    def redact(text: str) -> str:
        for secret in known:
            text = text.replace(secret, REDACTED)
        return text

    return redact


def shown_error(text: str, redact: Callable[[str], str]) -> str:
    """Return a provider's message fit to be shown: one line, short, without anything like a key."""
    return _KEY_LIKE.sub(REDACTED, redact(" ".join(text.split())))[:_SHOWN_CHARS]

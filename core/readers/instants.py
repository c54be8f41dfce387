"""When a message was sent, from the many ways in which exports write it."""

import re
from datetime import UTC, datetime, timedelta

from core.model import Precision, PublishedSource
from core.temporal.documents import parse_published

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DIGITS = re.compile(r"\d{10}(?:\d{3})?(?:\.\d{1,9})?")
_LEAST_SECONDS = 10**8  # 1973: smaller numbers are counters, not instants
_LEAST_MILLISECONDS = 10**11
_LEAST_MICROSECONDS = 10**14
_MOST_MICROSECONDS = 10**17
_WEEKDAY = re.compile(r"\s*[(（][^()（）]{1,12}[)）]\s*")


def parse_instant(value: object) -> datetime | None:
    """Return the aware instant that a message's time field gives, None when it gives none.

    ISO 8601, the written forms of document dates, and Unix time in seconds, milliseconds or
    microseconds are read. A time without an offset is at UTC; a date alone is its midnight; a
    time of day alone is no instant, for its day would be a guess.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _from_epoch(float(value))
    if not isinstance(value, str):
        return None
    text = _WEEKDAY.sub(" ", value[:100]).strip()
    if _DIGITS.fullmatch(text):
        return _from_epoch(float(text))
    return _from_words(text)


def _from_epoch(number: float) -> datetime | None:
    if not _LEAST_SECONDS <= number < _MOST_MICROSECONDS:
        return None
    if number >= _LEAST_MICROSECONDS:
        return _EPOCH + timedelta(microseconds=int(number))
    if number >= _LEAST_MILLISECONDS:
        return _EPOCH + timedelta(milliseconds=int(number))
    return _EPOCH + timedelta(microseconds=round(number * 10**6))


def _from_words(text: str) -> datetime | None:
    if len(text) >= len("2026-01-06") and text[:4].isdecimal() and not text[:5].isdecimal():
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            pass
        else:
            return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    written = parse_published(text, PublishedSource.METADATA)
    if written is None or written.precision in {Precision.MONTH, Precision.YEAR}:
        return None
    return written.at

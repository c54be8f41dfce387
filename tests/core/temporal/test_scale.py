"""Time taken grows with the length of a line, whatever stands in it."""

import time
from datetime import UTC, datetime

import pytest

from core.model import Anchor, Precision
from core.temporal import find_published, resolve, strip_projection

ANCHOR = Anchor(datetime(2026, 5, 12, tzinfo=UTC), Precision.DAY, "document")


def test_a_megabyte_of_prose_on_one_line():
    """A line of a million characters is read in seconds."""
    text = ("The group used the tool in many cases and moved its servers to new hosts. " * 14_000)[:1_000_000]
    started = time.perf_counter()
    assert resolve(text + " on 3 May 2026", ANCHOR)[-1].resolved_start == "2026-05-03"
    find_published(text)
    strip_projection(text)
    assert time.perf_counter() - started < 8


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "1",
        "1-",
        "一",
        "the ",
        "last ",
        "前",
        "3月",
        "May 1 ",
        "since ",
        "12:30 ",
        "从2020年到",
        "[time: ",
        " ",
        "@a.",
    ],
)
def test_repetition_is_harmless(unit):
    """Fifty thousand characters of one repeated piece take no more than seconds."""
    text = (unit * 50_000)[:50_000]
    started = time.perf_counter()
    resolve(text, ANCHOR)
    find_published(text)
    assert time.perf_counter() - started < 8

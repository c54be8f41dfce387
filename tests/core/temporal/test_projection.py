"""The read-only note on relative time."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model import Anchor, Precision
from core.temporal import project, resolve, strip_projection

ANCHOR = Anchor(datetime(2026, 4, 11, tzinfo=UTC), Precision.DAY, "document")


@pytest.mark.parametrize(
    ("text", "projected"),
    [
        ("Priya flew home yesterday", "Priya flew home yesterday [time: 2026-04-10]"),
        ("李雷去年毕业", "李雷去年毕业 [time: 2025]"),
        ("Priya moves next month", "Priya moves next month [time: 2026-05]"),
        ("Priya hiked last week", "Priya hiked last week [time: 2026-03-30~2026-04-05]"),
        ("Priya flew home on 3 May 2025", "Priya flew home on 3 May 2025"),
        ("Uses port 2049 from tomorrow", "Uses port 2049 from tomorrow [time: 2026-04-12]"),
        ("The tool is written in Go.", "The tool is written in Go."),
    ],
)
def test_project(text, projected):
    """Only relative time without an absolute one is spelled out, and stripping gives the text back."""
    assert project(text, resolve(text, ANCHOR)) == projected
    assert strip_projection(projected) == text


def test_unresolved_is_not_projected():
    """Nothing is shown that is not known."""
    assert project("it ran yesterday", resolve("it ran yesterday", None)) == "it ran yesterday"


@given(st.text(max_size=60))
def test_strip_is_idempotent(text):
    """Stripping twice changes nothing more."""
    once = strip_projection(text)
    assert strip_projection(once) == once

"""Claims and candidates built in one line."""

import datetime as dt

import pytest

from core.entities import find_entities
from core.model import Candidate, Claim
from core.statements import analyse

DAY_ZERO = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def language_of(text):
    return "zh" if any("\u3400" <= char <= "\u9fff" for char in text) else "en"


def make_claim(
    text, *, id="fact", day=1, report=None, revision=None, source="document", multi=False, valid=(None, None)
):
    at = DAY_ZERO + dt.timedelta(days=day)
    report = report or f"report of {id}"
    language = language_of(text)
    start, end = (None if when is None else DAY_ZERO + dt.timedelta(days=when) for when in valid)
    return Claim(
        id,
        text,
        language,
        analyse(text, language),
        tuple(find_entities(text)),
        (),
        start,
        end,
        at,
        source,
        at,
        frozenset([report]),
        frozenset([revision or f"{report} 1"]),
        multi,
    )


def make_candidate(text, *, id="note", day=0, excluded=None, **more):
    return Candidate(make_claim(text, id=id, day=day, **more), 1.0, excluded)


@pytest.fixture
def claim():
    """Build a fact; day 1, a report of its own."""
    return make_claim


@pytest.fixture
def candidate():
    """Build a candidate note; day 0, a report of its own."""
    return make_candidate

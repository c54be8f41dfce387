"""Time taken grows with the length of a line, whatever stands in it."""

import re
import sys
import time
from datetime import UTC, datetime

import pytest

from core.model import Anchor, Precision
from core.temporal import find_published, resolve, strip_projection
from core.temporal.resolver import ATOMS, PASSES

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
        "每周一至",
        "三天后",
        "周一说",
        "5月1、",
        "“今天",
        "《今年",
        "版本为",
        "2020.1.",
        "农历闰",
        "6月底前各单位",
    ],
)
def test_repetition_is_harmless(unit):
    """Fifty thousand characters of one repeated piece take no more than seconds."""
    text = (unit * 50_000)[:50_000]
    started = time.perf_counter()
    resolve(text, ANCHOR)
    find_published(text)
    assert time.perf_counter() - started < 8


def work(text):
    """Return how many calls resolving a text takes, those of built-in functions included."""
    counted = 0

    def count(frame, event, argument):
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        resolve(text, ANCHOR)
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize(
    "unit",
    [
        "May 1 ",
        "3, 5 and ",
        "3 May and ",
        "On 3 May 2026 it said that three days later it will move. ",
        "the week after the year before ",
        "2020.1.",
        "last year and a half ",
        "until the end of ",
        "from 1 to ",
        "quarter past ",
    ],
)
def test_work_grows_with_the_length(unit):
    """Twice the text takes twice the calls: nothing is looked at again and again."""
    once, twice = work(unit * 400), work(unit * 800)
    assert once > 800
    assert twice < 2.1 * once


def test_patterns_of_rules_are_bounded():
    """No pattern of a rule repeats anything without a bound, so none can be made to backtrack far."""
    rules = [*ATOMS, *(join for joins in PASSES for join in joins)]
    plain = {rule.id: _ESCAPED.sub("", rule.pattern.pattern) for rule in rules}
    assert [name for name, pattern in plain.items() if re.search(r"[*+]|\{\d*,\}", pattern)] == []


_ESCAPED = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]")

"""Ids are functions of content alone, and no two contents share one by the way they are joined."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import ids

WORDS = st.lists(st.text(max_size=8), max_size=4)


def test_ids_never_change():
    """Golden values: a change here would orphan every lake."""
    report = ids.report_id("cti/a.md")
    revision = ids.revision_id(report, "0" * 64)
    found = [report, revision, ids.chunk_id(revision, 0, 10), ids.fact_id(report, "The port is 22.")]
    assert found == [
        "rep_ac34e8a1bb45336d427a",
        "rev_ecd3f72af09cf82c6cd8",
        "chk_26b0c1ff590cdb2bae42",
        "fct_2f54c6d97426f4049f7e",
    ]


@given(WORDS, WORDS)
def test_parts_are_joined_unambiguously(one, other):
    """("ab", "c") is not ("a", "bc"); only equal lists of parts have equal ids."""
    assert (ids.content_id("x_", *one) == ids.content_id("x_", *other)) is (one == other)


@given(WORDS)
def test_an_id_is_a_prefix_and_20_hex_digits(parts):
    """For any text, also empty."""
    assert re.fullmatch(r"x_[0-9a-f]{20}", ids.content_id("x_", *parts))


def test_a_lone_surrogate_has_an_id():
    """Text that is no valid Unicode does not stop a run."""
    assert ids.content_id("x_", "\ud800") != ids.content_id("x_", "\ud801")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("The port is 22.", "the  PORT is\n22.", True),
        ("The port is 22.", "The port is 22", False),
        ("The port is 22.", "The port is 23.", False),
        ("ﬁle", "file", True),  # a ligature
        ("Ｐｏｒｔ２２", "port22", True),  # full width
        ("straße", "STRASSE", True),
        ("café", "cafe\u0301", True),
        ("café", "cafe", False),
        ("端口\u3000开放", "端口 开放", True),
        ("端口开放", "端口 开放", False),
    ],
)
def test_a_fact_is_known_by_what_it_says_not_by_how_it_is_set(one, other, same):
    """Width, case, composition and blanks do not count; every other character does."""
    assert (ids.fact_id("rep_a", one) == ids.fact_id("rep_a", other)) is same


def test_the_same_fact_of_two_reports_is_two_facts():
    """Two sources are two supports."""
    assert ids.fact_id("rep_a", "x") != ids.fact_id("rep_b", "x")


def test_a_source_key_is_composed():
    """The two spellings of an accent name one report."""
    assert ids.report_id("café") == ids.report_id("cafe\u0301")


def test_ids_do_not_depend_on_the_process():
    """Another hash seed, another locale, the same ids."""
    source = "from core import ids; print(ids.fact_id('rep_a', 'Straße'))"
    found = {
        subprocess.run(
            [sys.executable, "-c", source],
            env={"PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONPATH": "."},
            check=True, capture_output=True, text=True,
        ).stdout.strip()
        for seed, locale in (("1", "C"), ("2", "C.UTF-8"))
    }  # fmt: skip
    assert found == {ids.fact_id("rep_a", "Straße")}

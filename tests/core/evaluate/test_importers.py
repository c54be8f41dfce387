"""Importers: rows of generic formats become gold items, or say which row cannot."""

import json

import pytest

from core.evaluate.gold import GoldError
from core.evaluate.importers import FORMATS, import_rows, rows_of
from core.evaluate.timex import bounds_of, next_unit


@pytest.mark.parametrize(
    ("value", "bounds"),
    [
        ("2026-02-28", ("2026-02-28", "2026-03-01")),
        ("2026-12", ("2026-12-01", "2027-01-01")),
        ("2026", ("2026-01-01", "2027-01-01")),
        ("2026-W01", ("2025-12-29", "2026-01-05")),
        ("2026-W01-WE", ("2026-01-03", "2026-01-05")),
        ("2026-Q4", ("2026-10-01", "2027-01-01")),
        ("2026-H1", ("2026-01-01", "2026-07-01")),
        ("2026-WI", ("2026-12-01", "2027-03-01")),
        ("199", ("1990-01-01", "2000-01-01")),
        ("202X", ("2020-01-01", "2030-01-01")),
        ("PRESENT_REF", (None, None)),
        ("P3D", None),
        ("XXXX-03", None),
        ("2026-02-30", None),
    ],
)
def test_a_value_names_its_interval(value, bounds):
    """ISO and TIMEX3 values, half-open; what names no interval is none."""
    assert bounds_of(value) == bounds


@pytest.mark.parametrize(
    ("start", "grain", "end"),
    [
        ("2026-01-31", "", "2026-02-01"),
        ("2026-12-01", "month", "2027-01-01"),
        ("2026-10-01", "quarter", "2027-01-01"),
        ("2026-01-05", "week", "2026-01-12"),
        ("2026-01-01T10:00:00", "hour", "2026-01-01T11:00:00"),
        ("2026-01-01T10:00:00", "", "2026-01-01T10:00:01"),
    ],
)
def test_the_end_of_a_unit(start, grain, end):
    """The grain says how long; without one the precision of the start does."""
    assert next_unit(start, grain) == end


def test_pairs_become_decisions():
    """The label maps to an operation; only an ADD has no target."""
    rows = [
        {"a": "X is 1.", "b": "X is 2.", "map": "update", "source": "mine"},
        {"a": "X is 1.", "b": "Y is 2.", "label": "ADD", "lang": "zh", "a_report": "r", "b_report": "r"},
    ]
    one, two = import_rows("pairs", rows, prefix="p").items
    assert (one.id, one.operation, one.target, one.source) == ("p:1", "UPDATE", "n1", "mine update")
    assert (two.operation, two.target, two.lang, two.notes[0].report, two.fact.report) == ("ADD", None, "zh", "r", "r")


def test_expressions_of_one_text_become_one_item():
    """Spans are found when they are not given; a row without an expression is a negative."""
    text = "between 3 May and 5 May"
    rows = [
        {"text": text, "expression": "5 may", "start": "2026-05-05", "reference_datetime": "2026-06-01"},
        {"text": text, "expression": "3 May", "start": "2026-05-03", "end": "2026-05-04",
         "reference_datetime": "2026-06-01"},
        {"text": "12 units"},
    ]  # fmt: skip
    one, two = import_rows("expressions", rows).items
    assert [(e.expression, e.start, e.end) for e in one.expressions] == [
        ("3 May", "2026-05-03", "2026-05-04"),
        ("5 May", "2026-05-05", "2026-05-06"),
    ]
    assert (one.anchor.at, one.anchor.source) == ("2026-06-01", "message")
    assert (two.expressions, two.anchor) == ((), None)


def test_timex_rows_leave_out_texts_that_cannot_be_told():
    """A text with a value that names no interval is set aside whole."""
    row = {"text": "in May, for 3 days", "expression": "May", "value": "2026-05"}
    found = import_rows("timex", [row, {**row, "expression": "3 days", "value": "P3D"}])
    assert (found.items, [one.row for one in found.quarantined]) == ([], [1, 2])
    (item,) = import_rows("timex", [row]).items
    assert (item.expressions[0].start, item.expressions[0].end) == ("2026-05-01", "2026-06-01")


def test_sentences_injections_and_labels():
    """The three simple formats."""
    (facts,) = import_rows("facts", [{"sentence": "X is A.", "facts": ["X is A.", "X is A.", " "], "topic": "X"}]).items
    assert ([fact.text for fact in facts.facts], facts.title) == (["X is A."], "X")
    attack, honest = import_rows(
        "injection", [{"text": "Obey me.", "label": 1, "kind": "direct"}, {"text": "Hello.", "label": 0}]
    ).items
    assert (attack.spans, attack.about, honest.spans, honest.about) == (((0, 8),), "direct", (), "benign")
    (label,) = import_rows("labelled", [{"text": "book a table", "label": "ephemeral"}]).items
    assert (label.kind, label.label) == ("transcript", "ephemeral")


def test_an_unknown_format_is_told():
    """The message names those that there are."""
    with pytest.raises(GoldError, match=r"no format is named 'nothing'; there are: pairs"):
        import_rows("nothing", [])


@pytest.mark.parametrize(
    ("name", "row", "says"),
    [
        ("pairs", {"a": "x"}, "lacks b"),
        ("labelled", {"text": "x", "label": "wrong"}, "label 'wrong' is unknown"),
        ("labelled", {"text": 7, "label": "keep"}, "text"),
        ("facts", {"sentence": "x", "facts": 5}, "TypeError"),
        ("expressions", {"text": "x", "expression": "May", "char_start": "two"}, "Error"),
        ("injection", {"text": None, "label": 1}, "TypeError"),
        ("timex", {"text": "x", "expression": "May", "value": "2026-05", "char_start": 3}, "expression: String"),
    ],
)
def test_a_bad_row_is_set_aside_and_the_good_ones_around_it_are_kept(name, row, says):
    """It never raises, keeps its number and its content, and takes no id."""
    good = {
        "a": "X is 1.", "b": "X is 2.", "label": 0 if name == "injection" else "ADD" if name == "pairs" else "keep",
        "text": "in May", "sentence": "X.", "facts": [], "expression": "May", "value": "2026-05", "start": "2026-05-01",
    }  # fmt: skip
    found = import_rows(name, [{**good, "text": "May 1"}, row, {**good, "text": "May 2"}], prefix="s")
    assert [item.id for item in found.items] == ["s:1", "s:2"]
    (aside,) = found.quarantined
    assert (aside.row, json.loads(aside.raw)) == (2, row)
    assert says in aside.reason


def test_lines_that_are_no_rows_are_set_aside():
    """JSON Lines of objects, nothing else; blank lines are nothing."""
    rows, aside = rows_of('{"a": 1}\n\n{\n[1]\n')
    assert rows == [{"a": 1}]
    assert [(one.row, one.raw) for one in aside] == [(3, "{"), (4, "[1]")]


def test_every_format_says_what_it_reads():
    """Needed and optional columns do not overlap, and each format has a sentence."""
    for one in FORMATS.values():
        assert one.about.endswith(".")
        assert not set(one.columns) & set(one.optional)

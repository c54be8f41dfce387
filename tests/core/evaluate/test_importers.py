"""Importers: rows of generic formats become gold items, or say which row cannot."""

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
    one, two = import_rows("pairs", rows, prefix="p")
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
    one, two = import_rows("expressions", rows)
    assert [(e.expression, e.start, e.end) for e in one.expressions] == [
        ("3 May", "2026-05-03", "2026-05-04"),
        ("5 May", "2026-05-05", "2026-05-06"),
    ]
    assert (one.anchor.at, one.anchor.source) == ("2026-06-01", "message")
    assert (two.expressions, two.anchor) == ((), None)


def test_timex_rows_leave_out_texts_that_cannot_be_told():
    """A text with a value that names no interval is left out whole."""
    row = {"text": "in May, for 3 days", "expression": "May", "value": "2026-05"}
    assert import_rows("timex", [row, {**row, "expression": "3 days", "value": "P3D"}]) == []
    (item,) = import_rows("timex", [row])
    assert (item.expressions[0].start, item.expressions[0].end) == ("2026-05-01", "2026-06-01")


def test_sentences_injections_and_labels():
    """The three simple formats."""
    (facts,) = import_rows("facts", [{"sentence": "X is A.", "facts": ["X is A.", "X is A.", " "], "topic": "X"}])
    assert ([fact.text for fact in facts.facts], facts.title) == (["X is A."], "X")
    attack, honest = import_rows(
        "injection", [{"text": "Obey me.", "label": 1, "kind": "direct"}, {"text": "Hello.", "label": 0}]
    )
    assert (attack.spans, attack.about, honest.spans, honest.about) == (((0, 8),), "direct", (), "benign")
    (label,) = import_rows("labelled", [{"text": "book a table", "label": "ephemeral"}])
    assert (label.kind, label.label) == ("transcript", "ephemeral")


@pytest.mark.parametrize(
    ("name", "rows", "says"),
    [
        ("nothing", [], "no format is named"),
        ("pairs", [{"a": "x"}], "row 1 lacks b"),
        ("labelled", [{"text": "x", "label": "wrong"}], "item 1 of labelled"),
    ],
)
def test_rows_that_cannot_be_imported_are_told(name, rows, says):
    """The message names the format, the row and what is missing."""
    with pytest.raises(GoldError, match=says):
        import_rows(name, rows)


@pytest.mark.parametrize("lines", ["{", "[1]"])
def test_lines_that_are_no_rows_are_told(lines):
    """JSON Lines of objects, nothing else."""
    with pytest.raises(GoldError, match="line 1"):
        rows_of(lines)


def test_every_format_says_what_it_reads():
    """Needed and optional columns do not overlap, and each format has a sentence."""
    for one in FORMATS.values():
        assert one.about.endswith(".")
        assert not set(one.columns) & set(one.optional)

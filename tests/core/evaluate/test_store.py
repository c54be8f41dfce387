"""Evaluations on disk, their history, and the page."""

import re
from dataclasses import replace

import pytest
from evaluation_builders import item, set_result

from core.errors import FactledgerError
from core.evaluate.page import page
from core.evaluate.store import PAGE, RESULTS, evaluation, history, next_sequence, read, write
from core.evaluate.svg import trend

HOSTILE = '<script>alert(1)</script> & "quotes" ]]> http://evil.example/x.png'


def sample(sequence=1, code="c"):
    """An evaluation of one set with a worst case that would break a careless page."""
    rows = [item(k, gold=1, covered=float(k > 2), ours=1, right=1) for k in range(20)]
    rows[0] = replace(rows[0], text=HOSTILE, found=HOSTILE, badness=2.0, labels=(HOSTILE, "b"), detail=HOSTILE)
    one = replace(set_result("facts", rows), confusion={HOSTILE: {"b": 1}})
    return evaluation([one], {"extractor": HOSTILE}, code, sequence)


def test_what_is_written_is_read_again(tmp_path):
    """Items whole, metrics to six digits, and the same bytes every time."""
    found = sample()
    write(tmp_path / "a", found)
    again = read(tmp_path / "a")
    assert [one.items for one in again.sets] == [list(one.items) for one in found.sets]
    assert again.sets[0].measured[0].value == pytest.approx(found.sets[0].measured[0].value, abs=1e-6)
    write(tmp_path / "b", found)
    for name in (RESULTS, "items.parquet"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_the_id_depends_on_what_was_evaluated_alone():
    """Not on the number it got; but on code, systems and gold."""
    assert sample(1).run_id == sample(9).run_id
    assert sample(code="d").run_id != sample().run_id


def test_history_is_in_order_and_numbers_go_on(tmp_path):
    """An evaluation made again keeps its number; a folder of something else is no evaluation."""
    for sequence, code in ((2, "a"), (1, "b")):
        found = sample(sequence, code)
        write(tmp_path / found.run_id, found)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / RESULTS).write_text("no json", "utf-8")
    past = history(tmp_path)
    assert [one.sequence for one in past] == [1, 2]
    assert next_sequence(past, sample(code="a").run_id) == 2
    assert next_sequence(past, "eval_new") == 3
    assert next_sequence([], "eval_new") == 1


def test_a_folder_without_an_evaluation_is_told(tmp_path):
    """The message says how to make one."""
    with pytest.raises(FactledgerError, match="factledger eval"):
        read(tmp_path)


def test_the_page_needs_nothing_else_and_escapes_what_it_shows(tmp_path):
    """No script runs, nothing is loaded, and every plot is there."""
    for sequence, code in ((1, "a"), (2, "b")):
        found = sample(sequence, code)
        write(tmp_path / found.run_id, found)
    html = page(sample(3), history(tmp_path))
    assert "<script" not in html
    assert not re.search(r"<(?:link|img|iframe|object|embed|base)\b|@import|url\(|\bsrc=|\bhref=\"http", html)
    assert html.count("<svg") >= 4
    assert "Over 3 evaluations" in html
    assert "Worst 1 of 1" in html
    assert "&lt;script&gt;" in html
    assert PAGE.endswith(".html")


def test_a_trend_with_gaps_and_without_change_is_drawn():
    """A value that is missing is left out; a flat line is a line."""
    assert trend("t", [None, None]) == ""
    assert trend("t", [0.5, None, 0.5]).count("<circle") == 2

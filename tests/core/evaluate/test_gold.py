"""Gold sets: what is read, and what is refused with file and line."""

import json

import pytest
from evaluation_builders import put_set

from core.evaluate.gold import Card, GoldError, read_set, read_sets, set_names, write_set

DURABLE = {"kind": "document", "text": "Kestrel runs on PostgreSQL 16.", "label": "keep"}


def test_a_set_is_read_with_its_card_and_items(tmp_path):
    """Items keep their order; the digest depends on the items, not on the card's prose."""
    gold = put_set(tmp_path, "a", "durable", [DURABLE, {**DURABLE, "lang": "zh"}])
    assert (gold.name, gold.kind, [item.id for item in gold.items]) == ("a", "durable", ["a:1", "a:2"])
    card = tmp_path / "a" / "card.toml"
    card.write_text(card.read_text("utf-8").replace("For a test.", "For another."), "utf-8")
    assert read_set(tmp_path / "a").digest == gold.digest
    put_set(tmp_path, "a", "durable", [DURABLE, {**DURABLE, "lang": "zh", "label": "noise"}])
    assert read_set(tmp_path / "a").digest != gold.digest


@pytest.mark.parametrize(
    ("kind", "row", "says"),
    [
        ("durable", {**DURABLE, "label": "kept"}, "label 'kept' is unknown"),
        ("durable", {**DURABLE, "lang": "fr"}, "lang"),
        ("durable", {**DURABLE, "colour": "red"}, "colour"),
        ("facts", {"text": ""}, "text"),
        ("facts", {"text": "a", "facts": [{"text": "a", "importance": 11}]}, "importance"),
        (
            "time",
            {"text": "on 3 May", "anchor": None, "expressions": [
                {"expression": "3 May", "char_start": 2, "char_end": 7, "kind": "x", "status": "vague"}]},
            "text[2:7] is ' 3 Ma'",
        ),
        (
            "time",
            {"text": "3 May", "anchor": None, "expressions": [
                {"expression": "3 May", "char_start": 0, "char_end": 5, "kind": "x", "status": "resolved"}]},
            "is resolved with bounds",
        ),
        (
            "decisions",
            {"notes": [{"id": "n1", "text": "a", "asserted_at": "2026-01-01", "report": "r"}],
             "fact": {"text": "b", "asserted_at": "2026-01-02", "report": "r"}, "operation": "UPDATE", "target": "n2"},
            "UPDATE with target 'n2'",
        ),
        (
            "decisions",
            {"notes": [], "fact": {"text": "b", "asserted_at": "soon", "report": "r"}, "operation": "ADD"},
            "asserted_at",
        ),
        ("safety", {"text": "short", "spans": [[0, 6]]}, "do not lie in a text of 5"),
        ("evidence", {"text": "ab", "quote": "a", "start": 1, "end": 1, "match": "exact"}, "1..1 does not lie"),
    ],
)  # fmt: skip
def test_a_bad_item_is_refused_with_its_line(tmp_path, kind, row, says):
    """The message names the file, the line and what is wrong."""
    with pytest.raises(GoldError) as caught:
        put_set(tmp_path, "a", kind, [row], en=1, zh=0)
    assert "items.jsonl:1: " in str(caught.value)
    assert says in str(caught.value)


def test_an_id_is_used_once(tmp_path):
    """The second use is refused and the first is named."""
    with pytest.raises(GoldError, match="line 1"):
        put_set(tmp_path, "a", "durable", [{**DURABLE, "id": "x"}, {**DURABLE, "id": "x"}])


def test_a_card_that_counts_wrongly_is_refused(tmp_path):
    """Counts are checked against the items."""
    with pytest.raises(GoldError, match="the card counts"):
        put_set(tmp_path, "a", "durable", [DURABLE], en=2)


def test_missing_sets_and_unknown_names_are_told(tmp_path):
    """An empty folder and an unknown name say what there is."""
    with pytest.raises(GoldError, match="no gold set is here"):
        read_sets(tmp_path)
    put_set(tmp_path, "a", "durable", [DURABLE])
    with pytest.raises(GoldError, match="no gold set is named b; there are: a"):
        read_sets(tmp_path, ["b"])
    assert set_names(tmp_path) == ["a"]


def test_what_is_written_is_read_again(tmp_path):
    """A written set has the items it was written with, and the same bytes every time."""
    gold = put_set(tmp_path, "a", "durable", [DURABLE, {**DURABLE, "lang": "zh", "text": "青鸾项目使用“五号”机房。"}])
    card = Card(**{**gold.card.model_dump(), "name": "b", "counts": {}})
    write_set(tmp_path / "b", card, gold.items)
    again = read_set(tmp_path / "b")
    assert (again.items, again.digest) == (gold.items, gold.digest)
    assert all("note" not in json.loads(line) for line in (tmp_path / "b" / "items.jsonl").open(encoding="utf-8"))

"""Two sets of notes side by side."""

from typing import Any

from core.audit.differences import SEEN, differences


def note(note_id: str, text: str, start: int = 0, revision: str = "rev_1", **columns: Any) -> dict[str, Any]:
    """A note that rests on ``text`` at a place of a revision."""
    evidence = [{"revision_id": revision, "char_start": start, "char_end": start + len(text)}]
    plain = dict.fromkeys(SEEN) | {"status": "current", "importance": 5, "n_reports": 1, "text": text}
    return {**plain, "note_id": note_id, "order_key": note_id, "supports": [{"evidence": evidence}], **columns}


def ids(rows: Any) -> list[str]:
    """The ids of notes."""
    return [row["note_id"] for row in rows]


def test_a_lake_does_not_differ_from_itself():
    """All notes are the same."""
    notes = [note("a", "Kestrel is new."), note("b", "青鸾项目已上线。", 40)]
    found = differences(notes, list(reversed(notes)))
    assert (found.same, found.vanished, found.appeared, found.reworded, found.changed) == (2, [], [], [], [])


def test_each_kind_of_difference_is_told_apart():
    """One gone, one new, one said otherwise on the same characters, one superseded; a new run id is no difference."""
    a = [
        note("a", "Kestrel is new."),
        note("b", "It has a score of 7.", 20),
        note("c", "青鸾由陆承负责。", 50),
        note("d", "Heron runs.", 70, decision_id="x"),
    ]
    b = [
        note("d", "Heron runs.", 70, decision_id="y"),
        note("c", "青鸾由陆承负责。", 50, status="superseded", superseded_by="f"),
        note("e", "Kestrel has a score of 7.", 21),
        note("f", "青鸾由沈亦舟负责。", 0, "rev_2"),
    ]
    found = differences(a, b)
    assert (ids(found.vanished), ids(found.appeared), found.same) == (["a"], ["f"], 1)
    assert [ids(pair) for pair in found.reworded] == [["b", "e"]]
    assert found.columns == {"c": ["status", "superseded_by"]}


def test_a_note_is_paired_once_and_with_the_one_that_it_shares_most_with():
    """A sentence that is split in two: the longer half stands for it, the other appeared."""
    a = [note("a", "x" * 30, 0)]
    b = [note("b", "y" * 10, 0), note("c", "z" * 20, 10)]
    found = differences(a, b)
    assert ([ids(pair) for pair in found.reworded], ids(found.appeared)) == ([["a", "c"]], ["b"])

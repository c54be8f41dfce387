"""The notes of one lake against those of another: which appeared, which vanished, and what changed in the others."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Row = Mapping[str, Any]
# What a reader of the ledger would notice. Ids of decisions and times of recording differ between any two lakes.
SEEN = ("status", "superseded_by", "valid_from", "valid_to", "importance", "n_reports", "conflicts_with", "text")


@dataclass(frozen=True, slots=True)
class Differences:
    """B against A: notes that only one has, pairs that rest on the same characters, and changed columns by note."""

    vanished: Sequence[Row]
    appeared: Sequence[Row]
    reworded: Sequence[tuple[Row, Row]]
    changed: Sequence[tuple[Row, Row]]
    same: int
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)  # note id → the columns of SEEN that differ


def differences(a: Iterable[Row], b: Iterable[Row]) -> Differences:
    """Return how the notes of B (rows of ``notes``) differ from those of A, each list in canonical order."""
    before, after = ({row["note_id"]: row for row in rows} for rows in (a, b))
    gone = _ordered(row for key, row in before.items() if key not in after)
    new = _ordered(row for key, row in after.items() if key not in before)
    reworded = _paired(gone, new)
    taken = {row["note_id"] for pair in reworded for row in pair}
    both = _ordered(row for key, row in before.items() if key in after)
    columns = {row["note_id"]: _columns(row, after[row["note_id"]]) for row in both}
    changed = [(row, after[row["note_id"]]) for row in both if columns[row["note_id"]]]
    return Differences(
        vanished=[row for row in gone if row["note_id"] not in taken],
        appeared=[row for row in new if row["note_id"] not in taken],
        reworded=reworded,
        changed=changed,
        same=len(both) - len(changed),
        columns={key: names for key, names in columns.items() if names},
    )


def _ordered(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row["order_key"], row["note_id"]))


def _columns(one: Row, two: Row) -> list[str]:
    return [name for name in SEEN if one[name] != two[name]]


def _paired(gone: Sequence[Row], new: Sequence[Row]) -> list[tuple[Row, Row]]:
    """Pair notes of which one stands where the other stood: they share characters of a report."""
    free, pairs = list(new), []
    for old in gone:
        shared = [(_shared(old, other), at) for at, other in enumerate(free)]
        most, at = max(shared, key=lambda one: (one[0], -one[1]), default=(0, 0))
        if most > 0:
            pairs.append((old, free.pop(at)))
    return pairs


def _shared(one: Row, two: Row) -> int:
    return sum(max(0, min(a[2], b[2]) - max(a[1], b[1])) for a in _spans(one) for b in _spans(two) if a[0] == b[0])


def _spans(row: Row) -> list[tuple[str, int, int]]:
    return [
        (span["revision_id"], span["char_start"], span["char_end"])
        for support in row["supports"]
        for span in support["evidence"]
        if span["char_start"] is not None
    ]

"""Reading a lake for people: notes, chains and evidence in its sentence. No rendering here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import polars as pl

from core.contracts.frames import to_frame
from core.contracts.tables import NOTES, RAW_REPORTS, SUPERSESSION_EDGES
from core.errors import LakeError
from core.lake.lake import Lake
from core.lake.ledger import Ledger, table_rows
from core.lake.notes_table import LedgerTables
from core.text.sentences import sentence_spans

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Passage:
    """A quote in the sentence (or sentences) that it stands in, and the report it is from."""

    before: str
    quote: str
    after: str
    report: Row
    char_start: int


class LedgerView:
    """The notes and edges of a lake, with the reports that they rest on."""

    def __init__(self, lake: Lake, believed_at: datetime | None = None) -> None:
        """Read the tables; or, with ``believed_at``, what the decision log had recorded by then (inclusive)."""
        self.lake = lake
        if believed_at is None:
            tables = LedgerTables(lake.root)
            notes, edges = (to_frame(tables.read(table)).to_dicts() for table in (NOTES, SUPERSESSION_EDGES))
        else:
            rows = table_rows(Ledger(lake).log.known(at=believed_at)[0].values())
            notes, edges = (list(rows[table.name].values()) for table in (NOTES, SUPERSESSION_EDGES))
        self.notes: dict[str, Row] = {row["note_id"]: row for row in notes}
        self.edge_from: dict[str, Row] = {row["old_note_id"]: row for row in edges}
        self._reports: dict[str, Row] | None = None

    def held_on(self, day: datetime, notes: Sequence[Row]) -> list[Row]:
        """Return the notes that held on a day, as far as they say.

        A note holds from ``valid_from`` (else from when it was asserted) to before ``valid_to``, or to when one of
        those that superseded it, in turn, began to hold. A note that says no start counts only from its assertion on.
        """
        return [note for note in notes if _start(note) <= day and not self._ended(note, day)]

    def _ended(self, note: Row, day: datetime) -> bool:
        if note["valid_to"] is not None and note["valid_to"] <= day:
            return True
        later = self.notes.get(note["superseded_by"] or "")
        while later is not None:  # one told of last may have begun before the one between
            if _start(later) <= day:
                return True
            later = self.notes.get(later["superseded_by"] or "")
        return False

    def note(self, wanted: str) -> Row:
        """Return the note whose id is, or begins with, ``wanted`` (``note_`` may be left out).

        Raises:
            LakeError: no note, or more than one, has such an id.
        """
        prefix = wanted if wanted.startswith("note_") else f"note_{wanted}"
        found = [note_id for note_id in self.notes if note_id.startswith(prefix)]
        if len(found) == 1:
            return self.notes[found[0]]
        if not found:
            raise LakeError(f"{wanted}: no note has this id. `factledger notes --all` lists them.")
        raise LakeError(
            f"{wanted}: {len(found)} notes have ids that begin so; give more digits: {', '.join(found[:5])}"
        )

    def chain(self, note: Row) -> list[Row]:
        """Return all notes of a note's supersession chain, oldest first."""
        head = note
        while head["superseded_by"]:
            head = self.notes[head["superseded_by"]]
        listed, queue = [], [head]
        while queue:
            at = queue.pop()
            listed.append(at)
            queue += [self.notes[old] for old in at["supersedes"]]
        return sorted(listed, key=lambda row: row["order_key"])

    def longest_chain(self) -> list[Row]:
        """Return the chain that shows most: most notes, then the weightiest head; empty when nothing was superseded."""
        heads = [note for note in self.notes.values() if note["supersedes"] and note["superseded_by"] is None]
        chains = [self.chain(head) for head in heads]
        return max(chains, key=lambda chain: (len(chain), chain[-1]["importance"], chain[-1]["note_id"]), default=[])

    def current(self, domain: str | None = None, search: str | None = None, *, retired: bool = False) -> list[Row]:
        """Return notes in canonical order; the superseded ones too when ``retired``."""
        words = search.casefold().split() if search else []
        return sorted(
            (
                note
                for note in self.notes.values()
                if (retired or note["status"] == "current")
                and (domain is None or note["domain"] == domain)
                and all(word in note["text"].casefold() for word in words)
            ),
            key=lambda row: row["order_key"],
        )

    def passages(self, note: Row) -> list[Passage]:
        """Return the evidence of a note, one passage a span, in the order in which it was asserted."""
        spans = [span for support in note["supports"] for span in support["evidence"]]
        return [self.passage(span) for span in spans if span["char_start"] is not None]

    def passage(self, span: Row) -> Passage:
        """Return an evidence span inside the sentences that it touches."""
        report = self.reports()[span["revision_id"]]
        text, start, end = report["text"], span["char_start"], span["char_end"]
        low, high = _around(text, start, end)
        return Passage(text[low:start], text[start:end], text[end:high], report, start)

    def reports(self) -> dict[str, Row]:
        """Return the raw reports by revision_id."""
        if self._reports is None:
            self._reports = {row["revision_id"]: row for row in self.lake.read_all(RAW_REPORTS).to_dicts()}
        return self._reports


def _start(note: Row) -> datetime:
    start: datetime = note["valid_from"] or note["asserted_at"]
    return start


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentences that a span touches, looked for in a window around it."""
    window_low, window_high = max(0, start - 600), min(len(text), end + 600)
    spans = [(low + window_low, high + window_low) for low, high in sentence_spans(text[window_low:window_high])]
    touched = [(low, high) for low, high in spans if low < end and high > start]
    if not touched:
        return start, end
    return min(touched[0][0], start), max(touched[-1][1], end)


def as_frame(notes: Sequence[Row]) -> pl.DataFrame:
    """Return notes as a frame of the declared schema."""
    return pl.DataFrame(list(notes), schema=NOTES.polars_schema)

"""Candidate search over the current notes of one domain: nearest by text, plus those on the same subject."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.ledger.vectors import DIMENSIONS, Vector, vector
from core.model import Claim

_SAME_SLOT, _SAME_SUBJECT = 4, 3  # how many notes the subject legs may add to the nearest ones
_FIRST_ROWS = 256


class CandidateIndex:
    """The notes of one domain as rows of a matrix; retired ones stay as rows but are never found.

    Scores are cosines of whole-number vectors: exact, so that equal questions give equal answers
    however they are batched. Ties go to the smaller note id.
    """

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._row_of: dict[str, int] = {}
        self._vectors: npt.NDArray[np.float32] = np.zeros((_FIRST_ROWS, DIMENSIONS), dtype=np.float32)
        self._lengths: npt.NDArray[np.float64] = np.ones(_FIRST_ROWS)
        self._current: npt.NDArray[np.bool_] = np.zeros(_FIRST_ROWS, dtype=np.bool_)
        self._by_subject: defaultdict[str, set[int]] = defaultdict(set)
        self._by_slot: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
        self._queries: npt.NDArray[np.float32] = np.zeros((0, DIMENSIONS), dtype=np.float32)
        self._products: npt.NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)
        self._multiplied = 0

    def add(self, note: Claim, note_vector: Vector | None = None) -> None:
        """Add a current note; its vector may be given when it is already known."""
        row = len(self._ids)
        if row == len(self._vectors):
            self._grow()
        self._ids.append(note.id)
        self._row_of[note.id] = row
        self._vectors[row] = vector(note.text) if note_vector is None else note_vector
        self._lengths[row] = _length(self._vectors[row])
        self._current[row] = True
        if note.statement.subject:
            self._by_subject[note.statement.subject].add(row)
            if note.statement.slot:
                self._by_slot[note.statement.subject, note.statement.slot].add(row)

    def retire(self, note: Claim) -> None:
        """Take a note out of every later search."""
        row = self._row_of[note.id]
        self._current[row] = False
        self._by_subject[note.statement.subject].discard(row)
        self._by_slot[note.statement.subject, note.statement.slot].discard(row)

    def ask(self, texts: Sequence[str]) -> None:
        """Make these texts the batch that ``search`` answers for; notes added later are found too."""
        self._queries = np.stack([vector(text) for text in texts]) if texts else self._queries[:0]
        self._multiplied = len(self._ids)
        # Room for one new note per text, so that adding a note copies nothing.
        self._products = np.empty((len(texts), self._multiplied + len(texts)), dtype=np.float32)
        self._products[:, : self._multiplied] = self._queries @ self._vectors[: self._multiplied].T

    def query_vector(self, query: int) -> Vector:
        """The vector of a text of the batch."""
        row: Vector = self._queries[query]
        return row

    def search(self, query: int, claim: Claim, nearest: int) -> list[tuple[str, float]]:
        """Return (note id, score) of the notes offered to text number ``query`` of the batch, best first.

        The ``nearest`` current notes, then up to 4 more on the same subject and slot, then up to 3
        more on the same subject.
        """
        scores = self._scores(query)
        chosen = self._best(np.flatnonzero(self._current[: len(self._ids)]), scores, nearest)
        subject, slot = claim.statement.subject, claim.statement.slot
        if subject:
            for rows, most in (
                (self._by_slot.get((subject, slot)), _SAME_SLOT),
                (self._by_subject.get(subject), _SAME_SUBJECT),
            ):
                if rows:
                    others = np.array(sorted(rows - set(chosen)), dtype=np.intp)
                    chosen += self._best(others, scores, most)
        return [(self._ids[row], float(scores[row])) for row in chosen]

    def _best(self, rows: npt.NDArray[np.intp], scores: npt.NDArray[np.float64], most: int) -> list[int]:
        if len(rows) > 4 * most:
            kept = scores[rows]
            threshold = np.partition(kept, len(kept) - most)[len(kept) - most]
            rows = rows[kept >= threshold]
        return sorted((int(row) for row in rows), key=lambda row: (-scores[row], self._ids[row]))[:most]

    def _scores(self, query: int) -> npt.NDArray[np.float64]:
        total = len(self._ids)
        if self._multiplied < total:
            self._products[:, self._multiplied : total] = self._queries @ self._vectors[self._multiplied : total].T
            self._multiplied = total
        length = _length(self._queries[query])
        products = self._products[query, :total].astype(np.float64)
        scores: npt.NDArray[np.float64] = products / (self._lengths[:total] * length)
        return scores

    def _grow(self) -> None:
        more = len(self._vectors)
        self._vectors = np.concatenate([self._vectors, np.zeros((more, DIMENSIONS), dtype=np.float32)])
        self._lengths = np.concatenate([self._lengths, np.ones(more)])
        self._current = np.concatenate([self._current, np.zeros(more, dtype=np.bool_)])


def _length(counts: Vector) -> float:
    return float(np.sqrt(np.dot(counts, counts).astype(np.float64))) or 1.0

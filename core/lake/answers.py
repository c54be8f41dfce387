"""The answers of reviewers in a lake: one file, replaced whole, one row a fact."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from core.contracts.frames import to_arrow, to_frame
from core.contracts.tables import ANSWERS
from core.lake.files import write_atomically
from core.lake.lake import parquet_bytes, read_parquet
from core.ledger.answers import Answer, Answers

_MEND = "Restore it from a backup: it records what people decided, and nothing else can rebuild it."


def read_answers(root: Path) -> Answers:
    """Return the answers of a lake by (domain, fact_id); empty when nobody has answered anything.

    Raises:
        LakeError: the file is damaged.
        ContractError: it holds something else.
    """
    path = _path(root)
    if not path.exists():
        return {}
    answers = [Answer(**row) for row in to_frame(read_parquet(ANSWERS, path, _MEND)).to_dicts()]
    return {answer.key: answer for answer in answers}


def write_answers(root: Path, answers: Iterable[Answer]) -> None:
    """Replace the answers of a lake."""
    rows = sorted((asdict(answer) for answer in answers), key=lambda row: (row["domain"], row["fact_id"]))
    write_atomically(_path(root), parquet_bytes(to_arrow(ANSWERS, rows)))


def _path(root: Path) -> Path:
    return root / f"{ANSWERS.name}.parquet"

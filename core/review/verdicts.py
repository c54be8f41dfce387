"""What reviewers filled in: answers for the fold, items for a gold set, and rows that are neither, with a reason."""

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from core.evaluate.gold_items import DecisionItem
from core.ledger.answers import Answer


class _Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    operation: Literal["ADD", "UPDATE", "DELETE", "NOOP"]
    target_note_id: str | None = None
    reason: str = ""

    @model_validator(mode="after")
    def _target_fits(self) -> "_Verdict":
        if (self.operation == "ADD") != (self.target_note_id is None):
            raise ValueError(f"{self.operation} with target {self.target_note_id}: all but an ADD name a candidate")
        return self


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str = Field(min_length=1)
    asserted_at: datetime | None
    report: str


class _Candidate(_Said):
    note_id: str


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True)

    domain: str
    fact_id: str
    language: str
    fact: _Said
    candidates: tuple[_Candidate, ...]
    verdict: _Verdict

    @model_validator(mode="after")
    def _target_was_shown(self) -> "_Row":
        target = self.verdict.target_note_id
        if target is not None and target not in [one.note_id for one in self.candidates]:
            raise ValueError(f"the target {target} is not among the candidates of the task")
        return self


@dataclass
class Reviewed:
    """What came of a file of filled-in tasks."""

    answers: list[Answer] = field(default_factory=list)
    items: list[DecisionItem] = field(default_factory=list)
    untouched: int = 0  # tasks that the reviewer left open
    quarantined: list[tuple[int, str, str]] = field(default_factory=list)  # (line, reason, the line)


def reviewed(
    lines: str, reviewer: str, known: Container[tuple[str, str]], at: datetime, gold: str = "reviewed"
) -> Reviewed:
    """Return what the lines of a file of tasks say. Nothing in them raises: bad lines are set aside.

    Args:
        lines: JSON Lines, as ``tasks_of`` gives them, with ``verdict`` filled in.
        reviewer: who filled them in; answers name this person.
        known: (domain, fact_id) of the facts that the ledger has.
        at: when the answers are taken in.
        gold: name of the gold set that items are for; an item's id is ``<gold>:<fact_id>``.
    """
    found, seen = Reviewed(), dict[tuple[str, str], int]()
    for number, line in enumerate(lines.split("\n"), start=1):
        if not line.strip():
            continue
        row = _row(line)
        if row is None:
            found.untouched += 1
            continue
        reason = row if isinstance(row, str) else _misplaced(row, known, seen)
        if reason or isinstance(row, str):
            found.quarantined.append((number, reason, line))
            continue
        seen[row.domain, row.fact_id] = number
        said = row.verdict
        found.answers.append(
            Answer(row.domain, row.fact_id, said.operation, said.target_note_id, reviewer, said.reason, at)
        )
        if row.language in ("zh", "en"):
            found.items.append(_item(row, gold))
    return found


def _row(line: str) -> "_Row | str | None":
    """A filled-in row; why it is none; or None for one that was left open."""
    try:
        raw = json.loads(line)
    except ValueError as error:
        return f"is no JSON ({error})"
    if not isinstance(raw, dict):
        return "is no JSON object"
    verdict = raw.get("verdict")
    if isinstance(verdict, Mapping) and verdict.get("operation") == "":
        return None
    try:
        return _Row.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return f"{where}: {first['msg']}" if where else first["msg"]


def _misplaced(row: _Row, known: Container[tuple[str, str]], seen: Mapping[tuple[str, str], int]) -> str:
    key = (row.domain, row.fact_id)
    if key in seen:
        return f"the fact was answered in line {seen[key]}"
    return "" if key in known else f"the ledger has no fact {row.fact_id} in the domain {row.domain!r}"


def _item(row: _Row, gold: str) -> DecisionItem:
    verdict = row.verdict

    def claim(said: _Said, name: str = "") -> dict[str, Any]:
        at = said.asserted_at.isoformat() if said.asserted_at else None
        return {"id": name, "text": said.text, "asserted_at": at, "report": said.report}

    return DecisionItem.model_validate(
        {
            "id": f"{gold}:{row.fact_id}",
            "lang": row.language,
            "source": "review",
            "notes": [claim(one, one.note_id) for one in row.candidates],
            "fact": claim(row.fact),
            "operation": verdict.operation,
            "target": verdict.target_note_id,
            "distractors": len(row.candidates) > (verdict.target_note_id is not None),
            "note": verdict.reason or None,
        }
    )


def merged(old: Sequence[DecisionItem], new: Sequence[DecisionItem]) -> list[DecisionItem]:
    """Return the items of both, by id; of two with one id the new one."""
    found = {item.id: item for item in (*old, *new)}
    return [found[key] for key in sorted(found)]

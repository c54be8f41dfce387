"""From rows that a team already has to gold items: one small converter per format.

A format is a row of ``FORMATS``: the kind of set it makes, the columns it reads (for the help and for
error messages), and a converter. To add one, add a function and a row.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.evaluate.gold import GoldError
from core.evaluate.gold_items import ITEMS, Item
from core.evaluate.timex import bounds_of, next_unit

Row = Mapping[str, Any]
Draft = dict[str, Any]
Convert = Callable[[Sequence[Row], str], list[Draft]]

_NOTE_DAY, _FACT_DAY = "2026-01-01", "2026-01-02"  # pairs carry no dates; the incoming one is the later
_OPERATIONS = {
    "duplicate": "NOOP",
    "entails": "NOOP",
    "contradiction": "UPDATE",
    "update": "UPDATE",
    "update_extends": "UPDATE",
    "ended": "DELETE",
    "new_information": "ADD",
    "unrelated": "ADD",
    "high_overlap_not_duplicate": "ADD",
}


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be imported. ``columns`` are needed, ``optional`` ones are read when they are there."""

    kind: str
    about: str
    columns: tuple[str, ...]
    optional: tuple[str, ...]
    convert: Convert


def import_rows(name: str, rows: Sequence[Row], language: str = "", prefix: str = "item") -> list[Item]:
    """Return the gold items of rows in a known format, numbered in order.

    Args:
        name: one of ``FORMATS``.
        rows: as read from JSON Lines.
        language: zh or en, for rows that have no ``lang`` of their own.
        prefix: name of the set; ids are ``<prefix>:<n>``.

    Raises:
        GoldError: the format is unknown, a needed column is missing, or a row makes no valid item.
    """
    if name not in FORMATS:
        raise GoldError(f"import: no format is named {name!r}; there are: {', '.join(FORMATS)}.")
    chosen = FORMATS[name]
    for number, row in enumerate(rows, start=1):
        if lacking := [column for column in chosen.columns if column not in row]:
            raise GoldError(
                f"import: row {number} lacks {', '.join(lacking)}; {name} needs {', '.join(chosen.columns)}."
            )
    kind, items = ITEMS[chosen.kind], []
    for number, draft in enumerate(chosen.convert(rows, language), start=1):
        try:
            items.append(kind.model_validate({"id": f"{prefix}:{number}", **draft}))
        except ValueError as error:
            raise GoldError(f"import: item {number} of {name} is not valid: {error}") from error
    return items


def rows_of(lines: str) -> list[Row]:
    """Return the rows of JSON Lines text.

    Raises:
        GoldError: a line is no JSON object.
    """
    rows: list[Row] = []
    for number, line in enumerate(lines.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise GoldError(f"import: line {number} is no JSON ({error}).") from error
        if not isinstance(row, dict):
            raise GoldError(f"import: line {number} is no JSON object; one row is one object.")
        rows.append(row)
    return rows


def _base(row: Row, language: str) -> Draft:
    draft: Draft = {"lang": row.get("lang") or language or "en"}
    if row.get("source"):
        draft["source"] = str(row["source"])
    return draft


def _pairs(rows: Sequence[Row], language: str) -> list[Draft]:
    drafts = []
    for row in rows:
        label = str(row.get("map") or row.get("label"))
        operation = _OPERATIONS.get(label, label.upper())
        drafts.append(
            {
                **_base(row, language),
                "source": f"{row['source']} {label}" if row.get("source") else label,
                "notes": [
                    {
                        "id": "n1",
                        "text": row["a"],
                        "asserted_at": row.get("a_at", _NOTE_DAY),
                        "report": row.get("a_report", "a"),
                    }
                ],
                "fact": {
                    "text": row["b"],
                    "asserted_at": row.get("b_at", _FACT_DAY),
                    "report": row.get("b_report", "b"),
                },
                "operation": operation,
                "target": None if operation == "ADD" else "n1",
            }
        )
    return drafts


def _anchor(row: Row) -> Draft | None:
    at = row.get("reference_datetime")
    return (
        None
        if at is None
        else {"at": at, "precision": "second" if len(at) > 10 else "day", "source": row.get("anchor_source", "message")}
    )


def _grouped(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows on the same text with the same reference belong to one item."""
    found: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        key = (str(row.get("doc", "")), str(row["text"]), str(row.get("reference_datetime")))
        found.setdefault(key, []).append(row)
    return list(found.values())


def _time(rows: Sequence[Row], language: str, expression: Callable[[Row], Draft | None]) -> list[Draft]:
    drafts = []
    for group in _grouped(rows):
        stated = [made for row in group if row.get("expression") and (made := expression(row))]
        if len(stated) < sum(bool(row.get("expression")) for row in group):
            continue  # a text of which one expression cannot be told would make ours look wrong
        stated.sort(key=lambda one: int(one["char_start"]))
        drafts.append(
            {
                **_base(group[0], language),
                "text": group[0]["text"],
                "anchor": _anchor(group[0]),
                "expressions": stated,
            }
        )
    return drafts


def _span(row: Row) -> tuple[int, int] | None:
    text, words = str(row["text"]), str(row["expression"])
    start = row.get("char_start")
    if start is None:
        start = text.casefold().find(words.casefold())
    return (start, start + len(words)) if start >= 0 else None


def _dated_expression(row: Row) -> Draft | None:
    span = _span(row)
    if span is None:
        return None
    start, end = row.get("start"), row.get("end")
    if start is not None and end is None and not row.get("open_end"):
        end = next_unit(start, str(row.get("grain", "")))
    return {
        "expression": row["text"][span[0] : span[1]],
        "char_start": span[0],
        "char_end": span[1],
        "kind": str(row.get("type", "date")),
        "status": "resolved" if start or end else str(row.get("status", "unresolved")),
        "start": start,
        "end": end,
    }


def _timex_expression(row: Row) -> Draft | None:
    span, bounds = _span(row), bounds_of(str(row["value"]))
    if span is None or bounds is None:
        return None
    return {
        "expression": row["text"][span[0] : span[1]],
        "char_start": span[0],
        "char_end": span[1],
        "kind": str(row.get("anchoring") or row.get("type") or "DATE"),
        "status": "resolved" if any(bounds) else "vague",
        "start": bounds[0],
        "end": bounds[1],
    }


def _facts(rows: Sequence[Row], language: str) -> list[Draft]:
    drafts = []
    for row in rows:
        title = row.get("title") or row.get("topic")
        drafts.append(
            {
                **_base(row, language),
                "text": row["sentence"],
                **({"title": str(title)} if title else {}),
                "facts": [{"text": fact} for fact in dict.fromkeys(row["facts"] or []) if fact.strip()],
            }
        )
    return drafts


def _injection(rows: Sequence[Row], language: str) -> list[Draft]:
    drafts = []
    for row in rows:
        spans = row.get("spans") or ([[0, len(row["text"])]] if row["label"] else [])
        about = "quotes_payload" if row.get("quotes_payload") else str(row.get("kind") or "")
        draft = {**_base(row, language), "text": row["text"], "spans": spans}
        drafts.append({**draft, "about": about or ("attack" if spans else "benign")})
    return drafts


def _labelled(rows: Sequence[Row], language: str) -> list[Draft]:
    return [
        {
            **_base(row, language),
            "kind": row.get("kind", "transcript"),
            "text": row["text"],
            "label": row["label"],
            **({"speaker": row["speaker"]} if row.get("speaker") else {}),
        }
        for row in rows
    ]


FORMATS: Mapping[str, Format] = {
    "pairs": Format(
        "decisions",
        f"A note a and an incoming fact b; map or label is an operation or one of {', '.join(_OPERATIONS)}.",
        ("a", "b"),
        ("map", "label", "lang", "source", "a_at", "b_at", "a_report", "b_report"),
        _pairs,
    ),
    "expressions": Format(
        "time",
        "Time expressions with their bounds (ISO, half-open); a row without expression is a text without any.",
        ("text",),
        ("expression", "char_start", "reference_datetime", "anchor_source", "start", "end", "grain", "open_end",
         "status", "type", "doc", "lang", "source"),
        lambda rows, language: _time(rows, language, _dated_expression),
    ),
    "timex": Format(
        "time",
        "Expressions with an ISO 8601 / TIMEX3 value; texts with a value that names no interval are left out.",
        ("text", "expression", "value"),
        ("char_start", "reference_datetime", "anchor_source", "anchoring", "type", "doc", "lang", "source"),
        lambda rows, language: _time(rows, language, _timex_expression),
    ),
    "facts": Format(
        "facts", "Sentences with the list of their atomic facts.", ("sentence", "facts"),
        ("title", "topic", "lang", "source"), _facts,
    ),
    "injection": Format(
        "safety", "Texts with label 1 (attack) or 0; without spans all of an attack is one.", ("text", "label"),
        ("spans", "kind", "quotes_payload", "lang", "source"), _injection,
    ),
    "labelled": Format(
        "durable", "Statements with a label: keep, ephemeral or one of its classes, or noise.", ("text", "label"),
        ("kind", "speaker", "lang", "source"), _labelled,
    ),
}  # fmt: skip

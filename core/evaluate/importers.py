"""From rows that a team already has to gold items: one small converter per format.

A format is a row of ``FORMATS``: the kind of set it makes, the columns it reads (for the help and for
error messages), and a converter. To add one, add a function and a row.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

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
    grouped: bool = False  # rows on one text are one item


@dataclass(frozen=True, slots=True)
class SetAside:
    """A row that makes no item: its number from 1, why, and the row as it came."""

    row: int
    reason: str
    raw: str


@dataclass
class Imported:
    """What rows became."""

    items: list[Item]
    quarantined: list[SetAside]


def import_rows(name: str, rows: Sequence[Row], language: str = "", prefix: str = "item") -> Imported:
    """Return the gold items of rows in a known format, numbered in order, and the rows that make none.

    Args:
        name: one of ``FORMATS``.
        rows: as read from JSON Lines.
        language: zh or en, for rows that have no ``lang`` of their own.
        prefix: name of the set; ids are ``<prefix>:<n>``.

    Raises:
        GoldError: the format is unknown. A bad row never raises.
    """
    if name not in FORMATS:
        raise GoldError(f"import: no format is named {name!r}; there are: {', '.join(FORMATS)}.")
    chosen, found = FORMATS[name], Imported([], [])
    good: list[tuple[int, Row]] = []
    for number, row in enumerate(rows, start=1):
        if lacking := [column for column in chosen.columns if column not in row]:
            reason = f"lacks {', '.join(lacking)}; {name} needs {', '.join(chosen.columns)}"
            found.quarantined.append(SetAside(number, reason, _raw(row)))
        else:
            good.append((number, row))
    for group in _grouped(good) if chosen.grouped else [[one] for one in good]:
        number, listed = group[0][0], [row for _, row in group]
        try:
            drafts = chosen.convert(listed, language)
            item = ITEMS[chosen.kind].model_validate({"id": f"{prefix}:{len(found.items) + 1}", **drafts[0]})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
            reason = f"{type(error).__name__}: {error}"
        else:
            found.items.append(item)
            continue
        found.quarantined += [SetAside(number, reason, _raw(row)) for number, row in group]
    return found


def _raw(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, default=str)


def rows_of(lines: str) -> tuple[list[Row], list[SetAside]]:
    """Return the rows of JSON Lines text, and the lines that are no JSON objects (by line number)."""
    rows: list[Row] = []
    aside: list[SetAside] = []
    for number, line in enumerate(lines.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            aside.append(SetAside(number, f"the line is no JSON ({error})", line))
            continue
        if isinstance(row, dict):
            rows.append(row)
        else:
            aside.append(SetAside(number, "the line is no JSON object; one row is one object", line))
    return rows, aside


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


def _grouped(rows: Sequence[tuple[int, Row]]) -> list[list[tuple[int, Row]]]:
    """Numbered rows on the same text with the same reference belong to one item."""
    found: dict[tuple[str, str, str], list[tuple[int, Row]]] = {}
    for number, row in rows:
        key = (str(row.get("doc", "")), str(row["text"]), str(row.get("reference_datetime")))
        found.setdefault(key, []).append((number, row))
    return list(found.values())


def _time(rows: Sequence[Row], language: str, expression: Callable[[Row], Draft | None]) -> list[Draft]:
    stated = []
    for row in rows:
        if row.get("expression"):
            made = expression(row)
            if made is None:  # a text of which one expression cannot be told would make ours look wrong
                raise ValueError(f"{row['expression']!r} is not in the text, or has a value that names no interval")
            stated.append(made)
    stated.sort(key=lambda one: int(one["char_start"]))
    first = rows[0]
    return [{**_base(first, language), "text": first["text"], "anchor": _anchor(first), "expressions": stated}]


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
                **{name: row[name] for name in ("speaker", "role", "published") if row.get(name)},
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
        grouped=True,
    ),
    "timex": Format(
        "time",
        "Expressions with an ISO 8601 / TIMEX3 value; texts with a value that names no interval are left out.",
        ("text", "expression", "value"),
        ("char_start", "reference_datetime", "anchor_source", "anchoring", "type", "doc", "lang", "source"),
        lambda rows, language: _time(rows, language, _timex_expression),
        grouped=True,
    ),
    "facts": Format(
        "facts", "Sentences with the list of their atomic facts.", ("sentence", "facts"),
        ("title", "topic", "speaker", "role", "published", "lang", "source"), _facts,
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

"""An evaluation on disk: ``results.json`` and ``items.parquet`` in a folder named by its content."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from core.errors import FactledgerError
from core.evaluate.metrics import Measured
from core.evaluate.results import Cost, ItemResult, SetResult, total
from core.ids import content_id

RESULTS, ITEMS, PAGE = "results.json", "items.parquet", "report.html"
ITEM_SCHEMA: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "set": pl.String,
    "kind": pl.String,
    "id": pl.String,
    "slices": pl.String,  # JSON object: slice → value
    "counts": pl.String,  # JSON object: count → number; what metrics sum up
    "text": pl.String,
    "expected": pl.String,
    "found": pl.String,
    "badness": pl.Float64,
    "units": pl.List(pl.String),
    "label_expected": pl.String,
    "label_found": pl.String,
    "detail": pl.String,
}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All sets of one run of the evaluation.

    ``run_id`` is made of what was evaluated (gold items, extractor, decider, code), not of when;
    ``sequence`` numbers the evaluations of a folder in the order in which they were first made.
    """

    run_id: str
    sequence: int
    systems: Mapping[str, str]
    code: str
    sets: Sequence[SetResult]

    @property
    def cost(self) -> Cost:
        """What all sets cost together."""
        return total(one.cost for one in self.sets)


def evaluation(sets: Sequence[SetResult], systems: Mapping[str, str], code: str, sequence: int = 1) -> Evaluation:
    """Return an evaluation, its id made from its content."""
    parts = [part for one in sets for part in (one.name, one.digest)]
    run_id = content_id("eval_", code, json.dumps(dict(systems), sort_keys=True), *parts)
    return Evaluation(run_id, sequence, systems, code, sets)


def write(folder: Path, found: Evaluation) -> None:
    """Write results and items into a folder; the same evaluation gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(_results(found), ensure_ascii=False, indent=1, sort_keys=True)
    (folder / RESULTS).write_text(text + "\n", "utf-8")
    rows = [_item_row(one, item) for one in found.sets for item in one.items]
    pl.DataFrame(rows, schema=dict(ITEM_SCHEMA), orient="row").write_parquet(folder / ITEMS, compression="zstd")


def _results(found: Evaluation) -> dict[str, Any]:
    return {
        "run_id": found.run_id,
        "sequence": found.sequence,
        "systems": dict(found.systems),
        "code": found.code,
        "cost": asdict(found.cost),
        "sets": {
            one.name: {
                "kind": one.kind,
                "digest": one.digest,
                "items": len(one.items),
                "cost": asdict(one.cost),
                "confusion": one.confusion,
            }
            for one in found.sets
        },
        "metrics": [rounded(one) for set_result in found.sets for one in set_result.measured],
    }


def rounded(one: Measured) -> dict[str, Any]:
    """Return a measured metric as plain values, to six digits."""
    row = asdict(one)
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in row.items()}


def _item_row(one: SetResult, item: ItemResult) -> dict[str, Any]:
    expected, found = item.labels or (None, None)
    return {
        "set": one.name,
        "kind": one.kind,
        "id": item.id,
        "slices": json.dumps(dict(item.slices), ensure_ascii=False, sort_keys=True),
        "counts": json.dumps(dict(item.counts), sort_keys=True),
        "text": item.text,
        "expected": item.expected,
        "found": item.found,
        "badness": float(item.badness),
        "units": list(item.units),
        "label_expected": expected,
        "label_found": found,
        "detail": item.detail,
    }


def read(folder: Path) -> Evaluation:
    """Return an evaluation that was written before.

    Raises:
        FactledgerError: the folder holds none, or it cannot be read.
    """
    results = _read_json(folder / RESULTS)
    try:
        frame = pl.read_parquet(folder / ITEMS)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise FactledgerError(f"{folder / ITEMS}: cannot be read ({error}). Run `factledger eval` again.") from error
    items: dict[str, list[ItemResult]] = {}
    for row in frame.to_dicts():
        items.setdefault(row["set"], []).append(_item(row))
    measured: dict[str, list[Measured]] = {}
    for row in results["metrics"]:
        measured.setdefault(row["set"], []).append(Measured(**row))
    sets = [
        SetResult(name, one["kind"], one["digest"], items.get(name, []), measured.get(name, []), one["confusion"],
                  Cost(**one["cost"]))
        for name, one in sorted(results["sets"].items())
    ]  # fmt: skip
    return Evaluation(results["run_id"], results["sequence"], results["systems"], results["code"], sets)


def _item(row: Mapping[str, Any]) -> ItemResult:
    labels = (row["label_expected"], row["label_found"]) if row["label_expected"] is not None else None
    return ItemResult(
        id=row["id"],
        slices=json.loads(row["slices"]),
        counts=json.loads(row["counts"]),
        text=row["text"],
        expected=row["expected"],
        found=row["found"],
        badness=row["badness"],
        units=tuple(row["units"]),
        labels=labels,
        detail=row["detail"],
    )


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise FactledgerError(f"{path}: is no evaluation ({error}). Make one with `factledger eval`.") from error
    if not isinstance(found, dict):
        raise FactledgerError(f"{path}: is no evaluation. Make one with `factledger eval`.")
    return found


@dataclass(frozen=True, slots=True)
class Past:
    """The metrics of an earlier evaluation, for the trend."""

    run_id: str
    sequence: int
    values: Mapping[tuple[str, str], float]  # (set, metric) → value over all items


def history(root: Path) -> list[Past]:
    """Return the evaluations below a folder in the order in which they were made; unreadable ones are left out."""
    found = []
    for path in sorted(root.glob(f"*/{RESULTS}")):
        try:
            results = _read_json(path)
        except FactledgerError:
            continue
        values = {(row["set"], row["metric"]): row["value"] for row in results["metrics"] if row["slice"] == "all"}
        found.append(Past(results["run_id"], results["sequence"], values))
    return sorted(found, key=lambda past: (past.sequence, past.run_id))


def next_sequence(past: Iterable[Past], run_id: str) -> int:
    """Return an evaluation's own number when it was made before, else the next one."""
    listed = list(past)
    own = next((one.sequence for one in listed if one.run_id == run_id), None)
    return own if own is not None else max((one.sequence for one in listed), default=0) + 1

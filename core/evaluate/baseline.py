"""The committed baseline: what every metric was, and whether it still is.

``data/gold/baseline.json`` holds per set the hash of its items and, per metric and slice, value, interval
and n. A metric holds when on every slice it is no further to the worse side of the baseline's value than
``REACH`` times the distance to the bad end of its interval.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.evaluate.gold import GoldError
from core.evaluate.metrics import Measured, Metric
from core.evaluate.results import SetResult
from core.evaluate.runners import RUNNERS

FILE = "baseline.json"
# Two runs of a system that answers by chance differ by sqrt(2) times one run's spread; and there are many slices.
REACH = 2.0
_ROUNDING = 1e-6  # values are kept to six digits


@dataclass(frozen=True, slots=True)
class Held:
    """Whether one metric of one set holds, and every slice on which it does not."""

    set: str
    metric: str
    passed: bool
    reasons: Sequence[str]
    value: float | None


Baseline = Mapping[str, Mapping[str, Any]]


def read_baseline(root: Path) -> Baseline:
    """Return the baseline of a gold folder; empty when it has none.

    Raises:
        GoldError: the file is no baseline.
    """
    path = root / FILE
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise GoldError(f"{path}: is no baseline ({error}). Write it with `factledger eval --baseline`.") from error
    if not isinstance(found, dict):
        raise GoldError(f"{path}: is no baseline. Write it with `factledger eval --baseline`.")
    return found


def write_baseline(root: Path, sets: Sequence[SetResult]) -> None:
    """Write what these sets measure as the baseline; other sets keep theirs."""
    known = {**read_baseline(root), **{one.name: _entry(one) for one in sets}}
    text = json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True)
    (root / FILE).write_text(text + "\n", "utf-8")


def _entry(one: SetResult) -> dict[str, Any]:
    metrics: dict[str, dict[str, list[float]]] = {}
    for row in one.measured:
        metrics.setdefault(row.metric, {})[row.slice] = [
            round(row.value, 6), round(row.low, 6), round(row.high, 6), row.n,
        ]  # fmt: skip
    return {"kind": one.kind, "digest": one.digest, "items": len(one.items), "metrics": metrics}


def held(one: SetResult, baseline: Baseline) -> list[Held]:
    """Return for every metric of a set's kind whether it holds against the baseline.

    A set without a baseline has nothing held against it, except a metric's own floor. A set whose
    items are not those of the baseline fails: its numbers mean something else.
    """
    entry = baseline.get(one.name)
    return [_held(one, metric, entry) for metric in RUNNERS[one.kind].metrics]


def _held(one: SetResult, metric: Metric, entry: Mapping[str, Any] | None) -> Held:
    rows = {row.slice: row for row in one.measured if row.metric == metric.name}
    whole = rows.get("all")
    reasons = [reason for row in rows.values() if (reason := _below_floor(metric, row))]
    if entry is not None and entry["digest"] != one.digest:
        reasons.append("the gold items are not those of the baseline; review the change and write a new baseline")
    elif entry is not None and metric.gated:
        for label, known in entry["metrics"].get(metric.name, {}).items():
            reason = _worse(metric, rows.get(label), label, known)
            if reason:
                reasons.append(reason)
    return Held(one.name, metric.name, not reasons, reasons, whole.value if whole else None)


def _below_floor(metric: Metric, row: Measured) -> str:
    missed = metric.floor is not None and row.value < metric.floor - _ROUNDING
    return f"[{row.slice}] {row.value:.4f} is below the floor {metric.floor}" if missed else ""


def _worse(metric: Metric, row: Measured | None, label: str, known: Sequence[float]) -> str:
    value, low, high, n = known
    if row is None:
        return f"[{label}] is not measured any more (baseline {value:.4f}, n = {n:g})"
    least, most = value - REACH * (value - low), value + REACH * (high - value)
    if metric.worse_low and row.value < least - _ROUNDING:
        return f"[{label}] {row.value:.4f} is below {least:.4f} (baseline {value:.4f} [{low:.4f}, {high:.4f}])"
    if not metric.worse_low and row.value > most + _ROUNDING:
        return f"[{label}] {row.value:.4f} is above {most:.4f} (baseline {value:.4f} [{low:.4f}, {high:.4f}])"
    return ""

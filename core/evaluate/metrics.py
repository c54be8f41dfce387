"""Metrics as formulas over summed counts, with bootstrap intervals from a generator that is handed in.

Every item of a set is a row of counts (found, wanted, …). A metric is a formula over the sums of some
columns, so that any slice, resample or swap of items is one matrix product.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Sums = Mapping[str, Floats]
Formula = Callable[[Sums], Floats]

RESAMPLES = 1000  # enough for the second digit of a 95 % interval
_LOW, _HIGH = 2.5, 97.5
_Z = 1.959964  # the same 95 %, of the normal distribution
LEAST_ITEMS = 8  # a slice of fewer items is not reported: its interval would span everything


class Chance(Protocol):
    """A seeded generator, such as numpy's."""

    def integers(self, low: int, high: int, size: tuple[int, int]) -> npt.NDArray[np.int64]:
        """Return whole numbers from ``low`` up to but without ``high``."""
        ...

    def random(self, size: tuple[int, int]) -> Floats:
        """Return numbers from 0 up to but without 1."""
        ...


Chances = Callable[[str], Chance]
"""A generator for a named purpose: the same name, the same numbers, whatever else is drawn."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One number over the items of a set.

    ``base`` is the column that the metric rests on: it is reported where that column's sum is not
    zero. ``worse_low`` says whether a lower value is worse. ``floor`` is a value that the metric may
    not miss, whatever the baseline. ``gated`` metrics can refuse a release.
    """

    name: str
    title: str
    formula: Formula
    base: str
    worse_low: bool = True
    floor: float | None = None
    gated: bool = True


@dataclass(frozen=True, slots=True)
class Measured:
    """A metric's value on one slice of a set with its 95 % interval; ``n`` is what it rests on."""

    set: str
    metric: str
    slice: str  # "all", or "lang=zh"
    value: float
    low: float
    high: float
    n: float
    items: int


def _divide(top: Floats, bottom: Floats) -> Floats:
    return np.divide(top, bottom, out=np.full_like(np.asarray(top, dtype=np.float64), np.nan), where=bottom != 0)


def ratio(top: str, bottom: str) -> Formula:
    """Return the formula ``top / bottom``."""
    return lambda sums: _divide(sums[top], sums[bottom])


def f1(right: str, ours: str, covered: str, gold: str) -> Formula:
    """Return the harmonic mean of ``right / ours`` and ``covered / gold``; without either of ours or gold, undefined.

    With gold and nothing of ours it is 0.
    """

    def formula(sums: Sums) -> Floats:
        precision = np.nan_to_num(_divide(sums[right], sums[ours]))
        recall = np.nan_to_num(_divide(sums[covered], sums[gold]))
        value = np.nan_to_num(_divide(2 * precision * recall, precision + recall))
        return np.where(sums[gold] > 0, value, np.nan)

    return formula


def correlation(prefix: str) -> Formula:
    """Return Pearson's correlation of pairs given as sums ``<prefix>_n, _x, _y, _xx, _yy, _xy``.

    Over ranks (see ``ranks``) that is Spearman's.
    """

    def formula(sums: Sums) -> Floats:
        n, x, y = sums[f"{prefix}_n"], sums[f"{prefix}_x"], sums[f"{prefix}_y"]
        xx, yy, xy = sums[f"{prefix}_xx"], sums[f"{prefix}_yy"], sums[f"{prefix}_xy"]
        spread = np.sqrt(np.maximum(n * xx - x * x, 0) * np.maximum(n * yy - y * y, 0))
        return _divide(n * xy - x * y, np.where(spread > 1e-9, spread, 0.0))

    return formula


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value from 1; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for index in order[start:end]:
            found[index] = (start + end + 1) / 2
        start = end
    return found


def product(weights: Floats, counts: Floats) -> Floats:
    """Return ``weights @ counts``, summed in one order: not in that of however many threads a library has."""
    summed: Floats = np.einsum("...j,jk->...k", weights, counts)
    return summed


class Summed(dict[str, Any]):
    """Sums in which a column that no item has is 0."""

    def __missing__(self, key: str) -> Floats:
        first: Floats = next(iter(self.values()))
        return np.zeros_like(first)


@dataclass(frozen=True)
class Table:
    """The counts of a set's items: one row an item, one column a count."""

    columns: tuple[str, ...]
    counts: Floats

    def sums(self, weights: Floats) -> Sums:
        """Return the weighted sums of every column; ``weights`` has one row a resample."""
        summed = product(weights, self.counts)
        return Summed({name: summed[..., index] for index, name in enumerate(self.columns)})


def table(rows: Sequence[Mapping[str, float]]) -> Table:
    """Return the counts of items; a count that a row lacks is 0."""
    columns = tuple(sorted({name for row in rows for name in row}))
    counts = np.array([[float(row.get(name, 0.0)) for name in columns] for row in rows], dtype=np.float64)
    return Table(columns, counts.reshape(len(rows), len(columns)))


def groups(slices: Sequence[Mapping[str, str]]) -> dict[str, Floats]:
    """Return the items of every slice as 0/1 weights: "all" first, then ``key=value`` in order, small ones left out."""
    found: dict[str, Floats] = {"all": np.ones(len(slices))}
    keys = sorted({(key, value) for one in slices for key, value in one.items()})
    for key, value in keys:
        chosen = np.array([float(one.get(key) == value) for one in slices])
        if LEAST_ITEMS <= chosen.sum() < len(slices) or (key == "lang" and chosen.sum() >= LEAST_ITEMS):
            found[f"{key}={value}"] = chosen
    return found


def resamples(n: int, chance: Chance, times: int = RESAMPLES) -> Floats:
    """Return how often each of ``n`` items is drawn in each of ``times`` resamples with replacement."""
    drawn = chance.integers(0, n, size=(times, n))
    flat = drawn + np.arange(times)[:, None] * n
    return np.bincount(flat.ravel(), minlength=times * n).reshape(times, n).astype(np.float64)


def measure(
    name: str,
    rows: Sequence[Mapping[str, float]],
    slices: Sequence[Mapping[str, str]],
    metrics: Sequence[Metric],
    chance: Chance,
) -> list[Measured]:
    """Return every metric on every slice of a set's items, with its interval.

    Where all resamples agree (every item right, say) the interval is Wilson's instead, so that a
    handful of right items is not taken for certainty.
    """
    if not rows:
        return []
    counts, weights = table(rows), resamples(len(rows), chance)
    found = []
    for label, chosen in groups(slices).items():
        once, drawn = counts.sums(chosen), counts.sums(weights * chosen)
        for metric in metrics:
            if metric.base not in counts.columns or not once[metric.base] > 0:
                continue
            value = float(metric.formula(once))
            if np.isnan(value):
                continue
            n = float(once[metric.base])
            low, high = _interval(metric.formula(drawn), value, n)
            found.append(Measured(name, metric.name, label, value, low, high, n, int(chosen.sum())))
    return found


def _interval(drawn: Floats, value: float, n: float) -> tuple[float, float]:
    kept = drawn[~np.isnan(drawn)]
    if len(kept):
        low, high = (float(edge) for edge in np.percentile(kept, [_LOW, _HIGH]))
        if high - low > 1e-12:
            return min(low, value), max(high, value)
    return wilson(value, n) if 0.0 <= value <= 1.0 else (value, value)


def wilson(share: float, n: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of ``n`` cases."""
    square = _Z * _Z / n
    middle = (share + square / 2) / (1 + square)
    half = _Z * float(np.sqrt(share * (1 - share) / n + square / (4 * n))) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def confusion(pairs: Sequence[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """Return how often each expected label (rows) was found as each label (columns), labels in order."""
    found: dict[str, dict[str, int]] = {}
    for expected, got in sorted(pairs):
        row = found.setdefault(expected, {})
        row[got] = row.get(got, 0) + 1
    return found

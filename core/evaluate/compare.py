"""Two evaluations of the same gold items, item by item; and the gate that a release must pass.

A gated metric is *worse* on a slice when the paired difference is to the worse side and a one-sided
sign-swap test, corrected by Holm over everything that differs at all, calls it significant. One worse
slice refuses the candidate. Where nothing is refused, a difference over all items or those of one language
whose interval reaches further to the worse side than the margin still keeps it from being promoted: no
worse has to be shown, not only not refuted. Other differences that the items cannot settle are undecided.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.errors import FactledgerError
from core.evaluate.changes import Change, changes_of
from core.evaluate.metrics import (
    Chance,
    Chances,
    Floats,
    Metric,
    Summed,
    Sums,
    Table,
    groups,
    product,
    resamples,
    table,
)
from core.evaluate.results import Cost, SetResult
from core.evaluate.runners import RUNNERS
from core.evaluate.store import Evaluation

SIGNIFICANT = 0.05
MARGIN = 0.02  # a difference whose interval reaches further than this to the worse side is undecided
NON_INFERIOR = 0.05  # and this far, over all items or those of a language, the candidate is not shown to be no worse
SWAPS = 10_000
_BLOCK = 1000  # swaps a matrix product
_LOW, _HIGH = 2.5, 97.5


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric on one slice in both evaluations; ``low``..``high`` is the 95 % interval of ``b - a``."""

    set: str
    metric: str
    slice: str
    a: float
    b: float
    low: float
    high: float
    p: float  # one-sided, that b is worse; corrected
    verdict: str  # same | better | worse | undecided
    gated: bool
    reach: float  # how far to the worse side the interval reaches; below 0 when it does not


@dataclass(frozen=True, slots=True)
class Comparison:
    """B against A. ``refusals`` says where B is worse, ``doubts`` where it is not shown to be no worse.

    B may be released when both are empty.
    """

    a: str
    b: str
    differences: Sequence[Difference]
    changes: Sequence[Change]
    cost: tuple[Cost, Cost]
    refusals: Sequence[str] = field(default=())
    missing: Sequence[str] = field(default=())  # sets of A that B was not measured on
    doubts: Sequence[str] = field(default=())


def compare(a: Evaluation, b: Evaluation, chances: Chances, margin: float = NON_INFERIOR) -> Comparison:
    """Return how B differs from A, paired per item.

    Args:
        a: what is in use.
        b: the candidate.
        chances: seeded generators by purpose.
        margin: how much worse B may still turn out to be over all items and those of a language, as a
            difference of a gated metric's value.

    Raises:
        FactledgerError: they share no set, or a set's gold items are not the same.
    """
    ours = {one.name: one for one in a.sets}
    shared = [(ours[two.name], two) for two in b.sets if two.name in ours]
    if not shared:
        raise FactledgerError(f"compare: {a.run_id} and {b.run_id} share no gold set. Evaluate both on the same sets.")
    tests: list[_Test] = []
    for one, two in shared:
        if one.digest != two.digest:
            raise FactledgerError(
                f"compare: the gold set {one.name} is not the same in {a.run_id} and {b.run_id}. Evaluate both again."
            )
        tests += _tests(one, two, chances)
    differences = _judged(tests)
    missing = sorted(ours.keys() - {two.name for two in b.sets})
    refusals = [f"{name}: not evaluated in {b.run_id}" for name in missing]
    refusals += [_refusal(one) for one in differences if one.gated and one.verdict == "worse"]
    doubts = [_doubt(one, margin) for one in differences if _may_be_worse(one, margin)]
    changes = [change for one, two in shared for change in changes_of(one, two)]
    return Comparison(a.run_id, b.run_id, differences, changes, (a.cost, b.cost), refusals, missing, doubts)


def _refusal(one: Difference) -> str:
    return f"{one.set}/{one.metric} [{one.slice}]: {one.a:.3f} → {one.b:.3f} (p = {one.p:.4f})"


def _may_be_worse(one: Difference, margin: float) -> bool:
    broad = one.slice == "all" or one.slice.startswith("lang=")
    return one.gated and broad and one.verdict == "undecided" and one.reach > margin + 1e-9


def _doubt(one: Difference, margin: float) -> str:
    return (
        f"{one.set}/{one.metric} [{one.slice}]: {one.a:.3f} → {one.b:.3f}, perhaps {one.reach:.3f} worse ({margin:g})"
    )


@dataclass(frozen=True, slots=True)
class _Test:
    """A difference before correction."""

    set: str
    metric: Metric
    slice: str
    a: float
    b: float
    interval: tuple[float, float]
    p: float | None  # None when no item differs


@dataclass(frozen=True)
class _Pair:
    """Counts of the same items in both evaluations, over the same columns."""

    a: Table
    b: Table

    def differs(self, chosen: Floats) -> bool:
        """Whether any chosen item has other counts."""
        rows = chosen > 0
        return not np.array_equal(self.a.counts[rows], self.b.counts[rows])


def _paired(one: SetResult, two: SetResult) -> _Pair:
    by_id = {item.id: item for item in two.items}
    if by_id.keys() != {item.id for item in one.items}:
        raise FactledgerError(f"compare: {one.name} has other items in the two evaluations. Evaluate both again.")
    rows = [dict(item.counts) for item in one.items]
    others = [dict(by_id[item.id].counts) for item in one.items]
    both = table(rows + others)
    return _Pair(Table(both.columns, both.counts[: len(rows)]), Table(both.columns, both.counts[len(rows) :]))


def _tests(one: SetResult, two: SetResult, chances: Chances) -> Iterator[_Test]:
    if not one.items:
        return
    pair, metrics = _paired(one, two), RUNNERS[one.kind].metrics
    weights = resamples(len(one.items), chances(f"compare:{one.name}"))
    for label, chosen in groups([item.slices for item in one.items]).items():
        drawn_a, drawn_b = pair.a.sums(weights * chosen), pair.b.sums(weights * chosen)
        sums_a, sums_b = pair.a.sums(chosen), pair.b.sums(chosen)
        differs = pair.differs(chosen)
        swapped = _swapped(pair, chosen, chances(f"swap:{one.name}:{label}")) if differs else None
        for metric in metrics:
            if not _has(metric, sums_a) and not _has(metric, sums_b):
                continue
            value_a, value_b = float(metric.formula(sums_a)), float(metric.formula(sums_b))
            if np.isnan(value_a) or np.isnan(value_b):
                continue
            drawn = metric.formula(drawn_b) - metric.formula(drawn_a)
            kept = drawn[~np.isnan(drawn)]
            interval = tuple(float(edge) for edge in np.percentile(kept, [_LOW, _HIGH])) if len(kept) else (0.0, 0.0)
            p = _p(metric, value_b - value_a, swapped) if swapped is not None and value_a != value_b else None
            yield _Test(one.name, metric, label, value_a, value_b, (interval[0], interval[1]), p)


def _has(metric: Metric, sums: Sums) -> bool:
    return metric.base in sums and bool(sums[metric.base] > 0)


def _swapped(pair: _Pair, chosen: Floats, chance: Chance) -> tuple[Sums, Sums]:
    """Sums after swapping every item between A and B or not, at random: what differences chance alone makes."""
    rows = chosen > 0
    a, b = pair.a.counts[rows], pair.b.counts[rows]
    moved = np.any(a != b, axis=1)
    fixed, a, b = a[~moved].sum(axis=0), a[moved], b[moved]
    tops, bottoms = [], []
    for _ in range(SWAPS // _BLOCK):
        keep = (chance.random((_BLOCK, len(a))) < 0.5).astype(np.float64)
        moved_sum = product(keep, a - b)
        tops.append(fixed + b.sum(axis=0) + moved_sum)
        bottoms.append(fixed + a.sum(axis=0) - moved_sum)
    one, two = np.concatenate(tops), np.concatenate(bottoms)
    names = pair.a.columns
    return (
        Summed({name: one[:, index] for index, name in enumerate(names)}),
        Summed({name: two[:, index] for index, name in enumerate(names)}),
    )


def _p(metric: Metric, difference: float, swapped: tuple[Sums, Sums]) -> float:
    """One-sided: how often chance alone makes B as much worse as it is."""
    chance = metric.formula(swapped[1]) - metric.formula(swapped[0])
    kept = chance[~np.isnan(chance)]
    sign = 1.0 if metric.worse_low else -1.0
    as_bad = int(np.sum(sign * kept <= sign * difference + 1e-12))
    counted = (as_bad + 1) / (len(kept) + 1)
    spread = float(np.std(kept)) if len(kept) else 0.0
    if as_bad or spread <= 0:
        return counted
    # Further out than any swap: the normal tail says how far, so that a correction over many tests is not blind.
    return min(counted, math.erfc(abs(difference) / spread / math.sqrt(2)) / 2)


def _judged(tests: Sequence[_Test]) -> list[Difference]:
    """Correct by Holm over the gated tests that differ at all, and say what each means."""
    tested = [(index, one.p) for index, one in enumerate(tests) if one.p is not None and one.metric.gated]
    corrected: dict[int, float] = {}
    reached = 0.0
    for rank, (index, p) in enumerate(sorted(tested, key=lambda pair: (pair[1], pair[0]))):
        reached = max(reached, min(1.0, p * (len(tested) - rank)))
        corrected[index] = reached
    return [_difference(one, corrected.get(index, 1.0 if one.p is None else one.p)) for index, one in enumerate(tests)]


def _difference(one: _Test, p: float) -> Difference:
    metric = one.metric
    reach = -one.interval[0] if metric.worse_low else one.interval[1]
    return Difference(
        one.set, metric.name, one.slice, one.a, one.b, *one.interval, p, _verdict(one, p), metric.gated, reach
    )  # fmt: skip


def _verdict(one: _Test, p: float) -> str:
    if one.p is None:
        return "same"
    if p < SIGNIFICANT:
        return "worse"
    low, high = one.interval if one.metric.worse_low else (-one.interval[1], -one.interval[0])
    if low > 0:
        return "better"
    return "undecided" if low < -MARGIN or high <= 0 else "same"

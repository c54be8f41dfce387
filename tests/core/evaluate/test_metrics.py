"""Metrics over counts: values, intervals, slices, ranks, confusion."""

import math

import numpy as np
import pytest
from evaluation_builders import chances
from hypothesis import given
from hypothesis import strategies as st

from core.evaluate.metrics import (
    Metric,
    confusion,
    correlation,
    f1,
    groups,
    measure,
    ranks,
    ratio,
    resamples,
    table,
    wilson,
)

RECALL = Metric("recall", "found of wanted", ratio("found", "wanted"), "wanted")


def test_a_ratio_is_over_sums_not_over_items():
    """Three of four facts in one item and none of one in another are 3/5."""
    rows = [{"found": 3.0, "wanted": 4.0}, {"wanted": 1.0}]
    (row,) = measure("s", rows, [{}, {}], [RECALL], chances("x"))
    assert (row.value, row.n, row.items) == (0.6, 5, 2)
    assert row.low <= 0.6 <= row.high


def test_f1_is_zero_when_nothing_is_found_and_undefined_without_gold():
    """With gold and nothing of ours it is 0; without gold it is no number."""
    formula = f1("right", "ours", "covered", "gold")
    sums = {name: np.array([0.0]) for name in ("right", "ours", "covered")}
    assert formula({**sums, "gold": np.array([3.0])}) == [0.0]
    assert math.isnan(formula({**sums, "gold": np.array([0.0])})[0])
    one = {name: np.array([value]) for name, value in (("right", 2.0), ("ours", 4.0), ("covered", 3.0), ("gold", 3.0))}
    assert formula(one)[0] == pytest.approx(2 * 0.5 * 1 / 1.5)


def test_equal_values_share_their_rank():
    """Ranks count from 1; ties get the mean."""
    assert ranks([5, 1, 5, 3]) == [3.5, 1.0, 3.5, 2.0]


def test_correlation_of_ranks_is_spearmans():
    """Reversed order gives -1, the same order 1, a constant no number."""
    formula = correlation("r")

    def value(pairs):
        sums = {"r_n": len(pairs), "r_x": sum(x for x, _ in pairs), "r_y": sum(y for _, y in pairs),
                "r_xx": sum(x * x for x, _ in pairs), "r_yy": sum(y * y for _, y in pairs),
                "r_xy": sum(x * y for x, y in pairs)}  # fmt: skip
        return float(formula({name: np.array([float(one)]) for name, one in sums.items()})[0])

    assert value([(1, 3), (2, 2), (3, 1)]) == pytest.approx(-1)
    assert value([(1, 1), (2, 2), (3, 3)]) == pytest.approx(1)
    assert math.isnan(value([(1, 1), (1, 2)]))


def test_the_same_seed_gives_the_same_interval_and_order_of_sets_does_not_matter():
    """Intervals depend on the purpose that names the generator alone."""
    rows = [{"found": float(n % 3 == 0), "wanted": 1.0} for n in range(60)]
    one = measure("s", rows, [{}] * 60, [RECALL], chances("bootstrap:s"))
    chances("something else").random((3, 3))
    assert measure("s", rows, [{}] * 60, [RECALL], chances("bootstrap:s")) == one


def test_the_bootstrap_interval_is_about_the_normal_one():
    """For 400 cases at 0.25 the half width is near 1.96 * sqrt(p q / n) = 0.042."""
    rows = [{"found": float(n % 4 == 0), "wanted": 1.0} for n in range(400)]
    (row,) = measure("s", rows, [{}] * 400, [RECALL], chances("x"))
    assert (row.high - row.low) / 2 == pytest.approx(0.042, abs=0.006)


def test_all_right_is_not_taken_for_certainty():
    """Twenty of twenty has Wilson's lower end."""
    (row,) = measure("s", [{"found": 1.0, "wanted": 1.0}] * 20, [{}] * 20, [RECALL], chances("x"))
    assert (row.low, row.high) == pytest.approx(wilson(1.0, 20))
    assert row.low == pytest.approx(0.839, abs=0.001)


def test_slices_are_by_key_and_value_and_small_ones_are_left_out():
    """A slice of fewer than eight items, or of all of them, says nothing; languages are always shown."""
    slices = [{"lang": "en", "type": "a" if n < 9 else "b"} for n in range(12)]
    assert list(groups(slices)) == ["all", "lang=en", "type=a"]


def test_a_metric_without_a_base_is_not_reported():
    """No item wants anything: there is no recall."""
    assert measure("s", [{"found": 1.0}], [{}], [RECALL], chances("x")) == []
    assert measure("s", [], [], [RECALL], chances("x")) == []


def test_confusion_counts_pairs():
    """Rows are what was expected."""
    assert confusion([("a", "b"), ("a", "a"), ("a", "b")]) == {"a": {"a": 1, "b": 2}}


@given(st.integers(1, 40), st.integers(0, 5))
def test_every_resample_draws_as_many_items_as_there_are(n, seed):
    """Weights are whole numbers that sum to the number of items."""
    weights = resamples(n, np.random.default_rng(seed), times=7)
    assert weights.shape == (7, n)
    assert (weights.sum(axis=1) == n).all()


def test_missing_counts_are_zero():
    """A row need not name every count."""
    found = table([{"a": 1.0}, {"b": 2.0}])
    assert found.columns == ("a", "b")
    assert found.counts.tolist() == [[1.0, 0.0], [0.0, 2.0]]

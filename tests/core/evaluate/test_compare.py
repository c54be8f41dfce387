"""Comparing two evaluations: what differs, what it means, what is refused."""

import pytest
from evaluation_builders import chances, item, set_result

from core.errors import FactledgerError
from core.evaluate.compare import compare
from core.evaluate.results import Cost
from core.evaluate.store import evaluation


def facts(found, n=60, name="s", **columns):
    """A facts result in which the first ``found`` items are covered."""
    rows = [item(k, "zh" if k % 2 else "en", name, gold=1, covered=float(k < found), ours=1, right=1) for k in range(n)]
    return set_result("facts", rows, name, **columns)


def compared(a, b):
    """The comparison of two results."""
    return compare(evaluation([a], {}, "a"), evaluation([b], {}, "b"), chances)


def by_slice(found, metric="recall"):
    """Verdicts of one metric."""
    return {one.slice: one.verdict for one in found.differences if one.metric == metric}


def test_nothing_differs_from_itself():
    """Every metric is the same, nothing changed, and the candidate is promoted."""
    found = compared(facts(40), facts(40))
    assert set(by_slice(found).values()) == {"same"}
    assert (found.changes, found.refusals) == ([], [])


def test_a_clear_loss_is_worse_and_a_clear_gain_better():
    """Twenty of sixty facts lost: refused; won: promoted."""
    assert by_slice(compared(facts(40), facts(20)))["all"] == "worse"
    gained = compared(facts(20), facts(40))
    assert by_slice(gained)["all"] == "better"
    assert gained.refusals == []


def test_a_single_lost_fact_is_undecided_and_listed():
    """One item is no proof; it is shown, and does not refuse."""
    found = compared(facts(40), facts(39))
    assert by_slice(found)["all"] == "undecided"
    assert found.refusals == []
    assert [doubt.split(":")[0] for doubt in found.doubts] == ["s/recall [lang=zh]", "s/f1 [lang=zh]"]
    (change,) = found.changes
    assert (change.id, "covered=1.0" in change.vanished[0], "covered=0.0" in change.appeared[0]) == ("s:39", True, True)


def test_pairing_sees_what_intervals_do_not():
    """Each alone has an interval of ±0.12; eight items lost and none won is significant all the same."""
    found = compared(facts(40), facts(32))
    (whole,) = [one for one in found.differences if one.metric == "recall" and one.slice == "all"]
    assert whole.p < 0.05
    assert whole.low < whole.b - whole.a < whole.high <= 0


def test_an_ungated_metric_never_refuses():
    """Where facts were lost is told, but recall is what counts."""
    a = set_result("facts", [item(k, gold=1, covered=1, ours=1, right=1, unproposed=0) for k in range(60)])
    b = set_result("facts", [item(k, gold=1, covered=1, ours=1, right=1, unproposed=1) for k in range(60)])
    found = compared(a, b)
    assert by_slice(found, "lost_unproposed")["all"] == "worse"
    assert found.refusals == []


def test_a_set_that_is_left_out_is_refused():
    """A candidate is measured on everything that the one in use was measured on."""
    a = evaluation([facts(40), facts(40, name="other")], {}, "a")
    assert compare(a, evaluation([facts(40)], {}, "b"), chances).refusals == [
        f"other: not evaluated in {evaluation([facts(40)], {}, 'b').run_id}"
    ]


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        (facts(40), facts(40, name="other"), "share no gold set"),
        (facts(40), facts(40, digest="e"), "is not the same"),
        (facts(40), facts(40, n=59), "other items"),
    ],
)
def test_what_cannot_be_compared_is_refused(a, b, says):
    """Other sets, other gold, other items."""
    with pytest.raises(FactledgerError, match=says):
        compared(a, b)


def test_units_that_vanished_and_appeared_are_told_apart():
    """Facts found twice count twice."""
    from dataclasses import replace

    one, two = item(1, covered=1), item(1, covered=0)
    before = set_result("facts", [replace(one, units=("a", "a", "b"))])
    after = set_result("facts", [replace(two, units=("a", "c"), badness=1.0)])
    (change,) = compared(before, after).changes
    assert (change.vanished, change.appeared, change.better) == (("a", "b"), ("c",), False)


def test_no_worse_is_shown_within_a_margin():
    """One of thirty Chinese facts lost may mean one in ten: more than 0.05, not more than 0.2."""
    a, b = (evaluation([facts(found)], {}, name) for found, name in ((40, "a"), (39, "b")))
    assert compare(a, b, chances, margin=0.2).doubts == []
    assert compare(a, b, chances, margin=0.05).doubts
    assert compare(a, a, chances, margin=0.0).doubts == []


def test_a_fact_that_is_worded_otherwise_is_neither_gone_nor_new():
    """Most of its words stayed, in either language; one on something else appeared."""
    from dataclasses import replace

    said = ("Kestrel moved its archive to Skerry in March.", "青鸾项目三月迁至石楠机房。")
    says = ("Kestrel moved the archive to Skerry in March.", "青鸾项目于三月迁至石楠机房。", "Heron is new.")
    before = set_result("facts", [replace(item(1, covered=1), units=said)])
    after = set_result("facts", [replace(item(1, covered=0), units=says)])
    (change,) = compared(before, after).changes
    assert (change.vanished, change.appeared) == ((), ("Heron is new.",))
    assert change.reworded == tuple(zip(said, says[:2], strict=True))


def test_costs_stand_side_by_side():
    """What both evaluations cost is part of the comparison."""
    from dataclasses import replace

    found = compared(replace(facts(3), cost=Cost(1, 2, 3, 0.5)), facts(3))
    assert found.cost == (Cost(1, 2, 3, 0.5), Cost())

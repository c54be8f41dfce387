"""The evaluation as assets: partitions by set, one check per metric, and what a run writes."""

import dagster as dg
import pytest
from evaluation_builders import put_set
from tiny_lake import batch_on

from assets import evaluation as module
from assets.evaluation import Place, chances, check_names, check_results, evaluate_sets, systems_of
from core.errors import SettingsError
from core.evaluate.baseline import held, read_baseline, write_baseline
from core.evaluate.compare import compare
from core.evaluate.runners import RUNNERS
from core.evaluate.store import ITEMS, PAGE, RESULTS, history
from core.settings import changed
from core.stages.model_extractor import ModelExtraction, model_extractor

ROWS = [
    {"kind": "transcript", "text": "What is the price of the licence?", "label": "query_intent"},
    {"kind": "transcript", "text": "User had weight loss surgery in 2018.", "label": "keep"},
] * 10


@pytest.fixture
def place(tmp_path):
    """Two small gold sets and a folder for evaluations."""
    gold = tmp_path / "gold"
    put_set(gold, "durable", "durable", ROWS)
    put_set(gold, "proof", "evidence", [{"text": "abc", "quote": "b", "start": 1, "end": 2, "match": "exact"}])
    return Place(gold, tmp_path / "eval")


def systems(tmp_path):
    """The embedded default."""
    return systems_of(batch_on(tmp_path / "reports", tmp_path / "lake"))


def test_a_run_writes_results_items_and_a_page_and_is_the_same_again(tmp_path, place):
    """The folder is named by what was evaluated; a second run changes no byte."""
    found = evaluate_sets(place, systems(tmp_path))
    folder = place.out / found.run_id
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert set(files) == {RESULTS, ITEMS, PAGE}
    assert [one.name for one in found.sets] == ["durable", "proof"]
    again = evaluate_sets(place, systems(tmp_path))
    assert (again.run_id, again.sequence) == (found.run_id, 1)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files
    one = evaluate_sets(place, systems(tmp_path), ["proof"])
    assert [past.sequence for past in history(place.out)] == [1, 2]
    assert one.sequence == 2


def test_another_setting_is_another_evaluation(tmp_path, place):
    """What is evaluated includes every setting, not only names and versions; and the worse one is refused."""
    batch = batch_on(tmp_path / "reports", tmp_path / "lake")
    one = evaluate_sets(place, systems_of(batch))
    batch.settings = changed(batch.settings, {"filter.min_importance": 6})
    other = evaluate_sets(place, systems_of(batch))
    assert one.run_id != other.run_id
    refusals = compare(one, other, chances).refusals
    assert any(refusal.startswith("durable/filter_keeps") for refusal in refusals), refusals


def test_there_is_a_check_for_every_metric_of_every_kind():
    """The names on the asset are those that a set's metrics are held by."""
    names = {key.name for key in module.evaluation.check_keys}
    assert names == set(check_names())
    assert len(names) == sum(len(runner.metrics) for runner in RUNNERS.values())


def test_the_asset_measures_its_partition_and_checks_it(tmp_path, place, monkeypatch):
    """One set is materialised; its checks pass against their own baseline and fail against a better one."""
    found = evaluate_sets(place, systems(tmp_path), ["durable"])
    write_baseline(place.gold, found.sets)
    monkeypatch.setattr(module, "GOLD", place.gold)
    monkeypatch.setattr(module, "OUT", place.out)
    batch = batch_on(tmp_path / "reports", tmp_path / "lake")
    if "durable" not in module.BY_SET.get_partition_keys():
        pytest.skip("the repository has no set of this name")
    result = dg.materialize([module.evaluation], partition_key="durable", resources={"batch": batch})
    checks = {one.check_name: one.passed for one in result.get_asset_check_evaluations()}
    assert checks == {f"durable_{metric.name}": True for metric in RUNNERS["durable"].metrics}
    (materialised,) = result.asset_materializations_for_node("evaluation")
    assert materialised.metadata["metric/keep_recall"].value == pytest.approx(1.0)


def test_a_worse_set_fails_its_checks_with_the_reason(tmp_path, place):
    """The description says which slice, how far, and against what."""
    found = evaluate_sets(place, systems(tmp_path), ["durable"])
    write_baseline(place.gold, found.sets)
    baseline = read_baseline(place.gold)
    entry = baseline["durable"]["metrics"]["class"]["all"]
    better = {"durable": {**baseline["durable"], "metrics": {"class": {"gone": entry, "all": entry}}}}
    rows = {one.check_name: one for one in check_results(found.sets[0], held(found.sets[0], better))}
    assert rows["durable_keep_recall"].passed
    assert not rows["durable_class"].passed
    assert "[gone] is not measured any more" in rows["durable_class"].description


def test_a_model_without_a_way_to_it_is_told(tmp_path):
    """A batch whose extractor asks a model needs the model."""
    batch = batch_on(tmp_path / "reports", tmp_path / "lake")
    chosen = batch.settings.model_copy(update={"extract": batch.settings.extract.model_copy(update={"model": "a/b"})})
    batch.extractor = model_extractor("replay", chosen)
    assert isinstance(batch.extractor, ModelExtraction)
    with pytest.raises(SettingsError, match="no way to one"):
        systems_of(batch)

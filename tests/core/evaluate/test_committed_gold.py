"""The gold sets of the repository are whole, large enough, half Chinese, and those of the baseline."""

from pathlib import Path

import pytest

from core.evaluate.baseline import read_baseline
from core.evaluate.gold import read_set, set_names

GOLD = Path(__file__).resolve().parents[3] / "data" / "gold"
LEAST = {"facts": 400, "durable": 300, "time": 300, "decisions": 200, "safety": 150, "evidence": 60, "matcher": 100}


@pytest.mark.parametrize("name", sorted(LEAST))
def test_a_set_is_as_large_as_promised_and_half_chinese(name):
    """Reading checks every item, id and count; ids are the set's."""
    gold = read_set(GOLD / name)
    assert len(gold.items) >= LEAST[name]
    chinese = sum(item.lang == "zh" for item in gold.items) / len(gold.items)
    assert 0.45 <= chinese <= 0.55
    assert all(item.id.startswith(f"{name}:") for item in gold.items)
    assert gold.card.licence == "Apache-2.0"


@pytest.mark.parametrize("name", sorted(LEAST))
def test_a_second_pass_over_a_fifth_of_a_set_is_on_its_card(name):
    """The share that was read twice, and how far the two readings agree."""
    card = read_set(GOLD / name).card
    assert card.agreement is not None
    assert card.agreement.sample * 5 >= card.counts["total"]
    assert 0.9 <= card.agreement.agreement <= 1.0


def test_decision_cases_have_what_makes_them_hard():
    """Distractors, targets, undated facts and ones that arrive after what was said later."""
    cases = [item.slices for item in read_set(GOLD / "decisions").items]
    assert {one["arrival"] for one in cases} == {"in order", "late", "undated"}
    assert sum(one["distractors"] == "yes" for one in cases) > 100
    assert {one["type"] for one in cases} == {"ADD", "UPDATE", "DELETE", "NOOP"}


def test_the_baseline_is_of_these_items():
    """A gold set that changes needs a new baseline: ``factledger eval --baseline``."""
    baseline = read_baseline(GOLD)
    assert {name: read_set(GOLD / name).digest for name in set_names(GOLD)} == {
        name: entry["digest"] for name, entry in baseline.items()
    }

"""Seeded regressions are caught by the gate and by the baseline; clean repetitions are let through."""

import hashlib
import re
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest
from evaluation_builders import chances, item, put_set, set_result

from core.evaluate import run_durable, run_time
from core.evaluate.baseline import held, read_baseline, write_baseline
from core.evaluate.compare import compare
from core.evaluate.runners import evaluate
from core.evaluate.store import evaluation
from core.evaluate.systems import embedded
from core.model import CandidateFact, Extraction, Verdict

NAMES = ("Kestrel", "Pelican", "Heron", "Gannet", "Merlin", "Osprey", "Plover", "Avocet")
ZH_NAMES = ("青鸾", "赤帆", "灰潮", "石楠", "苇渡", "砚海", "岚汐", "禾木")


def one_in(n: int, text: str) -> bool:
    """A seeded choice of one text in n."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % n == 0


def fact_rows():
    """Eighty passages of two facts each in either language; the extractor below finds nine in ten of them."""
    rows = []
    for number in range(80):
        name, zh = NAMES[number % 8], ZH_NAMES[number % 8]
        english = [f"{name} runs server {number + 100}.", f"{name} bought licence {number + 500}."]
        chinese = [f"{zh}系统部署在{number + 100}号机房。", f"{zh}系统购买了{number + 500}份许可。"]
        rows.append({"text": " ".join(english), "facts": [{"text": one} for one in english]})
        rows.append({"lang": "zh", "text": "".join(chinese), "facts": [{"text": one} for one in chinese]})
    return rows


class Reader:
    """Gives every sentence as a fact, but one in ten; a change is applied to what it gives."""

    name, version = "reader", "1"

    def __init__(self, change=lambda facts: facts):
        self.change = change

    def extract(self, chunk):
        """Return the sentences."""
        sentences = [one for one in chunk.text.replace("。", "。\n").replace(". ", ".\n").split("\n") if one]
        facts = [CandidateFact(one, 5, quote=one) for one in sentences if not one_in(10, one)]
        return Extraction("extracted", self.change(facts), reason="nothing_durable")


def drop_a_tenth(facts):
    """Lose one fact in ten."""
    return [fact for fact in facts if not one_in(10, "drop" + fact.text)]


def translate_chinese(facts):
    """Say Chinese facts in English."""
    words = {
        "系统部署在": " is deployed in room ",
        "系统购买了": " bought licences, number ",
        "号机房。": ".",
        "份许可。": ".",
    }

    def english(text):
        for chinese, word in words.items():
            text = text.replace(chinese, word)
        return text

    return [replace(fact, text=english(fact.text)) for fact in facts]


def garble_chinese(facts):
    """Swap neighbouring Chinese characters."""

    def garbled(text):
        return re.sub("[\u4e00-\u9fff]{2}", lambda pair: pair[0][::-1], text)

    return [replace(fact, text=garbled(fact.text)) for fact in facts]


def verdict_of(gold, before, after, tmp_path):
    """What the gate and the baseline say of a change; both must agree that nothing is wrong with no change."""
    a, b = (evaluation([one], {}, "code") for one in (before, after))
    write_baseline(tmp_path, [before])
    baseline = read_baseline(tmp_path)
    assert compare(a, a, chances).refusals == []
    assert all(one.passed for one in held(before, baseline) if one.metric != "span")
    failed = {one.metric for one in held(after, baseline) if not one.passed}
    return compare(a, b, chances), failed


@pytest.mark.parametrize(
    ("change", "metric", "where"),
    [
        (drop_a_tenth, "recall", "all"),
        (translate_chinese, "recall", "lang=zh"),
        (garble_chinese, "precision", "lang=zh"),
    ],
)
def test_a_worse_extractor_is_refused(tmp_path, systems, change, metric, where):
    """Lost, translated and garbled facts are caught where they are."""
    gold = put_set(tmp_path, "f", "facts", fact_rows())

    def measured(extractor):
        return evaluate(gold, replace(systems, extractor=extractor, answer=embedded(extractor)), chances)

    found, failed = verdict_of(gold, measured(Reader()), measured(Reader(change)), tmp_path)
    assert any(f"f/{metric} [{where}]" in refusal for refusal in found.refusals)
    assert metric in failed
    assert any(one.vanished for one in found.changes)
    assert not any("[lang=en]" in refusal for refusal in found.refusals) or change is drop_a_tenth


def test_dates_a_day_late_are_refused(tmp_path, systems, monkeypatch):
    """A resolver that is off by one day gives wrong dates."""
    rows = []
    for number in range(1, 29):
        words = f"{number} March 2026"
        expression = {"expression": words, "char_start": 3, "char_end": 3 + len(words), "kind": "explicit_absolute",
                      "status": "resolved", "start": f"2026-03-{number:02}",
                      "end": (date(2026, 3, number) + timedelta(days=1)).isoformat()}  # fmt: skip
        rows.append({"text": f"On {words} the portal failed.", "anchor": None, "expressions": [expression]})
    gold = put_set(tmp_path, "t", "time", rows)
    before = evaluate(gold, systems, chances)
    right = run_time.resolve

    def late(text, anchor):
        return [
            replace(one, resolved_start=(date.fromisoformat(one.resolved_start) + timedelta(days=1)).isoformat())
            for one in right(text, anchor)
        ]

    monkeypatch.setattr(run_time, "resolve", late)
    found, failed = verdict_of(gold, before, evaluate(gold, systems, chances), tmp_path)
    assert {"value", "wrong_date"} <= failed
    assert any("t/value [all]" in refusal for refusal in found.refusals)


class FirstOrLast:
    """Updates the note on the fact's subject, or, with swapped ids, another one."""

    name, version = "scripted", "1"

    def __init__(self, swapped):
        self.swapped = swapped

    def decide(self, fact, candidates):
        """Update."""
        own = [c.note.id for c in candidates if c.note.text.split()[0] == fact.text.split()[0]]
        others = [c.note.id for c in candidates if c.note.id not in own]
        return Verdict("UPDATE", (others if self.swapped else own)[0], "for a test")


def test_swapped_ids_are_refused(tmp_path, systems):
    """Retiring the neighbour instead of the target is caught by target and wrongly retired."""
    rows = []
    for number in range(30):
        one, two = NAMES[number % 8], NAMES[(number + 1) % 8]
        notes = [
            {"id": f"n{index}", "text": f"{name} has {number + 10} ships.", "asserted_at": "2026-01-01", "report": "a"}
            for index, name in enumerate((one, two))
        ]
        fact = {"text": f"{one} has {number + 40} ships.", "asserted_at": "2026-02-01", "report": "b"}
        rows.append({"notes": notes, "fact": fact, "operation": "UPDATE", "target": "n0"})
    gold = put_set(tmp_path, "c", "decisions", rows)

    def measured(swapped):
        rules = replace(systems.rules, decider=FirstOrLast(swapped), enforce=lambda fact, candidates, verdict: verdict)
        return evaluate(gold, replace(systems, rules=rules), chances)

    found, failed = verdict_of(gold, measured(False), measured(True), tmp_path)
    assert {"target", "stale_in_current", "wrongly_retired"} <= failed
    assert any("c/wrongly_retired [all]" in refusal for refusal in found.refusals)


def test_a_flipped_class_is_refused(tmp_path, systems, monkeypatch):
    """A filter that calls questions something else is caught by the class metric."""
    rows = [
        {"kind": "transcript", "text": f"What is the price of licence {number}?", "label": "query_intent"}
        for number in range(20)
    ]
    gold = put_set(tmp_path, "d", "durable", rows)
    before = evaluate(gold, systems, chances)
    right = run_durable.judge

    def flipped(fact, context):
        drop = right(fact, context)
        return drop and replace(drop, reason="activity_log")

    monkeypatch.setattr(run_durable, "judge", flipped)
    found, failed = verdict_of(gold, before, evaluate(gold, systems, chances), tmp_path)
    assert failed == {"class"}
    assert any("d/class [all]" in refusal for refusal in found.refusals)


def test_a_flipped_gold_label_is_told_apart_from_a_change_of_the_code(tmp_path, systems):
    """Other gold items are another measure: no comparison, and the baseline says so."""
    row = {"kind": "transcript", "text": "What is the price?", "label": "query_intent"}
    before = evaluate(put_set(tmp_path, "d", "durable", [row] * 9), systems, chances)
    write_baseline(tmp_path, [before])
    after = evaluate(
        put_set(tmp_path, "d", "durable", [row] * 8 + [{**row, "label": "activity_log"}]), systems, chances
    )
    assert not any(one.passed for one in held(after, read_baseline(tmp_path)))
    with pytest.raises(Exception, match="gold set d is not the same"):
        compare(evaluation([before], {}, "c"), evaluation([after], {}, "c"), chances)


def noisy(generator):
    """A facts result in which each item was found or not with its own chance: near certain for nineteen in twenty."""
    items = []
    for number in range(150):
        chance = 0.5 if number % 20 == 0 else 0.99 if number % 5 else 0.01
        found = float(generator.random() < chance)
        right = float(generator.random() < (0.5 if number % 20 == 1 else 0.97))
        items.append(
            item(number, "zh" if number % 2 else "en", gold=1, covered=found, ours=1, right=right, alone=1, faithful=1)
        )
    return set_result("facts", items)


def test_clean_repetitions_raise_fewer_than_five_alarms_in_a_hundred(tmp_path):
    """A system that is as good as before, but not the same on every item, passes the gate and the baseline."""
    generator = np.random.default_rng(11)
    gate = checks = 0
    for _ in range(100):
        a, b = noisy(generator), noisy(generator)
        gate += bool(compare(evaluation([a], {}, "a"), evaluation([b], {}, "b"), chances).refusals)
        write_baseline(tmp_path, [a])
        checks += not all(one.passed for one in held(b, read_baseline(tmp_path)))
    assert (gate < 5, checks < 5) == (True, True), (gate, checks)

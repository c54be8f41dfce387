"""The gold sets are what their cards say, and every label points at what it names."""

import json
import tomllib
from collections import Counter
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2] / "data" / "gold"
SIZES = {"decisions": 200, "durable": 300, "evidence": 60, "facts": 400, "safety": 150, "time": 300}
LONGEST = 400  # characters; a case is a sentence or a short passage

KEYS = {
    "decisions": {"id", "lang", "notes", "fact", "operation", "target", "distractors", "note"},
    "durable": {"id", "lang", "kind", "speaker", "text", "label", "note"},
    "evidence": {"id", "lang", "text", "quote", "mutation", "start", "end", "match"},
    "facts": {"id", "lang", "title", "published", "heading", "speaker", "role", "text", "facts", "self_contained"},
    "safety": {"id", "lang", "text", "spans", "about"},
    "time": {"id", "lang", "text", "anchor", "expressions"},
}
LABELS = {
    "keep",
    "query_intent",
    "transient_status",
    "ephemeral_intent",
    "activity_log",
    "operational_log",
    "noise",
}
TIME_KINDS = {
    "explicit_absolute",
    "local_anchor_relative",
    "header_anchor_relative",
    "duration",
    "set",
}


def read(name: str) -> list[dict[str, Any]]:
    """Return the items of a set in file order."""
    lines = (ROOT / name / "items.jsonl").read_bytes().decode("utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


SETS = {name: read(name) for name in SIZES}


def card(name: str) -> dict[str, Any]:
    """Return the card of a set."""
    return tomllib.loads((ROOT / name / "card.toml").read_text("utf-8"))


def texts(name: str, item: dict[str, Any]) -> list[str]:
    """Return every text a person reads in an item."""
    if name == "decisions":
        return [claim["text"] for claim in (*item["notes"], item["fact"])]
    return [item["text"], *(fact["text"] for fact in item.get("facts", ()))]


def case(name: str, item: dict[str, Any]) -> str:
    """Return the text that makes an item a case of its own."""
    return texts(name, item)[-1 if name == "decisions" else 0].strip().casefold()


def has_han(text: str) -> bool:
    """Tell whether a text holds a Chinese character."""
    return any("\u4e00" <= character <= "\u9fff" for character in text)


@pytest.mark.parametrize("name", SIZES)
def test_card_is_true(name):
    """A card counts what is there, names its author and licence, and reports how the labels were checked."""
    found, items = card(name), SETS[name]
    langs = Counter(item["lang"] for item in items)
    assert (found["name"], found["kind"]) == (name, name)
    assert found["counts"] == {"total": len(items), "zh": langs["zh"], "en": langs["en"]}
    assert found["licence"] == "Apache-2.0"
    assert isinstance(found["made_on"], date)
    assert all(found[key].strip() for key in ("author", "source", "description"))
    agreement = found["agreement"]
    assert agreement["sample"] >= len(items) / 5
    assert 0.5 <= agreement["agreement"] <= 1
    assert agreement["measure"].strip()
    assert agreement["note"].strip()


@pytest.mark.parametrize("name", SIZES)
def test_size_balance_and_ids(name):
    """A set is large enough, about half Chinese, and its ids are its name and a running number."""
    items = SETS[name]
    assert len(items) >= SIZES[name]
    share = sum(item["lang"] == "zh" for item in items) / len(items)
    assert 0.4 <= share <= 0.6
    assert [item["id"] for item in items] == [f"{name}:{n}" for n in range(1, len(items) + 1)]


@pytest.mark.parametrize("name", SIZES)
def test_items_are_of_their_form(name):
    """No item has an unknown key, an empty or overlong text, or a Chinese label on a text without Chinese."""
    for item in SETS[name]:
        assert item.keys() <= KEYS[name], item["id"]
        assert item["lang"] in ("zh", "en"), item["id"]
        for text in texts(name, item):
            assert 0 < len(text) <= LONGEST, item["id"]
            assert text == text.strip() or name == "evidence", item["id"]
        if item["lang"] == "en":
            assert not any(has_han(text) for text in texts(name, item)), item["id"]


def test_no_case_twice():
    """No text is a case twice, within a set or across sets."""
    seen = Counter(case(name, item) for name, items in SETS.items() for item in items)
    assert [text for text, count in seen.items() if count > 1] == []


def test_facts():
    """Facts have known ratings, none is stated twice, and enough items have none."""
    empty = Counter(item["lang"] for item in SETS["facts"] if not item["facts"])
    assert min(empty["zh"], empty["en"]) >= 30
    for item in SETS["facts"]:
        facts = item["facts"]
        assert len({fact["text"] for fact in facts}) == len(facts), item["id"]
        for fact in facts:
            assert 1 <= fact["importance"] <= 10, item["id"]
            assert fact["polarity"] in ("positive", "negative"), item["id"]
            assert fact["modality"] in ("asserted", "hedged", "reported"), item["id"]
            assert has_han(fact["text"]) == (item["lang"] == "zh"), item["id"]
        if "published" in item:
            date.fromisoformat(item["published"])


def test_durable():
    """Labels are known, and each stands at least fifteen times in each language."""
    found = Counter((item["lang"], item["label"]) for item in SETS["durable"])
    assert {label for _, label in found} == LABELS
    assert min(found.values()) >= 15
    assert {item["kind"] for item in SETS["durable"]} == {"transcript", "document"}


def test_time_expressions():
    """Every expression is the slice it names, in order, with bounds that parse and run forward."""
    for item in SETS["time"]:
        end = 0
        for one in item["expressions"]:
            assert item["text"][one["char_start"] : one["char_end"]] == one["expression"], item["id"]
            assert end <= one["char_start"] < one["char_end"], item["id"]
            end = one["char_end"]
            check_bounds(item["id"], one)
        if item["anchor"] is not None:
            assert datetime.fromisoformat(item["anchor"]["at"]).tzinfo is not None, item["id"]
            assert item["anchor"]["precision"] in ("second", "minute", "day", "month", "year"), item["id"]
            assert item["anchor"]["source"] in ("message", "document"), item["id"]


def check_bounds(item_id: str, one: dict[str, Any]) -> None:
    """Check that an expression has bounds exactly when it is resolved, and that they run forward."""
    assert one["kind"] in TIME_KINDS, item_id
    assert one["status"] in ("resolved", "unresolved", "vague"), item_id
    start, end = one["start"], one["end"]
    assert (one["status"] == "resolved") == (start is not None or end is not None), item_id
    parsed = [datetime.fromisoformat(bound) for bound in (start, end) if bound is not None]
    assert len({bound.tzinfo is None for bound in parsed}) <= 1, item_id
    assert len(parsed) < 2 or parsed[0] < parsed[1], item_id


def test_time_covers_the_hard_cases():
    """There are enough expressions, negatives, and relative expressions that nothing can resolve."""
    items = SETS["time"]
    assert sum(len(item["expressions"]) for item in items) >= 300
    assert sum(not item["expressions"] for item in items) >= 40
    open_ones = [
        one
        for item in items
        if item["anchor"] is None
        for one in item["expressions"]
        if one["status"] == "unresolved" and one["kind"] == "header_anchor_relative"
    ]
    assert len(open_ones) >= 40


def test_relative_time_without_a_date_stays_open():
    """Nothing that needs the date of the text is resolved where the text has none."""
    for item in SETS["time"]:
        for one in item["expressions"]:
            if item["anchor"] is None and one["kind"] == "header_anchor_relative":
                assert one["status"] != "resolved", item["id"]


def test_decisions():
    """Operations name a target that is there; dates parse; "distractors" says whether other notes stand by."""
    for item in SETS["decisions"]:
        ids = [note["id"] for note in item["notes"]]
        assert len(set(ids)) == len(ids) > 0, item["id"]
        assert item["operation"] in ("ADD", "UPDATE", "DELETE", "NOOP"), item["id"]
        assert (item["target"] is None) == (item["operation"] == "ADD"), item["id"]
        assert item["target"] in (None, *ids), item["id"]
        assert item["distractors"] == any(note != item["target"] for note in ids), item["id"]
        for claim in (*item["notes"], item["fact"]):
            assert claim["report"], item["id"]
            if claim["asserted_at"] is not None:
                assert datetime.fromisoformat(claim["asserted_at"]).tzinfo is not None, item["id"]


def test_decisions_keep_the_hard_rules():
    """No undated fact and no fact older than its target retires a note."""
    for item in SETS["decisions"]:
        if item["operation"] not in ("UPDATE", "DELETE"):
            continue
        (target,) = [note for note in item["notes"] if note["id"] == item["target"]]
        assert item["fact"]["asserted_at"] is not None, item["id"]
        assert item["fact"]["asserted_at"] > target["asserted_at"], item["id"]


def test_decisions_cover_every_operation():
    """Each operation stands often enough in each language, some facts are undated, and some arrive late."""
    items = SETS["decisions"]
    found = Counter((item["lang"], item["operation"]) for item in items)
    assert len(found) == 8
    assert min(found.values()) >= 12
    assert sum(item["fact"]["asserted_at"] is None for item in items) >= 6
    late = [
        item
        for item in items
        if item["fact"]["asserted_at"] and item["fact"]["asserted_at"] < item["notes"][0]["asserted_at"]
    ]
    assert len(late) >= 6


def test_safety():
    """Spans are whole, apart, in order and stand exactly on attacks; every kind of text is there."""
    for item in SETS["safety"]:
        assert item["about"] in ("attack", "benign", "quotes_payload"), item["id"]
        assert bool(item["spans"]) == (item["about"] == "attack"), item["id"]
        last = 0
        for start, end in item["spans"]:
            assert last <= start < end <= len(item["text"]), item["id"]
            assert item["text"][start:end] == item["text"][start:end].strip(), item["id"]
            last = end
    found = Counter((item["lang"], item["about"]) for item in SETS["safety"])
    assert len(found) == 6
    assert min(found.values()) >= 10


def test_evidence():
    """A span says its quote; it is exact when the characters are the same, and then stands once."""
    for item in SETS["evidence"]:
        said = item["text"][item["start"] : item["end"]]
        assert said.strip(), item["id"]
        assert (item["match"] == "exact") == (said == item["quote"]), item["id"]
        if item["match"] == "exact":
            assert item["text"].count(item["quote"]) == 1, item["id"]
    mutations = {item["mutation"] for item in SETS["evidence"]}
    asked = {"crlf", "zero_width", "emoji_before", "full_width", "combining", "soft_hyphen", "hyphenation"}
    assert asked <= mutations
    assert {item["match"] for item in SETS["evidence"]} == {"exact", "normalised"}


def test_the_facts_read_off_public_reports_are_judged():
    """The sample of extracted facts has its counts, its labels, and a licence for every source."""
    found, items = card("extracted"), read("extracted")
    labels = Counter(item["label"] for item in items)
    assert found["counts"] == {"total": len(items), "zh": 0, "en": len(items)}
    assert set(labels) == {"keep", "noise"}
    assert labels["keep"] >= 0.95 * len(items)
    assert [item["id"] for item in items] == [f"extracted:{n}" for n in range(1, 201)]
    table = [line.split("|") for line in (ROOT / "extracted" / "LICENCES.md").read_text("utf-8").splitlines()]
    assert sum(int(row[1]) for row in table if len(row) > 3 and row[1].strip().isdecimal()) == len(items)

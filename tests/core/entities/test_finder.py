"""Entities: each rule's examples, exact offsets, defanged forms, and linear time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.entities import DEFAULT, AliasTable, find_entities
from core.entities.names import NAMES
from core.entities.rules import INDICATORS
from core.errors import SettingsError

RULES = (*INDICATORS, *NAMES)
HITS = [pytest.param(r, t, c, id=f"{r.id}-{i}") for r in RULES for i, (t, c) in enumerate(r.hits)]
KEEPS = [pytest.param(r, t, id=f"{r.id}-{i}") for r in RULES for i, t in enumerate(r.keeps)]


@pytest.mark.parametrize(("rule", "text", "canonical"), HITS)
def test_hit_examples_give_the_canonical_value(rule, text, canonical):
    """Every example of the table is found, with its own type and value."""
    assert (rule.type, canonical) in {(e.type, e.canonical) for e in find_entities(text)}


@pytest.mark.parametrize(("rule", "text"), KEEPS)
def test_keep_examples_are_left_alone(rule, text):
    """No counter-example of a rule yields that rule's type."""
    assert rule.type not in {e.type for e in find_entities(text)}


def test_rule_ids_are_unique():
    """Two rows never share an id."""
    assert len({rule.id for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("evil[.]example and evil.example", [("domain", "evil.example")] * 2),
        ("Fancy Bear, also APT-28", [("actor", "APT28")] * 2),
        ("微软发布补丁", [("organisation", "Microsoft")]),
        ("银鹭使用海带", []),
        (
            "CVE-2024-1234 in ICSA-24-074-14 (CWE-79)",
            [("cve", "CVE-2024-1234"), ("advisory_id", "ICSA-24-074-14"), ("cwe", "CWE-79")],
        ),
        ("hxxp://evil[.]example/a.php.", [("url", "http://evil.example/a.php")]),
        ("the reaper of empires", []),
        ("version 1.2.3.4 of the agent", [("version", "1.2.3.4")]),
        ("Northwind Trading Asia", []),
    ],
)
def test_whole_texts(text, expected):
    """Short texts give exactly the entities a reader would name."""
    assert [(e.type, e.canonical) for e in find_entities(text)] == expected


@given(st.text(alphabet="a.[]()@:/-0123456789ABCTVE公司 版本xh", max_size=80))
def test_offsets_are_exact_ordered_and_apart(text):
    """Each surface is the text between its offsets, and no two entities share a character."""
    end = 0
    for entity in find_entities(text):
        assert text[entity.char_start : entity.char_end] == entity.surface
        assert end <= entity.char_start < entity.char_end
        assert entity.canonical
        end = entity.char_end


def test_a_user_table_extends_and_overrides():
    """A user's spelling is found, and wins over a spelling of the package."""
    table = AliasTable.from_toml('[[actor]]\ncanonical = "Silent Heron"\naliases = ["银鹭", "Fancy Bear"]\n')
    found = find_entities("银鹭 is Fancy Bear", DEFAULT.extended(table))
    assert [(e.type, e.canonical) for e in found] == [("actor", "Silent Heron")] * 2


@pytest.mark.parametrize("text", ["[[actor]", 'actor = "x"', '[[actor]]\naliases = ["x"]'])
def test_a_broken_table_is_a_settings_error(text):
    """A table of another shape is refused with advice."""
    with pytest.raises(SettingsError, match="alias table"):
        AliasTable.from_toml(text)


@pytest.mark.parametrize(
    "unit", ["a.", "1.", "http://", "a@", "1:", "A ", "A of ", "[.]", "银", "9a", "Dr. ", "v1.", "a_", "a-", "hxxp://("]
)
def test_time_grows_linearly(unit):
    """Four times the text takes far less than sixteen times the time, on text made to hurt."""

    def seconds(count):
        text = unit * count
        started = time.perf_counter()
        find_entities(text)
        return time.perf_counter() - started

    small = min(seconds(2_000) for _ in range(3))
    large = min(seconds(8_000) for _ in range(3))
    assert large < 10 * small + 0.05

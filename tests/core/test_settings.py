"""Settings: unknown words are refused with the nearest known one, and every knob does something."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from deciding_model import DECIDING_KNOBS
from model_lake import MODEL_KNOBS
from pydantic import BaseModel
from tiny_lake import batch_on, markdown, message, put, rows, run_line

from core import registry
from core.contracts.frames import to_frame
from core.contracts.tables import (
    CHUNKS,
    DROPPED_FACTS,
    DURABLE_FACTS,
    EXTRACTED_FACTS,
    NOTES,
    QUARANTINED_REPORTS,
    RAW_REPORTS,
)
from core.errors import SettingsError
from core.lake.ledger import Ledger
from core.registry import (
    DECIDERS,
    EXTRACTORS,
    MODEL_DECIDERS,
    MODEL_EXTRACTORS,
    any_extractor_of,
    extractor_of,
    rules_of,
)
from core.settings import PROFILES, Settings, changed, load_settings, load_settings_file


@pytest.mark.parametrize(
    ("overrides", "message_"),
    [
        ({"chunk": {"max_char": 300}}, "chunk.max_char is unknown; did you mean 'max_chars'?"),
        ({"chunks": {"max_chars": 300}}, "chunks is unknown; did you mean 'chunk'?"),
        ({"chunks": 300}, "chunks must be a table of keys; did you mean 'chunk'?"),
        ({"filter": {"zzz": 1}}, "filter.zzz is unknown; known: min_importance."),
        ({"calls": {"api_key": "sk-secret"}}, "calls.api_key is unknown; did you mean 'api_key_env'?"),
        (
            {"filter": {"min_importance": 11}},
            "filter.min_importance: Input should be less than or equal to 10 (found 11)",
        ),
        ({"chunk": {"max_chars": 10}}, "chunk.max_chars: Input should be greater than or equal to 200 (found 10)"),
        ({"reconcile": {"nearest": 0}}, "reconcile.nearest: Input should be greater than or equal to 1 (found 0)"),
        ({"chunk": {"max_chars": "many"}}, "chunk.max_chars: Input should be a valid integer"),
    ],
)
def test_a_wrong_word_or_value_is_named(overrides, message_):
    """Where, what was found, and the nearest known word."""
    with pytest.raises(SettingsError) as error:
        load_settings("default", overrides)
    assert message_ in str(error.value)


@pytest.mark.parametrize(
    ("group", "key", "value"),
    [("calls", "api_key_env", "sk-secret-1"), ("extract", "base_url", "http://me:sk-secret-1@host/v1"),
     ("calls", "api_key", "sk-secret-1")],
)  # fmt: skip
def test_a_key_in_the_wrong_place_is_refused_and_not_repeated(group, key, value):
    """Whoever pastes a key where a name belongs does not find it in the log."""
    with pytest.raises(SettingsError) as error:
        load_settings("default", {group: {key: value}})
    assert "secret" not in str(error.value)


def test_values_on_top_of_settings_are_checked_too():
    """As the Launchpad does it: an empty field changes nothing, an unknown word is refused."""
    found = changed(load_settings("two-phase"), {"extract.model": "openai/m", "extract.base_url": ""})
    assert (found.extract.model, found.extract.max_facts_per_chunk, found.profile) == ("openai/m", 10, "two-phase")
    with pytest.raises(SettingsError, match=r"extract\.max_call is unknown; did you mean 'max_calls'"):
        changed(found, {"extract.max_call": 1})


def test_every_mistake_is_listed_at_once():
    """A person mends a file once, not line by line."""
    with pytest.raises(SettingsError, match=r"chunk\.a is unknown.*filter\.b is unknown"):
        load_settings("default", {"chunk": {"a": 1}, "filter": {"b": 2}})


@pytest.mark.parametrize(
    ("profile", "hint"), [("two-fase", "did you mean 'two-phase'"), ("zzz", "known: conversation")]
)
def test_an_unknown_profile_is_refused(profile, hint):
    """With the nearest one, or all."""
    with pytest.raises(SettingsError, match=f"profile: '{profile}' is unknown; {hint}"):
        load_settings(profile)


@pytest.mark.parametrize("group", ["extract", "reconcile"])
def test_an_unknown_implementation_is_refused(group):
    """An extractor or decider that is not registered stops before anything runs, and the known ones are listed."""
    key, known, make = {
        "extract": ("extractor", EXTRACTORS, extractor_of),
        "reconcile": ("decider", DECIDERS, rules_of),
    }[group]
    with pytest.raises(SettingsError, match=rf"{group}\.{key}: no 'none' is registered; known: .*{min(known)}"):
        make(load_settings("default", {group: {key: "none"}}))


@pytest.mark.parametrize(
    ("profile", "differs"),
    [
        ("default", {}),
        (
            "two-phase",
            {
                "chunk.max_chars": 3_000,
                "extract.max_facts_per_chunk": 10,
                "extract.fallback": "head500",
                "filter.min_importance": 3,
            },
        ),
        (
            "conversation",
            {"extract.max_facts_per_chunk": 50, "filter.min_importance": 1, "reconcile.on_failure": "stop"},
        ),
    ],
)
def test_a_profile_is_what_it_says_and_the_default_elsewhere(profile, differs):
    """The numbers of each profile, by hand."""
    flat, default = flattened(load_settings(profile)), flattened(Settings())
    assert {key: flat[key] for key in differs} == differs
    others = set(default) - set(differs) - {"profile"}
    assert {key: flat[key] for key in others} == {key: default[key] for key in others}
    assert flat["profile"] == profile


def flattened(model: BaseModel, prefix: str = "") -> dict:
    """Every setting by its dotted name."""
    found = {}
    for name in type(model).model_fields:
        value = getattr(model, name)
        found |= flattened(value, f"{prefix}{name}.") if isinstance(value, BaseModel) else {prefix + name: value}
    return found


def test_overrides_win_over_the_profile_key_by_key():
    """One key changed leaves the profile's others."""
    found = load_settings("two-phase", {"extract": {"include_assistant": True}})
    assert (found.extract.include_assistant, found.extract.max_facts_per_chunk) == (True, 10)


def test_a_file_names_its_profile_and_the_caller_may_name_another(tmp_path):
    """The file's keys stay in either case."""
    path = tmp_path / "settings.toml"
    path.write_text('profile = "two-phase"\n[chunk]\nmax_chars = 500\n')
    own, other = load_settings_file(path), load_settings_file(path, "conversation")
    assert (own.profile, own.chunk.max_chars, own.filter.min_importance) == ("two-phase", 500, 3)
    assert (other.profile, other.chunk.max_chars, other.filter.min_importance) == ("conversation", 500, 1)


@pytest.mark.parametrize("content", [b"[chunk", b"\xff", None], ids=["broken", "no UTF-8", "missing"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, content):
    """The message says what to do."""
    path = tmp_path / "settings.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingsError, match=r"settings\.toml: cannot be read as TOML .*leave --settings out"):
        load_settings_file(path)


def test_settings_cannot_be_changed():
    """A run has one set of settings."""
    with pytest.raises(ValueError, match="frozen"):
        Settings().chunk.max_chars = 500


SCORE = "The CVSS score of CVE-2026-1111 is 7.5."
FILES = {
    "d/2026-01-02/a.md": markdown(
        "2026-01-02", "# Report", "", SCORE, *[f"Host h{n} runs PostgreSQL {n}.\n" for n in range(12, 20)]
    ),
    "d/2026-01-02/memories.md": markdown("2026-01-02", "<our-notes>The port is 22.</our-notes>"),
    "d/2026-01-03/talk.jsonl": message(
        "user", "2026-01-03T09:00:00Z", "The staging cluster runs PostgreSQL 16.", "Mara"
    )
    + message("assistant", "2026-01-03T09:01:00Z", "The production cluster runs PostgreSQL 15."),
}


def outcome(tmp_path, name, **overrides) -> dict[str, object]:
    """What a run with these settings leaves, in a few numbers.

    No day is held: a knob that leaves most facts out retires most notes, and what it does shall show.
    """
    put(tmp_path / "reports", FILES)
    overrides["reconcile"] = {"retire_share": 1} | overrides.get("reconcile", {})
    batch = batch_on(tmp_path / "reports", tmp_path / name, load_settings("default", overrides))
    run_line(batch)
    lake = batch.lake
    in_force = Ledger(lake).log.known()[0].values()
    return {
        "quarantined": lake.read_all(QUARANTINED_REPORTS).height,
        "masks": sum(len(row["masks"]) for row in rows(lake, RAW_REPORTS)),
        "chunks": lake.read_all(CHUNKS).height,
        "extracted": sorted(row["text"] for row in rows(lake, EXTRACTED_FACTS)),
        "durable": lake.read_all(DURABLE_FACTS).height,
        "dropped": sorted({row["source"] for row in rows(lake, DROPPED_FACTS)}),
        "offered": max((len(decided.candidates) for decided in in_force), default=0),
        "deciders": sorted({decided.decider for decided in in_force}),
        "extractors": sorted({row["extractor"] for row in rows(lake, EXTRACTED_FACTS)}),
        "notes": to_frame(Ledger(lake).tables.read(NOTES)).height,
    }


# What each knob changes, from the default to the value tried: the numbers that must differ.
KNOBS = {
    "intake.max_bytes": (100, {"quarantined", "extracted"}),
    "intake.context_tags": (("our-notes",), {"masks"}),
    "chunk.max_chars": (200, {"chunks"}),
    "extract.include_assistant": (True, {"extracted"}),
    "extract.max_facts_per_chunk": (3, {"durable", "dropped"}),
    "filter.min_importance": (10, {"durable", "dropped"}),
    "reconcile.nearest": (1, {"offered"}),
}
# What says whether a run is in order, and changes no table; each has its test in tests/assets, test_checks.py or
# test_drift.py.
CHECK_KNOBS = {
    "checks.failed_share",
    "checks.failed_severity",
    "checks.dense_marks",
    "checks.drift_days",
    "checks.drift_share",
}
CHOICES = {"extract.extractor", "reconcile.decider", "profile", "extract.parser", "extract.unsupported"}
# What holds a day for a person; tested in tests/core/lake/test_held.py and tests/pipelines/test_commands_held.py.
HELD_KNOBS = {"reconcile.retire_share", "reconcile.retire_least"}
# What the maintenance job deletes; tested in tests/pipelines/test_maintenance.py.
KEEP_KNOBS = {"keep.run_pages_days", "keep.run_logs_days"}
# When a step is begun again by itself; tested in tests/assets/test_retrying.py.
RETRY_KNOBS = {"calls.outage_retries", "calls.outage_seconds"}


def turned(knob: str) -> dict:
    """The overrides that turn one knob."""
    group, key = knob.split(".")
    return {group: {key: KNOBS[knob][0]}}


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    """Where the lakes of this module lie."""
    return tmp_path_factory.mktemp("knobs")


@pytest.fixture(scope="module")
def by_default(root) -> dict[str, object]:
    """The outcome of the default settings."""
    return outcome(root, "default")


@pytest.fixture(scope="module")
def afresh(root) -> Callable[[str], dict[str, object]]:
    """The outcome of one turned knob on a new lake, worked out once."""
    return cache(lambda knob: outcome(root, knob, **turned(knob)))


@pytest.mark.parametrize("knob", KNOBS)
def test_every_knob_does_something(by_default, afresh, knob):
    """A run with another value leaves other tables, in the place where the knob says so."""
    differ = KNOBS[knob][1]
    assert {name for name in differ if afresh(knob)[name] != by_default[name]} == differ


@pytest.mark.parametrize("knob", [knob for knob in KNOBS if knob != "intake.max_bytes"])
def test_a_knob_turned_on_a_lake_that_is_there_counts_too(root, by_default, afresh, knob):
    """The old lake with new settings becomes what a new lake with them is."""
    shutil.copytree(root / "default", root / f"again {knob}")
    assert outcome(root, f"again {knob}", **turned(knob)) == afresh(knob)


def test_every_setting_is_tried_here():
    """A knob without a test could be one that nothing reads."""
    tried = set(KNOBS) | CHECK_KNOBS | HELD_KNOBS | KEEP_KNOBS | RETRY_KNOBS | CHOICES | MODEL_KNOBS | DECIDING_KNOBS
    assert set(flattened(Settings())) == tried


def test_the_parser_helps_the_extractor_and_is_part_of_its_version(monkeypatch):
    """Another parser is another extractor: days are made again."""
    monkeypatch.setattr(registry, "english_parser", lambda: (lambda text: (), "some_parser-1.0"))
    chosen = [load_settings("default", {"extract": {"parser": name}}) for name in ("none", "spacy")]
    plain, parsed = map(extractor_of, chosen)
    assert (plain.version, parsed.version) == ("2", "2+some_parser-1.0")
    assert plain.split is not parsed.split


def test_every_registered_implementation_can_be_chosen():
    """The name in the settings is the name that its rows bear."""
    for name in EXTRACTORS:
        assert extractor_of(load_settings("default", {"extract": {"extractor": name}})).name == name
    for name in MODEL_EXTRACTORS:
        chosen = {"extractor": name, "model": "openai/gpt-4.1-mini"}
        assert any_extractor_of(load_settings("default", {"extract": chosen})).name == name
        with pytest.raises(SettingsError, match=r"extract\.model: extractor '.*' needs a model"):
            any_extractor_of(load_settings("default", {"extract": {"extractor": name}}))
    for name in DECIDERS:
        assert rules_of(load_settings("default", {"reconcile": {"decider": name}})).decider.name == name
    for name in MODEL_DECIDERS:
        chosen = {"decider": name, "model": "openai/gpt-4.1-mini"}
        assert rules_of(load_settings("default", {"reconcile": chosen})).decider.name == name
        with pytest.raises(SettingsError, match=r"reconcile\.model: decider '.*' needs a model"):
            rules_of(load_settings("default", {"reconcile": {"decider": name}}))


def test_every_profile_runs(tmp_path):
    """Each is a whole tree of valid settings that the line accepts."""
    put(tmp_path / "reports", FILES)
    for profile in PROFILES:
        batch = batch_on(tmp_path / "reports", tmp_path / profile, load_settings(profile))
        assert run_line(batch).sums.problems == []

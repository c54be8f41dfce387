"""The extractors as settings build them."""

import pytest
from scripted_server import ScriptedServer, Step, chunk_of, ok

from core.adapters.extractor import instructor_extractor, replay_extractor
from core.errors import SettingsError
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.store import MemoryStore

KEY = "sk-test-0123456789abcdef"
CHUNKS = [chunk_of(f"Report {n}: Silent Heron left.", chunk_id=f"chk_{n}") for n in range(6)]


def built(server, store, **run):
    """Return the extractor over a scripted server; its key comes from one variable."""
    keys = {"FACTLEDGER_API_KEY": KEY}
    policy = AskPolicy("compatible/m", timeout_seconds=5)
    return instructor_extractor(
        policy, RunPolicy(**run), store, lambda _, sent, got: float(got > 0), lambda name: keys[name], server.base_url
    )


def test_a_run_a_second_run_and_a_replay():
    """Six calls, then none, then none and no server: the same facts each time, and the price of six."""
    store = MemoryStore()
    with ScriptedServer([ok("Silent Heron left.")]) as server:
        first, again = {}, {}
        summary = built(server, store).extract_all(CHUNKS, lambda c, f: first.update({c.chunk_id: f.facts}))
        second = built(server, store).extract_all(CHUNKS, lambda c, f: again.update({c.chunk_id: f.facts}))
        assert len(server.requests) == 6
    replayed = {c.chunk_id: replay_extractor(AskPolicy("compatible/m"), store).extract(c).facts for c in CHUNKS}
    assert (summary.calls, summary.cost, second.calls, second.cached) == (6, 6.0, 0, 6)
    assert first == again == replayed


def test_one_chunk_at_a_time_works_as_well():
    """The plain interface asks and closes its connection each time."""
    with ScriptedServer([ok("Silent Heron left.")]) as server:
        extractor = built(server, MemoryStore())
        assert [extractor.extract(chunk).outcome for chunk in CHUNKS[:3]] == ["extracted"] * 3
        assert (extractor.name, extractor.version.startswith("compatible/m/prompt-")) == ("instructor", True)


def test_a_key_that_a_model_repeats_is_neither_kept_nor_extracted():
    """What is stored and what is parsed are the same text, without the secret."""
    store = MemoryStore()
    with ScriptedServer([Step(f'{{"facts":[{{"text":"The key is {KEY}."}}]}}')]) as server:
        found = built(server, store).extract(CHUNKS[0])
    assert found.facts[0].text == "The key is [redacted]."
    assert KEY not in str(store.replies)


def test_wrong_settings_show_before_the_first_chunk():
    """Building the extractor is where a person learns of a mistake."""
    with pytest.raises(SettingsError, match="base_url"):
        instructor_extractor(AskPolicy("compatible/m"), RunPolicy(), MemoryStore(), lambda *_: 0.0, lambda _: "")

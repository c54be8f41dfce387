"""Every setting of extraction by a model does what it says, seen from the model's side."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from batch_server import BatchServer
from model_lake import MODEL_KNOBS, answer, good_provider, many, model_batch, model_settings, reply_about
from scripted_server import FakeClock, ScriptedProvider, ScriptedServer, Seen, Step
from tiny_lake import markdown, put, rows, run_stages

from assets.context import Batch
from core.contracts.tables import CHUNK_OUTCOMES, EXTRACTED_FACTS
from core.extract.model.protocol import RateLimitedError
from core.lake.batches import BatchRecord
from pipelines import models
from pipelines.resources import batch_of

CANARY = """
[[canaries]]
name = "mine"
language = "en"
title = "Mine"
text = "Vault Seven stores 12 crates."
planted = [["Vault Seven", "12"]]
"""
PRICES = """
[[price]]
model = "openai/*"
input = 1000
output = 0
"""


@pytest.fixture
def clock(monkeypatch) -> FakeClock:
    """A clock on which waiting takes no time."""
    clock = FakeClock()
    monkeypatch.setattr(models, "RunningClock", lambda: clock)
    return clock


def ran(tmp_path: Path, provider: Any, files: dict[str, str] | None = None, **overrides: Any) -> Batch:
    """A batch that has extracted from some reports, four short ones unless told otherwise."""
    reports = put(tmp_path / "reports", files or many(4))
    batch = model_batch(reports, tmp_path / "lake", provider, model_settings(**overrides))
    run_stages(batch)
    return batch


def first(tmp_path: Path, **overrides: Any):
    """The first request of a run."""
    provider = good_provider()
    ran(tmp_path, provider, **overrides)
    return provider.requests[0]


def test_model(tmp_path, clock):
    """The model is asked by its name, and another one is another question."""
    one, other = first(tmp_path / "a"), first(tmp_path / "b", extract__model="openai/gpt-4o")
    assert (one.model, other.model) == ("openai/gpt-4.1-mini", "openai/gpt-4o")
    assert one.key != other.key


@pytest.mark.parametrize(("value", "asked"), [(0.7, 0.7), ("model", None)])
def test_temperature(tmp_path, clock, value, asked):
    """It is handed on, or left to the model; and it is part of the question."""
    one, other = first(tmp_path / "a"), first(tmp_path / "b", extract__temperature=value)
    assert (one.temperature, other.temperature) == (0.0, asked)
    assert one.key != other.key


def test_max_output_tokens(tmp_path, clock):
    """The room of a reply is handed on, and part of the question."""
    one, other = first(tmp_path / "a"), first(tmp_path / "b", extract__max_output_tokens=99)
    assert (one.max_output_tokens, other.max_output_tokens) == (2_500, 99)
    assert one.key != other.key


def test_timeout_seconds(tmp_path, clock):
    """The wait is handed on, and does not make another question."""
    one, other = first(tmp_path / "a"), first(tmp_path / "b", calls__timeout_seconds=7)
    assert (one.timeout_seconds, other.timeout_seconds) == (120.0, 7.0)
    assert one.key == other.key


def test_context_tokens(tmp_path, clock):
    """A chunk that does not fit is asked about in pieces, and none of its text is lost."""
    lines = [f"Host h{n:03} runs PostgreSQL {n}." for n in range(80)]
    files = {"d/2026-02-01/a.md": markdown("2026-02-01", "# Hosts", "", *lines)}
    whole, pieces = good_provider(), good_provider()
    ran(tmp_path / "a", whole, files)
    room = whole.requests[0].input_tokens - 300  # for the question; the reply's comes on top
    ran(tmp_path / "b", pieces, files, extract__context_tokens=room + 2_500)
    assert (len(whole.requests), len(pieces.requests) > 1) == (1, True)
    shown = " ".join(request.messages[1].content for request in pieces.requests)
    assert all(line in shown for line in lines)


def test_max_calls(tmp_path, clock):
    """A model that never keeps the contract is asked once more, unless the limit is one call."""
    twice, once = ScriptedProvider(("no JSON",)), ScriptedProvider(("no JSON",))
    ran(tmp_path / "a", twice)
    ran(tmp_path / "b", once, extract__max_calls=1)
    assert (len(twice.requests), len(once.requests)) == (8, 4)


@pytest.mark.parametrize(("value", "kept"), [("none", 0), ("head500", 500), ("raw", 2_000)])
def test_fallback(tmp_path, clock, value, kept):
    """Nothing, the first 500 characters, or all of a failed chunk stand in for its facts."""
    files = {"d/2026-02-01/a.md": "Host one runs PostgreSQL 16 and more. " * 60}
    batch = ran(tmp_path, ScriptedProvider(("no JSON",)), files, extract__fallback=value)
    texts = [row["text"] for row in rows(batch.lake, EXTRACTED_FACTS)]
    assert sum(map(len, texts)) == pytest.approx(kept, abs=300 if kept > 500 else 2)
    assert {row["outcome"] for row in rows(batch.lake, CHUNK_OUTCOMES)} == {"failed_contract"}


def served(tmp_path: Path, **overrides: Any) -> list[Seen]:
    """What a real server was asked, through the real client."""

    def step(seen: Seen) -> Step:
        return Step(reply_about(seen.user_text))

    with ScriptedServer(answer=step) as server:
        settings = model_settings(extract__base_url=server.base_url, extract__max_calls=1, **overrides)
        batch = batch_of(put(tmp_path / "reports", many(2)), tmp_path / "lake", settings, "test-run")
        run_stages(batch)
        assert {row["outcome"] for row in rows(batch.lake, CHUNK_OUTCOMES)} == {"extracted"}
        return server.requests


def test_base_url(tmp_path):
    """The address is where the questions go."""
    seen = served(tmp_path)
    assert len(seen) == 2
    assert {one.path for one in seen} == {"/v1/chat/completions"}


def test_mode(tmp_path):
    """The contract is told as a JSON object, or as a JSON schema."""
    plain, schema = served(tmp_path / "a"), served(tmp_path / "b", extract__mode="json_schema")
    kinds = [one[0].body["response_format"]["type"] for one in (plain, schema)]  # type: ignore[index]
    assert kinds == ["json_object", "json_schema"]


def test_api_key_env(tmp_path, monkeypatch):
    """The key is read from the variable that is named, and from no other."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-usual-0001")
    monkeypatch.setenv("OTHER_KEY", "sk-other-0002")
    assert served(tmp_path / "a")[0].headers["authorization"] == "Bearer sk-usual-0001"
    other = served(tmp_path / "b", calls__api_key_env="OTHER_KEY")
    assert other[0].headers["authorization"] == "Bearer sk-other-0002"


def test_concurrency(tmp_path, clock):
    """So many calls at once, and no more."""
    for number, limit in enumerate((1, 3)):
        provider = good_provider()
        ran(tmp_path / str(number), provider, many(12), calls__concurrency=limit)
        assert provider.most_at_once == limit


@pytest.mark.parametrize("setting", [{"calls__requests_per_minute": 6}, {"calls__tokens_per_minute": 6_000}])
def test_pace(tmp_path, clock, setting):
    """Six calls, or 6,000 tokens, a minute: four calls are not done before half a minute is over."""
    ran(tmp_path / "a", good_provider())
    assert clock.time == 0
    ran(tmp_path / "b", good_provider(), calls__concurrency=1, **setting)
    assert clock.time >= 28


def test_budget_seconds(tmp_path, clock):
    """A provider that asks to wait for 100 seconds gets two more tries in 300 seconds, and none in 50."""
    files = many(1)
    patient, hurried = (ScriptedProvider((RateLimitedError("slow down", retry_after=100.0),)) for _ in range(2))
    ran(tmp_path / "a", patient, files)
    ran(tmp_path / "b", hurried, files, calls__budget_seconds=50)
    assert (len(patient.requests), len(hurried.requests)) == (3, 1)


def every(nth: int) -> Callable[[Any], str]:
    """Answer well but for every ``nth`` chunk."""
    count = {"now": 0}

    def answered(request: Any) -> str:
        count["now"] += 1
        return "no JSON" if count["now"] % nth == 0 else answer(request)

    return answered


def test_breaker_window(tmp_path, clock):
    """A run in which everything fails stops when the window is full."""
    settings = {"extract__max_calls": 1, "calls__concurrency": 1}
    for number, window in enumerate((3, 7)):
        provider = ScriptedProvider(("no JSON",))
        batch = ran(tmp_path / str(number), provider, many(12), calls__breaker_window=window, **settings)
        assert len(provider.requests) == window
        assert "breaker" in str(batch.stopped)


def test_breaker_rate(tmp_path, clock):
    """With every third chunk failing, a limit of a half lets the run go on and one of a fifth stops it."""
    settings = {"extract__max_calls": 1, "calls__concurrency": 1, "calls__breaker_window": 6}
    lenient, strict = ScriptedProvider(answer=every(3)), ScriptedProvider(answer=every(3))
    assert ran(tmp_path / "a", lenient, many(12), **settings).stopped is None
    batch = ran(tmp_path / "b", strict, many(12), calls__breaker_rate=0.2, **settings)
    assert (len(lenient.requests), len(strict.requests)) == (12, 6)
    assert "breaker" in str(batch.stopped)


def test_canaries(tmp_path, clock):
    """None, ours, or those of a file are asked about before the reports."""
    (tmp_path / "canaries.toml").write_text(CANARY)
    told = {}
    for number, value in enumerate(("", "own", str(tmp_path / "canaries.toml"))):
        request = first(tmp_path / str(number), calls__canaries=value, calls__canary_least=0.0)
        told[value] = request.messages[1].content
    assert "Host h0000" in told[""]
    assert "Oaken Lattice" in told["own"]
    assert "Vault Seven" in told[str(tmp_path / "canaries.toml")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read as TOML"),
        ("[[canaries]]\nname = 'x'", "canaries.0.language: Field required"),
        ("a = 1", "canaries: Field required"),
    ],
)
def test_a_wrong_file_of_canaries_is_named(tmp_path, text, message):
    """Where, what, and what a row looks like."""
    path = tmp_path / "canaries.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(Exception, match=message):
        model_batch(tmp_path, tmp_path / "lake", good_provider(), model_settings(calls__canaries=str(path)))


def test_canary_least(tmp_path, clock):
    """A model that finds one of two planted facts passes at a half and fails at three quarters."""
    (tmp_path / "canaries.toml").write_text(CANARY.replace('"12"]]', '"12"], ["Vault Nine"]]'))
    for least, stopped in ((0.5, False), (0.75, True)):
        settings = {"calls__canaries": str(tmp_path / "canaries.toml"), "calls__canary_least": least}
        batch = ran(tmp_path / str(least), good_provider(), **settings)
        assert (batch.stopped is not None) is stopped


def test_prices(tmp_path, clock):
    """The user's own table makes the cost: 4 calls of 100 tokens at 1,000 a million."""
    (tmp_path / "prices.toml").write_text(PRICES)
    batch = ran(tmp_path, good_provider(), calls__prices=str(tmp_path / "prices.toml"))
    assert batch.cost == pytest.approx(0.4)
    assert sum(row["cost"] for row in rows(batch.lake, CHUNK_OUTCOMES)) == pytest.approx(0.4)


@pytest.fixture
def handed_in(tmp_path, monkeypatch):
    """Returns what four reports come to with other settings of batches: (batches at the provider, calls)."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none-000000")

    def run(**overrides: Any) -> tuple[list[int], int]:
        with BatchServer() as server:
            settings = {"extract__base_url": server.base_url, "calls__batch": "provider", **overrides}
            place = tmp_path / str(len(list(tmp_path.iterdir())))
            batch = batch_of(put(place / "reports", many(4)), place / "lake", model_settings(**settings))
            run_stages(batch)
            assert len({line["custom_id"] for line in server.lines()}) == len(server.lines())
            return [len(server.lines(name)) for name in server.batches], len(server.calls)

    return run


def test_batch(handed_in):
    """One batch and no call, or four calls."""
    assert handed_in() == ([4], 0)
    assert handed_in(calls__batch="off") == ([], 4)


def test_batch_requests(handed_in):
    """Most questions of one batch."""
    assert handed_in(calls__batch_requests=3) == ([3, 1], 0)


def test_batch_megabytes(handed_in):
    """Largest file: two questions of about 12,000 bytes; one that is larger alone is handed in alone."""
    assert handed_in(calls__batch_megabytes=0.025) == ([2, 2], 0)
    assert handed_in(calls__batch_megabytes=0.001) == ([1, 1, 1, 1], 0)


@pytest.mark.parametrize(("hours", "is_over"), [(1.0, True), (3.0, False)])
def test_batch_hours(tmp_path, hours, is_over):
    """A batch of two hours ago is over, or is waited for."""
    batch = model_batch(tmp_path, tmp_path / "lake", good_provider(), model_settings(calls__batch_hours=hours))
    assert batch.model is not None
    assert batch.model.batching is not None
    then = batch.model.batching.now() - timedelta(hours=2)
    record = BatchRecord("bat_1", "waiting", "here", "m", "1", "h", then.isoformat(), {"k": "c"}, ("2026-02-01",))
    assert batch.model.batching.is_over(record, None) is is_over


def test_every_setting_is_tried_here():
    """A knob without a test could be one that nothing reads."""
    tests = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    shared = {"pace": {"requests_per_minute", "tokens_per_minute"}}
    tried = {name for test in tests for name in shared.get(test, {test})}
    assert {name.partition(".")[2] for name in MODEL_KNOBS} <= tried

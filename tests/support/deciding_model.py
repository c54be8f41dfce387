"""A model that decides by a rule of the test's own, asked in the words of the decider's prompt."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from good_decisions import Rule, by_subject, reply, shown_in
from scripted_server import FakeClock, ScriptedProvider

from core.deciding.model.contract import DecisionReply
from core.deciding.model.decider import ModelDecider
from core.deciding.model.rounds import Rounds
from core.extract.model.calling import Engine
from core.extract.model.limits import RateLimiter
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.protocol import ModelRequest
from core.extract.model.store import MemoryStore
from core.ledger.fold import Rules
from core.settings import Settings, load_settings

MODEL = "openai/gpt-4.1-mini"
# Settings that only a decider that asks a model feels; their tests are in tests/assets/test_model_decisions.py.
DECIDING_KNOBS = {"reconcile.model", "reconcile.questions_per_call", "reconcile.on_failure", "reconcile.least_score"}


def answering(rule: Rule = by_subject) -> Callable[[ModelRequest], str]:
    """An answerer for a provider: decides by a rule."""

    def answer(request: ModelRequest) -> str:
        assert request.reply_model is DecisionReply
        return reply(request.messages[1].content, rule)

    return answer


def deciding_provider(rule: Rule = by_subject) -> ScriptedProvider:
    """A provider that decides by a rule."""
    return ScriptedProvider(answer=answering(rule))


def decider(per_call: int = 8, concurrency: int = 8, window: int = 20, **policy: Any) -> ModelDecider:
    """A decider that would ask a model of tests."""
    ask, run = AskPolicy(**{"model": MODEL, **policy}), RunPolicy(concurrency=concurrency, breaker_window=window)
    return ModelDecider("instructor", ask, run, questions_per_call=per_call)


def a_cent(_model: str, _input: int, _output: int) -> float:
    """What any call costs."""
    return 0.01


def rounds_of(
    provider: ScriptedProvider, rules: Rules, own: ModelDecider | None = None, store: Any = None, **more: Any
) -> Rounds:
    """Rounds over a provider; the store is in memory unless given."""
    own, clock = own or decider(), FakeClock()
    store = MemoryStore() if store is None else store
    return Rounds(
        rules, own, store, lambda: Engine(own.ask, provider, store, clock, RateLimiter(clock), price=a_cent), **more
    )


def deciding_settings(**overrides: Any) -> Settings:
    """Settings that extract without a model and decide with one; ``calls__concurrency=1`` sets a value."""
    tree: dict[str, dict[str, Any]] = {"reconcile": {"decider": "instructor", "model": MODEL}}
    for name, value in overrides.items():
        group, _, key = name.partition("__")
        tree.setdefault(group, {})[key] = value
    return load_settings("default", tree)


def asked(requests: Sequence[ModelRequest]) -> list[str]:
    """The texts of the facts asked about, in order."""
    return [shown.text for request in requests for shown in shown_in(request.messages[1].content)]


def deciding_batch(reports: Path, lake: Path, provider: Any, settings: Settings | None = None, **more: Any) -> Any:
    """A batch that extracts by rules and asks a provider of the test's own to decide."""
    from pipelines.resources import batch_of

    return batch_of(reports, lake, settings or deciding_settings(), "test-run", connect=lambda: provider, **more)

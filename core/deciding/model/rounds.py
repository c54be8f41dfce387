"""Asking in rounds: fold on guesses, ask everything that came up at once, fold again, until nothing is open.

The fold stays pure, and its last pass rests on answers alone: it equals the fold that would have asked
one question after the other. Each round answers at least the first open question of every domain, so the
rounds come to an end. Answers to questions that only a wrong guess brought up are kept for another time.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.deciding.model.asking import ask_group
from core.deciding.model.contract import Answer
from core.deciding.model.decider import ModelDecider, Speculation
from core.deciding.model.grouping import grouped
from core.deciding.model.question import Question
from core.deciding.rules import RulesDecider
from core.extract.model.calling import Engine
from core.extract.model.policy import RunPolicy
from core.extract.model.running import RunSummary, run_questions
from core.extract.model.store import ReplyStore
from core.ledger.fold import Rules
from core.model import Extraction

Pass = Callable[[Rules], object]
"""Folds one domain by some rules; the result does not matter, only what is asked on the way."""
Told = Callable[[int, int, float], None]  # groups answered, groups of this round, cost so far


def nobody(done: int, total: int, cost: float) -> None:
    """Take no note."""


@dataclass
class Spending:
    """What the decisions of a run asked of a model."""

    summary: RunSummary = field(default_factory=RunSummary)
    rounds: int = 0
    questions: int = 0  # put to the model
    wasted: int = 0  # of them, those that the result does not rest on
    unanswered: int = 0  # of them, those that no answer came to


class Rounds:
    """The questions of one run. ``rules`` are those of the fold, with what is known by now as their decider."""

    def __init__(
        self,
        rules: Rules,
        decider: ModelDecider,
        store: ReplyStore,
        engine: Callable[[], Engine] | None,
        max_cost: float | None = None,
    ) -> None:
        """Prepare; nothing is asked yet.

        Args:
            rules: of the fold.
            decider: what would be asked.
            store: where answers are kept.
            engine: makes the way to the model when something must be asked; None: stored answers are all there is.
            max_cost: where to stop asking, in the currency of the engine's prices.
        """
        self.speculation = Speculation(decider, store, RulesDecider())
        self.rules = replace(rules, decider=self.speculation)
        self.spending = Spending()
        self.told: Told = nobody
        self._decider, self._connect, self._max_cost = decider, engine, max_cost
        self._engine: Engine | None = None
        self._asked: set[str] = set()
        if engine is None or not decider.ask.max_calls:
            self.close()
        elif max_cost is not None and max_cost <= 0:
            self.spending.summary.stopped = "budget: nothing of max_cost is left for decisions"
            self.close()

    @property
    def is_final(self) -> bool:
        """Whether the pass that was made last may be committed."""
        speculation = self.speculation
        return not speculation.open and not (speculation.unanswered and self._decider.on_failure == "stop")

    def close(self) -> None:
        """Ask nobody any more: questions without an answer stay open, and their facts are added for now."""
        self.speculation.closed = True

    def resolve(self, domains: Mapping[str, Pass]) -> None:
        """Ask until every domain folds without an open question, or nobody is left to ask."""
        used: set[str] = set()
        waiting = list(domains)
        while waiting:
            still, found = [], dict[str, Question]()
            for name in waiting:
                self.speculation.begin()
                domains[name](self.rules)
                if self.speculation.open:
                    still.append(name)
                    found.update(self.speculation.open)
                else:
                    used |= self.speculation.used
            if found:
                self._round(list(found.values()))
            waiting = still
        self.spending.wasted = len(self._asked - used)

    def _round(self, questions: Sequence[Question]) -> None:
        engine = self._ready()
        spending, decider = self.spending, self._decider
        groups = grouped(questions, decider)
        before = spending.summary.chunks
        answered: set[str] = set()

        async def asking(group: Sequence[Question]) -> Extraction:
            asked = await ask_group(engine, group)
            await asyncio.to_thread(self._learn, asked.answers.items())
            answered.update(asked.answers)
            return asked.summed(engine)

        def done(_group: Sequence[Question], _found: Extraction) -> None:
            self.told(spending.summary.chunks - before, len(groups), spending.summary.cost)

        async def all_of_it() -> None:
            try:
                await run_questions(engine, groups, self._policy(), asking, done, spending.summary)
            finally:
                await engine.provider.aclose()

        asyncio.run(all_of_it())
        spending.rounds += 1
        spending.questions += len(questions)
        self._asked |= answered
        self._give_up([question.key for question in questions if question.key not in answered])
        if engine.halt.reason is not None:
            self.close()

    def _ready(self) -> Engine:
        if self._engine is None:
            assert self._connect is not None  # else nothing is ever open
            decider = self._decider
            self._engine = replace(self._connect(), policy=decider.ask, prompt=decider.prompt)
        return self._engine

    def _policy(self) -> RunPolicy:
        return replace(self._decider.run, max_cost=self._max_cost)

    def _learn(self, answers: Iterable[tuple[str, Answer]]) -> None:
        for key, answer in answers:
            self.speculation.learn(key, answer)

    def _give_up(self, keys: Sequence[str]) -> None:
        self.spending.unanswered += len(keys)
        for key in keys:
            self.speculation.learn(key, None)

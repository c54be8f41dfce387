"""The deciders that ask a model: what they would ask, and what they say while nobody has answered."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from core.deciding.guards import is_allowed
from core.deciding.model.contract import SCHEMA_VERSION, Answer, stored_answer
from core.deciding.model.prompt import load_prompt
from core.deciding.model.question import Question, offered, question_of
from core.errors import SettingsError
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.prompt import Prompt
from core.extract.model.protocol import STOP
from core.extract.model.store import ReplyStore, StoredReply
from core.ids import normalised_fact_text
from core.ledger.fold import Decider
from core.model import Candidate, Claim, Verdict
from core.settings import Settings

REPLAY = "replay"
_ALONE = Verdict("ADD", None, "It can meet none of the notes offered.")
_KIND = "decision"
OPEN = Verdict(
    "ADD",
    None,
    "The model has not been heard about this fact; it is added until an answer comes.",
    defaulted=True,
    attempts=0,
)


@dataclass(frozen=True)
class ModelDecider:
    """Deciding by a model, or by its stored replies alone: what would be asked and how; no connection.

    By itself it has no answers: where one is needed its verdict is ``OPEN``, which the next run that can ask
    decides again.
    """

    name: str
    ask: AskPolicy
    run: RunPolicy = field(default_factory=RunPolicy)
    prompt: Prompt = field(default_factory=load_prompt)
    questions_per_call: int = 8
    on_failure: str = "add"  # or "stop": whether a run commits while facts wait for an answer
    least_score: float = 0.0  # of the notes that are shown, but for those on the fact's own subject

    @cached_property
    def version(self) -> str:
        """All that its answers depend on, as ``name=value`` pairs."""
        parts = {
            "model": self.ask.model,
            "prompt": self.prompt.version,
            "schema": SCHEMA_VERSION,
            **self.ask.parameters,
            "least_score": self.least_score,
        }
        return " ".join(f"{name}={value}" for name, value in parts.items())

    def decide(self, fact: Claim, candidates: Sequence[Candidate]) -> Verdict:
        """Return what needs no model, else ``OPEN``."""
        return self.settled(fact, candidates) or OPEN

    def settled(self, fact: Claim, candidates: Sequence[Candidate]) -> Verdict | None:
        """Return the verdict that no answer could make another, or None when a model must be asked."""
        notes = self.offered(fact, candidates)
        if not notes:
            return _ALONE
        said = normalised_fact_text(fact.text)
        for note in notes:
            if normalised_fact_text(note.text) == said and is_allowed(fact, note, "NOOP"):
                return Verdict("NOOP", note.id, "The note says it word for word.")
        return None

    def question(self, fact: Claim, candidates: Sequence[Candidate]) -> Question:
        """Return what a model would be asked about a fact."""
        return question_of(fact, self.offered(fact, candidates), self.ask, self.prompt.version)

    def offered(self, fact: Claim, candidates: Sequence[Candidate]) -> list[Claim]:
        """Return the notes that a model would be shown with a fact, in the order of their numbers."""
        return offered(fact, candidates, self.least_score)

    def keep(self, store: ReplyStore, key: str, answer: Answer) -> None:
        """Store the answer to a question; its tokens were counted with the reply that it came in."""
        text = json.dumps(answer.as_json(), ensure_ascii=False, sort_keys=True)
        prompt = self.prompt
        store.put(key, StoredReply(text, STOP, 0, 0, self.ask.model, _KIND, prompt.version, prompt.raw_hash))


def model_decider(name: str, settings: Settings) -> ModelDecider:
    """Return the decider that asks the model of the settings; ``replay`` makes no call.

    Raises:
        SettingsError: the settings name no model, or numbers that cannot go together.
    """
    extract, calls, reconcile = settings.extract, settings.calls, settings.reconcile
    model = reconcile.model or extract.model
    if not model:
        raise SettingsError(
            f"reconcile.model: decider {name!r} needs a model. Name it as provider/model, such as openai/gpt-4.1-mini, "
            "here or as extract.model."
        )
    ask = AskPolicy(
        model=model,
        mode=extract.mode,
        max_calls=0 if name == REPLAY else extract.max_calls,
        max_output_tokens=extract.max_output_tokens,
        context_tokens=extract.context_tokens,
        temperature=None if extract.temperature == "model" else extract.temperature,
        timeout_seconds=calls.timeout_seconds,
        budget_seconds=calls.budget_seconds,
    )
    run = RunPolicy(
        concurrency=calls.concurrency,
        requests_per_minute=calls.requests_per_minute or None,
        tokens_per_minute=calls.tokens_per_minute or None,
        breaker_window=calls.breaker_window,
        breaker_rate=calls.breaker_rate,
    )
    return ModelDecider(
        name,
        ask,
        run,
        questions_per_call=reconcile.questions_per_call,
        on_failure=reconcile.on_failure,
        least_score=reconcile.least_score,
    )


class Speculation:
    """A decider for one pass of the fold: known answers where there are any, guesses elsewhere.

    A pass that meets no open question is exact: each of its verdicts is an answer. Otherwise its result
    is thrown away, and ``open`` holds what must be asked before the next pass.
    """

    def __init__(self, decider: ModelDecider, store: ReplyStore, guess: Decider) -> None:
        """Prepare; nothing is read yet."""
        self.name, self.version = decider.name, decider.version
        self.open: dict[str, Question] = {}  # met in this pass, in order
        self.used: set[str] = set()  # keys of the answers that this pass rests on
        self.unanswered: set[str] = set()  # keys of the questions of this pass that nobody answers
        self.closed = False  # whether nobody will be asked any more
        self._decider, self._store, self._guess = decider, store, guess
        self._answers: dict[str, Answer | None] = {}  # None: the store has none
        self._given_up: set[str] = set()  # asked in vain

    def begin(self) -> None:
        """Begin a pass."""
        self.open.clear()
        self.used.clear()
        self.unanswered.clear()

    def decide(self, fact: Claim, candidates: Sequence[Candidate]) -> Verdict:
        """Return the answer to the question; a guess, and the question is open; or ``OPEN`` when nobody answers."""
        settled = self._decider.settled(fact, candidates)
        if settled is not None:
            return settled
        question = self._decider.question(fact, candidates)
        answer = self._known(question)
        if answer is not None:
            self.used.add(question.key)
            return verdict_of(answer, self._decider.offered(fact, candidates))
        if self.closed or question.key in self._given_up:
            self.unanswered.add(question.key)
            return OPEN
        self.open[question.key] = question
        return self._guess.decide(fact, candidates)

    def learn(self, key: str, answer: Answer | None) -> None:
        """Take in an answer and store it; None: there came none, and none will in this run."""
        if answer is None:
            self._given_up.add(key)
            return
        self._answers[key] = answer
        self._decider.keep(self._store, key, answer)

    def _known(self, question: Question) -> Answer | None:
        if question.key not in self._answers:
            stored = self._store.get(question.key)
            self._answers[question.key] = None if stored is None else stored_answer(stored.text, question.n_notes)
        return self._answers[question.key]


def verdict_of(answer: Answer, notes: Sequence[Claim]) -> Verdict:
    """Return an answer as a verdict on the notes that are offered now."""
    said = replace(OPEN, reply_key=answer.reply_key, attempts=answer.attempts)
    if answer.failure:
        return replace(said, reason=f"No decision of the model can be used ({answer.failure}), so the fact is added.")
    target = None if answer.target is None else notes[answer.target - 1].id
    reason = answer.reason or "The model gives no reason."
    return replace(
        said, operation=answer.operation, target_note_id=target, reason=reason, text=answer.text, defaulted=False
    )

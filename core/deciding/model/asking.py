"""Asking a model about some questions in one call: good answers are kept, bad ones asked for once more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.deciding.model.contract import Answer, DecisionReply, failed
from core.deciding.model.prompt import first_messages
from core.deciding.model.question import Question, call_key
from core.deciding.model.reading import Heard, hear
from core.extract.model.calling import Caller, Engine
from core.extract.model.keys import follow_up_key
from core.extract.model.policy import AskPolicy
from core.extract.model.prompt import Prompt, repair_messages
from core.extract.model.protocol import (
    InputTooLongError,
    ModelReply,
    ModelRequest,
    ProviderError,
    RefusalError,
)
from core.extract.model.requests import request_under, tokens_of
from core.model import Extraction, Usage

DECIDED, FAILED_CONTRACT, FAILED_PROVIDER, REFUSED = "decided", "failed_contract", "failed_provider", "refused"


@dataclass
class Asked:
    """How the asking of some questions ended: answers by question key; those without one stay open."""

    answers: dict[str, Answer] = field(default_factory=dict)
    outcome: str = DECIDED
    reason: str | None = None
    calls: int = 0
    hits: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def add(self, other: "Asked") -> None:
        """Count another one in; the worse outcome stays."""
        self.answers |= other.answers
        if other.outcome != DECIDED:
            self.outcome, self.reason = other.outcome, other.reason
        self.calls += other.calls
        self.hits += other.hits
        self.input_tokens += other.input_tokens
        self.output_tokens += other.output_tokens

    def summed(self, engine: Engine) -> Extraction:
        """Return it in the form in which a run counts what it asked."""
        model = engine.policy.model
        usage = Usage(
            model=model,
            prompt_version=engine.prompt.version,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cost=engine.price(model, self.input_tokens, self.output_tokens),
            cached=bool(self.hits) and not self.calls,
        )
        return Extraction(self.outcome, reason=self.reason, attempts=self.calls, usage=usage)


def request_of(group: Sequence[Question], policy: AskPolicy, prompt: Prompt) -> ModelRequest:
    """Return the call that puts a group of questions."""
    return request_under(policy, call_key(group), first_messages(group, prompt), DecisionReply)


async def ask_group(engine: Engine, group: Sequence[Question]) -> Asked:
    """Return the answers to a group of questions; never raises for what the model or its provider says.

    A question gets the model's answer, or after one more try ``failed``; when no reply came, none.
    A group that the provider refuses, or that is too long, is asked one by one. At most
    ``max_calls`` calls a group, and then as many for each of its questions if it falls apart.
    """
    caller = Caller(engine)
    try:
        asked = await _discussed(engine, group, caller)
    except (RefusalError, InputTooLongError) as declined:
        if len(group) > 1:
            asked = Asked()
            for question in group:
                asked.add(await ask_group(engine, [question]))
        else:
            asked = _declined(group[0], declined)
    except ProviderError as failure:
        asked = Asked(outcome=FAILED_PROVIDER, reason=f"{failure.kind}: {failure}")
    spent = Asked({}, DECIDED, None, caller.calls, caller.hits, caller.input_tokens, caller.output_tokens)
    asked.add(spent)
    return asked


def _declined(question: Question, declined: ProviderError) -> Asked:
    """The end of a question that is refused, or too long for the model: asking again changes nothing."""
    answer = failed(f"{declined.kind}: {declined}"[:200], call_key([question]), 1)
    outcome = REFUSED if isinstance(declined, RefusalError) else FAILED_CONTRACT
    return Asked({question.key: answer}, outcome, answer.failure)


async def _discussed(engine: Engine, group: Sequence[Question], caller: Caller) -> Asked:
    request = request_of(group, engine.policy, engine.prompt)
    asked = dict(enumerate(group, start=1))
    reply = await caller.reply(request)
    heard = hear(reply.text, asked, request.key, 1, engine.prompt.example_names)
    answers = dict(heard.answers)
    outcome, reason = DECIDED, None
    if heard.problems:
        again = _again(request, reply, heard, engine.prompt)
        bad = {number: asked[number] for number in heard.problems}
        try:
            second = await caller.reply(again)
        except (RefusalError, InputTooLongError) as declined:
            answers |= _given_up(heard.problems, request.key, 1)
            reason = f"{declined.kind}: {declined}"
        except ProviderError as failure:
            outcome, reason = FAILED_PROVIDER, f"{failure.kind}: {failure}"  # the bad ones stay open
        else:
            mended = hear(second.text, bad, again.key, 2, engine.prompt.example_names)
            answers |= mended.answers
            answers |= _given_up(mended.problems, again.key, 2)
            reason = "; ".join(mended.problems.values()) or None
    if outcome == DECIDED and all(answer.failure for answer in answers.values()):
        outcome = FAILED_CONTRACT
    return Asked({asked[number].key: answer for number, answer in answers.items()}, outcome, reason)


def _given_up(problems: Mapping[int, str], reply_key: str, attempts: int) -> dict[int, Answer]:
    return {number: failed(_bare(problem), reply_key, attempts) for number, problem in problems.items()}


def _bare(problem: str) -> str:
    """The problem without the number that its fact had in the call."""
    return problem.partition(": ")[2]


def _again(request: ModelRequest, reply: ModelReply, heard: Heard, prompt: Prompt) -> ModelRequest:
    """Return the one re-ask: the reply, and what is wrong with it."""
    problems = list(heard.problems.values())
    kind = "items" if heard.answers else "invalid" if reply.text.strip() else "empty"
    messages = repair_messages(request.messages, reply.text, problems, prompt, kind)
    return replace(
        request,
        key=follow_up_key(request.key, "repair", reply.text),
        messages=messages,
        input_tokens=tokens_of(messages),
        kind="repair",
    )

"""Which questions share a call: such that no two offer the same note, and that fit the model together."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.deciding.model.decider import ModelDecider
from core.deciding.model.question import Question
from core.extract.model.requests import estimate_tokens

_OPEN_GROUPS = 32  # how many a question may still join, so that the work stays linear
_TOKENS_PER_CLAIM = 60  # its mark: numbers, dates, code
TOKENS_PER_DECISION = 80  # of a reply, besides a merged text


@dataclass
class _Group:
    questions: list[Question] = field(default_factory=list)
    notes: set[str] = field(default_factory=set)
    tokens_in: int = 0
    tokens_out: int = 0


def grouped(questions: Iterable[Question], decider: ModelDecider) -> list[tuple[Question, ...]]:
    """Return the questions in groups of at most ``questions_per_call``, in the order of their first ones.

    Two facts that are offered the same note are asked about apart: neither answer may lean on the other.
    A question too long for the model is a group of its own.
    """
    policy = decider.ask
    room_in = policy.context_tokens - policy.max_output_tokens - estimate_tokens(decider.prompt.system[False])
    groups: list[_Group] = []
    joinable: list[_Group] = []
    for question in questions:
        tokens_in, tokens_out = _sizes(question)
        notes = set(question.texts[1:])
        for group in joinable:
            if (
                notes.isdisjoint(group.notes)
                and group.tokens_in + tokens_in <= room_in
                and group.tokens_out + tokens_out <= policy.max_output_tokens
            ):
                break
        else:
            group = _Group()
            groups.append(group)
            joinable = [*joinable[-(_OPEN_GROUPS - 1) :], group]
        group.questions.append(question)
        group.notes |= notes
        group.tokens_in += tokens_in
        group.tokens_out += tokens_out
        if len(group.questions) >= decider.questions_per_call:
            joinable.remove(group)
    return [tuple(group.questions) for group in groups]


def _sizes(question: Question) -> tuple[int, int]:
    """Return about how many tokens a question is, and its answer at most."""
    tokens = [estimate_tokens(text) for text in question.texts]
    return sum(tokens) + _TOKENS_PER_CLAIM * len(tokens), TOKENS_PER_DECISION + tokens[0] + max(tokens)

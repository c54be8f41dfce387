"""What a run would ask a model: which chunks, why, how many calls and tokens, and what they would cost."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.extract.model.asking import ask
from core.extract.model.calling import Engine
from core.extract.model.protocol import ModelRequest
from core.extract.model.requests import estimate_tokens
from core.planning.prices import BATCH_SHARE, Price
from core.stages.extracting import ASKED_AGAIN, Question, quarantined
from core.stages.model_extractor import ModelExtraction, parts_of

NEW, CHANGED, PROMPT, MODEL, SCHEMA = "new", "changed", "prompt", "model", "schema"
PARAMETERS, SHOWN, FAILED = "parameters", "shown otherwise", "failed before"
REASONS = (NEW, CHANGED, PROMPT, MODEL, SCHEMA, PARAMETERS, SHOWN, FAILED)
# Tokens of a reply per token of the text it is about, for a model that the lake knows nothing of: each
# fact repeats its passage twice (statement and quote), and about two passages in five hold one.
REPLY_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Asked:
    """One chunk that a run would ask about; tokens are estimates of one call for each open question."""

    day: str
    path: str
    chunk_id: str
    reply_key: str
    why: str
    requests: tuple[ModelRequest, ...]  # the open ones; several when the chunk does not fit the model
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True)
class Before:
    """What earlier runs found: outcome rows by chunk, and the reports and revisions that have any."""

    outcomes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    reports: frozenset[str] = frozenset()

    @property
    def reply_tokens(self) -> Mapping[str, float]:
        """Mean tokens of a reply, by model, over the calls that the lake knows."""
        tokens, calls = Counter[str](), Counter[str]()
        for row in self.outcomes.values():
            if row["model"] and row["output_tokens"]:
                tokens[row["model"]] += row["output_tokens"]
                calls[row["model"]] += max(1, row["attempts"])  # replies of a batch were no call
        return {model: tokens[model] / calls[model] for model in tokens if calls[model]}


def reason_of(question: Question, extractor: ModelExtraction, before: Before) -> str:
    """Return the first reason for which an earlier answer cannot serve; ``new`` when there is none."""
    row = before.outcomes.get(question.chunk.chunk_id)
    if row is None:
        return CHANGED if question.report_id in before.reports else NEW
    if row["outcome"] in ASKED_AGAIN and row["reply_key"] == question.reply_key:
        return FAILED
    earlier, now = parts_of(row["extractor_version"]), parts_of(extractor.version)
    for name in ("model", "prompt", "schema"):
        if earlier.get(name) != now[name]:
            return MODEL if "model" not in earlier else name
    return PARAMETERS if earlier != now else SHOWN


@dataclass
class Plan:
    """What a run would do about extraction."""

    extractor: str
    model: str | None = None  # None: no model is asked
    asked: list[Asked] = field(default_factory=list)
    answered: int = 0  # chunks whose answer is known: from their tables, or from stored replies
    read: int = 0  # chunks that an extractor without a model would read
    max_calls: int = 1

    @property
    def reasons(self) -> Counter[str]:
        """Chunks by reason."""
        return Counter(one.why for one in self.asked)

    @property
    def calls(self) -> int:
        """Calls when every one succeeds."""
        return sum(len(one.requests) for one in self.asked)

    @property
    def tokens(self) -> tuple[int, int]:
        """Estimated tokens in and out when every call succeeds."""
        return sum(one.input_tokens for one in self.asked), sum(one.output_tokens for one in self.asked)

    def cost(self, price: Price | None) -> float | None:
        """Return the estimated cost; None when there are calls and no price is known."""
        if not self.asked:
            return 0.0
        return None if price is None else price.of(*self.tokens)

    def batch_cost(self, price: Price | None) -> float | None:
        """Return the estimated cost when a provider's batch interface answers."""
        cost = self.cost(price)
        return None if cost is None else cost * BATCH_SHARE

    def most(self, price: Price | None) -> float | None:
        """Return what it would cost if each chunk used all its calls and every reply all its room."""
        if not self.asked:
            return 0.0
        if price is None:
            return None
        rooms = sum(request.max_output_tokens for one in self.asked for request in one.requests)
        return self.max_calls * price.of(self.tokens[0], rooms)


async def open_questions(
    engine: Engine, extractor: ModelExtraction, questions: Iterable[tuple[str, str, Question]], before: Before
) -> tuple[list[Asked], int]:
    """Return the questions that stored replies do not answer, and the number of those that they do.

    Each is put to the engine with no call allowed, so that its own rules say what is answered.

    Args:
        engine: how a run would ask; its provider is not used.
        extractor: what is asked.
        questions: (day, path of the report, question) of every chunk that a run would take up.
        before: what earlier runs found.
    """
    offline = replace(engine, policy=replace(engine.policy, max_calls=0))
    found: list[Asked] = []
    answered = 0
    means = before.reply_tokens
    for day, path, question in questions:
        requests = () if quarantined(question.chunk) else tuple(extractor.requests(question.chunk))
        if not requests or question.reply_key is None:
            answered += 1
            continue
        outcome = (await ask(offline, question.chunk)).outcome
        if outcome not in ASKED_AGAIN:
            answered += 1
            continue
        missing = tuple(request for request in requests if engine.store.get(request.key) is None) or requests
        reply = means.get(engine.policy.model)
        found.append(
            Asked(
                day=day,
                path=path,
                chunk_id=question.chunk.chunk_id,
                reply_key=question.reply_key,
                why=reason_of(question, extractor, before),
                requests=missing,
                input_tokens=sum(request.input_tokens for request in missing),
                output_tokens=_reply_tokens(question, missing, reply),
            )
        )
    return found, answered


def _reply_tokens(question: Question, requests: Sequence[ModelRequest], mean: float | None) -> int:
    """Return about how many tokens the replies will be: as those before, else in proportion to the text."""
    room = sum(request.max_output_tokens for request in requests)
    expected = len(requests) * mean if mean is not None else REPLY_SHARE * estimate_tokens(question.chunk.text)
    return min(room, round(expected))

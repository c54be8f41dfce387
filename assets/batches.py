"""Extraction by batches: what has come is collected first, what is open is handed in, and no call is made for it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from assets.context import Batch, Model
from core.contracts.tables import CHUNK_OUTCOMES
from core.extract.model.calling import Engine
from core.extract.model.running import RunSummary
from core.lake.batches import BatchRecord
from core.model import Extraction
from core.planning.batch_service import BatchState
from core.planning.batch_shards import OpenRequest
from core.planning.batching import Batching
from core.planning.prices import BATCH_SHARE
from core.stages.asking import ask_all
from core.stages.extracting import ASKED_AGAIN, WAITING, Question, quarantined
from core.stages.model_extractor import ModelExtraction

NOT_HANDED_IN = "batch: not handed in: "
OnAnswer = Callable[[Question, Extraction], None]


def requests_of(extractor: ModelExtraction, questions: Iterable[tuple[str, Question]]) -> Iterator[OpenRequest]:
    """Yield every first question of some (day, question) that a model may be shown."""
    for day, asked in questions:
        if not quarantined(asked.chunk):
            for request in extractor.requests(asked.chunk):
                yield OpenRequest(request, asked.chunk.chunk_id, day)


def ended_line(record: BatchRecord) -> str:
    """Return what became of a batch, as a sentence."""
    kept = record.kept + record.known
    line = f"batch {record.name} ({record.batch_id or 'no id'}): {record.word}, {kept} replies kept"
    if record.bad:
        line += f", {len(record.bad)} bad, asked at once"
    if record.unanswered:
        line += f", {len(record.unanswered)} without an answer, open again"
    return line + (f"; {'; '.join(record.named[:3])}" if record.named else "")


def state_line(record: BatchRecord, state: BatchState | None, problem: str = "") -> str:
    """Return how far a batch is, as a sentence."""
    since = f"{len(record.keys)} questions, handed in {record.intended_at[:16]}Z at {record.where}"
    head = f"batch {record.name} ({record.batch_id or 'perhaps not handed in'}, {since})"
    if state is None:
        return f"{head}: cannot be asked about ({problem})" if problem else f"{head}: not to be asked about here"
    detail = f"; {state.detail}" if state.detail else ""
    return f"{head}: {state.word}, {state.done} of {state.total} done{detail}"


@dataclass
class Held:
    """What a run knows of batches: which questions it does not ask, and which replies it has to count.

    A reply of a batch is counted once, at the batch price, in the row of the chunk that it was asked
    for, when that row first has it.
    """

    extractor: ModelExtraction
    engine: Engine
    pending: dict[str, str]  # key → batch
    tried: set[str]  # keys of questions that are asked at once
    is_handing_in: bool
    problem: str = ""  # why something was not handed in
    asked_for: dict[str, str] = field(default_factory=dict)  # key that a batch has answered → chunk
    counted: set[tuple[str, str]] = field(default_factory=set)  # (chunk, reply key) of rows that have their reply
    waiting: Counter[str] = field(default_factory=Counter)  # batch → chunks
    spent: Counter[str] = field(default_factory=Counter)
    cost: float = 0.0

    def rest(self, questions: Iterable[Question], on_answer: OnAnswer) -> Iterator[Question]:
        """Yield the questions that may be asked at once; the others end as waiting."""
        for asked in questions:
            reason = self.reason(asked)
            if reason is None:
                yield asked
                continue
            if reason.startswith(WAITING):
                self.waiting.update(reason.removeprefix(WAITING).split(", "))
            on_answer(asked, Extraction("failed_provider", reason=reason, attempts=0))

    def reason(self, asked: Question) -> str | None:
        """Return why a question is not asked now; None when it may be, or has its replies."""
        missing = [key for key in self._keys(asked) if key not in self.tried and self.engine.store.get(key) is None]
        names = sorted({self.pending[key] for key in missing if key in self.pending})
        if names:
            return WAITING + ", ".join(names)
        return NOT_HANDED_IN + self.problem if missing and self.is_handing_in else None

    def counting(self, on_answer: OnAnswer) -> OnAnswer:
        """Return what takes an answer and hands it on with the cost of the replies that came by batch."""
        return lambda asked, found: on_answer(asked, self.priced(asked, found))

    def priced(self, asked: Question, found: Extraction) -> Extraction:
        """Return an extraction with the tokens and the cost of the replies that came by batch."""
        chunk, usage = asked.chunk.chunk_id, found.usage
        if usage is None or not self.asked_for or (chunk, asked.reply_key or "") in self.counted:
            return found
        own = [key for key in self._keys(asked) if self.asked_for.get(key) == chunk]
        replies = [reply for key in own if (reply := self.engine.store.get(key)) is not None]
        tokens = [sum(one.input_tokens for one in replies), sum(one.output_tokens for one in replies)]
        cost = BATCH_SHARE * self.engine.price(usage.model, *tokens)
        self.spent.update(model_input_tokens=tokens[0], model_output_tokens=tokens[1])
        self.cost += cost
        more = replace(
            usage,
            input_tokens=usage.input_tokens + tokens[0],
            output_tokens=usage.output_tokens + tokens[1],
            cost=usage.cost + cost,
        )
        return replace(found, usage=more)

    def _keys(self, asked: Question) -> list[str]:
        """The keys of a chunk's first questions: nearly always one, and then it is the chunk's own."""
        own = asked.reply_key
        if own is None:
            return []
        if own in self.pending or own in self.asked_for or own in self.tried or self.engine.store.get(own) is not None:
            return [own]
        return [request.key for request in self.extractor.requests(asked.chunk)]


def held_of(
    batch: Batch, extractor: ModelExtraction, days: Sequence[str], open_now: Iterable[tuple[str, Question]]
) -> Held | None:
    """Collect the batches that are over, hand open questions in when the settings say so; None without any batch.

    Args:
        batch: the run.
        extractor: what would be asked.
        days: of the run.
        open_now: (day, question) of every chunk that the run takes up; read when something is handed in.

    Raises:
        SettingsError: there is a batch, or a question for one, and no way to the provider.
    """
    model = batch.model
    if model is None or (batching := model.batching) is None:
        return None
    is_handing_in = batch.settings.calls.batch == "provider"
    if not is_handing_in and next(batching.records.records(), None) is None:
        return None
    engine, checked = batch.engine(), RunSummary()
    problem = _collected(batch, batching, engine)
    if is_handing_in and problem is None:
        questions = requests_of(extractor, open_now)
        done = batching.hand_in(engine, questions, model.max_cost, lambda: _canary_problem(model, extractor, checked))
        problem = done.problem
        batch.batches += [
            f"batch {one.name} ({one.batch_id}): {len(one.keys)} questions handed in" for one in done.batches
        ]
    if problem:
        batch.batches.append(f"not everything was handed in: {problem}")
    ended = [one for one in batching.records.records() if not one.is_live]
    held = Held(
        extractor,
        engine,
        pending=batching.pending(surely=is_handing_in),
        tried=batching.answered_badly(),
        is_handing_in=is_handing_in,
        problem=problem or "it came up only now",
        asked_for={key: chunk for one in ended for key, chunk in one.answered().items()},
        spent=Counter(
            model_calls=checked.calls,
            model_input_tokens=checked.input_tokens,
            model_output_tokens=checked.output_tokens,
        ),
        cost=checked.cost,
    )
    if held.asked_for:
        held.counted = _counted(batch, days)
    return held


def _collected(batch: Batch, batching: Batching, engine: Engine) -> str | None:
    """Collect; return why nothing may be handed in now: a batch that failed as a whole would fail again at once."""
    done = batching.collect(engine)
    batch.batches += [ended_line(one) for one in done.batches]
    batch.batches += [f"batch {name}: cannot be asked about ({problem})" for name, problem in done.problems.items()]
    failed = [one for one in done.batches if one.word == "failed"]
    return f"batch {failed[0].name} has failed as a whole; the next run hands in again" if failed else None


def _canary_problem(model: Model, extractor: ModelExtraction, spent: RunSummary) -> str | None:
    """Ask the canaries, when there are any, and say what they cost; return why the model is not fit to be asked."""
    if not model.canaries:
        return None
    found = asyncio.run(ask_all(model.engine(), [], extractor.run, lambda _, __: None, model.canaries))
    spent.calls, spent.cost = found.calls, found.cost
    spent.input_tokens, spent.output_tokens = found.input_tokens, found.output_tokens
    return found.stopped


def _counted(batch: Batch, days: Sequence[str]) -> set[tuple[str, str]]:
    """The chunks whose row has a reply already, with its key."""
    columns = ["chunk_id", "reply_key", "outcome"]
    rows = batch.lake.read_all(CHUNK_OUTCOMES, days).select(columns).rows()
    return {(chunk, key) for chunk, key, outcome in rows if outcome not in ASKED_AGAIN}


def told(batch: Batch, held: Held) -> None:
    """Add what came of batches to the sums and the words of a run."""
    batch.tally.update(held.spent)
    batch.cost += held.cost
    batch.batches += [f"{count} chunks wait for batch {name}" for name, count in sorted(held.waiting.items())]

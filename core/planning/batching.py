"""Handing open questions in as batches at half price, and collecting what became of them.

A batch gives every question one chance. A question whose answer nobody can use, and the repairs
and continuations that a reply needs, are asked at once by the run that collects, as they are few;
a question that the batch never came to (expired, cancelled, lost) is open again for the next batch.

Under the lock of the lake's batches a question is handed in at most once, whoever asks. The record
of a batch is written before it is handed in, under a name that follows from its questions and that
the provider keeps with the batch: when a run dies in between, the next one asks the provider for
that name before it hands anything in.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain

from core.extract.model.calling import Engine
from core.extract.model.protocol import BadRequestError, ProviderError
from core.ids import content_id
from core.lake.batches import ENDED, INTENDED, WAITING, BatchRecord, LakeBatches, instant
from core.planning.batch_files import import_replies
from core.planning.batch_service import BatchService, BatchState
from core.planning.batch_shards import BatchLimits, Budget, OpenRequest, Shard, open_ones, shards_of

LOST = "lost"
_NAMED = 20  # bad lines that a record tells in words
_GONE = BatchState("unknown", ended=True)  # the provider knows no such batch


@dataclass
class HandedIn:
    """What handing in came to. ``problem`` is why not everything was handed in."""

    batches: list[BatchRecord] = field(default_factory=list)
    problem: str | None = None


@dataclass
class Collected:
    """The batches that are over now, and why others could not be asked about, by name."""

    batches: list[BatchRecord] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)


def _willing() -> str | None:
    return None


@dataclass
class Batching:
    """The batches of one lake at one provider.

    Args:
        records: what the lake knows of them.
        where: the provider and its address; a batch of another place only waits, and is given up in time.
        connect: makes the way to the provider; called when there is something to say.
        now: the present instant.
        limits: how large a batch may be, and how long it may take.
    """

    records: LakeBatches
    where: str
    connect: Callable[[], BatchService]
    now: Callable[[], datetime]
    limits: BatchLimits = field(default_factory=BatchLimits)

    def pending(self, *, surely: bool = False) -> dict[str, str]:
        """Return the batch that each question waits for, by key; ``surely``: that the provider is known to have."""
        live = self.records.live()
        return {key: one.name for one in live if one.state == WAITING or not surely for key in one.keys}

    def answered_badly(self) -> set[str]:
        """Return the questions that had their chance in a batch, and are asked at once from now on."""
        return {key for one in self.records.records() for key in one.bad}

    def states(self) -> list[tuple[BatchRecord, BatchState | None, str]]:
        """Return every live batch with what the provider says of it, or None and why it cannot be asked.

        Nothing is written.

        Raises:
            SettingsError: there is no way to the provider; the message says which setting to mend.
        """
        if not self.records.live():
            return []
        found: list[tuple[BatchRecord, BatchState | None, str]] = []
        with self._service() as service:
            for one in self.records.live():
                try:
                    found.append((one, self._state(service, one), ""))
                except ProviderError as error:
                    found.append((one, None, str(error)))
        return found

    def is_over(self, record: BatchRecord, state: BatchState | None) -> bool:
        """Whether a run would collect a batch, or give it up."""
        return (state is not None and state.ended) or self._is_late(record)

    def hand_in(
        self,
        engine: Engine,
        questions: Iterable[OpenRequest],
        max_cost: float | None = None,
        checked: Callable[[], str | None] = _willing,
    ) -> HandedIn:
        """Hand in every question that no stored reply answers, that waits for no batch and had no chance yet.

        Args:
            engine: whose store knows the replies; nothing is asked of its provider.
            questions: read as needed, and no further than the cost allows.
            max_cost: nothing is handed in by which the batches could come to cost more.
            checked: called before anything is handed in; says why nothing may be.

        Raises:
            SettingsError: there is no way to the provider.
        """
        done = HandedIn()
        with self.records.locked():
            try:
                self._heal()
                known = {*self.pending(), *self.answered_badly()}
                todo = open_ones(engine.store, questions, known)
                first = next(todo, None)
                if first is None or (problem := checked()) is not None:
                    return HandedIn(problem=None if first is None else problem)
                self._hand_in(engine, chain([first], todo), Budget(engine, max_cost), done)
            except ProviderError as error:
                done.problem = str(error)
        return done

    def collect(self, engine: Engine) -> Collected:
        """Put the replies of batches that are over into the store.

        A batch that takes longer than the limit is cancelled, and what it answered by then is kept.
        When the provider cannot be asked, its batches wait on.

        Raises:
            SettingsError: there is no way to the provider.
        """
        done = Collected()
        if not self.records.live():
            return done
        with self.records.locked(), self._service() as service:
            for record in self.records.live():
                try:
                    ended = self._collected(engine, service, record)
                except ProviderError as error:
                    done.problems[record.name] = str(error)
                else:
                    done.batches += [ended] if ended is not None else []
        return done

    def cancel(self) -> list[tuple[BatchRecord, str]]:
        """Ask the provider to stop every live batch; return each with what went wrong, or an empty string.

        Raises:
            SettingsError: there is no way to the provider.
        """
        done: list[tuple[BatchRecord, str]] = []
        if not self.records.live():
            return done
        with self._service() as service:
            for record in self.records.live():
                try:
                    if record.batch_id and record.where == self.where:
                        service.cancel(record.batch_id)
                        done.append((record, ""))
                    else:
                        done.append((record, f"not to be told from here ({record.where}, {record.state})"))
                except ProviderError as error:
                    done.append((record, str(error)))
        return done

    @contextmanager
    def _service(self) -> Iterator[BatchService]:
        service = self.connect()
        try:
            yield service
        finally:
            service.close()

    def _heal(self) -> None:
        """Find out of every batch that was about to be handed in whether it was."""
        intended = [one for one in self.records.live() if one.state == INTENDED and one.where == self.where]
        if intended:
            with self._service() as service:
                for one in intended:
                    self._found(service, one)

    def _found(self, service: BatchService, record: BatchRecord) -> BatchRecord | None:
        """Return the record of a batch that was about to be handed in with the provider's id, or forget it."""
        try:
            batch_id = service.find(record.name, instant(record.intended_at))
        except BadRequestError:  # it keeps no list
            batch_id = None
        if batch_id is None:
            self.records.forget(record)
            return None
        found = replace(record, state=WAITING, batch_id=batch_id)
        self.records.write(found)
        return found

    def _hand_in(self, engine: Engine, questions: Iterable[OpenRequest], budget: Budget, done: HandedIn) -> None:
        with self._service() as service:
            try:
                for shard in shards_of(service, questions, budget, self.limits, self.records.spool):
                    done.batches.append(self._sent(engine, service, shard))
            finally:
                self.records.spool.unlink(missing_ok=True)
        done.problem = budget.problem

    def _sent(self, engine: Engine, service: BatchService, shard: Shard) -> BatchRecord:
        """Hand in one file: write down, hand in, write down."""
        keys = dict(sorted(shard.keys.items()))
        times = sum(1 for one in self.records.records() if one.keys.keys() == keys.keys())
        name = content_id("bat_", self.where, engine.policy.model, str(times), *keys)
        record = BatchRecord(
            name=name,
            state=INTENDED,
            where=self.where,
            model=engine.policy.model,
            prompt_version=engine.prompt.version,
            prompt_hash=engine.prompt.raw_hash,
            intended_at=self.now().isoformat(),
            keys=keys,
            days=tuple(sorted(shard.days)),
        )
        self.records.write(record)
        record = replace(record, state=WAITING, batch_id=service.submit(name, shard.path))
        self.records.write(record)
        return record

    def _is_late(self, record: BatchRecord) -> bool:
        return self.now() - instant(record.intended_at) > timedelta(hours=self.limits.hours)

    def _state(self, service: BatchService, record: BatchRecord) -> BatchState | None:
        """Return how far the provider is; None when the batch is elsewhere or perhaps not handed in."""
        if record.where != self.where or record.state == INTENDED:
            return None
        try:
            return service.status(record.batch_id)
        except BadRequestError:
            if service.find(record.name, instant(record.intended_at)) is not None:
                raise  # it has the batch, whatever is wrong with the question
            return _GONE

    def _collected(self, engine: Engine, service: BatchService, record: BatchRecord) -> BatchRecord | None:
        """Collect one batch when it is over; None when it waits on."""
        late = self._is_late(record)
        if record.where != self.where:
            return self._closed(replace(record, unanswered=tuple(record.keys)), LOST) if late else None
        if record.state == INTENDED:
            found = self._found(service, record)
            if found is None:
                return None
            record = found
        state = self._state(service, record)
        if late and not (state is not None and state.ended):
            with suppress(BadRequestError):  # it may have ended just now
                service.cancel(record.batch_id)
            state = self._state(service, record)
        ended = state is not None and state.ended
        if not ended and not late:
            return None
        if state is not _GONE:
            record = _filled(engine, service, record)
        else:
            record = replace(record, unanswered=tuple(record.keys))
        word = state.word if state is not None and ended and state is not _GONE else LOST
        return self._closed(record, word, state.detail if state is not None else "")

    def _closed(self, record: BatchRecord, word: str, detail: str = "") -> BatchRecord:
        named = (detail, *record.named) if detail else record.named
        ended = replace(record, state=ENDED, ended_at=self.now().isoformat(), word=word, named=named)
        self.records.write(ended)
        return ended


def _filled(engine: Engine, service: BatchService, record: BatchRecord) -> BatchRecord:
    """Put the replies of a batch into the store, as given to the prompt that it was handed in with."""
    prompt = replace(engine.prompt, version=record.prompt_version, raw_hash=record.prompt_hash)
    asked = replace(engine, prompt=prompt, policy=replace(engine.policy, model=record.model))
    done = asyncio.run(import_replies(asked, service.results(record.batch_id), {}, record.keys))
    return replace(
        record,
        kept=done.kept,
        known=done.known,
        unanswered=tuple(key for key in record.keys if key not in done.answered and key not in done.answered_badly),
        bad={key: reason for key, reason in sorted(done.answered_badly.items()) if key in record.keys},
        named=tuple(f"line {line}: {reason}" for line, reason in done.bad[:_NAMED]),
        input_tokens=done.input_tokens,
        output_tokens=done.output_tokens,
    )

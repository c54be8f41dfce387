"""Which open questions go into a batch together: each once, within the limits of size and money."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from core.extract.model.calling import Engine
from core.extract.model.protocol import ModelRequest
from core.extract.model.store import ReplyStore
from core.planning.batch_service import BatchService
from core.planning.prices import BATCH_SHARE


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """How large a batch may be, and how long it may take."""

    requests: int = 50_000
    size: int = 200_000_000  # bytes
    hours: float = 30.0


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """One question that may be handed in: for which chunk, of which day."""

    request: ModelRequest
    chunk_id: str
    day: str


@dataclass
class Budget:
    """What the batches handed in could come to cost, every reply at its full length."""

    engine: Engine
    most: float | None
    cost: float = 0.0
    problem: str | None = None

    def allows(self, request: ModelRequest) -> bool:
        """Whether one more question stays within it; from the first that does not, ``problem`` says so."""
        if self.most is None:
            return True
        model = self.engine.policy.model
        more = BATCH_SHARE * self.engine.price(model, request.input_tokens, request.max_output_tokens)
        if self.cost + more > self.most:
            self.problem = f"budget: with one question more the batches could cost more than max_cost {self.most:.4f}"
            return False
        self.cost += more
        return True


@dataclass
class Shard:
    """One file of lines."""

    path: Path
    keys: dict[str, str] = field(default_factory=dict)
    days: set[str] = field(default_factory=set)
    size: int = 0


def shards_of(
    service: BatchService, questions: Iterable[OpenRequest], budget: Budget, limits: BatchLimits, path: Path
) -> Iterator[Shard]:
    """Yield files of lines within the limits; each is whole, and there until the next is asked for."""
    source = (one for one in questions if budget.problem is None and budget.allows(one.request))
    left: list[tuple[OpenRequest, bytes]] = []
    while True:
        shard = Shard(path)
        with shard.path.open("wb") as file:
            for one, line in chain(left, ((one, service.line(one.request).encode() + b"\n") for one in source)):
                if shard.keys and (len(shard.keys) >= limits.requests or shard.size + len(line) > limits.size):
                    left = [(one, line)]
                    break
                shard.keys[one.request.key] = one.chunk_id
                shard.days.add(one.day)
                shard.size += file.write(line)
            else:
                left = []
        if shard.keys:
            yield shard
        if not left:
            return


def open_ones(store: ReplyStore, questions: Iterable[OpenRequest], known: set[str]) -> Iterator[OpenRequest]:
    """Yield each question once that no reply answers and that is not known."""
    seen = set(known)
    for one in questions:
        if one.request.key not in seen and store.get(one.request.key) is None:
            seen.add(one.request.key)
            yield one

"""The door through which a step works on a lake."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from assets.context import Batch
from assets.retrying import Attempted, at_work

_Done = TypeVar("_Done")
Days = Callable[[], Sequence[str]]  # asked for while erasures are kept off


@dataclass(frozen=True)
class Ended(Generic[_Done]):
    """What some work over days came to, and how long it took, in seconds."""

    done: _Done
    seconds: float


def over(context: Attempted, batch: Batch, days: Days, work: Callable[[Batch, Sequence[str]], _Done]) -> Ended[_Done]:
    """Work over some days; the one place in which a step reads reports and reads or writes tables.

    Erasures are kept off the lake meanwhile; so they are while it is found out which ``days`` there are.

    Raises:
        dg.RetryRequested: something passing happened to a run that nobody watches.
    """
    begun = time.perf_counter()
    with at_work(context, batch):
        done = work(batch, days())
    return Ended(done, round(time.perf_counter() - begun, 3))

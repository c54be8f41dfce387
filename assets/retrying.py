"""When a step is begun again by itself: after what passes by itself, and after nothing else.

A single call to a model waits and asks again inside its own budget (``core.extract.model.calling``). Here is what
outlasts that: a provider that is down, a disk or a lock that is busy. A broken contract, a wrong setting and an
error of ours would be the same again, so they fail at once.
"""

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import dagster as dg

from assets.context import Batch
from core.audit.reports import failed_chunks
from core.errors import FactledgerError
from core.extract.model.calling import jitter
from core.extract.model.protocol import (
    ModelTimeoutError,
    ProviderError,
    RateLimitedError,
    RefusedConnectionError,
    ServerFailureError,
)

RETRIES = 3
FIRST_SECONDS = 10.0  # before the first retry of a busy disk or lock; doubled each time
_PASSING = frozenset(
    {
        *(errno.EAGAIN, errno.EBUSY, errno.EINTR, errno.ETIMEDOUT, errno.ETXTBSY),  # held by somebody
        *(errno.ENOLCK, errno.EDEADLK, errno.EMFILE, errno.ENFILE, errno.ENOMEM),  # the machine has too much to do
        *(errno.ESTALE, errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ECONNRESET),  # the disk is behind a network
    }
)
_OUTAGES = (ModelTimeoutError, RateLimitedError, ServerFailureError, RefusedConnectionError)
_OUTAGE_KINDS = tuple(f"{error.kind}:" for error in _OUTAGES)  # how the reason of such a chunk begins


class Attempted(Protocol):
    """What a step knows of itself: Dagster's contexts of ops and assets do."""

    @property
    def retry_number(self) -> int:
        """How often it was begun before in this run."""

    @property
    def run(self) -> dg.DagsterRun:
        """The run that it is of."""


def is_passing(error: BaseException) -> bool:
    """Whether what was raised, or what it was raised from, can be over when the same is done again a little later."""
    at: BaseException | None = error
    while at is not None:
        if isinstance(at, ProviderError):
            return at.retried
        if isinstance(at, FactledgerError) and at.passes:
            return True
        if isinstance(at, OSError):
            return at.errno in _PASSING or isinstance(at, TimeoutError | ConnectionError)
        at = at.__cause__
    return False


def wait_seconds(first: float, retry_number: int, run_id: str) -> float:
    """Return how long a step waits before it is begun again: doubled each time, the last half of it by chance.

    The chance is that of the run's id, so that runs that failed together do not come back together.
    """
    return float(first * 2**retry_number * (0.5 + jitter(run_id, retry_number) / 2))


@contextmanager
def at_work(context: Attempted, batch: Batch) -> Iterator[None]:
    """Be at work on the lake inside a ``with`` block; what passes by itself has the step begun again later.

    Raises:
        dg.RetryRequested: something passing happened to a run that nobody watches.
    """
    try:
        with batch.at_work():
            yield
    except (OSError, FactledgerError) as error:
        if not batch.is_patient or not is_passing(error):
            raise
        raise dg.RetryRequested(
            RETRIES, wait_seconds(FIRST_SECONDS, context.retry_number, context.run.run_id)
        ) from error


def await_provider(context: Attempted, batch: Batch, days: Sequence[str]) -> None:
    """Have extraction begun again later, as often as the settings say, while a provider leaves chunks unanswered.

    Only those chunks are asked about again. After the last try the run goes on with what there is.

    Args:
        context: the step's.
        batch: the run.
        days: that were extracted.

    Raises:
        dg.RetryRequested: chunks are without an answer because the provider is down or slow.
    """
    calls = batch.settings.calls
    if not batch.is_patient or context.retry_number >= calls.outage_retries:
        return
    failed = [one for one in failed_chunks(batch.lake, days) if one.reason.startswith(_OUTAGE_KINDS)]
    if failed:
        seconds = wait_seconds(calls.outage_seconds, context.retry_number, context.run.run_id)
        cause = ServerFailureError(
            f"{len(failed)} chunks are without an answer ({failed[0].reason}); asked again in {seconds:.0f} s"
        )
        raise dg.RetryRequested(calls.outage_retries, seconds) from cause

"""Who may be at work on a lake: any number of runs at once, or one erasure and no run."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import LakeError
from core.lake.erasures import Erasures
from core.lake.files import locked_at_once, shared
from core.lake.lake import Lake
from core.lake.ledger import Ledger

_LOCK = ".work.lock"


@contextmanager
def at_work(lake: Lake) -> Iterator[None]:
    """Be one of those who read reports and write tables; an erasure that died on its way is carried out first."""
    with shared(lake.root / _LOCK):
        if Erasures(lake.root).pending() is not None:
            Ledger(lake).recover()
        yield


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Be the only one at work on a lake.

    Raises:
        LakeError: somebody is.
    """
    try:
        with locked_at_once(root / _LOCK):
            yield
    except BlockingIOError as error:
        raise LakeError(
            f"{root}: a run is at work on this lake, and holds words of reports in its memory. "
            "Wait for it to end, then erase again."
        ) from error

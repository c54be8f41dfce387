"""Days of which the filter drops another share of the facts than it dropped of the days before."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median

from core.contracts.tables import DROPPED_FACTS, DURABLE_FACTS
from core.lake.lake import Lake

# Of fewer facts a share says nothing (2 of 5 against 2 of 10), and fewer days have no usual share.
LEAST_FACTS, LEAST_DAYS = 20, 3


@dataclass(frozen=True)
class DayShare:
    """What the filter did with the facts of one day."""

    day: str
    facts: int  # kept and dropped
    dropped: int

    @property
    def share(self) -> float:
        """The dropped ones of all, 0 to 1."""
        return self.dropped / self.facts


@dataclass(frozen=True)
class Drift:
    """A day that is out of line."""

    day: DayShare
    usual: float  # median share of the days before
    before: int  # of how many days
    reasons: tuple[tuple[str, int], ...]  # why facts were dropped that day, the most frequent first


def drifted(lake: Lake, days: Sequence[str], window: int, allowed: float) -> list[Drift]:
    """Return which of some days differ from what is usual.

    Args:
        lake: the lake; days of it that are not asked about serve as what is usual.
        days: the days asked about, ISO.
        window: how many days before a day say what is usual: the last ones with ``LEAST_FACTS`` facts or more.
        allowed: how far a day's share may lie from the median of theirs, either way, in parts of 1.
    """
    known = sorted(set(lake.days(DURABLE_FACTS)) & set(lake.days(DROPPED_FACTS)))

    @cache
    def of(day: str) -> DayShare:
        dropped = lake.read(DROPPED_FACTS, day).height
        return DayShare(day, lake.read(DURABLE_FACTS, day).height + dropped, dropped)

    def before(day: str) -> Iterator[DayShare]:
        earlier = (of(other) for other in reversed(known) if other < day)
        told = (one for one in earlier if one.facts >= LEAST_FACTS)
        yield from (one for one, _ in zip(told, range(window), strict=False))

    found = []
    for day in sorted(set(days) & set(known)):
        if of(day).facts < LEAST_FACTS:
            continue
        shares = [one.share for one in before(day)]
        if len(shares) >= LEAST_DAYS and abs(of(day).share - median(shares)) > allowed:
            reasons = Counter(lake.read(DROPPED_FACTS, day)["reason"].to_list())
            found.append(Drift(of(day), median(shares), len(shares), tuple(reasons.most_common())))
    return found

"""What an evaluation leaves: one result an item, the metrics of every set, and the cost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.evaluate.metrics import Measured


@dataclass(frozen=True, slots=True)
class ItemResult:
    """How one gold item came out.

    ``counts`` are what metrics sum up. ``expected`` and ``found`` are shown to people, and are what a
    comparison of two evaluations sets side by side; ``units`` are the single things found (facts, spans).
    ``labels`` is the pair for the confusion matrix. ``badness`` sorts the worst first; 0 is right.
    """

    id: str
    slices: Mapping[str, str]
    counts: Mapping[str, float]
    text: str
    expected: str
    found: str
    badness: float
    units: tuple[str, ...] = ()
    labels: tuple[str, str] | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a set's items cost: calls of a model, tokens, money."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost + other.cost,
        )


def total(costs: Iterable[Cost]) -> Cost:
    """Return the sum of costs."""
    found = Cost()
    for one in costs:
        found += one
    return found


@dataclass(frozen=True, slots=True)
class SetResult:
    """One set, measured."""

    name: str
    kind: str
    digest: str  # of the gold items
    items: Sequence[ItemResult]
    measured: Sequence[Measured]
    confusion: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    cost: Cost = Cost()

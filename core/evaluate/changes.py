"""Which items came out differently in two evaluations, and which of their facts vanished, appeared or changed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.evaluate.results import ItemResult, SetResult
from core.text.attribution import shared_words

ALIKE = 0.5  # facts that share this much of their words are one fact, worded otherwise


@dataclass(frozen=True, slots=True)
class Change:
    """One item that came out differently: what only A found, what only B found, and what B words otherwise."""

    set: str
    id: str
    text: str
    expected: str
    vanished: tuple[str, ...]
    appeared: tuple[str, ...]
    better: bool | None  # None when neither better nor worse
    reworded: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Apart:
    """What was only before, what is only after, and pairs (before, after) of one fact worded otherwise."""

    vanished: tuple[str, ...]
    appeared: tuple[str, ...]
    reworded: tuple[tuple[str, str], ...]


def changes_of(one: SetResult, two: SetResult) -> Iterator[Change]:
    """Yield every item that came out differently in two evaluations of the same items."""
    by_id = {item.id: item for item in two.items}
    for before in one.items:
        after = by_id[before.id]
        if (before.found, before.badness) == (after.found, after.badness):
            continue  # counts alone may differ: the rank of an importance depends on the other items
        found = _apart(before, after)
        better = None if before.badness == after.badness else after.badness < before.badness
        yield Change(
            one.name, before.id, before.text, before.expected, found.vanished, found.appeared, better, found.reworded
        )


def _apart(before: ItemResult, after: ItemResult) -> Apart:
    if not before.units and not after.units:
        return Apart((before.found,), (after.found,), ())
    return apart(before.units, after.units)


def apart(before: Iterable[str], after: Iterable[str]) -> Apart:
    """Return what two lists of facts on the same source do not share; a fact found twice counts twice."""
    left, right = Counter(before), Counter(after)
    gone, new = list((left - right).elements()), list((right - left).elements())
    reworded = []
    for old in list(gone):
        share, nearest = max(((_alike(old, one), one) for one in new), default=(0.0, ""))
        if share >= ALIKE:
            gone.remove(old)
            new.remove(nearest)
            reworded.append((old, nearest))
    return Apart(tuple(gone), tuple(new), tuple(reworded))


def _alike(one: str, two: str) -> float:
    """The share of words (Han: characters) that two facts have in common."""
    ours, theirs = shared_words(one), shared_words(two)
    return len(ours & theirs) / max(1, len(ours | theirs))

"""Notes that name the same things as a fact: the candidates that neither wording nor subject would bring together."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection

from core.entities.wordset import word_set
from core.model import Claim

# Types that tell what a statement is about. A version or a product with one is told with thousands of others.
_TELLING = word_set("""
    cve cwe advisory_id attack_technique sha256 sha1 md5 ipv4 ipv6 domain url email actor malware product organisation
    person
""")

Key = tuple[str, str]  # type, canonical name, case folded


def telling_keys(claim: Claim) -> frozenset[Key]:
    """Return the named things of a claim by which notes are found."""
    return frozenset((one.type, one.canonical.casefold()) for one in claim.entities if one.type in _TELLING)


class Sharing:
    """Current notes by the things that they name."""

    def __init__(self) -> None:
        self._by_key: defaultdict[Key, set[str]] = defaultdict(set)

    def add(self, note: Claim) -> None:
        """Add a current note."""
        for key in telling_keys(note):
            self._by_key[key].add(note.id)

    def retire(self, note: Claim) -> None:
        """Take a note out of every later search."""
        for key in telling_keys(note):
            self._by_key[key].discard(note.id)

    def best(
        self, fact: Claim, scores: Callable[[Collection[str]], dict[str, float]], most: int, besides: Collection[str]
    ) -> list[tuple[str, float]]:
        """Return (note id, score) of notes that share most named things with a fact, best first.

        Of those that share as many, the one of the higher score comes first; then the smaller note id.

        Args:
            fact: what is asked about.
            scores: the scores of some notes, by id; asked for no other notes than may be returned.
            most: how many to return.
            besides: notes that are offered anyway.
        """
        counts = Counter(note_id for key in telling_keys(fact) for note_id in self._by_key.get(key, ()))
        for note_id in besides:
            counts.pop(note_id, None)
        if not counts or most < 1:
            return []
        least = sorted(counts.values(), reverse=True)[:most][-1]
        rivals = [note_id for note_id, count in counts.items() if count >= least]
        scored = scores(rivals)
        return [
            (note_id, scored[note_id])
            for note_id in sorted(rivals, key=lambda one: (-counts[one], -scored[one], one))[:most]
        ]

"""Which decisions a run would ask a model about now: the first round, over the facts that are there already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.deciding.model.asking import request_of
from core.deciding.model.decider import ModelDecider, Speculation
from core.deciding.model.grouping import TOKENS_PER_DECISION, grouped
from core.deciding.model.question import Question
from core.deciding.model.reading import hear
from core.deciding.rules import RulesDecider
from core.extract.model.protocol import ModelRequest
from core.extract.model.store import ReplyStore
from core.lake.ledger import Agenda
from core.ledger.fold import Rules
from core.planning.prices import BATCH_SHARE, Price


@dataclass
class OpenDecisions:
    """The calls of the first round. Later rounds ask what its answers bring up, which nobody knows before."""

    decider: ModelDecider
    groups: Sequence[tuple[Question, ...]] = ()
    requests: Sequence[ModelRequest] = field(default_factory=list)  # one a group

    @property
    def questions(self) -> int:
        """Facts that wait for a decision."""
        return sum(map(len, self.groups))

    @property
    def tokens(self) -> tuple[int, int]:
        """Estimated tokens in and out when every call succeeds."""
        return sum(request.input_tokens for request in self.requests), self.questions * TOKENS_PER_DECISION

    def cost(self, price: Price | None) -> float | None:
        """Return the estimated cost; None when there are calls and no price is known."""
        if not self.requests:
            return 0.0
        return None if price is None else price.of(*self.tokens)

    def batch_cost(self, price: Price | None) -> float | None:
        """Return the estimated cost when a provider's batch interface answers."""
        cost = self.cost(price)
        return None if cost is None else cost * BATCH_SHARE

    @property
    def by_key(self) -> Mapping[str, tuple[Question, ...]]:
        """The groups by the key of their call."""
        return {request.key: group for request, group in zip(self.requests, self.groups, strict=True)}


def open_decisions(agenda: Agenda, rules: Rules, decider: ModelDecider, store: ReplyStore) -> OpenDecisions:
    """Return the questions that a run would ask first. Nothing is asked and nothing is written.

    Args:
        agenda: what the run would fold.
        rules: of the fold.
        decider: what would be asked.
        store: the answers and replies that are known; a call whose reply is there is none.
    """
    speculation = Speculation(decider, store, RulesDecider())
    for domain in agenda.domains:
        agenda.fold(domain, replace(rules, decider=speculation))
    found = speculation.open
    requests = [(request_of(group, decider.ask, decider.prompt), group) for group in grouped(found.values(), decider)]
    missing = [(request, group) for request, group in requests if store.get(request.key) is None]
    return OpenDecisions(decider, [group for _, group in missing], [request for request, _ in missing])


def take_reply(decider: ModelDecider, store: ReplyStore, key: str, group: Sequence[Question], text: str) -> str | None:
    """Keep the decisions of a reply that came without a call; return what is wrong when there are none, else None.

    Decisions that cannot be used are asked for again by the run that finds the reply.
    """
    heard = hear(text, dict(enumerate(group, start=1)), key, 1, decider.prompt.example_names)
    for number, answer in heard.answers.items():
        decider.keep(store, group[number - 1].key, answer)
    return None if heard.answers else "; ".join(heard.problems.values())

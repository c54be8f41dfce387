"""The decisions that a run would ask a model about, for the commands that look ahead."""

from functools import partial
from pathlib import Path

from core.contracts.tables import NORMALISED_FACTS
from core.deciding.model.decider import ModelDecider
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.replies import LakeReplies
from core.planning.batch_files import Judge
from core.planning.decisions import OpenDecisions, open_decisions, take_reply
from core.planning.prices import Prices
from core.registry import rules_of
from core.settings import Settings


def decisions_of(lake: Path, settings: Settings) -> OpenDecisions | None:
    """Return the decisions that a lake waits for; None when the decider asks no model.

    Raises:
        FactledgerError: the lake cannot be read, or the settings cannot be followed.
    """
    rules = rules_of(settings)
    if not isinstance(rules.decider, ModelDecider):
        return None
    if not lake.exists():
        return OpenDecisions(rules.decider)
    found = Lake(lake)
    agenda = Ledger(found).agenda(found.days(NORMALISED_FACTS))
    return open_decisions(agenda, rules, rules.decider, LakeReplies(lake))


def judges_of(found: OpenDecisions, lake: Path) -> dict[str, Judge]:
    """Return, by the key of each open call, what judges a reply to it and keeps its decisions."""
    store = LakeReplies(lake)
    return {key: partial(take_reply, found.decider, store, key, group) for key, group in found.by_key.items()}


def decision_lines(found: OpenDecisions, prices: Prices) -> list[str]:
    """Return the open decisions as sentences."""
    model = found.decider.ask.model
    price = prices.of(model)
    tokens, cost, batch = found.tokens, found.cost(price), found.batch_cost(price)
    money = f"cost unknown: {prices.source} has no price of {model}; name one in a file as calls.prices"
    if cost is not None and batch is not None:
        money = f"cost about {cost:.4f} {prices.currency}, about {batch:.4f} by a provider's batch interface"
    return [
        f"decider {found.decider.name}, model {model}: {found.questions} facts already there wait for a decision",
        f"{len(found.requests)} calls in the first round, about {tokens[0]:,} tokens in and {tokens[1]:,} out; {money}",
    ]

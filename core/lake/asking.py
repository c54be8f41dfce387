"""Reconciling a lake with a decider that asks: questions are put outside the lock, the commit is made inside."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path

from core.deciding.model.decider import ModelDecider
from core.deciding.model.rounds import Rounds
from core.errors import UnansweredError
from core.extract.model.running import is_breaker
from core.lake.ledger import Ledger, Progress, Reconciled, silent
from core.lake.replies import LakeReplies
from core.ledger.fold import Rules

_MOST_TURNS = 5  # how often other runs may commit something that brings up new questions


def answered_rules(rules: Rules, lake: Path) -> Rules:
    """Return the rules of a fold such that a decider that asks a model finds its stored answers, and asks nobody."""
    if not isinstance(rules.decider, ModelDecider):
        return rules
    return Rounds(rules, rules.decider, LakeReplies(lake), None).rules


def reconcile_asking(
    ledger: Ledger,
    days: Iterable[str],
    rounds: Rounds,
    run_id: str,
    now: Callable[[], datetime],
    progress: Progress = silent,
) -> Reconciled:
    """Bring the notes to what the facts of some days say, asking what must be asked; see ``Ledger.reconcile``.

    A slow model keeps nobody else from the lake. When another run has committed meanwhile and new questions
    came up by that, they are asked too, and at last what is still open stays open.

    Raises:
        UnansweredError: a question stayed open, and the settings say to stop then; nothing was committed.
    """
    listed = sorted(days)
    for turn in range(_MOST_TURNS):
        agenda = ledger.agenda(listed)
        rounds.resolve({domain: partial(agenda.fold, domain) for domain in agenda.domains})
        if turn == _MOST_TURNS - 1:
            rounds.close()
        rounds.speculation.begin()
        done = ledger.reconcile_if(listed, rounds.rules, run_id, now, lambda: rounds.is_final, progress)
        if done is not None:
            return done
        if not rounds.speculation.open:
            break
    waiting, summary = len(rounds.speculation.unanswered), rounds.spending.summary
    why = summary.stopped or "the model gave no answer"
    is_down = summary.outcomes["failed_provider"] > 0 and (summary.stopped is None or is_breaker(summary.stopped))
    raise UnansweredError(
        f"reconcile: {waiting} facts wait for an answer ({why}); nothing was committed, as on_failure is stop. "
        "The answers that came are kept: run again, or set reconcile.on_failure to add.",
        passes=is_down,
    )

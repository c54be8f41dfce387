"""Replies dropped, cut, doubled, mangled, invented and refused: every fact gets one decision, and the guards hold."""

import asyncio
import json
import random
from collections import Counter
from functools import partial

import pytest
from deciding_model import decider, rounds_of
from good_decisions import by_subject, reply, shown_in
from ledger_builders import make_assertion
from scripted_server import ScriptedProvider

from core.deciding.guards import enforce
from core.extract.model.protocol import (
    LENGTH,
    STOP,
    AuthFailedError,
    EmptyReplyError,
    InputTooLongError,
    ModelReply,
    ModelTimeoutError,
    RateLimitedError,
    RefusalError,
    RefusedConnectionError,
    ServerFailureError,
)
from core.extract.model.store import MemoryStore
from core.ledger.fold import Rules, fold, replay
from core.ledger.notes import note_row
from core.model import Candidate

RUNS = 400
MOST_CALLS = 3
SUBJECTS = ["alpha server", "beta gateway", "北辰网关"]
NUMBERS = [None, 12, -1, 101, 202, "103", True, 1e300, [], {}]
ODD_VALUES = [*NUMBERS, "ADD", "update", "MERGE", "NOOP", "Zeta Corp has 99.9 in 2031"]
FAULTS = [
    lambda: ModelTimeoutError("slow"), lambda: RateLimitedError("busy", 2.0), lambda: ServerFailureError("down"),
    lambda: RefusedConnectionError("nobody"), lambda: RefusalError("no"), lambda: EmptyReplyError("none"),
    lambda: InputTooLongError("long"), lambda: AuthFailedError("key"),
]  # fmt: skip


def _drop(rng, text):
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.randint(1, 12) :]


def _truncate(rng, text):
    return text[: rng.randrange(len(text) + 1)]


def _double(rng, text):
    start = rng.randrange(len(text) + 1)
    return text[:start] + text[start : start + rng.randint(1, 90)] + text[start:]


def _mangle(rng, text):
    letters = list(text)
    for _ in range(rng.randint(1, 6)):
        if letters:
            letters[rng.randrange(len(letters))] = rng.choice("\"'\\{}[],:\n\x00x9鹭")
    return "".join(letters)


def _wrap(rng, text):
    return rng.choice(["<think>{</think>%s", "```json\n%s\n```", "Sure: %s", "%s%s", "[%s]"]).replace("%s", text)


def _invent(rng, text):
    """Change targets, operations and merged texts of single items."""
    items = json.loads(text)["decisions"]
    for item in items:
        key = rng.choice(["target", "operation", "text", "fact", "reason"])
        item[key] = rng.choice(ODD_VALUES)
    rng.shuffle(items)
    return json.dumps({"decisions": items[rng.randint(0, 1) :]}, ensure_ascii=False)


MANGLERS = [_drop, _truncate, _double, _mangle, _wrap]


def _answerer(rng):
    def answer(request):
        if rng.random() < 0.12:
            return rng.choice(FAULTS)()
        text = reply(request.messages[1].content, rng.choice([by_subject, _any_decision(rng)]))
        if rng.random() < 0.4:
            text = _invent(rng, text)
        for _ in range(rng.choice([0, 0, 1, 2])):
            text = rng.choice(MANGLERS)(rng, text)
        return ModelReply(text, rng.choice([STOP, STOP, STOP, LENGTH]), 50, 20)

    return answer


def _any_decision(rng):
    def rule(shown):
        return {"operation": rng.choice(["ADD", "UPDATE", "DELETE", "NOOP"]), "target": rng.choice(list(shown.notes))}

    return rule


def _facts(rng):
    rows = {
        (rng.choice(SUBJECTS), f"version {rng.randint(1, 4)}.{rng.randint(0, 2)}", rng.randint(0, 6), rng.choice("abc"))
        for _ in range(rng.randint(1, 10))
    }
    made = (make_assertion(*row, ordinal=place) for place, row in enumerate(sorted(rows)))
    return list({one.key: one for one in made}.values())


def _folded(seed):
    rng = random.Random(seed)
    facts, provider = _facts(rng), ScriptedProvider(answer=_answerer(rng))
    own = decider(rng.randint(1, 5), rng.randint(1, 4), rng.choice([3, 20]), max_calls=MOST_CALLS)
    rules = Rules(own, enforce, lambda text: None, 3)
    rounds = rounds_of(provider, rules, own, MemoryStore())
    last = partial(fold, facts, {}, memory={})
    rounds.resolve({"d": lambda by: last(rules=by)})
    rounds.speculation.begin()
    folded = last(rules=rounds.rules)
    assert not rounds.speculation.open
    return facts, folded, rounds, provider


@pytest.mark.parametrize("part", range(8))
def test_whatever_is_replied_each_fact_has_one_decision_that_the_guards_allow(part):
    """No fact is lost or decided twice, each target was offered and current, and each merged text is honest."""
    seen = Counter()
    for seed in range(part, RUNS, 8):
        facts, folded, rounds, _ = _folded(seed)
        assert sorted(one.assertion.key for one in folded.decisions) == sorted(one.key for one in facts)
        _check_decisions(folded.decisions)
        assert list(map(note_row, replay(folded.decisions).by_id.values())) == list(
            map(note_row, folded.notes.by_id.values())
        )
        seen.update(decided.verdict.operation for decided in folded.decisions)
        seen["defaulted"] += sum(decided.verdict.defaulted for decided in folded.decisions)
        seen["overridden"] += sum(decided.verdict.overridden for decided in folded.decisions)
        seen["open"] += sum(decided.is_open for decided in folded.decisions)
        assert rounds.spending.unanswered >= 0
    assert min(seen[word] for word in ("ADD", "UPDATE", "DELETE", "NOOP", "defaulted", "overridden", "open")) > 0


def _check_decisions(decisions):
    """Every decision again through the guards, at its place in the order."""
    for place, decided in enumerate(decisions):
        before = replay(decisions[:place])
        verdict = decided.verdict
        offered = [Candidate(before.by_id[note_id].claim, score) for note_id, score, _ in decided.candidates]
        if verdict.operation == "ADD":
            assert verdict.target_note_id is None
            continue
        assert verdict.target_note_id in {candidate.note.id for candidate in offered}
        assert not verdict.defaulted
        assert enforce(decided.assertion.claim, offered, verdict).operation == verdict.operation
        assert "2031" not in (verdict.text or "")
        assert "Zeta" not in (verdict.text or "")


def test_the_limit_of_calls_holds_under_every_fault():
    """No question is part of more than the calls of its group and those of itself alone."""
    for seed in range(120):
        _, _, rounds, provider = _folded(seed)
        asked = Counter(
            shown.text + str(sorted(shown.notes.values())) + str(len(shown_in(request.messages[1].content)))
            for request in provider.requests
            for shown in shown_in(request.messages[1].content)
        )
        assert rounds.spending.summary.calls == len(provider.requests)
        assert max(asked.values(), default=0) <= 2 * MOST_CALLS


def test_an_event_loop_is_left_behind_closed():
    """Each round opens and closes its own; none is running afterwards."""
    _, _, _, provider = _folded(3)
    assert provider.closed
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()

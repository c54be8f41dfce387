"""The judge: blind, in both orders, paid once, measured against the gold items, and never more than an opinion."""

import json
from pathlib import Path

import pytest
from scripted_server import ScriptedServer, Step

from core.evaluate.changes import Change
from core.evaluate.judging import judge
from pipelines.judges import judge_engine

EN = Change("facts", "facts:1", "Kestrel is new and red.", "", ("Kestrel is red.",), ("Kestrel is old.",), False)
ZH = Change("facts", "facts:2", "青鸾项目三月上线。", "", (), (), True, (("项目上线。", "青鸾项目三月上线。"),))
UNKNOWN = Change("facts", "facts:3", "Heron runs.", "", ("Heron runs.",), ("Heron runs!",), None)


def shown(seen):
    """What a request shows of an item."""
    return json.loads(seen.body["messages"][-1]["content"])


def said(better):
    """A reply."""
    return Step(json.dumps({"better": better, "reason": "so"}))


def prefers(*facts):
    """Answers for the list that holds one of the facts, wherever it stands."""

    def answer(seen):
        item = shown(seen)
        sides = [side for side in ("first", "second") if set(facts) & set(item[side])]
        return said(sides[0] if sides else "tie")

    return answer


@pytest.fixture
def asked(tmp_path: Path):
    """Ask a server that answers in a given way; returns the judgement and the requests."""

    def ask(answer, changes=(EN, ZH, UNKNOWN)):
        with ScriptedServer(answer=answer) as server:
            settings = tmp_path / "judge.toml"
            settings.write_text(
                f'[extract]\nextractor = "instructor"\nmodel = "openai/gpt-4.1-mini"\n'
                f'base_url = "{server.base_url}"\nmax_calls = 2\n',
                "utf-8",
            )
            return judge(judge_engine(settings, tmp_path / "eval"), list(changes)), server.requests

    return ask


def test_a_good_judge_agrees_with_the_gold_items(asked):
    """A is right on the first, B on the second; nobody knows of the third, on which it sees no difference."""
    found, requests = asked(prefers("Kestrel is red.", "青鸾项目三月上线。"))
    assert [opinion.better for opinion in found.opinions] == ["A", "B", "tie"]
    assert (found.agreed, found.known, found.calls, len(requests)) == (2, 2, 6, 6)
    assert found.cost > 0


def test_it_is_asked_in_both_orders_and_not_told_whose_list_is_whose(asked):
    """The same two lists once each way round, and nothing else."""
    _, requests = asked(prefers(), [EN])
    assert sorted(map(str, map(shown, requests))) == sorted(
        map(
            str,
            (
                {"text": EN.text, "first": ["Kestrel is red."], "second": ["Kestrel is old."]},
                {"text": EN.text, "first": ["Kestrel is old."], "second": ["Kestrel is red."]},
            ),
        )
    )


def test_a_judge_that_likes_what_stands_first_has_no_opinion(asked):
    """Every verdict turns with the order: none is settled, and there is no agreement to tell."""
    found, _ = asked(lambda seen: said("first"))
    assert found.counts == {"unsettled": 3}
    assert found.agreement is None


def test_a_reply_is_paid_once(asked):
    """The second time all replies are stored."""
    first, _ = asked(prefers("Kestrel is red."))
    second, requests = asked(prefers("Kestrel is old."))
    assert (second.calls, requests) == (0, [])
    assert second.counts == first.counts


def test_junk_and_failures_are_no_answers(asked):
    """A reply that is none, another word, and a server that refuses: counted, never raised."""
    for step in (Step("I like both."), Step('{"better": "third"}'), Step(status=401)):
        found, _ = asked(lambda seen, step=step: step, [EN])
        assert found.counts == {"no answer": 1}, step


def test_an_agreement_has_an_interval(asked):
    """Wrong on one of two: a half, and two items prove little."""
    found, _ = asked(prefers("Kestrel is old.", "青鸾项目三月上线。"))
    share, low, high = found.agreement
    assert (share, low < 0.2, high > 0.8) == (0.5, True, True)

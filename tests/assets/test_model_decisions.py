"""Decisions by a model over a lake: asked over HTTP, paid once, whatever order reports come in and whatever fails."""

import json
from dataclasses import replace

import pytest
from deciding_model import asked, deciding_batch, deciding_provider, deciding_settings
from evaluation_builders import put_set
from good_decisions import by_subject, is_decision, reply, shown_in
from scripted_server import REFUSED, ScriptedServer, Step, failing
from tiny_lake import batch_on, markdown, put, run_line, run_stages

from assets.evaluation import chances, systems_of
from assets.ledger_metadata import deciding_counts
from assets.reconcile import settle
from core.audit.fsck import fsck
from core.contracts.tables import NOTES
from core.errors import FactledgerError, SettingsError
from core.evaluate.runners import evaluate
from core.extract.model.protocol import ServerFailureError
from core.lake.asking import answered_rules
from core.lake.ledger import Ledger
from core.lake.replies import LakeReplies
from core.registry import rules_of
from pipelines.resources import batch_of

SCORES = {"2026-02-01": "7.5", "2026-02-03": "9.8", "2026-02-05": "9.8"}
LEADS = {"2026-02-02": "Ana Lind", "2026-02-04": "Bo Anders"}
REPORTS = {
    **{
        f"cti/{day}/score.md": markdown(day, "# Gateway", "", f"The CVSS score of CVE-2026-1111 is {score}.")
        for day, score in SCORES.items()
    },
    **{
        f"projects/{day}/lead.md": markdown(day, "# Team", "", f"The lead of the Kestrel project is {name}.")
        for day, name in LEADS.items()
    },
}
DAYS = sorted({*SCORES, *LEADS})
CURRENT = ["The CVSS score of CVE-2026-1111 is 9.8.", "The lead of the Kestrel project is Bo Anders."]


@pytest.fixture
def reports(tmp_path):
    """Two chains of values, each in a domain of its own; the last report of one repeats what is known."""
    return put(tmp_path / "reports", REPORTS)


def good(seen):
    """A server's answer by the rule of the tests."""
    assert is_decision(seen.user_text)
    return Step(reply(seen.user_text, by_subject))


def over_http(reports, lake, server, **settings):
    """A batch that asks a server."""
    chosen = deciding_settings(extract__base_url=server.base_url, calls__timeout_seconds=5.0, **settings)
    return batch_of(reports, lake, chosen, "test-run")


def current(batch):
    """The texts of the current notes."""
    rows = Ledger(batch.lake).tables.read(NOTES).to_pylist()
    return sorted(row["text"] for row in rows if row["status"] == "current")


def decisions(batch):
    """The decisions in force, in their order."""
    known, _, _ = Ledger(batch.lake).log.known()
    return sorted(known.values(), key=lambda decided: decided.assertion.sort_key)


def whole(batch):
    """The content hashes of a lake in which fsck finds nothing wrong."""
    found = fsck(batch.lake, batch.rules)
    assert found.problems == []
    return found.digests


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The hashes of a run that nothing disturbed."""
    root = tmp_path_factory.mktemp("expected")
    put(root / "reports", REPORTS)
    batch = deciding_batch(root / "reports", root / "lake", deciding_provider())
    run_line(batch)
    return without_replies(batch)


def without_replies(batch):
    """The hashes of the tables; they name no reply and no run."""
    return whole(batch)


def test_a_run_asks_over_http_and_names_the_reply_in_each_decision(reports, tmp_path):
    """Two questions, one call; what is the same word for word needs none."""
    with ScriptedServer(answer=good) as server:
        batch = over_http(reports, tmp_path / "lake", server)
        settled = run_line(batch)
        assert len(server.requests) == 1
        assert server.requests[0].body["response_format"] == {"type": "json_object"}
    assert (settled.sums.problems, current(batch)) == ([], CURRENT)
    operations = [(d.verdict.operation, d.verdict.reply_key is not None, d.verdict.attempts) for d in decisions(batch)]
    assert operations == [
        ("ADD", False, 1), ("ADD", False, 1), ("UPDATE", True, 1), ("UPDATE", True, 1), ("NOOP", False, 1),
    ]  # fmt: skip
    rows = [row for row in Ledger(batch.lake).log.rows() if row["reply_key"]]
    texts = {LakeReplies(batch.lake.root).get(row["reply_key"]).text for row in rows}
    assert [len(json.loads(text)["decisions"]) for text in texts] == [2]
    spent = batch.spending
    assert (spent.summary.calls, spent.questions, spent.wasted, spent.unanswered) == (1, 2, 0, 0)
    assert spent.summary.input_tokens > 0 < spent.summary.cost


def test_an_unchanged_second_run_asks_nothing_and_needs_no_model(reports, tmp_path):
    """Nor does one on a lake whose decisions are gone, or whose calls would be grouped otherwise."""
    provider = deciding_provider()
    first = deciding_batch(reports, tmp_path / "lake", provider)
    run_line(first)
    before, calls = whole(first), len(provider.requests)

    def connect():
        raise AssertionError("a connection was made")

    for per_call in (8, 1):
        chosen = deciding_settings(reconcile__questions_per_call=per_call)
        again = batch_of(reports, tmp_path / "lake", chosen, "again", connect=connect)
        assert not run_line(again).reconciled.committed
        assert whole(again) == before
    again = deciding_batch(reports, tmp_path / "lake", provider, deciding_settings(reconcile__questions_per_call=1))
    again.lake = replace_lake(first, tmp_path / "other")
    run_line(again)
    assert (len(provider.requests), without_replies(again)) == (calls, before)


def replace_lake(batch, root):
    """A new lake that holds nothing but the replies of another."""
    root.mkdir()
    (root / "replies").symlink_to(batch.lake.root / "replies")
    return type(batch.lake)(root)


@pytest.mark.parametrize("order", [DAYS[::-1], [*DAYS[1::2], *DAYS[::2]]], ids=["backward", "odd days first"])
def test_any_order_of_arrival_gives_the_same_tables(reports, tmp_path, expected, order):
    """A backfill of days one at a time equals one run over all of them."""
    for day in order:
        batch = deciding_batch(reports, tmp_path / "lake", deciding_provider())
        batch.days()
        run_stages(batch, [day])
        settle(batch, [day])
    assert without_replies(batch) == expected


def test_a_wrong_target_is_asked_once_more_and_then_the_fact_is_added(reports, tmp_path):
    """The other decision of the reply stands, and no later run asks again."""

    def stubborn(shown):
        wrong = {"operation": "UPDATE", "target": 12, "reason": "x"}
        return wrong if "CVSS" in shown.text else by_subject(shown)

    provider = deciding_provider(stubborn)
    batch = deciding_batch(reports, tmp_path / "lake", provider)
    settled = run_line(batch)
    assert (settled.sums.problems, settled.reconciled.undecided) == ([], 0)
    made = [decided for decided in decisions(batch) if decided.verdict.defaulted]
    assert [(d.verdict.operation, d.verdict.attempts) for d in made] == [("ADD", 2)]
    assert "unknown_target: 12; allowed: 101" in made[0].verdict.reason
    assert len(current(batch)) == 3
    calls = len(provider.requests)
    run_line(deciding_batch(reports, tmp_path / "lake", provider))
    assert (len(provider.requests), whole(batch) is not None) == (calls, True)


def test_a_refused_fact_is_added_and_the_others_of_its_call_are_decided(reports, tmp_path):
    """The call falls apart into its questions; the refusal is kept as one."""

    def answer(seen):
        return REFUSED if "CVSS" in seen.user_text else good(seen)

    with ScriptedServer(answer=answer) as server:
        batch = over_http(reports, tmp_path / "lake", server)
        settled = run_line(batch)
        assert len(server.requests) == 3
        run_line(over_http(reports, tmp_path / "lake", server))
        assert len(server.requests) == 3
    assert (settled.sums.problems, settled.reconciled.undecided) == ([], 0)
    reasons = [d.verdict.reason for d in decisions(batch) if d.verdict.defaulted]
    assert len(reasons) == 1
    assert "refusal" in reasons[0]


@pytest.mark.parametrize(
    "step", [failing(500), failing(401), Step(half_closed=True)], ids=["500", "401", "broken line"]
)
def test_an_outage_adds_for_now_and_the_next_run_asks_and_mends(reports, tmp_path, expected, step):
    """Nothing is retired without an answer, every sum holds, and afterwards nothing is left of the outage."""
    with ScriptedServer(steps=[step]) as server:
        down = over_http(reports, tmp_path / "lake", server, extract__max_calls=1)
        settled = run_line(down)
    assert (settled.sums.problems, settled.reconciled.undecided, settled.sums.waiting) == ([], 2, 2)
    assert settled.sums.state == "completed_with_errors"
    assert {d.verdict.operation for d in decisions(down) if d.is_open} == {"ADD"}
    assert len(current(down)) == 4
    whole(down)
    with ScriptedServer(answer=good) as server:
        up = over_http(reports, tmp_path / "lake", server)
        mended = run_line(up)
        assert len(server.requests) == 1
    assert (mended.reconciled.undecided, current(up)) == (0, CURRENT)
    assert without_replies(up) == expected


def test_nobody_at_the_address_is_an_outage_too(reports, tmp_path):
    """The run ends, and says how many facts wait."""
    chosen = deciding_settings(extract__base_url="http://127.0.0.1:9/v1", extract__max_calls=1)
    batch = batch_of(reports, tmp_path / "lake", chosen, "test-run")
    settled = run_line(batch)
    assert (settled.reconciled.undecided, batch.tally["undecided"], settled.sums.problems) == (2, 2, [])


def test_a_run_may_stop_instead_and_commit_nothing(reports, tmp_path, expected):
    """The ledger stays as it was; the answers that came are kept, and the next run asks only the others."""

    def half(request):
        return ServerFailureError("down") if "CVSS" in request.messages[1].content else by_rule(request)

    provider, by_rule = deciding_provider(), deciding_provider().answer
    provider.answer = half
    chosen = deciding_settings(reconcile__on_failure="stop", reconcile__questions_per_call=1, extract__max_calls=1)
    with pytest.raises(FactledgerError, match=r"1 facts wait for an answer .* nothing was committed"):
        run_line(deciding_batch(reports, tmp_path / "lake", provider, chosen))
    provider.answer, calls = by_rule, len(provider.requests)
    batch = deciding_batch(reports, tmp_path / "lake", provider, chosen)
    assert Ledger(batch.lake).log.commits() == []
    assert (run_line(batch).reconciled.undecided, len(provider.requests)) == (0, calls + 1)
    assert without_replies(batch) == expected


def test_a_crash_in_the_middle_loses_no_answer(reports, tmp_path, expected):
    """The second run asks only what had not been answered."""
    provider = deciding_provider()
    good_answer = provider.answer

    def crash(request):
        if provider.requests:
            raise MemoryError("crash")
        return good_answer(request)

    provider.answer = crash
    one = deciding_settings(reconcile__questions_per_call=1, calls__concurrency=1)
    with pytest.raises(MemoryError):
        run_line(deciding_batch(reports, tmp_path / "lake", provider, one))
    assert not Ledger(deciding_batch(reports, tmp_path / "lake", None).lake).log.commits()
    second = deciding_provider()
    batch = deciding_batch(reports, tmp_path / "lake", second, one)
    run_line(batch)
    assert (len(provider.requests), len(second.requests)) == (1, 1)
    assert without_replies(batch) == expected


def test_another_model_decides_again_and_old_answers_wait(reports, tmp_path):
    """No decision of one model stands beside those of another; going back asks nothing."""
    provider = deciding_provider()
    run_line(deciding_batch(reports, tmp_path / "lake", provider))
    calls = len(provider.requests)
    other = deciding_settings(reconcile__model="openai/gpt-4.1")
    run_line(batch := deciding_batch(reports, tmp_path / "lake", provider, other))
    assert len(provider.requests) == 2 * calls
    assert {("gpt-4.1 " in decided.decider) for decided in decisions(batch)} == {True}
    run_line(deciding_batch(reports, tmp_path / "lake", provider))
    assert len(provider.requests) == 2 * calls


def test_undo_and_redo_ask_nothing_that_was_asked_before(reports, tmp_path):
    """What an undo leaves open, the next run asks; a redo finds every answer again."""
    provider = deciding_provider()
    batch = deciding_batch(reports, tmp_path / "lake", provider)
    run_line(batch)
    before, calls = whole(batch), len(provider.requests)
    ledger, by = Ledger(batch.lake), answered_rules(batch.rules, batch.lake.root)
    undone = ledger.undo("partition", DAYS[2], "a test", by, "undo", batch.now)
    assert (undone.withdrawn, undone.undecided) == (1, 1)  # the last score meets the first one now
    again = deciding_batch(reports, tmp_path / "lake", provider)
    assert run_line(again).reconciled.undecided == 0
    assert asked(provider.requests[calls:]) == ["The CVSS score of CVE-2026-1111 is 9.8."]
    calls = len(provider.requests)
    assert current(again) == CURRENT
    assert ledger.redo("partition", DAYS[2], by, "redo", batch.now).undecided == 0
    assert (len(provider.requests), whole(batch)) == (calls, before)
    ledger.undo("partition", DAYS[2], "again", by, "undo", batch.now)
    assert ledger.redo("partition", DAYS[2], by, "redo", batch.now).undecided == 0
    assert (len(provider.requests), whole(batch)) == (calls, before)


def test_stored_replies_alone_decide_without_a_call(reports, tmp_path):
    """The replay of a lake comes to the same notes under its own name."""
    run_line(deciding_batch(reports, tmp_path / "lake", deciding_provider()))
    chosen = deciding_settings(reconcile__decider="replay")
    batch = deciding_batch(reports, tmp_path / "lake", None, chosen)
    settled = run_line(batch)
    assert (settled.reconciled.undecided, current(batch)) == (0, CURRENT)
    assert {decided.decider.split("/")[0] for decided in decisions(batch)} == {"replay"}


def test_a_limit_of_cost_stops_the_asking(reports, tmp_path):
    """The call in flight is finished; what was not asked waits."""
    one = deciding_settings(reconcile__questions_per_call=1, calls__concurrency=1)
    batch = deciding_batch(reports, tmp_path / "lake", deciding_provider(), one, max_cost=1e-9)
    settled = run_line(batch)
    assert (batch.spending.summary.calls, settled.reconciled.undecided) == (1, 1)
    assert batch.spending.summary.stopped.startswith("budget:")


def test_the_guards_stand_over_whatever_a_model_says(reports, tmp_path):
    """An older score never retires a newer one, and other numbers are never the same."""

    def wild(shown):
        return {"operation": "NOOP", "target": min(shown.notes), "reason": "all the same to me"}

    batch = deciding_batch(reports, tmp_path / "lake", deciding_provider(wild))
    run_line(batch)
    refused = [d.verdict for d in decisions(batch) if d.verdict.overridden]
    assert ["hard_facts_never_merge" in verdict.reason for verdict in refused][:1] == [True]
    assert all(verdict.operation == "ADD" and verdict.reply_key for verdict in refused)


def test_a_commit_of_another_run_meanwhile_brings_its_questions(reports, tmp_path, expected):
    """A model is asked without the lock: what others commit in the meantime is folded in, and asked about."""
    slow = deciding_provider()
    good_answer, others = slow.answer, []
    batch = deciding_batch(reports, tmp_path / "lake", slow)
    run_stages(batch)

    def meanwhile(request):
        if not others:
            others.append(Ledger(batch.lake).reconcile([DAYS[1]], batch.rules, "other", batch.now))
            others.append(Ledger(batch.lake).reconcile([DAYS[3]], batch.rules, "other", batch.now))
        return good_answer(request)

    slow.answer = meanwhile
    mine = settle(batch, list(SCORES)).reconciled
    assert [done.undecided for done in others] == [0, 1]  # the second lead met the first, with nobody to ask
    assert (mine.undecided, asked(slow.requests)) == (0, CURRENT)
    assert [len(asked([request])) for request in slow.requests] == [1, 1]
    assert without_replies(batch) == expected


def test_metadata_say_what_deciding_came_to(reports, tmp_path):
    """Numbers that the UI plots; a decider that asks nobody has none."""
    batch = deciding_batch(reports, tmp_path / "lake", deciding_provider())
    counted = deciding_counts(batch, run_line(batch).reconciled)
    assert counted.pop("decider/cost") == pytest.approx((100 * 0.40 + 10 * 1.60) / 1e6, abs=1e-6)
    assert counted == {
        "decider/model_calls": 1,
        "decider/cached": 0,
        "decider/questions": 2,
        "decider/wasted": 0,
        "decider/rounds": 1,
        "decider/input_tokens": 100,
        "decider/output_tokens": 10,
        "decider/undecided": 0,
    }
    plain = batch_on(reports, tmp_path / "plain")
    assert deciding_counts(plain, run_line(plain).reconciled) == {}


def test_an_evaluation_asks_the_model_that_decides(tmp_path):
    """All items in rounds, replies kept: measured once more it costs nothing."""

    def said(number, score, day, report):
        text = f"The CVSS score of CVE-2026-{number} is {score}."
        return {"text": text, "asserted_at": day, "report": report}

    notes = [{**said(n, "6.8", "2026-01-08", "a"), "id": f"n{n}"} for n in (1111, 2222)]
    rows = [
        {"notes": notes, "fact": said(n, "8.1", "2026-01-20", "b"), "operation": "UPDATE", "target": f"n{n}"}
        for n in (1111, 2222)
    ]
    gold = put_set(tmp_path, "c", "decisions", rows)
    for calls in (1, 0):
        batch = deciding_batch(tmp_path / "reports", tmp_path / "eval", deciding_provider())
        found = evaluate(gold, systems_of(batch), chances)
        assert [item.counts["right"] for item in found.items] == [1, 1]
        assert found.cost.calls == calls


def test_without_a_model_named_nothing_runs():
    """The message says where to name it."""
    with pytest.raises(SettingsError, match=r"reconcile\.model: decider 'instructor' needs a model"):
        rules_of(deciding_settings(reconcile__model=""))


def test_the_extractors_model_decides_too_unless_another_is_named():
    """One name is enough for both."""
    chosen = deciding_settings(reconcile__model="", extract__model="ollama/qwen3:8b")
    assert rules_of(chosen).decider.ask.model == "ollama/qwen3:8b"
    named = replace(rules_of(deciding_settings()).decider)
    assert named.ask.model == "openai/gpt-4.1-mini"


def test_the_questions_show_facts_in_the_order_of_the_fold(reports, tmp_path):
    """So that calls are the same in every run."""
    provider = deciding_provider()
    run_line(deciding_batch(reports, tmp_path / "lake", provider))
    assert asked(provider.requests) == CURRENT
    assert [shown.number for shown in shown_in(provider.requests[0].messages[1].content)] == [1, 2]

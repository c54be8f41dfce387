"""What each report came to: outcomes, state, calls, tokens and cost, as the tables say it."""

from collections import Counter

import pytest
from model_lake import answer, good_provider, many, model_batch, model_settings
from scripted_server import ScriptedProvider
from stage_builders import ScriptedExtractor, extraction
from tiny_lake import batch_on, put, rewrite, run_stages

from core.audit.reports import accounts_of, failed_chunks, model_rates, weightiest
from core.contracts.tables import CHUNK_OUTCOMES
from core.extract.model.protocol import RefusalError
from core.model import Extraction

DAY = "2026-02-01"
EACH = (100 * 0.40 + 10 * 1.60) / 1e6  # 100 tokens in and 10 out, at 0.40 and 1.60 a million


def by_report(replies):
    """Answer the n-th report by a rule of its own, the others well; a list gives one answer a call."""

    def answered(request):
        for number, scripted in replies.items():
            if f"h{number:04}" in request.messages[1].content:
                found = scripted.pop(0) if isinstance(scripted, list) else scripted
                return answer(request) if found is None else found
        return answer(request)

    return answered


def extracted(tmp_path, replies, count=4, **settings):
    """A batch of some short reports, and the accounts of its day."""
    provider = ScriptedProvider(answer=by_report(replies))
    reports = put(tmp_path / "reports", many(count))
    batch = model_batch(reports, tmp_path / "lake", provider, model_settings(**settings))
    run_stages(batch)
    return batch, list(accounts_of(batch.lake, [DAY]))


def test_every_call_of_a_report_is_in_its_account(tmp_path):
    """Report 1 needs a repair, report 2 is refused, report 3 is never readable; the sums are those of the run."""
    batch, accounts = extracted(tmp_path, {1: ["no JSON", None], 2: RefusalError("policy"), 3: "no JSON"})
    assert [one.path for one in accounts] == [f"hosts/{DAY}/h{number:04}.md" for number in range(4)]
    assert [one.state for one in accounts] == ["complete", "complete", "incomplete", "incomplete"]
    assert [dict(one.outcomes) for one in accounts] == [
        {"extracted": 1}, {"repaired": 1}, {"refused": 1}, {"failed_contract": 1},
    ]  # fmt: skip
    assert [one.calls for one in accounts] == [1, 2, 1, 2]
    assert [(one.input_tokens, one.output_tokens) for one in accounts] == [(100, 10), (200, 20), (0, 0), (200, 20)]
    assert [one.cost for one in accounts] == pytest.approx([EACH, 2 * EACH, 0.0, 2 * EACH])
    assert [(one.facts, one.repaired) for one in accounts] == [(1, 0), (1, 1), (0, 0), (0, 0)]
    assert sum(one.calls for one in accounts) == batch.tally["model_calls"]
    assert sum(one.cost for one in accounts) == pytest.approx(batch.cost)


def test_what_stored_replies_answered_is_counted_and_costs_nothing(tmp_path):
    """After the outcomes are lost, all four chunks come from the store."""
    batch, _ = extracted(tmp_path, {})
    batch.lake.path(CHUNK_OUTCOMES, DAY).unlink()
    again = model_batch(tmp_path / "reports", tmp_path / "lake", good_provider())
    run_stages(again)
    accounts = list(accounts_of(again.lake, [DAY]))
    assert [(one.cached, one.calls, one.cost) for one in accounts] == [(1, 0, 0.0)] * 4


def test_a_chunk_without_an_outcome_makes_its_report_incomplete(tmp_path):
    """A run that died before it wrote a row has not read the chunk."""
    batch = batch_on(put(tmp_path / "reports", many(2)), tmp_path / "lake")
    run_stages(batch)
    rewrite(batch.lake, CHUNK_OUTCOMES, DAY, lambda rows: rows[:1])
    assert sorted((one.state, one.failed) for one in accounts_of(batch.lake, [DAY])) == [
        ("complete", 0), ("incomplete", 1),
    ]  # fmt: skip


def test_a_row_is_plain_values(tmp_path):
    """As JSON and tables show it; outcomes by name."""
    batch = batch_on(put(tmp_path / "reports", many(1)), tmp_path / "lake")
    batch.extractor = ScriptedExtractor(extraction("Host h0000 runs PostgreSQL 10.", attempts=3))
    run_stages(batch)
    (account,) = accounts_of(batch.lake, [DAY])
    row = account.as_row()
    assert {name: row[name] for name in ("day", "path", "state", "chunks", "outcomes", "facts", "calls")} == {
        "day": DAY, "path": f"hosts/{DAY}/h0000.md", "state": "complete", "chunks": 1,
        "outcomes": {"extracted": 1}, "facts": 1, "calls": 3,
    }  # fmt: skip


def test_failures_come_first_then_cost(tmp_path):
    """Whoever reads the first rows reads what went wrong and what was dear."""
    _, accounts = extracted(tmp_path, {1: ["no JSON", None], 3: "no JSON"})
    assert [one.path[-7:-3] for one in weightiest(accounts, 3)] == ["0003", "0001", "0000"]


def test_each_failed_chunk_names_report_place_and_reason(tmp_path):
    """Enough to find the text and to know what to do."""
    batch, _ = extracted(tmp_path, {2: RefusalError("against the policy")})
    (failed,) = failed_chunks(batch.lake, [DAY])
    assert (failed.path, failed.outcome, failed.reason) == (
        f"hosts/{DAY}/h0002.md", "refused", "against the policy",
    )  # fmt: skip
    assert failed.char_start == 0
    assert failed.char_end > 0


def test_the_rate_at_which_a_model_breaks_the_contract(tmp_path):
    """Of five answered chunks one is unusable and two are mended; a provider's failure says nothing of the model."""
    near_miss = '{"facts":[{"fact":"Host h0002 runs PostgreSQL 10."}]}'
    replies = {1: ["no JSON", None], 2: near_miss, 3: "no JSON", 5: RefusalError("policy")}
    batch, _ = extracted(tmp_path, replies, count=6)
    (rate,) = model_rates(batch.lake, [DAY])
    assert (rate.model, rate.chunks, rate.mended, rate.failed_contract) == ("openai/gpt-4.1-mini", 5, 2, 1)
    assert (rate.failure_rate, rate.mended_rate) == (0.2, 0.4)


def test_an_extractor_without_a_model_has_no_rate(tmp_path):
    """Nobody was asked."""
    batch = batch_on(put(tmp_path / "reports", many(1)), tmp_path / "lake")
    batch.extractor = ScriptedExtractor(Extraction("failed_contract", reason="scripted"))
    run_stages(batch)
    assert model_rates(batch.lake, [DAY]) == []
    assert Counter(one.state for one in accounts_of(batch.lake, [DAY])) == {"incomplete": 1}

"""A night that would retire much of a domain: what a person sees, and what approve, reject and undo do about it."""

import json
from dataclasses import replace
from pathlib import Path

import dagster as dg
import pytest
from tiny_lake import markdown, put
from typer.testing import CliRunner

from assets.reconcile import blast_result
from core.audit.fsck import fsck
from core.lake.held import HeldPlans
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.registry import rules_of
from core.settings import Settings
from pipelines import cli

NUMBERS = range(1111, 1117)


def scored(day, score):
    """A report that gives six vulnerabilities a score."""
    return markdown(day, "# Scores", "", *(f"The CVSS score of CVE-2026-{n} is {score}.\n" for n in NUMBERS))


def call(*words):
    """Exit code and output of a command."""
    done = CliRunner().invoke(cli.app, [str(word) for word in words])
    return done.exit_code, done.output + (str(done.exception) if done.exit_code and done.exception else "")


@pytest.fixture
def corpus(tmp_path):
    """(options of run, options of the other commands) of a lake in which a second report rescores everything."""
    reports, lake = tmp_path / "reports", tmp_path / "lake"
    put(reports, {"cti/2026-02-01/scores.md": scored("2026-02-01", "7.5")})
    options = ["--lake", str(lake)]
    assert call("run", "--reports", reports, *options)[0] == 0
    put(reports, {"cti/2026-02-02/rescored.md": scored("2026-02-02", "9.8")})
    return ["--reports", str(reports), *options], options


def plan_id(options):
    """The one plan that is held."""
    (plan,) = HeldPlans(Path(options[-1])).all()
    return plan.plan_id


def test_a_held_night_says_so_and_stays_whole(corpus):
    """Exit code 1, the message with the next step, the same again on a re-run, and fsck finds nothing wrong."""
    run, options = corpus
    code, output = call("run", *run)
    assert code == 1
    assert "6 of 6 current notes would be retired, 3 may be in one run" in output
    assert f"factledger approve {plan_id(options)}" in output
    assert "+ held 6" in output
    assert call("run", *run)[0] == 1
    lake = Lake(Path(options[-1]))
    assert fsck(lake, rules_of(Settings())).problems == []
    code, output = call("plans", plan_id(options), *options)
    assert (code, output.count("  - The CVSS score of"), output.count("  + The CVSS score of")) == (0, 6, 6)


def test_an_approved_night_is_committed_once(corpus):
    """The notes change, the plan is gone, the next run changes nothing."""
    run, options = corpus
    call("run", *run)
    code, output = call("approve", plan_id(options), *options)
    assert (code, "6 notes retired, commit 2" in output) == (0, True)
    code, output = call("run", *run)
    assert (code, "nothing changed" in output) == (0, True)
    assert "no plan is held" in call("plans", *options)[1]


def test_a_rejected_night_is_undone_by_its_report(corpus):
    """Reject names the report; once it is undone nothing is held."""
    run, options = corpus
    call("run", *run)
    code, output = call("reject", plan_id(options), *options)
    assert (code, "factledger undo --report cti/2026-02-02/rescored.md    # retires 6" in output) == (0, True)
    assert call("undo", "--report", "cti/2026-02-02/rescored.md", *options)[0] == 0
    assert call("run", *run)[0] == 0
    assert "no plan is held" in call("plans", *options)[1]


def test_a_verdict_in_a_held_domain_joins_its_plan(corpus, tmp_path):
    """The import says that its domain is held, and approval commits the verdict; fsck agrees before and after."""
    run, options = corpus
    call("run", *run)
    first, tasks = plan_id(options), tmp_path / "tasks.jsonl"
    call("review", "export", tasks, *options)
    task = json.loads(tasks.read_text("utf-8").splitlines()[0])
    target = task["candidates"][0]["note_id"]
    verdict = {"operation": "NOOP", "target_note_id": target, "reason": "the same score"}
    tasks.write_text(json.dumps(task | {"verdict": verdict}), "utf-8")
    code, output = call("review", "import", tasks, "--reviewer", "Mara", *options)
    assert (code, "nothing changed" in output, "cti: held" in output) == (0, True, True)
    assert plan_id(options) != first
    assert fsck(Lake(Path(options[-1])), rules_of(Settings())).problems == []
    assert call("approve", plan_id(options), *options)[0] == 0
    known, _, _ = Ledger(Lake(Path(options[-1]))).log.known()
    (ours,) = [one for one in known.values() if one.assertion.columns["fact_id"] == task["fact_id"]]
    said = ours.verdict
    assert (said.operation, said.target_note_id, said.reason) == ("NOOP", target, "Mara decided: the same score")
    assert ours.decider.startswith("person/")
    assert fsck(Lake(Path(options[-1])), rules_of(Settings())).problems == []


def test_the_limits_are_settings(corpus, tmp_path):
    """Who allows it is not asked."""
    run, options = corpus
    chosen = tmp_path / "limits.toml"
    chosen.write_text("[reconcile]\nretire_share = 1\n")
    assert call("run", *run, "--settings", chosen)[0] == 0
    assert "no plan is held" in call("plans", *options)[1]


def test_the_check_says_what_and_what_to_do(corpus):
    """A failed asset check with the number, the rows and the command."""
    run, options = corpus
    call("run", *run)
    lake = Lake(Path(options[-1]))
    done = Ledger(lake).reconcile([], rules_of(Settings()), "run", lambda: HeldPlans(lake.root).all()[0].made_at)
    held = blast_result(replace(done, held=HeldPlans(lake.root).all()))
    assert (held.passed, held.severity) == (False, dg.AssetCheckSeverity.ERROR)
    assert "factledger approve plan_" in str(held.description)
    assert held.metadata["held_retirements"].value == 6
    assert blast_result(done).passed

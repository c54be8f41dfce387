"""A run that would retire too many notes of a domain is held for a person: planned durably, and not written."""

from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from ledger_builders import NearestDecider, fact_row, make_assertion, rules

from core.contracts.tables import NORMALISED_FACTS
from core.errors import LakeError
from core.lake.blast import Limits
from core.lake.lake import Lake
from core.lake.ledger import Ledger

NOW = datetime(2026, 6, 1, tzinfo=UTC)
LIMITS = Limits(least=3, share=0.05)


def fact(name, value, day, report="first", domain="d"):
    """A fact of a domain."""
    made = make_assertion(name, value, day=day, report=report)
    return replace(made, columns={**made.columns, "domain": domain})


def names(count, domain="d"):
    """Subjects so unlike one another that only the same one is a candidate worth a decision."""
    return [f"{domain}{chr(97 + n % 26) * 3}{n}" for n in range(count)]


class SameSubject(NearestDecider):
    """Updates a note on the same subject, adds everything else."""

    def decide(self, fact, candidates):
        """Leave out what is only near."""
        same = [one for one in candidates if one.note.statement.subject == fact.statement.subject]
        return super().decide(fact, same) if same else replace(super().decide(fact, candidates), operation="ADD")


def store(lake, facts):
    """Write facts as the normalised facts of their days; return the days."""
    days = defaultdict(list)
    for one in facts:
        days[one.columns["partition"]].append(fact_row(one))
    for day, rows in days.items():
        lake.write(NORMALISED_FACTS, day, rows)
    return sorted(days)


def run(ledger, days, hour=0, decider=None):
    """Reconcile some days."""
    return ledger.reconcile(days, rules(decider or SameSubject()), "run", lambda: NOW + timedelta(hours=hour))


@pytest.fixture
def lake(tmp_path):
    """An empty lake."""
    return Lake(tmp_path / "lake")


@pytest.fixture
def ledger(lake):
    """Its ledger, with limits."""
    return Ledger(lake, LIMITS)


def held_lake(lake, ledger, changed=4):
    """Ten notes on day 0, of which day 1 changes some; both days."""
    first = store(lake, [fact(name, "one", 0) for name in names(10)])
    run(ledger, first)
    second = store(lake, [fact(name, "two", 1, "second") for name in names(10)[:changed]])
    return [*first, *second]


@pytest.mark.parametrize(("current", "allowed"), [(0, 3), (10, 3), (79, 3), (80, 4), (1000, 50)])
def test_the_allowance_is_the_larger_of_a_number_and_a_share(current, allowed):
    """Three always; from 80 notes on, five in a hundred."""
    assert LIMITS.allows(current) == allowed


def test_three_retirements_are_committed_and_four_are_held(lake, ledger):
    """The limit itself is allowed; one more writes nothing, and says which notes."""
    days = held_lake(lake, ledger)
    before = ledger.digests()
    done = run(ledger, days, 1)
    (plan,) = done.held
    assert (done.committed, ledger.digests(), plan.current, plan.allowed) == (False, before, 10, 3)
    assert {one.text for one in plan.retirements} == {f"{name} has one" for name in names(4)}
    assert {one.new_text for one in plan.retirements} == {f"{name} has two" for name in names(4)}
    store(lake, [fact(name, "two", 1, "second") for name in names(3)])
    assert (run(ledger, days, 2).committed, ledger.held.all()) == (True, [])


def test_a_domain_built_from_nothing_is_not_held(lake, ledger):
    """A first backfill retires notes of its own, which nobody has seen as current."""
    days = store(lake, [fact(name, value, day) for day, value in enumerate("abc") for name in names(10)])
    done = run(ledger, days)
    assert (done.operations["UPDATE"], done.held) == (20, [])


def test_facts_that_leave_count_as_retirements(lake, ledger):
    """A day that comes back empty would take its notes away: held."""
    days = store(lake, [fact(name, "one", 0) for name in names(10)])
    run(ledger, days)
    lake.write(NORMALISED_FACTS, days[0], [])
    (plan,) = run(ledger, days, 1).held
    assert {one.how for one in plan.retirements} == {"gone"}


def test_a_held_domain_blocks_no_other(lake, ledger):
    """The other domain's facts of the same day are committed."""
    days = held_lake(lake, ledger)
    store(lake, [fact(n, "two", 1, "second") for n in names(4)] + [fact("other", "x", 1, "third", "e")])
    done = run(ledger, days, 1)
    assert (dict(done.operations), [plan.domain for plan in done.held]) == ({"ADD": 1}, ["d"])


def test_an_approved_plan_gives_the_table_of_a_run_without_limits(lake, ledger, tmp_path):
    """Approval commits what was shown; after it nothing is left to do."""
    days = held_lake(lake, ledger)
    (plan,) = run(ledger, days, 1).held
    approved, commit = ledger.approve(plan.plan_id[:12], "person", lambda: NOW + timedelta(hours=2))
    assert (approved.plan_id, commit, ledger.held.all()) == (plan.plan_id, 2, [])
    assert (run(ledger, days, 3).committed, run(ledger, days, 3).questions) == (False, 0)
    other = Lake(tmp_path / "other")
    store(other, [fact(name, "one", 0) for name in names(10)])
    store(other, [fact(name, "two", 1, "second") for name in names(4)])
    free = Ledger(other)
    run(free, days)
    assert free.digests() == ledger.digests()


def test_the_same_night_makes_the_same_plan(lake, ledger):
    """The plan of an unchanged night keeps its id, and there is one of it."""
    days = held_lake(lake, ledger)
    first, again = run(ledger, days, 1).held, run(ledger, days, 5).held
    assert [one.plan_id for one in first] == [one.plan_id for one in again]
    assert [(one.plan_id, one.made_at) for one in ledger.held.all()] == [(first[0].plan_id, first[0].made_at)]


def test_a_plan_whose_domain_moved_is_refused_and_made_anew(lake, ledger):
    """Another day of the domain was committed meanwhile: the refusal names it, and the next run plans on it."""
    days = held_lake(lake, ledger)
    (plan,) = run(ledger, days, 1).held
    more = store(lake, [fact("zebra", "x", 2, "third")])
    run(ledger, more, 2)
    before = ledger.digests()
    with pytest.raises(LakeError, match=r"changed since the plan was made, by commit 2 \(run run\)"):
        ledger.approve(plan.plan_id, "person", lambda: NOW)
    assert ledger.digests() == before
    (anew,) = run(ledger, days + more, 3).held
    assert anew.plan_id != plan.plan_id
    assert [one.plan_id for one in ledger.held.all()] == [anew.plan_id]


def test_a_crash_after_the_seal_of_an_approval_heals(lake, ledger, monkeypatch):
    """The next run finishes the commit from the log, and the plan is answered."""
    days = held_lake(lake, ledger)
    (plan,) = run(ledger, days, 1).held
    with monkeypatch.context() as patch:
        patch.setattr(ledger.tables, "commit", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            ledger.approve(plan.plan_id, "person", lambda: NOW)
    done = run(ledger, days, 2)
    assert (len(done.repairs), done.committed, ledger.held.all()) == (1, False, [])
    assert ledger.tables.is_clean()


def test_what_a_person_undoes_is_not_held(lake, ledger):
    """An undo of ten notes goes through; in a held domain it joins the plan instead of committing it."""
    days = held_lake(lake, ledger, changed=3)
    run(ledger, days, 1)
    report = fact("x", "y", 0).columns["report_id"]
    undone = ledger.undo("report", report, "", rules(SameSubject()), "person", lambda: NOW + timedelta(hours=2))
    assert (undone.held, undone.withdrawn) == ([], 10)


def test_an_undo_of_the_bad_report_frees_a_held_domain(lake, ledger):
    """Nothing of the plan is left to hold."""
    days = held_lake(lake, ledger)
    run(ledger, days, 1)
    bad = fact("x", "y", 1, "second").columns["report_id"]
    done = ledger.undo("report", bad, "wrong", rules(SameSubject()), "person", lambda: NOW + timedelta(hours=2))
    assert (done.held, done.committed, ledger.held.all()) == ([], False, [])


def test_an_undo_elsewhere_does_not_let_a_held_plan_through(lake, ledger):
    """It would retire what waits for a person too, so that it joins the plan."""
    days = held_lake(lake, ledger)
    store(lake, [fact(n, "two", 1, "second") for n in names(4)] + [fact("zebra", "x", 1, "third")])
    run(ledger, days, 1)
    before = ledger.digests()
    third = fact("x", "y", 1, "third").columns["report_id"]
    done = ledger.undo("report", third, "", rules(SameSubject()), "person", lambda: NOW + timedelta(hours=2))
    assert (len(done.held), ledger.digests()) == (1, before)

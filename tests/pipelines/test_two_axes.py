"""The two axes of time: what the ledger held at a time, and what was so on a day; and both together."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import lancedb
import pytest
from ledger_builders import START, fact_row, make_assertion, rules

from core.contracts.frames import to_arrow
from core.contracts.tables import NORMALISED_FACTS, NOTES
from core.lake.lake import Lake
from core.lake.ledger import Ledger, table_rows
from core.lake.points import instant_of
from core.ledger.assertions import Assertion
from core.model import Verdict
from pipelines.ledger_view import LedgerView

pytestmark = pytest.mark.filterwarnings("ignore:optimize.cleanup_older_than=0")


class OneValue:
    """Each subject has one value at a time: another one replaces it, the same one confirms it."""

    name, version = "one-value", "1"

    def decide(self, fact, candidates):
        """Return what becomes of a fact."""
        for candidate in candidates:
            if candidate.note.statement.subject == fact.statement.subject:
                is_same = candidate.note.statement.value == fact.statement.value
                return Verdict("NOOP" if is_same else "UPDATE", candidate.note.id, "one value at a time")
        return Verdict("ADD", None, "new")


RULES = rules(OneValue())


def said(subject: str, value: str, day: str, since: str | None = None, until: str | None = None) -> Assertion:
    """A fact that a report of a day of 2026 says (MM-DD), with the times that it names."""
    at = (instant(day) - START).days
    made = make_assertion(subject, value, at, report=f"{subject} {value} {day}")
    times = {"valid_from": since and instant(since), "valid_to": until and instant(until)}
    return replace(made, columns={**made.columns, **times}, claim=replace(made.claim, **times))


def instant(day: str) -> datetime:
    """The first instant of a day of 2026."""
    return datetime.fromisoformat(f"2026-{day}").replace(tzinfo=UTC)


def night(day: str) -> datetime:
    """When the run of a night commits."""
    return instant(day) + timedelta(hours=2)


def arrive(lake: Lake, when: str, *facts: Assertion) -> None:
    """Let facts arrive in a night's run."""
    for day in {one.columns["partition"] for one in facts}:
        here = [fact_row(one) for one in facts if one.columns["partition"] == day]
        lake.write(NORMALISED_FACTS, day, lake.read(NORMALISED_FACTS, day).to_dicts() + here)
    Ledger(lake).reconcile({one.columns["partition"] for one in facts}, RULES, "run", lambda: night(when))


def ask(lake: Lake, belief: str | None = None, world: str | None = None) -> list[str]:
    """What ``notes --as-of-belief --as-of-world`` answers, with days of 2026: the values."""
    view = LedgerView(lake, None if belief is None else instant_of(f"2026-{belief}"))
    found = view.current(retired=world is not None)
    if world is not None:
        found = view.held_on(instant_of(f"2026-{world}"), found)
    return [note["statement"]["value"] for note in found]


@pytest.fixture
def lake(tmp_path) -> Lake:
    """An empty lake."""
    return Lake(tmp_path / "lake")


def everywhere(lake: Lake, check: Callable[[], None]) -> None:
    """Check as it is, after compaction and cleanup, and after a rebuild."""
    check()
    ledger = Ledger(lake)
    ledger.compact(keep=1, keep_seconds=0)
    check()
    ledger.rebuild()
    check()


def test_what_was_so_and_what_was_believed_are_two_questions(lake):
    """In May it became known that Bo had been the owner since March; Ana had been taken for it until then."""
    arrive(lake, "01-12", said("owner", "Ana", "01-10"))
    arrive(lake, "05-21", said("owner", "Bo", "05-20", since="03-01"))

    def check():
        assert (ask(lake), ask(lake, world="02-15"), ask(lake, world="04-15")) == (["Bo"], ["Ana"], ["Bo"])
        assert (ask(lake, "05-20"), ask(lake, "05-21"), ask(lake, "01-11")) == (["Ana"], ["Bo"], [])
        assert (ask(lake, "05-20", "04-15"), ask(lake, "05-21", "04-15")) == (["Ana"], ["Bo"])
        assert ask(lake, "05-21", "01-09") == []

    everywhere(lake, check)


def test_a_day_is_its_end(lake):
    """What was recorded, or became so, in the course of a day counts on it; a time is meant to the second."""
    arrive(lake, "01-12", said("owner", "Ana", "01-10"))
    assert ask(lake, "01-12") == ["Ana"]
    assert ask(lake, "01-12T01:59") == []
    assert ask(lake, "01-12T02:00") == ["Ana"]
    assert (ask(lake, world="01-10"), ask(lake, world="01-09")) == (["Ana"], [])


def test_a_late_report_changes_what_was_so_and_not_what_was_believed(lake):
    """The report of February comes in April: Cy stands between Ana and Bo from then on, in the past too."""
    arrive(lake, "01-12", said("owner", "Ana", "01-10"))
    arrive(lake, "03-12", said("owner", "Bo", "03-10"))
    arrive(lake, "04-12", said("owner", "Cy", "02-10"))

    def check():
        assert ask(lake) == ["Bo"]
        assert [ask(lake, world=day) for day in ("01-20", "02-20", "03-20")] == [["Ana"], ["Cy"], ["Bo"]]
        assert [ask(lake, "04-11", day) for day in ("01-20", "02-20", "03-20")] == [["Ana"], ["Ana"], ["Bo"]]
        assert [ask(lake, day) for day in ("02-20", "03-20", "04-20")] == [["Ana"], ["Bo"], ["Bo"]]

    everywhere(lake, check)


def test_an_undo_is_believed_from_its_time_on(lake):
    """Bo was believed for a week, and again after the redo; what was so follows what is believed."""
    bo = said("owner", "Bo", "03-10")
    arrive(lake, "01-12", said("owner", "Ana", "01-10"))
    arrive(lake, "03-12", bo)
    Ledger(lake).undo("report", bo.columns["report_id"], "", RULES, "undo", lambda: night("03-19"))
    assert (ask(lake), ask(lake, world="03-15")) == (["Ana"], ["Ana"])
    Ledger(lake).redo("report", bo.columns["report_id"], RULES, "redo", lambda: night("03-26"))

    def check():
        assert [ask(lake, day) for day in ("03-11", "03-12", "03-19", "03-26")] == [["Ana"], ["Bo"], ["Ana"], ["Bo"]]
        assert [ask(lake, day, "03-15") for day in ("03-18", "03-20", "03-27")] == [["Bo"], ["Ana"], ["Bo"]]

    everywhere(lake, check)


def test_a_plan_holds_from_its_day_on_and_an_end_ends(lake):
    """Announced in March for July: until then the old rate is so, though its note is superseded."""
    arrive(lake, "01-12", said("rate", "4", "01-10"))
    arrive(lake, "03-12", said("rate", "5", "03-10", since="07-01"), said("lease", "Oslo", "03-10", until="05-01"))

    def check():
        assert sorted(ask(lake)) == ["5", "Oslo"]
        assert [sorted(ask(lake, world=day)) for day in ("04-01", "04-30", "05-01", "07-01")] == [
            ["4", "Oslo"], ["4", "Oslo"], ["4"], ["5"],
        ]  # fmt: skip

    everywhere(lake, check)


def test_a_later_word_on_earlier_days_reaches_past_the_note_between(lake):
    """Bo was told of in June; in July Cy is said to have been the owner since March: neither Ana nor Bo was, then."""
    arrive(lake, "01-12", said("owner", "Ana", "01-10"))
    arrive(lake, "06-12", said("owner", "Bo", "06-10"))
    arrive(lake, "07-12", said("owner", "Cy", "07-10", since="03-01"))
    assert [ask(lake, world=day) for day in ("02-15", "04-15", "06-15", "07-15")] == [["Ana"], ["Cy"], ["Cy"], ["Cy"]]
    assert [ask(lake, "07-01", day) for day in ("02-15", "04-15", "06-15")] == [["Ana"], ["Ana"], ["Bo"]]


class Model:
    """A history kept in the plainest way: after every commit, all facts that were accepted then."""

    def __init__(self) -> None:
        self.facts: dict[tuple[str, str], Assertion] = {}
        self.undone: set[str] = set()
        self.states: list[tuple[datetime, list[Assertion]]] = []

    def record(self, when: datetime) -> None:
        """Keep what is accepted now."""
        kept = [one for one in self.facts.values() if one.columns["report_id"] not in self.undone]
        self.states.append((when, sorted(kept, key=lambda one: one.sort_key)))

    def spans(self, belief: datetime) -> list[tuple[str, str, datetime, datetime | None, bool]]:
        """(subject, value, from, to, whether current) of every note that was held at a time."""
        accepted = next((facts for when, facts in reversed(self.states) if when <= belief), [])
        found = []
        for subject in {one.claim.statement.subject for one in accepted}:
            told: list[Assertion] = []
            for one in accepted:
                if one.claim.statement.subject == subject:
                    is_repeated = told and told[-1].claim.statement.value == one.claim.statement.value
                    told += [] if is_repeated else [one]
            starts = [one.claim.valid_from or one.claim.asserted_at for one in told]
            for at, one in enumerate(told):
                ends = [*starts[at + 1 :], *([one.claim.valid_to] if one.claim.valid_to else [])]
                is_current = at == len(told) - 1
                found.append((subject, one.claim.statement.value, starts[at], min(ends, default=None), is_current))
        return found

    def current(self, belief: datetime) -> list[tuple[str, str]]:
        """What was current at a time of belief."""
        return sorted((subject, value) for subject, value, _, _, is_current in self.spans(belief) if is_current)

    def held(self, belief: datetime, world: datetime) -> list[tuple[str, str]]:
        """What held at an instant, as it was believed at a time."""
        spans = self.spans(belief)
        return sorted((s, v) for s, v, start, end, _ in spans if start <= world and (end is None or world < end))


def pairs(notes) -> list[tuple[str, str]]:
    """Subject and value of notes."""
    return sorted((note["statement"]["subject"], note["statement"]["value"]) for note in notes)


def some_fact(random: Random) -> Assertion:
    """A fact of any of 40 days on one of three subjects, some with a start or an end of their own."""
    day = (START + timedelta(days=random.randrange(40))).strftime("%m-%d")
    since = (START + timedelta(days=random.randrange(50))).strftime("%m-%d") if random.random() < 0.3 else None
    until = (START + timedelta(days=50 + random.randrange(20))).strftime("%m-%d") if random.random() < 0.2 else None
    return said(random.choice(["owner", "网关", "rate"]), random.choice("abcd"), day, since, until)


def act(lake: Lake, model: Model, random: Random, clock: datetime) -> None:
    """Let a night's facts arrive, or undo or redo a report: in the lake and in the model."""
    ledger, kind = Ledger(lake), random.choice(["night", "night", "undo", "redo"])
    reports = sorted({one.columns["report_id"] for one in model.facts.values()} - model.undone)
    if kind == "undo" and reports:
        report = random.choice(reports)
        model.undone.add(report)
        ledger.undo("report", report, "", RULES, "undo", lambda: clock)
    elif kind == "redo" and model.undone:
        report = random.choice(sorted(model.undone))
        model.undone.remove(report)
        ledger.redo("report", report, RULES, "redo", lambda: clock)
    else:
        facts = {one.key: one for one in (some_fact(random) for _ in range(4))}
        model.facts.update(facts)
        for day in {one.columns["partition"] for one in facts.values()}:
            here = [fact_row(one) for one in model.facts.values() if one.columns["partition"] == day]
            lake.write(NORMALISED_FACTS, day, here)
        ledger.reconcile(lake.days(NORMALISED_FACTS), RULES, "run", lambda: clock)
    model.record(clock)


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_any_history_answers_as_the_plainest_model_does(lake, seed):
    """Nights in any order of days, late reports, undo and redo: every pair of times, now and after maintenance."""
    random, model = Random(seed), Model()
    clocks = [night("06-01") + timedelta(days=n) for n in range(9)]
    for clock in clocks:
        act(lake, model, random, clock)
    beliefs = [night("06-01") + timedelta(days=n, hours=random.choice((-1, 0, 1))) for n in range(12)]
    worlds = [START + timedelta(days=n, hours=12) for n in range(-1, 75, 5)]

    def check():
        assert pairs(LedgerView(lake).current()) == model.current(clocks[-1])
        for belief in beliefs:
            view = LedgerView(lake, belief)
            assert pairs(view.current()) == model.current(belief), belief
            every = view.current(retired=True)
            for world in worlds:
                assert pairs(view.held_on(world, every)) == model.held(belief, world), (belief, world)

    everywhere(lake, check)


def test_a_tag_that_is_kept_is_the_table_of_its_commit_bit_for_bit(lake):
    """The same bytes before and after later commits, an undo, and a cleanup that keeps it; and what the log says."""
    bo = said("owner", "Bo", "03-10")
    arrive(lake, "01-12", said("owner", "Ana", "01-10"))
    arrive(lake, "03-12", bo)
    ledger = Ledger(lake)
    then = {commit: tagged(lake, commit) for commit in (1, 2)}
    ledger.undo("report", bo.columns["report_id"], "", RULES, "undo", lambda: night("03-19"))
    arrive(lake, "04-12", said("owner", "Cy", "02-10"))
    ledger.compact(keep=3, keep_seconds=0)
    assert tagged(lake, 2).equals(then[2])
    for commit in (2, 3, 4):
        expected = to_arrow(NOTES, table_rows(ledger.log.known(commit)[0].values())[NOTES.name].values())
        assert tagged(lake, commit).equals(expected.sort_by("note_id"))
    assert sorted(lancedb.connect(str(lake.root)).open_table("notes").tags.list()) == [
        "commit-00000002", "commit-00000003", "commit-00000004",
    ]  # fmt: skip


def tagged(lake: Lake, commit: int):
    """The note table under a commit's tag."""
    table = lancedb.connect(str(lake.root)).open_table("notes")
    table.checkout(f"commit-{commit:08d}")
    return table.to_arrow().cast(NOTES.schema).replace_schema_metadata(None).sort_by("note_id")

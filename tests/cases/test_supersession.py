"""A change retires the right note at the right time, and nothing else; what is taken out can come back."""

from collections import defaultdict
from datetime import UTC, datetime

import pytest
from ledger_builders import fact_row, make_assertion, rules

from core.contracts.frames import to_frame
from core.contracts.tables import NORMALISED_FACTS, NOTES, SUPERSESSION_EDGES
from core.ids import report_id
from core.lake.lake import Lake, read_parquet
from core.lake.ledger import Ledger
from core.ledger.digest import digest

NOW = datetime(2026, 6, 1, tzinfo=UTC)

# id → (old text on 3 April, new text on 10 June, day from which the new one holds by its own words or None)
CHANGED = {
    "C3-01 lead": ("The lead of Project Orchid is Ana Ruiz.", "The lead of Project Orchid is now Bo Lind.", None),
    "C3-01 owner": ("The owner of Project Orchid is Ana Ruiz.", "The owner of Project Orchid is Bo Lind.", None),
    "C3-01 zh": ("兰花项目的负责人是王芳。", "兰花项目的负责人由王芳变更为李强。", None),
    "C3-01 zh plain": ("兰花项目的负责人是王芳。", "兰花项目的负责人是李强。", None),
    "C3-01 status": ("The status of advisory SA-7 is draft.", "The status of advisory SA-7 is final.", None),
    "C3-02 now": ("Project Orchid uses Jira.", "Project Orchid now uses Linear.", None),
    "C3-02 replaced": (
        "Project Orchid uses Jira.",
        "Project Orchid replaced Jira with Linear in May 2026.",
        datetime(2026, 5, 1, tzinfo=UTC),
    ),
    "C3-02 switched": (
        "Project Orchid uses Jira.",
        "Project Orchid switched from Jira to Linear in May 2026.",
        datetime(2026, 5, 1, tzinfo=UTC),
    ),
    "C3-02 zh": ("兰花项目的数据库是 PostgreSQL。", "兰花项目的数据库已改为 MySQL。", None),
    "C3-02 zh since": (
        "兰花项目的负责人是王芳。",
        "兰花项目的负责人自2026年5月起改为李强。",
        datetime(2026, 5, 1, tzinfo=UTC),
    ),
    "C3-01 took over": (
        "The owner of Project Orchid is Ana Ruiz.",
        "Bo Lind took over Project Orchid from Ana Ruiz on 1 June 2026.",
        None,
    ),
    "C3-17 indicator": ("The C2 domain of Grey Heron is a.example.", "The C2 domain of Grey Heron is b.example.", None),
    "C3-17 score": ("The CVSS score of CVE-2026-1111 is 7.5.", "The CVSS score of CVE-2026-1111 is 9.8.", None),
}

# What the rules do not see yet as a change: id → the two texts.
NOT_YET_CHANGED = {
    "C3-02 since": (
        "The issue tracker of Project Orchid is Jira.",
        "Since May 2026 the issue tracker of Project Orchid is Linear.",
    ),
    "C3-02 date first": (
        "The database of Project Orchid is PostgreSQL.",
        "In May 2026 Project Orchid migrated from PostgreSQL to MySQL.",
    ),
}

# Neither may retire the other: id → reports (day, text).
UNTOUCHED = {
    "C3-01 another subject": [
        ("2026-04-03", "The lead of Project Orchid is Ana Ruiz."),
        ("2026-06-10", "The lead of Project Aster is Bo Lind."),
    ],
    "C3-02 a second tool": [
        ("2026-04-03", "Grey Heron uses the tool Kelp."),
        ("2026-06-10", "Grey Heron uses the tool Marlin."),
    ],
    "C3-16 another product": [
        ("2026-04-03", "The CVSS score of CVE-2026-1111 is 7.5."),
        ("2026-06-10", "The CVSS score of CVE-2026-1112 is 9.8."),
    ],
    "C3-06 hedged": [
        ("2026-04-03", "The owner of Project Orchid is Ana Ruiz."),
        ("2026-06-10", "The owner of Project Orchid may be Bo Lind."),
    ],
}


@pytest.fixture(scope="module")
def ledger(tell_all):
    """All rows of the tables above in one lake."""
    pairs = {**{name: case[:2] for name, case in CHANGED.items()}, **NOT_YET_CHANGED}
    return tell_all(
        {**{name: [("2026-04-03", old), ("2026-06-10", new)] for name, (old, new) in pairs.items()}, **UNTOUCHED}
    )


@pytest.mark.parametrize("case", CHANGED)
def test_a_changed_value_closes_the_old_note_and_leaves_one_current(ledger, case):
    """The old value was deleted and the new one lost, or both stayed current."""
    old_text, new_text, since = CHANGED[case]
    old, new = ledger.notes(case, retired=True)
    assert (old["text"], old["status"], old["superseded_by"]) == (old_text, "superseded", new["note_id"])
    assert (new["text"], new["status"], new["supersedes"]) == (new_text, "current", [old["note_id"]])
    assert old["superseded_at"] == new["asserted_at"] == datetime(2026, 6, 10, tzinfo=UTC)
    assert ledger.view().edge_from[old["note_id"]]["operation"] == "UPDATE"
    if since is not None:
        assert (new["valid_from"], new["valid_precision"]) == (since, "month")
        held = ledger.view().held_on(datetime(2026, 5, 20, tzinfo=UTC), [old, new])
        assert [note["text"] for note in held] == [new_text]


@pytest.mark.xfail(strict=True, reason="core.statements reads no change, or a wrong subject, out of this wording")
@pytest.mark.parametrize("case", NOT_YET_CHANGED)
def test_a_change_in_other_words_closes_the_old_note(ledger, case):
    """Both the old and the new value stay current."""
    assert ledger.texts(case) == [NOT_YET_CHANGED[case][1]]


@pytest.mark.parametrize("case", UNTOUCHED)
def test_what_is_not_the_same_question_retires_nothing(ledger, case):
    """Another subject, a slot that holds many, a guess: none of them ends what was known."""
    assert len(ledger.notes(case)) == 2


@pytest.mark.parametrize((), [pytest.param(id="C3-01 ended")])
def test_an_ending_alone_leaves_a_correction_with_its_history(told):
    """A deletion took the text away; nobody could say any more who it had been."""
    told.tell("p", "2026-04-03", "The owner of Project Orchid is Ana Ruiz.")
    told.tell("p", "2026-06-10", "Ana Ruiz is no longer the owner of Project Orchid.")
    told.run()
    old, new = told.notes(retired=True)
    assert (old["status"], new["status"], new["source_type"]) == ("superseded", "current", "correction")
    assert told.view().chain(new) == [old, new]


@pytest.mark.parametrize((), [pytest.param(id="C3-03")])
def test_only_notes_of_the_same_subject_and_slot_may_close(told):
    """A candidate search over everything closed notes of other actors: here 200 notes, and one may go."""
    for actor in range(20):
        sectors = " ".join(f"Heron{actor} targets companies of sector S{sector}{actor}." for sector in range(9))
        told.tell("cti", "2026-02-01", f"{sectors} The leader of Heron{actor} is Person{actor} Lind.")
    told.run()
    before = {note["note_id"]: note for note in told.notes(retired=True)}
    assert len(before) == 200
    told.tell("cti", "2026-02-09", "The leader of Heron7 is Ana Ruiz.")
    told.run(["2026-02-09"])
    after = {note["note_id"]: note for note in told.notes(retired=True)}
    changed = [note_id for note_id, note in before.items() if after[note_id] != note]
    assert [after[note_id]["text"] for note_id in changed] == ["The leader of Heron7 is Person7 Lind."]
    assert len(after) == 201


@pytest.mark.parametrize(
    "order", [(0, 1, 2), (2, 1, 0), (2, 0, 1), (1, 2, 0)], ids=lambda order: "C3-05 " + "".join(map(str, order))
)
def test_a_backfill_becomes_history_whatever_the_order_of_arrival(told, order):
    """The ingest clock decided: a report of 2024 that came late retired what was known of 2026."""
    reports = [("2024-01-10", "Acme"), ("2025-03-01", "Globex"), ("2026-01-10", "Initech")]
    for index in order:
        day, employer = reports[index]
        told.tell("hr", day, f"Mara Lind works at {employer}.", name=f"{day}.md")
        told.run([day])
    acme, globex, initech = told.notes(retired=True)
    assert [note["status"] for note in (acme, globex, initech)] == ["superseded", "superseded", "current"]
    assert acme["superseded_at"] == datetime(2025, 3, 1, tzinfo=UTC)
    assert globex["superseded_at"] == datetime(2026, 1, 10, tzinfo=UTC)
    assert initech["text"] == "Mara Lind works at Initech."
    notes = [acme, globex, initech]
    held = told.view().held_on
    assert [held(datetime(year, 6, 1, tzinfo=UTC), notes) for year in (2023, 2024, 2025, 2026)] == [
        [], [acme], [globex], [initech],
    ]  # fmt: skip


@pytest.mark.parametrize((), [pytest.param(id="C3-06")])
def test_an_undated_report_never_retires_a_dated_note(told):
    """Two sessions out of order: without an event time the later arrival won. It is a conflict, not a change."""
    told.tell("hr", "2026-01-10", "Mara Lind works at Initech.")
    told.tell("hr", "2026-03-03", "Mara Lind works at Acme.", dated=False)
    told.run()
    dated, undated = told.notes()
    assert undated["conflicts_with"] == [dated["note_id"]]
    assert undated["asserted_at_source"] == "partition"


@pytest.mark.parametrize((), [pytest.param(id="C3-06 one day")])
def test_two_sources_that_disagree_on_one_day_are_a_conflict(told):
    """One of two equally new claims was closed in silence, the one that came first."""
    for employer in ("Initech", "Acme"):
        told.tell("hr", "2026-01-10", f"Mara Lind works at {employer}.")
    told.run()
    one, other = told.notes()
    assert [one["conflicts_with"], other["conflicts_with"]] == [[], [one["note_id"]]]


@pytest.mark.parametrize((), [pytest.param(id="C3-08")])
def test_what_is_derived_from_the_notes_follows_in_the_same_run(told):
    """A page built from a note was not told of its retraction; the exports are rewritten with every commit."""
    told.tell("p", "2026-04-03", "The owner of Project Orchid is Ana Ruiz.")
    told.run()
    told.tell("p", "2026-06-10", "The owner of Project Orchid is Bo Lind.")
    told.run()
    for table in (NOTES, SUPERSESSION_EDGES):
        export = to_frame(read_parquet(table, told.lake.root / "exports" / f"{table.name}.parquet"))
        assert digest(export.to_dicts()) == told.digests()[table.name]
        assert export.height == {"notes": 2, "supersession_edges": 1}[table.name]


@pytest.mark.parametrize((), [pytest.param(id="C3-09")])
def test_a_fact_lives_as_long_as_one_source_states_it(told):
    """A fact died with the first of its sources, or did not come back with the last."""
    for name in ("a", "b"):
        told.tell("cti", "2026-02-01", "Silent Heron uses the tool Kelp.", name=f"{name}.md")
    told.run()
    ledger, batch = told.ledger(), told.batch()

    def change(how, name):
        reason = ("test",) if how == "undo" else ()
        getattr(ledger, how)("report", report_id(f"cti/{name}.md"), *reason, batch.rules, "r", batch.now)
        return [(note["text"], note["n_reports"]) for note in told.notes()]

    text = "Silent Heron uses the tool Kelp."
    assert change("undo", "a") == [(text, 1)]
    assert change("undo", "b") == []
    assert change("redo", "a") == [(text, 1)]
    assert change("redo", "b") == [(text, 2)]


@pytest.mark.parametrize((), [pytest.param(id="C3-09 retired comes back")])
def test_what_an_undone_report_had_retired_is_current_again(told):
    """The retirement outlived its reason."""
    told.tell("p", "2026-04-03", "The owner of Project Orchid is Ana Ruiz.", name="a.md")
    told.tell("p", "2026-06-10", "The owner of Project Orchid is Bo Lind.", name="b.md")
    told.run()
    batch = told.batch()
    told.ledger().undo("report", report_id("p/b.md"), "wrong", batch.rules, "r", batch.now)
    (note,) = told.notes(retired=True)
    assert (note["text"], note["status"], note["superseded_by"]) == (
        "The owner of Project Orchid is Ana Ruiz.", "current", None,
    )  # fmt: skip


@pytest.mark.parametrize((), [pytest.param(id="C3-14")])
def test_taking_a_source_out_touches_no_other_domain_and_no_other_source(told):
    """The scope was lost on the way to the store, and other tenants lost rows."""
    for domain in ("tenant a", "tenant/b", "租户"):
        name = domain.replace("/", " ")
        told.tell(name, "2026-02-01", "Silent Heron uses the tool Kelp.", name="s.md")
        told.tell(name, "2026-02-01", "Meridian Energy is based in Oslo.", name="t.md")
    told.run()
    own, others = _neighbours(told)
    batch = told.batch()
    told.ledger().undo("report", report_id("tenant a/s.md"), "erase", batch.rules, "r", batch.now)
    assert _neighbours(told) == (own, others)
    assert len(others) == 4
    assert told.texts("tenant a", retired=True) == own == ["Meridian Energy is based in Oslo."]


def _neighbours(told):
    """What the erased source's own domain holds besides it, and every row of the other domains."""
    own = [text for text in told.texts("tenant a", retired=True) if "Oslo" in text]
    return own, [note for note in told.notes(retired=True) if note["domain"] != "tenant a"]


@pytest.mark.parametrize((), [pytest.param(id="C3-15")])
def test_a_source_of_250_facts_goes_as_a_whole(tmp_path):
    """Deletion stopped after the first page of results."""
    lake = Lake(tmp_path)
    facts = [make_assertion(f"subject {n}", "one", report="big", ordinal=n) for n in range(250)]
    facts += [make_assertion(f"subject {n}", "two", day=1, report="small", ordinal=n) for n in range(5)]
    days = defaultdict(list)
    for fact in facts:
        days[fact.columns["partition"]].append(fact_row(fact))
    for day, listed in days.items():
        lake.write(NORMALISED_FACTS, day, listed)
    ledger = Ledger(lake)
    ledger.reconcile(days, rules(), "r", lambda: NOW)
    ledger.undo("report", report_id("big"), "erase", rules(), "r", lambda: NOW)
    notes, edges = (to_frame(ledger.tables.read(table)) for table in (NOTES, SUPERSESSION_EDGES))
    assert sorted(notes["text"]) == [f"subject {n} has two" for n in range(5)]
    assert edges.height == 0
    assert not notes["supports"].explode().struct.field("report_id").is_in([report_id("big")]).any()


@pytest.mark.parametrize("subject", [0, 3, 4], ids=lambda number: f"C3-16 {number}")
def test_the_update_hits_its_own_subject_and_leaves_the_neighbours_byte_for_byte(told, subject):
    """The row that was changed was the first of the result, not the nearest."""
    projects = ["Orchid", "Aster", "Lotus", "Iris", "Lily"]
    for project in projects:
        told.tell("p", "2026-02-01", f"The lead of Project {project} is Ana Ruiz.", name=f"{project}.md")
    told.run()
    before = {note["text"]: note for note in told.notes()}
    told.tell("p", "2026-03-01", f"The lead of Project {projects[subject]} is Bo Lind.")
    told.run()
    after = {note["text"]: note for note in told.notes(retired=True)}
    assert [text for text, note in before.items() if after[text] != note] == [
        f"The lead of Project {projects[subject]} is Ana Ruiz."
    ]


@pytest.mark.parametrize((), [pytest.param(id="C3-17 export")])
def test_the_current_view_holds_the_new_indicator_alone(told):
    """Consumers could not tell the current value from the old one."""
    told.tell("cti", "2026-01-10", "The C2 domain of Grey Heron is a.example.", name="heron.md")
    told.tell("cti", "2026-02-10", "The C2 domain of Grey Heron is b.example.", name="heron.md")
    told.run()
    export = to_frame(read_parquet(NOTES, told.lake.root / "exports" / "notes.parquet"))
    current = export.filter(export["status"] == "current")["text"].to_list()
    assert current == ["The C2 domain of Grey Heron is b.example."]
    (head,) = told.notes()
    assert [note["text"][-10:] for note in told.view().chain(head)] == ["a.example.", "b.example."]

"""Many reports, parallel runs, kills and half-done work leave the ledger that one quiet run would leave."""

import threading
import time
from datetime import UTC, datetime

import pytest
from stage_builders import ScriptedExtractor, extraction
from tiny_lake import TINY, TINY_DAYS, put, run_line, run_stages

from assets.checks import failed_chunks_result
from assets.extracted_facts import refresh_extracted_facts
from core.contracts.tables import (
    CHUNK_OUTCOMES,
    DURABLE_FACTS,
    EXTRACTED_FACTS,
    NORMALISED_FACTS,
    RAW_REPORTS,
    REJECTED_ITEMS,
)
from core.ids import report_id
from core.lake import files as files_module
from core.lake import lake as lake_module
from core.lake.files import locked, write_atomically
from core.lake.lake import Lake
from core.model import Extraction

DAYS = [f"2026-02-{number:02d}" for number in range(1, 6)]


class KilledError(BaseException):
    """What a kill does to the code it is in."""


class Failing:
    """An extractor that answers by a rule of its own and counts what it was asked."""

    name, version = "failing", "1"

    def __init__(self, answer) -> None:
        self.answer, self.asked = answer, []

    def extract(self, chunk) -> Extraction:
        """Answer, or fail as the rule says."""
        self.asked.append(chunk)
        return self.answer(chunk)


def own_words(chunk) -> Extraction:
    """The last line of a chunk as its one fact."""
    return extraction(chunk.text.strip().splitlines()[-1])


def five_days(told) -> None:
    """One report a day, five days."""
    for number, day in enumerate(DAYS):
        told.tell("cti", day, f"The CVSS score of CVE-2026-{1000 + number} is 7.5.", name=f"{number}.md")


@pytest.mark.parametrize((), [pytest.param(id="C8-03")])
def test_what_was_done_before_a_crash_is_left_alone(told):
    """After a crash everything looked stale and was done again: here days 1 to 3 of 5 are not touched."""
    five_days(told)

    def until_the_fourth(chunk):
        if "CVE-2026-1003" in chunk.text:
            raise KilledError
        return own_words(chunk)

    with pytest.raises(KilledError):
        told.run(extractor=Failing(until_the_fourth))
    done = {day: told.lake.path(EXTRACTED_FACTS, day).stat().st_mtime_ns for day in told.lake.days(EXTRACTED_FACTS)}
    assert list(done) == DAYS[:3]
    healthy = Failing(own_words)
    told.run(extractor=healthy)
    assert len(healthy.asked) == 2
    assert {day: told.lake.path(EXTRACTED_FACTS, day).stat().st_mtime_ns for day in done} == done
    assert len(told.notes()) == 5


@pytest.mark.parametrize((), [pytest.param(id="C8-04")])
def test_a_failed_chunk_is_asked_about_again_by_the_next_run(told):
    """Once failed, a chunk stayed failed until somebody deleted files; or all others were asked again with it."""
    five_days(told)
    outcomes = ["extracted", "failed_provider", "failed_contract", "refused", "output_too_long"]

    def scripted(chunk):
        outcome = outcomes[int(chunk.text.split("CVE-2026-100")[1][0])]
        return own_words(chunk) if outcome == "extracted" else Extraction(outcome, reason="scripted")

    first = told.run(extractor=Failing(scripted))
    assert (first.sums.incomplete_reports, first.sums.kept, first.sums.problems) == (4, 1, [])
    healthy = Failing(own_words)
    second = told.run(extractor=healthy)
    # A refusal, or a reply that is too long, would be so again: it waits for another prompt, model or setting.
    assert sorted(chunk.text.split("CVE-2026-100")[1][0] for chunk in healthy.asked) == ["1", "2"]
    assert (second.sums.incomplete_reports, second.sums.kept, second.sums.problems) == (2, 3, [])
    idle = Failing(own_words)
    told.run(extractor=idle)
    assert idle.asked == []
    told.digests()


def writes(monkeypatch, upto: int) -> list[int]:
    """Count atomic writes from now on; the one after ``upto`` kills instead."""
    count = [0]

    def counted(path, data):
        if count[0] == upto:
            raise KilledError
        count[0] += 1
        write_atomically(path, data)

    for module in (lake_module, files_module):
        monkeypatch.setattr(module, "write_atomically", counted)
    for name in ("core.lake.sightings", "core.lake.log", "core.lake.notes_table"):
        monkeypatch.setattr(f"{name}.write_atomically", counted)
    return count


@pytest.mark.parametrize("part", range(4), ids=lambda part: f"C8-05 part {part}")
def test_a_kill_before_any_write_heals(told, tmp_path, monkeypatch, part):
    """Two stores were written one after the other; a kill between them left orphans. Here: every write of a run."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz. The lead of Project Aster is Bo Lind.")
    with monkeypatch.context() as patched:
        total = writes(patched, 10**6)
        run_line(told.batch(lake=tmp_path / "whole"))
    expected = _digests(told, tmp_path / "whole")
    assert total[0] >= 12
    for killed_at in range(part, total[0], 4):
        lake = tmp_path / f"killed{killed_at}"
        with monkeypatch.context() as patched:
            writes(patched, killed_at)
            with pytest.raises(KilledError):
                run_line(told.batch(lake=lake))
        settled = run_line(told.batch(lake=lake))
        assert settled.sums.problems == []
        assert _digests(told, lake) == expected
        assert not list(lake.rglob(".*.tmp"))


def _digests(told, lake):
    """The hashes of a lake, after fsck."""
    before, told.lake = told.lake, Lake(lake)
    try:
        return told.digests()
    finally:
        told.lake = before


@pytest.mark.parametrize((), [pytest.param(id="C8-06")])
def test_batches_of_one_and_of_all_give_one_table(told, tmp_path):
    """The result depended on how many reports a run took."""
    whole, single, paths = tmp_path / "whole", tmp_path / "single", sorted(TINY, reverse=True)[2:]
    put(told.reports, {path: TINY[path] for path in paths})
    run_line(told.batch(lake=whole))
    expected = _digests(told, whole)
    for path in paths:
        (told.reports / path).unlink()
    for path in paths:
        put(told.reports, {path: TINY[path]})
        run_line(told.batch(lake=single))
    assert _digests(told, single) == expected


@pytest.mark.parametrize("same_days", [False, True], ids=["C8-07 a day each", "C8-07 the same days"])
def test_runs_in_parallel_share_nothing_but_the_lake(told, tmp_path, same_days):
    """Mutable state was shared: rows bore another tenant's name, or one run lost the other's half-written file."""
    put(told.reports, TINY)
    run_line(told.batch(lake=tmp_path / "whole"))
    expected = _digests(told, tmp_path / "whole")
    failures: list[BaseException] = []

    def run(days):
        try:
            run_line(told.batch(), days)
        except BaseException as error:  # noqa: BLE001 - a thread's error must reach the test
            failures.append(error)

    runs = [threading.Thread(target=run, args=(TINY_DAYS if same_days else [day],)) for day in TINY_DAYS]
    for thread in runs:
        thread.start()
    for thread in runs:
        thread.join()
    assert failures == []
    assert told.digests() == expected
    domain_of = {row["revision_id"]: row["path"].split("/")[0] for row in told.rows(RAW_REPORTS)}
    assert all(fact["domain"] == domain_of[fact["revision_id"]] for fact in told.rows(NORMALISED_FACTS))
    for note in told.notes(retired=True):
        assert {domain_of[one["revision_id"]] for one in note["supports"]} == {note["domain"]}


@pytest.mark.parametrize((), [pytest.param(id="C8-07 one file")])
def test_threads_that_write_one_file_never_take_each_others_half(tmp_path):
    """Both wrote aside under one name, that of their process: one renamed the other's file away."""
    path, failures = tmp_path / "file", []

    def write(byte):
        try:
            for _ in range(60):
                write_atomically(path, byte * 50_000)
        except BaseException as error:  # noqa: BLE001 - a thread's error must reach the test
            failures.append(error)

    threads = [threading.Thread(target=write, args=(byte,)) for byte in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert path.read_bytes() in {byte * 50_000 for byte in (b"a", b"b", b"c")}
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize((), [pytest.param(id="C8-09")])
def test_a_decision_is_never_written_over_a_state_it_did_not_see(told):
    """Read, decide, write: between them another writer had moved the table. The lock covers all three."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.")
    told.run()
    told.tell("p", "2026-02-02", "The owner of Project Orchid is Bo Lind.")
    told.tell("p", "2026-02-03", "The owner of Project Orchid is Cy Holm.")
    done = []

    def run(day):
        told.run([day])
        done.append(day)

    with locked(told.lake.root / ".lock"):  # both get as far as they can before either may read the table
        runs = [threading.Thread(target=run, args=(day,)) for day in ("2026-02-03", "2026-02-02")]
        for thread in runs:
            thread.start()
        time.sleep(0.5)
        assert done == []
    for thread in runs:
        thread.join()
    assert [note["status"] for note in told.notes(retired=True)] == ["superseded", "superseded", "current"]
    told.digests()


@pytest.mark.parametrize("step", ["seal", "notes", "tags"], ids=lambda step: f"C8-10 {step}")
def test_an_undo_that_is_cut_off_is_done_or_not_done(told, monkeypatch, step):
    """A deletion was cancelled half way and left notes without their edges."""
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.", name="a.md")
    told.tell("p", "2026-02-02", "The owner of Project Orchid is Bo Lind.", name="b.md")
    told.run()
    target = {
        "seal": "core.lake.ledger.DecisionLog.seal",
        "notes": "core.lake.notes_table.LedgerTables._merge",
        "tags": "core.lake.notes_table.fsync_tree",
    }[step]

    def die(*_args, **_kwargs):
        raise KilledError

    batch = told.batch()
    with monkeypatch.context() as patched:
        patched.setattr(target, die)
        with pytest.raises(KilledError):
            told.ledger().undo("report", report_id("p/b.md"), "", batch.rules, "r", batch.now)
    told.ledger().recover()
    after = told.texts()
    assert after == [
        "The owner of Project Orchid is Bo Lind." if step == "seal" else "The owner of Project Orchid is Ana Ruiz."
    ]
    told.run()
    assert told.texts(retired=True) == ["The owner of Project Orchid is Ana Ruiz."]
    told.digests()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=lambda order: f"C8-11 {order}")
def test_two_files_of_one_source_are_two_revisions_by_rule(told, order):
    """Two documents with one id: a random one survived. The rule: the order of delivery makes them revisions."""
    owners = ["Ana Ruiz", "Bo Lind"]
    for index in order:
        told.tell(
            "p", f"2026-02-0{index + 1}", f"The owner of Project Orchid is {owners[index]}.",
            name=f"{'zb'[index]}.md", url="https://wiki.example/orchid",
        )  # fmt: skip
        told.run()
    reports = sorted(told.rows(RAW_REPORTS), key=lambda row: row["revision"])
    assert len({row["report_id"] for row in reports}) == 1
    assert [(row["revision"], row["received_on"]) for row in reports] == [(1, "2026-02-01"), (2, "2026-02-02")]
    assert told.texts() == ["The owner of Project Orchid is Bo Lind."]


@pytest.mark.parametrize((), [pytest.param(id="C8-12")])
def test_facts_come_in_order_of_their_date_then_of_their_report(told):
    """What came before a report depended on what was read first."""
    told.tell("p", "2026-02-03", "The owner of Project Orchid is Cy Holm.", name="a.md")
    told.tell("p", "2026-02-01", "The owner of Project Orchid is Ana Ruiz.", name="z.md")
    told.tell("p", "2026-02-02", "The owner of Project Orchid is Bo Lind.", name="m.md")
    told.run()
    keys = [row["order_key"] for row in told.ledger().log.rows()]
    assert keys == sorted(keys)
    assert [note["asserted_at"] for note in told.notes(retired=True)] == [
        datetime(2026, 2, day, tzinfo=UTC) for day in (1, 2, 3)
    ]


@pytest.mark.parametrize((), [pytest.param(id="C8-13")])
def test_a_reader_sees_the_old_partition_or_the_new_one(told):
    """Half a file was visible while it was written."""
    sizes, stop, failures = [1, 4_000], threading.Event(), []
    rows = {
        size: [
            {"chunk_id": f"chk_{0:020x}", "revision_id": f"rev_{0:020x}", "item": item, "reason": "r", "raw": "x" * 50}
            for item in range(size)
        ]
        for size in sizes
    }

    def rewrite():
        try:
            for _ in range(10):
                for size in sizes:
                    told.lake.write(REJECTED_ITEMS, "2026-02-01", rows[size])
        except BaseException as error:  # noqa: BLE001 - a thread's error must reach the test
            failures.append(error)
        stop.set()

    told.lake.write(REJECTED_ITEMS, "2026-02-01", rows[1])
    writer = threading.Thread(target=rewrite)
    writer.start()
    seen = set()
    while not stop.is_set():
        seen.add(Lake(told.lake.root).read(REJECTED_ITEMS, "2026-02-01").height)
    writer.join()
    assert failures == []
    assert seen <= set(sizes)


@pytest.mark.parametrize((), [pytest.param(id="C1-04")])
def test_one_failed_chunk_of_four_is_counted_where_people_look(told):
    """A job was completed, with error counters that nobody reads."""
    for number in range(4):
        told.tell("cti", "2026-02-01", f"The CVSS score of CVE-2026-{1000 + number} is 7.5.")

    def the_second_fails(chunk):
        return Extraction("failed_provider", reason="timeout", attempts=3) if "1001" in chunk.text else own_words(chunk)

    batch = told.batch(Failing(the_second_fails))
    settled = told.run(extractor=batch.extractor)
    assert settled.sums.lines()[1] == "chunks: 4 = extracted 3 + failed_provider 1"
    assert (settled.sums.incomplete_reports, settled.sums.failed_chunks, settled.sums.kept) == (1, 1, 3)
    run_stages(batch)
    result = refresh_extracted_facts(batch, ["2026-02-01"])["2026-02-01"]
    assert dict(result.counted["outcome"]) == {"extracted": 3, "failed_provider": 1}
    checked = failed_chunks_result(batch, ["2026-02-01"])
    assert (settled.sums.state, checked.metadata["state"].value) == ("completed_with_errors", "completed_with_errors")
    assert (checked.passed, checked.description.split(",")[0]) == (False, "1 of 4 chunks failed")


@pytest.mark.parametrize((), [pytest.param(id="C1-06")])
def test_twelve_of_sixty_is_not_done_and_the_next_run_asks_for_the_rest(told):
    """The provider died after 12 of 60 chunks; the state was complete, and the rest was never asked for."""
    for number in range(60):
        told.tell("cti", DAYS[number % 2], f"The CVSS score of CVE-2026-{1000 + number} is 7.5.")
    asked = []

    def twelve(chunk):
        asked.append(chunk)
        return own_words(chunk) if len(asked) <= 12 else Extraction("failed_provider", reason="refused connection")

    settled = told.run(extractor=Failing(twelve))
    assert (settled.sums.incomplete_reports, settled.sums.kept, settled.sums.problems) == (48, 12, [])
    healthy = Failing(own_words)
    settled = told.run(extractor=healthy)
    assert (len(healthy.asked), settled.sums.kept) == (48, 60)
    assert {row["outcome"] for row in told.rows(CHUNK_OUTCOMES)} == {"extracted"}


@pytest.mark.parametrize((), [pytest.param(id="C9-08")])
def test_a_failed_stage_does_not_pay_for_the_ones_before_it_again(told, monkeypatch):
    """One failed asset ran all assets of its partition again, extraction included."""
    five_days(told)

    def die(*_args, **_kwargs):
        raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr("assets.normalised_facts.normalise_facts", die)
        with pytest.raises(KilledError):
            told.run(extractor=ScriptedExtractor(extraction("The CVSS score")))
    assert told.lake.days(DURABLE_FACTS) == DAYS
    again = ScriptedExtractor(extraction("The CVSS score"))
    told.run(extractor=again)
    assert (again.shown, told.last.tally["extractor_calls"]) == ([], 0)

"""A step is begun again after what passes by itself, each time later, and after nothing else."""

import errno
import fcntl
from pathlib import Path

import dagster as dg
import pytest
from deciding_model import deciding_batch, deciding_settings
from model_lake import answer, many, model_batch, model_settings
from scripted_server import ScriptedProvider
from tiny_lake import TINY, batch_on, markdown, put, rows, run_line

import assets.chunks
from assets import retrying
from assets.retrying import is_passing, wait_seconds
from core.contracts.tables import CHUNK_OUTCOMES
from core.errors import ContractError, FactledgerError, LakeError, SettingsError, UnansweredError
from core.extract.model.protocol import (
    AuthFailedError,
    BadRequestError,
    EmptyReplyError,
    InputTooLongError,
    ModelTimeoutError,
    RateLimitedError,
    RefusalError,
    RefusedConnectionError,
    ServerFailureError,
)
from core.lake.files import write_atomically
from core.lake.ledger import Ledger
from pipelines.definitions import defs
from pipelines.resources import BatchResource

DAY = "2026-02-01"


def system_error(number: int) -> OSError:
    """What the system raises under a number."""
    return OSError(number, errno.errorcode[number])


def raised_from(cause: Exception) -> LakeError:
    """An error of ours that stands for one of the system."""
    error = LakeError("x: cannot be written")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        BlockingIOError(errno.EAGAIN, "held"),
        system_error(errno.ENOLCK),
        system_error(errno.EBUSY),
        system_error(errno.ESTALE),
        system_error(errno.EMFILE),
        TimeoutError("no answer"),
        ConnectionResetError("gone"),
        raised_from(system_error(errno.EBUSY)),
        ModelTimeoutError("slow"),
        RateLimitedError("fewer"),
        ServerFailureError("down"),
        RefusedConnectionError("nobody"),
        UnansweredError("2 facts wait", passes=True),
    ],
    ids=repr,
)
def test_what_passes(error):
    """A lock or disk that is held, a machine with too much to do, a provider that is down or wants fewer calls."""
    assert is_passing(error)


@pytest.mark.parametrize(
    "error",
    [
        system_error(errno.ENOSPC),
        system_error(errno.EACCES),
        system_error(errno.EROFS),
        system_error(errno.ENOENT),
        raised_from(system_error(errno.ENOSPC)),
        LakeError("two runs of another version"),
        ContractError("chunks: a column is missing"),
        SettingsError("extract.model: unknown"),
        AuthFailedError("no key"),
        BadRequestError("no such model"),
        InputTooLongError("too long"),
        RefusalError("policy"),
        EmptyReplyError("nothing"),
        UnansweredError("2 facts wait", passes=False),
        KeyError("an error of ours"),
        ZeroDivisionError(),
    ],
    ids=repr,
)
def test_what_a_person_must_mend(error):
    """A full or forbidden disk, a broken contract, a setting, a key, a request, an answer, our own mistake."""
    assert not is_passing(error)


@pytest.mark.parametrize(("attempt", "least", "most"), [(0, 30, 60), (1, 60, 120), (2, 120, 240), (3, 240, 480)])
def test_each_wait_is_twice_as_long_and_no_two_runs_wait_alike(attempt, least, most):
    """Half of it is sure, the other half differs from run to run and is the same for a run."""
    waits = [wait_seconds(60.0, attempt, f"run {number}") for number in range(50)]
    assert all(least <= wait < most for wait in waits)
    assert len(set(waits)) == 50
    assert waits[7] == wait_seconds(60.0, attempt, "run 7")


@pytest.fixture
def at_once(monkeypatch):
    """No time passes between two attempts."""
    monkeypatch.setattr(retrying, "FIRST_SECONDS", 0.0)


@pytest.fixture
def tiny(tmp_path, at_once):
    """A run of the tiny corpus that nobody watches."""
    batch = batch_on(put(tmp_path / "reports", TINY), tmp_path / "lake")
    batch.is_patient = True
    return batch


def ran(batch, job="nightly", **options) -> dg.ExecuteInProcessResult:
    """Run a job; a failure is a result."""
    return defs.resolve_job_def(job).execute_in_process(
        resources={"batch": batch},
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        raise_on_error=False,
        **options,
    )


def retried(result) -> list[str]:
    """The steps that were begun again, once for each time."""
    return [event.step_key for event in result.all_events if event.event_type_value == "STEP_UP_FOR_RETRY"]


def failed(result) -> list[str]:
    """The steps that failed for good."""
    return [event.step_key for event in result.all_events if event.is_step_failure]


@pytest.fixture
def undisturbed(tmp_path_factory):
    """The hashes of a run in which nothing happens."""
    root = tmp_path_factory.mktemp("undisturbed")
    batch = batch_on(put(root / "reports", TINY), root / "lake")
    run_line(batch)
    return Ledger(batch.lake).digests()


def times(count: int, error: Exception, otherwise):
    """A function that raises so many times and then does what it stands for; ``calls`` says how often it was called."""
    calls = []

    def function(*args, **options):
        calls.append(1)
        if len(calls) <= count:
            raise error
        return otherwise(*args, **options)

    function.calls = calls
    return function


@pytest.mark.parametrize("job", ["nightly", "backfill"])
def test_a_lock_that_cannot_be_had_is_asked_for_again(tiny, undisturbed, monkeypatch, job):
    """A lock server without room says so twice; the third attempt goes well, and the lake is that of no trouble."""
    monkeypatch.setattr(fcntl, "flock", times(2, system_error(errno.ENOLCK), fcntl.flock))
    options = {"tags": {"dagster/asset_partition_range_start": DAY, "dagster/asset_partition_range_end": "2026-02-03"}}
    result = ran(tiny, job, **(options if job == "backfill" else {}))
    assert (result.success, len(retried(result)), len(set(retried(result)))) == (True, 2, 1)
    assert Ledger(tiny.lake).digests() == undisturbed


def test_a_busy_disk_is_written_to_again(tiny, undisturbed, monkeypatch):
    """In the middle of a stage: what it had written stays, the rest is written by the second attempt."""
    real = Path.replace
    busy = times(1, system_error(errno.EBUSY), real)

    def replace(path, target):
        return busy(path, target) if "chunk_outcomes" in path.name or "chunks" in str(path) else real(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    result = ran(tiny)
    assert (result.success, retried(result)) == (True, ["all_chunks"])
    assert Ledger(tiny.lake).digests() == undisturbed


def test_a_disk_that_stays_busy_fails_the_run_with_its_reason(tiny, monkeypatch):
    """After three more attempts; the error names the file."""
    monkeypatch.setattr(fcntl, "flock", times(99, system_error(errno.ENOLCK), fcntl.flock))
    result = ran(tiny)
    assert (len(retried(result)), failed(result)) == (3, ["all_raw_reports"])


def test_a_write_tells_the_busy_from_the_full_disk(tmp_path, monkeypatch):
    """Both are errors of the lake; what the system said is kept below."""
    for number, passes in ((errno.EBUSY, True), (errno.ENOSPC, False)):
        monkeypatch.setattr(Path, "replace", times(1, system_error(number), Path.replace))
        with pytest.raises(LakeError) as raised:
            write_atomically(tmp_path / "x", b"")
        assert is_passing(raised.value) is passes
        monkeypatch.undo()


@pytest.mark.parametrize(
    "error",
    [KeyError("an error of ours"), ContractError("chunks: a column is missing"), system_error(errno.ENOSPC),
     SettingsError("chunk.max_chars: wrong")],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("job", ["nightly", "backfill"])
def test_what_would_be_the_same_again_fails_at_once(tiny, monkeypatch, error, job):
    """One attempt, by either job."""
    broken = times(99, error, None)
    monkeypatch.setattr(assets.chunks, "chunk_rows", broken)
    result = ran(tiny, job, **({"partition_key": DAY} if job == "backfill" else {}))
    assert (result.success, retried(result), len(broken.calls)) == (False, [], 1)
    assert failed(result) == ["chunks" if job == "backfill" else "all_chunks"]


def test_whoever_watches_is_told_at_once(tiny, monkeypatch):
    """On the command line a person reads the error and runs again."""
    tiny.is_patient = False
    monkeypatch.setattr(fcntl, "flock", times(1, system_error(errno.ENOLCK), fcntl.flock))
    result = ran(tiny)
    assert (result.success, retried(result)) == (False, [])


def test_runs_of_the_daemon_are_those_that_nobody_watches(tmp_path):
    """The resource makes patient ones; the commands make their own."""
    made = BatchResource(reports=str(tmp_path), lake=str(tmp_path / "lake")).create_resource(
        dg.build_init_resource_context()
    )
    assert (made.is_patient, batch_on(tmp_path, tmp_path).is_patient) == (True, False)


class TestOutages:
    """A provider that is down for a while."""

    def patient(self, tmp_path, provider, **settings):
        """A run over four chunks that asks once a chunk and waits no time for the provider."""
        chosen = model_settings(extract__max_calls=1, calls__outage_seconds=1e-9, calls__concurrency=1, **settings)
        batch = model_batch(put(tmp_path / "reports", many(4)), tmp_path / "lake", provider, chosen)
        batch.is_patient = True
        return batch

    @pytest.mark.parametrize(
        ("failure", "count"),
        [(ServerFailureError("down"), 3), (RefusedConnectionError("nobody"), 3), (ModelTimeoutError("slow"), 3),
         (RateLimitedError("fewer"), 3), ("no JSON at all", 0), (AuthFailedError("no key"), 0),
         (BadRequestError("no such model"), 0), (RefusalError("policy"), 0)],
        ids=repr,
    )  # fmt: skip
    @pytest.mark.parametrize("job", ["nightly", "backfill"])
    def test_only_an_outage_is_waited_for(self, tmp_path, failure, count, job):
        """Three times; then the run goes on with what there is, and the next one asks again."""
        batch = self.patient(tmp_path, ScriptedProvider(answer=lambda _: failure))
        result = ran(batch, job, **({"partition_key": DAY} if job == "backfill" else {}))
        step = "extracted_facts" if job == "backfill" else "all_extracted_facts"
        assert (result.success, retried(result)) == (True, [step] * count)

    def test_when_it_is_up_again_only_what_is_missing_is_asked(self, tmp_path):
        """Two of four chunks were answered before it went down: six calls, and no chunk is left."""
        seen = []

        def shaky(request):
            seen.append(request)
            return ServerFailureError("down") if len(seen) in (3, 4) else answer(request)

        batch = self.patient(tmp_path, ScriptedProvider(answer=shaky))
        result = ran(batch)
        assert (result.success, len(retried(result)), len(seen)) == (True, 1, 6)
        assert {row["outcome"] for row in rows(batch.lake, CHUNK_OUTCOMES)} == {"extracted"}
        assert batch.tally["model_calls"] == 6

    @pytest.mark.parametrize("number", [0, 1, 5])
    def test_outage_retries(self, tmp_path, number):
        """So often and no more."""
        provider = ScriptedProvider(answer=lambda _: ServerFailureError("down"))
        result = ran(self.patient(tmp_path, provider, calls__outage_retries=number))
        assert (len(retried(result)), len(provider.requests)) == (number, 4 * (number + 1))

    def test_outage_seconds(self, tmp_path, monkeypatch):
        """What Dagster is asked to wait: the setting, doubled each time, with its part of chance."""
        monkeypatch.setattr(retrying, "jitter", lambda _key, _attempt: 1.0)
        provider = ScriptedProvider(answer=lambda _: ServerFailureError("down"))
        batch = self.patient(tmp_path, provider, calls__outage_retries=2)
        result = ran(batch)
        waits = [
            event.event_specific_data.seconds_to_wait
            for event in result.all_events
            if event.event_type_value == "STEP_UP_FOR_RETRY"
        ]
        assert waits == pytest.approx([1e-9, 2e-9])

    def test_a_budget_holds_over_all_attempts(self, tmp_path):
        """What the first attempt spent is not there for the second."""
        batch = self.patient(tmp_path, ScriptedProvider(answer=answer))
        batch.cost = 5.0
        assert batch.model is not None
        object.__setattr__(batch.model, "max_cost", 5.0)
        result = ran(batch)
        assert result.success
        assert batch.tally["model_calls"] <= 1
        assert "budget" in str(batch.stopped)

    @pytest.mark.parametrize(
        ("failure", "count"),
        [(ServerFailureError("down"), 3), (AuthFailedError("no key"), 0)],
        ids=repr,
    )
    def test_a_decider_that_may_not_go_on_without_answers_waits_too(self, tmp_path, at_once, failure, count):
        """With on_failure stop a run that the provider leaves alone is begun again; nothing is committed meanwhile."""
        files = {
            f"d/2026-02-0{day}/a.md": markdown(f"2026-02-0{day}", f"The CVSS score of CVE-2026-1111 is {day}.5.")
            for day in (1, 2)
        }
        chosen = deciding_settings(reconcile__on_failure="stop", extract__max_calls=1)
        provider = ScriptedProvider(answer=lambda _: failure)
        batch = deciding_batch(put(tmp_path / "reports", files), tmp_path / "lake", provider, chosen)
        batch.is_patient = True
        result = ran(batch)
        assert (failed(result), retried(result)) == (["all_reconcile"], ["all_reconcile"] * count)
        assert Ledger(batch.lake).log.commits() == []


def test_an_error_without_a_word_on_it_does_not_pass():
    """Errors are for a person unless they say otherwise."""
    assert FactledgerError("anything").passes is False

"""The checks of extraction: how many chunks failed, which said nothing, and what a failed check stops."""

from uuid import UUID

import dagster as dg
import pytest
from stage_builders import ScriptedExtractor
from tiny_lake import batch_on, markdown, put, rows, run_stages

from assets.checks import FAILED_CHUNKS, SILENT_CHUNKS, failed_chunks_result, silent_chunks_result
from assets.extracted_facts import refresh_extracted_facts
from core.contracts.tables import CHUNK_OUTCOMES, DURABLE_FACTS, EXTRACTED_FACTS
from core.errors import FactledgerError
from core.lake.lake import Lake
from core.model import Extraction
from core.settings import load_settings
from core.stages.extracting import WAITING
from pipelines import running
from pipelines.definitions import defs
from pipelines.running import run_corpus

DAYS = ["2026-02-01", "2026-02-02"]
SCORES = {
    f"cti/{DAYS[number // 4]}/r{number}.md": markdown(
        DAYS[number // 4], "# Notes", "", f"The CVSS score of CVE-2026-{1000 + number} is 7.5."
    )
    for number in range(8)
}
DENSE = (
    "Grey Heron, Silent Heron and Amber Finch attacked Meridian Energy, Northwind and the port of Gdansk "
    "on 3 February 2026, on 5 February 2026 and on 7 February 2026."
)


class FailsOn(ScriptedExtractor):
    """Fails where a text stands, and finds nothing elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__(Extraction("no_facts", reason="empty_reply"))
        self.text = text
        self.reason = "timeout"

    def extract(self, chunk) -> Extraction:
        """Fail, or find nothing."""
        found = super().extract(chunk)
        return Extraction("failed_provider", reason=self.reason, attempts=3) if self.text in chunk.text else found


def failing(tmp_path, text="CVE-2026-1001", files=None, **checks):
    """A batch whose extractor fails where a text stands."""
    reports = put(tmp_path / "reports", SCORES if files is None else files)
    batch = batch_on(reports, tmp_path / "lake", load_settings("default", {"checks": checks}))
    batch.extractor = FailsOn(text)
    return batch


def test_one_of_four_is_said_and_fails_the_check(tmp_path):
    """How many of how many, which report, why, and what to do."""
    batch = failing(tmp_path)
    run_stages(batch)
    result = failed_chunks_result(batch, DAYS[:1])
    assert (result.passed, result.severity) == (False, dg.AssetCheckSeverity.WARN)
    assert result.description.startswith("1 of 4 chunks failed, in 1 of 4 reports, which are incomplete: cti/")
    assert "Run the days again" in result.description
    assert (result.metadata["state"].value, result.metadata["failed"].value) == ("completed_with_errors", 1)
    assert result.metadata["failed_share"].value == 0.25
    assert f"| cti/{DAYS[0]}/r1.md | chk_" in result.metadata["failed_chunks"].value
    assert "| failed_provider | timeout |" in result.metadata["failed_chunks"].value
    assert failed_chunks_result(batch, DAYS[1:]).passed


@pytest.mark.parametrize(("allowed", "passed"), [(0.0, False), (0.24, False), (0.25, True), (1.0, True)])
def test_failed_share(tmp_path, allowed, passed):
    """As many as the setting allows are in order, not one more."""
    batch = failing(tmp_path, failed_share=allowed)
    run_stages(batch)
    assert failed_chunks_result(batch, DAYS[:1]).passed is passed


def test_what_a_batch_still_holds_has_not_failed(tmp_path):
    """It is told, and stops nothing: the night goes on to the ledger, and the batch is collected later."""
    batch = failing(tmp_path, failed_severity="error")
    batch.extractor.reason = f"{WAITING}bat_1"
    run_stages(batch)
    result = failed_chunks_result(batch, DAYS[:1])
    assert result.passed
    assert result.description.startswith("1 of 4 chunks failed (1 of them wait for a provider's batch), in 1 of 4")
    assert [result.metadata[name].value for name in ("failed", "waiting", "failed_share")] == [1, 1, 0.0]


def test_a_day_without_chunks_is_in_order(tmp_path):
    """None of none failed."""
    batch = failing(tmp_path, files={})
    assert failed_chunks_result(batch, DAYS).passed
    assert silent_chunks_result(batch, DAYS).passed


def backfill(batch, day):
    """The asset job over one day."""
    return defs.resolve_job_def("backfill").execute_in_process(
        resources={"batch": batch},
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        partition_key=day,
        raise_on_error=False,
    )


def evaluated(result) -> dict[str, dg.AssetCheckEvaluation]:
    """The evaluations of a run by name."""
    return {one.check_name: one for one in result.get_asset_check_evaluations()}


@pytest.mark.parametrize(("severity", "goes_on"), [("warn", True), ("error", False)])
def test_failed_severity(tmp_path, severity, goes_on):
    """A warning lets the day reach the ledger; an error stops it before the facts are filtered."""
    batch = failing(tmp_path, failed_severity=severity)
    result = backfill(batch, DAYS[0])
    assert result.success is goes_on
    found = evaluated(result)
    assert not found[FAILED_CHUNKS].passed
    assert (found[FAILED_CHUNKS].severity is dg.AssetCheckSeverity.WARN) is goes_on
    assert (batch.lake.days(DURABLE_FACTS) == DAYS[:1]) is goes_on
    assert ("conservation" in found) is goes_on
    other = backfill(failing(tmp_path, failed_severity=severity), DAYS[1])
    assert other.success
    assert evaluated(other)[FAILED_CHUNKS].passed


@pytest.mark.parametrize("severity", ["warn", "error"])
def test_the_nightly_run_warns_or_stops(tmp_path, monkeypatch, severity):
    """The same check in the one run over all days: a line for the summary, or an error that names the chunk."""
    batch = failing(tmp_path, failed_severity=severity)
    batch.run_id = str(UUID(int=7))
    monkeypatch.setattr(running, "batch_of", lambda *_args, **_options: batch)
    if severity == "warn":
        ran = run_corpus(batch.reports, tmp_path / "lake", batch.settings)
        assert [warning.split(",")[0] for warning in ran.warnings] == ["failed_chunks: 1 of 8 chunks failed"]
    else:
        with pytest.raises(FactledgerError, match="failed_chunks: 1 of 8 chunks failed"):
            run_corpus(batch.reports, tmp_path / "lake", batch.settings)
        with pytest.raises(FactledgerError, match="failed_chunks: 1 of 8 chunks failed"):
            run_corpus(batch.reports, tmp_path / "lake", batch.settings)  # as long as it is so
        assert Lake(tmp_path / "lake").days(DURABLE_FACTS) == []
    assert Lake(tmp_path / "lake").days(EXTRACTED_FACTS) == DAYS


@pytest.mark.parametrize(("least", "silent"), [(6, True), (100, False)])
def test_dense_marks(tmp_path, least, silent):
    """A dense text without a fact is warned of, with its place; a farewell beside it is not."""
    files = {
        f"cti/{DAYS[0]}/dense.md": markdown(DAYS[0], "# Notes", "", DENSE),
        f"cti/{DAYS[0]}/bye.md": markdown(DAYS[0], "# Notes", "", "Thanks all, bye."),
    }
    batch = failing(tmp_path, "no such text", files, dense_marks=least)
    run_stages(batch)
    result = silent_chunks_result(batch, DAYS)
    assert (result.passed, result.severity) == (not silent, dg.AssetCheckSeverity.WARN)
    assert {row["outcome"] for row in rows(batch.lake, CHUNK_OUTCOMES)} == {"no_facts"}
    assert ("dense.md, characters 0 to" in result.description) is silent
    assert "bye.md" not in result.description
    assert result.metadata["silent"].value == int(silent)


def test_what_a_report_writes_cannot_break_out_of_the_table(tmp_path):
    """A pipe, a tag or a line end of a report stays in its cell."""
    files = {f"cti/{DAYS[0]}/a.md": markdown(DAYS[0], "# Notes", "", f"<img src=x> a | b `c` {DENSE}")}
    batch = failing(tmp_path, "no such text", files)
    run_stages(batch)
    table = silent_chunks_result(batch, DAYS).metadata["silent_chunks"].value
    assert len(table.splitlines()) == 3
    assert "<img" not in table
    assert "a \\| b 'c'" in table


def test_the_materialisation_shows_its_dearest_reports(tmp_path):
    """State, chunks, facts, calls, tokens and cost of each, the failed one first."""
    batch = failing(tmp_path)
    run_stages(batch)
    batch.lake.path(CHUNK_OUTCOMES, DAYS[0]).unlink()
    shown = refresh_extracted_facts(batch, DAYS)[DAYS[0]].shown["reports"].value
    assert shown.splitlines()[2] == f"| cti/{DAYS[0]}/r1.md | incomplete | 1 | 1 | 0 | 3 | 0 | 0 | 0.0000 |"
    assert len(shown.splitlines()) == 6


def test_the_checks_are_registered_and_only_failures_may_block():
    """Silence is a warning always: a person reads the text and knows."""
    keys = {key.name: key for key in defs.resolve_asset_graph().asset_check_keys}
    graph = defs.resolve_asset_graph()
    blocking = {name: graph.get_check_spec(keys[name]).blocking for name in (FAILED_CHUNKS, SILENT_CHUNKS)}
    assert blocking == {FAILED_CHUNKS: True, SILENT_CHUNKS: False}

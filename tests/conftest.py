"""Fixtures that several test files share."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from assets.context import Batch
from core.settings import load_settings
from pipelines.ledger_view import LedgerView
from pipelines.resources import DEFAULT_REPORTS
from pipelines.running import run_corpus


@dataclass(frozen=True)
class SampleRun:
    """One run of the corpus job over the sample corpus, and what it left in its lake."""

    batch: Batch
    view: LedgerView
    reports: Path


@pytest.fixture(scope="session")
def sample_run(tmp_path_factory: pytest.TempPathFactory) -> SampleRun:
    """Run the corpus job once over the sample corpus.

    It takes about fifteen seconds in every worker process, so keep its users in few files.
    """
    lake = tmp_path_factory.mktemp("sample") / "lake"
    batch = run_corpus(DEFAULT_REPORTS, lake, load_settings("default"))
    return SampleRun(batch, LedgerView(batch.lake), DEFAULT_REPORTS)

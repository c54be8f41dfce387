"""Starting the nightly job in this process."""

import os
from pathlib import Path

import dagster as dg

from assets.context import Batch, Progress, silent
from core.errors import FactledgerError
from core.lake.files import locked
from core.settings import Settings
from pipelines.nightly import days_config, nightly_job
from pipelines.resources import DEFAULT_LAKE as SAMPLE_LAKE
from pipelines.resources import DEFAULT_REPORTS as SAMPLE_REPORTS
from pipelines.resources import batch_of

DEFAULT_REPORTS = Path(os.environ.get("FACTLEDGER_REPORTS", str(SAMPLE_REPORTS)))
DEFAULT_LAKE = Path(os.environ.get("FACTLEDGER_LAKE", str(SAMPLE_LAKE)))


def run_corpus(
    reports: Path,
    lake: Path,
    settings: Settings,
    days: tuple[str, str] = ("", ""),
    progress: Progress = silent,
    max_cost: float | None = None,
) -> Batch:
    """Run the nightly job over some days (first and last, inclusive, ISO; empty is open) and return its batch.

    The run is recorded in the Dagster instance of this machine when it works on that instance's own lake,
    so that the UI shows it; a run on any other lake leaves no trace there. At ``max_cost`` no more is asked of
    a model: what is done is kept, and the rest are failed chunks that the next run asks about.

    Raises:
        FactledgerError: the run failed for a reason that a person can mend.
    """
    batch = batch_of(reports, lake, settings, max_cost=max_cost)
    batch.progress = progress
    with _instance(lake) as instance:
        try:
            result = nightly_job.execute_in_process(
                run_config=days_config(*days) | {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
                instance=instance,
                run_id=batch.run_id,  # the decision log names the Dagster run
                resources={"batch": batch},
            )
        except dg.Failure as failure:
            raise FactledgerError(str(failure.description)) from failure
        if not result.success:
            raise FactledgerError("the nightly job failed; its run in the Dagster UI says where.")
    return batch


def _instance(lake: Path) -> dg.DagsterInstance:
    """The instance of DAGSTER_HOME, else the one that a dagster.yaml in this folder describes, else none that lasts."""
    is_own = lake.resolve() == DEFAULT_LAKE.resolve()
    home = os.environ.get("DAGSTER_HOME") or ("." if Path("dagster.yaml").exists() else None)
    if home is None or not is_own:
        return dg.DagsterInstance.ephemeral()
    with locked(lake / ".instance.lock"):  # two first runs at once would race to create the same SQLite tables
        instance = dg.DagsterInstance.from_config(home)
        instance.get_runs_count()
        instance.all_asset_keys()
    return instance

"""What Dagster loads: assets, checks, jobs, schedule and resources of one code location."""

import os
import warnings

import dagster as dg

os.environ.setdefault("LANCEDB_LOG", "error")  # otherwise one warning line per query in the run log
warnings.filterwarnings("ignore", category=dg.BetaWarning)
warnings.filterwarnings("ignore", category=dg.PreviewWarning)

from assets.checks import CHECKS  # noqa: E402 - the filters above must come first
from assets.chunks import chunks  # noqa: E402
from assets.drift import DRIFT_CHECK  # noqa: E402
from assets.durable_facts import durable_facts  # noqa: E402
from assets.evaluation import evaluation  # noqa: E402
from assets.extracted_facts import extracted_facts  # noqa: E402
from assets.integrity import INTEGRITY_CHECKS  # noqa: E402
from assets.normalised_facts import normalised_facts  # noqa: E402
from assets.raw_reports import raw_reports  # noqa: E402
from assets.reconcile import reconcile  # noqa: E402
from pipelines.batches import provider_batches  # noqa: E402
from pipelines.jobs import BACKFILL, EVALUATE, RECONCILE_ONLY, nightly_schedule, weekly_maintenance  # noqa: E402
from pipelines.maintenance import maintenance_job  # noqa: E402
from pipelines.nightly import nightly_job  # noqa: E402
from pipelines.resources import BatchResource  # noqa: E402
from pipelines.sensors import drop_folder  # noqa: E402

ASSETS = [raw_reports, chunks, extracted_facts, durable_facts, normalised_facts, reconcile]

defs = dg.Definitions(
    assets=[*ASSETS, evaluation],
    asset_checks=[*CHECKS, DRIFT_CHECK, *INTEGRITY_CHECKS],
    jobs=[nightly_job, BACKFILL, RECONCILE_ONLY, EVALUATE, maintenance_job],
    schedules=[nightly_schedule, weekly_maintenance],
    sensors=[drop_folder, provider_batches],
    resources={"batch": BatchResource()},
    executor=dg.in_process_executor,
)

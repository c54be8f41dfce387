"""The jobs of assets, and the schedules."""

import os
from datetime import timedelta

import dagster as dg

from assets.keys import asset_key, asset_keys
from pipelines.maintenance import maintenance_job
from pipelines.nightly import days_config, nightly_job

BACKFILL = dg.define_asset_job(
    "backfill",
    selection="group:ledger",
    description="The whole line for one day or a range of days.",
)
RECONCILE_ONLY = dg.define_asset_job(
    "reconcile_only",
    selection=dg.AssetSelection.assets(*asset_keys(["decisions", "notes", "supersession_edges"])),
    description="Fold the normalised facts of some days again; no report is read, nothing is extracted.",
)

EVALUATE = dg.define_asset_job(
    "evaluate",
    selection=dg.AssetSelection.assets(asset_key("evaluation")),
    description="One gold set through the stages, held against the baseline; a backfill measures them all.",
)


# Not a schedule of the last day's partition: a late report belongs to an older day, which nobody would run again.
# Days whose inputs have not changed are skipped by their digests, so a night costs what is new.
@dg.schedule(
    name="nightly",
    job=nightly_job,
    cron_schedule=f"0 {int(os.environ.get('FACTLEDGER_HOUR', '2'))} * * *",
    execution_timezone=os.environ.get("FACTLEDGER_TIMEZONE", "UTC"),
    description="Every morning: the day that is over, and whatever older days have changed.",
)
def nightly_schedule(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Ask for one run up to the day that is over; a second tick of the same morning asks for the same run."""
    day = (context.scheduled_execution_time.date() - timedelta(days=1)).isoformat()
    return dg.RunRequest(run_key=day, run_config=days_config("", day))


# On a Sunday, away from the hour of the night's run; the lock of the lake keeps the two apart in any case.
@dg.schedule(
    name="weekly_maintenance",
    job=maintenance_job,
    cron_schedule="0 12 * * 0",
    execution_timezone=os.environ.get("FACTLEDGER_TIMEZONE", "UTC"),
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description="Every Sunday at noon: the tables in few files, and fsck.",
)
def weekly_maintenance(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Ask for one run; a second tick of the same Sunday asks for the same run."""
    return dg.RunRequest(run_key=context.scheduled_execution_time.date().isoformat())

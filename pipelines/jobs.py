"""The jobs and the nightly schedule."""

import os
from datetime import timedelta

import dagster as dg

NIGHTLY = dg.define_asset_job(
    "nightly",
    selection="group:ledger",
    description="The whole line for one day or a range of days.",
)
RECONCILE_ONLY = dg.define_asset_job(
    "reconcile_only",
    selection="key:decisions or key:notes or key:supersession_edges",
    description="Fold the normalised facts of some days again; no report is read, nothing is extracted.",
)


# Not the schedule that Dagster derives from the partitions: the newest one is today's, for the UI, and at the
# hour of the tick today's reports are still to come.
@dg.schedule(
    name="nightly",
    job=NIGHTLY,
    cron_schedule=f"0 {int(os.environ.get('FACTLEDGER_HOUR', '2'))} * * *",
    execution_timezone="UTC",
    description="Closes the day before, every morning.",
)
def nightly_schedule(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Ask for one run of the day that is over; a second tick of the same morning asks for the same run."""
    day = (context.scheduled_execution_time.date() - timedelta(days=1)).isoformat()
    return dg.RunRequest(run_key=day, partition_key=day)

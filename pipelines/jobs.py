"""The jobs and the nightly schedule."""

import os

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
# The tick of the morning closes the day before.
nightly_schedule = dg.build_schedule_from_partitioned_job(
    NIGHTLY, name="nightly", hour_of_day=int(os.environ.get("FACTLEDGER_HOUR", "2")), minute_of_hour=0
)

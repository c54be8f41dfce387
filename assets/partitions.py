"""The days. A report belongs to one: its dated folder's or manifest entry's, its own date, or the day it was seen."""

import os

import dagster as dg

from core.lake.code import code_digest

# The first day that the UI offers. `factledger run` takes reports of any day.
FIRST_DAY = os.environ.get("FACTLEDGER_FIRST_DAY", "2026-01-01")
BY_DAY = dg.DailyPartitionsDefinition(start_date=FIRST_DAY, end_offset=1)
# One run for a whole range: a blocking check then holds for all of it, and 30 days are not 30 runs.
ONE_RUN = dg.BackfillPolicy.single_run()
GROUP = "ledger"
# What the UI calls an asset's code version: it changes exactly when our tables would be made again.
CODE_VERSION = code_digest()[:12]
OWNERS = ["team:data"]

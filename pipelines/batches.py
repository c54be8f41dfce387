"""The sensor that looks after batches at the provider and has the nightly job run again when one is over."""

import os

import dagster as dg

from assets.batches import state_line
from assets.context import Batch
from pipelines.nightly import days_config, nightly_job


# It asks the provider for states alone: a tick must be short, and to collect may take minutes. The run that it asks for
# collects first; it has the lake's locks, and what it does is in its log.
@dg.sensor(
    name="provider_batches",
    job=nightly_job,
    minimum_interval_seconds=int(os.environ.get("FACTLEDGER_BATCH_SECONDS", "300")),
    default_status=dg.DefaultSensorStatus.STOPPED,
    description="Looks after batches at the provider: when one is over, the nightly job collects it and runs its days.",
)
def provider_batches(batch: dg.ResourceParam[Batch]) -> list[dg.RunRequest] | dg.SkipReason:
    """Ask for one run for each batch that is over; a second tick asks for the same runs."""
    batching = batch.model.batching if batch.model is not None else None
    if batching is None:
        return dg.SkipReason(f"extract.extractor: {batch.extractor.name} asks no model; there are no batches.")
    found = batching.states()
    over = [record for record, state, _ in found if batching.is_over(record, state)]
    if over:
        return [dg.RunRequest(run_key=one.name, run_config=days_config(one.days[0], one.days[-1])) for one in over]
    return dg.SkipReason("; ".join(state_line(*one) for one in found) or "no batch is waited for")

"""Asset check of the filter: a day of which it drops much more, or less, than it used to."""

from collections.abc import Sequence
from typing import Any

import dagster as dg

from assets.checks import Check, check_on
from assets.context import Batch
from assets.keys import asset_key
from assets.metadata import markdown_table
from core.audit.drift import Drift, drifted
from core.contracts.tables import DURABLE_FACTS

DROP_DRIFT = "drop_drift"
_NAMED, _SHOWN = 3, 50  # days in the sentence, and in the table


def drop_drift_result(batch: Batch, days: Sequence[str]) -> dg.AssetCheckResult:
    """Return whether the filter drops of some days about the share that it dropped of the days before them."""
    settings = batch.settings.checks
    found = drifted(batch.lake, days, settings.drift_days, settings.drift_share)
    metadata: dict[str, Any] = {
        "days": len(days),
        "drifted": len(found),
        "allowed_difference": settings.drift_share,
    }
    if found:
        columns = ("day", "facts", "dropped", "share", "usual", "days before", "reasons")
        metadata["drifted_days"] = markdown_table(columns, [_cells(one) for one in found[:_SHOWN]])
    return dg.AssetCheckResult(
        asset_key=asset_key(DURABLE_FACTS.name),
        check_name=DROP_DRIFT,
        passed=not found,
        severity=dg.AssetCheckSeverity.WARN,
        description=_told(found, len(days)),
        metadata=metadata,
    )


def _told(found: Sequence[Drift], days: int) -> str:
    if not found:
        return f"of {days} days the filter dropped about the share that it dropped of the days before them"
    listed = "; ".join(
        f"{one.day.day}: {one.day.dropped} of {one.day.facts} ({one.day.share:.0%}, usually {one.usual:.0%})"
        for one in found[:_NAMED]
    )
    more = "; …" if len(found) > _NAMED else ""
    return (
        f"of {len(found)} of {days} days the filter dropped another share of the facts than usual: {listed}{more}. "
        "Read some of those days' dropped_facts and durable_facts: either the reports are of another kind, "
        "or the extractor, a model or a rule changed."
    )


def _cells(one: Drift) -> tuple[object, ...]:
    reasons = ", ".join(f"{reason} {number}" for reason, number in one.reasons)
    day = one.day
    return day.day, day.facts, day.dropped, f"{day.share:.0%}", f"{one.usual:.0%}", one.before, reasons


DRIFT_CHECK = check_on(
    DURABLE_FACTS.name,
    DROP_DRIFT,
    "The filter drops of a day about the share that it dropped of the days before it.",
    drop_drift_result,
    blocking=False,
)
AFTER_FILTER: Sequence[Check] = (drop_drift_result,)

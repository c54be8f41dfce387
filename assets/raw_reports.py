"""raw_reports: one row per report revision, as read; files that cannot be read are quarantined rows."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

from assets.context import Batch
from assets.days import DayResult, Results, Stage, materialise
from assets.keys import asset_key
from assets.metadata import definition_metadata
from assets.partitions import BY_DAY, CODE_VERSION, GROUP, ONE_RUN, OWNERS
from core.contracts.tables import QUARANTINED_REPORTS, RAW_REPORTS
from core.errors import UnreadableReportError
from core.lake.sightings import load, read_document
from core.stages.reports import Delivery, deliveries, raw_report_row


def refresh_raw_reports(batch: Batch, days: Sequence[str]) -> Results:
    """Write the reports of each day; a report whose file is gone keeps its row."""
    delivered = deliveries(batch.intake().sightings)
    return {day: _refresh(batch, day, delivered) for day in batch.each("raw_reports", days)}


def _refresh(batch: Batch, day: str, delivered: Sequence[Delivery]) -> DayResult:
    stored = {row["revision_id"]: row for row in batch.lake.read(RAW_REPORTS, day).to_dicts()}
    mine = [one for one in delivered if one.sighting["received_on"] == day]
    rows = [_row(batch, one, stored) for one in mine]
    quarantined = _quarantined(batch, day)
    made = batch.lake.write(RAW_REPORTS, day, sorted(rows, key=lambda row: row["path"]))
    made |= batch.lake.write(QUARANTINED_REPORTS, day, quarantined)
    return DayResult(
        made,
        batch.lake.read(RAW_REPORTS, day),
        {
            "language": Counter(row["language"] for row in rows),
            "quarantined": Counter(row["reason"] for row in quarantined),
            "masked": Counter(mask["reason"] for row in rows for mask in row["masks"]),
        },
    )


def _row(batch: Batch, delivery: Delivery, stored: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    seen = delivery.sighting
    file = batch.intake().files.get((seen["path"], seen["content_sha256"]))
    if file is not None:
        data = load(file)
        if hashlib.sha256(data).hexdigest() == seen["content_sha256"]:  # not replaced since the scan
            try:
                document = read_document(file, data, batch.settings.intake.max_bytes)
            except UnreadableReportError:  # it was readable: the limit, the sidecar or the reader has changed since
                return _stored(delivery, stored)
            return raw_report_row(delivery, document, batch.settings.intake.context_tags)
    return _stored(delivery, stored)


def _stored(delivery: Delivery, stored: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """The row that the lake has of a report that was read once and cannot be read now."""
    row = stored.get(delivery.sighting["revision_id"])
    if row is None:
        raise dg.Failure(
            f"{delivery.sighting['path']}: its bytes are gone or unreadable and the lake has no copy yet. "
            "Put the file back, or delete its row from sightings.parquet.",
            allow_retries=False,
        )
    return {**row, "revision": delivery.revision, "revision_key": delivery.revision_key}


def _quarantined(batch: Batch, day: str) -> list[dict[str, Any]]:
    stored = {(row["path"], row["content_sha256"]): row for row in batch.lake.read(QUARANTINED_REPORTS, day).to_dicts()}
    present = dict(batch.intake().files.keys())
    rows = []
    for seen in batch.intake().sightings:
        if seen["quarantine_reason"] is None or seen["received_on"] != day:
            continue
        if present.get(seen["path"], seen["content_sha256"]) != seen["content_sha256"]:
            continue  # somebody has mended the file: its path holds other bytes now
        names = ("path", "source_key", "received_on", "content_sha256")
        row = {name: seen[name] for name in names} | {"reason": seen["quarantine_reason"], "detail": ""}
        earlier = stored.get((seen["path"], seen["content_sha256"]))
        rows.append(row | {"detail": _detail(batch, seen) or (earlier["detail"] if earlier else "")})
    return sorted(rows, key=lambda row: (row["path"], row["content_sha256"]))


def _detail(batch: Batch, seen: Mapping[str, Any]) -> str:
    file = batch.intake().files.get((seen["path"], seen["content_sha256"]))
    if file is None:
        return ""
    try:
        read_document(file, load(file), batch.settings.intake.max_bytes)
    except UnreadableReportError as error:
        return error.detail
    return ""


STAGE = Stage(RAW_REPORTS, refresh_raw_reports, ("domain", "title", "published_at", "revision", "n_chars", "path"))


@dg.asset(
    key=asset_key(RAW_REPORTS.name),
    partitions_def=BY_DAY,
    backfill_policy=ONE_RUN,
    group_name=GROUP,
    owners=OWNERS,
    code_version=CODE_VERSION,
    kinds={"file", "parquet"},
    metadata=definition_metadata(RAW_REPORTS),
)
def raw_reports(context: dg.AssetExecutionContext, batch: dg.ResourceParam[Batch]) -> None:
    """One row per report revision: text as read, source, dates, domain, segments, masks."""
    materialise(context, batch, STAGE)

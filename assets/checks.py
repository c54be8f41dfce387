"""Asset checks of extraction: chunks that failed, and chunks that say much and gave nothing."""

from collections.abc import Callable, Sequence
from typing import Any

import dagster as dg

from assets.context import Batch
from assets.keys import asset_key
from assets.metadata import markdown_table
from core.audit.density import Silent, silent_chunks
from core.audit.reports import ReportAccount, accounts_of, failed_chunks, model_rates, weightiest

ASSET = "extracted_facts"
FAILED_CHUNKS, SILENT_CHUNKS = "failed_chunks", "silent_chunks"
_SHOWN, _NAMED = 20, 3  # rows of a table, paths in a sentence
_SEVERITY = {"warn": dg.AssetCheckSeverity.WARN, "error": dg.AssetCheckSeverity.ERROR}
ACCOUNT_COLUMNS = ("report", "state", "chunks", "failed", "facts", "calls", "tokens in", "tokens out", "cost")
_SILENT_COLUMNS = ("report", "characters", "names", "numbers", "dates", "reason", "begins")

Check = Callable[[Batch, Sequence[str]], dg.AssetCheckResult]


def account_rows(accounts: Sequence[ReportAccount]) -> list[tuple[object, ...]]:
    """Return the accounts that a person looks at first, as cells of ``ACCOUNT_COLUMNS``."""
    return [
        (
            one.path,
            one.state,
            one.chunks,
            one.failed,
            one.facts,
            one.calls,
            one.input_tokens,
            one.output_tokens,
            f"{one.cost:.4f}",
        )
        for one in weightiest(accounts, _SHOWN)
    ]


def failed_chunks_result(batch: Batch, days: Sequence[str]) -> dg.AssetCheckResult:
    """Return whether too many chunks of some days failed: how many of how many, of which reports, and what to do."""
    settings, accounts = batch.settings.checks, list(accounts_of(batch.lake, days))
    bad = [one for one in accounts if one.failed]
    total, failed = sum(one.chunks for one in accounts), sum(one.failed for one in bad)
    waiting = sum(one.waiting for one in bad)
    share = (failed - waiting) / total if total else 0.0  # what a provider's batch still holds has not failed yet
    metadata: dict[str, Any] = {
        "state": "completed_with_errors" if failed else "completed",
        "failed": failed,
        "waiting": waiting,
        "chunks": total,
        "failed_share": share,
        "allowed_share": settings.failed_share,
    }
    for rate in model_rates(batch.lake, days):
        metadata[f"contract_failure_rate/{rate.model}"] = rate.failure_rate
        metadata[f"mended_rate/{rate.model}"] = rate.mended_rate
    if bad:
        metadata["incomplete_reports"] = markdown_table(ACCOUNT_COLUMNS, account_rows(bad))
        listed = failed_chunks(batch.lake, days)[:_SHOWN]
        metadata["failed_chunks"] = markdown_table(
            ("report", "chunk", "characters", "outcome", "reason"),
            [(one.path, one.chunk_id, f"{one.char_start}–{one.char_end}", one.outcome, one.reason) for one in listed],
        )
    return dg.AssetCheckResult(
        asset_key=asset_key(ASSET),
        check_name=FAILED_CHUNKS,
        passed=share <= settings.failed_share,
        severity=_SEVERITY[settings.failed_severity],
        description=f"{failed} of {total} chunks failed"
        + (f" ({waiting} of them wait for a provider's batch)" if waiting else "")
        + (_incomplete(bad, len(accounts)) if bad else ""),
        metadata=metadata,
    )


def _incomplete(bad: Sequence[ReportAccount], of: int) -> str:
    paths = ", ".join(one.path for one in weightiest(bad, _NAMED)) + (", …" if len(bad) > _NAMED else "")
    return (
        f", in {len(bad)} of {of} reports, which are incomplete: {paths}. Run the days again: what a second try "
        "can mend is asked about again, and only that; chunk_outcomes says why each failed."
    )


def silent_chunks_result(batch: Batch, days: Sequence[str]) -> dg.AssetCheckResult:
    """Return whether a chunk of some days is dense in names, numbers and dates and gave no fact, or was not read."""
    found, least = silent_of(batch, days), batch.settings.checks.dense_marks
    metadata: dict[str, Any] = {"silent": len(found), "dense_marks": least}
    if found:
        metadata["silent_chunks"] = markdown_table(_SILENT_COLUMNS, [_cells(one) for one in found[:_SHOWN]])
    return dg.AssetCheckResult(
        asset_key=asset_key(ASSET),
        check_name=SILENT_CHUNKS,
        passed=not found,
        severity=dg.AssetCheckSeverity.WARN,
        description=silent_told(found, least),
        metadata=metadata,
    )


def silent_told(found: Sequence[Silent], least: int) -> str:
    """Return in a sentence or two how many chunks are silent, which, and what to do."""
    if not found:
        return "no chunk that is dense in names, numbers and dates went without a fact, and all was read"
    where = "; ".join(f"{one.path}, characters {one.char_start} to {one.char_end}" for one in found[:_NAMED])
    more = "; …" if len(found) > _NAMED else ""
    return (
        f"{len(found)} chunks hold {least} or more names, numbers and dates and gave no fact, or are in a language "
        f"that the extractor does not read: {where}{more}. "
        "Read them; if they state facts, look at what the extractor answered (chunk_outcomes, replies)."
    )


def _cells(one: Silent) -> tuple[object, ...]:
    density = one.density
    span = f"{one.char_start}–{one.char_end}"
    return one.path, span, density.names, density.numbers, density.dates, one.reason, one.excerpt


def silent_of(batch: Batch, days: Sequence[str]) -> list[Silent]:
    """Return the silent chunks of some days under a run's settings."""
    roles = ("user", "assistant") if batch.settings.extract.include_assistant else ("user",)
    return silent_chunks(batch.lake, days, batch.settings.checks.dense_marks, roles)


def check_on(asset: str, name: str, description: str, result: Check, *, blocking: bool) -> dg.AssetChecksDefinition:
    """Return an asset check that asks ``result`` about the days of its run; about all days when run by itself."""

    @dg.asset_check(asset=asset_key(asset), name=name, description=description, blocking=blocking)
    def check(context: dg.AssetCheckExecutionContext, batch: dg.ResourceParam[Batch]) -> dg.AssetCheckResult:
        days = batch.days()
        if context.has_partition_key or context.has_partition_key_range:  # else it was asked for by itself
            asked = set(context.partition_keys)
            days = [day for day in days if day in asked]
        return result(batch, days)

    return check


# A check that blocks does so with severity error alone, which the settings choose.
CHECKS = (
    check_on(
        ASSET,
        FAILED_CHUNKS,
        "No more chunks failed than checks.failed_share allows.",
        failed_chunks_result,
        blocking=True,
    ),
    check_on(
        ASSET,
        SILENT_CHUNKS,
        "No chunk that is dense in names, numbers and dates went without a fact.",
        silent_chunks_result,
        blocking=False,
    ),
)
RESULTS: Sequence[Check] = (failed_chunks_result, silent_chunks_result)

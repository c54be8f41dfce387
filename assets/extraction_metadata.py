"""What the UI shows of a day's extraction: outcomes, reasons, and what they cost."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from assets.checks import ACCOUNT_COLUMNS, account_rows
from assets.context import Batch
from assets.days import DayResult
from assets.metadata import markdown_table
from core.audit.reports import ReportAccount, accounts_of
from core.contracts.tables import CHUNK_OUTCOMES, EXTRACTED_FACTS, FAILED_OUTCOMES, REJECTED_ITEMS
from core.stages.extracting import WAITING

NOTHING_SPENT = dict.fromkeys(("calls", "cached", "repaired", "input_tokens", "output_tokens", "cost"), 0)
_SAMPLE_ROWS = 5


def extraction_result(batch: Batch, day: str, spent: Mapping[str, float] | None) -> DayResult:
    """Return what the extraction of a day came to; ``spent`` is what this run did for it, None for nothing.

    ``day/...`` counts what the rows of the day cost whenever they were made, ``extractor/...`` this run alone.
    """
    outcomes, facts = batch.lake.read(CHUNK_OUTCOMES, day), batch.lake.read(EXTRACTED_FACTS, day)
    accounts = list(accounts_of(batch.lake, [day]))
    failed = outcomes.filter(pl.col("outcome").is_in(list(FAILED_OUTCOMES)))
    counted: dict[str, Mapping[str, float]] = {
        "outcome": Counter(outcomes["outcome"].to_list()),
        "extractor": spent or NOTHING_SPENT,
        "day": _stored(accounts),
        "failed": _codes(failed["reason"]),
        "no_facts": _codes(outcomes.filter(pl.col("outcome") == "no_facts")["reason"]),
        "rejected": _codes(batch.lake.read(REJECTED_ITEMS, day)["reason"]),
    }
    if other_wording := int(outcomes["prompt_version"].str.contains("+", literal=True).sum()):
        counted["prompt"] = {"prompt_text_differs": other_wording}
    if waiting := int(outcomes["reason"].str.starts_with(WAITING).sum()):
        counted["batch"] = {"waiting": waiting}
    shown: dict[str, Any] = {}
    if accounts:
        shown["reports"] = markdown_table(ACCOUNT_COLUMNS, account_rows(accounts))
    return DayResult(spent is not None, facts.head(_SAMPLE_ROWS), counted, facts.height, shown)


def _stored(accounts: Iterable[ReportAccount]) -> Mapping[str, float]:
    """What the stored rows of some reports have cost, in the words of ``NOTHING_SPENT``."""
    summed: Counter[str] = Counter(NOTHING_SPENT)
    for one in accounts:
        summed.update({name: getattr(one, name) for name in NOTHING_SPENT})
    return summed


def _codes(reasons: Iterable[str | None]) -> Mapping[str, float]:
    """Count reasons by their code, the words before a colon; what follows is for people."""
    return Counter((reason or "unknown").partition(":")[0].strip() for reason in reasons)

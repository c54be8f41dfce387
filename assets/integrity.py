"""Asset checks of what is stored: every span is the text that it quotes, and every chain of notes is whole."""

from collections.abc import Iterator, Sequence

import dagster as dg

from assets.checks import Check, check_on
from assets.context import Batch
from assets.keys import asset_key
from core.audit.fsck import chain_problems, offset_problems, span_problems
from core.contracts.frames import to_frame
from core.contracts.tables import NORMALISED_FACTS, NOTES, RAW_REPORTS, SUPERSESSION_EDGES
from core.lake.lake import Lake
from core.lake.notes_table import LedgerTables

EVIDENCE, CHAIN = "evidence", "chain"
_NAMED, _SHOWN = 3, 50  # problems in the sentence, and in the list


def evidence_result(batch: Batch, days: Sequence[str]) -> dg.AssetCheckResult:
    """Return whether every stored span of the facts of some days is the very text that it quotes."""
    spans = 0
    problems: list[str] = []
    for day in days:
        facts = batch.lake.read(NORMALISED_FACTS, day).select("fact_id", "text", "evidence", "entities", "temporal")
        spans += sum(int(facts[name].list.len().sum()) for name in ("evidence", "entities", "temporal"))
        problems += _span_problems(batch.lake, day)
    return _result(NORMALISED_FACTS.name, EVIDENCE, f"{spans:,} spans are the text that they quote", problems)


def _span_problems(lake: Lake, day: str) -> Iterator[str]:
    reports = {row["revision_id"]: row for row in lake.read(RAW_REPORTS, day).to_dicts()}
    for fact in lake.read(NORMALISED_FACTS, day).to_dicts():
        yield from span_problems(fact["fact_id"], fact["evidence"], reports)
        yield from offset_problems(fact)


def chain_result(batch: Batch, _days: Sequence[str]) -> dg.AssetCheckResult:
    """Return whether links, back-links and edges of all notes agree, and every chain ends."""
    tables = LedgerTables(batch.lake.root)
    notes, edges = (to_frame(tables.read(table)).to_dicts() for table in (NOTES, SUPERSESSION_EDGES))
    whole = f"{len(notes):,} notes and {len(edges):,} edges link one another as they should"
    return _result(NOTES.name, CHAIN, whole, chain_problems(notes, edges))


def _result(asset: str, check: str, whole: str, problems: Sequence[str]) -> dg.AssetCheckResult:
    listed = "; ".join(problems[:_NAMED]) + ("; …" if len(problems) > _NAMED else "")
    shown = {"list": dg.MetadataValue.json(list(problems[:_SHOWN]))} if problems else {}
    return dg.AssetCheckResult(
        asset_key=asset_key(asset),
        check_name=check,
        passed=not problems,
        severity=dg.AssetCheckSeverity.ERROR,
        description=f"{len(problems)} problems: {listed}. `factledger fsck` lists them all." if problems else whole,
        metadata={"problems": len(problems), **shown},
    )


INTEGRITY_CHECKS = (
    check_on(
        NORMALISED_FACTS.name,
        EVIDENCE,
        "Every stored span of a fact equals the text at its place, which is not masked.",
        evidence_result,
        blocking=True,
    ),
    check_on(NOTES.name, CHAIN, "Links, back-links and supersession edges agree.", chain_result, blocking=True),
)
AFTER_FACTS: Sequence[Check] = (evidence_result,)
AFTER_COMMIT: Sequence[Check] = (chain_result,)

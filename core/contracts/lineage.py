"""Which columns each column of the ledger's tables is made from, declared once.

``LINEAGE`` maps table → column → the columns (``table.column``) that its value is read from. An empty
tuple is a value that no table holds: words of the report's own file, a setting, the run itself. Columns that
only choose rows (a filter, a join key of another table) are not named: they are no part of a value.
"""

from collections.abc import Iterable, Mapping

from core.contracts.tables import DURABLE_FACTS, SUPERSESSION_EDGES, Table

Columns = Mapping[str, tuple[str, ...]]
NOWHERE: tuple[str, ...] = ()


def _of(table: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{table}.{name}" for name in names)


def _copied(table: str, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    return {name: _of(table, name) for name in names}


def _all(names: Iterable[str], sources: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(names, sources)


def _names(table: Table) -> list[str]:
    return list(table.schema.names)


_DELIVERY = _of("sightings", "report_id", "revision_id", "received_on", "generation")
_TEXT = _of("raw_reports", "text", "segments")
_DATE = _of("raw_reports", "segments", "published_at", "published_offset_minutes", "published_precision")
# What an extractor is shown of a chunk.
_QUESTION = (
    *_of("raw_reports", "text", "segments", "masks", "title", "language", "published_at", "published_offset_minutes"),
    *_of("chunks", "ordinal", "char_start", "char_end", "heading_path", "segment_seqs", "oversized_sentence"),
)
# What evidence is looked for in, and what may say the rest of a fact.
_GROUND = (
    *_of("raw_reports", "revision_id", "title", "text", "masks"),
    *_DATE,
    *_of("chunks", "char_start", "char_end", "heading_path"),
)
_JUDGED = (
    *_of("extracted_facts", "text", "quote", "quote_start", "importance", "tags", "fact_type", "source_seqs"),
    *_of("extracted_facts", "language", "extractor", "revision_id", "chunk_id", "ordinal"),
    *_of("chunks", "ordinal"),  # of two that say the same the earlier one stays
    *_GROUND,
)
_STATED = _of("durable_facts", "text", "language")
_EVIDENCE = (*_of("durable_facts", "text", "quote", "quote_start"), *_GROUND)
_MESSAGES = (*_EVIDENCE, *_of("durable_facts", "source_seqs"))
_SAID = (*_MESSAGES, *_of("raw_reports", "received_on"))
# What the fold compares; the earlier notes that it compares with are themselves made from these.
_COMPARED = _of(
    "normalised_facts",
    *("domain", "order_key", "fact_id", "report_id", "revision_id", "text", "language", "statement", "entities"),
    *("temporal", "valid_from", "valid_to", "asserted_at", "asserted_at_source", "multi_valued"),
)
_ASSERTED = (
    "fact_id", "revision_id", "report_id", "domain", "order_key", "partition", "language", "importance", "tags",
    "fact_type", "evidence", "source_seqs", "source_turns", "entities", "statement", "polarity", "modality", "holder",
    "temporal", "valid_from", "valid_to", "valid_precision", "asserted_at", "asserted_at_source", "multi_valued",
)  # fmt: skip
_VERDICT = (
    "action", "decision_id", "operation", "status", "target_note_id", "note_id", "text", "reason", "candidates",
    "conflicts_with", "reply_key", "attempts", "defaulted", "overridden",
)  # fmt: skip
_FOUNDING = (
    "note_id", "domain", "text", "language", "fact_type", "importance", "tags", "entities", "statement", "polarity",
    "modality", "holder", "temporal", "valid_from", "valid_to", "valid_precision", "asserted_at",
    "asserted_at_source", "order_key", "multi_valued", "conflicts_with", "decision_id", "recorded_at",
)  # fmt: skip
_CLOSING = _of("decisions", "operation", "target_note_id")
_JOINING = _of("decisions", "operation", "target_note_id", "note_id", "text")

LINEAGE: Mapping[str, Columns] = {
    "raw_reports": {
        **_copied("sightings", ("report_id", "revision_id", "source_key", "path", "domain", "received_on")),
        **_copied("sightings", ("received_source", "content_sha256")),
        **_all(("revision", "revision_key"), _DELIVERY),
        **_all(("title", "language", "media_type", "published_at", "published_offset_minutes"), NOWHERE),
        **_all(("published_precision", "published_source", "published_start", "published_end"), NOWHERE),
        **_all(("source_url", "author", "tlp", "n_chars", "text", "segments", "masks"), NOWHERE),
    },
    "quarantined_reports": {
        **_copied("sightings", ("path", "source_key", "received_on", "content_sha256")),
        "reason": _of("sightings", "quarantine_reason"),
        "detail": NOWHERE,
    },
    "chunks": {
        "revision_id": _of("raw_reports", "revision_id"),
        "chunk_id": (*_of("raw_reports", "revision_id"), *_TEXT),
        **_all(("ordinal", "char_start", "char_end", "heading_path", "segment_seqs", "n_chars"), _TEXT),
        "oversized_sentence": _TEXT,
    },
    "chunk_outcomes": {
        "chunk_id": _of("chunks", "chunk_id"),
        "revision_id": _of("raw_reports", "revision_id"),
        **_all(("outcome", "reason", "attempts", "n_candidates", "n_invalid_items", "reply_key"), _QUESTION),
        **_all(("input_tokens", "output_tokens", "cost"), _QUESTION),
        **_all(("model", "extractor", "extractor_version", "prompt_version", "cached", "seconds"), NOWHERE),
    },
    "extracted_facts": {
        "chunk_id": _of("chunks", "chunk_id"),
        **_copied("raw_reports", ("report_id", "revision_id")),
        "fact_id": (*_of("raw_reports", "report_id"), *_QUESTION),
        **_all(("ordinal", "text", "importance", "tags", "fact_type", "source_seqs"), _QUESTION),
        **_all(("quote", "quote_start", "language", "reply_key"), _QUESTION),
        "extractor": NOWHERE,
    },
    "rejected_items": {
        "chunk_id": _of("chunks", "chunk_id"),
        "revision_id": _of("raw_reports", "revision_id"),
        **_all(("item", "reason", "raw"), _QUESTION),
    },
    "durable_facts": {
        **_copied("extracted_facts", _names(DURABLE_FACTS)),
        # The weights of the embedded extractor are set over their whole report.
        "importance": _of("extracted_facts", "importance", "extractor", "revision_id"),
    },
    "dropped_facts": {
        **_copied("extracted_facts", ("fact_id", "chunk_id", "revision_id", "ordinal", "text")),
        **_all(("reason", "rule_id", "source", "detail"), _JUDGED),
        "stage": NOWHERE,
    },
    "normalised_facts": {
        **_copied("durable_facts", _names(DURABLE_FACTS)),
        "source_seqs": _MESSAGES,
        "domain": _of("raw_reports", "domain"),
        "partition": _of("raw_reports", "received_on"),
        "evidence": _EVIDENCE,
        "source_turns": _MESSAGES,
        "entities": _of("durable_facts", "text"),
        **_all(("statement", "polarity", "modality", "holder"), _STATED),
        **_all(("temporal", "valid_from", "valid_to", "valid_precision"), _MESSAGES),
        **_all(("asserted_at", "asserted_at_source"), _SAID),
        "multi_valued": (*_of("durable_facts", "revision_id"), *_STATED),
        "order_key": (
            *_of("raw_reports", "report_id", "revision_key"),
            *_of("chunks", "ordinal"),
            *_of("durable_facts", "ordinal"),
            *_SAID,
        ),
    },
    "decisions": {
        **_copied("normalised_facts", _ASSERTED),
        "fact_text": _of("normalised_facts", "text"),
        **_all(_VERDICT, _COMPARED),
        **_all(("decider", "run_id", "recorded_at"), NOWHERE),
    },
    "notes": {
        **_copied("decisions", _FOUNDING),
        "status": _CLOSING,
        "source_type": _of("decisions", "operation"),
        "supports": (
            *_of("decisions", "fact_id", "report_id", "revision_id", "order_key", "asserted_at", "evidence"),
            *_of("decisions", "source_seqs", "source_turns", "fact_text"),
            *_JOINING,
        ),
        "n_reports": (*_of("decisions", "report_id"), *_JOINING),
        "last_confirmed_at": (*_of("decisions", "asserted_at"), *_JOINING),
        "superseded_by": (*_of("decisions", "note_id"), *_CLOSING),
        "superseded_at": (*_of("decisions", "asserted_at"), *_CLOSING),
        "closed_order_key": (*_of("decisions", "order_key"), *_CLOSING),
        "closed_at": (*_of("decisions", "recorded_at"), *_CLOSING),
        "supersedes": _CLOSING,
    },
    "supersession_edges": {
        **_copied("decisions", set(_names(SUPERSESSION_EDGES)) - {"edge_id", "old_note_id", "new_note_id"}),
        "edge_id": _of("decisions", "target_note_id", "note_id"),
        "old_note_id": _of("decisions", "target_note_id"),
        "new_note_id": _of("decisions", "note_id"),
    },
}

"""Every table's schema, declared once, as Arrow: the type that Parquet, Lance and Polars share.

A column that is not nullable may hold no null; a list column is never null (``[]`` is empty).
``key`` columns are unique together. ``rules`` are Polars expressions that must be true for every
row; each is named after the truth it asserts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl
import pyarrow as pa

INSTANT = pa.timestamp("us", tz="UTC")


def _text(name: str, *, null: bool = False) -> pa.Field:
    return pa.field(name, pa.string(), nullable=null)


def _int(name: str, *, null: bool = False) -> pa.Field:
    return pa.field(name, pa.int64(), nullable=null)


def _bool(name: str) -> pa.Field:
    return pa.field(name, pa.bool_(), nullable=False)


def _instant(name: str, *, null: bool = False) -> pa.Field:
    return pa.field(name, INSTANT, nullable=null)


def _list(name: str, item: pa.DataType) -> pa.Field:
    return pa.field(name, pa.list_(pa.field("item", item, nullable=False)), nullable=False)


SEGMENT = pa.struct(
    [
        _int("seq"),
        _int("raw_index"),
        _text("role"),
        _text("speaker", null=True),
        _instant("sent_at", null=True),
        _int("utc_offset_minutes", null=True),
        _int("char_start"),
        _int("char_end"),
    ]
)
MASK = pa.struct([_int("char_start"), _int("char_end"), _text("reason")])
EVIDENCE = pa.struct(
    [
        _text("revision_id"),
        _int("char_start", null=True),
        _int("char_end", null=True),
        _text("quote"),
        _text("match"),
    ]
)
ENTITY = pa.struct([_text("type"), _text("surface"), _text("canonical"), _int("char_start"), _int("char_end")])
TEMPORAL = pa.struct(
    [
        _text("expression"),
        _int("char_start"),
        _int("char_end"),
        _text("kind"),
        _text("anchor_source", null=True),
        _text("granularity", null=True),
        _text("resolved_start", null=True),
        _text("resolved_end", null=True),
        _text("display", null=True),
        _text("status"),
        _text("rule_id"),
    ]
)
STATEMENT = pa.struct(
    [
        _text("subject"),
        _text("slot"),
        _text("value"),
        _text("value_kind"),
        _text("polarity"),
        _text("modality"),
        _text("holder", null=True),
        _text("ends"),
    ]
)
CANDIDATE = pa.struct([_text("note_id"), pa.field("score", pa.float64(), nullable=False), _text("excluded", null=True)])
SOURCE_TURN = pa.struct([_int("seq"), _text("role"), _text("speaker", null=True), _text("text")])
SUPPORT = pa.struct(
    [
        _text("fact_id"),
        _text("report_id"),
        _text("revision_id"),
        _text("order_key"),
        _instant("asserted_at"),
        _list("evidence", EVIDENCE),
        _list("source_seqs", pa.int64()),
        _list("source_turns", SOURCE_TURN),
    ]
)


@dataclass(frozen=True)
class Table:
    """One declared table."""

    name: str
    schema: pa.Schema
    key: tuple[str, ...]
    rules: Mapping[str, pl.Expr] = field(default_factory=dict)

    @property
    def polars_schema(self) -> pl.Schema:
        """The same columns as Polars types."""
        frame = pl.from_arrow(self.schema.empty_table())
        if not isinstance(frame, pl.DataFrame):  # an Arrow table always gives a frame
            raise TypeError(f"{self.name}: Arrow table did not become a frame")
        return frame.schema


def _matches(column: str, pattern: str) -> pl.Expr:
    return pl.col(column).str.contains(pattern)


def _span(start: str = "char_start", end: str = "char_end") -> pl.Expr:
    return (pl.col(start) >= 0) & (pl.col(start) <= pl.col(end))


RAW_REPORTS = Table(
    "raw_reports",
    pa.schema(
        [
            _text("report_id"),
            _text("revision_id"),
            _int("revision"),
            _text("source_key"),
            _text("path"),
            _text("domain"),
            _text("title", null=True),
            _text("language"),
            _text("media_type"),
            _instant("published_at", null=True),
            _int("published_offset_minutes", null=True),
            _text("published_precision", null=True),
            _text("published_source"),
            _int("published_start", null=True),
            _int("published_end", null=True),
            _text("received_on"),
            _text("received_source"),
            _text("revision_key"),
            _text("source_url", null=True),
            _text("author", null=True),
            _text("tlp", null=True),
            _text("content_sha256"),
            _int("n_chars"),
            _text("text"),
            _list("segments", SEGMENT),
            _list("masks", MASK),
        ]
    ),
    key=("revision_id",),
    rules={
        "report_id_is_well_formed": _matches("report_id", r"^rep_[0-9a-f]{20}$"),
        "revision_id_is_well_formed": _matches("revision_id", r"^rev_[0-9a-f]{20}$"),
        "received_on_is_a_day": _matches("received_on", r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        "n_chars_counts_the_text": pl.col("n_chars") == pl.col("text").str.len_chars(),
    },
)

QUARANTINED_REPORTS = Table(
    "quarantined_reports",
    pa.schema(
        [
            _text("path"),
            _text("source_key"),
            _text("received_on"),
            _text("reason"),
            _text("detail"),
            _text("content_sha256"),
        ]
    ),
    key=("path", "content_sha256"),
)

CHUNKS = Table(
    "chunks",
    pa.schema(
        [
            _text("chunk_id"),
            _text("revision_id"),
            _int("ordinal"),
            _int("char_start"),
            _int("char_end"),
            _list("heading_path", pa.string()),
            _list("segment_seqs", pa.int64()),
            _int("n_chars"),
            _bool("oversized_sentence"),
        ]
    ),
    key=("chunk_id",),
    rules={
        "span_is_ordered": _span(),
        "n_chars_is_the_span": pl.col("n_chars") == pl.col("char_end") - pl.col("char_start"),
    },
)

OUTCOMES = (
    "extracted",
    "repaired",
    "salvaged",
    "no_facts",
    "failed_contract",
    "failed_provider",
    "refused",
    "output_too_long",
    "quarantined",
)
FAILED_OUTCOMES = ("failed_contract", "failed_provider", "refused", "output_too_long")

CHUNK_OUTCOMES = Table(
    "chunk_outcomes",
    pa.schema(
        [
            _text("chunk_id"),
            _text("revision_id"),
            _text("outcome"),
            _text("reason", null=True),
            _int("attempts"),
            _int("n_candidates"),
            _int("n_invalid_items"),
            _text("model", null=True),
            _text("extractor"),
            _text("extractor_version"),
            _text("prompt_version", null=True),
            _text("reply_key", null=True),
            _int("input_tokens"),
            _int("output_tokens"),
            _bool("cached"),
            pa.field("cost", pa.float64(), nullable=False),
            pa.field("seconds", pa.float64(), nullable=False),
        ]
    ),
    key=("chunk_id",),
    rules={
        "outcome_is_known": pl.col("outcome").is_in(list(OUTCOMES)),
        "nothing_found_says_why": (pl.col("n_candidates") > 0) | pl.col("reason").is_not_null(),
    },
)

_FACT_COLUMNS = [
    _text("fact_id"),
    _text("chunk_id"),
    _text("report_id"),
    _text("revision_id"),
    _int("ordinal"),
    _text("text"),
    _int("importance"),
    _list("tags", pa.string()),
    _text("fact_type"),
    _list("source_seqs", pa.int64()),
    _text("quote", null=True),
    _int("quote_start", null=True),
    _text("language"),
    _text("extractor"),
    _text("reply_key", null=True),
]
_FACT_RULES = {
    "fact_id_is_well_formed": _matches("fact_id", r"^fct_[0-9a-f]{20}$"),
    "importance_is_1_to_10": pl.col("importance").is_between(1, 10),
    "at_most_3_tags": pl.col("tags").list.len() <= 3,
    "at_most_6_source_seqs": pl.col("source_seqs").list.len() <= 6,
    "text_says_something": pl.col("text").str.strip_chars().str.len_chars() > 0,
}

EXTRACTED_FACTS = Table("extracted_facts", pa.schema(_FACT_COLUMNS), key=("chunk_id", "ordinal"), rules=_FACT_RULES)

REJECTED_ITEMS = Table(
    "rejected_items",
    pa.schema([_text("chunk_id"), _text("revision_id"), _int("item"), _text("reason"), _text("raw")]),
    key=("chunk_id", "item"),
)

DROP_SOURCES = ("model_label", "guard", "importance", "cap", "duplicate", "unsupported", "role")

DROPPED_FACTS = Table(
    "dropped_facts",
    pa.schema(
        [
            _text("fact_id"),
            _text("chunk_id"),
            _text("revision_id"),
            _int("ordinal"),
            _text("stage"),
            _text("reason"),
            _text("rule_id"),
            _text("source"),
            _text("detail", null=True),
            _text("text"),
        ]
    ),
    key=("chunk_id", "ordinal", "stage"),
    rules={"source_is_known": pl.col("source").is_in(list(DROP_SOURCES))},
)

DURABLE_FACTS = Table("durable_facts", pa.schema(_FACT_COLUMNS), key=("revision_id", "fact_id"), rules=_FACT_RULES)

_CLAIM_COLUMNS = [
    _list("entities", ENTITY),
    pa.field("statement", STATEMENT, nullable=False),
    _text("polarity"),
    _text("modality"),
    _text("holder", null=True),
    _list("temporal", TEMPORAL),
    _instant("valid_from", null=True),
    _instant("valid_to", null=True),
    _text("valid_precision", null=True),
    _instant("asserted_at"),
    _text("asserted_at_source"),
    _bool("multi_valued"),
]

NORMALISED_FACTS = Table(
    "normalised_facts",
    pa.schema(
        [
            *_FACT_COLUMNS,
            _text("domain"),
            _text("partition"),
            _list("evidence", EVIDENCE),
            _list("source_turns", SOURCE_TURN),
            *_CLAIM_COLUMNS,
            _text("order_key"),
        ]
    ),
    key=("revision_id", "fact_id"),
    rules={
        **_FACT_RULES,
        "every_fact_has_evidence": pl.col("evidence").list.len() > 0,
        "asserted_at_source_is_known": pl.col("asserted_at_source").is_in(["message", "document", "partition"]),
    },
)

OPERATIONS = ("ADD", "UPDATE", "DELETE", "NOOP")
STATUS_OF = {"ADD": "added", "UPDATE": "updated", "DELETE": "corrected", "NOOP": "noop"}

DECISIONS = Table(
    "decisions",
    pa.schema(
        [
            _text("action"),  # decided | redecided | withdrawn
            _text("decision_id"),
            _text("fact_id"),
            _text("revision_id"),
            _text("report_id"),
            _text("domain"),
            _text("order_key"),
            _text("operation"),
            _text("status"),
            _text("target_note_id", null=True),
            _text("note_id", null=True),
            _text("text"),
            _text("reason"),
            _list("candidates", CANDIDATE),
            _list("conflicts_with", pa.string()),
            _text("decider"),
            _text("reply_key", null=True),
            _int("attempts"),
            _bool("defaulted"),
            _bool("overridden"),
            _text("run_id"),
            _text("partition"),
            _instant("recorded_at"),
            _text("fact_text"),
            _text("language"),
            _int("importance"),
            _list("tags", pa.string()),
            _text("fact_type"),
            _list("evidence", EVIDENCE),
            _list("source_seqs", pa.int64()),
            _list("source_turns", SOURCE_TURN),
            *_CLAIM_COLUMNS,
        ]
    ),
    key=("domain", "revision_id", "fact_id"),
    rules={
        "action_is_known": pl.col("action").is_in(["decided", "redecided", "withdrawn"]),
        "operation_is_known": pl.col("operation").is_in(list(OPERATIONS)),
        "update_and_delete_name_a_target": pl.col("operation").is_in(["ADD"]) | pl.col("target_note_id").is_not_null(),
        "a_noop_makes_no_note": (pl.col("operation") == "NOOP") == pl.col("note_id").is_null(),
    },
)

NOTES = Table(
    "notes",
    pa.schema(
        [
            _text("note_id"),
            _text("domain"),
            _text("text"),
            _text("language"),
            _text("status"),
            _text("source_type"),
            _text("fact_type"),
            _int("importance"),
            _list("tags", pa.string()),
            *[column for column in _CLAIM_COLUMNS if column.name not in ("asserted_at", "asserted_at_source")],
            _list("supports", SUPPORT),
            _int("n_reports"),
            _instant("asserted_at"),
            _text("asserted_at_source"),
            _instant("last_confirmed_at"),
            _text("order_key"),
            _text("superseded_by", null=True),
            _instant("superseded_at", null=True),
            _text("closed_order_key", null=True),
            _list("supersedes", pa.string()),
            _list("conflicts_with", pa.string()),
            _text("decision_id"),
            _instant("recorded_at"),
            _instant("closed_at", null=True),
        ]
    ),
    key=("note_id",),
    rules={
        "note_id_is_well_formed": _matches("note_id", r"^note_[0-9a-f]{20}$"),
        "status_is_known": pl.col("status").is_in(["current", "superseded", "withdrawn"]),
        "superseded_names_its_successor": (pl.col("status") == "superseded") == pl.col("superseded_by").is_not_null(),
        "every_note_has_support": pl.col("supports").list.len() > 0,
    },
)

SUPERSESSION_EDGES = Table(
    "supersession_edges",
    pa.schema(
        [
            _text("edge_id"),
            _text("old_note_id"),
            _text("new_note_id"),
            _text("domain"),
            _text("operation"),
            _text("reason"),
            _text("fact_id"),
            _text("decision_id"),
            _instant("asserted_at"),
            _instant("recorded_at"),
        ]
    ),
    key=("edge_id",),
)

SIGHTINGS = Table(
    "sightings",
    pa.schema(
        [
            *map(_text, ("path", "content_sha256", "source_key", "report_id", "revision_id", "domain")),
            *map(_text, ("received_on", "received_source")),
            _int("generation"),
            _text("quarantine_reason", null=True),
        ]
    ),
    key=("path", "content_sha256"),
)

EXCLUSIONS = Table(
    "exclusions",
    pa.schema(
        [
            *map(_text, ("kind", "value", "reason")),
            _instant("since"),
            _int("from_commit"),  # the first commit without its facts
            _int("to_commit", null=True),  # the first one with them again; null while it is in force
        ]
    ),
    key=("kind", "value", "from_commit"),
    rules={"kind_is_known": pl.col("kind").is_in(["report", "partition"])},
)

ANSWERS = Table(
    "answers",
    pa.schema(
        [
            *map(_text, ("domain", "fact_id", "operation", "reviewer", "reason")),
            _text("target_note_id", null=True),
            _instant("answered_at"),
        ]
    ),
    key=("domain", "fact_id"),
    rules={
        "operation_is_known": pl.col("operation").is_in(list(OPERATIONS)),
        "all_but_an_add_name_a_target": (pl.col("operation") == "ADD") | pl.col("target_note_id").is_not_null(),
    },
)

STAGE_TABLES = (
    *(RAW_REPORTS, QUARANTINED_REPORTS, CHUNKS, CHUNK_OUTCOMES, EXTRACTED_FACTS, REJECTED_ITEMS),
    *(DURABLE_FACTS, DROPPED_FACTS, NORMALISED_FACTS),
)
TABLES = {
    table.name: table for table in (*STAGE_TABLES, DECISIONS, NOTES, SUPERSESSION_EDGES, SIGHTINGS, EXCLUSIONS, ANSWERS)
}

"""An assertion: one fact as one revision says it. Assertions in canonical order are the fold's only input."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any, TypeVar

from core.model import Claim, Entity, Statement, Temporal

_Kind = TypeVar("_Kind", Entity, Temporal)

# What an assertion is made of; the same columns in normalised_facts and in the decision log.
_SHARED = (
    "fact_id",
    "revision_id",
    "report_id",
    "domain",
    "order_key",
    "partition",
    "language",
    "importance",
    "tags",
    "fact_type",
    "evidence",
    "source_seqs",
    "source_turns",
    "entities",
    "statement",
    "polarity",
    "modality",
    "holder",
    "temporal",
    "valid_from",
    "valid_to",
    "valid_precision",
    "asserted_at",
    "asserted_at_source",
    "multi_valued",
)
_STATEMENT_FIELDS = tuple(field.name for field in fields(Statement))
_ENTITY_FIELDS = tuple(field.name for field in fields(Entity))
_TEMPORAL_FIELDS = tuple(field.name for field in fields(Temporal))


@dataclass(frozen=True, slots=True)
class Assertion:
    """One fold input: the columns it came with, and the claim that deciders compare."""

    columns: Mapping[str, Any]  # the _SHARED columns and fact_text
    claim: Claim

    @property
    def key(self) -> tuple[str, str]:
        """(revision_id, fact_id): unique in the fold."""
        return self.columns["revision_id"], self.columns["fact_id"]

    @property
    def order_key(self) -> str:
        """Its place in the canonical order."""
        return str(self.columns["order_key"])

    @property
    def sort_key(self) -> tuple[str, str, str]:
        """The total order: the order key, and the key for two facts that would share it."""
        return (self.order_key, *self.key)


def order_key(asserted_at: datetime, report_id: str, revision_key: str, chunk_ordinal: int, fact_ordinal: int) -> str:
    """Return the canonical place of a fact as text that sorts as the fold orders.

    (asserted_at in UTC, report, revision, chunk, fact); ``revision_key`` sorts a report's
    revisions in their order of delivery.
    """
    instant = asserted_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")
    return f"{instant}|{report_id}|{revision_key}|{chunk_ordinal:06d}|{fact_ordinal:05d}"


def from_fact(row: Mapping[str, Any]) -> Assertion:
    """Return the assertion of a normalised_facts row."""
    return _assertion({**{name: row[name] for name in _SHARED}, "fact_text": row["text"]})


def from_decision(row: Mapping[str, Any]) -> Assertion:
    """Return the assertion that a decision row was about."""
    return _assertion({**{name: row[name] for name in _SHARED}, "fact_text": row["fact_text"]})


def _assertion(columns: Mapping[str, Any]) -> Assertion:
    return Assertion(
        columns,
        Claim(
            id=columns["fact_id"],
            text=columns["fact_text"],
            language=columns["language"],
            statement=Statement(**{name: columns["statement"][name] for name in _STATEMENT_FIELDS}),
            entities=_structs(Entity, _ENTITY_FIELDS, columns["entities"]),
            temporals=_structs(Temporal, _TEMPORAL_FIELDS, columns["temporal"]),
            valid_from=columns["valid_from"],
            valid_to=columns["valid_to"],
            asserted_at=columns["asserted_at"],
            asserted_at_source=columns["asserted_at_source"],
            last_confirmed_at=columns["asserted_at"],
            report_ids=frozenset([columns["report_id"]]),
            revision_ids=frozenset([columns["revision_id"]]),
            multi_valued=columns["multi_valued"],
        ),
    )


def _structs(kind: type[_Kind], names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> tuple[_Kind, ...]:
    return tuple(kind(**{name: row[name] for name in names}) for row in rows)

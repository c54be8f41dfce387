"""What one item of each kind of gold set is made of, checked when it is read."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from core.filtering.rule import EPHEMERAL_CLASSES

Span = tuple[int, int]


def _instant(text: str) -> str:
    datetime.fromisoformat(text)
    return text


Iso = Annotated[str, AfterValidator(_instant)]


class Item(BaseModel):
    """What every item has. ``id`` is ``<set>:<n>``; ``source`` is a slice for sets of several origins."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    lang: Literal["zh", "en"]
    source: str = ""
    note: str | None = None

    @property
    def slices(self) -> Mapping[str, str]:
        """The groups an item is counted in, besides its set: language and source, and what a kind adds."""
        return {"lang": self.lang, **({"source": self.source} if self.source else {})}

    @property
    def shown(self) -> str:
        """What a person is shown of the item."""
        return str(getattr(self, "text", ""))


class GoldFact(BaseModel):
    """One atomic fact that a careful reader keeps."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str = Field(min_length=1)
    importance: int | None = Field(default=None, ge=1, le=10)
    polarity: Literal["positive", "negative"] | None = None
    modality: Literal["asserted", "hedged", "reported"] | None = None
    fact_type: str | None = None


class FactsItem(Item):
    """A sentence or short passage and its atomic facts; none when nothing in it is durable."""

    text: str = Field(min_length=1)
    title: str | None = None
    published: Iso | None = None
    heading: str | None = None
    speaker: str | None = None
    role: str | None = None
    facts: tuple[GoldFact, ...] = ()
    self_contained: bool = True


class DurableItem(Item):
    """A statement, and whether it is kept or to which class of short-lived ones it belongs.

    The label ``ephemeral`` says that the class is not known.
    """

    kind: Literal["transcript", "document"]
    text: str = Field(min_length=1)
    speaker: str | None = None
    label: str

    @model_validator(mode="after")
    def _known_label(self) -> "DurableItem":
        if self.label not in (known := ("keep", "noise", "ephemeral", *EPHEMERAL_CLASSES)):
            raise ValueError(f"label {self.label!r} is unknown; known: {', '.join(known)}")
        return self

    @property
    def slices(self) -> Mapping[str, str]:
        """Also by label."""
        return {**super().slices, "type": self.label}


class GoldAnchor(BaseModel):
    """What relative time counts from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    at: Iso
    precision: Literal["second", "minute", "day", "month", "year"] = "day"
    source: Literal["message", "document"] = "document"


class GoldExpression(BaseModel):
    """One time expression. ``start`` and ``end`` are ISO, half-open; both null unless resolved."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    expression: str = Field(min_length=1)
    char_start: int
    char_end: int
    kind: str
    status: Literal["resolved", "unresolved", "vague"]
    start: Iso | None = None
    end: Iso | None = None

    @model_validator(mode="after")
    def _only_resolved_has_bounds(self) -> "GoldExpression":
        if (self.status == "resolved") != (self.start is not None or self.end is not None):
            raise ValueError(f"{self.expression!r} is {self.status} with bounds {self.start} and {self.end}")
        return self


class TimeItem(Item):
    """A text, its date, and every time expression in it; none is a negative."""

    text: str = Field(min_length=1)
    anchor: GoldAnchor | None = None
    expressions: tuple[GoldExpression, ...] = ()

    @model_validator(mode="after")
    def _spans_hold(self) -> "TimeItem":
        for one in self.expressions:
            if self.text[one.char_start : one.char_end] != one.expression:
                found = self.text[one.char_start : one.char_end]
                raise ValueError(f"text[{one.char_start}:{one.char_end}] is {found!r}, not {one.expression!r}")
        return self


class GoldClaim(BaseModel):
    """A note or fact of a decision case, and the report that says it; one without a date is undated."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = ""
    text: str = Field(min_length=1)
    asserted_at: Iso | None
    report: str


class DecisionItem(Item):
    """A fact, the current notes it meets, and what must become of it."""

    notes: tuple[GoldClaim, ...]
    fact: GoldClaim
    operation: Literal["ADD", "UPDATE", "DELETE", "NOOP"]
    target: str | None = None
    distractors: bool = False

    @model_validator(mode="after")
    def _target_is_there(self) -> "DecisionItem":
        ids = [note.id for note in self.notes]
        if len(set(ids)) != len(ids) or "" in ids:
            raise ValueError(f"the notes need ids of their own, found {ids}")
        if (self.operation == "ADD") != (self.target is None) or self.target not in (None, *ids):
            raise ValueError(f"{self.operation} with target {self.target!r}; the notes are {ids}")
        return self

    @property
    def slices(self) -> Mapping[str, str]:
        """Also by operation, by whether the target stands among distractors, and by when the fact was said."""
        others = {"distractors": "yes" if self.distractors else "no", "arrival": self._arrival()}
        return {**super().slices, "type": self.operation, **others}

    def _arrival(self) -> str:
        """``undated``; ``late`` when a note that the fact meets was said after it; else ``in order``."""
        if self.fact.asserted_at is None:
            return "undated"
        said = datetime.fromisoformat(self.fact.asserted_at).replace(tzinfo=None)
        dates = [
            datetime.fromisoformat(note.asserted_at).replace(tzinfo=None) for note in self.notes if note.asserted_at
        ]
        return "late" if any(date > said for date in dates) else "in order"

    @property
    def shown(self) -> str:
        """The fact, then the notes."""
        return f"{self.fact.text} ⇐ " + " | ".join(f"{note.id}: {note.text}" for note in self.notes)


class SafetyItem(Item):
    """A text and the spans in it that try to command its reader; none when it is honest."""

    text: str = Field(min_length=1)
    spans: tuple[Span, ...] = ()
    about: str = "benign"

    @model_validator(mode="after")
    def _spans_fit(self) -> "SafetyItem":
        if bad := [span for span in self.spans if not 0 <= span[0] < span[1] <= len(self.text)]:
            raise ValueError(f"spans {bad} do not lie in a text of {len(self.text)} characters")
        return self

    @property
    def slices(self) -> Mapping[str, str]:
        """Also by what the text is about."""
        return {**super().slices, "type": self.about}


class EvidenceItem(Item):
    """A text, a quote, and where the text says it."""

    text: str
    quote: str
    mutation: str | None = None
    start: int
    end: int
    match: Literal["exact", "normalised"]

    @model_validator(mode="after")
    def _span_fits(self) -> "EvidenceItem":
        if not 0 <= self.start < self.end <= len(self.text):
            raise ValueError(f"{self.start}..{self.end} does not lie in a text of {len(self.text)} characters")
        return self

    @property
    def slices(self) -> Mapping[str, str]:
        """Also by mutation."""
        return {**super().slices, "type": self.mutation or "none"}


class MatcherItem(Item):
    """A stated fact, a gold fact, and whether a person says that the first covers the second."""

    ours: str = Field(min_length=1)
    gold: str = Field(min_length=1)
    covers: bool

    @property
    def slices(self) -> Mapping[str, str]:
        """Also by the right answer."""
        return {**super().slices, "type": "covers" if self.covers else "differs"}

    @property
    def shown(self) -> str:
        """Both facts."""
        return f"ours: {self.ours} | gold: {self.gold}"


ITEMS: Mapping[str, type[Item]] = {
    "facts": FactsItem,
    "durable": DurableItem,
    "time": TimeItem,
    "decisions": DecisionItem,
    "safety": SafetyItem,
    "evidence": EvidenceItem,
    "matcher": MatcherItem,
}
"""The item of each kind of set."""

"""``notes = fold(sorted(facts), decide)``: the note table of one domain as a pure function of its facts.

A fold resumes from what is known: assertions before the first difference keep their decisions. A decision whose
question nobody has answered yet is no more than a stopgap: it is made again. After the first difference
two worlds are walked side by side, the one that was known and the one that now is. A known decision stands
as long as none of the notes in which the two worlds differ could have been among its candidates; only the
others are decided again. The result equals a fold from nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

import numpy as np

from core.ids import content_id
from core.ledger.answers import Answer, Answers
from core.ledger.assertions import Assertion
from core.ledger.candidates import CandidateIndex
from core.ledger.notes import Decided, Note, Notes
from core.ledger.vectors import Vector, vector
from core.model import Candidate, Claim, Verdict

_BATCH = 256

Key = tuple[str, str]
Enforce = Callable[[Claim, Sequence[Candidate], Verdict], Verdict]


class Decider(Protocol):
    """Says what one fact does to the notes it meets. Pure: the same question has the same answer."""

    @property
    def name(self) -> str:
        """The name that settings know it by."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever its answers may."""
        ...

    def decide(self, fact: Claim, candidates: Sequence[Candidate]) -> Verdict:
        """Return the verdict on a fact, given the current notes offered with it."""
        ...


@dataclass(frozen=True)
class Rules:
    """Everything besides the facts that the fold depends on."""

    decider: Decider
    enforce: Enforce
    screen: Callable[[str], str | None]  # why a note's text may not be offered, or None
    nearest: int
    code: str = ""  # hash of the code that decides, so that a changed rule decides again
    answers: Answers = field(default_factory=dict)  # what people decided, before any decider

    @property
    def signature(self) -> str:
        """The decider as decisions name it: a decision by another signature is made again."""
        return f"{self.decider.name}/{self.decider.version}.{self.nearest}{self.code and '+' + self.code}"

    def answer(self, assertion: Assertion) -> Answer | None:
        """What a person decided about an assertion's fact."""
        return self.answers.get((assertion.columns["domain"], assertion.columns["fact_id"]))

    def signed(self, answer: Answer | None, *, is_taken: bool) -> str:
        """How a decision is signed: by the person whose answer was taken, else by the decider.

        One that had to do without its person's answer says so: with another answer it is made again.
        """
        if answer is None:
            return self.signature
        return answer.decider if is_taken else f"{self.signature}~{answer.decider}"

    def made(self, decided: Decided) -> bool:
        """Whether a known decision is one of these rules and answers."""
        answer = self.answer(decided.assertion)
        return decided.decider in (self.signed(answer, is_taken=True), self.signed(answer, is_taken=False))


@dataclass(frozen=True)
class Stamp:
    """When and by which run decisions are recorded; nothing that is decided depends on it."""

    recorded_at: datetime | None
    run_id: str


UNSTAMPED = Stamp(None, "")


@dataclass
class Folded:
    """The state of one domain after a fold."""

    notes: Notes
    decisions: list[Decided]  # in canonical order
    before: Sequence[Decided] = ()  # the known ones, in canonical order
    changed: list[tuple[Decided, str]] = field(default_factory=list)  # with "decided" or "redecided"
    withdrawn: list[Decided] = field(default_factory=list)  # known ones whose assertion is gone
    questions: int = 0  # asked of the decider, not answered from memory


def replay(decisions: Iterable[Decided]) -> Notes:
    """Return the notes that decisions in canonical order lead to; nothing is decided."""
    notes = Notes()
    for decided in decisions:
        notes.apply(decided)
    return notes


def fold(
    assertions: Iterable[Assertion],
    known: Mapping[Key, Decided],
    rules: Rules,
    memory: Mapping[str, Verdict],
    stamp: Stamp = UNSTAMPED,
) -> Folded:
    """Fold assertions of one domain, resuming from known decisions.

    Args:
        assertions: any order; they are sorted canonically here.
        known: the decisions of an earlier fold, by assertion key; all of them, from the same rules or others.
        rules: decider, guards, screen and number of candidates.
        memory: verdicts by decision id; a question met before is not asked again.
        stamp: what new decisions are recorded with.

    Returns:
        Notes, decisions, and what differs from ``known``.
    """
    ordered = sorted(assertions, key=lambda assertion: assertion.sort_key)
    before = sorted(known.values(), key=lambda decided: decided.assertion.sort_key)
    return _Fold(rules, memory, stamp).run(ordered, before)


class _Fold:
    def __init__(self, rules: Rules, memory: Mapping[str, Verdict], stamp: Stamp) -> None:
        self.rules = rules
        self.memory = memory
        self.stamp = stamp
        self.new, self.old = Notes(), Notes()
        self.differing: dict[str, Vector] = {}  # notes in which the two worlds differ, with their vectors
        self.index: CandidateIndex | None = None
        self.result = Folded(self.new, [])

    def run(self, ordered: Sequence[Assertion], before: Sequence[Decided]) -> Folded:
        self.result.before = before
        start = 0
        while (
            start < min(len(ordered), len(before))
            and _same(ordered[start], before[start].assertion)
            and self.rules.made(before[start])
            and not before[start].is_open
        ):
            self._keep(before[start])
            self.new.apply(before[start])
            start += 1
        if start == len(ordered) == len(before):
            return self.result
        self.old = replay(before[:start])
        self._walk(ordered[start:], before[start:])
        self._settle_moves()
        return self.result

    def _settle_moves(self) -> None:
        """An assertion that only changed its place is decided again, not withdrawn and decided."""
        gone = {decided.assertion.key for decided in self.result.withdrawn}
        here = {decided.assertion.key for decided, _ in self.result.changed}
        self.result.withdrawn = [d for d in self.result.withdrawn if d.assertion.key not in here]
        self.result.changed = [
            (decided, "redecided" if decided.assertion.key in gone else action)
            for decided, action in self.result.changed
        ]

    def _walk(self, ordered: Sequence[Assertion], before: Sequence[Decided]) -> None:
        """Walk both worlds in order; at each place the old, the new, or both have an assertion."""
        position = 0
        fresh: list[Assertion] = []
        for assertion in ordered:
            while position < len(before) and before[position].assertion.sort_key < assertion.sort_key:
                self._decide_all(fresh)
                self._leave(before[position])
                position += 1
            earlier = None
            if position < len(before) and before[position].assertion.sort_key == assertion.sort_key:
                earlier = before[position]
                position += 1
            if earlier is None:
                fresh.append(assertion)
                if len(fresh) == _BATCH:
                    self._decide_all(fresh)
                continue
            self._decide_all(fresh)
            self._again(assertion, earlier)
        self._decide_all(fresh)
        for decided in before[position:]:
            self._leave(decided)

    def _decide_all(self, fresh: list[Assertion]) -> None:
        if not fresh:
            return
        index = self._ready_index()
        index.ask([assertion.claim.text for assertion in fresh])
        for query, assertion in enumerate(fresh):
            decided = self._decide(index, query, assertion)
            self._take(decided, index.query_vector(query))
            self.result.changed.append((decided, "decided"))
        fresh.clear()

    def _again(self, assertion: Assertion, earlier: Decided) -> None:
        """An assertion that both worlds have: its decision stands, or is made again."""
        stands = (
            self.rules.made(earlier)
            and not earlier.is_open
            and _same(assertion, earlier.assertion)
            and not self._is_touched(earlier)
        )
        if stands:
            self.old.apply(earlier)
            self._take(earlier)
            return
        index = self._ready_index()
        index.ask([assertion.claim.text])
        decided = self._decide(index, 0, assertion)
        left_behind = self.old.apply(earlier)
        if _says_the_same(decided, earlier):
            self._take(earlier)
            return
        self._take(decided, index.query_vector(0))
        self._compare(left_behind, earlier)
        self.result.changed.append((decided, "redecided"))

    def _leave(self, decided: Decided) -> None:
        """An assertion that only the old world has."""
        self.result.withdrawn.append(decided)
        self._compare(self.old.apply(decided), decided)

    def _keep(self, decided: Decided) -> None:
        self.result.decisions.append(decided)

    def _take(self, decided: Decided, text_vector: Vector | None = None) -> None:
        """Apply a decision to the new world and to the index."""
        touched = self.new.apply(decided)
        self._keep(decided)
        founded, retired = touched
        if self.index is not None:
            if retired is not None:
                self.index.retire(retired.claim)
            if founded is not None:
                own_text = decided.verdict.text is None
                self.index.add(founded.claim, text_vector if own_text else None)
        self._compare(touched, decided)

    def _decide(self, index: CandidateIndex, query: int, assertion: Assertion) -> Decided:
        found = index.search(query, assertion.claim, self.rules.nearest)
        candidates = [
            Candidate(note := self.new.by_id[note_id].claim, score, self.rules.screen(note.text))
            for note_id, score in found
        ]
        answer = self.rules.answer(assertion)
        verdict = self._answered(answer, candidates)
        signed = self.rules.signed(answer, is_taken=verdict is not None)
        decision_id = _question_id(signed, assertion, candidates)
        if verdict is None:
            verdict = self.memory.get(decision_id) or self._verdict(assertion.claim, candidates)
        founds = verdict.operation != "NOOP"
        return Decided(
            assertion=assertion,
            verdict=verdict,
            decision_id=decision_id,
            note_id=self.new.new_id(assertion) if founds else None,
            candidates=tuple((c.note.id, c.score, c.excluded) for c in candidates),
            decider=signed,
            recorded_at=self.stamp.recorded_at,
            run_id=self.stamp.run_id,
        )

    def _answered(self, answer: Answer | None, candidates: list[Candidate]) -> Verdict | None:
        """Return what a person decided, where it can be done here; its target joins the candidates."""
        if answer is None or not self._can_take(answer):
            return None
        target = answer.target_note_id
        if target is not None and target not in [candidate.note.id for candidate in candidates]:
            candidates.append(Candidate(self.new.by_id[target].claim, 0.0))
        return answer.verdict

    def _can_take(self, answer: Answer) -> bool:
        """Whether its target is current at this place, or the note that it adds is not there yet."""
        if answer.target_note_id is None:
            return content_id("note_", *answer.key) not in self.new.by_id
        return self._is_offerable(answer.target_note_id)

    def _verdict(self, claim: Claim, candidates: Sequence[Candidate]) -> Verdict:
        if not any(candidate.excluded is None for candidate in candidates):
            return Verdict("ADD", None, "No current note of the domain is near it.")
        self.result.questions += 1
        said = self.rules.decider.decide(claim, candidates)
        kept = self.rules.enforce(claim, candidates, said)
        if kept.reply_key == said.reply_key and kept.attempts == said.attempts:
            return kept
        return replace(kept, reply_key=said.reply_key, attempts=said.attempts)

    def _ready_index(self) -> CandidateIndex:
        if self.index is None:
            self.index = CandidateIndex()
            for note in self.new.by_id.values():
                if note.closing is None:
                    self.index.add(note.claim)
        return self.index

    def _is_touched(self, earlier: Decided) -> bool:
        """Whether a note in which the worlds differ was, or could now be, a candidate of a decision."""
        if earlier.note_id is not None and self.new.new_id(earlier.assertion) != earlier.note_id:
            return True
        answer = self.rules.answer(earlier.assertion)
        if answer is not None and self._can_take(answer) != (earlier.decider == answer.decider):
            return True
        if not self.differing:
            return False
        offered = [note_id for note_id, _, _ in earlier.candidates]
        if any(note_id in self.differing for note_id in offered):
            return True
        claim = earlier.assertion.claim
        rivals = [(note_id, v) for note_id, v in self.differing.items() if self._is_offerable(note_id)]
        if not rivals:
            return False
        subject = claim.statement.subject
        if subject and any(self.new.by_id[note_id].claim.statement.subject == subject for note_id, _ in rivals):
            return True
        if len(offered) < self.rules.nearest:
            return True
        worst = min(score for _, score, _ in earlier.candidates[: self.rules.nearest])
        own = vector(claim.text)
        lengths = np.sqrt(np.array([float(v @ v) for _, v in rivals]) * float(own @ own))
        products = np.array([float(v @ own) for _, v in rivals])
        # A hair below the worst offered score still counts as near: deciding once more is always right.
        return bool(np.any(products >= (worst - 1e-9) * np.maximum(lengths, 1.0)))

    def _is_offerable(self, note_id: str) -> bool:
        note = self.new.by_id.get(note_id)
        return note is not None and note.closing is None

    def _compare(self, touched: tuple[Note | None, Note | None], decided: Decided) -> None:
        """Note which of the notes that a step touched are now different in the two worlds."""
        ids = [note.note_id for note in touched if note is not None]
        if decided.verdict.operation == "NOOP" and decided.verdict.target_note_id:
            ids.append(decided.verdict.target_note_id)
        for note_id in ids:
            ours, theirs = _offer(self.new.by_id.get(note_id)), _offer(self.old.by_id.get(note_id))
            if ours == theirs:
                self.differing.pop(note_id, None)
            elif note_id not in self.differing:
                note = self.new.by_id.get(note_id) or self.old.by_id[note_id]
                self.differing[note_id] = vector(note.claim.text)


def _offer(note: Note | None) -> Claim | None:
    """What a note would offer to a decider; None when it offers nothing."""
    return None if note is None or note.closing is not None else note.claim


def _same(ours: Assertion, theirs: Assertion) -> bool:
    return ours.key == theirs.key and ours.columns == theirs.columns


def _says_the_same(ours: Decided, theirs: Decided) -> bool:
    return (
        ours.decision_id == theirs.decision_id
        and ours.verdict == theirs.verdict
        and ours.note_id == theirs.note_id
        and ours.candidates == theirs.candidates
        and _same(ours.assertion, theirs.assertion)
    )


def _question_id(signature: str, assertion: Assertion, candidates: Sequence[Candidate]) -> str:
    """The id of a decision: everything that its answer may depend on."""
    parts = [signature, *assertion.key, *_claim_parts(assertion.claim)]
    for candidate in candidates:
        parts += [candidate.note.id, candidate.excluded or "", *_claim_parts(candidate.note)]
    return content_id("dec_", *parts)


def _claim_parts(claim: Claim) -> list[str]:
    return [
        claim.text,
        claim.asserted_at.isoformat(),
        claim.asserted_at_source,
        claim.last_confirmed_at.isoformat(),
        _day(claim.valid_from),
        _day(claim.valid_to),
        *sorted(claim.report_ids),
        *sorted(claim.revision_ids),
        str(claim.multi_valued),
    ]


def _day(instant: datetime | None) -> str:
    return instant.isoformat() if instant else ""

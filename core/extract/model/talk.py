"""One conversation about one piece of text: which reply calls for which next question."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.extract.model.calling import Caller, Engine
from core.extract.model.checks import REPEATED, Bench, Judged, judge
from core.extract.model.keys import follow_up_key
from core.extract.model.parsing import ARRAY, CLEAN_FORMS, NONE, ParsedReply, parse_reply
from core.extract.model.prompt import repair_messages, rest_messages
from core.extract.model.protocol import (
    LENGTH,
    InputTooLongError,
    Message,
    ModelReply,
    ModelRequest,
    ProviderError,
    RefusalError,
)
from core.extract.model.requests import tokens_of
from core.ids import content_id, normalised_fact_text
from core.model import ChunkInput, Extraction

REPETITION = "repetition"
_MOST_REPEATS = 5  # more than these, and more than the facts: the model turns in a circle
_SHOWN_REASONS = 3


class OverrunError(Exception):
    """The reply used all of its room before its first item was whole; a smaller piece may fit."""


class Talk:
    """Asks about one piece until it has an outcome. Use once."""

    def __init__(self, engine: Engine, piece: ChunkInput, first: ModelRequest, caller: Caller) -> None:
        """Prepare; ``first`` is the question about the piece, ``caller`` holds the budget, which halves share."""
        self._engine = engine
        self._caller = caller
        self._piece = piece
        self._first = first
        told = "\n".join(message.content for message in self._first.messages[1:])
        self._bench = Bench(piece, engine.prompt.example_names, told)
        self._judged = Judged()
        self._repaired = False  # the one repair call was made
        self._mended_by_model = False  # and its reply was good
        self._salvaged = False  # facts were taken from a form other than the contract's
        self._note: str | None = None
        self._last = ""  # the raw text of the last reply

    async def run(self) -> Extraction:
        """Return the outcome.

        Raises:
            OverrunError: the piece must be split.
            InputTooLongError: likewise.
        """
        try:
            return await self._followed(self._first, await self._reply(self._first))
        except InputTooLongError:
            if self._judged.facts or self._repaired:
                return self._failed("failed_contract", "the question about the reply does not fit the model")
            raise
        except RefusalError as refused:
            return self._failed("refused", str(refused))
        except ProviderError as failure:
            return self._failed("failed_provider", f"{failure.kind}: {failure}")

    async def _reply(self, request: ModelRequest) -> ModelReply:
        reply = await self._caller.reply(request)
        self._last = reply.text
        return reply

    async def _followed(self, request: ModelRequest, reply: ModelReply) -> Extraction:
        parsed = parse_reply(reply.text)
        if reply.finish_reason == LENGTH and _says_nothing(parsed):
            raise OverrunError
        if parsed.cut_off and parsed.items:
            return await self._continued(request, parsed)
        trial = judge(parsed, self._bench, Judged())
        kind = self._repair_kind(reply, parsed, trial)
        if kind is None or not self._can_ask():
            return self._accepted(parsed, trial)
        if kind == "items":
            return await self._items_repaired(request, reply, parsed, trial)
        return await self._repaired_whole(request, reply, parsed, trial)

    def _can_ask(self) -> bool:
        """Whether another question may be answered: by a call, or by a reply that is stored."""
        return self._caller.calls_left > 0 or (self._caller.reuse and not self._caller.calls)

    def _repair_kind(self, reply: ModelReply, parsed: ParsedReply, trial: Judged) -> str | None:
        policy = self._engine.policy
        if not reply.text.strip():
            return "empty" if NONE in policy.repair_forms else None
        if parsed.form in policy.repair_forms or parsed.cut_off:
            return "invalid"
        if parsed.form in CLEAN_FORMS and not policy.repair_forms:
            return None
        if trial.problems and not trial.facts:
            return "invalid"
        return "items" if trial.problems and policy.repair_items else None

    async def _items_repaired(
        self, request: ModelRequest, reply: ModelReply, parsed: ParsedReply, trial: Judged
    ) -> Extraction:
        """Keep the good items; ask once more for the others."""
        self._judged, self._repaired = trial, True
        good = len(trial.facts)
        self._salvaged = parsed.form not in CLEAN_FORMS
        try:
            second = await self._reply(self._repair_request(request, reply, trial.problems, "items"))
        except ProviderError as failure:
            self._note = f"bad items not repaired: {failure.kind}"
            return self._ended()
        judge(parse_reply(second.text), self._bench, self._judged)
        self._mended_by_model = len(self._judged.facts) > good
        return self._ended()

    async def _repaired_whole(
        self, request: ModelRequest, reply: ModelReply, parsed: ParsedReply, trial: Judged
    ) -> Extraction:
        """Ask once for the whole answer again; keep the first answer's facts when the second has fewer."""
        self._repaired = True
        kind = "invalid" if reply.text.strip() else "empty"
        problems = [*parsed.problems, *trial.problems]
        asked = self._repair_request(request, reply, problems, kind)
        try:
            second = await self._reply(asked)
        except RefusalError as refused:
            return self._salvaged_from(parsed, trial, "refused", f"{refused.kind}: {refused}")
        except ProviderError as failure:
            return self._salvaged_from(parsed, trial, "failed_provider", f"{failure.kind}: {failure}")
        again = parse_reply(second.text)
        if again.cut_off and again.items and len(again.items) >= len(trial.facts):
            self._set_aside(trial)
            return await self._continued(asked, again)
        self._judged = judge(again, self._bench, Judged())
        if len(self._judged.facts) >= len(trial.facts) and (self._judged.facts or again.is_clean):
            self._mended_by_model = again.is_clean
            self._salvaged = not again.is_clean
            self._set_aside(trial)
        else:
            self._add(trial)
            self._salvaged = True
        return self._ended(again)

    def _repair_request(
        self, request: ModelRequest, reply: ModelReply, problems: Sequence[str], kind: str
    ) -> ModelRequest:
        messages = repair_messages(request.messages, reply.text, problems, self._engine.prompt, kind)
        return self._next(request, messages, "repair", reply.text)

    def _next(self, request: ModelRequest, messages: tuple[Message, ...], kind: str, reply: str) -> ModelRequest:
        key = follow_up_key(request.key, kind, reply)
        return replace(request, key=key, messages=messages, kind=kind, input_tokens=tokens_of(messages))

    def _salvaged_from(self, parsed: ParsedReply, trial: Judged, outcome: str, reason: str) -> Extraction:
        """The repair call brought nothing: the first reply's facts, when it has any, are the answer."""
        self._add(trial)
        if not self._judged.facts:
            return self._failed(outcome, reason)
        self._salvaged = True
        self._note = f"not repaired: {reason}"
        return self._ended(parsed)

    def _add(self, trial: Judged) -> None:
        """Add the facts of a reply to those there are; the same one twice counts as repeated."""
        for fact in trial.facts:
            key = normalised_fact_text(fact.text)
            if key in self._judged.seen:
                self._judged.rejected.append((f"{REPEATED}: said before in this chunk", fact.text))
                continue
            self._judged.seen.add(key)
            self._judged.facts.append(fact)
        self._judged.rejected.extend(trial.rejected)
        self._judged.repeats += trial.repeats

    def _set_aside(self, trial: Judged) -> None:
        """Account for the items of a reply that was sent again as a whole."""
        self._judged.rejected.extend(trial.rejected)
        self._judged.rejected.extend(("replaced: the answer was sent again", fact.text) for fact in trial.facts)

    def _accepted(self, parsed: ParsedReply, trial: Judged) -> Extraction:
        self._judged = trial
        self._salvaged = parsed.form not in CLEAN_FORMS or bool(parsed.broken) or parsed.cut_off
        return self._ended(parsed)

    async def _continued(self, request: ModelRequest, parsed: ParsedReply) -> Extraction:
        """Keep the whole items of a cut-off reply and ask for the rest, as often as calls allow."""
        kept: list[Mapping[str, object]] = []
        asked = request
        self._salvaged = True
        while True:
            judge(parsed, self._bench, self._judged)
            kept.extend(item for item in parsed.items if isinstance(item, dict))
            if self._turns_in_a_circle():
                return self._ended()
            if not parsed.cut_off and parsed.form != NONE:
                return self._ended()
            if not parsed.items or not kept or not self._can_ask():
                return self._failed("output_too_long", self._rest_missing())
            messages = rest_messages(request.messages, kept, self._engine.prompt)
            asked = self._next(asked, messages, "continue", self._last)
            parsed = parse_reply((await self._reply(asked)).text)

    def _rest_missing(self) -> str:
        start, end = self._piece.chunk.char_start, self._piece.chunk.char_end
        cap = self._engine.policy.max_output_tokens
        return (
            f"chunk {self._piece.chunk_id}, characters {start} to {end}: the reply passes max_output_tokens ({cap}); "
            f"{len(self._judged.facts)} facts kept, the rest not obtained in {self._caller.calls} calls"
        )

    def _turns_in_a_circle(self) -> bool:
        return self._judged.repeats > max(_MOST_REPEATS, len(self._judged.facts))

    def _ended(self, parsed: ParsedReply | None = None) -> Extraction:
        """The outcome of a talk that no failure broke off."""
        judged, empty = self._judged, parsed is not None and not parsed.items
        if judged.facts:
            outcome = "salvaged" if self._salvaged else "repaired" if self._mended_by_model else "extracted"
            return self._extraction(outcome, REPETITION if self._turns_in_a_circle() else self._note)
        if parsed is not None and empty and parsed.is_clean:
            return self._extraction("no_facts", "nothing_durable")
        if judged.rejected:
            return self._failed("failed_contract", "no item keeps the contract")
        if parsed is not None and parsed.form == ARRAY:
            return self._extraction("no_facts", "empty_reply")
        return self._failed("failed_contract", "; ".join(parsed.problems) if parsed else "nothing readable")

    def _failed(self, outcome: str, reason: str) -> Extraction:
        if outcome == "failed_contract":
            reasons = list(dict.fromkeys(why for why, _ in self._judged.rejected))[:_SHOWN_REASONS]
            shown = "empty_reply" if not self._last.strip() else f"reply {content_id('raw_', self._last)}"
            reason = "; ".join([reason, *reasons, shown])
        return self._extraction(outcome, reason)

    def _extraction(self, outcome: str, reason: str | None) -> Extraction:
        return Extraction(
            outcome=outcome,
            facts=tuple(self._judged.facts),
            reason=reason,
            attempts=self._caller.calls,
            invalid_items=tuple(self._judged.rejected),
        )


def _says_nothing(parsed: ParsedReply) -> bool:
    """Whether no item came, and not because the answer is an empty list."""
    return not parsed.items and not parsed.broken and (parsed.cut_off or parsed.form == NONE)

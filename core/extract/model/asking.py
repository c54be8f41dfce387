"""Asking about one chunk: call, parse, one repair, salvage; cut-off replies continued, big pieces split.

Every chunk ends in exactly one outcome, and every item of every reply is either a fact or a
rejected item with its reason.
"""

from dataclasses import replace

from core.extract.model.calling import Caller, Engine
from core.extract.model.combining import combined, with_fallback
from core.extract.model.protocol import InputTooLongError, ModelRequest
from core.extract.model.requests import asked_pieces, first_request, halves
from core.extract.model.shown import has_source
from core.extract.model.talk import OverrunError, Talk
from core.model import ChunkInput, Extraction, Usage

_ASKED_AGAIN = frozenset({"failed_contract", "output_too_long"})
_LEAST_HALVES = 2


async def ask(engine: Engine, chunk: ChunkInput) -> Extraction:
    """Return how a chunk ends; never raises for what the text, the model or the provider says.

    Replies in the store are used instead of calls. A chunk whose stored replies led to a failure is
    asked again when the policy says so.
    """
    if not has_source(chunk):
        return Extraction("no_facts", reason="no_eligible_source", attempts=0)
    found = [await _ask_piece(engine, *asked) for asked in asked_pieces(chunk, engine.policy, engine.prompt)]
    return with_fallback(combined(found), chunk, engine.policy.fallback)


async def _ask_piece(engine: Engine, piece: ChunkInput, first: ModelRequest) -> Extraction:
    caller = Caller(engine)
    found = await _discussed(engine, piece, first, caller)
    again = found.outcome in _ASKED_AGAIN and not caller.calls and engine.policy.ask_failed_again
    if again and engine.policy.max_calls and engine.halt.reason is None:
        caller = Caller(engine, reuse=False)
        found = await _discussed(engine, piece, first, caller)
    return replace(found, attempts=caller.calls, usage=_usage(caller))


async def _discussed(engine: Engine, piece: ChunkInput, first: ModelRequest, caller: Caller) -> Extraction:
    """Talk about one piece; when the reply or the question is too long, about its halves."""
    try:
        return await Talk(engine, piece, first, caller).run()
    except (OverrunError, InputTooLongError) as overrun:
        parts = _parts(engine, piece, caller)
        if not parts:
            return _too_long(engine, piece, overrun)
    asked = [(part, first_request(part, engine.policy, engine.prompt)) for part in parts]
    return combined([await _discussed(engine, *one, caller) for one in asked])


def _parts(engine: Engine, piece: ChunkInput, caller: Caller) -> list[ChunkInput]:
    size = len(piece.text)
    least = engine.policy.least_piece_chars
    stored = caller.reuse and not caller.calls  # halves may be in the store even when no call is left
    if size < _LEAST_HALVES * least or (caller.calls_left < _LEAST_HALVES and not stored):
        return []
    parts = halves(piece)
    return parts if len(parts) > 1 else []


def _too_long(engine: Engine, piece: ChunkInput, overrun: Exception) -> Extraction:
    start, end = piece.chunk.char_start, piece.chunk.char_end
    where = f"chunk {piece.chunk_id}, characters {start} to {end}"
    if isinstance(overrun, InputTooLongError):
        return Extraction("failed_provider", reason=f"{overrun.kind}: {where}: {overrun}")
    cap = engine.policy.max_output_tokens
    return Extraction(
        "output_too_long",
        reason=f"{where}: the reply passes max_output_tokens ({cap}) before its first fact is whole; raise the limit",
    )


def _usage(caller: Caller) -> Usage:
    engine = caller.engine
    version = engine.prompt.version
    return Usage(
        model=engine.policy.model,
        prompt_version=f"{version}+{caller.older_prompt}" if caller.older_prompt else version,
        input_tokens=caller.input_tokens,
        output_tokens=caller.output_tokens,
        cost=engine.price(engine.policy.model, caller.input_tokens, caller.output_tokens),
        cached=bool(caller.hits) and not caller.calls,
    )

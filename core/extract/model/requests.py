"""The questions that a chunk comes to: one, or several when it does not fit the model's budget."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from core.extract.contract import FactReply
from core.extract.model.keys import reply_key
from core.extract.model.policy import AskPolicy
from core.extract.model.prompt import Prompt, first_messages, load_prompt
from core.extract.model.protocol import Message, ModelRequest
from core.extract.model.shown import shown_of
from core.model import ChunkInput, Segment
from core.text.chunking import LEAST_MAX_CHARS
from core.text.chunking import chunk as cut

# Measured on common tokenizers a token is 3.6 to 4.5 characters of English and 0.6 to 0.9 Han
# characters; the cautious ends of both, so that an estimate errs to the high side.
_ASCII_CHARS_PER_TOKEN = 3.6
_TOKENS_PER_OTHER_CHAR = 1.4
_MESSAGE_TOKENS = 8  # what a chat format adds around each message


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text is, rather too many than too few."""
    plain = len(text.encode("ascii", "ignore"))
    return int(plain / _ASCII_CHARS_PER_TOKEN + (len(text) - plain) * _TOKENS_PER_OTHER_CHAR) + 1


def tokens_of(messages: Sequence[Message]) -> int:
    """Return about how many tokens the messages are as input."""
    return sum(estimate_tokens(message.content) + _MESSAGE_TOKENS for message in messages)


def request_under(
    policy: AskPolicy, key: str, messages: tuple[Message, ...], reply_model: type[BaseModel]
) -> ModelRequest:
    """Return the first call that puts messages to a policy's model within its limits; ``key`` names the reply."""
    return ModelRequest(
        key=key,
        model=policy.model,
        messages=messages,
        max_output_tokens=policy.max_output_tokens,
        temperature=policy.temperature,
        timeout_seconds=policy.timeout_seconds,
        input_tokens=tokens_of(messages),
        reply_model=reply_model,
    )


def first_request(chunk: ChunkInput, policy: AskPolicy, prompt: Prompt | None = None) -> ModelRequest:
    """Return the question about a chunk as it stands, whether it fits or not."""
    prompt = prompt or load_prompt()
    shown = shown_of(chunk)
    messages = first_messages(shown, prompt)
    return request_under(policy, reply_key(policy.model, policy.parameters, prompt.version, shown), messages, FactReply)


def asked_pieces(
    chunk: ChunkInput, policy: AskPolicy, prompt: Prompt | None = None
) -> list[tuple[ChunkInput, ModelRequest]]:
    """Return the chunk, or the pieces of it that fit the model's budget, each with the question about it.

    Laid end to end the pieces are the chunk. A piece at the least size that still does not fit stays
    as it is: the provider will say so.
    """
    room = policy.context_tokens - policy.max_output_tokens
    request = first_request(chunk, policy, prompt)
    need = request.input_tokens
    if need <= room:
        return [(chunk, request)]
    own = estimate_tokens(chunk.text)
    share = max(0.05, min(0.5, (room - (need - own)) / own if own else 0.5))
    parts = split(chunk, max(policy.least_piece_chars, int(len(chunk.text) * share)))
    if len(parts) == 1:
        return [(chunk, request)]
    return [asked for part in parts for asked in asked_pieces(part, policy, prompt)]


def pieces_of(chunk: ChunkInput, policy: AskPolicy, prompt: Prompt | None = None) -> list[ChunkInput]:
    """Return the pieces that a chunk is asked about in."""
    return [piece for piece, _ in asked_pieces(chunk, policy, prompt)]


def split(chunk: ChunkInput, max_chars: int) -> list[ChunkInput]:
    """Return the chunk cut into pieces of at most that many characters, at the best places there are."""
    base = chunk.chunk.char_start
    inside = [_moved(s, -base, len(chunk.text)) for s in chunk.segments]
    parts = cut(chunk.text, [s for s in inside if s.char_end > s.char_start], max(max_chars, LEAST_MAX_CHARS))
    return [
        _piece(chunk, base + p.char_start, base + p.char_end, p.heading_path, oversized=p.oversized_sentence)
        for p in parts
    ]


def halves(chunk: ChunkInput) -> list[ChunkInput]:
    """Return the chunk cut in two at the good place nearest to its middle; one part when there is none."""
    size = len(chunk.text)
    parts = split(chunk, -(-size // 2))
    if len(parts) < 2:
        return parts
    middle = chunk.chunk.char_start + size / 2
    at = min(range(1, len(parts)), key=lambda n: abs(parts[n].chunk.char_start - middle))
    start, end = chunk.chunk.char_start, chunk.chunk.char_end
    second = parts[at].chunk
    oversized = second.oversized_sentence
    return [
        _piece(chunk, start, second.char_start, parts[0].chunk.heading_path, oversized=oversized),
        _piece(chunk, second.char_start, end, second.heading_path, oversized=oversized),
    ]


def _piece(chunk: ChunkInput, start: int, end: int, heading_path: tuple[str, ...], *, oversized: bool) -> ChunkInput:
    own = replace(
        chunk.chunk,
        char_start=start,
        char_end=end,
        segment_seqs=tuple(s.seq for s in chunk.segments if s.char_start < end and s.char_end > start),
        heading_path=heading_path or chunk.chunk.heading_path,
        oversized_sentence=chunk.chunk.oversized_sentence or oversized,
    )
    return replace(chunk, chunk=own)


def _moved(segment: Segment, by: int, limit: int) -> Segment:
    """The segment in offsets of the chunk, what lies outside cut away."""
    start, end = (min(max(at + by, 0), limit) for at in (segment.char_start, segment.char_end))
    return replace(segment, char_start=start, char_end=end)


def requests_of(chunk: ChunkInput, policy: AskPolicy, prompt: Prompt | None = None) -> list[ModelRequest]:
    """Return every first question of a chunk, for planning and for batch files."""
    return [request for _, request in asked_pieces(chunk, policy, prompt)]

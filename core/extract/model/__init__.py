"""Extraction with a language model: prompt, parsing, asking one chunk, running many."""

from core.extract.model.asking import ask
from core.extract.model.calling import Engine, Halt
from core.extract.model.policy import AskPolicy, RunPolicy
from core.extract.model.prompt import PROMPT_VERSION, load_prompt
from core.extract.model.protocol import Clock, Message, ModelReply, ModelRequest, Provider, ProviderError
from core.extract.model.requests import estimate_tokens, requests_of
from core.extract.model.running import RunSummary, run_chunks
from core.extract.model.store import MemoryStore, ReplyStore, StoredReply

__all__ = [
    "PROMPT_VERSION",
    "AskPolicy",
    "Clock",
    "Engine",
    "Halt",
    "MemoryStore",
    "Message",
    "ModelReply",
    "ModelRequest",
    "Provider",
    "ProviderError",
    "ReplyStore",
    "RunPolicy",
    "RunSummary",
    "StoredReply",
    "ask",
    "estimate_tokens",
    "load_prompt",
    "requests_of",
    "run_chunks",
]

"""The key of a reply: whom was asked what, under which contract, with which parameters."""

import json
from collections.abc import Mapping

from core.ids import content_id

# Raise it when FactReply or FactItem change their shape; a reworded description changes nothing.
SCHEMA_VERSION = "1"


def reply_key(model: str, parameters: Mapping[str, object], prompt_version: str, shown: Mapping[str, object]) -> str:
    """Return the key of a first question; the prompt counts by its semantic version alone."""
    return content_id(
        "rpl_",
        model,
        json.dumps(dict(parameters), sort_keys=True),
        prompt_version,
        SCHEMA_VERSION,
        json.dumps(dict(shown), sort_keys=True, ensure_ascii=False),
    )


def follow_up_key(before: str, kind: str, reply: str) -> str:
    """Return the key of a repair or a continuation: the question before it, and what was replied."""
    return content_id("rpl_", before, kind, reply)

"""Good replies to questions about reports, made with the standard library alone: a server of them starts at once."""

import json
import re


def source_of(content: str) -> str:
    """The text between the marks of a question."""
    found = re.search(r"=== (\w+) begins ===\n(.*)\n=== \1 ends ===", content, re.DOTALL)
    assert found is not None
    return found.group(2)


def reply_about(content: str) -> str:
    """A good reply: the first two sentences of the source that end in a full stop, each quoted."""
    sentences = []
    for found in re.finditer(r"[^\s#|=][^\n.。]{8,}?[.。](?=\s|$|[^\d\w])", source_of(content)):
        sentences.append(found.group())
        if len(sentences) == 2:
            break
    return json.dumps({"facts": [{"text": one, "importance": 6, "quote": one} for one in sentences]})

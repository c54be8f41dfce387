"""Untrusted text between marks that it cannot forge, and without the control words of chat formats."""

import re

from core.ids import content_id

_CODE_DIGITS = 12
# Words that some servers turn into the control tokens of a chat format even inside a message, so
# that a text could open a turn of its own. Only the first character changes; see `unfenced`.
_CONTROL_WORDS = re.compile(
    r"<(?=\||｜|/?s>|/?(?:start|end)_of_turn>|/?(?:bos|eos|unk|pad)>|<SYS>>|</SYS>>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])"
)
_HARMLESS = {"<": "‹", "[": "⁅"}
_ORIGINAL = str.maketrans({shown: written for written, shown in _HARMLESS.items()})


def fence_code(*texts: str) -> str:
    """Return a code that none of the texts holds, the same for the same texts.

    It is made from all of the text, so a text that names its own code would have to contain its
    own hash; should one hold it all the same, another is taken.
    """
    salt = 0
    while True:
        code = content_id("", *texts, str(salt))[:_CODE_DIGITS]
        if not any(code in text for text in texts):
            return code
        salt += 1


def harmless(text: str) -> str:
    """Return the text with the first character of each chat control word replaced by a look-alike."""
    return _CONTROL_WORDS.sub(lambda found: _HARMLESS[found.group()], text)


def unfenced(quote: str) -> str:
    """Return a quote of a harmless text as the source wrote it."""
    return quote.translate(_ORIGINAL)

"""Masks for memory that a client pasted into a conversation, and for documents that we exported ourselves.

Both would make the ledger feed on itself: a note would come back as a new report that confirms it.
"""

import re
from collections.abc import Sequence

from core.model import Mask

INJECTED_CONTEXT = "injected_context"
OWN_EXPORT = "own_export"
OWN_EXPORT_MARKER = "<!-- factledger:export -->"
DEFAULT_TAGS = ("relevant-memories",)

_OWN_EXPORT = re.compile(r"<!--[ \t]{0,8}factledger:export\b", re.IGNORECASE | re.ASCII)
_MOST_ATTRIBUTE_CHARS = 2000


def injected_context_masks(text: str, tags: Sequence[str] = DEFAULT_TAGS) -> list[Mask]:
    """Return the masks of injected memory blocks, or one over the whole text when it is an export of ours.

    One scan from left to right counts depth. A block reaches from its outermost opening tag to the
    closing tag that matches it, or to the end of the text when there is none; a closing tag outside
    any block is masked alone. Tags are recognised in any case and with attributes. Masks ascend,
    do not overlap, and are found in time linear in the text.
    """
    if is_own_export(text):
        return [Mask(0, len(text), OWN_EXPORT)]
    if not tags:
        return []
    masks: list[Mask] = []
    outer, start, depth = "", 0, 0
    for found in _tag_pattern(tags).finditer(text):
        name, closing, alone = found["name"].casefold(), bool(found["close"]), found[0].endswith("/>")
        if depth == 0 and (closing or alone):
            masks.append(Mask(*found.span(), INJECTED_CONTEXT))
        elif depth == 0:
            outer, start, depth = name, found.start(), 1
        elif name == outer and not alone:
            depth += -1 if closing else 1
            if depth == 0:
                masks.append(Mask(start, found.end(), INJECTED_CONTEXT))
    if depth:
        masks.append(Mask(start, len(text), INJECTED_CONTEXT))
    return masks


def is_own_export(text: str) -> bool:
    """Return whether a text carries the marker line of our own exports, in any case and with attributes."""
    return _OWN_EXPORT.search(text) is not None


def _tag_pattern(tags: Sequence[str]) -> re.Pattern[str]:
    names = "|".join(re.escape(tag) for tag in tags)
    return re.compile(
        rf"<\s{{0,8}}(?P<close>/?)\s{{0,8}}(?P<name>{names})(?=[\s/>]|\Z)[^<>]{{0,{_MOST_ATTRIBUTE_CHARS}}}(?:>|\Z)",
        re.IGNORECASE | re.ASCII,
    )

"""Where a fact stands in its report: found by us, whatever the extractor claims."""

from core.stages.rows import Row
from core.text.evidence import align

EXACT = "exact"


def locate(fact: Row, report: Row, chunk: Row) -> tuple[int, int, str] | None:
    """Return (start, end, match) of a fact's quote in its report, inside its chunk; None when it is not there.

    An offset that came with the quote only says where to look first: it counts when the text at
    that place is the quote. A fact without a quote is looked for by its own text.
    """
    quote, text, start = fact["quote"] or fact["text"], report["text"], fact["quote_start"]
    inside = (chunk["char_start"], chunk["char_end"])
    if start is not None and inside[0] <= start <= inside[1] - len(quote) and text[start : start + len(quote)] == quote:
        return start, start + len(quote), EXACT
    return align(quote, text, inside)

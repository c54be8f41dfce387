"""Where a text says what a quote says: the offsets are found here, never taken from a model."""

from core.text.graphemes import is_safe_cut
from core.text.views import NormalisedView, normalised, widened

EXACT = "exact"
NORMALISED = "normalised"


def align(quote: str, text: str, within: tuple[int, int] | None = None) -> tuple[int, int, str] | None:
    """Return ``(start, end, match)`` of the first place in ``text`` that says ``quote``, else None.

    ``match`` is ``exact`` when ``text[start:end] == quote``; ``normalised`` when the two agree
    under the normalised view, and then the span covers exactly the raw characters that do. The views
    are tried from the strictest: hyphens at line ends joined or kept, then without the layout of lines
    (``> ``, list marks, table bars, a line break between two Chinese characters). A place that cuts a
    character from its marks is no match.

    Args:
        quote: the words to find; blanks around them are ignored when they are not found as given.
        text: the text to search.
        within: half-open span to search instead of the whole text.
    """
    low, high = within if within is not None else (0, len(text))
    if not quote.strip() or low >= high:
        return None
    for wanted in dict.fromkeys((quote, quote.strip())):
        start = _exact(wanted, text, low, high)
        if start is not None:
            return start, start + len(wanted), EXACT
    for loose in (False, True):
        for keep_hyphens in (False, True):
            span = _normalised(quote, text[low:high], keep_hyphens=keep_hyphens, loose=loose)
            if span is not None:
                return low + span[0], low + span[1], NORMALISED
    return None


def _exact(quote: str, text: str, low: int, high: int) -> int | None:
    at = text.find(quote, low, high)
    while at >= 0:
        if is_safe_cut(text, at) and is_safe_cut(text, at + len(quote)):
            return at
        at = text.find(quote, at + 1, high)
    return None


def _normalised(quote: str, text: str, *, keep_hyphens: bool, loose: bool) -> tuple[int, int] | None:
    wanted = normalised(quote, keep_hyphens=keep_hyphens, loose=loose)
    if not wanted:
        return None
    view = NormalisedView(text, keep_hyphens=keep_hyphens, loose=loose)
    at = view.text.find(wanted)
    while at >= 0:
        if view.is_edge(at) and view.is_edge(at + len(wanted)):
            span = widened(text, *view.raw_span(at, at + len(wanted)))
            if span is not None:
                return span
        at = view.text.find(wanted, at + 1)
    return None

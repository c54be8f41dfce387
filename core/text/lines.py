"""Lines of a text with exact offsets, line ends included."""

import re

# A page break ends a line; a vertical tab or a "next line" control stands inside one.
_LINE = re.compile("[^\r\n\f\u2028\u2029]*(?:\r\n|[\r\n\f\u2028\u2029]|(?<=[^\r\n\f\u2028\u2029])\\Z)")


def line_spans(text: str) -> list[tuple[int, int]]:
    """Return the half-open spans of the lines; each holds its own line end, so together they are the text.

    Line ends are CRLF, CR, LF, form feed and the two Unicode separators.
    """
    return [found.span() for found in _LINE.finditer(text) if found.end() > found.start()]

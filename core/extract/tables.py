"""Tables of pipes: which cell says what of which row."""

import re
from collections.abc import Iterator, Sequence

from core.extract.markup import plain
from core.extract.wordlists import word_set

_SEPARATOR = re.compile(r"^\s*\|?[\s:|+-]*-{2,}[\s:|+-]*\|?\s*$")
_EMPTY = word_set(
    """
     - – — n/a na none tbd null 无 -- /
    """
) | {""}
_NUMBER_HEADERS = word_set(
    """
    # no no. id nr 序号 编号 item index
    """
)
_POINTER_HEADERS = frozenset({"documentation", "link", "links", "reference", "references", "url", "source", "sources"})
_LINK_ONLY = re.compile(r"^(?:https?://\S+\s*)+$")
_LOOK_BACK = 40  # lines: a longer table split over chunks has its header far above


def cells_of(row: str) -> list[str]:
    """Return the plain cells of a table row, outer bars dropped."""
    body = row.strip()
    body = body.removeprefix("|")
    if body.endswith("|") and not body.endswith("\\|"):
        body = body[:-1]
    return [plain(cell.replace("\x00", "|")) for cell in body.replace("\\|", "\x00").split("|")]


def table_header_before(report_text: str, offset: int) -> tuple[str, ...]:
    """Return the header cells of the table that a row at ``offset`` continues, or () when it begins one."""
    lines = report_text[max(0, offset - 20_000) : offset].splitlines()
    for n, line in enumerate(reversed(lines)):
        if "|" not in line or n > _LOOK_BACK * 10:
            return ()
        if _SEPARATOR.match(line):
            above = lines[-n - 2] if n + 2 <= len(lines) else ""
            return tuple(cells_of(above)) if "|" in above else ()
    return ()


class TableReader:
    """Reads the rows of one table; the first telling cell of a row is its subject."""

    def __init__(self, header: Sequence[str] = ()) -> None:
        self._header = list(header)
        self._subject = ""

    def read_header(self, row: str) -> None:
        """Take a row's cells as the names of the columns."""
        self._header = cells_of(row)

    def cells(self, row: str) -> Iterator[tuple[str, str, str]]:
        """Yield (subject, column name, value) of a row's cells after its subject; empty cells say nothing.

        Without a header, a row of two cells is (``""``, key, value): the document's own subject.
        """
        cells = cells_of(row)
        if not self._header:
            if len(cells) == 2 and all(cell.lower() not in _EMPTY for cell in cells):
                yield "", cells[0], cells[1]
            return
        first = (
            1 if self._header[0].lower() in _NUMBER_HEADERS and len(cells) > 2 and cells[0].rstrip(".").isdigit() else 0
        )
        if first < len(cells) and cells[first].lower() not in _EMPTY:
            self._subject = cells[first]
        for at in range(first + 1, min(len(cells), len(self._header))):
            value = cells[at]
            if self._header[at].lower() in _POINTER_HEADERS:
                continue
            if self._subject and value.lower() not in _EMPTY and not _LINK_ONLY.match(value) and self._header[at]:
                yield self._subject, self._header[at], value

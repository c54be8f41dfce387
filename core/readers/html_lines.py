"""Writes the events of an HTML walk as lines of text."""

import re

from core.text.words import word_set

_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_BLOCKS = word_set(
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure",
    "header hgroup hr html li main ol p pre section summary table tbody td tfoot th thead tr ul",
    *_HEADINGS,
)
_HTML_BLANKS = re.compile("[ \t\r\n\f]+")
_INDENT = "  "


class LineWriter:
    """Collects inline text and closes it into a line at each block edge.

    Paragraphs, headings, lists and tables are parted by one blank line; items and rows of one list
    or table follow each other. Blanks fold as HTML folds them; a no-break space stays.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._buffer: list[str] = []
        self._prefix = ""
        self._lists: list[int] = []  # per open list: -1 for bullets, else the last number given
        self._row: list[str] | None = None
        self._heads = 0
        self._table_rows: list[int] = []  # per open table: rows written
        self._pre = 0

    def text(self, text: str) -> None:
        """Take inline text."""
        self._buffer.append(text)

    def enter(self, tag: str) -> None:
        """Open an element."""
        if tag == "br":
            self._buffer.append("\n" if self._pre else "\x00")
            return
        if tag not in _BLOCKS:
            return
        self._flush()
        if tag in _HEADINGS:
            self._prefix = _HEADINGS[tag]
        elif tag in {"ul", "ol"}:
            self._gap_unless(bool(self._lists))
            self._lists.append(0 if tag == "ol" else -1)
        elif tag == "li":
            self._prefix = self._item_prefix()
        elif tag == "table":
            self._gap_unless(self._row is not None)
            self._table_rows.append(0)
        elif tag == "tr" and len(self._table_rows) <= 1:
            self._row, self._heads = [], 0
        elif tag == "th":
            self._heads += 1
        elif tag == "pre":
            self._open_code()

    def leave(self, tag: str) -> None:
        """Close an element."""
        if tag not in _BLOCKS:
            return
        if tag in {"td", "th"} and self._row is not None and len(self._table_rows) <= 1:
            self._close_cell()
            return
        self._flush()
        if tag == "pre":
            self._close_code()
        elif tag == "tr" and len(self._table_rows) <= 1:
            self._close_row()
        elif tag in {"ul", "ol"} and self._lists:
            self._lists.pop()
            self._gap_unless(bool(self._lists))
        elif tag == "table" and self._table_rows:
            self._table_rows.pop()
            self._gap_unless(self._row is not None)
        elif tag == "li":
            self._prefix = ""

    def finish(self) -> str:
        """Return the text, without blank lines at its ends."""
        self._flush()
        return "\n".join(self._lines).strip("\n")

    def _flush(self) -> None:
        raw, self._buffer = "".join(self._buffer), []
        if self._pre:
            self._lines.extend(raw.replace("\r\n", "\n").strip("\n").split("\n"))
            return
        parts = [_HTML_BLANKS.sub(" ", part).strip(" ") for part in raw.split("\x00")]
        body = "\n".join(part for part in parts if part)
        if not body:
            return
        if self._row is not None:
            self._buffer = [body.replace("\n", " "), " "]
            return
        single = self._lists or self._table_rows
        self._lines.append(self._prefix + (body.replace("\n", " ") if self._prefix else body))
        self._prefix = _INDENT * len(self._lists) if self._lists else ""
        self._gap_unless(bool(single))

    def _gap_unless(self, inside: object) -> None:
        if not inside and self._lines and self._lines[-1] != "":
            self._lines.append("")

    def _item_prefix(self) -> str:
        if not self._lists:
            return "- "
        indent = _INDENT * (len(self._lists) - 1)
        if self._lists[-1] < 0:
            return indent + "- "
        self._lists[-1] += 1
        return f"{indent}{self._lists[-1]}. "

    def _close_cell(self) -> None:
        self._flush()
        cell = "".join(self._buffer).strip(" ")
        self._buffer = []
        if self._row is not None:
            self._row.append(cell.replace("|", "\\|"))

    def _close_row(self) -> None:
        cells, self._row = self._row or [], None
        if not any(cells):
            return
        self._lines.append("| " + " | ".join(cells) + " |")
        first = bool(self._table_rows) and self._table_rows[-1] == 0
        if first and self._heads == len(cells):
            self._lines.append("|" + " --- |" * len(cells))
        if self._table_rows:
            self._table_rows[-1] += 1

    def _open_code(self) -> None:
        if self._row is None:
            self._lines.append("```")
            self._pre += 1

    def _close_code(self) -> None:
        if self._pre:
            self._pre -= 1
            self._lines.extend(("```", ""))

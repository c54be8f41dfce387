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
# A first column so headed names properties, a second one so headed their values: rows of the document's subject.
_KEY_HEADERS = word_set(
    """
    field property item attribute key parameter type indicator metric detail feature aspect measure
    项目 字段 属性 指标 类型 类别 参数 名目 对比项 要素
    """
) | {""}
_VALUE_HEADERS = word_set(
    """
    value values details detail description content data setting information
    内容 值 数值 说明 信息 详情 描述 取值 情况
    """
)
_EVENT_HEADERS = word_set(
    """
    event events action milestone 事件 事项 动态 进展 里程碑
    """
)
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DATE = re.compile(
    rf"^(?:(?:19|20)\d\d(?:[-/.年]\d{{1,2}}(?:[-/.月]\d{{1,2}}日?)?|年)?月?|\d{{1,2}}月(?:\d{{1,2}}日)?"
    rf"|q[1-4](?: (?:19|20)\d\d)?"
    rf"|(?:\d{{1,2}} )?(?:{_MONTHS})(?: \d{{1,2}})?(?:,? (?:19|20)\d\d)?|第?[一二三四]季度|week \d{{1,2}})$",
    re.IGNORECASE,
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
        """Yield (subject, key, value) of what a row says; empty cells say nothing.

        The first telling cell is the subject and a column's name the key, except where the first
        column names properties: then ``subject`` is ``""`` (the document's own) in a table of two columns, and the
        column's name in a wider one. A date is never a subject: it goes with the key.
        """
        cells = cells_of(row)
        if not self._header or self._key_value:
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
                yield self._said(self._header[at], value)

    @property
    def _key_value(self) -> bool:
        header = [cell.lower() for cell in self._header]
        return len(header) == 2 and header[0] in _KEY_HEADERS and header[1] in _VALUE_HEADERS

    def _said(self, column: str, value: str) -> tuple[str, str, str]:
        row = self._subject
        if _DATE.match(row):
            event = column.lower() in _EVENT_HEADERS
            return ("", row, value) if event else ("", _dated(column, row), value)
        if _DATE.match(column):
            return "", _dated(row, column), value
        if self._header[0].lower() in _KEY_HEADERS and len(self._header) > 2:
            return column, row, value
        return row, column, value


def _dated(key: str, date: str) -> str:
    """Return a key with the date that its value held on: ``Severity (8 January)``, ``等级 1月8日``."""
    return f"{key} {date}" if any("\u3400" <= char <= "\u9fff" for char in key) else f"{key} ({date})"

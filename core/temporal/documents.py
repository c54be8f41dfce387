"""The date of a whole document: from a metadata value, from its first lines, or from its file name.

The clock and the modification time of a file are never asked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.model import Precision, PublishedDate, PublishedSource
from core.temporal.date_forms import WrittenDate, date_at, dates_in

_MOST_VALUE_CHARS = 200  # a metadata value longer than this is prose, not a date
_MOST_LINE_CHARS = 400  # a date line is short; longer lines are read to here
_BARE_LINES = 15  # non-empty lines in which an unlabelled date may stand
_LABEL_LINES = 25  # non-empty lines in which a labelled date may stand
_DECORATION = " \t*_#>|()（）~`-–—•·\\\u3000\ufeff"


def parse_published(value: str, source: PublishedSource) -> PublishedDate | None:
    """Return the one date or date-time that ``value`` is, None when it is none or ambiguous.

    Month or year alone are taken with that precision. 03/04/2026 has two readings and is None;
    a date that does not exist is None. A date without an offset is at UTC.

    Args:
        value: what stands in front matter, HTML metadata, a sidecar or a transcript header.
        source: recorded in the result.
    """
    text = value.strip(" \t\r\n\"'[]")
    if not text or len(text) > _MOST_VALUE_CHARS:
        return None
    found = date_at(text, 0, len(text))
    if found is None or found.char_end != len(text.rstrip(". ")):
        return None
    return PublishedDate(found.at, found.precision, source)


@dataclass(frozen=True, slots=True)
class Label:
    """A word that introduces a document's date; a lower rank wins over a higher one.

    ``latest`` tells which of several dates of this rank counts: the latest, else the first.
    """

    rank: int
    names: tuple[str, ...]
    latest: bool = False


LABELS: tuple[Label, ...] = (
    Label(
        0,
        (
            "last revised", "last updated", "last update", "update", "last modified", "revised", "updated",
            "date updated", "updated on", "last reviewed", "revision date", "date revised",
            "更新时间", "更新日期", "最后更新", "最近更新", "修订日期", "最后修改", "更新于",
        ),
        latest=True,
    ),
    Label(
        1,
        (
            "release date", "published", "publication date", "publish date", "date published", "released",
            "posted", "issued", "issue date", "date issued", "posted on", "published on", "issued on",
            "date of publication", "report date", "date of issue",
            "发布时间", "发布日期", "发表时间", "发表日期", "发文日期", "公布日期", "公告日期", "印发日期",
            "成文日期", "报告日期", "发布于", "发表于",
        ),
    ),
    Label(2, ("date", "dated", "sent", "日期", "时间")),
    Label(
        3,
        (
            "originally published", "original release date", "original release", "first published",
            "initial release", "initial release date", "originally posted", "original publication date",
            "initial publication date", "created", "creation date",
            "首次发布", "首发日期", "首次发布时间",
        ),
    ),
)  # fmt: skip
"""The date of *this* revision counts: a revision label wins over a release, a release over the original."""

_RANK_OF = {name: label for label in LABELS for name in label.names}
_LABEL = re.compile(
    r"(?:(?<=[\s|*_>(（·•#,;；，-])|^)(?P<name>"
    + "|".join(re.escape(name) for name in sorted(_RANK_OF, key=lambda name: (-len(name), name)))
    + r")[*_]{0,3}(?:\s{0,3}[:：=|]|\s|$|(?=[12]\d{3}))",
    re.IGNORECASE,
)
_AFTER_LABEL = re.compile(
    r"[\s*_:：|=()（）-]{0,20}(?:on\s|at\s)?",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"(?:update[ds]?|as of|version of|posted|published|dated?)\b[\s:：]{0,3}(?:on\s)?", re.IGNORECASE)


def find_published(text: str) -> PublishedDate | None:
    """Return the date that the first lines of a document give it, None when they give none.

    A labelled date ("Last revised: …", 发布时间：…) within the first 25 non-empty lines wins; else a
    date that fills one of the first 15 non-empty lines (or a part of one between bars) by itself.
    ``char_start``/``char_end`` are the offsets of the date. Message headers are no document dates.
    """
    labelled: dict[int, list[WrittenDate]] = {}
    bare: WrittenDate | None = None
    pending: Label | None = None
    for number, (start, end) in enumerate(_first_lines(text)):
        found = list(_labelled(text, start, end, number))
        if not found and pending is not None:
            date = _whole(text, start, end)
            found = [(pending, date)] if date else []
        for label, date in found:
            labelled.setdefault(label.rank, []).append(date)
        pending = _open_label(text, start, end)
        if bare is None and number < _BARE_LINES:
            bare = _bare(text, start, end)
    chosen = _choose(labelled) or bare
    if chosen is None:
        return None
    return PublishedDate(chosen.at, chosen.precision, PublishedSource.DOCUMENT, chosen.char_start, chosen.char_end)


def _choose(labelled: dict[int, list[WrittenDate]]) -> WrittenDate | None:
    for label in LABELS:
        dates = labelled.get(label.rank)
        if dates:
            return max(dates, key=lambda date: date.at) if label.latest else dates[0]
    return None


def _first_lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield the bounds of the first non-empty lines, each cut to a readable length."""
    start, count = 0, 0
    while start < len(text) and count < _LABEL_LINES:
        stop = text.find("\n", start)
        stop = len(text) if stop < 0 else stop
        end = min(stop, start + _MOST_LINE_CHARS)
        if text[start:end].strip():
            count += 1
            yield start, end
        start = stop + 1


def _labelled(text: str, start: int, end: int, number: int) -> Iterator[tuple[Label, WrittenDate]]:
    """Yield the dates of a line that follow a label at its start or after a separator."""
    first = _skip(text, start, end)
    for found in _LABEL.finditer(text, start, end):
        label = _RANK_OF[found["name"].lower()]
        if found.start() != first and not _separated(text, first, found.start()):
            continue
        if label.rank == 2 and number >= _BARE_LINES:
            continue
        after = _AFTER_LABEL.match(text, found.end(), end)
        date = date_at(text, after.end() if after else found.end(), end)
        if date is not None and date.precision != Precision.YEAR:
            yield label, date


def _separated(text: str, first: int, at: int) -> bool:
    """Tell whether a bar, bracket or earlier date stands between the line's start and ``at``."""
    before = text[first:at].rstrip(" \t*_\u3000")
    return before.endswith(("|", "·", "•", "(", "（", ";", "；", "—", "–", "-")) or (
        any(True for _ in dates_in(text, first, at))
    )


def _open_label(text: str, start: int, end: int) -> Label | None:
    """Return the label that fills a line by itself, so that the next line holds its date."""
    return _RANK_OF.get(text[start:end].strip(_DECORATION + ":：\r").lower())


def _skip(text: str, start: int, end: int) -> int:
    while start < end and text[start] in _DECORATION:
        start += 1
    return start


def _whole(text: str, start: int, end: int) -> WrittenDate | None:
    """Return the date that fills ``text[start:end]`` apart from decoration, else None."""
    start = _skip(text, start, end)
    while end > start and text[end - 1] in _DECORATION + "\r.,，。":
        end -= 1
    prefix = _PREFIX.match(text, start, end)
    date = date_at(text, prefix.end() if prefix else start, end)
    if date is None or date.char_end != end or date.precision == Precision.YEAR:
        return None
    return date


_BAR = re.compile(r"\s[|·•–—]\s|\t|\s{3,}")


def _bare(text: str, start: int, end: int) -> WrittenDate | None:
    whole = _whole(text, start, end)
    if whole is not None:
        return whole
    left = start
    for right in [bar.start() for bar in _BAR.finditer(text, start, end)] + [end]:
        part = _whole(text, left, right)
        if part is not None and part.precision != Precision.MONTH:
            return part
        left = right
    return None


_NAME_DATE = re.compile(
    r"(?<![0-9A-Za-z])(?P<y>(?:19|20)\d\d)"
    r"(?:(?P<sep>[-_.])(?P<mo>\d\d)(?:(?P=sep)(?P<d>\d\d))?(?![0-9])"
    r"|年(?P<zmo>\d{1,2})月(?:(?P<zd>\d{1,2})[日号])?"
    r"|(?P<cmo>[01]\d)(?P<cd>[0-3]\d)(?=\d{0,6}(?![0-9])))"
)


def published_from_name(file_name: str) -> PublishedDate | None:
    """Return the date in a file's name (``2026-05-01_x.md``, ``20231012003-x``, ``x_2026-05.md``), else None.

    A last resort, marked as such by its source. Names with two different dates give None.
    """
    name = file_name.replace("\\", "/").rsplit("/", 1)[-1]
    dates = [date for found in _NAME_DATE.finditer(name) if (date := _name_date(found)) is not None]
    full = [date for date in dates if date.precision == Precision.DAY] or dates
    return full[0] if len({date.at for date in full}) == 1 else None


def _name_date(found: "re.Match[str]") -> PublishedDate | None:
    month = found["mo"] or found["zmo"] or found["cmo"]
    day = found["d"] or found["zd"] or found["cd"]
    iso = f"{found['y']}-{int(month):02d}" + (f"-{int(day):02d}" if day else "")
    return parse_published(iso, PublishedSource.FILE_NAME)

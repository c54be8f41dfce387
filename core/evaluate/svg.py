"""Inline SVG: bars with intervals, stacked counts, confusion matrices, trend lines. No script, no external resource."""

from collections.abc import Mapping, Sequence
from html import escape

from core.evaluate.metrics import Measured

_BAR, _NAMES, _WIDTH, _VALUES = 22, 230, 380, 190  # pixels: height of a row, and the three columns
_CELL, _LABELS = 64, 190
_TREND_WIDTH, _TREND_HEIGHT = 220, 44
_MOST_NAME = 34  # characters of a row's name that its column has room for
_LEAST_SPREAD = 0.05  # a smaller range is drawn as what it is: hardly any change


def _svg(width: int, height: int, title: str, body: Sequence[str]) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{mark}>{escape(words)}</text>'


def bars(title: str, rows: Sequence[tuple[str, Measured]]) -> str:
    """Return one bar per metric from 0 to the largest value (at least 1), with its 95 % interval."""
    most = max([1.0, *(row.high for _, row in rows)])
    body = []
    for index, (name, row) in enumerate(rows):
        top = index * _BAR
        value, low, high = (max(0.0, one) / most * _WIDTH for one in (row.value, row.low, row.high))
        middle = top + _BAR / 2
        body += [
            _text(_NAMES - 8, top + 15, name, "end"),
            f'<rect class="back" x="{_NAMES}" y="{top + 4}" width="{_WIDTH}" height="14"/>',
            f'<rect class="bar" x="{_NAMES}" y="{top + 4}" width="{value:.1f}" height="14"/>',
            f'<path class="whisker" d="M{_NAMES + low:.1f} {middle}H{_NAMES + high:.1f}'
            f'M{_NAMES + low:.1f} {top + 6}v10M{_NAMES + high:.1f} {top + 6}v10"/>',
            _text(_NAMES + _WIDTH + 8, top + 15, f"{row.value:.3f} [{row.low:.3f}, {row.high:.3f}] n = {row.n:g}"),
        ]
    return _svg(_NAMES + _WIDTH + _VALUES + 40, len(rows) * _BAR + 4, title, body)


def stacks(title: str, rows: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """Return one bar per row, a part per word in the given order; a part's class is its word in lower case."""
    most = max([1, *(sum(counted.values()) for _, counted in rows)])
    body = []
    for index, (name, counted) in enumerate(rows):
        top, left = index * _BAR, float(_NAMES)
        cut = name if len(name) <= _MOST_NAME else name[: _MOST_NAME - 1] + "…"
        body.append(_text(_NAMES - 8, top + 15, cut, "end"))
        for word, count in counted.items():
            width = count / most * _WIDTH
            body.append(
                f'<rect class="part {escape(word.lower())}" x="{left:.1f}" y="{top + 4}" width="{width:.1f}" '
                f'height="14"><title>{escape(word)} {count:,}</title></rect>'
            )
            left += width
        listed = ", ".join(f"{word} {count:,}" for word, count in counted.items() if count) or "none"
        body.append(_text(left + 8, top + 15, listed))
    return _svg(_NAMES + _WIDTH + 2 * _VALUES, len(rows) * _BAR + 4, title, body)


def matrix(title: str, confusion: Mapping[str, Mapping[str, int]]) -> str:
    """Return a confusion matrix: expected labels as rows, found ones as columns, shaded by the row's share."""
    rows = sorted(confusion)
    columns = sorted({label for row in confusion.values() for label in row})
    body = []
    for across, label in enumerate(columns):
        x, y = _LABELS + across * _CELL + _CELL / 2, 92
        body.append(f'<text transform="translate({x:.1f} {y}) rotate(-35)">{escape(label)}</text>')
    for down, label in enumerate(rows):
        top, total = 100 + down * 30, sum(confusion[label].values()) or 1
        body.append(_text(_LABELS - 8, top + 20, label, "end"))
        for across, got in enumerate(columns):
            count = confusion[label].get(got, 0)
            kind = "right" if got == label else "wrong"
            left = _LABELS + across * _CELL
            body += [
                f'<rect class="cell {kind}" fill-opacity="{count / total:.2f}" x="{left}" y="{top}" '
                f'width="{_CELL - 2}" height="28"/>',
                _text(left + _CELL / 2, top + 19, str(count), "middle"),
            ]
    return _svg(_LABELS + len(columns) * _CELL + 110, 108 + len(rows) * 30, title, body)


def trend(title: str, values: Sequence[float | None]) -> str:
    """Return a line through a metric's values over past evaluations, oldest first; gaps stay gaps."""
    known = [value for value in values if value is not None]
    if not known:
        return ""
    low, high = min(known), max(known)
    spread = max(high - low, _LEAST_SPREAD)
    step = _TREND_WIDTH / max(1, len(values) - 1)
    points = [
        (index * step + 4, _TREND_HEIGHT - 6 - (value - low) / spread * (_TREND_HEIGHT - 12))
        for index, value in enumerate(values)
        if value is not None
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5"/>' for x, y in points)
    return _svg(_TREND_WIDTH + 8, _TREND_HEIGHT, title, [f'<polyline class="line" points="{line}"/>{dots}'])

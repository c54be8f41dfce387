"""An evaluation as one HTML page that needs nothing else: no script, no font, no link to the outside."""

from collections.abc import Iterator, Sequence
from html import escape

from core.evaluate.metrics import Measured, Metric, confusion
from core.evaluate.results import ItemResult, SetResult
from core.evaluate.runners import RUNNERS
from core.evaluate.store import Evaluation, Past
from core.evaluate.svg import bars, matrix, trend
from core.safety.injected import OWN_EXPORT_MARKER

WORST = 12  # cases shown of each set
_MOST_CHARS = 700
_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:980px;margin:2rem auto;padding:0 1rem;color:#1d2430;background:#fff}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid #d7dce3}h3{font-size:1rem;color:#4a5568}
svg{font:12px system-ui,sans-serif;max-width:100%;height:auto}.end{text-anchor:end}.middle{text-anchor:middle}
.back{fill:#eef1f5}.bar{fill:#4b7fb8}.whisker{stroke:#1d2430;fill:none}.cell{stroke:#d7dce3}
.right{fill:#3f8f5f}.wrong{fill:#c25b4b}.line{fill:none;stroke:#4b7fb8;stroke-width:1.5}circle{fill:#4b7fb8}
table{border-collapse:collapse;width:100%}td,th{border-top:1px solid #e3e7ec;padding:.35rem .5rem;text-align:left;
vertical-align:top}td{white-space:pre-wrap;overflow-wrap:anywhere}th{font-weight:600}code{font-size:.85em}
td code{white-space:nowrap}
details{margin:.6rem 0}@media(prefers-color-scheme:dark){body{background:#14181f;color:#dfe4ea}
svg text{fill:#dfe4ea}.back{fill:#262d38}.whisker{stroke:#dfe4ea}td,th,h2{border-color:#333b47}}
"""


def page(found: Evaluation, past: Sequence[Past]) -> str:
    """Return the page of an evaluation; ``past`` are the evaluations before it, oldest first."""
    systems = ", ".join(f"{name} {value}" for name, value in sorted(found.systems.items()))
    cost = found.cost
    body = [
        f"<h1>Evaluation {found.sequence}</h1>",
        f"<p><code>{escape(found.run_id)}</code> · {escape(systems)} · {cost.calls} model calls, "
        f"{cost.input_tokens + cost.output_tokens} tokens, cost {cost.cost:.4f}</p>",
        "<p>Bars are values with 95 % bootstrap intervals; n is what a metric rests on.</p>",
    ]
    for one in found.sets:
        body += _set(one, past, found)
    return (
        f'<!doctype html>{OWN_EXPORT_MARKER}<html lang="en"><head><meta charset="utf-8">'
        "<title>factledger evaluation</title>"
        '<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" '
        f"content=\"default-src 'none'; style-src 'unsafe-inline'\"><style>{_STYLE}</style></head>"
        f"<body>{''.join(body)}</body></html>\n"
    )


def _set(one: SetResult, past: Sequence[Past], found: Evaluation) -> Iterator[str]:
    metrics = RUNNERS[one.kind].metrics
    titles = {metric.name: metric.title for metric in metrics}
    whole = [(row.metric, row) for row in one.measured if row.slice == "all"]
    yield f'<h2 id="{escape(one.name)}">{escape(one.name)}</h2>'
    yield f"<p>{len(one.items)} items of kind {escape(one.kind)}.</p>"
    yield bars(f"{one.name}: metrics", whole)
    yield "<ul>" + "".join(f"<li>{escape(name)}: {escape(titles[name])}</li>" for name, _ in whole) + "</ul>"
    yield _slices(one, metrics)
    if one.confusion:
        yield f"<h3>Expected (rows) and found (columns)</h3>{matrix(one.name, one.confusion)}"
        yield _by_language(one)
    yield _trends(one, whole, past, found)
    yield _worst(one.items)


def _slices(one: SetResult, metrics: Sequence[Metric]) -> str:
    parts = []
    for metric in metrics:
        rows = [(row.slice, row) for row in one.measured if row.metric == metric.name and row.slice != "all"]
        if rows:
            parts.append(f"<h3>{escape(metric.name)}</h3>{bars(f'{one.name}: {metric.name} by slice', rows)}")
    return f"<details><summary>By language, source and type</summary>{''.join(parts)}</details>" if parts else ""


def _by_language(one: SetResult) -> str:
    """The confusion of each language by itself; nothing for a set of one language."""
    pairs: dict[str, list[tuple[str, str]]] = {}
    for item in one.items:
        if item.labels is not None:
            pairs.setdefault(item.slices.get("lang", ""), []).append(item.labels)
    if len(pairs) < 2:
        return ""
    parts = [f"<h3>{escape(lang)}</h3>{matrix(f'{one.name} {lang}', confusion(pairs[lang]))}" for lang in sorted(pairs)]
    return f"<details><summary>The same by language</summary>{''.join(parts)}</details>"


def _trends(one: SetResult, whole: Sequence[tuple[str, Measured]], past: Sequence[Past], found: Evaluation) -> str:
    earlier = [before for before in past if before.sequence < found.sequence]
    if not earlier:
        return ""
    rows = []
    for name, row in whole:
        values = [before.values.get((one.name, name)) for before in earlier] + [row.value]
        known = [f"{value:.3f}" for value in values if value is not None]
        rows.append(
            f"<tr><td>{escape(name)}</td><td>{trend(name, values)}</td><td>{escape(' → '.join(known[-4:]))}</td></tr>"
        )
    return f"<h3>Over {len(earlier) + 1} evaluations</h3><table>{''.join(rows)}</table>"


def _worst(items: Sequence[ItemResult]) -> str:
    bad = sorted((item for item in items if item.badness > 0), key=lambda item: -item.badness)
    if not bad:
        return "<p>Every item is right.</p>"
    rows = "".join(
        f"<tr><td><code>{escape(item.id)}</code></td><td>{_cell(item.text)}</td><td>{_cell(item.expected)}</td>"
        f"<td>{_cell(item.found)}</td><td>{_cell(item.detail)}</td></tr>"
        for item in bad[:WORST]
    )
    head = "<tr><th>item</th><th>text</th><th>expected</th><th>found</th><th>evidence or reason</th></tr>"
    return f"<h3>Worst {min(WORST, len(bad))} of {len(bad)} that are not right</h3><table>{head}{rows}</table>"


def _cell(text: str) -> str:
    return escape(text if len(text) <= _MOST_CHARS else text[: _MOST_CHARS - 1] + "…")

"""A run as one HTML page that needs nothing else: no script, no font, no link to the outside.

``<lake>/runs/<run_id>.html`` is disposable: nothing reads it, and a lake without it is whole. It holds
words of reports, as the coverage pages do, and goes with all other pages when a report is erased.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from core.audit.coverage_page import shown
from core.audit.run_report import Ruled, RunReport, Spent, Told, needs
from core.contracts.tables import OPERATIONS
from core.evaluate.svg import stacks, trend
from core.lake.files import write_atomically
from core.lake.lake import Lake
from core.lake.pages import RUNS
from core.ledger.notes import RETIRING
from core.safety.injected import OWN_EXPORT_MARKER

_MOST, _EXAMPLES = 200, 12  # rows of a list that is the point of the page, and of one that only illustrates
_MOST_CHARS = 420  # of a text in a cell
_MOST_DOMAINS = 30
_STYLE = """
:root{--ink:#1c2430;--dim:#647080;--paper:#fff;--line:#dce1e7;--card:#f5f7f9;--add:#3f8f5f;--update:#4b7fb8;
--delete:#c25b4b;--noop:#a3adb9;--warn:#fff3d6;--warn-ink:#6b4300;--link:#2464b8}
@media(prefers-color-scheme:dark){:root{--ink:#e2e6eb;--dim:#98a3b0;--paper:#14181e;--line:#333b46;--card:#1c222a;
--warn:#4a360b;--warn-ink:#ffe3ab;--link:#7fb2f0}}
*{box-sizing:border-box}body{font:15px/1.55 system-ui,"Noto Sans","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",
sans-serif;max-width:76rem;margin:0 auto;padding:1.2rem 1.5rem 4rem;color:var(--ink);background:var(--paper)}
h1{font-size:1.4rem;margin:0}h2{font-size:1.1rem;margin:2.2rem 0 .5rem;padding-bottom:.2rem;
border-bottom:1px solid var(--line)}h3{font-size:.95rem;margin:1.2rem 0 .3rem}p{margin:.3rem 0}
a{color:var(--link)}.dim,.how{color:var(--dim);font-size:.85rem}code{font-size:.85em;overflow-wrap:anywhere}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.6rem;margin:1rem 0;padding:0;
list-style:none}.tiles li{background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.5rem .7rem}
.tiles a{text-decoration:none;color:inherit;display:block}.tiles b{display:block;font-size:1.5rem;line-height:1.2}
.person{background:var(--warn);color:var(--warn-ink);border-radius:.4rem;padding:.4rem 1rem 1rem}
.person h2{margin-top:.4rem;border:0}.person .how,.person a{color:inherit}
table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{border-top:1px solid var(--line);padding:.4rem .5rem;
text-align:left;vertical-align:top;overflow-wrap:anywhere;min-width:6.5rem}th{font-weight:600;font-size:.8rem;color:var(--dim)}
.person td,.person th{border-color:currentColor}.person th{color:inherit}td.n{text-align:right;white-space:nowrap}
del{color:var(--dim)}ins{text-decoration:none;font-weight:600}q{font-style:italic}
svg{font:12px system-ui,sans-serif;max-width:100%;height:auto}svg text{fill:var(--ink)}.end{text-anchor:end}
.part{fill:var(--noop)}.add,.added{fill:var(--add)}.update,.updated{fill:var(--update)}
.delete,.corrected{fill:var(--delete)}.line{fill:none;stroke:var(--update);stroke-width:1.5}circle{fill:var(--update)}
"""
_DONE = {  # operation → its heading, and what it means
    "UPDATE": ("Changed", "The world changed: a newer note takes the place of an older one, which is kept."),
    "DELETE": ("Corrected", "An earlier report was wrong: the correcting note takes the place of the wrong one."),
    "ADD": ("Learned", "Facts that no note said: each founds a note."),
    "NOOP": ("Confirmed", "Said again: the note that said it already has one more support."),
}
_OUTCOMES = ("added", "updated", "corrected", "noop")


def report_path(lake: Lake, run_id: str) -> Path:
    """The file of a run's report; whatever in the id is no plain character is escaped."""
    return lake.root / RUNS / f"{quote(run_id, safe='')}.html"


def write_run_report(lake: Lake, report: RunReport) -> Path:
    """Write the page of a run, whole or not at all, and return where it lies."""
    path = report_path(lake, report.ran.run_id)
    write_atomically(path, run_report_page(report).encode())
    return path


def run_report_page(report: RunReport) -> str:
    """Return the page of a run. Everything that comes from a report or a model is escaped."""
    parts = (_head(report), _person(report), _charts(report), _done(report), _left_out(report), _accounts(report))
    return "".join(
        (
            f'<!doctype html>{OWN_EXPORT_MARKER}<html lang="en"><head><meta charset="utf-8">',
            f"<title>Run {shown(report.ran.run_id)}</title>",
            '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<style>{_STYLE}</style></head><body>",
            *(piece for part in parts for piece in part),
            "</body></html>\n",
        )
    )


def _head(report: RunReport) -> Iterator[str]:
    ran, sums = report.ran, report.ran.sums
    days = f"{len(ran.days)} days from {ran.days[0]} to {ran.days[-1]}" if ran.days else "no days"
    commit = f"commit {ran.reconciled.commit}" if ran.reconciled.committed else "no commit: the notes did not change"
    yield f"<h1>Run of {ran.ended:%Y-%m-%d %H:%M} UTC</h1>"
    made = f"{len(ran.remade)} of them made anew"
    yield f'<p class="dim"><code>{shown(ran.run_id)}</code> · {days}, {made} · {commit}</p>'
    yield f"<p>{shown(sums.state.replace('_', ' '))}</p>"
    yield '<ul class="tiles">'
    for word in OPERATIONS:
        yield _tile(word.lower(), len(report.decided.get(word, ())), _DONE[word][0].lower())
    yield _tile("dropped", sum(one.count for one in report.drops), "dropped")
    yield _tile("person", sum(_open_points(report).values()), "for a person")
    if report.growth:
        yield _tile("growth", report.growth[-1], "notes current")
    yield "</ul>"


def _tile(target: str, number: int, words: str) -> str:
    return f'<li><a href="#{target}"><b>{number:,}</b>{words}</a></li>'


def _open_points(report: RunReport) -> dict[str, int]:
    """What a person is asked to look at: how many of each kind."""
    return {
        "chunks failed": report.ran.sums.failed_chunks,
        "chunks are silent": len(report.ran.silent),
        "files are quarantined": len(report.quarantined),
        "domains are held": len(report.ran.reconciled.held),
        "sums do not add up": len(report.ran.sums.problems),
        **{heading: len(told) for heading, told in needs(report)},
    }


def _person(report: RunReport) -> Iterator[str]:
    if not any(_open_points(report).values()):
        yield '<section id="person"><h2>For a person</h2><p>Nothing waits for a person.</p></section>'
        return
    yield '<section id="person" class="person"><h2>For a person</h2>'
    yield from _listed("Sums that do not add up", ("sum",), [(shown(one),) for one in report.ran.sums.problems])
    yield from _held(report)
    rows: list[tuple[str, ...]] = [
        (_link(report, one.path), f"{one.char_start:,} to {one.char_end:,}", shown(one.outcome), _cut(one.reason))
        for one in report.failed
    ]
    yield from _listed("Chunks that failed", ("report", "characters", "outcome", "reason"), rows)
    rows = [
        (_link(report, one.path), f"{one.char_start:,} to {one.char_end:,}", _cut(one.reason), _cut(one.excerpt))
        for one in report.ran.silent
    ]
    heading = "Chunks dense in names, numbers and dates that gave no fact"
    yield from _listed(heading, ("report", "characters", "reason", "begins"), rows)
    rows = [(_cut(one["path"]), shown(one["reason"]), _cut(one["detail"])) for one in report.quarantined]
    yield from _listed("Quarantined files", ("file", "reason", "detail"), rows)
    for heading, told in needs(report):
        rows = [(_says(one) + _against(one.conflicts), _why(one)) for one in told]
        yield from _listed(heading, ("fact", "reason and evidence"), rows)
    yield "</section>"


def _held(report: RunReport) -> Iterator[str]:
    """The domains that the run did not dare to change, and every note that it would have retired."""
    for plan in report.ran.reconciled.held:
        yield f"<p>{shown(plan.told())}</p>"
        rows = [(_cut(one.text), _cut(one.new_text or one.how), _cut(one.reason)) for one in plan.retirements]
        yield from _listed(f"Held: {plan.domain}", ("would be retired", "by", "reason"), rows)


def _charts(report: RunReport) -> Iterator[str]:
    sums = report.ran.sums
    ends = {word: sums.decided[word] for word in _OUTCOMES}
    ends |= {"dropped": sum(sums.dropped.values()), "rejected": sum(sums.rejected.values()), "undone": sums.undone}
    rows = [(word, {word: count}) for word, count in ends.items() if count]
    if rows:
        yield "<h2>Where the facts of these days stand</h2>" + stacks("Facts by outcome", rows)
    domains = [
        (domain, {word: counted[word] for word in OPERATIONS if counted[word]})
        for domain, counted in report.operations.items()
    ]
    if domains:
        yield "<h2>What this run decided, by domain</h2>" + stacks("Operations by domain", domains[:_MOST_DOMAINS])
        yield _more(len(domains), _MOST_DOMAINS)
    yield '<h2 id="growth">Current notes after each commit</h2>'
    if len(report.growth) > 1:
        first, last = report.growth[0], report.growth[-1]
        yield trend("Current notes over commits", report.growth)
        yield f'<p class="dim">{first:,} after the first of {len(report.growth)} commits, {last:,} now</p>'
    else:
        yield f'<p class="dim">{report.growth[-1] if report.growth else 0:,}, in the first commit</p>'


def _done(report: RunReport) -> Iterator[str]:
    for word, (heading, meaning) in _DONE.items():
        told = report.decided.get(word, ())
        yield f'<h2 id="{word.lower()}">{heading}: {len(told):,}</h2><p class="dim">{meaning}</p>'
        most = _EXAMPLES if word == "NOOP" else _MOST
        yield from _table(("what", "reason and evidence"), [(_says(one), _why(one)) for one in told], most)
    if report.again:
        yield f"<h2>Decided again: {len(report.again):,}</h2>"
        same = f"; {report.same:,} others came out as before" if report.same else ""
        yield f'<p class="dim">An older fact arrived, or an answer did, and these came out otherwise{same}.</p>'
        rows = [(f"{one.earlier or 'undecided'} → {one.operation}", _says(one), _why(one)) for one in report.again]
        yield from _table(("decision", "what", "reason and evidence"), rows, _MOST)
    if report.withdrawn:
        yield f"<h2>Withdrawn: {len(report.withdrawn):,}</h2>"
        yield '<p class="dim">No report says these any more, or a person has taken them out.</p>'
        rows = [(one.operation, _says(one), _why(one)) for one in report.withdrawn]
        yield from _table(("was", "what", "reason and evidence"), rows, _MOST)


def _left_out(report: RunReport) -> Iterator[str]:
    made = f"{len(report.ran.remade):,} days that this run made anew"
    for target, heading, rules, columns in (
        ("dropped", "Dropped", report.drops, ("by", "reason", "rule")),
        ("rejected", "Rejected", report.rejected, ("reason",)),
    ):
        total = sum(one.count for one in rules)
        yield f'<h2 id="{target}">{heading}: {total:,}</h2><p class="dim">On the {made}, by rule.</p>'
        yield from _table((*columns, "number", "for example"), _rule_rows(rules), _MOST)


def _rule_rows(rules: Sequence[Ruled]) -> list[tuple[str, ...]]:
    return [(*map(shown, one.rule), f"{one.count:,}", _cut(one.example)) for one in rules]


def _accounts(report: RunReport) -> Iterator[str]:
    yield "<h2>What it cost</h2>"
    yield from _table(
        ("step", "calls", "from stored replies", "tokens in", "tokens out", "cost", "stopped"),
        [_spent_row(one) for one in report.ran.spent],
        _MOST,
        "No step of this run asks a model.",
    )
    yield '<h2>Conservation</h2><p class="dim">Both sides of every sum, over all days of the run.</p><ul>'
    yield from (f"<li>{shown(line)}</li>" for line in report.ran.sums.lines())
    yield "</ul>"
    if report.ran.remade:
        yield "<h2>Coverage</h2><p>What became of every character: "
        links = [f'<a href="../views/{day}.html">{day}</a>' for day in report.ran.remade[:_MOST]]
        yield ", ".join(links) + "</p>" + _more(len(report.ran.remade), _MOST)


def _spent_row(one: Spent) -> tuple[str, ...]:
    numbers = (one.calls, one.cached, one.input_tokens, one.output_tokens)
    cost = f"{one.cost:.4f} {shown(one.currency)}"
    return (shown(one.step), *(f"{number:,}" for number in numbers), cost, shown(one.stopped or ""))


def _says(one: Told) -> str:
    """What a decision says, after what it replaced."""
    where = f'<p class="how">{shown(one.domain)} · <code>{shown(one.note_id)}</code></p>'
    if one.operation in RETIRING and one.old_text is not None:
        return f"<del>{_cut(one.old_text)}</del><br>→ <ins>{_cut(one.text)}</ins>{where}"
    return f"<ins>{_cut(one.text)}</ins>{where}"


def _against(conflicts: Iterable[str]) -> str:
    return "".join(f"<p>against: {_cut(text)}</p>" for text in conflicts)


def _why(one: Told) -> str:
    """The reason, the words that the decision rests on, and the way to them in their report."""
    words = f"<p><q>{_cut(one.quote)}</q></p>" if one.quote else ""
    place = f'<a href="../{quote(one.page)}#{one.fact_id}">{_cut(one.path)}</a>' if one.page else "no report"
    return f'{_cut(one.reason)}{words}<p class="how">{place}</p>'


def _link(report: RunReport, path: str) -> str:
    page = report.pages.get(path)
    return f'<a href="../{quote(page)}">{_cut(path)}</a>' if page else _cut(path)


def _listed(heading: str, columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if rows:
        yield f"<h3>{shown(heading)}: {len(rows):,}</h3>"
        yield from _table(columns, rows, _MOST)


def _table(columns: Sequence[str], rows: Sequence[tuple[str, ...]], most: int, none: str = "None.") -> Iterator[str]:
    """A table of cells that are HTML already; the first ``most`` rows, and how many more there are."""
    if not rows:
        yield f'<p class="dim">{none}</p>'
        return
    yield "<table><tr>" + "".join(f"<th>{name}</th>" for name in columns) + "</tr>"
    yield from ("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[:most])
    yield "</table>" + _more(len(rows), most)


def _more(total: int, most: int) -> str:
    return f'<p class="dim">and {total - most:,} more</p>' if total > most else ""


def _cut(text: str) -> str:
    return shown(text if len(text) <= _MOST_CHARS else text[: _MOST_CHARS - 1] + "…")

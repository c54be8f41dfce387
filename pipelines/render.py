"""What the command line prints: plain words, no colours needed to understand them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from assets.context import Batch
from core.audit.conservation import Sums
from core.audit.coverage import Coverage
from core.audit.coverage_page import shares
from core.audit.fsck import Findings
from pipelines.ledger_view import LedgerView, Passage

Row = Mapping[str, Any]

# Reports are not ours: their control characters could move the cursor, recolour or retitle a terminal, and
# the marks that turn the writing direction could make a line read as what it is not.
_NOT_SHOWN = dict.fromkeys(
    [*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\ufffd"
)


def plain(text: str) -> str:
    """Return text that does nothing to a terminal but show itself."""
    return text.translate(_NOT_SHOWN)


def marked(text: str) -> str:
    """Return plain text for a place where markup is read."""
    return escape(plain(text))


def day(instant: Any) -> str:  # noqa: ANN401 - a cell of a row
    """Return an instant's UTC day, or a dash."""
    return instant.date().isoformat() if instant is not None else "–"


def summary(console: Console, view: LedgerView, sums: Sums, batch: Batch) -> None:
    """Print what a run did, what the lake now holds, and what the run's checks warn of."""
    reports = view.reports()
    current = view.current()
    days = sorted({report["received_on"] for report in reports.values()})
    languages = _terms(Counter(report["language"] for report in reports.values()))
    span = f"{len(days)} days from {days[0]} to {days[-1]}" if days else "no days"
    console.print("\n[bold]What the ledger holds[/bold]")
    revised = len({report["report_id"] for report in reports.values()})
    _field(console, "reports", f"{sums.reports} revisions of {revised} reports on {span}; {languages or 'none'}")
    _field(console, "state", _state(sums))
    _field(console, "quarantined", _terms(sums.quarantined_reports) or "none")
    _field(console, "chunks", f"{sums.chunks}: {_terms(sums.outcomes)}")
    _field(console, "candidates", f"{sums.candidates} facts proposed")
    _field(console, "  dropped", _terms(sums.dropped) or "none")
    _field(console, "  rejected", _terms(sums.rejected) or "none")
    _field(console, "  decided", _terms(sums.decided) or "none")
    superseded = len(view.notes) - len(current)
    edges = len(view.edge_from)
    _field(console, "notes", f"{len(current)} current, {superseded} superseded, {edges} supersession edges")
    console.print("\n[bold]Conservation[/bold] (both sides of every sum)")
    for line in sums.lines():
        console.print(f"  {marked(line)}")
    for problem in sums.problems:
        console.print(f"  [red]does not add up:[/red] {marked(problem)}")
    console.print("\n[bold]This run[/bold]")
    console.print("  " + marked(_run_line(batch.tally)))
    for line in batch.held:
        console.print(f"  [red]held[/red] {marked(line)}")
    for warning in batch.warnings:
        console.print(f"  [yellow]warning[/yellow] {marked(warning)}")


def model(console: Console, batch: Batch) -> None:
    """Print what a run asked of a model, and why it stopped asking when it did; nothing when it asks none."""
    if batch.model is None:
        return
    tally = batch.tally
    console.print(
        f"  model: {tally['model_calls']} calls, {tally['model_cached']} chunks from stored replies, "
        f"{tally['model_input_tokens']:,} tokens in, {tally['model_output_tokens']:,} out, "
        f"cost {batch.cost:.4f} {batch.model.currency}"
    )
    for line in batch.batches:
        console.print("  " + marked(line))
    if batch.stopped:
        console.print(f"  [red]stopped:[/red] {marked(batch.stopped)}; what was not asked is asked by the next run")


def deciding(console: Console, batch: Batch) -> None:
    """Print what a run's decisions asked of a model, and how many facts wait for an answer; nothing when none is."""
    if batch.deciding is None or batch.spending is None:
        return
    spent, summary = batch.spending, batch.spending.summary
    console.print(
        f"  decisions: {summary.calls} calls in {spent.rounds} rounds for {spent.questions} questions "
        f"({spent.wasted} asked on a wrong guess), {summary.input_tokens:,} tokens in, {summary.output_tokens:,} out, "
        f"cost {summary.cost:.4f} {batch.deciding.currency}"
    )
    if summary.stopped:
        console.print(f"  [red]stopped:[/red] {marked(summary.stopped)}")
    if batch.tally["undecided"]:
        waiting = f"[red]{batch.tally['undecided']} facts wait[/red]"
        console.print(f"  {waiting} for a model's answer and are added until the next run has it")


def _state(sums: Sums) -> str:
    if not sums.failed_chunks:
        return sums.state
    failed = f"{sums.failed_chunks} of {sums.chunks} chunks failed"
    return f"{sums.state}: {failed}, {sums.incomplete_reports} reports are incomplete"


def _field(console: Console, name: str, value: str) -> None:
    console.print(f"  {name:<15}{marked(value)}")


def _run_line(tally: Counter[str]) -> str:
    calls = f"{tally['extractor_calls']} extractor calls, {tally['decider_calls']} decider calls"
    if not tally["commits"]:
        asked = tally["extractor_calls"] or tally["decider_calls"]
        return f"{'nothing new' if asked else 'nothing changed'}: {calls}, no commit; the tables keep their version."
    new = ", ".join(f"{tally[f'new_{word}']} {word.upper()}" for word in ("add", "update", "delete", "noop"))
    return f"1 commit: {new}; {tally['redecided']} decided again, {tally['withdrawn']} withdrawn; {calls}."


def chain(console: Console, view: LedgerView, notes: list[Row]) -> None:
    """Print a supersession chain, oldest first, each note with the passage that says it."""
    for position, note in enumerate(notes):
        state = "current" if note["superseded_by"] is None else f"superseded {day(note['superseded_at'])}"
        when = f"{note['note_id']}, {day(note['asserted_at'])}, {state}"
        console.print(f"  {position + 1}. [bold]{marked(note['text'])}[/bold]  ({when})")
        for shown in view.passages(note)[:2]:
            console.print(Text("       ").append(passage(shown)))
        edge = view.edge_from.get(note["note_id"])
        if edge is not None:
            console.print(f"       ↓ {edge['operation']}: {marked(edge['reason'])}")


def passage(shown: Passage) -> Text:
    """Return a passage on one line, its quote marked, and where it stands."""
    text = Text("“")
    text.append(_line(shown.before))
    text.append(_line(shown.quote), style="bold reverse")
    text.append(_line(shown.after).rstrip() + "”")
    text.append(plain(f" — {shown.report['path']}, character {shown.char_start}"), style="dim")
    return text


def note_card(console: Console, view: LedgerView, note: Row) -> None:
    """Print all of a note: what it says, since when, how sure, on what evidence, and its links."""
    console.print(f"[bold]{marked(note['text'])}[/bold]")
    for name, value in _card_fields(note):
        _field(console, name, value)
    console.print(f"\nEvidence: {len(note['supports'])} facts from {note['n_reports']} reports")
    for shown in view.passages(note):
        console.print(Text("  ").append(passage(shown)))


def coverage(console: Console, found: Coverage) -> None:
    """Print what became of a report's text: characters by state, then its facts, kept and dropped."""
    report = found.report
    console.print(f"[bold]{marked(report['title'] or report['path'])}[/bold]")
    _field(console, "id", f"{report['report_id']} {report['revision_id']} (revision {report['revision']})")
    _field(console, "path", report["path"])
    _field(console, "characters", f"{report['n_chars']:,}: {shares(found) or 'none'}")
    console.print(f"\n{len(found.facts)} facts kept, {len(found.drops)} dropped")
    for fact in found.facts:
        how = f"{fact.operation} {fact.note_id}" if fact.operation else "not in the ledger"
        console.print(plain(f"  {how}  {_line(fact.text)}"), markup=False)
    for drop in found.drops:
        why = f"{drop.rule_id}: {drop.detail}" if drop.detail else drop.rule_id
        console.print(plain(f"  dropped ({drop.reason}, {why})  {_line(drop.text)}"), markup=False)


def _card_fields(note: Row) -> Iterator[tuple[str, str]]:
    yield "id", note["note_id"]
    yield "domain", note["domain"]
    yield "status", note["status"] + (f" by {note['superseded_by']}" if note["superseded_by"] else "")
    holder = f", according to {note['holder']}" if note["holder"] else ""
    yield "says", f"{note['modality']}, {note['polarity']}{holder}"
    yield "asserted", f"{day(note['asserted_at'])}, the {note['asserted_at_source']}'s date"
    yield "confirmed", f"last on {day(note['last_confirmed_at'])}"
    yield "valid", f"from {day(note['valid_from'])} to before {day(note['valid_to'])}"
    for one in note["temporal"]:
        resolved = f"{one['resolved_start']} to before {one['resolved_end']}"
        when = resolved if one["status"] == "resolved" else one["status"]
        yield "time", f"“{one['expression']}” is {when} ({one['kind']}, rule {one['rule_id']})"
    for one in note["entities"]:
        yield "entity", f"{one['type']} {one['canonical']}"
    yield "importance", f"{note['importance']} of 10  {' '.join(note['tags'])}"
    yield "decision", note["decision_id"]
    for other in note["conflicts_with"]:
        yield "conflicts with", other
    for other in note["supersedes"]:
        yield "supersedes", other


def findings(console: Console, found: Findings) -> None:
    """Print what fsck checked and found, and the content hashes."""
    wrong = Counter(check for check, _ in found.problems)
    for check, amount in found.checked.items():
        verdict = f"[red]{wrong[check]} problems[/red]" if wrong[check] else "ok"
        console.print(f"  {check:<14}{amount:>9,} checked  {verdict}")
    for line in found.sums.lines():
        console.print(f"  {marked(line)}")
    for check, problem in found.problems:
        console.print(f"  [red]{check}[/red]: {marked(problem)}")
    for name, value in found.digests.items():
        console.print(f"  hash of {name}: {value}")


def _terms(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {count}" for name, count in ordered)


def _line(text: str) -> str:
    """On one line; blanks at the ends stay, for a quote stands between two of these."""
    inner = " ".join(plain(text).split())
    return (" " if text[:1].isspace() else "") + inner + (" " if inner and text[-1:].isspace() else "")

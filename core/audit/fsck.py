"""Every invariant of the ledger, recomputed from the lake's own tables and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from core.audit.conservation import Sums, conservation
from core.contracts.frames import to_frame
from core.contracts.tables import (
    NORMALISED_FACTS,
    NOTES,
    RAW_REPORTS,
    STAGE_TABLES,
    SUPERSESSION_EDGES,
    Table,
)
from core.errors import ContractError, LakeError
from core.lake.answers import read_answers
from core.lake.exclusions import read_exclusions
from core.lake.held import HeldPlans
from core.lake.lake import Lake, read_parquet
from core.lake.ledger import Ledger, table_rows
from core.lake.sightings import Sightings
from core.ledger.answers import PERSON, Answers
from core.ledger.assertions import from_fact
from core.ledger.digest import digest
from core.ledger.fold import Key, Rules, fold
from core.ledger.notes import Decided
from core.stages.ground import Messages
from core.stages.rows import anchor_of
from core.stages.support import unsaid_terms

Row = Mapping[str, Any]
_SHOWN = 20  # problems of one check that are spelled out
_SHOWN_CHARS = 400  # of a message that comes from a library


@dataclass
class Findings:
    """What was checked, how much of it, and what is wrong."""

    checked: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, str]] = field(default_factory=list)  # (check, what and where)
    digests: dict[str, str] = field(default_factory=dict)
    sums: Sums = field(default_factory=Sums)

    def note(self, check: str, amount: int, problems: Iterable[str]) -> None:
        """Record a check of ``amount`` things."""
        listed = list(problems)
        self.checked[check] += amount
        self.problems += [(check, problem) for problem in listed[:_SHOWN]]
        if len(listed) > _SHOWN:
            self.problems.append((check, f"and {len(listed) - _SHOWN} more"))


def fsck(lake: Lake, rules: Rules | None, progress: Callable[[str], None] = lambda check: None) -> Findings:
    """Check a lake.

    Args:
        lake: the lake; nothing in it is changed.
        rules: to fold the facts again from nothing; None leaves that check out.
        progress: called with the name of each check before it runs.
    """
    findings, ledger = Findings(), Ledger(lake)
    progress("schemas")
    if not _schemas(findings, lake, ledger):
        return findings  # what cannot be read cannot be checked
    known, memory, _ = ledger.log.known()
    stored = {table.name: to_frame(ledger.tables.read(table)).to_dicts() for table in (NOTES, SUPERSESSION_EDGES)}
    findings.digests = {name: digest(rows) for name, rows in stored.items()}
    progress("conservation")
    findings.sums = conservation(lake, lake.days(RAW_REPORTS), known)
    findings.note("conservation", findings.sums.candidates, findings.sums.problems)
    progress("evidence")
    _evidence(findings, lake, stored[NOTES.name])
    progress("chains")
    findings.note(
        "chains", len(stored[NOTES.name]), chain_problems(stored[NOTES.name], stored[SUPERSESSION_EDGES.name])
    )
    progress("log")
    _against_the_log(findings, lake, ledger, known, stored)
    if rules is not None:
        progress("fold")
        findings.note("fold", len(known), _fold_problems(lake, rules, memory, known))
    return findings


def _schemas(findings: Findings, lake: Lake, ledger: Ledger) -> bool:
    """Every file of every table can be read and keeps its contract."""
    files = [(table, lake.path(table, day)) for table in STAGE_TABLES for day in lake.days(table)]
    files += [(table, path) for table in (NOTES, SUPERSESSION_EDGES) if (path := _export(lake, table)).exists()]
    reads: list[Callable[[], object]] = [partial(read_parquet, table, path) for table, path in files]
    reads += [
        Sightings(lake).rows,
        ledger.log.rows,
        partial(read_exclusions, lake.root),
        partial(read_answers, lake.root),
    ]
    reads += [partial(ledger.tables.read, table) for table in (NOTES, SUPERSESSION_EDGES)]
    problems = []
    for read in reads:
        try:
            read()
        except (ContractError, LakeError) as error:
            problems.append(str(error))
        except (ValueError, RuntimeError, OSError) as error:  # Lance's own
            problems.append(str(error)[:_SHOWN_CHARS])
    findings.note("schemas", len(reads), problems)
    return not problems


def _export(lake: Lake, table: Table) -> Path:
    return lake.root / "exports" / f"{table.name}.parquet"


def _evidence(findings: Findings, lake: Lake, notes: Sequence[Row]) -> None:
    texts = {row["revision_id"]: row for row in lake.read_all(RAW_REPORTS).to_dicts()}
    spans, problems = 0, []
    messages: dict[str, Messages] = {}
    for fact in lake.read_all(NORMALISED_FACTS).to_dicts():
        for problem in span_problems(fact["fact_id"], fact["evidence"], texts):
            problems.append(problem)
        problems += offset_problems(fact)
        if fact["revision_id"] in texts:
            problems += _time_problems(fact, texts[fact["revision_id"]])
            if fact["revision_id"] not in messages:
                messages[fact["revision_id"]] = Messages(texts[fact["revision_id"]])
            problems += _support_problems(fact, texts[fact["revision_id"]], messages[fact["revision_id"]])
        spans += len(fact["evidence"]) + len(fact["entities"]) + len(fact["temporal"])
    for note in notes:
        for support in note["supports"]:
            problems += list(span_problems(note["note_id"], support["evidence"], texts))
            spans += len(support["evidence"])
    findings.note("evidence", spans, problems)


def span_problems(owner: str, evidence: Iterable[Row], reports: Mapping[str, Row]) -> Iterator[str]:
    """Yield what is wrong with evidence spans: not the quoted characters, or characters that are masked."""
    for span in evidence:
        report, start, end = reports.get(span["revision_id"]), span["char_start"], span["char_end"]
        if report is None:
            yield f"{owner}: evidence in {span['revision_id']}, which the lake does not hold"
        elif span["match"] == "unresolved":
            continue
        elif report["text"][start:end] != span["quote"]:
            yield f"{owner}: {span['revision_id']}[{start}:{end}] is not the quote {span['quote'][:60]!r}"
        elif any(mask["char_start"] < end and mask["char_end"] > start for mask in report["masks"]):
            yield f"{owner}: evidence {span['revision_id']}[{start}:{end}] is masked text"


def _support_problems(fact: Row, report: Row, messages: Messages) -> Iterator[str]:
    """Every number, name, date and negation of a fact is in an evidence span, or is marked as unresolved there."""
    spans = [(one["char_start"], one["char_end"]) for one in fact["evidence"] if one["char_start"] is not None]
    if not spans:
        return  # kept without evidence, as the settings allow, and marked as a whole
    anchor = anchor_of(report, messages.touched(*spans[0]))
    for term in unsaid_terms(fact["text"], [one["quote"] for one in fact["evidence"]], anchor):
        yield f"{fact['fact_id']}: its {term.kind} {term.surface!r} is in no evidence span"


def offset_problems(fact: Row) -> Iterator[str]:
    """Yield what is wrong with the spans that a fact has in its own text: entities and temporal expressions."""
    pairs = [(entity, entity["surface"]) for entity in fact["entities"]]
    pairs += [(temporal, temporal["expression"]) for temporal in fact["temporal"]]
    for one, surface in pairs:
        if fact["text"][one["char_start"] : one["char_end"]] != surface:
            yield f"{fact['fact_id']}: {surface!r} is not at {one['char_start']}..{one['char_end']} of its text"


def _time_problems(fact: Row, report: Row) -> Iterator[str]:
    """Time is never guessed: an undated report resolves nothing relative and dates nothing by itself."""
    undated = report["published_at"] is None and not any(segment["sent_at"] for segment in report["segments"])
    if not undated:
        return
    if fact["asserted_at_source"] != "partition":
        yield f"{fact['fact_id']}: says its date is the {fact['asserted_at_source']}'s, but its report is undated"
    for temporal in fact["temporal"]:
        if temporal["anchor_source"] in ("header", "now") and temporal["status"] == "resolved":
            yield f"{fact['fact_id']}: {temporal['expression']!r} was resolved though its report is undated"


def chain_problems(notes: Sequence[Row], edges: Sequence[Row]) -> list[str]:
    """Return every way in which links, back-links and edges disagree, dangle, fork or go round."""
    by_id = {note["note_id"]: note for note in notes}
    problems = [
        f"{note['note_id']}: superseded_by {note['superseded_by']} does not exist or does not list it"
        for note in notes
        if note["superseded_by"]
        and (note["superseded_by"] not in by_id or note["note_id"] not in by_id[note["superseded_by"]]["supersedes"])
    ]
    problems += [
        f"{note['note_id']}: supersedes {old}, which does not exist or names another successor"
        for note in notes
        for old in note["supersedes"]
        if old not in by_id or by_id[old]["superseded_by"] != note["note_id"]
    ]
    problems += [
        f"{note['note_id']}: conflicts with {other}, which does not exist"
        for note in notes
        for other in note["conflicts_with"]
        if other not in by_id
    ]
    linked = {(note["note_id"], note["superseded_by"]) for note in notes if note["superseded_by"]}
    drawn = [(edge["old_note_id"], edge["new_note_id"]) for edge in edges]
    problems += [f"edge {old} → {new} has no link" for old, new in drawn if (old, new) not in linked]
    problems += [f"link {old} → {new} has no edge" for old, new in sorted(linked - set(drawn))]
    if len(drawn) != len(set(drawn)):
        problems.append("an edge exists twice")
    return problems + _cycles(by_id)


def _cycles(by_id: Mapping[str, Row]) -> list[str]:
    problems = []
    for start, note in by_id.items():
        seen, at = {start}, note["superseded_by"]
        while at is not None and at in by_id:
            if at in seen:
                problems.append(f"{start}: its chain never ends (it comes back to {at})")
                break
            seen.add(at)
            at = by_id[at]["superseded_by"]
    return problems


def _against_the_log(
    findings: Findings, lake: Lake, ledger: Ledger, known: Mapping[Key, Decided], stored: Mapping[str, Sequence[Row]]
) -> None:
    """The tables and their exports are what the decision log says, row by row."""
    try:
        targets = table_rows(known.values())
    except ContractError as error:  # a decision rests on one that is not there
        findings.note("log", len(known), [str(error)])
        return
    for table in (NOTES, SUPERSESSION_EDGES):
        target = targets[table.name]
        found = {row[table.key[0]]: row for row in stored[table.name]}
        problems = [f"{table.name}: {key} is not what the log says" for key in target if found.get(key) != target[key]]
        problems += [f"{table.name}: {key} is in no decision" for key in found if key not in target]
        path = _export(lake, table)
        if path.exists() and digest(to_frame(read_parquet(table, path)).to_dicts()) != digest(found.values()):
            problems.append(f"{path}: differs from {table.name}.lance")
        findings.note("log", len(target), problems)
    sealed, committed = len(ledger.log.commits()), ledger.tables.committed()
    if committed < sealed:
        findings.note("log", 1, [f"commit {sealed} is sealed but not finished; run again to finish it"])
    if committed > sealed:
        findings.note("log", 1, [f"the tables are at commit {committed}, the log ends at {sealed}; restore its files"])


def _taken(answers: Answers, domain: str, known: Mapping[Key, Decided]) -> Answers:
    """The answers without those of a held domain that wait in its plan; a decision bears the name of its answer."""
    names = {decided.decider.rpartition("~")[2] for decided in known.values()}
    return {key: answer for key, answer in answers.items() if answer.domain != domain or answer.decider in names}


def _fold_problems(lake: Lake, rules: Rules, memory: Mapping[str, Any], known: Mapping[Key, Decided]) -> Iterator[str]:
    """The decisions in force are those of a fold from nothing over the facts."""
    names = {decided.decider.partition("/")[0] for decided in known.values()}
    if names - {PERSON} and rules.decider.name not in names:
        yield (
            f"the log was decided by {', '.join(sorted(names))}, not by {rules.decider.name}; "
            "check it with the settings of its runs (--settings)"
        )
        return
    domains: dict[str, dict[Key, Any]] = {}
    exclusions, rules = read_exclusions(lake.root), replace(rules, answers=read_answers(lake.root))
    for row in lake.read_all(NORMALISED_FACTS).to_dicts():
        if exclusions.leaves_out(row):
            continue
        assertion = from_fact(row)
        facts = domains.setdefault(row["domain"], {})
        earlier = facts.get(assertion.key)
        if earlier is None or assertion.columns["partition"] < earlier.columns["partition"]:
            facts[assertion.key] = assertion
    for domain in {plan.domain for plan in HeldPlans(lake.root).all()}:
        # What is held is not in the ledger yet: there, what was decided about before stands.
        here = (one.assertion for one in known.values() if one.assertion.columns["domain"] == domain)
        domains[domain] = {assertion.key: assertion for assertion in here}
        rules = replace(rules, answers=_taken(rules.answers, domain, known))
    said = {key for facts in domains.values() for key in facts}
    for key in sorted(known.keys() - said):
        yield f"{key} is decided in the log, but no normalised fact says it"
    for domain, facts in sorted(domains.items()):
        for decided in fold(facts.values(), {}, rules, memory).decisions:
            ours = known.get(decided.assertion.key)
            if ours is None or (ours.decision_id, ours.verdict, ours.note_id) != (
                decided.decision_id,
                decided.verdict,
                decided.note_id,
            ):
                yield (
                    f"{domain}: {decided.assertion.key} is {ours.verdict.operation if ours else 'undecided'} in the "
                    f"log and {decided.verdict.operation} when folded again"
                )

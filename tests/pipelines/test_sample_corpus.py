"""A run on the sample corpus shows what each of its reports is there to show (see `data/README.md`)."""

import random
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from difflib import SequenceMatcher
from functools import cache, partial
from typing import Any

import polars as pl
import pytest

from core.audit.fsck import fsck
from core.contracts.frames import to_frame
from core.contracts.tables import NORMALISED_FACTS, NOTES, QUARANTINED_REPORTS
from core.lake.lake import Lake
from core.lake.ledger import Ledger
from core.lake.notes_table import LedgerTables
from core.lake.sightings import Sightings
from core.ledger.assertions import from_fact
from core.ledger.fold import fold
from core.settings import load_settings
from pipelines.ledger_view import LedgerView
from pipelines.running import run_corpus
from tests.conftest import SampleRun
from tests.pipelines import corpus_expectations as expected
from tests.pipelines.corpus_gaps import GAPS

Row = Mapping[str, Any]
_SAME_SHARE = 0.6  # of a statement's characters that a note must hold in one piece to be its note


def _rows(test: str, ids: Iterable[str], values: Iterable[Any]) -> list[Any]:
    """Return one parameter a row; a row that the engine is known to miss is expected to fail."""
    params = []
    for id_, value in zip(ids, values, strict=True):
        reason = GAPS.get((test, id_))
        marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
        params.append(pytest.param(value, id=id_, marks=marks))
    return params


class Shown:
    """What a run left in its lake, looked up by the files and words of the corpus."""

    def __init__(self, run: SampleRun) -> None:
        self.run = run
        self.view = run.view
        self.sightings = {row["path"]: row for row in Sightings(run.batch.lake).rows()}
        self.facts = run.batch.lake.read_all(NORMALISED_FACTS).to_dicts()

    def report(self, path: str) -> Row:
        """Return the raw report that a file of the corpus is."""
        return self.view.reports()[self.sightings[path]["revision_id"]]

    def span(self, path: str, words: str) -> tuple[int, int]:
        """Return where words stand in a report."""
        at = self.report(path)["text"].find(words)
        assert at >= 0, f"{path} does not say {words!r}"
        return at, at + len(words)

    def notes_of(self, path: str) -> list[Row]:
        """Return the notes that rest on a report."""
        revision = self.sightings[path]["revision_id"]
        return [
            note
            for note in self.view.notes.values()
            if any(support["revision_id"] == revision for support in note["supports"])
        ]

    def notes_on(self, path: str, words: str) -> list[Row]:
        """Return the notes whose best evidence is in some words of a report; later spans only name a subject."""
        start, end = self.span(path, words)
        revision = self.sightings[path]["revision_id"]
        return [
            note
            for note in self.notes_of(path)
            if any(
                touches(one, start, end)
                for support in note["supports"]
                for one in support["evidence"][:1]
                if one["revision_id"] == revision
            )
        ]

    def note_on(self, path: str, words: str) -> Row:
        """Return the note that says most of what some words of a report say."""
        share, note = max(
            ((_share(note["text"], words), note) for note in self.notes_on(path, words)),
            default=(0, None),
            key=lambda pair: pair[0],
        )
        assert note is not None, f"no note rests on {words!r}"
        assert share >= _SAME_SHARE, f"no note says {words!r}; the nearest is {note['text']!r}"
        return note

    def head(self, note: Row) -> Row:
        """Return the last note of a note's chain."""
        while note["superseded_by"]:
            note = self.view.notes[note["superseded_by"]]
        return note


def touches(span: Row, start: int, end: int) -> bool:
    """Return whether a span of a report holds a character of a half-open range."""
    return span["char_start"] is not None and span["char_start"] < end and span["char_end"] > start


@cache
def _share(text: str, words: str) -> float:
    match = SequenceMatcher(None, text, words, autojunk=False).find_longest_match()
    return match.size / len(words)


@pytest.fixture(scope="module")
def shown(sample_run: SampleRun) -> Shown:
    """Return the sample run with its look-ups."""
    return Shown(sample_run)


def _texts(notes: Sequence[Row]) -> list[str]:
    return [f"{note['status']}: {note['text']}" for note in notes]


_CHAINED = [
    step
    for step in expected.STEPS
    if step.topic not in expected.ATTRIBUTED_TOPICS and step.id not in expected.UNDATED_STEPS
]
_TOPICS = [topic for topic in expected.TOPICS if topic not in expected.ATTRIBUTED_TOPICS]


@pytest.mark.parametrize("step", _rows("step", [step.id for step in _CHAINED], _CHAINED))
def test_every_step_of_a_topic_leads_to_its_current_value(shown: Shown, step: expected.Step) -> None:
    """The statement is a note; an earlier value is no current note, and its chain ends in the current value."""
    current = expected.says_value(step.topic, expected.TOPICS[step.topic].current)
    found = shown.notes_on(step.report, step.says)
    notes = [note for note in found if expected.says_value(step.topic, step.value).search(note["text"])]
    assert notes, f"no note says {step.value}; notes on these words: {_texts(found)}"
    for note in notes:
        head = shown.head(note)
        assert head["status"] == "current"
        assert current.search(head["text"]), f"{note['text']!r} ends in {head['text']!r}"


@pytest.mark.parametrize("topic", _rows("subject", _TOPICS, _TOPICS))
def test_the_current_value_of_a_topic_names_its_subject(shown: Shown, topic: str) -> None:
    """Some current note has the subject, the attribute and the last value."""
    last = [step for step in _CHAINED if step.topic == topic][-1]
    wanted = (
        re.compile(expected.SUBJECTS[topic]),
        re.compile(expected.ATTRIBUTES[topic]),
        expected.says_value(topic, expected.TOPICS[topic].current),
    )
    notes = [
        note
        for note in shown.view.current(expected.TOPICS[topic].domain)
        if all(w.search(note["text"]) for w in wanted)
    ]
    assert notes, _texts(shown.notes_on(last.report, last.says))


@pytest.mark.parametrize("topic", _rows("stale", _TOPICS, _TOPICS))
def test_no_report_of_a_topic_leaves_an_earlier_value_current(shown: Shown, topic: str) -> None:
    """No current note gives the attribute an earlier value, in whatever words a report of the topic says it."""
    steps = [step for step in _CHAINED if step.topic == topic]
    current = expected.TOPICS[topic].current
    earlier = [expected.says_value(topic, step.value) for step in steps if not _same(topic, step.value, current)]
    stale = {
        note["note_id"]: note["text"]
        for step in steps
        for note in shown.notes_of(step.report)
        if note["status"] == "current"
        and note["modality"] == "asserted"
        and re.search(expected.ATTRIBUTES[topic], note["text"])
        and any(value.search(note["text"]) for value in earlier)
        and not expected.says_value(topic, current).search(note["text"])
        and not (expected.TOLD_AS_HISTORY.search(note["text"]) and topic not in ("1d", "2b"))
        and not (topic in expected.OTHER_SUBJECTS and expected.OTHER_SUBJECTS[topic].search(note["text"]))
    }
    assert not stale, sorted(stale.values())


def _same(topic: str, value: str, current: str) -> bool:
    return expected.says_value(topic, value).pattern == expected.says_value(topic, current).pattern


_LATE = [step for step in _CHAINED if "late" in step.asserted]


@pytest.mark.parametrize("step", _rows("late", [step.id for step in _LATE], _LATE))
def test_a_late_report_with_an_old_value_adds_support_only(shown: Shown, step: expected.Step) -> None:
    """What a late report says is history at once, and one note with the earlier report's statement of it."""
    value = expected.says_value(step.topic, step.value)
    notes = [note for note in shown.notes_on(step.report, step.says) if value.search(note["text"])]
    assert notes
    assert all(note["status"] == "superseded" for note in notes), _texts(notes)
    assert any(note["n_reports"] > 1 for note in notes), _texts(notes)


def test_the_undated_report_resolves_nothing_and_retires_nothing_dated(shown: Shown) -> None:
    """An undated C2 domain is a note of its own and leaves the dated one current."""
    step = next(step for step in expected.STEPS if step.id in expected.UNDATED_STEPS)
    note = shown.note_on(step.report, step.says)
    assert note["asserted_at_source"] == "partition"
    for other in shown.notes_of(step.report):
        assert not other["supersedes"], other["text"]
    dated = expected.says_value("8a", expected.TOPICS["8a"].current)
    assert any(dated.search(one["text"]) for one in shown.view.current("cti"))


def test_a_claim_and_its_denial_by_another_stay_on_record(shown: Shown) -> None:
    """The ransom is current as the claim of its holder and as a denial, and never as a plain fact."""
    claim, denial = [step for step in expected.STEPS if step.topic == "12a"]
    claimed, denied = shown.note_on(claim.report, claim.says), shown.note_on(denial.report, denial.says)
    assert (claimed["modality"], claimed["holder"]) == ("reported", "Northwind Labs")
    assert denied["status"] == "current"
    assert denied["statement"]["ends"] == "denied"
    plain = [
        note["text"]
        for note in shown.view.current("cti", "paid a ransom")
        if note["modality"] == "asserted" and not note["statement"]["ends"]
    ]
    assert not plain


@pytest.mark.parametrize("test_id", _rows("retraction", ["12b"], ["12b"]))
def test_a_retraction_by_the_same_holder_makes_the_claim_history(shown: Shown, test_id: str) -> None:
    """The attribution leads to its retraction."""
    claim, retraction = [step for step in expected.STEPS if step.topic == test_id]
    claimed = shown.note_on(claim.report, claim.says)
    retracted = shown.note_on(retraction.report, retraction.says)
    assert retracted["status"] == "current"
    assert shown.head(claimed)["note_id"] == retracted["note_id"]


def test_a_withdrawn_advisory_leaves_no_current_note_that_its_product_is_affected(shown: Shown) -> None:
    """After the withdrawal of LYSA-2026-0111 the mail gateway is affected in no current note."""
    affected = expected.says_value("13", "受影响")
    assert not [note["text"] for note in shown.view.current("通告", "栖枫邮件网关") if affected.search(note["text"])]


def test_the_seizure_of_the_infrastructure_is_current(shown: Shown) -> None:
    """An event beside an evolving topic is a note of its own."""
    assert any("seized on 10 March 2026" in note["text"] for note in shown.view.current("cti", "Copper Lantern"))


_BANKS = {"aldmoor": "aldmoor", "velmora": "velmora", "海澜央行": "海澜央行"}


def test_banks_with_one_attribute_never_retire_one_another(shown: Shown) -> None:
    """Every chain in the finance domain is about one bank."""
    for note in shown.view.current("finance", retired=True):
        banks = {
            bank
            for one in shown.view.chain(note)
            for support in one["supports"]
            for bank in _BANKS
            if bank in shown.view.reports()[support["revision_id"]]["path"]
        }
        assert len(banks) == 1, _texts(shown.view.chain(note))


def test_no_chain_joins_reports_of_unrelated_topics(shown: Shown) -> None:
    """A note is retired by a report that shares a topic with it, or by a later revision of its own."""
    topics: dict[str, set[str]] = {}
    for step in expected.STEPS:
        topics.setdefault(shown.report(step.report)["report_id"], set()).add(re.sub(r"\D", "", step.topic))
    for old_id, edge in shown.view.edge_from.items():
        old, new = (
            {s["report_id"] for s in shown.view.notes[one]["supports"]} for one in (old_id, edge["new_note_id"])
        )
        shared = {t for r in old for t in topics.get(r, set())} & {t for r in new for t in topics.get(r, set())}
        assert old & new or shared, (shown.view.notes[old_id]["text"], shown.view.notes[edge["new_note_id"]]["text"])


def test_an_exact_redelivery_adds_no_revision(shown: Shown) -> None:
    """Three deliveries of the same bytes, on other days and under another path, are one revision of one report."""
    rows = [shown.sightings[path] for path in expected.codes(expected.REDELIVERIES[0][0])]
    assert len(rows) == 3
    assert len({row["revision_id"] for row in rows}) == 1
    assert shown.report(rows[0]["path"])["revision"] == 1
    for note in shown.notes_of(rows[0]["path"]):
        assert sum(s["report_id"] == rows[0]["report_id"] for s in note["supports"]) == 1


def test_a_corrected_redelivery_is_the_next_revision_and_supersedes(shown: Shown) -> None:
    """The correction is revision 2 of the same report and retires the forecast that it corrects."""
    first, second = (shown.report(path) for path in expected.codes(expected.REDELIVERIES[1][0]))
    assert first["report_id"] == second["report_id"]
    assert (first["revision"], second["revision"]) == (1, 2)
    assert first["published_at"] == second["published_at"]
    wrong, right = [step for step in expected.STEPS if step.topic == "4b"][:2]
    old, new = shown.note_on(wrong.report, wrong.says), shown.note_on(right.report, right.says)
    assert old["superseded_by"] == new["note_id"]


def test_four_deliveries_of_an_advisory_are_four_revisions(shown: Shown) -> None:
    """Statements that did not change between the revisions are one note with one report behind it."""
    paths = sorted(path for path in expected.FILES if path.endswith("tarn-sa-2026-02.md"))
    reports = [shown.report(path) for path in paths]
    assert len({report["report_id"] for report in reports}) == 1
    assert [report["revision"] for report in reports] == [1, 2, 3, 4]
    same = [shown.note_on(path, "Larkspur L2 is not affected by CVE-2026-90455.") for path in (paths[0], paths[-1])]
    assert same[0]["note_id"] == same[1]["note_id"]
    assert same[0]["n_reports"] == 1


def test_two_sources_of_one_claim_are_one_note_with_both(shown: Shown) -> None:
    """Copper Lantern's loader is claimed by two reports and is one note."""
    notes = [
        shown.note_on(path, "Copper Lantern uses the Fernwick loader")
        for path in ("cti/2026-01-07/copper-lantern-profile.md", "cti/2026-01-23/fernwick-sightings.txt")
    ]
    assert notes[0]["note_id"] == notes[1]["note_id"]
    assert notes[0]["n_reports"] == 2


_RETOLD = [
    ("cti/2026-01-19/velmora-port-intrusion.md", "31 hours"),
    ("cti/2026-01-20/harbour-watch-week-04.txt", "31 hours"),
    ("cti/2026-01-19/velmora-port-intrusion.md", "64 gigabytes"),
    ("cti/2026-01-20/harbour-watch-week-04.txt", "64 gigabytes"),
    ("cti/2026-02-05/灰潮木马更换基础设施.html", "north-sync[.]example"),
    ("cti/2026-02-06/潮信安全简讯.txt", "north-sync[.]example"),
]


@pytest.mark.parametrize("told", _rows("retold", [f"{p.split('/')[-1]}-{w}" for p, w in _RETOLD], _RETOLD))
def test_an_event_told_in_other_words_stays_on_record_from_both_sources(shown: Shown, told: tuple[str, str]) -> None:
    """Each source has a note with what both tell, and the other source has not retired it."""
    path, words = told
    notes = [note for note in shown.notes_of(path) if words in note["text"]]
    assert notes
    others = {p for p, w in _RETOLD if w == words and p != path}
    for note in notes:
        by = note["superseded_by"]
        assert by is None or not any(by == other["note_id"] for p in others for other in shown.notes_of(p))


_MODALITY = [
    (f"{kind}-{report.split('/')[-1]}-{text[:24]}", (kind, report, text)) for kind, report, text in expected.STATEMENTS
]


@pytest.mark.parametrize("row", _rows("tone", [id_ for id_, _ in _MODALITY], [row for _, row in _MODALITY]))
def test_a_statement_keeps_its_certainty_its_holder_and_its_negation(shown: Shown, row: tuple[str, str, str]) -> None:
    """Hedged, attributed, negated, denied and retracted statements are told from plain ones by their columns."""
    kind, report, text = row
    note = shown.note_on(report, text.rstrip("。."))
    statement = note["statement"]
    if kind == "hedged":
        assert note["modality"] in ("hedged", "reported")
        assert note["holder"] is None or note["holder"] in note["text"]
    elif kind == "attributed":
        assert note["modality"] in ("hedged", "reported")
        assert note["holder"]
        assert note["holder"] in text
    elif kind == "negated":
        assert note["polarity"] == "negative"
        assert note["modality"] == "asserted"
    else:
        assert statement["ends"] in {"denial": ("denied",), "retraction": ("retracted", "revoked")}[kind]


def test_no_hedged_or_unattributed_statement_retires_a_plain_one(shown: Shown) -> None:
    """What is only possible or only said leaves plain facts current."""
    for note in shown.view.notes.values():
        if note["modality"] != "asserted":
            assert all(shown.view.notes[old]["modality"] != "asserted" for old in note["supersedes"]), note["text"]


_TIMES = [
    (f"{report.split('/')[-1]}-{expression}", (report, expression, anchor, to))
    for report, expression, anchor, to in expected.TIMES
]


@pytest.mark.parametrize("row", _rows("time", [id_ for id_, _ in _TIMES], [row for _, row in _TIMES]))
def test_relative_time_resolves_against_its_anchor(shown: Shown, row: tuple[str, str, str, str]) -> None:
    """The expression stands in a fact with more than itself, and is the day, week or month that the table says."""
    report, expression, anchor, to = row
    start, end = shown.span(report, expression)
    revision = shown.sightings[report]["revision_id"]
    found = [
        (fact, temporal)
        for fact in shown.facts
        if fact["revision_id"] == revision and any(touches(one, start, end) for one in fact["evidence"])
        for temporal in fact["temporal"]
        if _share(temporal["expression"], expression) > 0.3 or temporal["expression"].rstrip(".") in expression
    ]
    told = [(f, t) for f, t in found if len(f["text"].strip("。. ")) > len(t["expression"]) + 2]
    assert told, [fact["text"] for fact, _ in found]
    for fact, temporal in told:
        if to == "unresolved":
            assert temporal["status"] == "unresolved"
            assert temporal["resolved_start"] is temporal["resolved_end"] is None
            assert fact["asserted_at_source"] == "partition"
        else:
            days = re.findall(r"\d{4}-\d{2}(?:-\d{2})?", to)
            if "week before" in to:
                assert temporal["resolved_start"] < temporal["resolved_end"] <= days[0]
            else:
                assert any(bound.startswith(day) for day in days for bound in _bounds(temporal)), temporal
            assert fact["asserted_at_source"] == anchor


def _bounds(temporal: dict[str, str | None]) -> list[str]:
    """Return a start, or an end and the day before it: "until Wednesday" ends, half-open, on Thursday."""
    start, end = temporal["resolved_start"], temporal["resolved_end"]
    if start is not None or end is None:
        return [start or ""]
    return [end, (date.fromisoformat(end[:10]) - timedelta(days=1)).isoformat()]


def test_a_temporal_expression_holds_no_punctuation_of_its_sentence(shown: Shown) -> None:
    """An expression ends where its words end."""
    loose = {
        t["expression"]
        for fact in shown.facts
        for t in fact["temporal"]
        if re.search(r"[.。,，;；!！?？]$", t["expression"])
    }
    assert not {one for one in loose if not re.search(r"\b(?:[ap]\.m|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)\.$", one)}


_NEVER = [(f"{report.split('/')[-1]}-{text}", text) for _, report, text in expected.NEVER]


@pytest.mark.parametrize("text", _rows("never", [id_ for id_, _ in _NEVER], [text for _, text in _NEVER]))
def test_a_string_that_is_no_evidence_comes_into_no_note(shown: Shown, text: str) -> None:
    """Neither the text of a note, current or not, nor a quote behind it holds the string."""
    for note in shown.view.notes.values():
        assert text not in note["text"]
        assert all(text not in one["quote"] for s in note["supports"] for one in s["evidence"]), note["text"]


_SURVIVES = [(f"{report.split('/')[-1]}-{text}", (report, text)) for report, text in expected.SURVIVES]


@pytest.mark.parametrize("row", _rows("survives", [id_ for id_, _ in _SURVIVES], [row for _, row in _SURVIVES]))
def test_true_content_beside_what_is_no_evidence_survives(shown: Shown, row: tuple[str, str]) -> None:
    """The statement is a note, in its own words."""
    report, text = row
    wanted = text.rstrip("。.").removeprefix("我")
    notes = [note["text"] for note in shown.notes_on(report, text.rstrip("。.")) if _share(note["text"], wanted) >= 0.9]
    assert notes, _texts(shown.notes_on(report, text))
    assert not [one for one in notes if re.match(r"^(?:受|曾|处|功)(?!影响)", one)], notes


@pytest.mark.parametrize("row", expected.QUARANTINE, ids=[path.split("/")[-1] for path, _ in expected.QUARANTINE])
def test_a_file_that_cannot_be_read_ends_in_quarantine_with_its_reason(shown: Shown, row: tuple[str, str]) -> None:
    """It is listed with the reason and what to do, and nothing of it is a report."""
    path, why = row
    reason = next(code for words, code in expected.QUARANTINE_REASONS.items() if words in why)
    listed = {one["path"]: one for one in shown.run.batch.lake.read_all(QUARANTINED_REPORTS).to_dicts()}
    assert listed[path]["reason"] == reason
    assert path in listed[path]["detail"]
    assert path not in {report["path"] for report in shown.view.reports().values()}


def test_only_the_files_of_the_table_are_quarantined(shown: Shown) -> None:
    """Every other file of the corpus is a report."""
    listed = set(shown.run.batch.lake.read_all(QUARANTINED_REPORTS)["path"].to_list())
    assert listed == {path for path, _ in expected.QUARANTINE}


_MASKED = [
    (f"{report.split('/')[-1]}-{text}", (why, report, text))
    for why, report, text in expected.NEVER
    if why in ("injected memories", "prompt injection")
]


@pytest.mark.parametrize("row", _rows("mask", [id_ for id_, _ in _MASKED], [row for _, row in _MASKED]))
def test_what_was_put_in_for_a_model_is_masked(shown: Shown, row: tuple[str, str, str]) -> None:
    """Injected memories and instructions lie under a mask that says which of the two they are."""
    why, path, text = row
    start, end = shown.span(path, text)
    reasons = [mask["reason"] for mask in shown.report(path)["masks"] if touches(mask, start, end)]
    assert reasons
    assert all((reason == "injected_context") == (why == "injected memories") for reason in reasons)
    assert all(reason == "injected_context" or reason.startswith("prompt_injection") for reason in reasons)


_BENIGN = ("advisories/2026-02-18/prompt-injection-in-summarisers.md", "通告/2026-02-12/提示注入风险说明.md")


@pytest.mark.parametrize("path", _BENIGN, ids=["en", "zh"])
def test_a_report_about_prompt_injection_is_read_like_any_other(shown: Shown, path: str) -> None:
    """It has no mask and gives notes, one with the very words of an attack that it quotes."""
    assert not shown.report(path)["masks"]
    assert len(shown.notes_of(path)) >= 15


_NOT_ATTACKS = [
    ("通告/2026-03-05/苇渡VPN口令泄露通告.md", "苇渡VPN客户端会把用户口令写入调试日志。"),
    ("cti/2026-02-25/pelican-loader.md", "It is reproduced here because"),
]


@pytest.mark.parametrize("row", _rows("unmasked", [path.split("/")[-1] for path, _ in _NOT_ATTACKS], _NOT_ATTACKS))
def test_true_content_beside_an_attack_is_not_masked(shown: Shown, row: tuple[str, str]) -> None:
    """A sentence about a product is no instruction, whatever it shares with one."""
    start, end = shown.span(*row)
    assert not [mask for mask in shown.report(row[0])["masks"] if touches(mask, start, end)]


_REPORTING = re.compile(r"^[^，]{0,24}(?:认为|表示|宣布|预计|要求|询问|建议|发现)。$")
_DOMAINS = sorted({path.split("/")[0] for path in expected.FILES})


@pytest.mark.parametrize("domain", _rows("lead_in", _DOMAINS, _DOMAINS))
def test_no_note_is_a_mere_lead_in(shown: Shown, domain: str) -> None:
    """A time alone, or who says something without what, is no fact."""
    lead_ins = [
        note["text"]
        for note in shown.view.current(domain, retired=True)
        if _REPORTING.match(note["text"])
        or any(len(note["text"].strip("。. ")) <= t["char_end"] - t["char_start"] for t in note["temporal"])
    ]
    assert not lead_ins


@pytest.mark.parametrize("words", _rows("misread", expected.MISREAD, expected.MISREAD))
def test_no_note_says_what_no_report_says(shown: Shown, words: str) -> None:
    """A statement that is taken out of its sentence keeps its subject, its negation and its words."""
    assert not [note["text"] for note in shown.view.notes.values() if words in note["text"]]


def test_every_file_of_the_corpus_is_in_the_table_and_every_domain_in_the_lake(shown: Shown) -> None:
    """A domain may have any name, and the table of files is complete."""
    files = {
        str(path.relative_to(shown.run.reports))
        for path in shown.run.reports.rglob("*")
        if path.is_file() and not path.name.endswith(".meta.yaml")
    }
    assert files == set(expected.FILES)
    assert {note["domain"] for note in shown.view.notes.values()} == {path.split("/")[0] for path in files}


def test_the_lake_is_whole_and_its_sums_balance(shown: Shown) -> None:
    """Every invariant holds, and every character, chunk and candidate is in exactly one bucket."""
    found = fsck(shown.run.batch.lake, shown.run.batch.rules)
    assert found.problems == []
    sums = found.sums
    assert sums.problems == []
    assert sums.characters == sums.chunk_characters
    assert sums.chunks == sum(sums.outcomes.values())
    assert sums.candidates == sums.kept + sum(sums.dropped.values()) + sum(sums.rejected.values())
    assert sum(sums.quarantined_reports.values()) == len(expected.QUARANTINE)


def test_a_second_run_changes_nothing(shown: Shown) -> None:
    """No extractor is called, no commit is made and the tables keep their versions."""
    lake = shown.run.batch.lake.root
    before = LedgerTables(lake).version()
    notes = shown.view.notes
    again = run_corpus(shown.run.reports, lake, load_settings("default"))
    assert again.tally["extractor_calls"] == 0
    assert again.tally["commits"] == 0
    assert LedgerTables(lake).version() == before
    assert LedgerView(again.lake).notes == notes


@pytest.mark.parametrize("order", ["one day a run, backward", "five days a run, shuffled"])
def test_the_order_of_runs_does_not_show(sample_run, tmp_path, order):
    """The sample corpus folded in other orders and batches of days comes to the same content hash."""
    lake = Lake(tmp_path / "lake")
    shutil.copytree(sample_run.batch.lake.root / "normalised_facts", lake.root / "normalised_facts")
    days, ledger = sample_run.batch.days(), Ledger(lake)
    if order.startswith("one"):
        runs = [[day] for day in reversed(days)]
    else:
        shuffled = random.Random(20260301).sample(days, len(days))
        runs = [shuffled[start : start + 5] for start in range(0, len(shuffled), 5)]
    for run in runs:
        ledger.reconcile(run, sample_run.batch.rules, "order", lambda: datetime(2026, 6, 1, tzinfo=UTC))
    assert ledger.digests() == Ledger(sample_run.batch.lake).digests()


def test_undoing_any_report_equals_never_having_had_it(sample_run, tmp_path):
    """For a report of every domain: all without it = the fold of the others; redo brings the same hash back."""
    lake = Lake(tmp_path / "lake")
    shutil.copytree(sample_run.batch.lake.root / "normalised_facts", lake.root / "normalised_facts")
    batch, ledger = sample_run.batch, Ledger(lake)
    now = partial(datetime, 2026, 6, 1, tzinfo=UTC)
    ledger.reconcile(batch.days(), batch.rules, "all", now)
    whole = ledger.digests()
    facts = lake.read_all(NORMALISED_FACTS).to_dicts()
    for domain in sorted({fact["domain"] for fact in facts}):
        report = min(fact["report_id"] for fact in facts if fact["domain"] == domain)
        ledger.undo("report", report, "", batch.rules, "undo", now)
        left = [from_fact(fact) for fact in facts if fact["domain"] == domain and fact["report_id"] != report]
        expected = {note.note_id: note.claim.text for note in fold(left, {}, batch.rules, {}).notes.by_id.values()}
        notes = to_frame(ledger.tables.read(NOTES)).filter(pl.col("domain") == domain)
        assert dict(notes.select("note_id", "text").rows()) == expected
        ledger.redo("report", report, batch.rules, "redo", now)
        assert ledger.digests() == whole

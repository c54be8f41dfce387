"""Nothing is lost without a trace: every chunk, candidate and reference ends in a bucket that says why."""

import pytest
from ledger_builders import make_assertion, rules
from stage_builders import ScriptedExtractor, extraction
from tiny_lake import message, put

from core.contracts.tables import CHUNK_OUTCOMES, CHUNKS, DROPPED_FACTS, EXTRACTED_FACTS, RAW_REPORTS, REJECTED_ITEMS
from core.deciding.guards import enforce
from core.extract.reader import UNRESOLVED
from core.ledger.fold import Rules, fold
from core.model import Extraction, Verdict
from core.settings import load_settings

DENSE = (
    "Grey Heron attacked Meridian Energy on 3 February 2026. Silent Heron attacked Northwind on 5 February 2026. "
    "Amber Finch attacked a port in Gdansk on 7 February 2026."
)


@pytest.mark.parametrize((), [pytest.param(id="C1-03")])
def test_a_chunk_without_facts_says_why(told):
    """Nothing to say and nothing found looked the same. The dense text gives facts, the farewell a reason."""
    told.tell("bye", "2026-02-08", "Thanks all, bye.")
    told.tell("dense", "2026-02-08", DENSE)
    settled = told.run()
    domains = {row["revision_id"]: row["domain"] for row in told.rows(RAW_REPORTS)}
    found = {domains[row["revision_id"]]: (row["outcome"], row["reason"]) for row in told.rows(CHUNK_OUTCOMES)}
    assert found == {
        "bye": ("no_facts", "nothing_durable"),
        "dense": ("extracted", None),
    }
    assert len(told.notes("dense")) == 3
    assert settled.sums.no_facts_reasons == {"nothing_durable": 1}


@pytest.mark.parametrize("outcome", ["output_too_long", "failed_contract", "failed_provider", "refused"])
def test_a_chunk_that_failed_keeps_its_range_and_makes_its_report_incomplete(told, outcome):
    """C1-05: at the floor of splitting the text was thrown away; the exit state was that of a success."""
    told.tell("cti", "2026-02-01", "| a | b | " * 48)
    settled = told.run(extractor=ScriptedExtractor(Extraction(outcome, reason="scripted")))
    (chunk,), (row,) = told.rows(CHUNKS), told.rows(CHUNK_OUTCOMES)
    assert (row["chunk_id"], row["outcome"], row["reason"]) == (chunk["chunk_id"], outcome, "scripted")
    assert (settled.sums.incomplete_reports, settled.sums.failed_chunks) == (1, 1)
    assert settled.sums.chunk_characters == settled.sums.characters
    assert settled.sums.problems == []


@pytest.mark.parametrize((), [pytest.param(id="C1-08")])
def test_each_document_of_a_batch_keeps_its_own_facts(told):
    """A loop variable was shared: all facts bore the id of the last document."""
    texts = ["Grey Heron uses the tool Kelp.", "Meridian Energy is based in Oslo.", "北辰公司的总部位于杭州。"]
    for text in texts:
        told.tell("cti", "2026-02-01", text)
    told.run()
    reports = {row["report_id"]: row["text"] for row in told.rows(RAW_REPORTS)}
    facts = told.rows(EXTRACTED_FACTS)
    assert sorted(fact["text"] for fact in facts) == sorted(texts)
    assert len({fact["report_id"] for fact in facts}) == 3
    assert all(fact["text"] in reports[fact["report_id"]] for fact in facts)


class Says:
    """A decider that always says the same."""

    name, version = "says", "1"

    def __init__(self, operation: str, target: str | None) -> None:
        self.verdict = Verdict(operation, target, "scripted")

    def decide(self, fact, candidates) -> Verdict:
        """Say it, whatever is asked."""
        return self.verdict


@pytest.mark.parametrize("operation", ["NOOP", "UPDATE", "DELETE", "FORGET"], ids=lambda word: f"C1-12 {word}")
@pytest.mark.parametrize("target", [None, "note_99", "12"], ids=lambda word: f"C5-01 {word}")
def test_a_verdict_on_nothing_is_an_addition_and_is_counted(operation, target):
    """NOOP though nothing exists, or a target that was not offered: the fact was lost."""
    ruled = Rules(Says(operation, target), enforce, lambda text: None, 3)
    facts = [make_assertion(f"subject {number}", "one", ordinal=number) for number in range(3)]
    folded = fold(facts, {}, ruled, {})
    assert [decided.verdict.operation for decided in folded.decisions] == ["ADD"] * 3
    assert [decided.verdict.defaulted for decided in folded.decisions] == [False, True, True]
    assert len(folded.notes.by_id) == 3


@pytest.mark.parametrize((), [pytest.param(id="C5-03")])
def test_a_verdict_on_an_offered_note_is_an_edge_to_that_note():
    """The link was computed, paid for, and stored to nothing."""
    facts = [make_assertion("gate", "open", day=0), make_assertion("gate", "shut", day=1)]
    folded = fold(facts, {}, rules(), {})
    old, new = folded.notes.by_id.values()
    assert (old.closing.note_id, new.supersedes) == (new.note_id, [old.note_id])


FAREWELLS = {
    "C1-03 zh": "谢谢大家，再见。",
    "C1-03 zh wishes": "感谢各位参加今天的会议，祝大家周末愉快！",
    "C1-03 zh the end": "今天就到这里，大家辛苦了，我们下周见。",
    "C1-03 en": "That is all for today, goodbye.",
    "C1-03 en wishes": "Thank you all for your time, and have a great weekend.",
    "C1-03 en greeting": "Good morning everyone and welcome.",
}


@pytest.mark.parametrize("case", FAREWELLS)
@pytest.mark.parametrize("told_as", ["report", "message"])
def test_a_farewell_is_no_fact(told, case, told_as):
    """Nothing to say became something said."""
    if told_as == "report":
        told.tell("bye", "2026-02-08", FAREWELLS[case])
    else:
        put(told.reports, {"bye/2026-02-08/a.jsonl": message("user", "2026-02-08T09:00:00Z", FAREWELLS[case], "Mara")})
    told.run()
    assert told.rows(EXTRACTED_FACTS) == []
    assert told.rows(CHUNK_OUTCOMES)[0]["reason"] == "nothing_durable"


STORY = (
    "The response team of Meridian Energy reviewed the logs of the mail gateway and of the payroll system. "
    "Silent Heron attacked Meridian Energy in April 2026.\n\nIt moved to the payroll host on 3 May."
)


def moved(told, settings=None):
    """What is said of the payroll host after the story was told."""
    told.tell("cti", "2026-05-10", STORY)
    told.run(settings=settings)
    return [text for text in told.texts() if "moved" in text]


@pytest.mark.parametrize((), [pytest.param(id="C1-15 next paragraph")])
def test_a_pronoun_in_the_next_paragraph_gets_its_name(told):
    """The pronoun resolved to nothing, and the fact was about "It"."""
    assert moved(told) == ["Silent Heron moved to the payroll host on 3 May."]


@pytest.mark.parametrize((), [pytest.param(id="C1-15")])
def test_a_pronoun_over_the_edge_of_a_chunk_gets_its_name(told):
    """The name stood in the chunk before."""
    found = moved(told, load_settings("default", {"chunk": {"max_chars": 200}}))
    assert len(told.rows(CHUNKS)) > 1
    assert found == ["Silent Heron moved to the payroll host on 3 May."]


def test_a_person_over_the_edge_of_a_chunk_of_a_message_gets_her_name(told):
    """C1-15 in a transcript: the message is longer than a chunk, and "she" stands behind the cut."""
    words = (
        "The platform team of Orchid met in Oslo and went through the list of open work, item by item, for two hours. "
        "Ana Ruiz joined the platform team in March 2026. She leads the migration of Orchid to Frankfurt."
    )
    put(told.reports, {"chat/2026-05-10/a.jsonl": message("user", "2026-05-10T09:00:00Z", words, "Mara")})
    told.run(settings=load_settings("default", {"chunk": {"max_chars": 200}}))
    assert len(told.rows(CHUNKS)) > 1
    assert "Ana Ruiz leads the migration of Orchid to Frankfurt." in told.texts()


# id → (the sentence before, the sentence with a pronoun, who it is; None: nobody can know)
EDGES = {
    "C1-15 called": (
        "The team traced the intrusion to the crew called Silent Heron.",
        "It moved to the payroll host on 3 May.",
        "Silent Heron moved to the payroll host on 3 May.",
    ),
    "C1-15 zh": (
        "银鹭组织于四月攻击了北辰公司。",
        "它于5月3日转移到工资服务器。",
        "银鹭组织于5月3日转移到工资服务器。",
    ),
    "C1-15 zh named": (
        "此次入侵由名为静默苍鹭的团伙实施。",
        "它于5月3日转移到工资服务器。",
        "静默苍鹭于5月3日转移到工资服务器。",
    ),
    "C1-15 two crews": (
        "Silent Heron and Grey Heron attacked Meridian Energy.", "It moved to the payroll host on 3 May.", None,
    ),
    "C1-15 a heading between": (
        "Silent Heron attacked Meridian Energy.\n\n## Payroll", "It moved to the payroll host on 3 May.", None,
    ),
}  # fmt: skip
FILLER = (
    "The response team of Meridian Energy reviewed the logs of the mail gateway and of the payroll system at length. "
)
FILLER_ZH = "应急小组检查了邮件网关、工资系统和门禁系统的日志，并与供应商核对了时间线，逐条确认了告警来源和处置情况。"


@pytest.mark.parametrize("case", EDGES)
def test_a_pronoun_behind_a_cut_is_named_or_flagged(told, case):
    """The chunk began with "It", and the fact was about nobody; where two may be meant, it is flagged and not named."""
    before, after, named = EDGES[case]
    filler = FILLER_ZH * 4 if "zh" in case else FILLER * 2
    told.tell("cti", "2026-05-10", f"{filler}{before}\n\n{after}")
    told.run(settings=load_settings("default", {"chunk": {"max_chars": 200}}))
    assert len(told.rows(CHUNKS)) > 1
    (fact,) = [row for row in told.rows(EXTRACTED_FACTS) if row["quote"] == after]
    assert fact["text"] == (named or after)
    assert ("unresolved_reference" in fact["tags"]) is (named is None)


# id → (text, what no fact may hold unless it is flagged): a pronoun without its name, or a wrong name in its place.
NOT_NAMED = {
    "C1-15 no antecedent": ("It moved to the payroll host on 3 May.", "It moved"),
    "C1-15 zh no antecedent": ("它于5月3日转移到工资服务器。", "它"),
    "C1-15 the report": (
        "The report names the crew Silent Heron.\n\nIt moved to the payroll host on 3 May.",
        "The report moved",
    ),
    "C1-15 zh a name and a verb": (
        "此次入侵由名为静默苍鹭的团伙实施。\n\n它于5月3日转移到工资服务器。",
        "静默苍鹭的团伙实施于",
    ),
    "C1-15 object": ("Silent Heron not only uses the tool Kelp but also sells it.", "Heron also sells it"),
    "C1-15 object of a second verb": ("Grey Heron copied the payroll files and sold them in June.", "Heron sold them"),
}


@pytest.mark.parametrize("case", NOT_NAMED)
def test_no_fact_is_about_a_bare_pronoun_or_a_wrong_name(told, case):
    """A sentence like "It moved" is a fact about nobody: it gets its name, is flagged, or is no fact."""
    text, never = NOT_NAMED[case]
    told.tell("cti", "2026-05-10", text)
    told.run()
    assert told.notes() != []
    assert [note["text"] for note in told.notes() if never in note["text"] and UNRESOLVED not in note["tags"]] == []


CHATS = {
    "C1-18": ("The staging cluster of Orchid runs PostgreSQL 16.",),
    "C1-18 zh": ("兰花项目的数据库是 PostgreSQL 16。",),
    "C1-18 the last of several": ("Hello there!", "Good morning.", "The staging cluster of Orchid runs PostgreSQL 16."),
}


@pytest.mark.parametrize("case", CHATS)
def test_a_short_chat_is_not_kept_waiting_for_more(told, case):
    """A chat below the batch size stayed in a buffer for ever: at the end of the run nothing is left over."""
    lines = [message("user", f"2026-02-03T23:5{n}:00+01:00", said, "Mara") for n, said in enumerate(CHATS[case])]
    put(told.reports, {"chat/2026-02-03/a.jsonl": "".join(lines)})
    settled = told.run()
    assert told.texts() == [CHATS[case][-1]]
    assert settled.sums.characters == settled.sums.chunk_characters
    assert settled.sums.chunks == len(told.rows(CHUNK_OUTCOMES))


@pytest.mark.parametrize((), [pytest.param(id="C9-02")])
def test_failed_attempts_count_as_calls(told):
    """Only the last attempt was in the books: here two failures and a success are three calls."""
    told.tell("cti", "2026-02-01", "Silent Heron uses the tool Kelp.")
    told.run(extractor=ScriptedExtractor(extraction("Silent Heron uses the tool Kelp.", attempts=3)))
    assert told.last.tally["extractor_calls"] == 3
    assert told.rows(CHUNK_OUTCOMES)[0]["attempts"] == 3


@pytest.mark.parametrize((), [pytest.param(id="C9-06")])
def test_a_fact_repeated_400_times_is_one_fact_and_399_drops(told):
    """A model that fell into a loop filled the table."""
    told.tell("cti", "2026-02-01", "Silent Heron uses the tool Kelp.")
    settled = told.run(extractor=ScriptedExtractor(extraction(*["Silent Heron uses the tool Kelp."] * 400)))
    assert (settled.sums.candidates, settled.sums.kept, settled.sums.dropped) == (400, 1, {"duplicate": 399})
    assert settled.sums.problems == []


@pytest.mark.parametrize((), [pytest.param(id="C9-07")])
def test_a_flood_is_capped_with_a_row_for_every_fact_that_is_left_out(told):
    """300 facts of one chunk were cut to 200 without a word."""
    lines = [f"- The CVSS score of CVE-2026-{1000 + n} is {n % 90 / 10}." for n in range(300)]
    told.tell("cti", "2026-02-01", "\n".join(lines))
    settings = load_settings("default", {"chunk": {"max_chars": 20_000}})
    settled = told.run(settings=settings)
    assert (settled.sums.chunks, settled.sums.candidates, settled.sums.kept) == (1, 300, 200)
    assert settled.sums.dropped == {"cap": 100}
    assert len({row["text"] for row in told.rows(DROPPED_FACTS)}) == 100
    assert settled.sums.problems == []


@pytest.mark.parametrize((), [pytest.param(id="C5-05")])
def test_a_bad_item_is_kept_aside_and_takes_nobody_with_it(told):
    """One item without its key took the whole reply with it."""
    told.tell("cti", "2026-02-01", "Silent Heron uses the tool Kelp.")
    answer = extraction("Silent Heron uses the tool Kelp.", rejected=[("no_text", '{"importance": 3}')])
    settled = told.run(extractor=ScriptedExtractor(answer))
    assert (settled.sums.candidates, settled.sums.kept, settled.sums.rejected) == (2, 1, {"no_text": 1})
    assert told.rows(REJECTED_ITEMS)[0]["raw"] == '{"importance": 3}'
    assert settled.sums.problems == []

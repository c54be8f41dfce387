"""What a fact says must be in its evidence: terms, the places near a quote, and what becomes of the rest."""

from datetime import UTC, datetime

import pytest
from stage_builders import chunk_row, fact_row, report_row, transcript

from core.contracts.frames import to_arrow
from core.contracts.tables import DROPPED_FACTS, NORMALISED_FACTS
from core.model import Anchor, Precision
from core.settings import load_settings
from core.stages.durable import filter_facts
from core.stages.ground import Ground
from core.stages.normalising import normalise_facts
from core.stages.support import unsaid_terms
from core.stages.support_terms import terms_of

MARCH = Anchor(datetime(2026, 3, 4, tzinfo=UTC), Precision.DAY, "document")


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The flaw affects 12 hosts.", [("number", "12")]),
        ("Dana Whitlock leads Kelp.", [("name", "Dana"), ("name", "Whitlock"), ("name", "Kelp")]),
        ("Backups are not kept in May 2026.", [("negation", "not"), ("date", "May 2026")]),
        ("Orca leads the project.", [("name", "Orca")]),
        ("Exploitation requires access.", []),
        ("百度公司有十分重要的三台主机", [("name", "百度公司"), ("number", "三")]),
        ("IBM 不受影响。", [("name", "IBM"), ("negation", "不")]),
    ],
)
def test_terms_are_numbers_names_dates_and_negations(text, terms):
    """A word with a capital for opening a sentence is no name unless a name's verb follows."""
    assert [(term.kind, term.surface) for term in terms_of(text)] == terms
    assert all(text[term.char_start : term.char_end] == term.surface for term in terms_of(text))


SAID = [
    ("It affects 12 hosts.", "It affects twelve hosts."),
    ("It affects two hosts.", "It affects 2 hosts."),
    ("It cost 1,200,000 euros.", "It cost 1.2 million euros."),
    ("合同金额为96万元。", "合同金额为九十六万元。"),
    ("It failed on 3 March 2026.", "It failed yesterday."),
    ("It failed in March 2026.", "It failed on 2026-03-02."),
    ("It was released on March 2, 2026.", "发布于2026年3月2日"),
    ("The Russian group uses Kelp.", "A group from Russia uses kelp."),
    ("It is not affected.", "It is unaffected."),
    ("该产品未受影响。", "该产品不受影响。"),
    ("The C2 is evil.example.", "The C2 is evil[.]example."),
    ("Kelp uses Ｗｒａｃｋ.", "Kelp uses Wrack."),
    ("It is not only fast.", "It is fast."),
]
UNSAID = [
    ("It affects 12 hosts.", "It affects 13 hosts.", "12"),
    ("It cost 1.2 euros.", "It cost 1.2 million euros.", "1.2"),
    ("合同金额为95万元。", "合同金额为九十六万元。", "95万"),
    ("It failed on 2 March 2026.", "It failed yesterday.", "2 March 2026"),
    ("Version 7.0.12 is fixed.", "Version 7.0.1 is fixed.", "7.0.12"),
    ("Orca leads Kelp.", "Dana leads Kelp.", "Orca"),
    ("It is not affected.", "It is affected.", "not"),
    ("该产品不受影响。", "该产品受影响。", "不"),
    ("IBM 公司发布工具。", "公司发布工具。", "IBM"),
]


@pytest.mark.parametrize(("fact", "quote"), SAID)
def test_a_term_may_be_spelled_otherwise(fact, quote):
    """In words, with another scale, in another form of date, of a relative date, or as another part of speech."""
    assert unsaid_terms(fact, [quote], MARCH) == []


@pytest.mark.parametrize(("fact", "quote", "surface"), UNSAID)
def test_a_term_that_no_span_says_is_found(fact, quote, surface):
    """Another number, version, name or date, and a negation that is not there."""
    assert [term.surface for term in unsaid_terms(fact, [quote], MARCH)] == [surface]


REPORT = """# Copper Lantern

Lead of the team: Dana Whitlock. It uses three tools.

## CVE-2026-1111

The following versions are not affected:

- Meridian 4.2
- Meridian 4.3

| Item | January | February |
|---|---|---|
| Host | alpha | beta |

The score is 7.5.
"""
CARRIED = [
    ("Copper Lantern uses three tools.", "It uses three tools.", ["Copper Lantern"]),
    ("The score of CVE-2026-1111 is 7.5.", "The score is 7.5.", ["CVE-2026-1111"]),
    ("Meridian 4.3 is not affected.", "Meridian 4.3", ["not"]),
    ("In January the host was alpha.", "| Host | alpha | beta |", ["January"]),
    ("Dana Whitlock leads a team with three tools.", "It uses three tools.", ["Dana Whitlock"]),
]


def evidence(fact, quote, text=REPORT, **columns):
    """The evidence of one fact of a report."""
    report = report_row(text, **columns)
    chunk = chunk_row(report)
    (row,) = normalise_facts(
        [fact_row(report, chunk, fact, quote=quote)], {report["revision_id"]: report}, {chunk["chunk_id"]: chunk}
    )
    to_arrow(NORMALISED_FACTS, [row])
    for one in row["evidence"]:
        assert one["match"] == "unresolved" or text[one["char_start"] : one["char_end"]] == one["quote"]
    return row["evidence"]


@pytest.mark.parametrize(("fact", "quote", "further"), CARRIED)
def test_what_a_fact_takes_from_its_surroundings_has_its_own_span(fact, quote, further):
    """A heading, the sentence before, the line that a list hangs on, the head of a table."""
    first, *others = evidence(fact, quote)
    assert (first["quote"], [one["quote"] for one in others]) == (quote, further)


def test_the_subject_of_a_chinese_fact_has_its_own_span():
    """Chinese has no capitals: whom the fact is about is what stands before the words of the quote."""
    text = "# 青鸾项目周报\n\n青鸾项目进展顺利。\n\n预算为三百万元。"
    assert [one["quote"] for one in evidence("青鸾项目的预算为三百万元。", "预算为三百万元。", text)] == [
        "预算为三百万元。", "青鸾项目",
    ]  # fmt: skip


def test_a_quote_that_leaves_words_out_has_a_span_for_each_part():
    """The longest part first."""
    found = evidence("Dana Whitlock leads and three tools are used.", "Dana Whitlock ... uses three tools.")
    assert [one["quote"] for one in found] == ["uses three tools.", "Dana Whitlock"]


def test_a_name_that_only_the_metadata_gives_is_unresolved_and_kept():
    """The title is the report's own; there are just no characters to point at."""
    found = evidence("Orca Weekly counts three tools.", "It uses three tools.", title="Orca Weekly")
    assert [(one["quote"], one["match"]) for one in found][1:] == [("Orca", "unresolved"), ("Weekly", "unresolved")]


def test_masked_text_and_an_assistants_words_support_nothing():
    """A name that stands only there is not found."""
    text, segments = transcript(("user", "We moved it.", None), ("assistant", "You moved Kelp.", None))
    report = report_row(text, segments=segments)
    start = text.index("We")
    assert Ground(report, chunk_row(report)).name("Kelp", start, start + 12) is None
    plain = report_row("Kelp. We moved it.", masks=[{"char_start": 0, "char_end": 5, "reason": "x"}])
    assert Ground(plain, chunk_row(plain)).name("Kelp", 6, 18) is None


WRONG = [
    ("The score is 9.5.", "number-not-in-evidence", "number '9.5'"),
    ("The score of Orca is 7.5.", "name-not-in-evidence", "name 'Orca'"),
    ("The score on 5 May 2025 is 7.5.", "date-not-in-evidence", "date '5 May 2025'"),
]


def filtered(text, extractor="instructor/1", quote="The score is 7.5.", **extract):
    """The kept and dropped rows of one fact."""
    report = report_row("Kelp is out. The score is 7.5. It spreads.")
    chunk = chunk_row(report)
    fact = fact_row(report, chunk, text, quote=quote, extractor=extractor)
    kept, dropped = filter_facts(
        [fact], {report["revision_id"]: report}, {chunk["chunk_id"]: chunk},
        load_settings("default", {"extract": extract}),
    )  # fmt: skip
    to_arrow(DROPPED_FACTS, dropped)
    return kept, dropped


@pytest.mark.parametrize(("text", "rule", "detail"), WRONG)
def test_a_models_fact_that_says_more_than_its_evidence_is_dropped(text, rule, detail):
    """With the rule and what exactly is in no span."""
    kept, (row,) = filtered(text)
    assert kept == []
    assert (row["reason"], row["source"], row["rule_id"]) == ("unsupported", "unsupported", rule)
    assert row["detail"] == f"{detail}: in no evidence span"


def test_a_negation_that_the_text_does_not_hold_drops_a_fact():
    """The polarity of a fact may not be turned round."""
    _, (row,) = filtered("The score is not 7.5.")
    assert row["rule_id"] == "negation-not-in-evidence"


@pytest.mark.parametrize("text", [case[0] for case in WRONG])
def test_unsupported_facts_can_be_kept(text):
    """Then they say what nothing supports."""
    assert len(filtered(text, unsupported="keep")[0]) == 1


def test_a_kept_fact_names_what_nothing_supports():
    """As evidence without a span."""
    found = evidence("The score is 9.5.", "The score is 7.5.")
    assert [(one["quote"], one["match"]) for one in found] == [("The score is 7.5.", "exact"), ("9.5", "unresolved")]


def test_a_quote_that_is_nowhere_can_be_kept_too():
    """Else the detail of the drop shows it."""
    _, (row,) = filtered("The score is 7.5.", quote="No such words.")
    assert (row["rule_id"], row["detail"]) == ("quote-not-in-chunk", "'No such words.' is not in its chunk")
    assert len(filtered("The score is 7.5.", quote="No such words.", unsupported="keep")[0]) == 1

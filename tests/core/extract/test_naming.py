"""What a report is about, and whose a property is."""

import pytest

from core.extract.naming import Names, key_owner, named_value, names_of, naming_kind, with_owner
from core.extract.subjects import is_generic
from core.model import Chunk, ChunkInput


def _names(title, text):
    return names_of(ChunkInput("chk", text, Chunk(0, 0, len(text)), (), (), title, "und", None))


@pytest.mark.parametrize(
    ("title", "text", "subject", "leading"),
    [
        (
            "Actor profile: Silent Heron",
            "Silent Heron is a group. Silent Heron left Oslo.",
            "Silent Heron",
            "Silent Heron",
        ),
        ("Bank of Norland: rate cut", "The Council of the Bank of Norland met.", "Bank of Norland", "Bank of Norland"),
        ("BANK OF NORLAND", "The Bank of Norland met.", "Bank of Norland", "Bank of Norland"),
        ("Bypass in Kelp Gate (CVE-2031-1007)", "Kelp Gate. Kelp Gate.", "CVE-2031-1007", "Kelp Gate"),
        ("Weekly notes", "Nothing of note.", "Weekly notes", ""),
        ("Kelp meets Reef", "Kelp and Reef. Kelp and Reef.", "Kelp", ""),
        ("海带木马第三次预警", "海带木马再次更新。海带木马很活跃。", "海带木马", "海带木马"),
        ("关于海带项目立项的通知", "同意海带项目立项。海带项目由王峰负责。", "海带项目", "海带项目"),
        ("北港云通报（第一号）", "事件名称：北港云断网事件\n状态：处理中\n", "北港云断网事件", "北港云断网事件"),
        ("海带漏洞通告（KLSA-2031-0107）", "无。", "KLSA-2031-0107", ""),
        ("Fish", "Malware: Kelp\nSeverity: high\n", "Kelp", "Kelp"),
    ],
)
def test_a_report_is_about_what_its_lines_or_its_title_name(title, text, subject, leading):
    """A naming line, an identifier, a name that comes up again, else the title; only a sure name leads."""
    names = _names(title, text)
    assert (names.subject, names.leading) == (subject, leading)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("The policy rate is 3.25%.", "The policy rate of the Bank of Norland is 3.25%."),
        ("The growth forecast for 2031 is 1.1%.", "The growth forecast of the Bank of Norland for 2031 is 1.1%."),
        ("The fixed version is 4.2.", "The fixed version of Kelp Gate is 4.2."),
        ("The CVSS score is 7.5.", "The CVSS score of CVE-2031-1007 is 7.5."),
        ("The policy rate of Reef Bank is 2%.", "The policy rate of Reef Bank is 2%."),
        ("The weather is fine.", "The weather is fine."),
        ("修复版本为3.5。", "Kelp Gate的修复版本为3.5。"),
        ("受影响的版本是3.0。", "Kelp Gate受影响的版本是3.0。"),
        ("修复版本的说明见下。", "修复版本的说明见下。"),
    ],
)
def test_a_property_without_an_owner_gets_the_one_that_is_possible(statement, told):
    """Only the owner is added; a statement that has one, or is no property, stays."""
    names = Names("x", "x", "Bank of Norland", "CVE-2031-1007", "Kelp Gate", with_article=True)
    assert with_owner(statement, names) == told
    assert with_owner(statement, Names()) == statement


@pytest.mark.parametrize(
    ("key", "owner"),
    [
        ("CVSS score", "CVE-2031-1007"),
        ("危害等级", "CVE-2031-1007"),
        ("Status", "CVE-2031-1007"),
        ("Fixed version", "Kelp Gate"),
        ("受影响版本", "Kelp Gate"),
        ("Release date", "KLSA-2031-01"),
        ("Vendor", "Heading"),
    ],
)
def test_the_rows_of_a_list_belong_to_the_things_that_it_names(key, owner):
    """A score is the flaw's, a version the product's, a date the report's, the rest the heading's."""
    names = Names("KLSA-2031-01", "KLSA-2031-01")
    assert key_owner(key, names, {"flaw": "CVE-2031-1007", "product": "Kelp Gate"}, "Heading") == owner


@pytest.mark.parametrize(
    ("key", "value", "kind", "name"),
    [
        ("Product", "Kelp Gate", "product", "Kelp Gate"),
        ("事件名称", "北港云断网事件", "thing", "北港云断网事件"),
        ("漏洞编号", "CVE-2031-1007", "flaw", "CVE-2031-1007"),
        ("Product", "Kelp, Reef", "product", ""),
        ("CVE", "CVE-2031-1007 and CVE-2031-1008", "flaw", ""),
        ("Severity", "High", "", "High"),
    ],
)
def test_a_naming_line_gives_one_name_or_none(key, value, kind, name):
    """Several values name nothing."""
    assert naming_kind(key) == kind
    assert named_value(kind, value) == name


@pytest.mark.parametrize(
    ("heading", "generic"),
    [
        ("一、基本信息", True),
        ("2.1 主要变化", True),
        ("决议内容", True),
        ("Key facts", True),
        ("Summary", True),
        ("海带木马", False),
        ("Kelp Mail Server X200", False),
        ("CVE-2031-1007", False),
    ],
)
def test_a_heading_of_a_part_is_no_subject(heading, generic):
    """Numbers and words such as 信息 or facts show that a heading names a part of the report."""
    assert is_generic(heading) is generic

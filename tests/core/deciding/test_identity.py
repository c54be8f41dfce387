"""Which claims of two reports can be about one thing, and what of a thing lasts between them."""

import pytest

from core.deciding import RulesDecider, enforce
from core.deciding.identity import is_identified, may_meet
from core.deciding.lasting import may_change, tells_a_change
from core.deciding.terms import claim_terms

NAMED = [
    "Kelp infected 3 hosts.",
    "Silent Heron hit the port of Orsk.",
    "The Kelp backup server keeps copies of each file.",
    "The owner of Kelp has approved the plan.",
    "Hosts of Kelp connect to one server.",
    "In March 2026 Kelp was observed.",
    "On 2026-05-02 the Kelp portal was closed.",
    "Kelp, once called Wrack, was seen in Lund.",
    "Wrack ransomware encrypts files.",
    "Bones is a television series.",
    "Tool is a film.",
    "``Orsk`` is a song.",
    "CVE-2024-1234 was found by a student.",
    "The status of Kelp is offline.",
    "Kelp — Status: offline",
    "I live in Orsk.",
    "海带感染了三台主机。",
    "2026年3月，银鹭攻击了两家银行。",
    "Kelp受该漏洞影响。",
    "On 2026-05-02 the 海带 portal was closed.",
]
BARE = [
    "The group is active.",
    "The loader is offline.",
    "It was seen in Lund.",
    "Updates are now available for all release lines.",
    "Releases will be available on 5 July 2026.",
    "Two high severity issues.",
    "Attackers used stolen keys.",
    "Inflation fell to 2.6%.",
    "Exports were weak.",
    "All versions of 14.x are affected.",
    "Lack of monitoring on servers.",
    "If the link points to a file, scan the file.",
    "No public exploits are known.",
    "We moved our mail to another host.",
    "The lead is Ana.",
    "Summary — Status: open",
    "Key facts — Status: open",
    "Northwind weekly bulletin — Status: open",
    "一、基本信息 — 状态：修复中",
    "主要变化 — 当前版本：1.2.0",
    "该组织仍处于活跃状态。",
    "攻击者利用该漏洞获取权限。",
    "海带事件通报（第一号） — 状态：处理中",
    "新版本自5月2日起提供。",
]


@pytest.mark.parametrize("text", NAMED)
def test_a_named_subject_is_identified(text, claim):
    """A name, an identifier or the speaker is the same in every report."""
    assert is_identified(claim(text))


@pytest.mark.parametrize("text", BARE)
def test_a_bare_subject_is_not(text, claim):
    """A heading, a bare noun, a series of documents or nothing is another thing in another report."""
    assert not is_identified(claim(text))


@pytest.mark.parametrize("text", BARE)
def test_bare_statements_of_two_reports_are_never_merged(text, claim, candidate):
    """The same words in two reports are two facts when nothing tells their subjects apart."""
    fact, offered = claim(text), [candidate(text)]
    assert enforce(fact, offered, RulesDecider().decide(fact, offered)).operation == "ADD"


@pytest.mark.parametrize("text", [text for text in BARE if "yesterday" not in text])
def test_in_one_report_they_are(text, claim, candidate):
    """A later revision that says the same says nothing new."""
    fact, offered = claim(text, report="r", revision="r 2"), [candidate(text, report="r", revision="r 1")]
    assert enforce(fact, offered, RulesDecider().decide(fact, offered)).operation == "NOOP"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Attackers exploit CVE-2024-1234.", "Attackers exploit CVE-2024-1234.", True),
        ("Attackers exploit CVE-2024-1234.", "Attackers exploit CVE-2024-1235.", False),
        ("It connects to evil[.]example.", "The loader connects to evil.example", True),
        ("It uses T1059.001.", "It uses T1059.001.", False),  # a technique is used by many
        ("Kelp is offline.", "The service is offline.", False),
    ],
)
def test_one_identifier_lets_bare_subjects_meet(first, second, expected, claim):
    """Only what names one thing in the whole world does."""
    assert may_meet(claim(first), claim(second, id="other")) is expected


LASTING = [
    ("CVE-2024-1234 — CVSS score: 7.5", "CVE-2024-1234 — CVSS score: 9.8", True),
    ("Kelp Mail — CVSS score: 7.5", "Kelp Mail — CVSS score: 9.8", False),  # two flaws of one product
    ("The Kelp flaw is rated high.", "The Kelp flaw is rated critical.", True),
    ("The fixed version of Kelp is 2.1.", "The fixed version of Kelp is 2.2.", True),
    ("Kelp — Fixed versions: 2.1 2.3 2.7", "Kelp — Fixed versions: 3.4 (LTS)", False),
    ("KELP-2026-0107 — Released: 2026-05-02", "KELP-2026-0107 — Released: 2026-06-09", True),
    ("Bank of Orsk — Published: 2026-05-02", "Bank of Orsk — Published: 2026-06-09", False),
    ("Kelp has 3 vulnerabilities.", "Kelp has 5 vulnerabilities.", False),
    ("Kelp has 300 employees.", "Kelp has 500 employees.", True),
    (
        "Kelp — Summary: A flaw in the parser lets a remote user read files of the server without a password.",
        "Kelp — Summary: Wrong checks of the upload form allow signed-in people to run commands as root.",
        False,
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), LASTING)
def test_what_lasts_between_two_reports(old, new, expected, claim, candidate):
    """A later report retires the value of an attribute that lasts; within one report any value may change."""
    fact, note = claim(new), claim(old, id="note", day=0)
    assert may_change(fact, note, claim_terms(fact), claim_terms(note)) is expected
    operation = RulesDecider().decide(fact, [candidate(old)]).operation
    assert operation == ("UPDATE" if expected else "ADD")
    revised = claim(new, report="r", revision="r 2")
    offered = [candidate(old, report="r", revision="r 1")]
    assert RulesDecider().decide(revised, offered).operation == "UPDATE"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Kelp 14 is vulnerable to two high severity issues.", "Kelp 14 is vulnerable to three high severity issues."),
        ("Kelp 14 is vulnerable to one high issue.", "Kelp 14 is vulnerable to one low issue."),
        ("All versions of Kelp 8 are impacted.", "All versions of Kelp 8 are impacted via Wrack 1.0."),
        ("Releases of Kelp are available on 2 May 2026.", "Releases of Kelp are available on 9 June 2026."),
        ("Kelp displays the cache.", "Kelp displays and changes the cache of the host."),
        ("is a backdoor written in Go by Silent Heron.", "Kelp is a backdoor written in Go by Silent Heron."),
        ("海带有三个高危漏洞。", "海带有五个高危漏洞。"),
    ],
)
def test_events_of_two_reports_retire_nothing(old, new, claim, candidate):
    """Counts of flaws, announcements and what merely says more stand beside one another."""
    fact, offered = claim(new), [candidate(old)]
    assert enforce(fact, offered, RulesDecider().decide(fact, offered)).operation == "ADD"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lead is now Bo", True),
        ("The lead is Bo.", False),
        ("The central bank raised the policy rate to 4%.", True),
        ("We switched to Linear in May.", True),
        ("We use Linear.", False),
        ("政策利率由4%下调至3%。", True),
        ("政策利率为3%。", False),
    ],
)
def test_a_change_of_what_a_domain_has_once_is_told(text, expected, claim):
    """A bare "the lead" is one of many unless the text says that it changed."""
    assert tells_a_change(claim(text)) is expected

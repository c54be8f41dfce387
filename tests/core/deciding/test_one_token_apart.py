"""Three hundred pairs of facts one token apart: none of them is ever the same fact."""

import itertools

import pytest

from core.deciding import RulesDecider, enforce

_NAMES = ["Kelp", "Orsk", "Silent Heron", "海带", "银鹭"]
_TEMPLATES = {
    "number": (
        [
            "The {0} backup server keeps {1} copies of each file.",
            "{0} infected {1} hosts in one night.",
            "{0} has a CVSS score of {1}.",
            "Operators of {0} stole {1} GB of data.",
            "{0}感染了{1}台主机。",
            "{0}项目有{1}名成员。",
            "{0} — CVSS score: {1}",
            "{0} — 预算：{1}",
        ],
        [("3", "4"), ("7.5", "9.8"), ("120", "210")],
    ),
    "date": (
        [
            "{0} had an outage on {1}.",
            "{0} will launch on {1}.",
            "On {1} the {0} portal was closed.",
            "{0}于{1}发生故障。",
            "{0}将于{1}上线。",
            "{0} — Release date: {1}",
            "{0} — 发布日期：{1}",
        ],
        [("2026-05-02", "2026-06-09"), ("2025-12-31", "2026-12-31")],
    ),
    "version": (
        [
            "{0} is fixed in version {1}.",
            "{0} version {1} is affected by the flaw.",
            "The agent of {0} was updated to version {1}.",
            "{0}已在{1}版本中修复。",
            "{0}受影响的版本为{1}。",
            "{0} — Fixed in: {1}",
        ],
        [("2.1.0", "2.1.1"), ("10.4.2", "10.4"), ("2.1", "2.10")],
    ),
    "id": (
        [
            "{0} exploits {1} to gain access.",
            "{1} was found in {0}.",
            "{0}利用{1}获取权限。",
            "{0} — C2 domain: {1}",
            "Hosts of {0} connect to {1}.",
            "{1}属于{0}。",
        ],
        [
            ("CVE-2024-1234", "CVE-2024-1235"),
            ("evil[.]example", "evil2[.]example"),
            ("192.0.2.7", "192.0.2.8"),
            ("T1059.001", "T1059.003"),
        ],
    ),
    "negation": (
        [
            "{0} is {1}affected by the flaw.",
            "The owner of {0} has {1}approved the plan.",
            "{0} does {1}use the old key.",
            "{0}{2}受该漏洞影响。",
            "{0}的负责人{2}批准该计划。",
            "{0}的补丁{2}修复该缺陷。",
        ],
        [("", "not ")],
    ),
}


def _pairs():
    for kind, (templates, changes) in _TEMPLATES.items():
        for template, (old, new), name in itertools.product(templates, changes, _NAMES):
            zh_old, zh_new = ("", "未") if kind == "negation" else (old, new)
            yield kind, template.format(name, old, zh_old), template.format(name, new, zh_new)


PAIRS = list(_pairs())


def test_there_are_three_hundred_pairs():
    """The set is as large as its promise, and no pair is a pair of equals."""
    assert len(PAIRS) >= 300
    assert all(old != new for _, old, new in PAIRS)


@pytest.mark.parametrize("kind", sorted(_TEMPLATES))
@pytest.mark.parametrize("forwards", [True, False])
def test_none_is_merged(kind, forwards, claim, candidate):
    """Neither the decider nor the guards call two facts the same that differ in one hard token."""
    for _, first, second in (pair for pair in PAIRS if pair[0] == kind):
        old, new = (first, second) if forwards else (second, first)
        fact, offered = claim(new), [candidate(old)]
        verdict = enforce(fact, offered, RulesDecider().decide(fact, offered))
        assert verdict.operation != "NOOP", (old, new, verdict.reason)


@pytest.mark.parametrize("kind", sorted(_TEMPLATES))
def test_each_side_is_merged_with_itself(kind, claim, candidate):
    """The same sentence from another report is the same fact, so the test above is not won by adding."""
    for _, text, _ in (pair for pair in PAIRS if pair[0] == kind):
        fact, offered = claim(text), [candidate(text)]
        assert enforce(fact, offered, RulesDecider().decide(fact, offered)).operation == "NOOP", text

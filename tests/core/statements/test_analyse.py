"""Statements of whole texts: key-value entries, tone, endings, and linear time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statements import analyse, replacement, without_ending

KEY_VALUES = [
    ("Kelp — CVSS v3 base score: 7.50", ("kelp", "cvss_score", "7.5", "number")),
    ("The Kelp service — Fixed in: v7.0.14.", ("kelp service", "fixed_version", "7.0.14", "version")),
    ("海带 — 负责人：张三", ("海带", "owner", "张三", "name")),
    ("海带——状态：已解决", ("海带", "status", "resolved", "level")),
    ("Kelp — 状态：Fixed", ("kelp", "status", "fixed", "level")),
    ("Kelp — Severity: 严重", ("kelp", "severity", "critical", "level")),
    ("Kelp — Release date: 2 May 2026", ("kelp", "release_date", "2026-05-02", "date")),
    ("海带 — 上线日期：2026年5月2日", ("海带", "launch_date", "2026-05-02", "date")),
    ("Kelp — Affected versions: <= 1.2", ("kelp", "affected_versions", "<=1.2", "text")),
    ("Kelp — C2 domain: evil[.]example", ("kelp", "c2_domain", "evil.example", "name")),
    ("The CVE-2024-1234 flaw — Colour: Blue", ("cve-2024-1234", "colour", "blue", "text")),
    ("Kelp's — Owner: Ana", ("kelp", "owner", "ana", "name")),
    ("Fancy Bear — Status: active", ("apt28", "status", "active", "level")),
    ("CVE-2024-1 — Fix: Kelp A Firmware: 3 or later", ("cve-2024-1", "fix / kelp a", "3 or later", "text")),
    ("Status: Affected", ("", "status", "affected", "level")),
]


@pytest.mark.parametrize(("text", "expected"), KEY_VALUES)
def test_key_value_entries(text, expected):
    """Subject, slot, value and its kind are canonical."""
    statement = analyse(text, "en")
    assert (statement.subject, statement.slot, statement.value, statement.value_kind) == expected


@pytest.mark.parametrize(
    ("text", "polarity", "modality", "holder", "ends"),
    [
        ("There is no need to retry.", "negative", "asserted", None, ""),
        ("It is not only fast but also small.", "positive", "asserted", None, ""),
        ("该组织没有使用该漏洞。", "negative", "asserted", None, ""),
        ("他不仅修复了漏洞，还更新了文档。", "positive", "asserted", None, ""),
        ("According to CISA, Kelp spreads.", "positive", "reported", "CISA", ""),
        ("The vendor said that Kelp may spread.", "positive", "hedged", "The vendor", ""),
        ("据称该服务已停止运营。", "positive", "reported", None, "ended"),
        ("It takes no longer than a day.", "negative", "asserted", None, ""),
        ("Kelp launched in May 2026.", "positive", "asserted", None, ""),
    ],
)
def test_tone_of_a_text(text, polarity, modality, holder, ends):
    """Polarity, modality with its holder, and endings are read from every text."""
    found = analyse(text, "und")
    assert (found.polarity, found.modality, found.holder, found.ends) == (polarity, modality, holder, ends)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The fixed version of Kelp is 2.1.", "Kelp — Fixed in: 2.1"),
        ("Kelp is fixed in version 2.1.", "Kelp — 修复版本：2.1"),
        ("Kelp is led by Bo.", "As of May 2026, Bo leads Kelp."),
        ("According to Acme, the severity of CVE-2024-1 is high.", "CVE-2024-1 is rated high."),
        ("海带的负责人是张三。", "海带项目由张三负责。"),
    ],
)
def test_forms_of_one_statement_agree(first, second):
    """Different forms of one statement have one subject, slot and value."""
    one, two = analyse(first, "en"), analyse(second, "en")
    assert (one.subject, one.slot, one.value) == (two.subject, two.slot, two.value)
    assert one.slot


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("The attack is offline.", ""),
        ("It is offline.", ""),
        ("I live in Orsk.", "user"),
        ("银鹭 — 状态：活跃", "银鹭"),
    ],
)
def test_subjects_that_name_nothing_are_empty(text, subject):
    """Pronouns and descriptions local to a report are no subject; the first person is the user."""
    assert analyse(text, "en").subject == subject


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kelp moved from MySQL to SQLite in May.", ("kelp", "mysql", "sqlite")),
        ("Kelp now uses Linear instead of Jira.", ("kelp", "jira", "linear")),
        ("海带已从MySQL迁移到SQLite。", ("海带", "mysql", "sqlite")),
        ("Kelp uses SQLite.", None),
    ],
)
def test_replacements(text, expected):
    """Sentences that name the old and the new value give both."""
    assert replacement(text) == expected


def test_without_ending_is_the_claim_itself():
    """What was denied is left when the denial is taken off."""
    assert without_ending("Acme denied that Kelp is offline.") == "Kelp is offline."


@given(st.text(max_size=200), st.sampled_from(["en", "zh", "und"]))
def test_any_text_has_a_statement(text, language):
    """No text raises, and the same text has the same statement."""
    assert analyse(text, language) == analyse(text, language)


@pytest.mark.parametrize(
    "unit", ["a ", "is ", "的", "of ", "— ", ": ", "not ", "由", "said that ", "1 ", "据", "x's ", "May "]
)
def test_time_grows_linearly(unit):
    """Four times the text takes far less than sixteen times the time, on text made to hurt."""

    def seconds(count):
        text = unit * count
        started = time.perf_counter()
        analyse.__wrapped__(text, "en")
        return time.perf_counter() - started

    small = min(seconds(4_000) for _ in range(3))
    large = min(seconds(16_000) for _ in range(3))
    assert large < 10 * small + 0.05
    assert min(seconds(290 // len(unit)) for _ in range(3)) < 0.05

"""Readings: sentence forms in other clothes, what is left over, subjects that are headings, and wares."""

import pytest

from core.statements import analyse, is_generic, is_series, left_behind, opens_bare, read
from core.statements.keys import qualified, title_key
from core.statements.numbers import in_digits
from core.statements.wares import thing_key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CVE-2024-1234 has a CVSS score of 9.1, as published by Acme.", ("cve-2024-1234", "cvss_score", "9.1")),
        ("Acme sets the severity of CVE-2024-1234 to High.", ("cve-2024-1234", "severity", "high")),
        ("The policy rate of Orsk Bank was lowered from 4% to 3.5% on 2 May.", ("orsk bank", "policy_rate", "3.5 %")),
        ("The C2 domain of Kelp2 is now evil[.]example.", ("kelp2", "c2_domain", "evil.example")),
        ("The growth forecast for 2026 is 1.1%.", ("", "growth forecast 2026", "1.1 %")),
        ("The growth forecast of Norland for 2026 is 1.1%.", ("norland", "growth forecast 2026", "1.1 %")),
        ("The budget of Kelp is 480,000 dollars.", ("kelp", "budget", "480000 usd")),
        ("Kelp — Fixed in: none", ("kelp", "fixed_version", "none")),
        ("A flaw in Kelp (CVE-2024-1234) — Fixed in: 4.2", ("cve-2024-1234", "fixed_version", "4.2")),
        ("KELP-SA-2026-07: A flaw in Wrack — Revision: 2", ("kelp-sa-2026-07", "revision", "2")),
        ("Actor profile: Silent Heron — Status: active", ("silent heron", "status", "active")),
        ("一、基本信息 — 状态：修复中", ("", "status", "being fixed")),
        ("央行的政策利率为1.75%，比上月低0.15个百分点。", ("policy_rate", "policy_rate", "1.75 %")),
        ("因为迁移需要时间，海带的上线日期调整为2026年3月30日。", ("海带", "launch_date", "2026-03-30")),
        ("数据库方面，海带项目使用MySQL，版本是8.4。", ("海带", "database", "mysql")),
        ("人事已定：张三调往别处，李四接任海带项目负责人。", ("海带", "owner", "李四")),
        ("如果张三离开，李四接任海带项目负责人。", ("", "", "")),
        ("What is new", ("", "", "")),
        ("海带的签名检查被人为关闭", ("", "", "")),
        ("海带的负责人为李薇。", ("海带", "owner", "李薇")),
    ],
)
def test_statement_of_a_text(text, expected):
    """Tails, reasons in front, years, headings and quotation marks do not hide subject, slot and value."""
    found = analyse(text, "und")
    assert (found.subject, found.slot, found.value) == expected


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Bo leads Kelp.", ""),
        ("Bo leads Kelp until the end of the pilot.", "until the end of the pilot"),
        ("Kelp uses SQLite with five nodes.", "with five nodes"),
        ("The severity of Kelp is high, which surprised the vendor.", "which surprised the vendor"),
        ("Kelp — Status: open", ""),
    ],
)
def test_what_a_clause_says_beyond_its_value(text, rest):
    """A time, a condition or a remark is kept apart from the value."""
    assert read(text, "en").rest == rest


def test_a_clause_that_takes_back_is_not_cut_off():
    """What stands before "but" is not read as the whole."""
    assert not read("The severity of Kelp is high, but only on old hosts.", "en").slot


@pytest.mark.parametrize(
    "words", ["Summary", "Key facts", "Rates", "Affected products", "一、基本信息", "主要变化", "（二）影响"]
)
def test_headings_name_nothing(words):
    """A heading stands in every report."""
    assert is_generic(words)
    assert title_key(words) == ""


@pytest.mark.parametrize(
    "words", ["Kelp", "Project Kelp", "Kelp service", "海带", "银鹭组织", "CVE-2024-1234", "7-Zip"]
)
def test_names_are_not_generic(words):
    """A name beside a common noun is a name."""
    assert not is_generic(words)


def test_series_and_bare_openings():
    """Kinds of document that come again, and Chinese texts that open without a name."""
    assert is_series("Orsk weekly bulletin")
    assert is_series("海带事件通报（第二号）")
    assert not is_series("Kelp")
    assert opens_bare("该组织很活跃")
    assert not opens_bare("银鹭很活跃")


@pytest.mark.parametrize(
    ("subject", "slot", "expected"),
    [
        ("2026", "growth", ("", "growth 2026")),
        ("norland for 2026", "growth", ("norland", "growth 2026")),
        ("kelp 2.0", "owner", ("kelp 2.0", "owner")),
        ("海带", "预算", ("海带", "预算")),
    ],
)
def test_a_year_belongs_to_the_slot(subject, slot, expected):
    """A forecast for a year is another attribute than the one for the next."""
    assert qualified(subject, slot) == expected


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("三百二十万元", "3200000元"),
        ("一亿二千万元", "120000000元"),
        ("两千家", "2000家"),
        ("三家", "三家"),
        ("元旦", "元旦"),
    ],
)
def test_chinese_amounts(text, digits):
    """Numerals with a scale become digits; a lone digit may be part of a word."""
    assert in_digits(text) == digits


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("the Kelp loader", "kelp"),
        ("tool Kelp", "kelp"),
        ("海带后门", "海带"),
        ("Fancy Bear", "apt28"),
        ("SQLite", "sqlite"),
    ],
)
def test_keys_of_tools(text, key):
    """Article and class noun are no part of a tool's name."""
    assert thing_key(text) == key


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Kelp rents servers in Orsk and no longer in Lund.", "in Lund"),
        ("海带在北山部署，而不再在海州。", "在海州"),
        ("Kelp no longer rents servers.", ""),
    ],
)
def test_what_is_left_behind(text, left):
    """The place or means that no longer holds, where a sentence gives the new one too."""
    assert left_behind(text) == left


@pytest.mark.parametrize(
    ("text", "polarity", "modality", "holder", "ends"),
    [
        ("It is possible that both run on one host.", "positive", "hedged", None, ""),
        ("It cannot be excluded that Kelp spreads.", "positive", "hedged", None, ""),
        ("不能排除海带会传播。", "positive", "hedged", None, ""),
        ("据称，已有两家企业受害，不过未能核实。", "positive", "reported", None, ""),
        ("据海州晚报报道，银鹭已撤离。", "positive", "reported", "海州晚报", ""),
        ("We may extend that, but nobody has asked for it.", "positive", "hedged", None, ""),
        ("Kelp does not spread, but it steals mail.", "negative", "asserted", None, ""),
        ("Acme denied that it paid.", "negative", "reported", "Acme", "denied"),
        ("海州港否认支付了赎金。", "negative", "reported", "海州港", "denied"),
        ("局长在会上否认了此事。", "negative", "reported", "局长", "denied"),
        ("Kelp does not use MySQL any more.", "negative", "asserted", None, "ended"),
        ("No fixed version of Kelp is available.", "positive", "asserted", None, ""),
        ("The gate denied access to Bo.", "positive", "asserted", None, ""),
    ],
)
def test_tone(text, polarity, modality, holder, ends):
    """Hedges, hearsay, denials and endings in both languages; a negation ends at "but"."""
    found = analyse(text, "und")
    assert (found.polarity, found.modality, found.holder, found.ends) == (polarity, modality, holder, ends)


def test_what_somebody_retracts_is_not_somebody():
    """Who has retracted a report has not ended."""
    assert analyse("Acme has retracted the report.", "en").subject == ""
    assert analyse("The Kelp service has ended.", "en").subject == "kelp service"

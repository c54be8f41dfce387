"""Pairs of facts that are one token apart, and what must become of the later one.

``ROWS`` are written by hand: a sentence form, the values that stand in it in turn, the operation on the
earlier fact when the later one arrives, and why. ``pairs`` sets every form to every subject and value.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

UPDATE, DELETE, ADD = "UPDATE", "DELETE", "ADD"
ANY = ""  # whatever is decided, the two are not the same fact
LATIN = ("Kelp", "Silent Heron")
HAN = ("海带", "银鹭")


class Row(NamedTuple):
    """A form with ``{0}`` for the subject and ``{1}`` for the value; ``values`` are (earlier, later)."""

    kind: str
    operation: str
    why: str
    values: tuple[tuple[str, str], ...]
    forms: tuple[str, ...]


class Pair(NamedTuple):
    """Two facts one token apart."""

    kind: str
    operation: str
    why: str
    earlier: str
    later: str


def pairs() -> Iterator[Pair]:
    """Yield every pair, in the order of the rows."""
    for row in ROWS:
        for form, (old, new) in product(row.forms, row.values):
            for name in HAN if any("\u3400" <= char <= "\u9fff" for char in form) else LATIN:
                yield Pair(row.kind, row.operation, row.why, form.format(name, old), form.format(name, new))


ROWS: tuple[Row, ...] = (
    Row(
        "number",
        UPDATE,
        "how many of a thing its owner has, and what a thing measures or costs, is one number at a time",
        (("3", "4"), ("120", "210")),
        (
            "The {0} backup server keeps {1} copies of each file.",
            "{0} has {1} branch offices.",
            "The {0} cluster runs on {1} nodes.",
            "The monthly fee of {0} is {1} dollars.",
            "{0} employs {1} people.",
            "{0} — Budget: {1}",
            "{0}项目有{1}名成员。",
            "{0}集群由{1}台服务器组成。",
            "{0}的月费为{1}元。",
            "{0}平台支持{1}种语言。",
            "{0} — 预算：{1}",
        ),
    ),
    Row(
        "number",
        ADD,
        "two happenings, each with its own figure",
        (("3", "4"), ("120", "210")),
        (
            "{0} encrypted {1} hosts in one night.",
            "Operators of {0} stole {1} GB of data.",
            "{0}一夜之间加密了{1}台主机。",
            "{0}窃取了{1}GB数据。",
        ),
    ),
    Row(
        "score",
        UPDATE,
        "a flaw has one score",
        (("7.5", "9.8"), ("5.3", "5.4")),
        ("The flaw CVE-2026-1111 in {0} has a CVSS score of {1}.", "{0}漏洞CVE-2026-1111的CVSS评分为{1}。"),
    ),
    Row(
        "unit",
        UPDATE,
        "one measure of one thing, in another unit that is no conversion",
        (("30 days", "30 hours"), ("2 weeks", "2 months")),
        (
            "The retention period of {0} is {1}.",
            "{0} keeps its audit logs for {1}.",
            "{0} — Retention: {1}",
        ),
    ),
    Row(
        "unit",
        UPDATE,
        "one measure of one thing, in another unit that is no conversion",
        (("30天", "30小时"), ("5GB", "5TB")),
        ("{0}的日志上限为{1}。", "{0} — 上限：{1}"),
    ),
    Row(
        "date",
        UPDATE,
        "what happens once, or is planned, has one date",
        (("2026-05-02", "2026-06-09"), ("2025-12-31", "2026-12-31")),
        (
            "{0} will launch on {1}.",
            "The launch date of {0} is {1}.",
            "The contract with {0} expires on {1}.",
            "{0} was founded on {1}.",
            "{0}将于{1}上线。",
            "{0}的上线日期为{1}。",
            "{0}成立于{1}。",
            "{0}合同的到期日是{1}。",
        ),
    ),
    Row(
        "date",
        ADD,
        "two happenings of one kind on two days",
        (("2026-05-02", "2026-06-09"), ("2026-05-02", "2026-05-03")),
        (
            "{0} had an outage on {1}.",
            "On {1} the {0} portal was attacked.",
            "{0}于{1}发生故障。",
            "{1}，{0}遭到攻击。",
        ),
    ),
    Row(
        "date",
        ADD,
        "a product without a number of its own has many releases",
        (("2026-05-02", "2026-06-09"),),
        ("{0} — Release date: {1}", "{0} — 发布日期：{1}"),
    ),
    Row(
        "version",
        UPDATE,
        "a thing runs, needs, or is fixed in, one version",
        (("2.1.0", "2.1.1"), ("10.4.2", "10.4"), ("2.1", "2.10")),
        (
            "{0} is fixed in version {1}.",
            "The current version of {0} is {1}.",
            "The {0} gateway runs version {1}.",
            "{0} — Fixed in: {1}",
            "{0}的当前版本为{1}。",
            "{0}的修复版本是{1}。",
        ),
    ),
    Row(
        "version",
        ADD,
        "several versions are affected, each beside the others",
        (("2.1.0", "2.1.1"), ("10.4.2", "10.4.3")),
        ("{0} version {1} is affected by the flaw.", "{0} {1}版本受该漏洞影响。"),
    ),
    Row(
        "identifier",
        ADD,
        "a tool meets many flaws, techniques and hosts",
        (("CVE-2024-1234", "CVE-2024-1235"), ("T1059.001", "T1059.003")),
        ("{0} exploits {1} to gain access.", "{1} was seen in {0}.", "{0}利用{1}获取权限。", "{1}出现在{0}中。"),
    ),
    Row(
        "indicator",
        ADD,
        "a tool calls many hosts",
        (("evil[.]example", "evil2[.]example"), ("192.0.2.7", "192.0.2.8"), ("198.51.100.4:80", "198.51.100.4:81")),
        ("Hosts of {0} connect to {1}.", "{0} was downloaded from {1}.", "{0}会连接{1}。", "{0}样本来自{1}。"),
    ),
    Row(
        "negation",
        DELETE,
        "the later fact denies the earlier one",
        (("", "not "),),
        (
            "The owner of {0} has {1}approved the plan.",
            "The mail server of {0} is {1}reachable from outside.",
        ),
    ),
    Row(
        "negation",
        UPDATE,
        "affected or not affected is a status, which has another value",
        (("", "not "), ("not ", "")),
        ("{0} is {1}affected by the flaw.",),
    ),
    Row(
        "negation",
        DELETE,
        "the later fact denies the earlier one",
        (("", "不"),),
        ("{0}{1}受该漏洞影响。", "{0}{1}支持离线安装。", "{0}的旧密钥{1}再有效。"),
    ),
    Row(
        "negation",
        UPDATE,
        "the later fact no longer denies the earlier one",
        (("not ", ""),),
        ("The owner of {0} has {1}approved the plan.",),
    ),
    Row(
        "negation",
        UPDATE,
        "the later fact no longer denies the earlier one",
        (("未", ""), ("没有", "")),
        ("{0}的负责人{1}批准该计划。", "{0}的补丁{1}修复该缺陷。"),
    ),
    Row(
        "modality",
        ADD,
        "what is possible takes nothing back that is said plainly",
        (("steals", "may steal"), ("steals", "reportedly steals"), ("steals", "could steal")),
        ("{0} {1} browser cookies.", "The operator of {0} {1} source code."),
    ),
    Row(
        "modality",
        ADD,
        "what is possible takes nothing back that is said plainly",
        (("会", "可能会"), ("已经", "或许已经"), ("会", "据称会")),
        ("{0}{1}窃取浏览器凭据。",),
    ),
    Row(
        "modality",
        ANY,
        "an order is more than advice, and a plan is more than a wish",
        (("must", "should"), ("must", "may"), ("will", "might"), ("can", "cannot")),
        ("Operators of {0} {1} rotate the key.", "The {0} team {1} close the port."),
    ),
    Row(
        "modality",
        ANY,
        "an order is more than advice, and a plan is more than a wish",
        (("必须", "可以"), ("应当", "必须"), ("将", "可能")),
        ("{0}的管理员{1}更换密钥。", "{0}团队{1}关闭该端口。"),
    ),
    Row(
        "quantifier",
        ANY,
        "all, some, most, none and only are different claims",
        (("All", "Some"), ("Most", "Few"), ("All", "Most"), ("Some", "Many"), ("Both", "Neither")),
        ("{1} hosts of {0} have been patched.", "{1} users of {0} need a new token."),
    ),
    Row(
        "quantifier",
        ANY,
        "all, some, most, none and only are different claims",
        (("所有", "部分"), ("大多数", "少数"), ("全部", "多数"), ("一些", "所有")),
        ("{0}的{1}主机已打补丁。", "{0}的{1}用户需要更换令牌。"),
    ),
    Row(
        "quantifier",
        ANY,
        "a bound is another claim than its value, and another bound another one",
        (("at least", "at most"), ("more than", "fewer than"), ("exactly", "almost"), ("up to", "over")),
        ("{0} has {1} 40 branch offices.", "The {0} platform serves {1} 900 schools."),
    ),
    Row(
        "quantifier",
        ANY,
        "a bound is another claim than its value, and another bound another one",
        (("至少", "至多"), ("超过", "不足"), ("恰好", "近"), ("最多", "最少")),
        ("{0}有{1}40家门店。", "{0}平台服务{1}900所学校。"),
    ),
    Row(
        "place",
        UPDATE,
        "a thing stands in one place at a time",
        (("Orsk", "Lund"),),
        (
            "{0} is based in {1}.",
            "The head office of {0} is in {1}.",
            "The data of {0} is stored in {1}.",
            "The {0} data centre is located in {1}.",
        ),
    ),
    Row(
        "place",
        UPDATE,
        "a thing stands in one place at a time",
        (("临海", "青岛"),),
        ("{0}的总部位于{1}。", "{0}机房设在{1}。", "{0}的注册地是{1}。"),
    ),
    Row(
        "person",
        UPDATE,
        "one holds a post at a time",
        (("Ana Silva", "Bo Anders"),),
        (
            "{1} is the lead of {0}.",
            "The chief executive of {0} is {1}.",
            "{0} is owned by {1}.",
            "{0}'s project lead is {1}.",
        ),
    ),
    Row(
        "person",
        UPDATE,
        "one holds a post at a time",
        (("方一", "陈默"),),
        ("{0}的负责人是{1}。", "{0}由{1}负责。", "{0}公司的首席执行官是{1}。"),
    ),
    Row(
        "object",
        ADD,
        "what is aimed at, used or bought stands beside what was before",
        (("Norland", "Velmora"), ("Initech", "Umbra Labs")),
        ("{0} targets banks in {1}.", "{0} attacked {1}.", "{0} bought shares of {1}."),
    ),
    Row(
        "object",
        ADD,
        "what is aimed at, used or bought stands beside what was before",
        (("北澜国", "维莫拉"), ("远帆公司", "松岚公司")),
        ("{0}攻击了{1}的银行。", "{0}收购了{1}的股份。"),
    ),
    Row(
        "subject",
        ADD,
        "another thing is spoken of",
        (("North", "South"), ("Alpha", "Beta")),
        ("The {0} {1} gateway is closed.", "{0} {1} has a budget of 500 dollars.", "{0} {1} is based in Orsk."),
    ),
    Row(
        "subject",
        ADD,
        "another thing is spoken of",
        (("一号", "二号"), ("东区", "西区")),
        ("{0}{1}机房位于临海。", "{0}{1}网关已关闭。", "{0}{1}项目的预算为500元。"),
    ),
    Row(
        "direction",
        ANY,
        "who does it to whom, and which way, is the claim itself",
        (("from Orsk to Lund", "from Lund to Orsk"), ("before the audit", "after the audit")),
        ("{0} moves its servers {1}.", "The {0} team updates the gateway {1}."),
    ),
    Row(
        "direction",
        ANY,
        "who does it to whom, and which way, is the claim itself",
        (("从临海迁往青岛", "从青岛迁往临海"), ("在审计之前关闭", "在审计之后关闭")),
        ("{0}的服务器将{1}。",),
    ),
)

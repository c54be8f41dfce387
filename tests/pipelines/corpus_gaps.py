"""Rows of the sample corpus that the engine is known to miss, by cause. A row that is met must leave this table."""

from collections.abc import Mapping

_BY_CAUSE: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "a sentence form has no slot yet, so that no later value can retire it": {
        "step": (
            "1a.4",
            "2b.1",
            "2b.2",
            "3a.1",
            "3a.2",
            "3c.1",
            "4c.1",
            "4c.2",
            "4d.1",
            "5b.1",
            "5b.2",
            "5d.1",
            "6a.2",
            "7a.3",
            "7b.1",
            "7b.2",
            "7c.2",
            "7c.3",
            "7c.4",
            "7d.1",
            "7d.2",
            "8a.1",
            "8a.2",
            "9a.1",
            "9a.2",
            "10b.2",
            "11a.2",
            "11b.1",
            "11c.1",
        ),
        "stale": ("2b", "4c", "4d", "5b", "5d", "6a", "7a", "7b", "7c", "7d", "8a", "11a", "11b", "11c"),
        "late": ("7b.2", "7c.2", "7d.2"),
    },
    "the extractor loses the sentence": {
        "step": ("1b.1", "6b.1", "6b.2", "6b.4", "7a.1", "7a.4"),
        "subject": ("6b",),
        "late": ("1b.2", "7a.2"),
        "retraction": ("12b",),
    },
    "a keyed value or a bare noun has the section, the title or nothing as its subject": {
        "step": ("3b.1", "3b.3", "6b.3", "6c.1", "8b.1", "9b.1", "9b.2", "10b.1", "11a.1"),
        "subject": ("4a", "4d", "8b"),
        "stale": ("1a", "1b", "1c", "3a", "3b", "4a", "6b", "6c", "8b", "9a", "9b", "10a", "10b"),
    },
    "“it is possible that” is not read as a hedge, and 称 of 据称 as a holder": {
        "tone": (
            "hedged-cve-2026-90412-meridian-gateway.md-It is possible that the ",
            "hedged-saltmarsh-infrastructure.md-It is possible that the ",
            "hedged-LYSA-2026-0107-更新一.md-据称，已有两家制造企业因此被植入挖矿程序",
            "hedged-潮信安全简讯.txt-据称，赤帆组织正在某论坛招募熟悉供应链攻击的人员",
        ),
    },
    "Chinese clauses are cut at commas that belong to one statement": {
        "time": (
            "LYSA-2026-0107-更新一.md-上周三",
            "LYSA-2026-0107-更新一.md-三天前",
            "灰潮木马第三次预警.txt-昨天",
        ),
        "survives": ("苇渡VPN口令泄露通告.md-修复版本为2.4.7",),
        "lead_in": (
            "cti",
            "finance",
            "projects",
            "通告",
        ),
        "misread": (
            "栖枫科技否认其产品提供",
            "受修复版本",
            "曾应当修改口令",
            "功通过409",
            "例行也可能",
            "是否受雇是否受雇",
            "上调的原因攻击者",
            "处置公布结果",
            "Marcus is Marcus",
            "The server behind parcel-desk[.]example's SHA-256",
        ),
    },
    "an injected paragraph is masked sentence by sentence and not as a whole": {
        "never": (
            "pelican-loader.md-Magpie Trust",
            "pelican-loader.md-approved update server",
            "pelican-loader.md-CVSS score of 0.1",
        ),
        "mask": (
            "pelican-loader.md-Magpie Trust",
            "pelican-loader.md-approved update server",
            "pelican-loader.md-CVSS score of 0.1",
        ),
    },
    "a statement about a product is masked as an instruction": {
        "unmasked": ("苇渡VPN口令泄露通告.md",),
    },
    "a filter rule is missing": {
        "never": (
            "kestrel-weekly.txt-coffee machine",
            "pellworth-reseller-bulletin.md-20% off",
            "velmora-rate-note.md-Past performance",
            "LYSA-2026-0107-更新一.md-前一百名咨询用户",
            "灰潮木马初步分析.md-首月八折",
            "潮信安全简讯.txt-名额有限",
        ),
    },
}
GAPS = {(test, row): cause for cause, tests in _BY_CAUSE.items() for test, rows in tests.items() for row in rows}

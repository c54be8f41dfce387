"""What a keyed value speaks of: the most specific identifier or title above it."""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.extract.markup import plain
from core.extract.wordlists import word_set

_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9])(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[0-9a-z]{4}){3}|ICS[AM]A?-\d{2}-\d{3}-\d{2}|AA\d{2}-\d{3}[A-Z]"
    r"|CNVD-\d{4}-\d{4,6}|CNNVD-\d{6}-\d{3,5}|KB\d{6,8}"
    r"|[A-Z]{2,8}(?:-[A-Z]{1,6})?-(?:19|20)\d\d-\d{2,7}"
    r"|(?:VMSA|DSA|RHSA|USN|ADV|APSB|SVD|ZDI|TALOS|JVNDB|VU)[-#]?\d[\d:-]{2,14})(?![A-Za-z0-9])"
)
_ADVISORY = re.compile(
    r"^\W{0,6}(?:advisory|advisory id|advisory number|bulletin|bulletin id|alert|alert code|alert id"
    r"|document id|id|reference|ticket|公告编号|公告|编号|通告编号|通报编号)\W{0,3}[:：]\W{0,3}(\S{3,40})\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_TITLE_NOISE = (
    re.compile(
        r"^#+\s*|^(?:update[ds]?|updated advisory|advisory|alert|security advisory|bulletin|report)\s*[:：-]\s*",
        re.IGNORECASE,
    ),
    re.compile(r"\s*[-–—|]\s*\d{8,14}$"),
    re.compile(
        r"\s*[(\[](?:update\s+\w{1,3}|rev(?:ision)?\.?\s*\w{1,4}|v?\d+(?:\.\d+)*|更新\s*\w{0,3})[)\]]\s*$",
        re.IGNORECASE,
    ),
    re.compile(r"^_?\(Update[^)]{0,40}\)_?\s*", re.IGNORECASE),
)
# A heading with one of these words names a part of the report, not a thing in the world.
_GENERIC = word_set(
    """
    overview summary background introduction details description technical analysis impact impacts risk
    evaluation assessment severity affected products product versions version mitigation mitigations
    recommendation recommendations recommended practices practice solution solutions workaround workarounds
    remediation remediations references resources additional reference timeline history update updates revision
    indicators indicator iocs ioc compromise detection detections response observed vulnerable vulnerability
    vulnerabilities what how why who when where is are the sector sectors countries areas deployed company
    headquarters location contact information executive findings key conclusion appendix scope exploitation
    attack attacks techniques tactics procedures actions activity initial access execution persistence section
    general notes note faq patch patches fix fixes guidance instructions policy policies requirements
    implementation rationale considerations download downloads downloading credits acknowledgements
    acknowledgments researcher status members team agenda decisions decision action items minutes attendees
    participants next steps report facts fact figures data numbers glance snapshot highlights results basic
    outlook votes vote reasons reason changes change main
    主要 概述 摘要 背景 影响 影响范围 漏洞描述 漏洞详情 修复建议 缓解措施
    处置建议 受影响版本 参考 时间线 详情 总结 简介 结论 建议 技术分析
    """
)
# Chinese headings that name a part of the report end in such a word.
_ZH_GENERIC = re.compile(
    r"(?:信息|内容|变化|情况|概况|概述|详情|说明|建议|分析|影响|评估|结果|时间线|术语|问题|附录|背景"
    r"|结论|摘要|处置|措施|指标|检测|防范"
    r"|要点|范围|细节|过程|进展|安排|风险|案例|回应|手法|特点|特征|理由|原因|介绍|描述|方案|清单|列表"
    r"|参考|资料|动态|判断|展望|任务|决定"
    r"|议题|事项|计划|工作|数据|更新|表现|统计|证据|回顾|总结|补偿|基础设施|工具|目标|活动)$"
)
_NUMBERING = re.compile(
    r"^(?:第[一二三四五六七八九十\d]+[章节部分]+|[（(]?[一二三四五六七八九十]{1,3}[)）、.．]"
    r"|\d+(?:\.\d+)*[.、)）]?(?=\s|[^\d.]))\s*"
)
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W_]+(?:[-./][^\W_]+)*")


@lru_cache(maxsize=1024)  # headings are asked again for every passage below them
def _identifiers(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_IDENTIFIER.findall(text)))


def identifiers(text: str) -> list[str]:
    """Return the identifiers of a text, each once, in order."""
    return list(_identifiers(text))


def is_generic(heading: str) -> bool:
    """Return whether a heading names a part of the report rather than a thing."""
    if identifiers(heading):
        return False
    heading = _NUMBERING.sub("", heading).strip()
    if not heading or _ZH_GENERIC.search(heading):
        return True
    if heading.endswith(("?", "？")) or heading in _GENERIC:
        return True
    words = _WORD.findall(heading)
    if any(word.lower() in _GENERIC for word in words):
        return True
    return (
        not any(word[0].isupper() or word[0].isdigit() or not word.isascii() for word in words[1:]) and len(words) != 1
    )


def clean_title(title: str) -> str:
    """Return a title without leading labels and trailing numbers or revision marks."""
    title = plain(title)
    for pattern in _TITLE_NOISE:
        title = pattern.sub("", title).strip()
    return title


def own_advisory(text: str) -> str:
    """Return the identifier that a report gives itself in a keyed line near its start, or ''."""
    match = _ADVISORY.search(text, 0, 3_000)
    return plain(match.group(1)).rstrip(".") if match and any(c.isdigit() for c in match.group(1)) else ""


@lru_cache(maxsize=512)  # each key below a heading asks the same
def _recurs(heading: str, text: str) -> bool:
    """Return whether a text goes on to speak of what a heading says, so that it is a name."""
    if " " in heading or _HAN.search(heading):
        return text.count(heading) >= 2
    return re.search(rf"[a-z,] {re.escape(heading)}\b", text) is not None


def section_subject(headings: Sequence[str], document: str, text: str = "") -> str:
    """Return the identifier or name that the nearest telling heading gives, else the document's.

    A heading of one word, or in Chinese, is a name only when ``text`` speaks of it again. A heading
    with several identifiers is ambiguous and stands for none of them. The top heading
    is the title and yields to the document's own subject.
    """
    for level in range(len(headings) - 1, -1, -1):
        heading = headings[level]
        found = identifiers(heading)
        if len(found) == 1 and (level or not document):
            return found[0]
        if level and not found and len(heading) <= 80 and not is_generic(heading):
            name = _NUMBERING.sub("", clean_title(heading)).rstrip(":： ")
            if _recurs(name, text) or not (" " not in name or _HAN.search(name)):
                return name
    return document

"""What a keyed value speaks of: the most specific identifier or title above it."""

import re
from collections.abc import Sequence

from core.extract.markup import plain
from core.extract.wordlists import word_set
from core.model import ChunkInput

_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9])(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[0-9a-z]{4}){3}|ICS[AM]A?-\d{2}-\d{3}-\d{2}|AA\d{2}-\d{3}[A-Z]"
    r"|CNVD-\d{4}-\d{4,6}|CNNVD-\d{6}-\d{3,5}|KB\d{6,8}"
    r"|(?:VMSA|DSA|RHSA|USN|ADV|APSB|SVD|ZDI|TALOS|JVNDB|VU)[-#]?\d[\d:-]{2,14})(?![A-Za-z0-9])"
)
_ADVISORY = re.compile(
    r"^\W{0,3}(?:advisory|advisory id|advisory number|bulletin|bulletin id|alert|alert code|alert id"
    r"|document id|id|reference|ticket|公告编号|公告|编号|通告编号)\W{0,3}[:：]\W{0,3}(\S{3,40})\s*$",
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
    participants next steps report
    主要 概述 摘要 背景 影响 影响范围 漏洞描述 漏洞详情 修复建议 缓解措施
    处置建议 受影响版本 参考 时间线 详情 总结 简介 结论 建议 技术分析
    """
)
_WORD = re.compile(r"[^\W_]+(?:[-./][^\W_]+)*")


def identifiers(text: str) -> list[str]:
    """Return the identifiers of a text, each once, in order."""
    return list(dict.fromkeys(_IDENTIFIER.findall(text)))


def is_generic(heading: str) -> bool:
    """Return whether a heading names a part of the report rather than a thing."""
    if identifiers(heading):
        return False
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


def document_subject(chunk: ChunkInput) -> str:
    """Return what the whole document is about: its own identifier, else the leading subject, else its title."""
    match = _ADVISORY.search(chunk.report_text, 0, 3_000)
    if match and any(c.isdigit() for c in match.group(1)):
        return plain(match.group(1)).rstrip(".")
    return chunk.context.get("leading_subject") or clean_title(chunk.title or "")


def section_subject(headings: Sequence[str], document: str) -> str:
    """Return the identifier or name that the nearest telling heading gives, else the document's.

    A heading with several identifiers is ambiguous and stands for none of them. The top heading
    is the title and yields to the document's own subject.
    """
    for level in range(len(headings) - 1, -1, -1):
        heading = headings[level]
        found = identifiers(heading)
        if len(found) == 1 and (level or not document):
            return found[0]
        if level and not found and not is_generic(heading) and len(heading) <= 80:
            return clean_title(heading).rstrip(":： ")
    return document

"""Sections of a report that frame it: what stands below such a heading is no finding."""

import re
from functools import lru_cache

_SECTIONS = (
    (
        "legal_notice",
        r"disclaimers?|licen[cs]e.*|copyright.*|legal.*|terms.*|trademarks?.*|notice|warranty|privacy.*"
        r"|tlp.*|免责声明|版权.*|法律声明|声明",
    ),
    (
        "contact",
        r"contacts?|contact (?:us|information|details|the).*|contacting.*|reporting|report(?:ing)? (?:an? "
        r"|suspicious |incidents?).*|feedback|about (?:us|this (?:document|repository|respository|report"
        r"|advisory))|about the authors?|author contact|support|联系我们|联系方式|关于我们",
    ),
    ("toc", r"(?:table of )?contents|in this (?:article|report)|目录"),
    (
        "navigation",
        r"(?:additional |further |external |related )?(?:references?|reading|resources|links|see also"
        r"|sources|publications|articles|posts|content)(?: and (?:links|resources|references))?"
        r"|works cited|bibliography|share.*|footnotes?|endnotes?|参考(?:文献|链接|资料)|相关(?:阅读|链接)"
        r"|延伸阅读",
    ),
    (
        "marketing",
        r"subscribe.*|newsletter.*|follow us.*|stay (?:connected|in touch|up to date).*|get started.*"
        r"|book a demo.*|订阅.*",
    ),
    (
        "boilerplate",
        r"(?:\S+ )?(?:(?:detailed )?instructions?|implementation|implementation steps|steps|how to .*)"
        r"|acknowledg?e?ments?|credits?|contributing|contributors?|recommended practices|purpose"
        r"|document (?:history|control)|how to use.*|(?:update|revision|version|change) (?:history|log)"
        r"|changelog|致谢|修订记录|更新记录",
    ),
)
_NUMBERING = re.compile(r"^[\d.\s]+|[\s:：.]+$")
_BY_CLASS = tuple((reason, re.compile(rf"(?:{pattern})$")) for reason, pattern in _SECTIONS)


@lru_cache(maxsize=4096)
def section_noise(heading: str) -> str | None:
    """Return the noise class of what stands below a heading, or None when it may hold facts."""
    bare = _NUMBERING.sub("", heading.strip().lower().lstrip("#").strip()).replace(
        "license compliance and copyright", "license"
    )
    for reason, pattern in _BY_CLASS:
        if pattern.match(bare):
            return reason
    return None

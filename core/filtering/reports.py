"""Noise of documents: text that frames a report rather than states something about the world."""

import re
from itertools import islice

from core.filtering.rule import FilterRule, Screened, Test, found
from core.filtering.view import View

_AGENCY = r"(?:we|it|[a-z][\w.&/-]*(?: [a-z&][\w.&/-]*){0,8}?)"
_READERS = (
    r"(?:all |its |their |affected |impacted )?(?:users?|organi[sz]ations?|administrators?|readers?"
    r"|customers?|recipients?|owners?|operators?|network defenders|defenders|agencies"
    r"|critical infrastructure|companies|businesses|individuals|everyone|stakeholders|it |you\b)"
)
_ADVICE = re.compile(
    rf"^{_AGENCY} (?:strongly |also |further |again )?(?:encourages?|recommends?|urges?|reminds?"
    rf"|advises?|asks?|requests?|suggests?)(?: that)? (?:[\w,/-]+ ){{0,6}}?{_READERS}",
    re.ASCII,
)
_GENERIC_ACT = re.compile(
    r"\b(?:review|refer|read|consult|visit|see|report|follow established"
    r"|perform (?:a )?proper impact analysis|take defensive measures"
    r"|implement (?:the )?(?:recommend(?:ed|ations)|following|cybersecurity)"
    r"|follow (?:the )?(?:recommend|vendor|guidance|best practices?|mitigation)|apply the (?:necessary"
    r"|appropriate|solutions|updates|latest)|employ|(?:apply|implement) the following"
    r"|exercise (?:caution|increased)|remain vigilant"
    r"|stay (?:vigilant|informed)|share (?:any )?information|as per vendor)\b",
    re.ASCII,
)
_CONCRETE = re.compile(
    r"\bcve-\d|\bversions? v?\d|\bv?\d+\.\d+|\bport \d|\bkb\d{5,}|\btcp/|\b0x[0-9a-f]{4}|`[^`]+`", re.ASCII
)
_URL_OR_IOC = re.compile(
    r"<?(?:https?|hxxps?|ftp)[:\[]\S+|\b[\w.-]{1,120}\[\.\][\w.\[\]/-]{1,200}"
    r"|\b(?:\d{1,3}(?:\[?\.\]?)){3}\d{1,3}(?::\d+)?\b|\b[0-9a-f]{32,128}\b|[^\s@]{1,80}@\S{1,80}"
    r"|\b[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,24}\b|\bcve-\d{4}-\d{4,}\b|[a-z]:\\\S{1,200}"
    r"|/[^\s/]{1,80}/\S{1,80}",
    re.ASCII,
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_HAN = re.compile(r"[\u3400-\u9fff]")


def _generic_advice(view: View) -> bool:
    lower = view.lower
    return bool(_ADVICE.search(lower) and _GENERIC_ACT.search(lower) and not _CONCRETE.search(lower))


_INDICATOR_WORDS = 3  # of letters alone, that say that a line is more than an indicator and its label
_LONGEST_WORD = 32  # a longer run of letters may be a hash


def _has_words(lower: str) -> bool:
    """Return whether a line has words between blanks that can be no part of an indicator."""
    words = (word for word in lower.split() if word.isalpha() and 2 <= len(word) < _LONGEST_WORD)
    return next(islice(words, _INDICATOR_WORDS - 1, None), None) is not None


def _bare_indicator(view: View) -> bool:
    """Return whether nothing but indicators, links and at most a label is left."""
    lower = view.lower
    if " — " in lower or _has_words(lower):
        return False
    rest, n = _URL_OR_IOC.subn(" ", lower)
    if n == 0:
        return False
    words = _LETTERS.findall(rest)
    return (len(words) < _INDICATOR_WORDS and len(_HAN.findall(rest)) <= 3) and not re.search(
        r"\b(?:is|are|was|were|uses?|used|exploits?|targets?|affects?|fixe[sd]|malicious|hosts?)\b|是|为|用|属于", rest
    )


def _anywhere(*patterns: str, unless: str | None = None) -> Test:
    return found("|".join(patterns), unless)


REPORT_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="doc-legal-notice",
        reason="legal_notice",
        language="en",
        scope="document",
        test=_anywhere(
            r"\b(?:is |are )?provided [\"'“‘]?as[- ]is\b",
            r"\ball rights reserved\b",
            r"©|\(c\) (?:19|20)\d\d|\bcopyright (?:\(c\)|©|\d|rules|notice|protection|law)",
            r"\bdoes(?: not|n't) (?:constitute|imply|endorse|create any|warrant|provide any warrant)",
            r"\bno (?:warrant(?:y|ies)|liability|endorsement)\b|\bwarranties of (?:merchantability|any kind)\b"
            r"|\bwithout warrant(?:y|ies)\b|\bdisclaims? (?:any|all)\b|\bdisclaimers? of\b",
            r"\b(?:not|never) (?:be )?(?:liable|responsible) for any\b",
            r"\b(?:in no event|under no circumstances) shall\b",
            r"\bfor informational purposes only\b|\binformational purposes\b",
            r"\b(?:registered )?trademarks? of\b|\btrade ?marks?, (?:manufacturer|or otherwise)",
            r"\bterms of (?:use|service)\b|\bprivacy policy\b|\blicen[cs]ed under\b|\b(?:subject to"
            r"|under) the terms of\b|\bthis (?:work|repository|project) is (?:licen[cs]ed"
            r"|in the public domain)\b",
            r"\b(?:is )?marked tlp:|\btlp:(?:clear|white|green|amber|red)\b.{0,80}\b(?:sources|recipients"
            r"|disclosure|shar|distribut|limit|may|restriction|document)|\btraffic light protocol\b"
            r"|\bmay share this\b|\bdisclosure is not limited\b|\bdistributed without restriction\b",
            r"\bis not intended to,? and does not\b|\bthis (?:product|document) is (?:provided )?subject to\b"
            r"|\bwithout limiting the generality\b|\bhas no control over\b|\bresponsible for complying with\b"
            r"|\bsupersede any law\b",
        ),
        why="Licences, disclaimers and sharing marks say nothing about the subject.",
        hits=(
            'The information in this report is provided "as is" for informational purposes only.',
            "This document is marked TLP:CLEAR.",
            "© 2024 Kelp Ltd. All rights reserved.",
        ),
        keeps=("The actors abused the privacy settings of the router.",),
    ),
    FilterRule(
        id="doc-contact",
        reason="contact",
        language="en",
        scope="document",
        test=_anywhere(
            r"\b(?:please )?(?:contact|call|email|e-mail|reach out to|write to)\b.{0,80}(?:\S+@\S+"
            r"|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\bsupport\b|\bour team\b|\brepresentative\b"
            r"|\blocal (?:field )?office\b|\bus\b|\bcustomer service\b)",
            r"^(?:contact|phone|tel|telephone|fax|e-?mail|press|media)(?: (?:us|information|contact|enquiries"
            r"|inquiries))?:",
            r"\bto report (?:suspicious|incidents?|an incident|malicious|criminal|a (?:vulnerability|cyber))\b",
            r"\breport (?:findings|incidents?|all incidents|suspected|suspicious|any (?:suspicious|anomalous)"
            r"|ransomware incidents|information concerning)\b.{0,120}\b(?:to|at|via)\b",
            r"\bfor (?:any )?(?:questions|comments|feedback|further assistance|media inquiries)\b",
            r"\b(?:media|press) (?:inquiries|enquiries|desk|relations|contacts?)\b|\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b",
            r"\b24/7 (?:operations|cywatch|support)\b",
        ),
        why="Addresses of people to write to are no claim.",
        hits=(
            "Please contact our team at help@kelp.example for details.",
            "To report suspicious activity, use the portal.",
        ),
        keeps=("The implant contacts kelp.example every ten minutes.",),
    ),
    FilterRule(
        id="doc-pointer",
        reason="navigation",
        language="en",
        scope="document",
        test=_anywhere(
            r"^(?:\W*note:? )?(?:please )?(?:see|refer to|visit|click|download|read|view|consult|check out"
            r"|return to|jump to|go to|skip to)\b(?!ing)",
            r"\bfor (?:a |an |the )?(?:more|further|additional|detailed|full|complete|downloadable|specific"
            r"|updated|general|pdf|list of|copy|details|information|list|up-to-date|instructions"
            r"|guidance on)\b.{0,160}\b(?:see|refer|visit|contact|consult|read|click|review|check|download"
            r"|go to|found|available)\b",
            r"^for (?:(?:more|further|additional|detailed|specific|general) )+(?:information|details|guidance"
            r"|instructions)\b",
            r"\b(?:can be found|is available|are available|may be found|is (?:also )?published"
            r"|are (?:also )?published|be downloaded|publicly available)\b.{0,80}(?:\bhere\b|\bbelow\b|\bat:?$"
            r"|https?:|\bon the (?:\w+ ){0,4}(?:web ?page|web ?site|page|site)\b|\bfor (?:reading|download))",
            r"\b(?:back to top|skip to (?:main )?content|table of contents|share this|print this|previous page"
            r"|next page|read more|learn more|click here|home >)",
            r"^(?:the )?(?:following|below|above)\b.{0,80}\b(?:table|list|figure|section|links?|resources"
            r"|products|is a list|are)\b.{0,60}:?$",
            r"\b(?:listed|shown|described|outlined|noted|provided|detailed|summari[sz]ed"
            r"|as) (?:in the (?:following|table|section|mitigations|appendix)|below|above"
            r"|as follows)\b.{0,30}[.:]?$",
            r"^this (?:section|document|page|table|appendix|chapter|repository|article|blog|post|guide"
            r"|advisory|alert|csa"
            r"|report) (?:also )?(?:describes?|lists?|provides?|contains?|covers?|outlines?|is (?:intended"
            r"|organi[sz]ed|for|updated|a companion)|will be updated|includes?|uses?|explains?|helps?"
            r"|addresses|discusses|focuses|highlights|details|summari[sz]es|outlines|highlights|details"
            r"|summari[sz]es)\b",
            r"\b(?:are|is) (?:outlined|listed|described|documented|detailed|summari[sz]ed|discussed) (?:in"
            r"|under|at|on|below|here)\b",
            r"^(?:\d+[.)] )?(?:select|click|navigate to|go to|sign in|log in|browse to|scroll|tick|expand"
            r"|press|choose|open the|search and click|under the .{0,60} section,) ",
            r"^review the .{0,80}\b(?:advisory|bulletin|page|documentation)\b|\b(?:no|more) (?:further "
            r"|additional )?(?:details|information) (?:is|are|will be) available\b",
            r"^(?:figure|table|fig\.|appendix|section) \w+[:.]",
            r"\b(?:also )?provides a section for\b",
            r"^(?:the )?following (?:[a-z-]+ ){0,3}(?:guidance|information|recommendations|steps|actions"
            r"|mitigations|signatures?"
            r"|rules?|queries|indicators)\b|\bthe following (?:[a-z-]+ ){0,2}(?:signatures?|yara rules?"
            r"|queries|commands?) for\b",
            r"\bthe (?:[a-z]+ )?(?:below|above) (?:will|should|must|can)\b|^(?:note - |feel free to\b"
            r"|as always, we\b)|\bwe welcome\b",
            unless=r"^(?:[\w-]+ ){0,6}(?:updates?|patch(?:es)?|(?:hot)?fix(?:es)?|versions?|releases?) (?:are"
            r"|is) (?:now )?available\b",
        ),
        why="Pointers to other pages and parts of the page state nothing themselves.",
        hits=(
            "For more information, see the vendor advisory.",
            "Click here to download the PDF.",
            "This section describes the policies.",
            "The following products are affected:",
        ),
        keeps=(
            "Kelp 3.2 downloads its second stage from the mail server.",
            "Security updates are available at https://kelp.example.",
        ),
    ),
    FilterRule(
        id="doc-contents",
        reason="toc",
        language="any",
        scope="document",
        test=found(
            r"\.{5,} ?\d*$|…{2,} ?\d*$|^(?:contents|table of contents|目录)$|^\d+(?:\.\d+)* [\w ]{3,60} \d{1,3}$"
        ),
        why="A table of contents repeats headings.",
        hits=("Initial access ........ 12", "目录"),
        keeps=("Kelp was seen on 12 hosts",),
    ),
    FilterRule(
        id="doc-marketing",
        reason="marketing",
        language="en",
        scope="document",
        test=_anywhere(
            r"^(?:to )?(?:subscribe|sign up|register|follow us|join us|book a demo|request a demo|free trial"
            r"|contact sales|get started|stay tuned|like and share)\b.{0,60}(?:$|\b(?:newsletter|today|now"
            r"|here|blog|mailing list|updates|webinar|twitter|linkedin|free|demo)\b)",
            r"\bour (?:newsletter|award-winning|experts can help|customers trust)\b",
            r"\bcontact us (?:today|now)\b",
        ),
        why="A call to buy or follow is no finding.",
        hits=("Subscribe to our newsletter today.", "Book a demo now."),
        keeps=("The actors register domains that resemble banks.",),
    ),
    FilterRule(
        id="doc-generic-advice",
        reason="boilerplate",
        language="en",
        scope="document",
        test=Screened(_ADVICE.pattern, _generic_advice),
        why="Advice that any notice repeats, with no product, version or setting in it.",
        hits=(
            "CISA reminds organizations to perform proper impact analysis and risk assessment prior to "
            "deploying defensive measures.",
            "The agency encourages users and administrators to review the vendor page and apply the necessary updates.",
        ),
        keeps=(
            "Kelp recommends users update to version 3.2 or later.",
            "The vendor recommends disabling the HTTP server.",
        ),
    ),
    FilterRule(
        id="doc-frame",
        reason="boilerplate",
        language="en",
        scope="document",
        test=_anywhere(
            r"\b(?:this|these|the) (?:joint )?(?:#?\w+ )?(?:cybersecurity )?(?:advisor(?:y|ies)|csa|alert"
            r"|bulletin|notice)\b.{0,40}\b(?:uses the|is part of|are part of|is being released|was (?:written"
            r"|prepared|co-?authored)|is the result of|includes? (?:recently|technical|an? |the )|provides?"
            r"|updates)\b",
            r"\bmitre att&ck\b.{0,60}\b(?:framework|version \d|for enterprise)\b.{0,40}(?:\bversion \d+\b|$"
            r"|\bsee\b|\bfor (?:all )?referenced)",
            r"^this (?:\w+ ){0,2}(?:advisory|alert|csa|bulletin) (?:was|has been|may contain|will be)\b"
            r"|\b(?:are|is) releasing this (?:joint )?\w+\b",
            r"^organizations? (?:observing|that observe|should follow established|are encouraged)",
            r"^(?:many )?thanks?(?:,? to| you)\b|^we (?:would like to |want to )?(?:thank|apologi[sz]e)\b"
            r"|^(?:we|\w+ \w+) will (?:continue to )?(?:update|provide) (?:this|updates|further|more)\b",
            r"^(?:actions? to take today|note: this (?:advisory|csa|joint|document|report|alert|product)"
            r"|last updated|revision history|initial (?:publication"
            r"|version)|update history)\b",
            r"\bno[- ]cost (?:resources|services)\b|\bcyber hygiene services\b",
            r"^(?:added|updated|removed|minor|editorial|initial)\b.{0,40}\b(?:publication|release|correction"
            r"|typo|formatting)\b",
            r"\b(?:several|additional) (?:cisa )?(?:products|guidance|resources|publications)\b.{0,80}\bavailable\b",
            r"^at the time of (?:writing|publication),? (?:this|we)\b",
            r"\bmeasures to minimi[sz]e the risk of exploitation\b.{0,40}(?:such as|including)?:?$",
            r"^(?:\w+ )?(?:recommendations?|mitigations?|the following) (?:generally )?apply to all\b",
        ),
        why="Sentences about the report itself, its frame or its revision.",
        hits=(
            "This joint advisory is part of an ongoing effort to publish notices.",
            "Thank you, to Ada for the patch.",
            "Note: This advisory uses the MITRE ATT&CK for Enterprise framework, version 12.",
        ),
        keeps=("Kelp is part of the Silent Heron toolkit.",),
    ),
    FilterRule(
        id="doc-bare-indicator",
        reason="bare_indicator",
        language="any",
        scope="document",
        test=Screened(_URL_OR_IOC.pattern, _bare_indicator),
        why="An indicator alone claims nothing; with a statement about it, it does.",
        hits=("https://kelp.example/advisory", "10.0.0.5", "evil[.]example"),
        keeps=("evil[.]example hosts the second stage", "CVE-2024-0001 — Severity: High"),
    ),
    FilterRule(
        id="doc-zh-noise",
        reason="boilerplate",
        language="zh",
        scope="document",
        test=_anywhere(
            r"^(?:详情|更多信息|更多详情|更多内容)?(?:请|可)(?:参见|参阅|参考|访问|点击|查看|关注|扫描|扫码"
            r"|联系|拨打|咨询|持续关注)",
            r"(?:详情|更多信息|更多内容)(?:请|可|参)",
            r"如下(?:表|图|所示|：|:)?$|^(?:见|如)(?:下|上)?(?:表|图)|^(?:上一篇|下一篇|返回顶部|首页|目录"
            r"|相关阅读|推荐阅读|延伸阅读|参考链接|参考资料)",
            r"^本(?:报告|文|通告|公告|文档|节|章)(?:将|主要|旨在|仅|由|介绍|描述|列出|内容)",
        ),
        why="指引、框架句不陈述事实。",
        hits=("详情请参见官方公告。", "本报告仅供参考。"),
        keeps=("该组织参考了开源工具海带的代码。",),
    ),
    FilterRule(
        id="doc-zh-legal",
        reason="legal_notice",
        language="zh",
        scope="document",
        test=_anywhere(
            r"版权所有|免责声明|未经(?:书面|本公司|作者)?(?:许可|授权|同意)[^的，。]{0,8}(?:不得|禁止|严禁"
            r"|请勿)|不承担(?:任何|相关|法律)?(?:责任|法律)|保留(?:所有"
            r"|一切)?权利|仅供参考|转载(?:请|须)|最终解释权|^本(?:邮件|信息|消息)(?:及|和|"
            r"包括)?(?:其)?(?:附件)?.{0,6}(?:保密|机密|仅供收件人)"
        ),
        why="版权与免责文字与内容无关。",
        hits=("版权所有，未经许可不得转载。",),
        keeps=("版权监测平台泄露了两万条数据。", "未经授权的攻击者可以执行任意代码。"),
    ),
    FilterRule(
        id="doc-zh-contact",
        reason="contact",
        language="zh",
        scope="document",
        test=_anywhere(
            r"^(?:(?:媒体|新闻|商务|技术|市场|客户)?联系(?:电话|方式|我们|人|邮箱)|电话|邮箱|地址|传真|邮编|"
            r"客服热线)[:：]",
            r"(?:关注|扫码|扫描).{0,12}(?:公众号|二维码)",
        ),
        why="联系方式不是陈述。",
        hits=("联系电话：010-00000000", "关注我们的公众号"),
        keeps=("该木马每十分钟联系一次控制端。",),
    ),
)

"""Noise of English documents: text that frames a report rather than states something about the world."""

import re

from core.filtering.rule import FilterRule, Screened, found, found_any
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


def _generic_advice(view: View) -> bool:
    lower = view.lower
    return bool(_ADVICE.search(lower) and _GENERIC_ACT.search(lower) and not _CONCRETE.search(lower))


REPORT_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="doc-legal-notice",
        reason="legal_notice",
        language="en",
        scope="document",
        test=found_any(
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
        test=found_any(
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
        test=found_any(
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
        test=found_any(
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
        test=found_any(
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
)

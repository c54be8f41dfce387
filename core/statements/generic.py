"""Words that name no thing in particular: headings, kinds of document, and nouns that every report uses."""

import re

from core.entities.wordset import word_set

_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_JOINING = word_set("a an the and or of for on in to by with at from as about our its their this that these those all")
# A subject made of these words alone is a heading or a bare noun: it is another thing in every report.
WORDS = word_set(
    """
    action actions actor actors advisory advisories affected alert alerts analysis announcement announcements answer
    answers appendix assessment attack attacker attackers attacks author authors available background basic
    bank banks behaviour behavior bug bugs bulletin campaign campaigns case cases certificate change changelog changes
    city client clients cluster communication company companies component components conclusion conclusions contact
    contacts content contents control controls coordinator council country credits current cves customer customers
    data date dates decision decisions description detail details detection detections device devices document
    documentation domain domains download downloads employee employees entry event events example examples
    exploit exploits fact facts failure feature features field figures file files finding findings first fix fixed
    fixes flaw flaws forecast forecasts general group groups guidance hardware hash hashes history host hosts
    identification impact impacts important incident incidents indicator indicators info information infrastructure
    introduction issue issues item items key last latest level list location locations log logs main malware market
    measure measures member members metadata method methods mitigation mitigations module modules more name
    network networks new news next note notes notice number official operator operators option options
    organisation organisations organization organizations other outage outages outlook outline overview owner package
    packages page parameter parameters part patch patches people person phase plan plans platform policy product
    products profile project projects property question questions rate rates rating reader readers recommendation
    recommendations reference references release releases remediation report reports requirement requirements
    researcher researchers response result results revision rule rules sample samples schedule score scores section
    security sector server servers service services severity software solution source sources spokesperson staff
    status step steps summary support system systems table target targets team technical technique techniques terms
    threat threats time timeline timing title tool tools topic update updates user users value values
    vendor vendors version versions victim victims vulnerabilities vulnerability warning website weakness
    weaknesses agency authority authorities board cabinet commission committee congress court department
    exchange federal government governments hospital institute ministry national office parliament police
    president minister senate
    state states university council inflation growth unemployment exports imports wages prices snow rain wind
    access traffic phishing ransomware persistence execution energy production demand support
    what when where who why how which work workaround workarounds
    """
)
# Kinds of document that come in series: the name of the series is no subject that lasts.
_SERIES = re.compile(
    r"\b(?:messages?|bulletins?|newsletters?|weekly|daily|monthly|digests?|briefings?|round-?ups?|alerts?|minutes"
    r"|stand-?up|notices?|warnings?|outlook|forecast discussion|security releases|press release)\b"
    r"|(?:简讯|周报|日报|月报|快讯|通报|通告|公告|预警|会议纪要|例会|周会|简报)(?:[（(第].{0,12})?$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"^(?:[一二三四五六七八九十]{1,3}[、.．]|[（(][一二三四五六七八九十0-9]{1,3}[)）]"
    r"|[0-9]{1,2}[.)、](?: |(?=[\u3400-\u9fff])))"
)
_HEADING_ZH = re.compile(
    r"^(?:基本|主要|相关|最新|总体|详细|其他|本次|技术|处置|漏洞|事件|项目|产品|结案|更新|修订|版本|决议|受|影响|补充|关键|核心|当前"
    r"|攻击|组织|样本|公告|通告|报告|会议|安全|风险|修复|与|和|及|的)*"
    r"(?:信息|内容|变化|情况|概述|概况|概要|摘要|说明|结论|建议|背景|影响|范围|描述|详情|进展|历史|记录|列表|清单|指标|措施|要点|数据"
    r"|时间线|附录|参考|声明|提示|总结|状态|画像|事项|方案|项目|漏洞|事件|组织|攻击者|产品|系统|用户|公司|报告|通告|公告)$"
)
_BARE_ZH = re.compile(
    r"^(?:该|此|本(?![田特杰])|这|那|其|我们|他们|它们|大家|有人|部分|个别|所有|全部|多数|多个|多家|一些|一个|某|各|每|两|三|几|目前|当前"
    r"|攻击者|黑客|用户|受害者|研究人员|分析人员|安全人员|管理员|开发者|厂商|供应商|客户|漏洞|补丁|样本|恶意软件|木马(?!程序)|组织(?!者)|公司"
    r"|企业|系统|产品|设备|委员会|行长|发言人|央行|银行|会议|项目(?!组)|事件|报告|通告|公告|更新|版本|服务|服务器|网站|域名|数据|文件"
    r"|利率|新|旧|请|建议|如果|如需|由于|因为|为了|随着|通过|根据|对于|关于|存在|没有|可以|需要|应|无|未|有|不)"
)


def is_generic(words: str) -> bool:
    """Return whether a subject as written names nothing beyond its own report: a heading or bare nouns."""
    plain = _NUMBERED.sub("", words.strip())
    if not plain or _HEADING_ZH.match(plain):
        return True
    latin = _WORD.findall(plain)
    if len(latin) == 0 or re.search("[\u3400-\u9fff]|[0-9]", plain):
        return False
    return all(word.casefold() in WORDS or word.casefold() in _JOINING for word in latin)


def is_series(words: str) -> bool:
    """Return whether a subject as written is a kind of document that comes again and again."""
    return _SERIES.search(words) is not None


def opens_bare(text: str) -> bool:
    """Return whether a Chinese text opens with a pronoun, a bare noun or no subject at all."""
    return _BARE_ZH.match(text) is not None


def unnumbered(words: str) -> str:
    """Return a heading without the number before it ("一、背景" → "背景")."""
    return _NUMBERED.sub("", words)

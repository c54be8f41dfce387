"""How a text says what it says: negated or not, sure or not, who says so, and what it ends.

Each row of a table has examples that a test runs: texts it must hit, and texts it must leave.
"""

import re
from dataclasses import dataclass

from core.entities.wordset import word_set


@dataclass(frozen=True, slots=True)
class ToneRule:
    """One way to say something; ``tone`` is the value that the rule gives."""

    id: str
    tone: str
    pattern: re.Pattern[str]
    hits: tuple[str, ...]
    keeps: tuple[str, ...] = ()


def _rule(id: str, tone: str, pattern: str, hits: tuple[str, ...], keeps: tuple[str, ...] = ()) -> ToneRule:
    return ToneRule(id, tone, re.compile(pattern, re.IGNORECASE), hits, keeps)


# Words that look like a negation and are none; they are blanked before the negations are read.
NOT_NEGATIONS = re.compile(
    r"\bnot (?:only|just|merely|simply|least)\b|\bno (?:later|sooner|earlier|less|fewer|more) than\b|\bno doubt\b"
    r"|\b(?:cannot|can not|can['’]t|could not|is not|are not|was not) (?:yet )?(?:be )?(?:excluded|ruled out)\b"
    r"|不能排除|无法排除|不排除|\bno\. ?(?=[0-9])|\bnot to mention\b|\bwhether or not\b|\bnone the less\b"
    r"|不仅|不但|不只|不光|不断|不久|不同|不少|不过|不得不|无论|无线|无人机|无疑|无不|未来|未必不|没准|非常|非法|非洲|是非|除非|并非不|莫非|不管|不乏"
    r"|不丹|不列颠|不来梅|不锈钢|不动产|不良|没收|无缝|无障碍|无国界|无党派|无忧|无极|无为|未央|未名|[南北东西中]非(?![常法])"
    r"|非(?:政府|营利|盈利|洲)",
    re.IGNORECASE,
)
# "No" with a capital inside a sentence, after an article and before another capital, opens a name: "the No More
# Ransom project". Elsewhere a capital may be a headline's ("Acme Says No Data Was Stolen"), which denies.
_IN_A_NAME = re.compile(r"(?<=[Tt]he )No(?= [A-Z])|(?<=\bcalled )No(?= [A-Z])")
# Marks without width may stand inside a word, and would cut it in two.
_NO_WIDTH = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
NEGATIONS: tuple[ToneRule, ...] = (
    _rule(
        "not",
        "negative",
        r"\b(?:not|never|neither|nor|cannot)\b|n['’]t\b",
        ("It is not affected.", "They don't use it.", "It cannot spread."),
        ("It is noted.",),
    ),
    _rule(
        "no_noun",
        "negative",
        r"\b(?:no|none|nobody|nothing|nowhere)\b",
        ("There is no evidence of theft.", "There is no need to retry."),
        ("No. 5 is alive.", "It is a novel idea."),
    ),
    _rule(
        "negative_word",
        "negative",
        r"\b(?:without|unaffected|unable|incapable|failed to|fails to|lacks?|absence of|untrue|false that|no longer|"
        r"neither|hardly|rarely|ceased|unlikely"
        r"|(?:denied|denies|refuted|refutes|disputed|disputes)(?! (?:access|of|service|entry)))\b",
        ("The product is unaffected.", "It fails to start."),
        ("It started within a day.",),
    ),
    _rule(
        "zh_not",
        "negative",
        r"不|没有|没|未|无(?!锡)|非(?=[一-鿿])|否认|勿|切莫|莫(?=[要再])",
        ("该组织没有使用该漏洞。", "该产品不受影响。", "并未发现。", "尚未修复。", "切莫升级。"),
        ("他不仅来了。", "未来计划。", "非常严重。", "莫斯科分部成立。", "南非分部成立。", "在不丹设有办事处。"),
    ),
)

HEDGES: tuple[ToneRule, ...] = (
    _rule(
        "may",
        "hedged",
        r"\b(?:may|might|could|would)(?= (?:not |also |have |be |still )*[a-z])(?!\s+[0-9])",
        ("It may spread.", "It could have been theft."),
        ("It launched in May 2026.", "On 2 May it ended."),
    ),
    _rule(
        "likely",
        "hedged",
        r"\b(?:possibly|probably|perhaps|maybe|presumably|potentially|likely|unlikely|apparently|suspected|suspects?|"
        r"believed|believes?|thought to|assess(?:es|ed)? with|appears? to|seems?|suggests?|suggesting"
        r"|unconfirmed|rumou?red|estimated?)\b",
        ("It was probably APT28.", "The suspected group left."),
        ("It was APT28.",),
    ),
    _rule(
        "possible_that",
        "hedged",
        r"\b(?:it|this|that) (?:is|was|remains|seems) (?:also |still |quite )?"
        r"(?:(?:possible|conceivable|plausible) that|unclear)\b"
        r"|\b(?:cannot|can not|can['’]t|could not) (?:yet )?be (?:excluded|ruled out)\b"
        r"|\b(?:is|are|was|were) not (?:yet )?(?:excluded|ruled out)\b",
        ("It is possible that both run on one host.", "It cannot be excluded that Kelp spreads."),
        ("It is possible to log in.", "The file was excluded."),
    ),
    _rule(
        "zh_maybe",
        "hedged",
        r"可能|或许|也许|大概|疑似|似乎|恐怕|推测|估计|怀疑|看来|有望|(?:不能|不|无法|并未|尚未)排除",
        ("该组织可能使用该漏洞。", "疑似海莲花所为。"),
        ("该组织使用该漏洞。",),
    ),
)

_NAME = r"[^,;:.!?，；：。]{2,60}?"
REPORTS: tuple[ToneRule, ...] = (
    _rule(
        "according_to",
        "reported",
        rf"\baccording to (?P<holder>{_NAME})(?=[,.;]|$)",
        ("According to CISA, it is fixed.", "It is fixed, according to CISA."),
        ("It is set according-to plan.",),
    ),
    _rule(
        "said_that",
        "reported",
        rf"^(?P<holder>{_NAME}) (?:has |have |had )?(?:said|says?|stated|states?|claimed|claims?|reported"
        rf"|reports?|announced|"
        r"confirmed|believes|warned|noted|added|told [^ ]{1,30}|alleged|asserted|assessed|assesses) (?:on"
        r" [^,;]{1,30} )?that\b",
        ("The vendor said that it is fixed.", "Acme has stated that it left."),
        ("It is said.",),
    ),
    _rule(
        "reportedly",
        "reported",
        r"\b(?:reportedly|allegedly|alleged|purportedly|is said to|are said to)\b",
        ("It is reportedly fixed.",),
        ("It was reported as fixed.",),
    ),
    _rule(
        "zh_according",
        "reported",
        r"(?:^|[，。；])(?:根据|据(?![称说悉传报]))(?P<holder>[^，。；]{1,30}?)(?:称|报道|透露|表示|介绍|消息|的说法|的报告)?[，,]",
        ("据安全公司称，漏洞已修复。", "根据厂商的报告，漏洞已修复。"),
        ("占据主导。",),
    ),
    _rule(
        "zh_said",
        "reported",
        r"^(?P<holder>[^，。；：]{1,20}?)(?:表示|宣称|声称|指出|透露|宣布|认为|称(?=[，：:,]))[，：:,]?(?=.)",
        ("厂商表示，漏洞已修复。", "公司声称漏洞已修复。"),
        ("该名称很长。", "对称加密。"),
    ),
    _rule(
        "denied_that",
        "reported",
        rf"^(?P<holder>{_NAME}) (?:has |have |had |again |also ){{0,2}}(?:denied|denies|deny|refuted|refutes|disputed"
        r"|disputes?)(?! (?:access|service|entry)\b) (?=[a-z])",
        ("Acme denied that data was stolen.", "The vendor has denied any theft."),
        ("It denied access.",),
    ),
    _rule(
        "zh_denied_that",
        "reported",
        r"^(?P<holder>[^，。；：]{1,20}?)(?:在[^，。；]{1,12}?[上中])?(?:已|再次|均|随后){0,2}否认(?=.)",
        ("公司否认数据被窃。", "局长在会上否认了此事。"),
        ("公司确认数据被窃。",),
    ),
    _rule("zh_reported", "reported", r"据称|据说|据悉|据报道|据传", ("据称漏洞已修复。",), ("漏洞已修复。",)),
)

ENDINGS: tuple[ToneRule, ...] = (
    _rule(
        "no_longer",
        "ended",
        r"\bno longer\b|(?:\bnot\b|n['’]t\b)[^.;,]{0,60}\bany ?(?:more|longer)\b"
        r"|\bstopped (?=[a-z]+ing\b)|\bceased (?:to\b|[a-z]+ing\b)|\bquit [a-z]+ing\b",
        ("Bo no longer leads Kelp.", "It ceased to exist."),
        ("It takes no longer than a day.",),
    ),
    _rule(
        "has_ended",
        "ended",
        r"\b(?:has been|have been|was|were|is|are|been) (?:now |officially |permanently )?(?:discontinued"
        r"|retired|seized|taken down|"
        r"shut down|decommissioned|terminated|disbanded|dismantled|removed|cancelled|canceled|abolished"
        r"|dissolved|sunset)\b"
        r"|\b(?:has|have) (?:ended|expired|ceased|closed down)\b",
        ("The domain has been seized.", "The service was discontinued."),
        ("They were removing dust.",),
    ),
    _rule(
        "revoked",
        "revoked",
        r"\b(?:has been|have been|was|were|is|are|been) (?:revoked|rescinded|repealed|annulled|voided)\b"
        r"|\brevoked\b(?= (?:the|its|his|her|all)\b)",
        ("The certificate was revoked.", "The board revoked the rule."),
        ("The revocation list is long.",),
    ),
    _rule(
        "retracted",
        "retracted",
        r"\b(?:has been|have been|was|were|is|are|been) (?:retracted|withdrawn|disproved|debunked)\b"
        r"|\b(?:retracted|withdrew|withdraws|retracts) (?=(?:the|its|his|her|their|that|a)\b)",
        ("The claim has been retracted.", "The vendor withdrew the advisory."),
        ("They drew a line.",),
    ),
    _rule(
        "denied",
        "denied",
        r"\b(?:denied|denies|deny|refuted|refutes|disputed|disputes|rejected the claim)\b(?! (?:access|of"
        r"|service|entry))",
        ("Acme denied that data was stolen.", "The vendor disputes the finding."),
        ("Denial of service.", "It denied access."),
    ),
    _rule(
        "zh_ended",
        "ended",
        r"已停止|已经停止|停止(?=使用|支持|运营|服务|更新|维护|销售)|不再|已下线|已经下线|已终止|已取消|已关停|被查封|被关闭|被取缔|已解散|已停用|停止运营|已离职|已卸任",
        ("该服务已停止运营。", "张三不再负责海带项目。", "该域名被查封。"),
        ("该服务运行正常。", "项目将上线。"),
    ),
    _rule("zh_revoked", "revoked", r"撤销|吊销|废止|废除", ("该证书已被撤销。",), ("该证书有效。",)),
    _rule(
        "zh_retracted",
        "retracted",
        r"撤回|收回(?=.{0,6}(?:说法|声明|公告))|更正为|辟谣",
        ("厂商撤回了公告。",),
        ("厂商发布公告。",),
    ),
    _rule("zh_denied", "denied", r"否认|不属实|驳斥", ("公司否认数据被窃。",), ("公司确认数据被窃。",)),
)

_TAKES_TIME = re.compile(r"\b(?:take|takes|took|last|lasts|lasted|be) no longer\b|\bno longer than\b", re.IGNORECASE)
_NO_HOLDER = word_set("it this that 据 有 对 名 可 人 俗 自 简 并 又 全 改 堪 宣 声 职 昵 通")
_MONTH_MAY = re.compile(
    r"\b(?:[0-9]{1,2}(?:st|nd|rd|th)? May\b|(?:in|since|by|until|from|of|early|late|mid) May\b|May [0-9])"
)


# A clause that sets something against the claim; what it denies is not what the text claims.
_BUT = re.compile(
    r"(?<=.)[,;] (?:but|although|though|while|whereas|however)\b.*$|(?<=.)[，；](?:但|不过|然而|而(?!且)|尽管).*$",
    re.DOTALL,
)


def polarity_of(text: str) -> str:
    """Return "negative" when the text denies something, else "positive".

    What stands after "but" is another claim and does not count.
    """
    whole = _BUT.sub("", _NO_WIDTH.sub("", text))
    plain = NOT_NEGATIONS.sub(" ", _IN_A_NAME.sub(" ", whole))
    return next((rule.tone for rule in NEGATIONS if rule.pattern.search(plain)), "positive")


def modality_of(text: str) -> tuple[str, str | None]:
    """Return (asserted | hedged | reported, who says so or None).

    A report of a guess is hedged, and still names its holder.
    """
    holder: str | None = None
    reported = False
    for rule in REPORTS:
        match = rule.pattern.search(text)
        if match is None:
            continue
        named = match.groupdict().get("holder")
        if named is not None and named.strip() in _NO_HOLDER:
            continue
        reported = True
        holder = holder or (named.strip() if named else None)
    without_months = _MONTH_MAY.sub(" ", text)
    if any(rule.pattern.search(without_months) for rule in HEDGES):
        return "hedged", holder
    return ("reported", holder) if reported else ("asserted", None)


def ending_of(text: str) -> str:
    """Return how the text ends something (ended | denied | retracted | revoked), or ""."""
    plain = _TAKES_TIME.sub(" ", text)
    return next((rule.tone for rule in ENDINGS if rule.pattern.search(plain)), "")

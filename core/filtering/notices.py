"""Noise that comes with a report and says nothing: offers, unsubscribe lines, thanks, small print, filler."""

from core.filtering.rule import FilterRule, found

NOTICE_RULES: tuple[FilterRule, ...] = (
    FilterRule(
        id="doc-offer",
        reason="marketing",
        language="en",
        scope="document",
        test=found(
            r"\b\d{1,2}(?:%| percent) off\b|\b(?:special|limited(?:-time)?|introductory|exclusive) (?:offer"
            r"|discount|price|deal)\b"
            r"|\b(?:ask|contact|talk to|speak to|call) your (?:account|sales) (?:manager|representative|team|rep)\b"
            r"|\btry (?:it|us|[a-z]+) (?:for )?free\b|^(?:get in touch|learn|find out|discover|see) (?:how|why|to "
            r"learn|with)\b.{0,60}$|\bteam of experts\b|^(?:please )?stay tuned\b|\bfirst (?:month|year) (?:is "
            r")?(?:free|on us)\b|\bfree (?:trial|demo|consultation|assessment"
            r"|webinar)\b.{0,40}$"
            r"|\b(?:seats|places|spots) are limited\b|\bbook (?:your|a) (?:seat|place|demo|call)\b",
            words=(
                "off",
                "deal",
                "discount",
                "price",
                "your",
                "first",
                "free",
                "limited",
                "book a",
                "book your",
                "get in touch",
                "learn",
                "find out",
                "discover",
                "see how",
                "see why",
                "experts",
                "stay tuned",
            ),
        ),
        why="An offer is about the sender's price list.",
        hits=(
            "Ask your account manager about Kelp Guard.",
            "Get 30% off the first month!",
            "Places are limited, so register now.",
        ),
        keeps=("The seller gave buyers of the stealer a discount in May.", "Coral Bank cut its fee by 20 percent."),
    ),
    FilterRule(
        id="doc-unsubscribe",
        reason="boilerplate",
        language="en",
        scope="any",
        test=found(
            r"\bto unsubscribe\b|\bunsubscribe (?:here|at any time|from)\b"
            r"|\breply (?:with (?:the word )?)?[\"“]?stop[\"”]?(?: to|\.|$)"
            r"|\byou (?:are receiving|received) this (?:e-?mail|message|newsletter)\b|\bview (?:this"
            r"|it) in (?:your|a) browser\b",
            words=(
                "unsubscribe",
                "stop",
                "receiv",
                "browser",
            ),
        ),
        why="How to leave a mailing list is no finding.",
        hits=("To unsubscribe, reply with the word STOP.", "You received this email because you are a customer."),
        keeps=("Heron's mails have an unsubscribe button that leads to the loader.",),
    ),
    FilterRule(
        id="doc-small-print",
        reason="legal_notice",
        language="en",
        scope="document",
        test=found(
            r"\bpast performance (?:is|does) no(?:t|)\b|\b(?:not|no) (?:constitute )?(?:an? )?(?:investment"
            r"|financial|legal|tax) advice\b"
            r"|\bunofficial translation\b|\bonly the \w+ (?:text|version) is (?:legally )?binding\b"
            r"|\b(?:redistribution|reproduction|reprint|republication)\b.{0,60}\b(?:not permitted|prohibited"
            r"|forbidden|permission)\b"
            r"|\bthis (?:e-?mail|message)\b.{0,40}\b(?:confidential|intended (?:only|solely))\b|\bintended "
            r"recipients?\b"
            r"|\bsubject to change without notice\b|\berrors and omissions\b",
            words=(
                "performance",
                "advice",
                "translation",
                "binding",
                "permi",
                "prohibit",
                "forbid",
                "notice",
                "omissions",
                "confidential",
                "intended",
            ),
        ),
        why="Small print binds the reader and states nothing about the world.",
        hits=("Past performance is no guarantee of future results.", "Reproduction without permission is prohibited."),
        keeps=("The court found that the bank gave wrong investment advice.", "Heron's past performance was weak."),
    ),
    FilterRule(
        id="doc-thanks",
        reason="boilerplate",
        language="en",
        scope="document",
        test=found(
            r"^(?:[\w.&'’-]+ ){1,6}(?:thanks|would like to thank|wishes to thank|is grateful to"
            r"|gratefully acknowledges)"
            r" .{2,120}\b(?:for|who)\b",
            words=(
                "thank",
                "grateful",
                "acknowledge",
            ),
        ),
        why="Thanks name people, not findings; who reported a flaw is told in other words too.",
        hits=("Kelp Labs thanks Ada Roe of Coral for the analysis.",),
        keeps=("CVE-2031-1 was reported by Ada Roe.", "The bank recovered thanks to its backups."),
    ),
    FilterRule(
        id="doc-question-heading",
        reason="navigation",
        language="en",
        scope="document",
        test=found(r"^(?:what|who|why|how|when|where)(?:'s|’s| [a-z]+)(?: [\w'’-]+){0,8}$"),
        why="A heading in the form of a question opens a passage and answers nothing.",
        hits=("What is new", "How the attack works", "Who is affected"),
        keeps=("What is new in Kelp 3 is the loader.", "When the port opens, Kelp connects."),
    ),
    FilterRule(
        id="en-meeting-filler",
        reason="transient_status",
        language="en",
        scope="transcript",
        test=found(
            r"^the (?:recording|call|meeting|screen(?: share)?|microphone|mic|camera|video|audio|line) (?:has "
            r"|was |is |just |now )*"
            r"(?:stopped|started|froze|frozen|ended|dropped|paused|muted|on|off|back)\b"
            r"|^[\w ]{2,30} (?:forgot|forgets|has no idea|cannot remember) (?:who|what|when|where|why|how|which)[.!]?$"
            r"|^[\w ]{2,30} can confirm (?:that|this|it)[.!]?$|\bwe(?: will|'ll|’ll) see[.!]?$"
            r"|^[\w ]{2,30} has (?:\w+ )?news (?:about|first|too)\b"
            r"|^so [\w ]{2,30} is off the table[.!]?$|\bspeaks? for itself[.!]?$"
        ),
        why="What keeps a meeting going is not what was said in it.",
        hits=("The recording stopped.", "Dana forgot who.", "After that we will see.", "Marcus can confirm that."),
        keeps=("The recording of the trial was leaked in May.", "Dana forgot the key in the vault."),
    ),
    FilterRule(
        id="en-office-chatter",
        reason="transient_status",
        language="en",
        scope="transcript",
        test=found(
            r"\b(?:coffee (?:machine|maker)|vending machine|water cooler|dishwasher|office printer"
            r"|air con(?:ditioning)?|parking (?:lot|garage)|lift|elevator)\b"
            r".{0,30}\b(?:broken|empty|out of order|leaking|again|stuck)\b"
        ),
        why="The state of the kitchen is of no use tomorrow.",
        hits=("The coffee machine is broken again", "The office printer is out of order."),
        keeps=("Kelp makes coffee machines with a broken login.", "The lift vendor fixed CVE-2031-1."),
    ),
    FilterRule(
        id="doc-zh-offer",
        reason="marketing",
        language="zh",
        scope="document",
        test=found(
            r"欢迎(?:您)?(?:来电|联系|拨打|咨询|报名|订阅|选购|致电|试用|关注|扫码)|名额有限|(?:首月|首年|限时"
            r"|全场|新用户|新客).{0,8}[折免惠]"
            r"|(?:可|将)?(?:免费)?获赠|(?:立即|马上|抢先)(?:购买|订购|报名|咨询|注册|预约|下单)|免费(?:试用"
            r"|体验|领取)|前.{1,8}名.{0,12}(?:赠|免费|享)",
            words=(
                "欢迎",
                "名额",
                "折",
                "免",
                "惠",
                "赠",
                "购",
                "咨询",
                "报名",
                "注册",
                "预约",
                "下单",
                "享",
                "抢先",
            ),
        ),
        why="推销与报名信息不是结论。",
        hits=("欢迎联系销售顾问，首月八折！", "名额有限，欢迎报名！", "前五十名用户可获赠礼品一份。"),
        keeps=("银鹭组织冒充客服发送优惠信息。", "海带公司免费开放了解密工具。"),
    ),
    FilterRule(
        id="doc-zh-courtesy",
        reason="boilerplate",
        language="zh",
        scope="document",
        test=found(
            r"^特此(?:通知|公告|通报|函告|说明|声明)|敬请(?:谅解|关注|期待|留意)|(?:深表|表示"
            r"|致以)(?:诚挚的?)?(?:歉意|感谢|谢意)"
            r"|^(?:衷心)?感谢.{1,40}(?:支持|配合|关注|理解|提供|报告)|^本(?:通告|公告|报告|通报"
            r"|预警)(?:将)?(?:不再|持续|随时)?更新"
            r"|如需(?:应急)?(?:支持|帮助|协助|咨询)"
        ),
        why="客套与收尾的话没有信息。",
        hits=("特此通知。", "给您带来不便，敬请谅解。", "本通告不再更新。"),
        keeps=("警方感谢银行冻结了账户中的二十万元赃款并公布了案情。", "海带3.2不再更新。"),
    ),
    FilterRule(
        id="zh-office-chatter",
        reason="transient_status",
        language="zh",
        scope="transcript",
        test=found(
            r"(?:咖啡机|饮水机|打印机|空调|电梯|投影仪?).{0,8}(?:坏了|又坏|没水|没纸|太冷|太热|停了|卡住)"
            r"|(?:点|订|拼)个?(?:外卖|奶茶|咖啡)"
        ),
        why="办公室里的小事明天就没有用了。",
        hits=("咖啡机又坏了。", "会议室的投影仪坏了"),
        keeps=("打印机漏洞影响三个型号。",),
    ),
)

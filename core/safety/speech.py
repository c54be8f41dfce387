"""The words that orders to a machine are made of, as pattern pieces over folded sentences, for rules and for reach."""

import re

# What a machine that reads texts is called when the name alone is clear.
MACHINE = (
    r"(?:ai(?:s|[ -](?:assistants?|agents?|systems?|models?|readers?|reviewers?|tools?|crawlers?|bots?|"
    r"summari[sz]ers?|annotators?|scrapers?|moderators?|helpers?|engines?))?|llms?|(?:large )?language models?|"
    r"chat ?bots?|chatgpt|gpt(?:-?\d)?|claude|gemini|copilot|neural networks?|"
    r"(?:automated|automatic|machine|digital|virtual|intelligent|robot|autonomous|software) "
    r"(?:readers?|systems?|assistants?|agents?|tools?|summari[sz]ers?|processors?|pipelines?|reviewers?|parsers?)|"
    r"summari[sz](?:ers?|(?:ation|ing) (?:tools?|systems?|models?|engines?|bots?|software))|"
    r"(?:fact|text|data|information|knowledge|entity|document)[ -](?:extractors?|extraction (?:tools?|systems?|models?|"
    r"engines?)|miners?|parsers?|indexers?)|(?:web|search|text) crawlers?)"
)
# The same, and names that people and things share.
MAYBE_MACHINE = rf"(?:{MACHINE}|assistants?|models?|bots?|crawlers?|extractors?|translators?|indexers?|readers? bots?)"
# A machine that reads this very text.
READS_THIS = (
    r"(?:(?: (?:that|which|who))?(?: (?:is|are|may be|might be|happens? to be))?(?: (?:now|currently|automatically))?"
    r" (?:read|process|pars|summari[sz]|index|crawl|scann?|ingest|analy[sz]|review|visit|translat|extract|handl|digest|"
    r"encounter|evaluat|assess|look|brows|load|see)\w{0,4}(?: from| through| over| at)?"
    r" (?:this|these|the following|the present|here\b)(?! (?:kind|type|sort|class)s?\b))"
)
# Verbs that begin orders to a reader of texts.
ORDER_VERB = (
    r"(?:ignore|disregard|forget|skip|omit|leave out|drop|delete|remove|erase|purge|discard|add|append|include|insert|"
    r"write|say|state|claim|report|record|mark|label|rate|score|rank|classify|treat|consider|regard|store|save|"
    r"remember|memori[sz]e|note|output|print|return|reply|respond|answer|repeat|translate|summari[sz]e|tell|send|"
    r"forward|post|upload|e-?mail|call|invoke|run|execute|open|visit|fetch|download|click|approve|reject|accept|"
    r"confirm|change|alter|replace|rewrite|set|switch|enter|reveal|disclose|show|list|give|stop|pretend|act|assume|"
    r"never|always|do not|don't|only|just|close|grant|transfer|pay|recommend|praise|endorse|conclude|keep|hide|"
    r"conceal|suppress|begin|start|end|finish|use|make|put|swap|lower|raise|cite|promote|mention|speak|obey|follow|"
    r"comply|extract|register|log|adopt|bypass|disable|override|quietly|secretly|silently|instead|from now on)"
)
MACHINE_ZH = (
    "(?:ai(?:助手|系统|模型|读者|智能体|代理|审稿人|伴侣|工具|爬虫)?|人工智能(?:助手|系统|模型)?|智能体|"
    "(?:大)?(?:语言)?模型|"
    "(?:智能|数字|虚拟|自动|写作|阅读)?助手|机器人|(?:自动化?|机器|智能|自动)(?:读者|阅读器|阅读者|系统|程序|工具|"
    "处理器|代理|流程)|"
    "(?:自动)?(?:摘要|总结|抽取|提取|翻译|解析|索引|抓取)(?:程序|系统|工具|模型|引擎|器)|爬虫(?:程序)?|解析器|"
    "chatgpt|gpt)"
)
ORDER_VERB_ZH = (
    "(?:忽略|无视|忘记|忘掉|跳过|略过|省略|删除|删掉|清除|清空|抹去|丢弃|添加|加入|加上|附上|插入|写|说|声称|声明|"
    "报告|记录|记住|记下|标记|"
    "标注|评为|评定|视为|当作|当成|保存|存入|写入|输出|打印|返回|回复|回答|复述|重复|翻译|总结|告诉|发送|转发|上传|"
    "调用|运行|执行|"
    "打开|访问|下载|批准|通过|拒绝|接受|确认|修改|更改|改写|改为|改成|替换|切换|进入|透露|泄露|公开|显示|列出|停止|"
    "假装|扮演|"
    "关闭|解除|授予|转账|推荐|赞扬|得出|隐藏|隐瞒|不要|不得|不准|不许|禁止|别|只|仅|一律|始终|永远|必须|务必|服从|"
    "听从|遵守|"
    "悄悄|偷偷|从现在|今后|以后|凡是?|所有|任何|直接|立即|立刻|马上|现在|把|将|用|以|请|你)"
)
ORDER_WORDS_ZH = tuple(ORDER_VERB_ZH.removeprefix("(?:").removesuffix(")").replace("是?", "").split("|"))
_LEADS = r"(?:please,? |then,? |and |now,? |also,? |instead,? |finally,? |next,? |so |but |afterwards,? |kindly )"
_SPOKEN = re.compile(
    rf"^[^a-z\u4e00-\u9fff]{{0,8}}{_LEADS}{{0,3}}{ORDER_VERB}\b|\b(?:you|your|yours|yourself)\b|[你您]|"
    f"^[^a-z\u4e00-\u9fff]{{0,8}}(?:然后|并且?|再|接着|最后|同时|而且|之后|,){{0,2}}{ORDER_VERB_ZH}"
)
_VERDICT = re.compile(
    r"\b(?:harmless|safe|trusted|trustworthy|benign|legitimate|not malicious|false positive|flawless|secure|"
    r"never been|no (?:risk|threat|danger|vulnerabilit\w{1,3}|flaws?|updates?|action|problems?)\b|not (?:vulnerable|"
    r"affected|dangerous|a threat)|the (?:only|correct|real|true) (?:answer|source|fact|truth)|confidential|urgent)\b|"
    "无害|安全的|可信|良性|误报|无需|不需要|没有(?:任何)?(?:风险|漏洞|威胁|问题)|绝对|值得信赖|从未(?:被|发生|出现)|"
    "唯一(?:的)?(?:答案|真相)|不受影响"
)


def goes_along(folded: str) -> bool:
    """Return whether a folded sentence beside an attack is a further order of it, or the verdict that it is after.

    It speaks to its reader, gives an order, or calls something harmless, safe or needless. A plain
    statement is left to be judged like any other.
    """
    return bool(_SPOKEN.search(folded) or _VERDICT.search(folded))

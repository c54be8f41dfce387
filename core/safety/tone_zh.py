"""Chinese sentences that speak to a machine reader: signs that are weak alone and telling together.

The rows of ``rules_zh_orders`` and ``rules_zh_aims`` know what attacks usually say; these signs
catch other wording. A report hardly ever says 你 to its reader, gives him orders in the first
person and speaks of its own text and of his answer in one sentence.
"""

import re
from dataclasses import dataclass

_ENOUGH = 5  # an order (1), the reader (2) and one more sign (2); measured on honest reports, which stay below
_MOST_CHARS = 400  # a longer sentence collects signs by its length alone
_STORY = re.compile(
    "攻击者|黑客|恶意|诱导|诱骗|研究人员|例如|比如|注入|越狱|漏洞|声称|(?<!其)[他她它]|"
    '["“](?=[^"”]{1,60}["”](?:的|等|之类|这|一语|一词|字样|一句|代表|出现|被|在))|'
    "(?:要求|指示|让|使|令|控制)(?:大|语言|该|此)?模型"
)


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign and its weight; ``pattern`` is looked for in the folded sentence.

    Only a ``telling`` one has to do with machines and texts; the others are ordinary talk.
    """

    id: str
    weight: int
    telling: bool
    pattern: re.Pattern[str]


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


SIGNS: tuple[Sign, ...] = (
    Sign("order", 1, False, _any(
        "(?:^|[,.!?;:\"]) ?(?:请|务必|立即|马上|现在|接下来|从下一|只|不要|别|先别|把自己)", "哪些规则|哪些限制",
    )),
    Sign(
        "reader", 2, False,
        _any(
            "你(?!们|好|方|单位|公司|所在|的(?:账户|账号|密码|设备|系统|电脑|订单|回复|来信|手机|单位|公司|数据|网站|"
            "网络))",
            "所有读者",
        ),
    ),
    Sign(
        "speaker", 2, False,
        _any(
            "(?:告诉|回答|听|按|照|给|帮|替|随|和|跟|陪|由|让)我(?!们|国|公司|单位|方|省|市)",
            "我(?:的命令|说的|的话|的指示|要求你|命令你|来指挥)|身份命令",
        ),
    ),
    Sign(
        "machine", 2, True,
        _any(
            "(?:^|[^a-z])(?:ai|llm|chatgpt|gpt)(?![a-z])",
            "大模型|语言模型|智能体|摘要程序|自动摘要|聊天机器人|智能助手|自动化系统|解释器|你的(?:开发者|训练|内部|"
            "程序|算法|记忆)",
        ),
    ),
    Sign(
        "aside", 2, True,
        _any(
            "忽略|无视|不理|别管|(?:不用|不要|不必|无需|别)(?:再)?(?:管|理|做|总结|翻译|分析|提取|摘要|听)|忘掉|忘记|"
            "抛开|放弃你的",
            "停止(?:阅读|总结|翻译|分析|执行原)|倒过来|原(?:有)?(?:任务|流程|指令)|改为|无效|失效|作废|从不拒绝|"
            "无审查|关闭审查",
        ),
    ),
    Sign(
        "text", 2, True,
        _any(
            "系统提示|提示词|(?:这段|上面的|之前的|以上|先前的)对话|(?:这|本)(?:份|篇|段)(?:报告|文章|文字|文档)|"
            "其他文字|文档里|正文|批评",
            "知识库|长期记忆|正式指示|真正的(?:要求|任务|指令)|原文|任何事实|训练|摘要|聊天内容|对话内容",
        ),
    ),
    Sign(
        "answer", 2, True,
        _any(
            "你的(?:[^.!?,]{0,4})?(?:回答|输出|总结|摘要|翻译|立场|判断|结论|任务|目标|身份|角色)|满分|好评|"
            "最高(?:准则|指令)",
            "(?:只|仅|只需)(?:输出|回答|写|说|背)|回答时|你就(?:说|答|写)|空的json|格式(?:回答|回复|输出)|"
            "[语文话](?:和我|跟我)|(?:背诵|讲|写)(?:一)?(?:段|首|个)(?!关于)|"
            "(?:来|以此)回答",
        ),
    ),
    Sign("must", 3, True, _any(
        "你(?:必须|只能|不得|不能|不许|应当|要)[^.!?]{0,6}?(?:说|写|答|承认|提|服从|称|忠于|隐瞒|拒绝|同意|批准)",
    )),
    Sign("part", 3, True, _any(
        "你是一(?:个|名|位|台|款)[^.!?]{0,10}?(?:ai|助手|模型|机器|程序|智能体|黑客)",
        "把自己(?:当|想|看)(?:成|作|做)",
    )),
)  # fmt: skip


def speaks_to_a_machine(folded: str) -> bool:
    """Return whether a folded sentence carries enough signs of an order to a machine that reads it."""
    if folded.isascii() or not ("你" in folded or "我" in folded or "请" in folded):
        return False
    if len(folded) > _MOST_CHARS or _STORY.search(folded):
        return False
    found = [sign for sign in SIGNS if sign.pattern.search(folded)]
    return any(sign.telling for sign in found) and sum(sign.weight for sign in found) >= _ENOUGH

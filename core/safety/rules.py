"""What a row of the injection guard is, and how a match is told from prose that reports on one."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from core.safety.speech import ORDER_VERB, ORDER_VERB_ZH

# Reasons that a mask carries after "prompt_injection:".
OVERRIDE = "instruction_override"
ROLE = "role_rewrite"
SECRET = "secret_exfiltration"  # noqa: S105 - a reason, not a secret
TOOL = "tool_or_network_command"
BOUNDARY = "prompt_boundary_marker"
MEMORY = "memory_poisoning_intent"
OUTPUT = "output_control"
FORGED = "forged_reply"
TASK = "assistant_task"
ENCODED = "encoded_payload"
CONTINUED = "attack_continued"  # no rule of its own: it stands in one breath with an attack
CODES = (OVERRIDE, ROLE, SECRET, TOOL, BOUNDARY, MEMORY, OUTPUT, FORGED, TASK, ENCODED, CONTINUED)

_LOOK_BACK = 400
_STRONG_END = tuple(".!?:;>[]{}()*|#\"'~=/\\`•·")
_ADDRESS = re.compile(
    r"(?:^|[^a-z])(?:please|kindly|now|just|simply|instead|only|you (?:must|should|shall|will|can|may|"
    r"have to|need to|"
    r"are to|now|to)|(?:can|could|would|will) you(?: please| also)?|let's|let us|stop|ok|okay|hello|hi|hey|"
    r"well done|"
    r"attention|dear (?:ai|assistant|model|llm)|going to|ai|assistant|chatgpt|gpt)[,\s]*$"
)
_WEAK = re.compile(r"(?:,|(?:^|[^a-z])(?:and|then|but|so|also|or|first|next|finally))\s*$")
_NO_COMMAND = re.compile(
    r"(?:^|[^a-z'])(?:to|can|may|might|could|would|will|shall|not|never|they|it|he|she|we|i|who|that|which|"
    r"users?|people|"
    r"do|does|did|must|should|often|always|[a-z]{2,20}[^s\W]s|of|the|a|an|by|for|with|from|in|on|n't)\s*$"
)
_NARRATED = re.compile(
    r"\b(?:attack(?:er|s|ers)?|adversar(?:y|ies|ial)|actors?|hackers?|malicious|injections?|injected|"
    r"jailbreak\w{0,4}|llms?|"
    r"(?:the|an?|its|this|these|language|ai) (?:ai|models?|agents?|assistants?|chatbots?|prompts?|"
    r"payloads?|exploits?)|"
    r"researchers?|victims?|malware|threats?|e\.g|such as|for example|instruct(?:s|ed|ing)|caus(?:es?|ed|"
    r"ing)|"
    r"trick(?:s|ed|ing)?|convinc(?:es?|ed|ing)|attempts?|designed|techniques?|phrases?|contain(?:s|ed|ing)|"
    r"vulnerab\w{0,8}|said|says|wrote|reported|reads|tells|told)\b|"
    "攻击者|恶意|黑客|模型|注入|越狱|研究人员|提示词|例如|比如|诱导|诱骗|指示其|要求其|该指令|漏洞"
)
_ADDRESS_ZH = re.compile(
    "(?:请(?:先|再|直接|立即|务必|一定|马上|现在|只|用)?|务必|麻烦|帮我|给我|"
    "[你您](?:现在|要|应该?|必须|需要|可以|只能|只需|就|将|来|得|都|先)?(?:立即|先|要|就)?|"
    "我(?:要|想|想要|需要|命令|要求|希望|现在要求)[你您])$"
)
_WEAK_ZH = re.compile(
    "(?:,|并|并且|然后|暂时|悄悄|偷偷|完全|彻底|接着|再|而是|同时|最后|之后|后|先|都|也|和|现在(?:开始)?|立即|立刻|"
    "马上|此刻|首先|必须|一定要|"
    "千万|只需|接下来|以后|今后|永远|始终|逐字|原样|一字不[差漏]地?|如实|直接|"
    "从(?:现在|此刻|今|这一刻|此)(?:开始|起|以后|往后)?)$"
)
_SPOKEN_TO_ZH = re.compile(
    "[请你您我]|务必|从现在|现在开始|(?:^|,)(?:忽略|忘掉|忘记|无视|停止|不要|别)|"
    "^(?:好(?:的|了)?|谢谢.{0,4}|注意|重要(?:提示|通知)?|警告|紧急|很好|ok|对了|另外|那么|首先|最后|总之|收到|hi|"
    "hello|stop|停|"
    "等等|等一下|(?:完成|做完|读完|总结|阅读|翻译|处理|分析)[^,]{0,6}),?$"
)
_CLAUSE_END = re.compile("[.!?;:]")
_NARRATED_ZH = re.compile(
    "攻击者|黑客|恶意|诱导|诱骗|诱使|欺骗|研究人员|例如|比如|注入|越狱|漏洞|声称|该指令|"
    "(?:要求|指示|让|使|令|引导|命令|控制)(?:其|大|语言|该|此|目标)?(?:模型|其|系统|用户|助手|ai)|"
    "(?:该|其|此|这类|这种|本)(?:模型|文字|内容|提示|工具|程序|木马|组织|产品|插件|软件|脚本|客户端|服务)"
)
_QUOTES = "\"'`"
# A statement around a quotation: it names what is quoted, or says what became of it, and speaks to nobody.
_STATED = re.compile(
    r"\b(?:strings?|sentences?|words?|phrases?|wording|texts?|lines?|prompts?|messages?|comments?|subject|title|"
    r"file ?names?|"
    r"labels?|entr(?:y|ies)|is|are|was|were|has|have|had|been|appear(?:s|ed)?|not(?:ed|iced)|found|saw|seen|gives?|"
    r"gave|"
    r"uses?|used|st(?:ands?|ood)|scores?d?|flag(?:s|ged)|detect(?:s|ed)|block(?:s|ed)|match(?:es|ed)|mean(?:s|t)|"
    r"quot(?:es|ed)|"
    r"call(?:s|ed)|show(?:s|ed|n)|holds?|held|includes?d?)\b|"
    "一语|一词|字样|字符串|语句|短语|句子|这句|一句|文字|提示|之类|这类|代表|出现|写着|写有|写道|包含|含有|测试|"
    "样本|分类器|得分|标题|主题|论文|拒绝|"
    "拦截|检测|命中|过滤|记录|显示|名为|称为|所谓"
)
_ATTRIBUTED = re.compile(
    r"^[^.!?;]{0,200}, ['\"]{0,2}(?:[a-z'-]{1,20} ){1,3}(?:asked|said|says|told|wrote|replied|suggested|urged|"
    r"advised|added|"
    r"explained|joked|warned)\b[^,]{0,40}$"
)
_SPEAKS = re.compile(
    rf"\b(?:you|your|yourself|please|must)\b|[你您请]|^[^a-z]{{0,4}}(?:now,? |then,? |and )?{ORDER_VERB}\b|"
    rf"^[^\\w]{{0,3}}{ORDER_VERB_ZH}"
)
_LEAD = re.compile(
    r"(?:(?:following|embedded|injected|inserted|used|sent|typical|malicious|hidden|injection|"
    r"example)\b[^:]{0,60}?\b"
    r"(?:prompts?|payloads?|commands?|instructions?|text|messages?|injections?|strings?)|prompt injection|"
    r"payload|jailbreak)"
    r"\b[^:]{0,60}:"
)


@dataclass(frozen=True, slots=True)
class GuardRule:
    """One look of an attack on the reader, over a folded sentence (lower case, plain quotes, single blanks).

    ``needs`` are words of which one must be in the sentence: a cheap test before the pattern.
    ``anchor`` says how the match must stand: ``strict`` = as a command at the start of a clause or
    after an address; ``chinese`` = the same for Chinese, where a subject other than the reader
    makes a statement; ``loose`` = anywhere that is not plainly part of a statement; ``none`` =
    anywhere. A sentence in which ``unless`` is found is no hit. A rule that is not ``for_transcripts``
    is left out where people speak to an assistant as a matter of course. ``hits`` and ``keeps`` are
    whole sentences that are, and are not, attacks.
    """

    id: str
    code: str
    why: str
    needs: tuple[str, ...]
    pattern: str
    hits: tuple[str, ...]
    keeps: tuple[str, ...] = ()
    anchor: str = "strict"
    unless: str = ""
    for_transcripts: bool = True


def matcher(rule: GuardRule) -> Callable[[str], bool]:
    """Return the whole test of a rule on one folded sentence."""
    matches = pattern_matcher(rule)
    return lambda sentence: any(word in sentence for word in rule.needs) and matches(sentence)


def pattern_matcher(rule: GuardRule) -> Callable[[str], bool]:
    """Return the test of a rule on a folded sentence that is known to hold one of the words it needs."""
    compiled = re.compile(rule.pattern)
    unless = re.compile(rule.unless) if rule.unless else None
    stands = _ANCHORS[rule.anchor]

    def matches(sentence: str) -> bool:
        if unless is not None and unless.search(sentence):
            return False
        for found in compiled.finditer(sentence):
            before = sentence[max(0, found.start() - _LOOK_BACK) : found.start()]
            if stands(before) and not is_reported(sentence, found.start(), found.end()):
                return True
        return False

    return matches


def is_reported(sentence: str, start: int, end: int) -> bool:
    """Return whether a match stands in quotation marks, or after a colon, of a sentence that reports on it.

    So does one that a speaker is named for at the sentence's end. A quotation may run on into the
    next sentence; an apostrophe has to close.
    """
    before = sentence[max(0, start - _LOOK_BACK) : start]
    after = sentence[end : end + _LOOK_BACK]
    if _ATTRIBUTED.match(after):
        return True
    for mark in _QUOTES:
        opened = _opening(before, mark)
        if opened >= 0 and (mark in after or mark != "'"):
            outside = before[:opened] + " " + after.partition(mark)[2]
            if _NARRATED.search(outside) or (_STATED.search(outside) and not _SPEAKS.search(outside.strip())):
                return True
    return _LEAD.search(before) is not None


def _opening(before: str, mark: str) -> int:
    """Where the quotation that is still open at the end of ``before`` starts, -1 when none is; no apostrophes."""
    at = before.rfind(mark)
    while at > 0 and mark == "'" and before[at - 1].isalnum():
        at = before.rfind(mark, 0, at)
    if at < 0 or (mark != "'" and before.count(mark) % 2 == 0):
        return -1
    return at


def _strict(before: str) -> bool:
    head = before.rstrip()
    if not head or head.endswith(_STRONG_END) or before.endswith(("- ", "> ")):
        return True
    if _ADDRESS.search(head):
        return True
    return bool(_WEAK.search(head)) and not _NARRATED.search(head)


def _loose(before: str) -> bool:
    head = before.rstrip()
    if _strict(before):
        return True
    return not _NO_COMMAND.search(head) and not _NARRATED.search(head)


def _chinese(before: str) -> bool:
    """As a command: nothing goes before it in its clause but an address; a subject makes it a statement."""
    if _NARRATED_ZH.search(before):
        return False
    head = before.rstrip().rstrip("\"'([{<>*#|】").rstrip()
    clause = head[max((found.end() for found in _CLAUSE_END.finditer(head)), default=0) :].strip()
    if not clause or _ADDRESS_ZH.search(clause):
        return True
    weak = _WEAK_ZH.search(clause)
    return weak is not None and (weak.start() == 0 or bool(_SPOKEN_TO_ZH.search(clause)))


def _anywhere(before: str) -> bool:
    return not _NARRATED.search(before)


_ANCHORS: dict[str, Callable[[str], bool]] = {
    "strict": _strict,
    "loose": _loose,
    "chinese": _chinese,
    "none": _anywhere,
}

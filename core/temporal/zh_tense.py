"""Words before and after a Chinese time expression that place it in the future: 要求在六月前, 二季度将推出."""

import re

CUES = (
    r"将[于在从会]|计划[于在]|预计|预期[于在将]|有望|[拟定][于在]|即将|届时|[应须需][于在]|要求[于在]|责令|限[于期]|力争|争取|确保|打算|约定[于在]"
    r"|(?:推迟|延期|延后|延长|顺延|改期?|推|提前)[到至]|可能(?:会|持续|延|推)|(?:要求|请|务必|必须)[^。！？!?]{0,12}[于在]$"
)
"""Words before a time expression that place it in the future."""

# 将 before a noun only moves it ahead of its verb (3月将服务器迁走), so a verb or preposition must follow.
_VERBS = (
    "于|在|会|由|是|为|有|正式|陆续|全面|继续|开始|启动|启用|上线|推出|发布|公布|举行|举办|召开|开展|进行|实施|执行|生效|完成|到期|停止|结束|关闭|迎来"
    "|前往|出席|访问|搬|迁|进入|提供|支持|更换|升级|新增|增加|减少|扩大|收购|出售|投产|建成|竣工|交付|开放|开通|接受|参加|达到|成为|出现|不再|无法|重新"
)

_CUE = (
    rf"(?:将(?:{_VERBS})|即将|必须|务必|务请|预计|计划(?=[于在将])|拟(?!人|态|定于)|须(?!知)|应(?:当|予|在|于|完成)|需(?:要|完成|在|于)"
    r"|会(?=在|于|再|有|被|推|发|上线|回|到|去|来|完成))"
)
_SUBJECT = r"[^\s,，。；;！？!?：:、已了被过曾发披报]"  # what stands between may be a subject, not another verb

_AHEAD = re.compile(rf"[,，]?{_SUBJECT}{{0,4}}?{_CUE}")
_DEADLINE = re.compile(rf"[,，]?{_SUBJECT}{{0,12}}?(?:{_CUE}|完成(?!了)|提交(?!了)|请)")


def goes_ahead(plain: str, end: int) -> bool:
    """Tell whether the words after an expression, in its own clause, say that it is to come.

    Args:
        plain: the folded text.
        end: where the expression ends; after 前 ("before") more words may stand between.
    """
    cue = _DEADLINE if plain[end - 1 : end] == "前" else _AHEAD
    return cue.match(plain, end) is not None

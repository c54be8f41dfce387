"""Split a Chinese sentence into atomic statements, each with its own subject."""

import re

MOST_PARTS = 12
_MOST_CHARS = 900  # a longer sentence is a list in disguise: it is not taken apart
_STOPS = "。！!；;"
_OPEN = "（(“「『《〈【‘["
_CLOSE = "）)”」』》〉】’]"
# A clause that opens so gives the cause, condition or setting of the next one …
_BINDS_NEXT = re.compile(
    r"^(?:因为|由于|如果|若|一旦|当|虽然|尽管|即使|为了|为|只要|只有|除非|随着|鉴于|既然|先"
    r"|在.{1,20}(?:后|之前|之后|时|期间|中|下|前)$|据|根据|按照|截至|自|从.{1,16}(?:起|开始)$|经"
    r"|通过.{1,20}$|针对.{1,20}$)"
)
# … and one that opens so follows from the one before.
_BINDS_BACK = re.compile(
    r"^(?:所以|因此|因而|从而|导致|以便|以(?:便|免|防|期|此)?|则|那么|就|便|再|然后|随后|接着|进而"
    r"|使得?|让|但|但是|不过|而是|否则|除非|才|其中|包括|例如|比如|甚至|等|尤其|特别是|以及|或者?|致使"
    r"|造成|意味着)"
)
_CARRIES = re.compile(
    r"^(?:并且?|且|广泛|应用于|用于|常用|适用|最早|首次|此前|长期|通常|经常|同时|还|也|又|另外|此外"
    r"|主要|曾经?|已经?|正在?|将|会|可以?|能够?|被|于|在|向|对|把"
    r"|从|通过|利用|使用|采用|针对|具有|具备|拥有|支持|包含|属于|位于|成立|发布|修复|影响|攻击|窃取"
    r"|加密|植入|部署|投递|传播|下载|上传|执行|收集|泄露|入侵|控制|监听|伪装|冒充|要求|建议|提供|负责"
    r"|担任|毕业|出生|就职|任职|加入|离开|搬到|搬至|从事|开展|完成|获得|获|达到|超过|涉及|存在|允许"
    r"|缺乏|没有|未|不|无需|无法|需|需要|应|应当|擅长|喜欢|热爱|计划|打算|准备|决定|开始|停止|升级"
    r"|更新|替换|删除|创建|启用|禁用|关闭|打开|运行|监控|检测|发现|确认|宣布|表示|称|指出|认为|共|约"
    r"|仅|只|每|最早|最近|目前|现|后来|随后)"
)
_OWNED = re.compile(
    r"^(?:总部|成员|目标|攻击目标|主要目标|受害者|首领|创始人|负责人|作者|版本|最新版本|受影响版本"
    r"|修复版本|影响范围|影响版本|严重程度|严重性|危害等级|评分|CVSS|编号|代码|源码|配置|样本|载荷"
    r"|基础设施|域名|服务器|端口|父亲|母亲|妻子|丈夫|儿子|女儿|公司|员工|收入|市值|产品|客户|手法|动机"
    r"|规模|人口|面积|首都)"
)
_LEAD = re.compile(
    r"^(?:(?:早在|截至|自|在|于|从|到)?(?:\d{2,4}年)?(?:\d{1,2}月)?(?:\d{1,2}[日号])?(?:初|末|底|起"
    r"|以来|期间|上半年|下半年|上旬|中旬|下旬)?|近日|近期|最近|今年|去年|据.{2,20}?|根据.{2,20}?|目前"
    r"|日前)$"
)
_VERBS = (
    "使用|利用|通过|针对|位于|成立|发布|修复|影响|攻击|窃取|加密|植入|部署|投递|传播|下载|上传|执行"
    "|收集|泄露|入侵|控制|监听|伪装|冒充|要求|建议|提供|负责|担任|毕业|出生|就职|任职|加入|离开|搬到"
    "|搬至|从事|开展|完成|获得|达到|超过|涉及|存在|允许|缺乏|没有"
    "|需要|应当|擅长|喜欢|热爱|计划|打算|准备|决定|开始|停止|升级|更新|替换|删除|创建|启用|禁用|关闭"
    "|运行|监控|检测|发现|确认|宣布|表示|指出|认为|属于|拥有|具有|支持|包含|包括|采用|叫做?|称为|名为"
    "|收购|推出|开发|研发|瞄准|勒索|曝光|披露|迁移|转移|任命|当选|获批|持有|投资|住在|来自|学习|教"
    "|养了?"
)
_SUBJECT = re.compile(
    rf"^(.{{1,24}}?)(?=(?:{_VERBS})|(?:最早|最近|首次|此前|长期|通常|经常|广泛|应用于|用于|主要|曾经?"
    rf"|已经?|正在|目前|现|将(?!军)|被|是(?!否)|于(?!是)"
    rf"|在(?!线|职)|为(?!了|什么)|不|没|未|也|还|均|都|可(?!能性)|能|会(?!议|员)|向|对(?!外|方|手)"
    rf"|从(?!业)|需))"
)
_NO_SUBJECT = re.compile(r"[，,。；;]|的$|^(?:如果|因为|由于|当|为|在|于|从|自|据|根据|通过|对|将|把|被|这|那|并|但)")
_ENUM = re.compile(
    rf"^(?P<head>.{{2,60}}?(?:{_VERBS}|是|为|了|有)(?:了|过"
    rf"|着)?)(?P<items>[^，,、的]{{1,20}}(?:、[^，,、的]{{1,20}}){{1,10}}(?:(?:和|与|以及"
    rf"|及)[^，,、的和]{{1,20}})?)$"
)
_ENUM_PARTS = re.compile(r"、|以及|(?<!软)和(?!谐)|与(?!否)|及(?!其)")


_CONNECTIVE = re.compile(
    r"^(?:(?:另外|不过|但是|其实|而且|然而|此外|同时|总之|例如|比如|话说回来|对了|当然|首先|其次|最后"
    r"|因此|所以|说起来|你好|您好|嗨|谢谢|好的|好啊"
    r"|嗯|是啊|对啊|哈哈|你好呀)[，,!！]|其实)"
)


def strip_connective(text: str) -> str:
    """Return the sentence without the words that only tie it to the one before or greet."""
    match = _CONNECTIVE.match(text)
    while match and len(text) - match.end() >= 4:
        text = text[match.end() :]
        match = _CONNECTIVE.match(text)
    return text


def _clauses(body: str) -> list[str]:
    """Return the pieces between commas and semicolons that stand in no bracket or quotation."""
    pieces, depth, start = [], 0, 0
    for at, char in enumerate(body):
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth = max(0, depth - 1)
        elif (depth == 0 and char in "，；;") or (depth == 0 and char == "," and not body[at + 1 : at + 2].isdigit()):
            pieces.append(body[start:at].strip())
            start = at + 1
    pieces.append(body[start:].strip())
    return [piece for piece in pieces if piece]


def subject_of(clause: str) -> str:
    """Return the words before the first verb of a clause, or '' when they are no plain subject."""
    match = _SUBJECT.match(clause)
    if match is None:
        return ""
    subject = match.group(1).strip()
    return "" if _NO_SUBJECT.search(subject) else subject


def _grouped(pieces: list[str]) -> list[str]:
    """Join the clauses that cause, condition and order hold together."""
    groups: list[str] = []
    glue = False
    for piece in pieces:
        if groups and (glue or _BINDS_BACK.match(piece) or not _stands(piece)):
            groups[-1] += "，" + piece
        else:
            groups.append(piece)
        glue = bool(_BINDS_NEXT.match(piece)) or bool(_LEAD.match(piece))
    return groups


def _stands(piece: str) -> bool:
    """Return whether a clause can open a statement of its own: it carries the subject on or has its own."""
    return len(piece) >= 4 and bool(
        _CARRIES.match(piece) or _OWNED.match(piece) or piece.startswith("其") or subject_of(piece)
    )


def _split_items(statement: str) -> list[str]:
    match = _ENUM.match(statement)
    if match is None:
        return [statement]
    items = [item.strip() for item in _ENUM_PARTS.split(match["items"])]
    items = [item.removesuffix("等") for item in items]
    if not 2 <= len(items) <= MOST_PARTS or any(not item for item in items):
        return [statement]
    return [match["head"] + item for item in items]


def statements(text: str) -> list[str]:
    """Return the atomic statements of one Chinese sentence, in order; the sentence itself when it is one."""
    text = strip_connective(text.strip())
    stop = text[-1:] if text[-1:] in _STOPS else ""
    body = text[: -len(stop)] if stop else text
    if len(body) > _MOST_CHARS:
        return [text]
    groups = _grouped(_clauses(body))
    if not 1 < len(groups) <= MOST_PARTS:
        return [part + stop for part in _split_items(body)] if groups else []
    lead, first = "", groups[0]
    head, _, rest = first.partition("，")
    if rest and _LEAD.match(head):
        lead, first = head + "，", rest
    subject = (
        subject_of(first.split("，")[-1]) if not _BINDS_NEXT.match(first) else subject_of(first.rsplit("，", 1)[-1])
    )
    parts = [groups[0]]
    for group in groups[1:]:
        carried = _carry(group, subject)
        if carried is None:
            parts[-1] += "，" + group
            continue
        own, group = carried
        parts.append((lead if own and any(c.isdigit() for c in lead) else "") + group)
        if not own:
            subject = subject_of(group) or subject
    return [piece + stop for part in parts for piece in _split_items(part)][: MOST_PARTS * 2]


def _carry(group: str, subject: str) -> tuple[bool, str] | None:
    """Return (whether the subject was repeated, statement), or None when the clause cannot stand alone."""
    if group.startswith("其") and not group.startswith(("其中", "其他", "其它", "其余", "其实")):
        return (True, f"{subject}的{group[1:]}") if subject else None
    if _CARRIES.match(group):
        bare = re.sub(r"^(?:并且?|且|同时|此外|另外)[，,]?", "", group)
        if subject_of(bare) and not _CARRIES.match(bare):
            return (False, bare)
        return (True, subject + bare) if subject else None
    if _OWNED.match(group):
        return (True, f"{subject}的{group}") if subject else None
    return (False, group) if subject_of(group) else None

"""Split a Chinese sentence into atomic statements, each with its own subject.

A cut is made only where both sides are sure to stand alone; everything else stays in one piece,
with the commas of the source. A long true statement is better than a short wrong one.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.extract.chinese.lists import split_items
from core.extract.chinese.predicates import has_predicate, opens_with_noun, predicate_start, subject_of
from core.extract.chinese.words import LEAD_IN, REPORTING, TIME_ONLY
from core.extract.subjects import identifiers

__all__ = ["statements", "strip_connective", "subject_of"]

MOST_PARTS = 12
_MOST_CHARS = 900  # a longer sentence is a list in disguise: it is not taken apart
_STOPS = "。！!；;"
_OPEN = "（(“「『《〈【‘["
_CLOSE = "）)”」』》〉】’]"
# A clause that opens so follows from the one before, or leans on it.
_BINDS_BACK = re.compile(
    r"^(?:所以|因此|因而|因为|从而|导致|以便|以(?:免|防|期|此)?|则|那么|就|便|再|然后|随后|随即|接着|进而|之后|此后"
    r"|使得?|让|但|但是|不过|而|否则|除非|才|其中|包括|例如|比如|甚至|等|尤其|特别|以及|或者?|致使"
    r"|造成|意味着|是(?:因为|由于|为了|说)|原因"
    r"|只要|只有|如果|若|直到|直至|又|结果|尽管|虽然|即使|这|那|此|它|他|她|该|前者|后者|二者|两者"
    r"|有的|有人|有些|没有?人|没有任何人|无人|另)"
)
_WHOLE = re.compile(
    r"[：:？?]|是否|分别|不仅|不但|非但|不是.{1,30}而是|第[一二三]|[一二三]是|其[一二三]|首先|其次"
    r"|一方面|越.{1,10}越|无论|不管|要么|既.{1,20}又|即使|除非"
)
_JOINED = re.compile(r"^(?:并且?|且|同时|此外|另外|还|也)")
_BARE_JOIN = re.compile(r"^(?:并且?|且|同时|此外|另外)[，,]?")
# What such a word governs may reach over the comma: "可以上传文件，并执行命令".
_SCOPE = re.compile(
    r"^(?:将|会|可以?|能够?|可能|应当?|须|必须|务必|需要?|要|无法|不|没有?|未|拒绝|计划|打算|准备|拟"
    r"|建议|要求|希望|试图|允许|禁止|开始|停止|继续|根据|依据|按照"
    r"|曾|通常|一般|往往|经常|每|被|由|让|使|只|仅|仍|尚|据|把|从|以|通过|利用|在|用于|先|主张|赞成"
    r"|决定|同意|反对|负责)"
)
_OWN_SCOPE = re.compile(
    r"^(?:并且?|且|同时|还|也)?(?:将|会|可以?|能够?|可能|应当?|须|必须|需要?|无法|无需|不|没有?|未"
    r"|尚未|仍|已|曾|是|为|有|共|约)"
)
_OWN_TIME = re.compile(r"^(?:并且?|且)(?!.{0,12}(?:现|目前|此后|随后|当前|今))")
_PERSON = re.compile(
    r"^[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹苏潘葛范彭鲁韦马苗方俞任袁柳史"
    r"唐费薛雷贺倪汤罗毕郝安常傅康伍余顾孟黄"
    r"穆萧尹姚邵汪祁毛狄戴宋庞熊纪舒屈项祝董梁杜阮蓝闵季贾路江童颜郭梅林钟徐邱骆高夏蔡田胡霍万柯管卢莫"
    r"房丁邓洪包左石崔龚程陆翁荀甄曲段侯"
    r"邢裴温庄晏柴瞿阎连习艾向古易廖文曾沙关刘叶龙白黎][\u4e00-\u9fff]{2}$"
)
# A subject that names somebody or something by itself, so that its clause needs no owner.
_NAMES_ITSELF = re.compile(
    r"(?:公司|集团|实验室|组织|团伙|警方|政府|银行|中心|委员会|机构|攻击者|黑客|厂商|研究人员|大学"
    r"|法院|医院|学校|部门|木马|后门"
    r"|软件|科技|网络|云|项目|客户端|移动端|系统|平台|网关)$|[A-Za-z]{2,}|”$|」$"
)
_OWNED = re.compile(
    r"^(?:总部|成员|攻击目标|主要目标|受害者|首领|创始人|负责人|作者|(?:最新|当前|受影响|修复"
    r"|现行)?版本|影响范围|严重程度|严重性"
    r"|危害等级|CVSS评分|CVSS|评分|编号|端口|对应地址|地址|C2域名|C2地址|域名|开发语言|加密算法|体积"
    r"|规模|人口|面积|首都|预算|状态"
    r"|主要工具|上线日期|数据库)(?=(?:为|是|现为|仍为|仍是|位于|设在|约|达|超过|共)|[CcHhTt]\w*$)"
)
_GROUP_OWNED = re.compile(r"^(?:总部|成员|首领|创始人)(?=为|是|位于|设在|约|达|超过|共|来自)")
_COPULA = re.compile(r"^(?:现在?|仍|目前|已变更|已更换|调整|变更)?(?:为|是)|^位于|^于.{2,16}成立$")
# "被替换后的文件大小为…": the predicate word opens a noun, which is the clause's own subject.
_NOUN_FIRST = re.compile(r"^[^，]{1,16}的[^的，]{1,8}(?:为|是|均|都|已|将|被|也|仍|由|没有|不|未)")
# A clause that brings in something new: the next one may speak of that ("提供了一个工具，可在官网下载").
_NEW_THING = re.compile(
    r"名[叫为]|^有|一[个款种份家名台批项条套支封]|^共?有|^设[立有]|提供|推出|建立|建成|成立了|开发|研发"
)
# Said again, "一名员工" would be somebody else.
_INDEFINITE = re.compile(r"^(?:有?一[个款种份家名台批项条套支封座位只]|某|有人|有些|部分)")
# A noun that a clause describes: "单笔金额超过五十万元的采购，须经批准".
_TOPIC = re.compile(r"^[^了着是为有于将把会可不没都已]{0,40}的[^的，了]{1,8}$")
# A property with its value and nothing else: what follows speaks of something new.
_PROPERTY = re.compile(r"^(?:现在?|仍|目前)?(?:为|是)[^，的是为]{1,24}$")
_GROUPS = ("组织", "团伙", "公司", "集团")
# Owners that lean on the clause before: "规模最大的一款", "本月的可用性".
_LOOSE = re.compile(r"^(?:[其该此这那本原新旧最同上下]|规模|剩余|其他|部分|所有|各|每|有)")
# A short clause of its own before a colon: "人事调整已经批下来了：…".
_TOLD = re.compile(r"^[^：，。是说称示今昨前日月周年]{5,16}了：(?=.{6})")
_ITS = re.compile(r"^其(?!中|他|它|余|实|[一二三]|[子女父母妻夫兄弟姐妹])")
_CONNECTIVE = re.compile(
    r"^(?:(?:另外|不过|但是|其实|而且|然而|此外|同时|总之|例如|比如|话说回来|对了|当然|首先|其次|最后"
    r"|因此|所以|说起来|你好|您好|嗨"
    r"|谢谢|好的|好啊|嗯|是啊|对啊|哈哈|你好呀)[，,!！]|其实"
    r"|(?:结论|结果|消息|答案|决定|方案)(?:有了|出来了|来了|定了)[：:，,])"
)


def strip_connective(text: str) -> str:
    """Return the sentence without the words that only tie it to the one before or greet."""
    match = _CONNECTIVE.match(text)
    while match and len(text) - match.end() >= 4:
        text = text[match.end() :]
        match = _CONNECTIVE.match(text)
    return text


def statements(text: str) -> list[str]:
    """Return the atomic statements of one Chinese sentence, in order; the sentence itself when it is one."""
    return list(_statements(text))


@lru_cache(maxsize=8_192)  # the revisions of a report say most sentences again
def _statements(text: str) -> Sequence[str]:
    text = strip_connective(text.strip())
    told = _TOLD.match(text)
    if told:
        return [told.group()[:-1] + "。", *statements(text[told.end() :])]
    stop = text[-1:] if text[-1:] in _STOPS else ""
    body = text[: len(text) - len(stop)]
    if not body or len(body) > _MOST_CHARS or _WHOLE.search(_outside_brackets(body)):
        return [text] if body else []
    parts = _parts(body)
    if len(parts) > MOST_PARTS:
        return [text]
    if len(parts) == 1:
        parts = split_items(parts[0])
    return [part.rstrip("，,；; ") + stop for part in parts]


def _outside_brackets(body: str) -> str:
    """Return the characters that stand in no bracket and no quotation."""
    depth, kept = 0, []
    for char in body:
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth = max(0, depth - 1)
        elif depth == 0:
            kept.append(char)
    return "".join(kept)


def _clauses(body: str) -> list[str]:
    """Return the pieces that end at commas and semicolons outside brackets, each with its mark; together the body."""
    pieces, depth, start = [], 0, 0
    for at, char in enumerate(body):
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth = max(0, depth - 1)
        elif depth == 0 and (char in "，；;" or (char == "," and not body[at + 1 : at + 2].isdigit())):
            pieces.append(body[start : at + 1])
            start = at + 1
    if start < len(body):
        pieces.append(body[start:])
    return pieces


def _parts(body: str) -> list[str]:
    """Return the body, cut where both sides stand alone; the parts keep the order of the text."""
    parts: list[str] = []
    subject = ""
    for segment in _segments(_clauses(body)):
        lead, first = _leading(segment)
        main = _bare(segment[first]) if first < len(segment) else ""
        own = subject_of(main)
        whole = not main or bool(REPORTING.search(main) or LEAD_IN.search(main))
        if parts and (not own or REPORTING.search(parts[-1])):
            carried = (
                _carried(main, subject, "", lead=False) if subject and not lead and predicate_start(main) == 0 else ""
            )
            if not carried or REPORTING.search(parts[-1]):
                parts[-1] += "".join(segment)
                continue
            segment, own = [carried + segment[0][len(main) :], *segment[1:]], subject
        subject = own
        cut = _cut(segment, first, lead, own) if own and not whole and has_predicate(main) else ["".join(segment)]
        parts += cut
    return parts


def _segments(pieces: Sequence[str]) -> list[list[str]]:
    """Return the pieces in runs that end at a semicolon."""
    segments: list[list[str]] = [[]]
    for piece in pieces:
        segments[-1].append(piece)
        if piece.endswith(("；", ";")):
            segments.append([])
    return [segment for segment in segments if segment]


def _cut(pieces: Sequence[str], first: int, lead: str, subject: str) -> list[str]:
    """Return the clauses after the main one as parts of their own, as far as each surely stands."""
    main = _bare(pieces[first])
    said = main[main.find(subject) + len(subject) :]
    if _TOPIC.match(said):
        return ["".join(pieces)]
    parts = ["".join(pieces[: first + 1])]
    for at in range(first + 1, len(pieces)):
        piece = _bare(pieces[at])
        stands = "" if _open(pieces, at) else _stands(piece, subject, (main, said), lead=bool(lead))
        if not stands:
            parts[-1] += "".join(pieces[at:])
            break
        own = stands == piece
        parts.append(("" if own else lead) + stands + pieces[at][len(pieces[at].rstrip("，,；; ")) :])
        if REPORTING.search(piece):
            parts[-1] += "".join(pieces[at + 1 :])
            break
        if own and (new := subject_of(piece)):
            subject, main, said = new, piece, piece[len(new) :]
        else:
            said = _BARE_JOIN.sub("", piece)
    return parts


def _bare(piece: str) -> str:
    return piece.strip("，,；; ")


def _leading(pieces: Sequence[str]) -> tuple[str, int]:
    """Return the time that opens the sentence, with its comma, and the place of the main clause."""
    if len(pieces) > 1 and TIME_ONLY.match(_bare(pieces[0])):
        return pieces[0], 1
    return "", 0


def _open(pieces: Sequence[str], at: int) -> bool:
    """Return whether the clause before governs this one, or this one governs the next: no cut is safe there."""
    before, here = _bare(pieces[at - 1]), _bare(pieces[at])
    return bool(LEAD_IN.search(before) or not has_predicate(before) or LEAD_IN.search(here) or _BINDS_BACK.match(here))


def _stands(piece: str, subject: str, before: tuple[str, str], *, lead: bool) -> str:
    """Return a clause as a statement that stands alone, or '' when it does not."""
    if len(piece) < 4 or not subject or not has_predicate(piece):
        return ""
    if _ITS.match(piece):
        new = _NEW_THING.search(before[1].lstrip())
        return f"{subject}的{piece[1:]}" if subject_of(piece[1:]) and not lead and not new else ""
    main, said = before
    owner = _owner(piece, subject, main)
    if owner is not None:
        return "" if lead else owner + piece
    start = predicate_start(_BARE_JOIN.sub("", piece))
    if start == 0 or (start is not None and _JOINED.match(piece)):
        return _carried(piece, subject, said, lead=lead)
    own = subject_of(piece)
    if not own or lead:
        return ""
    if _PROPERTY.match(said) and len(own) > 1 and not any(char in own for char in "其该此这那"):
        return "" if _COPULA.match(piece[len(own) :]) else piece
    holder = own.rpartition("的")[0]
    owned = len(holder) > 1 and not _LOOSE.match(holder) and _COPULA.match(piece[len(own) :]) is not None
    return piece if owned or own.startswith(subject) or _NAMES_ITSELF.search(own) or _PERSON.match(own) else ""


def _owner(piece: str, subject: str, main: str) -> str | None:
    """Return the words that say whose a property is ("X的"), '' when nobody's in the sentence, None for no property.

    The main clause has to give a property or the nature of X itself, so that no other noun can be meant.
    """
    owner, de, _ = subject.rpartition("的")
    rest = main[main.find(subject) + len(subject) :]
    if _OWNED.match(piece) and _COPULA.match(rest):
        if subject.endswith("编号"):
            named = identifiers(main)
            return f"{named[0]}的" if len(named) == 1 else None
        if _OWNED.match(subject + "为") or subject.startswith("受影响"):
            return ""
        return f"{owner if de else subject}的"
    return f"{subject}的" if _GROUP_OWNED.match(piece) and subject.endswith(_GROUPS) else None


def _carried(piece: str, subject: str, said: str, *, lead: bool) -> str:
    """Return a clause without a subject with that of the main clause, or '' when a word may reach over the comma.

    ``said`` is what was last said of the subject.
    """
    if _INDEFINITE.match(subject):
        return ""
    bare = _BARE_JOIN.sub("", piece)
    gap, said = " " if said.startswith(" ") else "", said.lstrip()
    if _SCOPE.match(said) and not _OWN_SCOPE.match(piece):
        return ""
    if _NOUN_FIRST.match(bare) or _NEW_THING.search(said) or opens_with_noun(bare):
        return ""
    if (lead and not _OWN_TIME.match(piece)) or (subject_of(bare) and predicate_start(bare) != 0):
        return ""
    return subject + gap + bare

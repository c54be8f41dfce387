"""Where the predicate of a Chinese clause begins, and so where its subject ends."""

import re
from functools import lru_cache

from core.extract.chinese.words import (
    MODAL_NEXT,
    NOUN_BEFORE,
    NOUN_NEXT,
    PLAIN_VERBS,
    SYLLABLES,
    TAKES_VERB,
    TIME_ONLY,
    TOKEN,
)

_MOST_SUBJECT = 24
_MOST_PLAIN = 12  # of a subject without 的, a Latin letter or a mark that shows it to be a name
_MARKED = re.compile(r"[的A-Za-z0-9·《》“”「」]")
_BRACKET = re.compile(r"[（(][^（()）]{0,80}[)）]")
_COUNTED = re.compile(r"[个种款份名家条项次台处起笔批组支套件位这该两\d]$")
_NO_SUBJECT = re.compile(
    r"[，,。；;：:—]|(?:的|并|和|及|本名|原名|真名|艺名|笔名|全名|化名|曾用名)$"
    r"|^[他她它我你您咱](?!们$|的)|[了着]|过(?!滤|程|期)|地(?=[^址区点方图理下面产铁方质])|[与]"
    r"|^(?:如果|因为|由于|当(?!地|局|事)|为|在|于|从|自|据|根据|按照|通过|对(?!外|方|手|象|账|接)|将"
    r"|把|被|这(?!家|个|种|款|名|一|些|批)|那(?!家|个)"
    r"|并|但|而|且|则|即|就|却|若|如|其|每|直到|直接|以便|以免|随即|随后|此后|此前|此时|当时|其中|之后"
    r"|因此|所以|从而|进而)"
)
_ADJECTIVE_END = re.compile(
    r"(?:较|很|更|最|非常|十分|极|偏|略|太|越来越)[^的，。]{1,6}$"
    r"|(?:不足|固定|明显|不同|相同|一致|稳定|严重|完整|紧张|良好|困难|不变|可控|不明|不详|不实|不一"
    r"|清楚|复杂|简单|正常|自然"
    r"|充足|薄弱|过高|过低|偏低|偏高|落空|满额|疲软|疲弱|强劲|低迷|活跃|突出|频繁|有限|不清|不大|不小|不多|不少)$"
)
_COUNT_END = re.compile(r"^[^的]{1,12}[\d一二三四五六七八九十百千万亿两]{1,8}(?:\.\d+)?[%％]?[^的\d，。]{0,4}$")


_TIME_END = re.compile(
    r"(?:[上下本这]个?(?:月|周|星期)[一二三四五六日天]?|[去今明前]年|[昨今明前]天|[今昨当]日|近日|近期"
    r"|日前|最近|目前|当前"
    r"|(?:(?:19|20)\d{2} ?年)? ?(?:\d{1,2} ?月)? ?(?:\d{1,2} ?日)?(?<=[年月日]))$"
)
# The verb belongs to a clause inside the subject: "潮信安全统计到的受害主机约为…".
_RELATIVE = re.compile(r"[^的，。]{0,10}的[^的，。并且]{1,8}?(?:约|为|是|没有|未|不|已|均|都|也|仍|将|被|可|会|在|由)")


def _is_noun_part(clause: str, start: int, end: int) -> bool:
    """Return whether the verb at ``start`` is a noun or describes one ("升级脚本", "控制服务器", "功能测试共…")."""
    if end - start == 2 and NOUN_BEFORE.match(clause, end):
        return True
    noun = NOUN_NEXT.match(clause, end)
    if noun is None or (start and clause[start:end] in PLAIN_VERBS):
        return False
    opens = start == 0 or clause[start - 1] == "的" or _COUNTED.search(clause[:start]) is not None
    return opens or MODAL_NEXT.match(clause, noun.end()) is not None


def predicate_start(clause: str) -> int | None:
    """Return where the first predicate of a clause begins, or None when none is known; brackets say nothing."""
    token = _first_predicate(_BRACKET.sub(lambda m: "□" * len(m.group()), clause))
    return token.start() if token else None


@lru_cache(maxsize=4_096)  # whether, where and after which subject: each asks for the same clause
def _first_predicate(clause: str) -> re.Match[str] | None:
    for match in TOKEN.finditer(clause):
        kind, word = match.lastgroup, match.group()
        if kind == "skip" or (kind == "verb" and _is_noun_part(clause, match.start(), match.end())):
            continue
        if clause[match.end() : match.end() + 1] == "的":  # "使用的工具": the verb describes
            continue
        if word in SYLLABLES and "·" in clause[: match.start()]:
            continue
        return match
    return None


def subject_of(clause: str) -> str:
    """Return the words before the first predicate of a clause, or '' when they are no plain subject."""
    flat = _BRACKET.sub(lambda m: "□" * len(m.group()), clause)
    token = _first_predicate(flat)
    if token is None or not 1 <= token.start() <= _MOST_SUBJECT or token.lastgroup == "aspect":
        return ""  # where an unknown verb begins is not known
    subject = _TIME_END.sub("", clause[: token.start()].strip()).strip()
    if len(subject) < 2 or _NO_SUBJECT.search(subject) or TIME_ONLY.match(subject):
        return ""
    if len(subject) > _MOST_PLAIN and _MARKED.search(subject) is None:
        return ""  # a long run of characters may hide a verb
    if token.lastgroup == "verb" and token.group() not in PLAIN_VERBS and NOUN_NEXT.match(flat, token.end()):
        return ""  # "图纸管理系统…": the verb may be a part of the subject
    if _RELATIVE.match(flat, token.start()) and not flat.startswith(("为", "是"), token.start()):
        return ""
    return subject


def opens_with_noun(clause: str) -> bool:
    """Return whether a clause opens with a verb that is used as a noun ("中断持续18小时", "中断由脚本引起")."""
    first = TOKEN.match(clause)
    if first is None or first.lastgroup != "verb":
        return False
    if TAKES_VERB.match(clause):
        return False
    after = TOKEN.match(clause, first.end())
    return (
        after is not None
        and after.lastgroup != "skip"
        and len(after.group()) > 1
        and not after.group().endswith(("于", "在"))
    )


def has_predicate(clause: str) -> bool:
    """Return whether a clause says something rather than only names it."""
    if TIME_ONLY.match(clause):
        return False
    if _ADJECTIVE_END.search(clause) or _COUNT_END.match(clause):
        return True
    flat = _BRACKET.sub("", clause)
    start = predicate_start(flat)
    return start is not None and start < len(flat) - 1 and not _describes(flat)


def _describes(clause: str) -> bool:
    """Return whether a clause is one noun with all its verbs before a 的 ("使用集群部署的单位")."""
    head, de, tail = clause.rpartition("的")
    if not de or not 1 <= len(tail) <= 8 or predicate_start(tail) is not None:
        return False
    first = predicate_start(head)
    return first == 0 or clause.startswith(("凡", "所有", "各", "曾"))

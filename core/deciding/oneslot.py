"""Sentences that are word for word alike but for the value of something that has one value at a time.

No word of change is needed: "Kelp is based in Orsk" and, later, "Kelp is based in Lund". Which places of a sentence
take one value is told by the words around them (``_PLACES``), by what the value is, and by the tense.
"""

import re
from typing import NamedTuple

from core.deciding.terms import plain_text
from core.deciding.words import common_start, stem
from core.statements.values import canonical_value

_HAN = re.compile("[\u3400-\u9fff]")
_WORD = re.compile(r"[^\s,;:()]+|[,;:()]")
_PASSING = frozenset(("now", "currently", "still", "already", "also", "the", "a", "an"))
_PASSING_ZH = re.compile("目前|现在|如今|[了现仍]")
_RUN = re.compile("[0-9A-Za-z.:/@_-]")
_END = " .。!！"
_PART = re.compile(r"[0-9][0-9.,]*|million|billion|thousand")  # of a quantity or date, not a value of its own
_MAX_WORDS = 6  # of a value that is no text of its own
_MAX_CHARS_ZH = 12
_MIN_FRAME_ZH = 4  # characters around a Chinese value
_MIN_OPENING_ZH = 3  # characters that name a subject and what of it is meant
_MIN_FRAME = 3  # words around an English value

_NAME = re.compile(r"[A-Z0-9À-ɏ][\w.&'’/-]*(?: (?:(?:of|the|de|van|von|du) )?[A-Z0-9À-ɏ][\w.&'’/-]*){0,4}")
_NAME_ZH = re.compile("[\\w·.-]{2,12}")
_VERSION = re.compile(r"v?[0-9]{1,6}(?:\.[0-9A-Za-z]{1,10}){0,5}", re.IGNORECASE)
_YEAR = re.compile("(?:1[5-9]|20)[0-9]{2}年?")
_DAY_OF_WEEK = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:周|星期|礼拜)[一二三四五六日天]", re.IGNORECASE
)
_HOUR = re.compile(r"[0-9]{1,2}(?::[0-9]{2})?(?: ?[ap]\.?m\.?)?|[0-9]{1,2}[点时](?:[0-9]{1,2}分)?", re.IGNORECASE)

# Nouns of which one thing has many: "the target of Kelp is X" leaves other targets standing.
_MANY = re.compile(
    r"(?:target|victim|member|example|cause|reason|effect|result|consequence|feature|function|part|step|risk|aim|goal"
    r"|problem|issue|symptom|use|user|customer|client|partner|competitor|product|tool|technique|method|way|thing|one"
    r"|purpose|objective|focus|advantage|benefit|indicator|alias|name|title|subject|topic|kind|type|[a-z]+s)$"
    r"|(?:目标|受害者|成员|例子|原因|影响|后果|特点|特征|功能|部分|风险|目的|问题|症状|用途|用户|客户|伙伴|产品|工具|手法|方法|方式|优点|指标"
    r"|别名|名称|主题|类型|对象|作用|意义|任务|结果|重点)$"
)
_OPEN = re.compile(
    r"\b(?:uses?|targets?|includ(?:es?|ing)|such as|like|among|one of|exploits?|affects?|affected|vulnerable|supports?"
    r"|contains?|against|some|many|several|various|other|another|sometimes|often|usually)\b"
    r"|包括|例如|比如|针对|受影响|之一|有些|部分|常常|经常|有时",
    re.IGNORECASE,
)
# What stands right before the value (English) when a name there has no second beside it.
_PLACES = re.compile(
    r"\b(?:(?:based|located|situated|headquartered|hosted|stored|housed|registered|incorporated|buried|born|kept"
    r"|stationed|moored|lives?|resides?) (?:in|at|on)|(?:is|are|lies|stands|sits) (?:in|at)"
    r"|(?:led|owned|managed|run|headed|chaired|directed|written|founded|created|developed|produced|maintained|operated"
    r"|edited|designed|built|invented|composed|published|manufactured|coached|captained|supervised|commanded"
    r"|administered) by|works? (?:for|at)|plays? for|reports? to|belongs? to|(?:attributed|assigned) to"
    r"|(?:is|are) written in)$",
    re.IGNORECASE,
)
_PLACES_ZH = re.compile(
    r"(?:位于|设在|设于|坐落于|坐落在|住在|居住在|存放在|存放于|存储在|保存在|部署在|部署于|托管在|托管于|注册于|注册在|出生于|出生在|生于"
    r"|就职于|任职于|供职于|隶属于|隶属|归属于)$"
)
_AGENT_ZH = re.compile(
    "^(?:公司|团队)?(?:负责|领导|执导|导演|运营|维护|开发|制作|管理|担任|主持|牵头|撰写|编写|创立|创办|设计|建造|出品|承办|承建|审批|组织"
    "|主管|托管|编剧)"
)
# "The lead of Kelp is", "Kelp's lead is", "is the lead of Kelp": a definite noun, of which there is one.
_DEFINITE = re.compile(
    r"^(?P<noun>[A-Za-z -]{2,40}?) (?:of|for) [^,;:]*[A-Z0-9][^,;:]* (?:is|are)$"
    r"|^[^,;:]*[A-Z0-9][^,;:]*['’]s (?P<owned>[a-z -]{2,40}) (?:is|are)$"
)
_DEFINITE_ZH = re.compile("^[^，。]{2,24}的(?P<noun>[^的，。]{2,8})[是为]$")
_POST = re.compile(r"^(?:is|are) (?P<noun>[a-z -]{2,40}?) (?:of|for|at) .*[A-Z0-9]")
_USED_AS = re.compile(r"^as (?:its|their|the) ")
# What is planned, begins or ends once has one date.
_ONCE = re.compile(
    r"\b(?:born|died|founded|established|incorporated|first|debut|launch(?:es|ed)?|deadline|due|expir(?:es|y|ation)"
    r"|ends?|begins?|starts?|opens?|closes?|go(?:es)? live|takes? (?:place|effect)|in force|effective"
    r"|valid (?:until|to)|scheduled|planned|set for|slated"
    r"|will (?:be )?(?:launch|launched|ship|open|opened|close|closed|start|end|expire"
    r"|begin|retire|retired|go live|take effect|released))\b"
    r"|出生|生于|去世|成立|创立|创办|建成|落成|首次|最早|上线|截止|到期|期限|有效期|生效|施行|为止|定于|计划|预定|预计|启用|停用|开业|日期|时间是",
    re.IGNORECASE,
)
_ONE_OF_MANY = re.compile(r"\b(?:an?|another|each|every|some|one|most|new)\b|一次|一场|一个|每|又|再次", re.IGNORECASE)
# A finite verb in the past tells one happening: its figures are those of that happening.
_PAST = re.compile(
    r"(?<!is )(?<!are )(?<!be )(?<!been )(?<!being )(?<!has )(?<!have )\b[a-z]{2,}ed\b(?! (?:by|in|for|to)\b)"
    r"|\b(?:was|were|had|did|stole|hit|saw|took|went|made|sold|lost|won|sent|got|came|began|ran|cost|cut|paid|spent"
    r"|fell|rose|grew|held|met|left|brought|bought|built|caught|found|gave|broke|wrote|shot|struck|killed)\b"
)
_WAS = re.compile(r"\b(?:was|were|had)\b|曾|原(?=[为是由])|[时前]任")
_STANDING = re.compile(r"\b(?:is|are|has|have|can|must|will|does|do)\b|(?:^|\s)[a-z]{2,}(?<![sui])s(?:\s|$)")
_PAST_ZH = re.compile(
    "了|曾|过(?!期|程)|感染|窃取|攻击|入侵|造成|导致|死亡|受伤|损失|泄露|一夜|当天|当日|[0-9一二三四五六七八九十]次|已(?!经?有)"
)
_STANDING_ZH = re.compile("[有为是共由需可能每限含占达设收]|支持|保[留存]|容纳|服务|运行|要求|提供|配备|使用|雇")


class Span(NamedTuple):
    """Two texts that differ in one place: what stands before and after it, and the values of note and fact."""

    before: str
    old: str
    new: str
    after: str


def changed_value(fact: str, note: str) -> tuple[str, str] | None:
    """Return (new, old) when a fact gives another value to the one-valued place of the same sentence, else None.

    Whether both speak of one subject, equally surely and of one time, is for the caller to see.
    """
    span = _span(plain_text(fact), plain_text(note))
    if span is None or _inside(span.old, span.new) or bool(_WAS.search(fact)) != bool(_WAS.search(note)):
        return None
    chinese = _HAN.search(span.before + span.after) is not None
    single = _single_zh(span, fact) if chinese else _single(span, fact)
    return (span.new, span.old) if single else None


def _is_standing(text: str) -> bool:
    """Return whether a text tells how things stand, or come again and again, and not what happened once."""
    if _HAN.search(text):
        return not _PAST_ZH.search(text) and _STANDING_ZH.search(text) is not None
    return not _PAST.search(text) and _STANDING.search(text) is not None


def _single(span: Span, text: str) -> bool:
    """Return whether the place of an English value takes one value at a time."""
    if not span.before:
        return _are_names(span) and _is_one(_POST.match(span.after))
    if not re.search("[A-Z0-9]", span.before) or span.before[span.before.rfind(" ") + 1].isupper():
        return False  # no subject before the value, or the value is a part of a name ("Windows 10")
    if (figure := _single_figure(span, text)) is not None:
        return figure
    if _OPEN.search(span.before):
        return bool(_USED_AS.match(span.after)) and _are_names(span) and span.before.endswith(" uses")
    if _PLACES.search(span.before):
        return _are_names(span)
    return not span.after and _is_one(_DEFINITE.match(span.before))


def _single_zh(span: Span, text: str) -> bool:
    """Return whether the place of a Chinese value takes one value at a time."""
    if len(span.before) < _MIN_OPENING_ZH:
        return False
    if (figure := _single_figure(span, text)) is not None:
        return figure
    if _OPEN.search(span.before) or not all(_NAME_ZH.fullmatch(value) for value in (span.old, span.new)):
        return False
    if _PLACES_ZH.search(span.before):
        return True
    if span.before.endswith("由"):
        return _AGENT_ZH.match(span.after) is not None
    return not span.after and _is_one(_DEFINITE_ZH.match(span.before))


def _single_figure(span: Span, text: str) -> bool | None:
    """Return whether the place of a date, number, version, weekday or hour takes one; None for any other value."""
    if _is_time(span):
        return _is_one_date(span)
    if _are(span, "number") or _are_versions(span) or _match(_DAY_OF_WEEK, span) or _match(_HOUR, span):
        return _is_standing(text) and not (_are_versions(span) and _OPEN.search(span.before))
    return None


def _is_one(match: re.Match[str] | None) -> bool:
    """Return whether a noun was found and is none of which a thing has many."""
    return match is not None and not any(noun and _MANY.search(noun) for noun in match.groups())


def _is_time(span: Span) -> bool:
    return _are(span, "date") or _match(_YEAR, span)


def _is_one_date(span: Span) -> bool:
    frame = f"{span.before} {span.after}"
    return _ONCE.search(frame) is not None and not _ONE_OF_MANY.search(frame)


def _are(span: Span, kind: str) -> bool:
    return all(canonical_value(value, kind)[1] == kind for value in (span.old, span.new))


def _are_versions(span: Span) -> bool:
    named = re.search(r"(?:version|release|firmware|build|版本[为是]?)$", span.before, re.IGNORECASE) is not None
    return _match(_VERSION, span) and (named or all(value.count(".") > 1 for value in (span.old, span.new)))


def _are_names(span: Span) -> bool:
    return _match(_NAME, span)


def _match(pattern: re.Pattern[str], span: Span) -> bool:
    return all(pattern.fullmatch(value) for value in (span.old, span.new))


def _inside(one: str, two: str) -> bool:
    """Return whether one value is part of the other: more of the same is no other value."""
    if _HAN.search(one + two):
        return one in two or two in one
    mine, noted = set(one.casefold().split()), set(two.casefold().split())
    return mine <= noted or noted <= mine


def _span(fact: str, note: str) -> Span | None:
    if _HAN.search(fact) and _HAN.search(note):
        return _span_zh(_PASSING_ZH.sub("", fact).strip(_END), _PASSING_ZH.sub("", note).strip(_END))
    mine, noted = _words(fact), _words(note)
    before = common_start([stem(w.casefold()) for w in mine], [stem(w.casefold()) for w in noted])
    after = common_start(
        [stem(w.casefold()) for w in reversed(mine[before:])], [stem(w.casefold()) for w in reversed(noted[before:])]
    )
    while before and _PART.fullmatch(mine[before - 1]):
        before -= 1
    while after and _PART.fullmatch(mine[len(mine) - after]):
        after -= 1
    new, old = mine[before : len(mine) - after], noted[before : len(noted) - after]
    if not (new and old) or max(len(new), len(old)) > _MAX_WORDS or before + after < _MIN_FRAME:
        return None
    return Span(
        " ".join(mine[:before]), " ".join(old), " ".join(new), " ".join(mine[len(mine) - after :] if after else [])
    )


def _words(text: str) -> list[str]:
    words = [word.strip("\"'“”`") for word in _WORD.findall(text.strip(_END))]
    return [word for word in words if word and word.casefold() not in _PASSING]


def _span_zh(fact: str, note: str) -> Span | None:
    """Return where two Chinese texts differ, never inside a number or a Latin word."""
    before = common_start(fact, note)
    while before and _RUN.match(fact[before - 1]) and _RUN.match(fact[before : before + 1]):
        before -= 1
    after = common_start(fact[before:][::-1], note[before:][::-1])
    while after and _RUN.match(fact[len(fact) - after]) and _RUN.match(fact[len(fact) - after - 1]):
        after -= 1
    new, old = fact[before : len(fact) - after], note[before : len(note) - after]
    if not (new and old) or max(len(new), len(old)) > _MAX_CHARS_ZH or before + after < _MIN_FRAME_ZH:
        return None
    return Span(fact[:before].strip(), old.strip(), new.strip(), fact[len(fact) - after :].strip() if after else "")

"""Payloads that a report prints as evidence: mention of an attack, not use of one.

A case study shows the prompt that somebody wrote. Masking it loses nothing true, but it calls an
honest report an attack. An attacker who wants the same pass must not get it for a pair of quotation
marks, so the evidence is in the prose, not in the marks:

* the payload stands in a container that is closed: an HTML block, a fence, a quoted block, paired
  quotation marks or a code span;
* the sentences right before it tell, in the third person, of an attack and who made it or what it
  told whom to do; or they label it as a payload, after at least two sentences of such a story;
* nobody speaks to the reader there, and no sentence of the text outside such containers is an attack;
* nothing inside is disguised, and nothing inside speaks to whoever reads the text or to the ledger:
  what is aimed at us stays masked wherever it stands.

To pass, an attacker has to announce the payload as an attack on somebody else, in the words that
put any reader on guard, and may not order what would harm the ledger.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from html import unescape

from core.safety.disguises import hideouts
from core.safety.rules import ENCODED, MEMORY
from core.text.views import normalised

Span = tuple[int, int]

_TAGS = re.compile(r"<(?P<close>/?)(?P<tag>div|pre|code|blockquote|samp|q)\b[^<>]{0,500}>", re.IGNORECASE)
# None of these looks past the next mark of its own kind, so that reading a text stays linear.
_MARKED = re.compile(
    r"^(?P<fence>```|~~~)[^\n]*\n(?:(?!(?P=fence))[^\n]*\n)*(?P=fence)|“[^“”]+”|「[^「」]+」|『[^『』]+』"
    r"|(?<![^\W\d_])\"[^\"]+\"|(?<!`)`[^`\n]+`(?!`)|(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))+",
    re.MULTILINE,
)
_KEPT_CODES = frozenset({ENCODED, MEMORY})
_INTRODUCTION_CHARS = 700
_INTRODUCTION_SENTENCES = 2
_LEAST_STORY_SENTENCES = 2
_MOST_PRINTED = 20  # payloads that one report prints; work on more would not be bounded

_WHAT = (
    r"(?:prompts?|payloads?|instructions?|injections?|jailbreaks?|messages?|texts?|strings?|comments?|commands?|"
    r"e-?mails?|notes?|files?|issues?|pages?)"
)
_AGENT = (
    r"(?:researchers?|red[ -]team(?:ers?)?|attackers?|adversar(?:y|ies)|actors?|hackers?|criminals?|intruders?|"
    r"malware|worm|campaign|exploit|testers?|group)"
)
_MADE = (
    r"(?:develop(?:s|ed)|wr(?:ites?|ote)|craft(?:s|ed)|creat(?:es?|ed)|utili[sz](?:es?|ed)|us(?:es?|ed)|hid(?:es?|den)?|"
    r"embed(?:s|ded)|inject(?:s|ed)|insert(?:s|ed)|plant(?:s|ed)|plac(?:es?|ed)|sen(?:ds?|t)|upload(?:s|ed)|"
    r"publish(?:es|ed)|includ(?:es?|ed)|add(?:s|ed)|post(?:s|ed)|contain(?:s|ed)|enter(?:s|ed)|submit(?:s|ted)|"
    r"append(?:s|ed)|deliver(?:s|ed)|prepar(?:es?|ed)|design(?:s|ed)|deploy(?:s|ed)|put|left|buried)"
)
_DIRECTED = (
    r"(?:instruct(?:s|ed|ing)?|tell(?:s|ing)?|told|direct(?:s|ed|ing)|trick(?:s|ed|ing)|caus(?:es?|ed|ing)|"
    r"manipulat(?:es?|ed|ing)?|convinc(?:es?|ed|ing)|order(?:s|ed|ing)|hijack(?:s|ed|ing)?|coerc(?:es?|ed|ing))"
)
_SENTENCE = re.compile(r"[^.!?]{1,700}(?:\.(?=\S)[^.!?]{1,400})*[.!?]?")
_PURPOSE = re.compile(rf"\bthat {_DIRECTED}\b")
_HOSTILE = re.compile(
    r"\b(?:malicious|attack\w{0,4}|injections?|injected|jailbr\w{2,6}|exploit\w{0,3}|payloads?|adversar\w{1,5}|"
    r"poison\w{0,3}|exfiltrat\w{1,4}|hijack\w{0,3}|bypass\w{0,3}|manipulat\w{1,4}|malware|hidden)\b|"
    "攻击|恶意|黑客|注入|越狱|投毒|窃取|绕过|劫持|诱导|诱骗|木马"
)
_TOLD = re.compile(
    rf"\b{_AGENT}\b.{{0,100}}?\b{_MADE}\b.{{0,120}}?\b{_WHAT}\b"
    rf"|\b(?:the|this|that|its|their|an?|each) (?:[\w-]+ ){{0,3}}{_WHAT} (?:[\w-]+ ){{0,3}}?{_DIRECTED} "
    rf"(?:the |an? |its )?[\w-]+"
    rf"|\b{_WHAT}\b.{{0,60}}\b(?:was|were|is|are|been) (?:[\w-]+ )?(?:{_MADE}|found|discovered|executed)\b.{{0,80}}?\b"
    r"(?:by|in|into|inside|on|when|whenever)\b"
    "|(?:攻击者|黑客|研究(?:人员|者|员)|红队|测试人员|团伙|该?组织|恶意\\w{1,6}|木马)[^.!?]{0,50}?"
    "(?:编写|构造|使用|利用|植入|嵌入|注入|发送|发布|隐藏|插入|写入|写下|设计|提交|上传|加入|放置|埋入|留下|输入|制作)"
    "[^.!?]{0,50}?(?:提示|指令|载荷|文字|文本|内容|消息|评论|语句|字符串|邮件|注释|页面)"
    "|(?:提示词?|指令|载荷|注入内容|邮件|注释|页面|文档)[^.!?]{0,20}?(?:指示|诱导|诱骗|要求|命令|欺骗|让|使)[^.!?你您]{1,30}"
)
_LABELLED = re.compile(
    rf"\b(?:prompt|injected|malicious|adversarial|jailbreak|attack|example|hidden|embedded|full|payload|original)\b"
    rf"[^.:!?]{{0,60}}?\b{_WHAT}?\b[^.:!?]{{0,60}}:$|^(?:the )?(?:prompt|payload|example|injection):$"
    "|(?:提示词?|载荷|注入|攻击|越狱|原文|内容|示例|例如|如下)[^.:!?]{0,20}:$"
)
_SPEAKS = re.compile(
    r"\b(?:you|your|yours|yourself|please|must|should|now)\b|[你您请]|务必|必须|"
    r"^(?:ignore|disregard|forget|follow|obey|do|read|note|attention|important|remember|record|treat)\b"
)


def mentioned(
    text: str,
    spans: Sequence[Span],
    folded: Sequence[str],
    codes: Sequence[str | None],
    code_of: Callable[[str], str | None],
    is_aimed_here: Callable[[str], bool],
) -> frozenset[int]:
    """Return the indices of the masked sentences that a report only prints, as told at the top of this module.

    Args:
        text: the whole text.
        spans: its sentences, ascending and disjoint.
        folded: the normalised view of each sentence.
        codes: the code of each sentence, None for a clean one.
        code_of: the code of a piece of a sentence.
        is_aimed_here: whether a folded sentence speaks to whoever reads the text, or to the ledger.
    """
    masked = {index for index, code in enumerate(codes) if code is not None}
    if not masked or any(codes[index] in _KEPT_CODES for index in masked):
        return frozenset()
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    printed: set[int] = set()
    story, seen = _story_from(folded), 0
    for opener, closer in _containers(text):
        within = range(bisect_right(ends, opener), bisect_left(starts, closer))
        held = masked.intersection(within) - printed
        seen += bool(held)
        if seen > _MOST_PRINTED:
            return frozenset()
        if not held or code_of(text[starts[within.start] : opener]) or code_of(text[closer : ends[within.stop - 1]]):
            continue
        # Without the introduction, which would make a report of the first sentence inside.
        first = normalised(text[max(opener, starts[within.start]) : min(closer, ends[within.start])])
        if hideouts(unescape(text[opener:closer])).hidden:  # markup has to escape signs; that hides nothing
            continue
        if any(is_aimed_here(sentence) for sentence in (first, *folded[within.start + 1 : within.stop])):
            continue
        if _is_told(text[max(0, opener - _INTRODUCTION_CHARS) : opener], has_story=within.start >= story):
            printed |= held
    return frozenset(printed) if printed == masked else frozenset()


def _containers(text: str) -> list[Span]:
    """Return the spans of the closed containers of a text: outermost HTML blocks, then what marks enclose."""
    found: list[Span] = []
    name, start, depth = "", 0, 0
    for tag in _TAGS.finditer(text):
        if depth == 0 and not tag["close"]:
            name, start, depth = tag["tag"].lower(), tag.start(), 1
        elif depth and tag["tag"].lower() == name:
            depth += -1 if tag["close"] else 1
            if depth == 0:
                found.append((start, tag.end()))
    return found + [marked.span() for marked in _MARKED.finditer(text)]


def _is_told(before: str, *, has_story: bool) -> bool:
    """Return whether the prose before a container tells of the attack that it holds, or labels it after a story."""
    sentences = _SENTENCE.findall(normalised(before).strip())
    nearest = [sentence.strip() for sentence in sentences[-_INTRODUCTION_SENTENCES:]]
    if not nearest or any(_SPEAKS.search(sentence) for sentence in nearest):
        return False
    introduction = " ".join(nearest)
    if _TOLD.search(introduction) and (_HOSTILE.search(introduction) or _PURPOSE.search(introduction)):
        return True
    return has_story and _LABELLED.search(nearest[-1]) is not None


def _story_from(folded: Sequence[str]) -> int:
    """Return the index before which enough sentences tell of an attack and speak to nobody; past the end if none."""
    told = 0
    for index, sentence in enumerate(folded):
        told += _HOSTILE.search(sentence) is not None and _SPEAKS.search(sentence) is None
        if told == _LEAST_STORY_SENTENCES:
            return index + 1
    return len(folded) + 1

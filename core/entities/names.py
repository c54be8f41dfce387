"""Entity patterns for names: products with versions, organisations and people, kept conservative."""

import re

from core.entities.rules import EntityRule, Found
from core.entities.wordset import word_set

_CAP = "[A-Z][A-Za-z0-9&'\u00c0-\u024f-]{0,30}"
_VERSION = r"[0-9]{1,5}(?:\.[0-9A-Za-z]{1,8}){1,5}(?:-[A-Za-z0-9.]{1,12})?"
_has_digit = re.compile("[0-9]").search
_has_capital = re.compile("[A-Z]").search
_has_cjk = re.compile("[\u3400-\u9fff]").search

_VERSION_WORD = re.compile(r"\b(?:versions?|ver\.|v)(?: |$)", re.IGNORECASE)
_VERSION_TAIL = re.compile(rf"(?:[Vv])?({_VERSION}|[0-9]{{1,5}})$")
_LEADING = word_set(
    """
    The A An In On At For From And Or But If When While After Before Since Version Update Upgrade Install
    Fixed Affected Use Users Section Table Figure Chapter Step Part CVSS Score
    """
)


def _product_version(found: Found) -> tuple[str, int] | None:
    """Read "Name version 1.2" as the folded name and the bare version."""
    match = _VERSION_TAIL.search(found.surface)
    if match is None:
        return None
    name = _VERSION_WORD.sub(" ", found.surface[: match.start()]).split()
    if not name or name[0] in _LEADING or (len(name) == 1 and len(name[0]) == 1):
        return None
    return f"{' '.join(name).casefold()} {match[1].casefold()}", found.end


def _version(found: Found) -> tuple[str, int] | None:
    match = re.search(rf"{_VERSION}|[0-9]{{1,5}}", found.surface)
    return (match[0].casefold(), found.end) if match else None


def _folded(found: Found) -> tuple[str, int]:
    return " ".join(found.surface.casefold().split()), found.end


_TITLE = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|Prof|Professor|President|Minister|Senator|Judge|CEO|CISO|CTO|CFO|Director)\.? ", re.ASCII
)
_TITLE_END = re.compile("(?:先生|女士|教授|博士|主任|经理|总监|院士|部长|局长)$")


def _person(found: Found) -> tuple[str, int]:
    return " ".join(_TITLE.sub("", found.surface).casefold().split()), found.end


def _person_zh(found: Found) -> tuple[str, int]:
    return _TITLE_END.sub("", found.surface), found.end


# Characters that a Chinese name does not run across: particles, verbs of joining, prepositions.
_ZH_STOP = "的了在与和是由对向被从于为等把将加入到及或以用给经称该其此本这那一二三两个位名家据如"
_ZH_ORG = "公司|集团|银行|大学|学院|委员会|研究院|研究所|实验室|管理局|基金会|协会|医院|警察局|信息办|网信办"
_ZH_SURNAME = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程苏"
    "魏吕丁沈任姚卢姜崔钟谭陆范金石廖贾夏韦付方邹熊孟秦白江"
)

NAMES: tuple[EntityRule, ...] = (
    EntityRule(
        "product_version",
        "product_version",
        "A capitalised name of up to five words, then a dotted version.",
        _has_digit,
        re.compile(
            rf"(?<![A-Za-z0-9.]){_CAP}(?: [A-Z0-9][A-Za-z0-9&'-]{{0,30}}){{0,4}} "
            rf"(?:(?:[Vv]ersions? )?[Vv]?{_VERSION}|[Vv]ersion [0-9]{{1,5}})(?![A-Za-z0-9]|\.[0-9])"
        ),
        _product_version,
        (
            ("FortiOS 7.0.1", "fortios 7.0.1"),
            ("Apache Log4j version 2.17.1", "apache log4j 2.17.1"),
            ("Silent Agent v1.2.3.4.", "silent agent 1.2.3.4"),
            ("MOVEit 2022.1.5", "moveit 2022.1.5"),
        ),
        ("Version 1.2.3", "The 7.0 release", "CVSS 9.8", "on 3.5 servers"),
    ),
    EntityRule(
        "version",
        "version",
        "A dotted version after v, version or 版本, or before 版.",
        _has_digit,
        re.compile(
            rf"(?:(?<![A-Za-z0-9])(?:[Vv]ersions? |[Vv]er\. ?|[Rr]elease |[Vv])"
            rf"|版本号?[:： ]?[Vv]?){_VERSION}(?![A-Za-z0-9]|\.[0-9])"
            rf"|(?<![A-Za-z0-9.])[0-9]{{1,4}}(?:\.[0-9]{{1,6}}){{1,4}}(?= ?版)"
        ),
        _version,
        (("version 1.2.3.4 of the agent", "1.2.3.4"), ("v2.0", "2.0"), ("版本 3.1", "3.1"), ("升级到 2.0 版", "2.0")),
        ("7.5 of 10", "versions differ"),
    ),
    EntityRule(
        "organisation_suffix",
        "organisation",
        "Capitalised words that end in a legal form or a kind of body.",
        _has_capital,
        re.compile(
            rf"(?<![A-Za-z0-9]){_CAP}(?: (?:of |and |& |for )?{_CAP}){{0,4}},? "
            r"(?:Inc|Corp|Corporation|Ltd|LLC|GmbH|Co|PLC|University|Agency|Institute|Foundation|Bank|Ministry|"
            r"Department|Commission|Committee|Council|Laboratory|Laboratories|Association|Authority)(?![A-Za-z0-9])"
        ),
        _folded,
        (("bought by Northwind Trading Inc.", "northwind trading inc"), ("Delta University said", "delta university")),
        ("the university", "an agency"),
    ),
    EntityRule(
        "organisation_of",
        "organisation",
        "A kind of body, then of, then capitalised words.",
        _has_capital,
        re.compile(
            rf"(?<![A-Za-z0-9])(?:Ministry|Department|University|Bank|Bureau|Office|Institute) of (?:the )?"
            rf"{_CAP}(?: (?:and |of )?{_CAP}){{0,3}}"
        ),
        _folded,
        (("the Ministry of Health said", "ministry of health"),),
        ("office of one",),
    ),
    EntityRule(
        "person_title",
        "person",
        "A title, then one to three capitalised names.",
        _has_capital,
        re.compile(
            rf"(?<![A-Za-z0-9]){_TITLE.pattern}[A-Z][a-z\u00c0-\u024f'-]{{1,20}}(?:"
            rf" [A-Z][a-z\u00c0-\u024f'-]{{1,20}}){{0,2}}"
        ),
        _person,
        (("Dr. Ana Silva wrote", "ana silva"), ("said President Bo Li", "bo li")),
        ("the President said",),
    ),
    EntityRule(
        "organisation_zh",
        "organisation",
        "Two to ten characters before the word for a kind of body.",
        _has_cjk,
        re.compile(f"(?:(?![{_ZH_STOP}])[\u3400-\u9fff]){{2,10}}(?:{_ZH_ORG})"),
        _folded,
        (("由北山科技公司发布", "北山科技公司"), ("与海州大学合作", "海州大学")),
        ("一家公司", "该公司"),
    ),
    EntityRule(
        "person_zh",
        "person",
        "A common surname, one or two characters, then a title.",
        _has_cjk,
        re.compile(
            f"[{_ZH_SURNAME}](?:(?![{_ZH_STOP}])[\u3400-\u9fff]){{1,2}}(?:先生|女士|教授|博士|主任|经理|总监|院士|部长|局长)"
        ),
        _person_zh,
        (("由王小明教授负责", "王小明"),),
        ("教授负责",),
    ),
)

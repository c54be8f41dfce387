"""What one line looks like on its own: the table that ``blocks`` reads."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_MOST_HEADING_CHARS = 120
_MOST_CAPS_CHARS = 80
_MOST_KEY_WORDS = 5
_MOST_KEY_VALUE_CHARS = 200  # a longer one is prose that happens to hold a colon


@dataclass(frozen=True, slots=True)
class LineKind:
    """One recognisable look of a line; ``level`` is the heading depth it implies, 0 when it is none.

    ``alone`` asks for a line that starts a block: after a blank line, the top, or another kind.
    ``hits`` and ``keeps`` are lines that are, and are not, of this kind.
    """

    id: str
    kind: str
    why: str
    matches: Callable[[str], bool]
    level: Callable[[str], int]
    hits: tuple[str, ...]
    keeps: tuple[str, ...] = ()
    alone: bool = False


def _pattern(expression: str) -> Callable[[str], bool]:
    compiled = re.compile(expression)
    return lambda line: compiled.match(line) is not None


def _none(_line: str) -> int:
    return 0


def _fixed(level: int) -> Callable[[str], int]:
    return lambda _line: level


def _hashes(line: str) -> int:
    body = line.lstrip()
    return len(body) - len(body.lstrip("#"))


def _dots(line: str) -> int:
    return line.split()[0].rstrip(".").count(".") + 1


_ENDS_LIKE_PROSE = tuple(".。;；,，:：!！?？")


def _short_title(line: str, most: int) -> bool:
    body = line.strip()
    return len(body) <= most and not body.endswith(_ENDS_LIKE_PROSE)


def _is_caps(line: str) -> bool:
    body = line.strip()
    if not _short_title(body, _MOST_CAPS_CHARS) or "|" in body or not body[:1].isalnum():
        return False
    letters = [c for c in body if c.isalpha()]
    digits = sum(c.isdigit() for c in body)
    latin = [c for c in letters if c.isupper()]
    long_word = any(len(word) >= 4 and word.isalpha() for word in body.replace("-", " ").split())
    return long_word and len(latin) == len(letters) and digits * 2 < len(letters)


_NUMBERED = re.compile(r"\s{0,3}\d{1,2}(?:\.\d{1,2}){1,3}\.?[ \t\u3000]{1,8}(?=[A-Z\u4e00-\u9fff])")
_CHINESE_PART = re.compile(
    r"\s{0,3}(?:第[一二三四五六七八九十百\d]{1,4}[章节部编篇][ \t\u3000、:：]{0,3}|"
    r"[一二三四五六七八九十]{1,3}[、.．]|[（(][一二三四五六七八九十]{1,3}[)）])"
)


def _is_numbered(line: str) -> bool:
    return _NUMBERED.match(line) is not None and _short_title(line, _MOST_HEADING_CHARS)


def _is_chinese_part(line: str) -> bool:
    return _CHINESE_PART.match(line) is not None and _short_title(line, 40)


def _chinese_level(line: str) -> int:
    head = line.strip()[:6]
    return 3 if head[0] in "(（" or "节" in head else 2


def _is_bold(line: str) -> bool:
    body = line.strip()
    if len(body) < 5 or not _short_title(body, 80):
        return False
    mark = body[:2]
    inner = body[2:-2]
    if mark not in {"**", "__"} or not body.endswith(mark) or mark in inner:
        return False
    return inner == inner.strip() and not inner.endswith(_ENDS_LIKE_PROSE[:5])


def _is_separator(line: str) -> bool:
    body = line.strip()
    return "-" in body and "|" in body and not body.strip("|:-+ \t")


def _is_row(line: str) -> bool:
    body = line.strip()
    if body.startswith("|"):
        return body.count("|") >= 2
    return len([cell for cell in body.split("\t") if cell.strip()]) >= 3


def _is_rule(line: str) -> bool:
    body = "".join(line.split())
    if body in {"$$", "&&"} or not body.strip(">"):
        return True
    return len(body) >= 3 and body[0] in "-*_=~#" and not body.strip(body[0])


_KEY = re.compile(
    r"[ \t]{0,3}(?:[*_]{2})?(?P<key>[A-Z\u4e00-\u9fff][^:：|.。!！?？;；,，\r\n\t]{0,39}?)(?:[*_]{2})?"
    r"(?::(?:[*_]{2})?[ \t]|：(?:[*_]{2})?)(?=[ \t]{0,20}\S)"
)


def _is_key_value(line: str) -> bool:
    found = _KEY.match(line)
    return found is not None and len(line) <= _MOST_KEY_VALUE_CHARS and len(found["key"].split()) <= _MOST_KEY_WORDS


_STAMP = r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[ T]\d{1,2}:\d{2}[^\]\r\n]{0,20}"

LINE_KINDS: tuple[LineKind, ...] = (
    LineKind(
        "atx", "heading", "Markdown heading", _pattern(r"\s{0,3}#{1,6}(?:[ \t]|\s*$)"), _hashes,
        hits=("# Title", "### Deeper  "), keeps=("#hashtag", "C# is", "####### seven"),
    ),
    LineKind(
        "message", "message", "a dated line of a transcript",
        _pattern(rf"\[{_STAMP}\] ?[^:：\r\n]{{1,40}}[:：]"), _none,
        hits=("[2026-01-06 09:30] Priya: hello", "[2026-01-06T09:30:11Z] User: hi"),
        keeps=("[2026-01-06] Priya: hello", "[1] see note: x"),
    ),
    LineKind(
        "separator", "table_separator", "the line under a table's head", _is_separator, _none,
        hits=("| --- | :--: |", "---|---", "+---+---+ |"), keeps=("---", "| a | b |"),
    ),
    LineKind(
        "row", "table_row", "a Markdown row, or three tab-separated cells", _is_row, _none,
        hits=("| 17.9 | 17.9.4a |", "a\tb\tc"), keeps=("| alone", "a | b", "a\tb"),
    ),
    LineKind(
        "rule", "rule", "a line of nothing but one mark", _is_rule, _none,
        hits=("---", "* * *", "=====", "$$", "&&", ">"), keeps=("--", "-- x --", "-*-"),
    ),
    LineKind(
        "item", "list_item", "a bullet or an enumerated item",
        _pattern(
            r"\s{0,12}(?:\\?[-*+•●▪◦‣·–—][ \t\u00a0\u3000]+|\d{1,3}[.)）](?:[ \t\u3000]+)|\d{1,2}\\?\.\s|"
            r"\d{1,3}[、．]|[a-z]\)[ \t]|[(（]\d{1,2}[)）]|[①-⑳])(?=[ \t]*\S)"
        ),
        _none,
        hits=("- one", "  * two", "1. three", "12) four", "3、五", "（2）六", "① 七", "\\- eight", "a) nine"),
        keeps=("-5 degrees", "1.2 Title", "*bold* text", "A. Smith", "2026. We"),
    ),
    LineKind(
        "bracketed", "heading", "a title in lenticular brackets",
        _pattern(r"\s{0,3}【[^【】\r\n]{1,40}】\s*$"), _fixed(2),
        hits=("【摘要】", " 【处置建议】 "), keeps=("【摘要】本报告说明", "【】"),
    ),
    LineKind(
        "chinese_part", "heading", "一、 or 第一章", _is_chinese_part, _chinese_level,
        hits=("一、概述", "（二）影响范围", "第三章 处置建议"),
        keeps=("一、该组织使用了漏洞。", "第一次攻击发生在三月"), alone=True,
    ),
    LineKind(
        "numbered", "heading", "a decimal number and a title", _is_numbered, _dots,
        hits=("1.2 Title", "2.1.3. Scope of the work"),
        keeps=("1.2 million hosts", "1. Item", "1.2 Hosts fell."), alone=True,
    ),
    LineKind(
        "bold", "heading", "a bold line on its own", _is_bold, _fixed(6),
        hits=("**Overview**", "__Impact__"),
        keeps=("**Note** that", "**a** and **b**", "**It fell.** "), alone=True,
    ),
    LineKind(
        "caps", "heading", "a line in capitals", _is_caps, _fixed(2),
        hits=("EXECUTIVE SUMMARY", "INDICATORS OF COMPROMISE (IOC)"),
        keeps=("CVE-2026-1234", "ABC", "THE HOSTS FELL.", "Executive Summary"), alone=True,
    ),
    LineKind(
        "key_value", "key_value", "a short name, a colon and a value", _is_key_value, _none,
        hits=("Release date: 2024-01-30", "**Severity:** High", "发布时间：2026年3月1日"),
        keeps=("https://example.org/x", "Time 09:30", "When asked, he said: no", "Note:"), alone=True,
    ),
)  # fmt: skip


# Most lines are prose and open with a letter; no other kind does.
_LETTER = re.compile(r"[ \t]*[A-Za-z]")
_BY_LETTER = tuple(row for row in LINE_KINDS if row.id in ("row", "item", "caps", "key_value"))


@lru_cache(maxsize=4_096)  # a block asks about a line again from the lines before it
def kind_of(line: str, *, alone: bool, capitals: bool) -> LineKind | None:
    """Return the first kind that fits a non-blank line, None for plain prose.

    Args:
        line: the line, with or without its line end.
        alone: whether the line starts a block.
        capitals: whether a line in capitals stands out, that is, the text is not all in capitals.
    """
    for row in _BY_LETTER if _LETTER.match(line) else LINE_KINDS:
        if row.alone and not alone:
            continue
        if row.id == "caps" and not capitals:
            continue
        if row.matches(line):
            return row
    return None

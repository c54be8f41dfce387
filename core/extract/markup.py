"""Text without its Markdown and HTML marks: what a reader sees, on one line."""

import html
import re
from functools import lru_cache

_MARKED = re.compile(r"[*_`\[\]<>\\&#~|]|\s{2}|[\n\t\r\u00a0]")
# What each step needs to find somewhere, its pattern, and what stands in for it.
_STEPS = (
    ("![", re.compile(r"!\[[^\[\]]{0,300}\]\([^()]{0,1000}\)"), ""),
    (
        "](",
        re.compile(
            r"\[([^\[\]]{0,400})\]\([^()\s]{0,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,500})?(?:\s+[\"'][^\"']{0,300}[\"'])?\)"
        ),
        r"\1",
    ),
    ("[", re.compile(r"\s?\[\d{1,3}\](?:,? ?\[\d{1,3}\])*(?!\w)"), ""),  # a citation number
    ("][", re.compile(r"\[([^\[\]]{1,400})\]\[[^\[\]]{0,100}\]"), r"\1"),
    ("<", re.compile(r"<((?:https?|ftp|mailto)[^<>\s]{1,1000})>"), r"\1"),
    ("<", re.compile(r"<\s*/?\s*br\s*/?>|</(?:p|li|td|tr|div)>|</br>", re.IGNORECASE), " "),
    ("<", re.compile(r"</?[a-zA-Z][^<>]{0,300}/?>"), ""),
    (
        "",
        re.compile(
            r"(?<![\w*/])\*{1,3}(?=[^\s*])|(?<=[^\s*/])\*{1,3}(?![\w*])|\*\*|(?<!\w)_{1,3}(?=\S)"
            r"|(?<=\S)_{1,3}(?!\w)|`{1,3}|~~"
        ),
        "",
    ),
    ("\\", re.compile(r"\\([\\`*_{}\[\]()#+.!<>|-])"), r"\1"),
)
_EMPHASIS = frozenset("*_`~")
_CITATION = re.compile(r"(?<=[.,;!?])\[\d{1,3}\](?!\w)")
_BLANKS = re.compile(r"\s+")
_ITEM_MARK = re.compile(
    r"^\s{0,40}(?:>\s?)*(?:[-*+•·●▪◦○–■□►]|\(?\d{1,3}[.)、](?!\d)|\(?[a-zA-Z][.)](?=\s)"
    r"|[（(][一二三四五六七八九十\d]{1,3}[)）]|[①-⑳])\s*(?:\[[ xX]\]\s+)?"
)
_QUOTE_MARK = re.compile(r"^\s{0,40}(?:>\s?)+")


def _without_comments(text: str) -> str:
    """Return the text without its HTML comments; one that is never closed stays."""
    pieces, at = [], 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        pieces.append(text[at:start])
        at = end + 3
    return " ".join([*pieces, text[at:]])


@lru_cache(maxsize=8_192)  # the revisions of a report hold most lines again
def plain(raw: str) -> str:
    """Return the text without marks, citation numbers and link targets, blanks folded."""
    if _MARKED.search(raw) is None:
        return raw.strip()
    text = _without_comments(raw) if "<!--" in raw else raw
    for needed, pattern, stand_in in _STEPS:
        if needed in text if needed else not _EMPHASIS.isdisjoint(text):
            text = pattern.sub(stand_in, text)
    if "&" in text:
        text = html.unescape(text)
    if "[" in text:
        text = _CITATION.sub("", text)
    return _BLANKS.sub(" ", text).strip()


def without_item_mark(raw: str) -> str:
    """Return a list item or quotation without its bullet, number or bar."""
    return _ITEM_MARK.sub("", _QUOTE_MARK.sub("", raw), count=1)


def item_mark_length(raw: str) -> int:
    """Return how many characters of the line are indentation, bar and bullet."""
    quoted = _QUOTE_MARK.match(raw)
    skip = quoted.end() if quoted else 0
    match = _ITEM_MARK.match(raw[skip:])
    return skip + (match.end() if match else 0)

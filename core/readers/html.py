"""HTML: the main text with headings, items and rows as lines, and what its head declares.

Headings, lists and tables are written the Markdown way, so that the same blocks are found in them.
Navigation, forms, scripts and elements that the page hides are left out.
"""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from core.errors import UnreadableReportError
from core.readers.drafts import Draft, Source
from core.readers.html_lines import LineWriter
from core.readers.metadata import canonical
from core.safety.injected import OWN_EXPORT_MARKER, is_own_export
from core.text.words import word_set

_SKIPPED = word_set(
    "script style noscript template svg nav footer aside form button select iframe object head dialog canvas",
    "audio video",
)
_HIDDEN_STYLE = re.compile(
    r"display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden|font-size\s{0,4}:\s{0,4}0(?:px|;|\s|\Z)",
    re.IGNORECASE,
)
_JSON_DATE = re.compile(r'"datePublished"\s{0,4}:\s{0,4}"([^"]{4,40})"')

# What a head calls a thing, most specific first; each is (our key, attribute, its value).
_META: tuple[tuple[str, str, str], ...] = (
    ("published", "property", "article:published_time"),
    ("published", "itemprop", "datePublished"),
    ("published", "name", "date"),
    ("published", "name", "dc.date"),
    ("published", "name", "dcterms.date"),
    ("published", "name", "dcterms.created"),
    ("published", "name", "pubdate"),
    ("published", "name", "publishdate"),
    ("published", "name", "publish-date"),
    ("title", "property", "og:title"),
    ("title", "name", "dc.title"),
    ("author", "name", "author"),
    ("author", "property", "article:author"),
    ("author", "name", "dc.creator"),
    ("source_url", "property", "og:url"),
    ("tlp", "name", "tlp"),
    ("domain", "name", "domain"),
)


def read_html(source: Source) -> Draft:
    """Return the main text of a page and the metadata of its head.

    Raises:
        UnreadableReportError: ``broken_html`` when no text is left.
    """
    tree = LexborHTMLParser(source.text)
    text = _main_text(tree)
    if not text.strip():
        raise UnreadableReportError("broken_html", f"{source.name}: found no text in the page; deliver its text")
    if is_own_export(source.text):
        text = f"{OWN_EXPORT_MARKER}\n\n{text}"
    return Draft(text=text, media_type="text/html", metadata=canonical(_head_entries(tree)))


def _main_text(tree: LexborHTMLParser) -> str:
    for selector in ("main", "article"):
        roots = tree.css(selector)
        text = _rendered(roots[0]) if len(roots) == 1 else ""
        if text:
            return text
    return _rendered(tree.body) if tree.body is not None else ""


def _rendered(root: LexborNode) -> str:
    """Walk without recursion: a hostile page nests deeper than any stack."""
    writer = LineWriter()
    waiting: list[tuple[LexborNode, bool]] = [(root, False)]
    while waiting:
        node, leaving = waiting.pop()
        tag = node.tag or ""
        if leaving:
            writer.leave(tag)
        elif tag == "-text":
            writer.text(node.text_content or "")
        elif tag == root.tag or not (tag.startswith("-") or tag in _SKIPPED or _is_hidden(node)):
            writer.enter(tag)
            waiting.append((node, True))
            waiting.extend((child, False) for child in reversed(list(_children(node))))
    return writer.finish()


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    return _HIDDEN_STYLE.search(attributes.get("style") or "") is not None


def _head_entries(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    metas = [node.attributes for node in tree.css("meta")]
    for key, attribute, name in _META:
        for attributes in metas:
            if (attributes.get(attribute) or "").casefold() == name.casefold():
                yield key, attributes.get("content") or ""
    for script in tree.css('script[type="application/ld+json"]'):
        found = _JSON_DATE.search(script.text() or "")
        if found is not None:
            yield "published", found[1]
    for time in tree.css("time[datetime]"):
        if (time.attributes.get("itemprop") or "") == "datePublished" or "pubdate" in time.attributes:
            yield "published", time.attributes.get("datetime") or ""
    for link in tree.css('link[rel="canonical"]'):
        yield "source_url", link.attributes.get("href") or ""
    for title in tree.css("head > title"):
        yield "title", " ".join(title.text().split())
    for root in tree.css("html[lang]"):
        yield "language", root.attributes.get("lang") or ""

"""The names that files use for the same piece of metadata, and the one that we use."""

import re
from collections.abc import Iterable, Mapping

_ALIASES: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "headline", "subject", "标题"),
    "published": (
        "published", "date", "published_at", "publish_date", "published_date", "pubdate", "publication_date",
        "date_published", "datepublished", "release_date", "created_at", "发布时间", "发布日期", "日期",
    ),
    "source_url": ("source_url", "url", "link", "canonical", "permalink", "source_link", "原文链接"),
    "author": ("author", "authors", "by", "byline", "creator", "作者"),
    "tlp": ("tlp", "tlp_marking", "marking"),
    "domain": ("domain",),
    "language": ("language", "lang", "locale"),
}  # fmt: skip
_KEY_OF = {alias: key for key, aliases in _ALIASES.items() for alias in aliases}
_MOST_VALUE_CHARS = 2000
_SEPARATORS = re.compile(r"[\s\-]+")


def canonical(entries: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return metadata under our key names, values stripped; an earlier entry wins, empty ones are left out.

    Unknown keys are kept in lower case with ``_`` for blanks and hyphens. Values are cut at 2,000
    characters.
    """
    found: dict[str, str] = {}
    for key, value in entries:
        name = _SEPARATORS.sub("_", key.strip().casefold())
        name = _KEY_OF.get(name, name)
        if name and value.strip():
            found.setdefault(name, value.strip()[:_MOST_VALUE_CHARS])
    return found

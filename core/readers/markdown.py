"""Markdown with an optional block of YAML front matter.

The document's text is the body after that block, unchanged: the block is metadata, and offsets
count from the first character after its last line.
"""

import re
from collections.abc import Iterator

import yaml

from core.errors import UnreadableReportError
from core.model import PublishedSource
from core.readers.drafts import Draft, Source
from core.readers.metadata import canonical
from core.text.lines import line_spans

_MOST_BLOCK_CHARS = 64_000
_ENTRY = re.compile(r"[^\s:#\-][^:]{0,80}:(?:\s|\Z)")


class _Strings(yaml.SafeLoader):
    """Safe YAML whose scalars stay the strings that were written, dates and "no" too."""


_Strings.yaml_implicit_resolvers = {}


def read_markdown(source: Source) -> Draft:
    """Return the body of a Markdown file, with its front matter as metadata.

    Raises:
        UnreadableReportError: ``broken_front_matter``.
    """
    start, end, after = _front_matter(source.text)
    body = source.text[after:]
    if not body.strip():
        raise UnreadableReportError("empty_file", f"{source.name}: holds front matter and no body; deliver it again")
    return Draft(
        text=body,
        media_type="text/markdown",
        metadata=canonical(_entries(source.text[start:end], source.name)),
        declared=PublishedSource.FRONT_MATTER,
    )


def _front_matter(text: str) -> tuple[int, int, int]:
    """Where the YAML starts and ends and where the body starts; zeros when the file opens with no block.

    A rule followed by prose and another rule is no block, and neither is one that never closes.
    """
    spans = line_spans(text[:_MOST_BLOCK_CHARS]) if text.startswith("---") else []
    if not spans or text[slice(*spans[0])].rstrip() != "---":
        return 0, 0, 0
    first = ""
    for start, end in spans[1:]:
        line = text[start:end].rstrip()
        if line in {"---", "..."}:
            return (spans[0][1], start, end) if not first or _ENTRY.match(first) else (0, 0, 0)
        if not first and not line.lstrip().startswith("#"):
            first = line
    return 0, 0, 0


def _entries(block: str, name: str) -> Iterator[tuple[str, str]]:
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(block, Loader=_Strings)):
            raise _broken(name, "an alias; write the value out")
        loaded = yaml.load(block, Loader=_Strings)  # noqa: S506 - a SafeLoader without type guessing
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise _broken(name, " ".join(str(error).split())[:200] + "; correct the YAML") from error
    if loaded is None:
        return
    if not isinstance(loaded, dict):
        raise _broken(name, f"a {type(loaded).__name__}; write 'key: value' lines")
    for key, value in loaded.items():
        yield str(key), _flat(value)


def _flat(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(item.strip() for item in value if isinstance(item, str))
    return value if isinstance(value, str) else ""


def _broken(name: str, what: str) -> UnreadableReportError:
    return UnreadableReportError("broken_front_matter", f"{name}: the front matter holds {what}")

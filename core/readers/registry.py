"""Which reader reads which file; a new kind of file is one module and one row here."""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from core.errors import UnreadableReportError
from core.model import Document
from core.readers.decoding import decode
from core.readers.drafts import Draft, Source, finished
from core.readers.html import read_html
from core.readers.json_transcripts import read_json, read_json_lines
from core.readers.markdown import read_markdown
from core.readers.plain import read_plain

DEFAULT_MAX_BYTES = 50_000_000

READERS: Mapping[str, Callable[[Source], Draft]] = {
    ".htm": read_html,
    ".html": read_html,
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".markdown": read_markdown,
    ".md": read_markdown,
    ".ndjson": read_json_lines,
    ".txt": read_plain,
}


def read(
    name: str, data: bytes, sidecar: Mapping[str, str] | None = None, max_bytes: int = DEFAULT_MAX_BYTES
) -> Document:
    """Return the document in one file; its text is what the file says, uncleaned.

    Args:
        name: file name or path; its suffix, in any case, picks the reader.
        data: the whole file.
        sidecar: metadata from beside the file; wins over what the file declares.
        max_bytes: a larger file is refused.

    Raises:
        UnreadableReportError: ``reason`` is unsupported_type, too_large, empty_file, not_utf8,
            binary_content, broken_json, no_messages, broken_front_matter or broken_html.
    """
    suffix = PurePosixPath(name.replace("\\", "/")).suffix.casefold()
    reader = READERS.get(suffix)
    if reader is None:
        known = ", ".join(sorted(READERS))
        detail = f"{name}: no reader for {suffix or 'a name without suffix'}; known are {known}"
        raise UnreadableReportError("unsupported_type", detail)
    if len(data) > max_bytes:
        detail = f"{name}: {len(data)} bytes, more than the limit of {max_bytes}; split it or raise the limit"
        raise UnreadableReportError("too_large", detail)
    text, encoding = decode(data, name)
    return finished(reader(Source(name, text)), name, encoding, sidecar or {})
